"""Messages for users who write a contact for the first time: one flaw, and what to type."""

import random
import re

import pytest

import dalembert
from dalembert._expression.evaluate import evaluate
from dalembert._model.check import examine
from dalembert._model.starting import SHUT
from dalembert._text.parser import parse

HEAD = """format = 1
[parameters]
m = { value = 0.2, unit = "kg" }
r = { value = 0.05, unit = "m" }
g = { value = 9.81, unit = "m/s^2" }
[coordinates]
x = { unit = "m", start = 0, speed = 1 }
y = { unit = "mm", start = 500 }
phi = { unit = "rad", start = 0 }
[energy]
kinetic = "1/2*m*(x'^2 + y'^2) + 1/2*(2/5*m*r^2)*phi'^2"
potential = "m*g*y"
"""
FLOOR = '[contacts.ground]\ngap = "y - r"\n'
HARD = FLOOR + "restitution = 0.5\n"
ROUGH = HARD + 'friction = 0.1\nslip = "x\'"\n'
PAIR = HARD + 'friction = 0.1\nslip = ["x\'", "r*phi\'"]\n'
PAD = FLOOR + 'law = "spring"\nstiffness = 1e4\n'


def verdict(text, tmp_path, head=HEAD):
    """What `check` says of a model with these contacts."""
    path = tmp_path / "model.toml"
    path.write_text(head + text + "[simulate]\nt_end = 0.001\n", encoding="utf-8")
    return dalembert.check(path)


