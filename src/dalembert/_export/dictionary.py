"""Records as plain dictionaries, with the keys other programs may rely on (`--json`)."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

from dalembert._analyse.records import Answer, Campbell, Equilibria, Inverse, Linear, Modes
from dalembert._compare.motions.records import MotionComparison
from dalembert._compare.records import Comparison
from dalembert._derive.choice import as_printed
from dalembert._derive.conserved import ConservedQuantity
from dalembert._derive.eliminate import Elimination
from dalembert._derive.equations import ContactEquations, Equations
from dalembert._derive.forms.form import Form, Part
from dalembert._exercise.records import Marks
from dalembert._export.analyses import answer
from dalembert._export.comparison import comparison
from dalembert._export.messages import messages_of
from dalembert._export.motion_comparison import motion_comparison
from dalembert._expression.source import Flaw
from dalembert._expression.tree import Node
from dalembert._model.check import Verdict
from dalembert._model.plain import plain_values
from dalembert._model.put_numbers import numbers_of
from dalembert._model.records import Model, constraints_of, has_elements, slip_names
from dalembert._simulate.motion import Accuracy, Impact, Jump, Motion, multiplier_names
from dalembert._sweep.statistics import SweepStatistics
from dalembert._text.printer import print_tree

Described = (
    Model
    | Verdict
    | Equations
    | Form
    | ConservedQuantity
    | Elimination
    | Motion
    | Answer
    | Comparison
    | MotionComparison
    | Marks
    | SweepStatistics
)  # what `as_dict` makes dictionaries of


def as_dict(record: Described) -> dict[str, Any]:
    """A record as a dictionary that `json` can write."""
    match record:
        case Model():
            return plain_values(record)
        case Verdict():
            return _verdict(record)
        case Equations():
            return _equations(record)
        case Form():
            return {part.name: _part(part) for part in record.parts} | {
                "remarks": list(map(str, record.remarks)),
                **messages_of(remarks=record.remarks),
            }
        case ConservedQuantity():
            expression = print_tree(record.expression)
            return {
                "name": record.name,
                "kind": record.kind,
                "expression": expression,
                "why": str(record.why),
                **messages_of(why=record.why),
            }
        case Elimination():
            return _elimination(record)
        case Motion():
            return _motion(record)
        case Equilibria() | Linear() | Modes() | Campbell() | Inverse():
            return answer(record)
        case Comparison():
            return comparison(record)
        case Marks():
            return _marks(record)
        case MotionComparison():
            return motion_comparison(record)
        case SweepStatistics():
            return _statistics(record)


def _elimination(record: Elimination) -> dict[str, Any]:
    """Its steps in order, the remaining left sides, and efforts that stay implicit with their derivatives."""
    return {
        "steps": [
            {
                "left": print_tree(step.left),
                "right": print_tree(step.right),
                "why": str(step.why),
                **messages_of(why=step.why),
            }
            for step in record.steps
        ],
        "remaining": {name: print_tree(node) for name, node in record.remaining},
        "implicit": {
            one.effort: {
                "constraint": one.constraint,
                "derivatives": {print_tree(by): print_tree(node) for by, node in one.slopes},
                "why": str(one.why),
                **messages_of(why=one.why),
            }
            for one in record.implicit
        },
        "why": str(record.why) if record.why is not None else "",
    }


def _statistics(record: SweepStatistics) -> dict[str, Any]:
    """Statistics with null for NaN."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(one) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return [plain(one) for one in value]
        return None if isinstance(value, float) and not math.isfinite(value) else value

    statistics: dict[str, Any] = plain(asdict(record))
    return statistics


def _marks(record: Marks) -> dict[str, Any]:
    return {
        "title": record.exercise.model.title,
        "variant": record.exercise.variant,
        "marks": record.total,
        "of": record.of,
        "answers": [
            {
                "key": one.blank.key,
                "kind": str(one.blank.kind),
                "text": one.text,
                "standing": str(one.standing),
                "marks": one.marks,
                "of": one.blank.marks,
                "hints": list(map(str, one.hints)),
                **messages_of(hints=one.hints),
            }
            for one in record.answers
        ],
    }


