"""p = ρ R T: the ideal gas of all networks of gas, which is kept at the temperature T.

The ground is the atmosphere at p₀. Pressures are absolute.
"""

from dalembert._model.nets.domains import GAS
from dalembert._model.nets.kinds.gas_pressure import absolute
from dalembert._model.nets.kinds.kind import Condition, Entries, NetElementData, NetKind, Role


def _entries(_: NetElementData) -> Entries:
    return Entries()


IDEAL_GAS = NetKind(
    domain=GAS,
    role=Role.EFFORT_SOURCE,
    entries=_entries,
    numbers={"gas_constant": "287", "temperature": "293.15", "pressure": "101325", "heat_ratio": "1.4"},
    positive=("gas_constant", "temperature"),
    conditions=(
        *absolute("pressure"),
        Condition(
            key="heat_ratio",
            positive="({}) - 1",
            message="the heat_ratio c_p/c_v of `{}` must be above 1",
            hint="write 1.4 for air and gases of two atoms, 1.67 for gases of one",
        ),
        Condition(
            key="gas_constant",
            positive="({}) - 20",
            message="the gas_constant of `{}` is below that of any gas: it is for a kilogram, not a mole",
            hint="divide 8.314 J/(mol K) by the molar mass in kg/mol: 287 J/(kg K) for air",
            severity="warning",
        ),
        Condition(
            key="temperature",
            positive="({}) - 100",
            message="the temperature of `{}` is below 100 K: is it in °C?",
            hint='write { value = 20, unit = "degC" }, or the temperature in K',
            severity="warning",
        ),
    ),
    units={"gas_constant": "J/(kg*K)", "temperature": "K", "pressure": "Pa", "heat_ratio": "1"},
    nodes=False,
)
