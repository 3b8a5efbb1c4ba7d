"""The questions of docs/report.md are answered by the result box and the sections of a report alone."""

import re
from functools import cache
from html import unescape
from pathlib import Path

import pytest

import dalembert
from dalembert._present.report.contents import document_of
from dalembert._present.report.html import html_of
from dalembert._words.languages import words_of
from dalembert.verbs.gather import report_data

DOCS = Path(__file__).parents[2] / "docs" / "report.md"
ROW = re.compile(r"^\| (.+\?) \| (.+) \| `(\w+)`: (.+) \|$", re.MULTILINE)
DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "01234567890123456789−")
QUESTIONS = ROW.findall(DOCS.read_text(encoding="utf-8"))


@cache
def told(name: str) -> str:
    """The whole text of the report of a system, without figures, as it is read."""
    model = dalembert.read(name)
    motion = dalembert.simulate(model)
    data = report_data(dalembert.derive(model), dalembert.check(model), motion)
    words = words_of("en")
    return plain(html_of(document_of(data, words), words))


def plain(html: str) -> str:
    """The words of a page: no marks and no blanks, indices and powers as plain digits."""
    html = re.sub(r"<(script|style|svg|button)\b.*?</\1>", "", html, flags=re.DOTALL)
    text = unescape(re.sub(r"<[^>]*>", "", html))
    return re.sub(r"[\s\u2061-\u2064`*]", "", text.translate(DIGITS))


@pytest.mark.parametrize(("question", "line", "name", "answer"), QUESTIONS, ids=[q[0] for q in QUESTIONS])
def test_a_report_answers(question: str, line: str, name: str, answer: str) -> None:
    """The row named in the table is in the report of the system, with the answer that the table gives."""
    text = told(name)
    for place in re.findall(r"\*([^*]+)\*", line):
        assert plain(place) in text, (question, place)
    for part in answer.split("; "):
        assert plain(part) in text, (question, part)


def test_ten_questions_are_answered() -> None:
    """The table has at least ten questions, each with a system and an answer."""
    assert len(QUESTIONS) >= 10
