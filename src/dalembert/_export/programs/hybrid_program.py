"""A model with contacts or dry friction for a program in C: the tapes of all modes and transitions.

All tapes are functions of (t, y, u, p), y with the works of the ledger at its end, p = (parameters, sides,
directions, margins). `parameters` gives those of the model from the ones that can be chosen.
"""

from __future__ import annotations

from dataclasses import replace

import casadi as ca

from dalembert._compile.rank_revealing import HEALTHY
from dalembert._contact.contact_forces import contact_forces
from dalembert._contact.hybrid_code import HybridCode, hybrid_code
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import FREE, Mode
from dalembert._export.programs.driven_inputs import curves_of_tables, input_remarks, may_be_given
from dalembert._export.programs.equations import (
    energy_entries,
    fixed_inputs,
    given_inputs,
    has_kinks,
    output_entries,
    refuse_jumps,
    state_entries,
    time_switches,
)
from dalembert._export.programs.jumps import jumps_of
from dalembert._export.programs.obstacles import refusal
from dalembert._export.programs.parameters import computed_parameters, parameter_entries
from dalembert._export.programs.records import SAFETY, Entry, HybridTapes, ModelProgram
from dalembert._export.programs.state_events import (
    acts,
    refuse_acting_events,
    state_events,
    with_acting_events,
)
from dalembert._export.programs.switch_looks import looks_between_switches
from dalembert._expression.source import ModelError
from dalembert._lower.time_switches import switches, switches_with
from dalembert._lower.to_casadi import Scalar
from dalembert._model.records import Model, force_names
from dalembert._model.result_units import units_of
from dalembert._simulate.noise import first_last_bits
from dalembert._simulate.prepare import PreparedRun, prepare_run
from dalembert._tape.from_casadi import tape_of
from dalembert._tape.tape import Tape

STOP = "stop"  # of a table beyond its samples
HINT = "simulate it here, or delete it from the model that is exported"


def has_followed_kinks(model: Model) -> bool:
    """Whether forces have kinks or jumps where the state is (abs, max, if), and C follows their sides."""
    if any(table.beyond == STOP for table in model.tables):
        return False  # its rates are no numbers there, which a program without modes notices
    run = prepare_run(replace(model, events=()))
    system = run.hybrid
    if system is None or not system.switches:
        return False
    return isinstance(hybrid_code(system, run.start.y), HybridCode)


