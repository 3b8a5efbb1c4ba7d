"""Methods for hybrid systems, each made of one for smooth motions."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dalembert._compile.compiler import compiles
from dalembert._compile.native import mode_loop
from dalembert._contact import tolerances
from dalembert._contact.mode_table import fits_loop
from dalembert._model.used_results import used_results
from dalembert._simulate.hybrid_problem import HybridProblem
from dalembert._simulate.hybrid_run import HybridRun
from dalembert._simulate.instants import Instants
from dalembert._simulate.methods import MethodChoice
from dalembert._simulate.system_lease import ReusableParts
from dalembert._simulate.trajectory import Method, Problem, Trajectory, Watch
from dalembert._simulate.whole_run import follow_whole


@dataclass(frozen=True, slots=True, kw_only=True)
class HybridMethod:
    """A method for hybrid systems, made of one for smooth motions."""

    method: Method
    hybrid: HybridProblem

    def __call__(self, problem: Problem, watch: Watch) -> Trajectory:
        """A run through all modes."""
        try:
            followed = follow_whole(self.hybrid, problem, watch)
        except KeyboardInterrupt:
            return HybridRun(self.method, self.hybrid, problem, watch).interrupted()
        if isinstance(followed, Trajectory):
            return followed
        return HybridRun(self.method, self.hybrid, problem, watch, followed).trajectory()


def hybrid_method(
    chosen: MethodChoice, parts: ReusableParts, instants: Instants, *, dependent: bool = False
) -> MethodChoice:
    """A method for the motions of a model with contacts, switches, or a state that jumps.

    Where constraints are `dependent` on one another, the loop in C does not decide about switches: it takes
    the rates of free motion from pivots that may vanish.
    """
    stiffly, table = chosen.stiffly, None
    compiler = chosen.in_modes
    follows = not (dependent and parts.system.switches) and not instants and fits_loop(parts.system)
    if compiler is not None and follows and compiles(mode_loop, compiler):
        table = parts.table(chosen.name, compiler)
    hybrid = HybridProblem(
        parts=parts,
        restitution=parts.restitution,
        instants=instants,
        watches_forces=any(used_results(parts.system.model, frozenset({"when"}))),
        table=table,
    )
    return replace(
        chosen,
        method=HybridMethod(method=chosen.method, hybrid=hybrid),
        loose=min(chosen.loose, tolerances.LOOSE_STEPS),
        alternately=None,  # turns would have to be noted for each mode
        by_series=None,
        projections=False,  # disturbed ones would throw off what rests on a contact
        stiffly=(lambda: hybrid_method(stiffly(), parts, instants, dependent=dependent))
        if stiffly is not None
        else None,
    )
