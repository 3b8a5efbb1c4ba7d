"""The form of `set`, [impulses] and [sampled]: located messages, units, hostile files, other formats."""

from __future__ import annotations

import random

import pytest

import dalembert

BASE = """format = 1
[parameters]
m = { value = 1, unit = "kg" }
k = { value = 2, unit = "N/m" }
[coordinates]
x = { unit = "m", start = 0.1 }
[energy]
kinetic = "1/2*m*x'^2"
potential = "1/2*k*x^2"
"""
LETTERS = {
    "[events.a]\nwhen = 'x'\nset = 3": ("events.a.set", "table of what is set"),
    "[events.a]\nwhen = 'x'\nset = { \"x''\" = 1 }": ("events.a.set.x''", "is an acceleration"),
    "[events.a]\nwhen = 'x'\nset = { \"2 x\" = 1 }": ("events.a.set.2 x", "not a name"),
    "[events.a]\nwhen = 'x'\nset = { x = '1 +' }": ("events.a.set.x", ""),
    "[events.a]\nwhen = 'x'\nset = { x = 'zz' }": ("events.a.set.x", "`zz` is not declared"),
    "[events.a]\nwhen = 'x'\nset = { x = \"x'\" }": ("events.a.set.x", "must be in m"),
    "[events.a]\nwhen = 'x'\nset = { \"x'\" = 'k' }": ("events.a.set.x'", "must be in m/s"),
    "[impulses]\nat = 1": ("impulses.at", "each of the impulses has a name"),
    "[impulses.a]\nat = 1": ("impulses.a", "`work`"),
    "[impulses.a]\nwork = { x = 'm*x\\'' }".replace("\\'", "'").replace("'m*x''", '"m*x\'"'): (
        "impulses.a",
        "`at` is missing",
    ),
    "[impulses.a]\nat = 't'\nwork = { x = 1 }": ("impulses.a.at", "cannot contain the time"),
    "[impulses.a]\nat = 'k'\nwork = { x = \"m*x'\" }": ("impulses.a.at", "must be in s"),
    "[impulses.a]\nat = 1\nwork = { x = 'k' }": ("impulses.a.work.x", "the impulse on `x` must be in"),
    "[sampled]\nu = 3": ("sampled.u", ""),
    "[sampled]\nu = { value = 'x' }": ("sampled.u", "`every` is missing"),
    "[sampled]\nu = { every = 1 }": ("sampled.u", "`value` is missing"),
    "[sampled]\nu = { every = 'x', value = 1 }": ("sampled.u.every", "cannot contain a coordinate"),
    "[sampled]\nu = { every = 1, value = 'x', unit = 'N' }": ("sampled.u.value", "must be in N"),
    "[sampled]\nx = { every = 1, value = 1 }": ("sampled.x", "declared in [coordinates]"),
    "[sampled]\nu = { evry = 1, value = 1 }": ("sampled.u.evry", ""),
    "[states]\ns = { rate = \"u'\", start = 0 }\n[sampled]\nu = { every = 1, value = 'x' }": (
        "states.s.rate",
        "rate",
    ),
}


@pytest.mark.parametrize("text", LETTERS)
def test_a_mistake_is_told_where_it_is(text, tmp_path):
    """A mistake is told where it is."""
    where, words = LETTERS[text]
    (tmp_path / "model.toml").write_text(BASE + text, encoding="utf-8")
    flaws = [f for f in dalembert.check(tmp_path / "model.toml").flaws if f.severity == "error"]
    assert flaws
    assert any(flaw.where == where and words in str(flaw.message) and flaw.line for flaw in flaws), flaws


