"""A comparison of motions as a plain dictionary."""

from __future__ import annotations

import math
from typing import Any

from dalembert._compare.motions.records import (
    Growth,
    MotionComparison,
    MotionDifference,
    MotionRun,
    OtherMotion,
)
from dalembert._export.messages import messages_of


def motion_comparison(comparison: MotionComparison) -> dict[str, Any]:
    """The dictionary of a comparison of motions; arrays over time are not in it."""
    return {
        "title": comparison.model.title,
        "ok": comparison.ok,
        "verdict": str(comparison.verdict),
        "runs": [_run(one) for one in comparison.runs],
        "others": [_other_dictionary(one) for one in comparison.others],
        "not_run": [
            {"name": one.name, "kind": str(one.kind), "why": str(one.why), **messages_of(why=one.why)}
            for one in comparison.not_run
        ],
        "differences": [_difference(one) for one in comparison.differences],
        "remarks": list(map(str, comparison.remarks)),
        **messages_of(verdict=comparison.verdict, remarks=comparison.remarks),
    }


def _run(one: MotionRun) -> dict[str, Any]:
    motion, account = one.motion, one.motion.ledger
    return {
        "name": one.name,
        "kind": str(one.kind),
        "status": str(motion.status),
        "message": str(motion.message),
        "drifts": one.drifts,
        "constants": dict(one.constants),
        "claim": motion.accuracy.achieved,
        "until": motion.accuracy.until,
        "method": motion.method,
        "steps": motion.work.steps,
        "evaluations": motion.work.rhs,
        "seconds": motion.seconds.total,
        "energy": {
            "start": _finite_number(float(account.energy[0])) if len(account.energy) else None,
            "error": _finite_number(account.error),
            "dissipated": _last_work(account.dissipated),
            "supplied": _last_work(account.supplied),
            "projection": _last_work(account.projection),
        },
        "position": _finite_number(float(one.position.max(initial=0.0))),
        "velocity": _finite_number(float(one.velocity.max(initial=0.0))),
        "reactions": {
            c.name: _finite_number(float(abs(motion.reaction[:, i]).max(initial=0.0)))
            for i, c in enumerate(motion.model.coordinates)
        }
        if motion.lam.shape[1]
        else {},
        **messages_of(message=motion.message),
    }


def _other_dictionary(one: OtherMotion) -> dict[str, Any]:
    return {
        "name": one.name,
        "columns": list(one.columns),
        "left_out": list(one.left_out),
        "rows": len(one.t),
    }


def _difference(one: MotionDifference) -> dict[str, Any]:
    return {
        "first": one.first,
        "second": one.second,
        "largest": _finite_number(one.largest),
        "until": one.until,
        "within": None if one.within is None else _finite_number(one.within),
        "bound": one.bound,
        "agrees": one.agrees,
        "reactions": None if one.reactions is None else _finite_number(one.reactions),
        "growth": _growth(one.growth) if one.growth is not None else None,
        "columns": [
            {
                "name": column.name,
                "largest": _finite_number(column.largest),
                "t": column.t,
                "rms": _finite_number(column.rms),
                "relative": _finite_number(column.relative),
            }
            for column in one.columns
        ],
    }


def _growth(one: Growth) -> dict[str, Any]:
    return {"rate": one.rate, "lyapunov": one.lyapunov, "start": one.start, "end": one.end}


def _last_work(work: Any) -> float | None:
    return _finite_number(float(work[-1])) if len(work) else None


def _finite_number(value: float) -> float | None:
    """A number that JSON can hold."""
    return value if math.isfinite(value) else None
