"""Everything a report is made from, gathered before it is written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from dalembert._analyse.body_loads import BodyLoads
from dalembert._analyse.records import Equilibria, Modes
from dalembert._compare.motions.records import MotionComparison
from dalembert._derive.conserved import ConservedQuantity
from dalembert._derive.derivations import Derivation
from dalembert._derive.eliminate import Elimination
from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import Form
from dalembert._derive.kinematics import Kinematics
from dalembert._derive.small_motion import SmallMotion
from dalembert._derive.solved_form import SolvedForm
from dalembert._model.check import Verdict
from dalembert._model.records import Model
from dalembert._simulate.motion import Motion
from dalembert._words.message import Message

if TYPE_CHECKING:  # few reports tell of many runs
    from dalembert._sweep.rows import SweepRows
    from dalembert._sweep.statistics import SweepStatistics


class Length(StrEnum):
    """How much a report tells."""

    brief = "brief"  # two pages
    standard = "standard"  # the story; of large models, as much as can be read
    full = "full"  # nothing is left out


WANTED = ("forms", "elimination", "conserved", "equilibria", "modes", "motion", "figures", "animation")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportFigure:
    """A figure that is ready: SVG for pages, PDF for paper, PNG for whatever else."""

    name: str
    title: str
    caption: str
    svg: str
    pdf: bytes
    png: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Omission:
    """What could not be computed (one of `WANTED`), and why."""

    what: str
    why: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportData:
    """What is known of a model: None or nothing where it could not be found, and `missing` says why."""

    model: Model
    equations: Equations
    verdict: Verdict
    forms: tuple[Form, ...] = ()
    kinematics: Kinematics | None = None
    elimination: Elimination | None = None
    solved: SolvedForm | None = None
    small_motion: SmallMotion | None = None
    conserved: tuple[ConservedQuantity, ...] = ()
    derivations: tuple[Derivation, ...] = ()  # that were compared
    equilibria: Equilibria | None = None
    modes: Modes | None = None
    motion: Motion | None = None
    figures: tuple[ReportFigure, ...] = ()
    drawing: ReportFigure | None = None
    loads: BodyLoads | None = None  # what acts on each body
    diagrams: ReportFigure | None = None  # of the bodies by themselves
    blocks: ReportFigure | None = None  # the diagram of controllers
    animation: str | None = None
    compared: MotionComparison | None = None  # the motion by other derivations and formulations
    compared_figures: tuple[ReportFigure, ...] = ()
    many_runs: tuple[SweepRows, SweepStatistics] | None = None  # a sweep that was given
    missing: tuple[Omission, ...] = ()
    case: str = ""  # the case of the model that was run
    values: tuple[str, ...] = ()  # what was given besides: m = 3
    source: str = ""  # the model file as it was read
    made_by: str = ""  # program and version
    length: Length = Length.standard
