"""Blocks in further processes of this machine, which may end at any time: what they ran is run again.

Each process is a new one that imports what it needs. Where one ends, the pool is broken: the blocks that were
under way are then run one at a time, so that the one at fault is found; a row that ends its process again and
again is a row with the status `crashed`.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from time import sleep

from dalembert._sweep.blocks import PreparedSweep, crashed_row, join_blocks, prepare, run_rows_of
from dalembert._sweep.checks import Disagreement
from dalembert._sweep.records import BlockResult, Plan

Outcome = tuple[int, BlockResult | Disagreement]
START = "spawn"  # a process that begins anew, and inherits no half-held lock
AHEAD = 2  # blocks for each process that wait or are run
LOOKED = 0.5  # seconds between looks at whether somebody still waits


def run_here(sweep: PreparedSweep, blocks: Sequence[int]) -> Iterator[Outcome]:
    """Blocks in this process."""
    for block in blocks:
        try:
            yield block, run_rows_of(sweep, sweep.plan.rows_of(block))
        except Disagreement as fault:
            yield block, fault


def run_in_processes(sweep: PreparedSweep, blocks: Sequence[int], workers: int) -> Iterator[Outcome]:
    """Blocks in further processes, in the order in which they end."""
    workers = min(workers, len(blocks))
    left, suspects = list(blocks), list[int]()
    while left or suspects:
        if suspects:
            yield from _one_by_one(sweep, suspects)
            suspects = []
            continue
        under_way: dict[Future[BlockResult], int] = {}
        with _pool(sweep.plan, workers) as pool:
            try:
                yield from _together(pool, sweep.plan, left, under_way, AHEAD * workers)
            except BrokenProcessPool:
                suspects = sorted(under_way.values())
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


def _together(
    pool: ProcessPoolExecutor,
    plan: Plan,
    left: list[int],
    under_way: dict[Future[BlockResult], int],
    most: int,
) -> Iterator[Outcome]:
    """Blocks as they end; `under_way` holds those that have not when the pool breaks, `left` the others."""
    while left or under_way:
        while left and len(under_way) < most:
            under_way[pool.submit(run_rows, plan, plan.rows_of(left[0]))] = left[0]
            left.pop(0)
        done, _ = wait(under_way, return_when=FIRST_COMPLETED)
        for future in done:
            try:
                outcome: BlockResult | Disagreement = future.result()
            except Disagreement as fault:
                outcome = fault
            yield under_way.pop(future), outcome


def _one_by_one(sweep: PreparedSweep, blocks: Sequence[int]) -> Iterator[Outcome]:
    """Blocks one at a time in a process of their own, so that the one that ends it is known."""
    left = list(blocks)
    while left:
        with _pool(sweep.plan, 1) as pool:
            try:
                while left:
                    try:
                        outcome: BlockResult | Disagreement = pool.submit(
                            run_rows, sweep.plan, sweep.plan.rows_of(left[0])
                        ).result()
                    except Disagreement as fault:
                        outcome = fault
                    yield left.pop(0), outcome
            except BrokenProcessPool:
                block = left.pop(0)
                yield block, _run_in_halves(sweep, sweep.plan.rows_of(block))


def _run_in_halves(sweep: PreparedSweep, rows: range) -> BlockResult | Disagreement:
    """Rows that end their process, in halves until the row at fault is found."""
    parts: list[BlockResult] = []
    stack = [rows]
    while stack:
        part = stack.pop()
        with _pool(sweep.plan, 1) as pool:
            try:
                parts.append(pool.submit(run_rows, sweep.plan, part).result())
                continue
            except Disagreement as fault:
                return fault
            except BrokenProcessPool:
                if len(part) == 1:
                    parts.append(crashed_row(sweep))
                    continue
        middle = part.start + len(part) // 2
        stack += [range(middle, part.stop), range(part.start, middle)]
    return join_blocks(parts)


def _pool(plan: Plan, workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(
        workers, mp_context=get_context(START), initializer=_begin, initargs=(plan, os.getpid())
    )


def _begin(plan: Plan, parent: int) -> None:
    """Make ready what all blocks need. Ctrl-C is for the process that waits; where it ends, so does this."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            sleep(LOOKED)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    prepare(plan)


def run_rows(plan: Plan, rows: range) -> BlockResult:
    """Some rows of a plan, in another process."""
    return run_rows_of(prepare(plan), rows)
