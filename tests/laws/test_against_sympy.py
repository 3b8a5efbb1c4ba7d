"""Smooth unconstrained models against SymPy's LagrangesMethod."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
import sympy
from places import matrix, place_of, rates, scaled
from random_models import FEATURES, random_equations, random_sections, seeds
from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols
from text_oracle import python_text

TIME = dynamicsymbols._t
SMOOTH_FREE = ("time", "inputs", "definitions", "dissipation", "work", "generalised", "bent_T")
NAMESPACE = {
    name: getattr(sympy, name)
    for name in [
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "atan2",
        "sinh",
        "cosh",
        "tanh",
        "asinh",
        "acosh",
        "atanh",
        "exp",
        "log",
        "ln",
        "sqrt",
    ]
} | {"log10": lambda x: sympy.log(x) / sympy.log(10), "number": sympy.Rational, "t": TIME}


def features(seed: int) -> frozenset[str]:
    """Some of the smooth features without constraints, efforts or states."""
    random = Random(seed)
    assert set(SMOOTH_FREE) <= set(FEATURES)
    return frozenset(f for f in SMOOTH_FREE if random.random() < 0.4)


# SymPy needs seconds for the longer ones
HANGING = {37}  # SymPy itself does not return on these
SHORT = [
    seed
    for seed in range(120)
    if seed not in HANGING and len(str(random_sections(seed, features(seed), 3)["energy"])) < 380
]


@pytest.mark.parametrize("seed", seeds(SHORT[:48], 12))
def test_sympy_finds_the_same_mass_matrix_and_forcing(seed: int) -> None:
    """M and h equal SymPy's mass matrix and forcing, with D_qd and Q added, to 1e-9 at a random point."""
    assert len(SHORT) >= 48
    sections = random_sections(seed, features(seed), 3)
    equations = random_equations(seed, features(seed), 3)
    names = dict(NAMESPACE)
    names |= {p: sympy.Symbol(p) for p in sections["parameters"]}
    q = [dynamicsymbols(f"coordinate{i}") for i in range(len(sections["coordinates"]))]
    for name, made in zip(sections["coordinates"], q, strict=True):
        names |= {name: made, f"{name}_rate": made.diff(TIME)}
    for part in ("inputs", "definitions"):
        for name, text in sections.get(part, {}).items():
            made = eval(python_text(text), {}, names)
            names |= {name: made, f"{name}_rate": sympy.diff(made, TIME)}

    def total(kind: str) -> sympy.Expr:
        terms = sections["energy"].get(kind, "0")
        terms = terms.values() if isinstance(terms, dict) else (terms,)
        return sum((eval(python_text(text), {}, names) for text in terms), sympy.S.Zero)

    method = LagrangesMethod(total("kinetic") - total("potential"), q)
    method.form_lagranges_equations()
    D, work = total("dissipation"), sections.get("work", {})
    Q = [eval(python_text(work.get(name, "0")), {}, names) for name in sections["coordinates"]]
    forcing = [
        f - sympy.diff(D, x.diff(TIME)) + effort for f, x, effort in zip(method.forcing, q, Q, strict=True)
    ]

    place = place_of(equations.model, seed)
    parameters = {sympy.Symbol(p): float(place[p, 0][0]) for p in sections["parameters"]}
    for name in sections.get("inputs", {}):
        law = names[name].subs(parameters)
        for order in range(4):
            value = float(sympy.diff(law, TIME, order).subs(TIME, float(place["t", 0][0])))
            place[name, order] = np.array([value])
    symbols = [*q, *(x.diff(TIME) for x in q), TIME, *parameters]
    values = [float(place[name, 0][0]) for name in sections["coordinates"]]
    values += [*rates(equations, place), float(place["t", 0][0]), *parameters.values()]
    function = sympy.lambdify(symbols, [method.mass_matrix.tolist(), forcing], "math", cse=True)
    M, h = (np.array(block, dtype=float) for block in function(*values))
    np.testing.assert_allclose(matrix(equations.M, place), M, rtol=1e-9, atol=1e-9 * np.max(np.abs(M)))
    for node, expected in zip(equations.h, h, strict=True):
        value, size = scaled(node, place)
        assert abs(value - expected) <= 1e-9 * size
