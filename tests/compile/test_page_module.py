"""The integrator for pages: the shipped bytes belong to the sources, and packed tapes equal the tapes."""

import hashlib
import json
import struct

import numpy as np
import pytest

import dalembert
from dalembert._compile.bytecode import bytecode_of
from dalembert._compile.compiled_models import compiled_model
from dalembert._compile.page_code import ABOUT, ZIG, compiled_module, page_digest, page_module, zig_version
from dalembert._compile.page_tapes import packed_tape


def test_the_shipped_module_is_of_these_sources():
    """The digest beside the module is that of the C sources as they are now: else `make wasm`."""
    about = json.loads(ABOUT.read_text(encoding="utf-8"))
    assert about["source"] == page_digest()
    assert about["module"] == hashlib.sha256(page_module()).hexdigest()
    assert about["ziglang"] == ZIG


@pytest.mark.soak
@pytest.mark.skipif(zig_version() != ZIG, reason=f"compiling to WebAssembly needs ziglang {ZIG}")
def test_the_sources_give_the_shipped_bytes():
    """Compiling again gives the same bytes."""
    assert compiled_module() == page_module()


def test_the_module_asks_its_page_for_nothing():
    """It has no section of imports: a page gives it numbers and nothing else."""
    module = page_module()
    assert module[:8] == b"\0asm\1\0\0\0"
    place, sections = 8, []
    while place < len(module):
        sections.append(module[place])
        place, size, shift = place + 1, 0, 0
        while True:
            byte = module[place]
            place, size, shift = place + 1, size | (byte & 127) << shift, shift + 7
            if byte < 128:
                break
        place += size
    assert 2 not in sections


def test_a_packed_tape_holds_its_instructions_numbers_and_parameters():
    """Counts, places, numbers and operations of a tape can be read back from its bytes."""
    tape = bytecode_of(compiled_model(dalembert.read("polar_arm")).tapes["rates"])
    packed = packed_tape(tape)
    assert len(packed) % 8 == 0
    first, runs, count, read, outs, health, slots, constants, parameters = struct.unpack_from("<9i", packed)
    assert (first, runs, count, health, slots) == (
        tape.first,
        len(tape.arrays["end"]),
        len(tape.arrays["left"]),
        tape.health,
        len(tape.numbers),
    )
    places = np.frombuffer(packed, "<i4", runs + 2 * count + 3 * read + outs + constants + 2 * parameters, 36)
    np.testing.assert_array_equal(places[:runs], tape.arrays["end"])
    np.testing.assert_array_equal(places[-parameters:], tape.indices)
    at = -(-(36 + 4 * len(places)) // 8) * 8
    numbers = np.frombuffer(packed, "<f8", constants, at)
    own = places[runs + 2 * count + 3 * read + outs :][:constants]
    np.testing.assert_array_equal(numbers, tape.numbers[own])
    assert not np.delete(tape.numbers, own).any()
    operations = np.frombuffer(packed, "u1", runs, at + 8 * constants)
    np.testing.assert_array_equal(operations, tape.arrays["operation"])
