"""Nothing is lost: full disks, readers that go away, requests to end."""

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dalembert
from dalembert._present.report import pdf
from dalembert.cli import app

pytestmark = pytest.mark.usefixtures("blank_figures")
posix = pytest.mark.skipif(sys.platform == "win32", reason="pipes and signals of POSIX")
HANG = 600  # seconds: a guard against hanging, far beyond what any of this takes
MODEL = """\
format = 1
title = "block"
[parameters]
k = 3
[coordinates]
x = { start = 1, speed = 0 }
[energy]
kinetic = "1/2*x'^2"
potential = "1/2*k*x^2"
[inputs]
F = "0"
[work]
x = "F"
[simulate]
t_end = 0.2
samples = 10
"""
# Every verb that writes, what it is asked, and what would be there afterwards.
VERBS = {
    "simulate .nc": (("simulate", "block.toml", "--out", "a.nc"), "a.nc"),
    "simulate .csv": (("simulate", "block.toml", "--out", "a.csv"), "a.csv"),
    "inverse": (
        ("inverse", "block.toml", "--motion", "x=sin(t)", "--effort", "F", "--out", "a.csv"),
        "a.csv",
    ),
    "new": (("new", "a"), "a.toml"),
    "new from": (("new", "a", "--from", "four_bar"), "a.toml"),
    "examples": (("examples", "rod_pendulum", "--copy"), "rod_pendulum.toml"),
    "convert": (("convert", "block.toml", "a.toml"), "a.toml"),
    "convert .txt": (("convert", "rod_pendulum", "a.txt", "--lossy"), "a.txt"),
    "functions": (("functions", "block.toml", "--to", "c", "--out", "a"), "a"),
    "functions octave": (("functions", "block.toml", "--to", "octave", "--out", "a"), "a"),
    "plot .svg": (("plot", "block.toml", "--out", "a.svg"), "a.svg"),
    "plot .png": (("plot", "block.toml", "--out", "a.png"), "a.png"),
    "plot .pdf": (("plot", "block.toml", "--out", "a.pdf"), "a.pdf"),
    "animate .html": (("animate", "block.toml", "--out", "a.html"), "a.html"),
    "animate .svg": (("animate", "block.toml", "--out", "a.svg"), "a.svg"),
    "report": (("report", "block.toml", "--out", "a"), "a"),
    "run": (("run", "block.toml", "--out", "a"), "a"),
}
OVER = ("simulate .nc", "simulate .csv", "inverse", "plot .svg", "animate .html")  # they have --force


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """A folder with a model and nothing else; TeX is not run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pdf, "program_path", lambda *_: None)
    Path("block.toml").write_text(MODEL)
    return tmp_path


@pytest.fixture
def full(monkeypatch):
    """A disk on which the last byte of any file finds no room."""

    def sync(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", sync)


def everything():
    """All files and folders here, with what is in them."""
    return {str(path): path.read_bytes() if path.is_file() else None for path in Path().rglob("*")}


def run(*words):
    """The program in this process."""
    return CliRunner().invoke(app, list(words))


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.usefixtures("full")
def test_on_a_full_disk_every_verb_says_so_and_leaves_everything_as_it_was(verb):
    """No verb leaves a file, half or empty, or a folder where there is no room for it; each says why."""
    before = everything()
    ended = run(*VERBS[verb][0])
    assert everything() == before
    assert "disk is full" in " ".join(ended.output.split())
    assert ended.exit_code == 2
    assert isinstance(ended.exception, SystemExit)


@pytest.mark.parametrize("verb", OVER)
@pytest.mark.usefixtures("full")
def test_on_a_full_disk_the_old_file_is_kept(verb):
    """A file that would have been written over is as it was."""
    words, made = VERBS[verb]
    Path(made).write_text("old")
    assert run(*words, "--force").exit_code == 2
    assert Path(made).read_text() == "old"
    assert len(everything()) == 2


def test_a_full_disk_leaves_an_earlier_folder_whole(monkeypatch):
    """A folder of a run whose next version finds no room is still the whole folder of the run before."""
    assert run("run", "block.toml", "--out", "a").exit_code == 0
    before, calls = everything(), []

    def sync(_):
        calls.append(1)
        if len(calls) == 5:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", sync)
    assert run("run", "block.toml", "--out", "a", "--set", "k=4").exit_code == 2
    assert everything() == before


def test_a_full_temporary_folder_is_told(monkeypatch):
    """Where TeX finds no room to work in, the verb says so, and no folder is left."""

    def full_room(_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "report.tex")

    monkeypatch.setattr("dalembert.verbs.publish.typeset", full_room)
    ended = run("report", "block.toml", "--out", "a")
    assert ended.exit_code == 2
    assert isinstance(ended.exception, SystemExit)
    assert list(everything()) == ["block.toml"]


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_writes_what_it_says(verb):
    """With room on the disk each verb makes its file or folder, and nothing lies beside it."""
    words, made = VERBS[verb]
    assert run(*words).exit_code == 0
    assert Path(made).exists()
    assert {path.name for path in Path().iterdir()} == {"block.toml", made}
    assert not list(Path().rglob("*.part"))


@pytest.mark.usefixtures("full")
def test_a_motion_that_cannot_be_saved_is_still_told():
    """The outcome of a run is printed although its file could not be written; JSON names no file then."""
    assert "ok: ran to t = 0.2 s" in run("simulate", "block.toml", "--out", "a.nc").output
    told = run("simulate", "block.toml", "--out", "a.nc", "--json").stdout
    assert "file" not in json.loads(told)


# -- as a program ----------------------------------------------------------------------------------


def program(*words, **more):
    """The program as a process of its own."""
    own = {**os.environ, "PYTHONPATH": str(Path(dalembert.__file__).parents[1])}
    pipe = subprocess.PIPE
    given = {"stdout": pipe, "stderr": pipe, "env": own} | more
    return subprocess.Popen([sys.executable, "-m", "dalembert.cli", *words], **given)


@posix
@pytest.mark.parametrize("words", [("--out", "a.nc"), ("--out", "a.csv", "--json")])
def test_a_reader_that_goes_away_costs_no_file_and_is_no_error(words):
    """With its output closed from the beginning a run writes its file, says nothing and ends with 0."""
    reader, writer = os.pipe()
    os.close(reader)
    with program("simulate", "block.toml", *words, stdout=writer) as process:
        os.close(writer)
        _, said = process.communicate(timeout=HANG)
    assert process.returncode == 0, said
    assert said == b""
    assert Path(words[1]).stat().st_size > 0


@posix
def test_output_that_finds_no_room_is_told():
    """A full disk behind `>` ends in a sentence and an exit code, not in a traceback."""
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full, as Linux has it")
    with Path("/dev/full").open("wb") as out, program("examples", "four_bar", stdout=out) as process:
        _, said = process.communicate(timeout=HANG)
    assert process.returncode == 2
    assert said.decode() == "cannot write the output: the disk is full\n"


LONG = """\
import signal, sys
from dalembert.cli import main, motions
import dalembert
real = dalembert.simulate
def simulate(*given, **more):
    def told(part):
        sys.stderr.write("going\\n"); sys.stderr.flush()
    return real(*given, **more | {"progress": told})
