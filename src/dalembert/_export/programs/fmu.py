"""FMUs of FMI 2.0, for model exchange and co-simulation: a description, shared libraries, their sources."""

from __future__ import annotations

import hashlib
import io
import uuid
import zipfile
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import quoteattr

from dalembert._compile.compiler import CompilerError
from dalembert._compile.shared_library import PLATFORMS, shared_library, this_platform
from dalembert._export.programs import c_library
from dalembert._export.programs.records import SAFETY, Entry, ModelProgram
from dalembert._export.programs.templates import filled
from dalembert._model.units import BASE, UnitFault, unit_of
from dalembert._tape.legend import plain

KINDS = ("ModelExchange", "CoSimulation")
SAID = (
    "A model with constraints: its states are those of the underlying ordinary differential equation. In "
    "model exchange completedIntegratorStep asks for event mode where they have drifted from the constraints "
    "by more than the tolerance, and there they are moved onto them. "
)


def files(own: ModelProgram, stem: str, platforms: Sequence[str], inputs: Sequence[str]) -> dict[str, bytes]:
    """The archive, by its name.

    `platforms` are those that it has libraries for, by default this one. `inputs` are parameters that other
    programs give values to while the model runs.
    """
    chosen = tuple(platforms) or (this_platform(),)
    for platform in chosen:
        if platform not in PLATFORMS:
            message = (
                f"libraries are made for {', '.join(PLATFORMS)}; {platform or 'this machine'} is none of them"
            )
            raise ValueError(message)
    known = [entry.name for entry in own.parameters]
    for name in inputs:
        if name not in known:
            message = f"an input of an FMU is a parameter; {name} is none of {', '.join(known) or 'them'}"
            raise ValueError(message)
    try:
        return {f"{stem}.fmu": _archive(own, stem, chosen, inputs)}
    except CompilerError as error:
        raise ValueError(str(error)) from error


def _archive(own: ModelProgram, stem: str, platforms: Sequence[str], inputs: Sequence[str]) -> bytes:
    tapes = (*own.tapes, own.directional)
    header = c_library.files(own, stem)[f"{stem}.h"]
    code = c_library.source(own, stem, tapes)
    guid = str(uuid.UUID(hashlib.sha256((code + "".join(inputs)).encode()).hexdigest()[:32]))
    values = c_library.filling(own, stem) | {
        "GUID": guid,
        "PROMISE": repr(own.promise),
        "SAFETY": repr(SAFETY),
    }
    code = f"{code}\n{filled('fmi2.c', values)}"
    description = "\n".join(_description(own, stem, guid, frozenset(inputs)))
    parts: dict[str, bytes] = {
        "modelDescription.xml": description.encode(),
        f"sources/{stem}.c": code.encode(),
        f"sources/{stem}.h": header.encode(),
    }
    for platform in platforms:
        made = shared_library({f"{stem}.c": code, f"{stem}.h": header}, f"{stem}.c", platform)
        parts[f"binaries/{platform}/{stem}{PLATFORMS[platform][1]}"] = made
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():  # the same model gives the same bytes
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return room.getvalue()


def _description(own: ModelProgram, stem: str, guid: str, inputs: frozenset[str]) -> Iterator[str]:
    count = len(own.states)
    said = f"{SAID if own.correction else ''}{' '.join(own.remarks)}"
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield (
        f'<fmiModelDescription fmiVersion="2.0" modelName={_quoted(own.title or stem)} guid="{guid}" '
        f'description={_quoted(said)} generationTool="dalembert" variableNamingConvention="flat" '
        'numberOfEventIndicators="0">'
    )
    for kind in KINDS:
        more = ' canHandleVariableCommunicationStepSize="true"' if kind == "CoSimulation" else ""
        yield (
            f'  <{kind} modelIdentifier="{stem}" canGetAndSetFMUstate="true" canSerializeFMUstate="true" '
            f'providesDirectionalDerivative="true"{more}>'
        )
        yield f'    <SourceFiles><File name="{stem}.c"/></SourceFiles>'
        yield f"  </{kind}>"
    yield from _units(own)
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
        rate = Entry(name=f"der({entry.name})", unit=unit if unit in _known(own) else "", text="")
        attributes = 'causality="local" variability="continuous" initial="calculated"'
        yield _variable(rate, count + number, attributes, f' derivative="{number + 1}"')
    for number, entry in enumerate(own.parameters):
        is_input = entry.name in inputs
        attributes = (
            'causality="input" variability="continuous"'
            if is_input
            else 'causality="parameter" variability="tunable" initial="exact"'
        )
        yield _variable(entry, 2 * count + number, attributes)
    first = 2 * count + len(own.parameters)
    for number, entry in enumerate(own.observed):
        attributes = 'causality="output" variability="continuous" initial="calculated"'
        yield _variable(entry, first + number, attributes)
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
    unit = f" unit={_quoted(entry.unit)}" if entry.unit else ""
    start = "" if 'initial="calculated"' in attributes else f' start="{entry.value!r}"'
    text = f" description={_quoted(entry.text)}" if entry.text else ""
    head = f'<ScalarVariable name={_quoted(entry.name)} valueReference="{reference}" {attributes}{text}>'
    return f"    {head}<Real{unit}{start}{more}/></ScalarVariable>"


def _known(own: ModelProgram) -> set[str]:
    return {e.unit for e in (*own.states, *own.parameters, *own.observed) if e.unit}


def _units(own: ModelProgram) -> Iterator[str]:
    """The units that occur, in powers of SI's base units where those are whole numbers."""
    names = sorted(_known(own))
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
        yield f"    <Unit name={_quoted(name)}>{inside}</Unit>"
    yield "  </UnitDefinitions>"


def _quoted(text: str) -> str:
    """An attribute: no character that XML forbids, nothing that ends it."""
    return quoteattr(plain(text), {"\n": " "}) if text else '""'
