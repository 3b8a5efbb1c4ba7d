"""The error of an analysis that cannot be made."""

from __future__ import annotations

from dalembert._expression.source import ModelError, flaw_at
from dalembert._words.message import Message


def refusal(message: str | Message, hint: str, rule: str) -> ModelError:
    """An error with one flaw: the message, and what to type."""
    return ModelError((flaw_at(None, rule=rule, message=message, hint=hint),))
