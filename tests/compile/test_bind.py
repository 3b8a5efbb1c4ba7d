"""Values are put into a compiled model: nothing is printed, parsed, checked or lowered again, and nothing lost."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dalembert
from dalembert._compile import compiled_models
from dalembert._lower import closed_system
from dalembert._model import build, check, entry_reader, survey

SYSTEMS = {
    "four_bar": "m3",
    "n_link_pendulum:3": "m",
    "bouncing_ball": "g",
    "stick_slip": "k",
    "pad_on_spring_mat": "m",
    "pneumatic_positioner": "m",
    "electro_mechanical": "m",
}


class Calls:
    """How often some functions of the package are called."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *functions: tuple[Any, str]) -> None:
        self.count = dict.fromkeys((name for _, name in functions), 0)
        for module, name in functions:
            monkeypatch.setattr(module, name, self._counting(name, vars(module)[name]))

    def _counting(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*given: Any, **options: Any) -> Any:
            self.count[name] += 1
            return function(*given, **options)

        return called


@contextmanager
def work_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[Calls]:
    """Count what a run again with other values must not do."""
    with monkeypatch.context() as own:
        yield Calls(
            own,
            (entry_reader, "parse_written"),
            (check, "_flaws_of"),
            (closed_system, "lower"),
            (survey, "_survey"),
        )


def typed(model: dalembert.Model, name: str) -> float:
    """The number of a parameter as it stands in the file."""
    (found,) = (p.value.typed for p in model.parameters if p.name == name and p.value is not None)
    assert found is not None
    return float(found)