# text; rule, place, words of the message, words of the hint
TOLD = {
    "a section without a name": (
        '[contacts]\ngap = "y - r"\nrestitution = 0.8\nfriction = 0.3\nslip = "x\'"\n',
        *(
            "value",
            "contacts.gap",
            "stands under [contacts] itself",
            "[contacts.floor] in place of [contacts]",
        ),
    ),
    "one with a name and one without": (
        '[contacts]\ngap = "y - r"\nrestitution = 0.8\n' + FLOOR + "restitution = 0\n",
        *("value", "contacts.gap", "stands under [contacts] itself", "[contacts.floor]"),
    ),
    "an event without a name": (
        '[events]\nwhen = "y"\naction = "stop"\n',
        *("value", "events.when", "stands under [events] itself", "[events.top]"),
    ),
    "a list of contacts": (
        '[[contacts]]\ngap = "y - r"\nrestitution = 0.8\n',
        *("value", "contacts", "must be a table of names", "[contacts.floor]"),
    ),
    "a gap for a contact": (
        '[contacts]\nground = "y - r"\n',
        *("value", "contacts.ground", "must be a table", 'ground = { gap = "y - r", restitution'),
    ),
    "force by another name": (
        HARD + '[outputs]\nN = "force_ground"\n',
        *("unknown-name", "outputs.N", "is called `contact_ground`", "write contact_ground"),
    ),
    "force misspelt": (
        HARD + '[outputs]\nN = "contact_grond"\n',
        *("unknown-name", "outputs.N", "is called `contact_ground`", "contact_ground"),
    ),
    "force in an energy": (
        HARD + '[definitions]\nV = "contact_ground*x"\n[energy.dissipation]\nd = "V*x\'"\n',
        *(
            "misplaced-name",
            "energy.dissipation.d",
            "a dissipation cannot contain the force",
            "outputs and events",
        ),
    ),
    "friction by another name": (
        ROUGH + '[outputs]\nR = "friction_grund"\n',
        *("unknown-name", "outputs.R", "the friction of the contact `ground`", "write friction_ground"),
    ),
    "friction of a smooth contact": (
        HARD + '[outputs]\nR = "friction_ground"\n',
        *("unknown-name", "outputs.R", "has no friction", "friction = 0.3 and slip"),
    ),
    "impulse": (
        HARD + '[outputs]\nJ = "impulse_ground"\n',
        *("unknown-name", "outputs.J", "impulses of the contact `ground` are results", "motion.impacts"),
    ),
    "gap": (
        HARD + '[outputs]\nh = "gap_ground"\n',
        *("unknown-name", "outputs.h", "has no name", 'gap_ground = "y - r" under [definitions]'),
    ),
    "slip": (
        ROUGH + '[outputs]\nv = "slip"\n',
        *("unknown-name", "outputs.v", "has no name", 'slip_ground = "x\'" under [definitions]'),
    ),
    "rate of the gap": (
        FLOOR + 'restitution = "exp(-gap\')"\n',
        *("unknown-name", "contacts.ground.restitution", "has no name", "write speed"),
    ),
    "contact itself": (
        HARD + '[outputs]\nh = "ground"\n',
        *("unknown-name", "outputs.h", "`ground` is a contact", "write y - r"),
    ),
    "multiplier": (
        '[constraints.displacement]\nrod = "x"\n[outputs]\nL = "lam_rood"\n',
        *("unknown-name", "outputs.L", "the multiplier of the constraint `rod`", "write lam_rod"),
    ),
    "multiplier of the other kind": (
        '[constraints.displacement]\nrod = "x"\n[outputs]\nL = "kap_rod"\n',
        *("unknown-name", "outputs.L", "the multiplier of the constraint `rod`", "write lam_rod"),
    ),
    "output": (
        '[outputs]\na = "2*b"\nb = "x"\n',
        *("unknown-name", "outputs.a", "`b` is an output", "[definitions]"),
    ),
    "speed in an output": (
        HARD + '[outputs]\nv = "speed"\n',
        *("unknown-name", "outputs.v", "in a restitution only", 'h = "y - r" under [definitions], then -h\''),
    ),
    "friction misspelt": (
        HARD + 'frictoin = 0.3\nslip = "x\'"\n',
        *("unknown-key", "contacts.ground.frictoin", "not known here", "did you mean `friction`?"),
    ),
    "restitution misspelt": (
        FLOOR + "restituton = 0.3\n",
        *("unknown-key", "contacts.ground.restituton", "not known here", "did you mean `restitution`?"),
    ),
    "a letter for friction": (
        HARD + 'mu = 0.3\nslip = "x\'"\n',
        *("unknown-key", "contacts.ground.mu", "not known here", "did you mean `friction`?"),
    ),
    "a letter for stiffness": (
        FLOOR + 'law = "spring"\nk = 1e4\n',
        *("unknown-key", "contacts.ground.k", "not known here", "did you mean `stiffness`?"),
    ),
    "Hertz": (
        FLOOR + 'law = "hertz"\nstiffness = 1e4\n',
        *("value", "contacts.ground.law", 'but is "hertz"', 'law = "hunt_crossley"'),
    ),
    "Coulomb": (
        ROUGH + 'law = "coulomb"\n',
        *("value", "contacts.ground.law", 'but is "coulomb"', "delete law"),
    ),
    "a law of its own": (
        FLOOR + 'law = "foam"\nstiffness = 1e4\n',
        *("value", "contacts.ground.law", 'but is "foam"', 'law = "spring"'),
    ),
    "no gap": (
        "[contacts.ground]\nrestitution = 0.5\n",
        *("missing-key", "contacts.ground", "`gap` is missing", 'gap = "y - r"'),
    ),
    "a number as gap": (
        "[contacts.ground]\ngap = 0.5\nrestitution = 0.5\n",
        *("gap", "contacts.ground.gap", "contains no coordinate", 'gap = "x - d"'),
    ),
    "a gap of time": (
        '[contacts.ground]\ngap = "r*(1 - t)"\nrestitution = 0.5\n',
        *("gap", "contacts.ground.gap", "contains no coordinate", "distance between the bodies"),
    ),
    "a gap of a velocity": (
        '[contacts.ground]\ngap = "y\' - r"\nrestitution = 0.5\n',
        *("misplaced-name", "contacts.ground.gap", "cannot contain a velocity", "a gap is a distance"),
    ),
    "an inequality": (
        '[contacts.ground]\ngap = "y >= r + x"\nrestitution = 0.5\n',
        *("syntax", "contacts.ground.gap", "not a comparison", 'gap = "y - (r + x)"'),
    ),
    "an inequality the other way": (
        '[contacts.ground]\ngap = "0 < y"\nrestitution = 0.5\n',
        *("syntax", "contacts.ground.gap", "not a comparison", 'gap = "y"'),
    ),
    "slip of positions": (
        HARD + 'friction = 0.1\nslip = "x"\n',
        *("slip", "contacts.ground.slip", "contains no velocity", "x'"),
    ),
    "slip of a square": (
        HARD + 'friction = 0.1\nslip = "x\'^2"\n',
        *("slip", "contacts.ground.slip", "not linear", "such as x'"),
    ),
    "name of a constraint": (
        '[constraints.displacement]\nground = "x"\n' + HARD,
        *("duplicate-name", "contacts.ground", "are called `ground`", "ground2"),
    ),
}


