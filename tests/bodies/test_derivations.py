"""All derivations of a system agree; where one does not, a run reports it and ends with an error."""

from __future__ import annotations

import pytest
import typer
from tests.bodies.systems import ARM, DOUBLE_PENDULUM, FOUR_BAR

import dalembert
from dalembert._derive import derivations as module
from dalembert._derive.derivations import LIMIT, Derivation
from dalembert._present.report.contents import document_of
from dalembert._present.report.document import Items, Paragraph, Table
from dalembert._verify.derivations import derivations
from dalembert._words.languages import words_of
from dalembert.cli import shows
from dalembert.verbs.gather import report_data
from dalembert.verbs.publish import ReportFolder, _derivation, _derivations_line

OF_BODIES = ["lagrange", "hamilton", "gibbs_appell", "kane", "newton_euler", "hinge_balances"]


def _found(source: object) -> tuple[Derivation, ...]:
    equations = dalembert.derive(source)
    return derivations(equations, dalembert.eliminate(equations))


@pytest.mark.parametrize("system", [DOUBLE_PENDULUM, pytest.param(FOUR_BAR, marks=pytest.mark.soak)])
def test_all_derivations_of_bodies_agree(system: dict) -> None:
    """Lagrange, Hamilton, Gibbs and Appell, Kane, Newton and Euler, moments about the hinges."""
    found = _found(dalembert.model(**system))
    assert [one.name for one in found if one.difference is not None] == OF_BODIES
    assert max(one.difference or 0.0 for one in found) <= LIMIT


def test_balances_are_compared_where_nothing_can_be_written_out() -> None:
    """An arm in space: Hamilton's equations are too long to be written, the accelerations agree."""
    found = {one.name: one for one in _found(dalembert.model(**ARM))}
    assert found["hamilton"].difference is None
    assert found["hamilton"].why is not None
    for name in ("gibbs_appell", "kane", "newton_euler"):
        assert (found[name].difference or 0.0) <= LIMIT
        assert found[name].points == 10


def test_energies_have_the_derivations_that_need_no_bodies() -> None:
    """A four-bar linkage by energies: also after elimination, but no balances."""
    found = _found("four_bar")
    assert [one.name for one in found] == ["lagrange", "elimination", "hamilton", "gibbs_appell"]
    assert max(one.difference or 0.0 for one in found) <= LIMIT
    reasons = {one.name: str(one.why) for one in _found("conveyor") if one.difference is None}
    assert "singular" in reasons["hamilton"]


def test_a_report_tells_all_derivations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sections step by step, and a table; a difference is told as one, in words and by the exit status."""
    model = dalembert.model(**DOUBLE_PENDULUM)
    equations, verdict = dalembert.derive(model), dalembert.check(model)
    data = report_data(equations, verdict, None, deep=True)
    for language in ("en", "de"):
        sections = {one.name: one for one in document_of(data, words_of(language)).sections}
        assert {"newton_euler", "kane", "gibbs_appell", "derivations"} <= set(sections)
    (table,) = (block for block in sections["derivations"].blocks if isinstance(block, Table))
    assert len(table.rows) == len(OF_BODIES)
    assert not any(isinstance(block, Items) for block in sections["derivations"].blocks)
    assert _derivations_line(data.derivations)[0].startswith("6 derivations agree to")
    monkeypatch.setattr(module, "LIMIT", 1e-30)
    (told, *_) = (
        block
        for block in {one.name: one for one in document_of(data, words_of("en")).sections}[
            "derivations"
        ].blocks
        if isinstance(block, Paragraph)
    )
    assert "do not agree" in "".join(span.text for span in told.spans if hasattr(span, "text"))
    assert "do not agree" in _derivations_line(data.derivations)[0]
    assert not any(_derivation(one)["agrees"] for one in data.derivations)


@pytest.mark.parametrize(("agrees", "code"), [(True, 0), (False, 1)])
def test_a_disagreement_is_an_error_status(agrees: bool, code: int, tmp_path) -> None:
    """Like a motion that is at fault."""
    made = ReportFolder(
        folder=tmp_path,
        status="ok",
        findings=(),
        files=(),
        remarks=(),
        seconds={"total": 0.0},
        fresh=True,
        agrees=agrees,
        summary={"title": "x"},
    )
    with pytest.raises(typer.Exit) as ended:
        shows._publish(lambda **_: made, dalembert.ReportOptions(), "x", True, False)
    assert ended.value.exit_code == code
