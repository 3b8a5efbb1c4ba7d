"""Many contacts in time stepping: the laws of contact hold at every row, whatever the order and the start."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.contact.test_moreau import G, discs, step

import dalembert
from dalembert._compile.compiler import find_compiler
from dalembert._contact import moreau_step
from dalembert._simulate import time_stepping

needs_compiler = pytest.mark.skipif(find_compiler() is None, reason="no C compiler here")
MU = 0.3


def grid(count: int, *, e: float = 0.0, mu: float = MU, reach: float = 7.0) -> dalembert.Model:
    """Equal discs in rows over a floor between walls; only those that begin near one another can touch."""
    random = np.random.default_rng(count)
    across, r = int(np.ceil(np.sqrt(count))), 0.1
    width = 2.4 * r * across
    coordinates: dict[str, Any] = {}
    energy: dict[str, dict[str, str]] = {"kinetic": {}, "potential": {}}
    contacts: dict[str, dict[str, Any]] = {}
    places: list[tuple[float, float]] = []

    def touch(name: str, gap: str, slip: str) -> None:
        contacts[name] = {"gap": gap, "restitution": e, "friction": mu, "slip": slip}

    for i in range(count):
        row, column = divmod(i, across)
        x, y = (column + 0.5) * width / across + random.uniform(-0.01, 0.01), (1.2 + 2.3 * row) * r
        coordinates[f"x{i}"] = {"start": x, "speed": random.uniform(-0.2, 0.2)}
        coordinates[f"y{i}"] = {"start": y, "speed": 0}
        coordinates[f"p{i}"] = {"start": 0, "speed": 0}
        energy["kinetic"][f"T{i}"] = f"1/2*(x{i}'^2 + y{i}'^2) + {r * r / 4}*p{i}'^2"
        energy["potential"][f"V{i}"] = f"g*y{i}"
        touch(f"floor{i}", f"y{i} - {r}", f"x{i}' + {r}*p{i}'")
        touch(f"left{i}", f"x{i} - {r}", f"y{i}' - {r}*p{i}'")
        touch(f"right{i}", f"{width} - x{i} - {r}", f"y{i}' + {r}*p{i}'")
        for j, (a, b) in enumerate(places):
            if np.hypot(x - a, y - b) < reach * r:
                d = f"sqrt((x{i} - x{j})^2 + (y{i} - y{j})^2)"
                turn = f"(y{j}' - y{i}')*(x{j} - x{i}) - (x{j}' - x{i}')*(y{j} - y{i})"
                touch(f"c{i}_{j}", f"{d} - {2 * r}", f"({turn})/{d} - {r}*(p{j}' + p{i}')")
        places.append((x, y))
    return dalembert.model(parameters={"g": G}, coordinates=coordinates, energy=energy, contacts=contacts)


def packing(rows: int, across: int, *, r: float = 0.1, slack: float = 2e-3) -> dalembert.Model:
    """Equal discs between walls, each above a gap of two others, that begin a little apart; neighbours can touch."""

    def law(which: str, gap: str, slip: str) -> dict[str, Any]:
        return {"for": which, "gap": gap, "slip": slip, "restitution": 0, "friction": MU}

    def pair(which: str, one: str, other: str) -> dict[str, Any]:
        (x, y, p), (u, v, q) = ([f"{axis}[{disc}]" for axis in "xyp"] for disc in (one, other))
        far = f"sqrt(({x} - {u})^2 + ({y} - {v})^2)"
        turn = f"({v}' - {y}')*({u} - {x}) - ({u}' - {x}')*({v} - {y})"
        return law(which, f"{far} - 2*r", f"({turn})/{far} - r*({q}' + {p}')")

    each = f"a = 1..{rows}, b = 1..{across}"
    return dalembert.model(
        parameters={"r": r, "d": 2 * r * (1 + slack), "w": 2 * r * (1 + slack) * (across + 0.5)},
        coordinates={
            "x[a,b]": {"for": each, "start": "d*(b - 1/2 + (1 + (-1)^a)/4)"},
            "y[a,b]": {"for": each, "start": "d - r + (a - 1)*d*sqrt(3)/2"},
            "p[a,b]": {"for": each, "start": 0},
        },
        energy={
            "kinetic": f"sum({each}, 1/2*(x[a,b]'^2 + y[a,b]'^2) + 1/4*r^2*p[a,b]'^2)",
            "potential": f"sum({each}, {G}*y[a,b])",
        },
        contacts={
            "floor[b]": law(f"b = 1..{across}", "y[1,b] - r", "x[1,b]' + r*p[1,b]'"),
            "left[a]": law(f"a = 1..{rows}", "x[a,1] - r", "y[a,1]' - r*p[a,1]'"),
            "right[a]": law(f"a = 1..{rows}", f"w - x[a,{across}] - r", f"y[a,{across}]' + r*p[a,{across}]'"),
            "side[a,b]": pair(f"a = 1..{rows}, b = 1..{across - 1}", "a,b", "a,b+1"),
            "above[a,b]": pair(f"a = 1..{rows - 1}, b = 1..{across}", "a,b", "a+1,b"),
            "odd[k,b]": pair(f"k = 1..{rows // 2}, b = 2..{across}", "2*k-1,b", "2*k,b-1"),
            "even[k,b]": pair(f"k = 1..{(rows - 1) // 2}, b = 1..{across - 1}", "2*k,b", "2*k+1,b+1"),
        },
    )


@pytest.fixture(scope="module")
def heap() -> tuple[dalembert.Model, dalembert.Motion]:
    """A heap of 25 discs that falls, and all but comes to rest, by steps of 0.5 ms."""
    model = grid(25)
    return model, step(model, t_end=1.2, samples=60, dt=5e-4)


def test_a_heap_is_solved_tightly(heap: tuple[dalembert.Model, dalembert.Motion]) -> None:
    """Of 2400 steps of a heap with 40 closed contacts at most ten are left with a rest of more than 1e-8."""
    _, motion = heap
    assert motion.status == "ok", motion.message
    assert motion.work.steps == 2400
    assert motion.work.rescues <= 10
    assert np.sum(motion.contact[-1] > 0) > 38


def test_forces_press_and_lie_in_their_cones(heap: tuple[dalembert.Model, dalembert.Motion]) -> None:
    """At every row a contact presses or is open, its friction is at most µ P, and only closed gaps press."""
    model, motion = heap
    P = motion.contact
    assert not np.isnan(P).any()
    assert P.min() > -1e-9 * P.max()
    names = [contact.name for contact in model.contacts]
    R = np.stack([motion[f"friction_{name}"] for name in names], axis=1)
    assert (np.abs(R) - MU * P).max() < 1e-9 * P.max()
    at = {f"{axis}{i}": motion.q[:, 3 * i + k] for i in range(25) for k, axis in enumerate("xyp")}
    for k, name in enumerate(names):
        if name.startswith("c"):
            i, j = name[1:].split("_")
            gap = np.hypot(at[f"x{i}"] - at[f"x{j}"], at[f"y{i}"] - at[f"y{j}"]) - 0.2
            assert gap.min() > -1e-2 * 0.1
            assert gap[P[:, k] > 1e-6 * P.max()].max(initial=0.0) < 1e-4 * 0.1


def test_the_walls_and_the_floor_carry_what_falls(heap: tuple[dalembert.Model, dalembert.Motion]) -> None:
    """At every row the forces from outside are the weight and the accelerations of all discs; energy is not made."""
    model, motion = heap
    column = {contact.name: motion.contact[:, i] for i, contact in enumerate(model.contacts)}
    up, right = np.zeros(len(motion.t)), np.zeros(len(motion.t))
    for i in range(25):
        up += column[f"floor{i}"] + motion[f"friction_left{i}"] + motion[f"friction_right{i}"]
        right += column[f"left{i}"] - column[f"right{i}"] + motion[f"friction_floor{i}"]
    assert up == pytest.approx(25 * G + motion.qdd[:, 1::3].sum(axis=1), abs=1e-7 * G)
    assert right == pytest.approx(motion.qdd[:, 0::3].sum(axis=1), abs=1e-7 * G)
    energy = motion.T + motion.V
    assert np.diff(energy).max() < 1e-6 * energy[0]
    assert motion.ledger.error < 1e-12


def test_more_than_three_hundred_contacts_are_closed_at_once() -> None:
    """192 discs settle on 367 closed contacts that obey their laws, balance all forces and make no energy."""
    model, count, r = packing(12, 16), 192, 0.1
    motion = step(model, t_end=0.2, samples=8, dt=5e-4)
    assert motion.status == "ok", motion.message
    assert motion.work.rescues <= 15  # of 400 steps
    P = motion.contact
    assert len(model.contacts) == 561
    assert (P[4:] > 0).sum(axis=1).min() > 300
    names = [contact.name for contact in model.contacts]
    R = np.stack([motion[f"friction_{name}"] for name in names], axis=1)
    assert P.min() > -1e-9 * P.max()
    assert (np.abs(R) - MU * P).max() < 1e-9 * P.max()
    x, y, _ = np.split(motion.q, 3, axis=1)
    far = np.hypot(x[:, :, None] - x[:, None], y[:, :, None] - y[:, None])
    far[:, range(count), range(count)] = np.inf
    assert far.min() > (2 - 1e-3) * r  # also of discs that are no neighbours
    assert min(x.min(), y.min(), (2 * r * 1.002 * 16.5 - x).min()) > (1 - 1e-3) * r
    of = {
        name: [k for k, each in enumerate(names) if each.startswith(name)]
        for name in ("floor", "left", "right")
    }
    up = P[:, of["floor"]].sum(axis=1) + R[:, of["left"] + of["right"]].sum(axis=1)
    right = P[:, of["left"]].sum(axis=1) - P[:, of["right"]].sum(axis=1) + R[:, of["floor"]].sum(axis=1)
    along, above, _ = np.split(motion.qdd, 3, axis=1)
    assert up == pytest.approx(count * G + above.sum(axis=1), abs=1e-7 * count * G)
    assert right == pytest.approx(along.sum(axis=1), abs=1e-7 * count * G)
    energy = motion.T + motion.V
    assert np.diff(energy).max() < 1e-12 * energy[0]
    assert motion.ledger.error < 1e-12


def test_the_order_of_contacts_does_not_matter() -> None:
    """Other sweeps, pivots and first guesses change a heap by less than a hundredth of what half the step does."""
    model = discs(10, seed=5)
    turned = replace(model, contacts=model.contacts[::-1])
    one, two = (step(each, t_end=1.0, samples=20, dt=5e-4) for each in (model, turned))
    half = step(model, t_end=1.0, samples=20, dt=2.5e-4)
    assert np.abs(one.q - two.q).max() < 0.01 * np.abs(one.q - half.q).max()
    assert one.ledger.friction[-1] == pytest.approx(two.ledger.friction[-1], rel=1e-4)


@needs_compiler
def test_contacts_that_are_far_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A heap moves to the last bit as if the rows of all its contacts were computed in every step."""
    model = discs(9, seed=2)
    quick = step(model, t_end=0.8, samples=16, dt=1e-3)
    tables = moreau_step._contact_functions

    made: list[int] = []

    def none_is_far(*given: Any) -> dict[str, list[int]]:
        found = tables(*given)
        made.append(sum(found["gap_free"]))
        return found | {"gap_free": [0] * len(found["gap_free"])}

    monkeypatch.setattr(moreau_step, "_contact_functions", none_is_far)
    monkeypatch.setattr(moreau_step, "_made", OrderedDict())
    slow = step(discs(9, seed=2), t_end=0.8, samples=16, dt=1e-3)
    assert made == [63]  # all of them could be passed over
    assert len(quick.impacts) > 10
    assert np.array_equal(quick.q, slow.q)
    assert np.array_equal(quick.contact, slow.contact)