@pytest.mark.parametrize("name", TOLD)
def test_one_mistake_is_told_once_with_what_to_type(name, tmp_path):
    """Each mistake of a beginner gives one error, at its place."""
    text, rule, where, message, hint = TOLD[name]
    (flaw,) = [f for f in verdict(text, tmp_path).flaws if f.severity in ("error", "structure")]
    assert (flaw.rule, flaw.severity, flaw.where) == (rule, "error", where)
    assert message in flaw.message
    assert hint in flaw.hint
    assert "[parameters]" not in flaw.hint
    assert flaw.line is not None


@pytest.mark.parametrize("text", [HARD, PAD])
def test_names_of_contacts_leave_other_names_alone(text, tmp_path):
    """A name that no contact has is not declared, and that is all that is said."""
    found = verdict(text + '[outputs]\na = "F_x + contactless + lam + gapped"\n', tmp_path).flaws
    strangers = [f for f in found if f.rule == "unknown-name"]
    assert [f.message.split("`")[1] for f in strangers] == ["F_x", "contactless", "lam", "gapped"]
    assert all("is not declared" in f.message for f in strangers)


# -- the start -------------------------------------------------------------------------------------------


def said_of_the_start(text, tmp_path, head=HEAD):
    """The flaws of a start, and whether a run is refused for it."""
    told = [flaw for flaw in verdict(text, tmp_path, head).flaws if flaw.rule == "start"]
    return told, refused_by_a_run(tmp_path / "model.toml")


def refused_by_a_run(path):
    """The flaws of a start for which a run is refused."""
    try:
        dalembert.simulate(path, samples=1)
    except dalembert.ModelError as error:
        return tuple(flaw for flaw in error.flaws if flaw.rule == "start")
    return ()


def test_a_start_inside_is_told_with_its_depth_and_what_to_type(tmp_path):
    """The letter has the depth in the gap's unit and a start, in that of the coordinate, that mends it."""
    text = HARD.replace("y - r", "y - 20*r")
    (flaw,), refused = said_of_the_start(text, tmp_path)
    assert (flaw.severity, flaw.where) == ("structure", "contacts.ground")
    assert flaw.message == "the start is 0.5 m inside the contact `ground`: its gap must not be negative"
    assert "write start = 1000 (mm) or more for `y`" in flaw.hint
    assert 'gap = "-(y - 20*r)"' in flaw.hint
    assert len(refused) == 1
    mended = HEAD.replace("start = 500", "start = 1000")
    assert said_of_the_start(text, tmp_path, mended) == ([], ())
    assert said_of_the_start(text.replace("y - 20*r", "-(y - 20*r)"), tmp_path) == ([], ())


def test_a_start_inside_leaves_everything_but_a_run(tmp_path):
    """Equations, equilibria and other starts do not mind; the whole job is refused before it begins."""
    text = HARD.replace("y - r", "y - 20*r")
    assert not verdict(text, tmp_path).ok
    path = tmp_path / "model.toml"
    assert dalembert.derive(path).verified is not None
    assert dalembert.equilibrium(path, starts=3) is not None
    assert dalembert.check(dalembert.vary(dalembert.read(path), start={"y": 1001})).ok


def test_a_pressed_pad_is_a_note(tmp_path):
    """A compliant contact may be pressed at the start."""
    (flaw,), refused = said_of_the_start(PAD.replace("y - r", "y - 20*r"), tmp_path)
    assert (flaw.severity, refused) == ("note", ())
    assert "compressed at the start, by 0.5 m" in flaw.message


BODIES = """format = 1
[parameters]
a = {a}
w = {w}
[coordinates]
x = {{ start = {x} }}
y = {{ start = {y} }}
z = {{ guess = {z} }}
[definitions]
far = "sqrt(x^2 + y^2) - abs(low)"
low = "a*cos(w*t) + u"
[inputs]
u = "a*sin(t)/2"
[energy]
kinetic = "1/2*(x'^2 + y'^2 + z'^2)"
[contacts.one]
gap = "far"
restitution = 0.5
[contacts.two]
gap = "x - y*z + if(z > a, low, -low)"
restitution = 0.5
[contacts.three]
gap = "a + z"
restitution = 0.5
"""


