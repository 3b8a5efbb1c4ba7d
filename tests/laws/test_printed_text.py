"""Printed expressions are read back unchanged."""

from __future__ import annotations

import pytest
from places import place_of, scaled
from random_models import random_equations, seeds

import dalembert
from dalembert._text.parser import parse


@pytest.mark.parametrize("seed", seeds(range(0, 200, 2), 25))
def test_printed_text_reads_back_to_the_same_numbers(seed: int) -> None:
    """Every printed equation, entry and term parses and has the value of the tree it was printed from."""
    equations = random_equations(seed)
    place = place_of(equations.model, seed)
    record = dalembert.as_dict(equations)
    pairs = [(record["equations"][c.coordinate], c.left) for c in equations.coordinates]
    for part, nodes in (("h", equations.h), ("gamma", equations.gamma)):
        pairs += zip(record[part], nodes, strict=True)
    for part, rows in (("M", equations.M), ("Phi_q", equations.Phi_q), ("Psi_qd", equations.Psi_qd)):
        for texts, row in zip(record[part], rows, strict=True):
            pairs += zip(texts, row, strict=True)
    for c in equations.coordinates:
        terms = record["terms"][c.coordinate]
        pairs += [(terms["T_qd_rate"], c.T_qd_rate), (terms["D_qd"], c.D_qd), (terms["Q"], c.Q)]
    for text, node in pairs:
        value, size = scaled(node, place)
        again, _ = scaled(parse(text), place)
        assert abs(again - value) <= 1e-13 * size
