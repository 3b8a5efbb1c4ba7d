"""Motions as files: NetCDF that can be opened and run again, CSV for spreadsheets, and the xarray Dataset.

A NetCDF file holds the arrays with their SI units, the text of the model, the settings and the versions of
the programs that made it. Nothing in it is executed when it is opened: numbers are numbers, records are
JSON, the model goes through the reader of model files.

Three checksums guard it. HDF5's own stand at every array of numbers, for all programs that read it. One of
each array and each attribute stands in the attribute `checksums`: they hold for a copy that another program
made too. That of all bytes stands behind the end of what HDF5 reads: a damaged file never gets that far.

xarray takes half a second to import, so only what makes a Dataset does. Files are opened by h5py alone,
which looks at nothing in them but what is asked for.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dalembert._export.json_records import Record, accuracy_of, filled
from dalembert._export.suffixes import MOTIONS
from dalembert._expression.source import ModelError
from dalembert._model.build import build
from dalembert._model.records import Model, constraints_of, slip_names
from dalembert._model.result_units import units_of
from dalembert._model.write_back import written_text
from dalembert._simulate.motion import (
    Accuracy,
    Extreme,
    Impact,
    Jump,
    Ledger,
    Motion,
    Occurrence,
    Residual,
    Seconds,
    Settings,
    Status,
    Touch,
    multiplier_names,
)
from dalembert._simulate.work import Work
from dalembert._text.files import write_files
from dalembert._text.toml import read_toml
from dalembert._words.message import Message
from dalembert._words.plain import message_of, plain

if TYPE_CHECKING:
    from xarray import Dataset

Array = NDArray[np.float64]
FORMAT = 2
PROGRAMS = ("dalembert", "numpy", "casadi")
SIGNATURE = b"\x89HDF\r\n\x1a\n"
BLOCK = 1 << 20  # bytes read at once
MOST_PACKED = 1100  # no file unpacks to more than this many times its size
CHUNK = 4096  # rows of a CSV file made at once
SEAL = b"\ndalembert sha256 "  # before the checksum of all bytes, which is behind the end of what HDF5 reads
SEALED = len(SEAL) + 64 + 1  # bytes with the checksum and the end of the line
# What HDF5 and its readers raise at a file that is damaged or was made by another program.
DAMAGE = (OSError, RuntimeError, ValueError, KeyError, TypeError, IndexError, AttributeError)


class NotAMotion(ValueError):
    """A file is not a motion that this program can open, and why."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name} {why}")


# Arrays over time and a second axis: the axis, where their units are kept, what they are.
BLOCKS = {
    "q": ("coordinate", "coordinate_unit", "coordinates"),
    "qd": ("coordinate", "speed_unit", "speeds"),
    "qdd": ("coordinate", "acceleration_unit", "accelerations"),
    "s": ("state", "state_unit", "first-order states"),
    "e": ("effort", "effort_unit", "unknown efforts"),
    "lam": ("constraint", "multiplier_unit", "multipliers of the constraints"),
    "contact": ("gap", "contact_unit", "forces of the contacts"),
    "friction": ("slip", "friction_unit", "friction of the contacts along their tangential velocities"),
    "reaction": ("coordinate", "reaction_unit", "efforts of constraints and contacts on the coordinates"),
    "outputs": ("output", "output_unit", "outputs"),
    "u": ("input", "input_unit", "inputs"),
}
# Arrays over time: their unit and what they are. Works are counted from the start.
HISTORIES = {
    "T": ("J", "kinetic energy"),
    "V": ("J", "potential energy"),
    "energy": ("J", "energy of the ledger, of the kind ledger_kind"),
    "dissipated": ("J", "energy taken by dissipation"),
    "friction_work": ("J", "energy taken by the friction of contacts"),
    "efforts": ("J", "work given by efforts"),
    "constraints_work": ("J", "work given by moving constraints and contacts"),
    "time_work": ("J", "work given by energies that depend on time"),
    "events_work": ("J", "work given by what events set"),
    "impulses_work": ("J", "work given by impulses"),
    "projection": ("J", "work of the projection onto the constraints"),
    "impacts_work": ("J", "energy lost at impacts"),
    "rest": ("J", "change of energy that nothing explains"),
    "residual_position": ("1", "constraints against the sizes of their terms"),
    "residual_velocity": ("1", "rates of the constraints against the sizes of their terms"),
}