def test_check_and_simulate_agree_about_being_inside(tmp_path):
    """Over seeded starts, contacts that `check` finds passed are those for which a run is refused."""
    draw = random.Random(8)
    path = tmp_path / "model.toml"
    outcomes = set()
    for _ in range(40):
        numbers = {name: round(draw.uniform(-1, 1), 3) for name in "awxyz"}
        begin = round(draw.uniform(0, 3), 2)
        path.write_text(
            BODIES.format(**numbers) + f"[simulate]\nt_start = {begin}\nt_end = {begin + 1e-3}\n",
            encoding="utf-8",
        )
        told = {flaw.where for flaw in dalembert.check(path).flaws if flaw.rule == "start"}
        assert told == {flaw.where for flaw in refused_by_a_run(path)}, numbers
        outcomes.add(len(told))
    assert len(outcomes) >= 3


@pytest.mark.parametrize("inside", [0.0, 0.5, 2.0, 1e3])
def test_the_last_digits_are_judged_alike(inside, tmp_path):
    """A gap that is negative by rounding alone is closed, and the bound is that of a run."""
    head = HEAD.replace("start = 500", f"start = {50 * (1 - inside * SHUT):.14g}")
    told, refused = said_of_the_start(HARD, tmp_path, head)
    assert bool(told) == bool(refused) == (inside > 1)


ROD = """format = 1
[coordinates]
x = {{ {x} }}
y = {{ {y} }}
[energy]
kinetic = "1/2*(x'^2 + y'^2)"
[constraints.displacement]
rod = "x^2 + y^2 - 1"
[contacts.wall]
gap = "x - 1/2"
restitution = 0
"""


@pytest.mark.parametrize(
    ("x", "y", "told", "refused"),
    [
        ("guess = 0.1", "start = 0.6", False, False),  # x = 0.8 by the rod
        ("guess = -0.1", "start = 0.6", False, True),  # x = -0.8 by the rod
        ("start = 0.8", "guess = 0.1", False, False),
        ("start = 0.3", "guess = 1", True, True),
        ("start = 0.49999", "guess = 1", False, True),  # might be moved by the constraint
    ],
)
def test_what_constraints_determine_is_left_to_the_run(x, y, told, refused, tmp_path):
    """Nothing is claimed of a start that constraints solve; what is given is kept."""
    found = said_of_the_start("", tmp_path, ROD.format(x=x, y=y))
    assert (bool(found[0]), bool(found[1])) == (told, refused)


def test_what_is_not_known_is_not_claimed(tmp_path):
    """A parameter without a value, and the rate of a definition, leave a gap unknown."""
    open_ = HEAD.replace('r = { value = 0.05, unit = "m" }', 'r = { unit = "m" }')
    assert [f for f in verdict(HARD, tmp_path, open_).flaws if f.rule == "start"] == []
    rising = '[definitions]\nrise = "-r*t"\n' + HARD.replace("y - r", "y - 1000*rise'")
    assert [f for f in verdict(rising, tmp_path).flaws if f.rule == "start"] == []


@pytest.mark.parametrize(("interpolate", "t_start", "told"), [("linear", 0.5, 1), ("monotone", 1.0, 1)])
def test_a_table_is_read_at_the_start(interpolate, t_start, told, tmp_path):
    """A floor that follows a table stands where the table says at the time of the start."""
    (tmp_path / "road.csv").write_text("t,h\n0,0\n1,2\n2,0\n", encoding="utf-8")
    table = (
        f'u = {{ table = "road.csv", time = "t", column = "h", interpolate = "{interpolate}", unit = "m" }}'
    )
    text = f"[inputs]\n{table}\n" + HARD.replace("y - r", "y - u")
    path = tmp_path / "model.toml"
    for begin, count in ((0.0, 0), (t_start, told)):
        path.write_text(HEAD + text + f"[simulate]\nt_start = {begin}\nt_end = 1.5\n", encoding="utf-8")
        assert len([flaw for flaw in dalembert.check(path).flaws if flaw.rule == "start"]) == count


