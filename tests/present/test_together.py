"""Several contacts at once: the equations with all forces, the slopes of gaps and slips, where they are shown."""

import random
from functools import cache

import pytest
from report_records import of_library

import dalembert
from dalembert._derive.contacts import contacts_together
from dalembert._expression.evaluate import evaluate
from dalembert._present.report.contents import document_of
from dalembert._present.report.html import html_of
from dalembert._words.languages import LANGUAGES, words_of

COORDINATES = ("x", "y", "phi")


@cache
def derived():
    """A block on two moving rough corners, with a soft rough stop above."""
    model = dalembert.model(
        title="Block",
        parameters={"m": 2, "J": 0.3, "g": 10, "b": 0.4, "h": 0.7, "w": 0.2, "k": 50},
        coordinates={name: {"start": 1, "speed": 0} for name in COORDINATES},
        energy={"kinetic": "m*(x'^2 + y'^2)/2 + J*phi'^2/2", "potential": "m*g*y"},
        contacts={
            "left": {
                "gap": "y - b*sin(phi) - h*cos(phi) - w*t^2*x",
                "restitution": 0,
                "friction": 0.3,
                "slip": "x' + h*cos(phi)*phi'",
            },
            "right": {"gap": "y + b*sin(phi) - h*cos(phi)", "restitution": 0.5},
            "stop": {
                "law": "spring",
                "gap": "h - y",
                "stiffness": "k",
                "friction": 0.1,
                "slip": "x' - b*phi'",
            },
        },
    )
    return dalembert.derive(model)


def places(count=20):
    """Random values of all names, forces among them."""
    rng = random.Random(2)
    for _ in range(count):
        at = {(name, 0): rng.uniform(0.2, 2) for name in ("m", "J", "g", "b", "h", "w", "k", "t")}
        at |= {(name, order): rng.uniform(-2, 2) for name in COORDINATES for order in (0, 1, 2)}
        forces = ("contact_left", "contact_right", "friction_left", "friction_stop")
        yield at | {(name, 0): rng.uniform(0, 3) for name in forces}


def test_rows_are_those_of_stiff_contacts_and_of_friction():
    """Two gaps that may close and two slips that rub; the force of the soft stop is in the energies."""
    own = contacts_together(derived())
    assert (own.contacts, own.slips) == (("left", "right"), ("left", "stop"))
    assert [len(rows) for rows in (own.gap_q, own.gamma, own.slip_qd, own.equations)] == [2, 2, 2, 3]


def test_the_equations_are_those_without_contacts_less_all_forces():
    """Left sides are Σ M q'' − h − g_qᵀ f − v_qdᵀ f_t at random places and forces."""
    equations, own = derived(), contacts_together(derived())
    for at in places():
        f = [at[f"contact_{name}", 0] for name in own.contacts] + [at[f"friction_{n}", 0] for n in own.slips]
        for i, (name, node) in enumerate(own.equations):
            rows = [evaluate(row[i], at) for row in (*own.gap_q, *own.slip_qd)]
            free = evaluate(equations.coordinates[i].left, at)
            assert equations.coordinates[i].coordinate == name
            assert evaluate(node, at) == pytest.approx(free - sum(map(float.__mul__, rows, f)), abs=1e-11)


def test_with_one_contact_closed_they_are_the_equations_of_that_one():
    """Where the other forces are zero, the equations are those of a contact that is closed alone."""
    equations, own = derived(), contacts_together(derived())
    for at in places():
        for contact in equations.contacts:
            kept = {f"contact_{contact.contact}", f"friction_{contact.contact}"}
            alone = {key: 0.0 if key[0].startswith(("contact_", "friction_")) else x for key, x in at.items()}
            alone |= {key: x for key, x in at.items() if key[0] in kept}
            for name, node in contact.equations:
                assert evaluate(dict(own.equations)[name], alone) == pytest.approx(
                    evaluate(node, alone), abs=1e-11
                )


def test_gaps_accelerate_by_slopes_and_gamma():
    """The second derivative of each gap along a motion is g_q q'' − gamma."""
    own, gaps = contacts_together(derived()), [contact.gap for contact in derived().contacts[:2]]
    step = 1e-4
    for at in places():
        beside = []
        for dt in (-step, 0.0, step):
            moved = dict(at) | {("t", 0): at["t", 0] + dt}
            moved |= {(x, 0): at[x, 0] + dt * at[x, 1] + dt**2 / 2 * at[x, 2] for x in COORDINATES}
            beside.append([evaluate(gap, moved) for gap in gaps])
        for i in range(2):
            bent = (beside[0][i] - 2 * beside[1][i] + beside[2][i]) / step**2
            found = sum(evaluate(own.gap_q[i][j], at) * at[x, 2] for j, x in enumerate(COORDINATES))
            assert found - evaluate(own.gamma[i], at) == pytest.approx(bent, rel=1e-5, abs=1e-5)


@pytest.mark.parametrize("name", ["bouncing_ball", "pad_on_spring_mat", "four_bar"])
def test_a_contact_alone_is_told_alone(name):
    """Where less than two contacts add anything, nothing is said of several."""
    equations = dalembert.derive(name)
    assert contacts_together(equations) is None
    assert "together" not in dalembert.show(equations)


@pytest.mark.parametrize("style", ["unicode", "text", "pretty", "latex"])
def test_a_listing_shows_them(style):
    """The block on two corners has its equations with both forces, the conditions and the slopes, once."""
    shown = dalembert.show(dalembert.derive("rocking_block"), style=style)
    _, found, rest = shown.partition("Contacts together")
    assert found
    condition = {"text": "f*g = 0", "latex": r"0 \le f \perp g \ge 0"}.get(style, "0 ≤ f ⟂ g ≥ 0")
    assert condition in rest
    assert "g_q" in rest
    both = {
        "text": "m*y'' + m*g - contact_left - contact_right = 0",
        "latex": r"m \ddot{y} + m g - f_{\mathrm{left}} - f_{\mathrm{right}} = 0",
        "unicode": "m y\u0308 + m g - f_left - f_right = 0",
    }
    assert both.get(style, "") in rest


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_shows_them(language):
    """In every language, in the section of the equations of contact, with the names of the rows."""
    words = words_of(language)
    page = html_of(document_of(of_library("rocking_block"), words), words)
    for key in ("report_together", "report_together_either", "report_together_closed"):
        assert words(key) in page
    order = words.messages["report_together_rows"].partition("{signs}")[2].partition("{names}")[0]
    order = order.lstrip(",")  # which stays with the formula before it
    assert page.count(f"{order}<code>left</code>, <code>right</code>") == 2
