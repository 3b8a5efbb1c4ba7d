"""Networks without a solution: nodes with one element, conflicting sources, loops of stores alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

from dalembert._expression.suggest import nearest
from dalembert._model.entry_reader import EntryReader
from dalembert._model.nets.graph import SECONDARY, Edge, Groups, Node, loop_of
from dalembert._model.nets.kinds.kind import Role
from dalembert._model.nets.kinds.registry import NET_KINDS
from dalembert._model.nets.media import media_flaws
from dalembert._model.nets.name_list import name_list
from dalembert._model.nets.records import GROUND, NetElement


def is_sound(
    read: EntryReader, elements: Mapping[str, NetElement], edges: Sequence[Edge], sensed: Collection[str]
) -> bool:
    """Whether the networks are sound; flaws are noted at the elements. `sensed` are nodes that are read."""
    known = len(read.flaws)
    checks = (
        _media,
        _couplings,
        _domains,
        _grounds,
        _inputs,
        partial(_ends, sensed=sensed),
        _sources,
        _stores,
        _flows,
    )
    for check in checks:
        for name, key, message, hint in check(elements, edges):
            read.flaw((*elements[name].path, key), "network", message, hint)
        if len(read.flaws) > known:
            return False
    return True


_Flaws = Iterator[tuple[str, str, str, str]]  # element, key, message, hint
_Elements = Mapping[str, NetElement]


def _media(elements: _Elements, _: Sequence[Edge]) -> _Flaws:
    """The surroundings have one temperature, and a model one gas."""
    yield from media_flaws(elements)


def _couplings(elements: _Elements, _: Sequence[Edge]) -> _Flaws:
    """A coupling is between two coils, and the only one between them."""
    known: dict[frozenset[str], str] = {}
    for one in elements.values():
        pair = frozenset(one.coils)
        if len(pair) == 1:
            message = f"`{one.name}` couples `{one.coils[0]}` with itself"
            yield one.name, "coils", message, f"name two coils; its own inductance stands at `{one.coils[0]}`"
        elif pair in known:
            message = f"`{one.name}` couples {name_list(one.coils)}, as `{known[pair]}` does"
            yield one.name, "coils", message, "make one mutual inductance of them"
        elif pair:
            known[pair] = one.name


def _domains(_: _Elements, edges: Sequence[Edge]) -> _Flaws:
    """A node belongs to one domain."""
    first: dict[str, tuple[str, str]] = {}
    for edge in edges:
        for domain, node in edge.ends:
            known, name = first.setdefault(node, (domain, edge.element))
            if node != GROUND and known != domain:
                message = f"the node `{node}` of `{edge.element}`, which is {domain}, is {known} at `{name}`"
                yield edge.element, "between", message, _joins(domain, known)
                return


def _joins(first: str, second: str) -> str:
    """How two domains are joined."""
    if {first, second} == {"fluid", "gas"}:
        return 'of a gas are the kinds "gas_orifice", "gas_valve", "gas_volume", "gas_pressure_source"'
    return "join domains by a motor, a coil or a cylinder"


def _grounds(_: _Elements, edges: Sequence[Edge]) -> _Flaws:
    """Every network has a ground."""
    groups = Groups()
    for edge in edges:
        groups.join(edge)
    grounded = {groups.of((one.first[0], GROUND)) for one in edges}
    reported: set[Node] = set()
    for edge in edges:
        root = groups.of(edge.first)
        if root in grounded or root in reported:
            continue
        reported.add(root)
        nodes = sorted({node for one in edges for node in one.ends if groups.of(node) == root})
        names = ", ".join(node for _, node in nodes[:6])
        message = f"the network of the nodes {names} has no ground"
        yield edge.element, "between", message, f'name one of its nodes "{GROUND}"'


def _inputs(elements: _Elements, edges: Sequence[Edge]) -> _Flaws:
    """The inputs of an amplifier are nodes of the network."""
    known = {node for edge in edges for _, node in edge.ends} | {GROUND}
    for one in elements.values():
        for node in one.inputs or ():
            if node not in known:
                near = nearest(node, sorted(known))
                hint = f"did you mean `{near}`?" if near else "name a node of another element"
                message = f"no element is connected to the input `{node}` of `{one.name}`"
                yield one.name, "inputs", message, hint


def _ends(elements: _Elements, edges: Sequence[Edge], sensed: Collection[str]) -> _Flaws:
    """Every node has more than one element, or is read by one, or holds gas, which may be locked in."""
    at: dict[Node, list[Edge]] = {}
    for edge in edges:
        for node in edge.ends:
            at.setdefault(node, []).append(edge)
    for node, edges_there in at.items():
        if len(edges_there) == 1 and node[1] not in sensed:
            name = edges_there[0].element
            if NET_KINDS[elements[name].kind].filled:
                continue
            node_text = "ground" if node[1] == GROUND else f"the node `{node[1]}`"
            message = f"{node_text} is an end of `{name}` only, so that nothing flows through `{name}`"
            near = nearest(node[1], sorted({*(name for _, name in at), GROUND} - {node[1]}))
            hint = f"did you mean `{near}`?" if near else "connect it, or delete the element"
            yield name, "secondary" if edges_there[0].name.endswith(SECONDARY) else "between", message, hint


def _sources(elements: _Elements, edges: Sequence[Edge]) -> _Flaws:
    """No loop of sources of effort."""
    for names in _loops(edges, (Role.EFFORT_SOURCE,)):
        effort = NET_KINDS[elements[names[0]].kind].domain.effort
        message = f"the sources {name_list(names)} are a loop by themselves: each sets the {effort}"
        yield names[0], "between", message, "delete one of them, or put a resistance in between"


def _stores(elements: _Elements, edges: Sequence[Edge]) -> _Flaws:
    """No loop of stores and sources alone: its flow has neither inertia nor resistance."""
    for names in _loops(edges, (Role.EFFORT_SOURCE, Role.STORE)):
        kind = NET_KINDS[elements[names[0]].kind]
        message = f"{name_list(names)} are a loop by themselves: nothing limits the {kind.domain.flow} in it"
        yield names[0], "between", message, "put a resistance into the loop, or make one store of them"


def _loops(edges: Sequence[Edge], roles: tuple[Role, ...]) -> Iterator[tuple[str, ...]]:
    groups, inside = Groups(), list[Edge]()
    for edge in sorted(edges, key=lambda one: one.rank):
        if edge.rank not in roles or edge.name.endswith(SECONDARY):
            continue
        if groups.join(edge):
            inside.append(edge)
        else:
            yield loop_of(inside, edge)
            return


def _flows(elements: _Elements, edges: Sequence[Edge]) -> _Flaws:
    """The current of a source of flow has a return path without sources of flow."""
    groups = Groups()
    for edge in edges:
        if edge.rank != Role.FLOW_SOURCE:
            groups.join(edge)
    for edge in edges:
        if edge.rank == Role.FLOW_SOURCE and groups.of(edge.first) != groups.of(edge.second):
            flow = NET_KINDS[elements[edge.name].kind].domain.flow
            message = (
                f"the {flow} of `{edge.name}` has no way back from `{edge.second[1]}` to `{edge.first[1]}`"
            )
            hint = "connect them by an element that is no source of flow"
            yield edge.name, "between", message, hint
