"""u = kp (b r − y) + ∫ ki (r − y) dt + kd s/(Tf s + 1) (c r − y): a PID controller of a reference r.

Where the output is limited, the integral follows with its tracking time Tt: I' = ki (r − y) + (u − v)/Tt for
the demand v before the limits, so that it does not wind up.
"""

from __future__ import annotations

from dalembert._model.bodies.texts import Text, fill
from dalembert._model.controllers.kinds.kind import (
    LIMITS,
    OUTPUT,
    OUTPUT_WORD,
    RATIO,
    START,
    ControllerData,
    ControllerKind,
    Definition,
    Entries,
    Fault,
    Key,
    State,
    limit_fault,
    saturate,
    start_of,
)


def _gain(given: ControllerData, gain: str, time: str, pattern: str) -> Text | None:
    """A gain, given directly or by kp and a time."""
    if gain in given.values:
        return given.values[gain]
    if time not in given.values:
        return None
    return fill(pattern, kp=given.values["kp"], T=given.values[time])


def _integral(given: ControllerData) -> Text | None:
    return _gain(given, "ki", "integral_time", "({kp})/({T})")


def _derivative(given: ControllerData) -> Text | None:
    return _gain(given, "kd", "derivative_time", "({kp})*({T})")


def _weighted_error(given: ControllerData, key: str) -> Text:
    """The error with a weight of the reference: b r − y."""
    weight = given.values.get(key)
    if weight is None:
        return Text(given.member("error"))
    pattern = "(({b})*({r}) - ({y}))"
    return fill(pattern, b=weight, r=given.values["reference"], y=given.inputs[0])


def _limits(given: ControllerData) -> bool:
    return "minimum" in given.values or "maximum" in given.values


def _sum(parts: list[Text]) -> Text:
    return fill(
        " + ".join(f"{{p{i}}}" for i in range(len(parts))), **{f"p{i}": one for i, one in enumerate(parts)}
    )


def _proportional(given: ControllerData) -> list[Text]:
    if "kp" not in given.values:
        return []
    return [fill("({kp})*{e}", kp=given.values["kp"], e=_weighted_error(given, "reference_weight"))]


def _output(given: ControllerData, parts: list[Text], states: dict[str, State]) -> Entries:
    """The entries for a demand that is the sum of some parts."""
    error = fill("({r}) - ({y})", r=given.values["reference"], y=given.inputs[0])
    definitions = {"error": Definition(value=error, unit="{i}", shown=True)}
    demand = _sum(parts)
    if _limits(given):
        definitions["demand"] = Definition(value=demand, unit=OUTPUT, shown=True)
        demand = saturate(given, Text(given.member("demand")))
    if given.time is not None:
        states[OUTPUT_WORD] = State(law=demand, unit=OUTPUT)
        return Entries(definitions=definitions, states=states)
    definitions[OUTPUT_WORD] = Definition(value=demand, unit=OUTPUT, shown=True)
    return Entries(definitions=definitions, states=states)


def _integral_rate(given: ControllerData, rate: Text) -> Text:
    """The rate of the integral, with anti-windup."""
    if not _limits(given):
        return rate
    demand = Text(given.member("demand"))
    return fill(
        "{r} + ({u} - {v})/({T})",
        r=rate,
        u=saturate(given, demand),
        v=demand,
        T=given.values["tracking_time"],
    )


def _entries(given: ControllerData) -> Entries:
    parts, states = _proportional(given), dict[str, State]()
    ki, kd = _integral(given), _derivative(given)
    if ki is not None:
        rate = _integral_rate(given, fill("({ki})*{e}", ki=ki, e=given.member("error")))
        states["integral"] = State(law=rate, unit=OUTPUT, start=start_of(given))
        parts.append(Text(given.member("integral")))
    if kd is not None:
        slope, time = Text(given.member("slope")), given.values["filter_time"]
        law = fill("({kd})*{v}/({T})", kd=kd, v=_weighted_error(given, "derivative_weight"), T=time)
        states["slope"] = State(law=fill("({v} - {d})/({T})", v=law, d=slope, T=time), unit=OUTPUT)
        parts.append(fill("({v} - {d})", v=law, d=slope))
    return _output(given, parts, states)


