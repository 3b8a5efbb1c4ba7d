"""Comparisons of motions as text: a table of the runs, a table of the columns, and the verdict."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert._compare.motions.records import MotionComparison, MotionDifference, MotionRun
from dalembert._compare.motions.verdict import way_name
from dalembert._model.display_units import DisplayUnit, display_units
from dalembert._words.languages import Words

Row = tuple[str, ...]
NONE = "–"
WIDE = ("velocity", "seconds", "evaluations")  # columns for which a page has no room
MOST_COLUMNS = 24  # the most listed columns of a comparison with another motion


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTable:
    """A table of texts: its column titles and its rows."""

    head: Row
    rows: tuple[Row, ...]


def run_name(comparison: MotionComparison, name: str, words: Words, *, gains: bool = True) -> str:
    """The name of a run: a derivation or formulation with its gains, or a file."""
    if name not in {one.name for one in comparison.runs}:
        return name
    if not gains:
        return words.of(way_name(name))
    motion_run = comparison[name]
    gain_texts = ", ".join(f"{letter} = {words.number(value, 3)}" for letter, value in _gains(motion_run))
    return f"{words.of(way_name(name))} ({gain_texts})" if gain_texts else words.of(way_name(name))


def _gains(motion_run: MotionRun) -> list[tuple[str, float]]:
    letters = {"alpha": "α", "beta": "β"}
    return [(letters.get(name, name), value) for name, value in motion_run.constants]


def listed_runs(comparison: MotionComparison, words: Words, *, brief: bool = False) -> TextTable:
    """The table of runs: claimed error, difference from the first, energy, constraints, effort and time.

    A brief table has as many columns as fit on a page, and no gains.
    """
    constrained = any(one.motion.lam.shape[1] for one in comparison.runs)
    first = comparison.runs[0].name
    grown = any(one.growth is not None for one in comparison.differences if one.first == first)
    kept = {
        "run": True,
        "claim": True,
        "difference": True,
        "reactions": constrained,
        "growth": grown,
        "lyapunov": grown,
        "energy": True,
        "position": constrained,
        "velocity": constrained,
        "evaluations": True,
        "seconds": True,
    }
    names = [name for name, there in kept.items() if there and not (brief and name in WIDE)]
    rows = [_run(comparison, one, words, gains=not brief) for one in comparison.runs]
    return TextTable(
        head=tuple(words(f"result_compare_head_{name}") for name in names),
        rows=tuple(tuple(row[name] for name in names) for row in rows),
    )


def _run(comparison: MotionComparison, one: MotionRun, words: Words, *, gains: bool) -> dict[str, str]:
    """The cells of one run."""
    motion, first = one.motion, comparison.runs[0].name
    apart = comparison.difference(first, one.name) if one.name != first else None
    accuracy, growth = motion.accuracy, apart.growth if apart is not None else None
    claim = words("result_compare_drifts") if one.drifts else NONE
    if accuracy.achieved is not None and accuracy.until is not None:
        claim = _small(min(accuracy.achieved, motion.settings.rtol), words)
        if accuracy.until < motion.reached:
            claim = words("result_compare_until", value=claim, t=words.number(accuracy.until, 4))
    reactions = apart.reactions if apart is not None else None
    return {
        "run": run_name(comparison, one.name, words, gains=gains),
        "claim": claim,
        "difference": _difference_text(apart, words) if apart is not None else NONE,
        "reactions": _small(reactions, words) if reactions is not None else NONE,
        "growth": words.number(growth.rate, 3) if growth is not None else NONE,
        "lyapunov": words.number(growth.lyapunov, 3) if growth is not None and growth.lyapunov else NONE,
        "energy": _small(motion.ledger.error, words),
        "position": _small(float(one.position.max(initial=0.0)), words),
        "velocity": _small(float(one.velocity.max(initial=0.0)), words),
        "evaluations": str(motion.work.rhs or motion.work.steps),
        "seconds": words.number(motion.seconds.simulate, 2),
    }


def _difference_text(apart: MotionDifference, words: Words) -> str:
    """The difference while both claim their tolerance, else the largest over all times."""
    return _small(apart.largest if apart.within is None else apart.within, words)


def listed_columns(comparison: MotionComparison, one: MotionDifference, words: Words) -> TextTable:
    """The columns of a comparison with another motion, in the units that the model shows them in."""
    units = display_units(comparison.model)
    worst = sorted(one.columns, key=lambda column: -column.relative)[:MOST_COLUMNS]
    return TextTable(
        head=tuple(
            words(f"result_compare_head_{name}") for name in ("column", "largest", "time", "rms", "relative")
        ),
        rows=tuple(
            (
                column.name,
                _in_unit(column.largest, units[column.name], words),
                words.number(column.t, 4),
                _in_unit(column.rms, units[column.name], words),
                _small(column.relative, words),
            )
            for column in worst
        ),
    )


def _in_unit(value: float, unit: DisplayUnit, words: Words) -> str:
    return unit.with_unit(words.number(value / unit.factor, 3))


def _small(value: float, words: Words) -> str:
    return words.number(value, 1, "e") if value > 0 else "0"


def comparison_text(comparison: MotionComparison, words: Words) -> str:
    """A comparison as text for a terminal."""
    lines = [comparison.model.title] if comparison.model.title else []
    lines += [f"{words('result_compare_verdict')}: {words.of(comparison.verdict)}", ""]
    if comparison.others:
        for one in comparison.differences:
            lines += [
                run_name(comparison, one.second, words),
                *_table(listed_columns(comparison, one, words)),
                "",
            ]
    else:
        lines += [*_table(listed_runs(comparison, words)), ""]
    if comparison.not_run:
        lines.append(words("result_compare_not_run"))
        lines += [f"  {names}: {why}" for names, why in reasons_of(comparison, words)]
        lines.append("")
    lines += [f"{words('result_compare_note')}: {words.of(remark)}" for remark in comparison.remarks]
    return "\n".join(lines).rstrip()


def reasons_of(comparison: MotionComparison, words: Words) -> list[tuple[str, str]]:
    """The derivations and formulations that were not run, grouped by reason."""
    names: dict[str, list[str]] = {}
    for one in comparison.not_run:
        names.setdefault(words.of(one.why), []).append(words.of(way_name(one.name)))
    return [("; ".join(listed), why) for why, listed in names.items()]


def _table(made: TextTable) -> list[str]:
    """The lines of a table: names to the left, numbers to the right."""
    rows = (made.head, *made.rows)
    widths = [max(len(row[i]) for row in rows) for i in range(len(made.head))]
    return [
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
