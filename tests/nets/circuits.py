"""Circuits from textbooks, each as its elements; and seeded networks at random."""

from __future__ import annotations

from typing import Any

import numpy as np

Elements = dict[str, dict[str, Any]]


def voltage(a: str, b: str, value: Any) -> dict[str, Any]:
    """A source of voltage."""
    return {"kind": "voltage_source", "between": [a, b], "voltage": value}


def current(a: str, b: str, value: Any) -> dict[str, Any]:
    """A source of current."""
    return {"kind": "current_source", "between": [a, b], "current": value}


def resistor(a: str, b: str, value: Any) -> dict[str, Any]:
    """A resistor."""
    return {"kind": "resistor", "between": [a, b], "resistance": value}


def capacitor(a: str, b: str, value: Any, start: float = 0.0) -> dict[str, Any]:
    """A capacitor with the voltage that it starts from."""
    own = {"kind": "capacitor", "between": [a, b], "capacitance": value}
    return own | ({"start_voltage": start} if start else {})


def inductor(a: str, b: str, value: Any, start: float = 0.0) -> dict[str, Any]:
    """A coil with the current that it starts from."""
    own = {"kind": "inductor", "between": [a, b], "inductance": value}
    return own | ({"start_current": start} if start else {})


def series_rlc(resistance: float) -> Elements:
    """A series resonator."""
    return {
        "V": voltage("a", "ground", 3.0),
        "R": resistor("a", "b", resistance),
        "L": inductor("b", "c", 0.5, 0.3),
        "C": capacitor("c", "ground", 0.5, 1.0),
    }


