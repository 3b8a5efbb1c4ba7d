"""Moments about the hinges against Newton and Euler, Kane and Lagrange, on seeded random chains and loops."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from places import matrix, number, vector
from tests.bodies.random_mechanisms import tree

import dalembert
from dalembert._derive.balances import symbolic_balances
from dalembert._derive.forms.form import Form, NotAvailable
from dalembert._expression.tree import Number, Product
from dalembert._lower.lower import lower
from dalembert._model.bodies.balances import balances_of
from dalembert._verify.balances import agreement
from dalembert._verify.derivations import verify_form
from dalembert._verify.failure import VerificationError
from dalembert._verify.points import StateSample
from dalembert._verify.states import consistent_states

BOUND = 1e-10
Sections = dict[str, Any]
Array = np.ndarray


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """A plane tree of links on pins in numbers, its last end pinned to the ground where it closes a loop."""

    parents: tuple[int, ...]  # −1 for the ground
    mass: Array
    inertia: Array
    length: Array
    centre: Array  # of mass, from the pin of a link, along it and across
    start: Array
    speed: Array
    gravity: Array
    closed: bool


def chain(seed: int) -> Chain:
    """A chain of two to four links, every other one closed, with branches where it is open."""
    draw = np.random.default_rng(seed)
    count, closed = int(draw.integers(2, 5)), bool(seed % 2)
    parents = tuple(i - 1 if closed or i == 0 else int(draw.integers(-1, i)) for i in range(count))
    length = draw.uniform(0.4, 1.5, count)
    return Chain(
        parents=parents,
        mass=draw.uniform(0.2, 3, count),
        inertia=draw.uniform(0.01, 0.5, count),
        length=length,
        centre=length[:, None] * draw.uniform(-0.3, 0.8, (count, 2)),
        start=draw.uniform(-3, 3, count),
        speed=draw.uniform(-2, 2, count),
        gravity=draw.uniform(-10, 10, 2),
        closed=closed,
    )


def by_energies(one: Chain) -> Sections:
    """The chain in absolute angles: its energies, and beside them its bodies."""
    links = range(len(one.parents))
    kinetic: Sections = {}
    potential: Sections = {}
    bodies: Sections = {}
    joints: Sections = {}
    ends = {-1: ("0", "0")} | {i: (f"xE{i}", f"yE{i}") for i in links}
    definitions: Sections = {}
    parameters: Sections = {
        name: {"value": float(value), "unit": "m/s^2"}
        for name, value in zip(("gx", "gy"), one.gravity, strict=True)
    }
    for i in links:
        numbers = {
            "m": one.mass[i],
            "J": one.inertia[i],
            "L": one.length[i],
            "a": one.centre[i, 0],
            "b": one.centre[i, 1],
        }
        units = {"m": "kg", "J": "kg m^2"}
        parameters |= {f"{k}{i}": {"value": float(x), "unit": units.get(k, "m")} for k, x in numbers.items()}
        x, y = ends[one.parents[i]]
        definitions |= {
            f"xE{i}": f"{x} + L{i}*cos(q{i})",
            f"yE{i}": f"{y} + L{i}*sin(q{i})",
            f"xG{i}": f"{x} + a{i}*cos(q{i}) - b{i}*sin(q{i})",
            f"yG{i}": f"{y} + a{i}*sin(q{i}) + b{i}*cos(q{i})",
        }
        kinetic[f"link{i}"] = f"1/2*m{i}*(xG{i}'^2 + yG{i}'^2) + 1/2*J{i}*q{i}'^2"
        potential[f"link{i}"] = f"-m{i}*(gx*xG{i} + gy*yG{i})"
        bodies[f"link{i}"] = {
            "mass": f"m{i}",
            "inertia": f"J{i}",
            "place": {"at": [f"xG{i}", f"yG{i}"], "angle": f"q{i}"},
            "points": {"P": [f"-a{i}", f"-b{i}"], "E": [f"L{i} - a{i}", f"-b{i}"]},
        }
        near = "ground" if one.parents[i] < 0 else f"link{one.parents[i]}.E"
        joints[f"pin{i}"] = {"kind": "pin", "between": [near, f"link{i}.P"]}
    sections: Sections = {
        "parameters": parameters,
        "coordinates": {
            f"q{i}": {"guess" if one.closed else "start": float(one.start[i]), "unit": "rad"} for i in links
        },
        "definitions": definitions,
        "energy": {"kinetic": kinetic, "potential": potential},
        "bodies": {"energies": "written", "gravity": ["gx", "gy"], **bodies},
        "joints": joints,
    }
    if one.closed:
        last = len(one.parents) - 1
        for axis, at in zip("XY", place_of_end(one, one.start).tolist(), strict=True):
            parameters[axis] = {"value": at, "unit": "m"}
        sections["bodies"]["ground"] = {"points": {"C": ["X", "Y"]}}
        pinned = {f"phi{k}": f"{axis}E{last} - {axis.upper()}" for k, axis in zip((1, 2), "xy", strict=True)}
        sections["constraints"] = {"displacement": pinned}
        sections["joints"]["C"] = {
            "kind": "pin",
            "between": [f"link{last}.E", "ground.C"],
            "constraints": ["phi1", "phi2"],
        }
    return sections


def by_joints(one: Chain) -> Sections:
    """The same chain in angles of the joints, with every third joint a slider and a spring and a damper."""
    bodies: Sections = {"gravity": one.gravity.tolist(), "ground": {"points": {"W": [2.5, -1.5]}}}
    joints: Sections = {}
    for i, (parent, (a, b), L) in enumerate(
        zip(one.parents, one.centre.tolist(), one.length.tolist(), strict=True)
    ):
        bodies[f"link{i}"] = {
            "mass": float(one.mass[i]),
            "inertia": float(one.inertia[i]),
            "centre": [a, b],
            "points": {"E": {"at": [L, 0], "turn": 0.3 * i}},
        }
        near = "ground" if parent < 0 else f"link{parent}.E"
        kind = "slider" if i % 3 == 1 and not one.closed else "pin"
        start = {"guess" if one.closed else "start": float(one.start[i])}
        ends = [near, f"link{i}"] if i % 2 == 0 else [f"link{i}", near]
        joints[f"J{i}"] = {"kind": kind, "between": ends, "coordinate": {f"q{i}": start}}
    last = f"link{len(one.parents) - 1}.E"
    elements = {
        "spring": {"kind": "spring", "between": ["ground.W", last], "stiffness": 12, "length": 0.4},
        "damper": {"kind": "damper", "between": ["ground.W", "link0.centre"], "damping": 0.7},
    }
    if one.closed:
        bodies["ground"]["points"]["C"] = (0.7 * place_of_end(one, one.start)).tolist()
        joints["C"] = {"kind": "pin", "between": ["ground.C", last], "loop": True}
    work = {"q0": "0.8*cos(q1)"}
    return {"bodies": bodies, "joints": joints, "elements": elements, "work": work}


def place_of_end(one: Chain, angles: Array) -> Array:
    """The end of the last link of a chain without branches."""
    return np.array([one.length @ np.cos(angles), one.length @ np.sin(angles)])


def newton_euler(one: Chain, angles: Array, speeds: Array) -> tuple[Array, Array]:
    """Angular accelerations, and the force of the last link on the pin of its end, in maximal coordinates.

    m a = Σ F and J α = Σ r × F with a force in every pin, and equal accelerations of the points that meet there.
    """
    n, count = len(one.parents), len(one.parents) + one.closed
    rows, right = np.zeros((3 * n + 2 * count,) * 2), np.zeros(3 * n + 2 * count)
    R = [np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) for a in angles]
    near = [
        R[i] @ -one.centre[i] for i in range(n)
    ]  # from the mass centre to the pin of a link, and to its end
    far = [R[i] @ (np.array([one.length[i], 0]) - one.centre[i]) for i in range(n)]
    for i in range(n):
        for k in range(3):
            rows[3 * i + k, 3 * i + k] = one.mass[i] if k < 2 else one.inertia[i]
        right[3 * i : 3 * i + 2] = one.mass[i] * one.gravity
    pins = [(parent, i) for i, parent in enumerate(one.parents)] + ([(n - 1, -1)] if one.closed else [])
    for k, (inner, outer) in enumerate(pins):  # the force of the inner body on the outer one
        for body, arm, sign in ((outer, near[outer], 1), (inner, far[inner], -1)):
            if body < 0:
                continue
            column = slice(3 * n + 2 * k, 3 * n + 2 * k + 2)
            jacobian = np.array([[1, 0, -arm[1]], [0, 1, arm[0]]])
            rows[3 * body : 3 * body + 3, column] -= sign * jacobian.T
            rows[column, 3 * body : 3 * body + 3] += sign * jacobian
            right[column] += sign * speeds[body] ** 2 * arm
    solution = np.linalg.solve(rows, right)
    return solution[2 : 3 * n : 3], solution[-2:] if one.closed else np.zeros(0)


def lines(form: Form, hinge: str) -> tuple[Any, Any]:
    """The rate and the moment of a hinge with one motion."""
    parts = {part.name: part for part in form.parts}
    return parts[hinge].rows[0][0], parts[f"{hinge}.balance"].rows[0][0]


@pytest.mark.parametrize("seed", range(40))
def test_four_derivations_of_plane_chains_and_loops_agree(seed: int) -> None:
    """Hinges, Newton and Euler, Kane and Lagrange give the same accelerations, by energies and by joints."""
    one = chain(seed)
    model = dalembert.model(**(by_joints(one) if seed % 4 > 1 else by_energies(one)))
    balances = balances_of(model)
    found = agreement(balances) if balances is not None else None
    assert found is not None
    assert found.points
    assert found.hinge_balances is not None
    assert found.newton_euler is not None
    assert max(found.hinge_balances, found.newton_euler, found.kane) < BOUND


@pytest.mark.parametrize("seed", range(12))
def test_printed_moments_about_hinges_are_newton_and_eulers(seed: int) -> None:
    """Solved for accelerations and the pin force of a loop, they are those of maximal coordinates in numpy."""
    one = chain(seed)
    equations = dalembert.derive(dalembert.model(**by_energies(one)))
    form = dalembert.form_of(equations, "hinge_balances")
    sample = consistent_states(equations.model, lower(equations.model))
    n = len(one.parents)
    unknowns = [(f"q{i}", 2) for i in range(n)] + [(f"lam_phi{k}", 0) for k in (1, 2) if one.closed]
    for k in range(len(sample["t", 0])):
        place: StateSample = {key: values[k : k + 1] for key, values in sample.items()}

        def rows(given: Array, place: StateSample = place) -> Array:
            there = place | {key: np.array([x]) for key, x in zip(unknowns, given, strict=True)}
            pairs = [lines(form, f"pin{i}") for i in range(n)]
            balances = [number(rate, there) - number(moment, there) for rate, moment in pairs]
            if not one.closed:
                return np.array(balances)
            kept = matrix(equations.G, place) @ given[:n] - vector(equations.gamma, place)
            return np.array([*balances, *kept])

        free = rows(np.zeros(len(unknowns)))
        columns = np.array([rows(unit) - free for unit in np.eye(len(unknowns))]).T
        found = np.linalg.solve(columns, -free)
        angles, speeds = (np.array([place[f"q{i}", order][0] for i in range(n)]) for order in (0, 1))
        truth = np.concatenate(newton_euler(one, angles, speeds))
        condition = np.linalg.cond(columns)
        np.testing.assert_allclose(found, truth, rtol=0, atol=1e-12 * condition * np.abs(truth).max())


@pytest.mark.parametrize("seed", range(0, 12, 2))
def test_of_absolute_angles_lagranges_equations_are_differences_of_hinges(seed: int) -> None:
    """The balance about a pin, less those about the pins on this link, is Lagrange's equation of its angle."""
    one = chain(seed)
    equations = dalembert.derive(dalembert.model(**by_energies(one)))
    form = dalembert.form_of(equations, "hinge_balances")
    sample = consistent_states(equations.model, lower(equations.model))
    place = {key: values[:1] for key, values in sample.items()} | {
        (f"q{i}", 2): np.array([0.3 + i]) for i in range(4)
    }
    left = [
        number(rate, place) - number(moment, place)
        for rate, moment in (lines(form, f"pin{i}") for i in range(len(one.parents)))
    ]
    for i, row in enumerate(equations.coordinates):
        beyond = sum(left[k] for k, parent in enumerate(one.parents) if parent == i)
        assert left[i] - beyond == pytest.approx(number(row.left, place), rel=1e-10, abs=1e-10)


