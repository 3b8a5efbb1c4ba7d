r"""Notation of names: theta2 is θ₂ in Unicode and \theta_{2} in LaTeX, a velocity has Newton's dot.

A name of several letters must not look like a product. A letter with an index is split, mw to m_w, ktau to
k_τ, xG1 to x_{G1}; any other word is upright, and so are indices of several letters. Two names of a model
that would look alike after that are not split. A symbol given in the model has priority, also in a terminal
where letters can show it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from dalembert._derive.by_force import PARTS, part
from dalembert._derive.equations import SharedTerm
from dalembert._model.records import Delay, Entry, Model, entries_of
from dalembert._present.body_names import NO_FAMILIES, body_name, families_of, part_name
from dalembert._text.printer import Hand, print_tree

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
FORCE_LETTERS = {"displacement": "Lambda", "flow": "K", "gap": "N", "slip": "R"}  # of forces on definitions
TEX_RATE = r"\frac{\mathrm{d}}{\mathrm{d}t}"
TEX_SHAPES = {"phi": "varphi", "epsilon": "varepsilon"}  # φ and ε as a page shows them
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
DOTS = ("", "\u0307", "\u0308")  # combining dots
TEX_DOTS = ("{}", r"\dot{{{}}}", r"\ddot{{{}}}")
_NUMBERED = re.compile(r"([A-Za-z]+)(\d+[A-Za-z]?)")
_TAIL = re.compile(r"\d+$")
_MEMBER = re.compile(r"(.+)\[([-\d,]+)\]")  # of a family
_LABEL = re.compile(r"[A-Za-z]\d*|\d+[A-Za-z]")
_WORD = re.compile(r"\\(?:mathrm|mathit|text|mathbf|mathcal)\{(\w+)\}")
_COMMAND = re.compile(r"\\([A-Za-z]+) *")
LETTERS = {"varepsilon": "ε", "vartheta": "ϑ", "varrho": "ϱ", "varphi": "φ", "Upsilon": "Υ", "ell": "ℓ"}
DIFFERENCES = frozenset({"dx", "dy", "dz", "dt"})  # names of differences, in which d is no quantity

Parts = tuple[str, str]  # a base and an index, which may be empty


@dataclass(frozen=True, slots=True)
class Notation:
    """The written names of one model."""

    symbols: dict[str, str]  # LaTeX given by the user
    names: dict[str, Parts]  # of the model, and of its results such as lam_NAME and contact_NAME
    slopes: dict[str, tuple[str, str, int]] = field(default_factory=dict)  # of ∂a/∂b: a, b, order of b
    delays: dict[str, Delay] = field(default_factory=dict)  # by the names of x(t − τ)
    families: dict[str, int] = field(default_factory=dict)  # of bodies and joints: numbers of indices

    def parts(self, name: str) -> Parts:
        """The letter or word of a name, and its index."""
        return self.names.get(name) or split_name(name, self.families)

    def letters(self, name: str) -> Parts:
        """The letter or word, and the index, in a terminal: those of a given symbol have priority."""
        given = symbol_letters(self.symbols[name]) if name in self.symbols else None
        if given is not None:
            return given
        base, index = self.parts(name)
        return GREEK.get(base, base), ",".join(GREEK.get(part, part) for part in index.split(","))


def notation(model: Model, listed: Iterable[SharedTerm] = ()) -> Notation:
    """The notation of the names of a model, and of derivatives listed with its equations."""
    entries = (*entries_of(model), *model.outputs)
    multipliers = {}
    bases = {base_of(entry) for entry in entries}
    for kind, prefix, letter, other in (
        ("displacement", "lam_", "lambda", "Lambda"),
        ("flow", "kap_", "kappa", "K"),
    ):
        letter = other if letter in bases else letter  # the model's λ keeps its letter
        constraints = [c.name for c in model.constraints if c.kind == kind]
        for name in constraints:
            digits = "".join(_TAIL.findall(name))
            short = re.fullmatch(r"(phi|psi)_?\d+", name) is not None
            multipliers[prefix + name] = (
                letter,
                "" if len(constraints) == 1 and short else digits if short else _index(name),
            )
    multipliers |= {f"contact_{c.name}": ("f", c.name) for c in model.contacts}
    for contact in model.contacts:  # friction is tangential
        for i, name in enumerate(contact.slips, 1):
            index = f"{contact.name},t" + (str(i) if len(contact.slips) > 1 else "")
            multipliers[f"friction_{name}"] = ("f", index)
    declared = {e.name for e in entries}
    acting = {name: pair for name, pair in multipliers.items() if name not in declared}
    parts = {part(c, name) for c in model.contacts if c.compliant for name in PARTS}
    gap = "gap" if "g" in {base_of(entry) for entry in entries if entry.name not in parts} else "g"
    for contact in model.contacts:
        if contact.compliant:
            acting |= {
                part(contact, "gap"): (gap, contact.name),
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
    delays = {e.name: e.law for e in model.inputs if isinstance(e.law, Delay)}
    families = families_of(model)
    names = _separate_names(declared - delays.keys(), families) | acting
    symbols = {e.name: e.symbol for e in entries if e.symbol and e.name not in parts}
    return Notation(symbols, names, slopes, delays, families)


def base_of(entry: Entry) -> str:
    """The letter or word of an entry: that of its symbol has priority."""
    given = symbol_letters(entry.symbol) if entry.symbol else None
    return split_name(entry.name)[0] if given is None else given[0]


def _index(name: str) -> str:
    """The name of a constraint as an index: B,1 for the member B[1] of a family."""
    member = _MEMBER.fullmatch(name)
    return f"{member[1]},{member[2]}" if member else name


def _separate_names(names: set[str], families: Mapping[str, int]) -> dict[str, Parts]:
    """The parts of all names; names that would look alike keep their letters together."""
    parts = {name: split_name(name, families) for name in names}
    alike = Counter(parts.values())
    return {name: letter if alike[letter] == 1 else (name, "") for name, letter in parts.items()}


def split_name(name: str, families: Mapping[str, int] = NO_FAMILIES) -> Parts:
    """theta2 as (theta, 2), x_G as (x, G), kt1 as (k, t1), the member x[3] of a family as (x, 3)."""
    if "." in name and (of_part := part_name(name, families)) is not None:
        whole, part, inner = of_part
        base, index = split_name(whole, inner)
        return base, _join(index, part)
    if (of_body := body_name(name, families)) is not None:
        return of_body
    if member := _MEMBER.fullmatch(name):
        base, index = split_name(member[1])
        return base, _join(index, member[2])
    base, _, index = name.partition("_")
    if not base or (not index and base != name):
        return name, ""
    if numbered := _NUMBERED.fullmatch(base):
        letter, subscript = _letter_and_index(numbered[1])
        return letter, _join(subscript + numbered[2], index)
    letter, subscript = _letter_and_index(base)
    return letter, _join(subscript, index)


def _letter_and_index(word: str) -> Parts:
    """The letter and the index of mw, ktau or xG; any other word has no index."""
    if (
        len(word) == 1
        or word.lower() in GREEK
        or word in DIFFERENCES
        or not (word.isascii() and word.isalpha())
    ):
        return word, ""
    for greek in GREEK:
        remainder = word.removeprefix(greek)
        if (
            len(greek) > 2 and remainder != word and (len(remainder) == 1 or remainder[0].isupper())
        ):  # pin is not π_n
            return greek, remainder
    first, remainder = word[0], word[1:]
    if (
        remainder in GREEK
        or (first.islower() and remainder[0].isupper())
        or (len(remainder) == 1 and remainder.islower())
    ):
        return first, remainder
    return word, ""


def _join(*indices: str) -> str:
    return ",".join(index for index in indices if index)


def unicode_hand(written: Notation) -> Hand:
    """The Unicode style for terminals."""

    def name(text: str, order: int) -> str:
        if text in written.slopes:
            of, by, by_order = written.slopes[text]
            return "d/dt " * order + f"∂{name(of, 0)}/∂{name(by, by_order)}"
        if text in written.delays:
            delay = written.delays[text]
            return f"{name(delay.of, delay.order)}(t - {print_tree(delay.by.root, hand)})"
        letter, index = written.letters(text)
        index = index.translate(SUBSCRIPTS) if index.isdecimal() else f"_{index}" if index else ""
        return letter + DOTS[order] + index

    hand = Hand(name=name, times=" ", minus="-", superscripts=True)
    return hand


def latex_name(written: Notation, text: str, order: int) -> str:
    """The LaTeX of a name; the user's symbol where one is given."""
    if text in written.slopes:
        of, by, by_order = written.slopes[text]
        above, below = latex_name(written, of, 0), latex_name(written, by, by_order)
        return TEX_RATE * order + rf"\frac{{\partial {above}}}{{\partial {below}}}"
    if text in written.delays:
        delay = written.delays[text]
        hand = Hand(
            name=lambda name, k: latex_name(written, name, k), times=r"\, ", minus="-", superscripts=False
        )
        late = print_tree(delay.by.root, hand)
        return rf"{latex_name(written, delay.of, delay.order)}\left(t-{late}\right)"
    given = written.symbols.get(text)
    if given:
        base, index = _split_symbol(given)
    else:
        word, index = written.parts(text)
        base, index = tex_word(word), ",".join(map(_tex_index, index.split(",")))
    dotted = TEX_DOTS[order].format(base)
    return f"{dotted}_{{{index}}}" if index else dotted


