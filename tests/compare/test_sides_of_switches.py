"""`compare` sees both sides of every switch and every small term, or names what it has not seen."""

from itertools import product
from random import Random

import pytest

import dalembert
from dalembert._compare.energies import energies_judged
from dalembert._compare.judge import judge
from dalembert._compare.reference import Reference
from dalembert._compare.statement import statements
from dalembert.verbs.compare import reading_of

PENDULUM = """
format = 1
[parameters]
m = 2
l = 3
g = 9.81
c = 0.1
k = 0.7
[coordinates]
th = { start = 0.3 }
[inputs]
u = "k*sin(3*t)"
[energy]
kinetic = "1/2*m*l^2*th'^2"
potential = "-m*g*l*cos(th) + 1/2*k*max(0, abs(th) - 2)^2"
dissipation = "1/2*c*th'^2"
[work]
th = "u*step(t - 5)"
"""
BEAD = """
format = 1
[parameters]
m = 1.5
l = 2
g = 9.81
k = 3
[coordinates]
x = { start = 0.6 }
y = { start = -1.9 }
[constraints.displacement]
rod = "x^2 + y^2 - l^2"
[energy]
kinetic = "1/2*m*(x'^2 + y'^2)"
potential = "m*g*y + 1/2*k*x^2"
"""
RIGHT = {
    "equation": "m*l^2*th'' + c*th' + m*g*l*sin(th) + k*max(0, abs(th) - 2)*sign(th) = u*step(t - 5)",
    "T": "1/2*m*l^2*th'^2",
    "V": "-m*g*l*cos(th) + 1/2*k*max(0, abs(th) - 2)^2",
    "rod": "y*x'' - x*y'' + k*x*y/m - g*x = 0",
}
NAMES = {"equation": ("th", "th'", "t"), "T": ("th'",), "V": ("th",), "rod": ("x", "y", "x'", "t")}
SIZES = {"t": (0.1, 2000.0), "th": (0.01, 30.0), "th'": (0.01, 300.0), "x": (0.05, 1.8), "y": (0.05, 1.8)}
STEPS = (
    "{a}*step({x} - {s})",
    "{a}*max(0, {x} - {s})",
    "{a}*max(0, {s} - abs({x}))",
    "{a}*if({x} > {s}, 1, 0)",
    "{a}*(sign({x} - {s}) + 1)",
    "{a}*min(0, {x} + {s})",
    "{a}*(abs({x} - {s}) - ({s} - {x}))",
    "{a}*if({x} > {s} and {x} < {s2}, {x}, 0)",
    "{a}*pulse({x}, {s}, 0.01)",
    "{a}*(floor({x}) - floor({x} - 0.001))",
    "{a}*(mod({x}, {s}) - mod({x} + 1e-4, {s}))",
)
SMALL = ("{a}*{x}^2", "{a}*sin({x})", "{a}*{x}", "{a}*{x}*cos({x})")
EQUAL = (
    ("abs({x})", "sqrt({x}^2)"),
    ("abs({x})", "max({x}, -{x})"),
    ("abs({x})", "{x}*sign({x})"),
    ("max({x}, {s})", "if({x} > {s}, {x}, {s})"),
    ("max({x}, {s})", "({x} + {s} + abs({x} - {s}))/2"),
    ("min({x}, {s})", "-max(-{x}, -{s})"),
    ("min({x}, {s})", "{x} - max(0, {x} - {s})"),
    ("step({x} - {s})", "if({x} >= {s}, 1, 0)"),
    ("step({x} - {s})", "1 - if({x} < {s}, 1, 0)"),
    ("max(0, {x} - {s})", "({x} - {s})*step({x} - {s})"),
    ("pulse({x}, {s}, 0.1)", "step({x} - {s}) - step({x} - {s} - 0.1)"),
    ("mod({x}, {s})", "{x} - {s}*floor({x}/{s})"),
    ("if({x} > {s} and {x} < {s2}, 1, 0)", "if({x} > {s}, if({x} < {s2}, 1, 0), 0)"),
    ("abs({x}^2 + {s})", "{x}^2 + {s}"),
    ("max({x}^2, -{s})", "{x}^2"),
    ("sqrt(({x} - {s})^2)", "abs({s} - {x})"),
)