def _part(part: Part) -> Any:
    match part.kind:
        case "matrix":
            return _matrix(part.rows)
        case "equations":
            return {name: print_tree(row[0]) for name, row in zip(part.names, part.rows, strict=True)}
        case "scalar":
            return print_tree(part.rows[0][0])
        case _:
            return [print_tree(row[0]) for row in part.rows]


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "ok": verdict.ok,
        "flaws": [_flaw(flaw) for flaw in verdict.flaws],
        "structure": asdict(verdict.structure) if verdict.structure is not None else None,
        "units": [
            asdict(one) | {"values": {key: {"typed": typed, "si": si} for key, typed, si in one.values}}
            for one in verdict.units
        ],
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
        **({"used": flaw.used} if flaw.used else {}),
    }


def _equations(e: Equations) -> dict[str, Any]:
    model = e.model
    return {
        "title": model.title,
        "coordinates": [c.name for c in model.coordinates],
        "numbers": {name: print_tree(node) for name, node in numbers_of(model).items()},
        "equations": {c.coordinate: print_tree(c.left) for c in e.coordinates},
        "terms": {
            c.coordinate: {
                "T_qd": print_tree(c.T_qd),
                "T_qd_rate": print_tree(c.T_qd_rate),
                "T_q": print_tree(c.T_q),
                "V_q": print_tree(c.V_q),
                "V_qd_rate": print_tree(c.V_qd_rate),
                "D_qd": print_tree(c.D_qd),
                "Q": print_tree(c.Q),
                "displacement": print_tree(c.displacement),
                "flow": print_tree(c.flow),
            }
            for c in e.coordinates
        },
        "energy": {"T": print_tree(e.T), "V": print_tree(e.V), "D": print_tree(e.D)},
        "M": _matrix(e.M),
        "h": _vector(e.h),
        "Phi": _vector(e.Phi),
        "Psi": _vector(e.Psi),
        "Phi_q": _matrix(e.Phi_q),
        "Psi_qd": _matrix(e.Psi_qd),
        "gamma": _vector(e.gamma),
        "effort": {
            c.name: print_tree(n) for c, n in zip(constraints_of(model, "effort"), e.effort, strict=True)
        },
        "states": {s.name: print_tree(n) for s, n in zip(model.states, e.states, strict=True)},
        "contacts": {c.contact: _contact(c) for c in e.contacts},
        "shared": _shared_equations(e),
        "whole": e.whole,
        "verified": {
            "points": e.verified.points,
            "max_error": e.verified.max_error,
            "unseen": list(e.verified.unseen),
        },
        "seconds": e.seconds,
    }


def _shared_equations(e: Equations) -> dict[str, Any] | None:
    """The equations with definitions as names, and these definitions; None where no equation is printed so.

    The rates of a listed definition or derivative are written with a ', as in the model language. The name of
    a derivative has no meaning: `derivatives` says of what and by what it is.
    """
    shown = as_printed(e)
    if e.shared is None or not shown.listed:
        return None
    slopes = (one for one in e.shared.listed if one.kind in ("slope", "energy") and not one.order)
    return {
        "equations": {c.coordinate: print_tree(c.left) for c in e.shared.coordinates},
        "listed": {one.name + "'" * one.order: print_tree(one.node) for one in e.shared.listed},
        "derivatives": {one.name: [one.of, one.by + "'" * one.by_order] for one in slopes},
        "printed": [c.coordinate for c in shown.coordinates if c in e.shared.coordinates],
    }


def _contact(contact: ContactEquations) -> dict[str, Any]:
    """A closed contact: `force` is null where the gap is linear in no coordinate."""
    return {
        "gap": print_tree(contact.gap),
        "efforts": {name: print_tree(node) for name, node in contact.efforts},
        "slip": _vector(contact.slip),
        "friction": {name: print_tree(node) for name, node in contact.friction},
        "sliding": {print_tree(step.left): print_tree(step.right) for step in contact.sliding},
        "equations": {name: print_tree(node) for name, node in contact.equations},
        "solved": {print_tree(step.left): print_tree(step.right) for step in contact.solved},
        "force": print_tree(contact.force[-1].right) if contact.force else None,
    }


def _vector(nodes: tuple[Node, ...]) -> list[str]:
    return [print_tree(node) for node in nodes]


def _matrix(rows: tuple[tuple[Node, ...], ...]) -> list[list[str]]:
    return [_vector(row) for row in rows]


def _accuracy(accuracy: Accuracy) -> dict[str, Any]:
    worst = accuracy.worst
    return {
        "achieved": _number(accuracy.achieved),
        "until": _number(accuracy.until),
        "visible": _number(accuracy.visible),
        "worst": None if worst is None else {"name": worst.name, "t": worst.t, "cause": str(worst.cause)},
        "columns": {one.name: one.error for one in accuracy.columns},
    }


