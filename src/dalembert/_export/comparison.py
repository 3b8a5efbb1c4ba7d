"""The comparison of a user's equations with those of a model, as a plain dictionary."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from dalembert._compare.records import Comparison, Difference, Judgement
from dalembert._export.messages import messages_of


def comparison(comparison: Comparison) -> dict[str, Any]:
    """The dictionary of a comparison."""
    return {
        "title": comparison.model.title,
        "kind": comparison.kind,
        "finding": str(comparison.finding),
        "statements": [_judgement(one) for one in comparison.judgements],
        "states": comparison.states,
        "remarks": list(map(str, comparison.remarks)),
        **messages_of(remarks=comparison.remarks),
    }


def _judgement(one: Judgement) -> dict[str, Any]:
    return {
        "text": one.text,
        "component": one.component,
        "finding": str(one.finding),
        "sentence": str(one.sentence),
        "of": one.of,
        "factor": one.factor,
        "differences": [_difference(each) for each in one.differences],
        "remarks": list(map(str, one.remarks)),
        **messages_of(sentence=one.sentence, remarks=one.remarks),
    }


def _difference(one: Difference) -> dict[str, Any]:
    letter = one.letter
    return {
        "kind": one.kind,
        "term": one.term,
        "right": one.right,
        "sentence": str(one.sentence),
        "file": letter.file,
        "line": letter.line,
        "column": letter.column,
        "hint": letter.hint,
        "correction": None if one.correction is None else asdict(one.correction),
        **messages_of(sentence=one.sentence),
    }
