"""The numbers that a run in C works on: one piece of memory, of which each array is a part."""

from __future__ import annotations

import ctypes as ct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

NUMBER, WHOLE = 8, 4  # bytes


class RunMemory:
    """Arrays by name, and where in memory each begins.

    `zeros` are parts of the one piece, all zero at first, by their numbers of entries; `notes` parts that
    are written before they are read; `whole` those of integers; `given` arrays that exist already, which C
    may write into.
    """

    def __init__(
        self,
        zeros: Mapping[str, int],
        notes: Mapping[str, int],
        whole: Mapping[str, int],
        given: dict[str, NDArray[Any]],
    ) -> None:
        self._numbers, self._notes = np.zeros(sum(zeros.values())), np.empty(sum(notes.values()))
        self._integers = np.zeros(sum(whole.values()), dtype=np.int32)
        self._arrays = dict(given)
        self.addresses: dict[str, int] = {name: address_of(array) for name, array in given.items()}
        for counts, room, size in (
            (zeros, self._numbers, NUMBER),
            (notes, self._notes, NUMBER),
            (whole, self._integers, WHOLE),
        ):
            first, at = address_of(room), 0
            for name, count in counts.items():
                self.addresses[name] = first + size * at
                self._arrays[name] = room[at : at + count]
                at += count

    def clear(self) -> None:
        """Set all numbers of the common block to zero."""
        self._numbers.fill(0.0)

    def write(self, values: Iterable[tuple[str, NDArray[Any]]]) -> None:
        """Write into arrays of the same sizes."""
        arrays = self._arrays
        for name, array in values:
            arrays[name][:] = array

    def put(self, name: str, array: NDArray[Any]) -> int:
        """Replace the array of a name by another one, if it is another; the address of that one."""
        if self._arrays.get(name) is not array:
            contiguous = self._arrays[name] = np.ascontiguousarray(array)
            self.addresses[name] = address_of(contiguous)
        return self.addresses[name]

    def renew(self, rows: int, widths: Sequence[tuple[str, int]]) -> list[int]:
        """Replace arrays of so many rows by others, parts of one piece of memory; where they begin.

        They are written before they are read.
        """
        block = np.empty(rows * sum([width for _, width in widths]))
        first, at, addresses = address_of(block), 0, list[int]()
        for name, width in widths:
            end = at + rows * width
            self._arrays[name] = block[at:end].reshape(rows, width)
            addresses.append(first + NUMBER * at)
            at = end
        return addresses

    def __getitem__(self, name: str) -> NDArray[Any]:
        """The array of a name."""
        return self._arrays[name]


def address_of(array: NDArray[Any]) -> int:
    """The address of the first entry of an array."""
    numbers: Any = array
    try:
        return ct.addressof(ct.c_char.from_buffer(numbers))  # eight times as quick as what NumPy has for it
    except (TypeError, ValueError):  # it is empty, not to be written to, or a part of another one
        return int(array.ctypes.data)
