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


def description(own: ModelProgram, stem: str, guid: str, choices: FMUChoices) -> Iterator[str]:
    """The lines of modelDescription.xml; references count states, rates, parameters, outputs, inputs."""
    count, directional = len(own.states), "true" if own.directional is not None else "false"
    goes_on = ' canInterpolateInputs="true"' if own.driven else ""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield (
        f'<fmiModelDescription fmiVersion="2.0" modelName={quote(own.title or stem)} guid="{guid}" '
        f'description={quote(about(own))} generationTool="dalembert" variableNamingConvention="flat" '
        f'numberOfEventIndicators="{own.indicators}">'
    )
    for kind in KINDS[choices.kind]:
        more = f' canHandleVariableCommunicationStepSize="true"{goes_on}' if kind == "CoSimulation" else ""
        yield (
            f'  <{kind} modelIdentifier="{stem}" canGetAndSetFMUstate="true" canSerializeFMUstate="true" '
            f'providesDirectionalDerivative="{directional}"{more}>'
        )
        yield f'    <SourceFiles><File name="{stem}.c"/></SourceFiles>'
        yield f"  </{kind}>"
    yield from unit_definitions(own)
    yield '  <LogCategories><Category name="logStatusError"/></LogCategories>'
    yield (
        f'  <DefaultExperiment startTime="{own.t_start!r}" stopTime="{own.t_end!r}" '
        f'tolerance="{own.promise!r}" '
        f'stepSize="{(own.t_end - own.t_start) / own.samples!r}"/>'
    )
    yield "  <ModelVariables>"
    for number, entry in enumerate(own.states):
        yield _variable(entry, number, 'causality="output" variability="continuous" initial="exact"')
    for number, entry in enumerate(own.states):
        unit = f"{entry.unit}/s" if entry.unit else ""
        rate = Entry(name=f"der({entry.name})", unit=unit if unit in known_units(own) else "", text="")
        attributes = 'causality="local" variability="continuous" initial="calculated"'
        yield _variable(rate, count + number, attributes, f' derivative="{number + 1}"')
    for number, entry in enumerate(own.parameters):
        is_input = entry.name in choices.inputs
        attributes = (
            'causality="input" variability="continuous"'
            if is_input
            else 'causality="parameter" variability="tunable" initial="exact"'
        )
        yield _variable(entry, 2 * count + number, attributes)
    first = 2 * count + len(own.parameters)
    for number, entry in enumerate(named_outputs(own)):
        attributes = 'causality="output" variability="continuous" initial="calculated"'
        yield _variable(entry, first + number, attributes)
    given = first + len(own.observed) + 1 + own.indicators
    for number, entry in enumerate(own.input_entries):
        yield _variable(entry, given + number, 'causality="input" variability="continuous"')
    yield "  </ModelVariables>"
    outputs = [*range(1, count + 1), *range(first + 1, first + len(own.observed) + 1)]
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
