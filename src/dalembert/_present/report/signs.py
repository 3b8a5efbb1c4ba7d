"""Signs that name the parts of a derivation: ∂T/∂q, d/dt, sums of multipliers, Φ_q."""

from __future__ import annotations

from dalembert._present.report import boxes as b
from dalembert._present.report import metrics as m
from dalembert._present.report.boxes import Box
from dalembert._present.report.symbols import DEL, word

T, V, D, Q, M, C, G, h = (word(name) for name in ("T", "V", "D", "Q", "M", "C", "G", "h"))
TIME = word("t")
GAMMA = b.letter(r"\gamma", "γ", m.greek("gamma"))
PHI, PSI = b.letter(r"\Phi", "Φ", m.greek("Phi")), b.letter(r"\Psi", "Ψ", m.greek("Psi"))
Q_VECTOR, Q_RATE, Q_ACCELERATION = (
    word("q"),
    b.accent(word("q"), "dot", "˙"),
    b.accent(word("q"), "ddot", "¨"),
)
PHI_Q, PSI_QD = b.subscript(PHI, Q_VECTOR), b.subscript(PSI, Q_RATE)
LAMBDA, KAPPA = b.letter(r"\lambda", "λ", m.greek("lambda")), b.letter(r"\kappa", "κ", m.greek("kappa"))
TRANSPOSED = b.upright("T")
EQUALS, PLUS = b.sign("=", "=", m.RELATION), b.sign("+", "+", m.SIGN)
KINDS = {
    "displacement": (LAMBDA, b.letter(r"\phi", "φ", m.greek("phi"))),
    "flow": (KAPPA, b.letter(r"\psi", "ψ", m.greek("psi"))),
}


def partial(f: Box, x: Box) -> Box:
    """∂f/∂x."""
    return b.fraction(b.row(DEL, f), b.row(DEL, x))


def partial_inline(f: Box, x: Box) -> Box:
    """∂f/∂x in a line of words."""
    return b.row(DEL, f, b.sign("/", "/", 0.6), DEL, x)


def rate(f: Box) -> Box:
    """d/dt f."""
    d = b.upright("d")
    return b.row(b.fraction(d, b.row(d, TIME)), f)


def force(kind: str, x: Box) -> Box:
    """Σ λ ∂φ/∂x."""
    multiplier, constraint = KINDS[kind]
    return b.row(b.sign(r"\sum ", "∑", 1.6), multiplier, partial(constraint, x))


def of(kind: Box, name: Box) -> Box:
    """T_name."""
    return b.subscript(kind, name)


def transposed(matrix: Box) -> Box:
    """The transpose."""
    return b.power(b.fence(matrix) if matrix.kind == "power" else matrix, TRANSPOSED)
