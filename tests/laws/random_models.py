"""Seeded random models: energies, work and constraints that are finite near the start values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

import dalembert

FEATURES = (
    "time",  # t in the energies
    "inputs",  # known functions of time, their rates inside definitions
    "dissipation",
    "work",
    "displacement",
    "flow",  # linear in the velocities
    "bent_flow",  # not linear in the velocities
    "efforts",
    "states",
    "state_in_T",
    "definitions",
    "generalised",  # velocities in V
    "bent_T",  # T not quadratic in the velocities
)
CONSTRAINED = frozenset({"displacement", "flow", "bent_flow", "efforts", "states", "state_in_T"})
NAMES = ("x", "y2", "theta3", "q_4", "φ", "r", "beta_1", "s12")

# each keeps its value and its derivatives finite for every finite a, b
SMOOTH = (
    "sin({a})",
    "cos({a} - {b})",
    "tanh({a})",
    "atan({a})",
    "exp(-({a})^2)",
    "exp(tanh({a}))",
    "sqrt(1 + ({a})^2)",
    "log(2 + ({a})^2)",
    "ln(5/2 + sin({a}))",
    "log10(3 + ({a})^2)",
    "atan2({a}, 2 + ({b})^2)",
    "asin(tanh({a})/2)",
    "acos(tanh({a})/3)",
    "asinh({a})",
    "acosh(2 + ({a})^2)",
    "atanh(sin({a})/2)",
    "sinh(sin({a}))",
    "cosh(tanh({a}))",
    "tan(tanh({a})/2)",
    "({a})^2",
    "({a})**3",
    "({a})/(1 + ({b})^2)",
    "(2 + ({a})^2)^(3/2)",
    "(3 + ({a})^2)^-0.7",
    "(2 + sin({a}))^tanh({b})",
    "({a})*({b})",
    "{a} + {b}",
    "{a} - ({b})",
    "-({a})",
)
JUMPS = (
    "abs({a})",
    "abs({a} - {b})*({a})",
    "sign({a})*({b})",
    "min({a}, {b})",
    "max({a}, {b}, 1/3)",
    "min({a}, max({b}, -0.2), 2)",
    "step({a})*({b})",
    "floor(3*({a}) + 0.1)*({b})",
    "mod({a}, 0.7)",
    "mod({a}, 2 + ({b})^2)",
    "if({a} > {b}, ({a})^2, {b})",
    "if({a} >= 0.1 and {b} < 0.4, sin({a}), {b})",
    "if({a} > 0 or {b} <= 0, {a}, ({b})^3)",
    "if(not ({a} < {b}), {a}, 2*({b}))",
    "if({a} > 0 and not ({b} > 0.3 or {a} > 0.5), {a}, {b})",
    "if({a} != {b}, {a}, 1)",
    "if({a} == 0.25, 1, {b})",
)


def seeds(values: Sequence[int], first: int) -> list[Any]:
    """The first of some seeds; the others belong to the long version of a test."""
    return [*values[:first], *(pytest.param(seed, marks=pytest.mark.soak) for seed in values[first:])]


def random_features(seed: int) -> frozenset[str]:
    """The features of a seed; each is in about a third of the models."""
    random = Random(f"features {seed}")
    return frozenset(f for f in FEATURES if random.random() < 0.35) | (
        frozenset({"jumps"}) if random.random() < 0.2 else frozenset()
    )


def random_sections(seed: int, features: frozenset[str] | None = None, most: int = 8) -> dict:
    """The sections of a random model with these features, of at most so many coordinates."""
    return _Draw(seed, random_features(seed) if features is None else features, most).sections()


def random_model(seed: int, features: frozenset[str] | None = None, most: int = 8) -> dalembert.Model:
    """A random model, built through the public door."""
    return dalembert.model(**random_sections(seed, features, most))


@cache
def random_equations(seed: int, features: frozenset[str] | None = None, most: int = 8) -> dalembert.Equations:
    """Its verified equations."""
    return dalembert.derive(random_model(seed, features, most))


class _Draw:
    def __init__(self, seed: int, features: frozenset[str], most: int) -> None:
        self.random = Random(f"model {seed}")
        self.features = features
        self.n = self.random.randint(1, most)
        self.q = list(NAMES[: self.n])
        self.random.shuffle(self.q)
        self.p = [f"p{i}" for i in range(self.random.randint(1, 4))]
        self.u = ["u", "road"][: self.random.randint(1, 2)] if "inputs" in features else []
        self.s = ["z", "w1"][: self.random.randint(1, 2)] if features & {"states", "state_in_T"} else []
        self.e = ["F", "P2"][: self.random.randint(1, 2)] if "efforts" in features else []
        self.places: list[str] = []  # definitions of positions: these have rates
        self.definitions: dict[str, str] = {}

    # -- expressions -----------------------------------------------------------------------------

    def number(self) -> str:
        r = self.random
        kind = r.randrange(4)
        if kind == 0:
            return f"{r.randint(1, 9)}/{r.randint(2, 9)}"
        if kind == 1:
            return f"{r.uniform(0.1, 2):.3g}"
        return str(r.randint(1, 3)) if kind == 2 else f"{r.randint(1, 99)}e-2"

    def atom(self, names: list[str]) -> str:
        r = self.random
        name = r.choice(names)
        kind = r.randrange(6)
        if kind == 0:
            return f"{self.number()}*{name}"
        if kind == 1:
            return f"{r.choice(self.p)}*{name}"
        if kind == 2:
            return f"{name} - {r.choice(names)}/3"
        return name

    def expression(self, names: list[str], depth: int) -> str:
        """A tree of the patterns over atoms; each atom contains a name."""
        if depth == 0:
            return self.atom(names)
        patterns = SMOOTH + JUMPS * 2 if "jumps" in self.features else SMOOTH
        a = self.expression(names, depth - 1)
        b = self.expression(names, self.random.randrange(depth))
        return self.random.choice(patterns).format(a=a, b=b)

    def several(self, names: list[str], terms: int, depth: int = 2) -> str:
        made = [
            f"{self.random.choice(self.p)}*({self.expression(names, self.random.randint(1, depth))})"
            for _ in range(terms)
        ]
        return " + ".join(made)

    # -- sections --------------------------------------------------------------------------------

    def sections(self) -> dict:
        f, r = self.features, self.random
        time = ["t"] if "time" in f else []
        position = self.q + self.u + time
        sections: dict = {
            "title": "random",
            "parameters": {p: self.parameter(i) for i, p in enumerate(self.p)},
            "coordinates": {q: self.coordinate() for q in self.q},
        }
        if self.u:
            laws = ("sin(2*t) + p0*t", "0.3*t^2 - cos(t)/2", "p0*exp(-t)", "tanh(t - 1/2)")
            sections["inputs"] = {u: r.choice(laws) for u in self.u}
        if "definitions" in f or self.u:
            self.define(position)
            sections["definitions"] = self.definitions
        position = position + self.places
        velocity = [f"{x}'" for x in self.q + self.places + self.u]
        motion = position + velocity
        sections["energy"] = self.energy(position, velocity, motion)
        if "work" in f or self.e:
            known = motion + self.s + self.e
            chosen = r.sample(self.q, r.randint(1, self.n))
            work = {q: self.several(known, 1) for q in chosen}
            for e in self.e:
                q = r.choice(self.q)
                work[q] = f"{work[q]} - 2*{e}" if q in work else f"{e}*cos({q})"
            sections["work"] = work
        if self.s:
            sections["states"] = {
                s: {"rate": f"(sin({r.choice(motion)}) - {s})/2", "start": round(r.uniform(0.2, 1), 2)}
                for s in self.s
            }
        if self.e:
            sections["efforts"] = {e: {"guess": round(r.uniform(0.5, 2), 2)} for e in self.e}
        sections["constraints"] = self.constraints(position, motion)
        return sections

    def parameter(self, i: int) -> float | str | dict:
        kind = self.random.randrange(4) if i else 0
        if kind == 1:
            return {"text": "a symbol without a value"}
        return "2/3*p0" if kind == 2 else round(self.random.uniform(0.5, 2), 3)

    def coordinate(self) -> dict:
        kind = self.random.randrange(3)
        if kind == 0:
            return {}
        key = "start" if kind == 1 else "guess"
        return {key: round(self.random.uniform(-1, 1), 2), "speed": self.random.choice([0, 0.4, -1])}

    def define(self, position: list[str]) -> None:
        names = list(position)
        for i in range(self.random.randint(1, 3)):
            name = f"xA{i}"
            text = self.expression(names, 1)
            if self.u and i == 0:
                text += f" + {self.u[-1]}*{self.q[0]}"
            self.definitions[name] = text
            self.places.append(name)
            names.append(name)

    def energy(self, position: list[str], velocity: list[str], motion: list[str]) -> dict:
        f, r = self.features, self.random
        kinetic = {}
        for i, q in enumerate(self.q):
            mass = f"(3/2 + sin({self.atom(position)}))" if r.random() < 0.4 else r.choice([*self.p, "0.75"])
            kinetic[f"own{i}"] = f"1/2*{mass}*{q}'^2"
        for i, x in enumerate(self.places):
            kinetic[f"place{i}"] = f"1/2*{r.choice(self.p)}*{x}'^2"
        for i in range(self.n - 1):
            kinetic[f"joint{i}"] = (
                f"{r.choice(self.p)}*cos({self.q[i]} - {self.q[i + 1]})*{self.q[i]}'*{self.q[i + 1]}'/5"
            )
        if self.u and r.random() < 0.5:
            kinetic["carried"] = f"{self.u[0]}'*{self.q[0]}'*{self.p[0]}"
        if "bent_T" in f:
            kinetic["bent"] = r.choice(
                (f"{self.p[0]}*sqrt(1 + {self.q[0]}'^2)", f"{self.q[0]}'^4/24 + exp(tanh({self.q[-1]}'))")
            )
        if "state_in_T" in f:
            kinetic["state"] = f"1/2*(2 + sin({self.s[0]}))*{self.q[0]}'^2"
        potential = {"fields": self.several(position + self.s, r.randint(1, 3))}
        if "generalised" in f:
            potential["magnetic"] = (
                f"{self.p[0]}*{r.choice(position)}*{self.q[0]}' + {self.several(motion, 1, 1)}"
            )
        energy: dict = {"kinetic": kinetic, "potential": potential}
        if "dissipation" in f:
            energy["dissipation"] = (
                f"1/2*{r.choice(self.p)}*({r.choice(velocity)})^2 + {self.several(motion, 1)}"
            )
        return energy

    def constraints(self, position: list[str], motion: list[str]) -> dict:
        f, r = self.features, self.random
        found: dict[str, dict[str, str]] = {}
        if "displacement" in f:
            found["displacement"] = {
                f"phi{i + 1}": f"{q} - ({self.several(position, 1)})"
                for i, q in enumerate(self.q[: r.randint(1, 2)])
            }
        flow = {}
        if "flow" in f:
            flow["psi1"] = f"{self.q[0]}' + ({self.expression(position, 1)})*{self.q[-1]}' - {self.number()}"
        if "bent_flow" in f:
            flow["rolls"] = f"{self.q[0]}'*{self.q[-1]}' - {self.several(motion + self.s, 1)}"
        if flow:
            found["flow"] = flow
        if self.e:
            found["effort"] = {
                f"law_{e}": f"{e} - {self.several(motion + self.s, 1)} + {e}^3/9" for e in self.e
            }
        return found
