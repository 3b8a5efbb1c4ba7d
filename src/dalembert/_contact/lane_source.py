"""All modes of a model, and its functions by their numbers, as C source for the lanes of an ensemble.

A lane calls no function through a pointer: `model_call(number, …)` calls the tape with that number, and
`model_bind(number, p, c)` puts parameters into the tapes of a mode. So one source serves a processor and a
GPU, which has no pointers to functions that a compiler could look through.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from ctypes import CDLL
from dataclasses import dataclass, field

from dalembert._compile.compiler import Compiler
from dalembert._compile.ensemble import with_numbers_of
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._compile.method_source import explicit_method, header
from dalembert._compile.native import TRANSITIONS, ContactTolerances
from dalembert._contact.hybrid_code import HybridCode, has_closing_contacts
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import FREE, Mode
from dalembert._model.starting import SHUT
from dalembert._tape.c import LANGUAGE
from dalembert._tape.pieces import program
from dalembert._tape.printer_lines import number_text
from dalembert._tape.tape import Tape

OF_A_MODE = "rates", "correction", "events", "peaks", "kept"
BETWEEN = "contact_state", "gaps", "restitution", "switching", "inputs"
KEEPS = 5001  # beginnings of modes that tell whether a run makes progress
_BINDS = "one->prepare(one->numbers ? one->model : (const void *)own->p, one->room);"
_NUMBERED = {  # functions by their numbers
    "    dalembert_field call;": "    long long call;",
    "    dalembert_preparation prepare;": "    long long prepare;",
    _BINDS: "model_bind(one->prepare, own->p, (double *)one->room);",
    "own->advance(run, ": "METHOD_NAME(advance)(run, ",
}
_CALLER = """\
#define DALEMBERT_CALL(called, t, y, u, out, health) \\
    model_call((called).call, t, y, u, (called).c, out, health, (called).work)
