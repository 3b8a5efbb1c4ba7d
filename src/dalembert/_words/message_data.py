"""Messages as plain data, for files: {"key": …, "values": {…}}, and back."""

from __future__ import annotations

from typing import Any

from dalembert._words.en import MESSAGES as ENGLISH
from dalembert._words.message import Message, Name, Quantity, Symbol, Value, blanks

DEEPEST = 20  # the deepest nesting of messages


def plain(message: Message) -> dict[str, Any]:
    """A message as an object of JSON."""
    return {"key": message.key, "values": {blank: _plain(value) for blank, value in message.values}}


def _plain(value: Value) -> Any:
    match value:
        case Message():
            return plain(value)
        case Name(text):
            return {"name": text}
        case Symbol(name):
            return {"symbol": name}
        case Quantity(number, digits, style):
            return {"number": number, "digits": digits, "style": style}
        case tuple():
            return [_plain(one) for one in value]
        case _:
            return value


def message_of(data: Any, depth: int = 0) -> Message:
    """The message of an object of JSON; a `ValueError` where the catalogues have no words for it."""
    match data:
        case {"key": str(key), "values": dict(values), **others} if not others and depth < DEEPEST:
            message = Message(
                key, tuple((str(blank), _value(one, depth + 1)) for blank, one in values.items())
            )
            if key in ENGLISH and sorted(values) == sorted(set(blanks(ENGLISH[key]))):
                return message
    refusal = "this is no message"
    raise ValueError(refusal)


def _value(data: Any, depth: int) -> Value:
    match data:
        case str() | int():
            return data
        case {"name": str(text), **others} if not others:
            return Name(text)
        case {"symbol": str(name), **others} if not others:
            return Symbol(name)
        case {"number": float() | int() as number, "digits": int(digits), "style": str(style), **others} if (
            not others
        ):
            return Quantity(float(number), digits, style)
        case list() if depth < DEEPEST:
            return tuple(_value(one, depth + 1) for one in data)
        case _:
            return message_of(data, depth)
