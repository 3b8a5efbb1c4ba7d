"""dalembert beside the textbook, case by case: right, wrong with ok, refused, failed.

PYTHONPATH=src:. python -m tests.elements.law_trial                      the table of all
PYTHONPATH=src:. python -m tests.elements.law_trial resistor -other_flow cases whose names contain all of these
PYTHONPATH=src:. python -m tests.elements.law_trial --show resistor.resistance-other_flow    the model, both results
PYTHONPATH=src:. python -m tests.elements.law_trial --list wrong ...     the names that came out so
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

from tests.elements.law_cases import Case, case_named, cases
from tests.elements.law_equations import truth
from tests.elements.law_systems import (
    DEMAND,
    DISPLACEMENT,
    DOMAIN,
    EFFORT,
    FLOW,
    PLACE,
    SPEED,
    STATE,
    LawSystem,
    Signal,
)
from tests.elements.law_texts import Texts, model_text
from tests.elements.nodal_oracle import NoSolution

import dalembert

TOLERANCE = 1e-6
SMALL = 0.01  # below it the tolerance is absolute
OUTCOMES = ("right", "wrong", "refused", "failed", "untrue")  # the last: the textbook has no solution


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a case."""

    what: str
    told: str = ""
    ours: tuple[float | None, ...] = ()
    theirs: tuple[float, ...] = ()


def wanted(system: LawSystem) -> tuple[list[Signal], list[Signal]]:
    """What is compared: outputs that are asked for, and columns that are there by themselves."""
    stores = ("capacitor", "tank", "thermal_capacity", "gas_volume", "bellows")
    silent = ("surroundings", "mutual_inductance", "stream")
    nets = [one for one in system.elements if one.kind in DOMAIN and one.kind not in silent]
    outputs = [Signal(DISPLACEMENT if one.kind in stores else FLOW, one.name) for one in nets]
    outputs += [Signal(DEMAND, one.name) for one in system.controllers if "tracking_time" in one.values]
    nodes = {node: None for one in nets for node in one.ends if node != "ground"}
    columns = [Signal(EFFORT, node) for node in nodes]
    for axis in system.axes.values():
        columns += [Signal(PLACE, axis.name), Signal(SPEED, axis.name)]
    return outputs, columns + [Signal(STATE, state.name) for state in system.states]


def simulated(system: LawSystem) -> tuple[str, str, list[float | None]]:
    """The status of a run, what it says, and the values that are compared; None is a column that it has not."""
    outputs, columns = wanted(system)
    sections: dict[str, Any] = tomllib.loads(model_text(system, outputs))
    del sections["format"]
    motion = dalembert.simulate(dalembert.model(**sections))
    texts, present = Texts(system), set(motion.columns())
    names = [f"out_{i}" for i in range(len(outputs))]
    for signal in columns:
        name = texts.signal(signal)
        names.append(name if name in present or signal.word != EFFORT else f"nodes.{name}")
    values = [float(motion[name][-1]) if name in present else None for name in names]
    return str(motion.status), str(motion).splitlines()[0], values


def outcome(case: Case) -> Outcome:
    """A case by both."""
    outputs, columns = wanted(case.system)
    try:
        theirs = truth(case.system, (*outputs, *columns))
    except NoSolution as error:
        return Outcome("untrue", str(error))
    try:
        status, told, ours = simulated(case.system)
    except (dalembert.ModelError, dalembert.NotAvailable) as error:
        return Outcome("refused", str(error), (), tuple(theirs))
    if status != "ok":
        return Outcome("failed", f"{status}: {told}", tuple(ours), tuple(theirs))
    same = all(
        a is None or abs(a - b) <= TOLERANCE * max(abs(b), SMALL) for a, b in zip(ours, theirs, strict=True)
    )
    compared = sum(a is not None for a in ours)
    return Outcome(
        "right" if same and compared else "wrong", f"{compared} compared", tuple(ours), tuple(theirs)
    )


def comparison(case: Case, found: Outcome) -> str:
    """The model and both results."""
    outputs, columns = wanted(case.system)
    texts = Texts(case.system)
    lines = [model_text(case.system, outputs), f"{case.name}: {found.what} {found.told}"]
    ours = found.ours or (None,) * len(found.theirs)
    for signal, a, b in zip((*outputs, *columns), ours, found.theirs, strict=False):
        own = "-" if a is None else f"{a:+.10f}  off by {a - b:+.1e}"
        lines.append(f"  {texts.signal(signal):20} textbook {b:+.10f}  dalembert {own}")
    return "\n".join(lines)


def table(found: dict[str, Counter[str]]) -> str:
    """Outcomes by what the value depends on."""
    total: Counter[str] = sum(found.values(), Counter())
    rows = [*sorted(found.items()), ("all", total)]
    head = f"{'depends on':32}" + "".join(f"{one:>9}" for one in OUTCOMES)
    lines = [f"{name:32}" + "".join(f"{counts[one]:>9}" for one in OUTCOMES) for name, counts in rows]
    return "\n".join([head, *lines])


def _print(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--show", metavar="CASE")
    parser.add_argument("--list", metavar="OUTCOME", choices=OUTCOMES, action="append", default=[])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("parts", nargs="*")
    asked, parts = parser.parse_known_args()
    if asked.show:
        case = case_named(asked.show)
        _print(comparison(case, outcome(case)))
        return
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for case in cases(asked.seed):
        if all(part in case.name for part in (*asked.parts, *parts)):
            one = outcome(case)
            group = "two" if "+" in case.dependence else case.dependence
            found[group][one.what] += 1
            if one.what in asked.list:
                _print(f"{one.what:8} {case.name}: {one.told.splitlines()[0] if one.told else ''}")
    _print(table(found))


if __name__ == "__main__":
    main()