@pytest.mark.parametrize(
    "seed", [0, 1, 4, *(pytest.param(k, marks=pytest.mark.soak) for k in range(40) if k > 4)]
)
def test_hinges_in_space_have_their_axes(seed: int) -> None:
    """Moments about axes of pins and crosses, about all axes of balls, forces along guides; screws have none."""
    balances = balances_of(dalembert.model(**tree(seed, angles=bool(seed % 2)).sections))
    found = agreement(balances) if balances is not None else None
    assert found is not None
    assert balances is not None
    screws = {
        f"J{i}" for i, link in enumerate(tree(seed, angles=bool(seed % 2)).links) if link.kind == "screw"
    }
    assert set(balances.hinges.without) == screws
    assert (found.hinge_balances is None) == bool(screws)
    assert max(found.hinge_balances or 0.0, found.newton_euler or 0.0, found.kane) < BOUND


def test_no_reaction_of_a_pin_is_in_the_moments_about_hinges() -> None:
    """Of a pinned chain only the force of the pin that closes the loop is left."""
    equations = dalembert.derive("four_bar_pinned")
    text = dalembert.show(equations, dalembert.form_of(equations, "hinge_balances"), "text")
    assert "L3*sin(theta3)*lam_phi1" in text
    assert ".force" not in text
    unknowns = symbolic_balances(equations, with_tree=True).balances.unknowns
    assert unknowns == ("O.force[1]", "O.force[2]", "A.force[1]", "A.force[2]", "B.force[1]", "B.force[2]")


def test_no_printed_moment_can_be_wrong_unseen() -> None:
    """Any one entry of the form changed by a thousandth is refused."""
    model = dalembert.read("four_bar_pinned")
    form = dalembert.form_of(dalembert.derive(model), "hinge_balances")
    assert [part.name for part in form.parts] == ["O", "O.balance", "A", "A.balance", "B", "B.balance"]
    for i, part in enumerate(form.parts):
        wrong = replace(part, rows=((Product((Number(1.001), part.rows[0][0])),),))
        with pytest.raises(VerificationError):
            verify_form(replace(form, parts=(*form.parts[:i], wrong, *form.parts[i + 1 :])), model)


def test_a_guided_body_has_no_hinge() -> None:
    """A bead on a helix is guided by its place: moments would contain what guides it."""
    bead = {"mass": 2, "place": {"at": ["R*cos(s)", "R*sin(s)", "0.2*R*s"]}}
    model = dalembert.model(
        parameters={"R": {"value": 1, "unit": "m"}},
        coordinates={"s": {"start": 1}},
        bodies={"space": 3, "gravity": [0, 0, -9.81], "bead": bead},
    )
    with pytest.raises(NotAvailable, match="bead"):
        dalembert.form_of(dalembert.derive(model), "hinge_balances")
