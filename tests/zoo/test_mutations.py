"""Good models made ill-posed, one change each: all are refused, quickly, and the culprit is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

import dalembert
from dalembert import library

SIZES = {"n_link_pendulum": 3, "n_four_bar": 2, "elastic_beam": 6, "newtons_cradle": 3}
GOOD = [
    f"{s.name}:{SIZES[s.name]}" if s.size else s.name
    for s in library.SYSTEMS
    if "printed" not in s.name and s.name != "mass_and_wall"
]
Mutant = tuple[str, dict[str, Any], list[str]]


def mutants(name: str) -> Iterator[Mutant]:
    """What was done to a model, its sections then, and names of which one must be told."""
    whole = dalembert.as_dict(dalembert.read(name))
    first = next(iter(whole["coordinates"]))

    def changed(**constraints: str) -> dict[str, Any]:
        made = deepcopy(whole)
        for kind, text in constraints.items():
            made.setdefault("constraints", {}).setdefault(kind, {})["tie"] = text
        return made

    made = changed()
    made["coordinates"]["idle"] = {"start": 0}
    yield "a coordinate that stands in nothing", made, ["idle"]
    made = changed(displacement=f"{first} - {first} + 0*idle")
    made["coordinates"]["idle"] = {"start": 0, "speed": 0}
    yield "a constraint that says nothing", made, ["tie"]
    made = changed(displacement="one - other")
    made["coordinates"] |= {"one": {}, "other": {}}
    yield "two massless coordinates with one constraint", made, ["one", "other"]
    made = changed()
    made["coordinates"]["node"] = {"start": 0}
    made.setdefault("work", {})["node"] = "1"
    yield "a force on what has no inertia", made, ["node"]
    made = changed()
    made.setdefault("efforts", {})["unknown"] = {}
    yield "an effort without an equation", made, ["unknown"]
    yield "an equation without an effort", changed(effort=f"{first} - 1"), ["tie"]
    displacement = whole.get("constraints", {}).get("displacement", {})
    for constraint in list(displacement)[:4]:
        own = displacement[constraint]
        text = f"({own['value'] if isinstance(own, dict) else own}) + 0.1"
        yield f"{constraint} contradicted", changed(displacement=text), ["tie", constraint]
    for parameter in list(whole.get("parameters", {}))[:2]:
        made = changed()
        value = made["parameters"][parameter]
        made["parameters"][parameter] = {"unit": value.get("unit", "")} if isinstance(value, dict) else {}
        yield f"{parameter} without a value", made, [parameter]
    if displacement:
        made = changed()
        for coordinate, entry in made["coordinates"].items():
            made["coordinates"][coordinate] = {k: v for k, v in entry.items() if k != "guess"} | {
                "start": 0.777
            }
        yield "starts that do not close", made, list(displacement)


def begun(sections: dict[str, Any]) -> dalembert.Motion:
    """The first thousandth of a run."""
    model = dalembert.model(**sections)
    return dalembert.simulate(model, t_end=(model.simulate.t_end or 1.0) / 1e3, samples=2, rtol=1e-4)


ALL = [(name, *mutant) for name in GOOD for mutant in mutants(name)]


def test_there_are_many() -> None:
    """The corpus has two hundred mutants at least."""
    assert len(ALL) >= 200


@pytest.mark.parametrize("share", [3, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", GOOD)
def test_ill_posed_models_are_refused_by_name(name: str, share: int, counted: Callable[[], Any]) -> None:
    """Each mutant is refused with little work, and the letter names the culprit."""
    of_model = [mutant for own, *mutant in ALL if own == name]
    for what, sections, culprits in of_model[GOOD.index(name) % share :: share]:
        with counted() as work, pytest.raises(dalembert.ModelError) as caught:
            begun(sections)
        assert work.calls < 3_000_000, what  # calls of functions; the hardest takes 800 000
        words = str(caught.value)
        assert any(f"`{culprit}`" in words or f" {culprit}" in words for culprit in culprits), (what, words)


@pytest.mark.parametrize("name", GOOD)
def test_good_models_raise_no_alarm(name: str) -> None:
    """The models the mutants were made of have no flaw of structure and begin to move."""
    verdict = dalembert.check(name)
    assert verdict.ok
    assert verdict.structure is not None
    end = dalembert.read(name).simulate.t_end or 1.0
    motion = dalembert.simulate(name, t_end=end / 1e3, samples=2, rtol=1e-4)
    assert motion.status == "ok", motion.message
