"""The questions about a model: kinematics, energies, equations of motion, and numbers that follow from them.

Numbers are asked for where they can be found by hand: natural frequencies about an equilibrium, and the
initial accelerations of systems with at most two degrees of freedom.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dalembert._derive.kinematics import Kinematics, Line
from dalembert._exercise.records import Blank, Kind, Question
from dalembert._expression.source import Flaw, ModelError
from dalembert._expression.tree import Name, Node, Rate
from dalembert._model.records import Model, constraints_of, entries_of
from dalembert._model.units import si_text
from dalembert._present.report.data import ReportData
from dalembert._present.report.writer import zero
from dalembert._simulate.motion import Motion
from dalembert._words.message import say

MOST_COORDINATES = 12  # more equations are too many to derive on paper
MOST_PLACES, MOST_LINES = 8, 6  # the most lines of kinematics: of positions, and with their velocities
SHOWN = 2  # positions that are shown, to define axes and angles
MOST_FREQUENCIES = 4
MOST_FREE, MOST_NUMBERS = 2, 3  # the most degrees of freedom, and accelerations asked for
WORTH = {
    Kind.kinematics: 1,
    Kind.energies: 3,
    Kind.equations: 4,
    Kind.frequencies: 2,
    Kind.accelerations: 2,
}
SMALL = 1e-9
LETTERS = ("omega", "nu", "w")  # names of natural frequencies


def refuse_large(model: Model) -> None:
    """Raise where a model is too large for a worksheet."""
    count = len(model.coordinates)
    if count > MOST_COORDINATES:
        message = say("exercise_too_large", count=count, most=MOST_COORDINATES)
        size = next(iter(model.sizes), "")
        hint = f"give it with fewer, such as n_link_pendulum:3 ({size} = 3)" if size else "divide the system"
        flaw = Flaw(
            rule="exercise", severity="error", where="", message=str(message), hint=hint, reason=message
        )
        raise ModelError((flaw,))


def questions_of(data: ReportData, motion: Motion) -> tuple[Question, ...]:
    """The questions about a model; `motion` begins at its start."""
    questions = (
        _kinematics(data.kinematics, data.model),
        _energies(data),
        _equations(data),
        _frequencies(data),
        _accelerations(data.model, motion),
    )
    return tuple(question for question in questions if question is not None)


def _kinematics(steps: Kinematics | None, model: Model) -> Question | None:
    """Positions and velocities; two positions without a description are shown, the others are asked for."""
    if steps is None:
        return None
    places = [*steps.positions, *(line for line in steps.velocities if isinstance(line.left, Name))]
    rates = [line for line in steps.velocities if isinstance(line.left, Rate)]
    meant = {term.name for term in model.definitions if term.text}
    if steps.solved:  # the constraints give them
        shown, places = [], []
    else:
        first = [line for line in places if _leaf(line.left)[0] not in meant][:SHOWN]
        shown, places = first, [line for line in places if line not in first]
    lines = [*places, *rates] if len(places) + len(rates) <= MOST_LINES else places or rates
    blanks = _blanks(lines[:MOST_PLACES])
    return Question(kind=Kind.kinematics, blanks=blanks, shown=_blanks(shown)) if blanks else None


def _blanks(lines: Sequence[Line]) -> tuple[Blank, ...]:
    return tuple(
        Blank(
            key=_key(line.left),
            kind=Kind.kinematics,
            marks=WORTH[Kind.kinematics],
            name=_leaf(line.left)[0],
            order=_leaf(line.left)[1],
            right=line.right,
        )
        for line in lines
    )


def _leaf(node: Node) -> tuple[str, int]:
    match node:
        case Name(name=name):
            return name, 0
        case Rate(name=name, order=order):
            return name, order
    raise TypeError(node)


def _key(node: Node) -> str:
    name, order = _leaf(node)
    return name + "'" * order


def _energies(data: ReportData) -> Question | None:
    energies = {"T": data.equations.T, "V": data.equations.V}
    blanks = tuple(
        Blank(key=letter, kind=Kind.energies, marks=WORTH[Kind.energies], name=letter)
        for letter, node in energies.items()
        if not zero(node)
    )
    return Question(kind=Kind.energies, blanks=blanks) if blanks else None


def _equations(data: ReportData) -> Question | None:
    blanks = tuple(
        Blank(key=row.coordinate, kind=Kind.equations, marks=WORTH[Kind.equations], name=row.coordinate)
        for row in data.equations.coordinates
        if not zero(row.left)
    )
    return Question(kind=Kind.equations, blanks=blanks) if blanks else None


def _frequencies(data: ReportData) -> Question | None:
    """Natural frequencies about an equilibrium, where there is one without closed contacts."""
    modes = data.modes
    if (
        modes is None
        or not modes.equilibrium
        or modes.point.closed_contacts
        or any(one.unstable for one in modes)
    ):
        return None
    oscillations = sorted((one for one in modes if one.kind == "oscillation"), key=lambda one: one.rad_s)
    if not 0 < len(oscillations) <= MOST_FREQUENCIES:
        return None
    taken = {entry.name for entry in entries_of(data.model)}
    keys = next(
        (keys for keys in _letters(len(oscillations)) if not taken & set(keys)),
        [f"frequency_{k}" for k in range(len(oscillations))],
    )
    blanks = tuple(
        Blank(
            key=key,
            kind=Kind.frequencies,
            marks=WORTH[Kind.frequencies],
            name=key,
            value=abs(mode.eigenvalue.imag),
            unit="rad/s",
        )
        for key, mode in zip(keys, oscillations, strict=True)
    )
    about = _place(data.model, modes.point.q.tolist())
    damped = any(abs(one.damping) > SMALL for one in oscillations)
    return Question(kind=Kind.frequencies, blanks=blanks, about=about, damped=damped)


def _letters(count: int) -> Iterator[list[str]]:
    for letter in LETTERS:
        yield [f"{letter}0"] if count == 1 else [f"{letter}_{k}" for k in range(1, count + 1)]


def _accelerations(model: Model, motion: Motion) -> Question | None:
    """The initial accelerations of coordinates whose start is given, where they can be computed by hand."""
    constraints = sum(len(constraints_of(model, kind)) for kind in ("displacement", "flow"))
    count = len(model.coordinates)
    besides = model.contacts or model.efforts or model.states or model.inputs
    if besides or count - constraints > MOST_FREE or count > MOST_NUMBERS or not len(motion.t):
        return None
    first = motion.qdd[0]
    scale = max((abs(float(value)) for value in first), default=0.0)
    blanks = tuple(
        Blank(
            key=f"{coordinate.name}''(0)",
            kind=Kind.accelerations,
            marks=WORTH[Kind.accelerations],
            name=coordinate.name,
            order=2,
            value=float(first[i]),
            unit=f"{si_text(coordinate.unit)}/s^2" if coordinate.unit else "",
        )
        for i, coordinate in enumerate(model.coordinates)
        if coordinate.start is not None and abs(float(first[i])) > SMALL * max(1.0, scale)
    )
    about = _place(model, motion.q[0].tolist())
    return Question(kind=Kind.accelerations, blanks=blanks, about=about) if blanks else None


def _place(model: Model, values: Sequence[float]) -> tuple[tuple[str, float], ...]:
    """Values of the coordinates; only of those with a given start where constraints determine the others."""
    pairs = tuple(zip(model.coordinates, values, strict=True))
    chosen = tuple((c.name, value) for c, value in pairs if c.start is not None)
    return chosen if chosen and model.constraints else tuple((c.name, value) for c, value in pairs)
