"""Written models are read back unchanged: every section, every kind of value."""

import random
from fractions import Fraction

import pytest

import dalembert
from dalembert import library

EVERYTHING = r"""
format = 1
title = "Alles: ẍ + θ₂ \"quoted\" \\ backslash"
text = '''
Two lines,
the second with 'quotes'.
'''

[parameters]
m = 1.5
n = 3
half = "m/2"
g = { value = 9.81, unit = "m/s^2", text = "gravity", symbol = "g_0" }
"φ0" = { value = 30, unit = "deg" }
l = { value = 250.5, unit = "mm", symbol = '\ell' }
drive = { value = 1500, unit = "rpm" }
Ts = { unit = "N*m" }
bare = {}
huge = 12345678901234567890
tiny = 1e-300

[coordinates]
theta2 = { unit = "rad", start = "pi/4", speed = 2, symbol = "\\theta_2", text = "crank" }
"größe" = { unit = "mm", guess = 100 }
winkel = { unit = "deg", start = 45, speed = -3.5 }
free = {}
y = { start = 0, guess = 1 }

[definitions]
xA = "3/5*theta2 + 2/5*y"
v = { value = "xA' + y'", unit = "m/s", text = "a velocity", symbol = "v_A" }
branch = "if(y > 0 and not theta2 <= 1 or y == 2, min(y, theta2, 3), mod(y, 2))"

[energy]
potential = "m*g*y + 1/2*\u0067*y^2 - exp(-y)*abs(theta2)"

[energy.kinetic]
crank = "1/2*m*(theta2'^2 + y'^2)"
"größe" = { value = "1/2*m*dot(größe)^2 + winkel'^2", text = "the other" }

[energy.dissipation]
dampers = "1/2*0.1*theta2'^2"

[work]
theta2 = "tau - P2*y"
y = { value = "road", unit = "N" }

[inputs]
tau = "10*sin(2*t)"
road = { table = "data/road.csv", time = "t", column = "h", interpolate = "monotone", unit = "m" }
dip = { table = "dip.csv", time = "time", column = "depth" }
push = { value = "step(t - 1)", unit = "N", text = "a push" }

[efforts]
P2 = { unit = "Pa", guess = 1e5, symbol = "P_2" }
P3 = { unit = "bar", guess = 2 }

[states]
s = { rate = "(y - s)/m", start = 0 }
z = { rate = "-z + P3", guess = 1, unit = "K", text = "temperature" }

[constraints.displacement]
loop_x = "m*cos(theta2) - y - 1.25"
loop_y = "m*sin(theta2) + winkel^2"

[constraints.flow]
node = "theta2' - y' - größe'"

[constraints.effort]
orifice = "P2 - y'*abs(y')"
valve = "P3 - s^(1/3)"

[contacts.wall]
gap = "m + n - y"
restitution = 0.5

[contacts.floor]
gap = "y"
restitution = "half/n"

[contacts.plate]
gap = "y + 1"
law = "poisson"
restitution = "half/(1 + speed)"
friction = "half/(1 + abs(y'))"
sticking = 0.75
slip = "theta2' - 2*y'"

[contacts.bump]
gap = "y + 3"
law = "hunt_crossley"
stiffness = 1e6
damping = "half"
exponent = 1.5
friction = 0.25
slip = ["theta2'", "winkel' - y'"]

[contacts.pad]
gap = "4 - y"
law = "spring"
stiffness = "1000*n"

[events.top]
when = "theta2'"
direction = "falling"
action = "record"

[events.stop]
when = "y - 10"
action = "stop"

[events.kick]
when = "y - 3"
set = { "theta2'" = "-half*theta2'", s = "s + 1", y = 0.5 }

[impulses.hammer]
at = "half/2"
work = { theta2 = "m*y'", y = 2 }
text = "a blow"

[impulses.late]
at = 3
work = { winkel = 1 }

[sampled]
u = { every = 0.01, value = "-half*theta2", unit = "N", text = "of a controller" }
filter = { every = "half/7", value = "filter/2 + y", start = "half", symbol = "x_f" }

[outputs]
tip_x = "m*cos(theta2)"
tip_y = { value = "m*sin(theta2)", unit = "m", text = "height", symbol = "y_t" }

[scene]
scale = 1.5
names = ["a", "b"]
points = { A = ["xA", "0"], B = [0, 1.5, "y"] }
mixed = [1, 2.5, "three", true, [4, []], { five = 5, six = { seven = "7" } }]
empty = {}
[scene.links.bar]
from = "A"
to = "B"
style = { colour = "red", width = 2 }

[cases.light]
text = "half the mass"
parameters = { m = 0.5, l = 100, "φ0" = 45, half = "m/3" }
start = { theta2 = "pi/3", winkel = 90, s = 2 }
speed = { theta2 = 1, winkel = 10 }
simulate = { t_end = 2.0, samples = 10, method = "radau" }

[cases.nothing]

[simulate]
t_start = 0.5
t_end = 5
samples = 1000
rtol = 1e-9
atol = 1e-10
method = "auto"
dt = 0.001
"""


