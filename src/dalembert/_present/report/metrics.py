"""Widths of letters and words in TeX, in em of the text font, rounded up.

Measured with boxes of TeX, for Latin Modern at 11 pt: letters of mathematics, letters of italic words (the
wider of two fonts), upright letters, Greek letters and signs. A script is set at 8/10.95 of the size, its
letters are a little wider for that: `SCRIPT`.
"""

from __future__ import annotations


def _table(text: str) -> dict[str, float]:
    return {entry[0]: float(entry[1:]) for entry in text.split()}


LETTERS = _table(
    "a0.54 b0.44 c0.44 d0.53 e0.48 f0.61 g0.52 h0.59 i0.35 j0.48 k0.56 l0.33 m0.89 "
    "n0.61 o0.49 p0.51 q0.49 r0.49 s0.48 t0.37 u0.58 v0.53 w0.75 x0.58 y0.54 z0.52 "
    "A0.76 B0.82 C0.80 D0.87 E0.81 F0.79 G0.80 H0.92 I0.53 J0.66 K0.93 L0.69 M1.09 "
    "N0.92 O0.80 P0.79 Q0.80 R0.78 S0.68 T0.73 U0.80 V0.82 W1.09 X0.92 Y0.81 Z0.76 "
)
WORD = _table(
    "a0.56 b0.50 c0.51 d0.60 e0.51 f0.61 g0.53 h0.59 i0.40 j0.48 k0.56 l0.34 m0.89 "
    "n0.62 o0.55 p0.55 q0.54 r0.53 s0.48 t0.41 u0.60 v0.53 w0.75 x0.58 y0.55 z0.52 "
    "A0.76 B0.82 C0.85 D0.87 E0.81 F0.79 G0.85 H0.92 I0.54 J0.66 K0.93 L0.69 M1.09 "
    "N0.92 O0.83 P0.79 Q0.83 R0.78 S0.68 T0.84 U0.89 V0.91 W1.16 X0.92 Y0.91 Z0.76 "
)
UPRIGHT = _table(
    "a0.52 b0.57 c0.45 d0.57 e0.45 f0.39 g0.52 h0.57 i0.29 j0.32 k0.55 l0.29 m0.85 "
    "n0.57 o0.51 p0.57 q0.56 r0.40 s0.40 t0.40 u0.57 v0.55 w0.74 x0.55 y0.55 z0.45 "
    "A0.76 B0.72 C0.73 D0.77 E0.69 F0.66 G0.79 H0.76 I0.37 J0.52 K0.79 L0.63 M0.93 "
    "N0.76 O0.79 P0.69 Q0.79 R0.77 S0.57 T0.73 U0.76 V0.77 W1.05 X0.76 Y0.78 Z0.62 "
)
_NAMED = (
    "alpha=0.65 beta=0.63 gamma=0.58 delta=0.49 epsilon=0.42 varepsilon=0.48 zeta=0.52 eta=0.54 "
    "theta=0.51 vartheta=0.60 iota=0.36 kappa=0.59 lambda=0.59 mu=0.61 nu=0.57 xi=0.49 pi=0.62 rho=0.53 "
    "varrho=0.53 sigma=0.62 tau=0.56 upsilon=0.59 phi=0.61 varphi=0.66 chi=0.64 psi=0.70 omega=0.67 "
    "Gamma=0.63 Delta=0.84 Theta=0.79 Lambda=0.70 Xi=0.68 Pi=0.76 Sigma=0.73 Upsilon=0.79 Phi=0.73 "
    "Psi=0.79 Omega=0.73 ell=0.43 infty=1.01 partial=0.60 prime=0.28 star=0.51 ast=0.51 circ=0.51 "
    "parallel=0.51 perp=0.79 "
)
NAMED = {name: float(width) for name, _, width in (entry.partition("=") for entry in _NAMED.split())}
DIGIT, WORD_DIGIT = 0.51, 0.65  # upright, and in italic words
OTHER = 1.0  # any other letter
SCRIPT = 0.80
BOLD, CALLIGRAPHIC = 1.25, 1.45

SIGN = 1.23  # a binary sign with its spaces
RELATION = 1.34
DOT = 0.73  # · between factors
THIN = 0.17
BRACKET, BIG_BRACKET = 0.40, 0.46
TALL_BRACKET, TALLER_BRACKET = 0.74, 0.92
BAR = 0.6  # the additional width of a fraction: space at both ends of its bar and beside it
ROOT, TALL_ROOT = 0.86, 1.2


def greek(name: str) -> float:
    """The width of a Greek letter or a sign by its name in TeX."""
    return NAMED.get(name, OTHER)


def letter(c: str) -> float:
    """The width of one letter of mathematics."""
    return LETTERS.get(c) or OTHER


def letters(text: str) -> float:
    """The width of an italic word, or of any text."""
    return sum(WORD.get(c) or (WORD_DIGIT if c.isdecimal() or c in " .,-_" else OTHER) for c in text)


def upright(text: str) -> float:
    """The width of an upright word."""
    return sum(UPRIGHT.get(c) or (DIGIT if c.isdecimal() or c in " .,-_" else OTHER) for c in text)


def digits(text: str) -> float:
    """The width of a number."""
    return DIGIT * len(text)
