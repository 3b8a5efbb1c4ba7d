"""Models and seeded points for the functions, with their truth from the derived equations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

import dalembert
from dalembert import Equations, Model, library
from dalembert._derive.derive import derive
from dalembert._derive.eliminate import eliminate
from dalembert._derive.forms.form import NotAvailable
from dalembert._derive.forms.linear import gravity_terms
from dalembert._derive.workbench import Workbench
from dalembert._expression.tree import Name, Node, Number
from dalembert._expression.walk import replace_names
from dalembert._model.records import Table, Term
from dalembert._verify.evaluate import evaluate
from dalembert._verify.points import draw

EVERY_FUNCTION = {
    "title": "every function of the language",
    "parameters": {"m": 1.3, "k": "2*m + 1/3", "φ0": 0.1, "a": 0.7},
    "coordinates": {"x": {"start": 0.4, "speed": 1}, "ψ": {"start": 0.3}, "y": {"start": -0.6}},
    "definitions": {
        "smooth": "sin(x) + cos(ψ) + tan(y/2) + asin(x/2) + acos(y/3) + atan(x*y) + atan2(x, 2 + y)",
        "curved": "sinh(x) + cosh(y) + tanh(ψ) + asinh(x) + acosh(3 + y) + atanh(x/3)",
        "powers": "exp(x) + log(3 + y) + ln(2 + x) + log10(4 + y) + sqrt(1 + x^2) + (2 + x)^y + (2 + y)^2.5 + ψ^3",
        "cornered": "abs(x) + sign(y)*x + min(x, y, ψ) + max(x, y, 0.1)*ψ + step(x - y)*x + floor(3*x)*y + mod(x, 0.3)*y",
        "chosen": "if(x > y and not (ψ > 1), x^2*y, ψ) + if(x < 0 or y <= ψ, sin(x*y), 1) + if(y >= 5, sqrt(y), pi*ψ)",
        "equal": "if(x == y, 1, x*ψ) + if(x != y, y^2, 1)",
    },
    "energy": {
        "kinetic": "1/2*m*(x'^2 + y'^2*(2 + sin(x)) + ψ'^2*(1 + smooth'^2*0)) + 1/2*m*curved'^2",
        "potential": "k*(smooth + curved + powers + cornered + chosen + equal)",
        "dissipation": "1/2*a*x'^2 + φ0*abs(y')^3",
    },
    "work": {"x": "a*sin(t)*sign(x')", "y": "if(t > 0.5, k, -m)"},
    "constraints": {
        "displacement": {"ring": "x^2 + y^2 + sin(ψ) - t*φ0"},
        "flow": {"roll": "x' - cos(ψ)*y' - a*t"},
    },
    "outputs": {
        "angle": "atan2(y, x) - pi",
        "jumps": "floor(3*x) + mod(y, 0.3) + step(y) + sign(ψ) + abs(x - y)",
        "branch": "if(x > 100, sqrt(-1 - x^2), smooth*cornered)",
        "powers_out": "powers*chosen*equal",
    },
}
INPUTS = {
    "title": "inputs with their rates",
    "parameters": {"m": 2, "l": 0.6, "w": 3, "g": 9.81},
    "coordinates": {"q1": {"start": 0.2}, "z": {"start": 0.5}},
    "inputs": {"road": "l/9*sin(w*t) + 0.02*t^3", "torque": "if(t < 0.4, w*t, exp(-t))"},
    "definitions": {"x": "road + l*sin(q1)", "h1": "-l*cos(q1) + 0.2*z"},
    "energy": {"kinetic": "1/2*m*(x'^2 + h1'^2) + 1/2*m*z'^2", "potential": "m*g*h1 + 40*(z - road)^2"},
    "work": {"q1": "torque - 0.1*road'*q1'"},
    "constraints": {"displacement": {"follow": "z - road*cos(q1)"}, "flow": {"drag": "q1' + road'*z'"}},
    "outputs": {"rise": "z - road + road'"},
}
OWN = {"every_function": EVERY_FUNCTION, "inputs": INPUTS}
NAMES = [s.name + (":6" if s.size else "") for s in library.SYSTEMS] + list(OWN)
COUNT = 6
SEEDS = {"pneumatic_positioner_printed": 53}  # its P2 is a root, real at most of these points


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """Points (t, q, qd, p), and by quantity the values there with the sizes of what was summed."""

    arguments: tuple[Any, Any, Any, Any]
    values: dict[str, Any]
    sizes: dict[str, Any]


@cache
def model_of(name: str) -> Model:
    """A library system or one of the models above, with the energies of contacts that give way."""
    return dalembert.model(format=1, **OWN[name]) if name in OWN else dalembert.read(name)


@cache
def truth_of(name: str) -> Truth:
    """The derived trees evaluated by numpy; the laws of inputs stand in them as definitions."""
    model = model_of(name)
    laws = tuple(Term(name=i.name, expression=i.law) for i in model.inputs if not isinstance(i.law, Table))
    plain = replace(model, inputs=(), definitions=(*laws, *model.definitions))
    equations = derive(plain)
    outputs = tuple(derive(replace(plain, potential=(term,))).V for term in plain.outputs)
    place = draw(model, COUNT, SEEDS.get(name, 42))
    for entry in model.inputs:
        for order in range(3):
            del place[entry.name, order]
    h = with_isolated_efforts(equations)
    bench = Workbench(plain)
    f = [-bench.build(node) for node in h]
    trees = {
        "M": equations.M,
        "C": bench.matrix([[bench.diff(row, v) for v in bench.qd] for row in f]),
        "K": bench.matrix([[bench.diff(row, x) for x in bench.q] for row in f]),
        "G": gravity_force(replace(equations, h=h), bench),
        "h": h,
        "Phi": equations.Phi,
        "Phi_q": equations.Phi_q,
        "gamma": equations.gamma,
        "Psi": equations.Psi,
        "Psi_qd": equations.Psi_qd,
        "T": equations.T,
        "V": equations.V,
        "D": equations.D,
        "outputs": outputs,
    }
    q = [c.name for c in model.coordinates]

    def block(names: list[str], order: int) -> Any:
        return np.array([place[n, order] for n in names]).reshape(len(names), COUNT).T

    values: dict[str, Any] = {}
    sizes: dict[str, Any] = {}
    for part, nodes in trees.items():
        pairs = _evaluated(nodes, place)
        shape = (len(q),) if part in ("Phi_q", "Psi_qd") and not nodes else None
        values[part], sizes[part] = (
            np.zeros((COUNT, 0, *shape)) if shape else _stacked(pairs, k) for k in (0, 1)
        )
    arguments = (place["t", 0], block(q, 0), block(q, 1), block([p.name for p in model.parameters], 0))
    return Truth(arguments=arguments, values=values, sizes=sizes)


def gravity_force(equations: Equations, bench: Workbench) -> tuple[Node, ...]:
    """The terms with g, or zeros where h is not linear in it."""
    try:
        return bench.vector(gravity_terms(equations, "g", bench))
    except NotAvailable:
        return tuple(Number(0) for _ in equations.h)


def with_isolated_efforts(equations: Equations) -> tuple[Node, ...]:
    """The right side h with the efforts that the printed elimination gives."""
    efforts = {Name(one.name) for one in equations.model.efforts}
    steps = [step for step in eliminate(equations).steps if step.left in efforts]
    h = equations.h
    for step in reversed(steps):  # each may contain efforts that later steps give
        h = tuple(replace_names(node, {step.left.name: step.right}) for node in h)
    for step in steps:
        h = tuple(replace_names(node, {step.left.name: step.right}) for node in h)
    return h


def _evaluated(nodes: Any, place: Any) -> Any:
    if isinstance(nodes, tuple):
        return [_evaluated(node, place) for node in nodes]
    return tuple(np.broadcast_to(x, COUNT) for x in evaluate(nodes, place, {}))


def _stacked(pairs: Any, which: int) -> Any:
    """The points first, then rows and columns."""
    if isinstance(pairs, tuple):
        return pairs[which]
    if not pairs:
        return np.zeros((COUNT, 0))
    return np.stack([_stacked(p, which) for p in pairs], axis=1)


def agree(found: Any, truth: Any, size: Any) -> bool:
    """Whether two arrays agree to 1e-13 of the size of what was summed, not-a-number with itself.

    What is zero by symbols has no size of its own: its rounding is that of its neighbours.
    """
    found, truth = np.asarray(found, dtype=float), np.asarray(truth, dtype=float)
    assert found.shape == truth.shape
    with np.errstate(all="ignore"):
        scale = np.fmax(np.abs(truth), np.abs(size))
        scale = np.where(scale == 0, np.nanmax(scale, initial=0.0), scale)
        good = np.abs(found - truth) <= 1e-13 * scale
    return bool(np.all(good | (np.isnan(found) & np.isnan(truth))))
