"""An element's equation holds as it is printed, whatever its values depend on: dalembert beside the textbook.

`law_cases.py` makes the systems, `law_equations.py` their equations from the textbook, `law_texts.py` their model files;
`python -m tests.elements.law_trial` prints all outcomes in a table, and `--show NAME` one case with its model.
"""

from __future__ import annotations

import pytest
from tests.elements.law_cases import Case, cases, stratified
from tests.elements.law_trial import comparison, outcome

GATE = stratified(120)
IN_GATE = {case.name for case in GATE}


@pytest.mark.parametrize("case", GATE, ids=lambda case: case.name)
def test_the_law_of_an_element_holds_whatever_its_value_depends_on(case: Case) -> None:
    """Flows, contents, efforts, places and speeds at the end are those of nodal analysis and Newton's law."""
    found = outcome(case)
    assert found.what == "right", comparison(case, found)


@pytest.mark.soak
@pytest.mark.parametrize(
    "case", [case for case in cases() if case.name not in IN_GATE], ids=lambda case: case.name
)
def test_the_law_of_every_element_holds_for_every_dependence(case: Case) -> None:
    """The same for all values and all dependences."""
    found = outcome(case)
    assert found.what == "right", comparison(case, found)
