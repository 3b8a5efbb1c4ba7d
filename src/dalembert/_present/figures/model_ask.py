"""The request for a figure of a model without a motion: frequency responses, Campbell diagrams, modes."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert._analyse.context import analysis_context
from dalembert._analyse.normal_modes import modes_about, modes_of
from dalembert._analyse.records import Linear, Modes
from dalembert._analyse.requested_point import default_linearisation, linear_about
from dalembert._model.display_units import DEGREES, DisplayUnit, display_units
from dalembert._model.records import Model
from dalembert._present.figures.figure_options import FigureOptions
from dalembert._present.figures.labels import symbol_of
from dalembert._present.figures.records import Symbol
from dalembert._present.notation import notation
from dalembert._words.languages import Words
from dalembert._words.message import Message


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ModelAsk:
    """A model and the options of a figure; `modes` are known ones."""

    model: Model
    names: tuple[str, ...]
    words: Words
    options: FigureOptions
    modes: Modes | None = None

    @property
    def about(self) -> str:
        """The title of the model."""
        return self.model.title or self.words("figure_a_model")

    @property
    def units(self) -> dict[str, DisplayUnit]:
        """The display units of quantities."""
        wanted = (*self.options.units, *(DEGREES if self.options.degrees else ()))
        return display_units(self.model, wanted)

    def symbol(self, name: str) -> Symbol:
        """A name as mathematics."""
        return symbol_of(notation(self.model), name)

    def text(self, message: Message) -> str:
        """A message in the language of the figure."""
        return self.words.of(message)

    def linear(self) -> Linear:
        """The linear equations about the requested point, else about the default point of modes."""
        context = analysis_context(self.model)
        if self.options.at is not None:
            return linear_about(context, self.options.at)
        return default_linearisation(context)[0]

    def found_modes(self) -> Modes:
        """The modes about that point."""
        if self.modes is not None and self.options.at is None:
            return self.modes
        if self.options.at is not None:
            return modes_about(self.linear())
        return modes_of(analysis_context(self.model), None)
