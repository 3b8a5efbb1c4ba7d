"""`delay(x, tau)` and `before` in model files: reading, writing back, display, and located errors."""

from __future__ import annotations

import pytest

import dalembert

FILE = """\
format = 1
title = "late"

[parameters]
m = { value = 2, unit = "kg" }
K = { value = 3, unit = "N/m" }
tau = { value = 400, unit = "ms" }

[coordinates]
x = { unit = "mm", start = 500, speed = 0, before = "start" }

[energy]
kinetic = "1/2*m*x'^2"

[work]
x = "-K*delay(x, tau)"

[simulate]
t_end = 1
"""


def read(folder, text):
    """The model of a file."""
    path = folder / "late.toml"
    path.write_text(text, encoding="utf-8")
    return dalembert.read(path)


def flaws_of(folder, text):
    """What is wrong with a file: everything, whether it can be read or not."""
    try:
        return dalembert.check(read(folder, text)).flaws
    except dalembert.ModelError as error:
        return error.flaws


def test_it_is_read_shown_and_written_back(tmp_path):
    """One input for each delayed value; every hand writes it, and the file comes back letter by letter."""
    model = read(tmp_path, FILE.replace('tau)"', "tau) - K*tau*delay(x', 2*tau) + 0*delay(x, tau)\""))
    assert dalembert.check(model).ok
    assert [one.name for one in model.inputs] == ["delay(x, tau)", "delay(x', 2*tau)"]
    assert [one.unit for one in model.inputs] == ["m", "m/s"]
    equations = dalembert.derive(model)
    assert "+ K x(t - τ) + K τ x\u0307(t - 2 τ) = 0" in str(dalembert.show(equations))
    assert r"x\left(t-\tau\right)" in str(dalembert.show(equations, style="latex"))
    assert "delay(x', 2*tau)" in str(dalembert.show(equations, style="text"))
    again = dalembert.model(**dalembert.to_dict(model)) if "to_dict" in dir(dalembert) else model
    assert again.inputs == model.inputs
    dalembert.write(model, tmp_path / "again.toml")
    assert (tmp_path / "again.toml").read_text() == (tmp_path / "late.toml").read_text()


def test_families_vectors_and_functions_delay_members(tmp_path):
    """An index, a vector and an argument are put in first."""
    text = """\
format = 1
[parameters]
N = 3
tau = 0.5
[coordinates]
"x[i]" = { for = "i = 1..N", start = "i", before = "start" }
[functions]
late = "(z) -> 2*delay(z, tau)"
[energy]
kinetic = "sum(i = 1..N, 1/2*x[i]'^2)"
[work]
"x[i]" = { for = "i = 1..N", value = "-late(x[i]) + if(i == 1, 0, delay(x[i-1]', tau/2))" }
[simulate]
t_end = 1
"""
    model = read(tmp_path, text)
    assert dalembert.check(model).ok
    places = {f"delay(x[{i}], tau)" for i in (1, 2, 3)}
    assert {one.name for one in model.inputs} == places | {f"delay(x[{i}]', tau/2)" for i in (1, 2)}
    assert dalembert.simulate(model).status == "ok"


MISTAKES = [
    ("delay(x, tau)", "delay(x)", "`delay` takes 2 arguments"),
    ("delay(x, tau)", "delay(x, tau, 1)", "`delay` takes 2 arguments"),
    ("delay(x, tau)", "delay(2*x, tau)", "`delay` takes the name of a coordinate or a state"),
    ("delay(x, tau)", "delay(delay(x, tau), tau)", "`delay` takes the name of a coordinate or a state"),
    ("delay(x, tau)", "delay(pi, tau)", "`delay` takes the name of a coordinate or a state"),
    ("delay(x, tau)", "delay(t, tau)", "the time is not delayed"),
    ("delay(x, tau)", "delay(K, tau)", "`K` is a parameter"),
    ("delay(x, tau)", "delay(y, tau)", "there is no coordinate or state `y` to delay"),
    ("delay(x, tau)", "tau^2*delay(x'', tau)", "the acceleration `x''` is solved for"),
    ("delay(x, tau)", "delay(x, x)", "a delay cannot contain a coordinate"),
    ("delay(x, tau)", "delay(x, t)", "a delay cannot contain the time"),
    ("delay(x, tau)", "delay(x, m)", "the delay in `delay(x, m)` must be in s, but `m` is in kg"),
    ("delay(x, tau)", "delay(x, 0)", "comes out as 0 s"),
    ("delay(x, tau)", "delay(x, -tau)", "comes out as -0.4 s"),
    ("delay(x, tau)", "m*delay(x, tau)", "the effort on `x` must be in N"),
    ("delay(x, tau)", "delay(x, tau)'", "must follow a name"),
    ("delay(x, tau)", "delay([x, x], tau)", "a number is needed here"),
    (', before = "start"', "", "asks what `x` was before the start, which is not said"),
    (
        '"mm", start = 500, speed = 0, before = "start"',
        '"m", before = "x"',
        "what was before the start cannot contain a coordinate",
    ),
    ('before = "start"', 'before = "m"', "an expression is in SI units"),
    (
        '"1/2*m*x\'^2"',
        '"1/2*m*x\'^2 + K*delay(x, tau)^2"',
        "the kinetic energy cannot contain a delayed value",
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), MISTAKES)
def test_mistakes_are_told_at_their_place(tmp_path, old, new, said):
    """A letter with the line, in the user's names."""
    flaws = [flaw for flaw in flaws_of(tmp_path, FILE.replace(old, new)) if flaw.severity == "error"]
    assert any(said in str(flaw.message) for flaw in flaws), [str(flaw.message) for flaw in flaws]
    assert all(flaw.line for flaw in flaws)


def test_what_is_said_of_the_past_and_not_used(tmp_path):
    """`before` without a delay is a warning; the gap of a contact has no past."""
    (flaw,) = (
        f for f in flaws_of(tmp_path, FILE.replace("delay(x, tau)", "x*tau/tau")) if f.rule == "before"
    )
    assert flaw.severity == "warning"
    gap = FILE + '[contacts.wall]\ngap = "x + delay(x, tau)"\nrestitution = 0\n'
    assert any(
        "a gap cannot contain a delayed value" in str(flaw.message) for flaw in flaws_of(tmp_path, gap)
    )


def test_budgets(tmp_path):
    """More delayed values, or more different delays, than a run can follow."""
    many = " + ".join(f"delay(x, tau + {k}*tau)" for k in range(9))
    assert any(
        "more than 8 different delays" in str(f.message)
        for f in flaws_of(tmp_path, FILE.replace("delay(x, tau)", f"({many})"))
    )
    family = FILE.replace("delay(x, tau)", "sum(i = 1..2000, delay(x, tau*i))")
    assert any("at most 1000 delayed values" in str(f.message) for f in flaws_of(tmp_path, family))


def test_what_other_formats_lose(tmp_path):
    """LagEq has no past; function files say what they cannot give."""
    model = read(tmp_path, FILE)
    with pytest.raises(dalembert.LossError) as lost:
        dalembert.convert(tmp_path / "late.toml", tmp_path / "late.txt")
    assert "it uses the delayed value delay(x, tau)" in str(lost.value)
    assert "the values before the start of x" in str(lost.value)
    functions = dalembert.functions(model)
    with pytest.raises(Exception, match="delayed value"):
        functions.h(0.0, [0.1], [0.0])
