"""Systems of `sympy.physics.mechanics` as sections of a model.

A Lagrangian is split at rest: V = −L with all velocities zero, T = L + V, so that L = T − V in any case.
Generalised speeds u are substituted from the kinematical equations. A load F at a point with the velocity v
does the virtual work Σ F · ∂v/∂q' δq, a torque on a frame the same with its angular velocity.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sympy
from sympy.physics.mechanics import LagrangesMethod, Point, System, dynamicsymbols

from dalembert._expression.source import Flaw, ModelError
from dalembert._model.sympy_door import plain_key

TIME = dynamicsymbols._t


def sections_of(source: Any) -> dict[str, Any]:
    """The sections of a model of a `LagrangesMethod` or a `System`; all free symbols are parameters."""
    if isinstance(source, LagrangesMethod):
        made = _of_lagrange(source)
    elif isinstance(source, System):
        made = _of_system(source)
    else:
        message = f"a `{type(source).__name__}` cannot be handed over as a whole"
        hint = (
            "dalembert.read reads a model file or a system of the library"
            if isinstance(source, str)
            else "hand over a LagrangesMethod or a System of sympy.physics.mechanics, or sections of energies"
        )
        raise ModelError((Flaw(rule="sympy", severity="error", where="", message=message, hint=hint),))
    expressions = [one for section in made.values() for one in _expressions(section)]
    free = set().union(*(one.free_symbols for one in expressions)) - {TIME}
    return {"parameters": {name: {} for name in sorted(free, key=str)}} | made


def merge_sections(made: Mapping[Any, Any], given: Mapping[Any, Any], path: str = "") -> dict[Any, Any]:
    """Sections merged with others: entries are joined, and a value on both sides raises."""
    keys = {plain_key(key): key for key in made}
    merged = dict(made)
    for key, value in given.items():
        here = f"{path}.{key}" if path else str(key)
        name = keys.get(plain_key(key), key)
        before = merged.get(name)
        if isinstance(before, Mapping) and isinstance(value, Mapping):
            merged[name] = merge_sections(before, value, here)
        elif before is None or before == {}:
            merged[name] = value
        else:
            message = f"the SymPy object has `{here}` already"
            hint = "give it under another name, or leave it out"
            raise ModelError((Flaw(rule="sympy", severity="error", where=here, message=message, hint=hint),))
    return merged


def _expressions(section: Any) -> Iterable[sympy.Basic]:
    if isinstance(section, Mapping):
        for value in section.values():
            yield from _expressions(value)
    elif isinstance(section, sympy.Basic):
        yield section


def _of_lagrange(source: LagrangesMethod) -> dict[str, Any]:
    """L, coordinates, forces and constraints of Lagrange's method."""
    q = list(source.q)
    holonomic = list(source._hol_coneqs)
    other = list(source.coneqs)[len(holonomic) :]
    if source.forcelist and source.inertial is None:
        message = "the LagrangesMethod has forces, but no inertial frame"
        hint = "give it frame=N, as SymPy itself needs for its equations"
        raise ModelError((Flaw(rule="sympy", severity="error", where="work", message=message, hint=hint),))
    return _sections(q, source._L[0], source.forcelist, source.inertial, (holonomic, other), {})


def _of_system(source: System) -> dict[str, Any]:
    """Bodies, loads, actuators and constraints of a system; potential energies of bodies count, too."""
    q, u = list(source.q), list(source.u)
    if len(u) != len(q) or len(source.kdes) != len(u) or source.u_aux:
        message = f"the System has {len(q)} coordinates, {len(u)} speeds and {len(source.kdes)} kinematical"
        hint = "give each coordinate a speed and a kinematical equation; auxiliary speeds are not known here"
        flaw = Flaw(rule="sympy", severity="error", where="", message=f"{message} equations", hint=hint)
        raise ModelError((flaw,))
    A, right = sympy.linear_eq_to_matrix(list(source.kdes), u)
    speeds = dict(zip(u, A.LUsolve(right), strict=True))
    frame = source.frame
    energy = sum((body.kinetic_energy(frame) - body.potential_energy for body in source.bodies), sympy.S.Zero)
    loads = [*source.loads, *(load for actuator in source.actuators for load in actuator.to_loads())]
    constraints = list(source.holonomic_constraints), list(source.nonholonomic_constraints)
    return _sections(q, energy, loads, frame, constraints, speeds)


def _sections(
    q: list[Any],
    lagrangian: Any,
    loads: Iterable[Any],
    frame: Any,
    constraints: tuple[list[Any], list[Any]],
    speeds: Mapping[Any, Any],
) -> dict[str, Any]:
    rates = [one.diff(TIME) for one in q]
    L = lagrangian.doit().xreplace(dict(speeds))
    still = L.xreplace(dict.fromkeys(rates, sympy.S.Zero))
    work: dict[Any, Any] = {}
    for location, vector in loads:
        velocity = location.vel(frame) if isinstance(location, Point) else location.ang_vel_in(frame)
        along = velocity.to_matrix(frame).xreplace(dict(speeds))
        force = vector.to_matrix(frame).xreplace(dict(speeds))
        for one, rate in zip(q, rates, strict=True):
            effort = sympy.expand((along.diff(rate).T * force)[0])
            if effort != 0:
                work[one] = work.get(one, sympy.S.Zero) + effort
    holonomic, other = constraints
    named = {
        "displacement": {f"c{i + 1}": one.xreplace(dict(speeds)) for i, one in enumerate(holonomic)},
        "flow": {f"n{i + 1}": one.doit().xreplace(dict(speeds)) for i, one in enumerate(other)},
    }
    made: dict[str, Any] = {
        "coordinates": {one: {} for one in q},
        "energy": {"kinetic": sympy.expand(L - still)} | ({"potential": -still} if still != 0 else {}),
        "work": work,
        "constraints": {kind: constraints for kind, constraints in named.items() if constraints},
    }
    return {name: section for name, section in made.items() if section}