@pytest.fixture
def everything(tmp_path):
    """A model that uses every section."""
    path = tmp_path / "everything.toml"
    path.write_text(EVERYTHING, encoding="utf-8")
    return dalembert.read(path)


def again(model, tmp_path, name="again.toml"):
    """The model written to a file and read back."""
    path = tmp_path / name
    text = dalembert.write(model, path)
    assert path.read_text(encoding="utf-8") == text
    return dalembert.read(path)


def test_every_section_is_written_and_read_back(everything, tmp_path):
    """A model with every section, written and read, is equal, and once more as well."""
    twice = again(everything, tmp_path)
    assert twice == everything
    assert again(twice, tmp_path, "third.toml") == everything


SECTIONS = (
    *(
        "title",
        "text",
        "parameters",
        "coordinates",
        "definitions",
        "kinetic",
        "potential",
        "dissipation",
        "work",
    ),
    *(
        "inputs",
        "efforts",
        "states",
        "constraints",
        "contacts",
        "events",
        "outputs",
        "scene",
        "cases",
        "simulate",
    ),
)


def sections(m):
    """The parts of a model in the order of SECTIONS."""
    return (
        *(m.title, m.text, m.parameters, m.coordinates, m.definitions, m.kinetic, m.potential, m.dissipation),
        *(m.work, m.inputs, m.efforts, m.states, m.constraints, m.contacts, m.events, m.outputs, m.scene),
        *(m.cases, m.simulate),
    )


@pytest.mark.parametrize("section", SECTIONS)
def test_no_section_is_lost(section, everything, tmp_path):
    """Each section is there after reading, and the same after writing and reading."""
    values = dict(zip(SECTIONS, sections(everything), strict=True))
    assert values[section]
    assert dict(zip(SECTIONS, sections(again(everything, tmp_path)), strict=True))[section] == values[section]


def test_what_was_written_is_what_was_said(everything):
    """The values of the file are in the model: names, order, kinds, settings."""
    m = everything
    assert [p.name for p in m.parameters][:5] == ["m", "n", "half", "g", "φ0"]
    assert m.parameters[3].symbol == "g_0"
    assert m.parameters[7].value is None
    assert [c.kind for c in m.constraints] == ["displacement"] * 2 + ["flow"] + ["effort"] * 2
    assert [(e.name, e.direction, e.action) for e in m.events] == [
        ("top", "falling", "record"),
        ("stop", "both", "stop"),
        ("kick", "both", "record"),
    ]
    assert [t.name for t in m.kinetic] == ["crank", "größe"]
    assert m.inputs[1].law.interpolate == "monotone"
    assert m.inputs[2].law.interpolate == "linear"
    assert m.simulate.samples == 1000
    assert m.cases[0].simulate.method == "radau"
    assert m.cases[1].parameters == ()
    assert dict(m.scene)["scale"] == 1.5


def test_units_and_numbers_are_written_as_they_were_typed(everything):
    """A file that is written back keeps 30 deg, 250.5 mm and 1500 rpm."""
    text = dalembert.write(everything)
    for words in (
        "value = 30",
        'unit = "deg"',
        "value = 250.5",
        "value = 1500",
        "start = 45",
        "speed = -3.5",
        "l = 100",
    ):
        assert words in text


