"""What the rows of a sweep say together: percentiles, how often a limit is passed, the best of them.

Expressions are those of the model language, made of the names of what was varied and kept, in SI units.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from dalembert._expression.evaluate import evaluate
from dalembert._expression.functions import CONSTANTS
from dalembert._expression.source import Flaw, ModelError, Source, flaw_at
from dalembert._expression.walk import names
from dalembert._sweep.records import Array, refusal
from dalembert._sweep.rows import SweepRows
from dalembert._sweep.samples import DESIGNS
from dalembert._sweep.sensitivity_indices import SensitivityIndices, indices_of
from dalembert._text.lexer import TextFault
from dalembert._text.parser import parse

_COMPARISON = re.compile(r"(?P<left>[^<>=]+)(?P<sign><=|>=|<|>)(?P<right>[^<>=]+)")
Z = 1.959963984540054  # standard deviations on both sides of the mean that hold 95 %
EXAMPLE = "write for example max_x > 0.5"


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantityStatistics:
    """How a kept number is distributed over the rows that have one, in its SI unit."""

    name: str
    unit: str
    rows: int
    mean: float
    deviation: float  # the standard deviation of the sample
    minimum: float
    p5: float  # 5 % of the rows lie below
    median: float
    p95: float
    maximum: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SweepStatistics:
    """What the rows of a sweep say together; `best` are numbers of rows, the best one first."""

    quantities: tuple[QuantityStatistics, ...]
    indices: tuple[SensitivityIndices, ...]  # of a sample saltelli or morris
    reliability: tuple[Reliability, ...]
    best: tuple[int, ...]

    def __repr__(self) -> str:
        """How much there is of each."""
        return (
            f"SweepStatistics({len(self.quantities)} quantities, {len(self.indices)} with indices,"
            f" {len(self.reliability)} limits, best rows {list(self.best[:5])})"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reliability:
    """How probable it is that a limit is passed: a share of the rows, with Wilson's interval of 95 %."""

    limit: str
    probability: float
    low: float
    high: float
    passed: int
    rows: int  # with numbers
    missing: int  # failed, or not yet run: what they would do is not known


def statistics_of(rows: SweepRows, limits: Sequence[str], best: int, by: str) -> SweepStatistics:
    """Everything that can be said of the rows together, and what is asked for: limits, and the best rows."""
    sample = rows.plan.sample
    designed = sample is not None and sample.method in DESIGNS and not rows.plan.axes
    return SweepStatistics(
        quantities=tuple(_quantity(rows, name) for name in rows.numbers),
        indices=indices_of(rows) if designed else (),
        reliability=tuple(reliability_of(rows, limit) for limit in limits),
        best=tuple(best_rows(rows, by, best)) if by else (),
    )


def _quantity(rows: SweepRows, name: str) -> QuantityStatistics:
    values = rows.numbers[name]
    known = values[np.isfinite(values)]
    some = known if len(known) else np.array([np.nan])
    p5, median, p95 = (float(one) for one in np.percentile(some, (5, 50, 95)))
    return QuantityStatistics(
        name=name,
        unit=rows.units[name],
        rows=len(known),
        mean=float(some.mean()),
        deviation=float(some.std(ddof=1)) if len(known) > 1 else float("nan"),
        minimum=float(some.min()),
        p5=p5,
        median=median,
        p95=p95,
        maximum=float(some.max()),
    )


def best_rows(rows: SweepRows, by: str, count: int) -> list[int]:
    """The numbers of the rows with the smallest values of an expression, the best first."""
    if count < 1:
        raise refusal("--by", f"the best {count} rows are none", "ask for 1 or more")
    values = values_of_rows(rows, by, "--by")
    known = np.flatnonzero(np.isfinite(values))
    if not len(known):
        raise refusal("--by", f"`{by}` has a value in no row", "look at the messages of the rows")
    order: list[int] = known[np.argsort(values[known], kind="stable")][:count].tolist()
    return order


def reliability_of(rows: SweepRows, limit: str) -> Reliability:
    """How often a limit such as `max_x > 0.5` is passed, among the rows that have numbers."""
    match = _COMPARISON.fullmatch(limit.strip())
    if match is None:
        raise refusal("--limit", f"`{limit}` is no comparison of two values", EXAMPLE)
    left, right = (values_of_rows(rows, match[side].strip(), "--limit") for side in ("left", "right"))
    known = np.isfinite(left) & np.isfinite(right)
    above = match["sign"].startswith(">")
    a, b = (left[known], right[known]) if above else (right[known], left[known])
    passed = int((a >= b if "=" in match["sign"] else a > b).sum())
    count = int(known.sum())
    if not count:
        raise refusal("--limit", f"`{limit}` has a value in no row", "look at the messages of the rows")
    low, high = wilson_interval(passed, count)
    return Reliability(
        limit=limit.strip(),
        probability=passed / count,
        low=low,
        high=high,
        passed=passed,
        rows=count,
        missing=rows.runs - count,
    )


def wilson_interval(passed: int, count: int) -> tuple[float, float]:
    """Wilson's interval of 95 % of a probability. E. B. Wilson, J. Am. Stat. Assoc. 22 (1927) 209-212."""
    p, n = passed / count, float(count)
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return middle - half if passed else 0.0, middle + half if passed < count else 1.0


def values_of_rows(rows: SweepRows, text: str, where: str) -> Array:
    """An expression of the names of a sweep in each row; NaN where it has no value."""
    source = Source(text, where)
    try:
        root = parse(text)
    except TextFault as fault:
        raise ModelError((_flaw(source, fault),)) from None
    keys = sorted(key for key in names(root) if key[0] not in CONSTANTS)
    columns = [rows.column(name + order * "'").tolist() for name, order in keys]
    if not columns:
        return np.full(rows.runs, evaluate(root, {}))
    return np.array([evaluate(root, dict(zip(keys, row, strict=True))) for row in zip(*columns, strict=True)])


def _flaw(source: Source, fault: TextFault) -> Flaw:
    return flaw_at(source, fault.span, rule=fault.rule, message=fault.message, hint=fault.hint)
