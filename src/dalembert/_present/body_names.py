"""Symbols of quantities of bodies, joints and elements: crank.mass is m with the index crank."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from dalembert._model.expansions import with_parts
from dalembert._model.records import Model
from dalembert._present.controller_names import controller_name
from dalembert._text.written import Written

Parts = tuple[str, str]
NO_FAMILIES: Mapping[str, int] = MappingProxyType({})

_MEMBER = re.compile(r"(.+)\[([\d,]+)\]")
AXES = {"1": "x", "2": "y", "3": "z"}
BODY_AXES = {"1": "xi", "2": "eta", "3": "zeta"}
LETTERS = {
    "mass": "m",
    "density": "rho",
    "inertia": "J",
    "gyration": "kappa",
    "angle": "phi",
    "omega": "omega",
    "velocity": "v",
    "acceleration": "a",
    "velocity_body": "v",
    "acceleration_body": "a",
    "angular_velocity": "omega",
    "angular_acceleration": "alpha",
    "momentum": "p",
    "normal": "N",
    "angular_momentum": "L",
    "R": "R",
    "force": "F",
    "torque": "M",
    "moment": "M",
    "guide_force": "F",
    "guide_torque": "M",
    "force_body": "F",
    "torque_body": "M",
    "force_fixed": "F",
    "radial": "F",
    "axial": "F",
    "torque_fixed": "M",
    "stiffness": "k",
    "damping": "c",
    "twist": "phi",
    "pitch": "p",
    "ratio": "n",
    "friction": "mu",
    "sticking": "mu",
    "restitution": "e",
    "radius": "r",
    "radii": "r",
    "exponent": "n",
    "lag": "T",
    "limit": "Q",
    "limits": "q",
    "torsional_stiffness": "k",
    "torsional_damping": "c",
    "stall_torque": "M",
    "no_load_speed": "omega",
    "moments": "J",
    "mu": "mu",
    "wind": "w",
    "resistance": "R",
    "on_resistance": "R",
    "off_resistance": "R",
    "capacitance": "C",
    "capacity": "C",
    "inductance": "L",
    "constant": "k",
    "voltage": "v",
    "current": "i",
    "charge": "q",
    "pressure": "p",
    "flow": "f",
    "volume": "V",
    "temperature": "T",
    "entropy": "S",
    "heat_flow": "P",
    "area": "A",
    "coefficient": "h",
    "discharge": "mu",
    "opening": "u",
    "transition": "f",
    "forward_voltage": "v",
    "start_voltage": "v",
    "start_charge": "q",
    "start_current": "i",
    "start_pressure": "p",
    "start_volume": "V",
    "start_flow": "f",
    "start_temperature": "T",
    "gas_constant": "R",
    "heat_ratio": "gamma",
    "exergy": "e",
    "mass_flow": "f",
    "start_mass": "m",
    "conductance": "C",
    "critical_ratio": "b",
    "reference_pressure": "p",
    "reference_temperature": "T",
    "drive": "v",
    "log_ratio": "L",
    "size": "s",
    "limited": "c",
    "heat_capacity": "c",
}
FURTHER = {"on_resistance": "on", "off_resistance": "off", "forward_voltage": "f", "transition": "0",
           "reference_pressure": "n", "reference_temperature": "n",
           "radial": "r", "axial": "a", "sticking": "s", "lag": "L", "limit": "max",
           "torsional_stiffness": "phi", "torsional_damping": "phi", "stall_torque": "s",
           "no_load_speed": "0"}  # fmt: skip
INDICES = {"limits": {"1": "min", "2": "max"}, "radii": {}, "R": {}}  # no components along axes
IN_BODY_AXES = ("force_body", "torque_body", "velocity_body", "acceleration_body")
SIZES = {"rod": "l", "plate": "ab", "disc": "r", "cylinder": "rh", "tube": "Rrh", "box": "abc", "sphere": "r",
         "cone": "rh"}  # fmt: skip
LENGTHS = {"length": ("l", "0"), "distance": ("l", ""), "stretch": ("s", "")}


def families_of(model: Model) -> dict[str, int]:
    """The families of bodies, joints and elements of a model, and the number of indices of their members.

    Parts are included, with a point after their names.
    """
    written = with_parts(model.written)[0] if model.written is not None else Written(values={})
    values = written.values
    tables = (values.get(section) for section in ("bodies", "joints", "elements", "controllers"))
    names = (str(key) for table in tables if isinstance(table, Mapping) for key in table)
    families = {
        base: indices.count(",") + 1
        for base, bracket, indices in (n.partition("[") for n in names)
        if bracket
    }
    return families | {f"{part}.": count for part, count in written.parts.items()}


def part_name(name: str, families: Mapping[str, int]) -> tuple[str, str, dict[str, int]] | None:
    """A name within its part, the part with its indices, and the families of the part; None for others.

    wagon.x[3] is x of wagon,3.
    """
    base, bracket, index = name.removeprefix("joints.").removeprefix("nodes.").partition("[")
    part = base.rpartition(".")[0]
    while part and f"{part}." not in families:
        part = part.rpartition(".")[0]
    if not part:
        return None
    count = families[f"{part}."]
    indices = index[:-1].split(",") if bracket else []
    member = base.removeprefix(f"{part}.") + (f"[{','.join(indices[count:])}]" if indices[count:] else "")
    inner = {k.removeprefix(f"{part}."): n - count for k, n in families.items() if k.startswith(f"{part}.")}
    return member, ",".join((part, *indices[:count])), {k: n for k, n in inner.items() if k and n}


def body_name(name: str, families: Mapping[str, int] = NO_FAMILIES) -> Parts | None:
    """The letter and the index of a name with points; None for any other.

    The first indices of a quantity of a member of a family are those of the member.
    """
    member = _MEMBER.fullmatch(name)
    base, index = (member[1], member[2]) if member else (name, "")
    words = base.removeprefix("joints.").removeprefix("controllers.").split(".")
    if base == "gravity":
        return "g", AXES.get(index, index)
    if len(words) < 2:
        return None
    owner, word = words[0], words[-1]
    indices, count = index.split(",") if index else [], families.get(owner, 0)
    if count and len(indices) >= count + (words[1] in ("shape", "points")):
        owner, index = f"{owner}[{';'.join(indices[:count])}]", ",".join(indices[count:])
    control = controller_name(owner, word, index)
    if control is not None:
        return control
    if words[1] == "shape":
        letters = SIZES.get(word, "s")
        return letters[min(int(index or 1), len(letters)) - 1], owner
    if words[1] == "points":  # in body axes
        return BODY_AXES.get(index, "xi"), owner if word == "centre" else f"{owner},{word}"
    if word in LENGTHS:
        letter, more = LENGTHS[word]
        return letter, _with_index(owner, more)
    if word.startswith("start_") or word in FURTHER:
        return LETTERS.get(word, word), _with_index(owner, FURTHER.get(word, "0"))
    if word in LETTERS and owner[0] == LETTERS[word] and owner[1:].isdigit() and not index:
        return LETTERS[word], owner[1:]  # R1.resistance is R with the index 1
    if word in ("velocity_body", "acceleration_body") and len(words) > 2:
        owner = f"{owner},{words[1]}"
    if word in LETTERS:
        axes = INDICES.get(word, BODY_AXES if word in IN_BODY_AXES else AXES)
        return LETTERS[word], _with_index(owner, axes.get(index, index))
    if word == "unit":
        return word, owner
    subscript = {"centre": owner, "origin": f"{owner},0"}.get(word, f"{owner},{word}")
    return AXES.get(index, word), subscript


def _with_index(owner: str, index: str) -> str:
    return f"{owner},{index.replace(',', '')}" if index else owner