def tex_word(word: str) -> str:
    """A Greek letter, a letter, or a word, which is upright."""
    if word in GREEK:
        return tex_greek(word)
    escaped = word.replace("_", r"\_")
    return escaped if len(word) == 1 else rf"\mathrm{{{escaped}}}"


def tex_greek(name: str) -> str:
    """The command of a Greek letter."""
    return f"\\{TEX_SHAPES.get(name, name)}"


def _tex_index(part: str) -> str:
    """The LaTeX of one index: a number, a letter with or without a number, or a word."""
    return part if part.lstrip("-").isdecimal() or is_label(part) or not part else tex_word(part)


def is_label(part: str) -> bool:
    """Whether an index is a letter with digits before or after it, or without."""
    return _LABEL.fullmatch(part) is not None


def symbol_letters(symbol: str) -> Parts | None:
    """A given symbol as letters for a terminal, base and index; None where it has hats or powers."""
    base, index = _split_symbol(symbol)
    shown = [_COMMAND.sub(_letter, _WORD.sub(r"\1", part)).strip() for part in (base, index)]
    plain = all(c.isalnum() or c in ",-" for part in shown for c in part)
    return (shown[0], shown[1]) if plain and shown[0] else None


def _letter(command: re.Match[str]) -> str:
    """The letter of a command, or the command itself."""
    return GREEK.get(command[1]) or LETTERS.get(command[1]) or command[0]


def _split_symbol(symbol: str) -> tuple[str, str]:
    """A given symbol as base and subscript, so that dots are put on the base."""
    match = re.fullmatch(r"(.+?)_(?:\{(.*)\}|(\w))", symbol)
    return (match.group(1), match.group(2) or match.group(3)) if match else (symbol, "")
