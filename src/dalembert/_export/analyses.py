"""The results of the analysis room as plain dictionaries."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from dalembert._analyse.records import (
    Answer,
    Campbell,
    ClosedContact,
    DriveSizing,
    Equilibria,
    Equilibrium,
    Inverse,
    Linear,
    Mode,
    Modes,
    OperatingPoint,
    ReducedEquations,
)
from dalembert._export.messages import messages_of
from dalembert._model.records import Model
from dalembert._model.result_units import matrix_units
from dalembert._simulate.motion import multiplier_names


def answer(record: Answer) -> dict[str, Any]:
    """The dictionary of a result."""
    match record:
        case Equilibria():
            return _equilibria(record)
        case Linear():
            return _linear_dictionary(record)
        case Modes():
            return _modes(record)
        case Campbell():
            return _campbell(record)
        case Inverse():
            return _inverse_dictionary(record)


def _equilibria(equilibria: Equilibria) -> dict[str, Any]:
    return {
        "title": equilibria.model.title,
        "t": equilibria.t,
        "inputs": _numbers_by_name(equilibria.inputs),
        "message": str(equilibria.message),
        "extent": str(equilibria.extent),
        "equilibria": [_equilibrium(one) for one in equilibria.equilibria],
        "nearest": equilibria.nearest,
        "starts": equilibria.starts,
        "complete": equilibria.complete,
        "searched": {name: list(map(_number, ends)) for name, ends in equilibria.searched.items()},
        "remarks": list(map(str, equilibria.remarks)),
        **messages_of(message=equilibria.message, extent=equilibria.extent, remarks=equilibria.remarks),
    }


def _equilibrium(one: Equilibrium) -> dict[str, Any]:
    return {
        "values": _numbers_by_name(one.values),
        "V": _number(one.V),
        "effective_potential": None if one.effective_potential is None else _number(one.effective_potential),
        "stability": str(one.stability),
        "why": str(one.sentence),
        "eigenvalues": [_complex(value) for value in one.eigenvalues],
        "dimension": one.dimension,
        "family": list(one.family),
        "reached": one.reached,
        "contacts": [_contact(contact) for contact in one.point.closed_contacts],
        **messages_of(why=one.sentence),
    }


def _linear_dictionary(linear: Linear) -> dict[str, Any]:
    state = linear.state
    return {
        "title": linear.model.title,
        "at": _point(linear.model, linear.point),
        "equilibrium": linear.equilibrium,
        "residual": _numbers_by_name(linear.residual),
        "coordinates": [c.name for c in linear.model.coordinates],
        "M": linear.mechanical.M.tolist(),
        "C": linear.mechanical.C.tolist(),
        "K": linear.mechanical.K.tolist(),
        "reduced": _reduced_dictionary(linear.model, linear.reduced),
        "state": {
            "A": state.A.tolist(),
            "B": state.B.tolist(),
            "C": state.C.tolist(),
            "D": state.D.tolist(),
            "states": list(state.states),
            "inputs": list(state.inputs),
            "outputs": list(state.outputs),
        },
        "remarks": list(map(str, linear.remarks)),
        **messages_of(remarks=linear.remarks),
    }


def _reduced_dictionary(model: Model, reduced: ReducedEquations) -> dict[str, Any]:
    """The equations M x'' + C x' + K x = 0 of the free coordinates, with the units of the entries."""
    return {
        "free": list(reduced.free),
        "basis": reduced.basis.tolist(),
        "M": reduced.M.tolist(),
        "C": reduced.C.tolist(),
        "K": reduced.K.tolist(),
        "units": {
            letter: list(map(list, rows)) for letter, rows in matrix_units(model, reduced.free).items()
        },
    }