class Model:
    """A model with its states."""

    def __init__(self, path):
        self.reference = Reference(dalembert.derive(path))

    def judgement(self, what, text):
        """The judgement of an equation, or of an energy by its letter."""
        kind = "energy" if what in ("T", "V") else "equation"
        read = statements(
            f"{what} = {text}" if kind == "energy" else text,
            reading_of(self.reference.equations, kind, ()),
            "x",
        )
        if kind == "energy":
            return energies_judged(self.reference, read, kind, None).judgements[0]
        return judge(self.reference, read).judgements[0]


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """A forced pendulum that meets soft stops, and a bead on a rod with a constraint."""
    folder = tmp_path_factory.mktemp("models")
    found = {}
    for name, text in (("pendulum", PENDULUM), ("bead", BEAD)):
        path = folder / f"{name}.toml"
        path.write_text(text, encoding="utf-8")
        found[name] = Model(path)
    return found


def with_term(what, term):
    """The right text with a term more."""
    left, sign, right = RIGHT[what].partition(" = ")
    return f"{left} + {term}{sign}{right}"


def drawn(random, name):
    """A value of a name on which something switches, and a larger one."""
    low, high = SIZES[name.rstrip("'") if name not in SIZES else name]
    s = low * (high / low) ** random.random()
    return {"x": name, "s": f"{s:.4g}", "s2": f"{s * 1.01:.5g}"}


def missed(models, seed, count):
    """The texts with a term more that were called right."""
    found, total = [], 0
    for what, form in product(RIGHT, (*STEPS, *SMALL)):
        random = Random(f"{seed} {what} {form}")
        for _ in range(count):
            name = random.choice(NAMES[what])
            size = 10 ** random.uniform(-12, -6) if form in SMALL else random.uniform(0.5, 5)
            if what == "rod" and form in SMALL:
                size = 10 ** random.uniform(-7, -2)
            text = with_term(what, form.format(a=f"{size:.3g}", **drawn(random, name)))
            total += 1
            judgement = models["bead" if what == "rod" else "pendulum"].judgement(what, text)
            if judgement.finding == "right" or (
                judgement.finding == "undecided" and not judgement.sentence.key
            ):
                found.append((text, str(judgement.finding)))
    return found, total


def alarms(models, seed, count):
    """The texts with two forms of the same term, one taken from the other, that were not called right."""
    found, total = [], 0
    for what, (one, other) in product(RIGHT, EQUAL):
        random = Random(f"{seed} {what} {one} {other}")
        for _ in range(count):
            values = drawn(random, random.choice(NAMES[what]))
            text = with_term(what, f"2*{one.format(**values)} - 2*({other.format(**values)})")
            total += 1
            judgement = models["bead" if what == "rod" else "pendulum"].judgement(what, text)
            if judgement.finding != "right":
                found.append((text, str(judgement.finding), str(judgement.sentence)))
    return found, total


def test_no_planted_switch_or_small_term_is_right(models):
    """Of 60 equations and energies with a term that acts elsewhere or is tiny, none is called right."""
    assert missed(models, 0, 1) == ([], 60)


def test_equal_forms_of_switches_are_right(models):
    """Of 64 equations and energies with two forms of the same switch all are called right."""
    assert alarms(models, 0, 1) == ([], 64)


@pytest.mark.soak
def test_many_switches_and_small_terms(models):
    """The same of 600 terms that act elsewhere and 640 pairs of equal forms."""
    assert missed(models, 1, 10) == ([], 600)
    assert alarms(models, 1, 10) == ([], 640)


def test_unreachable_sides_are_named(models):
    """A stop that a bead on a circle of radius 2 cannot reach is named, not called right."""
    found = models["bead"].judgement("rod", with_term("rod", "5*max(0, x - 2.5)"))
    assert (found.finding, found.sentence.key) == ("undecided", "compare_not_seen")
    assert "x - 2.5 > 0" in str(found.sentence)
