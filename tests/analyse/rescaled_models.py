"""Seeded models whose numbers are known with their dimensions, so that they can be written in any units.

A factor for each of length, mass, time, current and temperature multiplies every number by the product of powers
that its dimension says. This is arithmetic on the text of a model; no unit of the program takes part in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

import dalembert

Dimension = tuple[int, int, int, int, int]  # powers of length, mass, time, current, temperature
BASES = ("m", "kg", "s", "A", "K")
NONE: Dimension = (0, 0, 0, 0, 0)
LENGTH, MASS, TIME, CURRENT, TEMPERATURE = ((0,) * k + (1,) + (0,) * (4 - k) for k in range(5))


def of(*powers: tuple[Dimension, int]) -> Dimension:
    """The dimension of a product of powers."""
    return tuple(sum(p * d[k] for d, p in powers) for k in range(5))


ENERGY = of((MASS, 1), (LENGTH, 2), (TIME, -2))
FORCE = of((ENERGY, 1), (LENGTH, -1))
STIFFNESS = of((FORCE, 1), (LENGTH, -1))
CHARGE = of((CURRENT, 1), (TIME, 1))
VOLTAGE = of((ENERGY, 1), (CHARGE, -1))
RESISTANCE = of((VOLTAGE, 1), (CURRENT, -1))


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A model by its numbers: parameters and starts as (value, dimension), the rest as text.

    `sizes` are the sizes that coordinates have in the units of the sample; `motion` prescribes all of them
    as parts of those sizes.
    """

    parameters: Mapping[str, tuple[float, Dimension]]
    coordinates: Mapping[str, tuple[float, Dimension]]
    energy: Mapping[str, str]
    work: Mapping[str, str] = field(default_factory=dict)
    states: Mapping[str, tuple[float, Dimension, str]] = field(default_factory=dict)
    sizes: Mapping[str, float] = field(default_factory=dict)

    def dimension(self, name: str) -> Dimension:
        """The dimension of a coordinate or state."""
        return self.coordinates[name][1] if name in self.coordinates else self.states[name][1]

    def written(self, factors: np.ndarray, *, units: bool = True) -> dalembert.Model:
        """The model with its numbers in other units."""

        def entry(key: str, value: float, dimension: Dimension) -> dict[str, object]:
            number = {key: float(value * factor(dimension, factors))}
            return number | ({"unit": unit(dimension)} if units else {})

        made = {
            "parameters": {name: entry("value", *one) for name, one in self.parameters.items()},
            "coordinates": {name: entry("start", *one) for name, one in self.coordinates.items()},
            "energy": dict(self.energy),
        }
        if self.work:
            made["work"] = dict(self.work)
        if self.states:
            made["states"] = {
                name: {"rate": rate, **entry("start", value, d)}
                for name, (value, d, rate) in self.states.items()
            }
        return dalembert.model(**made)


def factor(dimension: Dimension, factors: np.ndarray) -> float:
    """What a number of a dimension is multiplied by."""
    return float(np.prod(np.asarray(factors) ** np.array(dimension, dtype=float)))


def unit(dimension: Dimension) -> str:
    """The SI unit of a dimension as text."""
    if dimension == NONE:
        return "rad"
    return "*".join(f"{base}^{power}" for base, power in zip(BASES, dimension, strict=True) if power)


def drawn(random: np.random.Generator, low: float, high: float) -> float:
    """A number drawn evenly in its logarithm."""
    return float(np.exp(random.uniform(np.log(low), np.log(high))))


def chain(seed: int) -> Sample:
    """Masses on springs that harden, in a field; the last spring may be compressed beyond buckling."""
    random = np.random.default_rng(seed)
    n, length = 1 + seed % 3, drawn(random, 0.02, 3)
    k = drawn(random, 1, 1e4)
    parameters = {
        "g": (drawn(random, 0.1, 1) * k * length, FORCE),
        "c": (drawn(random, 0.01, 1), of((STIFFNESS, 1), (TIME, 1))),
    }
    potential, dissipation, kinetic = [], [], []
    for i in range(1, n + 1):
        parameters[f"m{i}"] = (drawn(random, 0.1, 10), MASS)
        parameters[f"k{i}"] = (k * drawn(random, 0.3, 3) * (-1 if i == n and seed % 2 else 1), STIFFNESS)
        parameters[f"b{i}"] = (k / length**2 * drawn(random, 0.3, 3), of((STIFFNESS, 1), (LENGTH, -2)))
        gap, rate = (f"x{i} - x{i - 1}", f"x{i}' - x{i - 1}'") if i > 1 else ("x1", "x1'")
        potential.append(f"1/2*k{i}*({gap})^2 + 1/4*b{i}*({gap})^4")
        dissipation.append(f"1/2*c*({rate})^2")
        kinetic.append(f"1/2*m{i}*x{i}'^2")
    return Sample(
        parameters=parameters,
        coordinates={f"x{i}": (0.1 * length * i, LENGTH) for i in range(1, n + 1)},
        energy={
            "kinetic": " + ".join(kinetic),
            "potential": " + ".join(potential),
            "dissipation": " + ".join(dissipation),
        },
        work={f"x{n}": "0.01*g"},
        sizes={f"x{i}": length for i in range(1, n + 1)},
    )


