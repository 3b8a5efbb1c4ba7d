"""Symbols of the parts of a derivation: ∂T/∂q, d/dt, sums of multipliers, Φ_q.

Matrices and vectors are bold, so that no name of a model looks like one of them. The scalars T, V, D, Q, the
constraints φ and ψ, the gap g and the slip v are replaced where a name of the model has that letter
(`Letters`).
"""

from __future__ import annotations

from dataclasses import dataclass

from dalembert._present.notation import GREEK, Notation
from dalembert._present.report import boxes as b
from dalembert._present.report import metrics as m
from dalembert._present.report.boxes import Box
from dalembert._present.report.symbols import DEL, word

M, C, G, h = (b.bold(word(name)) for name in ("M", "C", "G", "h"))
TIME = word("t")
GAMMA, PHI, PSI = (b.bold(word(name)) for name in ("gamma", "Phi", "Psi"))
LAMBDA, KAPPA = b.bold(word("lambda")), b.bold(word("kappa"))
Q_VECTOR = b.bold(word("q"))
Q_RATE, Q_ACCELERATION = b.accent(Q_VECTOR, "dot", "˙"), b.accent(Q_VECTOR, "ddot", "¨")
PHI_Q, PSI_QD = b.subscript(PHI, Q_VECTOR), b.subscript(PSI, Q_RATE)
TRANSPOSED = b.upright("T")
EQUALS, PLUS = b.sign("=", "=", m.RELATION), b.sign("+", "+", m.SIGN)
MULTIPLIERS = {"displacement": word("lambda"), "flow": word("kappa")}
INSTEAD = {  # replacements of letters that the model uses
    "T": b.calligraphic("T"),
    "V": b.calligraphic("V"),
    "D": b.calligraphic("D"),
    "Q": b.calligraphic("Q"),
    "phi": word("Phi"),
    "psi": word("Psi"),
    "g": b.upright("gap"),
    "v": b.upright("slip"),
}


@dataclass(frozen=True, slots=True)
class Letters:
    """The letters of a report: those that the model uses are replaced."""

    taken: frozenset[str]

    def __call__(self, letter: str) -> Box:
        """The letter, or its replacement."""
        return INSTEAD[letter] if letter in self.taken else word(letter)

    def force(self, kind: str, x: Box) -> Box:
        """The sum Σ λ ∂φ/∂x."""
        constraint = self("phi" if kind == "displacement" else "psi")
        return b.row(b.sign(r"\sum ", "∑", 1.6), MULTIPLIERS[kind], partial(constraint, x))


def letters_of(written: Notation, names: frozenset[str]) -> Letters:
    """The letters for a model with these names."""
    shown = {written.letters(name)[0] for name in names}
    return Letters(frozenset(letter for letter in INSTEAD if GREEK.get(letter, letter) in shown))


def partial(f: Box, x: Box) -> Box:
    """The derivative ∂f/∂x."""
    return b.fraction(b.row(DEL, f), b.row(DEL, x))


def partial_inline(f: Box, x: Box) -> Box:
    """The derivative ∂f/∂x in a line of text."""
    return b.row(DEL, f, b.sign("/", "/", 0.6), DEL, x)


def rate(f: Box) -> Box:
    """The time derivative d/dt f."""
    d = b.upright("d")
    return b.row(b.fraction(d, b.row(d, TIME)), f)


def of(kind: Box, name: Box) -> Box:
    """A symbol with a name as its index: T_name."""
    return b.subscript(kind, name)


def transpose(matrix: Box) -> Box:
    """The transpose."""
    return b.power(b.fence(matrix) if matrix.kind == "power" else matrix, TRANSPOSED)
