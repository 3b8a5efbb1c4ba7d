"""Kept results: the grammar, its error messages, its units."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dalembert
from dalembert import ModelError
from dalembert._sweep.keep import default_keep, read_keep
from dalembert._sweep.kept_model import kept_model, units_of_kept
from dalembert._sweep.records import Keep

MODEL = dalembert.model(
    format=1,
    parameters={"m": {"value": 1, "unit": "kg"}, "k": {"value": 4, "unit": "N/m"}},
    coordinates={"x": {"start": 1, "unit": "m"}},
    energy={"kinetic": {"T1": "1/2*m*x'^2"}, "potential": {"V1": "1/2*k*x^2"}},
    contacts={"floor": {"gap": "x + 5", "restitution": 0.5}},
    events={"down": {"when": "x", "direction": "falling"}},
    outputs={"far": {"value": "2*x", "unit": "m"}},
    simulate={"t_end": 1},
)


def test_every_kind_is_read_with_its_unit() -> None:
    """Each form of the grammar is its kind, has a name of its own and the unit that follows from its names."""
    text = (
        "far at end, x' at t=0.5, x at down, max(energy), min(x), mean(x^2), rms(x'), work = integral(V),"
        " history(far, 11), count(down), first(floor), x at end"
    )
    kept = read_keep(MODEL, text)
    assert [one.kind for one in kept] == [
        *(Keep.end, Keep.time, Keep.event, Keep.largest, Keep.smallest, Keep.mean, Keep.rms, Keep.integral),
        *(Keep.history, Keep.occurrences, Keep.first, Keep.end),
    ]
    assert [one.name for one in kept][:4] == ["far_at_end", "x_rate_at_0_5", "x_at_down", "max_energy"]
    assert kept[7].name == "work"
    units = units_of_kept(kept_model(MODEL, kept), kept)
    assert units == ("m", "m/s", "m", "J", "m", "m^2", "m/s", "J*s", "m", "1", "s", "m")
    assert default_keep(MODEL) == "far at end"


def test_angles_are_kept_in_radians() -> None:
    """A coordinate in deg and its speed are kept in rad and rad/s, not as plain numbers."""
    angles = dalembert.model(
        format=1,
        parameters={"J": {"value": 1, "unit": "kg*m^2"}},
        coordinates={"phi": {"start": 30, "unit": "deg"}},
        energy={"kinetic": {"T1": "1/2*J*phi'^2"}},
        simulate={"t_end": 1},
    )
    kept = read_keep(angles, "phi at end, max(phi'), mean(phi), sin(phi) at end")
    assert units_of_kept(kept_model(angles, kept), kept) == ("rad", "rad/s", "rad", "1")


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "missing"),
        (", x at end", "missing"),
        ("x", "when it is kept"),
        ("max(xx)", "`xx`"),
        ("max(m + k)", "cannot add"),
        ("first(dwn)", "did you mean `down`"),
        ("x at dwn", "did you mean `down`"),
        ("x at floor", "speeds jump"),
        ("x at t=y", "no number"),
        ("max(x", "when it is kept"),
        ("x + at end", "ends too early"),
        ("history(x)", "how many"),
        ("history(x, 1)", "2 to"),
        ("history(x, 99999999999)", "2 to"),
        ("status = x at end", "another array"),
        ("a = x at end, a = x' at end", "another array"),
        ("x; at end", "not understood"),
        ("x at end x", "no event"),
    ],
)
def test_a_wrong_keep_is_refused_at_its_place(text: str, said: str) -> None:
    """The letter says what is wrong, and names --keep."""
    with pytest.raises(ModelError, match=said) as error:
        kept_model(MODEL, read_keep(MODEL, text))
    assert all(flaw.where == "--keep" for flaw in error.value.flaws)


@pytest.mark.parametrize(
    ("text", "hint"),
    [("max(fare)", "did you mean `far`?"), ("qqq at end", "the outputs are far; the coordinates are x")],
)
def test_an_unknown_name_is_answered_with_the_results(text: str, hint: str) -> None:
    """Outputs are meant where results are requested; nobody declares a parameter for them."""
    with pytest.raises(ModelError) as error:
        kept_model(MODEL, read_keep(MODEL, text))
    (flaw,) = error.value.flaws
    assert hint in flaw.hint
    assert "declare" not in flaw.hint


WORDS = st.sampled_from(
    [
        "x",
        "x'",
        "at",
        "end",
        "t",
        "=",
        "2",
        "down",
        "max",
        "history",
        "(",
        ")",
        ",",
        "+",
        "/",
        "'",
        "[",
        "é",
        " ",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(WORDS, max_size=14))
def test_any_text_is_read_or_refused(words: list[str]) -> None:
    """No text does anything else than to be read or to be refused with a letter."""
    with suppress(ModelError):
        assert read_keep(MODEL, " ".join(words))
