"""Runs in processes of their own, so that one that hangs or dies is told and the others go on."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
from multiprocessing.connection import Connection, wait

from . import case as cases
from .families import FAMILIES
from .runs import Record, run

PATIENCE = 20  # seconds of waiting for a second of computing, on a machine that others use
Task = tuple[str, int, float, str | None]  # family, seed, tolerance, method


def _serve(line: Connection, seconds: float) -> None:
    """A worker: says None when the reference is there, then answers with a record."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who gives tasks ends it
    while True:
        try:
            task: Task = line.recv()
        except EOFError:
            return
        name, seed, rtol, method = task
        own = FAMILIES[name](seed)
        try:
            true = cases.truth(own)
        except ArithmeticError as error:
            line.send(None)
            line.send(Record(family=name, seed=seed, rtol=rtol, status="no reference", message=str(error)))
            continue
        line.send(None)
        _limit(seconds)
        try:
            found = run(name, seed, own, true, rtol, method)
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            found = Record(family=name, seed=seed, rtol=rtol, status="crashed", message=said)
        _limit(0)
        line.send(found)


def _limit(seconds: float) -> None:
    """End this process after seconds of computing, wherever it is; 0: no longer. A busy machine does not count."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)


class _Worker:
    """A process with a task and a deadline."""

    def __init__(self, seconds: float) -> None:
        self.line, other = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("spawn").Process(
            target=_serve, args=(other, seconds), daemon=True
        )
        self.process.start()
        other.close()
        self.task: Task | None = None
        self.deadline = 0.0

    def give(self, task: Task, seconds: float) -> None:
        self.task, self.deadline = task, time.monotonic() + seconds
        self.line.send(task)

    def cause(self) -> tuple[str, str]:
        """Why the process is no longer there."""
        if sys.platform != "win32" and self.process.exitcode == -signal.SIGPROF:
            return "hung", "no answer after as much computing as a run may take"
        return "crashed", f"the process died with the code {self.process.exitcode}"

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.line.close()


def all_records(tasks: list[Task], jobs: int, limit: float, reference_limit: float) -> list[Record]:
    """All records, in the order of the tasks; those found so far where Ctrl-C ends it."""
    found: dict[Task, Record] = {}
    workers = [_Worker(limit) for _ in range(min(jobs, max(len(tasks), 1)))]
    try:
        _work(tasks, workers, found, limit, reference_limit)
    except KeyboardInterrupt:
        sys.stderr.write(f"\nended after {len(found)} of {len(tasks)} runs\n")
    for worker in workers:
        worker.end()
    _show("")
    return [found[task] for task in tasks if task in found]


def _work(
    tasks: list[Task], workers: list[_Worker], found: dict[Task, Record], limit: float, reference_limit: float
) -> None:
    """Give tasks to workers and gather their answers until all are there."""
    waiting = list(reversed(tasks))
    while len(found) < len(tasks):
        for i, worker in enumerate(workers):
            if worker.task is None and waiting:
                worker.give(waiting.pop(), reference_limit)
            elif worker.task is not None and time.monotonic() > worker.deadline:
                found[worker.task] = _lost(worker.task, "hung", "no answer in time")
                worker.end()
                workers[i] = _Worker(limit)
        for line in wait([one.line for one in workers], timeout=0.5):
            worker = next(one for one in workers if one.line is line)
            task = worker.task
            try:
                answer = worker.line.recv()
            except (EOFError, ConnectionResetError):
                worker.end()
                if task is not None:
                    found[task] = _lost(task, *worker.cause())
                workers[workers.index(worker)] = _Worker(limit)
                continue
            if answer is None:
                worker.deadline = time.monotonic() + PATIENCE * limit
            elif task is not None:
                found[task], worker.task = answer, None
                _show(f"{len(found)}/{len(tasks)} {task[0]}:{task[1]} {task[2]:g}")


def _lost(task: Task, status: str, message: str) -> Record:
    name, seed, rtol, _ = task
    return Record(family=name, seed=seed, rtol=rtol, status=status, message=message)


def _show(progress: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{progress:60}\r")