def noted_memories(monkeypatch: pytest.MonkeyPatch) -> list[time_stepping._StepMemory]:
    """A list that receives the memory of every run by time steps."""
    made: list[time_stepping._StepMemory] = []
    own = time_stepping._StepMemory

    def note(*given: Any) -> time_stepping._StepMemory:
        made.append(own(*given))
        return made[-1]

    monkeypatch.setattr(time_stepping, "_StepMemory", note)
    return made


@needs_compiler
def test_lists_of_contacts_leave_out_none_that_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A heap moves to the last bit as if all its gaps were computed in every step; few lists are made for that."""
    made = noted_memories(monkeypatch)
    quick = step(discs(16, seed=4), t_end=0.8, samples=16, dt=5e-4)
    lists = max(memory._record.lists_made for memory in made)
    assert 5 < lists < 160  # for 1600 steps
    monkeypatch.setattr(moreau_step, "lower_bound", lambda *_: None)
    monkeypatch.setattr(moreau_step, "_made", OrderedDict())
    made.clear()
    slow = step(discs(16, seed=4), t_end=0.8, samples=16, dt=5e-4)
    assert max(memory._record.lists_made for memory in made) == 0
    assert len(quick.impacts) > 10
    assert np.array_equal(quick.q, slow.q)
    assert np.array_equal(quick.contact, slow.contact)


@needs_compiler
def test_a_heap_at_rest_takes_few_linear_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proximal points begin with the weight of the step before: 2000 steps of ten discs take about 3200 solutions."""
    made = noted_memories(monkeypatch)
    motion = step(discs(10, seed=5), t_end=1.0, samples=4, dt=5e-4)
    assert motion.work.steps == 2000
    assert motion.work.rescues == 0
    assert max(memory._record.solutions for memory in made) < 4500


