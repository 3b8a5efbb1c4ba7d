"""A model is lowered once for all later uses."""

from collections.abc import Iterator

import pytest

import dalembert
from dalembert._compile.compiled_models import forget
from dalembert._lower import lower
from dalembert._model.records import Model
from dalembert._model.values import parameter_values


@pytest.fixture
def lowered(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Model]]:
    """The models that are lowered, nothing remembered from before."""
    found: list[Model] = []
    make = lower._lower

    def count(model: Model, **options: bool) -> object:
        found.append(model)
        return make(model, **options)

    forget()
    monkeypatch.setattr(lower, "_lower", count)
    yield found
    forget()


@pytest.mark.parametrize("name", ["rod_pendulum", "electro_mechanical"])
def test_all_verbs_share_one_system(name: str, lowered: list[Model]) -> None:
    """Check, derivation, motion, equilibria, modes and other values of a model take one lowering."""
    model = dalembert.read(name)
    dalembert.check(model)
    dalembert.conserved(dalembert.derive(model))
    dalembert.simulate(model, t_end=0.01, samples=2)
    dalembert.modes(model)
    first = model.parameters[0]
    other = {first.name: 1.1 * parameter_values(model)[first.name]}
    dalembert.simulate(dalembert.vary(model, parameters=other), t_end=0.01, samples=2)
    assert len(lowered) == 1


def test_a_structure_has_one_system() -> None:
    """Models that differ only in values have one system; an equal copy of a model has its own."""
    model = dalembert.read("rod_pendulum")
    first = model.parameters[0]
    other = {first.name: 1.1 * parameter_values(model)[first.name]}
    assert lower.lower(dalembert.vary(model, parameters=other)) is lower.lower(model)
    assert lower.lower(dalembert.read("rod_pendulum")) is not lower.lower(model)
