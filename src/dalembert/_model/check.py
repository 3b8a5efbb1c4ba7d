"""`check`: every rule over a model, all flaws at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from dalembert._expression.source import Flaw
from dalembert._model import rules_contacts as c
from dalembert._model import rules_names as n
from dalembert._model import rules_physics as p
from dalembert._model import rules_scene as d
from dalembert._model import rules_symbols as s
from dalembert._model import rules_tables as t
from dalembert._model import rules_units as u
from dalembert._model.compliant import as_written, expanded
from dalembert._model.records import Model, Table
from dalembert._model.survey import Survey, survey
from dalembert._model.units_in_use import UnitInUse, lines, units_in_use

Rule = Callable[[Model, Survey], Iterator[Flaw]]

MOST_FLAWS = 200
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
    c.approach_speed,
    c.friction_names,
    s.symbols,
    p.some_coordinates,
    p.run_settings,
    p.budgets,
)
SECOND: tuple[Rule, ...] = (  # what these find, units would tell again in worse words
    c.moving_gap,
    c.moving_slip,
)
THEN: tuple[Rule, ...] = (
    p.finite_values,
    u.dimensions,
    p.missing_values,
    p.empty_constraints,
    p.duplicate_constraints,
    p.efforts_and_constraints,
    p.velocities_in_potential,
    p.some_kinetic,
    p.kinetic_degree,
    p.dissipation_velocity,
    p.start_and_guess,
    c.sound_numbers,
    c.start_outside,
    c.cornered_gap,
    t.readable_tables,
    t.bent_tables,
    d.drawable_scene,
    n.unused_names,
)
ENERGIES: tuple[Rule, ...] = (  # compliant contacts are energies to these
    p.idle_coordinates,
    p.derivation_budget,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure:
    """How many coordinates and constraints there are and what they leave free; None where it is not known."""

    coordinates: int
    constraints: int
    redundant: tuple[str, ...]
    dof: int | None
    states: int | None
    index: int | None
    massless: tuple[str, ...]
    prescribed: int = 0  # motions that effort constraints prescribe


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What `check` found, and the units of the model in SI.

    `structure` is there where no error kept the equations from being looked at.
    """

    flaws: tuple[Flaw, ...]
    structure: Structure | None = None
    units: tuple[UnitInUse, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing stands in the way of a derivation and a run."""
        return not any(flaw.severity in ("error", "structure") for flaw in self.flaws)

    @property
    def unit_lines(self) -> tuple[str, ...]:
        """The units in SI, a line each: c = 2 Ns/m = 2 N*s/m (kg/s)."""
        return tuple(lines(self.units))

    def __str__(self) -> str:
        """The letters, or one good word."""
        return "\n\n".join(str(flaw) for flaw in self.flaws) or "no flaws found"

    def __repr__(self) -> str:
        """How many flaws of each severity."""
        found = [flaw.severity for flaw in self.flaws]
        counts = ", ".join(f"{found.count(one)} {one}" for one in dict.fromkeys(found))
        return f"Verdict({'ok' if self.ok else 'not ok'}: {counts or 'no flaws found'})"


REMEMBERED = 8  # models
_sound: deque[Model] = deque(maxlen=REMEMBERED)  # in which nothing stands against a run


def forbidding(model: Model, form: tuple[Flaw, ...] = ()) -> tuple[Flaw, ...]:
    """What `examine` finds that stands against a run.

    A model that was found sound is remembered, so that running it again, or with other settings, costs no
    second examination. Comparing is quick: parts that are the same object are not looked into. Tables lie in
    files, which may have changed. A start is looked at by the run itself, with all constraints solved;
    what does not run, such as an equilibrium, does not mind where it is.
    """
    tables = any(isinstance(entry.law, Table) for entry in model.inputs)
    if not form and not tables and any(replace(one, simulate=model.simulate) == model for one in _sound):
        return tuple(p.run_settings(model, survey(Model())))
    found = (flaw for flaw in examine(model, form).flaws if flaw.severity in ("error", "structure"))
    flaws = tuple(flaw for flaw in found if flaw.rule != "start")
    if not flaws and not form:
        _sound.append(model)
    return flaws


def examine(model: Model, form: tuple[Flaw, ...] = ()) -> Verdict:
    """The verdict on a model; `form` are flaws found while it was read.

    Where an expression could not be read the later rules would see holes, so only the first rules
    run; the same holds for errors found by the first and second ones. Where a whole section is misspelt even
    those would only repeat that its names are missing.
    """
    model = as_written(model)
    known = survey(model)
    flaws = [*form]
    misread = any(flaw.rule == "unknown-key" and "." not in flaw.where for flaw in form)
    for rule in FIRST if not misread else ():
        flaws += rule(model, known)
    if not any(flaw.severity == "error" for flaw in flaws):
        for rule in SECOND:
            flaws += rule(model, known)
    if not any(flaw.severity == "error" for flaw in flaws):
        for rule in THEN:
            flaws += rule(model, known)
        whole = expanded(model)
        known = survey(whole) if whole is not model else known
        for rule in ENERGIES:
            flaws += rule(whole, known)
    place = {severity: i for i, severity in enumerate(SEVERITIES)}
    flaws.sort(key=lambda flaw: (place[flaw.severity], flaw.line or 0, flaw.column or 0))
    if len(flaws) > MOST_FLAWS:
        more = Flaw(
            rule="budget", severity="note", where="", message=f"{len(flaws) - MOST_FLAWS} more flaws follow"
        )
        flaws = [*flaws[:MOST_FLAWS], more]
    return Verdict(flaws=tuple(flaws), units=units_in_use(model))
