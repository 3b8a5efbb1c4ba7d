"""Systems with impacts, friction and switches against what is known of them in closed form."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import dalembert
from dalembert import library
from dalembert.library.facts import Number

SYSTEMS = (
    "bouncing_ball",
    "block_on_slope",
    "sliding_disc",
    "stick_slip",
    "dry_friction_oscillator",
    "newtons_cradle",
    "newtons_cradle:2",
    "newtons_cradle:9",
    "rocking_block",
    "pad_on_spring_mat",
)
RTOL = 1e-10
NUMBERS = [
    pytest.param(name, number, id=f"{name} {number.what}")
    for name in SYSTEMS
    for number in library.facts_by_name(name).numbers
]


@cache
def motion_of(
    name: str, case: str = "", t_end: float | None = None, samples: int | None = None
) -> dalembert.Motion:
    """A library system or one of its cases, run as it asks for, but more exactly."""
    model = dalembert.vary(dalembert.read(name), case) if case else name
    return dalembert.simulate(model, t_end=t_end, samples=samples, rtol=RTOL)


def found(name: str, number: Number) -> tuple[float, float]:
    """The number as the motion has it, and the size of what it is a value of."""
    what, case = number.what, ""
    if what.startswith("case."):
        _, case, what = what.split(".", 2)
    motion = motion_of(name, case)
    match what.split("."):
        case ["energy", "start"]:
            value = motion.ledger.energy[0]
        case ["ledger", part]:
            value = {"friction": motion.ledger.friction, "impacts": motion.ledger.impacts}.get(
                part, motion.ledger.dissipated
            )[-1]
        case ["impact", k, "t" | "lost" as part]:
            impact = motion.impacts[int(k)]
            value = impact.t if part == "t" else impact.energy_lost
        case ["impact", k, "before" | "after" as part, coordinate]:
            impact = motion.impacts[int(k)]
            row = [c.name for c in motion.model.coordinates].index(coordinate)
            value = (impact.before if part == "before" else impact.after)[row]
        case ["touch", k, "t"]:
            value = motion.touches[int(k)].t
        case ["event", event, k, column]:
            at = [e.t for e in motion.events if e.name == event][int(k)]
            value = at if column == "t" else motion_of(name, case, at)[column][-1]
        case ["maximum", column]:
            value = motion_of(name, case, 0.5, 20_000)[column].max()
        case ["at", *time, column]:
            row = int(np.argmin(np.abs(motion.t - float(".".join(time)))))
            return motion[column][row], np.abs(motion[column]).max()
        case _:
            raise AssertionError(what)
    return value, abs(number.value)


@pytest.mark.parametrize(("name", "number"), NUMBERS)
def test_what_is_known_comes_out(name: str, number: Number) -> None:
    """Times, speeds, losses and forces are those of the closed form, to the accuracy that is stated."""
    value, size = found(name, number)
    assert value == pytest.approx(number.value, abs=number.rtol * max(size, abs(number.value)))


CASES = [(name, case) for name in SYSTEMS for case in ("", *(c.name for c in dalembert.read(name).cases))]


@pytest.mark.parametrize(("name", "case"), CASES)
def test_the_books_are_kept(name: str, case: str) -> None:
    """Every run ends well, closes its ledger, keeps its gaps open and takes energy, never gives it."""
    motion = motion_of(name, case)
    if name == "rocking_block":  # 3e-15 of a small angle at its last impacts moves their times by 1e-11 s
        assert motion.accuracy.achieved <= 4e-10
    else:
        assert motion.status == "ok", motion.message
    assert motion.ledger.error <= 1e-9
    for taken in (motion.ledger.friction, motion.ledger.impacts, motion.ledger.dissipated):
        assert np.diff(taken).min() >= -1e-9 * np.abs(motion.ledger.energy).max()
    assert motion.contact.size == 0 or motion.contact.min() >= -1e-9 * np.abs(motion.contact).max()


def test_every_rocking_impact_keeps_the_same_share() -> None:
    """Whatever the speed, 1 − 3/2 sin²(alpha) of it is left, and the corners stay where they are.

    In the end both corners are held: what is left of the speed goes, and the block stands.
    """
    motion = motion_of("rocking_block")
    assert len(motion.impacts) > 100
    assert motion.impacts[-1].after[2] == pytest.approx(0, abs=1e-12)
    assert motion.touches[-1].sticking == ("left", "right")
    kept = [impact.after[2] / impact.before[2] for impact in motion.impacts[:-1]]
    assert kept == pytest.approx([1 - 1.5 / 17] * len(kept), rel=1e-9)  # tan(alpha) = 1/4
    x, phi = motion["x"], motion["phi"]
    left = x - 0.1 * np.cos(phi) + 0.4 * np.sin(phi)
    right = x + 0.1 * np.cos(phi) + 0.4 * np.sin(phi)
    assert np.where(phi >= 0, left + 0.1, 0) == pytest.approx(0, abs=1e-9)
    assert np.where(phi <= 0, right - right[np.argmax(phi <= 0)], 0) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("count", [2, 5, 9])
def test_one_ball_comes_one_ball_goes(count: int) -> None:
    """In the first quarter swing each ball is struck once, in order, and at the end the last alone is moving."""
    motion = motion_of(f"newtons_cradle:{count}")
    first = motion.impacts[: count - 1]
    assert [impact.contacts for impact in first] == [(f"hit[{i}]",) for i in range(1, count)]
    *others, last = first[-1].after
    assert np.abs(others).max() <= 1e-4 * last
    assert len(motion.impacts) >= 3 * (count - 1)


def test_a_block_slides_where_friction_cannot_hold_it() -> None:
    """The block rests in one case and never in the other: tan 30° lies between the two coefficients."""
    assert motion_of("block_on_slope", "sticks").touches[-1].sticking == ("slope",)
    assert motion_of("block_on_slope", "slides").touches[-1].sticking == ()
    assert 0.3 < np.tan(np.radians(30)) < 0.7
