"""Runs in processes of their own, so that one that hangs or dies is told and the others go on."""

from __future__ import annotations

import multiprocessing
import sys
import time
from multiprocessing.connection import Connection, wait

from . import case as cases
from .families import FAMILIES
from .runs import Record, run

Task = tuple[str, int, float]


def _serve(line: Connection) -> None:
    """A worker: says `ready` when the reference is there, then answers with a record."""
    while True:
        task: Task = line.recv()
        name, seed, rtol = task
        own = FAMILIES[name](seed)
        try:
            true = cases.truth(own)
        except ArithmeticError as error:
            line.send(None)
            line.send(Record(family=name, seed=seed, rtol=rtol, status="no reference", message=str(error)))
            continue
        line.send(None)
        try:
            found = run(name, seed, own, true, rtol)
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            found = Record(family=name, seed=seed, rtol=rtol, status="crashed", message=said)
        line.send(found)


class _Worker:
    """A process with a task and a deadline."""

    def __init__(self) -> None:
        self.line, other = multiprocessing.Pipe()
        self.process = multiprocessing.get_context("spawn").Process(target=_serve, args=(other,), daemon=True)
        self.process.start()
        other.close()
        self.task: Task | None = None
        self.deadline = 0.0

    def give(self, task: Task, seconds: float) -> None:
        self.task, self.deadline = task, time.monotonic() + seconds
        self.line.send(task)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.line.close()


def all_records(tasks: list[Task], jobs: int, limit: float, reference_limit: float) -> list[Record]:
    """All records, in the order of the tasks."""
    waiting, found = list(reversed(tasks)), {}
    workers = [_Worker() for _ in range(min(jobs, max(len(tasks), 1)))]
    while len(found) < len(tasks):
        for i, worker in enumerate(workers):
            if worker.task is None and waiting:
                worker.give(waiting.pop(), reference_limit)
            elif worker.task is not None and time.monotonic() > worker.deadline:
                found[worker.task] = _lost(worker.task, "hung", "no answer in time")
                worker.end()
                workers[i] = _Worker()
        for line in wait([one.line for one in workers], timeout=0.5):
            worker = next(one for one in workers if one.line is line)
            task = worker.task
            try:
                answer = worker.line.recv()
            except (EOFError, ConnectionResetError):
                if task is not None:
                    found[task] = _lost(task, "crashed", "the process died")
                worker.end()
                workers[workers.index(worker)] = _Worker()
                continue
            if answer is None:
                worker.deadline = time.monotonic() + limit
            elif task is not None:
                found[task], worker.task = answer, None
                _show(f"{len(found)}/{len(tasks)} {task[0]}:{task[1]} {task[2]:g}")
    for worker in workers:
        worker.end()
    _show("")
    return [found[task] for task in tasks]


def _lost(task: Task, status: str, message: str) -> Record:
    name, seed, rtol = task
    return Record(family=name, seed=seed, rtol=rtol, status=status, message=message)


def _show(progress: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{progress:60}\r")
