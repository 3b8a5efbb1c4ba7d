"""What `compare` proposes to type makes an equation right, in every arrangement, with the fewest changes."""

from itertools import product
from random import Random

import pytest
from tests.compare.arranged_equations import FAMILIES, WAYS, equation, equivalent, typed

import dalembert
from dalembert._compare.judge import judge
from dalembert._compare.reference import Reference
from dalembert._compare.statement import statements
from dalembert.verbs.compare import reading_of


@pytest.fixture(scope="module")
def references(tmp_path_factory):
    """The models of all families with their states."""
    folder = tmp_path_factory.mktemp("families")
    found = {}
    for name, family in FAMILIES.items():
        path = folder / f"{name.replace(' ', '_')}.toml"
        path.write_text(family.model, encoding="utf-8")
        found[name] = Reference(dalembert.derive(path))
    return found


def judged(reference, text):
    """The judgement of one equation."""
    reading = reading_of(reference.equations, "equation", ())
    return judge(reference, statements(text, reading, "x")).judgements[0]


def corrected(text, found):
    """The text with all proposed corrections put in, character by character."""
    corrections = [one.correction for one in found.differences if one.kind != "dimension"]
    if None in corrections:
        return None
    for one in sorted(corrections, key=lambda each: (each.start, each.end), reverse=True):
        text = text[: one.start] + one.text + text[one.end :]
    return text


def flaws_in(references, seed, count):
    """What is not as it must be in so many drawn equations of every family, way, number of errors and language."""
    wrong = []
    drawn = 0
    for name, way, errors, latex in product(FAMILIES, WAYS, (0, 1, 2), (False, True)):
        random = Random(f"{seed} {name} {way} {errors} {latex}")
        for _ in range(count):
            one = typed(name, random, way, errors, latex)
            solved = FAMILIES[name].solved.text.replace("''", "_dd")
            drawn += 1
            is_right = equivalent(equation(one.text), one.right, random, solved)
            found = judged(references[name], one.text)
            if (found.finding == "right") != is_right:
                wrong.append((name, one.text, str(found.finding)))
                continue
            if is_right:
                continue
            changes = [each for each in found.differences if each.kind != "dimension"]
            text = corrected(one.text, found)
            if text is None or not equivalent(equation(text), one.right, random, solved):
                wrong.append((name, one.text, text, [str(each.sentence) for each in changes]))
            elif len(changes) > errors:
                wrong.append((name, one.text, f"{len(changes)} changes", text))
    return wrong, drawn


def test_corrections_make_equations_right(references):
    """Of 144 typed equations exactly the right ones are called so, and literal corrections mend all others."""
    wrong, drawn = flaws_in(references, 0, 1)
    assert (wrong, drawn) == ([], 144)


@pytest.mark.soak
def test_many_corrections_make_equations_right(references):
    """The same of 1440 typed equations."""
    wrong, drawn = flaws_in(references, 1, 10)
    assert (wrong, drawn) == ([], 1440)


def test_both_signs_of_a_solved_form_are_corrected_where_they_stand(references):
    """In the acceleration of a pendulum with two wrong signs, both terms are rewritten on the right side."""
    text = "theta'' = g*sin(theta)/l + c*theta'/(m*l^2) - k*theta/(m*l^2)"
    found = judged(references["pendulum"], text)
    assert [(one.kind, one.term) for one in found.differences] == [
        ("sign", "g*sin(theta)/l"),
        ("sign", "c*theta'/(m*l^2)"),
    ]
    assert corrected(text, found) == "theta'' = -g*sin(theta)/l - c*theta'/(m*l^2) - k*theta/(m*l^2)"
