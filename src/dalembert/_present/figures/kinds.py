"""The kinds of figures by name. A further kind is one file with a maker, and its loader with one line here.

The names can be read without loading the makers: a kind is loaded when a figure of it is made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dalembert._present.figures.columns import Ask
    from dalembert._present.figures.model_ask import ModelAsk
    from dalembert._present.figures.records import Figure
    from dalembert._present.figures.sweeps.ask import SweepAsk

    Maker = Callable[[Ask], Figure]
    Fits = Callable[[Ask], bool]
    ModelMaker = Callable[[ModelAsk], Figure]
    ModelFits = Callable[[ModelAsk], bool]
    SweepMaker = Callable[[SweepAsk], Figure]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of figure of a motion: its maker, and whether a report includes it by default."""

    load: Callable[[], tuple[Maker, Fits]]


@dataclass(frozen=True, slots=True)
class ModelKind:
    """A kind of figure of a model, which needs no motion: its maker, and whether a report includes it."""

    load: Callable[[], tuple[ModelMaker, ModelFits]]


@dataclass(frozen=True, slots=True)
class SweepKind:
    """A kind of figure of many runs: its maker, from the rows of a sweep."""

    load: Callable[[], SweepMaker]


def _has_energy(ask: Ask) -> bool:
    return bool(len(ask.one.t) and ask.one.motion.model.coordinates)


def _never(_: Ask) -> bool:
    return False


def _family(name: str) -> Kind:
    """The columns of one family over time."""

    def load() -> tuple[Maker, Fits]:
        from dalembert._present.figures.histories import histories_of

        return histories_of(name)

    return Kind(load)


def _histories() -> tuple[Maker, Fits]:
    from dalembert._present.figures.histories import histories_of

    return histories_of("coordinates", "speeds")[0], _never


def _phase() -> tuple[Maker, Fits]:
    from dalembert._present.figures.phase import has_coordinates, phase

    return phase, has_coordinates


def _pairs() -> tuple[Maker, Fits]:
    from dalembert._present.figures.phase import pairs

    return pairs, _never


def _paths() -> tuple[Maker, Fits]:
    from dalembert._present.figures.paths import fits, paths

    return paths, fits


def _energy() -> tuple[Maker, Fits]:
    from dalembert._present.figures.energy import energy

    return energy, _has_energy


def _elements() -> tuple[Maker, Fits]:
    from dalembert._present.figures.elements import elements, fits

    return elements, fits


def _ledger() -> tuple[Maker, Fits]:
    from dalembert._present.figures.energy import ledger

    return ledger, _has_energy


def _residuals() -> tuple[Maker, Fits]:
    from dalembert._present.figures.residuals import fits, residuals

    return residuals, fits


def _spectrum() -> tuple[Maker, Fits]:
    from dalembert._present.figures.spectrum import fits, spectrum

    return spectrum, fits


def _comparison() -> tuple[Maker, Fits]:
    from dalembert._present.figures.comparison import comparison

    return comparison, _never


def _over() -> tuple[Maker, Fits]:
    from dalembert._present.figures.over import over

    return over, _never


def _bode() -> tuple[ModelMaker, ModelFits]:
    from dalembert._present.figures.bode import bode, fits

    return bode, fits


def _campbell() -> tuple[ModelMaker, ModelFits]:
    from dalembert._present.figures.campbell import campbell, never

    return campbell, never


def _mode_shapes() -> tuple[ModelMaker, ModelFits]:
    from dalembert._present.figures.mode_shapes import fits, mode_shapes

    return mode_shapes, fits


def _lines() -> SweepMaker:
    from dalembert._present.figures.sweeps.lines import lines

    return lines


def _map() -> SweepMaker:
    from dalembert._present.figures.sweeps.heat_map import heat_map

    return heat_map


def _distribution() -> SweepMaker:
    from dalembert._present.figures.sweeps.distribution import distribution

    return distribution


def _parallel() -> SweepMaker:
    from dalembert._present.figures.sweeps.parallel import parallel

    return parallel


def _basins() -> SweepMaker:
    from dalembert._present.figures.sweeps.heat_map import basins

    return basins


def _bifurcation() -> SweepMaker:
    from dalembert._present.figures.sweeps.series_points import bifurcation

    return bifurcation


def _section() -> SweepMaker:
    from dalembert._present.figures.sweeps.series_points import section

    return section


def _sensitivity() -> SweepMaker:
    from dalembert._present.figures.sweeps.sensitivity import sensitivity

    return sensitivity


KINDS: dict[str, Kind | ModelKind | SweepKind] = {
    "histories": Kind(_histories),
    "coordinates": _family("coordinates"),
    "speeds": _family("speeds"),
    "accelerations": _family("accelerations"),
    "states": _family("states"),
    "efforts": _family("efforts"),
    "outputs": _family("outputs"),
    "inputs": _family("inputs"),
    "multipliers": _family("multipliers"),
    "contacts": _family("contacts"),
    "friction": _family("friction"),
    "reactions": _family("reactions"),
    "phase": Kind(_phase),
    "pairs": Kind(_pairs),
    "paths": Kind(_paths),
    "energy": Kind(_energy),
    "elements": Kind(_elements),
    "ledger": Kind(_ledger),
    "residuals": Kind(_residuals),
    "spectrum": Kind(_spectrum),
    "comparison": Kind(_comparison),
    "over": Kind(_over),
    "bode": ModelKind(_bode),
    "campbell": ModelKind(_campbell),
    "mode_shapes": ModelKind(_mode_shapes),
    "lines": SweepKind(_lines),
    "map": SweepKind(_map),
    "distribution": SweepKind(_distribution),
    "parallel": SweepKind(_parallel),
    "basins": SweepKind(_basins),
    "bifurcation": SweepKind(_bifurcation),
    "section": SweepKind(_section),
    "sensitivity": SweepKind(_sensitivity),
}
