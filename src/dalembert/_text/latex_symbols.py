r"""Which name of a model a symbol of LaTeX stands for: \theta_{2} may be theta2, theta_2 or theta[2].

A symbol is looked up as the model prints it, then by its letters. An unknown symbol keeps its letters, and is
reported as a name that is not declared unless it is a multiplier.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from dalembert._text.lexer import TextFault

UPRIGHT = frozenset({"mathrm", "mathit", "text", "textrm", "mathbf", "boldsymbol", "mathsf", "operatorname"})
ACCENTS = frozenset({"hat", "bar", "tilde", "vec", "check", "breve", "overline", "mathcal", "widehat"})
SHAPES = {"varphi": "phi", "varepsilon": "epsilon", "vartheta": "theta", "varrho": "rho", "ell": "l"}
GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta",
    "θ": "theta", "ϑ": "vartheta", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi",
    "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega", "Ω": "Omega",
}  # fmt: skip
_UPRIGHT = re.compile(r"\\(?:" + "|".join(sorted(UPRIGHT)) + r")(?![A-Za-z])")
_COMMAND = re.compile(r"\\([A-Za-z]+)")
_INDEX = re.compile(r"-?\w+(,-?\w+)*")


def key_of(latex: str) -> str:
    """A symbol without typesetting: braces, spaces, upright letters."""
    return re.sub(r"[{}\s]|\\[,;:! ]", "", _UPRIGHT.sub("", latex))


def name_of(
    base: str, index: str, symbols: Mapping[str, str], names: Collection[str], span: tuple[int, int]
) -> str:
    """The name that a base and an index stand for."""
    for letter in _shapes(base):
        for subscript in _shapes(index) if index else ("",):
            key = key_of(f"{letter}_{subscript}" if subscript else letter)
            if key in symbols:
                return symbols[key]
    word, subscript = _letters(base), _letters(index)
    for name in (
        (f"{word}_{subscript}", f"{word}{subscript}", f"{word}[{subscript}]") if subscript else (word,)
    ):
        if name in names:
            return name
    if not word.isidentifier() or (subscript and not _INDEX.fullmatch(subscript)):
        shown = f"{base}_{{{index}}}" if index else base
        raise TextFault("syntax", f"`{shown}` is not understood here", span, "use a symbol of the model")
    return f"{word}_{subscript.replace(',', '_').replace('-', '_')}" if subscript else word


def _shapes(letter: str) -> tuple[str, ...]:
    r"""A symbol and its variants: \varphi and \phi."""
    spelled = f"\\{GREEK[letter]}" if letter in GREEK else letter
    command = _COMMAND.fullmatch(spelled)
    if command is None:
        return (spelled,)
    other = SHAPES.get(command[1]) or next((k for k, v in SHAPES.items() if v == command[1]), None)
    return (spelled, f"\\{other}" if other and other != "l" else "l") if other else (spelled,)


def _letters(latex: str) -> str:
    r"""A symbol spelled in letters: \theta is theta."""
    return _COMMAND.sub(lambda match: SHAPES.get(match[1], match[1]), key_of(latex))
