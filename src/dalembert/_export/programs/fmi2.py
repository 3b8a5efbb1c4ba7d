"""The description of an FMU in FMI 2.0."""

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

FOLDERS = {"linux64": "linux64", "win64": "win64", "darwin64": "darwin64", "aarch64": "aarch64-linux"}


def description(program: ModelProgram, stem: str, guid: str, choices: FMUChoices) -> Iterator[str]:
    """The lines of modelDescription.xml; references count states, rates, parameters, outputs, inputs."""
    count, directional = len(program.states), "true" if program.directional is not None else "false"
    goes_on = ' canInterpolateInputs="true"' if program.driven else ""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield (
        f'<fmiModelDescription fmiVersion="2.0" modelName={quote(program.title or stem)} guid="{guid}" '
        f'description={quote(about(program))} generationTool="dalembert" variableNamingConvention="flat" '
        f'numberOfEventIndicators="{program.indicators}">'
    )
    for kind in KINDS[choices.kind]:
        more = f' canHandleVariableCommunicationStepSize="true"{goes_on}' if kind == "CoSimulation" else ""
        yield (
            f'  <{kind} modelIdentifier="{stem}" canGetAndSetFMUstate="true" canSerializeFMUstate="true" '
            f'providesDirectionalDerivative="{directional}"{more}>'
        )
        yield f'    <SourceFiles><File name="{stem}.c"/></SourceFiles>'
        yield f"  </{kind}>"
    yield from unit_definitions(program)
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
        attributes = 'causality="local" variability="continuous" initial="calculated"'
        yield _variable(rate, count + number, attributes, f' derivative="{number + 1}"')
    for number, entry in enumerate(program.parameters):
        is_input = entry.name in choices.inputs
        attributes = (
            'causality="input" variability="continuous"'
            if is_input
            else 'causality="parameter" variability="tunable" initial="exact"'
        )
        yield _variable(entry, 2 * count + number, attributes)
    first = 2 * count + len(program.parameters)
    for number, entry in enumerate(named_outputs(program)):
        attributes = 'causality="output" variability="continuous" initial="calculated"'
        yield _variable(entry, first + number, attributes)
    given = first + len(program.observed) + 1 + program.indicators
    for number, entry in enumerate(program.input_entries):
        yield _variable(entry, given + number, 'causality="input" variability="continuous"')
    yield "  </ModelVariables>"
    outputs = [*range(1, count + 1), *range(first + 1, first + len(program.observed) + 1)]
    rates = range(count + 1, 2 * count + 1)
    yield "  <ModelStructure>"
    for name, listed in (
        ("Outputs", outputs),
        ("Derivatives", rates),
        ("InitialUnknowns", [*rates, *outputs[count:]]),
    ):
        unknowns = "".join(f'<Unknown index="{i}"/>' for i in listed)
        yield f"    <{name}>{unknowns}</{name}>"
    yield "  </ModelStructure>"
    yield "</fmiModelDescription>"


def _variable(entry: Entry, reference: int, attributes: str, more: str = "") -> str:
    unit = f" unit={quote(entry.unit)}" if entry.unit else ""
    start = "" if 'initial="calculated"' in attributes else f' start="{entry.value!r}"'
    text = f" description={quote(entry.text)}" if entry.text else ""
    head = f'<ScalarVariable name={quote(entry.name)} valueReference="{reference}" {attributes}{text}>'
    return f"    {head}<Real{unit}{start}{more}/></ScalarVariable>"
