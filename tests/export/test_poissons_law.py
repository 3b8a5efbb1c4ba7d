"""Poisson's impact law in exported C and in FMUs: the impacts that `simulate` has."""

import shutil

import numpy as np
import pytest
from tests.contact.test_mode_loop import FALLING_ROD, MODELS
from tests.export.running import compare_fmus
from tests.export.test_programs import table_of, written

import dalembert

SETTINGS = {"samples": 24, "rtol": 1e-9}
LAW = "Poisson's law: "
CASES = {name.removeprefix(LAW): own for name, own in MODELS.items() if name.startswith(LAW)}
needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")


def model_of(name, **more):
    """One of the models of the loop over modes, with settings of its run."""
    sections, t_end = CASES[name]
    return dalembert.model(**sections, simulate=SETTINGS | {"t_end": t_end} | more)


@needs_compiler
@pytest.mark.parametrize("name", CASES)
def test_impacts_in_c_are_those_of_simulate(name, tmp_path):
    """States of all rows, to 1e-10 of their largest values; no warning of the compiler."""
    model = model_of(name)
    motion = dalembert.simulate(model)
    assert motion.impacts
    written(model, "c", tmp_path)
    _, rows = table_of("c", tmp_path)
    states = np.hstack([motion.q, motion.qd])
    np.testing.assert_allclose(rows[:, 1 : 1 + states.shape[1]], states, atol=1e-10 * np.max(np.abs(states)))


@needs_compiler
@pytest.mark.parametrize(
    ("version", "name"), [("fmu2", "three balls before a wall"), ("fmu3", "an oblique impact with spin")]
)
def test_both_kinds_of_fmus_have_the_impacts_of_simulate(version, name, tmp_path):
    """FMPy finds nothing to complain of; positions are those of `simulate`."""
    pytest.importorskip("fmpy", reason="FMPy is not installed")
    model = model_of(name)
    compare_fmus(model, version, tmp_path, [one.name for one in model.coordinates], by_host=1e-6)


@needs_compiler
def test_an_impact_with_several_solutions_ends_a_program_with_words(tmp_path):
    """A block that is wedged between two rough surfaces may press itself as much as it likes: no row is guessed."""
    law = {"law": "poisson", "restitution": 0.5}
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 2}, "y": {"start": 0, "speed": 0}},
        energy={"kinetic": FALLING_ROD["energy"]["kinetic"].split(" + 0.04")[0], "potential": "9.81*y"},
        contacts={
            "floor": {"gap": "y", **law, "friction": 0.2, "slip": "x'"},
            "wall": {"gap": "0.3 - x", **law, "friction": 0.3, "slip": "y'"},
        },
        simulate=SETTINGS | {"t_end": 1.0},
    )
    assert dalembert.simulate(model).status == "ok"
    written(model, "c", tmp_path)
    with pytest.raises(AssertionError, match="not decided"):
        table_of("c", tmp_path)
