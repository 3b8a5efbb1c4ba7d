"""`check`: applies every rule to a model and returns all flaws at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from dalembert._expression.computing import no_cycle_search
from dalembert._expression.source import Flaw
from dalembert._model import rules_bodies as b
from dalembert._model import rules_contacts as c
from dalembert._model import rules_delays as w
from dalembert._model import rules_discrete as i
from dalembert._model import rules_forces as f
from dalembert._model import rules_integrals as x
from dalembert._model import rules_names as n
from dalembert._model import rules_nets as e
from dalembert._model import rules_physics as p
from dalembert._model import rules_scene as d
from dalembert._model import rules_signals as g
from dalembert._model import rules_symbols as s
from dalembert._model import rules_tables as t
from dalembert._model import rules_units as u
from dalembert._model.families import FOR, family_form
from dalembert._model.records import Model, user_terms
from dalembert._model.structures import StructureCache, same_structure
from dalembert._model.survey import Survey, survey
from dalembert._model.units_in_use import UnitInUse, lines, units_in_use

Rule = Callable[[Model, Survey], Iterator[Flaw]]

MOST_FLAWS = 200
EXPANDED = ("bodies", "joints", "elements")  # sections that are expanded to coordinates
SEVERITIES = ("error", "structure", "warning", "note")

# A new rule is one function and one line here.
FIRST: tuple[Rule, ...] = (
    n.reserved_names,
    n.shadowed_names,
    n.unique_constraints,
    n.unknown_names,
    n.misplaced_names,
    n.cycles,
    n.accelerations,
    n.input_rates,
    n.work_coordinates,
    n.case_names,
    p.dependent_starts,
    c.approach_speed,
    c.friction_names,
    i.set_targets,
    i.impulse_coordinates,
    i.sampled_places,
    w.delayed_names,
    s.symbols,
    p.some_coordinates,
    p.run_settings,
    p.budgets,
    t.table_places,
    t.table_names,
)
SECOND: tuple[Rule, ...] = (  # units would report their findings again, less clearly
    c.moving_gap,
    c.moving_slip,
    g.constant_shapes,
    x.smooth_integrands,
    t.readable_lookups,
    t.smooth_tables,
    b.quantities,
    b.half_turns,
)
THEN: tuple[Rule, ...] = (
    p.finite_values,
    e.positive_values,
    b.sound_values,
    u.dimensions,
    u.angles_in_degrees,
    p.missing_values,
    p.forces_budget,
    p.empty_constraints,
    p.duplicate_constraints,
    p.efforts_and_constraints,
    p.velocities_in_potential,
    p.some_kinetic,
    p.kinetic_degree,
    p.dissipation_velocity,
    p.start_and_guess,
    c.sound_numbers,
    g.sound_shapes,
    c.start_outside,
    c.cornered_gap,
    i.impulse_times,
    i.sampling_times,
    w.delay_times,
    w.idle_before,
    f.forces_in_impacts,
    t.readable_tables,
    t.bent_tables,
    d.drawable_scene,
    b.bodies_from_meshes,
    n.unused_names,
)
ENERGIES: tuple[Rule, ...] = (  # these see compliant contacts as energies
    p.idle_coordinates,
    p.derivation_budget,
)
REMARKS = (
    d.drawable_scene,
    b.bodies_from_meshes,
    n.unused_names,
)  # rules that find nothing that prevents a run
# Rules whose findings depend on values and can prevent a run. The first see only the uses of values; the
# second no definitions either, since a value that passes the first contains parameters only.
# `start_outside` is not among them: the run itself checks its start, with all constraints solved.
VALUES_FIRST: tuple[Rule, ...] = (
    n.unknown_names,
    n.misplaced_names,
    n.accelerations,
    n.input_rates,
    n.cycles,
    n.case_names,
    p.dependent_starts,
    p.run_settings,
    t.table_places,
)
VALUES_THEN: tuple[Rule, ...] = (
    p.budgets,
    p.finite_values,
    e.positive_values,
    b.sound_values,
    u.dimensions,
    u.angles_in_degrees,
    p.missing_values,
    c.sound_numbers,
    g.sound_shapes,
    i.impulse_times,
    i.sampling_times,
    w.delay_times,
    t.readable_tables,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure:
    """The numbers of coordinates, constraints and degrees of freedom; None where they are not known."""

    coordinates: int
    constraints: int
    redundant: tuple[str, ...]
    dof: int | None
    states: int | None
    index: int | None
    massless: tuple[str, ...]
    prescribed: int = 0  # directions of motion that effort constraints prescribe
    loops: tuple[str, ...] = ()  # joints that close loops: their conditions are constraints


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The flaws that `check` found, and the units of the model in SI.

    `structure` is given unless errors prevent the equations from being examined.
    """

    flaws: tuple[Flaw, ...]
    structure: Structure | None = None
    units: tuple[UnitInUse, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether no flaw prevents a derivation and a run."""
        return not any(flaw.severity in ("error", "structure") for flaw in self.flaws)

    @property
    def unit_lines(self) -> tuple[str, ...]:
        """The units in SI, a line each: c = 2 Ns/m = 2 N*s/m (kg/s)."""
        return tuple(lines(self.units))

    def __str__(self) -> str:
        """The messages of all flaws, or that there are none."""
        return "\n\n".join(str(flaw) for flaw in self.flaws) or "no problems found"

    def __repr__(self) -> str:
        """How many flaws of each severity."""
        severities = [flaw.severity for flaw in self.flaws]
        counts = ", ".join(f"{severities.count(one)} {one}" for one in dict.fromkeys(severities))
        return f"Verdict({'ok' if self.ok else 'not ok'}: {counts or 'no problems found'})"


_sound: StructureCache[bool] = StructureCache(64)  # structures without flaws that prevent a run
_runs: deque[Model] = deque(maxlen=16)  # models without such flaws, with their values


def flaws_against_run(model: Model, form: tuple[Flaw, ...] = ()) -> tuple[Flaw, ...]:
    """The flaws found by `examine` that prevent a run.

    The structure of a sound model is cached: for a run with other values or settings only rules that depend
    on these are applied. The start is checked by the run itself, with all constraints solved; analyses
    without a run, such as equilibria, do not depend on it.
    """
    known = not form and _sound.find(model) is not None
    if known and any(_has_equal_values(one, model) for one in tuple(_runs)):
        return ()
    findings = value_flaws(model) if known else _flaws_of(model, form, REMARKS)
    flaws = tuple(
        f for f in findings if f.severity == "error" or (f.severity == "structure" and f.rule != "start")
    )
    if not flaws and not form:
        if not known:
            _sound.keep(model, True)
        _runs.appendleft(model)
    return flaws


def _has_equal_values(one: Model, other: Model) -> bool:
    """Whether two models are equal in everything that flaws depend on; files of tables may have changed."""
    return (
        one.parameters is other.parameters
        and one.coordinates is other.coordinates
        and one.efforts is other.efforts
        and one.states is other.states
        and one.cases is other.cases
        and not (other.tables or other.inputs)
        and one.simulate == other.simulate
        and same_structure(one, other)
    )


def value_flaws(model: Model) -> tuple[Flaw, ...]:
    """The flaws in the values of a model whose structure is sound: names, units, sizes, ranges."""
    known = survey(model).values
    flaws = [flaw for rule in VALUES_FIRST for flaw in rule(model, known)]
    if not any(flaw.severity == "error" for flaw in flaws):
        bare = replace(known, definitions={}, order=(), reach={})
        flaws += [flaw for rule in VALUES_THEN for flaw in rule(model, bare)]
    return tuple(flaws)


@no_cycle_search()
def examine(model: Model, form: tuple[Flaw, ...] = ()) -> Verdict:
    """The verdict on a model; `form` are flaws found while it was read."""
    return Verdict(flaws=_flaws_of(model, form), units=units_in_use(_without_parts(model)))


@no_cycle_search()
def _flaws_of(model: Model, form: tuple[Flaw, ...], left_out: tuple[Rule, ...] = ()) -> tuple[Flaw, ...]:
    """The flaws of a model by all rules but some.

    Where an expression could not be read the later rules would miss it, so only the first rules are applied;
    the same holds for errors found by the first and second ones. Where a whole section is misspelt, or the
    range of a family cannot be read, even those would only repeat that its names are missing.
    """
    whole = _without_parts(model)
    known = survey(whole)
    flaws = [*form]
    misread = any(
        (flaw.rule == "unknown-key" and "." not in flaw.where)
        or (flaw.severity == "error" and flaw.where.endswith(f".{FOR}"))
        for flaw in form
    )
    for rule in FIRST if not misread else ():
        flaws += rule(whole, known)
    if any(flaw.severity == "error" and flaw.where.partition(".")[0] == "simulate" for flaw in form):
        flaws = [flaw for flaw in flaws if flaw.rule != "simulate"]  # what could not be read is 0
    if any(flaw.severity == "error" and flaw.where.startswith(EXPANDED) for flaw in form):
        flaws = [flaw for flaw in flaws if flaw.rule != "empty"]  # coordinates come from there
    if not any(flaw.severity == "error" for flaw in flaws):
        for rule in SECOND:
            flaws += rule(whole, known)
    if not any(flaw.severity == "error" for flaw in flaws):
        for rule in THEN:
            flaws += rule(whole, known) if rule not in left_out else ()
        known = survey(model)
        for rule in ENERGIES:
            flaws += rule(model, known)
    flaws = _without_repetition(flaws)
    rank = {severity: i for i, severity in enumerate(SEVERITIES)}
    flaws.sort(key=lambda flaw: (rank[flaw.severity], flaw.line or 0, flaw.column or 0))
    if len(flaws) > MOST_FLAWS:
        more = Flaw(
            rule="budget", severity="note", where="", message=f"{len(flaws) - MOST_FLAWS} more flaws follow"
        )
        flaws = [*flaws[:MOST_FLAWS], more]
    return tuple(flaws)


def _without_repetition(flaws: list[Flaw]) -> list[Flaw]:
    """The flaws without those that repeat another one at the same position in the file.

    Members of a family share the position of their entry: the flaw of the first one counts the others. A
    value of an element is examined by itself and in the terms that are made of it.
    """
    groups: dict[tuple[object, ...], list[Flaw]] = {}
    for k, flaw in enumerate(flaws):
        position = (flaw.file, flaw.line, flaw.column, family_form(flaw.where))
        key = (flaw.rule, flaw.severity, *position) if "[" in flaw.where else (k,)
        groups.setdefault(key, []).append(flaw)
    first: dict[tuple[object, ...], Flaw] = {}
    for k, flaw in enumerate(_of_several(group) for group in groups.values()):
        where = (flaw.file, flaw.line, flaw.column) if flaw.line is not None else (k,)
        first.setdefault((flaw.severity, flaw.message, *where), flaw)
    return list(first.values())


def _of_several(group: list[Flaw]) -> Flaw:
    others = len({flaw.where for flaw in group}) - 1
    if not others:
        return group[0]
    return replace(group[0], message=f"{group[0].message} (and so in {others} more members of the family)")


def _without_parts(model: Model) -> Model:
    """The model without terms that belong to other entries, where their flaws are reported."""
    energies = *model.kinetic, *model.potential, *model.dissipation
    every = *model.definitions, *energies, *model.work
    if len(user_terms(every)) == len(every):
        return model
    return replace(
        model,
        definitions=user_terms(model.definitions),
        kinetic=user_terms(model.kinetic),
        potential=user_terms(model.potential),
        dissipation=user_terms(model.dissipation),
        work=user_terms(model.work),
    )
