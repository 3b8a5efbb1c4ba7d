"""Modes of contacts and switches: frozen states that are passed and returned, each mode compiled once."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import dalembert
from dalembert._compile.compiled_models import forget
from dalembert._contact import modes
from dalembert._contact.filippov import state_by_signs
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._lower import closed_system, field
from dalembert._simulate.prepare import prepare_run

ROOM = Path(modes.__file__).parent
WRITERS = {"__init__", "__post_init__"}
OWN = {
    "_Change",
    "SwitchingFunctions",
    "_GeneralSwitchingFunctions",
}  # objects of one call, which nobody else sees


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """How often models are lowered and fields factorised, nothing remembered from before."""
    counts: Counter[str] = Counter()
    lower, factorise = closed_system.lower, field.factorise

    def count_lower(*arguments, **options):
        counts["lowerings"] += 1
        return lower(*arguments, **options)

    def count_fields(*arguments, **options):
        counts["fields"] += 1
        return factorise(*arguments, **options)

    forget()
    with monkeypatch.context() as patch:
        patch.setattr(closed_system, "lower", count_lower)
        patch.setattr(field, "factorise", count_fields)
        yield counts
    forget()


def entered(motion: dalembert.Motion) -> set[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The modes of contacts that a motion was in, free motion too."""
    return {((), ()), *((touch.contacts, touch.sticking) for touch in motion.touches)}


@pytest.mark.parametrize("name", ["mass_and_wall", "bouncing_ball", "block_on_slope"])
def test_a_model_is_lowered_once_and_each_mode_factorised_once(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run with rigid contacts lowers one System, and factorises one field for each mode that it enters."""
    with counted(monkeypatch) as counts:
        motion = dalembert.simulate(name)
        assert counts["lowerings"] == 1
        assert counts["fields"] <= len(entered(motion))
        dalembert.simulate(name)
        assert counts["lowerings"] == 1


def test_a_state_of_modes_cannot_be_written_into() -> None:
    """Neither the record nor its arrays can be changed."""
    state = modes.ModeState(sides=np.ones(2), directions=np.zeros(1), margins=np.zeros(3))
    for values in (state.sides, state.directions, state.margins):
        with pytest.raises(ValueError, match="read-only"):
            values[0] = 2.0
    with pytest.raises(AttributeError):
        state.mode = modes.FREE  # type: ignore[misc]


@pytest.mark.parametrize("path", sorted(ROOM.glob("*.py")), ids=lambda path: path.name)
def test_nothing_of_the_room_is_written_to_after_it_was_made(path: Path) -> None:
    """No method of a class that lives longer than a call sets an attribute of itself or of another object."""
    for cls in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(cls, ast.ClassDef) or cls.name in OWN:
            continue
        for method in cls.body:
            if not isinstance(method, ast.FunctionDef) or method.name in WRITERS:
                continue
            for node in ast.walk(method):
                for target in node.targets if isinstance(node, ast.Assign) else ():
                    assert not isinstance(target, ast.Attribute), f"{path.name}:{node.lineno}"


def test_two_runs_of_one_system_do_not_disturb_one_another() -> None:
    """A run that is repeated, with another one of the same hybrid system in between, gives the same bits."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 2}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*8*x^2"},
        work={"x": "-0.9*sign(x')"},
        simulate={"t_end": 4, "samples": 40},
    )
    ready = prepare_run(model)
    assert isinstance(ready.hybrid, HybridSystem)
    first = ready.method.method(ready.problem, lambda _: None)
    other = ready.problem.start * np.where(np.arange(len(ready.problem.start)) == 1, -1.0, 1.0)
    ready.method.method(replace(ready.problem, start=other), lambda _: None)
    again = ready.method.method(ready.problem, lambda _: None)
    np.testing.assert_array_equal(first.rows, again.rows)
    system, y = ready.hybrid, ready.problem.start
    start = state_by_signs(system, system.start, 0.0, y)
    np.testing.assert_array_equal(start.sides, state_by_signs(system, start, 0.0, y).sides)
