"""The printed equations against difference quotients of the energies' text, read by Python, in 60 digits."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from mpmath import mpf
from places import leaves, matrix, place_of, rates, scaled, vector
from random_models import random_equations, random_features, random_sections, seeds
from text_oracle import DIGITS, STEP, TextOracle, along, moved, partial

import dalembert

SEEDS = [seed for seed in range(120) if len(random_sections(seed)["coordinates"]) <= 4]
CONSTRAINED = [seed for seed in range(200) if random_features(seed) & {"displacement", "flow", "bent_flow"}]


@pytest.fixture(autouse=True)
def _digits():
    with mpmath.workdps(DIGITS):
        yield


@pytest.mark.parametrize("seed", seeds(SEEDS, 20))
def test_the_printed_equation_is_the_euler_lagrange_expression(seed: int) -> None:
    """d/dt L_qd − L_q + D_qd − Q + Σ λ φ_q + Σ κ ψ_qd by difference quotients is the printed left side."""
    equations, oracle = random_equations(seed), TextOracle(random_sections(seed))
    constraints, work = oracle.sections["constraints"], oracle.sections.get("work", {})
    place = place_of(equations.model, seed)
    names = leaves(place)
    for row in equations.coordinates:
        x, v = row.coordinate, f"{row.coordinate}_rate"
        truth = along(lambda at, v=v: partial(oracle.lagrangian, v, at), names)
        truth -= partial(oracle.lagrangian, x, names)
        truth += partial(lambda at: oracle.total("dissipation", at), v, names)
        truth -= oracle.value(work.get(x, "0"), names)
        for kind, by, prefix in (("displacement", x, "lam_"), ("flow", v, "kap_")):
            for name, text in constraints.get(kind, {}).items():
                truth += names[prefix + name] * partial(
                    lambda at, text=text: oracle.value(text, at), by, names
                )
        value, size = scaled(row.left, place)
        assert abs(value - float(truth)) <= 1e-10 * size


@pytest.mark.parametrize("seed", seeds(SEEDS, 20))
def test_the_power_of_the_equations_is_the_change_of_energy(seed: int) -> None:
    """qdᵀ(M qdd − h) = d/dt(qdᵀL_qd − L) + ∂L/∂t + qdᵀD_qd − qdᵀQ, inputs and states moving with the time."""
    equations, oracle = random_equations(seed), TextOracle(random_sections(seed))
    place = place_of(equations.model, 1000 + seed)
    names = leaves(place)
    velocities = [f"{c}_rate" for c in oracle.coordinates]

    def energy(at) -> mpf:
        return sum(at[v] * partial(oracle.lagrangian, v, at) for v in velocities) - oracle.lagrangian(at)

    still = {name for c in oracle.coordinates for name in (c, f"{c}_rate")}

    def explicit(side: int) -> mpf:
        """L a moment later with the coordinates and velocities held."""
        later = moved(names, side * STEP)
        return oracle.lagrangian({**later, **{name: names[name] for name in still}})

    truth = along(energy, names) + (explicit(1) - explicit(-1)) / (2 * STEP)
    work = oracle.sections.get("work", {})
    for c, v in zip(oracle.coordinates, velocities, strict=True):
        truth += names[v] * partial(lambda at: oracle.total("dissipation", at), v, names)
        truth -= names[v] * oracle.value(work.get(c, "0"), names)
    M, h = matrix(equations.M, place), vector(equations.h, place)
    qd, qdd = rates(equations, place), rates(equations, place, 2)
    size = np.abs(qd) @ (np.abs(M) @ np.abs(qdd) + [scaled(node, place)[1] for node in equations.h])
    assert abs(qd @ (M @ qdd - h) - float(truth)) <= 1e-10 * size


@pytest.mark.parametrize("seed", seeds(CONSTRAINED[:60], 20))
def test_gamma_is_what_remains_of_the_differentiated_constraint(seed: int) -> None:
    """Along a curve d²Phi/dt² = Phi_q qdd − gamma and dPsi/dt = Psi_qd qdd − gamma."""
    equations, oracle = random_equations(seed), TextOracle(random_sections(seed))
    place = place_of(equations.model, seed)
    names = leaves(place)
    constraints = oracle.sections["constraints"]
    displacement, flow = (constraints.get(kind, {}) for kind in ("displacement", "flow"))
    truth = [
        along(lambda at, text=text: along(lambda b: oracle.value(text, b), at), names)
        for text in displacement.values()
    ]
    truth += [along(lambda at, text=text: oracle.value(text, at), names) for text in flow.values()]
    qdd = rates(equations, place, 2)
    rows = (*equations.Phi_q, *equations.Psi_qd)
    assert len(rows) == len(truth) > 0
    for row, node, expected in zip(rows, equations.gamma, truth, strict=True):
        parts = [scaled(entry, place) for entry in row]
        value, size = scaled(node, place)
        found = sum(g * a for (g, _), a in zip(parts, qdd, strict=True)) - value
        size += sum(s * abs(a) for (_, s), a in zip(parts, qdd, strict=True))
        assert abs(found - float(expected)) <= 1e-10 * size


@pytest.mark.parametrize("seed", seeds(SEEDS[::3], 10))
def test_the_energies_mean_what_their_text_says(seed: int) -> None:
    """T and V of the derivation have the values Python gives to their text."""
    equations, oracle = random_equations(seed), TextOracle(random_sections(seed))
    place = place_of(equations.model, seed)
    for kind, node in (("kinetic", equations.T), ("potential", equations.V)):
        value, size = scaled(node, place)
        assert abs(value - float(oracle.total(kind, leaves(place)))) <= 1e-12 * size


DEFINED = frozenset({"definitions", "inputs", "time"})


@pytest.mark.parametrize("seed", seeds(range(40), 20))
def test_the_rate_of_a_definition_is_its_difference_quotient(seed: int) -> None:
    """XA' equals the change of xA along a curve of coordinates, inputs and time."""
    sections = random_sections(seed, DEFINED, 3)
    sections["energy"] = {"kinetic": " + ".join(f"1/2*{q}'^2" for q in sections["coordinates"])}
    oracle = TextOracle(sections)
    wanted = list(oracle.definitions)
    x = oracle.coordinates[0]
    for name in wanted:
        equations = dalembert.derive(dalembert.model(**{**sections, "work": {x: f"{name}'"}}))
        place = place_of(equations.model, seed)
        truth = float(oracle.definition_rate(name, leaves(place)))
        value, size = scaled(equations.coordinates[0].Q, place)
        assert abs(value - truth) <= 1e-12 * size
