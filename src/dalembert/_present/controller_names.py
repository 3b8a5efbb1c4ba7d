"""Symbols of quantities of controllers: pid.kp is k with the index pid,P."""

from __future__ import annotations

import re

_STATE = re.compile(r"(x|input)(\d+)")
LETTERS = {
    "output": ("u", ""),
    "error": ("e", ""),
    "demand": ("v", ""),
    "input": ("w", ""),
    "reference": ("r", ""),
    "kp": ("k", "P"),
    "ki": ("k", "I"),
    "kd": ("k", "D"),
    "integral": ("I", ""),
    "slope": ("d", ""),
    "derivative": ("D", ""),
    "last": ("e", "0"),
    "integral_time": ("T", "I"),
    "derivative_time": ("T", "D"),
    "filter_time": ("T", "F"),
    "tracking_time": ("T", "T"),
    "time_constant": ("T", ""),
    "lead_time": ("T", "1"),
    "lag_time": ("T", "2"),
    "every": ("T", "S"),
    "reference_weight": ("b", ""),
    "derivative_weight": ("c", ""),
    "minimum": ("u", "min"),
    "maximum": ("u", "max"),
    "gain": ("K", ""),
    "gains": ("k", ""),
    "feedforward": ("u", "0"),
    "angular_frequency": ("omega", ""),
    "frequency": ("f", ""),
    "damping_ratio": ("zeta", ""),
    "slow": ("x", ""),
    "rate": ("v", ""),
    "band": ("b", ""),
    "width": ("w", ""),
    "numerator": ("b", ""),
    "denominator": ("a", ""),
}
LETTERS_OF_STATES = {"x": "x", "input": "w"}


def controller_name(owner: str, word: str, index: str) -> tuple[str, str] | None:
    """The letter and the index of a quantity of a controller; None for any other word."""
    state = _STATE.fullmatch(word)
    letter, more = LETTERS.get(word, ("", "")) if state is None else (LETTERS_OF_STATES[state[1]], state[2])
    if not letter:
        return None
    return letter, ",".join(one for one in (owner, more, index) if one)