@needs_compiler
def test_memory_grows_with_the_contacts_and_not_their_square(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as many balls in a row take at most 2.2 times the memory of a step."""
    made = noted_memories(monkeypatch)

    def room(count: int) -> int:
        model = dalembert.model(
            coordinates={f"x{i}": {"start": 2 * i, "speed": 0} for i in range(count)},
            energy={"kinetic": {f"T{i}": f"1/2*x{i}'^2" for i in range(count)}},
            contacts={f"c{i}": {"gap": f"x{i + 1} - x{i} - 1", "restitution": 0} for i in range(count - 1)},
        )
        step(model, t_end=0.1, samples=1, dt=0.1)
        return sum(array.nbytes for array in (*made[-1].arrays.values(), *made[-1]._factors.values()))

    assert room(400) < 2.2 * room(200)


def test_where_no_forces_fit_the_slip_they_are_those_of_a_step() -> None:
    """A rod that slides into its tip with µ > 4/3 (Painlevé): its first row has the mean forces of the first step."""
    dt, mu, lean = 1e-3, 2.0, 1.0
    model = dalembert.model(
        parameters={"g": G, "mu": mu},
        coordinates={
            "x": {"start": 0, "speed": -1},
            "y": {"start": float(np.sin(lean)), "speed": 0},
            "p": {"start": lean, "speed": 0},
        },
        energy={"kinetic": "1/2*(x'^2 + y'^2) + 1/6*p'^2", "potential": "g*y"},
        contacts={"tip": {"gap": "y - sin(p)", "restitution": 0, "friction": "mu", "slip": "x' + sin(p)*p'"}},
    )
    motion = step(model, t_end=5 * dt, samples=5, dt=dt)
    P, R = motion["contact_tip"], motion["friction_tip"]
    assert [one.key for one in motion.remarks] == ["remark_mean_forces"]
    assert np.isfinite(motion.qdd).all()
    assert (np.abs(R) <= mu * P * (1 + 1e-12)).all()
    assert motion.qdd[0, 0] == pytest.approx(R[0])
    assert motion.qdd[0, 1] == pytest.approx(P[0] - G)
    assert motion.qd[1] - motion.qd[0] == pytest.approx(dt * motion.qdd[0], rel=1e-2)
    slip = motion["x'"] + np.sin(motion["p"]) * motion["p'"]
    assert slip[1] == pytest.approx(0.0, abs=1e-2)
