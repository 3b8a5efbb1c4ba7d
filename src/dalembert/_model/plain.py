"""A `Model` as plain values with everything expanded, from which `build` makes an equal model."""

from __future__ import annotations

from typing import Any

from dalembert._expression.expression import Expression
from dalembert._expression.tree import Number
from dalembert._model import records as r
from dalembert._model.build import FORMAT
from dalembert._model.delays import user_inputs
from dalembert._model.discrete import Impulse
from dalembert._model.entries import START
from dalembert._model.table_keys import plain_table
from dalembert._model.units import unit_of
from dalembert._text.printer import print_tree


def plain_values(model: r.Model) -> dict[str, Any]:
    """The sections of a model file; `build` makes an equal model of them."""
    values: dict[str, Any] = {"format": FORMAT, "title": model.title, "text": model.text}
    values["parameters"] = {p.name: _parameter(p) for p in model.parameters}
    values["coordinates"] = {
        c.name: _entry(c, start=c.start, speed=c.speed, guess=c.guess) | _history_entry(c) | _range(c)
        for c in model.coordinates
    }
    values["definitions"] = {d.name: _term(d) for d in r.user_terms(model.definitions)}
    values["energy"] = {
        kind: _energy(kind, r.user_terms(terms))
        for kind, terms in (
            ("kinetic", model.kinetic),
            ("potential", model.potential),
            ("dissipation", model.dissipation),
        )
        if r.user_terms(terms)
    }
    values["work"] = {w.name: _term(w) for w in r.user_terms(model.work)}
    values["work"] |= {load.name: _load(load) for load in model.loads}
    values["inputs"] = {i.name: _input(i) for i in user_inputs(model)}
    values["tables"] = {table.name: plain_table(table) for table in model.tables}
    values["efforts"] = {e.name: _entry(e, guess=e.guess) for e in model.efforts}
    sampled = {one.name: one for one in model.sampled}
    values["states"] = {
        s.name: {"rate": _text(s.rate)}
        | _entry(s, start=s.start, guess=s.guess)
        | _history_entry(s)
        | _range(s)
        for s in model.states
        if s.name not in sampled
    }
    values["constraints"] = {
        kind: {c.name: _constraint(c) for c in r.constraints_of(model, kind)}
        for kind in ("displacement", "flow", "effort")
        if r.constraints_of(model, kind)
    }
    values["contacts"] = {c.name: _contact(c) for c in model.contacts}
    values["events"] = {e.name: _event(e) for e in model.events}
    values["impulses"] = {one.name: _impulse(one) for one in model.impulses}
    values["sampled"] = {
        s.name: {"every": _text(sampled[s.name].every), "value": _text(sampled[s.name].value)}
        | _entry(s, start=s.start)
        for s in model.states
        if s.name in sampled
    }
    values["outputs"] = {o.name: _output(o) for o in model.outputs}
    values["scene"] = {key: _thaw(value) for key, value in model.scene}
    values["cases"] = {c.name: _case(c, model) for c in model.cases}
    values["simulate"] = _settings(model.simulate)
    return {key: value for key, value in values.items() if value not in ({}, "")}


def _text(expression: Expression) -> str:
    return print_tree(expression.root)


def _law(expression: Expression, unit: str) -> str | float:
    """An expression in SI; a number alone in the unit of its entry, where that is another one."""
    if isinstance(expression.root, Number) and not unit_of(unit).coherent:
        return unit_of(unit).from_si(float(expression.root.value))
    return _text(expression)


def _labels(entry: Any) -> dict[str, str]:
    labels = {"unit": entry.unit, "text": entry.text, "symbol": entry.symbol}
    return {key: value for key, value in labels.items() if value}


def value_text(value: r.Value, unit: str, *, rate: bool = False) -> str | int | float:
    """The number as typed; a computed number is converted to the unit."""
    if value.typed is not None:
        return value.typed
    root = value.expression.root
    display = unit_of(unit).rate if rate else unit_of(unit)
    if display.coherent:
        return print_tree(root)
    if isinstance(root, Number):
        return display.from_si(float(root.value))
    message = f"the value {print_tree(root)} is an expression, but its unit {unit} is not SI"
    raise ValueError(message)


def _entry(entry: Any, **values: r.Value | None) -> dict[str, Any]:
    given = {
        key: value_text(value, entry.unit, rate=key == "speed")
        for key, value in values.items()
        if value is not None
    }
    return given | _labels(entry)


def _range(entry: r.Parameter | r.Coordinate | r.State) -> dict[str, Any]:
    return {} if entry.range is None else {"range": list(entry.range)}


def _history_entry(entry: r.Coordinate | r.State) -> dict[str, Any]:
    if entry.before is None:
        return {}
    given = entry.before.value
    return {"before": START if given is None else value_text(given, entry.unit)}


