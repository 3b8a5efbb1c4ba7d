"""The name a user probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice

MOST = 300  # candidates compared, so that a model of thousands of names costs no time


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The most similar of some words, ignoring case; None where none is similar."""
    spelled = {
        other.lower(): other for other in islice((w for w in words if abs(len(w) - len(word)) <= 3), MOST)
    }
    near = get_close_matches(word.lower(), spelled, n=1)
    return spelled[near[0]] if near else None


def owned_example(name: str) -> str:
    """A hint that shows how a quantity of a joint or a point of a body is written."""
    if name.startswith("joints."):
        return "name a joint, as in joints.O.force.x"
    return "name a point of a body, as in crank.A.x"
