"""Common parts of FMU descriptions in both versions: units, texts as attributes, remarks on the model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from xml.sax.saxutils import quoteattr

from dalembert._export.programs.records import Entry, ModelProgram
from dalembert._model.units import BASE, UnitFault, unit_of
from dalembert._tape.legend import printable

KINDS = {"me": ("ModelExchange",), "cs": ("CoSimulation",), "both": ("ModelExchange", "CoSimulation")}
ENERGIES = 2  # the first observed quantities
SAID = (
    "A model with constraints: its states are those of the underlying ordinary differential equation. In "
    "model exchange completedIntegratorStep asks for event mode where they have drifted from the constraints "
    "by more than the tolerance, and there they are moved onto them. "
)


WITH_MODES = (
    "Contacts and switches are state events in model exchange: impacts and changes of mode happen in event "
    "mode. In co-simulation they happen inside of steps. "
)

WITH_INPUTS = (
    "An input follows its own law until it is given, other than as its start value before the run. It "
    "then goes on with the rates that are given for it, until it is given again. "
)


def about(program: ModelProgram) -> str:
    """Remarks on the model for its user."""
    said = SAID if program.correction else WITH_MODES if program.hybrid is not None else ""
    said += WITH_INPUTS if program.driven else ""
    return f"{said}{' '.join(program.remarks)}"


def known_units(program: ModelProgram) -> set[str]:
    """All units that occur."""
    return {
        e.unit
        for e in (*program.states, *program.parameters, *program.observed, *program.input_entries)
        if e.unit
    }


def unit_definitions(program: ModelProgram, *more: str) -> Iterator[str]:
    """The units that occur, and some more, in powers of SI's base units where those are whole numbers."""
    names = sorted(known_units(program) | set(more))
    if not names:
        return
    yield "  <UnitDefinitions>"
    for name in names:
        try:
            powers = dict(zip(BASE, unit_of(name).dimension, strict=True))
        except UnitFault:
            powers = {}
        listed = [f'{base}="{int(power)}"' for base, power in powers.items() if power]
        whole = all(power == int(power) for power in powers.values())
        inside = f"<BaseUnit {' '.join(listed)}/>" if whole and listed else ""
        yield f"    <Unit name={quote(name)}>{inside}</Unit>"
    yield "  </UnitDefinitions>"


def quote(text: str) -> str:
    """A text as an XML attribute, without forbidden characters and quotation marks."""
    return quoteattr(printable(text)) if text else '""'


def named_outputs(program: ModelProgram) -> tuple[Entry, ...]:
    """The observed quantities; energies have long names where the short one is in use."""
    taken = {
        entry.name
        for entry in (
            *program.states,
            *program.parameters,
            *program.input_entries,
            *program.observed[ENERGIES:],
        )
    }
    energies = (replace(e, name=e.text) if e.name in taken else e for e in program.observed[:ENERGIES])
    return (*energies, *program.observed[ENERGIES:])
