"""Records of the library: a worked system, and what is known about it from print or closed form."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

NAMES_PER_PART = {
    "equation": 1,
    "M": 2,
    "h": 1,
    "K": 2,
    "G": 1,
    "C": 1,
    "Phi": 1,
    "Phi_q": 2,
    "Psi_qd": 2,
    "gamma": 1,
    "effort": 1,
    "gap": 1,
    "contact_effort": 2,
    "closed": 2,
    "closed_C": 2,
    "solved": 2,
    "contact_force": 1,
}
"""How many names say which entry of a part is meant: M needs a row and a column, h one coordinate."""

LARGEST_SIZE = 10_000
_SIZE = re.compile(r"^(N *= \{ value = )\d+,", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Golden:
    """A printed result, in the model language, that the derivation must reproduce as an identity.

    The parts:

    - equation (coordinate): left side of "= 0" of that coordinate's equation
    - M (row, column), h (coordinate): of M qdd + Phi_q^T lam + Psi_qd^T kap = h
    - K (row, column): -dh_row/dq_column
    - G (coordinate): the terms of -h that carry the parameter g; C (coordinate): -h without them
    - Phi, gamma (constraint); Phi_q, Psi_qd (constraint, coordinate)
    - effort (effort constraint): left side of "= 0"
    - gap (contact); contact_effort (contact, coordinate): the effort of the force contact_NAME on a
    coordinate
    - closed (contact, coordinate): as equation, with the contact closed; closed_C: as C, the same
    - solved (contact, name): the coordinate x, or its rate x' or x'', that the closed gap determines
    - contact_force (contact): the force, with that coordinate substituted
    """

    part: str
    of: tuple[str, ...]
    expression: str
    cite: str

    def __post_init__(self) -> None:
        """Refuse an unknown part, and a wrong number of names for a known one."""
        if self.part not in NAMES_PER_PART:
            message = f"a golden's part is one of {', '.join(NAMES_PER_PART)}; this one says {self.part!r}"
            raise ValueError(message)
        if len(self.of) != NAMES_PER_PART[self.part]:
            message = f"{self.part} is named by {NAMES_PER_PART[self.part]} name(s); given: {self.of}"
            raise ValueError(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A known number of a system, in SI units.

    `of` names the quantity: "energy.start" (T + V at the start), "start.NAME" and "speed.NAME" (implied by
    the constraints at the start), "mode.K.hz" (K-th natural frequency, from 0), "static.NAME" (static
    equilibrium); other names are results of a simulation: "at.TIME.NAME" is a column of the motion (a
    coordinate x, x', x'', a multiplier, a state, an output) at a time, "final.NAME" the same at its end.
    The prefix "case.CASE." refers to a case instead of the model's own values.
    """

    what: str
    value: float
    rtol: float
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The known results of a system."""

    goldens: tuple[Golden, ...] = ()
    numbers: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A worked system: its model file and its facts, or how to make them where it takes a size.

    A system without a size has `size = None` and plain `facts`; one with a size gives its default there, its
    facts are a function of the size, and its text has the size as the value of the parameter N.
    """

    name: str
    source: str
    summary: str
    text: str
    facts: Facts | Callable[[int], Facts]
    size: int | None = None

    def __post_init__(self) -> None:
        """Refuse a system that has a size in one field but not in another."""
        sized = self.size is not None
        if isinstance(self.facts, Facts) == sized or (sized and len(_SIZE.findall(self.text)) != 1):
            message = f"{self.name}: a system with a size has it as N, and facts that are a function of it"
            raise ValueError(message)


def model_text(system: System, size: int | None = None) -> str:
    """Text of the system's model file, of the given size or its default one."""
    if system.size is None:
        _refuse_size(system, size)
        return system.text
    return _SIZE.sub(rf"\g<1>{_chosen_size(system, size)},", system.text)


def facts_of(system: System, size: int | None = None) -> Facts:
    """Known results of the system of the given size or its default one."""
    if isinstance(system.facts, Facts):
        _refuse_size(system, size)
        return system.facts
    return system.facts(_chosen_size(system, size))


def golden_matrix(
    part: str, rows: Sequence[str], columns: Sequence[str], grid: str, cite: str
) -> tuple[Golden, ...]:
    """Every entry of a matrix written as a grid: one line per row, entries without spaces."""
    entries = [line.split() for line in grid.strip().splitlines()]
    return tuple(
        Golden(part=part, of=(row, column), expression=entry, cite=cite)
        for row, line in zip(rows, entries, strict=True)
        for column, entry in zip(columns, line, strict=True)
    )


def golden_vector(part: str, entries: Mapping[str, str], cite: str) -> tuple[Golden, ...]:
    """Every entry of a vector, or every equation of a list, by its name."""
    return tuple(Golden(part=part, of=(name,), expression=text, cite=cite) for name, text in entries.items())


def numbers_at(
    time: float, values: Mapping[str, float], rtol: float, how: str, case: str = ""
) -> tuple[Number, ...]:
    """Values of columns of the motion at a time, of the model or of one of its cases."""
    first = f"case.{case}." if case else ""
    return tuple(
        Number(what=f"{first}at.{time:g}.{name}", value=value, rtol=rtol, how=how)
        for name, value in values.items()
    )


def _refuse_size(system: System, size: int | None) -> None:
    if size is not None:
        message = f"{system.name} takes no size, but was asked for {size}; write just {system.name}"
        raise ValueError(message)


def _chosen_size(system: System, size: int | None) -> int:
    chosen = system.size if size is None else size
    if chosen is None or not 1 <= chosen <= LARGEST_SIZE:
        message = (
            f"the size of {system.name} is a whole number from 1 to {LARGEST_SIZE}, but was {chosen}; "
            f"write for example {system.name}:{system.size}"
        )
        raise ValueError(message)
    return chosen
