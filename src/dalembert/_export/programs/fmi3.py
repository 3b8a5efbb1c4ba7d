"""The description of an FMU in FMI 3.0."""

from __future__ import annotations

from collections.abc import Iterator

from dalembert._export.programs.fmi_words import (
    KINDS,
    about,
    known_units,
    named_outputs,
    quote,
    unit_definitions,
)
from dalembert._export.programs.records import Entry, FMUChoices, ModelProgram

FOLDERS = {
    "linux64": "x86_64-linux",
    "win64": "x86_64-windows",
    "darwin64": "x86_64-darwin",
    "aarch64": "aarch64-linux",
}


def description(program: ModelProgram, stem: str, token: str, choices: FMUChoices) -> Iterator[str]:
    """The lines of modelDescription.xml; references count states, their rates, parameters, outputs, time."""
    count, first = len(program.states), 2 * len(program.states) + len(program.parameters)
    directional = "true" if program.directional is not None else "false"
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield (
        f'<fmiModelDescription fmiVersion="3.0" modelName={quote(program.title or stem)} '
        f'instantiationToken="{token}" description={quote(about(program))} generationTool="dalembert" '
        'variableNamingConvention="flat">'
    )
    for kind in KINDS[choices.kind]:
        more = ' canHandleVariableCommunicationStepSize="true"' if kind == "CoSimulation" else ""
        yield (
            f'  <{kind} modelIdentifier="{stem}" canGetAndSetFMUState="true" canSerializeFMUState="true" '
            f'providesDirectionalDerivatives="{directional}"{more}/>'
        )
    yield from unit_definitions(program, "s")
    yield '  <LogCategories><Category name="logStatusError"/></LogCategories>'
    yield (
        f'  <DefaultExperiment startTime="{program.t_start!r}" stopTime="{program.t_end!r}" '
        f'tolerance="{program.promise!r}" '
        f'stepSize="{(program.t_end - program.t_start) / program.samples!r}"/>'
    )
    yield "  <ModelVariables>"
    for number, entry in enumerate(program.states):
        yield _variable(entry, number, 'causality="output" variability="continuous" initial="exact"')
    for number, entry in enumerate(program.states):
        unit = f"{entry.unit}/s" if entry.unit else ""
        rate = Entry(name=f"der({entry.name})", unit=unit if unit in known_units(program) else "", text="")
        attributes = f'causality="local" variability="continuous" initial="calculated" derivative="{number}"'
        yield _variable(rate, count + number, attributes)
    for number, entry in enumerate(program.parameters):
        attributes = (
            'causality="input" variability="continuous"'
            if entry.name in choices.inputs
            else 'causality="parameter" variability="tunable" initial="exact"'
        )
        yield _variable(entry, 2 * count + number, attributes)
    for number, entry in enumerate(named_outputs(program)):
        attributes = 'causality="output" variability="continuous" initial="calculated"'
        yield _variable(entry, first + number, attributes)
    names = {entry.name for entry in (*program.states, *program.parameters, *program.observed)}
    clock = Entry(name="t" if "time" in names else "time", unit="s", text="")
    yield _variable(clock, first + len(program.observed), 'causality="independent" variability="continuous"')
    watched = range(first + len(program.observed) + 1, first + len(program.observed) + 1 + program.indicators)
    for number, reference in enumerate(watched, 1):
        guard = Entry(name=f"indicator({number})", unit="", text="event indicator")
        yield _variable(guard, reference, 'causality="local" variability="continuous" initial="calculated"')
    given = first + len(program.observed) + 1 + program.indicators
    for number, entry in enumerate(program.input_entries):
        yield _variable(entry, given + number, 'causality="input" variability="continuous"')
    yield "  </ModelVariables>"
    rates = range(count, 2 * count)
    outputs = [*range(count), *range(first, first + len(program.observed))]
    yield "  <ModelStructure>"
    for name, listed in (
        ("Output", outputs),
        ("ContinuousStateDerivative", rates),
        ("InitialUnknown", [*rates, *outputs[count:]]),
        ("EventIndicator", watched),
    ):
        for reference in listed:
            yield f'    <{name} valueReference="{reference}"/>'
    yield "  </ModelStructure>"
    yield "</fmiModelDescription>"


def build_description(stem: str) -> Iterator[str]:
    """The lines of buildDescription.xml: how the sources are compiled."""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<fmiBuildDescription fmiVersion="3.0">'
    yield f'  <BuildConfiguration modelIdentifier="{stem}">'
    yield '    <SourceFileSet language="C99" compilerOptions="-ffp-contract=off">'
    yield f'      <SourceFile name="{stem}.c"/>'
    yield "    </SourceFileSet>"
    yield '    <Library name="m"/>'
    yield "  </BuildConfiguration>"
    yield "</fmiBuildDescription>"


def _variable(entry: Entry, reference: int, attributes: str) -> str:
    unit = f" unit={quote(entry.unit)}" if entry.unit else ""
    has_start = 'initial="calculated"' not in attributes and 'causality="independent"' not in attributes
    start = f' start="{entry.value!r}"' if has_start else ""
    text = f" description={quote(entry.text)}" if entry.text else ""
    head = f'<Float64 name={quote(entry.name)} valueReference="{reference}"'
    return f"    {head} {attributes}{text}{unit}{start}/>"
