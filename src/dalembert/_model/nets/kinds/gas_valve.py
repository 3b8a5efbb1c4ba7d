"""ṁ = C ρ_n p_u √(T_n/T) √(1 − ((r − b)/(1 − b))²): a valve by ISO 6358, with r = p_d/p_u.

C is its sonic conductance, b its critical ratio: at r ≤ b the flow is choked. C is a volume for each second
and pascal at the reference conditions of ISO 8778, 100 kPa and 293.15 K: ρ_n = p_n/(R T_n).
The square of the second root is (1 − r)(1 + r − 2 b)/(1 − b)².
"""

from dalembert._model.bodies.texts import fill
from dalembert._model.nets.domains import GAS
from dalembert._model.nets.kinds.gas_flow import opening_condition, through
from dalembert._model.nets.kinds.kind import Condition, Entries, NetElementData, NetKind, Role

SQUARE = (
    "({pn})^2/(({R})^2*({Tn})*({T}))*2*sinh({L}/2)*exp(-{c}/2)"  # ±(1 − r)
    "*(1 + exp(-{c}) - 2*({b}))/(1 - ({b}))^2"
)


def _entries(given: NetElementData) -> Entries:
    values = given.values
    b, letters = (
        values["critical_ratio"],
        {"pn": values["reference_pressure"], "Tn": values["reference_temperature"]},
    )
    return through(given, values["conductance"], SQUARE, fill("ln(1/({b}))", b=b), b=b, **letters)


GAS_VALVE = NetKind(
    domain=GAS,
    role=Role.RESISTANCE,
    entries=_entries,
    numbers={
        "conductance": '"C"',
        "critical_ratio": "0.3",
        "transition": "1e-6",
        "reference_pressure": "1e5",
        "reference_temperature": "293.15",
    },
    positive=("critical_ratio", "transition", "reference_temperature"),
    conditions=(
        opening_condition("conductance"),
        Condition(
            key="critical_ratio",
            positive="1 - ({})",
            message="the critical_ratio of `{}` must be below 1",
            hint="write the ratio of the pressures at which the flow becomes choked, 0.2 to 0.5",
        ),
        Condition(
            key="conductance",
            positive="1e-5 - ({})",
            message="the conductance of `{}` is that of an opening of more than 50 cm²: it is in m^3/(s*Pa)",
            hint='write { value = 5, unit = "L/(s*bar)" } for a conductance in dm³/(s bar)',
            severity="warning",
        ),
    ),
    norms={"reference_pressure": "1e5", "reference_temperature": "293.15"},
    units={
        "conductance": "m^3/(s*Pa)",
        "critical_ratio": "1",
        "transition": "kg/s",
        "reference_pressure": "Pa",
        "reference_temperature": "K",
    },
    medium="gas",
    scene="valves",
)
