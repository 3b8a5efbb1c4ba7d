"""The same motion in other units: of length, mass and time, of each coordinate, of energies and of constraints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pytest

import dalembert

GRIDS = 4  # other roundings may make a finer grid necessary, or save one


@dataclass(frozen=True)
class Units:
    """What energies and constraints are multiplied by, the sizes of the units of coordinates, and that of time."""

    energy: float = 1.0
    constraints: tuple[float, ...] = (1.0, 1.0)
    coordinates: dict[str, float] = field(default_factory=dict)
    time: float = 1.0

    def at(self, name: str) -> str:
        """A coordinate as it was before the change of units."""
        return f"({name}*{self.size(name)!r})"

    def rate(self, name: str) -> str:
        """Its velocity as it was."""
        return f"({name}'*{self.size(name) * self.time!r})"

    def size(self, name: str) -> float:
        """The size of the unit of a coordinate."""
        return self.coordinates.get(name, 1.0)

    def given(self, name: str, start: float | None, speed: float | None = None, guess: float = 0.1) -> dict:
        """The start of a coordinate in these units."""
        s = self.size(name)
        if start is None:
            return {"guess": guess / s}
        return {"start": start / s} | ({"speed": speed / s / self.time} if speed is not None else {})


def followers(u: Units) -> dalembert.Model:
    """Two masses; two coordinates without mass follow them by constraints and carry springs."""
    x, y, z, w = (u.at(name) for name in "xyzw")
    return dalembert.model(
        coordinates={
            "x": u.given("x", -0.369, -0.0723),
            "y": u.given("y", 0.2, 0.5),
            "z": u.given("z", None),
            "w": u.given("w", None),
        },
        energy={
            "kinetic": f"{u.energy!r}*(0.42*{u.rate('x')}^2 + {u.rate('y')}^2*(1 + {x}^2/3))",
            "potential": f"{u.energy!r}*(2.72*{x}^2 + 1.84*({z} - 0.1)^2 + 2*{w}^2 + {y}^2/3)",
        },
        constraints={
            "displacement": {
                "a": f"{u.constraints[0]!r}*({z} - sin(0.8*{x}) - 0.3*{x}^2 - 0.2*{y})",
                "b": f"{u.constraints[1]!r}*({w} - 0.5*{z} + 0.1*sin({y}))",
            }
        },
        simulate={"t_end": 4 * u.time, "samples": 20},
    )


def rod(u: Units) -> dalembert.Model:
    """A rod on a spherical joint, in positions and Euler parameters."""
    e = [f"e{i}" for i in range(4)]
    a, b, c, d = (u.at(name) for name in e)
    p, q, r, s = (u.rate(name) for name in e)
    spin = (
        f"4e-4*(2*(-{b}*{p} + {a}*{q} + {d}*{r} - {c}*{s}))^2"
        f" + 4e-3*(2*(-{c}*{p} - {d}*{q} + {a}*{r} + {b}*{s}))^2"
        f" + 4e-3*(2*(-{d}*{p} + {c}*{q} - {b}*{r} + {a}*{s}))^2"
    )
    return dalembert.model(
        coordinates={
            "x": u.given("x", None, guess=0.15),
            "y": u.given("y", None, guess=0.01),
            "z": u.given("z", None, guess=0.01),
            "e0": u.given("e0", 1.0, 0.0),
            "e1": u.given("e1", 0.0, 0.0),
            "e2": u.given("e2", 0.0, 1.0),
            "e3": u.given("e3", 0.0, 1.0),
        },
        energy={
            "kinetic": f"{u.energy!r}*(0.25*({u.rate('x')}^2 + {u.rate('y')}^2 + {u.rate('z')}^2) + 1/2*({spin}))",
            "potential": f"{u.energy!r}*4.9*{u.at('z')}",
        },
        constraints={
            "displacement": {
                "Bx": f"{u.constraints[0]!r}*({u.at('x')} - 0.15*({a}^2 + {b}^2 - {c}^2 - {d}^2))",
                "By": f"{u.constraints[1]!r}*({u.at('y')} - 0.3*({b}*{c} + {a}*{d}))",
                "Bz": f"{u.constraints[0]!r}*({u.at('z')} - 0.3*({b}*{d} - {a}*{c}))",
                "unit": f"{u.constraints[1]!r}*({a}^2 + {b}^2 + {c}^2 + {d}^2 - 1)",
            }
        },
        simulate={"t_end": 0.3 * u.time, "samples": 20},
    )


def dual(u: Units) -> dalembert.Model:
    """Bateman's oscillator and its dual: an indefinite mass matrix, here with small terms on its diagonal too."""
    x, y = u.at("x"), u.at("y")
    return dalembert.model(
        coordinates={"x": u.given("x", 1.0, 0.0), "y": u.given("y", 0.5, 0.0)},
        energy={
            "kinetic": f"{u.energy!r}*({u.rate('x')}*{u.rate('y')} + 1e-9*{u.rate('x')}^2"
            f" + 0.1*({x}*{u.rate('y')} - {u.rate('x')}*{y}))",
            "potential": f"{u.energy!r}*4*{x}*{y}",
        },
        simulate={"t_end": 5 * u.time, "samples": 20},
    )


