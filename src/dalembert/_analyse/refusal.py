"""The letter of an analysis that cannot be made."""

from __future__ import annotations

from dalembert._expression.source import Flaw, ModelError


def refusal(message: str, hint: str, rule: str) -> ModelError:
    """The error that holds one letter: what was found, and what to type."""
    return ModelError((Flaw(rule=rule, severity="error", where="", message=message, hint=hint),))
