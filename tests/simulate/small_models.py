"""Small models that several tests of simulation use, and what is asked of them."""

from __future__ import annotations

from typing import Any

import pytest

import dalembert

FREE = {"kinetic": "1/2*(x'^2 + y'^2)"}


def oscillator(**sections: Any) -> dalembert.Model:
    """A mass of 2 kg on a spring of 18 N/m: three radians a second."""
    own: dict[str, Any] = {
        "parameters": {"m": 2, "k": 18},
        "coordinates": {"x": {"start": 0.5, "speed": 0}},
        "energy": {"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
    }
    for name, section in sections.items():
        own[name] = {**own.get(name, {}), **section}
    return dalembert.model(**own)


def rod(x: dict | None = None, y: dict | None = None, length: float = 1.0) -> dalembert.Model:
    """A point mass on a massless rod, in x and y."""
    return dalembert.model(
        parameters={"L": length, "g": 9.81},
        coordinates={"x": x or {}, "y": y or {}},
        energy={**FREE, "potential": "g*y"},
        constraints={"displacement": {"rod": "x^2 + y^2 - L^2"}},
    )


def slider_crank(drive: str = "", scale: float = 1.0) -> dalembert.Model:
    """Crank th, coupler be, slider x; driven by a constraint on th if `drive` says so."""
    loops = {"lx": "x - r*cos(th) - l*cos(be)", "ly": "r*sin(th) + l*sin(be)"}
    return dalembert.model(
        parameters={"w": 10, "r": 0.1 * scale, "l": 0.3 * scale, "m": 2, "J": 0.01 * scale**2},
        coordinates={"th": {"start": 0.3}, "be": {"guess": -0.1}, "x": {"guess": 0.4 * scale}},
        energy={"kinetic": "1/2*J*(th'^2 + be'^2) + 1/2*m*x'^2"},
        constraints={"displacement": {**({"drive": drive} if drive else {}), **loops}},
    )


def started(model: dalembert.Model, **settings: Any) -> dalembert.Motion:
    """A motion that is only begun: its first row is the consistent start."""
    atol = dalembert.RunSettings(atol=settings.pop("atol", None))
    asked = {"t_end": 1e-3, "samples": 1, "variation": dalembert.Variation(settings=atol), **settings}
    return dalembert.simulate(model, **asked)


def refusal(model: dalembert.Model, **settings: Any) -> str:
    """What a model that cannot be run is refused with."""
    with pytest.raises(dalembert.ModelError) as error:
        started(model, **settings)
    return str(error.value)
