"""Suk's `LagEq.txt`: his five files against the library, round trips, mistakes, and hostile text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dalembert import check, derive, library, read
from dalembert._derive.equations import Equations
from dalembert._derive.identity import is_identical
from dalembert._expression.expression import Expression
from dalembert._expression.source import Flaw, ModelError
from dalembert._expression.tree import Name, Node, Number, Sum
from dalembert._expression.walk import names, replace_names
from dalembert._model.build import build
from dalembert._model.plain import plain_values
from dalembert._model.put_numbers import exact_values
from dalembert._model.records import Model, constraints_of
from dalembert._model.units import unit_of
from dalembert._text.lageq import read_lageq
from dalembert._text.lageq_writer import lageq_text
from dalembert._text.parser import parse
from dalembert._text.printer import print_tree
from dalembert._text.toml import read_toml
from dalembert._text.toml_writer import toml_text

FOLDER = Path(__file__).parent / "lageq"
FIVE = (
    "spring_pendulum",
    "conveyor",
    "electro_mechanical",
    "blending_tank_printed",
    "pneumatic_positioner_printed",
)
# Where his names are not the library's: his number-constants, and other letters.
HIS: dict[str, dict[str, Node]] = {
    "spring_pendulum": {"a": Number(2)},
    "conveyor": {"a": Number(2)},
    "electro_mechanical": {"a": Number(2), "voltage": Name("v")},
    "blending_tank_printed": {"two": Number(2)},
    "pneumatic_positioner_printed": {
        "one": Number(1),
        "two": Number(2),
        "voltage": Name("v"),
        "density": Name("gam"),
        "pi1": Name("pi"),
    },
}
GOOD = (FOLDER / "spring_pendulum.txt").read_text()
TANK = (FOLDER / "blending_tank_printed.txt").read_text()
POSITIONER = (FOLDER / "pneumatic_positioner_printed.txt").read_text()


def in_si(value: float, unit: str) -> float:
    """A number in a unit in SI."""
    return unit_of(unit).si(value)


def opened(text: str) -> tuple[Model, tuple[Flaw, ...]]:
    """The model of a text, which must be well-formed, and what the reader said of it."""
    raw, said = read_lageq(text, "LagEq.txt")
    made, form = build(raw)
    assert form == ()
    return made, said


def refused(text: str) -> tuple[Flaw, ...]:
    """The flaws of a text that must be refused by the reader."""
    with pytest.raises(ModelError) as caught:
        read_lageq(text, "LagEq.txt")
    return caught.value.flaws


def part(e: Equations, kind: str, of: tuple[str, ...]) -> Node:
    """A part of derived equations by the names of a golden."""
    q = [c.name for c in e.model.coordinates]
    rows = {k: [c.name for c in constraints_of(e.model, k)] for k in ("displacement", "flow", "effort")}
    match kind:
        case "equation":
            return e.coordinates[q.index(of[0])].left
        case "M":
            return e.M[q.index(of[0])][q.index(of[1])]
        case "Phi_q":
            return e.Phi_q[rows["displacement"].index(of[0])][q.index(of[1])]
        case "Psi_qd":
            return e.Psi_qd[rows["flow"].index(of[0])][q.index(of[1])]
        case "gamma":
            return e.gamma[(rows["displacement"] + rows["flow"]).index(of[0])]
        case "effort":
            return e.effort[rows["effort"].index(of[0])]
    raise AssertionError(kind)


# -- his five files ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FIVE)
def test_goldens(name: str) -> None:
    """His input file, with symbols for all constants, gives every printed result of the library system."""
    equations = derive(opened((FOLDER / f"{name}.txt").read_text())[0], numbers="none")
    goldens = library.facts_by_name(name).goldens
    assert goldens
    for golden in goldens:
        mine = replace_names(part(equations, golden.part, golden.of), HIS[name])
        assert is_identical(mine, parse(golden.expression)), golden


@pytest.mark.parametrize("name", FIVE)
def test_goldens_with_numbers(name: str) -> None:
    """By default each constant of his file that has a value stands in the printed results as this number."""
    model = opened((FOLDER / f"{name}.txt").read_text())[0]
    equations = derive(model)
    values = exact_values(model)
    for golden in library.facts_by_name(name).goldens:
        mine = part(equations, golden.part, golden.of)
        assert not {name for name, _ in names(mine)} & set(values), golden
        his = {node.name: Name(key) for key, node in HIS[name].items() if isinstance(node, Name)}
        letters = {key: values.get(node.name, node) for key, node in his.items()} | values
        assert is_identical(mine, replace_names(parse(golden.expression), letters)), golden


def test_table_4_1_is_printed_with_its_numbers() -> None:
    """Suk's Table 4.1 prints 9.81 m where the hand's equation has m g, and no a for his number two."""
    equations = derive(opened(GOOD)[0])
    rows = {c.coordinate: print_tree(c.left) for c in equations.coordinates}
    assert rows["x1"] == "c*x1' - c*x2' + k*x1"
    assert rows["x2"] == "m*x2'' + l*m*sin(x3)*x3'' - c*x1' + c*x2' + l*m*cos(x3)*x3'^2 + 9.81*m"
    assert is_identical(
        equations.coordinates[2].left, parse("m*l^2*x3'' + m*x2''*l*sin(x3) + 981/100*m*l*sin(x3)")
    )


@pytest.mark.parametrize("name", FIVE)
def test_round_trip(name: str) -> None:
    """A library system written as LagEq and read keeps what the format can carry, and is written as TOML and read without loss."""
    first = read(name)
    second, said = opened(lageq_text(plain_values(first), in_si, lossy=True))
    assert said == ()
    for one, other in zip(carried(first), carried(second), strict=True):
        assert one == other
    third, _ = build(read_toml(toml_text(plain_values(second)), "third.toml"))
    assert third == second
    assert opened(lageq_text(plain_values(third), in_si))[0] == third  # nothing more is lost


def carried(m: Model) -> Iterator[object]:
    """What the format can carry of a model."""
    yield [c.name for c in m.coordinates]
    yield {p.name: p.value for p in m.parameters}
    yield [e.name for e in m.efforts]
    for terms in (m.kinetic, m.potential, m.dissipation):
        yield Expression(Sum(tuple(term.expression.root for term in terms)))
    yield [(w.name, w.expression) for w in m.work]
    yield [(c.name, c.kind, c.expression) for c in m.constraints]


# -- the format ----------------------------------------------------------------------------------


def test_both_spellings_and_loose_writing() -> None:
    """Case, blanks, CRLF, a wrapped energy and `Virtual Work :=` change nothing."""
    loose = GOOD.replace("Virtual Work :", "  virtual WORK := ").replace("No. of Flow", "no of  flow")
    loose = loose.replace("x1,x2,x3\n", "x1 , x2,\n\n x3\n").replace("/a\nPot", "\n   /a\nPot")
    loose = loose.replace("c=0\n", "c = 0\n").replace("W2=-m", "W2 := - m").replace("sin(", "Sin(")
    assert opened(loose.replace("\n", "\r\n"))[0] == opened(GOOD)[0]


def test_flow_names_are_the_users() -> None:
    """A flow of any name is the velocity of the coordinate at its place."""
    mine = GOOD.replace("dotx1", "rope").replace("dotx2", "w").replace("dotx3", "min")
    assert opened(mine)[0] == opened(GOOD)[0]


def test_constants() -> None:
    """0 is a symbol without a value, 0.0 the number zero, and a number-constant an ordinary parameter."""
    made = opened(GOOD.replace("c=0\n", "c=0.0\n"))[0]
    values = {p.name: p.value for p in made.parameters}
    assert values["k"] is None
    assert values["c"] is not None
    assert values["c"].typed == 0
    assert values["a"] is not None
    assert values["a"].typed == 2


def test_power_and_whole_numbers() -> None:
    """power(x,n) is a power of any expressions, ln the logarithm, and 1.0/2.0 exactly one half."""
    text = GOOD.replace(":=k*x1*x1/a", ":=1.0/2.0*k*power(power(x1,2)+1,a)^2-ln(power(x1,2))")
    energy = opened(text)[0].potential[0].expression.root
    assert energy == parse("1/2*k*((x1^2+1)^a)^2-ln(x1^2)")


def test_caret_stays_under_the_mistake() -> None:
    """Behind rewritten flows and powers a flaw of the rules still points at its own characters."""
    text = GOOD.replace(
        "Displacement Constraint Equations :=0",
        "Displacement Constraint Equations :=1\nphi1=power(x1,2)*x2-power(dotx3,2)",
    )
    made, said = opened(text)
    flaw = next(f for f in check_flaws(made, said) if f.rule == "misplaced-name")
    assert (flaw.line, flaw.column, flaw.length) == (20, 27, 5)


def check_flaws(made: Model, said: tuple[Flaw, ...]) -> tuple[Flaw, ...]:
    """The flaws `check` finds beside those of the reader."""
    return (*said, *check(made).flaws)


def test_pi() -> None:
    """His pi=3.14 is kept under another name with a note, and all the digits of pi make it our own."""
    made, said = opened(POSITIONER)
    note = next(f for f in said if f.rule == "renamed")
    assert (note.severity, note.line, note.column) == ("note", 16, 1)
    assert next(p.value.typed for p in made.parameters if p.name == "pi1" and p.value) == 3.14
    own, said = opened(POSITIONER.replace("pi=3.14", "pi=3.141592653589793"))
    assert not any(p.name.startswith("pi") for p in own.parameters)
    assert not any(f.rule == "renamed" for f in said)


def test_notes_never_hide_the_rest() -> None:
    """A hundred renamed constants leave every section of the file read."""
    extra = "".join(f"lam_{i}=1\n" for i in range(100))
    made, said = opened(GOOD.replace(":=6\n", ":=106\n" + extra))
    assert sum(f.rule == "renamed" for f in said) == 100
    assert len(made.parameters) == 106
    assert made.kinetic == opened(GOOD)[0].kinetic


# -- unknown efforts -----------------------------------------------------------------------------


def assumed(text: str) -> tuple[list[str], str, str]:
    """The efforts found in a text, how sure the reader is, and what it said."""
    made, said = opened(text)
    flaw = next(f for f in said if f.rule == "assumed-effort")
    return [e.name for e in made.efforts], flaw.severity, f"{flaw.message} {flaw.hint}"


def test_effort_that_stands_alone() -> None:
    """Of tau and ktau in tau - ktau*dotq0 the one that is a whole term is taken, and the other is named."""
    found, severity, said = assumed(TANK)
    assert found == ["tau"]
    assert severity == "warning"
    assert "`ktau`" in said
    assert "No. of Unknown Efforts :=1  and  tau" in said


def test_only_candidate_is_a_note() -> None:
    """As many candidates as effort constraints are taken with a note only."""
    found, severity, _ = assumed(TANK.replace("ktau=0", "ktau=0.1"))
    assert (found, severity) == (["tau"], "note")


def test_virtual_work_comes_next() -> None:
    """Of two constants in an effort constraint the one that also does work is taken."""
    text = TANK.replace("gamma1=tau-ktau*dotq0", "gamma1=two*tau-ktau*dotq0").replace("W8=+0", "W8=+two*tau")
    assert assumed(text)[0] == ["tau"]
    text = text.replace("W8=+two*tau", "W8=+two*ktau")
    assert assumed(text)[0] == ["ktau"]


def test_nothing_is_picked_among_equals() -> None:
    """In the positioner only P2 can be told from the other constants, and all of them are named."""
    found, severity, said = assumed(POSITIONER)
    assert found == ["P2"]
    assert severity == "warning"
    assert all(f"`{name}`" in said for name in ("P1", "Patm", "A0"))
    assert "`ks`" not in said  # it stands in an energy


def test_efforts_told() -> None:
    """The closing section says which efforts are unknown, and nothing is assumed."""
    made, said = opened(POSITIONER + "No. of Unknown Efforts :=2\nP1,P2\n")
    assert [e.name for e in made.efforts] == ["P1", "P2"]
    assert not any(f.rule == "assumed-effort" for f in said)
    flaw = refused(POSITIONER + "No. of Unknown Efforts :=1\nCd1\n")[0]
    assert (flaw.rule, flaw.line, flaw.column) == ("effort", 60, 1)


# -- mistakes ------------------------------------------------------------------------------------

MISTAKES = {
    "count of constants": (":=6", ":=7", "count", 1, 29, "says 7, but 6 constants follow"),
    "count of coordinates": (":=3\nx1", ":=4\nx1", "count", 8, 35, "says 4, but 3 coordinates follow"),
    "no count": (":=6", ":=", "count", 1, 1, "must say how many"),
    "count is not a number": (":=6", ":=six", "count", 1, 29, "must say how many"),
    "count of constraints": ("Flow Constraint Equations :=0", "Flow Constraint Equations :=1", "count", 20, 36, "says 1, but 0"),
    "too few flows": (":=3\ndotx1,dotx2,dotx3", ":=2\ndotx1,dotx2", "count", 10, 1, "3 coordinates, but 2 flows"),
    "keyword misspelt": ("Potential Energy", "Potental Energy", "lageq", 13, 1, "not a keyword"),
    "keyword unknown": ("Virtual Work :\n", "Heat of It :=3\nVirtual Work :\n", "lageq", 15, 1, "not a keyword"),
    "section missing": ("Potential Energy :=k*x1*x1/a\n", "", "missing-section", 12, 20, "`Potential Energy` is missing"),
    "section twice": ("Virtual Work :\n", "Potential Energy :=0\nVirtual Work :\n", "lageq", 15, 1, "stands twice"),
    "energy empty": (":=k*x1*x1/a", ":=", "lageq", 13, 1, "is empty"),
    "sign missing": ("W2=-m*g\n", "W2=m*g\n", "sign", 17, 4, "has no sign"),
    "zero without sign": ("W1=+0", "W1=0", "sign", 16, 4, "has no sign"),
    "work of nothing": ("W3=", "W4=", "work", 18, 1, "of no coordinate"),
    "work twice": ("W3=", "W2=", "work", 18, 1, "stands twice"),
    "work missing": ("W3=-m*g*l*sin(x3)\n", "", "count", 15, 1, "3 coordinates, but 2 works"),
    "constant without =": ("k=0\n", "k 0\n", "lageq", 3, 1, "has no `=`"),
    "constant without value": ("k=0\n", "k=\n", "value", 3, 1, "has no value"),
    "not a name": ("k=0\n", "2k=0\n", "name", 3, 1, "is not a name"),
    "declared twice": ("k=0\n", "x2=0\n", "shadowed", 9, 4, "a constant and again as a coordinate"),
    "flow is a constant": ("dotx1,dotx2,dotx3\n", "dotx1,m,dotx3\n", "shadowed", 11, 7, "again as a flow"),
    "time declared": ("k=0\n", "t=0\n", "reserved", 3, 1, "is the time"),
    "unknown name": (":=k*x1*x1/a", ":=q*x1*x1/a", "unknown-name", 13, 20, "`q` is not declared"),
    "unknown name behind flows": ("/a\nVirtual", "/b\nVirtual", "unknown-name", 14, 54, "`b` is not declared"),
    "unknown function": ("sin(x3))", "sine(x3))", "unknown-function", 12, 67, "no function `sine`"),
    "bracket open": ("(dotx1-dotx2)/a", "(dotx1-dotx2/a", "syntax", 14, 40, "never closed"),
    "two operands": ("k*x1*x1/a", "k*x1 x1/a", "syntax", 13, 25, ""),
    "foreign sign": ("k*x1*x1/a", "k×x1*x1/a", "syntax", 13, 21, "not understood"),
    "power of one": ("k*x1*x1/a", "k*power(x1)/a", "arguments", 13, 22, "`power` takes 2 arguments"),
    "trailing comma": ("x1,x2,x3\n", "x1,x2,x3,\n", "lageq", 9, 9, "ends with a comma"),
    "name missing": ("x1,x2,x3\n", "x1,,x2,x3\n", "lageq", 9, 4, "a name is missing"),
    "title": ("No. of Constant", "My model\nNo. of Constant", "lageq", 1, 1, "begins with a keyword line"),
    "NUL": ("k*x1*x1/a", "k*x1\0*x1/a", "control-character", 13, 24, "U+0000"),
}  # fmt: skip


@pytest.mark.parametrize("case", MISTAKES)
def test_mistakes_are_located(case: str) -> None:
    """A mistake gives a letter with its rule, line and column, and what to type."""
    old, new, rule, line, column, words = MISTAKES[case]
    assert GOOD.count(old) >= 1
    flaws = refused(GOOD.replace(old, new, 1))
    found = [f for f in flaws if (f.rule, f.line, f.column) == (rule, line, column) and words in f.message]
    assert found, "\n".join(map(str, flaws))
    assert found[0].severity == "error"
    assert found[0].hint


def test_mistakes_come_together() -> None:
    """Three mistakes in three sections are told in one answer."""
    text = GOOD.replace(":=6", ":=5").replace("W1=+0", "W1=0").replace(":=k*x1", ":=kk*x1")
    assert {f.rule for f in refused(text)} == {"count", "sign", "unknown-name"}


def test_order() -> None:
    """A section out of its place is refused at its keyword line."""
    energy = "Potential Energy :=k*x1*x1/a\n"
    flaw = refused(GOOD.replace(energy, "") + energy)[0]
    assert (flaw.rule, flaw.line) == ("order", 21)


def test_words_of_suk() -> None:
    """A constant that his program would refuse is read here, with a warning."""
    made, said = opened(GOOD.replace("k=0", "PE=0").replace(":=k*x1", ":=PE*x1"))
    assert "PE" in [p.name for p in made.parameters]
    assert [(f.rule, f.severity, f.line) for f in said] == [("reserved", "warning", 3)]


# -- hostile text --------------------------------------------------------------------------------


def energy(text: str) -> str:
    """The good file with another kinetic energy."""
    start = GOOD.index("Coenergy :=") + len("Coenergy :=")
    return GOOD[:start] + text + GOOD[GOOD.index("\n", start) :]


MIB = 1 << 20


def hostile(part: int) -> dict[str, str]:
    """Hostile texts: of the size of the largest file, or with as many parts as fit into a part of it."""
    return {
        "one line": "x" * MIB,
        "too large": "x" * (MIB + 1),
        "digits": "No. of Constant Variables :=" + "9" * (MIB - 100),
        "open brackets": energy("(" * (10**5 // part)),
        "brackets": energy("(" * (99_000 // part) + "x1" + ")" * (99_000 // part)),
        "powers": energy("power(" * (60_000 // part)),
        "powers closed": energy("power(" * (20_000 // part) + "x1" + ",2)" * (20_000 // part)),
        "commas": energy("power(" + "," * (150_000 // part) + ")"),
        "unknown names": energy("+".join(f"u{i}" for i in range(90_000 // part))),
        "absurd count": GOOD.replace(":=6", ":=999999999"),
        "longer count": GOOD.replace(":=6", ":=" + "9" * 10_000),
        "NUL": GOOD.replace("x3", "x\0"),
        "lines": "a\n" * (MIB // 2),
        "constants": GOOD.replace(
            ":=6\n", f":={80_000 // part + 6}\n" + "".join(f"a{i}=0\n" for i in range(80_000 // part))
        ),
        "constraints": GOOD.replace(
            "Effort Constraint Equations :=0",
            "Effort Constraint Equations :=40000\n" + "\n".join(f"y{i}=c-{i}*m" for i in range(40_000)),
        ),
        "keywords": "Virtul Work :\n" * (70_000 // part),
        "empty names": GOOD.replace("x1,x2,x3", "," * 900_000),
        "blanks": " " * MIB,
        "colons": ":" * MIB,
        "surrogate": GOOD.replace("k=0", "\ud800=0"),
        "empty": "",
    }


@pytest.mark.parametrize("part", [4, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("case", hostile(10**6))
def test_hostile_text_is_answered(case: str, part: int, counted: Callable[[], Any]) -> None:
    """A hostile file is refused with little work, and with a place except where it is too large to be read."""
    text = hostile(part)[case]
    with counted() as work:
        flaws = refused(text)
        words = str(flaws[0])
    assert work.calls < 15 * MIB  # calls of functions: some for each letter of the largest file
    assert len(flaws) <= 50
    assert len(words) < 1000
    assert case == "too large" or flaws[0].line is not None


def test_honest_long_sum() -> None:
    """A sum of ten thousand terms is read."""
    made, _ = opened(energy("+".join(["m*dotx1*dotx1"] * 10_000)))
    assert made.kinetic[0].name == "kinetic"
