"""A model for a program in another language: tapes of (t, y, p), names, values, a start, settings of a run.

y' = rates(t, y, p) with y = (q, qd, s), or with the state of a general system (`equations.py`). A constrained
model also has a correction: y + correction(t, y, p) is nearer to the constraints, and repeated corrections
converge to them. Where the linear system of the accelerations is ill-conditioned, all of these are NaN: no
program continues with wrong numbers.
"""

from __future__ import annotations

from collections.abc import Iterator

import casadi as ca

from dalembert._export.programs.contact_program import contact_program
from dalembert._export.programs.driven_inputs import input_remarks
from dalembert._export.programs.equations import ProgramEquations, equations_of
from dalembert._export.programs.hybrid_program import has_followed_kinks, hybrid_program
from dalembert._export.programs.jumps import jumps_of
from dalembert._export.programs.obstacles import (
    WITH_CONTACTS,
    WITH_JUMPS,
    WITH_KINKS,
    WITH_MODES,
    refuse_instants,
    refuse_modes,
)
from dalembert._export.programs.parameters import parameter_entries
from dalembert._export.programs.program_pieces import smooth_piece_tapes
from dalembert._export.programs.program_tapes import ProgramTapes
from dalembert._export.programs.records import SAFETY, ModelProgram, PieceTapes
from dalembert._export.programs.registry import ARCHIVES
from dalembert._export.programs.state_events import acts
from dalembert._export.programs.switch_looks import looks_between_switches
from dalembert._expression.walk import names
from dalembert._lower.time_switches import rubs_dry
from dalembert._lower.to_casadi import Scalar
from dalembert._model.records import Model
from dalembert._simulate.prepare import PreparedRun, prepare_run
from dalembert._tape.from_casadi import tape_of
from dalembert._tape.tape import Tape

BRANCHES = {"sign", "abs", "floor", "min", "max", "lt", "le", "eq", "ne", "not", "and", "or", "if_else_zero"}


def program_in(language: str, model: Model) -> ModelProgram:
    """The program of a model, with the features that its language supports."""
    return model_program(
        model,
        with_modes=language in WITH_MODES,
        with_contacts=language in WITH_CONTACTS,
        with_inputs=language in ARCHIVES,
        with_jumps=language in WITH_JUMPS,
        with_kinks=language in WITH_KINKS,
    )