def _motion(motion: Motion) -> dict[str, Any]:
    model, work, seconds = motion.model, motion.work, motion.seconds
    names = [c.name for c in model.coordinates]
    energy = motion.ledger.energy
    return {
        "status": str(motion.status),
        "message": str(motion.message),
        "t": _number(motion.reached),
        "final": {
            "q": _last_row(names, motion.q),
            "qd": _last_row(names, motion.qd),
            "lam": _last_row([name[4:] for name in multiplier_names(model)], motion.lam),
            "e": _last_row([e.name for e in model.efforts], motion.e),
            "s": _last_row([s.name for s in model.states], motion.s),
            "contact": _last_row([c.name for c in model.contacts], motion.contact),
            "friction": _last_row(list(slip_names(model)), motion.friction),
            "outputs": _last_row([o.name for o in model.outputs], motion.outputs),
            "inputs": _last_row([u.name for u in model.inputs], motion.u),
        },
        "extremes": {
            one.name: {
                "minimum": _number(one.minimum),
                "t_minimum": _number(one.t_minimum),
                "maximum": _number(one.maximum),
                "t_maximum": _number(one.t_maximum),
                "error": _number(one.error),
            }
            for one in motion.extremes
        },
        "assumed": list(motion.assumed),
        "moved": list(map(str, motion.moved)),
        "residual": {
            "position": _number(max(motion.residual.position, default=0.0)),
            "velocity": _number(max(motion.residual.velocity, default=0.0)),
        },
        "energy": {
            "kind": motion.ledger.kind,
            "start": _number(energy[0]) if len(energy) else None,
            "end": _number(energy[-1]) if len(energy) else None,
            "ledger_error": _number(motion.ledger.error),
            "shares": [
                {
                    "section": one.section,
                    "name": one.name,
                    "account": one.account,
                    "start": _number(float(one.values[0])),
                    "end": _number(float(one.values[-1])),
                }
                for one in (motion.shares if has_elements(model) else ())
            ],
        },
        "accuracy": _accuracy(motion.accuracy),
        "events": [
            {"name": e.name, "kind": e.kind, "t": e.t, "direction": e.direction, "error": e.error}
            for e in motion.events
        ],
        "impacts": [_impact(names, impact) for impact in motion.impacts],
        "jumps": [_jump(model, jump) for jump in motion.jumps],
        "touches": [
            {"t": touch.t, "contacts": list(touch.contacts), "sticking": list(touch.sticking)}
            for touch in motion.touches
        ],
        "method": motion.method,
        "rtol": motion.settings.rtol,
        "atol": motion.settings.atol,
        "samples": motion.settings.samples,
        "work": {
            "steps": work.steps,
            "rejected": work.rejected,
            "rhs": work.rhs,
            "projections": work.projections,
            "rescues": work.rescues,
        },
        "remarks": list(map(str, motion.remarks)),
        **messages_of(message=motion.message, moved=motion.moved, remarks=motion.remarks),
        "seconds": {
            "read": seconds.read,
            "lower": seconds.lower,
            "compile": seconds.compiling,
            "simulate": seconds.simulate,
            "total": seconds.total,
        },
    }


def _impact(names: list[str], impact: Impact) -> dict[str, Any]:
    """An impact: impulses by contact, positions and speeds by coordinate."""
    return {
        "t": impact.t,
        "impulses": dict(zip(impact.contacts, impact.impulses, strict=True)),
        "energy_lost": impact.energy_lost,
        "q": dict(zip(names, impact.q, strict=True)),
        "before": dict(zip(names, impact.before, strict=True)),
        "after": dict(zip(names, impact.after, strict=True)),
    }


def _jump(model: Model, jump: Jump) -> dict[str, Any]:
    """A jump of the state: its cause, its energy, and coordinates, speeds and states before and after it."""
    coordinates = [c.name for c in model.coordinates]
    names = [*coordinates, *(f"{name}'" for name in coordinates), *(s.name for s in model.states)]
    return {
        "t": jump.t,
        "kind": jump.kind,
        "name": jump.name,
        "energy": jump.energy,
        "before": dict(zip(names, jump.before, strict=True)),
        "after": dict(zip(names, jump.after, strict=True)),
    }


def _last_row(names: list[str], block: Any) -> dict[str, float | None]:
    """The last row of a block by names."""
    return {name: _number(value) for name, value in zip(names, block[-1], strict=True)} if len(block) else {}


def _number(value: float | None) -> float | None:
    """A number JSON can hold; None for what is not finite."""
    return float(value) if value is not None and math.isfinite(value) else None
