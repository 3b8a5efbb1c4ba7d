"""Contacts that give way in listings and reports: their law once, their force by its name in the equations."""

import random
from functools import cache

import pytest
from report_records import gathered

import dalembert
from dalembert._derive.by_force import by_force, law_of, part
from dalembert._expression.evaluate import evaluate
from dalembert._expression.tree import Call
from dalembert._expression.walk import names, nodes
from dalembert._present.notebook import equations_html
from dalembert._present.report.contents import document_of
from dalembert._present.report.html import html_of
from dalembert._present.report.latex import latex_of
from dalembert._words.languages import LANGUAGES, words_of

STOPS = {
    "floor": {"law": "spring", "gap": "y - b*sin(a)", "stiffness": "k", "damping": "c"},
    "ramp": {"law": "hunt_crossley", "gap": "y + b*sin(a) - w*t", "stiffness": "k", "damping": 0.2},
    "cubic": {"law": "spring", "gap": "b - y", "stiffness": "k", "damping": "c", "exponent": 3},
    "odd": {"law": "hunt_crossley", "gap": "b + x*y", "stiffness": "k", "damping": "c", "exponent": "n"},
    "roof": {"law": "spring", "gap": "2*b - y", "stiffness": "k", "friction": 0.3, "slip": "x'"},
    "wall": {"gap": "x + y", "restitution": 0.5},
}
POINTS = 60


@cache
def derived():
    """A bar among stops of every law: with and without damping, whole, broken and named exponents, friction."""
    model = dalembert.model(
        title="Bar",
        parameters={"m": 2, "g": 10, "b": 0.5, "k": 3, "c": 0.4, "n": 1.7, "w": 0.3},
        coordinates={name: {"start": 1, "speed": 0} for name in ("x", "y", "a")},
        energy={
            "kinetic": "m*(x'^2 + y'^2)/2 + m*b^2*a'^2/6",
            "potential": "m*g*y",
            "dissipation": "c*x'^2/2",
        },
        contacts=STOPS,
    )
    return dalembert.derive(model)


def places(count=POINTS):
    """Random values of everything that may be free."""
    rng = random.Random(1)
    for _ in range(count):
        at = {(name, 0): rng.uniform(0.2, 2) for name in ("m", "g", "b", "k", "c", "n", "w", "t")}
        at |= {(name, order): rng.uniform(-2, 2) for name in ("x", "y", "a") for order in (0, 1, 2)}
        yield at


def pressed(equations, at):
    """The values of all that the laws name at a place, by the printed law; how many contacts are pressed."""
    at, count = dict(at), 0
    for contact, own in zip(equations.model.contacts, equations.contacts, strict=True):
        if not contact.compliant:
            continue
        law, name = law_of(equations.model, contact), (lambda key, c=contact: part(c, key))
        gap = evaluate(own.gap, at)
        step = 1e-6
        later = (
            at | {(x, 0): at[x, 0] + step * at[x, 1] for x in ("x", "y", "a")} | {("t", 0): at["t", 0] + step}
        )
        sooner = (
            at | {(x, 0): at[x, 0] - step * at[x, 1] for x in ("x", "y", "a")} | {("t", 0): at["t", 0] - step}
        )
        rate = (evaluate(own.gap, later) - evaluate(own.gap, sooner)) / (2 * step)
        at[name("gap"), 0] = gap
        at[name("depth"), 0] = evaluate(law.depth, at)
        at[name("depth"), 1] = -rate if gap < 0 else 0.0
        if law.elastic is not None:
            at[name("elastic"), 0] = evaluate(law.elastic, at)
        at[f"contact_{contact.name}", 0] = evaluate(law.force, at)
        at[name("stored"), 0] = evaluate(law.stored, at)
        count += gap < 0
    return at, count


