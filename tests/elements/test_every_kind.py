"""Every kind of element and controller in every verb: a result, or an error message."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dalembert
from dalembert._model.bodies.elements.registry import ELEMENTS
from dalembert._model.controllers.kinds.registry import CONTROLLER_KINDS
from dalembert._model.nets.kinds.registry import NET_KINDS

DOCS = Path(__file__).parents[2] / "docs"
CONTROLLERS = """format = 1
title = "Controllers"
[parameters]
k = { value = 3, unit = "N/m" }
M = { value = 1, unit = "kg" }
[coordinates]
x = { unit = "m", start = 0.2, speed = 0 }
[tables.curve]
x = { values = [-1, 0, 1], unit = "m" }
value = { values = [1, 0, -1], unit = "N" }
beyond = "line"
[energy]
kinetic = "1/2*M*x'^2"
[controllers]
a = { kind = "pid", from = "x", reference = 1, kp = 2, ki = 1, kd = 0.5, filter_time = 0.1, unit = "N" }
b = { kind = "state_feedback", from = ["x", "x'"], gains = [2, 1], unit = "N" }
c = { kind = "low_pass", from = "a.output", time_constant = 0.3 }
d = { kind = "high_pass", from = "-k*x", time_constant = 0.3 }
e1 = { kind = "low_pass_2", from = "-k*x", angular_frequency = 4, damping_ratio = 0.3 }
f = { kind = "band_pass", from = "-k*x", angular_frequency = 4, damping_ratio = 0.3 }
g = { kind = "notch", from = "-k*x", angular_frequency = 4, damping_ratio = 0.3 }
h = { kind = "lead_lag", from = "-k*x", lead_time = 0.5, lag_time = 0.1 }
l = { kind = "transfer_function", from = "-k*x", numerator = [1, 0, 5], denominator = [2, 3, 4, 5] }
m = { kind = "integrator", from = "-k*x", gain = 2 }
n = { kind = "gain", from = "-k*x", gain = 2 }
o = { kind = "saturation", from = "-k*x", minimum = -0.1, maximum = 0.1 }
p = { kind = "dead_zone", from = "-k*x", width = 0.1 }
r = { kind = "rate_limit", from = "-k*x", rate = 1, time_constant = 0.1 }
s = { kind = "table", from = "x", table = "curve" }
sum = { kind = "gain", from = "b.output + c.output + d.output + r.output + s.output", gain = 1, to = "work.x" }
[simulate]
t_end = 1
"""


def _examples(page: str) -> dict[str, str]:
    texts = re.findall(r"```toml\n(format.*?)```", (DOCS / f"{page}.md").read_text(), re.S)
    return {tomllib.loads(text)["title"]: text for text in texts if "[elements" in text}


MODELS = {**_examples("elements"), **_examples("networks"), "Controllers": CONTROLLERS}


def _kinds() -> set[str]:
    return {
        entry["kind"]
        for text in MODELS.values()
        for section in ("elements", "controllers")
        for entry in tomllib.loads(text).get(section, {}).values()
    }


def _told(make: Callable[[], Any]) -> Any:
    """What is made, or None where it is refused in words."""
    found, letters = None, ["a sentence"]
    try:
        found = make()
    except dalembert.ModelError as error:
        letters = [text for flaw in error.flaws for text in (flaw.message, flaw.hint)]
    except dalembert.NotAvailable as error:
        letters = [str(error)]
    assert all(letters)
    return found


def test_the_models_have_every_kind() -> None:
    """The examples of the documentation show all elements; all controllers stand in one model."""
    assert _kinds() >= {*ELEMENTS, *NET_KINDS, *CONTROLLER_KINDS}


@pytest.mark.parametrize("name", MODELS)
def test_every_kind_is_made_into_everything(name: str, tmp_path: Path) -> None:
    """Each form, modes and programs are an answer or a refusal; a LagEq file of it can be read."""
    path = tmp_path / "model.toml"
    path.write_text(MODELS[name], encoding="utf-8")
    equations = dalembert.derive(path)
    for form in dalembert.choices().forms:
        _told(lambda form=form: dalembert.show(equations, form))
    _told(lambda: dalembert.modes(path))
    assert _told(lambda: dalembert.linearise(path)) is not None or name in WITHOUT_LINEAR
    _told(lambda: dalembert.program_files(path, "python", "model"))
    text = dalembert.convert(path, tmp_path / "model.txt", lossy=True).text
    (tmp_path / "model.txt").write_text(text, encoding="utf-8")
    back = dalembert.convert(tmp_path / "model.txt", tmp_path / "back.toml").text
    (tmp_path / "back.toml").write_text(back, encoding="utf-8")
    assert dalembert.read(tmp_path / "back.toml").coordinates


# at rest the drag of the quadrotor, v |v|, has no derivative of its derivative; the charge of the heating resistor
# has no inertia at the start, and no equilibrium; gas and carried heat have no inertia at the start either
WITHOUT_LINEAR = ("Quadrotor", "Heating resistor", "Pneumatic lift", "Tanks on a stream")


def test_an_element_may_act_on_a_point_that_moves_along_one_axis() -> None:
    """Components that do not move have no unit of their own; a wrong unit there is still told."""
    bodies = {"space": 3, "b": {"mass": 2.0}}
    joints = {"S": {"kind": "slider", "between": ["ground", "b"], "axis": "z",
                    "coordinate": {"z": {"start": 1, "speed": 0}}}}  # fmt: skip
    drag = {"kind": "drag", "at": "b", "density": 1.2, "coefficient": 0.5, "area": 0.1, "wind": [1, 0, 0]}
    push = {"kind": "force", "at": "b", "force": [{"value": 1, "unit": "J"}, 0, 0]}
    assert not dalembert.check(dalembert.model(bodies=bodies, joints=joints, elements={"d": drag})).flaws
    wrong = dalembert.check(dalembert.model(bodies=bodies, joints=joints, elements={"p": push})).flaws
    assert "N" in wrong[0].message
