"""Opening a motion file: the same arrays, the same model, the same messages as were saved.

Nothing in a file is executed when it is opened: numbers are numbers, records are JSON, the model goes through
the reader of model files. Files are opened by h5py alone, which reads only the requested parts; a file that
is damaged or was changed by another program is refused (`NotAMotion`).
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dalembert._export.json_records import Record, accuracy_of, record_from
from dalembert._export.motion_layout import (
    BLOCKS,
    FORMAT,
    HISTORIES,
    SEAL,
    SEAL_LENGTH,
    SHARES,
    array_axes,
    axis_labels,
    checksums,
)
from dalembert._expression.source import ModelError
from dalembert._model.build import build
from dalembert._model.records import Model
from dalembert._simulate.lazy_value import known_value
from dalembert._simulate.motion import (
    Accuracy,
    EnergyShare,
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
)
from dalembert._simulate.work import Work
from dalembert._text.toml import read_toml
from dalembert._words.message import Message
from dalembert._words.message_data import message_of

SIGNATURE = b"\x89HDF\r\n\x1a\n"
BLOCK = 1 << 20  # bytes read at once
MOST_PACKED = 1100  # the largest ratio of unpacked to packed size
# Exceptions of HDF5 and its readers for files that are damaged or from another program.
DAMAGE = (OSError, RuntimeError, ValueError, KeyError, TypeError, IndexError, AttributeError)


class NotAMotion(ValueError):
    """A file is not a motion that this program can open, and why."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name} {why}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Contents:
    """The contents of a file: attributes, arrays, and the names along the axes."""

    name: str
    attributes: dict[str, Any]
    arrays: dict[str, Any]
    labels: dict[str, tuple[str, ...]]


def open_motion(path: str | Path) -> Motion:
    """The motion of a file that `save` wrote as .nc: the same arrays, the same model, the same words."""
    contents = _contents(Path(path), arrays=True)
    model, arrays = _model(contents), contents.arrays
    if contents.labels != axis_labels(model) | {"share": contents.labels.get("share", ())}:
        raise NotAMotion(contents.name, "is damaged: its columns are not those of the model in it")
    messages = _parse_entry(contents, "messages")
    if not isinstance(messages, dict):
        raise _broken_file(contents, "messages")
    ledger = Ledger(
        kind=_text(contents, "ledger_kind"),
        **{name.removesuffix("_work"): arrays[name] for name in HISTORIES if name.endswith("_work")},
        **{key: arrays[key] for key in ("energy", "dissipated", "efforts", "projection", "remainder")},
        error_search=known_value(_number(contents, "ledger_error")),
    )
    return Motion(
        model=model,
        settings=_record(Settings, contents, "settings"),
        t=arrays["time"],
        **{key: arrays[key] for key in (*BLOCKS, "T", "V")},
        ledger=ledger,
        residual=Residual(position=arrays["residual_position"], velocity=arrays["residual_velocity"]),
        accuracy=_accuracy(contents),
        status=_status(contents),
        message=_message(contents, messages.get("message")),
        reached=_number(contents, "reached"),
        work=_record(Work, contents, "work"),
        seconds=_record(Seconds, contents, "seconds"),
        assumed=_sentences(contents, "assumed"),
        moved=_messages(contents, messages.get("moved")),
        remark_search=known_value(_messages(contents, messages.get("remarks"))),
        jumps=_records(Jump, contents, "jumps"),
        event_search=known_value(_records(Occurrence, contents, "events")),
        impact_search=known_value(_records(Impact, contents, "impacts")),
        touch_search=known_value(_records(Touch, contents, "touches")),
        extreme_search=known_value(_records(Extreme, contents, "extremes")),
        share_search=known_value(_shares(contents)),
        method=_text(contents, "method"),
    )


def _shares(contents: _Contents) -> tuple[EnergyShare, ...]:
    """The shares of the model's entries in the energies."""
    listed, values = _list(contents, "shares"), contents.arrays[SHARES]
    if len(listed) != values.shape[1]:
        raise _broken_file(contents, "shares")
    made = []
    for one, column in zip(listed, values.T, strict=True):
        if not (isinstance(one, list) and len(one) == 4 and all(isinstance(x, str) for x in one[:3])):
            raise _broken_file(contents, "shares")
        section, name, account, missed = one
        made.append(
            EnergyShare(
                section=section, name=name, account=account, values=column.copy(), missed=float(missed)
            )
        )
    return tuple(made)


def model_text(path: str | Path) -> str:
    """The text of the model in a file that `save` wrote as .nc; `read_toml` reads it."""
    return _text(_contents(Path(path), arrays=False), "model")


def _contents(path: Path, *, arrays: bool) -> _Contents:
    """The contents of a file, after checks that it is a motion and not larger than possible."""
    import h5py

    size = _inspect(path)
    _refuse_damaged(path)
    try:
        with h5py.File(path, "r") as file:
            attributes = {key: _plain_value(value) for key, value in file.attrs.items()}
            _refuse_strangers(path.name, attributes)
            if arrays:
                return _check_contents(_load(path.name, attributes, file, size))
            return _check_contents(_Contents(name=path.name, attributes=attributes, arrays={}, labels={}))
    except NotAMotion:
        raise
    except DAMAGE as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise NotAMotion(path.name, f"is damaged or was changed by another program: {reason}") from error


