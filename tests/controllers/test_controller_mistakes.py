"""Mistakes in a controller are reported with its name, where they were typed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import dalembert
from dalembert._model.controllers.kinds.registry import CONTROLLER_KINDS

GOOD = """format = 1

[parameters]
m = { value = 1, unit = "kg" }
r = { value = 1, unit = "m" }

[coordinates]
x = { unit = "m", start = 0, speed = 0 }

[energy]
kinetic = "1/2*m*x'^2"

[inputs]
F = { unit = "N" }

[work]
x = "F"

[elements]
V1 = { kind = "voltage_source", between = ["a", "ground"], voltage = 5 }
R1 = { kind = "resistor", between = ["a", "ground"], resistance = 100 }

[controllers]
pid = { kind = "pid", from = "x", reference = "r", kp = 20, to = "F" }
slow = { kind = "low_pass", from = "x", time_constant = 0.1 }
"""
SLOW = 'slow = { kind = "low_pass", from = "x", time_constant = 0.1 }'
MISTAKES = [
    ('"pid", from', '"pidd", from', "there is no kind `pidd`", '"pid"'),
    ('kind = "pid", ', "", "does not say its kind", "kind ="),
    ('from = "x", reference', "reference", "`pid` does not say what it reads", 'from = "x"'),
    ('from = "x", reference', 'from = ["x", "x"], reference', "`pid` reads one value", "from ="),
    ('reference = "r", ', "", "`reference` is missing", "reference ="),
    ("kp = 20", "kP = 20", "`kP` is not known here", "`kp`"),
    ("kp = 20, ", "", "`pid` has neither kp nor ki nor kd", "kp = 1"),
    ("kp = 20", "kp = 20, kd = 3", "the derivative of `pid` needs a filter time", "filter_time ="),
    ("kp = 20", "kp = 20, filter_time = 3", "a filter_time and no derivative", "kd = 1"),
    ("kp = 20", "kp = 20, ki = 3, integral_time = 3", "ki and integral_time, which say the same", "delete one"),
    ("kp = 20", "integral_time = 3", "the integral_time of `pid` needs kp", "kp = 1"),
    ("kp = 20", "kp = 20, ki = 1, maximum = 3", "the integral of `pid` would wind up", 'tracking_time = "pid.kp/pid.ki"'),
    ("kp = 20", "kp = 20, tracking_time = 3", "no integral with limits", "delete it"),
    ("kp = 20", "kp = 20, start = 3", "has no integral that could start", "ki = 1"),
    ("kp = 20", "kp = 20, minimum = 3, maximum = 2", "minimum of `pid` is not below its maximum", "exchange"),
    ("kp = 20", 'kp = "m"', "must be in", "check"),
    ("kp = 20", 'kp = { value = 20, unit = "N" }', "[controllers.pid", "check its"),
    ("kp = 20", 'kp = "k p"', "an operator is missing", "write"),
    ("kp = 20", 'kp = "q"', "`q`", "help"),
    ('to = "F"', 'to = "f"', "there is no quantity `f` to drive", '"F"'),
    ('to = "F"', 'to = "x"', "`x` is a coordinate", 'to = "work.x"'),
    ('to = "F"', 'to = "work.x"', "the effort on `x` is given under [work]", "delete it there"),
    ('to = "F"', 'to = "work.y"', "no coordinate `y` to do work on", "name a coordinate"),
    ('to = "F"', 'to = "V1.voltage"', "the voltage of `V1` is given, so that it is not free", "delete voltage"),
    ('to = "F"', 'to = "V1.voltag"', "`V1` has no quantity `voltag`", 'to = "V1.voltage"'),
    ('to = "F"', 'to = "F", unit = "V"', "`pid` gives V, but what it drives is in N", 'unit = "N"'),
    ('F = { unit = "N" }', 'F = { value = 3, unit = "N" }', "the input `F` has a value of its own", "F = { unit"),
    (SLOW, 'two = { kind = "gain", from = "x", gain = 3, to = "F" }', "`two` and `pid` both drive `F`", "gain"),
    (SLOW, 'a = { kind = "gain", from = "b.output" }\nb = { kind = "gain", from = "2*a.output" }',
     "at the same instant: a → b → a", "low_pass"),
    ("slow = {", "y = {", "`y` cannot be the name of a controller", "y_control"),
    ("time_constant = 0.1", "time_constant = 0.1, frequency = 3", "time_constant and frequency", "delete one"),
    (", time_constant = 0.1", "", "`slow` has no time_constant", "frequency"),
    (SLOW, 'n = { kind = "notch", from = "x", damping_ratio = 1, angular_frequency = { value = 5, unit = "Hz" } }',
     "is in rad/s, not in Hz", "frequency in place"),
    (SLOW, 't = { kind = "table", from = "x", table = "curve" }', "there is no table `curve`", "[tables]"),
    (SLOW, 's = { kind = "saturation", from = "x" }', "neither a minimum nor a maximum", "maximum ="),
    (SLOW, 's = { kind = "state_feedback", from = ["x", "x\'"], gains = [1] }',
     "reads 2 values, but has 1 under gains", "one for each"),
    (SLOW, 's = { kind = "transfer_function", from = "x", numerator = [1, 2, 3], denominator = [1, 2] }',
     "is not proper", "poles"),
    (SLOW, 's = { kind = "transfer_function", from = "x", numerator = [1], denominator = [0, 2] }',
     "first coefficient of the denominator of `s` is 0", "leave it out"),
    (SLOW, 's = { kind = "notch", from = "x", damping_ratio = 1, frequency = 3, every = 0.1 }',
     "notch, which has no form with samples", "delete every"),
    (SLOW, 'a = { kind = "gain", from = "x", every = 0.1 }\nb = { kind = "gain", from = "a.output", every = 0.1 }',
     "would read `a` as it was one sample before", "one controller"),
]  # fmt: skip


def said_of(file: Path) -> str:
    """All flaws of a file."""
    return "\n".join(str(flaw) for flaw in dalembert.check(file).flaws)


@pytest.mark.parametrize(("old", "new", "message", "hint"), MISTAKES)
def test_mistakes_are_named_at_their_place(
    old: str, new: str, message: str, hint: str, tmp_path: Path
) -> None:
    """The message names the controller; the hint says what to type."""
    file = tmp_path / "loop.toml"
    assert old in GOOD
    file.write_text(GOOD.replace(old, new))
    said = said_of(file)
    assert message in said
    assert hint in said
    assert "[controllers" in said


def test_the_good_one_is_good(tmp_path: Path) -> None:
    """What the mistakes are put into has none."""
    file = tmp_path / "loop.toml"
    file.write_text(GOOD)
    assert "error" not in said_of(file)


@pytest.mark.parametrize(("key", "hint"), [("volt", 'to = "V1.voltage"'), ("power", "it has voltage")])
def test_a_key_left_out_for_a_controller_is_not_missed(key: str, hint: str, tmp_path: Path) -> None:
    """Where the quantity of an element is misspelled, the element is not asked for its value as well."""
    text = GOOD.replace(", voltage = 5", "").replace(SLOW, SLOW.replace(" }", f', to = "V1.{key}" }}'))
    file = tmp_path / "loop.toml"
    file.write_text(text)
    errors = [str(flaw) for flaw in dalembert.check(file).flaws if flaw.severity == "error"]
    assert len(errors) == 1
    assert f"`V1` has no quantity `{key}`" in errors[0]
    assert hint in errors[0]


def test_torn_entries_are_told_and_never_fail(tmp_path: Path) -> None:
    """Letters changed at random: a letter, or a model, but no other end."""
    choice = random.Random(7)
    file = tmp_path / "loop.toml"
    begin = GOOD.index("[controllers]")
    for _ in range(60):
        letters = list(GOOD)
        for _ in range(choice.randint(1, 3)):
            letters[choice.randrange(begin, len(letters))] = choice.choice("{}[]\"'.,=x1é#")
        file.write_text("".join(letters))
        dalembert.check(file)


def test_long_inputs_are_written_once(tmp_path: Path) -> None:
    """A long expression that a filter of many states reads is a definition."""
    long = "+".join(["x"] * 2000)
    keys = f"numerator = {[1] * 12}, denominator = {[1] * 13}"
    text = GOOD.replace(SLOW, f'f = {{ kind = "transfer_function", from = "{long}", {keys} }}')
    file = tmp_path / "loop.toml"
    file.write_text(text)
    model = dalembert.read(file)
    assert "f.input" in {one.name for one in model.definitions}
    file.write_text(text.replace(str([1] * 13), str([1] * 14)))
    assert "more than 12 states" in said_of(file)


def test_every_kind_and_every_key_is_in_the_docs() -> None:
    """The table of kinds names each with all its keys."""
    text = (Path(__file__).parents[2] / "docs" / "controllers.md").read_text()
    rows = {line.split("`")[1]: line for line in text.splitlines() if line.startswith("| `")}
    for name, kind in CONTROLLER_KINDS.items():
        for key in kind.keys:
            assert f"`{key}" in rows[name], (name, key)