"""
_GIVEN = (
    "double t, const double *y, const double *u, const double *c, double *out, double *health, double *work"
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, weakref_slot=True)
class HybridLanes:
    """A model whose lanes go from mode to mode: its modes, its tapes by their names in C, its events."""

    code: HybridCode
    compiled: MechanicalSystem  # free motion
    tapes: dict[str, Tape]
    directions: tuple[int, ...]  # of the events of the user
    stops: tuple[int, ...]
    depths: tuple[tuple[int, int], ...]  # of compliant contacts: a switch, and its sign when pressed
    last_bits: tuple[float, ...]
    levels: tuple[int, ...]  # numbers of times at which is looked for what pushes the model
    libraries: dict[tuple[str, Compiler], tuple[CDLL, int]] = field(default_factory=dict)

    @property
    def struck(self) -> int:
        """Contacts whose impacts or touches are counted."""
        return self.code.contacts + self.code.yielding

    @property
    def most_events(self) -> int:
        """Events and guards of the mode that has most of them."""
        return len(self.directions) + max(len(mode.kind) for mode in self.code.modes)

    @property
    def length(self) -> int:
        """Instructions of all tapes."""
        return sum(len(tape.instructions) for tape in self.tapes.values())


def hybrid_lanes(
    system: HybridSystem,
    code: HybridCode,
    events: tuple[tuple[int, ...], tuple[int, ...]],
    last_bits: Sequence[float],
    levels: tuple[int, ...],
) -> HybridLanes:
    """A model for lanes; `events` are the directions of its events, and whether each stops a run."""
    free = system.mode_system(FREE, soft=False)
    tapes: dict[str, Tape] = {}
    for k, mode in enumerate(code.modes):
        tapes |= {f"m{k}_{name}": tape for name, tape in mode.code.tapes.items()}
        tapes[f"m{k}_kept"] = _kept_tape(system, mode.mode, soft=mode.soft)
    tapes |= code.transitions.tapes
    if free.field.u.numel():
        tapes["inputs"] = free.tape_with("inputs", free.laws)
    yielding = [] if has_closing_contacts(system) else system.depths
    return HybridLanes(
        code=code,
        compiled=free,
        tapes=tapes,
        directions=events[0],
        stops=events[1],
        depths=tuple(one for one in yielding if one is not None),
        last_bits=tuple(last_bits),
        levels=levels,
    )


def _kept_tape(system: HybridSystem, mode: Mode, *, soft: bool) -> Tape:
    """The tape of the quantities that are kept of a run, in one mode."""
    places = system.places
    frictions = (places.friction[i] for i in mode.slip)
    sliding = [at.mu - places.outputs for at in frictions if at is not None]
    return system.mode_system(mode, soft=soft).kept_tape(len(system.model.outputs), sliding)


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneSource:
    """C source in parts: functions of the model, how they are called, tables and sizes; the integrator."""

    functions: str
    calls: str
    tables: str  # MODEL_TABLE is what stands before each
    integrator: str
    constants: int
    scratch: int

    @property
    def whole(self) -> str:
        """All parts, one after the other."""
        return "\n".join([self.functions, self.calls, self.tables, self.integrator])


def lane_source(hybrid: HybridLanes, method: str, *, begun: int, work: int) -> LaneSource:
    """The lanes of a model; `begun` beginnings of modes and `work` numbers in transitions fit in."""
    printed = program(hybrid.tapes, local=True)
    integrator = "\n".join(_parts(method))
    for old, new in _NUMBERED.items():
        if old not in integrator:
            raise ValueError(old)
        integrator = integrator.replace(old, new)
    integrator = with_numbers_of(integrator, hybrid.compiled, {})
    for name, number in _sizes_of(hybrid).items():
        integrator = re.sub(rf"\bown->{name}\b(?!\s*=[^=])", f"({number})", integrator)
    sizes = _sizes(hybrid, printed.work) | {"BEGUN": begun, "KEEPS": min(KEEPS, begun // 2), "WORK": work}
    defined = [f"#define MODEL_{name} {value}" for name, value in sizes.items()]
    return LaneSource(
        functions=printed.source,
        calls="\n".join([*_calls(hybrid), _CALLER]),
        tables="\n".join([*defined, *_tables(hybrid)]),
        integrator=integrator,
        constants=printed.constants,
        scratch=max(1, printed.work),
    )


def _parts(method: str) -> Iterator[str]:
    """The headers in the order in which they need one another."""
    first = ("run.h", "events.h", "peaks.h", "ensemble.h", "linear.h", "modes.h", "hybrid_ensemble.h")
    loop = ("advance.h", "ensemble_lanes.h")
    yield from map(header, first)
    yield explicit_method(method)
    yield from map(header, (*loop, *TRANSITIONS, "mode_loop.h", "mode_start.h", "hybrid_lanes.h"))


def _sizes_of(hybrid: HybridLanes) -> dict[str, int]:
    """Fields of a hybrid system that a compiler may know."""
    code = hybrid.code
    return {
        "contacts": code.contacts,
        "constraints": code.constraints,
        "slips": code.slips,
        "switches": code.switches,
        "sides": code.sides,
        "directions": code.directions,
        "margins": code.margins,
        "friction_margins": code.friction_margins,
        "events": len(hybrid.directions),
    }


def _sizes(hybrid: HybridLanes, scratch: int) -> dict[str, int | str]:
    code = hybrid.code
    return {
        "MODES": len(code.modes),
        "WIDTH": _width(hybrid),
        "N": code.layout.n,
        "SIZE": code.layout.size,
        "TESTED": code.layout.tested,
        "CONTACTS": code.contacts,
        "YIELDING": len(hybrid.depths),
        "CONSTRAINTS": code.constraints,
        "SLIPS": code.slips,
        "SWITCHES": code.switches,
        "PARAMETERS": code.parameters,
        "VALUES": len(code.values),
        "EVENTS": len(hybrid.directions),
        "GUARDS": hybrid.most_events - len(hybrid.directions),
        "DIGITS": len(code.digits),
        "SCRATCH": max(1, scratch),
        "SHUT": repr(SHUT),
        "TOLERANCES": len(ContactTolerances._fields_),
    }


def _width(hybrid: HybridLanes) -> int:
    return max(hybrid.code.contacts, hybrid.code.switches, hybrid.most_events, 1)


def _calls(hybrid: HybridLanes) -> Iterator[str]:
    """The functions of the model by their numbers, and what puts parameters into those of a mode."""
    yield f"DALEMBERT_FUNCTION void model_call(long long number, {_GIVEN})"
    yield "{"
    yield "    switch (number) {"
    for number, name in enumerate(hybrid.tapes, 1):
        yield f"    case {number}: {name}(0, t, y, u, c, out, health, work); break;"
    yield "    default: break;"
    yield "    }"
    yield "}"
    yield "DALEMBERT_FUNCTION void model_bind(long long number, const double *p, double *c)"
    yield "{"
    yield "    switch (number) {"
    for k in range(len(hybrid.code.modes)):
        every = " ".join(f"prepare_{name}(p, c);" for name in hybrid.tapes if name.startswith(f"m{k}_"))
        yield f"    case {k + 1}: {every} break;"
    every = " ".join(f"prepare_{name}(p, c);" for name in hybrid.tapes if name in BETWEEN)
    yield f"    default: {every} break;"
    yield "    }"
    yield "}"


def _tables(hybrid: HybridLanes) -> Iterator[str]:
    """The data of each mode as constant tables in C."""
    code, width = hybrid.code, _width(hybrid)
    number = {name: k for k, name in enumerate(hybrid.tapes, 1)}
    functions = [[number.get(f"m{k}_{name}", 0) for name in OF_A_MODE] for k in range(len(code.modes))]
    flags = [
        [int(one.constrained), int(one.mode.constrains), int(one.soft), len(one.kind)] for one in code.modes
    ]
    yield _table("int", "model_functions", functions)
    yield _table("int", "model_between", [number.get(name, 0) for name in BETWEEN])
    yield _table("int", "model_flags", flags)
    arrays = [
        [
            [*values, *([0] * (width - len(values)))]
            for values in (
                one.active,
                one.friction,
                one.surface,
                one.kind,
                one.place,
                (*hybrid.directions, *([-1] * len(one.kind))),
                (*map(int, hybrid.stops), *one.stops),
            )
        ]
        for one in code.modes
    ]
    yield _table("int", "model_arrays", arrays)
    yield _table("int", "model_slip_of", [*code.slip_of, 0])
    yield _table("int", "model_counted", [*code.counted, 0])
    yield _table("double", "model_knots", [*code.knots, 0.0])
    yield _table("int", "model_depth_switch", [*(depth[0] for depth in hybrid.depths), 0])
    yield _table("int", "model_depth_sign", [*(depth[1] for depth in hybrid.depths), 0])
    yield _table("double", "model_values", [*code.values, 0.0])
    yield _table("double", "model_digits", code.digits.ravel().tolist())
    yield _table("double", "model_last_bits", list(hybrid.last_bits))
    tolerances = [code.tolerances[name] for name, *_ in ContactTolerances._fields_]
    yield _table("double", "model_tolerances", tolerances)


def _table(kind: str, name: str, values: Sequence[object]) -> str:
    """A constant array of any depth."""
    sizes, inner = [], values
    while isinstance(inner, list):
        sizes.append(f"[{len(inner)}]")
        inner = inner[0]
    return f"MODEL_TABLE {kind} {name}{''.join(sizes)} = {_braces(values)};"


def _braces(values: object) -> str:
    if isinstance(values, list):
        return "{" + ", ".join(map(_braces, values)) + "}"
    return number_text(values, LANGUAGE) if isinstance(values, float) else str(values)