def model_program(
    model: Model,
    *,
    with_modes: bool = False,
    with_contacts: bool = False,
    with_inputs: bool = False,
    with_jumps: bool = False,
    with_kinks: bool = False,
) -> ModelProgram:
    """The program of a model in which `check` finds no error, unless something in it cannot be exported.

    `with_modes`: whether the program supports modes of contacts and dry friction; `with_contacts`:
    whether it follows contacts without friction in its own way; `with_inputs`: whether other programs may set
    inputs of the model while it runs; `with_jumps`: whether it supports impulses and samples; `with_kinks`:
    whether it locates kinks of its rates.
    """
    refuse_instants(model, with_jumps=with_jumps, with_events=with_modes)
    if model.contacts and with_contacts:
        return contact_program(model)
    if model.contacts or rubs_dry(model):
        if not with_modes:
            refuse_modes(model)
        return hybrid_program(model, with_inputs=with_inputs)
    if with_modes and (any(map(acts, model.events)) or has_followed_kinks(model)):
        return hybrid_program(model, with_inputs=with_inputs)
    run = prepare_run(model)
    equations = equations_of(model, run, with_inputs=with_inputs)
    tapes = ProgramTapes(model, equations)
    settings = run.settings
    jumps = jumps_of(
        model,
        run,
        equations.t,
        equations.y,
        equations.p,
        [e.name for e in equations.states],
        equations.inputs,
    )

    def jump_tape(name: str, value: Scalar | None) -> Tape | None:
        return None if value is None else tapes.tape(name, value)

    plain = tapes.tape("rates", equations.rates.value)
    pieces = smooth_piece_tapes(model, run, len(equations.states)) if with_kinks else None
    longest = (settings.t_end - settings.t_start) / (settings.samples if equations.is_pulsed else 1)
    looks = looks_between_switches(model, run, longest)
    return ModelProgram(
        title=model.title,
        rates=tapes.guarded_tape("rates", equations.rates),
        correction=tapes.guarded_tape("correction", equations.correction)
        if equations.correction is not None
        else None,
        outputs=tapes.guarded_tape("outputs", equations.outputs),
        switches=tapes.tape("switches", equations.switches) if equations.switches.numel() else None,
        pieces=pieces,
        states=equations.states,
        kinds=equations.kinds,
        speeds=equations.speeds,
        parameters=tuple(entry for i, entry in enumerate(parameter_entries(model)) if i in tapes.free),
        observed=equations.observed,
        t_start=settings.t_start,
        t_end=settings.t_end,
        samples=settings.samples,
        longest=longest,
        looks=looks,
        rtol=settings.rtol / SAFETY,
        promise=settings.rtol,
        directional=_directional(
            tapes.arguments, tapes.put_in(ca.vertcat(equations.rates.value, equations.outputs.value))
        ),
        remarks=(
            *_remarks(model, plain, run, equations, pieces, looks),
            *(input_remarks(equations.undriven) if with_inputs else ()),
        ),
        inputs=tapes.tape("inputs", equations.inputs.values) if equations.inputs.driven else None,
        jumps=jump_tape("jumps", jumps and jumps.state),
        next_jump=jump_tape("next_jump", jumps and jumps.following),
        near=jumps.near if jumps is not None else 0.0,
        driven=equations.inputs.driven,
        undriven=equations.undriven,
    )


def _directional(arguments: dict[str, Scalar], value: Scalar) -> Tape:
    """The derivative of a value along a direction u of states and parameters."""
    known = ca.vertcat(arguments["y"], arguments["p"])
    along = ca.SX.sym("u", known.numel())
    named = {"t": arguments["t"], "y": arguments["y"], "u": along, "p": arguments["p"]}
    return tape_of("directional", named, {"out": ca.jtimes(value, known, along)}, {"t": 0})


def _remarks(
    model: Model,
    rates: Tape,
    run: PreparedRun,
    equations: ProgramEquations,
    pieces: PieceTapes | None,
    looks: int,
) -> Iterator[str]:
    rtol = run.settings.rtol
    yield "All numbers are in SI units, angles in radians."
    yield (
        f"Steps are made with a tolerance of {rtol / SAFETY:g}, for errors of about {rtol:g} in the result; "
        "a motion that is chaotic loses them, and nothing here measures that."
    )
    if run.dependent:
        yield (
            "Constraints depend on one another; inside of a step, off the constraints, they contradict one "
            "another. Errors can be ten times as large."
        )
    if pieces is not None:
        yield "Integration begins anew at the kinks of the rates (abs, if …), which are found in every step."
    elif any(i.operation in BRANCHES for i in rates.instructions):
        yield "Steps pass over the kinks of the rates (abs, if …): errors may exceed the tolerance."
    if equations.switches.numel():
        yield (
            "Integration begins anew where a function of time switches. These functions are looked at "
            f"{looks} times between two rows: a pulse that is shorter may be passed over."
        )
    elif equations.is_pulsed:
        yield "No step is longer than the time between two rows: a pulse that is shorter may be passed over."
    if model.events:
        yield f"Events are not searched for: {', '.join(event.name for event in model.events)}."
    if model.sizes:
        yield f"Families count to {', '.join(model.sizes)}: another value needs another export."
    begun = [*((c.name, c.start) for c in model.coordinates), *((s.name, s.start) for s in model.states)]
    starts = [
        name_of
        for name_of, start in begun
        if start is not None and any(name != "pi" for name, _ in names(start.expression.root))
    ]
    if starts:
        yield f"Starts that depend on parameters are numbers here: {', '.join(starts)}."