CIRCUITS: dict[str, Elements] = {
    "charge of a capacitor": {
        "V": voltage("a", "ground", 5.0),
        "R": resistor("a", "b", 2.0),
        "C": capacitor("b", "ground", 0.25),
    },
    "discharge of a capacitor": {"C": capacitor("a", "ground", 0.5, 4.0), "R": resistor("a", "ground", 3.0)},
    "coil and resistor": {
        "V": voltage("a", "ground", 2.0),
        "R": resistor("a", "b", 1.0),
        "L": inductor("b", "ground", 0.4),
    },
    "weakly damped": series_rlc(0.3),
    "strongly damped": series_rlc(6.0),
    "parallel resonator": {
        "I": current("ground", "a", 1.5),
        "R": resistor("a", "ground", 2.0),
        "L": inductor("a", "ground", 0.3),
        "C": capacitor("a", "ground", 0.4),
    },
    "Wheatstone's bridge": {
        "V": voltage("a", "ground", 5.0),
        "R1": resistor("a", "b", 1.0),
        "R2": resistor("a", "c", 2.0),
        "R3": resistor("b", "ground", 3.0),
        "R4": resistor("c", "ground", 4.0),
        "R5": resistor("b", "c", 5.0),
    },
    "Maxwell's bridge": {
        "V": voltage("a", "ground", 5.0),
        "R1": resistor("a", "b", 1.0),
        "C1": capacitor("a", "b", 0.1),
        "R2": resistor("a", "c", 2.0),
        "R3": resistor("b", "ground", 3.0),
        "L4": inductor("c", "d", 0.4),
        "R4": resistor("d", "ground", 4.0),
        "R5": resistor("b", "c", 5.0),
    },
    "twin T": {
        "V": voltage("a", "ground", 1.0),
        "R1": resistor("a", "b", 1.0),
        "R2": resistor("b", "c", 1.0),
        "C3": capacitor("b", "ground", 0.4),
        "C1": capacitor("a", "d", 0.2),
        "C2": capacitor("d", "c", 0.2),
        "R3": resistor("d", "ground", 0.5),
        "RL": resistor("c", "ground", 10.0),
    },
    "Wien's network": {
        "V": voltage("a", "ground", 1.0),
        "R1": resistor("a", "b", 1.0),
        "C1": capacitor("b", "c", 0.3),
        "R2": resistor("c", "ground", 2.0),
        "C2": capacitor("c", "ground", 0.2),
    },
    "pi filter": {
        "V": voltage("s", "ground", 1.0),
        "Rs": resistor("s", "a", 0.5),
        "C1": capacitor("a", "ground", 0.2),
        "L": inductor("a", "b", 0.3),
        "C2": capacitor("b", "ground", 0.25),
        "RL": resistor("b", "ground", 1.5),
    },
    "coupled coils": {
        "V": voltage("a", "ground", 2.0),
        "R1": resistor("a", "b", 1.0),
        "L1": inductor("b", "ground", 0.5, 0.2),
        "L2": inductor("c", "ground", 0.4),
        "R2": resistor("c", "ground", 3.0),
        "M": {"kind": "mutual_inductance", "coils": ["L1", "L2"], "inductance": 0.3},
    },
    "transformer with a load": {
        "V": voltage("a", "ground", 2.0),
        "R1": resistor("a", "b", 1.0),
        "T": {"kind": "transformer", "between": ["b", "ground"], "secondary": ["c", "ground"], "ratio": 2.0},
        "R2": resistor("c", "ground", 3.0),
        "C": capacitor("c", "ground", 0.5),
    },
    "two sources": {
        "V1": voltage("a", "ground", 2.0),
        "V2": voltage("b", "ground", -1.0),
        "R1": resistor("a", "c", 1.0),
        "R2": resistor("b", "c", 2.0),
        "C": capacitor("c", "ground", 0.3, 0.5),
    },
    "source between nodes": {
        "R1": resistor("a", "ground", 1.0),
        "V": voltage("b", "a", 2.0),
        "L": inductor("b", "ground", 0.3),
        "C": capacitor("b", "ground", 0.3, 0.5),
    },
    "bridged T": {
        "V": voltage("a", "ground", 1.0),
        "R1": resistor("a", "b", 1.0),
        "R2": resistor("b", "c", 1.0),
        "R3": resistor("a", "c", 2.0),
        "C": capacitor("b", "ground", 0.3),
        "RL": resistor("c", "ground", 1.0),
    },
    "band-stop": {
        "V": voltage("s", "ground", 1.0),
        "R": resistor("s", "a", 0.5),
        "L1": inductor("a", "b", 0.3),
        "C1": capacitor("a", "b", 0.2),
        "RL": resistor("b", "ground", 1.5),
        "L2": inductor("b", "d", 0.3),
        "C2": capacitor("d", "ground", 0.2),
    },
    "Cauer's ladder of the third order": {
        "V": voltage("s", "ground", 1.0),
        "R": resistor("s", "a", 1.0),
        "L1": inductor("a", "b", 1.5),
        "C2": capacitor("b", "ground", 4 / 3),
        "L3": inductor("b", "c", 0.5),
        "RL": resistor("c", "ground", 1.0),
    },
    "compensated divider": {
        "V": voltage("s", "ground", 4.0),
        "Rs": resistor("s", "a", 0.1),
        "R1": resistor("a", "b", 3.0),
        "C1": capacitor("a", "b", 0.1),
        "R2": resistor("b", "ground", 1.0),
        "C2": capacitor("b", "ground", 0.3),
    },
    "coil in series with a current source": {
        "I": current("ground", "a", 0.8),
        "R": resistor("a", "b", 1.0),
        "C": capacitor("b", "ground", 0.5),
        "R2": resistor("b", "ground", 4.0),
    },
}


def at_random(seed: int, nodes: int = 5) -> Elements:
    """A connected network with stores, coils, resistors across and both kinds of sources."""
    own = np.random.default_rng(seed)
    names = ["ground", *(f"n{i}" for i in range(nodes))]

    def size() -> float:
        return float(own.uniform(0.3, 2))

    found: Elements = {}
    for i in range(nodes):
        found[f"R{i}"] = resistor(names[i], names[i + 1], size())
        if own.random() < 0.6:
            found[f"C{i}"] = capacitor(names[i + 1], "ground", size(), float(own.normal()))
    for i in range(3):
        a, b = own.choice(nodes + 1, 2, replace=False)
        found[f"L{i}"] = inductor(names[a], f"m{i}", size(), float(own.normal()))
        found[f"RL{i}"] = resistor(f"m{i}", names[b], size())
        a, b = own.choice(nodes + 1, 2, replace=False)
        found[f"Q{i}"] = resistor(names[a], names[b], size())
    found["V"] = voltage("s", "ground", float(own.normal()))
    found["Rs"] = resistor("s", f"n{nodes - 1}", size())
    found["I"] = current("n0", f"n{nodes - 2}", float(own.normal()))
    return found
