"""An expression that is linear in something, solved for it."""

from __future__ import annotations

from collections.abc import Iterable

import symengine as se

from dalembert._derive.identity import is_zero
from dalembert._derive.to_symengine import Symbolic, symbol
from dalembert._derive.workbench import Workbench


def dependent_coordinate(bench: Workbench, phi: Symbolic, names: Iterable[str]) -> str | None:
    """The first of some coordinates in which phi is linear with a factor of parameters only."""
    moving = set(bench.engine.rates) | {symbol("t")}
    for name in names:
        x = symbol(name)
        factor = bench.diff(phi, x)
        plain = factor != 0 and not bench.free_symbols(factor) & moving
        if plain and not is_zero(factor) and x not in bench.free_symbols(solve_for(bench, phi, x)):
            return name
    return None


def solve_for(bench: Workbench, linear: Symbolic, x: Symbolic) -> Symbolic:
    """The solution x = −b/a of a x + b = 0."""
    factor = bench.diff(linear, x)
    return bench.tidy((factor * x - linear) / factor)


def with_rates(bench: Workbench, phi: Symbolic, name: str) -> dict[Symbolic, Symbolic]:
    """The solutions of phi = 0 for a coordinate, of its rate for the speed, and so for the acceleration."""
    position = solve_for(bench, phi, symbol(name))
    speed = bench.tidy(bench.engine.drift(position))
    acceleration = bench.tidy(_total(bench, speed))
    return {symbol(name): position, symbol(name, 1): speed, symbol(name, 2): acceleration}


def _total(bench: Workbench, speed: Symbolic) -> Symbolic:
    """The time derivative of a speed, with accelerations."""
    pairs = zip(bench.qd, bench.qdd, strict=True)
    return se.Add(*(bench.diff(speed, v) * a for v, a in pairs)) + bench.engine.drift(speed)