dalembert.simulate = simulate
sys.argv = ["dalembert", "simulate", "n_link_pendulum:20", "--t-end", "500", "--out", "a.nc"]
main()
"""


@posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_request_to_end_keeps_the_motion(name):
    """SIGTERM and SIGHUP end a long run as Ctrl-C does: what was computed is in its file, and no rest beside it."""
    own = {**os.environ, "PYTHONPATH": str(Path(dalembert.__file__).parents[1])}
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", LONG]
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, env=own) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == b"going\n"
        process.send_signal(signal.Signals[name])
        out, _ = process.communicate(timeout=HANG)
    assert process.returncode == 0
    assert b"interrupted" in out
    assert {path.name for path in Path().iterdir()} == {"block.toml", "a.nc"}
    assert dalembert.open_motion("a.nc").status == "interrupted"


WRITING = """\
import os, signal
from pathlib import Path
from dalembert.cli import main
import sys
real = os.fsync
def sync(number):
    real(number)
    os.kill(os.getpid(), signal.SIGTERM)
os.fsync = sync
sys.argv = ["dalembert", "simulate", "block.toml", "--out", "a.nc"]
main()
"""


@posix
def test_a_request_to_end_while_a_file_is_written_leaves_no_rest():
    """SIGTERM in the middle of writing leaves neither a half file nor a `.part` beside it."""
    own = {**os.environ, "PYTHONPATH": str(Path(dalembert.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", WRITING], capture_output=True, env=own, timeout=HANG, check=False
    )
    assert done.returncode == 130
    assert b"Traceback" not in done.stderr
    assert {path.name for path in Path().iterdir()} == {"block.toml"}
