"""Seeded points of a model as dalembert's evaluators and as the text oracle take them."""

from __future__ import annotations

import math

import casadi as ca
import numpy as np
from mpmath import mpf

from dalembert import Equations, Model
from dalembert._expression.numbers import value_of
from dalembert._expression.tree import Name, Negative, Node, Number, Product, Rate, Sum
from dalembert._expression.walk import fold
from dalembert._lower.lower import lower
from dalembert._verify.points import StateSample, draw


def place_of(model: Model, seed: int) -> StateSample:
    """One seeded point near the values of the model; inputs have a third derivative as well."""
    third = np.random.default_rng(seed).normal(size=(len(model.inputs), 1))
    return draw(model, 1, seed) | {(u.name, 3): x for u, x in zip(model.inputs, third, strict=True)}


def leaves(place: StateSample) -> dict[str, mpf]:
    """The same point for the text oracle: x, x_rate, x_rate_rate, …"""
    return {name + "_rate" * order: mpf(float(values[0])) for (name, order), values in place.items()}


def scaled(node: Node, place: StateSample) -> tuple[float, float]:
    """The value of a printed tree, and the sum of the absolute values of all that was added to get it."""

    def leaf(node: Node) -> tuple[float, float]:
        match node:
            case Number(value=value):
                found = float(value)
            case Name(name="pi"):
                found = math.pi
            case Name(name=name):
                found = float(place[name, 0][0])
            case Rate(name=name, order=order):
                found = float(place[name, order][0])
        return found, abs(found)

    def combine(node: Node, below: tuple[tuple[float, float], ...]) -> tuple[float, float]:
        value = value_of(node, [value for value, _ in below])
        match node:
            case Sum():
                return value, sum(size for _, size in below)
            case Negative():
                return value, below[0][1]
            case Product():
                return value, math.prod(size for _, size in below)
        return value, abs(value)

    value, size = fold(node, leaf, combine)
    return value, max(size, 1e-12)


def number(node: Node, place: StateSample) -> float:
    """The value of a printed tree."""
    return scaled(node, place)[0]


def vector(nodes: tuple[Node, ...], place: StateSample) -> np.ndarray:
    """Values of a vector of trees."""
    return np.array([number(node, place) for node in nodes])


def matrix(rows: tuple[tuple[Node, ...], ...], place: StateSample) -> np.ndarray:
    """Values of a matrix of trees."""
    return np.array([[number(node, place) for node in row] for row in rows])


def rates(equations: Equations, place: StateSample, order: int = 1) -> np.ndarray:
    """The velocities (or accelerations) of the point."""
    return np.array([place[c.name, order][0] for c in equations.model.coordinates])


def lowered(model: Model, place: StateSample, *parts: str) -> list[np.ndarray]:
    """Parts of the lowered system at a point, as arrays."""
    system = lower(model)
    blocks = {
        "t": system.t,
        "q": system.q,
        "qd": system.qd,
        "p": system.p,
        "u": system.u,
        "ud": system.ud,
        "udd": system.udd,
        "e": system.e,
        "s": system.s,
        "sd": system.sd,
    }
    wanted = {
        "T": system.T,
        "V": system.V,
        "M": system.M,
        "h": system.h,
        "Phi": system.Phi,
        "Psi": system.Psi,
        "Phi_q": system.Phi_q,
        "Psi_qd": system.Psi_qd,
        "gamma": system.gamma,
        "outputs": system.outputs,
        "Phi_rate": _phi_rate(system),
        "h_q": ca.jacobian(system.h, system.q),
    }
    q = [c.name for c in model.coordinates]
    u = [i.name for i in model.inputs]
    s = [state.name for state in model.states]
    names = {
        "t": [("t", 0)],
        "q": [(n, 0) for n in q],
        "qd": [(n, 1) for n in q],
        "p": [(p.name, 0) for p in model.parameters],
        "u": [(n, 0) for n in u],
        "ud": [(n, 1) for n in u],
        "udd": [(n, 2) for n in u],
        "e": [(e.name, 0) for e in model.efforts],
        "s": [(n, 0) for n in s],
        "sd": [(n, 1) for n in s],
    }
    function = ca.Function("at", list(blocks.values()), [ca.densify(wanted[part]) for part in parts])
    found = function.call([np.array([place[key][0] for key in names[block]]) for block in blocks])
    return [np.array(one) for one in found]


def _phi_rate(system):
    """Phi_t, with the inputs moving: what Phi_q qd must cancel."""
    before = ca.vertcat(system.t, system.u, system.ud)
    after = ca.vertcat(1, system.ud, system.udd)
    return ca.jtimes(system.Phi, before, after)
