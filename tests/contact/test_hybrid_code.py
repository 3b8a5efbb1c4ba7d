"""All modes of a system are known beforehand: C then follows a whole run and never asks; the rest is refused."""

from __future__ import annotations

from typing import Any

import pytest

import dalembert
from dalembert._compile.compiler import find_compiler
from dalembert._contact.hybrid_code import MODES, HybridCode, every_mode, hybrid_code
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.mode_table import ModeTable
from dalembert._contact.modes import FREE
from dalembert._simulate.mode_loop import Answer, HybridLoop
from dalembert._simulate.prepare import prepare_run
from dalembert._words.message import Message

SYSTEMS = {
    "bouncing_ball": 2,
    "mass_and_wall": 2,
    "stick_slip": 3,
    "block_on_slope": 3,
    "sliding_disc": 3,
    "rocking_block": 9,
    "newtons_cradle:4": 8,
    "dry_friction_oscillator": 2,
}


def code_of(source: Any) -> HybridCode | Message:
    """The record of a model."""
    system = prepare_run(dalembert.read(source) if isinstance(source, str) else source).hybrid
    assert system is not None
    return hybrid_code(system)


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_mode_is_enumerated_once(name: str) -> None:
    """Open, sticking or slipping for each rough contact, open or closed for each smooth one, slid on or not."""
    own = code_of(name)
    assert isinstance(own, HybridCode)
    assert len({(one.mode, one.soft) for one in own.modes}) == len(own.modes) == SYSTEMS[name]
    assert own.modes[0].mode == FREE
    for one in own.modes:
        assert ("correction" in one.code.tapes) == one.constrained
        assert len(one.kind) == len(one.place)
    assert own.friction_margins + 2 * own.slips == own.parameters + len(own.values)


@pytest.mark.skipif(find_compiler() is None, reason="no C compiler here")
@pytest.mark.parametrize("name", SYSTEMS)
def test_a_run_whose_modes_are_known_never_asks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With all modes met before the run, C answers with its end only, in every run that the claim is made of."""
    answers: list[Answer] = []
    stretch, made = HybridLoop.stretch, ModeTable.__init__

    def meet_all(table: ModeTable, system: HybridSystem, *given: Any) -> None:
        made(table, system, *given)
        own = hybrid_code(system)
        assert isinstance(own, HybridCode)
        for one in own.modes:
            table.meet(one.mode, soft=one.soft)

    def told(loop: HybridLoop, *given: Any, **more: Any) -> Any:
        found = stretch(loop, *given, **more)
        answers.append(found.answer)
        return found

    monkeypatch.setattr(ModeTable, "__init__", meet_all)
    monkeypatch.setattr(HybridLoop, "stretch", told)
    dalembert.simulate(dalembert.read(name))
    assert set(answers) == {Answer.ended}


FALL: dict[str, Any] = {
    "coordinates": {"y": {"start": 1, "speed": 0}},
    "energy": {"kinetic": "1/2*y'^2", "potential": "9.81*y"},
    "simulate": {"t_end": 1},
}


def test_a_corner_whose_conditions_depend_on_one_another_is_soft() -> None:
    """Two contacts with the same gap are one condition written twice: their common mode is told as such."""
    model = dalembert.model(
        **FALL, contacts={"a": {"gap": "y", "restitution": 0}, "b": {"gap": "2*y", "restitution": 0}}
    )
    own = code_of(model)
    assert isinstance(own, HybridCode)
    assert [one.soft for one in own.modes] == [False, False, False, True]


SPRING = {"gap": "y", "law": "spring", "stiffness": 1e4}


def test_a_contact_that_only_gives_way_is_a_switch() -> None:
    """A compliant contact without friction is in no mode; its force switches."""
    own = code_of(dalembert.model(**FALL, contacts={"floor": SPRING}))
    assert isinstance(own, HybridCode)
    assert (own.contacts, own.yielding, own.switches) == (0, 1, 1)
    assert not any(one.mode.active for one in own.modes)


def test_a_contact_that_gives_way_beside_a_rigid_one_is_a_switch() -> None:
    """The rigid contact opens and closes; the other one never does, and its force switches."""
    own = code_of(
        dalembert.model(**FALL, contacts={"floor": SPRING, "stop": {"gap": "2 - y", "restitution": 0}})
    )
    assert isinstance(own, HybridCode)
    assert (own.contacts, own.yielding, own.switches) == (2, 0, 1)
    assert {one.active for one in own.modes} == {(0, 0), (0, 1)}


def test_contacts_and_switches_have_all_modes_together() -> None:
    """A contact that is open or closed beside dry friction that slides or sticks: four modes."""
    sections = {"work": {"y": "-sign(y')"}, "contacts": {"floor": {"gap": "y", "restitution": 0}}}
    own = code_of(dalembert.model(**FALL, **sections))
    assert isinstance(own, HybridCode)
    assert {(one.active, one.surface) for one in own.modes} == {((i,), (k,)) for i in (0, 1) for k in (0, 1)}


def test_what_counts_is_one_mode() -> None:
    """A whole number and the cell of a table are values of a mode: no surface of theirs is slid on."""
    lift = {"x": [-1, 0, 2], "value": [0, 1, 0], "beyond": "hold"}
    own = code_of(dalembert.model(**FALL, work={"y": "floor(3*y) + lift(y)"}, tables={"lift": lift}))
    assert isinstance(own, HybridCode)
    assert (len(own.modes), own.counted, own.knots) == (1, (1, 3), (-1.0, 0.0, 2.0))


@pytest.mark.parametrize(
    ("sections", "key"),
    [
        ({"contacts": {"floor": {**SPRING, "slip": "y'", "friction": 0.1}}}, "modes_compliant"),
        (
            {
                "work": {"y": "-sign(y')"},
                "contacts": {"floor": {"gap": "y", "slip": "y'", "friction": 0.1, "restitution": 0}},
            },
            "modes_friction_twice",
        ),
        ({"contacts": {f"c{k}": {"gap": f"y + {k}", "restitution": 0} for k in range(7)}}, "modes_many"),
    ],
)
def test_what_is_beyond_is_refused_by_name(sections: dict[str, Any], key: str) -> None:
    """A system that C cannot follow, or with more modes than are written out, is told with its reason."""
    found = code_of(dalembert.model(**FALL, **sections))
    assert isinstance(found, Message)
    assert found.key == key
    if key == "modes_many":
        assert (found["count"], found["most"]) == (128, MODES)


def test_free_motion_comes_first() -> None:
    """The first of all modes is free motion, whatever the number of contacts."""
    system = prepare_run(dalembert.read("rocking_block")).hybrid
    assert system is not None
    assert next(every_mode(system)) == FREE