def _modes(modes: Modes) -> dict[str, Any]:
    return {
        "title": modes.model.title,
        "at": _point(modes.model, modes.point),
        "equilibrium": modes.equilibrium,
        "residual": _numbers_by_name(modes.residual),
        "kind": modes.kind,
        "rigid": modes.rigid,
        "modes": [_mode(modes.names, mode) for mode in modes.modes],
        "reduced": None if modes.reduced is None else _reduced_dictionary(modes.model, modes.reduced),
        "speed_hz": modes.speed_hz,
        "nearness": [asdict(one) for one in modes.nearness],
        "remarks": list(map(str, modes.remarks)),
        **messages_of(remarks=modes.remarks),
    }


def _mode(names: Iterable[str], mode: Mode) -> dict[str, Any]:
    return {
        "kind": str(mode.kind),
        "hz": mode.hz,
        "period": 1 / mode.hz if mode.hz else None,
        "rad_s": mode.rad_s,
        "damping": mode.damping,
        "unstable": mode.unstable,
        "eigenvalue": _complex(mode.eigenvalue),
        "shape": {name: _complex(value) for name, value in zip(names, mode.shape, strict=True)},
    }


def _campbell(table: Campbell) -> dict[str, Any]:
    return {
        "title": table.model.title,
        "parameter": table.parameter,
        "values": table.values.tolist(),
        "hz": [[_number(value) for value in row] for row in table.hz],
        "damping": [[_number(value) for value in row] for row in table.damping],
        "rigid": list(table.rigid),
        "about": list(map(str, table.about)),
        "crossings": [asdict(one) for one in table.crossings],
        "remarks": list(map(str, table.remarks)),
        **messages_of(about=table.about, remarks=table.remarks),
    }


def _inverse_dictionary(inverse: Inverse) -> dict[str, Any]:
    return {
        "title": inverse.model.title,
        "motion": {name: str(law) for name, law in inverse.laws.items()},
        "t_start": float(inverse.t[0]),
        "t_end": float(inverse.t[-1]),
        "samples": len(inverse.t) - 1,
        "efforts": {one.name: _sizing_dictionary(one) for one in inverse.sizing},
        "residual": {
            "balance": _number(inverse.balance),
            "position": _number(inverse.position),
            "velocity": _number(inverse.velocity),
        },
        "remarks": list(map(str, inverse.remarks)),
        **messages_of(remarks=inverse.remarks),
    }


def _point(model: Model, point: OperatingPoint) -> dict[str, Any]:
    names = [c.name for c in model.coordinates]
    return {
        "about": str(point.about),
        "t": point.t,
        "q": _numbers_by_name(zip(names, point.q, strict=True)),
        "qd": _numbers_by_name(zip(names, point.qd, strict=True)),
        "qdd": _numbers_by_name(zip(names, point.qdd, strict=True)),
        "s": _numbers_by_name(zip((s.name for s in model.states), point.s, strict=True)),
        "e": _numbers_by_name(zip((e.name for e in model.efforts), point.e, strict=True)),
        "lam": _numbers_by_name(zip((name[4:] for name in multiplier_names(model)), point.lam, strict=True)),
        "inputs": _numbers_by_name(zip((one.name for one in model.inputs), point.u, strict=False)),
        "contacts": [_contact(contact) for contact in point.closed_contacts],
        "assumed": list(point.assumed),
        **messages_of(about=point.about),
    }


def _contact(one: ClosedContact) -> dict[str, Any]:
    """A closed contact: its limit is null where it does not stick."""
    return asdict(one) | {"hold": str(one.hold), "friction": list(one.friction)}


def _numbers_by_name(values: Mapping[str, float] | Iterable[tuple[str, float]]) -> dict[str, float | None]:
    return {name: _number(value) for name, value in dict(values).items()}


def _complex(value: complex) -> dict[str, float]:
    return {"re": float(value.real), "im": float(value.imag)}


def _number(value: float) -> float | None:
    """A number JSON can hold; None for what is not finite."""
    return float(value) if math.isfinite(value) else None


def _sizing_dictionary(one: DriveSizing) -> dict[str, Any]:
    return {key: value for key, value in asdict(one).items() if key != "name"} | {"on": str(one.on)}
