"""The page about Python shows the signature of every public function, and every public record."""

import inspect
import re
from pathlib import Path

import pytest

import dalembert

PAGE = (Path(__file__).parents[2] / "docs" / "python.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `(\w+)(\([^`]*\))?` \|", PAGE, re.MULTILINE))
FUNCTIONS = [name for name in dalembert.__all__ if inspect.isfunction(getattr(dalembert, name))]
RECORDS = [name for name in dalembert.__all__ if inspect.isclass(getattr(dalembert, name))]


def shown(name: str) -> str:
    """How a function is called: its parameters and their defaults, without types."""
    signature = inspect.signature(getattr(dalembert, name))
    bare = [one.replace(annotation=inspect.Parameter.empty) for one in signature.parameters.values()]
    text = str(signature.replace(parameters=bare, return_annotation=inspect.Signature.empty))
    return text.replace("'", '"')


@pytest.mark.parametrize("name", FUNCTIONS)
def test_signatures_are_those_of_the_code(name):
    """The table of functions shows each one with the parameters and defaults that it has."""
    assert ROWS[name] == shown(name)


@pytest.mark.parametrize("name", RECORDS)
def test_every_record_is_described(name):
    """Every record, error and option at the street door is named on the page."""
    assert re.search(rf"`{name}\b", PAGE), name


def test_no_function_is_described_that_is_not_there():
    """What the table shows with parameters can be called."""
    assert {name for name, parameters in ROWS.items() if parameters} == set(FUNCTIONS)
