"""Records as plain dictionaries, with the keys other programs may rely on (`--json`)."""

from __future__ import annotations

from typing import Any

from dalembert._derive.conserved import Conserved
from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import Form, Part
from dalembert._expression.source import Flaw
from dalembert._expression.tree import Node
from dalembert._model.check import Verdict
from dalembert._model.plain import plain_values
from dalembert._model.records import Model, constraints_of
from dalembert._text.printer import printed


def as_dict(record: Model | Verdict | Equations | Form | Conserved) -> dict[str, Any]:
    """A record as a dictionary that `json` can write."""
    match record:
        case Model():
            return plain_values(record)
        case Verdict():
            return _verdict(record)
        case Equations():
            return _equations(record)
        case Form():
            return {part.name: _part(part) for part in record.parts} | {"remarks": list(record.remarks)}
        case Conserved():
            expression = printed(record.expression)
            return {"name": record.name, "kind": record.kind, "expression": expression, "why": record.why}


def _part(part: Part) -> Any:
    match part.kind:
        case "matrix":
            return _matrix(part.rows)
        case "equations":
            return {name: printed(row[0]) for name, row in zip(part.names, part.rows, strict=True)}
        case "scalar":
            return printed(part.rows[0][0])
        case _:
            return [printed(row[0]) for row in part.rows]


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "ok": verdict.ok,
        "flaws": [_flaw(flaw) for flaw in verdict.flaws],
        "structure": verdict.structure,
    }


def _flaw(flaw: Flaw) -> dict[str, Any]:
    return {
        "rule": flaw.rule,
        "severity": flaw.severity,
        "where": flaw.where,
        "file": flaw.file,
        "line": flaw.line,
        "column": flaw.column,
        "message": flaw.message,
        "hint": flaw.hint,
    }


def _equations(e: Equations) -> dict[str, Any]:
    model = e.model
    return {
        "title": model.title,
        "coordinates": [c.name for c in model.coordinates],
        "equations": {c.coordinate: printed(c.left) for c in e.coordinates},
        "terms": {
            c.coordinate: {
                "T_qd": printed(c.T_qd),
                "T_qd_rate": printed(c.T_qd_rate),
                "T_q": printed(c.T_q),
                "V_q": printed(c.V_q),
                "V_qd_rate": printed(c.V_qd_rate),
                "D_qd": printed(c.D_qd),
                "Q": printed(c.Q),
                "displacement": printed(c.displacement),
                "flow": printed(c.flow),
            }
            for c in e.coordinates
        },
        "energy": {"T": printed(e.T), "V": printed(e.V), "D": printed(e.D)},
        "M": _matrix(e.M),
        "h": _vector(e.h),
        "Phi": _vector(e.Phi),
        "Psi": _vector(e.Psi),
        "Phi_q": _matrix(e.Phi_q),
        "Psi_qd": _matrix(e.Psi_qd),
        "gamma": _vector(e.gamma),
        "effort": {
            c.name: printed(n) for c, n in zip(constraints_of(model, "effort"), e.effort, strict=True)
        },
        "states": {s.name: printed(n) for s, n in zip(model.states, e.states, strict=True)},
        "verified": {"points": e.verified.points, "max_error": e.verified.max_error},
        "seconds": e.seconds,
    }


def _vector(nodes: tuple[Node, ...]) -> list[str]:
    return [printed(node) for node in nodes]


def _matrix(rows: tuple[tuple[Node, ...], ...]) -> list[list[str]]:
    return [_vector(row) for row in rows]
