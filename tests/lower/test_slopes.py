"""The derivative of the rates that implicit methods use: exact, at seeded states of the library."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

import dalembert
from dalembert._compile.compiled_models import compiled_model
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._lower.field import slopes_of
from dalembert._simulate.prepare import prepare_run


@pytest.mark.parametrize(
    "name",
    ["four_bar", "heavy_top", "conveyor", "slider_crank", "n_link_pendulum:4", "triple_arm", "rolling_disc"],
)
def test_slopes_are_the_derivative_of_the_rates(name: str) -> None:
    """Solving for derivatives and differentiating the solution agree, also where a constraint holds the massless."""
    model = dalembert.read(name)
    compiled = compiled_model(model)
    assert isinstance(compiled, MechanicalSystem)
    own, tested = compiled.field, compiled.layout.tested
    direct = ca.jacobian(own.rates[:tested], own.y[:tested])
    ours = slopes_of(compiled._system, own)
    pair = ca.Function("pair", [own.t, own.y, own.u, own.p], [ca.densify(direct), ca.densify(ours)])
    ready = prepare_run(model)
    random = np.random.default_rng(5)
    for _ in range(5):
        y = ready.start.y * (1 + 0.1 * random.normal(size=len(ready.start.y))) + 0.1
        one, other = map(np.array, pair(0.0, y, np.zeros(own.u.numel()), ready.dynamics.p))
        np.testing.assert_allclose(other, one, rtol=0, atol=1e-9 * np.abs(one).max())


def test_radau_starts_from_rest_at_zero() -> None:
    """A beam at rest in zero, pushed at its end, is measured by where it goes: radau and rk853 agree."""
    ours = dalembert.simulate("elastic_beam:4", t_end=0.5, samples=10, rtol=1e-6, method="radau")
    other = dalembert.simulate("elastic_beam:4", t_end=0.5, samples=10, rtol=1e-10)
    assert ours.status == "ok", ours.message
    assert np.abs(ours.q - other.q).max() <= 1e-5 * np.abs(other.q).max()
    wide = dalembert.simulate("elastic_beam:40", t_end=0.05, samples=5, rtol=1e-4, method="radau")
    assert wide.status == "ok", wide.message
