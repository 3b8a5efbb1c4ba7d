"""Underdetermined and contradictory models get an error message in their own names with a hint."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dalembert
from dalembert import ModelError

SEEDS = range(6)


def spring(**more: Any) -> dalembert.Model:
    """A mass on a spring, and what is added to it."""
    sections: dict[str, Any] = {
        "parameters": {"m": 1.0, "k": 4.0},
        "coordinates": {"x": {"start": 0.5, "speed": 0.0}},
        "energy": {"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
    }
    return dalembert.model(**(sections | more))


def letter(model: dalembert.Model, **options: Any) -> Any:
    """The first flaw of a run that is refused."""
    with pytest.raises(ModelError) as raised:
        dalembert.simulate(model, **({"t_end": 1.0} | options))
    return raised.value.flaws[0]


# -- efforts -------------------------------------------------------------------------------------------


def test_an_effort_without_work_is_refused_unless_it_is_looked_at() -> None:
    """An effort that acts on nothing is a slip, with the cure; one that an output shows is computed."""
    idle = spring(efforts={"e": {}}, constraints={"effort": {"law": "e - 2*x"}})
    found = letter(idle)
    assert "the effort `e` does no work" in found.message
    assert "[work]" in found.hint
    seen = spring(efforts={"e": {}}, constraints={"effort": {"law": "e - 2*x"}}, outputs={"pull": "e"})
    assert [f.severity for f in dalembert.check(seen).flaws if f.rule == "effort"] == ["note"]
    motion = dalembert.simulate(seen, t_end=1.0)
    assert motion.outputs[:, 0] == pytest.approx(2 * motion.q[:, 0], abs=1e-9)


@pytest.mark.parametrize("length", [1, 2, 3])
def test_an_effort_works_through_others(length: int) -> None:
    """An effort that enters the motion through a chain of effort constraints is not said to do no work."""
    names = [f"F{i}" for i in range(length + 1)]
    laws = {f"law{i}": f"{a} - 2*{b} - x" for i, (a, b) in enumerate(pairwise(names))}
    laws["last"] = f"{names[-1]} - 0.1*x^3"
    model = spring(efforts={name: {} for name in names}, work={"x": "-F0"}, constraints={"effort": laws})
    assert not dalembert.check(model).flaws


def test_an_effort_in_no_constraint_is_told() -> None:
    """Efforts without constraints of their own are named, with an example of what to write."""
    model = spring(
        efforts={"e": {}, "f": {}}, work={"x": "e + f"}, constraints={"effort": {"law": "e - 2*x"}}
    )
    found = letter(model)
    assert "`f`" in found.message
    assert "[constraints.effort]" in found.hint


@pytest.mark.parametrize("seed", SEEDS)
def test_a_squared_effort_constraint_is_refused(seed: int) -> None:
    """(e − a x − b)² determines no e: its derivative is zero where it holds; without the square it runs."""
    random = np.random.default_rng(seed)
    a, b = random.uniform(0.5, 3, size=2)
    law = f"e + {a:.3f}*x + {b:.3f}"

    def model(text: str) -> dalembert.Model:
        return spring(
            efforts={"e": {"guess": float(random.uniform(-3, 3))}},
            work={"x": "e"},
            constraints={"effort": {"law": text}},
        )

    found = letter(model(f"({law})^2"))
    assert "`law`" in found.message
    assert "`e`" in found.message
    assert found.hint
    assert dalembert.simulate(model(law), t_end=0.1).status == "ok"


@pytest.mark.parametrize(
    "law", ["e + 5*e^3 + x", "e*(1 + x^2) + x", "sinh(e) + x", "e + 1e3*e^2 + 1e-5*x", "exp(e) - 1 + x"]
)
def test_laws_that_are_not_linear_are_no_squares(law: str) -> None:
    """An effort constraint that crosses zero with a slope runs, however it is bent."""
    model = spring(efforts={"e": {}}, work={"x": "e"}, constraints={"effort": {"law": law}})
    assert dalembert.simulate(model, t_end=0.2).status == "ok"


@pytest.mark.parametrize(
    ("laws", "dof"),
    [
        ({"a": "F - 2*x", "b": "E - y"}, 2),
        ({"a": "x - 0.5*cos(t)", "b": "E - y"}, 1),
        ({"a": "x' - 2*y", "b": "E - y"}, 1),
        ({"a": "x - 0.5*cos(t)", "b": "y - x^2"}, 0),
        ({"a": "F + E - 2*x", "b": "F + E - 3*y'"}, 1),
    ],
)
def test_effort_constraints_that_prescribe_a_motion_count(laws: dict[str, str], dof: int) -> None:
    """Degrees of freedom are the coordinates less the motions that constraints of any kind prescribe."""
    model = dalembert.model(
        coordinates={"x": {"guess": 0.5}, "y": {"guess": 0.5}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)"},
        efforts={"F": {}, "E": {}},
        work={"x": "F", "y": "E"},
        constraints={"effort": laws},
    )
    structure = dalembert.check(model).structure
    assert structure is not None
    assert structure.dof == dof


@pytest.mark.parametrize("seed", SEEDS)
def test_degrees_of_freedom_are_the_rank_that_is_left(seed: int) -> None:
    """With random linear constraints of all kinds the degrees of freedom are n − rank [A; B; N C]."""
    random = np.random.default_rng(seed)
    n, e = 5, 3
    A, B, C = (random.integers(-3, 4, size=(rows, n)) for rows in (1, 1, e))
    D = np.zeros((e, e), dtype=int)
    held = int(random.integers(0, e + 1))  # laws that determine an effort; the others prescribe a motion
    D[:held, :held] = np.eye(held, dtype=int)
    names = [f"x{i}" for i in range(n)]

    def row(numbers: Any, own: list[str]) -> str:
        return " + ".join(f"{c}*{name}" for c, name in zip(numbers, own, strict=True)) or "0"

    efforts = [f"F{i}" for i in range(e)]
    model = dalembert.model(
        coordinates={name: {"guess": 0.0} for name in names},
        energy={"kinetic": " + ".join(f"1/2*{name}'^2" for name in names)},
        efforts={name: {} for name in efforts},
        work=dict(zip(names, efforts, strict=False)),
        constraints={
            "displacement": {"phi": row(A[0], names)},
            "flow": {"psi": row(B[0], [f"{name}'" for name in names])},
            "effort": {f"law{i}": f"{row(D[i], efforts)} + {row(C[i], names)}" for i in range(e)},
        },
    )
    structure = dalembert.check(model).structure
    assert structure is not None
    assert structure.dof == n - np.linalg.matrix_rank(np.vstack([A, B, C[held:]]))


# -- displacement constraints -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_a_constraint_without_a_gradient_is_refused(seed: int) -> None:
    """A sum of squares that is zero at the start holds nothing there: it is named, not run."""
    random = np.random.default_rng(seed)
    x, y = random.uniform(-2, 2, size=2).round(3) * (seed % 2)
    model = dalembert.model(
        coordinates={"x": {"start": x, "speed": 0.0}, "y": {"start": y, "speed": 0.0}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)"},
        constraints={"displacement": {"ring": f"(x - ({x}))^2 + (y - ({y}))^2"}},
    )
    found = letter(model)
    assert "at the start" in found.message
    assert "`ring`" in found.message
    assert "start at another position" in found.hint


# -- times -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "key"),
    [
        ({"t_end": 1.0, "dt": 1e-18, "method": "newmark"}, "dt"),
        ({"t_end": 1e9, "dt": 1e-3, "method": "newmark"}, "dt"),
        ({"t_end": 1e300}, "t_end"),
        ({"t_end": 1e-300}, "t_end"),
        ({"t_start": 1e16, "t_end": 1e16 + 100}, "t_start"),
        ({"t_start": -1e300, "t_end": 1.0}, "t_start"),
        ({"t_start": 1e9, "t_end": 1e9 + 1.0, "samples": 10_000_000}, "t_start"),
        ({"t_start": 1e9, "t_end": 1e9 + 1.0, "dt": 1e-7, "method": "newmark"}, "dt"),
    ],
)
def test_times_that_cannot_be_run_are_named(settings: dict[str, Any], key: str) -> None:
    """A run whose rows or steps double precision cannot hold is refused at once, by the setting's name."""
    model = spring(simulate=settings)
    found = letter(model, t_end=None)
    assert found.message.startswith(f"{key} = ")
    assert found.hint
    assert any(flaw.message.startswith(f"{key} = ") for flaw in dalembert.check(model).flaws)


