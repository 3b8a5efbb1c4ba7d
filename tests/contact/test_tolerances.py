"""Tolerances of contact and switching: few, named once, each far from what it decides."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from closed_forms import PROBLEMS

from dalembert._compile.compiled_models import forget
from dalembert._contact import tolerances
from dalembert._simulate import hybrid_method

NAMES = [name for name in vars(tolerances) if name.isupper()]
HERE = Path(__file__).parent
ROOM = Path(tolerances.__file__).parent
SOURCES = [*sorted(ROOM.glob("*.py")), *sorted((ROOM.parent / "_simulate").glob("hybrid_*.py"))]
TINIEST = 1e-290  # what is below only keeps from a division by zero


def test_there_are_at_most_thirty_each_with_a_reason() -> None:
    """Every tolerance has a line of its own that ends with its reason, and there are no more than thirty."""
    lines = Path(tolerances.__file__).read_text(encoding="utf-8").splitlines()
    for name in NAMES:
        (line,) = [line for line in lines if line.startswith(f"{name} = ")]
        assert len(line.partition("  # ")[2]) > 20, line
    assert len(NAMES) <= 30


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_tolerance_is_outside_of_the_table(path: Path) -> None:
    """In the room of contact no number below 1e-6 stands in the code, but those of the table."""
    if path.name == "tolerances.py":
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            small = TINIEST < abs(node.value) < 1e-6
            allowed = ("EPSILON", "NO_HEADWAY")
            line = path.read_text(encoding="utf-8").splitlines()[node.lineno - 1]
            assert not small or any(name in line for name in allowed), f"{path.name}:{node.lineno}"


@pytest.mark.parametrize("name", PROBLEMS)
def test_closed_forms_are_met(name: str) -> None:
    """With the tolerances as they are every problem keeps its bound."""
    assert PROBLEMS[name]() <= 1.0


@cache
def deciding() -> dict[str, frozenset[str]]:
    """The tolerances that are read while each problem is solved: no other can change its solution.

    The loop in C has the same table, but reads it unheard: the laws are followed in Python.
    """
    read: set[str] = set()

    class Heard(ModuleType):
        def __getattribute__(self, name: str) -> Any:
            read.update(NAMES if name == "__dict__" else (name,))  # C is given the whole table
            return object.__getattribute__(self, name)

    found = {}
    in_c, hybrid_method.fits_loop = hybrid_method.fits_loop, lambda _: False
    tolerances.__class__ = Heard
    try:
        for problem, solve in PROBLEMS.items():
            read.clear()
            solve()
            found[problem] = frozenset(read)
    finally:
        tolerances.__class__ = ModuleType
        hybrid_method.fits_loop = in_c
    return found


def test_every_tolerance_is_read_by_a_closed_form() -> None:
    """No tolerance is in the table that none of the problems asks for."""
    assert set(NAMES) <= set().union(*deciding().values())


@pytest.mark.parametrize("factor", [0.5, 2.0])
@pytest.mark.parametrize("name", NAMES)
def test_halving_or_doubling_a_tolerance_keeps_the_bounds(
    name: str, factor: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No tolerance is so near to what it decides that a factor of two would matter."""
    monkeypatch.setattr(tolerances, name, factor * vars(tolerances)[name])
    forget()  # what C was given of the table
    ratios = {problem: PROBLEMS[problem]() for problem, read in deciding().items() if name in read}
    assert max(ratios.values(), default=0.0) <= 1.0, ratios


@pytest.mark.soak
@pytest.mark.parametrize("factor", [0.5, 2.0])
@pytest.mark.parametrize("name", NAMES)
def test_the_laws_of_contact_hold_with_half_or_twice_a_tolerance(name: str, factor: float) -> None:
    """All tests of contacts, friction and switches pass with any tolerance halved or doubled."""
    laws = [str(HERE / f"test_{one}.py") for one in ("contact", "friction", "switches")]
    code = (
        "import sys, pytest\nfrom dalembert._contact import tolerances\n"
        f"tolerances.{name} *= {factor}\nsys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', *sys.argv[1:]]))"
    )
    done = subprocess.run([sys.executable, "-c", code, *laws], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
