"""Rules about names: each a small function from a model and its survey to flaws."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from dalembert._expression.functions import CONSTANTS, FUNCTIONS, RESERVED, RESERVED_PREFIXES
from dalembert._expression.source import Flaw, Source, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._expression.tree import Name, Rate
from dalembert._expression.walk import names
from dalembert._model.delays import user_inputs
from dalembert._model.families import base_name
from dalembert._model.records import Constraint, Contact, Entry, Model, user_terms
from dalembert._model.result_names import forces_of, meaning
from dalembert._model.scene_sections import words_in
from dalembert._model.survey import APPROACH, Survey, Use, dependences_of, sort_definitions
from dalembert._model.unit_parser import read_unit
from dalembert._model.unit_product import UnitFault
from dalembert._text.slips import of_name

Flaws = Iterator[Flaw]

# The kinds of names that an expression may contain, by its role. Time has the kind "time".
EVERYTHING = frozenset(
    {"parameter", "coordinate", "velocity", "input", "effort", "state", "definition", "time"}
)
MOTION = EVERYTHING - {"effort"}
SOLVED = EVERYTHING | {"result", "acceleration", "delayed"}  # solved together with the accelerations
ALLOWED = {
    "definition": SOLVED,
    "work": SOLVED,
    "force": SOLVED,
    "torque": SOLVED,
    "rate": SOLVED,
    "effort": SOLVED,
    "output": SOLVED,
    "when": SOLVED,
    "value": frozenset({"parameter"}),
    "start": frozenset({"parameter", "coordinate", "velocity", "state", "time"}),  # as they start
    "speed": frozenset({"parameter"}),
    "guess": frozenset({"parameter"}),
    "case": frozenset({"parameter"}),
    "input": frozenset({"parameter", "time"}),
    "before": frozenset({"parameter", "time"}),
    "delay": frozenset({"parameter"}),
    "setting": frozenset({"parameter"}),
    "kinetic": MOTION,
    "potential": MOTION,
    "displacement": MOTION - {"velocity", "state"},
    "flow": MOTION,
    "gap": MOTION - {"velocity", "state"},
    "place": MOTION - {"velocity", "state"},
    "restitution": MOTION,
    "friction": MOTION,
    "sticking": MOTION,
    "slip": MOTION,
    "stiffness": frozenset({"parameter"}),
    "damping": frozenset({"parameter"}),
    "exponent": frozenset({"parameter"}),
    "set": MOTION | {"delayed"},
    "at": frozenset({"parameter"}),
    "impulse": MOTION | {"delayed"},
    "every": frozenset({"parameter"}),
    "sample": MOTION | {"delayed"},
}
ROLE = {
    "value": "a parameter's value",
    "start": "a start value",
    "speed": "a start speed",
    "guess": "a guess",
    "case": "a value of a case",
    "input": "an input",
    "before": "what was before the start",
    "delay": "a delay",
    "setting": "a setting of a run",
    "kinetic": "the kinetic energy",
    "potential": "the potential energy",
    "displacement": "a displacement constraint",
    "flow": "a flow constraint",
    "gap": "a gap",
    "place": "the place of a load",
    "restitution": "a restitution",
    "friction": "a coefficient of friction",
    "sticking": "a coefficient of sticking",
    "slip": "a slip velocity",
    "stiffness": "the stiffness of a contact",
    "damping": "the damping of a contact",
    "exponent": "the exponent of a contact",
    "set": "what an event sets",
    "at": "the time of an impulse",
    "impulse": "an impulse",
    "every": "the time between samples",
    "sample": "a sampled value",
    "dissipation": "a dissipation",
    "asked": "a drawing",
}
MOST_STRANGERS = 50
OPTION = "--"  # with which the place of an expression on a command line begins
LISTED = 8  # names in a hint
SHORT = 3  # letters of a name that resembles others by chance
OWNERS = ("bodies", "joints", "elements", "controllers")  # sections whose expansion makes entries
JOINT_WORDS = (
    "a joint has force, torque, force_body, torque_body, in space axial, radial; a gear effort;"
    " the value of a joint is its coordinate"
)
BUILT_IN = frozenset(CONSTANTS) | {"t"}
KIND = {
    "time": "the time",
    "velocity": "a velocity",
    "effort": "an unknown effort",
    "input": "an input",
    "state": "a state",
    "coordinate": "a coordinate",
    "definition": "a definition",
    "parameter": "a parameter",
    "result": "the force of a constraint or contact",
    "acceleration": "an acceleration",
    "delayed": "a delayed value",
}


def _declared_names(model: Model) -> list[tuple[str, str, Source]]:
    """Every declared name with its section and location, in the order of the sections."""
    declared = []
    for section, entries in (
        ("parameters", model.parameters),
        ("coordinates", model.coordinates),
        ("definitions", user_terms(model.definitions)),
        ("inputs", user_inputs(model)),
        ("efforts", model.efforts),
        ("states", model.states[: len(model.states) - len(model.sampled)]),
        ("sampled", model.sampled),
    ):
        declared += [(entry.name, section, entry.location) for entry in entries]
    return declared


def reserved_names(model: Model, known: Survey) -> Flaws:
    """Functions, constants, words of the language and forces of contacts are not names of quantities."""
    forces = forces_of(model)
    for full, _, location in _declared_names(model):
        name = base_name(full)
        if name in RESERVED:
            what = "a function" if name in FUNCTIONS else "a constant" if name in CONSTANTS else "a word"
            message = f"`{name}` is {'the time' if name == 't' else what} of the language"
            yield flaw_at(location, rule="reserved", message=message, hint=f"rename it, for example {name}1")
        elif name.startswith(RESERVED_PREFIXES):
            message = f"names beginning with {name[:4]} are the multipliers of constraints"
            yield flaw_at(
                location, rule="reserved", message=message, hint=f"rename it, for example my_{name}"
            )
        elif full in forces:
            message = f"`{full}` is a force of the contact `{forces[full].name}` in equations and results"
            yield flaw_at(
                location, rule="reserved", message=message, hint=f"rename it, for example my_{name}"
            )


def shadowed_names(model: Model, known: Survey) -> Flaws:
    """A name is declared once."""
    first: dict[str, str] = {}
    for name, section, location in _declared_names(model):
        if name in first:
            message = f"`{name}` is declared in [{first[name]}] and again in [{section}]"
            yield flaw_at(location, rule="shadowed", message=message, hint="rename one of them")
        else:
            first[name] = section
    for output in model.outputs:  # an output may show a quantity under its own name
        root = output.expression.root
        is_result = first.get(output.name, "parameters") not in ("parameters", "definitions")
        if is_result and not (isinstance(root, Name) and root.name == output.name):
            message = f"`{output.name}` is declared in [{first[output.name]}] and again in [outputs]"
            hint = f"rename the output, for example {output.name}_shown: results are found by their names"
            yield flaw_at(output.expression.source, rule="shadowed", message=message, hint=hint)


def unique_constraints(model: Model, known: Survey) -> Flaws:
    """Names of constraints and contacts are unique over the model."""
    entries: list[Constraint | Contact] = [*model.constraints, *model.contacts]
    counts = Counter(entry.name for entry in entries)
    seen = set()
    for entry in entries:
        if counts[entry.name] > 1 and entry.name in seen:
            message = f"two constraints or contacts are called `{entry.name}`"
            hint = f"rename one of them, for example {entry.name}2"
            yield flaw_at(entry.location, rule="duplicate-name", message=message, hint=hint)
        seen.add(entry.name)


def unknown_names(model: Model, known: Survey, results: tuple[str, ...] = ()) -> Flaws:
    """Every name in an expression is declared; an unknown name is reported once, at its first occurrence.

    `results` are other names that a user may mean where results are requested.
    """
    strangers: dict[str, list[tuple[Use, Name | Rate]]] = {}
    for use in known.uses:
        for node in use.names.values():
            if use.role == "restitution" and isinstance(node, Name) and node.name == APPROACH:
                continue
            if isinstance(node, Name | Rate) and node.name not in known.kinds and node.name not in BUILT_IN:
                strangers.setdefault(node.name, []).append((use, node))
    for count, (name, places) in enumerate(strangers.items()):
        use, node = places[0]
        if count == MOST_STRANGERS:
            message = f"{len(strangers) - count} more names are not declared"
            yield flaw_at(use.expression.source, node.span, rule="unknown-name", message=message)
            return
        others = len({id(u) for u, _ in places}) - 1
        also = f" (and {others} more place{'s' if others > 1 else ''})" if others else ""
        message, hint = f"`{name}` is not declared", _stranger_hint(name, known, model, use, results)
        if name in {table.name for table in model.tables}:
            message, hint = f"`{name}` is a table, a function", f"give it its argument: write {name}(x)"
        if (meant := meaning(name, use, model)) is not None:
            message, hint = meant
        message += also
        yield flaw_at(use.expression.source, node.span, rule="unknown-name", message=message, hint=hint)


def _stranger_hint(name: str, known: Survey, model: Model, use: Use, results: tuple[str, ...]) -> str:
    """The probable meaning of an undeclared name."""
    if hint := _family_hint(name, known):
        return hint
    moving = {inner for inner, kind in known.kinds.items() if kind in ("coordinate", "definition")}
    if hint := of_name(name, moving, known.kinds):
        return hint
    members = [one for one in known.kinds if base_name(one) == base_name(name) and one != name]
    if members and "[" in name:
        return f'the members of its family are {members[0]} to {members[-1]}; an end is written "{name}" = …'
    if members and "[" in members[0]:
        return f"`{name}` is a family: write one of its members, {members[0]} to {members[-1]}"
    if "." in name and (hint := _hint_of_body(name, known, model) or _of_coordinate(name, known)):
        return hint
    if name.startswith("joints."):
        near = nearest(name, [one for one in known.kinds if one.startswith("joints.")])
        return f"did you mean `{near}`?" if near else JOINT_WORDS
    if use.expression.source.where.startswith(OPTION):
        return _hint_of_option(name, known, model, use, results)
    near = nearest(name, (*known.kinds, *BUILT_IN))
    declare = f"declare it, for example {name} = 1.0 under [parameters]"
    if near:
        return f"did you mean `{near}`?" + (f" Otherwise {declare}" if len(name) <= SHORT else "")
    if _is_unit(name):
        amount = f'{{ value = 45, unit = "{name}" }}'
        otherwise = (
            "an angle of 45 degrees is 45*pi/180" if name == "deg" else f"if it is a quantity, {declare}"
        )
        return f"expressions contain no units: give the entry its unit, as in {amount}; {otherwise}"
    return _hint_of_part(name) if "." in name else declare


def _hint_of_option(name: str, known: Survey, model: Model, use: Use, results: tuple[str, ...]) -> str:
    """The quantities that may be meant on a command line, where nothing can be declared."""
    parameters = [one.name for one in model.parameters]
    listed = (
        {"parameters": parameters}
        if use.role == "case"
        else {"outputs": results, "coordinates": [one.name for one in model.coordinates]}
    )
    kinds = () if use.role == "case" else known.kinds
    near = nearest(name, (*(one for names in listed.values() for one in names), *kinds))
    if use.role == "case" and _is_unit(name):
        return "write a number alone, which is in the unit that the file gives it"
    if near:
        return f"did you mean `{near}`?"
    few = {
        kind: ", ".join([*names[:LISTED], *["…"][: len(names) - LISTED]]) for kind, names in listed.items()
    }
    listing = "; ".join(f"the {kind} are {names}" for kind, names in few.items() if names)
    return listing or "write a number"


def _of_coordinate(name: str, known: Survey) -> str:
    """The coordinate phi in place of door.phi."""
    word = name.rpartition(".")[2]
    return f"did you mean `{word}`?" if known.kinds.get(word) == "coordinate" else ""


def _hint_of_part(name: str) -> str:
    """What stands before a point has quantities of its own, which nobody declares."""
    owner, _, word = name.rpartition(".")
    return f"`{owner}` has no `{word}`: a name with a point is a quantity of a body, an element or a part"


def _hint_of_body(name: str, known: Survey, model: Model) -> str:
    """The quantity of a body that may be meant; nothing where no body stands before the point."""
    owner, _, word = name.rpartition(".")
    bodies = model.written.values.get("bodies", {}) if model.written is not None else {}
    body = bodies.get(base_name(owner)) if isinstance(bodies, Mapping) else None
    if not isinstance(body, Mapping) or word in known.kinds:
        return ""
    points = body.get("points", {})
    words = ("angle", "omega", "R", "origin", "centre", *(points if isinstance(points, Mapping) else ()))
    near = nearest(word, words)
    return f"did you mean `{owner}.{near}`?" if near else f"`{owner}` has {', '.join(map(str, words))}"


def _is_unit(name: str) -> bool:
    """Whether a name of two letters or more is that of a unit, as deg or mm."""
    try:
        return len(name) > 1 and bool(read_unit(name))
    except UnitFault:
        return False


def _family_hint(name: str, known: Survey) -> str:
    """The hint for x[0] where the family has other members, for x_1 instead of x[1] and the reverse."""
    base, _, indices = name.partition("[")
    if not indices:
        match = re.fullmatch(r"(.*?)_?([0-9]+)", name)
        if match and f"{match[1]}[{match[2]}]" in known.kinds:
            return f"a member of a family is written {match[1]}[{match[2]}]"
        several = any(other.startswith(f"{name}[") for other in known.kinds)
        return f"it is a family or a vector: write {name}[1], or sum(i = 1..N, {name}[i])" if several else ""
    members = [other for other in known.kinds if other.startswith(f"{base}[")]
    if members:
        few = members if len(members) <= 4 else [*members[:2], "…", members[-1]]
        return f"there are {', '.join(few)}"
    index = indices.removesuffix("]")
    plain = next((one for one in (f"{base}_{index}", f"{base}{index}") if one in known.kinds), "")
    if plain:
        return f"did you mean `{plain}`?"
    return f"`{base}` has no index: write {base}" if base in known.kinds else ""


def misplaced_names(model: Model, known: Survey) -> Flaws:
    """Every name is allowed in the role of its expression."""
    for use in known.uses:
        for node in use.names.values():
            flaw = _misplaced_name(node, use, known) if isinstance(node, Name | Rate) else None
            if flaw is not None:
                yield flaw


def _misplaced_name(node: Name | Rate, use: Use, known: Survey) -> Flaw | None:
    source, name = use.expression.source, node.name
    allowed = ALLOWED.get(use.role, EVERYTHING)
    kind = "time" if name == "t" else known.kinds.get(name)
    if kind is None or name in CONSTANTS:
        return None
    if isinstance(node, Rate):
        if (flaw := _without_rate(node, kind, source)) is not None:
            return flaw
        if kind == "coordinate":
            kind = "velocity" if node.order == 1 else "acceleration"
    inside = _kinds_inside(node, kind, known)
    bad = sorted(inside - allowed - {"definition"})
    if not bad and not (kind == "definition" and "definition" not in allowed):
        return None
    first = bad[0] if bad else "definition"
    via = f" (through `{name}`)" if kind == "definition" and bad else ""
    message = f"{ROLE[use.role]} cannot contain {KIND[first]}{via}"
    return flaw_at(
        source, node.span, rule="misplaced-name", message=message, hint=_misplaced_hint(use.role, first)
    )


def _without_rate(node: Rate, kind: str, source: Source) -> Flaw | None:
    """The message about a rate that does not exist."""
    name = node.name
    why = {
        "parameter": f"`{name}` is a parameter, so it has no rate",
        "effort": f"the rate of the unknown effort `{name}` is not available",
        "state": f"the rate of the state `{name}` is given by its `rate`",
        "result": f"the rate of `{name}`, a force that is solved for, is not available",
        "delayed": f"the rate of `{name}`, a delayed value, is not available",
    }
    if kind in why:
        hints = {
            "parameter": "declare it under [coordinates] if it moves",
            "delayed": "delay the velocity: delay(x', tau)",
            "result": 'filter it: a state with rate = "(force - s)/T" follows it, and its rate is known',
        }
        return flaw_at(
            source, node.span, rule="no-rate", message=why[kind], hint=hints.get(kind, "use its expression")
        )
    if kind == "definition" and node.order > 1:
        message = f"the second rate of the definition `{name}` is not available"
        rate = "v_" + re.sub(r"\W+", "_", name).strip("_")
        hint = f"define its first rate under [definitions], {rate} = \"{name}'\", and write {rate}'"
        return flaw_at(source, node.span, rule="no-rate", message=message, hint=hint)
    return None


def _kinds_inside(node: Name | Rate, kind: str, known: Survey) -> frozenset[str]:
    """The kinds of the names that a name depends on."""
    if kind != "definition":
        return frozenset({kind})
    kinds = {"definition"}
    reach = known.reach.get(node.name)
    if reach is not None:
        kinds |= reach.kinds() - {""}
        raised = 1 if isinstance(node, Rate) else 0
        if reach.has("coordinate", least=2):
            kinds.add("acceleration")
        if reach.has("coordinate", least=1 - raised):
            kinds |= {"coordinate", "velocity"}
    return frozenset(kinds)


def _misplaced_hint(role: str, kind: str) -> str:
    if kind in ("result", "acceleration"):
        return "it is allowed in work, rates of states, effort constraints, outputs and events"
    if kind == "delayed":
        return "it is allowed in work, rates of states, sampled values, `set`, outputs and events"
    if role == "delay":
        return "a delay is constant: use numbers and parameters"
    if role == "displacement" and kind == "velocity":
        return "a constraint on velocities belongs under [constraints.flow]"
    if role == "gap" and kind == "velocity":
        return "a gap is a distance, of positions and time; velocities belong in slip and restitution"
    if role == "gap":
        return "a gap is made of coordinates, time, inputs and parameters"
    if role in ("kinetic", "potential") and kind == "effort":
        return "give its virtual work under [work]"
    if role == "input":
        return "an input is a function of t and parameters; what depends on the motion belongs under [work]"
    if role in (
        "value",
        "start",
        "speed",
        "guess",
        "case",
        "stiffness",
        "damping",
        "exponent",
        "at",
        "every",
        "setting",
    ):
        return "use numbers and parameters"
    return ""


def accelerations(model: Model, known: Survey) -> Flaws:
    """Rates of definitions contain accelerations only where these are allowed, and no higher derivatives."""
    for use in known.uses:
        least = 2 if "acceleration" in ALLOWED.get(use.role, EVERYTHING) else 1
        for (name, order), node in use.names.items():
            if order and known.kinds.get(name) == "definition" and name in known.reach:
                inner = known.reach[name].names_of("coordinate", least=least)
                if inner:
                    what = "acceleration" if least == 1 else "third derivative"
                    message = f"`{name}'` would contain the {what} of `{inner[0]}`"
                    places = "energies and constraints contain positions and velocities only"
                    yield flaw_at(
                        use.expression.source,
                        node.span,
                        rule="acceleration",
                        message=message,
                        hint=places if least == 1 else "use the acceleration itself",
                    )
                states = known.reach[name].names_of("state", "effort", "result", "delayed")
                if states:
                    message = f"`{name}'` would contain the rate of `{states[0]}`"
                    hint = f"write the rate of {states[0]} out instead"
                    yield flaw_at(
                        use.expression.source, node.span, rule="no-rate", message=message, hint=hint
                    )


# The highest allowed rate of an input in an expression: the equations differentiate energies, flow
# constraints # and slip once more by time, displacement constraints and gaps twice, and have u, u' and u''.
INPUT_RATES = {"kinetic": 1, "potential": 1, "flow": 1, "slip": 1, "displacement": 0, "gap": 0}


def input_rates(model: Model, known: Survey) -> Flaws:
    """The equations need at most the second rate of an input."""
    inputs = {entry.name for entry in model.inputs if known.kinds[entry.name] == "input"}
    for use in known.uses if inputs else ():
        most = INPUT_RATES.get(use.role, 2)
        for name, order in sorted(named for named in dependences_of(use, known) if named[0] in inputs):
            if order > most:
                message = (
                    f"the equations would need the rate of order {order + 2 - most} of the input `{name}`"
                )
                hint = f"only {name}, {name}' and {name}'' are available: give the rate as a separate input"
                yield flaw_at(use.expression.source, rule="input-rate", message=message, hint=hint)
                break


def cycles(model: Model, known: Survey) -> Flaws:
    """Definitions, and values of parameters, are not cyclic."""
    if known.cycle:
        shown = " → ".join((*known.cycle, known.cycle[0]))
        source = known.definitions[known.cycle[0]].expression.source
        yield flaw_at(
            source,
            rule="cycle",
            message=f"definitions depend on one another in a circle: {shown}",
            hint="break the circle",
        )
    values = {u.name: u.expression for u in known.uses if u.role == "value"}
    below = {name: [n for n, _ in names(e.root) if n in values] for name, e in values.items()}
    _, circle = sort_definitions(below)
    if circle:
        shown = " → ".join((*circle, circle[0]))
        message = f"values of parameters depend on one another in a circle: {shown}"
        yield flaw_at(
            values[circle[0]].source, rule="cycle", message=message, hint="give one of them a number"
        )


def unused_names(model: Model, known: Survey) -> Flaws:
    """A name that is declared and never used, or used only by unused definitions, is probably a slip."""
    used = _reached_names(known, {*words_in(model), *model.integrated}) | {*model.sizes}
    families = {base_name(name) for name in used if "[" in name}  # one used member or component is enough
    families |= {base_name(one.name) for one in model.rotations}  # omega(R) uses only the angles of R
    reported: set[str] = set()
    for kind, entries in (
        ("parameter", model.parameters),
        ("input", user_inputs(model)),
        ("state", model.states),
        ("definition", model.definitions),
    ):
        for entry in entries:
            name = base_name(entry.name)
            several = "[" in entry.name
            if kind == "state" or (several and name in families | reported) or _of_body(entry):
                continue  # a state may be integrated, or a point of a body observed, for its own sake
            if entry.name not in used:
                reported.add(name)
                message = f"the {kind} `{name if several else entry.name}` is not used"
                yield flaw_at(
                    entry.location, rule="unused", message=message, hint="delete it", severity="warning"
                )


def _of_body(entry: Entry) -> bool:
    """Whether an entry comes from a body, a joint, an element or a controller."""
    return entry.origin is not None and entry.origin.path.split(".")[0] in OWNERS


def _reached_names(known: Survey, drawn: set[str]) -> set[str]:
    """Names that a drawing, or an expression other than a definition, depends on."""
    stack = [n for u in known.uses if u.role != "definition" for n, _ in u.names]
    stack += drawn
    used: set[str] = set()
    while stack:
        name = stack.pop()
        if name not in used:
            used.add(name)
            if name in known.definitions:
                stack += [n for n, _ in names(known.definitions[name].expression.root)]
    return used


def work_coordinates(model: Model, known: Survey) -> Flaws:
    """Work is done on coordinates of the model."""
    names = [c.name for c in model.coordinates]
    for term in model.work:
        if term.name not in names:
            near = nearest(term.name, names)
            hint = f"did you mean `{near}`?" if near else f"the coordinates are {', '.join(names) or 'none'}"
            message = f"there is no coordinate `{term.name}` to do work on"
            yield flaw_at(term.location, rule="work", message=message, hint=hint)


def case_names(model: Model, known: Survey) -> Flaws:
    """A case varies parameters, starts and speeds that exist."""
    parameters = [p.name for p in model.parameters]
    coordinates = [c.name for c in model.coordinates]
    starts = coordinates + [s.name for s in model.states]
    families = {base_name(name) for name in (*parameters, *starts) if "[" in name}
    for case in model.cases:
        sized = any(name in model.sizes for name, _ in case.parameters)  # its families then differ
        for pairs, known_names, what in (
            (case.parameters, parameters, "parameter"),
            (case.start, starts, "coordinate or state"),
            (case.speed, coordinates, "coordinate"),
        ):
            for name, value in pairs:
                if name not in known_names and not (sized and "[" in name and base_name(name) in families):
                    near = nearest(name, known_names)
                    listed = ", ".join(known_names[:12]) + (" …" if len(known_names) > 12 else "")
                    hint = f"did you mean `{near}`?" if near else f"the model has {listed or 'none'}"
                    message = f"case `{case.name}`: there is no {what} `{name}`"
                    yield flaw_at(value.expression.source, rule="case", message=message, hint=hint)
