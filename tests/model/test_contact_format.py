"""Contacts in a model file: valid entries, error messages, units."""

import pytest
import sympy
from sympy.physics.mechanics import dynamicsymbols

import dalembert
from dalembert._model.result_units import units_of
from dalembert._model.units import unit_of

HEAD = """format = 1
[parameters]
m = 1.0
mu = 0.3
K = 1e4
[coordinates]
x = { start = 0 }
y = { start = 1 }
[definitions]
low = "K/m"
[states]
s = { rate = "x - s", start = 0 }
[efforts]
P = { guess = 0 }
[constraints.effort]
law = "P - K*x"
[work]
x = "P + s"
[energy]
kinetic = "1/2*m*(x'^2 + y'^2)"
potential = "low*x^2"
[contacts.floor]
gap = "y"
"""
STIFF, SPRING = "restitution = 0.5\n", 'law = "spring"\nstiffness = "K"\n'
RUBS, SLIPS = "friction = 0.3\n", 'slip = "x\'"\n'


def flaws_of(lines, head=HEAD, tmp=None):
    """The errors and structural flaws of a model with these lines in its contact."""
    path = tmp / "model.toml"
    path.write_text(head + lines, encoding="utf-8")
    return [flaw for flaw in dalembert.check(path).flaws if flaw.severity in ("error", "structure")]


