"""Systems made of elements: a quarter car, a quadrotor, and systems of the library that are written by energies."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import numpy as np
import pytest
from scipy.special import fresnel

import dalembert
from dalembert._model.bodies.elements.registry import ELEMENTS
from dalembert._present.animation.making import picture_of
from dalembert._text.printer import print_tree

PAGE = (Path(__file__).parents[2] / "docs" / "elements.md").read_text(encoding="utf-8")
SYSTEMS = Path(__file__).parent / "systems"
WHOLE = [one for one in re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL) if one.startswith("format")]
EXAMPLES = re.findall(r"images/element-(\w+)\.svg\)\n\n```toml\n(.*?)```", PAGE, re.DOTALL)
G = 9.81


def _of_page(title: str, folder: Path) -> dalembert.Model:
    """A model of the documentation by a word of its title."""
    file = folder / "model.toml"
    file.write_text(next(one for one in WHOLE if title in one), encoding="utf-8")
    return dalembert.read(file)


def test_a_quarter_car_meets_its_bump_stop(tmp_path: Path) -> None:
    """It stands still before the bump; the stop presses behind it, and the energies balance."""
    model = _of_page("Quarter car", tmp_path)
    motion = dalembert.simulate(model, t_end=0.5, samples=50)
    assert motion.status == "ok"
    before = motion.t < 0.2
    np.testing.assert_allclose(motion["y"][before], 0.3 - 390 * G / 180e3, atol=1e-9)
    np.testing.assert_allclose(motion["contact_tyre"][before], 390 * G, rtol=1e-6)
    assert motion["contact_bump"][before].max() == 0
    assert motion["contact_bump"].max() > 1e3
    gap = motion["u"] - 0.4
    np.testing.assert_allclose(motion["contact_bump"], np.maximum(0, -2e5 * gap), atol=1e-3)
    names = {term.name for term in (*model.potential, *model.dissipation, *model.loads)}
    assert {"spring", "damper"} <= names


def test_a_quadrotor_turns_over_along_fresnels_integrals(tmp_path: Path) -> None:
    """Two thrusts that differ turn it with φ = α t²/2 about y; hovering is an equilibrium."""
    model = _of_page("Quadrotor", tmp_path)
    still = dalembert.simulate(model, t_end=1, samples=2)
    assert max(abs(still[name]).max() for name in ("x", "y", "z", "e1", "e2", "e3")) < 1e-12
    page = next(one for one in WHOLE if "Quadrotor" in one)
    text = page.replace('F1 = { value = "m*g/4"', 'F1 = { value = "m*g/4 - 0.05"')
    text = text.replace('F3 = { value = "m*g/4"', 'F3 = { value = "m*g/4 + 0.05"').replace(', unit = "N"', "")
    (tmp_path / "model.toml").write_text(re.sub(r', unit = "[^"]*"', "", text), encoding="utf-8")
    moving = dalembert.vary(dalembert.read(tmp_path / "model.toml"), parameters={"air.coefficient": 0})
    motion = dalembert.simulate(moving, t_end=1, samples=4, rtol=1e-10)
    alpha = 2 * 0.05 * 0.2 / 0.01
    np.testing.assert_allclose(2 * np.arctan2(motion["e2"], motion["e0"]), alpha / 2 * motion.t**2, atol=1e-8)
    scale = np.sqrt(np.pi / alpha)
    sine, cosine = fresnel(motion.t / scale)
    np.testing.assert_allclose(motion["x'"], G * scale * sine, atol=1e-8)
    np.testing.assert_allclose(motion["z'"], G * (scale * cosine - motion.t), atol=1e-8)


@pytest.mark.parametrize("name", ["spring_pendulum", "conveyor"])
def test_elements_have_the_equations_of_the_library(name: str) -> None:
    """Word for word, but for the sign of multipliers, which a rack counts the other way; in fewer lines."""
    file = SYSTEMS / f"{name}.toml"
    own, library = (dalembert.derive(dalembert.read(one)) for one in (file, name))
    found = {one.coordinate: print_tree(one.left) for one in own.coordinates}
    assert found.keys() == {one.coordinate for one in library.coordinates}
    for one in library.coordinates:
        turned = re.sub(
            r"([+-]) ((?:r\d\*)?lam_)", lambda m: f"{'-+'[m[1] == '-']} {m[2]}", print_tree(one.left)
        )
        assert found[one.coordinate] == turned


@pytest.mark.parametrize(("kind", "text"), EXAMPLES, ids=[kind for kind, _ in EXAMPLES])
def test_the_example_of_every_kind_runs_and_is_drawn(kind: str, text: str) -> None:
    """It has an element of its kind, runs, and its scene has no flaws; every kind has one, with a picture."""
    assert {kind for kind, _ in EXAMPLES} == set(ELEMENTS)
    sections = {key: own for key, own in tomllib.loads(text).items() if key != "format"}
    assert kind in {one["kind"] for one in sections["elements"].values()}
    motion = dalembert.simulate(dalembert.model(**sections), samples=4)
    assert motion.status == "ok"
    assert picture_of(motion).shapes
    assert (Path(__file__).parents[2] / "docs" / "images" / f"element-{kind}.svg").exists()
