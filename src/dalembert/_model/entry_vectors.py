"""Entries that may be vectors: definitions, the work of forces at points and of torques on rotations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert._expression.expression import Expression
from dalembert._expression.tree import Name, Number
from dalembert._expression.written_tree import Shape, member_name
from dalembert._model import entries as e
from dalembert._model import records as r
from dalembert._model.entry_reader import LABELS, ComponentExpressions, EntryReader
from dalembert._text.elaborate import Elaborator
from dalembert._text.lexer import TextFault
from dalembert._text.positions import Path
from dalembert._text.tensors import Tensor, kind_of, positions

AXES = ("body", "fixed")
LOADS = {"at": "force", "on": "torque"}
EXAMPLES = {"at": 'at = "r" and force = ["Fx", "Fy", "Fz"]', "on": 'on = "R" and torque = ["Mx", "My", "Mz"]'}


def definition(read: EntryReader, path: Path, value: Any) -> tuple[r.Term | r.AngularVelocity, ...]:
    """A definition; a vector or a matrix gives one for each of its components.

    With `of` it is declared as the angular velocity of a rotation, whose exact value is added for comparison.
    """
    if not isinstance(value, Mapping):
        return _terms(read, path, read.components(path, value), {})
    entry = read.entry(path, value, ("value", "of", "axes", *LABELS))
    unit, labels = read.labels(path, entry)
    if "value" not in entry or not unit.coherent:
        return (e.term(read, path, {key: one for key, one in entry.items() if key not in ("of", "axes")}),)
    components = read.components((*path, "value"), entry["value"])
    terms = _terms(read, path, components, labels)
    angular = _angular_velocity(read, path, entry, components) if "of" in entry else None
    return terms if angular is None else (*terms, angular)


def _terms(
    read: EntryReader, path: Path, components: ComponentExpressions, labels: dict[str, Any]
) -> tuple[r.Term, ...]:
    identity = read.identity(path)
    if not components.shape:
        return (r.Term(**identity, expression=components.entries[0], **labels),)
    terms = []
    for at, expression in zip(positions(components.shape), components.entries, strict=True):
        index = ",".join(map(str, at))
        symbol = f"{{{labels['symbol']}}}_{{{index}}}" if labels.get("symbol") else ""
        name = member_name(identity["name"], at)
        terms.append(
            r.Term(**{**identity, **labels, "name": name, "expression": expression, "symbol": symbol})
        )
    return tuple(terms)


def rotations(elaborator: Elaborator) -> tuple[r.Term, ...]:
    """Definitions of the rotations and angles without names that occur in omega(…)."""
    return tuple(
        r.Term(name=member_name(name, at) if at else name, expression=Expression(root))
        for name, tensor in elaborator.rotations.items()
        for at, root in zip(positions(tensor.shape), tensor.entries, strict=True)
        if not isinstance(root, Name | Number)
    )


def work(read: EntryReader, path: Path, value: Any) -> r.Term | r.Load:
    """The effort on a coordinate, or a load: a force at a point, a torque on a rotation."""
    if not isinstance(value, Mapping) or not {*LOADS, *LOADS.values()} & set(value):
        return e.term(read, path, value)
    read.keys(path, value, (*LOADS, *LOADS.values(), "account", "text"))
    where = "on" if "on" in value or "torque" in value else "at"
    effort = LOADS[where]
    identity = read.identity(path)
    example = EXAMPLES[where]
    if set(value) & {*LOADS, *LOADS.values()} != {where, effort}:
        message = f"the load `{identity['name']}` needs `{where}` and `{effort}`"
        read.flaw(path, "missing-key", message, f"write {example}")
        return r.Load(**identity, kind=effort)
    target = read.components((*path, where), value[where])
    given = read.components((*path, effort), value[effort])
    needed = _efforts_of(target, effort)
    if needed is None:
        point = "a displacement, or a point, a vector of 2 or 3 components"
        what = point if effort == "force" else "a rotation, a matrix of 3 x 3 components"
        message = f"`{where}` must be {what}, but is {_kind(target)}"
        read.flaw((*path, where), "vector", message, f"write {example}")
        return r.Load(**identity, kind=effort)
    if given.shape != needed:
        side = needed[0] if needed else 1
        plural = "s" if side > 1 else ""
        message = f"`{effort}` needs {side} component{plural} to go with `{where}`, but is {_kind(given)}"
        read.flaw((*path, effort), "vector", message, f"write {example}")
        return r.Load(**identity, kind=effort)
    return r.Load(
        **identity,
        kind=effort,
        target=target.entries,
        efforts=given.entries,
        account=read.choice((*path, "account"), value, r.ACCOUNTS),
        text=read.words((*path, "text"), value),
    )


def _efforts_of(target: ComponentExpressions, effort: str) -> Shape | None:
    """The required shape of the effort on a target; None where there is none."""
    if effort == "force":
        return target.shape if target.shape in ((), (2,), (3,)) else None
    shapes: dict[Shape, Shape] = {(2, 2): (), (3, 3): (3,)}
    return shapes.get(target.shape)


def _kind(components: ComponentExpressions) -> str:
    roots = tuple(one.root for one in components.entries)
    return kind_of(Tensor(components.shape, roots) if components.shape else roots[0])


def _angular_velocity(
    read: EntryReader, path: Path, value: Mapping[str, Any], typed: ComponentExpressions
) -> r.AngularVelocity | None:
    rotation = read.words((*path, "of"), value)
    axes = read.choice((*path, "axes"), value, AXES)
    here = (*path, "of")
    try:
        function = "omega" if axes == "body" else "omega_fixed"
        rotation_value = read.elaborate(here, rotation, function)
        read.note_rotations(here, rotation)
    except TextFault as fault:
        read.flaw_in(here, rotation, fault.span, rule=fault.rule, message=fault.message, hint=fault.hint)
        return None
    identity = read.identity(path)
    exact = rotation_value.entries if isinstance(rotation_value, Tensor) else (rotation_value,)
    if len(typed.entries) != len(exact) or len(typed.shape) > 1:
        message = (
            f"an angular velocity has {len(exact)} components, but `{identity['name']}` is {_kind(typed)}"
        )
        read.flaw(path, "vector", message, f'write value = "{function}({rotation})"')
        return None
    return r.AngularVelocity(
        name=identity["name"],
        rotation=rotation,
        axes=axes,
        components=typed.entries,
        exact=tuple(Expression(root, typed.entries[0].source) for root in exact),
        location=identity["location"],
    )