# -- writing ---------------------------------------------------------------------------------------


def to_dataset(motion: Motion) -> Dataset:
    """The motion as an xarray Dataset: arrays by time and name, units, the model's text, the settings."""
    from xarray import Dataset

    units = units_of(motion.model)
    along: dict[str, Any] = {"time": ("time", motion.t.copy(), {"long_name": "time", "units": "s"})}
    labels = {axis: (axis, names) for axis, names in _labels(motion.model).items()}
    labels["multiplier"] = ("constraint", multiplier_names(motion.model))
    for label, (axis, names) in labels.items():
        along[label] = (axis, np.array(names, dtype=np.str_), {"long_name": f"name of the {label}"})
    for axis, key, words in BLOCKS.values():
        about = {"long_name": f"SI unit of the {words}; empty where it is not known"}
        along[key] = (axis, np.array(units[key], dtype=np.str_), about)
    arrays = {
        name: (_axes(name), array.copy(), _description(name, units))
        for name, array in _arrays(motion).items()
    }
    told = _attributes(motion)
    kept = {"time": motion.t, **_arrays(motion)}
    return Dataset(arrays, along, told | {"checksums": _json(_checksums(told, kept, _labels(motion.model)))})


def save(motion: Motion, path: str | Path) -> None:
    """Write the motion: `.nc` can be opened and run again, `.csv` is a table. Half a file is never left."""
    target = Path(path)
    suffix = target.suffix.lower()
    if suffix not in MOTIONS:
        message = f"a motion is saved as .nc (can be opened again) or .csv (a table), not as {target.name}"
        raise ValueError(message)
    write_files({target: _csv(motion) if suffix == ".csv" else netcdf(motion)})


def netcdf(motion: Motion) -> bytes:
    """The motion as a NetCDF file, made in memory: HDF5 cannot be stopped or run out of room half-way."""
    from h5netcdf import File
    from xarray.backends import H5NetCDFStore

    made, stream = to_dataset(motion), BytesIO()
    checked = {"fletcher32": True}
    encoding = {
        str(name): {"_FillValue": None, **(checked if array.dtype == np.float64 and array.size else {})}
        for name, array in made.variables.items()
    }
    with File(stream, "w") as file:
        made.dump_to_store(H5NetCDFStore(file), encoding=encoding)
    content = stream.getvalue()
    return content + SEAL + hashlib.sha256(content).hexdigest().encode() + b"\n"


def _csv(motion: Motion) -> Iterator[str]:
    columns = _columns(motion)
    heads = [f"{name} [{unit}]" if unit else name for name, unit, _ in columns]
    yield from (f"# {line}\n" for line in _preamble(motion))
    yield ",".join(heads) + "\n"  # neither names nor units hold commas or quotes
    for first in range(0, len(motion.t), CHUNK):
        block = np.column_stack([array[first : first + CHUNK] for _, _, array in columns])
        yield "".join(",".join(map(repr, row)) + "\n" for row in block.tolist())


def _arrays(motion: Motion) -> dict[str, Array]:
    """The arrays of a motion by the names they are kept under."""
    ledger, residual = motion.ledger, motion.residual
    return {
        "q": motion.q,
        "qd": motion.qd,
        "qdd": motion.qdd,
        "s": motion.s,
        "e": motion.e,
        "lam": motion.lam,
        "contact": motion.contact,
        "friction": motion.friction,
        "reaction": motion.reaction,
        "outputs": motion.outputs,
        "u": motion.u,
        "T": motion.T,
        "V": motion.V,
        "energy": ledger.energy,
        "dissipated": ledger.dissipated,
        "efforts": ledger.efforts,
        "projection": ledger.projection,
        "friction_work": ledger.friction,
        "constraints_work": ledger.constraints,
        "time_work": ledger.time,
        "impacts_work": ledger.impacts,
        "events_work": ledger.events,
        "impulses_work": ledger.impulses,
        "rest": ledger.rest,
        "residual_position": residual.position,
        "residual_velocity": residual.velocity,
    }


