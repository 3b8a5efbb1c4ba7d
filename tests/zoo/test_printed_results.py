"""What the sources print, beside what the commands print: every row of docs/sources.md.

The rows stand in docs/printed_results.toml, and the page is made from them. What a row can say:

- same: expressions of the source, by their places in the JSON that the command prints (`terms/x1/V_q`; of two
  places joined by " - ", the difference); they are compared as symbolic identities
- values: numbers of the source as printed, by their places; ours rounds to the same digits
- says: texts that the command prints as they are
- balances = true: the terms of each coordinate add up to its equation, as Lagrange's equation says
- tests: tests that run what would take too long here
"""

import re
import runpy
import shlex
import tomllib
from decimal import Decimal
from functools import cache, reduce
from json import loads
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dalembert._derive.identity import equal
from dalembert._derive.to_symengine import Engine
from dalembert._model.records import Model
from dalembert._model.survey import survey
from dalembert._text.parser import parse
from dalembert.cli import app

ROOT = Path(__file__).parents[2]
DOCUMENTS = tomllib.loads((ROOT / "docs" / "printed_results.toml").read_text(encoding="utf-8"))
ROWS = [(key, row) for key, document in DOCUMENTS.items() for row in document["rows"]]
CHECKS = {"same", "values", "says", "balances", "tests"}
ENGINE = Engine(Model(), survey(Model()))
INERTIA, WORK = ("T_qd_rate", "V_q", "D_qd", "displacement", "flow"), ("T_q", "V_qd_rate", "Q")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the commands write."""
    return tmp_path_factory.mktemp("sources")


@cache
def run(command: str, folder: Path, json: bool) -> tuple[int, Any]:
    """Exit code of a command, and what it prints, as text or as JSON."""
    words = [*shlex.split(command), *(["--json"] if json else [])]
    with pytest.MonkeyPatch.context() as moved:
        moved.chdir(folder)
        found = CliRunner().invoke(app, words)
    return found.exit_code, loads(found.stdout) if json else " ".join(found.output.split())


def at(found: Any, place: str) -> Any:
    """What stands at a place of the JSON."""
    return reduce(lambda x, key: x[int(key)] if isinstance(x, list) else x[key], place.split("/"), found)


def symbolic(found: Any, place: str) -> Any:
    """The expression at a place, or the difference of those at two places; lists as they are."""
    first, *rest = (at(found, one) for one in place.split(" - "))
    if isinstance(first, str):
        return reduce(lambda x, y: x - built(y), rest, built(first))
    return first


def built(text: str) -> Any:
    """A text of the model language as an expression."""
    return ENGINE.build(parse(text))


def agree(ours: Any, printed: Any) -> bool:
    """Whether two expressions, or lists of such, are identical."""
    if isinstance(printed, list):
        return len(ours) == len(printed) and all(agree(*pair) for pair in zip(ours, printed, strict=True))
    return equal(built(ours) if isinstance(ours, str) else ours, built(printed))


def rounds(ours: float, printed: str) -> bool:
    """Whether a number has the printed digits."""
    digits = Decimal(printed)
    half = Decimal((0, (5,), int(digits.as_tuple().exponent) - 1))
    return abs(Decimal(ours) - digits) <= half


def test_the_page_is_made_from_the_rows():
    """docs/sources.md is what docs/make_sources.py writes."""
    made = runpy.run_path(str(ROOT / "docs" / "make_sources.py"))["page"](DOCUMENTS)
    assert (ROOT / "docs" / "sources.md").read_text(encoding="utf-8") == made


def test_every_row_has_a_check():
    """No row only claims, and no check has a name that nobody reads."""
    known = CHECKS | {"passage", "prints", "command", "ours", "refused"}
    for key, row in ROWS:
        assert set(row) & CHECKS, (key, row["passage"])
        assert set(row) <= known, (key, row["passage"])


def name_of(value: tuple[str, dict[str, Any]]) -> str:
    """A row as the name of a test."""
    return re.sub(r"\W+", "-", f"{value[0]} {value[1]['passage']}")


@pytest.mark.parametrize("entry", ROWS, ids=map(name_of, ROWS))
def test_what_is_printed_is_what_the_command_gives(entry, folder):
    """Equations are identities, numbers have the printed digits, texts stand in the output, tests exist."""
    _, row = entry
    code = 1 if row.get("refused") else 0
    found, text = {}, ""
    if {"same", "values", "balances"} & set(row):
        ended, found = run(row["command"], folder, True)
        assert ended == code
    if "says" in row:
        ended, text = run(row["command"], folder, False)
        assert ended == code, text
    for place, printed in row.get("same", {}).items():
        assert agree(symbolic(found, place), printed), (place, symbolic(found, place), printed)
    for place, printed in row.get("values", {}).items():
        assert rounds(at(found, place), printed), (place, at(found, place), printed)
    if row.get("balances"):
        for name, terms in found["terms"].items():
            total = sum(built(terms[one]) for one in INERTIA) - sum(built(terms[one]) for one in WORK)
            assert equal(total, built(found["equations"][name])), name
    for part in row.get("says", ()):
        assert part in text, (part, text)
    for test in row.get("tests", ()):
        path, name = test.split("::")
        assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), test


def test_no_other_result_would_pass(folder):
    """A printed expression with a small term added, or its sign turned, is not identical to ours."""
    for _, row in ROWS:
        for place, printed in row.get("same", {}).items():
            if isinstance(printed, str):
                ours = symbolic(run(row["command"], folder, True)[1], place)
                assert not agree(ours, f"{printed} + 1e-3"), (row["passage"], place)
                assert printed == "0" or not agree(ours, f"-({printed})"), (row["passage"], place)


def test_every_capability_has_its_row():
    """The table of what the programs do has a row for each of their 26 capabilities, and names where it is from."""
    passages = [row["passage"].replace("*", "").split() for row in DOCUMENTS["together"]["rows"]]
    assert len(passages) == 26
    assert all(passage and set(passage) <= {"PC", "PO", "L", "D", "S"} for passage in passages)
