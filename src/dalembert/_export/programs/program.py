"""What a program in another language needs of a model: tapes of (t, y, p), names, values, a start, a run.

y' = rates(t, y, p) with y = (q, qd, s). A constrained model has besides a correction: y + correction(t, y, p)
is nearer to the constraints, and after some of them y is on them. Where the linear system behind the
accelerations loses its digits, all of these are NaN: no program goes on with wrong numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import casadi as ca

from dalembert._compile.compiled_models import compiled_model
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._compile.rank_revealing import HEALTHY
from dalembert._export.programs.obstacles import refusal, refuse_jumps
from dalembert._export.programs.records import LOOKS, SAFETY, Entry, ModelProgram
from dalembert._expression.source import ModelError
from dalembert._expression.walk import names
from dalembert._lower.engine import Scalar
from dalembert._lower.expression_function import expression_function
from dalembert._lower.time_switches import rubs_dry
from dalembert._model.records import Model, multiplier_names
from dalembert._model.result_units import rate_unit, units_of
from dalembert._model.units import si_text
from dalembert._model.values import parameter_values
from dalembert._simulate.prepare import prepare_run
from dalembert._tape.reading import tape_of
from dalembert._tape.tape import Tape

BRANCHES = {"sign", "abs", "floor", "min", "max", "lt", "le", "eq", "ne", "not", "and", "or", "if_else_zero"}


def model_program(model: Model) -> ModelProgram:
    """The program of a model in which `check` finds no error, unless something in it cannot be exported."""
    refuse_jumps(model)
    if rubs_dry(model):
        message = "dry friction (abs or sign of a speed) can hold what rests, which rates cannot express"
        hint = "smooth it for the export: tanh(x'/v0) in place of sign(x')"
        raise ModelError((refusal("", message, hint),))
    run = prepare_run(model)
    if run.start.redundant:
        message = f"constraints depend on one another ({', '.join(run.start.redundant)})"
        raise ModelError((refusal("constraints", message, "delete those that say nothing new"),))
    compiled = compiled_model(model).in_closed_form
    if compiled is None:
        message = "the accelerations follow from equations that are solved by Newton's method in every step"
        raise ModelError((refusal("", message, "give every coordinate an inertia, and no unknown efforts"),))
    if compiled.switches is not None and compiled.may_jump:
        message = "a prescribed motion with kinks makes velocities jump, which rates alone cannot express"
        raise ModelError((refusal("inputs", message, "prescribe it by a smooth expression of t"),))
    field, tested = compiled.field, compiled.layout.tested
    is_pulsed = compiled.switches is not None or field.peaks.numel() > 0
    computed = computed_parameters(model, field.p)
    free = [i for i in range(len(model.parameters)) if i not in computed]
    arguments = {
        "t": field.t,
        "y": field.y[:tested],
        "p": ca.vertcat(ca.SX(0, 1), *(field.p[i] for i in free)),
    }
    observed, results = _observed(model, compiled)
    everything = [field.rates[:tested], field.correction[:tested], ca.vertcat(ca.SX(0, 1), *results)]
    everything += [field.health, field.correction_health, _switches(compiled)]
    given = ca.vertcat(*(field.p[i] for i in computed)), ca.vertcat(*computed.values())
    put_in = [compiled.put_in(part) for part in everything]
    rates, correction, outputs, *healths, switches = (
        ca.substitute(put_in, [given[0]], [given[1]]) if computed else put_in
    )

    def tape(name: str, value: Scalar, health: Scalar) -> Tape:
        guard = ca.if_else(health > HEALTHY, 0, ca.SX.nan())
        return tape_of(name, arguments, {"out": value + guard}, {"t": 0})

    own = tape_of("rates", arguments, {"out": rates}, {"t": 0})
    settings = run.settings
    return ModelProgram(
        title=model.title,
        rates=tape("rates", rates, healths[0]),
        correction=tape("correction", correction, healths[1]) if compiled.layout.constraints else None,
        outputs=tape("outputs", outputs, healths[0]),
        switches=tape_of("switches", arguments, {"out": switches}, {"t": 0}) if switches.numel() else None,
        states=tuple(
            replace(entry, value=float(value))
            for entry, value in zip(_states(model), run.start.y, strict=False)
        ),
        kinds=tuple(compiled.layout.kind_of_each().tolist()),
        parameters=tuple(entry for i, entry in enumerate(_parameters(model)) if i in free),
        observed=observed,
        t_start=settings.t_start,
        t_end=settings.t_end,
        samples=settings.samples,
        longest=(settings.t_end - settings.t_start) / (settings.samples if is_pulsed else 1),
        rtol=settings.rtol / SAFETY,
        promise=settings.rtol,
        directional=_directional(arguments, ca.vertcat(rates, outputs)),
        remarks=tuple(_remarks(model, own, settings.rtol, compiled)),
    )


def computed_parameters(model: Model, p: Scalar) -> dict[int, Scalar]:
    """The parameters that follow from others, and sizes of families, in terms of the remaining parameters."""
    known, own = parameter_values(model), [entry.name for entry in model.parameters]
    roots = {
        i: entry.value.expression.root
        for i, entry in enumerate(model.parameters)
        if entry.value is not None and any(name in own for name, _ in names(entry.value.expression.root))
    }
    made = expression_function(model, roots.values())
    rest = [ca.SX.zeros(made.size1_in(i), 1) for i in range(made.n_in())]
    rest[5] = p
    column = made(*rest)
    found = {i: column[k] for k, i in enumerate(roots)}
    found |= {own.index(name): ca.SX(known[name]) for name in model.sizes}
    for _ in roots:  # what follows from what follows
        pairs = ca.vertcat(*(p[i] for i in found)), ca.vertcat(*found.values())
        found = {i: ca.substitute(value, *pairs) for i, value in found.items()}
    return found


def _switches(compiled: MechanicalSystem) -> Scalar:
    """Functions of time that change their signs where the model switches; sin(pi x) where x is counted."""
    own, field = compiled.switches, compiled.field
    if own is None:
        return ca.SX(0, 1)
    made = [ca.sin(ca.pi * one.function) if one.counts else one.function for one in own.timed]
    found: Scalar = ca.substitute(ca.vertcat(*made), ca.vertcat(own.t, own.p), ca.vertcat(field.t, field.p))
    return found


def _directional(arguments: dict[str, Scalar], value: Scalar) -> Tape:
    """The derivative of a value along a direction u of states and parameters."""
    known = ca.vertcat(arguments["y"], arguments["p"])
    along = ca.SX.sym("u", known.numel())
    named = {"t": arguments["t"], "y": arguments["y"], "u": along, "p": arguments["p"]}
    return tape_of("directional", named, {"out": ca.jtimes(value, known, along)}, {"t": 0})


def _remarks(model: Model, rates: Tape, rtol: float, compiled: MechanicalSystem) -> Iterator[str]:
    yield "All numbers are in SI units, angles in radians."
    yield (
        f"Steps are made with a tolerance of {rtol / SAFETY:g}, for errors of about {rtol:g} in the result; "
        "a motion that is chaotic loses them, and nothing here measures that."
    )
    if any(i.operation in BRANCHES for i in rates.instructions):
        yield "The rates have kinks (abs, if and the like), which steps pass over as their error test allows."
    if compiled.switches is not None:
        yield (
            "Integration begins anew where a function of time switches. These functions are looked at "
            f"{LOOKS} times between two rows: a pulse that is shorter may be passed over."
        )
    elif compiled.field.peaks.numel() > 0:
        yield "No step is longer than the time between two rows: a pulse that is shorter may be passed over."
    if model.events:
        yield f"Events are not searched for: {', '.join(event.name for event in model.events)}."
    if model.sizes:
        yield f"Families count to {', '.join(model.sizes)}: another value needs another export."
    begun = [*((c.name, c.start) for c in model.coordinates), *((s.name, s.start) for s in model.states)]
    starts = [
        own
        for own, start in begun
        if start is not None and any(name != "pi" for name, _ in names(start.expression.root))
    ]
    if starts:
        yield f"Starts that depend on parameters are numbers here: {', '.join(starts)}."


def _observed(model: Model, compiled: MechanicalSystem) -> tuple[tuple[Entry, ...], list[Scalar]]:
    """Energies, multipliers and outputs, with their names."""
    own, units = compiled.field.observed, units_of(model)
    entries = [
        Entry(name="T", unit="J", text="kinetic energy"),
        Entry(name="V", unit="J", text="potential energy"),
        *(
            Entry(name=name, unit=unit, text="multiplier")
            for name, unit in zip(multiplier_names(model), units["multiplier_unit"], strict=True)
        ),
        *(
            Entry(name=output.name, unit=unit, text=output.text)
            for output, unit in zip(model.outputs, units["output_unit"], strict=True)
        ),
    ]
    return tuple(entries), [own["T"], own["V"], own["lam"], own["outputs"]]


def _states(model: Model) -> Iterator[Entry]:
    for c in model.coordinates:
        yield Entry(name=c.name, unit=si_text(c.unit), text=c.text)
    for c in model.coordinates:
        yield Entry(name=f"{c.name}'", unit=rate_unit(si_text(c.unit), 1), text="")
    for s in model.states:
        yield Entry(name=s.name, unit=si_text(s.unit), text=s.text)


def _parameters(model: Model) -> Iterator[Entry]:
    values = parameter_values(model)
    for p in model.parameters:
        yield Entry(name=p.name, unit=si_text(p.unit), text=p.text, value=values.get(p.name, float("nan")))
