"""Networks of all domains at random, driving masses; and the same as a pencil E x' = A x + b by nodal analysis.

Every element is put into the sections of a model and, by its constitutive equation alone, into the pencil: unknown are
efforts of nodes, flows of coils, sources and drives, places and speeds of masses.
"""

from __future__ import annotations

from typing import Any

import numpy as np

SHIFT = 0.731  # where the pencil is inverted
NONE = 1e-10  # of the largest: what is smaller is zero
KINDS = {  # resistance, store and its start, coil, sources of effort and flow, effort
    "electrical": ("resistor", "capacitor", "inductor", "voltage_source", "current_source", "voltage"),
    "fluid": ("restrictor", "tank", "pipe", "pressure_source", "flow_source", "pressure"),
    "thermal": (
        "thermal_resistor",
        "thermal_capacity",
        "",
        "temperature_source",
        "heat_source",
        "temperature",
    ),
}
CAPACITY = {"electrical": "capacitance", "fluid": "capacity", "thermal": "capacity"}
FLOW = {"electrical": "current", "fluid": "flow", "thermal": "heat_flow"}


class Pencil:
    """E x' = A x + b with E x at the start, its unknowns by their names."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.E, self.A = np.zeros((0, 0)), np.zeros((0, 0))
        self.b, self.held = np.zeros(0), np.zeros(0)

    def place(self, name: str) -> int:
        """The place of an unknown; a new one has an empty row and column."""
        if name not in self.names:
            self.names.append(name)
            self.E, self.A = (np.pad(one, (0, 1)) for one in (self.E, self.A))
            self.b, self.held = (np.pad(one, (0, 1)) for one in (self.b, self.held))
        return self.names.index(name)

    def across(self, *ends: str) -> np.ndarray:
        """The drop between two efforts; that of ground, an empty name, is zero."""
        places = [self.place(end) if end else -1 for end in ends]
        found = np.zeros(len(self.names))
        for place, sign in zip(places, (1, -1), strict=True):
            if place >= 0:
                found[place] += sign
        return found

    def branch(self, name: str, drop: np.ndarray) -> int:
        """An element whose flow is unknown: its row begins with its drop."""
        k = self.place(name)
        drop = np.pad(drop, (0, len(self.names) - len(drop)))
        self.A[k] += drop
        self.A[:, k] -= drop
        return k

    @property
    def eigenvalues(self) -> np.ndarray:
        """The finite eigenvalues of the pencil."""
        return self._modes()[0]

    def values(self, times: np.ndarray) -> dict[str, np.ndarray]:
        """All unknowns at some times, by eigenvalues and the steady state."""
        rates, modes = self._modes()
        steady = np.linalg.lstsq(self.A, -self.b, rcond=None)[0]
        assert np.allclose(self.A @ steady, -self.b)
        shares = np.linalg.lstsq(self.E @ modes, self.held - self.E @ steady, rcond=None)[0]
        found = steady + np.real((np.exp(np.outer(times, rates)) * shares) @ modes.T)
        return dict(zip(self.names, found.T, strict=True))

    def _modes(self) -> tuple[np.ndarray, np.ndarray]:
        inverse, modes = np.linalg.eig(np.linalg.solve(SHIFT * self.E - self.A, self.E))
        kept = np.abs(inverse) > NONE * np.abs(inverse).max()
        return SHIFT - 1 / inverse[kept], modes[:, kept]


class MixedNet:
    """A model at random and its pencil."""

    def __init__(self, seed: int) -> None:
        self.own = np.random.default_rng(seed)
        self.pencil = Pencil()
        self.elements: dict[str, dict[str, Any]] = {}
        self.coordinates: dict[str, dict[str, float]] = {}
        self.energies: dict[str, list[str]] = {"kinetic": [], "potential": [], "dissipation": []}
        self.domain = ""
        for domain in [one for one in KINDS if self.own.random() < 0.7] or ["electrical"]:
            self._network(domain)
        if "thermal" in self.domains:
            self.elements["air"] = {"kind": "surroundings", "temperature": float(self.own.uniform(1, 300))}

    @property
    def domains(self) -> set[str]:
        """The domains that it has."""
        return {
            domain
            for domain, kinds in KINDS.items()
            if any(e["kind"] in kinds for e in self.elements.values())
        }

    @property
    def sections(self) -> dict[str, Any]:
        """The sections of the model."""
        found: dict[str, Any] = {"elements": self.elements}
        if self.coordinates:
            energy = {word: " + ".join(terms) for word, terms in self.energies.items()}
            found |= {"coordinates": self.coordinates, "energy": energy}
        return found

    def _size(self) -> float:
        return float(self.own.uniform(0.3, 2))

    def _start(self) -> float:
        return float(self.own.normal())

    def _effort(self, node: str) -> str:
        return "" if node == "ground" else f"{node}.{KINDS[self.domain][5]}"

    def _add(self, kind: str, a: str, b: str, **keys: Any) -> tuple[str, np.ndarray]:
        """Put an element into the model, its ends either way; its name, and its drop in the pencil."""
        ends = [a, b] if self.own.random() < 0.5 else [b, a]
        name = f"{self.domain[0]}{len(self.elements)}"
        self.elements[name] = {"kind": kind, "between": ends, **keys}
        return name, self.pencil.across(*map(self._effort, ends))

    def _resistor(self, a: str, b: str) -> None:
        size = self._size()
        _, drop = self._add(KINDS[self.domain][0], a, b, resistance=size)
        self.pencil.A -= np.outer(drop, drop) / size

    def _store(self, node: str) -> None:
        size, start, kind = self._size(), self._start(), KINDS[self.domain][1]
        keys = {CAPACITY[self.domain]: size, f"start_{KINDS[self.domain][5]}": start}
        _, drop = self._add(kind, node, "ground", **keys)
        self.pencil.E += np.outer(drop, drop) * size
        self.pencil.held += drop * size * start

    def _coil(self, a: str, b: str) -> str:
        size, start, more = self._size(), self._start(), self._size()
        if self.domain == "fluid":
            keys = {"length": size, "area": 0.5, "density": 2.0, "resistance": more, "start_flow": start}
            size *= 4
        else:
            keys, more = {"inductance": size, "start_current": start}, 0.0
        name, drop = self._add(KINDS[self.domain][2], a, b, **keys)
        k = self.pencil.branch(f"{name} flow", drop)
        self.pencil.E[k, k], self.pencil.A[k, k] = size, -more
        self.pencil.held[k] = size * start
        return name

    def _couple(self, first: str, second: str) -> None:
        """A mutual inductance of two coils."""
        coils = (self.elements[first], self.elements[second])
        mutual = float(self.own.uniform(-0.9, 0.9)) * np.sqrt(coils[0]["inductance"] * coils[1]["inductance"])
        self.elements["M"] = {"kind": "mutual_inductance", "coils": [first, second], "inductance": mutual}
        i, j = (self.pencil.place(f"{name} flow") for name in (first, second))
        self.pencil.E[i, j] = self.pencil.E[j, i] = mutual
        self.pencil.held[i] += mutual * coils[1]["start_current"]
        self.pencil.held[j] += mutual * coils[0]["start_current"]

    def _transformer(self, node: str) -> None:
        ratio = float(self.own.choice([-1, 1])) * self._size()
        name, drop = self._add("transformer", node, "ground", secondary=["w", "ground"], ratio=ratio)
        other = self.pencil.across(self._effort("w"), "")
        self.pencil.branch(f"{name} flow", np.pad(drop, (0, len(other) - len(drop))) - ratio * other)
        self._resistor("w", "ground")

    def _source(self, node: str) -> None:
        value, kind, word = self._start(), KINDS[self.domain][3], KINDS[self.domain][5]
        name, drop = self._add(kind, f"{self.domain[0]}s", "ground", **{word: value})
        k = self.pencil.branch(f"{name} flow", drop)
        self.pencil.b[k] -= value
        self._resistor(f"{self.domain[0]}s", node)

    def _flow_source(self, a: str, b: str) -> None:
        value = self._start()
        _, drop = self._add(KINDS[self.domain][4], a, b, **{FLOW[self.domain]: value})
        self.pencil.b -= drop * value

    def _drive(self, node: str) -> None:
        """A motor, a voice coil or a cylinder, and the mass with a spring and a damper that it moves."""
        x = f"x{len(self.coordinates)}"
        mass, damping, stiffness, constant = (self._size() for _ in range(4))
        place, speed = self._start(), self._start()
        self.coordinates[x] = {"start": place, "speed": speed}
        self.energies["kinetic"].append(f"1/2*{mass!r}*{x}'^2")
        self.energies["potential"].append(f"1/2*{stiffness!r}*{x}^2")
        self.energies["dissipation"].append(f"1/2*{damping!r}*{x}'^2")
        if self.domain == "fluid":
            name, drop = self._add("cylinder", f"c{x}", "ground", drives=x, area=constant)
        else:
            resistance, inductance, start = self._size(), self._size(), self._start()
            keys = {"drives": x, "constant": constant, "resistance": resistance}
            kind = str(self.own.choice(["dc_motor", "voice_coil"]))
            if self.own.random() < 0.5:
                keys |= {"inductance": inductance, "start_current": start}
            else:
                inductance = 0.0
            name, drop = self._add(kind, node, "ground", **keys)
        k = self.pencil.branch(f"{name} flow", drop)
        i, j = self.pencil.place(x), self.pencil.place(f"{x}'")
        pencil = self.pencil
        if self.domain == "fluid":  # its flow is area times speed
            pencil.A[k, : len(drop)] -= drop
            pencil.A[k, k], pencil.A[k, j] = 1, -constant
            pencil.A[j, : len(drop)] += constant * drop
        else:
            pencil.E[k, k], pencil.held[k] = inductance, inductance * start
            pencil.A[k, k], pencil.A[k, j], pencil.A[j, k] = -resistance, -constant, constant
        pencil.E[i, i], pencil.A[i, j], pencil.held[i] = 1, 1, place
        pencil.E[j, j], pencil.held[j] = mass, mass * speed
        pencil.A[j, i], pencil.A[j, j] = -stiffness, -damping
        if self.domain == "fluid":
            self._resistor(node, f"c{x}")

    def _network(self, domain: str) -> None:
        """A tree of resistors with stores, further ways, coils, sources and drives."""
        self.domain, own = domain, self.own
        names = ["ground", *(f"{domain[0]}n{i}" for i in range(int(own.integers(2, 6))))]
        for i, node in enumerate(names[1:]):
            self._resistor(names[int(own.integers(0, i + 1))], node)
            self._resistor(node, "ground")
            if own.random() < 0.6:
                self._store(node)

        def pair() -> list[str]:
            return [names[i] for i in own.choice(len(names), 2, replace=False)]

        coils = []
        for i in range(int(own.integers(0, 4)) if KINDS[domain][2] else 0):
            a, b = pair()
            coils.append(self._coil(a, f"{domain[0]}m{i}"))
            self._resistor(f"{domain[0]}m{i}", b)
        if domain == "electrical" and len(coils) > 1:
            self._couple(*coils[:2])
        if domain == "electrical" and own.random() < 0.5:
            self._transformer(names[int(own.integers(1, len(names)))])
        self._source(names[-1])
        if own.random() < 0.6:
            self._flow_source(*pair())
        for _ in range(int(own.integers(0, 3)) if domain != "thermal" else 0):
            self._drive(names[int(own.integers(1, len(names)))])
