"""A plan as JSON and back, and its fingerprint: equal ones give equal numbers."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from dalembert._sweep.records import Axis, Plan, Sample, Variable, refusal

FORMAT = 1


def plan_record(plan: Plan) -> dict[str, Any]:
    """A plan as plain values."""
    sample = plan.sample
    return {
        "model": plan.model,
        "axes": [
            {"names": list(axis.names), "kinds": list(axis.kinds), "numbers": [list(n) for n in axis.numbers]}
            for axis in plan.axes
        ],
        "sample": None
        if sample is None
        else {
            "method": sample.method,
            "count": sample.count,
            "seed": sample.seed,
            "variables": [
                {"name": one.name, "kind": one.kind, "numbers": list(one.numbers)} for one in sample.variables
            ],
            "correlations": [list(one) for one in sample.correlations],
        },
        "keep": plan.keep,
        "plain": plan.plain,
        "seed": plan.seed,
        "block": plan.block,
    } | ({"gpu": True} if plan.gpu else {})


def plan_of(record: Any, where: str) -> Plan:
    """The plan of plain values. Raises what is no plan."""
    try:
        sample = record["sample"]
        return Plan(
            model=str(record["model"]),
            axes=tuple(
                Axis(
                    names=tuple(map(str, one["names"])),
                    kinds=tuple(map(str, one["kinds"])),
                    numbers=tuple(tuple(map(float, numbers)) for numbers in one["numbers"]),
                )
                for one in record["axes"]
            ),
            sample=None
            if sample is None
            else Sample(
                method=str(sample["method"]),
                count=int(sample["count"]),
                seed=int(sample["seed"]),
                variables=tuple(
                    Variable(
                        name=str(v["name"]), kind=str(v["kind"]), numbers=tuple(map(float, v["numbers"]))
                    )
                    for v in sample["variables"]
                ),
                correlations=tuple((str(a), str(b), float(r)) for a, b, r in sample["correlations"]),
            ),
            keep=str(record["keep"]),
            plain=bool(record["plain"]),
            seed=int(record["seed"]),
            block=max(int(record["block"]), 1),
            gpu=bool(record.get("gpu", False)),
        )
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise refusal(where, f"{where} has no plan of a sweep in it", "make the sweep again") from None


def fingerprint(plan: Plan) -> str:
    """A checksum of all that decides the numbers."""
    text = json.dumps(plan_record(plan), sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()
