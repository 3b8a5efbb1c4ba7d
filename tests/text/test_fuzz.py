"""A seeded part of the fuzzing of all readers; `python tests/text/fuzz.py 100000` runs more."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("fuzz.py")
SHARE = 600  # inputs
LARGE_SHARE = 20_000  # of the long version
HANG = 1000  # seconds: a guard against hanging
MEGABYTES = 512


def tried(share):
    """What a separate process, where warnings are errors, says of its share of inputs."""
    command = [sys.executable, "-W", "error", str(SCRIPT), str(share)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=False)
    assert done.returncode in (0, 1), done.stderr[-2000:]
    assert not done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def found():
    """What came of a share of the inputs."""
    return tried(SHARE)


@pytest.mark.soak
def test_many_inputs_are_read_or_refused_at_their_places():
    """No text of a large share breaks a law."""
    found = tried(LARGE_SHARE)
    assert [(f["input"], f["broken"][-300:]) for f in found["failures"]] == []
    assert found["megabytes"] < MEGABYTES


def test_every_input_is_read_or_refused_at_its_place(found, capsys):
    """No mutated text raises anything but a located fault, takes too many calls, or does anything but being read."""
    with capsys.disabled():
        sys.stdout.write(f" {found['tried']} fuzz inputs ")
    assert [(f["input"], f["broken"][-300:]) for f in found["failures"]] == []
    assert found["tried"] == SHARE


def test_memory_stays_small(found):
    """The peak of memory grows by less than 512 MB over all inputs."""
    assert found["megabytes"] < MEGABYTES


def test_both_answers_come_from_every_door(found):
    """Each door has read some of the inputs and refused some, so that neither law is empty."""
    for door, tally in found["doors"].items():
        assert tally["read"] > 0, door
        assert tally["refused"] > 0, door


PLANTED = """
import sys, json
sys.path.insert(0, {folder!r})
import fuzz
from pathlib import Path
fuzz.HANG = 1.0
watch, found = fuzz.Watch(Path("model")), []
for body in {bodies!r}:
    door = {{}}
    exec(compile(f"def enter(text, path):\\n    {{body}}\\n", "door", "exec"), door)
    fuzz.DOORS["planted"] = (1, None, door["enter"], "")
    found.append(fuzz.attempt(watch, "planted", "1+1")[2])
print(json.dumps(found))
"""
FORBIDDEN = {  # what a door does, and what is told of it
    "return eval(text)": "compile",
    "exec(text)": "exec",
    "open('/dev/null', 'w').close()": "open",
    "open('/dev/null').close()": "open",
    "import this_is_not_there": "import",
    "import os; os.system('true')": "os.system",
    "import socket; socket.socket().close()": "socket",
    "import subprocess; subprocess.run(['true'])": "subprocess.Popen",
    "return 1/0": "ZeroDivisionError",
    "raise ValueError(text)": "ValueError",
    "while True: pass": "does not end",
    "import fuzz; fuzz.CALLS = 1000; [len(text) for _ in range(2000)]": "it took",  # the last: a budget is set
}


def test_what_is_forbidden_is_noticed():
    """A door that evaluates, opens, imports, starts, crashes or dawdles breaks a law of the runner."""
    code = PLANTED.format(folder=str(SCRIPT.parent), bodies=list(FORBIDDEN))
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=HANG, check=True
    )
    for broken, (body, told) in zip(json.loads(done.stdout.splitlines()[-1]), FORBIDDEN.items(), strict=True):
        assert told in broken, body


def test_an_input_can_be_made_again():
    """The input of a seed and number is the same text in another process."""
    code = f"import sys; sys.path.insert(0, {str(SCRIPT.parent)!r}); import fuzz; print([fuzz.made('a', i) for i in range(50)])"
    outs = {
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout for _ in range(2)
    }
    assert len(outs) == 1
