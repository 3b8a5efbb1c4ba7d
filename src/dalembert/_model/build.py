"""Builds the `Model` from what was written, in a file or in Python, and collects every flaw of its form.

Every shorthand is expanded here, once: computations use the `Model` only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from dalembert._expression.computing import no_cycle_search
from dalembert._expression.source import Flaw, Source, flaw_at
from dalembert._model import contact_keys, table_keys
from dalembert._model import entries as e
from dalembert._model import entry_vectors as v
from dalembert._model import records as r
from dalembert._model.compliant import with_energies
from dalembert._model.delays import with_delays
from dalembert._model.entry_cases import case, run_settings
from dalembert._model.entry_contacts import contact
from dalembert._model.entry_inputs import input_entry
from dalembert._model.entry_instants import IMPULSE, SAMPLED, impulse, sampled_value
from dalembert._model.entry_reader import Converter, EntryReader
from dalembert._model.expansions import with_bodies, with_controllers, with_parts
from dalembert._model.families import readers_of
from dalembert._model.given_numbers import with_texts
from dalembert._model.integrals import with_integrals
from dalembert._model.scene_families import scene_values
from dalembert._model.virtual_work import with_loads
from dalembert._text.positions import Path
from dalembert._text.written import Written

FORMAT = 1
SECTIONS = (
    "format",
    "title",
    "text",
    "parameters",
    "parts",
    "bodies",
    "joints",
    "elements",
    "controllers",
    "coordinates",
    "definitions",
    "energy",
    "functions",
    "work",
    "inputs",
    "tables",
    "efforts",
    "states",
    "constraints",
    "contacts",
    "events",
    "impulses",
    "sampled",
    "outputs",
    "scene",
    "cases",
    "simulate",
)
# Sections of named tables: an example of a name, and the keys of its table.
NAMED = {
    "contacts": ("floor", contact_keys.KEYS),
    "events": ("top", e.EVENT),
    "tables": ("damper", table_keys.KEYS),
    "impulses": ("kick", IMPULSE),
    "sampled": ("u", SAMPLED),
}
Make = Callable[[EntryReader, Path, Any], Any]  # reads one entry


@no_cycle_search()
def build(written: Written, convert: Converter = lambda _: None) -> tuple[r.Model, tuple[Flaw, ...]]:
    """The model, and the flaws of its form; an expression with a flaw is replaced by 0."""
    whole, left_out = with_parts(written)
    controlled, refused = with_controllers(whole)
    expanded, body_flaws = with_bodies(controlled)
    read = EntryReader(expanded, convert)
    literal = replace(written, files=whole.files)
    made = with_integrals(_model(read, literal))
    loaded, flaws = with_loads(with_delays(made, read.delays))
    return with_energies(loaded), (*left_out, *refused, *body_flaws, *read.flaws, *flaws)


def build_case(written: Written, name: str) -> tuple[r.Case, tuple[Flaw, ...]]:
    """One of the cases of plain values, and the flaws of its form; nothing else is read."""
    read = EntryReader(written)
    return case(read, ("cases", name), written.values["cases"][name]), tuple(read.flaws)


def build_inputs(written: Written, names: Iterable[str]) -> tuple[dict[str, r.Input], tuple[Flaw, ...]]:
    """Some of the inputs of plain values, and the flaws of their form; nothing else is read."""
    read = EntryReader(written)
    given = written.values["inputs"]
    return {name: input_entry(read, ("inputs", name), given[name]) for name in names}, tuple(read.flaws)


def _model(read: EntryReader, written: Written) -> r.Model:
    values = read.written.values
    read.keys((), values, SECTIONS)
    _format(read)
    energy = read.table(("energy",), values.get("energy", {}))
    read.keys(("energy",), energy, ("kinetic", "potential", "dissipation"))
    definitions = tuple(chain.from_iterable(_section(read, "definitions", v.definition)))
    work: tuple[r.Term | r.Load, ...] = _section(read, "work", v.work)
    sampled = _section(read, "sampled", sampled_value)
    model = r.Model(
        title=read.words(("title",), values),
        text=read.words(("text",), values),
        parameters=_section(read, "parameters", e.parameter),
        coordinates=_section(read, "coordinates", e.coordinate),
        definitions=tuple(one for one in definitions if isinstance(one, r.Term)),
        angular_velocities=tuple(one for one in definitions if isinstance(one, r.AngularVelocity)),
        kinetic=_energy(read, energy, "kinetic"),
        potential=_energy(read, energy, "potential"),
        dissipation=_energy(read, energy, "dissipation"),
        work=tuple(one for one in work if isinstance(one, r.Term)),
        loads=tuple(one for one in work if isinstance(one, r.Load)),
        inputs=_section(read, "inputs", input_entry),
        tables=_section(read, "tables", table_keys.table_entry, families=False),
        efforts=_section(read, "efforts", e.effort),
        states=(*_section(read, "states", e.state), *(state for state, _ in sampled)),
        constraints=_constraints(read),
        contacts=_section(read, "contacts", contact),
        events=_section(read, "events", e.event),
        impulses=_section(read, "impulses", impulse),
        sampled=tuple(value for _, value in sampled),
        outputs=_section(read, "outputs", e.output),
        scene=_scene(read),
        cases=_section(read, "cases", case, families=False),
        simulate=run_settings(read, ("simulate",), values.get("simulate", {})),
        quantities=_quantities(read),
        positive=_positive_matrices(read),
        meshes=_meshes(read),
        folder=read.written.folder,
        written=replace(written, values=with_texts(written.values, _literal_texts(read, written))),
    )
    return replace(
        model,
        definitions=(*model.definitions, *v.rotations(read.elaborator)),
        rotations=tuple(read.rotations.values()),
        sizes=tuple(sorted({*read.elaborator.structural, *read.written.sizes})),
        undrawn=read.written.undrawn,
        loops=read.written.loops,
        conditions=read.written.conditions,
        half_turns=read.written.half_turns,
    )


def _quantities(read: EntryReader) -> tuple[r.Term, ...]:
    """The expressions in bodies, joints and elements, each with its required unit."""
    return tuple(
        r.Term(name=_place_name(path), expression=read.expression(path, text), unit=unit)
        for path, (text, unit) in read.written.quantities.items()
    )


def _positive_matrices(read: EntryReader) -> tuple[r.Positive, ...]:
    """The matrices of elements that must be positive definite."""
    return tuple(
        r.Positive(
            name=str(path[1]),
            matrix=tuple(read.expression((*path, i), text) for i, text in enumerate(one.texts)),
            message=one.message,
            hint=one.hint,
            severity=one.severity,
            zero=one.zero,
            location=read.written.key_source(path[:-1] if isinstance(path[-1], int) else path),
        )
        for path, one in read.written.positive.items()
    )


def _meshes(read: EntryReader) -> tuple[r.BodyFromMesh, ...]:
    """The bodies whose masses follow from meshes."""
    return tuple(
        r.BodyFromMesh(
            name=name,
            mesh=mesh,
            mass=read.expression((*path, "mass", "text"), mesh.mass),
            location=read.written.key_source(path),
        )
        for path, (name, mesh) in read.written.meshes.items()
    )


def _place_name(path: Path) -> str:
    """A path with the components of lists counted from 1: bodies.crank.centre[1]."""
    return "".join(f"[{one + 1}]" if isinstance(one, int) else f".{one}" for one in path)[1:]


def _literal_texts(read: EntryReader, written: Written) -> dict[Path, str | float]:
    """The texts of values that the user wrote, without those from the expansion of bodies."""
    return {path: text for path, text in read.texts.items() if _stands(written.values, path)}


def _stands(values: Mapping[str, Any], path: Path) -> bool:
    table: Any = values
    for key in path:
        if isinstance(table, list | tuple):
            table = table[int(key)]
        elif isinstance(table, Mapping):
            if key not in table:
                return False
            table = table[key]
    return True  # also for an entry that is a value alone


def _format(read: EntryReader) -> None:
    values, document = read.written.values, read.written.document
    if document is None or "format" in values:
        if values.get("format", FORMAT) != FORMAT or isinstance(values.get("format"), bool | float):
            read.flaw(("format",), "format", "this program reads format 1", "write format = 1")
        return
    message, hint = "the file does not give its format", "begin with format = 1"
    source = Source("", "format", document, range(2))
    read.flaws.append(flaw_at(source, (0, 1), rule="format", message=message, hint=hint, severity="warning"))


def _section(read: EntryReader, name: str, make: Make, *, families: bool = True) -> tuple[Any, ...]:
    example = f"[{name}.{NAMED[name][0]}], with a name for each" if name in NAMED else ""
    table = read.table((name,), read.written.values.get(name, {}), example)
    bare = _bare_keys(read, name, table) if name in NAMED else frozenset()
    entries = {key: value for key, value in table.items() if key not in bare}
    if families:
        return _entries(read, (name,), entries, make)
    return tuple(
        make(read, (name, key), value)
        for key, value in entries.items()
        if not _is_family(read, name, key) and read.is_name((name, key), key)
    )


def _is_family(read: EntryReader, section: str, key: str) -> bool:
    """Whether a family is where none is allowed, which is reported."""
    if section != "tables" or "[" not in key:
        return False
    base = key.partition("[")[0]
    message = f"`{key}`: tables have no families, but a table may have the index as its second argument"
    hint = (
        f"write [tables.{base}] with y = [1, 2, 3] and a row of values for each x, "
        f"and call it as {base}(v, i)"
    )
    read.flaw((section, key), "name", message, hint)
    return True


def _entries(read: EntryReader, path: Path, table: Mapping[str, Any], make: Make) -> tuple[Any, ...]:
    """The entries of a table with names, families as their members."""
    return tuple(make(reader, here, value) for reader, here, value in readers_of(read, path, table))


def _bare_keys(read: EntryReader, name: str, table: Mapping[str, Any]) -> frozenset[str]:
    """Keys directly in a section instead of in a named table, reported once."""
    noun, known = NAMED[name]
    bare = [key for key, value in table.items() if not isinstance(value, Mapping)]
    if not any(key in known for key in bare):
        return frozenset()
    first = next(key for key in bare if key in known)
    message = f"`{first}` stands under [{name}] itself, but each of the {name} has a name of its own"
    hint = f"write [{name}.{noun}] in place of [{name}], or another name for {noun}"
    read.flaw((name, first), "value", message, hint)
    return frozenset(bare)


def _energy(read: EntryReader, energy: Mapping[str, Any], kind: str) -> tuple[r.Term, ...]:
    value = energy.get(kind)
    path: Path = ("energy", kind)
    if value is None:
        return ()
    return _entries(read, path, value, e.term) if isinstance(value, Mapping) else (e.term(read, path, value),)


def _constraints(read: EntryReader) -> tuple[r.Constraint, ...]:
    table = read.table(("constraints",), read.written.values.get("constraints", {}))
    kinds = ("displacement", "flow", "effort")
    read.keys(("constraints",), table, kinds)
    constraints: list[r.Constraint] = []
    for kind in kinds:
        path: Path = ("constraints", kind)
        constraints += _entries(read, path, read.table(path, table.get(kind, {})), e.constraint)
    return tuple(constraints)


def _scene(read: EntryReader) -> tuple[tuple[str, r.Frozen], ...]:
    scene = read.table(("scene",), read.written.values.get("scene", {}))
    known = len(read.flaws)
    values = scene_values(read, scene)
    read.flaws[known:] = [replace(flaw, severity="warning") for flaw in read.flaws[known:]]
    return tuple((key, _freeze(read, ("scene", key), value)) for key, value in values.items())


def _freeze(read: EntryReader, path: Path, value: Any) -> r.Frozen:
    """A plain value of a scene, frozen (its depth is within the budget of the file)."""
    if isinstance(value, Mapping):
        return r.Fields(tuple((str(k), _freeze(read, (*path, k), v)) for k, v in value.items()))
    if isinstance(value, list | tuple):
        return tuple(_freeze(read, (*path, i), v) for i, v in enumerate(value))
    if isinstance(value, str | int | float | bool):
        return value
    read.flaw(path, "value", "a scene holds text, numbers, lists and tables", "write it as text in quotes")
    return ""