@pytest.mark.parametrize(
    "old, new",
    [
        ("m = 1.5", "m = 1.25"),
        ("value = 30", "value = 31"),
        ('"gravity"', '"gravitation"'),
        ("speed = 2", "speed = 3"),
        ("guess = 100", "guess = 101"),
        ("3/5*theta2", "4/5*theta2"),
        ('"m/2"', '"m/3"'),
        ("min(y, theta2, 3)", "max(y, theta2, 3)"),
        ("10*sin(2*t)", "10*sin(3*t)"),
        ('"monotone"', '"linear"'),
        ("1e5", "1.1e5"),
        ("(y - s)/m", "(y + s)/m"),
        ("theta2' - y' - größe'", "theta2' - y' + größe'"),
        ("restitution = 0.5", "restitution = 0.6"),
        ('law = "poisson"', 'law = "newton"'),
        ("(1 + speed)", "(2 + speed)"),
        ("sticking = 0.75", "sticking = 0.8"),
        ("theta2' - 2*y'", "theta2' + 2*y'"),
        ("friction = 0.25", "friction = 0.26"),
        ("winkel' - y'", "winkel' + y'"),
        ("stiffness = 1e6", "stiffness = 2e6"),
        ('damping = "half"', 'damping = "n"'),
        ("exponent = 1.5", "exponent = 2"),
        ('"falling"', '"rising"'),
        ('1.5, "y"', '1.6, "y"'),
        ("seven", "eight"),
        ("samples = 10,", "samples = 11,"),
        ("rtol = 1e-9", "rtol = 1e-8"),
        ("= 45, half", "= 46, half"),
    ],
)
def test_a_change_of_meaning_is_a_different_model(old, new, everything, tmp_path):
    """Changing any one number, word or sign gives a model that is not equal."""
    assert EVERYTHING.count(old) >= 1
    path = tmp_path / "changed.toml"
    path.write_text(EVERYTHING.replace(old, new, 1), encoding="utf-8")
    assert dalembert.read(path) != everything


def test_layout_and_rearrangement_have_no_meaning(everything, tmp_path):
    """Comments, line ends, brackets and the order of terms leave a model equal."""
    text = EVERYTHING.replace("3/5*theta2 + 2/5*y", "( 2/5*y + theta2*3/5 )").replace("y - 10", "-10 + y")
    path = tmp_path / "other.toml"
    path.write_bytes(("# a comment\n" + text).replace("\n", "\r\n").encode())
    other = dalembert.read(path)
    assert other.definitions == everything.definitions
    assert other.events == everything.events
    assert other == everything


@pytest.mark.parametrize("system", [s.name for s in library.SYSTEMS])
def test_library_models_are_written_and_read_back(system, tmp_path):
    """Every library system, written and read, is equal to itself."""
    model = dalembert.read(system)
    assert again(model, tmp_path) == model


def test_random_decimals_and_quotients_survive(tmp_path):
    """Models with random numbers in random units and expressions are equal after writing and reading."""
    r = random.Random(50)
    for _ in range(40):
        model = dalembert.model(
            parameters={
                "a": {"value": r.uniform(-1e3, 1e3), "unit": r.choice(("mm", "deg", "rpm", "kg"))},
                "b": {
                    "value": Fraction(r.randint(1, 99), r.randint(1, 99)),
                    "unit": r.choice(("mm", "deg", "m")),
                },
                "c": Fraction(r.randint(1, 99), r.randint(1, 99)),
            },
            coordinates={"x": {"unit": "deg", "start": r.uniform(-180, 180), "speed": r.randint(-9, 9)}},
            energy={
                "kinetic": f"({r.random():.3f}*x')*{r.random():.2f}*(x'*{r.random():.2f})",
                "potential": f"({r.random():.2f}/x)/{r.random():.2f} + {r.random():.3f}*(x - ({r.random():.2f} - x))",
            },
        )
        assert again(model, tmp_path) == model, dalembert.write(model)


def test_writing_leaves_out_what_is_not_there():
    """A model of one coordinate is written in a few lines that say nothing else."""
    text = dalembert.write(dalembert.model(coordinates={"x": {}}, energy={"kinetic": "x'^2"}))
    assert "parameters" not in text
    assert "simulate" not in text
    assert len(text.splitlines()) < 10


def test_nothing_that_is_written_can_break_out_of_its_string(tmp_path):
    """Titles and texts with quotes, brackets and line ends are read back as they were."""
    for words in (
        '"',
        "'",
        '"""',
        "'''",
        "\\",
        "]\n[parameters]\nm = 1",
        "# no comment",
        "a = 1",
        "é\u2028ü",
        "\\u0041",
    ):
        model = dalembert.model(
            title=words.replace("\n", " "), text=words, coordinates={"x": {"text": words}}
        )
        assert again(model, tmp_path) == model