def hybrid_program(model: Model, *, with_inputs: bool) -> ModelProgram:
    """The program of a model with contacts or switches, unless something in it cannot be exported."""
    for table in model.tables:
        if table.beyond == STOP:
            message = f"the table {table.name} ends runs with contacts or dry friction"
            raise ModelError((refusal(f"tables.{table.name}", message, 'give it beyond = "hold" or "line"'),))
    refuse_acting_events(model)
    recorded = [event.name for event in model.events if not acts(event)]
    model = with_acting_events(model)
    run = prepare_run(model)
    if run.dynamics.compiled.equations.leading and model.events:
        message = (
            f"the event {model.events[0].name} acts where coordinates have no inertia or efforts are unknown"
        )
        raise ModelError((refusal(f"events.{model.events[0].name}", message, HINT),))
    system = run.hybrid if run.hybrid is not None else run.lease.system
    code = hybrid_code(system, run.start.y)
    if not isinstance(code, HybridCode):
        raise ModelError((refusal("", str(code), HINT),))
    free = system.mode_system(FREE, soft=False)
    field = free.field
    gaps = free.contact_expressions()["position"] if model.contacts else ca.SX(0, 1)
    moved = free.state_may_jump or ca.depends_on(gaps, field.u) or switches_with(gaps, field.t)
    refuse_jumps((has_kinks(run.dynamics) or switches(model) is not None) and moved)
    tables = curves_of_tables(field.t, run.dynamics)
    p = ca.vertcat(ca.SX(0, 1), *(field.p[i] for i in range(code.parameters)))
    places = [
        i
        for i in (may_be_given(model) if with_inputs else ())
        if not free.state_jumps_with(i) and not ca.depends_on(gaps, field.u[i :: len(model.inputs)])
    ]
    own = [system.mode_system(mode.mode, soft=mode.soft).field for mode in code.modes]
    parts = [ca.vertcat(one.rates, one.events, one.observed["outputs"]) for one in own]
    inputs = given_inputs(model, run, field.t, p, field.u, places, ca.vertcat(*parts))

    def tape(name: str, out: Scalar) -> Tape:
        """A tape of time and of parameters, followed by the numbers of driven inputs."""
        arguments = {"t": field.t, "y": field.y, "u": field.u, "p": ca.vertcat(field.p, inputs.given)}
        return tape_of(name, arguments, {"out": out}, {"t": 0})

    names = [e.name for e in state_entries(model, free.names, run)]
    jumps = jumps_of(model, run, field.t, field.y, p, names, inputs, apart=True)
    size = len(names)
    modes = [
        {name: one for name, one in mode.code.tapes.items() if name != "peaks"}
        | {"outputs": _outputs(system, mode.mode, soft=mode.soft)}
        for mode in code.modes
    ]
    timed = time_switches(switches(model), field.t, p, tables)
    settings = run.settings
    computed = computed_parameters(model, p)
    is_pulsed = bool(timed.numel()) or free.timed
    longest = (settings.t_end - settings.t_start) / (settings.samples if is_pulsed else 1)
    return ModelProgram(
        title=model.title,
        rates=modes[0]["rates"],
        correction=None,
        outputs=modes[0]["outputs"],
        switches=tape("switches", timed) if timed.numel() else None,
        states=state_entries(model, free.names, run),
        kinds=tuple(code.layout.kind_of_each().tolist()),
        speeds=code.layout.n,
        parameters=tuple(e for i, e in enumerate(parameter_entries(model)) if i not in computed),
        observed=(
            *energy_entries(),
            *force_entries(model),
            *output_entries(model),
        ),
        t_start=settings.t_start,
        t_end=settings.t_end,
        samples=settings.samples,
        longest=longest,
        looks=looks_between_switches(model, run, longest),
        rtol=settings.rtol / SAFETY,
        promise=settings.rtol,
        directional=None,
        remarks=(
            *_remarks(recorded, run),
            *(input_remarks(fixed_inputs(model, places)) if with_inputs else ()),
        ),
        hybrid=HybridTapes(
            code=code,
            modes=tuple(modes),
            parameters=_parameters(p, computed),
            longest_held=run.problem.dt_held or longest,
            last_bits=tuple(first_last_bits(code.layout.size).tolist()),
            healthy=HEALTHY,
            events=state_events(model, field.t, field.y, p, names, inputs, tape),
        ),
        pushes=tape("pushes", jumps.pushed[:size])
        if jumps is not None and jumps.pushed is not None
        else None,
        jumps=tape("jumps", jumps.state[:size]) if jumps is not None else None,
        next_jump=tape("next_jump", jumps.following) if jumps is not None else None,
        near=jumps.near if jumps is not None else 0.0,
        inputs=tape("inputs", inputs.values) if model.inputs else None,
        driven=inputs.driven,
        undriven=fixed_inputs(model, places),
    )


def _parameters(p: Scalar, computed: dict[int, Scalar]) -> Tape:
    """All parameters p of the model from those that can be chosen, which are the argument y here."""
    free = [i for i in range(p.numel()) if i not in computed]
    given, none = ca.SX.sym("given", len(free)), ca.SX(0, 1)
    every = ca.vertcat(none, *(computed.get(i, p[i]) for i in range(p.numel())))
    out = ca.substitute(every, ca.vertcat(none, *(p[i] for i in free)), given) if free else every
    arguments = {"t": ca.SX.sym("t"), "y": given, "u": none, "p": none}
    return tape_of("parameters", arguments, {"out": out}, {"t": 0})


def force_entries(model: Model) -> list[Entry]:
    """The forces of the contacts of a model."""
    units = units_of(model)
    pairs = zip(force_names(model), (*units["contact_unit"], *units["friction_unit"]), strict=True)
    return [Entry(name=name, unit=unit, text="force of a contact") for name, unit in pairs]


def _outputs(system: HybridSystem, mode: Mode, *, soft: bool) -> Tape:
    """Energies, forces of contacts, friction and outputs in a mode; an open contact has no force."""
    own = system.mode_system(mode, soft=soft)
    seen = own.field.observed
    contact, friction = contact_forces(system, mode, ca.SX(0), lambda name, k, sign: sign * seen[name][k])
    outputs = seen["outputs"][: len(system.model.outputs)]
    return own.tape_with("outputs", ca.vertcat(seen["T"], seen["V"], *contact, *friction, outputs))


def _remarks(recorded: list[str], run: PreparedRun) -> list[str]:
    rtol = run.settings.rtol
    made = [
        "All numbers are in SI units, angles in radians.",
        f"Steps are made with a tolerance of {rtol / SAFETY:g}, for errors of about {rtol:g} in the result; "
        "a motion that is chaotic loses them, and nothing here measures that.",
        "Impacts, stick and slip are found and decided inside of steps, by the laws that dalembert has.",
    ]
    if recorded:
        made.append(f"Events that only record are not searched for: {', '.join(recorded)}.")
    return made
