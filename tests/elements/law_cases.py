"""Every value of every kind of element, and what it may depend on: a seeded family of small systems.

A bench is a small system around one element. A dependence adds what is read, where it is not there yet, and makes one
value of the element depend on it: `cases()` has them all, by names as `resistor.resistance-other_flow`.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from tests.elements.law_controller_benches import CONTROLLERS
from tests.elements.law_draw import Bench, Draw
from tests.elements.law_mechanical_benches import MECHANICS
from tests.elements.law_net_benches import NETS
from tests.elements.law_systems import (
    DISPLACEMENT,
    DROP,
    EFFORT,
    FLOW,
    NO_ENERGY,
    PLACE,
    SPEED,
    STATE,
    TIME,
    Body,
    Controller,
    Element,
    Law,
    LawSystem,
    Read,
    Signal,
    State,
)

Entry = TypeVar("Entry", Element, Controller)
END = 0.6
ENERGY_KEYS = {  # of a store, or of an inertia
    "capacitor.capacitance", "capacitor.start_voltage", "capacitor.voltage", "tank.capacity", "tank.start_pressure",
    "tank.pressure", "thermal_capacity.capacity", "thermal_capacity.start_temperature", "inductor.inductance",
    "mutual_inductance.inductance", "pipe.length", "pipe.area", "pipe.density", "dc_motor.inductance",
    "voice_coil.inductance", "spring.stiffness", "spring.length", "torsion_spring.stiffness", "torsion_spring.angle",
    "bushing.stiffness", "bushing.torsional_stiffness", "gas_volume.volume", "gas_volume.start_pressure", "bellows.area",
    "bellows.volume", "bellows.stiffness",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    """One value that depends on something."""

    name: str
    dependence: str
    system: LawSystem

    @property
    def without(self) -> LawSystem:
        """The same system with a constant in place of what depends."""
        return replace(
            self.system,
            elements=tuple(_constant(one) for one in self.system.elements),
            controllers=tuple(_constant(one) for one in self.system.controllers),
        )

    @property
    def value(self) -> str:
        """The kind and the key, as `resistor.resistance`."""
        return self.name.split("-")[0]


NO_PLACE = (
    "other_flow", "resistor_flow", "other_speed", "node_effort", "other_effort", "temperature", "state", "own_flow",
    "own_displacement", "own_speed", "near_speed",
)  # fmt: skip
ANYTHING = (
    *NO_PLACE,
    "time",
    "place",
    "other_charge",
    "own_place",
    "near_place",
    "near_stretch",
    "near_charge",
    "near_flow",
    "near_effort",
    "own_effort",
)
LEFT_OUT = {  # a gap is of places and time; an angle of rest cannot be read through the twist beyond it
    "rope.length": NO_PLACE,
    "rope.stiffness": ANYTHING,  # of a contact, parameters
    "rope.damping": ANYTHING,
    "torsion_spring.angle": ("own_flow", "own_displacement"),
    "pid.kd": ANYTHING,  # a transfer function whose coefficients change has no one meaning
    "pid.derivative_time": ANYTHING,
    "pid.filter_time": ANYTHING,
    "high_pass.gain": ANYTHING,
}


@dataclass(frozen=True, slots=True)
class Added:
    """What a dependence needs that a bench has not, and the signal in it."""

    signal: Signal
    elements: tuple[Element, ...] = ()
    bodies: tuple[Body, ...] = ()
    states: tuple[State, ...] = ()
    scale: float = 0.7


def _loop(draw: Draw, last: Element) -> tuple[Element, ...]:
    return (
        draw.source("electrical", "V7", "o1"),
        draw.resistance("electrical", "R7", "o1", "o2"),
        last,
    )


def _other_mass(draw: Draw, word: str) -> Added:
    """A mass written with energies, or a body on a slider with a spring and a damper."""
    if not draw.bodies_only and draw.either():
        return Added(Signal(word, "y"), bodies=(draw.mass("y"),))
    joint = ("joints.J_body_y",)
    spring = Element("spring", "S7", joint, {"stiffness": draw.law(), "length": draw.law(0.1, 0.3)})
    damper = Element("damper", "D7", joint, {"damping": draw.law(0.1, 0.4)})
    return Added(Signal(word, "y"), (spring, damper), (draw.mass("y", bare=False),))


def _other_speed(draw: Draw) -> Added:
    return _other_mass(draw, SPEED)


def _place(draw: Draw) -> Added:
    return _other_mass(draw, PLACE)


def _other_charge(draw: Draw) -> Added:
    loop = _loop(draw, draw.store("electrical", "C7", "o2"))
    return Added(Signal(DISPLACEMENT, "C7"), loop)


def _other_flow(draw: Draw) -> Added:
    return Added(Signal(FLOW, "L7"), _loop(draw, draw.coil("electrical", "L7", "o2")))


def _resistor_flow(draw: Draw) -> Added:
    return Added(Signal(FLOW, "R7"), _loop(draw, draw.store("electrical", "C7", "o2")))


def _other_effort(draw: Draw) -> Added:
    last = draw.store("electrical", "C7", "o2") if draw.either() else draw.coil("electrical", "L7", "o2")
    return Added(Signal(DROP, "R7"), _loop(draw, last))


def _node_effort(draw: Draw) -> Added:
    return Added(Signal(EFFORT, "o2"), _loop(draw, draw.store("electrical", "C7", "o2")))


def _temperature(draw: Draw) -> Added:
    heated = (draw.inflow("thermal", "Q7", "n"), draw.store("thermal", "H7", "n"))
    return Added(Signal(EFFORT, "n"), (*heated, draw.resistance("thermal", "W7", "n")))


def _state(draw: Draw) -> Added:
    return Added(
        Signal(STATE, "s"), states=(State("s", draw.law(), draw.size(0.4, 0.8), draw.size(0.2, 0.5)),)
    )


def _time(draw: Draw) -> Added:
    del draw
    return Added(Signal(TIME), scale=0.5)


OTHERS: dict[str, Callable[[Draw], Added]] = {
    "time": _time,
    "place": _place,
    "other_charge": _other_charge,
    "other_flow": _other_flow,
    "resistor_flow": _resistor_flow,
    "other_speed": _other_speed,
    "node_effort": _node_effort,
    "other_effort": _other_effort,
    "temperature": _temperature,
    "state": _state,
}
PAIRS = (
    ("time", "place"), ("time", "other_flow"), ("place", "state"), ("place", "own_flow"), ("place", "own_displacement"),
    ("own_flow", "other_flow"), ("own_displacement", "other_flow"), ("other_speed", "temperature"),
    ("near_flow", "time"), ("near_effort", "other_speed"), ("state", "near_effort"), ("other_charge", "time"),
    ("state", "own_flow"), ("own_speed", "time"), ("near_speed", "other_flow"), ("near_place", "time"),
    ("near_stretch", "state"), ("own_speed", "near_speed"), ("temperature", "near_speed"),
)  # fmt: skip


def _is_sound(value: str, dependences: tuple[str, ...], signals: list[Signal], own: str) -> bool:
    """A store that reads a place and, beside it, a flow is left out: nobody has said whether it has an energy."""
    if value not in ENERGY_KEYS:
        return True
    placed = {"place", "own_place", "near_place", "near_stretch", "other_charge", "near_charge"} & set(
        dependences
    )
    own_word = FLOW if value.split(".")[0] in {"inductor", "pipe", "dc_motor", "voice_coil"} else DISPLACEMENT
    free = [one for one in signals if one.word in NO_ENERGY and (one.word, one.of) != (own_word, own)]
    return not (placed and free)


def _constant(one: Entry) -> Entry:
    """The same without anything that it reads."""
    values = {
        key: replace(law, reads=())
        if isinstance(law, Law)
        else tuple(replace(part, reads=()) for part in law)
        for key, law in one.values.items()
    }
    return replace(one, values=values)


def _with_law(one: Entry, key: str, reads: tuple[Read, ...]) -> Entry:
    """The same with a value that reads; of a list, its first."""
    law = one.values[key]
    made = replace(law, reads=reads) if isinstance(law, Law) else (replace(law[0], reads=reads), *law[1:])
    return replace(one, values={**one.values, key: made})


def _case(
    value: str, key: str, bench: Callable[[Draw], Bench], dependences: tuple[str, ...], seed: int
) -> Case | None:
    name = f"{value}-{'+'.join(dependences) or 'constant'}" + (f"#{seed}" if seed else "")
    draw = Draw(name)
    made = bench(draw)
    reads: list[Read] = []
    elements, bodies, states = list(made.elements), list(made.bodies), []
    for dependence in dependences:
        if dependence in LEFT_OUT.get(value, ()):
            return None
        if dependence in made.near:
            added = Added(made.near[dependence])
        elif dependence in OTHERS:
            added = OTHERS[dependence](draw)
        else:
            return None
        elements += added.elements
        bodies += added.bodies
        states += added.states
        sign = 1 if draw.either() else -1
        gain = round(sign * draw.size(0.25, 0.4) / len(dependences), 3)
        reads.append(Read(added.signal, gain, round(added.scale * draw.size(0.8, 1.2), 3)))
    if not _is_sound(value, dependences, [one.signal for one in reads], made.own):
        return None
    system = LawSystem(
        tuple(_with_law(one, key, tuple(reads)) if one.name == made.own else one for one in elements),
        tuple(bodies),
        tuple(states),
        tuple(_with_law(one, key, tuple(reads)) for one in made.controllers),
        END,
        made.gravity,
    )
    return Case(name, "+".join(dependences) or "constant", system)


VALUES = NETS | MECHANICS | CONTROLLERS


def cases(seed: int = 0) -> Iterator[Case]:
    """All of them; another seed has other numbers, and `#seed` in the names."""
    for value in VALUES:
        yield from cases_of(value, seed)


def cases_of(value: str, seed: int = 0) -> Iterator[Case]:
    """A value as a constant, with each dependence that it may have, and with two pairs of them."""
    key, bench = VALUES[value]
    near = bench(Draw(value)).near
    single = [(), *((one,) for one in OTHERS), *((one,) for one in near)]
    pairs = [pair for pair in PAIRS if all(one in near or one in OTHERS for one in pair)]
    chosen = Draw(value).random.permutation(len(pairs))[:2]
    for dependences in [*single, *(pairs[i] for i in chosen)]:
        case = _case(value, key, bench, dependences, seed)
        if case:
            yield case


def case_named(name: str) -> Case:
    """One of them."""
    value, _, rest = name.partition("-")
    found = {case.name: case for case in cases_of(value, int(rest.partition("#")[2] or 0))}
    return found[name]


def stratified(count: int) -> list[Case]:
    """Some of them: all dependences alike, and of each the values that were taken least so far."""
    by_dependence: dict[str, list[Case]] = {}
    for case in cases():
        group = "two" if "+" in case.dependence else case.dependence
        by_dependence.setdefault(group, []).append(case)
    taken: dict[str, int] = {}
    chosen: list[Case] = []
    while len(chosen) < count and any(by_dependence.values()):
        for group in by_dependence.values():
            if group:
                least = min(group, key=lambda one: (taken.get(one.value, 0), zlib.crc32(one.name.encode())))
                group.remove(least)
                taken[least.value] = taken.get(least.value, 0) + 1
                chosen.append(least)
    return chosen[:count]
