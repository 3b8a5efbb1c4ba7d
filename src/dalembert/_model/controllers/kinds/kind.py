"""A kind of controller: its keys, and the states and definitions that it expands to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from dalembert._model.bodies.texts import Text, fill, member_name

INPUT, OUTPUT = "{i}", "{o}"  # placeholders for the units of input and output
RATIO = "{o}/{i}"
OUTPUT_WORD = "output"
Fault = tuple[str, str, str]  # a key, the message, what to type


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """A key of a controller: an example of its value, and its unit in terms of those of input and output."""

    example: str
    unit: str = ""
    optional: bool = False
    listed: bool = False  # a list of values
    table: bool = False  # the name of a table


@dataclass(frozen=True, slots=True, kw_only=True)
class ControllerData:
    """The data of a controller; `time` is the sampling time of a sampled one."""

    name: str
    inputs: tuple[Text, ...]
    values: Mapping[str, Text] = field(default_factory=dict)
    lists: Mapping[str, tuple[Text, ...]] = field(default_factory=dict)
    numbers: Mapping[str, float] = field(default_factory=dict)  # values written as numbers
    table: str = ""
    unit: str = ""
    input_unit: str = ""
    time: Text | None = None

    @property
    def input(self) -> Text:
        """Its input times its gain."""
        (signal,) = self.inputs
        gain = self.values.get("gain")
        return fill("({u})", u=signal) if gain is None else fill("({K})*({u})", K=gain, u=signal)

    def member(self, word: str) -> str:
        """The name of one of its quantities: pid.integral."""
        return member_name(self.name, word)

    def unit_of(self, pattern: str) -> str:
        """A unit from a pattern of those of input and output; empty where these are not known."""
        if pattern in (OUTPUT, INPUT):
            return self.unit if pattern == OUTPUT else self.input_unit
        if (OUTPUT in pattern and not self.unit) or (INPUT in pattern and not self.input_unit):
            return ""
        return pattern.format(o=_factor(self.unit), i=_factor(self.input_unit))


def _factor(unit: str) -> str:
    """A unit as a factor: in brackets where it is a product or a quotient."""
    return unit if unit.isalpha() else f"({unit})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A definition of a controller."""

    value: Text
    unit: str = ""  # a pattern of units
    shown: bool = False  # whether it is an output of the model


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A state of a controller: its rate, or its next value where it is sampled."""

    law: Text
    unit: str = ""  # a pattern of units
    start: Text = field(default_factory=lambda: Text("0"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries:
    """The entries of a controller by their words; one of them is `output`."""

    definitions: Mapping[str, Definition] = field(default_factory=dict)
    states: Mapping[str, State] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ControllerKind:
    """A kind of controller: its keys, and the functions that expand it."""

    keys: Mapping[str, Key]
    entries: Callable[[ControllerData], Entries]
    sampled: Callable[[ControllerData], Entries] | None = None  # the sampled version, if it exists
    fault: Callable[[ControllerData], Fault | None] = lambda _: None
    direct: Callable[[ControllerData], bool] = lambda _: True  # whether it has direct feedthrough
    several: bool = False  # whether it reads a list of inputs
    unit: str = ""  # of its output, where that follows from the unit of its input
    sign: str = ""  # in its block of a diagram


def through(text: Text, **more: Definition) -> Entries:
    """The entries of a controller without states."""
    return Entries(definitions={**more, OUTPUT_WORD: Definition(value=text, unit=OUTPUT, shown=True)})


def saturate(given: ControllerData, text: Text) -> Text:
    """A text limited to `minimum` and `maximum`, where given."""
    low, high = given.values.get("minimum"), given.values.get("maximum")
    if low is not None:
        text = fill("max({v}, {low})", v=text, low=low)
    return text if high is None else fill("min({v}, {high})", v=text, high=high)


def limit_fault(given: ControllerData) -> Fault | None:
    """The fault of a lower limit above the upper one."""
    low, high = (given.numbers.get(key) for key in ("minimum", "maximum"))
    if low is None or high is None or low < high:
        return None
    return "minimum", f"the minimum of `{given.name}` is not below its maximum", "exchange them"


LIMITS = {
    "minimum": Key(example="-24", unit=OUTPUT, optional=True),
    "maximum": Key(example="24", unit=OUTPUT, optional=True),
}
GAIN = {"gain": Key(example="1", unit=RATIO, optional=True)}
START = {"start": Key(example="0", unit=OUTPUT, optional=True)}


def start_of(given: ControllerData) -> Text:
    """The initial value given by `start`."""
    return given.values.get("start", Text("0"))