def _parameter(p: r.Parameter) -> Any:
    entry = _entry(p, value=p.value) | _range(p)
    return entry["value"] if list(entry) == ["value"] else entry


def _term(term: r.Term) -> Any:
    labels = _labels(term)
    return {"value": _law(term.expression, term.unit)} | labels if labels else _text(term.expression)


def _output(term: r.Term) -> Any:
    labels = _labels(term)
    return {"value": _text(term.expression)} | labels if labels else _text(term.expression)


def _energy(kind: str, terms: tuple[r.Term, ...]) -> Any:
    if len(terms) == 1 and terms[0].name == kind and not _labels(terms[0]):
        return _term(terms[0])
    return {term.name: _term(term) for term in terms}


def _constraint(one: r.Constraint) -> Any:
    zero = _text(one.expression)
    return {"value": zero, "text": one.text} if one.text else zero


def _input(entry: r.Input) -> Any:
    labels = _labels(entry)
    if isinstance(entry.law, Expression):
        return {"value": _law(entry.law, entry.unit)} | labels if labels else _text(entry.law)
    table = entry.law
    if not isinstance(table, r.Table):
        raise TypeError(entry)
    if not table.path:
        entries = {"times": list(table.times), "values": list(table.values), "interpolate": table.interpolate}
        return entries | labels
    return {
        "table": table.path,
        "time": table.time,
        "column": table.column,
        "interpolate": table.interpolate,
    } | labels


def _load(load: r.Load) -> dict[str, Any]:
    where = [_text(one) for one in load.target]
    efforts: Any = [_text(one) for one in load.efforts]
    if load.kind == "torque":
        side = 3 if len(where) == 9 else 2
        rows = [where[i : i + side] for i in range(0, len(where), side)]
        given = {"on": rows, "torque": efforts if side == 3 else efforts[0]}
    else:
        one = len(where) == 1  # a single path: a displacement
        given = {"at": where[0] if one else where, "force": efforts[0] if one else efforts}
    return given | ({"text": load.text} if load.text else {})


def _contact(contact: r.Contact) -> dict[str, Any]:
    """The given keys of a contact; newton is the default law."""
    given = {
        "restitution": contact.restitution,
        "friction": contact.friction,
        "sticking": contact.sticking,
        "stiffness": contact.stiffness,
        "damping": contact.damping,
        "exponent": contact.exponent,
    }
    slip = [_text(one) for one in contact.slip]
    return {
        "gap": _text(contact.gap),
        **({"law": contact.law} if contact.law != r.STIFF[0] else {}),
        **{key: _text(expression) for key, expression in given.items() if expression is not None},
        **({"slip": slip if len(slip) > 1 else slip[0]} if slip else {}),
    }


def _event(event: r.Event) -> dict[str, Any]:
    sets = {one.target: _text(one.expression) for one in event.sets}
    entries = {"when": _text(event.when), "direction": event.direction, "action": event.action}
    return entries | ({"set": sets} if sets else {})


def _impulse(impulse: Impulse) -> dict[str, Any]:
    entries = {"at": _text(impulse.at), "work": {push.name: _text(push.expression) for push in impulse.work}}
    return entries | ({"text": impulse.text} if impulse.text else {})


def _case(case: r.Case, model: r.Model) -> dict[str, Any]:
    units = {entry.name: entry.unit for entry in r.entries_of(model)}
    out: dict[str, Any] = {"text": case.text} if case.text else {}
    for key, pairs in (("parameters", case.parameters), ("start", case.start), ("speed", case.speed)):
        if pairs:
            out[key] = {
                name: value_text(value, units.get(name, ""), rate=key == "speed") for name, value in pairs
            }
    settings = _settings(case.simulate)
    return out | ({"simulate": settings} if settings else {})


def _settings(settings: r.RunSettings) -> dict[str, Any]:
    keys = ("t_start", "t_end", "samples", "rtol", "atol", "method", "dt", "times")
    values = (
        _setting(settings.t_start),
        _setting(settings.t_end),
        _setting(settings.samples),
        settings.rtol,
        settings.atol,
        settings.method,
        _setting(settings.dt),
        list(settings.times) if settings.times is not None else None,
    )
    return {key: value for key, value in zip(keys, values, strict=True) if value is not None}


def _setting(value: r.Setting) -> float | str | None:
    return _text(value) if isinstance(value, Expression) else value


def _thaw(value: r.Frozen) -> Any:
    if isinstance(value, r.Fields):
        return {key: _thaw(inner) for key, inner in value.entries}
    return [_thaw(inner) for inner in value] if isinstance(value, tuple) else value
