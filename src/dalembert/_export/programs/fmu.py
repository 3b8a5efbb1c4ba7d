"""FMUs of FMI 2.0 and 3.0, for model exchange and co-simulation: a description, shared libraries, sources."""

from __future__ import annotations

import hashlib
import io
import uuid
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dalembert._compile.compiler import CompilerError
from dalembert._compile.shared_library import PLATFORMS, shared_library, this_platform
from dalembert._export.programs import c_library, fmi2, fmi3
from dalembert._export.programs.records import SAFETY, ModelProgram
from dalembert._export.programs.templates import filled


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A version of FMI: its interface in C, its description, and the folders of its libraries."""

    template: str
    description: Callable[[ModelProgram, str, str, frozenset[str]], Iterator[str]]
    folders: dict[str, str]  # by the names of the platforms


VERSION_2 = Version(template="fmi2.c", description=fmi2.description, folders=fmi2.FOLDERS)
VERSION_3 = Version(template="fmi3.c", description=fmi3.description, folders=fmi3.FOLDERS)


def files_2(
    own: ModelProgram, stem: str, platforms: Sequence[str], inputs: Sequence[str]
) -> dict[str, bytes]:
    """The archive of FMI 2.0, by its name.

    `platforms` are those that it has libraries for, by default this one. `inputs` are parameters that other
    programs give values to while the model runs.
    """
    return _files(VERSION_2, own, stem, platforms, inputs)


def files_3(
    own: ModelProgram, stem: str, platforms: Sequence[str], inputs: Sequence[str]
) -> dict[str, bytes]:
    """The archive of FMI 3.0, by its name; see `files_2`."""
    return _files(VERSION_3, own, stem, platforms, inputs)


def _files(
    version: Version, own: ModelProgram, stem: str, platforms: Sequence[str], inputs: Sequence[str]
) -> dict[str, bytes]:
    chosen = tuple(platforms) or (this_platform(),)
    for platform in chosen:
        if platform not in version.folders:
            message = (
                f"libraries are made for {', '.join(version.folders)}; "
                f"{platform or 'this machine'} is none of them"
            )
            raise ValueError(message)
    known = [entry.name for entry in own.parameters]
    for name in inputs:
        if name not in known:
            message = f"an input of an FMU is a parameter; {name} is none of {', '.join(known) or 'them'}"
            raise ValueError(message)
    try:
        return {f"{stem}.fmu": _archive(version, own, stem, chosen, inputs)}
    except CompilerError as error:
        raise ValueError(str(error)) from error


def _archive(
    version: Version, own: ModelProgram, stem: str, platforms: Sequence[str], inputs: Sequence[str]
) -> bytes:
    tapes = [*own.tapes, *([] if own.directional is None else [own.directional])]
    header = c_library.files(own, stem)[f"{stem}.h"]
    code = c_library.source(own, stem, tapes)
    guid = str(uuid.UUID(hashlib.sha256((code + "".join(inputs)).encode()).hexdigest()[:32]))
    values = c_library.filling(own, stem) | {
        "GUID": guid,
        "PROMISE": repr(own.promise),
        "SAFETY": repr(SAFETY),
    }
    code = "\n".join([code, filled("fmi.c", values), filled(version.template, values)])
    description = "\n".join(version.description(own, stem, guid, frozenset(inputs)))
    parts: dict[str, bytes] = {
        "modelDescription.xml": description.encode(),
        f"sources/{stem}.c": code.encode(),
        f"sources/{stem}.h": header.encode(),
    }
    if version is VERSION_3:
        parts["sources/buildDescription.xml"] = "\n".join(fmi3.build_description(stem)).encode()
    for platform in platforms:
        made = shared_library({f"{stem}.c": code, f"{stem}.h": header}, f"{stem}.c", platform)
        parts[f"binaries/{version.folders[platform]}/{stem}{PLATFORMS[platform][1]}"] = made
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():  # the same model gives the same bytes
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return room.getvalue()
