"""The structures of C and their mirrors in Python lie alike, byte for byte, or nothing is run."""

from __future__ import annotations

import ctypes as ct
import shutil
from pathlib import Path

import pytest

from dalembert._compile import cache, compiler, consistent_starts, ensemble, native
from dalembert._compile.c_structures import (
    LAYOUT,
    LayoutError,
    compare_layout,
    mirror_fields,
    structures,
    with_layout,
)
from dalembert._compile.method_source import header

needs_compiler = pytest.mark.skipif(compiler.find_compiler() is None, reason="no C compiler here")
HEADERS = [path.name for path in (Path(native.__file__).parent / "c").glob("*.h")]
MODES = "modes"  # the loop over modes
LANES = "lanes"  # many runs
STARTS = "starts"  # their consistent starts
LIBRARIES = {  # where each structure is used
    "dalembert_callable": "rk54",
    "dalembert_table": "rk54",
    "dalembert_run": "rk54",
    "dalembert_pair": "rk54",
    "dalembert_noise_probe": "rk54",
    "dalembert_tape": "rk54",
    "dalembert_sparse": "radau",
    "dalembert_stiff": "radau",
    "dalembert_recurrences": "taylor",
    "dalembert_taylor": "taylor",
    "dalembert_implicit": "implicit",
    "dalembert_blocks": "moreau",
    "dalembert_moreau": "moreau",
    "dalembert_implicit_rates": "",
    "dalembert_projection": "",
    "dalembert_binding": MODES,
    "dalembert_mode": MODES,
    "dalembert_tolerances": MODES,
    "dalembert_hybrid": MODES,
    "dalembert_ensemble": LANES,
    "dalembert_starts": STARTS,
}


@pytest.fixture(autouse=True)
def _nothing_loaded():
    native.library.cache_clear()
    native.solvers.cache_clear()
    native.mode_loop.cache_clear()
    ensemble.generic_library.cache_clear()
    consistent_starts.starts_library.cache_clear()
    yield
    native.library.cache_clear()
    native.solvers.cache_clear()
    native.mode_loop.cache_clear()
    ensemble.generic_library.cache_clear()
    consistent_starts.starts_library.cache_clear()


def loaded(name, by=None):
    """A library that uses a structure."""
    chosen = by if by is not None else compiler.find_compiler()
    if name == MODES:
        return native.mode_loop(chosen)
    if name == LANES:
        return ensemble.generic_library("rk54", chosen)
    if name == STARTS:
        return consistent_starts.starts_library(chosen)
    return native.library(name, chosen) if name else native.solvers(chosen)


def test_every_structure_of_the_headers_has_a_mirror():
    """No header declares a structure that Python does not know, and none is known that no header declares."""
    declared = {name for one in HEADERS for name in structures(header(one))}
    assert declared == set(native.MIRRORS) == set(LIBRARIES)


def test_declarations_are_read_as_c_reads_them():
    """Pointers, several names in one declaration, numbers of all kinds and comments are read."""
    text = "typedef struct { /* a; b */ const double *t, x;\n unsigned long long n; part p; int *k; } one;"
    assert structures(text)["one"] == (
        ("t", "double", True),
        ("x", "double", False),
        ("n", "unsigned long long", False),
        ("p", "part", False),
        ("k", "int", True),
    )
    kinds = dict(mirror_fields(text, "one", {"part": ct.c_int}))
    assert kinds == {
        "t": ct.c_void_p,
        "x": ct.c_double,
        "n": ct.c_ulonglong,
        "p": ct.c_int,
        "k": ct.c_void_p,
    }


def test_a_declaration_that_is_not_understood_is_refused():
    """A field that cannot be mirrored raises an error that shows it."""
    with pytest.raises(LayoutError, match=r"double \(\*f\)\(void\)"):
        structures("typedef struct { double (*f)(void); int } one;")


@needs_compiler
@pytest.mark.parametrize("structure", LIBRARIES)
def test_a_field_of_another_size_is_an_error_at_load(structure, monkeypatch):
    """A mirror with one field that is too small does not load a library, and the error names the field."""
    right = native.MIRRORS[structure]
    at = len(right._fields_) // 2
    while ct.sizeof(right._fields_[at][1]) <= 4:
        at -= 1
    fields = [(name, ct.c_int if i == at else kind) for i, (name, kind, *_) in enumerate(right._fields_)]
    wrong = type("Wrong", (ct.Structure,), {"_fields_": fields})
    monkeypatch.setitem(native.MIRRORS, structure, wrong)
    with pytest.raises(LayoutError, match=rf"the field {fields[at][0]} of the C structure {structure} "):
        loaded(LIBRARIES[structure])


@needs_compiler
@pytest.mark.parametrize("structure", LIBRARIES)
@pytest.mark.parametrize("change", ["added", "left out", "exchanged"])
def test_fields_that_differ_are_an_error_at_load(structure, change, monkeypatch):
    """A mirror with a field more, a field less or two in another order does not load a library."""
    fields = list(native.MIRRORS[structure]._fields_)
    if change == "added":
        fields.insert(1, ("further", ct.c_double))
    elif change == "left out":
        del fields[-1]
    else:
        fields[:2] = reversed(fields[:2])
    wrong = type("Wrong", (ct.Structure,), {"_fields_": fields})
    monkeypatch.setitem(native.MIRRORS, structure, wrong)
    with pytest.raises(LayoutError, match=rf"of the C structure {structure} "):
        loaded(LIBRARIES[structure])


@needs_compiler
def test_a_structure_without_mirror_is_an_error_at_load(monkeypatch):
    """A structure that only C knows is refused by its name."""
    monkeypatch.delitem(native.MIRRORS, "dalembert_tape")
    with pytest.raises(LayoutError, match="dalembert_tape has no mirror"):
        loaded("rk54")


@needs_compiler
def test_a_compiler_that_packs_structures_is_an_error_at_load(tmp_path, monkeypatch):
    """What another compiler lays out in another way is not run."""
    real = shutil.which("gcc") or shutil.which("clang")
    if real is None:
        pytest.skip("needs gcc or clang")
    packing = tmp_path / "packing"
    packing.write_text(f'#!/bin/sh\nexec {real} -fpack-struct=2 "$@"\n', encoding="ascii")
    packing.chmod(0o700)
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv(cache.VARIABLE, str(folder))
    with pytest.raises(LayoutError, match="of the C structure dalembert_tape is at byte"):
        loaded("rk54", compiler.Compiler(command=(str(packing),), mark="packing"))


def test_a_size_that_differs_is_an_error():
    """A structure that is longer at its end than its mirror is refused, too."""
    own = compiler.find_compiler()
    if own is None:
        pytest.skip("no C compiler here")
    source = "#define DALEMBERT_EXPORT\ntypedef struct { double x; int k; } one;"
    made = compiler.compiled_library(with_layout(source), "-O0", own, (LAYOUT,))
    mirror = type("One", (ct.Structure,), {"_fields_": mirror_fields(source, "one", {})})
    compare_layout(made, source, {"one": mirror})
    packed = type("One", (ct.Structure,), {"_pack_": 4, "_fields_": mirror_fields(source, "one", {})})
    with pytest.raises(LayoutError, match="the C structure one has 16 bytes, its mirror One 12"):
        compare_layout(made, source, {"one": packed})