def _axes(name: str) -> tuple[str, ...]:
    return ("time", BLOCKS[name][0]) if name in BLOCKS else ("time",)


def _labels(model: Model) -> dict[str, tuple[str, ...]]:
    """The names along each axis but time; displacement constraints stand before flow constraints."""
    return {
        "coordinate": tuple(c.name for c in model.coordinates),
        "state": tuple(s.name for s in model.states),
        "effort": tuple(e.name for e in model.efforts),
        "constraint": tuple(c.name for kind in ("displacement", "flow") for c in constraints_of(model, kind)),
        "gap": tuple(c.name for c in model.contacts),
        "slip": slip_names(model),
        "output": tuple(o.name for o in model.outputs),
        "input": tuple(u.name for u in model.inputs),
    }


def _description(name: str, units: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """The attributes of an array: `units` where one unit holds for all of it, else where to find them."""
    if name in HISTORIES:
        unit, words = HISTORIES[name]
        return {"long_name": words, "units": unit}
    _, key, words = BLOCKS[name]
    common = set(units[key])
    one = {"units": common.pop()} if len(common) == 1 and "" not in common else {}
    return {"long_name": words, "units_variable": key} | one


def _attributes(motion: Motion) -> dict[str, Any]:
    """What is said about the motion as a whole: how it went, what it was asked, the model, the programs."""
    return {
        "format": FORMAT,
        "title": motion.model.title,
        "status": str(motion.status),
        "message": str(motion.message),
        "reached": float(motion.reached),
        "method": motion.method,
        "settings": _json(asdict(motion.settings)),
        "accuracy": _json(asdict(motion.accuracy)),
        "ledger_kind": motion.ledger.kind,
        "ledger_error": float(motion.ledger.error),
        "assumed": _json(motion.assumed),
        "moved": _json(list(map(str, motion.moved))),
        "remarks": _json(list(map(str, motion.remarks))),
        "messages": _json(
            {
                "message": plain(motion.message),
                "moved": [plain(one) for one in motion.moved],
                "remarks": [plain(one) for one in motion.remarks],
            }
        ),
        "events": _json([asdict(event) for event in motion.events]),
        "impacts": _json([asdict(impact) for impact in motion.impacts]),
        "jumps": _json([asdict(jump) for jump in motion.jumps]),
        "touches": _json([asdict(touch) for touch in motion.touches]),
        "extremes": _json([asdict(extreme) for extreme in motion.extremes]),
        "work": _json(asdict(motion.work)),
        "seconds": _json(asdict(motion.seconds)),
        "model": written_text(motion.model),
        **{f"{program}_version": _version(program) for program in PROGRAMS},
        "python_version": platform.python_version(),
        "platform": f"{platform.system()} {platform.release()} {platform.machine()}",
        "created": _now(),
    }


def _checksums(
    attributes: Mapping[str, Any], arrays: Mapping[str, Array], labels: Mapping[str, tuple[str, ...]]
) -> dict[str, str]:
    """A checksum of each attribute, each array and the names along each axis."""
    numbers = {
        name: f"{array.shape}".encode() + np.ascontiguousarray(array, "<f8").tobytes()
        for name, array in arrays.items()
    }
    words = {name: _json(value).encode() for name, value in {**attributes, **labels}.items()}
    return {name: hashlib.sha256(own).hexdigest()[:16] for name, own in (words | numbers).items()}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=np.generic.item)  # numbers of NumPy as of Python


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # slow to import, needed here only

    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _preamble(motion: Motion) -> Iterator[str]:
    """The lines above the table of a CSV file."""
    for words in (
        f"title: {motion.model.title}",
        f"dalembert {_version('dalembert')}, {_now()}",
        f"{motion.status}: {motion.message}",
        f"settings: {_json(asdict(motion.settings))}",
        f"assumed: {', '.join(motion.assumed) or 'nothing'}",
    ):
        yield from words.splitlines()


