"""Whether Taylor series cost less than a Runge-Kutta method: from the work of a coarse run of each.

The steps of the runs that follow are at most half and a quarter as long, whatever the method: what the first
ones cost tells what the others will. Costs are counted, in nanoseconds of one core as they were measured,
so that the choice is the same on every machine and under any load.
"""

from __future__ import annotations

from dataclasses import dataclass

from dalembert._compile.run_functions import AT_LEAST, EACH
from dalembert._compile.series import SeriesCode
from dalembert._simulate.methods import MARGIN
from dalembert._simulate.taylor import order_of
from dalembert._simulate.trajectory import End, Problem, Trajectory
from dalembert._tape.linear_forms import NoSeries

FURTHER = 15  # times what the first run costs, those after it: 12 to 30 were measured
PATIENCE = 2  # times as long as compiling the series, that the runs after the first must take
HELD = 0.01  # of the steps: where stability held more of them back, series gain little
CHEAPER = 0.6  # of the other method's cost
INSTRUCTION, STAGE = 0.2, 25.0  # ns: of a tape; of a stage besides its rates
STEP, PRODUCT, NODE = 150.0, 0.085, 0.4  # ns: of a step by series; in it for each product, and each operation


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesCost:
    """Nanoseconds of a first run by each method."""

    plain: float
    series: float

    @property
    def pays(self) -> bool:
        """Whether Taylor series cost enough less to change the method."""
        return self.series <= CHEAPER * self.plain


def worth_a_trial(problem: Problem, run: Trajectory, rtol: float) -> bool:
    """Whether a run is so long, and its model so smooth, that Taylor series may cost less.

    Projections onto constraints, pieces of time, tables and delays cost a step by series as much as another,
    or more: there are fewer to gain by.
    """
    dynamics, work = problem.dynamics, run.work
    further = FURTHER * _plain_cost(problem, run)
    if further < 1e9 * PATIENCE * AT_LEAST or run.end is not End.done or work.rescues:
        return False
    if work.stiff > HELD * work.steps:
        return False
    if dynamics.layout.constraints or dynamics.tables or problem.breaks or problem.history is not None:
        return False
    if problem.time_step is not None or problem.directions or dynamics.compiled.equations.leading:
        return False
    try:
        code = _code(problem, rtol)
    except NoSeries:
        return False
    return not code.series.switches and further >= 1e9 * PATIENCE * (AT_LEAST + EACH * code.length)


def costs(problem: Problem, plain: Trajectory, series: Trajectory, rtol: float) -> SeriesCost:
    """The cost of a first run by each method."""
    code = _code(problem, rtol)
    steps = series.work.steps + series.work.rejected
    return SeriesCost(plain=_plain_cost(problem, plain), series=steps * _step_cost(problem, code))


def _code(problem: Problem, rtol: float) -> SeriesCode:
    return problem.dynamics.compiled.series(order_of(rtol / MARGIN))


def _plain_cost(problem: Problem, run: Trajectory) -> float:
    return run.work.rhs * (STAGE + INSTRUCTION * problem.dynamics.compiled.code.length)


def _step_cost(problem: Problem, code: SeriesCode) -> float:
    series, order = code.series, code.order
    lanes = len(series.pairs) + 0.5 * len(series.squares) + 1.5 * len(series.powers)
    sums = PRODUCT * order**2 / 2 * lanes + NODE * order * len(series.nodes)
    return STEP + sums + INSTRUCTION * problem.dynamics.compiled.code.length
