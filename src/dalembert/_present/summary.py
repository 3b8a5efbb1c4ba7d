"""A motion in a few lines for a terminal: its status, its checks, its start, its end, its events.

All numbers are in the units of the model, and have them where they are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dalembert._model.display_units import DisplayUnit, display_units
from dalembert._model.records import Coordinate, State, Term, has_elements
from dalembert._present.energy_shares import energy_table
from dalembert._present.ranges import load_names, ranges_of
from dalembert._simulate.digits import digits_for, residual_text, supported_value
from dalembert._simulate.motion import Motion

SHOWN = 12  # the most coordinates or outputs whose values are listed
TIMES = 6  # the most times of an event that are listed
NEAR = 1e-9  # relative to the largest speed: a smaller change at an impact is zero
WIDTH = 11  # width of the words at the beginning of lines


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactsAtStart:
    """The contacts at the start.

    `closed`, `sliding` and `sticking` are the contacts in these states from then on; `struck` took part in an
    impact there, which changed `speeds`: the index of each coordinate, its speed before and after.
    """

    closed: tuple[str, ...]
    sliding: tuple[str, ...]
    sticking: tuple[str, ...]
    struck: tuple[str, ...]
    speeds: tuple[tuple[int, float, float], ...]


def opening_of(motion: Motion) -> ContactsAtStart:
    """The contacts at the start of a motion."""
    rough = {contact.name for contact in motion.model.contacts if contact.friction is not None}
    first = motion.touches[0] if motion.touches else None
    contacts, sticking = (first.contacts, first.sticking) if first is not None else ((), ())
    blows = [impact for impact in motion.impacts if impact.t <= motion.settings.t_start]
    return ContactsAtStart(
        closed=contacts,
        sliding=tuple(name for name in contacts if name in rough and name not in sticking),
        sticking=sticking,
        struck=tuple(dict.fromkeys(name for impact in blows for name in impact.participants)),
        speeds=_changes(blows[0].before, blows[-1].after) if blows else (),
    )


def summary(motion: Motion) -> str:
    """The title, the outcome of the run, and lines that begin with two spaces and a word."""
    work = motion.work
    counted = f"{work.steps} steps, {work.rhs} evaluations, " if work.steps else ""
    lines = [("method", f"{motion.method}, {counted}{motion.seconds.total:.2g} s in total")]
    if motion.model.coordinates:
        balance = residual_text(motion.ledger.error)
        lines.append(("energy", f"{_energy(motion)}; the balance closes to {balance}"))
    lines += _energies_of_entries(motion)
    if motion.lam.shape[1] and len(motion.t):
        position, velocity = motion.residual.position.max(), motion.residual.velocity.max()
        position_text, speed = residual_text(position), residual_text(velocity)
        lines.append(("constraints", f"satisfied to {position_text} in position, {speed} in velocity"))
    for word, listed in (("assumed", motion.assumed), ("moved", motion.moved)):
        if listed:
            lines.append((word, _first_entries([str(entry) for entry in listed])))
    lines += [("start", text) for text in _start(motion)]
    lines += _end(motion)
    lines += _extremes(motion)
    lines += [("note", str(remark)) for remark in motion.remarks]
    lines += _events(motion)
    head = [motion.model.title] if motion.model.title else []
    head.append(f"{motion.status}: {motion.message}")
    return "\n".join([*head, *(f"  {word:<{WIDTH}} {text}" for word, text in lines)])


def _first_entries(entries: list[str]) -> str:
    """The first entries of a list and the number of others; `--json` and motion files have them all."""
    further = len(entries) - SHOWN
    return (
        ", ".join(entries[:SHOWN]) + f" and {further} more (`--json` lists them)"
        if further > 1
        else ", ".join(entries)
    )


def _start(motion: Motion) -> list[str]:
    """The impact at the start with its changes of speeds; the contacts that are closed from then on."""
    opening = opening_of(motion)
    names = [f"{c.name}'" for c in motion.model.coordinates]
    units, digits = display_units(motion.model), digits_for(motion.accuracy.achieved)
    sentences = []
    if opening.struck and opening.speeds:
        speeds = [
            f"{names[i]} from {_with_unit(units[names[i]], before, digits)}"
            f" to {_with_unit(units[names[i]], after, digits)}"
            for i, before, after in opening.speeds
        ]
        sentences.append(f"impact of {', '.join(opening.struck)}: {_comma_list(speeds)}")
    if opening.closed:
        doing = dict.fromkeys(opening.sliding, " (slides)") | dict.fromkeys(opening.sticking, " (sticks)")
        sentences.append(f"closed: {', '.join(name + doing.get(name, '') for name in opening.closed)}")
    return sentences


def _with_unit(unit: DisplayUnit, si: float, digits: int) -> str:
    """An SI number in its display unit."""
    return unit.with_unit(f"{unit.from_si(si):.{digits}g}")


def _end(motion: Motion) -> list[tuple[str, str]]:
    """The coordinates, states and outputs in the last row."""
    if not len(motion.t):
        return []
    model, units = motion.model, display_units(motion.model)
    places, outputs = (
        [f"{name} = {units[name].with_unit(motion.text_at_end(name))}" for name in names[: SHOWN + 1]]
        for names in ([*_names(model.coordinates), *_names(model.states)], _names(model.outputs))
    )
    lines = [(f"at {motion.t[-1]:.5g} s", _comma_list(places))]
    return [*lines, ("outputs", _comma_list(outputs))] if outputs else lines


def _extremes(motion: Motion) -> list[tuple[str, str]]:
    """The extremes of coordinates, states and outputs, and the largest loads with their times."""
    ranges, model = ranges_of(motion), motion.model
    moving = [
        f"{name} {shown.unit.with_unit(f'{shown.minimum} … {shown.maximum}')}"
        for name in (*_names(model.coordinates), *_names(model.states), *_names(model.outputs))
        if (shown := ranges.get(name)) is not None and not shown.steady
    ]
    loads = [
        f"{name} {shown.unit.with_unit(shown.size)} at {shown.extreme.t_size:.4g} s"
        for name in load_names(motion)
        if (shown := ranges.get(name)) is not None and not shown.zero
    ]
    lines = [("range", _comma_list(moving)), ("largest", _comma_list(loads))]
    return [(word, text) for word, text in lines if text]


def _events(motion: Motion) -> list[tuple[str, str]]:
    """The number of each event, impact, release …, with its first and last times."""
    lines, digits = [], digits_for(motion.accuracy.achieved)
    for kind, name in dict.fromkeys((event.kind, event.name) for event in motion.events):
        times = [
            f"{event.t:.{digits}g}" for event in motion.events if (event.kind, event.name) == (kind, name)
        ]
        shown = times if len(times) <= TIMES else [*times[: TIMES - 1], "…", times[-1]]
        often = f"{len(times)} times" if len(times) > 1 else "once"
        lines.append((kind, f"{name}, {often}: {', '.join(shown)} s"))
    return lines


def _energy(motion: Motion) -> str:
    if not len(motion.t):
        return "none"
    word = "T + V" if motion.ledger.kind == "energy" else "Jacobi integral"
    energy, claim = motion.ledger.energy, motion.accuracy.achieved
    size = max(float(abs(part).max()) for part in (motion.T, motion.V, energy))
    first, last = (supported_value(float(value), size, claim) for value in (energy[0], energy[-1]))
    return f"{word} = {first} J at the start, {last} J at the end"


def _energies_of_entries(motion: Motion) -> list[tuple[str, str]]:
    """Energies stored by elements and bodies at the start and at the end, their dissipation and work."""
    if not len(motion.t) or not has_elements(motion.model):
        return []
    table = energy_table(motion)

    def value_text(value: float) -> str:
        return supported_value(value, table.size, table.claim)

    stored: list[str] = []
    taken: list[str] = []
    given: list[str] = []
    for one in sorted(table.entries, key=lambda one: -one.size):
        first, last = value_text(float(one.stored[0])), value_text(float(one.stored[-1]))
        if {first, last} != {"0"}:
            stored.append(f"{one.name} {first} → {last} J")
        for listed, values in ((taken, one.taken), (given, one.given)):
            if (text := value_text(float(values[-1]))) != "0":
                listed.append(f"{one.name} {text} J")
    lines = (("stored", stored), ("dissipated", taken), ("work", given))
    return [(word, _comma_list(parts)) for word, parts in lines if parts]


def _names(entries: Sequence[Coordinate | State | Term]) -> list[str]:
    return [one.name for one in entries]


def _comma_list(parts: Sequence[str]) -> str:
    return ", ".join([*parts[:SHOWN], *(["…"] if len(parts) > SHOWN else [])])


def _changes(before: Sequence[float], after: Sequence[float]) -> tuple[tuple[int, float, float], ...]:
    """The speeds that change, up to rounding, with their values before and after."""
    least = NEAR * max((abs(speed) for speed in (*before, *after)), default=0.0)
    pairs = enumerate(zip(before, after, strict=True))
    return tuple(
        (i, one, other if abs(other) > least else 0.0)
        for i, (one, other) in pairs
        if abs(other - one) > least
    )
