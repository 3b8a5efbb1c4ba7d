"""Blocks in further processes of this machine, which may end at any time: what they ran is run again.

Each process is a new one that imports what it needs. Where one ends, the pool is broken: the blocks that were
under way are then run one at a time, so that the one at fault is found; a row that ends its process again and again
is a row with the status `crashed`.
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

from dalembert._sweep.blocks import PreparedSweep, crashed_row, joined, prepare, run_rows_of
from dalembert._sweep.checks import Disagreement
from dalembert._sweep.records import BlockResult, Plan

Outcome = tuple[int, BlockResult | Disagreement]
TRIES = 2  # of a block by itself, before its rows are parted
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
    left, suspects = list(blocks), list[int]()
    while left or suspects:
        if suspects:
            block = suspects.pop()
            yield block, _alone(sweep, sweep.plan.rows_of(block))
            continue
        under_way: dict[Future[BlockResult], int] = {}
        pool = _pool(sweep.plan, workers)
        try:
            while left or under_way:
                while left and len(under_way) < AHEAD * workers:
                    block = left.pop(0)
                    try:
                        under_way[pool.submit(run_rows, sweep.plan, sweep.plan.rows_of(block))] = block
                    except BrokenProcessPool:
                        left.insert(0, block)
                        raise
                done, _ = wait(under_way, return_when=FIRST_COMPLETED)
                for future in done:
                    try:
                        outcome: BlockResult | Disagreement = future.result()
                    except Disagreement as fault:
                        outcome = fault
                    yield under_way.pop(future), outcome
        except BrokenProcessPool:
            suspects = sorted(under_way.values(), reverse=True)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _alone(sweep: PreparedSweep, rows: range) -> BlockResult | Disagreement:
    """Rows in a process of their own; where it ends, in halves, until the row at fault is found."""
    parts: list[BlockResult] = []
    stack, tries = [rows], TRIES  # the first process may have been ended from outside
    while stack:
        own = stack.pop()
        with _pool(sweep.plan, 1) as pool:
            try:
                parts.append(pool.submit(run_rows, sweep.plan, own).result())
                continue
            except Disagreement as fault:
                return fault
            except BrokenProcessPool:
                tries -= 1
                if tries > 0:
                    stack.append(own)
                    continue
        if len(own) == 1:
            parts.append(crashed_row(sweep))
            continue
        middle = own.start + len(own) // 2
        stack += [range(middle, own.stop), range(own.start, middle)]
    return joined(parts)


def _pool(plan: Plan, workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=_begin, initargs=(plan, os.getpid())
    )


def _begin(plan: Plan, parent: int) -> None:
    """Make ready what all blocks need; Ctrl-C is for the process that waits, and where that ends so does this."""
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
