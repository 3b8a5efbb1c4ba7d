"""Block diagrams in animations: the values on their wires are those of the motion."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import dalembert
from dalembert._present.animation.animation import animation_of
from dalembert._present.animation.column_codes import page_data
from dalembert._present.animation.frame_drawing import drawing_of
from dalembert._present.animation.primitives import Polygon, Text
from dalembert._words.languages import words_of

CART = {
    "parameters": {"m": {"value": 2, "unit": "kg"}, "r": {"value": 1, "unit": "m"}},
    "coordinates": {"x": {"unit": "m", "start": 0.0, "speed": 0.0}},
    "energy": {"kinetic": "1/2*m*x'^2"},
    "controllers": {
        "pid": {"kind": "pid", "from": "x", "reference": "r", "kp": 20, "ki": 5, "kd": 8, "filter_time": 0.05,
                "unit": "N"},
        "soft": {"kind": "low_pass", "from": "pid.output", "time_constant": 0.1, "to": "work.x"},
    },
    "simulate": {"t_end": 2.0, "samples": 40},
}  # fmt: skip


def test_values_in_a_block_diagram_are_columns_of_the_motion() -> None:
    """Output and error of the PID, what it reads, and the state of the filter: at every frame, in their units."""
    motion = dalembert.simulate(dalembert.model(**CART))
    picture = animation_of(motion, words_of("en")).picture
    assert picture.diagram is not None
    found = [signal.values for signal in picture.diagram.signals]
    at = np.searchsorted(motion.t, picture.times)
    for name in ("controllers.pid.output", "controllers.pid.error", "x", "soft.output"):
        assert any(np.array_equal(values, np.asarray(motion[name])[at]) for values in found), name
    assert {signal.unit.symbol for signal in picture.diagram.signals} >= {"N", "m"}


@pytest.mark.parametrize("language", ["en", "de"])
def test_films_and_players_show_the_values_of_their_frames(language: str) -> None:
    """In a frame of a film stands the place of the cart there, with the decimal mark of the language."""
    motion = dalembert.simulate(dalembert.model(**CART))
    words = words_of(language)
    picture = animation_of(motion, words).picture
    frame = len(picture.times) // 2
    texts = [shape.text for shape in drawing_of(picture, frame).shapes if isinstance(shape, Text)]
    place = float(motion["x"][np.searchsorted(motion.t, picture.times)[frame]])
    near = [text for text in texts if text.endswith(" m")]
    values = [
        float(text.removesuffix(" m").replace(words.decimal_mark, ".").replace("−", "-")) for text in near
    ]
    assert any(value == pytest.approx(place, rel=1e-3) for value in values)
    data = json.loads(page_data(picture, words, None, alone=True))
    assert len(data["diagram"]["signals"]) == len(picture.diagram.signals)
    without = json.loads(page_data(replace(picture, diagram=None), words, None, alone=True))
    assert without["diagram"] is None


def test_a_page_that_runs_has_the_values_of_its_own_motion() -> None:
    """Each signal is a column of the program, as the curves are."""
    motion = dalembert.simulate(dalembert.model(**CART))
    page = dalembert.animate(motion, live=True)
    assert page.why_recorded is None
    assert len(page.live.program["signals"]) == len(page.picture.diagram.signals)


def test_long_values_end_before_the_next_block() -> None:
    """The room beside a place is that of −5.216·10⁻⁵ rad, from the side where its text begins."""
    picture = animation_of(dalembert.simulate(dalembert.model(**CART)), words_of("en")).picture
    assert picture.diagram is not None
    drawing = picture.diagram.drawing
    edges = sorted(
        x
        for shape in drawing.shapes
        if isinstance(shape, Polygon) and shape.fill == "paper"
        for x, _ in shape.points
    )
    room = 0.9 * 0.55 * drawing.letter * len("−5.216·10⁻⁵ rad")
    for signal in picture.diagram.signals:
        x = signal.at[0]
        if signal.anchor == "start":
            assert min(edge for edge in [*edges, np.inf] if edge > x) - x > room
        else:
            assert x - max(edge for edge in [*edges, -np.inf] if edge < x) > room
