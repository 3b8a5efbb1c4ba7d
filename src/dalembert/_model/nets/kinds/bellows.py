"""p (V₀ + A x) = m R T, F = (p − p₀) A − k x: a bellows, which pushes what it drives to a larger volume."""

from collections.abc import Mapping

from dalembert._model.bodies.texts import Text, fill
from dalembert._model.nets.domains import GAS
from dalembert._model.nets.gas import gas_store, mass_at, pressure_of
from dalembert._model.nets.kinds.gas_pressure import absolute
from dalembert._model.nets.kinds.kind import Condition, Entries, NetElementData, NetKind, Role


def _volume(values: Mapping[str, Text], moved: Text) -> Text:
    return fill("{V} + ({A})*{x}", V=values["volume"], A=values["area"], x=moved)


def _entries(given: NetElementData) -> Entries:
    values, x = given.values, given.moved
    volume = _volume(values, x)
    pressure = pressure_of(given.displacement, volume, values)
    letters = {"p": pressure, "p0": values["gas.pressure"], "A": values["area"]}
    return Entries(
        store=gas_store(given.displacement, volume, values),
        shown=pressure,
        stiffness=values["stiffness"],
        action=fill("({p} - ({p0}))*({A})", **letters),
    )


def _start(values: Mapping[str, Text]) -> Text | None:
    if "start_pressure" in values:
        return mass_at(values["start_pressure"], _volume(values, values["drives"]), values)
    return values.get("start_mass")


BELLOWS = NetKind(
    domain=GAS,
    role=Role.STORE,
    entries=_entries,
    numbers={
        "area": '"A"',
        "volume": '"V0"',
        "stiffness": '"k"',
        "start_pressure": "101325",
        "start_mass": "1e-3",
    },
    optional=("start_pressure", "start_mass"),
    positive=("start_mass",),
    conditions=(
        *absolute("start_pressure"),
        Condition(
            key="volume",
            positive="({volume}) + ({area})*{drives}",
            message="the bellows `{}` has no volume at the start: it is volume + area*x",
            hint="write a larger volume, or an area with the other sign where the volume grows as x falls",
        ),
    ),
    units={"area": "m^2", "volume": "m^3", "stiffness": "N/m", "start_pressure": "Pa", "start_mass": "kg"},
    drives="m",
    start=_start,
    filled=("start_pressure", "start_mass"),
    medium="gas",
    to_ground=True,
    scene="bellows",
)
