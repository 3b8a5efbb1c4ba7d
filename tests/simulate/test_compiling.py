"""Interpreted, compiled, without a compiler: the same motion. The cache: shared, private, damaged, missing."""

from __future__ import annotations

import ctypes
import gc
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from small_models import oscillator

import dalembert
from dalembert._compile import (
    cache,
    compiled_models,
    compiler,
    many_states,
    method_source,
    native,
    run_functions,
)
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._simulate import native_run
from dalembert._tape import pieces

pytestmark = pytest.mark.skipif(compiler.find_compiler() is None, reason="no C compiler here")
SYSTEMS = {"triple_pendulum": 1.0, "four_bar": 0.5, "conveyor": 1.0, "polar_arm": 1.0}


@pytest.fixture(scope="module")
def methods(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the libraries of the methods, which all models share."""
    folder = tmp_path_factory.mktemp("methods")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(cache.VARIABLE, str(folder))
        _forget()
        for method in ("auto", "rk54"):
            dalembert.simulate(oscillator(), t_end=0.01, samples=1, method=method)
            dalembert.simulate("dry_friction_oscillator", t_end=0.01, samples=1, method=method)
    _forget()
    return folder


@pytest.fixture
def empty(tmp_path: Path, methods: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache folder that holds no model yet, and a process that has loaded nothing."""
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    for path in methods.glob("*.so"):
        shutil.copy2(path, folder)
    monkeypatch.setenv(cache.VARIABLE, str(folder))
    _forget()
    yield folder
    _forget()


@pytest.fixture
def models(empty: Path) -> Callable[[], set[str]]:
    """Call it for the libraries of models that have been compiled."""
    before = libraries(empty)
    return lambda: libraries(empty) - before


def _forget() -> None:
    native.library.cache_clear()
    native.forget_programs()
    compiler.find_compiler.cache_clear()
    cache.private_folder.cache_clear()


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Models are compiled as soon as they have run for a moment."""
    monkeypatch.setattr(run_functions, "AT_LEAST", 0.0)
    monkeypatch.setattr(run_functions, "EACH", 0.0)


@pytest.fixture
def never(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Call it, and models are interpreted from then on."""

    def chosen() -> None:
        monkeypatch.setattr(run_functions, "AT_LEAST", 1e9)
        monkeypatch.setattr(run_functions, "compiled_functions", lambda *_, **__: None)

    return chosen


def libraries(folder: Path) -> set[str]:
    """What has been compiled."""
    return {path.name for path in folder.glob("*.so")}


def run(model: str | dalembert.Model, **settings: float) -> dalembert.Motion:
    """A motion of so many steps that its model is compiled on the way."""
    return dalembert.simulate(model, method="rk54", **settings)


def put(path: Path, content: bytes) -> None:
    """Replace a file by another one: what this process has loaded stays what it is."""
    path.unlink()
    path.write_bytes(content)
    path.chmod(0o700)


def assert_same_bits(one: dalembert.Motion, other: dalembert.Motion) -> None:
    """Two motions are equal to the last bit, works included."""
    for name in ("t", "q", "qd", "qdd", "s", "lam", "reaction", "T", "V"):
        assert np.array_equal(getattr(one, name), getattr(other, name), equal_nan=True), name
    for name in ("energy", "dissipated", "efforts", "constraints", "time", "projection"):
        assert np.array_equal(getattr(one.ledger, name), getattr(other.ledger, name)), name
    assert one.work == other.work


# -- one motion -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.usefixtures("at_once")
def test_compiled_and_interpreted_runs_have_the_same_bits(
    name: str, models: Callable[[], set[str]], never: Callable[[], None]
) -> None:
    """A run that is compiled on its way, one compiled from its start and one interpreted are equal to the bit."""
    switching, ready = (run(name, t_end=SYSTEMS[name], samples=40) for _ in range(2))
    assert len(models()) == 1
    never()
    interpreted = run(name, t_end=SYSTEMS[name], samples=40)
    assert_same_bits(switching, interpreted)
    assert_same_bits(ready, interpreted)


@pytest.mark.parametrize("size", [1, 7, 50])
@pytest.mark.usefixtures("at_once")
def test_pieces_of_any_size_have_the_same_bits(
    size: int,
    models: Callable[[], set[str]],
    never: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A tape cut into pieces of one, seven or fifty instructions computes what the whole one computes."""
    monkeypatch.setattr(pieces, "PIECE", size)
    odd = dalembert.model(  # a model whose plant no other test has made
        parameters={"m": 1, "c": 0.1 + size},
        coordinates={"x": {"start": 0.6, "speed": 1}, "y": {"guess": -1}},
        energy={"kinetic": f"1/2*m*(x'^2 + y'^2)*{size}", "potential": "9*y + sqrt(1 + x^2)"},
        constraints={"displacement": {"rod": "x^2 + y^2 - 1"}},
        work={"x": "-c*x'*if(x > 0, 1, 2) + max(x, y)"},
    )
    compiled = [run(odd, t_end=3, samples=10) for _ in range(2)][1]
    assert len(models()) == 1
    never()
    assert_same_bits(compiled, run(odd, t_end=3, samples=10))


@pytest.mark.usefixtures("at_once")
def test_a_long_chain_in_several_pieces_is_right(
    models: Callable[[], set[str]], never: Callable[[], None]
) -> None:
    """Thirty links, of more instructions than a piece holds, run to the bit as interpreted, energy kept."""
    compiled = [run("n_link_pendulum:30", t_end=0.2, samples=4) for _ in range(2)][1]
    assert len(models()) == 1
    never()
    interpreted = run("n_link_pendulum:30", t_end=0.2, samples=4)
    assert_same_bits(compiled, interpreted)
    assert compiled.ledger.error <= 1e-9


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("method", ["auto", "rk54"])
def test_without_a_compiler_the_motion_is_the_same(
    name: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The virtual machine and SciPy's steppers meet the tolerance that C meets, and a remark says how to be faster."""
    fast = dalembert.simulate(name, t_end=0.3, samples=10, rtol=1e-8)
    monkeypatch.setenv(compiler.VARIABLE, "there-is-no-such-compiler")
    compiler.find_compiler.cache_clear()
    try:
        slow = dalembert.simulate(name, t_end=0.3, samples=10, rtol=1e-8, method=method)
    finally:
        compiler.find_compiler.cache_clear()
    assert slow.status == "ok"
    assert any("ziglang" in remark for remark in slow.remarks)
    assert not any("ziglang" in remark for remark in fast.remarks)
    np.testing.assert_allclose(slow.q, fast.q, atol=2e-8 * np.abs(fast.q).max())
    np.testing.assert_allclose(slow.lam, fast.lam, atol=1e-6 * np.abs(fast.lam).max(initial=1))


def test_without_a_compiler_fixed_steps_are_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """What SciPy's steppers cannot do is not done in another way: dt is refused, by name."""
    monkeypatch.setenv(compiler.VARIABLE, "there-is-no-such-compiler")
    compiler.find_compiler.cache_clear()
    try:
        with pytest.raises(dalembert.ModelError, match=r"dt|fixed size"):
            dalembert.simulate(oscillator(), t_end=1, dt=0.1)
    finally:
        compiler.find_compiler.cache_clear()


@pytest.mark.usefixtures("empty")
def test_a_broken_compiler_is_no_worse_than_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a compiler that fails (a stub without its tools) the run is made by the virtual machine, and says so."""
    monkeypatch.setenv(compiler.VARIABLE, "/bin/false")
    compiler.find_compiler.cache_clear()
    motion = dalembert.simulate(oscillator(), t_end=1, samples=2)
    assert motion.status == "ok"
    assert motion.remarks


FAKES = {
    "garbage": "printf 'this is no library' > \"$out\"",
    "nothing": ': > "$out"',
    "half of a library": '{real} "$@" && head -c 9000 "$out" > "$out.half" && mv "$out.half" "$out"',
    "another library": 'echo \'int other;\' > "$out.c" && {real} -shared -fPIC -o "$out" "$out.c"',
    "a folder": 'mkdir "$out"',
    "words and a failure": "echo 'no licence' >&2; exit 3",
}


@pytest.fixture
def fake(tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Path]]:
    """Call it with lines of a shell script: it is the compiler then; $out is the file it should make."""
    real = compiler.find_compiler()
    assert real is not None

    def made(lines: str) -> Path:
        path = tmp_path / "fake-cc"
        find = 'out=; for word in "$@"; do [ "$last" = -o ] && out=$word; last=$word; done'
        path.write_text(f"#!/bin/sh\n{find}\n{lines.replace('{real}', ' '.join(real.command))}\n")
        path.chmod(0o700)
        for left in (*empty.glob("*.so"), *empty.glob("*.sum")):
            left.unlink()
        monkeypatch.setenv(compiler.VARIABLE, str(path))
        _forget()
        return empty

    yield made
    compiler._hanging.clear()


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script as a compiler")
@pytest.mark.parametrize("what", FAKES)
def test_a_compiler_that_makes_garbage_is_no_worse_than_none(what: str, fake: Callable[[str], Path]) -> None:
    """Whatever a compiler leaves, the run is made without it, a remark says so, and the cache stays empty."""
    folder = fake(FAKES[what])
    motion = dalembert.simulate(oscillator(), t_end=1, samples=2)
    assert motion.status == "ok"
    assert any("does not work" in remark for remark in motion.remarks)
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script as a compiler")
@pytest.mark.parametrize("lines", ["exec sleep 5000", "sleep 5000 & sleep 5000"])
def test_a_compiler_that_does_not_end_is_ended(
    lines: str, fake: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One that hangs, or what it began, is waited for no longer than the limit, asked once, and told of."""
    begun_here = tmp_path / "begun"
    folder = fake(f"echo x >> {begun_here}\n{lines}")
    monkeypatch.setattr(compiler, "PATIENCE", 0.3)
    for _ in range(2):
        motion = dalembert.simulate(oscillator(), t_end=1, samples=2)
        assert motion.status == "ok"
        assert any("did not end in 0.3 s" in remark for remark in motion.remarks)
    assert begun_here.read_text() == "x\n"
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("limit", [0.2])
@pytest.mark.skipif(sys.platform == "win32", reason="a shell script as a compiler")
def test_the_limit_of_a_compiler_can_be_given(limit: float, fake: Callable[[str], Path]) -> None:
    """A limit that is handed in holds for that library."""
    fake("exec sleep 5000")
    own = compiler.find_compiler()
    assert own is not None
    with pytest.raises(compiler.CompilerError, match=r"did not end in 0\.2 s"):
        compiler.compiled_library("int a;", "-O1", own, ("a",), limit=limit)


CHAIN = {  # whose second coordinate is massless: its rates are solved for
    "coordinates": {"x": {"start": 1, "speed": 0}, "y": {"guess": 0.5}},
    "energy": {"kinetic": "1/2*x'^2", "potential": "1/2*x^2 + 1/2*(x - y)^2 + y^4"},
}
STIFF = {
    "coordinates": {"x": {"start": 1, "speed": 0}},
    "energy": {"kinetic": "1/2*x'^2", "potential": "1/2*x^2", "dissipation": "1/2*30000*x'^2"},
}
HARDENING = {
    "coordinates": {"x": {"start": 0.1}, "y": {"start": -0.05}},
    "energy": {
        "kinetic": "1/2*x'^2 + 1/2*y'^2",
        "potential": "1/2*1500*x^2 + 1/4*x^4 + 1/2*900*(x - y)^2",
    },
}
HEADERS = {  # a header that does not compile, and a model whose run needs it
    "run.h": "rod_pendulum",
    "claim.h": "rod_pendulum",
    "noise.h": "rod_pendulum",
    "radau.h": STIFF,
    "taylor.h": HARDENING,
    "mode_loop.h": "mass_and_wall",
    "implicit_rates.h": CHAIN,
    "many_states.h": "rod_pendulum",
}


@pytest.mark.usefixtures("empty")
@pytest.mark.parametrize("broken", HEADERS)
def test_code_of_ours_that_does_not_compile_is_told(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a header that a working compiler refuses a run gives the same motion, and says that this is a defect."""
    given = HEADERS[broken]
    model = dalembert.model(**given) if isinstance(given, dict) else given
    settings = {"t_end": 1000, "rtol": 1e-12} if broken == "taylor.h" else {"t_end": 2, "rtol": 1e-6}

    def made() -> dalembert.Motion:
        for known in (native.library, native.mode_loop, native.solvers, many_states._interpreter):
            known.cache_clear()
        compiled_models.forget()
        return dalembert.simulate(model, samples=3000, **settings)

    whole = made()
    with monkeypatch.context() as patch:
        text = method_source.header
        for user in (method_source, native, many_states):
            patch.setattr(user, "header", lambda name: text(name) + ("\nno C;\n" if name == broken else ""))
        method_source.integrator.cache_clear()
        motion = made()
    method_source.integrator.cache_clear()
    told = [remark for remark in motion.remarks if remark.key == "source_refused"]
    assert len(told) == 1
    assert "error" in str(told[0])
    assert "install" not in " ".join(map(str, motion.remarks))
    assert motion.status == whole.status == "ok"
    np.testing.assert_allclose(motion.q, whole.q, atol=2e-6 * np.abs(whole.q).max())
    compiler.forget_refusals()


@pytest.mark.usefixtures("at_once", "empty")
def test_a_model_that_does_not_compile_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the code of a model is refused the run is interpreted to its end, to the same bits, and says why."""
    interpreted = run("rod_pendulum", t_end=1, samples=10)

    def refused(*_: object, only_cached: bool) -> None:
        if not only_cached:
            message = "cc failed: error: too long"
            raise compiler.CompilerError(message)

    compiled_models.forget()
    monkeypatch.setattr(run_functions, "compiled_functions", refused)
    motion = run("rod_pendulum", t_end=1, samples=10)
    assert_same_bits(motion, interpreted)
    assert [str(remark) for remark in motion.remarks if "too long" in str(remark)]
    compiler.forget_refusals()


@pytest.mark.usefixtures("empty")
def test_a_broken_compiler_is_not_blamed_on_our_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler that compiles nothing at all refuses nothing of ours: it does not work."""
    monkeypatch.setenv(compiler.VARIABLE, "/bin/false")
    compiler.find_compiler.cache_clear()
    motion = dalembert.simulate("mass_and_wall", t_end=1, samples=2)
    assert not compiler.refusals()
    assert any("does not work" in str(remark) for remark in motion.remarks)
    assert [one.found for one in dalembert.doctor() if one.name == "C compiler"] == [""]


def test_garbage_in_the_cache_with_its_checksum_is_replaced(empty: Path) -> None:
    """What passed for a library once and cannot be loaded is compiled again, and the run is the same."""
    before = dalembert.simulate(oscillator(), t_end=1, samples=2)
    for path in empty.glob("*.so"):
        put(path, b"not a library")
        path.with_suffix(".sum").unlink(missing_ok=True)
        path.with_suffix(".sum").write_text(cache.checksum(path))
        path.with_suffix(".sum").chmod(0o600)
    _forget()
    after = dalembert.simulate(oscillator(), t_end=1, samples=2)
    assert_same_bits(before, after)
    assert not any("does not work" in remark for remark in after.remarks)


# -- what is kept in memory -------------------------------------------------------------------------


def live_systems() -> int:
    """How many systems of equations are in memory."""
    gc.collect()
    return sum(isinstance(one, MechanicalSystem) for one in gc.get_objects())


def test_models_in_memory_are_forgotten_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many models and phases of contacts are run, no more than some are kept, the last one among them."""
    monkeypatch.setattr(compiled_models, "REMEMBERED", 5)
    compiled_models.forget()
    before = (
        live_systems()
    )  # of motions that are kept elsewhere, which compute some of their values when asked
    for k in range(1, 8):
        model = dalembert.model(
            coordinates={"x": {"start": 0.3, "speed": 0}, "y": {"start": 0.5, "speed": 0}},
            energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": f"9.81*(x + y) + {k}/100*x^2"},
            contacts={"floor": {"gap": "y", "restitution": 0}, "ledge": {"gap": "x", "restitution": 0}},
        )
        motion = dalembert.simulate(model, t_end=0.6, samples=3, rtol=1e-6)
        assert len(motion.touches) >= 3  # phases, each with a plant of its own
        assert len(compiled_models._models) <= 5
        assert live_systems() - before <= 5 + 1  # that of the last model is kept besides
    kept = list(compiled_models._models)
    dalembert.simulate(model, t_end=0.6, samples=3, rtol=1e-6)
    assert set(compiled_models._models) <= {*kept}


# -- the same bits again ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["triple_pendulum", "four_bar"])
def test_the_same_run_has_the_same_bits(name: str) -> None:
    """A run that is made again, in the same process, is equal to the last bit."""
    assert_same_bits(*(dalembert.simulate(name, t_end=0.5, samples=20) for _ in range(2)))


KEPLER = {
    "coordinates": {"x": {"start": 1, "speed": 0}, "y": {"start": 0, "speed": 0.3}},
    "energy": {"kinetic": "1/2*(x'^2 + y'^2)", "potential": "-1/sqrt(x^2 + y^2)"},
}
WALL = {
    "coordinates": {"x": {"start": 0.5, "speed": 0}},
    "energy": {"kinetic": "1/2*x'^2", "potential": "1/2*x^2 + if(x > 0, 100*x^2, 0)"},
}


@pytest.mark.parametrize("sections", [KEPLER, WALL], ids=["kepler", "wall"])
def test_how_often_a_run_is_looked_at_does_not_change_it(
    sections: dict, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that is watched after every step has the bits of one that is left alone."""
    model = dalembert.model(**sections)
    alone = dalembert.simulate(model, t_end=20, samples=10, rtol=1e-6)
    monkeypatch.setattr(native_run, "BREATH", 0.0)
    watched = dalembert.simulate(model, t_end=20, samples=10, rtol=1e-6)
    assert_same_bits(alone, watched)


# -- the cache --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("at_once")
def test_values_starts_and_laws_change_without_compiling(models: Callable[[], set[str]]) -> None:
    """Other parameters, starts, speeds, times and laws of inputs use what has been compiled."""
    laws = ("sin(3*t)", "t^2 - a*exp(-t)", "if(t > 0.2, 1, a)")
    for k, law in enumerate(laws):
        model = dalembert.model(
            parameters={"a": 1 + k, "b": f"{k + 2}*a"},
            coordinates={"x": {"start": k, "speed": -k}},
            inputs={"u": law},
            energy={"kinetic": "1/2*b*x'^2", "potential": "1/2*(x - u)^2", "dissipation": "1/2*a*x'^2"},
            work={"x": "u*a"},
            simulate={"t_start": k},
        )
        for _ in range(2):
            assert run(model, t_end=k + 4, samples=3 + k, rtol=10.0 ** (-9 - k)).status == "ok"
        assert len(models()) == 1


@pytest.mark.usefixtures("at_once")
def test_other_energies_are_compiled_anew(models: Callable[[], set[str]]) -> None:
    """Two models that differ in a sign have libraries of their own, and move differently."""
    motions = []
    for sign in "+-":
        model = oscillator(energy={"potential": f"1/2*k*x^2 {sign} m*x^3"})
        motions.append([run(model, t_end=3, samples=5) for _ in range(2)][1])
    assert len(models()) == 2
    assert np.abs(motions[0].q - motions[1].q).max() > 1e-3


SCRIPT = """
import sys, dalembert
from dalembert._compile import run_functions
run_functions.AT_LEAST = run_functions.EACH = 0.0
motion = dalembert.simulate("rod_pendulum", t_end=100, samples=3)
print(motion.status, motion.q[-1].tobytes().hex())
"""


def begun(folder: Path, script: str = SCRIPT, **more: str) -> subprocess.Popen[str]:
    """A process that simulates with a cache folder of its own."""
    own = {**os.environ, cache.VARIABLE: str(folder), **more}
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", script], env=own, stdout=pipe, stderr=pipe, text=True)


def ended(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """How a process ended: its code, and what it said."""
    out, err = process.communicate(timeout=600)  # a guard against hanging
    return process.returncode, out, err


def test_two_processes_that_compile_at_once_both_succeed(tmp_path: Path) -> None:
    """Two processes with one empty cache both run, to the same bits, and leave libraries and no rubbish.

    Beside a library lie its sum and, for that of a model, an empty file named by the fingerprint of its code.
    """
    folder = tmp_path / "cache"
    found = [ended(process) for process in [begun(folder), begun(folder)]]
    assert [code for code, _, _ in found] == [0, 0], found
    assert found[0][1] == found[1][1]
    assert found[0][1].startswith("ok")
    beside = (".sum", ".code")
    assert {path.name for path in folder.iterdir() if path.suffix not in beside} == libraries(folder)
    assert all(path.stat().st_size == 0 for path in folder.glob("*.code"))
    assert {path.stem for path in folder.glob("*.sum")} == {Path(name).stem for name in libraries(folder)}
    assert len(libraries(folder)) >= 2


def test_the_cache_folder_is_private(empty: Path) -> None:
    """A cache folder that is made is its owner's alone, and so is what lies in it."""
    dalembert.simulate(oscillator(), t_end=1, samples=2)
    assert empty.stat().st_mode & 0o077 == 0
    assert all(path.stat().st_mode & 0o022 == 0 for path in empty.iterdir())


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of libraries that are loaded."""
    seen: list[str] = []
    real = ctypes.CDLL

    def noted(path: str, *arguments: object) -> ctypes.CDLL:
        seen.append(str(path))
        return real(path, *arguments)

    monkeypatch.setattr(ctypes, "CDLL", noted)
    return seen


@pytest.mark.skipif(sys.platform == "win32", reason="rights of POSIX")
@pytest.mark.parametrize("rights", [0o777, 0o770, 0o702])
def test_nothing_is_loaded_from_a_folder_that_others_can_write_to(
    rights: int, empty: Path, loaded: list[str]
) -> None:
    """A cache that group or others can write to is left alone: nothing is loaded from it, nothing written to it."""
    dalembert.simulate(oscillator(), t_end=1, samples=2)
    assert all(path.startswith(str(empty)) for path in loaded)
    before = {path.name: path.stat().st_mtime_ns for path in empty.iterdir()}
    empty.chmod(rights)
    _forget()
    loaded.clear()
    assert dalembert.simulate(oscillator(), t_end=1, samples=2).status == "ok"
    assert loaded
    assert not any(path.startswith(str(empty)) for path in loaded)
    assert {path.name: path.stat().st_mtime_ns for path in empty.iterdir()} == before


@pytest.mark.skipif(sys.platform == "win32", reason="rights of POSIX")
def test_a_library_that_others_can_write_to_is_not_loaded(empty: Path, loaded: list[str]) -> None:
    """A file of the cache that others could have written is compiled anew and replaced before it is loaded."""
    dalembert.simulate(oscillator(), t_end=1, samples=2)
    for path in empty.glob("*.so"):
        put(path, b"not a library")
        path.chmod(0o722)
    _forget()
    assert dalembert.simulate(oscillator(), t_end=1, samples=2).status == "ok"
    made = [path for path in empty.glob("*.so") if path.read_bytes()[:4] != b"not "]
    assert made
    assert all(path.stat().st_mode & 0o022 == 0 for path in made)
    assert {Path(path).name for path in loaded[-1:]} <= {path.name for path in made}


@pytest.mark.parametrize("place", ["under a file", "cannot be written to"])
def test_a_cache_that_cannot_be_used_stops_no_run(
    place: str, tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no cache folder can be made or written to, runs are compiled in a folder of the process."""
    before = libraries(empty)
    if place == "under a file":
        (tmp_path / "file").write_text("")
        monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "file" / "cache"))
    else:
        monkeypatch.setattr(cache.os, "access", lambda *_: False)
    assert dalembert.simulate(oscillator(), t_end=1, samples=2).status == "ok"
    assert libraries(empty) == before


@pytest.mark.usefixtures("empty")
def test_a_user_without_a_home_can_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process whose user has no home folder (a container with a number for a user) simulates."""

    def homeless() -> Path:
        message = "Could not determine home directory."
        raise RuntimeError(message)

    for variable in (cache.VARIABLE, "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert dalembert.simulate(oscillator(), t_end=1, samples=2).status == "ok"


def test_an_empty_library_in_the_cache_is_replaced(empty: Path) -> None:
    """A library that a full disk left empty is compiled again."""
    dalembert.simulate(oscillator(), t_end=1, samples=2)
    for path in empty.glob("*.so"):
        put(path, b"")
    _forget()
    assert dalembert.simulate(oscillator(), t_end=1, samples=2).status == "ok"


def test_a_truncated_library_in_the_cache_does_not_kill_the_process(empty: Path) -> None:
    """A library that a crash left incomplete is compiled again, or refused in words."""
    dalembert.simulate(oscillator(), t_end=1, samples=2)
    for path in empty.glob("*.so"):
        whole = path.read_bytes()
        put(path, whole[: len(whole) // 4])
    code, out, _ = ended(begun(empty))
    assert code == 0
    assert out.startswith("ok")


def test_a_process_that_cannot_use_the_cache_leaves_nothing_behind(tmp_path: Path) -> None:
    """After a run without a usable cache the temporary directory is as empty as before."""
    folder, temporary = tmp_path / "cache", tmp_path / "tmp"
    folder.mkdir()
    temporary.mkdir()
    folder.chmod(0o777)
    code, _, err = ended(begun(folder, TMPDIR=str(temporary)))
    assert code == 0, err
    assert list(temporary.iterdir()) == []


def test_bytes_are_made_once_and_again_where_they_are_damaged(monkeypatch, tmp_path):
    """What was put into the cache is read from it as long as its checksum fits; nothing damaged is given."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    made = []

    def make():
        made.append(b"machine code")
        return made[-1]

    assert [cache.bytes_of("one.cubin", make) for _ in range(3)] == [b"machine code"] * 3
    assert len(made) == 1
    (tmp_path / "cache" / "one.cubin").write_bytes(b"damaged")
    assert cache.bytes_of("one.cubin", make) == b"machine code"
    assert len(made) == 2
    assert cache.bytes_of("one.cubin", make) == b"machine code"
    assert len(made) == 2
