"""The entries of [elements] that belong to networks: kind, nodes, numbers, coordinate."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from dalembert._expression.suggest import nearest
from dalembert._model.bodies.amounts import AmountReader
from dalembert._model.bodies.coordinate_entries import said_of
from dalembert._model.bodies.ends import member_of
from dalembert._model.bodies.texts import Text, words_of
from dalembert._model.entry_reader import EntryReader
from dalembert._model.families import target_name
from dalembert._model.nets.heat_ports import HEAT, heated_node
from dalembert._model.nets.kinds.kind import NetKind
from dalembert._model.nets.kinds.registry import NET_KINDS
from dalembert._model.nets.records import GROUND, NetElement, Nodes
from dalembert._model.unit_product import UnitFault
from dalembert._model.units import unit_of
from dalembert._text.positions import Path

JOINTS = "joints."
START = "start_"  # prefix of the keys of starts


def is_net_element(entry: Mapping[str, Any]) -> bool:
    """Whether an entry of [elements] belongs to a network."""
    kind = entry.get("kind")
    return isinstance(kind, str) and kind in NET_KINDS


class NetReader:
    """Reads the elements of networks."""

    def __init__(self, amounts: AmountReader, joints: Collection[str]) -> None:
        self.amounts = amounts
        self.read: EntryReader = amounts.read
        self.joints = joints

    def element(self, path: Path, name: str, entry: Mapping[str, Any]) -> NetElement | None:
        """An element; None, and a flaw, where it cannot be read."""
        word = entry["kind"]
        kind = NET_KINDS[word]
        self.read.keys(path, entry, keys_of(kind))
        values = self._numbers(path, name, entry, kind)
        nodes = self._nodes(path, entry, "between") if kind.nodes else None
        secondary = self._nodes(path, entry, "secondary") if kind.secondary else None
        coils = self._coils(path, entry) if kind.coils else ()
        drives = self._drives(path, entry, kind) if kind.drives else ("", "")
        inputs = self._nodes(path, entry, "inputs") if kind.inputs else None
        heat = heated_node(self.read, path, entry) if kind.heats else ""
        lacking = (kind.nodes and nodes is None) or (kind.secondary and secondary is None)
        lacking = lacking or (kind.inputs and inputs is None) or heat is None
        if values is None or lacking or coils is None or drives is None:
            return None
        coordinate, start_values = self._coordinate(path, entry)
        if not self._starts_once(path, kind, values, start_values):
            return None
        if not self._is_filled(path, kind, values, start_values) or not self._is_to_ground(path, kind, nodes):
            return None
        return NetElement(
            name=name,
            path=path,
            kind=word,
            nodes=nodes,
            secondary=secondary,
            values=values,
            coordinate=coordinate,
            coordinate_entry=start_values,
            joint=drives[0],
            moved=drives[1],
            coils=coils,
            inputs=inputs,
            heat=heat or "",
        )

    def _nodes(self, path: Path, entry: Mapping[str, Any], key: str) -> Nodes | None:
        """The two nodes under a key."""
        listed = entry.get(key)
        good = isinstance(listed, list | tuple) and len(listed) == 2
        if not good or not all(isinstance(one, str) for one in listed or ()):
            message = f"`{path[-1]}` needs `{key}` with two nodes"
            self.read.flaw(path, "missing-key", message, f'write {key} = ["a", "{GROUND}"]')
            return None
        first, second = (member_of(self.read, (*path, key, i), one) for i, one in enumerate(listed or ()))
        for one in (first, second):
            if not all(word.isidentifier() for word in one.partition("[")[0].split(".")):
                hint = f'a node is a name, such as {key} = ["a", "{GROUND}"]'
                self.read.flaw((*path, key), "name", f"`{one[:40]}` cannot be the name of a node", hint)
                return None
        if first == second:
            message = f"both ends of `{path[-1]}` are at the node `{first}`"
            self.read.flaw((*path, key), "value", message, "name two nodes")
            return None
        return first, second

    def _numbers(
        self, path: Path, name: str, entry: Mapping[str, Any], kind: NetKind
    ) -> dict[str, Text] | None:
        """The numbers of an element, and its law instead of one of them."""
        values: dict[str, Text] = {}
        law = kind.law
        if law is not None and law.key in entry:
            if law.instead in entry:
                message = f"`{name}` has a {law.instead} and a law of its {law.key}"
                self.read.flaw((*path, law.key), "value", message, "delete one of them")
                return None
            values[law.key] = self.amounts.amount((*path, law.key), entry[law.key])
            quantity = kind.domain.flow if law.of_flow else kind.domain.displacement
            if quantity not in words_of(values[law.key]):
                message = f"the law of `{name}` does not depend on its {quantity}"
                self.read.flaw((*path, law.key), "value", message, f'write {law.key} = "… {quantity} …"')
                return None
        for key, example in kind.numbers.items():
            needed = kind.needs.get(key, "")
            if key in entry and needed and needed not in entry:
                message = f"`{key}` of `{name}` needs its {needed}"
                self.read.flaw((*path, key), "value", message, f"add {needed} = {kind.numbers[needed]}")
                return None
            if key not in entry and key in kind.optional:
                continue
            if key not in entry and key in kind.norms:
                values[key] = self.amounts.amount((*path, key), float(kind.norms[key]), kind.units[key])
                continue
            if law is not None and law.key in values and key == law.instead:
                continue
            if key not in entry:
                more = f", or a law {law.key}" if law is not None and key == law.instead else ""
                self.read.flaw(path, "missing-key", f"`{key}` is missing", f"add {key} = {example}{more}")
                return None
            unit = kind.units[key] if not kind.by_flow else ""
            if not self._unit_fits(path, name, key, entry[key], kind):
                return None
            values[key] = self.amounts.amount((*path, key), entry[key], unit)
            if values[key].is_zero and not self._may_be_zero((*path, key), name, kind):
                return None
        return values

    def _may_be_zero(self, path: Path, name: str, kind: NetKind) -> bool:
        """Whether a number may be 0, by the conditions of its kind."""
        for one in kind.conditions:
            if one.key == path[-1] and one.positive == "{}" and not one.zero:
                self.read.flaw(path, "network", one.message.format(name), one.hint)
                return False
        return True

    def _unit_fits(self, path: Path, name: str, key: str, value: Any, kind: NetKind) -> bool:
        """Whether a number has a unit of its key; a temperature above the surroundings is a difference."""
        unit = value.get("unit") if isinstance(value, Mapping) else None
        if not isinstance(unit, str) or not unit:
            return True
        try:
            dimension = unit_of(unit)
        except UnitFault:
            return True  # reported where the parameter is read
        here, wanted = (*path, key), kind.units[key]
        if dimension.dimension != unit_of(wanted).dimension:
            message = f"the {key} of `{name}` must be in {wanted}, but its unit is {unit}"
            self.read.flaw(here, "units", message, f'write {{ value = 1, unit = "{wanted}" }}')
            return False
        if dimension.zero and kind.nodes:
            message = f"the {key} of `{name}` counts from the surroundings, and {unit} has a zero of its own"
            self.read.flaw(here, "units", message, "write the difference to the surroundings, in K")
            return False
        return True

    def _starts_once(
        self, path: Path, kind: NetKind, values: Mapping[str, Text], start_values: Mapping[str, Any]
    ) -> bool:
        """Whether the start of an element is given at most once, and follows from the given values."""
        given = [key for key in values if key.startswith(START)]
        given += [f"{key} of its coordinate" for key in ("start", "speed") if given and key in start_values]
        if len(given) > 1:
            message = f"the start of `{path[-1]}` is given twice, by {given[0]} and {given[1]}"
            self.read.flaw((*path, given[0]), "value", message, "delete one of them")
            return False
        law = kind.law.key if kind.law is not None else ""
        if law in values and given == [f"{START}{law}"]:
            message = f"with a law of its {law}, `{path[-1]}` starts from a {kind.domain.displacement}"
            hint = f"write {START}{kind.domain.displacement} in place of {given[0]}"
            self.read.flaw((*path, given[0]), "value", message, hint)
            return False
        return True

    def _is_filled(
        self, path: Path, kind: NetKind, values: Mapping[str, Text], start_values: Mapping[str, Any]
    ) -> bool:
        """Whether a store that is never empty says what it holds at the start."""
        if not kind.filled or "start" in start_values or any(key in values for key in kind.filled):
            return True
        first, second = kind.filled
        message = f"`{path[-1]}` does not say what it holds at the start"
        hint = f"add {first} = {kind.numbers[first]} in {kind.units[first]}, or {second}"
        self.read.flaw(path, "missing-key", message, hint)
        return False

    def _is_to_ground(self, path: Path, kind: NetKind, nodes: Nodes | None) -> bool:
        """Whether the second node is the ground, where it must be."""
        if not kind.to_ground or nodes is None or nodes[1] == GROUND:
            return True
        message = f"the second node of `{path[-1]}` must be the ground, the atmosphere"
        other = nodes[1] if nodes[0] == GROUND else nodes[0]
        self.read.flaw((*path, "between"), "value", message, f'write between = ["{other}", "{GROUND}"]')
        return False

    def _coils(self, path: Path, entry: Mapping[str, Any]) -> tuple[str, ...] | None:
        listed = entry.get("coils")
        if not isinstance(listed, list | tuple) or len(listed) != 2:
            message = f"`{path[-1]}` needs `coils`, the names of two inductors"
            self.read.flaw(path, "missing-key", message, 'write coils = ["L1", "L2"]')
            return None
        return tuple(member_of(self.read, (*path, "coils", i), str(one)) for i, one in enumerate(listed))

    def _drives(self, path: Path, entry: Mapping[str, Any], kind: NetKind) -> tuple[str, str] | None:
        """The joint or the coordinate that an element drives."""
        value = entry.get("drives")
        if not isinstance(value, str):
            what = "turns" if kind.drives == "rad" else "slides"
            message = f"`{path[-1]}` needs `drives`, a joint that {what} or a coordinate"
            self.read.flaw(path, "missing-key", message, 'write drives = "joints.A"')
            return None
        target = member_of(self.read, (*path, "drives"), value)
        if not target.startswith(JOINTS):
            return "", target
        joint = target.removeprefix(JOINTS)
        if joint not in self.joints:
            near = nearest(joint, tuple(self.joints))
            hint = f'did you mean "{JOINTS}{near}"?' if near else 'write drives = "joints.A"'
            self.read.flaw((*path, "drives"), "unknown-name", f"there is no joint `{joint}`", hint)
            return None
        return joint, ""

    def _coordinate(self, path: Path, entry: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
        """The user's name for the displacement, and its entry."""
        value = entry.get("coordinate")
        here = (*path, "coordinate")
        if value is None:
            return "", {}
        names = [value] if isinstance(value, str) else list(value) if isinstance(value, Mapping) else []
        if len(names) != 1:
            message = f"`{path[-1]}` has one coordinate"
            self.read.flaw(here, "value", message, "write coordinate = { q1 = { start = 0 } }")
            return "", {}
        name = target_name(self.read, (*here, names[0]), str(names[0])) or str(names[0])
        return name, said_of(self.amounts, path, entry).get(name, {})


def parts_of(element: NetElement) -> Iterable[NetElement]:
    """The elements that an element is made of: itself, for most kinds."""
    parts = NET_KINDS[element.kind].parts
    return (element,) if parts is None else parts(element)


def keys_of(kind: NetKind) -> tuple[str, ...]:
    """All keys that an element of a kind may have."""
    return (
        "kind",
        *(("between", "coordinate") if kind.nodes else ()),
        *(("secondary",) if kind.secondary else ()),
        *(("coils",) if kind.coils else ()),
        *(("drives",) if kind.drives else ()),
        *(("inputs",) if kind.inputs else ()),
        *((HEAT,) if kind.heats else ()),
        *kind.numbers,
        *((kind.law.key,) if kind.law is not None else ()),
    )