# lines of the contact; rule, path after contacts.floor, words of the message, words of the hint
REFUSED = {
    "no restitution": ("", "missing-key", "", "`restitution` is missing", "restitution = 0.5"),
    "no restitution with poisson": (
        'law = "poisson"\n',
        *("missing-key", "", "`restitution` is missing", "restitution = 0.5"),
    ),
    "no stiffness": (
        'law = "hunt_crossley"\n',
        *("missing-key", "", '`stiffness` is missing: the law "hunt_crossley"', "stiffness = 1e6"),
    ),
    "restitution of a spring": (
        SPRING + STIFF,
        *("contact", ".restitution", 'the law "spring" has no `restitution`', 'law = "newton"'),
    ),
    "stiffness without a law": (
        'stiffness = "K"\n',
        *("contact", ".stiffness", 'the law "newton" has no `stiffness`', 'law = "spring"'),
    ),
    "damping of poisson": (
        'law = "poisson"\ndamping = 1\n' + STIFF,
        *("contact", ".damping", 'the law "poisson" has no `damping`', 'law = "hunt_crossley"'),
    ),
    "exponent of newton": (
        STIFF + "exponent = 1.5\n",
        *("contact", ".exponent", 'the law "newton" has no `exponent`', 'law = "spring"'),
    ),
    "law misspelt": (
        'law = "hunt_crosley"\nstiffness = "K"\n',
        *("value", ".law", '`law` must be "newton", "poisson", "spring" or', 'law = "hunt_crossley"'),
    ),
    "friction without slip": (
        STIFF + RUBS,
        *("missing-key", ".friction", "`slip` is missing", "slip = \"x'"),
    ),
    "slip without friction": (
        STIFF + SLIPS,
        *("missing-key", ".slip", "`friction` is missing", "friction = 0.3"),
    ),
    "sticking without friction": (
        STIFF + "sticking = 0.4\n",
        *("missing-key", ".sticking", "`friction` is missing", "friction = 0.3"),
    ),
    "three slips": (
        STIFF + RUBS + 'slip = ["x\'", "y\'", "x\'"]\n',
        *("value", ".slip", "one tangential velocity or a list of two, but has 3", "slip = ["),
    ),
    "no slip in a list": (
        STIFF + RUBS + "slip = []\n",
        *("value", ".slip", "but has 0", "slip = ["),
    ),
    "slip that cannot be read": (
        STIFF + RUBS + 'slip = ["x\'", "2 y\'"]\n',
        *("syntax", ".slip.1", "", ""),
    ),
    "slip without a velocity": (
        STIFF + RUBS + 'slip = ["x\'", "y"]\n',
        *("slip", ".slip.1", "the slip of `floor` contains no velocity", "y'"),
    ),
    "slip of a square": (
        STIFF + RUBS + 'slip = "x\'^2"\n',
        *("slip", ".slip", "is not linear in the velocities", "not its size or square"),
    ),
    "slip that is a size": (STIFF + RUBS + 'slip = "abs(x\')"\n', "slip", ".slip", "not linear", "size"),
    "effort in friction": (
        STIFF + 'friction = "P"\n' + SLIPS,
        *("misplaced-name", ".friction", "a coefficient of friction cannot contain an unknown effort", ""),
    ),
    "effort in slip": (
        STIFF + RUBS + 'slip = "x\' + P"\n',
        *("misplaced-name", ".slip", "a slip velocity cannot contain an unknown effort", ""),
    ),
    "coordinate in a stiffness": (
        'law = "spring"\nstiffness = "K*x"\n',
        *("misplaced-name", ".stiffness", "cannot contain a coordinate", "numbers and parameters"),
    ),
    "definition in a damping": (
        SPRING + 'damping = "low"\n',
        *("misplaced-name", ".damping", "the damping of a contact cannot contain", "numbers and parameters"),
    ),
    "velocity in an exponent": (
        SPRING + 'exponent = "1 + x\'"\n',
        *("misplaced-name", ".exponent", "cannot contain a velocity", "numbers and parameters"),
    ),
    "speed in a friction": (
        STIFF + 'friction = "speed"\n' + SLIPS,
        *("unknown-name", ".friction", "in a restitution only", 'h = "y" under [definitions], then -h\''),
    ),
    "rate of the speed": (
        'restitution = "speed\'"\n',
        *("unknown-name", ".restitution", "it has no rate", "write speed"),
    ),
    "slips that are the same": (
        STIFF + RUBS + 'slip = ["x\'", "-2*x\'"]\n',
        *("slip", ".slip.1", "the two slips of `floor` are the same", "perpendicular"),
    ),
    "restitution above one": ("restitution = 1.2\n", "contact", ".restitution", "is 1.2", "from 0 to 1"),
    "restitution below zero": ("restitution = -0.1\n", "contact", ".restitution", "is -0.1", "from 0 to 1"),
    "negative friction": (
        STIFF + "friction = -0.3\n" + SLIPS,
        *("contact", ".friction", "`floor` must be 0 or more, but is -0.3", "without a minus"),
    ),
    "sticking below friction": (
        STIFF + RUBS + SLIPS + "sticking = 0.2\n",
        *("contact", ".sticking", "must be at least the friction, 0.3, but is 0.2", "sticking = 0.3"),
    ),
    "no stiffness at all": ('law = "spring"\nstiffness = 0\n', "contact", ".stiffness", "is 0", "positive"),
    "negative damping": (SPRING + "damping = -1\n", "contact", ".damping", "is -1", "not negative"),
    "small exponent": (SPRING + "exponent = 0.5\n", "contact", ".exponent", "1 or more, but is 0.5", "1.5"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_contact_cannot_be_is_refused(name, tmp_path):
    """One flaw, at its place, with what is wrong and what to type."""
    lines, rule, path, message, hint = REFUSED[name]
    (flaw,) = flaws_of(lines, tmp=tmp_path)
    assert (flaw.rule, flaw.severity, flaw.where) == (rule, "error", f"contacts.floor{path}")
    assert message in flaw.message
    assert hint in flaw.hint
    assert flaw.line is not None


GOOD = {
    "newton": STIFF,
    "poisson": 'law = "poisson"\n' + STIFF,
    "of the speed": 'restitution = "exp(-speed/low*K)"\n',
    "of the motion": 'restitution = "1/(1 + x^2 + s^2)"\n',
    "rubbing": STIFF + 'friction = "mu*(1 + exp(-abs(x\')))*(2 + sin(t) + s)"\nsticking = "2*mu"\n' + SLIPS,
    "in space": STIFF + RUBS + 'slip = ["x\' - s", "y\'*cos(x)"]\n',
    "one in a list": STIFF + RUBS + 'slip = ["x\'"]\n',
    "spring": SPRING + 'damping = "mu"\nexponent = "1 + mu"\n' + RUBS + SLIPS,
    "hunt_crossley": 'law = "hunt_crossley"\nstiffness = 1e6\ndamping = 0\nexponent = 1\n',
}


@pytest.mark.parametrize("name", GOOD)
def test_good_contacts_are_read_and_written_back(name, tmp_path):
    """Nothing is said against them, and what is written is read as an equal model."""
    assert flaws_of(GOOD[name], tmp=tmp_path) == []
    model = dalembert.read(tmp_path / "model.toml")
    again = tmp_path / "again.toml"
    dalembert.write(model, again)
    assert dalembert.read(again) == model
    assert dalembert.read(again).contacts == model.contacts


@pytest.mark.parametrize(
    "lines",
    ['restitution = "4*mu"\n', STIFF + RUBS + SLIPS + 'sticking = "mu/2"\n', SPRING + 'damping = "-mu"\n'],
)
def test_values_of_parameters_stand_in_the_way_of_a_run_only(lines, tmp_path):
    """A coefficient that is wrong by the value of a parameter lets the equations be derived."""
    (flaw,) = flaws_of(lines, tmp=tmp_path)
    assert (flaw.rule, flaw.severity) == ("contact", "structure")
    assert dalembert.derive(tmp_path / "model.toml").verified is not None


def test_friction_forces_have_names_of_their_own(tmp_path):
    """A contact cannot be called like one of the two friction forces of another."""
    rough = 'gap = "x + 3"\nrestitution = 0\nfriction = 0.1\n'
    lines = STIFF + RUBS + 'slip = ["x\'", "y\'"]\n[contacts.floor_1]\n' + rough
    (flaw,) = flaws_of(lines + SLIPS, tmp=tmp_path)
    assert (flaw.rule, flaw.where) == ("duplicate-name", "contacts.floor_1")
    assert flaws_of(lines.replace("floor_1", "floor_3") + SLIPS, tmp=tmp_path) == []


def test_speed_is_one_thing(tmp_path):
    """A name `speed` of the model is refused in a restitution, and left alone anywhere else."""
    head = HEAD.replace("m = 1.0\n", "m = 1.0\nspeed = 2.0\n").replace("low*x^2", "low*x^2 + speed*x")
    (flaw,) = flaws_of('restitution = "exp(-speed)"\n', head=head, tmp=tmp_path)
    assert (flaw.rule, flaw.where) == ("ambiguous", "contacts.floor.restitution")
    assert "a parameter of this model" in flaw.message
    assert "speed1" in flaw.hint
    assert flaws_of(STIFF, head=head, tmp=tmp_path) == []


def test_an_input_in_a_slip_has_two_rates_left(tmp_path):
    """Slip is differentiated once where it sticks: it may contain u', and not the rate of that."""
    head = HEAD.replace("[contacts.floor]", '[inputs]\nu = "sin(t)"\n[contacts.floor]')
    head = head.replace('low = "K/m"\n', 'low = "K/m"\nfast = "u\'"\n')
    (flaw,) = flaws_of(STIFF + RUBS + "slip = \"x' - fast'\"\n", head=head, tmp=tmp_path)
    assert (flaw.rule, flaw.where) == ("input-rate", "contacts.floor.slip")
    assert flaws_of(STIFF + RUBS + "slip = \"x' - u'\"\n", head=head, tmp=tmp_path) == []


def test_contacts_come_through_the_python_door():
    """SymPy expressions, also in the list of two slips, give the contact that text gives."""
    t = dynamicsymbols._t
    x, y = dynamicsymbols("x y")
    speed, mu = sympy.symbols("speed mu")

    def made(contact):
        return dalembert.model(
            parameters={"mu": 0.3},
            coordinates={"x": {}, "y": {}},
            energy={"kinetic": "x'^2 + y'^2"},
            contacts={"floor": contact},
        )

    by_text = {"gap": "x*y", "restitution": "1/(1 + speed)", "friction": "mu", "slip": ["x' - y'", "y*x'"]}
    by_sympy = {
        "gap": x * y,
        "restitution": 1 / (1 + speed),
        "friction": mu,
        "slip": [x.diff(t) - y.diff(t), y * x.diff(t)],
    }
    assert made(by_text) == made(by_sympy)
    alone = {"gap": "x", "restitution": 1, "friction": "mu"}
    assert (
        made({**alone, "slip": "x'"}) == made({**alone, "slip": ["x'"]}) == made({**alone, "slip": x.diff(t)})
    )


# -- units -----------------------------------------------------------------------------------------------

MEASURED = """format = 1
[parameters]
m = { value = 1, unit = "kg" }
r = { value = 0.1, unit = "m" }
J = { value = 0.1, unit = "kg*m^2" }
v0 = { value = 1, unit = "m/s" }
mu = { value = 0.3, unit = "-" }
p = { value = 1, unit = "UNIT" }
[coordinates]
x = { unit = "m", start = 0 }
phi = { unit = "rad", start = 1 }
[energy]
kinetic = "1/2*m*x'^2 + 1/2*J*phi'^2"
[contacts.stop]
"""
LENGTH, ANGLE = 'gap = "x - r"\n', 'gap = "phi"\n'
SPRUNG, HUNT = 'law = "spring"\nstiffness = 1e5\n', 'law = "hunt_crossley"\nstiffness = 1e5\n'
UNITS = {
    "restitution": (LENGTH + 'restitution = "p"', "-", "m"),
    "restitution of the speed": (LENGTH + 'restitution = "exp(-speed/p)"', "m/s", "rad/s"),
    "restitution of the speed of an angle": (ANGLE + 'restitution = "exp(-speed/p)"', "rad/s", "m/s"),
    "friction": (LENGTH + 'restitution = 0\nfriction = "p"\nslip = "r*phi\'"', "-", "N"),
    "sticking": (LENGTH + 'restitution = 0\nfriction = 0\nsticking = "p"\nslip = "r*phi\'"', "-", "m"),
    "slip": (LENGTH + 'restitution = 0\nfriction = 0\nslip = "p*phi\'"', "m", "-"),
    "slip of an angle": (ANGLE + 'restitution = 0\nfriction = 0\nslip = "x\'/p"', "m", "-"),
    "second slip": (LENGTH + 'restitution = 0\nfriction = 0\nslip = ["x\'", "p*phi\'"]', "m", "-"),
    "stiffness": (LENGTH + 'law = "spring"\nstiffness = "p"', "N/m", "N*m"),
    "stiffness of a power": (LENGTH + 'law = "spring"\nexponent = 2\nstiffness = "p"', "N/m^2", "N/m"),
    "stiffness of Hertz": (LENGTH + 'law = "hunt_crossley"\nstiffness = "p"', "N/m^(3/2)", "N/m"),
    "stiffness of an angle": (ANGLE + 'law = "spring"\nstiffness = "p"', "N*m", "N/m"),
    "damping": (LENGTH + SPRUNG + 'damping = "p"', "N*s/m", "s/m"),
    "damping of Hunt and Crossley": (LENGTH + HUNT + 'damping = "p"', "s/m", "N*s/m"),
    "exponent": (LENGTH + SPRUNG + 'exponent = "p"', "-", "m"),
}


def said_of_units(text, tmp_path):
    """What is said about units."""
    path = tmp_path / "model.toml"
    path.write_text(text, encoding="utf-8")
    return [flaw for flaw in dalembert.check(path).flaws if flaw.rule == "units"]


@pytest.mark.parametrize("name", UNITS)
def test_units_of_contacts_are_checked(name, tmp_path):
    """The right unit passes in silence, a wrong one is an error."""
    lines, right, wrong = UNITS[name]
    assert said_of_units(MEASURED.replace("UNIT", right) + lines, tmp_path) == []
    found = said_of_units(MEASURED.replace("UNIT", wrong) + lines, tmp_path)
    assert [flaw.severity for flaw in found] == ["error"]
    assert "contacts.stop" in found[0].where


SAID = {
    "stiffness": "the stiffness of `stop` must be in N/m, but `p` is in N*m",
    "stiffness of a power": "with the exponent 2 must be in Pa, but `p` is in N/m",
    "stiffness of Hertz": "with the exponent 3/2 must be in N/m^(3/2), but `p` is in N/m",
    "stiffness of an angle": "must be in N*m, but `p` is in N/m",
    "damping": "must be in N*s/m, but `p` is in s/m",
    "damping of Hunt and Crossley": 'by the law "hunt_crossley" must be in s/m, but `p` is in N*s/m',
    "friction": "a coefficient of friction must be without a unit, but `p` is in N",
}


@pytest.mark.parametrize("name", SAID)
def test_units_are_told_as_people_write_them(name, tmp_path):
    """Newtons by metres, not kilograms by seconds squared; the user's own unit in the user's own words."""
    lines, right, wrong = UNITS[name]
    (flaw,) = said_of_units(MEASURED.replace("UNIT", wrong) + lines, tmp_path)
    assert SAID[name] in flaw.message
    asked = flaw.hint.split('"')[1]
    assert unit_of(asked).dimension == unit_of(right).dimension
    assert said_of_units(MEASURED.replace("UNIT", asked) + lines, tmp_path) == []


def test_a_decimal_power_of_a_unit_is_a_fraction(tmp_path):
    """N/m^1.5 is N/m^(3/2), read and written back."""
    lines, _, _ = UNITS["stiffness of Hertz"]
    assert said_of_units(MEASURED.replace("UNIT", "N/m^1.5") + lines, tmp_path) == []
    model = dalembert.read(tmp_path / "model.toml")
    assert model.parameters[-1].unit == "N/m^(3/2)"
    path = tmp_path / "again.toml"
    dalembert.write(model, path)
    assert dalembert.read(path) == model


def test_the_unit_of_a_stiffness_is_open_with_the_exponent(tmp_path):
    """Where the exponent is a parameter no unit can be asked of the stiffness, and none is."""
    text = MEASURED.replace("UNIT", "K") + LENGTH + 'law = "spring"\nexponent = "1 + mu"\nstiffness = "p"'
    assert said_of_units(text, tmp_path) == []
    assert dalembert.derive(tmp_path / "model.toml").verified is not None


def test_friction_is_in_power_per_slip():
    """Along a velocity friction is a force, along an angular one a torque, which is work per angle."""
    contact = {"restitution": 0, "friction": 0.1}
    model = dalembert.model(
        parameters={"m": {"value": 1, "unit": "kg"}, "J": {"value": 1, "unit": "kg*m^2"}},
        coordinates={"x": {"unit": "m"}, "y": {"unit": "m"}, "phi": {"unit": "rad"}},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2) + 1/2*J*phi'^2"},
        contacts={
            "floor": {"gap": "x", "slip": ["x'", "y'"], **contact},
            "smooth": {"gap": "x", "restitution": 0},
            "stop": {"gap": "phi", "slip": "phi'", **contact},
        },
    )
    assert units_of(model)["friction_unit"] == ("N", "N", "N*m")