def _sampled_entries(given: ControllerData) -> Entries:
    """The sampled controller: I + Ts ki e, and (Tf D + kd Δ(c r − y))/(Tf + Ts)."""
    parts, states = _proportional(given), dict[str, State]()
    ki, kd, step = _integral(given), _derivative(given), given.time or Text("0")
    if ki is not None:
        integral = Text(given.member("integral"))
        rate = fill("({ki})*{e}", ki=ki, e=given.member("error"))
        next_value = fill("{I} + ({Ts})*({r})", I=integral, Ts=step, r=_integral_rate(given, rate))
        states["integral"] = State(law=next_value, unit=OUTPUT, start=start_of(given))
        parts.append(fill("{I} + ({Ts})*({r})", I=integral, Ts=step, r=rate))
    if kd is not None:
        value = _weighted_error(given, "derivative_weight")
        law = fill(
            "(({Tf})*{D} + ({kd})*({v} - {last}))/(({Tf}) + ({Ts}))",
            Tf=given.values["filter_time"],
            D=given.member("derivative"),
            kd=kd,
            v=value,
            last=given.member("last"),
            Ts=step,
        )
        states["derivative"] = State(law=law, unit=OUTPUT)
        states["last"] = State(law=value, unit="{i}")
        parts.append(law)
    return _output(given, parts, states)


def _fault(given: ControllerData) -> Fault | None:
    name, values = given.name, given.values
    for gain, time in (("ki", "integral_time"), ("kd", "derivative_time")):
        if gain in values and time in values:
            return time, f"`{name}` has {gain} and {time}, which say the same", "delete one of them"
        if time in values and "kp" not in values:
            return time, f"the {time} of `{name}` needs kp", "add kp = 1"
    parts = [one for one in ("kp", "ki", "kd", "integral_time", "derivative_time") if one in values]
    if not parts:
        return "", f"`{name}` has neither kp nor ki nor kd", "add kp = 1"
    if _derivative(given) is not None and "filter_time" not in values:
        return "", f"the derivative of `{name}` needs a filter time", "add filter_time = 0.01"
    if _derivative(given) is None:
        for key in ("filter_time", "derivative_weight"):
            if key in values:
                return key, f"`{name}` has a {key} and no derivative", "add kd = 1, or delete it"
    winds = _integral(given) is not None and _limits(given)
    if winds and "tracking_time" not in values:
        near = f"{name}.kp/{name}.ki" if {"kp", "ki"} <= given.numbers.keys() else ""
        hint = f'add tracking_time = "{near}", the usual time' if near else "add tracking_time = 0.5"
        return "", f"the integral of `{name}` would wind up at its limits", hint
    if "tracking_time" in values and not winds:
        message = f"`{name}` has a tracking_time, but no integral with limits"
        return "tracking_time", message, "add ki and a minimum or maximum, or delete it"
    if "start" in values and _integral(given) is None:
        return "start", f"`{name}` has no integral that could start", "add ki = 1, or delete it"
    return limit_fault(given)


PID = ControllerKind(
    keys={
        "reference": Key(example='"r"', unit="{i}"),
        "kp": Key(example="1", unit=RATIO, optional=True),
        "ki": Key(example="1", unit="{o}/({i}*s)", optional=True),
        "kd": Key(example="1", unit="{o}*s/{i}", optional=True),
        "integral_time": Key(example="1", unit="s", optional=True),
        "derivative_time": Key(example="1", unit="s", optional=True),
        "filter_time": Key(example="0.01", unit="s", optional=True),
        "reference_weight": Key(example="1", unit="1", optional=True),
        "derivative_weight": Key(example="0", unit="1", optional=True),
        **LIMITS,
        "tracking_time": Key(example="0.5", unit="s", optional=True),
        **START,
    },
    entries=_entries,
    sampled=_sampled_entries,
    fault=_fault,
    sign="PID",
)