def _inspect(path: Path) -> int:
    """The size of a file with the signature of NetCDF; raises for others."""
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
    """Raise if the bytes of a file are not those that were written, before HDF5 reads them.

    A copy by another program has no checksum at its end; those inside are then checked.
    """
    with path.open("rb") as stream:
        end = stream.seek(0, os.SEEK_END) - SEAL_LENGTH
        stream.seek(max(end, 0))
        seal = stream.read()
        if end < 0 or not seal.startswith(SEAL):
            return
        stream.seek(0)
        digest = hashlib.sha256()
        while end:
            piece = stream.read(min(end, BLOCK))
            end -= len(piece)
            digest.update(piece)
    if seal != SEAL + digest.hexdigest().encode() + b"\n":
        raise NotAMotion(path.name, "is damaged: some of its bytes are not those that were saved")


def _check_contents(contents: _Contents) -> _Contents:
    """The contents, after every part is compared with its checksum."""
    saved = _parse_entry(contents, "checksums")
    if not isinstance(saved, dict):
        raise _broken_file(contents, "checksums")
    attributes = {key: contents.attributes[key] for key in saved if key in contents.attributes}
    for key, checksum in checksums(attributes, contents.arrays, contents.labels).items():
        if saved.get(key) != checksum:
            why = f"is damaged or was changed by another program: its `{key}` is not what was saved"
            raise NotAMotion(contents.name, why)
    return contents


def _refuse_strangers(name: str, attributes: Mapping[str, Any]) -> None:
    """Refuse NetCDF files of other programs and of other formats."""
    if not {"format", "dalembert_version", "model"} <= attributes.keys():
        raise NotAMotion(name, "is a NetCDF or HDF5 file, but no motion that dalembert saved")
    made = attributes["format"]
    if not isinstance(made, int) or made != FORMAT:
        by = attributes["dalembert_version"]
        why = f"is a motion in format {made}, saved by dalembert {by}; this program opens format {FORMAT}"
        raise NotAMotion(name, why)


def _load(name: str, attributes: dict[str, Any], file: Any, size: int) -> _Contents:
    """The arrays and labels of a file, each with the required shape and type and stored in this file."""
    arrays = ("time", *BLOCKS, *HISTORIES, SHARES)
    axes = (*dict.fromkeys(axis for axis, _, _ in BLOCKS.values()), "share")
    for key in (*axes, *arrays):
        if file.get(key) is None:
            raise NotAMotion(name, f"is damaged: `{key}` is missing")
        kept = file[key]
        shape = tuple(file[axis].shape[0] for axis in array_axes(key)) if key in arrays else (kept.size,)
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


def _plain_value(value: Any) -> Any:
    """An attribute as a Python value: NetCDF stores a number as an array of one."""
    plain = value.item() if isinstance(value, np.generic | np.ndarray) and value.size == 1 else value
    return plain.decode("utf-8", "replace") if isinstance(plain, bytes) else plain


def _model(contents: _Contents) -> Model:
    """The model of a file, read as any model file is."""
    try:
        made, flaws = build(read_toml(_text(contents, "model"), f"{contents.name} (model)"))
    except ModelError as error:
        made, flaws = Model(), error.flaws
    wrong = "\n\n".join(str(flaw) for flaw in flaws if flaw.severity == "error")
    if wrong:
        raise NotAMotion(contents.name, f"holds a model that cannot be read:\n{wrong}")
    return made


def _broken_file(contents: _Contents, key: str) -> NotAMotion:
    return NotAMotion(contents.name, f"is damaged: its `{key}` cannot be read")


def _text(contents: _Contents, key: str) -> str:
    value = contents.attributes.get(key)
    if not isinstance(value, str):
        raise _broken_file(contents, key)
    return value


def _number(contents: _Contents, key: str) -> float:
    value = contents.attributes.get(key)
    if not isinstance(value, float | int):
        raise _broken_file(contents, key)
    return float(value)


def _status(contents: _Contents) -> Status:
    try:
        return Status(_text(contents, "status"))
    except ValueError:
        raise _broken_file(contents, "status") from None


def _parse_entry(contents: _Contents, key: str) -> Any:
    try:
        return json.loads(_text(contents, key))
    except (ValueError, RecursionError):
        raise _broken_file(contents, key) from None


def _list(contents: _Contents, key: str) -> list[Any]:
    value = _parse_entry(contents, key)
    if not isinstance(value, list):
        raise _broken_file(contents, key)
    return value


def _sentences(contents: _Contents, key: str) -> tuple[str, ...]:
    values = _list(contents, key)
    if not all(isinstance(value, str) for value in values):
        raise _broken_file(contents, key)
    return tuple(values)


def _message(contents: _Contents, data: Any) -> Message:
    try:
        return message_of(data)
    except ValueError:
        raise _broken_file(contents, "messages") from None


def _messages(contents: _Contents, data: Any) -> tuple[Message, ...]:
    if not isinstance(data, list):
        raise _broken_file(contents, "messages")
    return tuple(_message(contents, one) for one in data)


def _record(kind: type[Record], contents: _Contents, key: str) -> Record:
    return _fill_record(kind, contents, key, _parse_entry(contents, key))


def _records(kind: type[Record], contents: _Contents, key: str) -> tuple[Record, ...]:
    return tuple(_fill_record(kind, contents, key, one) for one in _list(contents, key))


def _fill_record(kind: type[Record], contents: _Contents, key: str, values: Any) -> Record:
    """A record from a JSON object; raises `NotAMotion` where it does not fit."""
    try:
        return record_from(kind, values)
    except ValueError:
        raise _broken_file(contents, key) from None


def _accuracy(contents: _Contents) -> Accuracy:
    try:
        return accuracy_of(_parse_entry(contents, "accuracy"))
    except ValueError:
        raise _broken_file(contents, "accuracy") from None
