"""The verdicts and corrections of `compare` are the same in all units of length, mass and time."""

from random import Random

from tests.compare.arranged_equations import _model
from tests.compare.test_corrections import judged

import dalembert
from dalembert._compare.reference import Reference

TEXTS = (
    "m*x'' + c*x' + k*x + b*x^3 = A*cos(w*t)",
    "x'' = (A*cos(w*t) - c*x' - k*x - b*x^3)/m",
    "m*x'' + c*x' - k*x + b*x^3 = A*cos(w*t)",
    "x'' = (A*sin(w*t) - c*x' - k*x - b*x^3)/m",
    "m*x'' + c*x' + k*x + b*x^3 = 0",
    "x'' = (A*cos(w*t) - 2*c*x' - k*x)/m",
    "m*x'' + k*x + b*x^3 + c*x'*max(0, 1 - x/x0) + c*x'*min(1, x/x0) = A*cos(w*t)",
    "m*x'' + k*x + b*x^3 + c*x' + k*max(0, x - 300*x0) = A*cos(w*t)",
)


def in_units(length, mass, time):
    """An oscillator of an eighth of a kilogram, with everything in these units."""
    force, rate = mass * length / time**2, 1 / time
    parameters = {
        "m": 0.125 / mass,
        "k": 2 * length / force,
        "b": 3 * length**3 / force,
        "c": 0.5 * length * rate / force,
        "A": 1.5 / force,
        "w": 2 / rate,
        "x0": 0.1 / length,
    }
    energy = {
        "kinetic": "1/2*m*x'^2",
        "potential": "1/2*k*x^2 + 1/4*b*x^4",
        "dissipation": "1/2*c*x'^2",
    }
    return _model(parameters, {"x": 0.2 / length}, energy, '[work]\nx = "A*cos(w*t)"')


def verdicts(path, model):
    """The finding and the corrections of every text."""
    path.write_text(model, encoding="utf-8")
    reference = Reference(dalembert.derive(path))
    found = [judged(reference, text) for text in TEXTS]
    return [(str(one.finding), [(d.kind, d.correction) for d in one.differences]) for one in found]


def test_verdicts_do_not_depend_on_units(tmp_path):
    """In units from 1e-9 to 1e9 times those of SI the same equations are right, with the same corrections."""
    path = tmp_path / "oscillator.toml"
    ordinary = verdicts(path, in_units(1.0, 1.0, 1.0))
    assert [one[0] for one in ordinary] == ["right"] * 2 + ["wrong"] * 4 + ["right", "wrong"]
    random = Random(7)
    for _ in range(5):
        units = [10.0 ** random.choice((-9, -5, -2, 0, 3, 6, 9)) for _ in range(3)]
        assert verdicts(path, in_units(*units)) == ordinary, units
