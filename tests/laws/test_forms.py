"""Laws of the forms, on seeded random systems."""

from __future__ import annotations

import numpy as np
import pytest
from places import lowered, matrix, number, place_of, rates, vector
from random_models import random_equations, seeds

import dalembert
from dalembert._derive.forms.form import Form
from dalembert._expression.tree import Node
from dalembert._expression.walk import names
from dalembert._model.records import force_names
from dalembert._text.printer import print_tree
from dalembert._verify.points import StateSample

PLAIN = frozenset({"definitions", "dissipation", "work"})
STILL = frozenset({"definitions"})
MOVED = frozenset({"definitions", "time", "inputs", "generalised"})
TIED = frozenset({"displacement", "flow", "dissipation", "work", "definitions"})
SEEDS = seeds(range(100), 12)


def part(form: Form, name: str) -> tuple[tuple[Node, ...], ...]:
    """The rows of a part of a form."""
    return next(p.rows for p in form.parts if p.name == name)


def lines(form: Form, name: str) -> dict[str, Node]:
    """The equations of a part of a form, by their left sides."""
    found = next(p for p in form.parts if p.name == name)
    return {key: row[0] for key, row in zip(found.names, found.rows, strict=True)}


def moved(place: StateSample, dt: float) -> StateSample:
    """The place a little later, with the velocities it has."""
    return {
        key: values + dt * place[key[0], key[1] + 1]
        if (key[0], key[1] + 1) in place and key[1] == 0
        else values
        for key, values in place.items()
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_the_rate_of_M_less_twice_C_is_skew(seed: int) -> None:
    """For scleronomic systems M' - 2 C_matrix is skew and C_matrix q' is what h holds of it."""
    equations = random_equations(seed, PLAIN, 5)
    form = dalembert.form_of(equations, "mcg")
    place = place_of(equations.model, seed)
    step = 1e-5
    M_rate = (matrix(equations.M, moved(place, step)) - matrix(equations.M, moved(place, -step))) / (2 * step)
    C = matrix(part(form, "C_matrix"), place)
    skew = M_rate - 2 * C
    scale = 1 + np.abs(M_rate).max() + np.abs(C).max()
    assert np.abs(skew + skew.T).max() < 1e-7 * scale


@pytest.mark.parametrize("seed", SEEDS)
def test_mcg_adds_up_to_the_equations(seed: int) -> None:
    """M q'' + C + G is the left side of the equations, multipliers included."""
    equations = random_equations(seed, TIED, 4)
    form = dalembert.form_of(equations, "mcg")
    place = place_of(equations.model, seed)
    C = np.ravel(matrix(part(form, "C"), place))
    G = np.ravel(matrix(part(form, "G"), place))
    left = vector(tuple(c.left for c in equations.coordinates), place)
    total = matrix(equations.M, place) @ rates(equations, place, 2) + C + G
    assert np.allclose(total, left, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("name", ["mass_and_wall", "block_on_slope", "rocking_block"])
def test_C_closed_is_C_less_the_virtual_work_of_the_contact_forces(name: str) -> None:
    """(C - C_closed)·δq is Σ f δgap + f_t v(δq), by differences of gaps and slips."""
    model = dalembert.read(name)
    equations = dalembert.derive(model)
    form = dalembert.form_of(equations, "mcg")
    forces = {(name, 0): np.array([0.3 + k]) for k, name in enumerate(force_names(model))}
    place = place_of(model, 7) | forces
    missing = np.ravel(matrix(part(form, "C"), place)) - np.ravel(matrix(part(form, "C_closed"), place))
    expected = np.zeros(len(model.coordinates))
    for contact, given in zip(equations.contacts, model.contacts, strict=True):
        terms = [] if given.compliant else [(contact.gap, 0, f"contact_{contact.contact}")]
        terms += [(v, 1, f"friction_{slip}") for v, slip in zip(contact.slip, given.slips, strict=True)]
        for node, order, force in terms:
            for i, coordinate in enumerate(model.coordinates):
                key = (coordinate.name, order)
                up, down = (number(node, place | {key: place[key] + step}) for step in (1e-6, -1e-6))
                expected[i] += float(forces[force, 0][0]) * (up - down) / 2e-6
    assert np.allclose(missing, expected, rtol=1e-7, atol=1e-7)
    assert np.abs(expected).max() > 0


def test_forces_of_compliant_contacts_are_in_C_already() -> None:
    """They are energies: a model with no other contacts has no C_closed."""
    form = dalembert.form_of(dalembert.derive("pad_on_spring_mat"), "mcg")
    assert "C_closed" not in {one.name for one in form.parts}


@pytest.mark.parametrize("seed", SEEDS)
def test_linear_form_has_the_true_derivatives(seed: int) -> None:
    """K and C of the linear form equal finite differences of -h at the point, and N vanishes there."""
    equations = random_equations(seed, PLAIN, 4)
    names = [c.name for c in equations.model.coordinates]
    point = {name: round(0.1 * (i + 1) - 0.2, 3) for i, name in enumerate(names)}
    form = dalembert.form_of(equations, "linear", point)
    place = place_of(equations.model, seed)
    for name in names:
        place |= {(name, 0): np.array([point[name]]), (name, 1): np.zeros(1)}
    for name, order in (("K", 0), ("C", 1)):
        found = matrix(part(form, name), place)
        step = 1e-6
        columns = []
        for x in names:
            sides = []
            for sign in (1, -1):
                near = dict(place)
                near[x, order] = place[x, order] + sign * step
                sides.append(-vector(equations.h, near))
            columns.append((sides[0] - sides[1]) / (2 * step))
        expected = np.array(columns).T
        assert np.allclose(found, expected, rtol=1e-5, atol=1e-6 * (1 + np.abs(expected).max()))
    N = np.ravel(matrix(part(form, "N"), place | {(n, 2): np.zeros(1) for n in names}))
    assert np.allclose(N, 0, atol=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_linear_form_adds_up_anywhere(seed: int) -> None:
    """M* q'' + C q' + K (q - q*) + G + r + N is the left side at any state, not only near the point."""
    equations = random_equations(seed, PLAIN, 3)
    form = dalembert.form_of(equations, "linear")
    place = place_of(equations.model, seed)
    q, v, a = (rates(equations, place, order) for order in range(3))
    total = matrix(part(form, "M"), place) @ a + matrix(part(form, "C"), place) @ v
    total += matrix(part(form, "K"), place) @ q
    for name in ("G", "r", "N"):
        total += np.ravel(matrix(part(form, name), place))
    left = vector(tuple(c.left for c in equations.coordinates), place)
    assert np.allclose(total, left, rtol=1e-9, atol=1e-9 * (1 + np.abs(left).max()))


def node_has_rate(node: Node) -> bool:
    """Whether a velocity stands in a tree."""
    return any(order for _, order in names(node))


def names_of(model: dalembert.Model) -> set[str]:
    """The names of the coordinates."""
    return {c.name for c in model.coordinates}


def with_momenta(form: Form, place: StateSample) -> StateSample:
    """The place with the momenta that its velocities give."""
    return place | {
        (name, 0): np.array([number(node, place)]) for name, node in lines(form, "momenta").items()
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_hamiltons_equations_are_lagranges(seed: int) -> None:
    """Q' from Hamilton is the velocity itself, and p' is what Lagrange's equations give."""
    equations = random_equations(seed, MOVED | PLAIN if seed % 2 else STILL | {"dissipation"}, 2)
    if any(node_has_rate(entry) for row in equations.M for entry in row):
        with pytest.raises(dalembert.NotAvailable, match="velocities"):
            dalembert.form_of(equations, "hamilton")
        return
    form = dalembert.form_of(equations, "hamilton")
    place = place_of(equations.model, seed)
    there = with_momenta(form, place)
    names = [c.name for c in equations.model.coordinates]
    velocity = lines(form, "q'")
    for name in names:
        assert number(velocity[f"{name}'"], there) == pytest.approx(place[name, 1][0], rel=1e-8, abs=1e-8)
    # with q'' from M q'' = h, the rate of p is the total rate of T_qd - V_qd
    M, h = matrix(equations.M, place), vector(equations.h, place)
    acceleration = np.linalg.solve(M, h)
    onward = place | {(name, 2): np.array([a]) for name, a in zip(names, acceleration, strict=True)}
    rate = lines(form, "p'")
    for c, key in zip(equations.coordinates, rate, strict=True):
        expected = number(c.T_qd_rate, onward) - number(c.V_qd_rate, onward)
        size = 1 + np.abs(h).max()
        assert number(rate[key], there) == pytest.approx(expected, rel=1e-7, abs=1e-7 * size)


@pytest.mark.parametrize("seed", SEEDS)
def test_hamiltonian_is_the_energy_of_scleronomic_systems(seed: int) -> None:
    """H(q, p) = T + V where nothing depends on time and V on no velocity."""
    equations = random_equations(seed, STILL, 3)
    form = dalembert.form_of(equations, "hamilton")
    place = place_of(equations.model, seed)
    there = with_momenta(form, place)
    energy = number(equations.T, place) + number(equations.V, place)
    assert number(part(form, "H")[0][0], there) == pytest.approx(energy, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_large_hamiltonian_stays_implicit_and_right(seed: int) -> None:
    """For more than three coordinates p' is given in q and q', and equals Lagrange's."""
    equations = random_equations(seed, PLAIN, 8)
    form = dalembert.form_of(equations, "hamilton")
    if len(equations.coordinates) <= 3:
        return
    place = place_of(equations.model, seed)
    M, h = matrix(equations.M, place), vector(equations.h, place)
    names = [c.name for c in equations.model.coordinates]
    onward = place | {(name, 2): np.array([a]) for name, a in zip(names, np.linalg.solve(M, h), strict=True)}
    for c, node in zip(equations.coordinates, lines(form, "p'").values(), strict=True):
        assert number(node, place) == pytest.approx(number(c.T_qd_rate, onward), rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("seed", SEEDS)
def test_explicit_state_form_solves_the_equations(seed: int) -> None:
    """Q'' of the state form makes the left side of every equation zero."""
    equations = random_equations(seed, PLAIN | {"time"}, 3)
    form = dalembert.form_of(equations, "state")
    place = place_of(equations.model, seed)
    explicit = [p for p in form.parts if p.name == "q''"]
    assert explicit
    for name, node in lines(form, "q''").items():
        place[name.rstrip("'"), 2] = np.array([number(node, place)])
    left = vector(tuple(c.left for c in equations.coordinates), place)
    assert np.abs(left).max() < 1e-8 * (1 + np.abs(vector(equations.h, place)).max())


def test_forms_that_do_not_exist_say_why() -> None:
    """A massless coordinate has no Hamiltonian, and the reason names it."""
    equations = dalembert.derive("spring_pendulum")
    with pytest.raises(dalembert.NotAvailable, match="x1 has no kinetic energy"):
        dalembert.form_of(equations, "hamilton")


@pytest.mark.parametrize("seed", SEEDS)
def test_conserved_quantities_have_no_rate(seed: int) -> None:
    """Along M q'' = h the total rate of each quantity called conserved is zero."""
    equations = random_equations(seed, STILL | ({"generalised"} if seed % 3 == 0 else set()), 3)
    place = place_of(equations.model, seed)
    names = [c.name for c in equations.model.coordinates]
    acceleration = np.linalg.solve(matrix(equations.M, place), vector(equations.h, place))
    kinds = [found.kind for found in dalembert.conserved(equations)]
    assert "energy" in kinds or "jacobi" in kinds
    for found in dalembert.conserved(equations):
        sides = []
        step = 1e-5
        for sign in (1, -1):
            near = dict(place)
            for name, a in zip(names, acceleration, strict=True):
                v = place[name, 1]
                near[name, 0] = place[name, 0] + sign * step * v + step**2 * a / 2
                near[name, 1] = v + sign * step * a
            sides.append(number(found.expression, near))
        size = 1 + abs(number(found.expression, place)) + np.abs(acceleration).max() ** 2
        assert abs(sides[0] - sides[1]) / (2 * step) < 1e-5 * size


def test_nothing_is_called_conserved_that_is_fed() -> None:
    """Dissipation, work and time take the energy off the list."""
    for extra in (
        {"energy": {"kinetic": "x'^2/2", "dissipation": "x'^2"}},
        {"energy": {"kinetic": "x'^2/2"}, "work": {"x": "x'"}},
        {"energy": {"kinetic": "x'^2/2", "potential": "x*t"}},
        {"energy": {"kinetic": "x'^2/2 + y'^2"}, "constraints": {"displacement": {"moving": "y - x - t"}}},
    ):
        model = dalembert.model(coordinates={"x": {}, "y": {}}, **extra)
        kinds = {found.kind for found in dalembert.conserved(dalembert.derive(model))}
        assert not kinds & {"energy", "jacobi"}


def test_a_bead_on_a_turning_hoop_has_jacobis_integral() -> None:
    """With the hoop's speed given, T + V is not conserved but Jacobi's integral is."""
    model = dalembert.model(
        parameters={"m": 1, "r": 1, "g": 9.81, "w": 2},
        coordinates={"theta": {"start": 0.5}},
        energy={
            "kinetic": "1/2*m*r^2*(theta'^2 + w^2*sin(theta)^2)",
            "potential": "-m*g*r*cos(theta)",
        },
    )
    (found,) = dalembert.conserved(dalembert.derive(model))
    assert found.kind == "jacobi"


@pytest.mark.parametrize("seed", seeds(range(60), 15))
def test_elimination_leaves_equations_of_the_same_motion(seed: int) -> None:
    """At a state that satisfies the constraints, accelerations and multipliers of the KKT system
    satisfy every step of the elimination and every equation left.
    """
    equations = random_equations(seed, frozenset({"displacement", "work", "dissipation"}), 5)
    elimination = dalembert.eliminate(equations)
    model = equations.model
    place = place_of(model, seed)
    solved = {}
    for step in elimination.steps:  # put the dependent coordinates on the constraints
        if str(step.why).startswith("from phi"):
            solved[print_tree(step.left)] = step.right
    names = [c.name for c in model.coordinates]
    for _ in range(len(names)):
        for text, node in solved.items():
            name = text.rstrip("'")
            order = len(text) - len(name)
            if order < 2:
                place[name, order] = np.array([number(node, place)])
    M, h, Phi_q, gamma = lowered(model, place, "M", "h", "Phi_q", "gamma")
    k = Phi_q.shape[0]
    KKT = np.block([[M, Phi_q.T], [Phi_q, np.zeros((k, k))]])
    if np.linalg.cond(KKT) > 1e8:
        return
    solution = np.linalg.solve(KKT, np.concatenate([h.ravel(), gamma.ravel()]))
    for i, name in enumerate(names):
        place[name, 2] = np.array([solution[i]])
    for j, c in enumerate(model.constraints):
        place[f"lam_{c.name}", 0] = np.array([solution[len(names) + j]])
    size = 1 + np.abs(solution).max()
    for step in elimination.steps:
        assert number(step.left, place) == pytest.approx(number(step.right, place), rel=1e-6, abs=1e-6 * size)
    for name, node in elimination.remaining:
        if name in names_of(model):  # constraints that were not solved need not hold at this place
            assert abs(number(node, place)) < 1e-6 * size**2


def test_the_multiplier_of_a_wall_is_isolated() -> None:
    """LagranTexPac eqs 37-38: p1 = q1 - dist, and lam = mw q1'' + cw q1' + kw (q1 - dist)."""
    from dalembert._derive.identity import is_identical
    from dalembert._text.parser import parse

    model = dalembert.model(
        parameters={"m1": 10, "k1": 7, "mw": 5, "cw": 20.29, "kw": 7, "dist": 0.005},
        coordinates={"q1": {}, "p1": {}},
        energy={
            "kinetic": {"mass": "1/2*m1*q1'^2", "wall": "1/2*mw*p1'^2"},
            "potential": {"spring": "1/2*k1*q1^2", "wall": "1/2*kw*p1^2"},
            "dissipation": "1/2*cw*p1'^2",
        },
        constraints={"displacement": {"touch": "q1 - p1 - dist"}},
    )
    elimination = dalembert.eliminate(dalembert.derive(model))
    last = elimination.steps[-1]
    assert is_identical(last.right, parse("mw*q1'' + cw*q1' + kw*(q1 - dist)"))
    ((name, left),) = elimination.remaining
    assert name == "q1"
    whole = "(m1 + mw)*q1'' + cw*q1' + (k1 + kw)*q1 - kw*dist"
    assert is_identical(left, parse(whole))


def test_an_unknown_effort_is_solved() -> None:
    """An effort constraint linear in its effort gives the effort, and it leaves the equations."""
    model = dalembert.model(
        parameters={"m": 1, "k": 2},
        coordinates={"x": {}},
        energy={"kinetic": "1/2*m*x'^2"},
        work={"x": "F"},
        efforts={"F": {}},
        constraints={"effort": {"law": "2*F + k*x"}},
    )
    elimination = dalembert.eliminate(dalembert.derive(model))
    assert len(elimination.steps) == 1
    ((_, left),) = elimination.remaining
    from dalembert._derive.identity import is_identical
    from dalembert._text.parser import parse

    assert is_identical(left, parse("m*x'' + k*x/2"))
