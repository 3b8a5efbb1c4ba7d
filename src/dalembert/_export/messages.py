"""Messages beside their wording: for each sentence of a record its key and values, in no language."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from dalembert._words.message import Message
from dalembert._words.message_data import plain


def messages_of(**said: Message | Sequence[Message]) -> dict[str, Any]:
    """An object `messages` with the key and values of each sentence, under the name its wording has."""
    return {"messages": {name: _data(one) for name, one in said.items()}}


def _data(said: Message | Sequence[Message]) -> Any:
    if isinstance(said, Message):
        return _finite_data(plain(said))
    return [_finite_data(plain(one)) for one in said]


def _finite_data(data: Any) -> Any:
    """Plain data that JSON can hold: a number that is not finite is null."""
    match data:
        case dict():
            return {key: _finite_data(value) for key, value in data.items()}
        case list():
            return [_finite_data(value) for value in data]
        case float() if not math.isfinite(data):
            return None
        case _:
            return data
