"""The modes of a model as tables of C."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dalembert._compile.native import ContactTolerances
from dalembert._contact.hybrid_code import ModeCode
from dalembert._export.programs.records import HybridTapes, ModelProgram, StateEvent
from dalembert._export.programs.templates import fill_template
from dalembert._model.starting import SHUT
from dalembert._tape.c import LANGUAGE
from dalembert._tape.printer_lines import number_text

BETWEEN = ("contact_state", "gaps", "restitution", "switching")


def mode_filling(program: ModelProgram, hybrid: HybridTapes, stem: str) -> dict[str, str]:
    """The names and numbers that fill the loop over modes."""
    code = hybrid.code
    guards = max(len(one.kind) for one in code.modes)
    between = [f"    own->{n} = callable(model, {n});" for n in BETWEEN if n in code.transitions.tapes]
    between += ["    run->inputs = callable(model, inputs);"] if program.inputs is not None else []
    numbers = {
        "CONTACTS": str(code.contacts),
        "SURFACES": str(code.switches),
        "CONSTRAINTS": str(code.constraints),
        "SLIPS": str(code.slips),
        "YIELDING": str(code.yielding),
        "MODES": str(len(code.modes)),
        "GUARDS": str(guards),
        "MODE_VALUES": str(len(code.values)),
        "FULL": str(code.parameters),
        "FIRST_VALUES": _numbers([*code.values, 0.0]),
        "DIGITS": _numbers(code.digits.ravel().tolist()),
        "DIGITS_COUNT": str(len(code.digits)),
        "LAST_BITS": _numbers(hybrid.last_bits),
        "SLIP_OF": ", ".join(map(str, [*code.slip_of, 0])),
        "COUNTED": ", ".join(map(str, [*code.counted, 0])),
        "KNOTS": _numbers([*code.knots, 0.0]),
        "TOLERANCES": _numbers([code.tolerances[name] for name, *_ in ContactTolerances._fields_]),
        "LONGEST_HELD": repr(hybrid.longest_held),
        "HEALTHY": repr(hybrid.healthy),
        "SHUT": repr(SHUT),
        "BETWEEN": "\n".join(between),
        "DESCRIPTIONS": "\n".join(_descriptions(program, hybrid)),
    }
    of_events = _event_filling(hybrid.events)
    named = numbers | of_events | {"NAME": stem, "N": str(program.speeds), "SPAN": span_text(program)}
    return numbers | of_events | {"EVENTS_OF_THE_STATE": fill_template("state_events.c", named)}


def span_text(program: ModelProgram) -> str:
    """The time from the start to the end of a run, as a number of C."""
    return repr(program.t_end - program.t_start)


def _event_filling(events: tuple[StateEvent, ...]) -> dict[str, str]:
    return {
        "EVENTS": str(len(events)),
        "EVENT_DIRECTIONS": ", ".join(str(one.direction) for one in events),
        "EVENT_ACTS": ", ".join(str(one.action) for one in events),
        "EVENT_SETS": ", ".join("0" if one.sets is None else one.sets.name for one in events),
    }


def _numbers(values: Sequence[float]) -> str:
    return ", ".join(number_text(value, LANGUAGE) for value in values)


def _descriptions(program: ModelProgram, hybrid: HybridTapes) -> Iterator[str]:
    """Constant arrays of each mode, the functions that set parameters, and the table of all modes."""
    code = hybrid.code
    for k, (mode, tapes) in enumerate(zip(code.modes, hybrid.modes, strict=True)):
        for name, values in _arrays(mode, hybrid.events).items():
            yield f"static const int m{k}_of_{name}[] = {{{', '.join(map(str, [*values, 0]))}}};"
        yield from _binding(f"bind_{k}", [f"m{k}_{name}" for name in tapes])
    yield from _binding("bind_between", [*code.transitions.tapes, *(["inputs"] if program.inputs else [])])
    yield "static const mode_description descriptions[MODES] = {"
    for k, (mode, tapes) in enumerate(zip(code.modes, hybrid.modes, strict=True)):
        called = [f"m{k}_{n}" if n in tapes else "0" for n in ("rates", "correction", "events", "outputs")]
        arrays = [f"m{k}_of_{name}" for name in _arrays(mode, hybrid.events)]
        flags = map(int, (mode.constrained, mode.mode.constrains, mode.soft, len(mode.kind)))
        yield f"    {{{', '.join([*called, f'bind_{k}', *arrays, *map(str, flags)])}}},"
    yield "};"


def _arrays(mode: ModeCode, events: tuple[StateEvent, ...]) -> dict[str, tuple[int, ...]]:
    guards = len(mode.kind)
    return {
        "active": mode.active,
        "friction": mode.friction,
        "surface": mode.surface,
        "kind": mode.kind,
        "place": mode.place,
        "direction": (*(one.direction for one in events), *((-1,) * guards)),
        "stops": (*(1 for _ in events), *mode.stops),
    }


def _binding(name: str, tapes: Sequence[str]) -> Iterator[str]:
    yield f"static void {name}(const void *p, void *c)"
    yield "{"
    for tape in tapes:
        yield f"    prepare_{tape}((const double *)p, (double *)c);"
    yield "}"
