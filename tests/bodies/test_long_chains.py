"""Long chains are read, checked and started by work that grows like their length, and in no other way."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np
import pytest

import dalembert
from dalembert._compile import mass_matrix
from dalembert._expression.expression import Expression
from dalembert._expression.walk import nodes
from dalembert._lower.evaluator import Quantities
from dalembert._model.bodies import expand
from dalembert._simulate import level, matrix_parts
from dalembert._simulate.prepare import prepare_run
from dalembert._text import alike

CHAINS = {
    "joint": {"space": 2, "coordinates": "joint", "kind": "pin"},
    "body": {"space": 2, "coordinates": "body", "kind": "pin"},
    "space": {"space": 3, "coordinates": "joint", "kind": "universal"},
    "ball": {"space": 3, "coordinates": "joint", "kind": "ball"},
}


def _chain(n: int, space: int, coordinates: str, kind: str) -> dalembert.Model:
    zeros = [0] * (space - 1)
    link: dict[str, object] = {"for": "i = 1..N", "mass": 1, "inertia": 0.1, "centre": [0.5, *zeros]}
    link["points"] = {"E": [1, *zeros]}
    joint: dict[str, object] = {"for": "i = 1..N", "kind": kind}
    joint["between"] = ["if(i == 1, ground, link[i-1].E)", "link[i]"]
    if kind == "pin":
        joint["coordinate"] = {"q[i]": {"start": 0.1, "speed": 0}}
    return dalembert.model(
        parameters={"N": n},
        bodies={
            "space": space,
            "gravity": [0, -9.81, 0][:space],
            "coordinates": coordinates,
            "link[i]": link,
        },
        joints={"O[i]": joint},
        outputs={"tip": f"link[{n}].E.y"},
        simulate={"t_end": 0.01},
    )


def _expressions(model: dalembert.Model) -> Iterator[Expression]:
    for term in chain(model.definitions, model.kinetic, model.potential, model.constraints, model.outputs):
        yield term.expression
    for one in chain(model.parameters, model.coordinates):
        yield from (
            value.expression for value in (getattr(one, "value", None), getattr(one, "start", None)) if value
        )


@pytest.mark.parametrize("name", CHAINS)
def test_texts_that_are_alike_are_read_as_they_stand(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every expression, with the places of its parts, is that of its own text."""
    own: Any = CHAINS[name]
    fast = _chain(12, **own)
    monkeypatch.setattr(alike.TextsAlike, "read", lambda _self, *given: alike.read_literally(*given))
    slow = _chain(12, **own)
    pairs = list(zip(_expressions(fast), _expressions(slow), strict=True))
    assert len(pairs) > 50
    for one, other in pairs:
        assert one.root == other.root
        assert [node.span for node in nodes(one.root)] == [node.span for node in nodes(other.root)]
        assert one.source == other.source


def test_no_more_texts_are_parsed_for_more_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """Links with numbers of as many digits have texts that are alike."""
    counts: list[int] = []
    parse = alike._with_names

    def counted(*given: Any) -> Any:
        counts[-1] += 1
        return parse(*given)

    monkeypatch.setattr(alike, "_with_names", counted)
    for n in (20, 40):
        counts.append(0)
        _chain(n, 2, "joint", "pin")
    assert counts[0] == counts[1]


def _calls(n: int, name: str) -> int:
    """Calls of functions from the model as it is written to the first row of its motion."""
    count = 0

    def counted(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(counted)
    try:
        kind: Any = CHAINS[name]
        model = _chain(n, **kind)
        dalembert.check(model)
        prepare_run(model)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    ("name", "links"), [("joint", (10, 12, 14)), ("body", (10, 12, 14)), ("ball", (10, 11, 12))]
)
def test_calls_grow_like_the_number_of_links(name: str, links: tuple[int, ...]) -> None:
    """More links take as many calls at the end of a long chain as of a short one."""
    _calls(3, name)  # what is loaded and remembered at the first time
    short, middle, long = (_calls(n, name) for n in links)
    assert long - middle <= 1.05 * (middle - short)


def test_a_given_start_of_bodies_asks_for_no_full_jacobian(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long chain it would fill the machine."""
    made = Quantities.__getitem__

    def sparing(self: Quantities, name: str) -> Any:
        assert name != "G"
        return made(self, name)

    monkeypatch.setattr(Quantities, "__getitem__", sparing)
    ready = prepare_run(_chain(4, 2, "body", "pin"))
    assert not ready.start.moved
    assert not ready.start.redundant


def test_a_start_of_ball_joints_is_solved_joint_by_joint(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each quaternion has its length and nothing to do with the others: no decomposition is larger."""
    sizes: list[int] = []
    scales = level.scales

    def counted(matrix: Any) -> Any:
        sizes.append(max(matrix.shape))
        return scales(matrix)

    monkeypatch.setattr(level, "scales", counted)
    monkeypatch.setattr(matrix_parts, "WHOLE", 0)
    found = prepare_run(_chain(6, 3, "joint", "ball")).start
    assert max(sizes) == 4
    assert np.allclose(np.linalg.norm(found.y[:24].reshape(6, 4), axis=1), 1.0, rtol=0, atol=1e-15)
    assert not found.y[24:].any()


def test_frames_that_coincide_need_no_search_for_a_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quaternions (1, 0, 0, 0) at rest satisfy all conditions: no step of Newton's method is made."""
    steps: list[int] = []
    monkeypatch.setattr(level, "_line", lambda *_: steps.append(1))
    found = prepare_run(_chain(6, 3, "joint", "ball")).start
    assert not steps
    assert np.allclose(found.y[:24].reshape(6, 4), [1, 0, 0, 0], rtol=0, atol=0)


@pytest.mark.parametrize("coordinates", ["joint", "body"])
def test_inertia_of_a_large_system_needs_no_mass_matrix(
    coordinates: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entries of M⁻¹ and v·Mv from the entries of links are those of M."""
    ready = prepare_run(_chain(4, 2, coordinates, "pin"))
    dynamics, y = ready.dynamics, ready.start.y
    M = dynamics.mass_matrices(np.zeros(1), y[np.newaxis])[0]
    found = dynamics.mobility(0.0, y, np.arange(len(M)))
    assert np.allclose(found, np.diag(np.linalg.inv(M)), rtol=1e-12)
    monkeypatch.setattr(mass_matrix, "LARGE", 0)
    v = np.arange(1.0, len(M) + 1)
    assert dynamics.evaluator.inertia(0.0, y).product(v) == pytest.approx(v @ M @ v, rel=1e-13)


def test_bodies_that_are_too_many_for_a_scene_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A note says that they are not drawn."""
    monkeypatch.setattr(expand, "SCENE_POINTS", 4)
    (note,) = [flaw for flaw in dalembert.check(_chain(5, 2, "joint", "pin")).flaws if flaw.rule == "scene"]
    assert note.severity == "note"
    assert "the 5 bodies are not drawn" in str(note)
    assert not [flaw for flaw in dalembert.check(_chain(2, 2, "joint", "pin")).flaws if flaw.rule == "scene"]