def test_random_files_are_read_or_refused_with_letters(tmp_path):
    """Random files are read or refused with letters."""
    pieces = [
        "x",
        "x'",
        "u",
        "t",
        "k",
        "zz",
        "1/0",
        "(",
        "set",
        "1e999",
        "\\u0000",
        "x''",
        "dot(x)",
        "if(x<0,1,2)",
    ]
    own = random.Random(5)
    for _ in range(60):
        one, two, three = (own.choice(pieces) for _ in range(3))
        text = (
            f'[events.a]\nwhen = "{one}"\nset = {{ "{two}" = "{three}" }}\n'
            f'[impulses.b]\nat = "{two}"\nwork = {{ x = "{one}", "{three}" = 1 }}\n'
            f'[sampled]\nu = {{ every = "{three}", value = "{one}", start = "{two}" }}\n'
        )
        (tmp_path / "model.toml").write_text(BASE + text, encoding="utf-8")
        for flaw in dalembert.check(tmp_path / "model.toml").flaws:
            assert str(flaw)


def test_a_thousand_sampled_values_are_checked_within_the_budget(tmp_path):
    """A thousand sampled values are checked within the budget."""
    rows = "\n".join(f'u{i} = {{ every = 1, value = "{"+".join(["x*k"] * 150)}" }}' for i in range(1000))
    (tmp_path / "model.toml").write_text(BASE + "[sampled]\n" + rows, encoding="utf-8")
    flaws = dalembert.check(tmp_path / "model.toml").flaws
    assert any(flaw.rule == "budget" for flaw in flaws)


WHOLE = (
    BASE
    + """
[work]
x = "u"
[events.hit]
when = "x"
set = { "x'" = "-x'/2" }
[impulses.kick]
at = 0.1
work = { x = "m*x'" }
[sampled]
u = { every = 0.01, value = "-k*x", unit = "N", start = 0.5 }
[cases.other]
start = { u = 2 }
[simulate]
t_end = 3
samples = 20
"""
)


def test_listing_json_files_and_reports_know_them(tmp_path):
    """Listing json files and reports know them."""
    path = tmp_path / "model.toml"
    path.write_text(WHOLE, encoding="utf-8")
    model = dalembert.read(path)
    equations = dalembert.derive(model)
    for style in ("unicode", "text", "pretty", "latex"):
        shown = dalembert.show(equations, style=style)
        assert "hit" in shown
        assert "kick" in shown
        assert "sampled every" in shown
    motion = dalembert.simulate(model)
    assert "u" in motion.columns()
    dalembert.save(motion, tmp_path / "m.nc")
    again = dalembert.open_motion(tmp_path / "m.nc")
    assert again.jumps == motion.jumps
    assert list(again.ledger.events) == list(motion.ledger.events)
    assert list(again.ledger.impulses) == list(motion.ledger.impulses)
    told = dalembert.as_dict(motion)
    assert {one["kind"] for one in told["jumps"]} == {"event", "impulse"}
    assert dalembert.simulate(dalembert.vary(model, "other")).t.size == motion.t.size


def test_what_is_conserved_is_so_between_jumps():
    """Energy is kept between events that set and impulses, and is said so."""
    model = dalembert.model(
        parameters={"m": 1, "k": 2},
        coordinates={"x": {"start": 1}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
        events={"hit": {"when": "x", "set": {"x'": "x'/2"}}},
    )
    found = dalembert.conserved(dalembert.derive(model))
    assert [one.kind for one in found] == ["energy"]
    assert "between events and impulses" in str(found[0].why)


def test_analyses_say_that_jumps_are_neglected():
    """Modes are those between the jumps."""
    model = dalembert.model(
        parameters={"m": 1, "k": 4},
        coordinates={"x": {"start": 0}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
        impulses={"kick": {"at": 1, "work": {"x": 3}}},
    )
    for found in (dalembert.linearise(model), dalembert.equilibrium(model)):
        assert any("`kick`" in str(remark) for remark in found.remarks)


def test_conversion_to_lageq_lists_what_is_lost(tmp_path):
    """Conversion to lageq lists what is lost."""
    path = tmp_path / "model.toml"
    path.write_text(WHOLE, encoding="utf-8")
    with pytest.raises(dalembert.LossError) as caught:
        dalembert.convert(path, tmp_path / "model.txt")
    for word in ("the events", "the impulses", "the sampled values"):
        assert word in str(caught.value)
