"""The store of a sweep: a Zarr group (format 2) whose plan is inside, and to which blocks are added whole.

Each array has one dimension `run` (histories a second one), cut into a chunk for each block. A chunk is a
file of plain numbers, so that it is written by what writes every file of this project: beside its place,
flushed to the disk, and then moved there. The chunk of `status` takes its place last: rows are pending until
then, for xarray as well. `checksum` holds the SHA-256 of all chunks of a block but those of `seconds`, which
alone differ when the same block is run again.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from dalembert._expression.expression import Expression
from dalembert._model.build import build
from dalembert._model.plain import plain_values
from dalembert._model.records import Model, settings_in
from dalembert._model.write_back import written_text
from dalembert._simulate.settings import settings_of
from dalembert._sweep.axis_values import columns_of
from dalembert._sweep.blocks import LONGEST, PreparedSweep
from dalembert._sweep.one_run import times_of
from dalembert._sweep.plan_text import FORMAT, fingerprint, plan_of, plan_record
from dalembert._sweep.records import SERIES, Array, BlockResult, Keep, KeptQuantity, Plan, Status, refusal
from dalembert._text.files import write_files
from dalembert._text.toml import read_toml

NUMBER, CODE, TEXT, SUM = "<f8", "|i1", f"<U{LONGEST}", "|S64"
MARK = "dalembert_sweep"  # the attribute that tells a store, and its format
PACKED = {"id": "zlib", "level": 1}
ROOM = 1.1  # times what a sweep will take: what must be free
WORDS = {
    "status": "how the run of a row ended",
    "message": "what is said of it",
    "accuracy": "claimed error, relative to the sizes of the motion; empty in a plain sweep",
    "until": "last time up to which the claimed error meets rtol",
    "estimate": "estimated error of a row of a plain sweep that was run again, relative",
    "energy_error": "energy that the ledger leaves unexplained, relative",
    "reached": "time that the run reached",
    "seconds": "time that the row took",
    "checksum": "SHA-256 of the chunks of a block, but for those of seconds",
}
# Sections and keys of a model file that do not decide its motion.
DESCRIPTIVE = ("format", "title", "text", "scene", "outputs", "cases", "simulate")
DESCRIBING = ("text", "latex", "range")
SECONDS = ("until", "reached", "seconds")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrayPlan:
    """An array of a store: its axes, its kind of numbers, its unit and what it is."""

    axes: tuple[str, ...]
    shape: tuple[int, ...]
    chunks: tuple[int, ...]
    kind: str
    unit: str = ""
    words: str = ""
    entry_unit: str = ""  # of the entry of the model file, in which people read it

    @property
    def attributes(self) -> dict[str, str]:
        """The attributes stored beside the numbers of the array."""
        texts = {"long_name": self.words, "units": self.unit, "entry_units": self.entry_unit}
        return {key: text for key, text in texts.items() if text or key == "long_name"}


def array_plans(sweep: PreparedSweep) -> dict[str, ArrayPlan]:
    """The arrays of a store by names."""
    plan = sweep.plan
    runs, block = (plan.runs,), (plan.block,)
    plans: dict[str, ArrayPlan] = {}
    for target in sweep.targets:
        plans[target.name] = ArrayPlan(
            axes=("run",),
            shape=runs,
            chunks=block,
            kind=NUMBER,
            unit=target.si,
            words=f"{target.part} {target.name}",
            entry_unit=target.unit,
        )
    for one, unit in zip(sweep.kept, sweep.units, strict=True):
        axes, more = (("run", series_axis(one)), (one.points,)) if one.kind in SERIES else (("run",), ())
        plans[one.name] = ArrayPlan(
            axes=axes, shape=(*runs, *more), chunks=(*block, *more), kind=NUMBER, unit=unit, words=one.text
        )
    for name, words in WORDS.items():
        kind = {"status": CODE, "message": TEXT}.get(name, NUMBER)
        unit = "s" if name in SECONDS else ""
        plans[name] = ArrayPlan(axes=("run",), shape=runs, chunks=block, kind=kind, unit=unit, words=words)
    plans["checksum"] = ArrayPlan(
        axes=("block",), shape=(plan.blocks,), chunks=(1,), kind=SUM, words=WORDS["checksum"]
    )
    return plans


def series_axis(one: KeptQuantity) -> str:
    """The name of the axis of a series; histories with equally many values share one, and its times."""
    return f"{'time' if one.kind is Keep.history else one.kind}_{one.points}"


def time_columns(sweep: PreparedSweep) -> dict[str, Array]:
    """The times of histories; none where the settings of runs differ."""
    if any(isinstance(value, Expression) for _, value in settings_in(sweep.model.simulate)):
        return {}
    settings = settings_of(sweep.model)
    return {
        series_axis(one): times_of(one, settings.t_start, settings.t_end)
        for one in sweep.kept
        if one.kind is Keep.history
    }


def bytes_of(sweep: PreparedSweep) -> int:
    """How much room a store takes at most; messages are nearly all empty."""
    arrays = array_plans(sweep)
    return sum(
        int(np.prod(one.shape)) * np.dtype(one.kind).itemsize for one in arrays.values() if one.kind != TEXT
    )


def create(path: Path, sweep: PreparedSweep, version: str) -> None:
    """Make the store of a sweep, without rows: all of it or nothing."""
    if path.exists():
        raise refusal("--out", f"{path} already exists", "choose another name")
    if not path.parent.is_dir():
        raise refusal("--out", f"there is no folder {path.parent} for {path.name}", "create it first")
    need, free = bytes_of(sweep), shutil.disk_usage(path.parent).free
    if need * ROOM > free:
        message = f"the store will take {_size(need)}, but {_size(free)} are free at {path.parent}"
        raise refusal("--out", message, "keep less, make fewer runs, or choose another place")
    room = path.parent / f".{uuid4().hex}.part"
    room.mkdir()
    try:
        write_files(_metadata(room, sweep, version))
        os.rename(room, path)
    finally:
        shutil.rmtree(room, ignore_errors=True)  # nothing is left there if it went well


def _size(count: int) -> str:
    """A number of bytes as text with a prefix."""
    for unit, size in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count} bytes"


def _metadata(room: Path, sweep: PreparedSweep, version: str) -> dict[Path, str | bytes]:
    metadata = {
        MARK: FORMAT,
        "dalembert": version,
        "title": sweep.model.title,
        "fingerprint": fingerprint(sweep.plan),
        "plan": plan_record(sweep.plan),
    }
    files: dict[Path, str | bytes] = {
        room / ".zgroup": _json({"zarr_format": 2}),
        room / ".zattrs": _json(metadata),
    }
    arrays = array_plans(sweep)
    for name, times in time_columns(sweep).items():
        shape = (len(times),)
        arrays[name] = ArrayPlan(axes=(name,), shape=shape, chunks=shape, kind=NUMBER, unit="s", words="time")
        files[room / name / "0"] = times.astype(NUMBER).tobytes()
    for name, one in arrays.items():
        folder = room / name
        folder.mkdir()
        fill: Any = {NUMBER: "NaN", CODE: None, TEXT: None, SUM: None}[one.kind]
        about: dict[str, Any] = {"_ARRAY_DIMENSIONS": list(one.axes), **one.attributes}
        if name == "status":
            about |= {
                "flag_values": [int(status) for status in Status],
                "flag_meanings": " ".join(status.name for status in Status),
            }
        files[folder / ".zarray"] = _json(
            {
                "zarr_format": 2,
                "shape": list(one.shape),
                "chunks": list(one.chunks),
                "dtype": one.kind,
                "compressor": PACKED if one.kind == TEXT else None,
                "fill_value": fill,
                "order": "C",
                "filters": None,
            }
        )
        files[folder / ".zattrs"] = _json(about)
    return files


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


def land(path: Path, sweep: PreparedSweep, block: int, result: BlockResult) -> None:
    """Put the rows of a block into the store: whole, or not at all."""
    chunks = _chunks(sweep, block, result)
    files = {_file(path, sweep, name, block): content for name, content in chunks.items() if name != "status"}
    files[path / "checksum" / str(block)] = checksum(chunks).encode()
    files[_file(path, sweep, "status", block)] = chunks["status"]
    write_files(files)


def _chunks(sweep: PreparedSweep, block: int, result: BlockResult) -> dict[str, bytes]:
    """The bytes of the chunks of a block."""
    arrays: dict[str, NDArray[Any]] = {
        **columns_of(sweep.plan, sweep.plan.rows_of(block)),
        **result.kept,
        "status": result.status,
        "message": np.array(result.message, dtype=np.object_),
        "accuracy": result.accuracy,
        "until": result.until,
        "estimate": result.estimate,
        "energy_error": result.energy_error,
        "reached": result.reached,
        "seconds": result.seconds,
    }
    return {name: _chunk(arrays[name], one) for name, one in array_plans(sweep).items() if name in arrays}


def _chunk(values: NDArray[Any], one: ArrayPlan) -> bytes:
    """A chunk as it stands in a file; what the last one has beyond the last row is empty."""
    if one.kind == TEXT and not values.any():
        return _no_messages(one.chunks[0])
    whole = np.full(
        one.chunks, np.nan if one.kind == NUMBER else 0 if one.kind == CODE else "", dtype=one.kind
    )
    whole[: len(values)] = values
    return zlib.compress(whole.tobytes(), 1) if one.kind == TEXT else whole.tobytes()


@lru_cache(maxsize=2)
def _no_messages(rows: int) -> bytes:
    """The chunk of rows of which nothing is said, as nearly all are: 800 bytes each, before packing."""
    return zlib.compress(bytes(rows * np.dtype(TEXT).itemsize), 1)


def checksum(chunks: Mapping[str, bytes]) -> str:
    """The checksum of the chunks of a block."""
    digest = hashlib.sha256()
    for name in sorted(chunks):
        if name != "seconds":
            digest.update(name.encode() + b"\0" + hashlib.sha256(chunks[name]).digest())
    return digest.hexdigest()


def _file(path: Path, sweep: PreparedSweep, name: str, block: int) -> Path:
    series = {one.name for one in sweep.kept if one.kind in SERIES}
    return path / name / (f"{block}.0" if name in series else str(block))


def plan_in(path: Path) -> Plan:
    """The plan of a store. Raises what is no store, or one that a newer version wrote."""
    if not path.exists():
        raise refusal("", f"there is no store {path}", "make one with --out, as in --out sweep.zarr")
    try:
        attributes = json.loads((path / ".zattrs").read_text(encoding="utf-8"))
        number = attributes[MARK]
    except (OSError, ValueError, KeyError, TypeError):
        raise refusal("", f"{path} is no store of a sweep", "name the folder that --out made") from None
    if not isinstance(number, int) or number > FORMAT:
        message = (
            f"{path} was written by a newer version of dalembert ({attributes.get('dalembert', 'unknown')})"
        )
        raise refusal("", message, "update dalembert: pip install --upgrade dalembert")
    return plan_of(attributes.get("plan"), str(path))


def refuse_other_plan(path: Path, plan: Plan) -> None:
    """Raise where a store is that of another sweep."""
    there = plan_in(path)
    if fingerprint(there) == fingerprint(plan):
        return
    parts = {
        "model": there.model != plan.model,
        "--over": there.axes != plan.axes,
        "--sample": there.sample != plan.sample,
        "--keep": there.keep != plan.keep,
        "--plain": there.plain != plan.plain,
        "--seed": there.seed != plan.seed,
    }
    other = ", ".join(name for name, differs in parts.items() if differs) or "the size of blocks"
    raise refusal(
        "--out", f"{path} is the store of another sweep: it differs in {other}", "choose another name"
    )


def refuse_other_model(path: Path, model: Model) -> None:
    """Raise where a store is of another model: other names, expressions, or values of what is not varied."""
    plan = plan_in(path)
    here, there = (_statements(text, plan) for text in (written_text(model, alone=True), plan.model))
    differing = sorted(name for name in here.keys() | there.keys() if here.get(name) != there.get(name))
    if differing:
        message = f"{path} is of another model: {', '.join(differing[:6])} differ"
        raise refusal("--sweep", message, "name the store of a sweep of this model with these values")


def _statements(text: str, plan: Plan) -> dict[str, Any]:
    """What decides the motion of a model, by sections and names, without the values that a plan varies."""
    model, _ = build(read_toml(text, "model.toml", None))
    statements: dict[str, Any] = {}
    for section, entries in plain_values(model).items():
        if section in DESCRIPTIVE:
            continue
        if not isinstance(entries, dict):
            statements[section] = entries
            continue
        for name, entry in entries.items():
            varied = {"value", "start"} if name in plan.names else set()
            varied |= {"speed"} if f"{name}'" in plan.names else set()
            statement = entry if isinstance(entry, dict) else {"value": entry}
            kept = {
                key: _without_descriptions(value) for key, value in statement.items() if key not in varied
            }
            statements[f"{section}.{name}"] = _without_descriptions(kept)
    return statements


def _without_descriptions(entry: Any) -> Any:
    """An entry without what only describes it."""
    return {k: v for k, v in entry.items() if k not in DESCRIBING} if isinstance(entry, dict) else entry


def landed_blocks(path: Path, plan: Plan) -> list[int]:
    """The blocks whose rows are there."""
    folder = path / "status"
    return sorted(
        int(one.name) for one in folder.iterdir() if one.name.isdigit() and int(one.name) < plan.blocks
    )


def is_whole(path: Path, sweep: PreparedSweep, block: int) -> bool:
    """Whether the chunks of a block are as they were written."""
    names = [name for name in array_plans(sweep) if name != "checksum"]
    try:
        chunks = {name: _file(path, sweep, name, block).read_bytes() for name in names}
        return (path / "checksum" / str(block)).read_bytes() == checksum(chunks).encode()
    except OSError:
        return False


def statuses(path: Path, plan: Plan) -> dict[str, int]:
    """How many rows are in each status."""
    counts = np.zeros(len(Status), dtype=np.int64)
    for block in landed_blocks(path, plan):
        statuses = np.frombuffer((path / "status" / str(block)).read_bytes(), dtype=np.int8)
        counts += np.bincount(statuses[: len(plan.rows_of(block))], minlength=len(Status))[: len(Status)]
    counts[Status.pending] = plan.runs - int(counts[1:].sum())
    return {status.name: int(counts[status]) for status in Status}


@contextmanager
def lock_store(path: Path) -> Iterator[None]:
    """Hold a store, so that no other process writes to it; what one that was ended has left is removed."""
    number = os.open(path, os.O_RDONLY) if os.name == "posix" else -1
    try:
        if number >= 0:
            import fcntl

            try:
                fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno in (errno.EAGAIN, errno.EACCES):
                    message = f"another process is writing to {path}"
                    raise refusal("--out", message, "wait until it ends, or end it") from None
        for part in path.glob("*/.*.part"):
            part.unlink(missing_ok=True)
        yield
    finally:
        if number >= 0:
            os.close(number)