def _columns(motion: Motion) -> list[tuple[str, str, Array]]:
    """The columns of a CSV file: name, unit, values. No name stands twice: a later one says what it is."""
    names, units = _labels(motion.model), units_of(motion.model)
    found: dict[str, tuple[str, Array]] = {"t": ("s", motion.t)}

    def add(name: str, group: str, unit: str, array: Array) -> None:
        found[f"{name} ({group})" if name in found else name] = (unit, array)

    for key, array, group, labels in (
        ("coordinate_unit", motion.q, "coordinate", names["coordinate"]),
        ("speed_unit", motion.qd, "speed", [f"{name}'" for name in names["coordinate"]]),
        ("acceleration_unit", motion.qdd, "acceleration", [f"{name}''" for name in names["coordinate"]]),
        ("state_unit", motion.s, "state", names["state"]),
        ("effort_unit", motion.e, "effort", names["effort"]),
        ("multiplier_unit", motion.lam, "multiplier", multiplier_names(motion.model)),
        ("contact_unit", motion.contact, "contact", [f"contact_{name}" for name in names["gap"]]),
        ("friction_unit", motion.friction, "friction", [f"friction_{name}" for name in names["slip"]]),
        ("output_unit", motion.outputs, "output", names["output"]),
        ("input_unit", motion.u, "input", names["input"]),
    ):
        for i, (name, unit) in enumerate(zip(labels, units[key], strict=True)):
            add(name, group, unit, array[:, i])
    add("T", "energy", "J", motion.T)
    add("V", "energy", "J", motion.V)
    add("energy", "ledger", "J", motion.ledger.energy)
    add("dissipated", "ledger", "J", motion.dissipated)
    add("supplied", "ledger", "J", motion.supplied)
    add("residual_position", "residual", "1", motion.residual.position)
    add("residual_velocity", "residual", "1", motion.residual.velocity)
    return [(name, unit, array) for name, (unit, array) in found.items()]


# -- reading ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Contents:
    """What was found in a file: attributes, arrays, and the names along the axes."""

    name: str
    attributes: dict[str, Any]
    arrays: dict[str, Any]
    labels: dict[str, tuple[str, ...]]


def open_motion(path: str | Path) -> Motion:
    """The motion of a file that `save` wrote as .nc: the same arrays, the same model, the same words."""
    found = _contents(Path(path), arrays=True)
    model, arrays = _model(found), found.arrays
    if found.labels != _labels(model):
        raise NotAMotion(found.name, "is damaged: its columns are not those of the model in it")
    messages = _parsed(found, "messages")
    if not isinstance(messages, dict):
        raise _broken(found, "messages")
    ledger = Ledger(
        kind=_text(found, "ledger_kind"),
        **{name.removesuffix("_work"): arrays[name] for name in HISTORIES if name.endswith("_work")},
        **{key: arrays[key] for key in ("energy", "dissipated", "efforts", "projection", "rest")},
        error=_number(found, "ledger_error"),
    )
    return Motion(
        model=model,
        settings=_record(Settings, found, "settings"),
        t=arrays["time"],
        **{key: arrays[key] for key in (*BLOCKS, "T", "V")},
        ledger=ledger,
        residual=Residual(position=arrays["residual_position"], velocity=arrays["residual_velocity"]),
        accuracy=_accuracy(found),
        status=_status(found),
        message=_message(found, messages.get("message")),
        reached=_number(found, "reached"),
        work=_record(Work, found, "work"),
        seconds=_record(Seconds, found, "seconds"),
        assumed=_sentences(found, "assumed"),
        moved=_messages(found, messages.get("moved")),
        remarks=_messages(found, messages.get("remarks")),
        events=tuple(_filled(Occurrence, found, "events", one) for one in _list(found, "events")),
        impacts=tuple(_filled(Impact, found, "impacts", one) for one in _list(found, "impacts")),
        jumps=tuple(_filled(Jump, found, "jumps", one) for one in _list(found, "jumps")),
        touches=tuple(_filled(Touch, found, "touches", one) for one in _list(found, "touches")),
        extremes=tuple(_filled(Extreme, found, "extremes", one) for one in _list(found, "extremes")),
        method=_text(found, "method"),
    )