def test_equations_by_force_are_the_equations():
    """With the force by its printed law V, ∂V/∂q, ∂D/∂q', left sides and h are those of the written-out energies."""
    full, named = derived(), by_force(derived())
    several = 0
    for place in places():
        at, count = pressed(named, place)
        several += count > 1
        pairs = [(full.V, named.V), *zip(full.h, named.h, strict=True)]
        for one, other in zip(full.coordinates, named.coordinates, strict=True):
            pairs += [(one.V_q, other.V_q), (one.D_qd, other.D_qd), (one.left, other.left)]
        for one, other in pairs:
            assert evaluate(other, at) == pytest.approx(evaluate(one, place), rel=1e-7, abs=1e-7)
    assert several > POINTS / 4


def test_the_law_is_the_force_of_the_contact():
    """The printed law gives the force that was derived from the energies, open or closed, fast or slow."""
    full = derived()
    for place in places():
        at, _ = pressed(full, place)
        for contact, own in zip(full.model.contacts, full.contacts, strict=True):
            if contact.compliant:
                force = evaluate(own.force[0].right, place)
                assert at[f"contact_{contact.name}", 0] == pytest.approx(force, rel=1e-7, abs=1e-7)


def test_no_equation_has_cases_any_more():
    """No `if` and no `max` stands in energies, terms or results; they are in the laws alone."""
    named = by_force(derived())
    trees = [named.V, named.D, *named.h]
    trees += [tree for row in named.coordinates for tree in (row.V_q, row.D_qd, row.left)]
    trees += [tree for own in named.contacts for _, tree in own.equations]
    calls = {node.function for tree in trees for node in nodes(tree) if isinstance(node, Call)}
    assert calls == {"cos"}  # of the slopes of gaps
    assert ("contact_floor", 0) in names(named.coordinates[1].left)


def test_other_models_stay_as_they_are():
    """Equations without a contact that gives way are not touched."""
    for name in ("rocking_block", "four_bar"):
        equations = dalembert.derive(name)
        assert by_force(equations) is equations


@pytest.mark.parametrize("style", ["unicode", "text", "latex"])
def test_a_listing_tells_the_law_once(style):
    """A damped pad has one law with one maximum for the depth and one for the force, and no case."""
    shown = dalembert.show(dalembert.derive("pad_on_spring_mat"), style=style)
    assert shown.count("max") == 2
    assert "if(" not in shown
    assert "cases" not in shown
    force = {"unicode": "f_mat", "text": "contact_mat", "latex": r"f_{\mathrm{mat}}"}[style]
    assert shown.count(f"{force} = 0") == 1


@pytest.mark.parametrize("form", ["matrix", "mcg", "descriptor", "state"])
def test_forms_have_the_force_by_its_name(form):
    """Forms that differentiate no force show it by its name; what other programs read has it written out."""
    equations = dalembert.derive("pad_on_spring_mat")
    shown, _, law = dalembert.show(equations, form).partition("Contact mat")
    assert "max" not in shown
    assert "f_mat" in shown
    assert "max" in law
    assert "max" in str(dalembert.as_dict(dalembert.form_of(equations, form)))


def test_a_notebook_tells_the_law_with_the_equations():
    """Equations in a notebook have the force by its name, and its law is there to unfold."""
    page = equations_html(dalembert.derive("pad_on_spring_mat"))
    assert words_of("en").messages["report_law_damped"].partition("{")[0] in page
    assert page.count(">max<") == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_tells_the_law_once(language):
    """On the page and on paper the law stands with what was given; equations have the force, tables no inner names."""
    words = words_of(language)
    document = document_of(gathered(dalembert.read("pad_on_spring_mat")), words)
    page, paper = html_of(document, words), latex_of(document, words)
    for text in (page, "".join(one for one in paper.values() if isinstance(one, str))):
        assert "mat.gap" not in text
        assert "mat.damping" not in text
    energies = next(section for section in document.sections if section.name == "energies")
    start = words.messages["report_law_damped"].partition("{")[0]
    said = [block for block in energies.blocks if start in str(block)]
    assert len(said) == 1
    assert (
        words.messages["report_touching_law"].partition("{force}")[2].lstrip(":") in page
    )  # which stays with it