def test_many_contacts_inside_are_told_at_once(tmp_path, counted):
    """A chain of two hundred links whose joints are all below the floor is judged in a bounded number of calls."""
    count = 200
    angles = "".join(f"q{i} = {{ start = 0.1 }}\n" for i in range(count))
    heights = "".join(f'h{i} = "{f"h{i - 1}" if i else "-1"} + cos(q{i})/{count}"\n' for i in range(count))
    kinetic = " + ".join(f"q{i}'^2" for i in range(count))
    floors = "".join(f'[contacts.c{i}]\ngap = "h{i} - 1"\nrestitution = 0\n' for i in range(count))
    text = f'format = 1\n[coordinates]\n{angles}[definitions]\n{heights}[energy]\nkinetic = "{kinetic}"\n{floors}'
    path = tmp_path / "model.toml"
    path.write_text(text, encoding="utf-8")
    model = dalembert.read(path)
    with counted() as work:
        told = [flaw for flaw in examine(model).flaws if flaw.rule == "start"]
    assert len(told) == count
    assert work.calls < 150 * count**2  # two million; 50 for each pair of links


def test_the_start_that_is_advised_is_good(tmp_path):
    """Over seeded gaps and units, a model with the start of the letter is found good, and it runs."""
    draw = random.Random(5)
    path = tmp_path / "model.toml"
    advised = 0
    for _ in range(40):
        a, b, c = (round(draw.uniform(-2, 2), 3) for _ in range(3))
        unit, other = draw.choice(["m", "mm", "inch"]), draw.choice(["m", "cm"])
        starts = {"x": draw.choice([0, 3, -40]), "y": draw.choice([0, 0.7])}
        model = {
            "coordinates": {
                "x": {"unit": unit, "start": starts["x"]},
                "y": {"unit": other, "start": starts["y"]},
            },
            "definitions": {"low": f"{c}*cos(y)"},
            "energy": {"kinetic": "1/2*(x'^2 + y'^2)"},
            "contacts": {"wall": {"gap": f"{a}*x + ({b})*low", "restitution": 0}},
            "simulate": {"t_end": 1e-3},
        }
        told = [flaw for flaw in dalembert.check(dalembert.model(**model)).flaws if flaw.rule == "start"]
        for flaw in told:
            advised += 1
            words = flaw.hint.split()
            assert words[:3] == ["write", "start", "="]
            assert flaw.hint.split("`")[1] == "x"
            model["coordinates"]["x"]["start"] = float(words[3])
            mended = dalembert.model(**model)
            assert not [one for one in dalembert.check(mended).flaws if one.rule == "start"]
            dalembert.write(mended, path)
            assert refused_by_a_run(path) == ()
    assert advised > 10


@pytest.mark.parametrize("gap", ["y - abs(x)", "min(y - x, 2*y + x)", "3*y - max(x, -x, 2*x - 1) + 1"])
def test_a_corner_is_told_with_the_surfaces_it_is_made_of(gap):
    """A gap with an inner corner gets a note; the gaps in its advice are those whose smallest it is."""
    parts = {
        "coordinates": {"x": {"start": 0, "speed": 0}, "y": {"start": 5, "speed": 0}},
        "energy": {"kinetic": "x'^2 + y'^2"},
    }
    model = dalembert.model(**parts, contacts={"corner": {"gap": gap, "restitution": 0.5}})
    notes = [flaw for flaw in dalembert.check(model).flaws if flaw.rule == "corner"]
    assert len(notes) == 1
    faces = re.findall(r'gap = "([^"]*)"', notes[0].hint)
    assert len(faces) >= 2
    own = random.Random(5)
    for _ in range(20):
        at = {("x", 0): own.gauss(0, 1), ("y", 0): own.gauss(0, 1)}
        least = min(evaluate(parse(face), at) for face in faces)
        assert least == pytest.approx(evaluate(parse(gap), at), abs=1e-12)
    apart = {f"side{i}": {"gap": face, "restitution": 0.5} for i, face in enumerate(faces)}
    assert not [
        f for f in dalembert.check(dalembert.model(**parts, contacts=apart)).flaws if f.rule == "corner"
    ]