def model_text(path: str | Path) -> str:
    """The text of the model in a file that `save` wrote as .nc; `read_toml` reads it."""
    return _text(_contents(Path(path), arrays=False), "model")


def _contents(path: Path, *, arrays: bool) -> _Contents:
    """What a file holds, once it is sure that it is one of ours and holds no more than it can."""
    import h5py

    size = _inspected(path)
    _refuse_damaged(path)
    try:
        with h5py.File(path, "r") as file:
            attributes = {key: _plain(value) for key, value in file.attrs.items()}
            _ours(path.name, attributes)
            if arrays:
                return _checked(_loaded(path.name, attributes, file, size))
            return _checked(_Contents(name=path.name, attributes=attributes, arrays={}, labels={}))
    except NotAMotion:
        raise
    except DAMAGE as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise NotAMotion(path.name, f"is damaged or was changed by another program: {reason}") from error


def _inspected(path: Path) -> int:
    """The size of a file that looks like NetCDF."""
    if not path.exists():
        message = f"there is no file {path}"
        raise FileNotFoundError(message)
    if not path.is_file():
        raise NotAMotion(str(path), "is a folder or a device; give the name of a .nc file")
    with path.open("rb") as stream:
        if stream.read(len(SIGNATURE)) == SIGNATURE:
            return path.stat().st_size
    hint = {
        ".csv": "; a .csv file holds a table only: open the .nc file of the same run",
        ".toml": "; it seems to be a model: read it as one",
    }.get(path.suffix.lower(), "")
    raise NotAMotion(path.name, f"is not a NetCDF-4 file, so it is no motion saved as .nc{hint}")


def _refuse_damaged(path: Path) -> None:
    """Raise if the bytes of a file are not those that were written, before HDF5 looks at them.

    A copy by another program has no checksum behind its end; those inside it hold.
    """
    with path.open("rb") as stream:
        end = stream.seek(0, os.SEEK_END) - SEALED
        stream.seek(max(end, 0))
        seal = stream.read()
        if end < 0 or not seal.startswith(SEAL):
            return
        stream.seek(0)
        found = hashlib.sha256()
        while end:
            piece = stream.read(min(end, BLOCK))
            end -= len(piece)
            found.update(piece)
    if seal != SEAL + found.hexdigest().encode() + b"\n":
        raise NotAMotion(path.name, "is damaged: some of its bytes are not those that were saved")


def _checked(found: _Contents) -> _Contents:
    """What was found, once every part of it is what was saved."""
    saved = _parsed(found, "checksums")
    if not isinstance(saved, dict):
        raise _broken(found, "checksums")
    told = {key: found.attributes[key] for key in saved if key in found.attributes}
    for key, own in _checksums(told, found.arrays, found.labels).items():
        if saved.get(key) != own:
            why = f"is damaged or was changed by another program: its `{key}` is not what was saved"
            raise NotAMotion(found.name, why)
    return found


def _ours(name: str, attributes: Mapping[str, Any]) -> None:
    """Refuse NetCDF files of other programs and of other formats."""
    if not {"format", "dalembert_version", "model"} <= attributes.keys():
        raise NotAMotion(name, "is a NetCDF or HDF5 file, but no motion that dalembert saved")
    made = attributes["format"]
    if not isinstance(made, int) or made != FORMAT:
        by = attributes["dalembert_version"]
        why = f"is a motion in format {made}, saved by dalembert {by}; this program opens format {FORMAT}"
        raise NotAMotion(name, why)