@pytest.mark.parametrize("settings", [{"t_end": 1e-60}, {"t_start": 1e5, "t_end": 1e5 + 0.1}, {"t_end": 1e3}])
def test_times_that_can_be_run_are_not_refused(settings: dict[str, float]) -> None:
    """Short runs, late runs and long runs within double precision are not stopped by their times."""
    flaws = dalembert.check(spring(simulate=settings)).flaws
    assert not [flaw for flaw in flaws if flaw.rule == "simulate"]


# -- tables --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", ["t,F,F", "t,t,F"])
def test_a_table_with_two_columns_of_one_name_is_refused(names: str, tmp_path: Path) -> None:
    """Which of two columns of one name is meant cannot be known."""
    (tmp_path / "f.csv").write_text(f"{names}\n0,1,5\n1,2,6\n", encoding="utf-8")
    text = """
    format = 1
    coordinates.x = { start = 0, speed = 0 }
    energy.kinetic = "1/2*x'^2"
    work.x = "F"
    inputs.F = { table = "f.csv", time = "t", column = "F" }
    """
    (tmp_path / "m.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ModelError, match="has 2 columns"):
        dalembert.simulate(tmp_path / "m.toml", t_end=1.0)


def test_a_negative_inertia_is_told_by_name() -> None:
    """A run of it closes its balance; the sign of a mass, or of a term of T, is still wrong."""
    wrong = dalembert.model(
        parameters={"m": -1.0, "k": 4.0, "w": 3.0},
        coordinates={"x": {"start": 0.5}, "y": {"start": 0.1, "speed": 2}},
        energy={"kinetic": "1/2*m*x'^2 + y'^2 + w*y*x'", "potential": "1/2*k*x^2"},
    )
    verdict = dalembert.check(wrong)
    (flaw,) = (one for one in verdict.flaws if one.rule == "negative-inertia")
    assert (flaw.severity, verdict.ok) == ("warning", True)
    assert flaw.message.count("`") == 2
    assert "`x` (-1)" in flaw.message
    sound = dalembert.check(dalembert.vary(wrong, parameters={"m": 1.0}))
    assert not [one for one in sound.flaws if one.rule == "negative-inertia"]
