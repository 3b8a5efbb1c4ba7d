"""The request for a figure of many runs: the rows of a sweep, names, words and options."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dalembert._model.display_units import DEGREES, DisplayUnit, requested_unit
from dalembert._present.figures.figure_options import FigureOptions
from dalembert._present.figures.labels import symbol_of, with_unit
from dalembert._present.figures.records import Array, Axis, Label, NothingToDraw, finite
from dalembert._present.notation import Notation
from dalembert._sweep.rows import SweepRows
from dalembert._words.languages import Words

MOST_PANELS = 6
DIGITS = 4


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Column:
    """A quantity of the rows in its display unit: (rows,), or a series (rows, points)."""

    name: str
    values: Array
    label: Label
    display_unit: DisplayUnit

    @property
    def unit(self) -> str:
        """The unit as typed."""
        return self.display_unit.text

    def text_in_row(self, row: int, words: Words) -> str:
        """Its name and its value in a row, with the unit: g = 9.81 m/s²."""
        number = words.number(float(self.values[row]), DIGITS, "p")
        return f"{self.label.text} = {self.display_unit.with_unit(number)}"

    def from_si(self, si: float) -> float:
        """A number in SI in the unit of the column."""
        return self.display_unit.from_si(si)

    def axis(self, *, log: bool = False) -> Axis:
        """An axis along which it runs."""
        return Axis(label=with_unit(self.label, self.unit), log=log)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SweepAsk:
    """The rows of a sweep, and the options of a figure."""

    rows: SweepRows
    names: tuple[str, ...]
    words: Words
    options: FigureOptions

    @property
    def about(self) -> str:
        """The title of the model."""
        return self.rows.title or self.words("figure_a_model")

    def varied_columns(self) -> list[Column]:
        """The varied quantities with more than one value."""
        return [self[name] for name, values in self.rows.varied.items() if np.ptp(values) > 0]

    def numbers(self) -> list[Column]:
        """The kept quantities with one number per run: the requested ones, else the first few."""
        requested = [name for name in self.names if name not in self.rows.varied]
        every = requested or list(self.rows.numbers)
        columns = [self[name] for name in every]
        for one in columns:
            if one.values.ndim > 1:
                message = f"`{one.name}` is a series: this figure is of one number a run"
                raise NothingToDraw(message)
        if not columns:
            message = "nothing was kept as one number a run: keep for example max(x) or x at end"
            raise NothingToDraw(message)
        return columns[:MOST_PANELS]

    def scale(self, one: Column) -> Axis:
        """The axis of a varied quantity, logarithmic where its values have equal ratios."""
        plan = self.rows.plan.axes
        ratios = {n for axis in plan for n, kind in zip(axis.names, axis.kinds, strict=True) if kind == "log"}
        return one.axis(log=one.name in ratios)

    def remarks(self, shown: int = 0) -> tuple[str, ...]:
        """Remarks on rows without numbers, and on quantities that are not shown."""
        missing = self.rows.missing_rows
        missing_rows = (
            (self.words("figure_rows_missing", missing=missing, every=self.rows.runs),) if missing else ()
        )
        every = len(self.rows.numbers)
        some = (self.words("figure_some_of", shown=shown, every=every),) if 0 < shown < every else ()
        return (*missing_rows, *(some if not self.names else ()))

    def __getitem__(self, name: str) -> Column:
        """A quantity by its name."""
        values = self.rows.series[name] if name in self.rows.series else self.rows.column(name)
        wanted = (*self.options.units, *(DEGREES if self.options.degrees else ()))
        si = self.rows.units[name]
        unit = DisplayUnit(requested_unit(si, wanted) or self.rows.entry_units.get(name, "") or si)
        is_varied = name in self.rows.varied
        label = Label((symbol_of(Notation({}, {}), name),)) if is_varied else Label((self.rows.texts[name],))
        return Column(name=name, values=finite(unit.column(values)), label=label, display_unit=unit)
