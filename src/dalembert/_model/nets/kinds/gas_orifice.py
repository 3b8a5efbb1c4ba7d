"""ṁ = C_d A p_u √(2γ/((γ − 1) R T) (r^(2/γ) − r^((γ + 1)/γ))): a nozzle with frictionless flow, r = p_d/p_u.

Below r* = (2/(γ + 1))^(γ/(γ − 1)) the flow is choked, and depends on p_u alone.
"""

from dalembert._model.bodies.texts import fill
from dalembert._model.nets.domains import GAS
from dalembert._model.nets.kinds.gas_flow import opening_condition, through
from dalembert._model.nets.kinds.kind import Entries, NetElementData, NetKind, Role

KAPPA = "(({k}) - 1)/({k})"
REDUCTION = f"2*sinh({KAPPA}/2*{{L}})*exp(-{KAPPA}/2*{{c}})"  # ±(1 − r^κ)
SQUARE = f"2/({KAPPA}*({{R}})*({{T}}))*exp(-2/({{k}})*{{c}})*{REDUCTION}"


def _entries(given: NetElementData) -> Entries:
    k = given.values["gas.heat_ratio"]
    whole = fill("({C})*({A})", C=given.values["discharge"], A=given.values["area"])
    critical = fill("({k})/(({k}) - 1)*ln((({k}) + 1)/2)", k=k)
    return through(given, whole, SQUARE, critical, k=k)


GAS_ORIFICE = NetKind(
    domain=GAS,
    role=Role.RESISTANCE,
    entries=_entries,
    numbers={"area": '"A"', "discharge": "0.8", "transition": "1e-6"},
    positive=("discharge", "transition"),
    conditions=(opening_condition("area"),),
    units={"area": "m^2", "discharge": "1", "transition": "kg/s"},
    medium="gas",
    scene="orifices",
)
