"""Messages besides their wording: the key and values of each sentence of a record, in no language."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from dalembert._words.message import Message
from dalembert._words.message_data import plain


def messages_of(**messages: Message | Sequence[Message]) -> dict[str, Any]:
    """An object `messages` with the key and values of each sentence, under the name its wording has."""
    return {"messages": {name: _data(one) for name, one in messages.items()}}


def _data(messages: Message | Sequence[Message]) -> Any:
    if isinstance(messages, Message):
        return _finite_data(plain(messages))
    return [_finite_data(plain(one)) for one in messages]


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
