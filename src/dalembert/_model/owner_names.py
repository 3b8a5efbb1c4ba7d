"""Names that bodies, elements, controllers and parts cannot have, since expressions contain NAME.force."""

from __future__ import annotations

from dalembert._expression.functions import FUNCTIONS, WORDS

PREFIXES = {"lam_": "multipliers of displacement constraints", "kap_": "multipliers of flow constraints"}


def owner_fault(name: str) -> tuple[str, str] | None:
    """Why a name is not allowed, and what to use instead; None where it is allowed."""
    base = name.partition("[")[0].rpartition(".")[2]
    hint = f"call it, say, my_{base}"
    if base in FUNCTIONS or base in WORDS:
        word = "a function" if base in FUNCTIONS else "a word"
        return f"`{base}` is {word} of the language, so that it cannot be the name of something", hint
    for prefix, meaning in PREFIXES.items():
        if base.startswith(prefix):
            return f"names beginning with {prefix} are the {meaning}", hint
    return None