def _loaded(name: str, attributes: dict[str, Any], file: Any, size: int) -> _Contents:
    """The arrays and labels of a file, each of the shape and the type it must have and in this file."""
    arrays = ("time", *BLOCKS, *HISTORIES)
    axes = tuple(dict.fromkeys(axis for axis, _, _ in BLOCKS.values()))
    for key in (*axes, *arrays):
        if file.get(key) is None:
            raise NotAMotion(name, f"is damaged: `{key}` is missing")
        kept = file[key]
        shape = tuple(file[axis].shape[0] for axis in _axes(key)) if key in arrays else (kept.size,)
        right = kept.shape == shape and (key in axes or kept.dtype == np.float64)
        if not right or kept.external or kept.is_virtual or kept.file != file:
            raise NotAMotion(name, f"was changed by another program: `{key}` has another shape or type")
    claimed = sum(file[key].nbytes for key in (*axes, *arrays))
    if claimed > MOST_PACKED * size:
        raise NotAMotion(name, f"is damaged: it claims {claimed:.1e} bytes of numbers, but has {size:.1e}")
    return _Contents(
        name=name,
        attributes=attributes,
        arrays={key: np.asarray(file[key][...], dtype=np.float64) for key in arrays},
        labels={axis: tuple(file[axis].asstr()[...].tolist()) for axis in axes},
    )


def _plain(value: Any) -> Any:
    """An attribute as Python has it: NetCDF keeps a number as an array of one."""
    found = value.item() if isinstance(value, np.generic | np.ndarray) and value.size == 1 else value
    return found.decode("utf-8", "replace") if isinstance(found, bytes) else found


def _model(found: _Contents) -> Model:
    """The model of a file, read as any model file is."""
    try:
        made, flaws = build(read_toml(_text(found, "model"), f"{found.name} (model)"))
    except ModelError as error:
        made, flaws = Model(), error.flaws
    wrong = "\n\n".join(str(flaw) for flaw in flaws if flaw.severity == "error")
    if wrong:
        raise NotAMotion(found.name, f"holds a model that cannot be read:\n{wrong}")
    return made


def _broken(found: _Contents, key: str) -> NotAMotion:
    return NotAMotion(found.name, f"is damaged: its `{key}` cannot be read")


def _text(found: _Contents, key: str) -> str:
    value = found.attributes.get(key)
    if not isinstance(value, str):
        raise _broken(found, key)
    return value


def _number(found: _Contents, key: str) -> float:
    value = found.attributes.get(key)
    if not isinstance(value, float | int):
        raise _broken(found, key)
    return float(value)


def _status(found: _Contents) -> Status:
    try:
        return Status(_text(found, "status"))
    except ValueError:
        raise _broken(found, "status") from None


def _parsed(found: _Contents, key: str) -> Any:
    try:
        return json.loads(_text(found, key))
    except (ValueError, RecursionError):
        raise _broken(found, key) from None


def _list(found: _Contents, key: str) -> list[Any]:
    value = _parsed(found, key)
    if not isinstance(value, list):
        raise _broken(found, key)
    return value


def _sentences(found: _Contents, key: str) -> tuple[str, ...]:
    values = _list(found, key)
    if not all(isinstance(value, str) for value in values):
        raise _broken(found, key)
    return tuple(values)


def _message(found: _Contents, data: Any) -> Message:
    try:
        return message_of(data)
    except ValueError:
        raise _broken(found, "messages") from None


def _messages(found: _Contents, data: Any) -> tuple[Message, ...]:
    if not isinstance(data, list):
        raise _broken(found, "messages")
    return tuple(_message(found, one) for one in data)


def _record(kind: type[Record], found: _Contents, key: str) -> Record:
    return _filled(kind, found, key, _parsed(found, key))


def _filled(kind: type[Record], found: _Contents, key: str, values: Any) -> Record:
    """A record from a JSON object, or the flaw of the file that holds it."""
    try:
        return filled(kind, values)
    except ValueError:
        raise _broken(found, key) from None


def _accuracy(found: _Contents) -> Accuracy:
    try:
        return accuracy_of(_parsed(found, "accuracy"))
    except ValueError:
        raise _broken(found, "accuracy") from None
