"""A value that is computed when it is first read: what nobody reads costs nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from dalembert._expression.computing import computing

Value = TypeVar("Value")


class LazyValue(Generic[Value]):
    """A value and how it is found; what it is found from is forgotten once it is there.

    `instead` finds what serves where the search is interrupted. Copied, or sent to another process, it is
    the value itself.
    """

    def __init__(self, find: Callable[[], Value], instead: Callable[[], Value] | None = None) -> None:
        self._find, self._instead = find, instead

    @property
    def value(self) -> Value:
        """The value, found if it was not read before."""
        if not isinstance(self._find, _KnownValue):
            with computing:
                self._keep(self._find())
        return self._find()

    def is_complete(self) -> bool:
        """Find the value; whether that was not interrupted: else it is now what serves instead of it."""
        with computing:
            try:
                self._keep(self._find())
            except KeyboardInterrupt:
                if self._instead is None:
                    raise
                self.forgo()
                return False
        return True

    def forgo(self) -> None:
        """Take what serves instead of the value, where there is something."""
        if self._instead is not None:
            with computing:
                self._keep(self._instead())

    def _keep(self, value: Value) -> None:
        self._find, self._instead = _KnownValue(value), None

    def __eq__(self, other: object) -> bool:
        """Whether the values are the same."""
        return isinstance(other, LazyValue) and bool(self.value == other.value)

    def __hash__(self) -> int:
        """The hash of the value."""
        return hash(self.value)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the value alone: what it is computed from cannot be pickled."""
        return known_value, (self.value,)


class _KnownValue(Generic[Value]):
    """A value that is there."""

    def __init__(self, value: Value) -> None:
        self._value = value

    def __call__(self) -> Value:
        return self._value


def known_value(value: Value) -> LazyValue[Value]:
    """A value that need not be looked for."""
    return LazyValue(_KnownValue(value))
