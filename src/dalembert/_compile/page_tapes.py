"""Tapes packed for the interpreter in a page: as `page_function_of` of page/page.c reads them.

Nine counts (runs that depend on parameters alone, runs, instructions, arguments, results, the slot of the
health or -1, slots, numbers, parameters); places of 32 bits; numbers of 64 bits; operations of 8 bits.
"""

from __future__ import annotations

import numpy as np

from dalembert._compile.bytecode import Bytecode

PLACES = ("end", "left", "right", "read_slot", "read_block", "read_index", "out_slot")
WORD = 8  # bytes


def packed_tape(bytecode: Bytecode) -> bytes:
    """A tape as bytes, a whole number of words."""
    arrays = bytecode.arrays
    constants = np.flatnonzero(bytecode.numbers.view(np.int64))  # not a zero: a negative one is a number too
    head = (
        bytecode.first,
        len(arrays["operation"]),
        len(arrays["left"]),
        len(arrays["read_slot"]),
        len(arrays["out_slot"]),
        bytecode.health,
        len(bytecode.numbers),
        len(constants),
        len(bytecode.slots),
    )
    places = [np.array(head), *(arrays[name] for name in PLACES), constants, bytecode.slots, bytecode.indices]
    parts = (
        b"".join(indices.astype("<i4").tobytes() for indices in places),
        bytecode.numbers[constants].astype("<f8").tobytes(),
        arrays["operation"].astype("u1").tobytes(),
    )
    return b"".join(part + bytes(-len(part) % WORD) for part in parts)