def pendulums(seed: int) -> Sample:
    """One or two pendulums, the first on a torsional spring that may hold it upright."""
    random = np.random.default_rng(seed)
    m, length, g = drawn(random, 0.1, 10), drawn(random, 0.05, 5), drawn(random, 1, 20)
    weight = m * g * length
    parameters = {
        "m": (m, MASS),
        "l": (length, LENGTH),
        "g": (g, of((LENGTH, 1), (TIME, -2))),
        "kt": (weight * drawn(random, 0.2, 5), ENERGY),
    }
    one = {"kinetic": "1/2*m*l^2*th1'^2", "potential": "m*g*l*cos(th1) + 1/2*kt*th1^2"}
    two = {
        "kinetic": "m*l^2*th1'^2 + 1/2*m*l^2*th2'^2 + m*l^2*th1'*th2'*cos(th1 - th2)",
        "potential": "2*m*g*l*cos(th1) + m*g*l*cos(th2) + 1/2*kt*th1^2 + 1/2*kt*(th2 - th1)^2",
    }
    names = ("th1", "th2")[: 1 + seed % 2]
    return Sample(
        parameters=parameters,
        coordinates={name: (0.3, NONE) for name in names},
        energy=two if seed % 2 else one,
        sizes=dict.fromkeys(names, 1.0),
    )


def actuator(seed: int) -> Sample:
    """A plate on a spring, drawn by a charge that a voltage source feeds through a resistor."""
    random = np.random.default_rng(seed)
    d, k, eA = drawn(random, 1e-6, 1e-2), drawn(random, 0.1, 100), drawn(random, 1e-21, 1e-16)
    pull_in = np.sqrt(8 * k * d**3 / (27 * eA))
    U = pull_in * random.uniform(0.5, 1.3)
    m = drawn(random, 1e-10, 1e-3)
    return Sample(
        parameters={
            "m": (m, MASS),
            "k": (k, STIFFNESS),
            "d": (d, LENGTH),
            "eA": (eA, of((CHARGE, 2), (ENERGY, -1), (LENGTH, 1))),
            "R": (drawn(random, 0.1, 10) * np.sqrt(m / k) * d / eA, RESISTANCE),
            "U": (U, VOLTAGE),
        },
        coordinates={"x": (0.0, LENGTH), "q": (0.0, CHARGE)},
        energy={
            "kinetic": "1/2*m*x'^2",
            "potential": "1/2*k*x^2 + 1/2*q^2*(d - x)/eA",
            "dissipation": "1/2*R*q'^2",
        },
        work={"q": "U"},
        sizes={"x": d, "q": eA * U / d},
    )


def circuit(seed: int) -> Sample:
    """A coil, a resistor and a capacitor that stiffens, fed by a source, with the temperature of the resistor."""
    random = np.random.default_rng(seed)
    C, U, L = drawn(random, 1e-9, 1e-3), drawn(random, 0.1, 100), drawn(random, 1e-6, 1)
    Q = C * U
    R = np.sqrt(L / C) * drawn(random, 0.1, 3)
    loss, hot = drawn(random, 0.01, 1), drawn(random, 250, 350)
    per_kelvin = of((ENERGY, 1), (TEMPERATURE, -1))
    return Sample(
        parameters={
            "L": (L, of((RESISTANCE, 1), (TIME, 1))),
            "R": (R, RESISTANCE),
            "C": (C, of((CHARGE, 1), (VOLTAGE, -1))),
            "b": (drawn(random, 0.1, 10) / (C * Q**2), of((VOLTAGE, 1), (CHARGE, -3))),
            "U": (U, VOLTAGE),
            "G": (loss, of((per_kelvin, 1), (TIME, -1))),
            "Cth": (loss * drawn(random, 1, 100), per_kelvin),
            "Ta": (hot, TEMPERATURE),
        },
        coordinates={"q": (0.3 * Q, CHARGE)},
        energy={
            "kinetic": "1/2*L*q'^2",
            "potential": "1/2*q^2/C + 1/4*b*q^4",
            "dissipation": "1/2*R*q'^2",
        },
        work={"q": "U"},
        states={"T": (1.1 * hot, TEMPERATURE, "(R*q'^2 - G*(T - Ta))/Cth")},
        sizes={"q": Q, "T": hot},
    )


def mechanism(seed: int) -> Sample:
    """A rod on a slider with a spring: mass points tied by a position that the angle determines."""
    random = np.random.default_rng(seed)
    m, length, g = drawn(random, 0.1, 10), drawn(random, 0.05, 5), drawn(random, 1, 20)
    return Sample(
        parameters={
            "m": (m, MASS),
            "l": (length, LENGTH),
            "J": (m * length**2 * drawn(random, 0.05, 0.5), of((MASS, 1), (LENGTH, 2))),
            "k": (m * g / length * drawn(random, 0.3, 3), STIFFNESS),
            "g": (g, of((LENGTH, 1), (TIME, -2))),
        },
        coordinates={"s": (0.1 * length, LENGTH), "ph": (0.4, NONE)},
        energy={
            "kinetic": "1/2*m*s'^2 + 1/2*(J + m*l^2)*ph'^2 + m*l*s'*ph'*cos(ph)",
            "potential": "1/2*k*s^2 - m*g*l*cos(ph) + k*l*s*sin(ph)",
        },
        sizes={"s": length, "ph": 1.0},
    )


FAMILIES: dict[str, Callable[[int], Sample]] = {
    "chain": chain,
    "pendulums": pendulums,
    "actuator": actuator,
    "circuit": circuit,
    "mechanism": mechanism,
}


def unit_changes(seed: int, count: int) -> list[np.ndarray]:
    """Factors between 1e-9 and 1e9: one base unit after the other, then all of them together."""
    random = np.random.default_rng(1000 + seed)
    changes = []
    for k in range(count):
        factors = 10.0 ** random.uniform(-9, 9, size=5)
        base = (seed + k) % 6
        changes.append(factors if base == 5 else np.where(np.arange(5) == base, factors, 1.0))
    return changes
