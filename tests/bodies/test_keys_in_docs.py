"""Every key of bodies, joints and elements is in the documentation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dalembert._model.bodies import body_entries, joint_entries
from dalembert._model.bodies.joints.registry import COUPLINGS, KINDS, TIES
from dalembert._model.bodies.shapes import SHAPES

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "bodies.md").read_text(encoding="utf-8")
KEYS = {
    *body_entries.BODY,
    *body_entries.POINT,
    *body_entries.PLACE,
    *joint_entries.JOINT,
    *(key for kind in (*KINDS.values(), *TIES.values(), *COUPLINGS.values()) for key in kind.keys),
}


@pytest.mark.parametrize("word", sorted({*KEYS, *KINDS, *TIES, *COUPLINGS, *SHAPES}))
def test_a_key_or_kind_is_named_in_the_documentation(word: str) -> None:
    """In backticks, or as a key of an example."""
    assert re.search(rf"`[^`\n]*\b{word}\b[^`\n]*`|^{word}\s*=|[{{,] *{word} =", TEXT, re.MULTILINE)
