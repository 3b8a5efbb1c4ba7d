"""Messages for frequent slips say what to type: notations of other programs, of LaTeX and of papers."""

from pathlib import Path

import pytest

import dalembert

MODEL = """format = 1
[parameters]
m = 1.0
k = 3.0
[coordinates]
x = {{ start = 0.1 }}
theta = {{ start = 0.1 }}
[energy]
kinetic = {slip}
potential = "1/2*k*x^2 - cos(theta)"
"""
SLIPS = {
    '"1/2*m*diff(x,t)^2"': "a time derivative is written x'",
    '"1/2*m*diff(x, t, 2)^2"': "a time derivative is written x''",
    '"1/2*m*Derivative(theta, t)^2"': "a time derivative is written theta'",
    '"1/2*m*diff(x + 1, t)^2"': "and write z'",
    '"1/2*m*der(x)^2"': "a time derivative is written x'",
    '"1/2*m*(d/dt x)^2"': "a time derivative is written x'",
    '"int(x) + m"': "integral(f, u, a, b)",
    '"integrate(x, t) + m"': "a state: declare it under [states]",
    '"m*(x > 0)"': "an event or a gap is a - b",
    '"1/2*m*x_dot^2"': "a velocity is written x'",
    '"1/2*m*xdot^2"': "a velocity is written x'",
    '"1/2*m*xddot^2"': "a second derivative is written x''",
    '"1/2*m*dtheta^2"': "a velocity is written theta'",
    '"1/2*m*v_x^2"': "a velocity is written x'",
    '"1/2*m*ẋ^2"': "a time derivative is written x'",
    '"1/2*m*θ\'^2"': "did you mean `theta`?",
    '"1/2 k x\'^2"': "write 1/2*k*x'^2",
    "\"m x'^2/2 + 2 x'\"": "write m*x'^2/2 + 2*x'",
    '"2m*x\'^2"': "write 2*m*x'^2",
    '"m(x + 1)"': "write m*(…)",
    '"2 kg"': '{ value = 2, unit = "kg" }',
    '"sin x"': "write sin(x)",
    '"sin x\'"': "write sin(x')",
    '"m*sinx"': "write sin(x)",
    '"sin^2(theta)"': "write sin(theta)^2",
    '"sqrt 2"': "write sqrt(2)",
    "'1/2*m*\\dot{x}^2'": "a time derivative is written x'",
    "'1/2*m*\\ddot x'": "a time derivative is written x''",
    '"1/2*m*\\dot x^2"': "a velocity is written x'",
    "'m*\\theta'": "write theta without the backslash",
    "'\\frac{1}{2}*m'": "a fraction is written (a)/(b)",
    "'1/2*m*x'^2'": 'in double quotes: "1/2*m*x\'^2"',
    "1/2*m": "put expressions in quotes",
    '"m*theta."': "a velocity is written theta'",
    '"m*x.^2"': "operators have no point: write ^",
    '"m*π"': "type pi",
    '"x\'^2 − x"': "type -",
    '"1/2·m"': "type *",
    '"½*m"': "type 1/2",
    '"m*x²"': "type ^2",
    '"m*x′"': "type '",
    '"0,5*m"': "as in 0.5",
    '"m*|x|"': "abs(x)",
    '"m*x;"': "delete it",
    '"m*x # kinetic"': "after the closing quotes",
    '"sin(30°)"': 'unit = "deg"',
    '"m*x(t)"': "write x",
    '"m*x\'(t)"': "delete (t)",
    '"m*e^x"': "exp(x)",
    '"m*PI"': "did you mean `pi`?",
    '"np.sin(theta)"': "write sin alone",
    '"m*arctan(1)"': "did you mean atan(…)?",
    '"m*x\'^2 == 3"': "if(condition, a, b)",
    '"m*x^2\'"': "write x'^2",
    '"1/2*m*θ̇^2"': "a time derivative is written theta'",
    '"m*cosd(theta)"': "cos(x*pi/180)",
    '"m*atand(theta)"': "atan(x)*180/pi",
    '"m*Heaviside(x)"': "step(x)",
    '"m if x > 0 else k"': "if(condition, a, b)",
    '"x > 0 ? m : k"': "if(condition, a, b)",
    '"T = m*x\'^2"': "write only what follows the =",
    '"45*deg"': 'give the entry its unit, as in { value = 45, unit = "deg" }',
    '"36 km/h"': '{ value = 36, unit = "km/h" }',
    '"2 k*road(x)"': "write 2*k*road(x)",
    '"mu*x"': "Otherwise declare it, for example mu = 1.0",
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_answered_at_its_place_with_what_to_type(slip: str, tmp_path: Path) -> None:
    """The first letter is an error in the line of the slip, and its help is what to type."""
    path = tmp_path / "slip.toml"
    path.write_text(MODEL.format(slip=slip), encoding="utf-8")
    first = dalembert.check(path).flaws[0]
    assert first.severity == "error"
    assert first.line == 9
    assert SLIPS[slip] in first.hint


def test_two_stars_are_a_power(tmp_path: Path) -> None:
    """`**` and `^` are the same."""
    texts = [MODEL.format(slip=f"\"1/2*m*(x'{power}2 + theta'{power}2)\"") for power in ("**", "^")]
    paths = [tmp_path / "a.toml", tmp_path / "b.toml"]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    assert dalembert.read(paths[0]) == dalembert.read(paths[1])


OTHER_WORDS = {
    "[constants]\nc = 1": "write it as [parameters]",
    "[loads]\nx = 1": "write it as [work], on the coordinates, or as an element",
    "[simulate]\nduration = 3": "did you mean `t_end`?",
    "[coordinates.y]\nvelocity = 2": "did you mean `speed`?",
    "[energy.T]\na = 1": "did you mean `kinetic`?",
    '[outputs]\nl = { value = "m" unit = "kg" }': "type the missing comma between two entries",
    '[outputs]\nl = { value = "m"': "type the missing }",
    "[outputs": "type the missing ]",
    '[outputs]\nl = { value = "m"; unit = "kg" }': "entries in braces are separated by commas",
}


@pytest.mark.parametrize("text", OTHER_WORDS)
def test_words_of_books_and_other_programs_are_answered_with_ours(text: str, tmp_path: Path) -> None:
    """A section or a key by another name is not listed among all, but answered with its name here."""
    path = tmp_path / "words.toml"
    path.write_text(MODEL.format(slip='"m*x\'^2"') + text, encoding="utf-8")
    hints = [flaw.hint for flaw in dalembert.check(path).flaws]
    assert OTHER_WORDS[text] in "\n".join(hints)
