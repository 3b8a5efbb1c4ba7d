"""Contacts that are alike are lowered once, and move as if each were lowered by itself."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from tests.contact.test_moreau import G, step

import dalembert
from dalembert._compile.compiler import find_compiler
from dalembert._contact import moreau_step
from dalembert._contact.alike_contacts import AlikeContacts, alike_contacts

needs_compiler = pytest.mark.skipif(find_compiler() is None, reason="no C compiler here")
FAR = "sqrt((x[i] - x[j])^2 + (y[i] - y[j])^2)"
TURN = "(y[j]' - y[i]')*(x[j] - x[i]) - (x[j]' - x[i]')*(y[j] - y[i])"


def heap(count: int, *, radii: str = "r[i] + r[j]", **more: Any) -> dalembert.Model:
    """Discs of different sizes in a column that is not quite straight, over a floor that swings."""
    pairs = f"i = 1..{count}, j = 1..i-1"
    law = {"restitution": "e", "friction": 0.4}
    return dalembert.model(
        parameters={
            "r[i]": {"for": f"i = 1..{count}", "value": [0.1 + 0.01 * (i % 3) for i in range(count)]},
            "e": 0.2,
        },
        coordinates={
            "x[i]": {"for": f"i = 1..{count}", "start": [0.02 * (-1) ** i for i in range(count)]},
            "y[i]": {"for": f"i = 1..{count}", "start": [0.2 + 0.27 * i for i in range(count)]},
            "p[i]": {"for": f"i = 1..{count}", "start": 0},
        },
        definitions={
            "d[i,j]": {"for": pairs, "value": FAR},
            "level": "0.02*sin(9*t)",
            **more,
        },
        energy={
            "kinetic": f"sum(i = 1..{count}, 1/2*(x[i]'^2 + y[i]'^2) + 1/4*r[i]^2*p[i]'^2)",
            "potential": f"sum(i = 1..{count}, {G}*y[i])",
        },
        contacts={
            "floor[i]": {
                "for": f"i = 1..{count}",
                "gap": "y[i] - level - r[i]",
                "slip": "x[i]' + r[i]*p[i]'",
                **law,
            },
            "pair[i,j]": {
                "for": pairs,
                "gap": f"d[i,j] - ({radii})",
                "slip": f"({TURN})/d[i,j] - r[i]*p[i]' - r[j]*p[j]'",
                **law,
            },
        },
    )


def each_alone(model: dalembert.Model) -> AlikeContacts:
    """Every contact as the only one of its kind."""
    return AlikeContacts(
        model=model, kinds=tuple(range(len(model.contacts))), places=((),) * len(model.contacts)
    )


def test_pairs_are_one_kind_however_many() -> None:
    """Floors and pairs are two kinds, with the definitions of two contacts; coordinates follow in their order."""
    for count in (3, 6):
        alike = alike_contacts(heap(count))
        assert [one.name for one in alike.model.contacts] == ["floor[1]", "pair[2,1]"]
        assert [one.name for one in alike.model.definitions] == ["d[2,1]", "level"]
        assert alike.first == (0, count)
        assert alike.repeated == (True, True)
    last = alike_contacts(heap(3)).places[-1]  # of the pair of the third and the second disc
    assert set(last) == {
        *(("coordinate", k) for k in (1, 2, 4, 5, 7, 8)),
        *(("parameter", k) for k in (1, 2, 3)),  # e, too
    }


@needs_compiler
def test_alike_contacts_move_as_if_each_were_lowered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discs of different sizes on a floor that swings move to the last bit as by code for every contact."""
    quick = step(heap(4), t_end=0.6, samples=12, dt=1e-3)
    monkeypatch.setattr(moreau_step, "alike_contacts", each_alone)
    monkeypatch.setattr(moreau_step, "_made", OrderedDict())
    slow = step(heap(4), t_end=0.6, samples=12, dt=1e-3)
    assert len(quick.impacts) > 5
    assert np.array_equal(quick.q, slow.q)
    assert np.array_equal(quick.contact, slow.contact)
    assert np.array_equal(quick.friction, slow.friction)


def test_what_is_written_otherwise_is_another_kind() -> None:
    """Other laws and other parts: these contacts are lowered by themselves."""
    model = heap(3)
    first, *others = model.contacts
    assert len(alike_contacts(model).model.contacts) == 2
    for changed in (
        replace(first, slip=()),
        replace(first, restitution=None),
        replace(first, friction=others[0].gap),
        replace(first, sticking=first.friction),
    ):
        alike = alike_contacts(replace(model, contacts=(changed, *others)))
        assert alike.kinds == (0, 1, 1, 2, 2, 2)


def test_columns_in_another_order_are_another_kind() -> None:
    """The entries of a row are added up in the order of coordinates, whatever a gap begins with."""
    model = dalembert.model(
        coordinates={name: {"start": start} for name, start in (("x", 0), ("y", 3), ("z", 6))},
        energy={"kinetic": "1/2*(x'^2 + y'^2 + z'^2)"},
        contacts={
            name: {"gap": f"{one} - {other} - 1", "restitution": 0}
            for name, one, other in (("a", "y", "x"), ("b", "z", "y"))
        }
        | {
            "c": {"gap": "9 - (z - x) - 1", "restitution": 0},
            "d": {"gap": "9 - (y - z) - 1", "restitution": 0},
        },
    )
    assert alike_contacts(model).kinds == (0, 0, 1, 2)


def test_definitions_that_others_use_are_computed_once() -> None:
    """Contacts of links that hang on one another are lowered one by one: they share positions."""
    model = dalembert.model(
        coordinates={"q[i]": {"for": "i = 1..4", "start": 0.3}},
        definitions={"h[0]": 0, "h[i]": {"for": "i = 1..4", "value": "h[i-1] - cos(q[i])"}},
        energy={"kinetic": "sum(i = 1..4, 1/2*h[i]'^2 + q[i]'^2)", "potential": f"sum(i = 1..4, {G}*h[i])"},
        contacts={"floor[i]": {"for": "i = 1..4", "gap": "h[i] + 6", "restitution": 0}},
    )
    assert alike_contacts(model).kinds == (0, 1, 2, 3)


def test_a_coordinate_by_another_name_is_that_coordinate() -> None:
    """Definitions that are coordinates do not part contacts."""
    model = dalembert.model(
        coordinates={"x[i]": {"for": "i = 1..3", "start": "i"}},
        definitions={"place[i]": {"for": "i = 1..3", "value": "x[i]"}},
        energy={"kinetic": "sum(i = 1..3, 1/2*place[i]'^2)"},
        contacts={"wall[i]": {"for": "i = 1..3", "gap": "place[i]", "restitution": 0}},
    )
    assert alike_contacts(model).kinds == (0, 0, 0)
