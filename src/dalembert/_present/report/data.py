"""The data of a report, computed before it is written."""

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

if TYPE_CHECKING:  # few reports describe many runs
    from dalembert._sweep.rows import SweepRows
    from dalembert._sweep.statistics import SweepStatistics


class Length(StrEnum):
    """The length of a report."""

    brief = "brief"  # two pages
    standard = "standard"  # the main part, shortened for large models
    full = "full"  # nothing is left out


WANTED = ("forms", "elimination", "conserved", "equilibria", "modes", "motion", "figures", "animation")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportFigure:
    """A drawn figure: SVG for pages, PDF for paper, PNG for other uses."""

    name: str
    title: str
    caption: str
    svg: str
    pdf: bytes
    png: bytes = b""


@dataclass(frozen=True, slots=True, kw_only=True)
class Omission:
    """A result that could not be computed (one of `WANTED`), and why."""

    what: str
    why: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportData:
    """The results for a model: None or empty where they could not be computed; `missing` has the reasons."""

    model: Model
    equations: Equations
    verdict: Verdict
    forms: tuple[Form, ...] = ()
    kinematics: Kinematics | None = None
    elimination: Elimination | None = None
    solved: SolvedForm | None = None
    small_motion: SmallMotion | None = None
    conserved: tuple[ConservedQuantity, ...] = ()
    derivations: tuple[Derivation, ...] = ()  # compared derivations
    equilibria: Equilibria | None = None
    modes: Modes | None = None
    motion: Motion | None = None
    figures: tuple[ReportFigure, ...] = ()
    drawing: ReportFigure | None = None
    loads: BodyLoads | None = None  # the loads on each body
    diagrams: ReportFigure | None = None  # free-body diagrams
    blocks: ReportFigure | None = None  # the diagram of controllers
    animation: str | None = None
    compared: MotionComparison | None = None  # the motion by other derivations and formulations
    compared_figures: tuple[ReportFigure, ...] = ()
    many_runs: tuple[SweepRows, SweepStatistics] | None = None  # a given sweep
    missing: tuple[Omission, ...] = ()
    case: str = ""  # the case of the run
    values: tuple[str, ...] = ()  # given values besides: m = 3
    source: str = ""  # the text of the model file
    made_by: str = ""  # program and version
    length: Length = Length.standard
