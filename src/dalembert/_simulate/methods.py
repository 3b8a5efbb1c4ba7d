"""The methods by name. A new one is a function from a problem to a trajectory, and one line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import NoReturn

from dalembert._compile.cache import complaint as cache_complaint
from dalembert._compile.compiler import HINT, Compiler, compiles, complaint_about, find_compiler, refusals
from dalembert._compile.interface import Dynamics, LeadingEquations
from dalembert._compile.method_source import IMPLICIT, MOREAU, RADAU, TAYLOR
from dalembert._compile.native import library, solvers
from dalembert._compile.tableaux import TABLEAUX
from dalembert._expression.source import Flaw, ModelError, flaw_at
from dalembert._lower.implicit_steps import STEPS
from dalembert._lower.time_switches import rubs_dry
from dalembert._model.records import Model, constraints_of
from dalembert._model.used_results import ACTING, SHOWN, used_results
from dalembert._simulate.method_names import EXPONENTIAL, SUNDIALS, name_and_constants, unknown_method
from dalembert._simulate.motion import Settings
from dalembert._simulate.trajectory import Method
from dalembert._tape.linear_forms import DELAY, NoSeries
from dalembert._words.message import Message, say

AUTO = "rk853"  # fewer evaluations than rk54 at every tolerance measured
TIGHT = 1e-8  # accuracies at which `auto` looks whether Taylor series cost less
MARGIN = 30  # by which the steps of the third run are better than what is asked for
STEPPERS = {"rk54": "RK45", "rk853": "DOP853"}  # the same methods in SciPy, where no compiler is found


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodChoice:
    """A method, and how tolerances are chosen for it.

    `loose`: the tolerance of the steps of the first run, as a multiple of the one requested; each later run
    has one smaller by `ratio`, which should halve the steps; `contraction`: by how much its error then falls
    at best, where its steps refine those before. `least`: the smallest tolerance worth a run, as such a
    multiple; `fixed`: whether it can make steps of a fixed size; `follows`: whether it follows switches,
    stopping at each.
    """

    name: str
    method: Method
    loose: float = 30.0
    ratio: float = 30.0
    contraction: float = 1 / 8
    least: float = 0.0
    fixed: bool = False
    follows: bool = True
    iterates: bool = (
        False  # whether steps are solved for, so that a repetition is not the same to the last bit
    )
    stiffly: Callable[[], MethodChoice] | None = None  # what follows where stability holds steps back
    alternately: Callable[[], MethodChoice] | None = None  # the same, with turns back, for a smooth motion
    by_series: Callable[[], MethodChoice | None] | None = (
        None  # what follows where that costs less in long runs
    )
    remarks: tuple[Message, ...] = ()
    projections: bool = True  # whether a repetition disturbs projections too
    exact: bool = False  # whether nothing but rounding is off: one run is enough
    in_modes: Compiler | None = None  # of the loop in C that can follow it from mode to mode


def method_of(asked: str, compiler: Compiler | None, rtol: float) -> MethodChoice:
    """The method of a name, which for some ends in constants: newmark:0.25,0.5 or galpha:0.8.

    The order of `taylor` depends on the accuracy that is asked for.
    """
    name, constants = name_and_constants(asked)
    if hint := unknown_method(asked):
        _refuse(f"there is no method `{asked}`", hint)
    needed = IMPLICIT if name in STEPS else name if name in (*STEPPERS, RADAU, MOREAU, TAYLOR) else AUTO
    return _choice(asked, name, constants, *_working_compiler(needed, compiler), rtol)


@lru_cache(maxsize=64)
def _choice(
    asked: str,
    name: str,
    constants: str,
    compiler: Compiler | None,
    remarks: tuple[Message, ...],
    rtol: float,
) -> MethodChoice:
    """The method of a name that exists, with a working compiler, and the remarks about it."""
    if name in STEPS:
        if compiler is None:
            _refuse(f"the method {name} needs a C compiler", str(remarks[0]))
        method = _implicit_method(name, _constants(name, constants), compiler)
        return MethodChoice(name=asked, method=method, fixed=True, follows=False)
    if constants:
        _refuse(f"the method {name} has no constants", f"write --method {name}")
    if name == MOREAU:
        if compiler is None:
            _refuse(f"the method {name} needs a C compiler", str(remarks[0]))
        return MethodChoice(
            name=name,
            method=_moreau(),
            loose=1.0,
            ratio=3.0,
            contraction=1 / 3,
            least=0.005,
            fixed=True,
            follows=False,
        )
    if name == TAYLOR:
        if compiler is None:
            _refuse(f"the method {name} needs a C compiler", str(remarks[0]))
        return _taylor(rtol, compiler, remarks)
    if name in ("auto", *STEPPERS):
        method_name = AUTO if name == "auto" else name
        if compiler is None:
            return MethodChoice(name=method_name, method=_scipy(STEPPERS[method_name]), remarks=remarks)
        order = TABLEAUX[method_name].order
        return MethodChoice(
            name=method_name,
            method=_explicit_method(method_name, compiler),
            loose=float(4**order / MARGIN),
            ratio=float(2**order),
            contraction=0.5**order,
            fixed=True,
            stiffly=partial(method_of, RADAU, compiler, rtol) if name == "auto" else None,
            alternately=partial(_alternation, method_name, compiler, remarks, rtol)
            if name == "auto"
            else None,
            by_series=partial(_series, compiler, remarks, rtol) if name == "auto" and rtol <= TIGHT else None,
            remarks=remarks,
            in_modes=compiler,
        )
    if name == RADAU:
        if compiler is None:
            return MethodChoice(name=name, method=_scipy("Radau"), remarks=remarks)
        return MethodChoice(
            name=name, method=_radau(compiler), contraction=1 / 32, fixed=True, iterates=True, remarks=remarks
        )
    if name == EXPONENTIAL:
        return MethodChoice(name=name, method=_exponential(), exact=True, follows=False, projections=False)
    if name in SUNDIALS:
        return MethodChoice(
            name=name, method=_sundials(name), loose=10, ratio=10, contraction=1 / 4, follows=False
        )
    return MethodChoice(name=name, method=_scipy(name.removeprefix("scipy:")))


def _working_compiler(name: str, compiler: Compiler | None) -> tuple[Compiler | None, tuple[Message, ...]]:
    """The compiler, if there is one that compiles; and what the user should know about it."""
    if compiler is None:
        return None, (HINT,)
    reason = complaint_about(compiler)
    if reason:
        return None, (say("compiler_broken", hint=HINT, message=reason),)
    if not compiles(partial(library, name), compiler):
        return None, refusals()
    return compiler, ()


def remarks_on_method(chosen: MethodChoice) -> tuple[Message, ...]:
    """What the user should know about a method and its compiler; last, whether compiled code is kept."""
    complaint = None if chosen.remarks else cache_complaint()
    return (*chosen.remarks, *([complaint] if complaint is not None else []))


def refuse_unfit(chosen: MethodChoice, model: Model, settings: Settings) -> None:
    """Raise if a method cannot run a model, or needs a step and has none."""
    name = chosen.name.partition(":")[0]
    if name in STEPS and settings.dt is None:
        hint = f"give the size of its steps, for example --method {chosen.name} --dt 1e-3"
        _refuse(f"the method {name} needs a fixed step size", hint)
    if settings.dt is not None and not chosen.fixed and name in STEPPERS:
        _refuse("steps of a fixed size need a C compiler", str(chosen.remarks[0]))
    if settings.dt is not None and not chosen.fixed:
        hint = "delete dt, or choose rk54, rk853, taylor, newmark, galpha, rattle or moreau"
        _refuse(f"the method {chosen.name} chooses its own steps and has no dt", hint)
    if model.contacts and name in SUNDIALS:
        _refuse(
            f"the method {name} runs no model with contacts", "use auto, or scipy:LSODA as a second opinion"
        )
    _refuse_results(name, model)
    if not chosen.follows and rubs_dry(model):
        message = f"the method {name} cannot follow dry friction (abs or sign of a speed), which can hold it"
        _refuse(message, "use auto, or smooth it: tanh(x'/v0) in place of sign(x')")
    for there, what, methods in (
        (model.states, "first-order states", tuple(STEPS)),
        (constraints_of(model, "displacement"), "displacement constraints", ("newmark",)),
        (constraints_of(model, "flow"), "flow constraints", ("newmark", "rattle")),
    ):
        if there and name in methods:
            hint = "use auto, or galpha for constraints" if what != "first-order states" else "take auto"
            _refuse(f"the method {name} runs no model with {what}", hint)


def _refuse_results(name: str, model: Model) -> None:
    """Raise if the model uses forces that a method does not compute."""
    roles = ACTING | SHOWN if name == MOREAU else ACTING if name in STEPS else frozenset()
    if not roles:
        return
    for used in used_results(model, roles):
        message = (
            f"the method {name} cannot use `{used.name}`, which is found together with the accelerations"
        )
        raise ModelError((used.flaw("method", message, "use auto, or radau"),))


def refuse_solved_rates(chosen: MethodChoice, equations: LeadingEquations) -> None:
    """Raise if a method needs rates in closed form, and equations are solved for them."""
    if equations.leading and (
        chosen.name.partition(":")[0] in STEPS or chosen.name in (MOREAU, TAYLOR, "cvodes")
    ):
        message = f"the method {chosen.name} runs no model with massless coordinates or unknown efforts"
        _refuse(message, "use auto, or ida as a second opinion")


def with_solvers(chosen: MethodChoice, equations: LeadingEquations, settings: Settings) -> MethodChoice:
    """The method for rates that are solved for, without C where the solvers in C do not compile."""
    compiler = find_compiler()
    if not chosen.fixed or not equations.leading or compiler is None or compiles(solvers, compiler):
        return chosen
    return replace(method_of(settings.method, None, settings.rtol), remarks=refusals())


def refuse_without_series(chosen: MethodChoice, dynamics: Dynamics) -> None:
    """Raise if a method needs the Taylor series of the rates, and there is none."""
    if chosen.name != TAYLOR:
        return
    try:
        dynamics.compiled.series(1)
    except NoSeries as missing:
        if missing.operation == DELAY:
            _refuse(f"the method {TAYLOR} knows no series of delayed values", "use auto")
        message = f"the method {TAYLOR} needs powers with a number as exponent, such as x^2 or x^1.5"
        _refuse(message, "write the exponent as a number, or use auto")


def refuse_jumps(chosen: MethodChoice, model: Model, dynamics: Dynamics) -> None:
    """Raise if the state jumps at instants, and a method or the equations cannot follow it."""
    setting = [event for event in model.events if event.sets]
    if setting:
        what, location = f"the event `{setting[0].name}` sets something", setting[0].location
    elif model.impulses:
        what, location = f"there is the impulse `{model.impulses[0].name}`", model.impulses[0].location
    else:
        what, location = f"`{model.sampled[0].name}` is sampled", model.sampled[0].location
    if not chosen.follows:
        message = f"{what}, and the method {chosen.name.partition(':')[0]} cannot follow a state that jumps"
        _refuse(message, "use auto, rk54, rk853 or radau")
    if dynamics.compiled.equations.leading:
        message = f"{what} in a model with massless coordinates or unknown efforts"
        hint = "jumps of a state need coordinates that all have inertia or are fixed by a constraint"
        raise ModelError((flaw_at(location, rule="unable", message=message, hint=hint),))


def _constants(name: str, given: str) -> tuple[float, ...]:
    """The constants of a method: its usual ones, or those given."""
    usual = STEPS[name][1]
    if not given:
        return usual
    try:
        constants = tuple(float(part) for part in given.split(","))
    except ValueError:
        constants = ()
    fits = len(constants) == len(usual) and all(0 <= value <= 1 for value in constants)
    if not fits or (name == "newmark" and not constants[0] > 0):
        ways = {"newmark": "newmark:0.25,0.5 (beta, gamma)", "galpha": "galpha:0.8 (rho from 0 to 1)"}
        _refuse(f"`{given}` are not constants of {name}", f"write {ways.get(name, name)}, each from 0 to 1")
    return constants


def _refuse(message: str, hint: str) -> NoReturn:
    raise ModelError((Flaw(rule="method", severity="error", where="method", message=message, hint=hint),))


def _implicit_method(name: str, constants: tuple[float, ...], compiler: Compiler) -> Method:
    from dalembert._simulate.implicit import run_implicit

    return partial(run_implicit, name, constants, compiler)


def _explicit_method(name: str, compiler: Compiler) -> Method:
    from dalembert._simulate.explicit import run_explicit

    return partial(run_explicit, name, compiler)


def _moreau() -> Method:
    from dalembert._simulate.time_stepping import moreau

    return moreau


def _radau(compiler: Compiler) -> Method:
    from dalembert._simulate.stiff import radau

    return partial(radau, compiler)


def _taylor(rtol: float, compiler: Compiler, remarks: tuple[Message, ...]) -> MethodChoice:
    from dalembert._simulate.taylor import order_of, taylor

    order = order_of(rtol / MARGIN)
    return MethodChoice(
        name=TAYLOR,
        method=partial(taylor, order, compiler),
        loose=float(4**order / MARGIN),
        ratio=float(2**order),
        contraction=0.5
        ** (order - 2),  # before a thin wall, say, errors fall more slowly than the order says
        fixed=True,
        remarks=remarks,
    )


def _series(compiler: Compiler, remarks: tuple[Message, ...], rtol: float) -> MethodChoice | None:
    """Taylor series, where their code compiles."""
    return _taylor(rtol, compiler, remarks) if compiles(partial(library, TAYLOR), compiler) else None


def _alternation(
    explicit: str, compiler: Compiler, remarks: tuple[Message, ...], rtol: float
) -> MethodChoice:
    """An explicit and the stiff method in turns; the stiff one alone where it does not compile."""
    from dalembert._simulate.alternating import run_alternately

    if not compiles(partial(library, RADAU), compiler):
        return method_of(RADAU, compiler, rtol)
    method = partial(run_alternately, explicit, compiler)
    return MethodChoice(name=RADAU, method=method, contraction=1 / 32, iterates=True, remarks=remarks)


def _scipy(name: str) -> Method:
    from dalembert._simulate.scipy_steppers import run_scipy  # SciPy is slow to import

    return partial(run_scipy, name)


def _exponential() -> Method:
    from dalembert._simulate.exponential import exponential_run

    return exponential_run


def _sundials(name: str) -> Method:
    from dalembert._simulate.sundials import sundials

    return partial(sundials, name)