def changeable(model: dalembert.Model, wanted: str) -> str:
    """The wanted parameter, or the first with a number that is not zero."""
    names = [p.name for p in model.parameters if p.value is not None and p.value.typed]
    return wanted if wanted in names else names[0]


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_run_with_other_values_does_nothing_again(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After one run of a model, one with another value parses, examines, surveys and lowers nothing."""
    model = dalembert.read(system)
    name = changeable(model, SYSTEMS[system])
    number = typed(model, name)
    dalembert.simulate(model, t_end=0.02, samples=2)
    with work_of(monkeypatch) as work:
        dalembert.simulate(dalembert.vary(model, parameters={name: 1.01 * number}), t_end=0.02, samples=2)
    assert work.count == dict.fromkeys(work.count, 0)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_bound_value_gives_the_motion_of_the_file_with_it(system: str) -> None:
    """A value put into a compiled model and the same value in the text of the model give equal bits."""
    model = dalembert.read(system)
    name = changeable(model, SYSTEMS[system])
    dalembert.simulate(model, t_end=0.1, samples=5)
    varied = dalembert.vary(model, parameters={name: 1.01 * typed(model, name)})
    bound = dalembert.simulate(varied, t_end=0.1, samples=5)
    compiled_models.forget()
    anew = dalembert.simulate(text_of(varied), t_end=0.1, samples=5)
    np.testing.assert_array_equal(bound.q, anew.q)
    np.testing.assert_array_equal(bound.lam, anew.lam)


def text_of(model: dalembert.Model) -> dalembert.Model:
    """The model, printed and parsed."""
    from dalembert._model.plain import plain_values
    from dalembert._text.written import Written

    made, form = build.build(Written(values=plain_values(model)))
    assert not form
    return made


def test_cases_of_a_batch_are_lowered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All cases of a model are one structure: it is examined, surveyed and lowered for the first alone."""
    model = dalembert.model(
        parameters={"k": 4.0},
        coordinates={"x": {"start": 1.0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*k*x^2"},
        cases={f"c{i}": {"parameters": {"k": 4.0 + i}} for i in range(5)},
        simulate={"t_end": 1.0, "samples": 4},
    )
    with work_of(monkeypatch) as work:
        motions = dalembert.batch(model)
    assert work.count == {"parse_written": 0, "_flaws_of": 1, "lower": 1, "_survey": 1}
    for i, motion in enumerate(motions.values()):
        np.testing.assert_allclose(motion["x"], np.cos(np.sqrt(4.0 + i) * motion.t), atol=1e-8)


def test_a_parameter_that_becomes_zero_is_lowered_anew() -> None:
    """A mass that vanishes takes a pivot away; the motion is that of the model read with the zero."""
    model = dalembert.model(
        parameters={"m": 1.0, "c": 2.0, "k": 3.0},
        coordinates={"x": {"start": 1.0}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2", "dissipation": "1/2*c*x'^2"},
        simulate={"t_end": 2.0, "samples": 8},
    )
    assert dalembert.simulate(model).status == "ok"
    massless = dalembert.vary(model, parameters={"m": 0.0})
    compiled_models.forget()
    with pytest.raises(dalembert.ModelError) as fresh:
        dalembert.simulate(text_of(massless))
    with pytest.raises(dalembert.ModelError) as bound:
        dalembert.simulate(massless)
    assert str(bound.value) == str(fresh.value)


BALL: dict[str, Any] = {
    "parameters": {
        "m": 1.0,
        "e": 0.5,
        "g": 9.81,
        "h": {"value": 1.0, "unit": "m"},
        "T": {"value": 2, "unit": "s"},
    },
    "coordinates": {"y": {"start": 1.0, "unit": "m"}},
    "energy": {"kinetic": "1/2*m*y'^2", "potential": "m*g*y"},
    "contacts": {"floor": {"gap": "y", "restitution": "e"}},
    "outputs": {"height": "y + h", "phase": "sin(t/T)"},
    "simulate": {"t_end": 0.1, "samples": 2},
}
BAD = {
    "restitution beyond its range": {"parameters": {"e": 1.5}},
    "not finite": {"parameters": {"e": "1/(m - 1)"}},
    "no such parameter": {"parameters": {"q": 1.0}},
    "no such coordinate": {"start": {"z": 1.0}},
    "a value of a coordinate": {"parameters": {"e": "y"}},
    "a name that nothing declares": {"parameters": {"e": "zeta"}},
    "a circle": {"parameters": {"e": "m", "m": "e"}},
    "a unit that is not that of the entry": {"parameters": {"h": "T"}},
    "a start inside the floor": {"start": {"y": -1.0}},
    "a start of another unit": {"start": {"y": "T"}},
    "no number": {"parameters": {"m": "1 +"}},
    "no inertia": {"parameters": {"m": 0.0}},
}


@pytest.mark.parametrize("given", BAD.values(), ids=BAD)
def test_no_check_of_a_value_is_lost(given: Mapping[str, Mapping[str, Any]]) -> None:
    """A bad value is refused with the same letter after a good run as in a model that never ran."""

    def letter(model: dalembert.Model) -> str:
        with pytest.raises(dalembert.ModelError) as found:
            dalembert.simulate(dalembert.vary(model, **given))
        return str(found.value)

    fresh = letter(dalembert.model(**BALL))
    model = dalembert.model(**BALL)
    assert dalembert.simulate(model).status == "ok"
    assert letter(model) == fresh


def test_a_start_off_its_constraint_is_refused_again() -> None:
    """A start that a constraint cannot keep is refused after runs with good ones, and names the constraint."""
    model = dalembert.model(
        parameters={"m": 1.0, "L": 1.0, "g": 9.81},
        coordinates={"x": {"start": 0.6}, "y": {"start": -0.8}},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y"},
        constraints={"displacement": {"rod": "x^2 + y^2 - L^2"}},
        simulate={"t_end": 0.1, "samples": 2},
    )
    assert dalembert.simulate(model).status == "ok"
    with pytest.raises(dalembert.ModelError, match="rod"):
        dalembert.simulate(dalembert.vary(model, parameters={"L": 2.0}))
    assert (
        dalembert.simulate(dalembert.vary(model, parameters={"L": 2.0}, start={"x": 1.2, "y": -1.6})).status
        == "ok"
    )


def test_a_survey_is_made_once_for_a_structure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`derive`, `check`, a run and its figures survey each of the few structures that a model takes on once."""
    model = dalembert.read("four_bar")
    with work_of(monkeypatch) as work:
        dalembert.check(model)
        dalembert.derive(model)
        dalembert.plot(dalembert.simulate(model, t_end=0.1, samples=20), out=tmp_path / "four_bar.svg")
    assert work.count["_survey"] <= 4