def lagging(u: Units) -> dalembert.Model:
    """A mass, and a coordinate without mass that a spring and a damper hold: a system of equations of its own."""
    x, z = u.at("x"), u.at("z")
    return dalembert.model(
        coordinates={"x": u.given("x", -0.369, -0.0723), "z": u.given("z", 0.1)},
        energy={
            "kinetic": f"{u.energy!r}*0.42*{u.rate('x')}^2",
            "potential": f"{u.energy!r}*(2.72*{x}^2 + 1.84*({z} - {x})^2)",
            "dissipation": f"{u.energy / u.time!r}*1.2*{u.rate('z')}^2",
        },
        simulate={"t_end": 4 * u.time, "samples": 20},
    )


MODELS: dict[str, Callable[[Units], dalembert.Model]] = {
    "followers": followers,
    "rod": rod,
    "dual": dual,
    "lagging": lagging,
}


def both(
    name: str, units: Units, own: Units | None = None
) -> tuple[dalembert.Motion, dalembert.Motion, float]:
    """A model in its own and in some units, and the largest difference of an entry against its size."""
    make, own = MODELS[name], own or Units()
    one, other = dalembert.simulate(make(own)), dalembert.simulate(make(units))
    assert one.status == other.status == "ok"
    assert other.work.rescues == 0
    off = 0.0
    for coordinate in (entry.name for entry in make(units).coordinates):
        here = np.asarray(one.columns()[coordinate]) * own.size(coordinate)
        there = np.asarray(other.columns()[coordinate]) * units.size(coordinate)
        off = max(off, float(np.abs(there - here).max() / np.abs(here).max()))
    return one, other, off


def compared(name: str, units: Units) -> None:
    """Assert that a model in some units moves as it does in its own, with about the same work."""
    one, other, off = both(name, units)
    assert off <= 1e-9
    assert other.work.steps <= GRIDS * one.work.steps + 10
    assert one.work.steps <= GRIDS * other.work.steps + 10
    assert other.accuracy is not None
    assert other.accuracy.achieved <= 1e-9


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("power", [-30, 30])
@pytest.mark.parametrize("what", ["energy", "constraints", "coordinates"])
def test_units_that_are_powers_of_two_change_no_step(name: str, power: int, what: str) -> None:
    """Where a change of units does not round, each step and each value is the same to the last bit."""
    names = [coordinate.name for coordinate in MODELS[name](Units()).coordinates]

    def units(**changed: float) -> Units:
        size = (
            dict.fromkeys(("energy", "constraints", "coordinates", "time"), 8.0) | changed
        )  # no factor of 1
        return Units(
            energy=size["energy"],
            constraints=(size["constraints"], 64 / size["constraints"]),
            coordinates=dict.fromkeys(names, size["coordinates"]),
            time=size["time"],
        )

    one, other, off = both(name, units(**{what: 2.0**power}), units())
    assert off == 0
    assert one.work == other.work


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("energy", [1e-9, 1e9])
def test_the_size_of_energies_does_not_matter(name: str, energy: float) -> None:
    """All energies times a number is the same motion in as many steps."""
    compared(name, Units(energy=energy))


@pytest.mark.parametrize("name", ["followers", "rod"])
@pytest.mark.parametrize("sizes", [(1e-9, 1.0), (1e9, 1e-9), (1e4, 1e4)])
def test_the_size_of_constraints_does_not_matter(name: str, sizes: tuple[float, float]) -> None:
    """Constraints times numbers are the same motion in as many steps."""
    compared(name, Units(constraints=sizes))


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("time", [1e-6, 1e6])
def test_the_unit_of_time_does_not_matter(name: str, time: float) -> None:
    """In another unit of time it is the same motion in as many steps."""
    compared(name, Units(time=time))


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("seed", range(3))
def test_units_of_everything_do_not_matter(name: str, seed: int) -> None:
    """Units of energy, time and coordinates and sizes of constraints, all changed at once, leave the motion."""
    random = np.random.default_rng(seed)
    names = [coordinate.name for coordinate in MODELS[name](Units()).coordinates]
    reach = 2 if name == "followers" else 6  # what is not given there is looked for near a guess
    sizes = 10 ** random.uniform(-reach, reach, len(names))
    if name == "rod":  # lengths together, and Euler parameters together
        sizes[:3], sizes[3:] = sizes[0], sizes[3]
    units = Units(
        energy=float(10 ** random.uniform(-9, 9)),
        constraints=(float(10 ** random.uniform(-9, 9)), float(10 ** random.uniform(-9, 9))),
        coordinates=dict(zip(names, (float(size) for size in sizes), strict=True)),
        time=float(10 ** random.uniform(-6, 6)),
    )
    compared(name, units)


@pytest.mark.parametrize("size", [1e-25, 1e-12, 1e12])
def test_degrees_of_freedom_do_not_depend_on_sizes(size: float) -> None:
    """`check` counts one degree of freedom, whatever the size of a constraint is."""
    found = dalembert.check(
        dalembert.model(
            coordinates={"x": {"start": 0.4}, "z": {"guess": 0.1}, "w": {"guess": 0.1}},
            energy={"kinetic": "1/2*(x'^2 + z'^2 + w'^2)"},
            constraints={"displacement": {"a": "z - x^2", "b": f"{size!r}*(w - sin(x) - 0.2*z)"}},
        )
    )
    assert found.structure is not None
    assert found.structure.dof == 1
    assert found.structure.redundant == ()
