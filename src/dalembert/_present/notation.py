r"""How a name is written: theta2 is θ₂ in Unicode and \theta_{2} in LaTeX, a velocity has Newton's dot."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from dalembert._derive.by_force import part
from dalembert._derive.equations import Listed
from dalembert._model.records import Model, entries_of
from dalembert._text.printer import Hand

GREEK = {
    "alpha": "α",
    "beta": "β",
    "gamma": "γ",
    "delta": "δ",
    "epsilon": "ε",
    "zeta": "ζ",
    "eta": "η",
    "theta": "θ",
    "iota": "ι",
    "kappa": "κ",
    "lambda": "λ",
    "mu": "μ",
    "nu": "ν",
    "xi": "ξ",
    "pi": "π",
    "rho": "ρ",
    "sigma": "σ",
    "tau": "τ",
    "upsilon": "υ",
    "phi": "φ",
    "chi": "χ",
    "psi": "ψ",
    "omega": "ω",
    "Gamma": "Γ",
    "Delta": "Δ",
    "Theta": "Θ",
    "Lambda": "Λ",
    "Xi": "Ξ",
    "Pi": "Π",
    "Sigma": "Σ",
    "Phi": "Φ",
    "Psi": "Ψ",
    "Omega": "Ω",
}
FORCE_LETTERS = {"displacement": "Lambda", "flow": "K", "gap": "N", "slip": "R"}  # forces on definitions
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
DOTS = ("", "\u0307", "\u0308")  # combining dots
TEX_DOTS = ("{}", r"\dot{{{}}}", r"\ddot{{{}}}")
TEX_RATE = r"\frac{\mathrm{d}}{\mathrm{d}t}"
_DIGITS = re.compile(r"\d+$")


@dataclass(frozen=True, slots=True)
class Notation:
    """The written names of one model."""

    symbols: dict[str, str]  # LaTeX given by the user
    multipliers: dict[str, tuple[str, str]]  # lam_NAME, contact_NAME to (letter, subscript)
    slopes: dict[str, tuple[str, str, int]] = field(default_factory=dict)  # names of ∂a/∂b: a, b, order of b


def notation(model: Model, listed: Iterable[Listed] = ()) -> Notation:
    """How the names of a model are written, and those of derivatives that are listed with its equations."""
    entries = (*entries_of(model), *model.outputs)
    multipliers = {}
    for kind, prefix, letter in (("displacement", "lam_", "lambda"), ("flow", "kap_", "kappa")):
        own = [c.name for c in model.constraints if c.kind == kind]
        for name in own:
            _, digits = split_name(name)
            short = re.fullmatch(r"(phi|psi)_?\d+", name) is not None
            multipliers[prefix + name] = (
                letter,
                "" if len(own) == 1 and short else digits if short else name,
            )
    multipliers |= {f"contact_{c.name}": ("f", c.name) for c in model.contacts}
    for contact in model.contacts:  # friction is tangential
        for i, name in enumerate(contact.slips, 1):
            index = f"{contact.name},t" + (str(i) if len(contact.slips) > 1 else "")
            multipliers[f"friction_{name}"] = ("f", index)
    declared = {e.name for e in entries}
    acting = {name: pair for name, pair in multipliers.items() if name not in declared}
    for contact in model.contacts:
        if contact.compliant:
            acting |= {
                part(contact, "gap"): ("gap", contact.name),
                part(contact, "depth"): ("delta", contact.name),
                part(contact, "elastic"): ("f", f"{contact.name},el"),
                part(contact, "stored"): ("V", contact.name),
                part(contact, "spent"): ("D", contact.name),
            }
    slopes: dict[str, tuple[str, str, int]] = {}
    for one in listed:
        if one.kind in ("slope", "energy"):
            slopes[one.name] = (one.of, one.by, one.by_order)
        elif one.kind != "definition":
            acting[one.name] = ("E" if one.kind == "effort" else FORCE_LETTERS[one.of], one.by)
    return Notation({e.name: e.symbol for e in entries if e.symbol}, acting, slopes)


def split_name(name: str) -> tuple[str, str]:
    """theta2 as (theta, 2), x_G as (x, G), kt1 as (kt, 1)."""
    base, _, index = name.partition("_")
    if not base or (not index and base != name):
        return name, ""
    match = _DIGITS.search(base) if not index else None
    return (base[: match.start()], match.group()) if match and match.start() else (base, index)


def unicode_hand(written: Notation) -> Hand:
    """The hand for terminals."""

    def name(text: str, order: int) -> str:
        if text in written.slopes:
            of, by, by_order = written.slopes[text]
            return "d/dt " * order + f"∂{name(of, 0)}/∂{name(by, by_order)}"
        if text in written.multipliers:
            base, index = written.multipliers[text]
        else:
            base, index = split_name(text)
        letter = GREEK.get(base, base)
        index = index.translate(SUBSCRIPTS) if index.isdecimal() else f"_{index}" if index else ""
        return letter + DOTS[order] + index

    return Hand(name=name, times=" ", minus="-", superscripts=True)


def latex_name(written: Notation, text: str, order: int) -> str:
    """The LaTeX of a name; the user's symbol where one is given."""
    if text in written.slopes:
        of, by, by_order = written.slopes[text]
        above, below = latex_name(written, of, 0), latex_name(written, by, by_order)
        return TEX_RATE * order + rf"\frac{{\partial {above}}}{{\partial {below}}}"
    given = written.symbols.get(text)
    if given:
        base, index = _split_symbol(given)
    else:
        word, index = written.multipliers.get(text) or split_name(text)
        base = f"\\{word}" if word in GREEK else _roman(word)
        index = index if index.isdecimal() or not index else _roman(index)
    dotted = TEX_DOTS[order].format(base)
    return f"{dotted}_{{{index}}}" if index else dotted


def _split_symbol(symbol: str) -> tuple[str, str]:
    """A given symbol as base and subscript, so that the dot sits on the base."""
    match = re.fullmatch(r"(.+?)_(?:\{(.*)\}|(\w))", symbol)
    return (match.group(1), match.group(2) or match.group(3)) if match else (symbol, "")


def _roman(word: str) -> str:
    escaped = word.replace("_", r"\_")
    return escaped if len(word) == 1 else rf"\mathit{{{escaped}}}"
