"""The keys of filters that have a frequency: in rad/s, in Hz, or the time 1/ω."""

from __future__ import annotations

from dalembert._model.bodies.texts import Text, fill
from dalembert._model.controllers.kinds.kind import ControllerData, Fault, Key

FREQUENCY = {
    "angular_frequency": Key(example="10", unit="rad/s", optional=True),
    "frequency": Key(example="2", unit="1/s", optional=True),
}
TIME = {"time_constant": Key(example="0.1", unit="s", optional=True)}
DAMPING = {"damping_ratio": Key(example="0.7", unit="1")}


def corner_fault(keys: tuple[str, ...], given: ControllerData) -> Fault | None:
    """The fault where not exactly one of some keys is given."""
    keys_given = [key for key in keys if key in given.values]
    if len(keys_given) == 1:
        return None
    if keys_given:
        message = f"`{given.name}` has {keys_given[0]} and {keys_given[1]}, which say the same"
        return keys_given[1], message, "delete one of them"
    return "", f"`{given.name}` has no {keys[0]}", f"add {' or '.join(keys)}"


def time_fault(given: ControllerData) -> Fault | None:
    """The fault where not exactly one of time constant and frequencies is given."""
    return corner_fault((*TIME, *FREQUENCY), given)


def frequency_fault(given: ControllerData) -> Fault | None:
    """The fault where not exactly one of the frequencies is given."""
    return corner_fault(tuple(FREQUENCY), given)


def frequency_of(given: ControllerData) -> Text:
    """The frequency in rad/s."""
    if "angular_frequency" in given.values:
        return fill("({w})", w=given.values["angular_frequency"])
    return fill("(2*pi*({f}))", f=given.values["frequency"])


def time_of(given: ControllerData) -> Text:
    """The time constant."""
    if "time_constant" in given.values:
        return fill("({T})", T=given.values["time_constant"])
    return fill("(1/{w})", w=frequency_of(given))


def bandwidth_of(given: ControllerData) -> Text:
    """The damping coefficient 2ζω of a filter of second order."""
    return fill("2*({z})*{w}", z=given.values["damping_ratio"], w=frequency_of(given))
