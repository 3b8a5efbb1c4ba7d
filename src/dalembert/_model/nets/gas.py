"""e = R T ln(p/p₀): the effort of an ideal gas that is kept at the temperature T, beside an atmosphere at p₀.

e is the work that a kilogram can do on its way to the atmosphere, its specific exergy. Mass flow times e is a
power, and the mass m in a volume V at the pressure p = m R T/V has the energy

    E = m R T (ln(m R T/(p₀ V)) − 1) + p₀ V,    ∂E/∂m = R T ln(p/p₀),    −∂E/∂V = p − p₀.
"""

from __future__ import annotations

from collections.abc import Mapping

from dalembert._model.bodies.texts import Text, fill
from dalembert._model.nets.kinds.kind import Store

Values = Mapping[str, Text]


def exergy_at(pressure: Text, values: Values) -> Text:
    """The effort R T ln(p/p₀)."""
    return _with_gas("({R})*({T})*ln(({p})/({p0}))", values, p=pressure)


def pressure_at(exergy: Text, values: Values) -> Text:
    """The pressure p₀ exp(e/(R T))."""
    return _with_gas("({p0})*exp(({e})/(({R})*({T})))", values, e=exergy)


def pressure_of(mass: Text, volume: Text, values: Values) -> Text:
    """The pressure m R T/V."""
    return _with_gas("({m})*({R})*({T})/({V})", values, m=mass, V=volume)


def mass_at(pressure: Text, volume: Text, values: Values) -> Text:
    """The mass p V/(R T)."""
    return _with_gas("({p})*({V})/(({R})*({T}))", values, p=pressure, V=volume)


def gas_store(mass: Text, volume: Text, values: Values) -> Store:
    """The energy of the mass in a volume."""
    pressure = pressure_of(mass, volume, values)
    energy = "({m})*({R})*({T})*(ln(({p})/({p0})) - 1) + ({p0})*({V})"
    return Store(
        value=volume,
        effort=exergy_at(pressure, values),
        energy=_with_gas(energy, values, m=mass, p=pressure, V=volume),
    )


def _with_gas(pattern: str, values: Values, **more: Text) -> Text:
    letters = {"R": "gas_constant", "T": "temperature", "p0": "pressure"}
    gas = {letter: values[f"gas.{key}"] for letter, key in letters.items()}
    return fill(pattern, **gas, **more)
