"""Blocks on a Dask cluster, whose workers may end at any time, as may its scheduler (the extra `cluster`).

A worker is told a plan and some rows, and sends their numbers back; the client alone writes to the store. So
the machines need no file system that they share, and the store has one writer. A block whose worker ended is
run again by another one. One that ended several workers is run in halves until the row at fault is found,
which is then `crashed`. Where the scheduler ends, so does the sweep; it can be gone on with.

A worker must be what the client is: the same sources of dalembert, the same versions of CasADi, NumPy and
SciPy, and a C compiler where the client has one; else the numbers of a sweep would depend on who ran them. It
compares itself before each block.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from dalembert._compile.compiler import find_compiler
from dalembert._sweep.blocks import PreparedSweep, crashed_row, join_blocks
from dalembert._sweep.checks import Disagreement
from dalembert._sweep.pool import AHEAD, Outcome, run_rows
from dalembert._sweep.records import BlockResult, Plan, refusal

SCHEDULER_SECONDS = 15  # for an answer of a scheduler
TALKERS = ("distributed", "distributed.client", "distributed.utils", "distributed.comm.tcp")
LOOKED = 1.0  # seconds between looks at whether workers joined
MISSING = "runs on a cluster need the packages distributed and dask-jobqueue"
INSTALL = 'install them: pip install "dalembert[cluster]"'
GONE = "the Dask scheduler went away"
GO_ON = "nothing that landed is lost: go on with dalembert sweep STORE --resume"
PACKAGES = "casadi", "numpy", "scipy"  # whose versions may differ in last digits


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """What decides numbers besides the plan: sources of dalembert, what it computes with, a C compiler."""

    sources: str  # a checksum
    compiler: bool
    versions: tuple[tuple[str, str], ...]  # of the packages that numbers come from


@cache
def installation_here() -> Installation:
    """The installation of this process."""
    digest, root = hashlib.sha256(), Path(__file__).parents[1]
    for path in sorted(p for p in root.rglob("*") if p.suffix in (".py", ".h", ".toml")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return Installation(
        sources=digest.hexdigest(),
        compiler=find_compiler() is not None,
        versions=tuple((name, version(name)) for name in PACKAGES),
    )


class Unfit(Exception):
    """Why a worker may not run the blocks of a client."""


def run_block(plan: Plan, rows: range, client: Installation) -> BlockResult:
    """Some rows in a worker. Raises what is `Unfit` about it."""
    worker = installation_here()
    if worker.sources != client.sources:
        message = "has another version of dalembert than this machine: install the same one on both"
        raise Unfit(message)
    for (name, here), (_, there) in zip(client.versions, worker.versions, strict=True):
        if here != there:
            message = f"has {name} {there}, and this machine {here}: install the same one on both"
            raise Unfit(message)
    if client.compiler != worker.compiler:
        lacks, where = (
            ("a C compiler, but this machine has none", "here")
            if worker.compiler
            else ("no C compiler", "there")
        )
        message = f"has {lacks}: install gcc {where}, or pip install ziglang"
        raise Unfit(message)
    return run_rows(plan, rows)


def run_on_dask(address: str) -> Callable[[PreparedSweep, Sequence[int]], Iterator[Outcome]]:
    """The engine of the cluster whose scheduler has an address."""

    def run(sweep: PreparedSweep, blocks: Sequence[int]) -> Iterator[Outcome]:
        with connect(address) as client:
            if not client.nthreads():
                message = f"the Dask scheduler at {address} has no workers"
                raise refusal(
                    "--on", message, f"start some: dask worker {address} --nworkers -1 --nthreads 1"
                )
            yield from run_through(client, sweep, blocks)

    return run


@contextmanager
def connect(address: Any) -> Iterator[Any]:
    """A client of a scheduler or of a cluster, which says nothing by itself."""
    try:
        from distributed import Client
    except ImportError:
        raise refusal("--on", MISSING, INSTALL) from None
    logs = [logging.getLogger(name) for name in TALKERS]
    levels = [log.level for log in logs]
    for log in logs:
        log.setLevel(logging.CRITICAL)
    try:
        try:
            client = Client(address, timeout=SCHEDULER_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            message = f"no Dask scheduler answers at {address}"
            hint = "start one with dask scheduler, and give the address that it prints: dask:tcp://HOST:8786"
            raise refusal("--on", message, hint) from error
        try:
            yield client
        finally:
            client.close(timeout=1)
    finally:
        for log, level in zip(logs, levels, strict=True):
            log.setLevel(level)


@dataclass(frozen=True, slots=True)
class _Part:
    """Rows of a block."""

    block: int
    rows: range


@dataclass(slots=True)
class _Work:
    """What is left to run, what is under way, and what came back of blocks that were parted."""

    left: list[_Part]
    under_way: dict[str, _Part] = field(default_factory=dict)
    back: dict[int, list[tuple[int, BlockResult]]] = field(default_factory=dict)

    def take(self, part: _Part, result: BlockResult, whole: int) -> BlockResult | None:
        """The rows of a block, as soon as all of them are back."""
        parts = self.back.setdefault(part.block, [])
        parts.append((part.rows.start, result))
        if sum(len(one.status) for _, one in parts) < whole:
            return None
        return join_blocks([one for _, one in sorted(self.back.pop(part.block), key=lambda pair: pair[0])])


def run_through(client: Any, sweep: PreparedSweep, blocks: Sequence[int]) -> Iterator[Outcome]:
    """Blocks by the workers of a client, in the order in which they end."""
    plan, ended = sweep.plan, SimpleQueue[Any]()
    work = _Work([_Part(block, plan.rows_of(block)) for block in blocks])
    futures: dict[str, Any] = {}  # futures: the scheduler forgets what nobody holds
    most = _most(client)
    while work.left or work.under_way:
        while work.left and len(work.under_way) < most:
            part = work.left.pop(0)
            future = client.submit(run_block, plan, part.rows, installation_here(), pure=False)
            work.under_way[future.key], futures[future.key] = part, future
            future.add_done_callback(ended.put)
        try:
            future = ended.get(timeout=LOOKED)
        except Empty:
            most = _most(client)
            continue
        part = work.under_way.pop(future.key)
        del futures[future.key]
        outcome = _outcome(future, sweep, work, part)
        if isinstance(outcome, Disagreement):
            _forget(work, part.block)
            yield part.block, outcome
        elif outcome is not None:
            whole = work.take(part, outcome, len(plan.rows_of(part.block)))
            if whole is not None:
                yield part.block, whole


def _most(client: Any) -> int:
    """How many blocks may wait or be run: workers come and go."""
    try:
        threads: int = sum(client.nthreads().values())
    except OSError:
        raise refusal("--on", GONE, GO_ON) from None
    return AHEAD * max(1, threads)


def _outcome(
    future: Any, sweep: PreparedSweep, work: _Work, part: _Part
) -> BlockResult | Disagreement | None:
    """What a part gives; nothing where it is run again in halves. Raises what ends the sweep."""
    from distributed import CancelledError, KilledWorker

    try:
        result: BlockResult = future.result()
    except Disagreement as fault:
        return fault
    except KilledWorker:
        if len(part.rows) == 1:
            return crashed_row(sweep)
        middle = part.rows.start + len(part.rows) // 2
        halves = (range(part.rows.start, middle), range(middle, part.rows.stop))
        work.left[:0] = [_Part(part.block, rows) for rows in halves]
        return None
    except CancelledError:
        raise refusal("--on", GONE, GO_ON) from None
    except Unfit as error:
        raise refusal("--on", f"a worker of the cluster {error}", GO_ON) from None
    except ImportError as error:
        message = f"a worker of the cluster cannot run dalembert: {error}"
        raise refusal("--on", message, "install the same version of dalembert there") from None
    return result


def _forget(work: _Work, block: int) -> None:
    """What is left of a block of which a row is disagreed about."""
    work.back.pop(block, None)
    work.left = [part for part in work.left if part.block != block]
