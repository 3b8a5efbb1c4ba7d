"""FMUs of FMI 2.0 and 3.0, for model exchange and co-simulation: a description, shared libraries, sources."""

from __future__ import annotations

import hashlib
import io
import uuid
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from dalembert._compile.compiler import CompilerError
from dalembert._compile.shared_library import PLATFORMS, shared_library, this_platform
from dalembert._export.programs import c_library, fmi2, fmi3
from dalembert._export.programs.records import SAFETY, FMUChoices, ModelProgram
from dalembert._export.programs.templates import fill_template
from dalembert._tape.c import LANGUAGE
from dalembert._tape.printer_lines import number_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A version of FMI: its interface in C, its description, and the folders of its libraries."""

    template: str
    description: Callable[[ModelProgram, str, str, FMUChoices], Iterator[str]]
    folders: dict[str, str]  # by the names of the platforms


VERSION_2 = Version(template="fmi2.c", description=fmi2.description, folders=fmi2.FOLDERS)
VERSION_3 = Version(template="fmi3.c", description=fmi3.description, folders=fmi3.FOLDERS)


def files_2(program: ModelProgram, stem: str, choices: FMUChoices) -> dict[str, bytes]:
    """The archive of FMI 2.0, by its name."""
    return _files(VERSION_2, program, stem, choices)


def files_3(program: ModelProgram, stem: str, choices: FMUChoices) -> dict[str, bytes]:
    """The archive of FMI 3.0, by its name."""
    return _files(VERSION_3, program, stem, choices)


def _files(version: Version, program: ModelProgram, stem: str, choices: FMUChoices) -> dict[str, bytes]:
    chosen = choices.platforms or (this_platform(),)
    for platform in chosen:
        if platform not in version.folders:
            message = (
                f"libraries are made for {', '.join(version.folders)}; "
                f"{platform or 'this machine'} is none of them"
            )
            raise ValueError(message)
    known = [entry.name for entry in program.parameters]
    for name in choices.inputs:
        if name in program.undriven:
            message = f"{name} keeps its own law: velocities jump with it, which other programs cannot follow"
            raise ValueError(message)
        if name not in known and name not in {entry.name for entry in program.input_entries}:
            message = f"an input of an FMU is a parameter; {name} is none of {', '.join(known) or 'them'}"
            raise ValueError(message)
    try:
        return {f"{stem}.fmu": _archive(version, program, stem, replace(choices, platforms=chosen))}
    except CompilerError as error:
        raise ValueError(str(error)) from error


def _archive(version: Version, program: ModelProgram, stem: str, choices: FMUChoices) -> bytes:
    tapes = [*program.tapes, *(tape for tape in (program.directional, program.inputs) if tape is not None)]
    header = c_library.files(program, stem)[f"{stem}.h"]
    code = c_library.source(program, stem, tapes)
    text = "".join([code, *choices.inputs, choices.kind])
    guid = str(uuid.UUID(hashlib.sha256(text.encode()).hexdigest()[:32]))
    modes = len(program.hybrid.modes) if program.hybrid is not None else 0
    values = c_library.substitutions(program, stem) | {
        "MODES": str(modes),
        "DIRECTIONAL": str(int(program.directional is not None)),
        "GUID": guid,
        "PROMISE": repr(program.promise),
        "SAFETY": repr(SAFETY),
        "INPUT_VARIABLES": str(len(program.input_entries)),
        "INPUT_ROWS": "\n".join(_input_rows(program)),
    }
    kind = "fmi_modes.c" if modes else "fmi_smooth.c"
    parts_of_fmi = (kind, "fmi_inputs.c", "fmi.c", "fmi_events.c", version.template)
    code = "\n".join([code, *(fill_template(name, values) for name in parts_of_fmi)])
    description = "\n".join(version.description(program, stem, guid, choices))
    parts: dict[str, bytes] = {
        "modelDescription.xml": description.encode(),
        f"sources/{stem}.c": code.encode(),
        f"sources/{stem}.h": header.encode(),
    }
    if version is VERSION_3:
        parts["sources/buildDescription.xml"] = "\n".join(fmi3.build_description(stem)).encode()
    for platform in choices.platforms:
        made = shared_library({f"{stem}.c": code, f"{stem}.h": header}, f"{stem}.c", platform)
        parts[f"binaries/{version.folders[platform]}/{stem}{PLATFORMS[platform][1]}"] = made
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():  # deterministic: the same model gives the same bytes
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return room.getvalue()


def _input_rows(program: ModelProgram) -> Iterator[str]:
    """The inputs and their rates as rows of a table of C."""
    count = len(program.inputs.results[0].slots) // 3 if program.inputs else 0
    for number, one in enumerate(program.driven):
        whole = one.entries[0].name.rstrip("'")
        for order, entry in zip(one.orders, one.entries, strict=True):
            words = f"the input {whole} is given, but not {entry.name}, which the model needs"
            values = (number, order, one.place + order * count, number_text(entry.value, LANGUAGE))
            yield f"    {{{', '.join(map(str, values))}, {c_library.c_string(words)}}},"
