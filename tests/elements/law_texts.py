"""A `LawSystem` as the text of a model file, by docs/networks.md, elements.md and bodies.md. Nothing of dalembert is used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.elements.law_equations import PIN_MASS, PUMP_SLOPE
from tests.elements.law_systems import DOMAIN, GAS, SURROUNDINGS, Body, Element, Law, LawSystem, Signal

WORDS = {
    "electrical": {"flow": "current", "displacement": "charge", "drop": "voltage", "effort": "voltage"},
    "fluid": {"flow": "flow", "displacement": "volume", "drop": "pressure", "effort": "pressure"},
    "thermal": {
        "flow": "entropy_flow",
        "displacement": "entropy",
        "drop": "temperature",
        "effort": "temperature",
    },
    "gas": {"flow": "mass_flow", "displacement": "mass", "drop": "exergy", "effort": "exergy"},
}
OF_ELEMENTS = {
    "demand": "{}.demand",
    "stretch": "{}.stretch",
    "distance": "{}.distance",
    "rate": "{}.distance'",
    "twist": "{}.twist",
    "turning": "{}.twist'",
}
STARTS = {
    "start_effort": "start_{effort}",
    "start_store": "start_{displacement}",
    "start_flow": "start_{flow}",
}


class Texts:
    """The text of a system."""

    def __init__(self, system: LawSystem) -> None:
        self.system = system
        self.parameters: dict[float, str] = {}
        self.domains = {
            node: DOMAIN[one.kind]
            for one in system.elements
            if one.kind in DOMAIN
            for node in (*one.ends, *one.words.get("secondary", ()))
        }

    def signal(self, signal: Signal) -> str:
        """How an expression writes what it reads."""
        word, of = signal.word, signal.of
        if word == "time":
            return "t"
        if word in {"place", "state"}:
            return of
        if word == "speed":
            return f"{of}'"
        if word in OF_ELEMENTS:
            return OF_ELEMENTS[word].format(of)
        domain = self.domains[of] if word == "effort" else DOMAIN[self.system.element[of].kind]
        return f"{of}.{WORDS[domain][word]}"

    def number(self, value: float) -> str:
        """A parameter: without a unit, it has the one that its expression needs."""
        return self.parameters.setdefault(value, f"p{len(self.parameters)}")

    def law(self, law: Law) -> str:
        """An expression."""
        text = self.number(law.base)
        if law.reads:
            parts = (
                f"{self.number(one.gain)}*tanh({self.signal(one.signal)}/{self.number(one.scale)})"
                for one in law.reads
            )
            text = f"{text}*(1 + {' + '.join(parts)})"
        if law.word:
            text = f"{text}*{law.word}*(1 + ({law.word}/{self.number(law.width)})^2)"
        return text

    def value(self, value: Law | tuple[Law, ...]) -> str:
        """A value: a number, an expression in quotes, or a list of these."""
        if isinstance(value, tuple):
            return f"[{', '.join(self.value(one) for one in value)}]"
        return f"{value.base!r}" if not value.reads and not value.word else f'"{self.law(value)}"'

    def element(self, one: Element) -> str:
        """An entry of [elements]."""
        entries = [f'kind = "{one.kind}"']
        if len(one.ends) == 1:
            entries.append(f'between = "{one.ends[0]}"')
        elif one.ends:
            entries.append(f'between = ["{one.ends[0]}", "{one.ends[1]}"]')
        for key, word in one.words.items():
            entries.append(f"{key} = {_words(word)}")
        for key, value in one.values.items():
            written = STARTS[key].format(**WORDS[DOMAIN[one.kind]]) if key in STARTS else key
            written = "start_pressure" if written == "start_exergy" else written
            text = self.value(value)
            if one.kind == "pump" and isinstance(value, Law):
                text = f'"{self.law(value)} - {self.number(PUMP_SLOPE)}*flow"'
            entries.append(f"{written} = {text}")
        return f"{one.name} = {{ {', '.join(entries)} }}"

    def lines(self, outputs: Sequence[Signal]) -> Iterator[str]:
        """All lines, section by section."""
        system = self.system
        bodies = [body for body in system.bodies if body.joint]
        bare = [body for body in system.bodies if not body.joint]
        if bodies:
            yield "[bodies]"
            if system.gravity:
                yield f"gravity = [0, {-system.gravity!r}]"
            for body in bodies:
                yield f"{body.name} = {{ {_inertia(body)} }}"
            yield "[joints]"
            for body in bodies:
                yield f'J_{body.name} = {{ kind = "{body.joint}", between = ["ground", "{body.name}"], {_axes(body)} }}'
        yield from _bare_lines(bare)
        if system.states:
            yield "[states]"
            for state in system.states:
                rate = f"({self.law(state.target)} - {state.name})/{state.lag!r}"
                yield f'{state.name} = {{ rate = "{rate}", start = {state.start!r} }}'
        yield "[elements]"
        for element in system.elements:
            yield self.element(element)
        if any(DOMAIN.get(one.kind) == "thermal" for one in system.elements):
            yield f'air = {{ kind = "surroundings", temperature = {SURROUNDINGS!r} }}'
        if any(DOMAIN.get(one.kind) == "gas" for one in system.elements):
            yield f'gas = {{ kind = "gas", {", ".join(f"{key} = {one!r}" for key, one in GAS.items())} }}'
        if system.controllers:
            yield "[controllers]"
        for one in system.controllers:
            measured = [f'"{self.signal(signal)}"' for signal in one.measured]
            given = measured[0] if len(measured) == 1 else f"[{', '.join(measured)}]"
            values = (f"{key} = {self.value(value)}" for key, value in one.values.items())
            head = f'kind = "{one.kind}", from = {given}, to = "{one.to}"'
            yield f"{one.name} = {{ {', '.join([head, *values])} }}"
        if outputs:
            yield "[outputs]"
            for i, signal in enumerate(outputs):
                yield f'out_{i} = "{self.signal(signal)}"'
        yield "[simulate]"
        yield f"t_end = {system.t_end!r}"
        yield "samples = 3"
        yield "rtol = 1e-8"


def _bare_lines(bare: Sequence[Body]) -> Iterator[str]:
    """Coordinates with their energies."""
    if not bare:
        return
    axes = [(body, axis) for body in bare for axis in body.axes]
    yield "[coordinates]"
    for _, axis in axes:
        yield f"{axis.name} = {{ start = {axis.start!r}, speed = {axis.speed!r} }}"
    for energy, shape in (
        ("kinetic", "1/2*{m!r}*{x}'^2"),
        ("potential", "1/2*{k!r}*{x}^2"),
        ("dissipation", "1/2*{c!r}*{x}'^2"),
    ):
        yield f"[energy.{energy}]"
        for body, axis in axes:
            own = shape.format(m=axis.mass, k=body.stiffness, c=body.damping, x=axis.name)
            yield f'of_{axis.name} = "{own}"'


def _words(word: str | tuple[str, ...]) -> str:
    return f'"{word}"' if isinstance(word, str) else f"[{', '.join(_words(one) for one in word)}]"


def _inertia(body: Body) -> str:
    mass = PIN_MASS if body.joint == "pin" else body.axes[0].mass
    turning = 0.3 if body.joint == "slider" else body.axes[-1].mass
    return f"mass = {mass!r}, inertia = {turning!r}"


def _axes(body: Body) -> str:
    axes = (f"{axis.name} = {{ start = {axis.start!r}, speed = {axis.speed!r} }}" for axis in body.axes)
    return f"coordinate = {{ {', '.join(axes)} }}"


def model_text(system: LawSystem, outputs: Sequence[Signal]) -> str:
    """The text of a model file with some quantities as its outputs out_0, out_1 …"""
    texts = Texts(system)
    lines = list(texts.lines(outputs))
    parameters = [f"{name} = {value!r}" for value, name in texts.parameters.items()]
    return "\n".join(["format = 1", "[parameters]", *parameters, *lines]) + "\n"
