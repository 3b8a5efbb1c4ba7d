"""Every rule of `check`: its name, severity, location and hint. A « marks where the message must point."""

import pytest

import dalembert
from dalembert._model.check import ENERGIES, FIRST, SECOND, THEN

BASE = {
    "parameters": "m = 1.0\nk = 2.0\n",
    "coordinates": "x = { start = 0.1 }\ntheta = { start = 0 }\n",
    "energy": 'kinetic = "1/2*m*x\'^2 + 1/2*m*theta\'^2"\npotential = "1/2*k*x^2"\n',
}


def model(**sections):
    """A good model with some sections replaced (their names with __ for a dot) or added."""
    head = "format = 1\n" + sections.pop("head", "")
    parts = BASE | sections
    return head + "".join(f"[{name.replace('__', '.')}]\n{text}\n" for name, text in parts.items())


P, C, E = BASE["parameters"], BASE["coordinates"], BASE["energy"]
KINETIC, POTENTIAL = E.splitlines()
EFFORT = {
    "efforts": "f = { guess = 0 }",
    "constraints__effort": 'law = "f - k*x"',
    "work": 'x = "f"',
}

TABLE = 'x = [0, 1]\nvalue = [0, 1]\nbeyond = "hold"'

# rule, severity, where, model with a «, words of the hint
CASES = {
    "reserved function": ("reserved", "error", "parameters.sin", model(parameters=P + "«sin = 1.0"), "sin1"),
    "reserved constant": ("reserved", "error", "parameters.pi", model(parameters=P + "«pi = 3"), "pi1"),
    "reserved time": ("reserved", "error", "coordinates.t", model(coordinates=C + "«t = {}"), "t1"),
    "reserved word": ("reserved", "error", "parameters.and", model(parameters=P + "«and = 3"), "and1"),
    "reserved dot": ("reserved", "error", "parameters.dot", model(parameters=P + "«dot = 3"), "dot1"),
    "reserved multiplier": ("reserved", "error", "parameters.lam_a", model(parameters=P + "«lam_a = 3"), "a"),
    "no capacitor": (
        "network",
        "error",
        "elements.C.capacitance",
        model(
            elements='R = { kind = "resistor", between = ["a", "ground"], resistance = 1 }\n'
            'C = { kind = "capacitor", between = ["a", "ground"], «capacitance = -1 }'
        ),
        "above 0",
    ),
    "angle in degrees": (
        "degrees",
        "warning",
        "coordinates.phi",
        model(
            coordinates=C + "«phi = { start = 45 }\n",
            energy=E.replace("1/2*k*x^2", "1/2*k*x^2 - m*cos(phi)"),
        ),
        'phi = { start = 45, unit = "deg" }',
    ),
    "shadowed": ("shadowed", "error", "definitions.m", model(definitions='«m = "2*k"'), "rename"),
    "shadowed coordinate": ("shadowed", "error", "states.x", model(states='«x = { rate = "-k" }'), "rename"),
    "constraint called twice": (
        "duplicate-name",
        "error",
        "constraints.flow.c",
        model(constraints__displacement='c = "x - theta"', constraints__flow="«c = \"x' - theta'\""),
        "rename",
    ),
    "contact called like a constraint": (
        "duplicate-name",
        "error",
        "contacts.c",
        model(constraints__displacement='c = "x - theta"', contacts='«c = { gap = "x", restitution = 0 }'),
        "rename",
    ),
    "set parameter": (
        "set",
        "error",
        "events.a.set.k",
        model(events__a='when = "x"\nset = { «k = 1 }'),
        'rate = "0"',
    ),
    "set stranger": (
        "set",
        "error",
        "events.a.set.xx",
        model(events__a='when = "x"\nset = { «xx = 1 }'),
        "`x`",
    ),
    "set rate of a state": (
        "set",
        "error",
        "events.a.set.s'",
        model(states='s = { rate = "-s", start = 1 }', events__a='when = "x"\nset = { «"s\'" = 1 }'),
        "set s itself",
    ),
    "set and stop": (
        "set",
        "error",
        "events.a",
        model(events='«[events.a]\nwhen = "x"\naction = "stop"\nset = { x = 1 }').replace("[events]\n", ""),
        "delete",
    ),
    "impulse on a stranger": (
        "impulse",
        "error",
        "impulses.a.work.xx",
        model(impulses__a="at = 1\nwork = { «xx = 1 }"),
        "`x`",
    ),
    "impulse at no time": (
        "impulse",
        "error",
        "impulses.a.at",
        model(parameters=P + "z = 0.0", impulses__a='at = "«1/z"\nwork = { x = 1 }'),
        "finite",
    ),
    "sampled never": (
        "sampled",
        "error",
        "sampled.u.every",
        model(sampled='u = { every = "«-k", value = "x" }', work='x = "u"'),
        "positive",
    ),
    "sampled energy": (
        "sampled",
        "error",
        "energy.potential",
        model(sampled='u = { every = 1, value = "x" }', energy=KINETIC + '\npotential = "«u*x"'),
        "[work]",
    ),
    "sampled without a start": (
        "sampled",
        "error",
        "sampled.u.value",
        model(sampled='u = { every = 1, value = "«u + x" }', work='x = "u"'),
        "start",
    ),
    "delay without a past": ("delay", "error", "work.x", model(work='x = "«delay(x, 1)"'), "before"),
    "delay that is none": (
        "delay-time",
        "error",
        "work.x",
        model(work='x = "«delay(x, k - k)"', coordinates=C.replace("0.1", "0.1, before = 0")),
        "positive",
    ),
    "before without a delay": (
        "before",
        "warning",
        "coordinates.x",
        model(coordinates="«" + C.replace("0.1", "0.1, before = 0")),
        "delete",
    ),
    "unknown name": (
        "unknown-name",
        "error",
        "energy.potential",
        model(energy=KINETIC + '\npotential = "1/2*«kk*x^2"'),
        "`k`",
    ),
    "unknown coordinate": (
        "unknown-name",
        "error",
        "energy.potential",
        model(energy=KINETIC + '\npotential = "k*cos(«tehta)"'),
        "`theta`",
    ),
    "unknown with nothing near": (
        "unknown-name",
        "error",
        "outputs.o",
        model(outputs='o = "«wholly_other"'),
        "[parameters]",
    ),
    "velocity in another language": (
        "unknown-name",
        "error",
        "outputs.o",
        model(outputs='o = "2*«xdot"'),
        "x'",
    ),
    "velocity of a long name in another language": (
        "unknown-name",
        "error",
        "outputs.o",
        model(outputs='o = "2*«thetadot"'),
        "theta'",
    ),
    "circle of definitions": (
        "cycle",
        "error",
        "definitions.a",
        model(definitions='a = "«b + 1"\nb = "c*x"\nc = "a"'),
        "break",
    ),
    "circle of parameters": (
        "cycle",
        "error",
        "parameters.a",
        model(parameters=P + 'a = "«b + 1"\nb = "2*a"'),
        "number",
    ),
    "rate of a parameter": (
        "no-rate",
        "error",
        "energy.potential",
        model(energy=KINETIC + '\npotential = "k*«m\'"'),
        "[coordinates]",
    ),
    "rate of a state": (
        "no-rate",
        "error",
        "outputs.o",
        model(states='s = { rate = "x - s" }', outputs='o = "«s\'"'),
        "expression",
    ),
    "rate of an effort": (
        "no-rate",
        "error",
        "outputs.o",
        model(**EFFORT, outputs='o = "1 + «f\'"'),
        "expression",
    ),
    "rate of a definition with a state": (
        "no-rate",
        "error",
        "outputs.o",
        model(states='s = { rate = "x - s" }', definitions='d = "s*x"', outputs='o = "«d\'"'),
        "s",
    ),
    "velocity in a displacement constraint": (
        "misplaced-name",
        "error",
        "constraints.displacement.c",
        model(constraints__displacement='c = "x - «theta\'"'),
        "[constraints.flow]",
    ),
    "velocity through a definition": (
        "misplaced-name",
        "error",
        "constraints.displacement.c",
        model(definitions='v = "x\'"', constraints__displacement='c = "theta - «v"'),
        "[constraints.flow]",
    ),
    "effort in an energy": (
        "misplaced-name",
        "error",
        "energy.potential",
        model(**EFFORT, energy=KINETIC + '\npotential = "k*x*«f"'),
        "[work]",
    ),
    "coordinate in an input": (
        "misplaced-name",
        "error",
        "inputs.u",
        model(inputs='u = "sin(«x)"'),
        "[work]",
    ),
    "start that is not given in a start": (
        "dependent-start",
        "error",
        "coordinates.x.start",
        model(coordinates='x = { start = "2*«theta" }\ntheta = {}'),
        "start",
    ),
    "starts in a circle": (
        "dependent-start",
        "error",
        "coordinates.x.start",
        model(coordinates='x = { start = "«theta" }\ntheta = { start = "x" }'),
        "numbers and parameters",
    ),
    "time in a parameter": (
        "misplaced-name",
        "error",
        "parameters.a",
        model(parameters=P + 'a = "2*«t"'),
        "parameters",
    ),
    "acceleration": (
        "acceleration",
        "error",
        "energy.potential",
        model(definitions='v = "x\'"', energy=KINETIC + '\npotential = "k*«v\'"'),
        "velocities only",
    ),
    "work on nothing": ("work", "error", "work.tehta", model(work='«tehta = "k"'), "`theta`"),
    "work on nothing near": ("work", "error", "work.zzz", model(work='«zzz = "k"'), "theta"),
    "case of no parameter": (
        "case",
        "error",
        "cases.a.parameters.kk",
        model(cases__a="parameters = { kk = «3 }"),
        "`k`",
    ),
    "case of no start": ("case", "error", "cases.a.start.y", model(cases__a="start = { y = «3 }"), ""),
    "case of no speed": (
        "case",
        "error",
        "cases.a.speed.tehta",
        model(cases__a="speed = { tehta = «3 }"),
        "`theta`",
    ),
    "run that ends early": ("simulate", "error", "simulate", model(simulate="«t_end = -1"), "later"),
    "case that ends early": (
        "simulate",
        "error",
        "cases.a",
        model(simulate="t_start = 5\nt_end = 9", cases__a="simulate = { «t_end = 4 }"),
        "later",
    ),
    "missing value": (
        "missing-value",
        "structure",
        "parameters.c",
        model(parameters=P + '«c = { text = "damping" }', energy=E + 'dissipation = "1/2*c*x\'^2"'),
        "c = {",
    ),
    "idle coordinate": (
        "idle-coordinate",
        "structure",
        "coordinates.z",
        model(coordinates=C + "«z = { start = 0 }"),
        "delete",
    ),
    "constraint of nothing": (
        "empty-constraint",
        "structure",
        "constraints.displacement.c",
        model(constraints__displacement='c = "«k - m"'),
        "delete",
    ),
    "flow constraint of positions": (
        "empty-constraint",
        "structure",
        "constraints.flow.c",
        model(constraints__flow='c = "«x - theta"'),
        "[constraints.displacement]",
    ),
    "constraint said twice": (
        "duplicate-constraint",
        "structure",
        "constraints.displacement.d",
        model(constraints__displacement='c = "x - k*theta"\nd = "«2*k*theta - 2*x"'),
        "delete",
    ),
    "effort without a constraint": (
        "effort",
        "structure",
        "efforts.f",
        model(efforts="«f = { guess = 0 }", work='x = "f"'),
        "[constraints.effort]",
    ),
    "constraint without an effort": (
        "effort",
        "structure",
        "constraints.effort.law",
        model(constraints__effort='«law = "x - k"'),
        "[efforts]",
    ),
    "effort that does nothing": (
        "effort",
        "structure",
        "efforts.f",
        model(efforts="«f = { guess = 0 }", constraints__effort='law = "f - k*x"'),
        "[work]",
    ),
    "velocity in the potential": (
        "velocity-in-potential",
        "warning",
        "energy.potential",
        model(energy=KINETIC + '\npotential = "k*x*«theta\'"'),
        "dissipation",
    ),
    "kinetic energy of degree four": (
        "kinetic-degree",
        "note",
        "energy.kinetic",
        model(energy='kinetic = "«m*x\'^4 + m*theta\'^2"\npotential = "k*x"'),
        "second derivatives",
    ),
    "kinetic energy that is no polynomial": (
        "kinetic-degree",
        "note",
        "energy.kinetic.a",
        model(energy='potential = "k*x"', energy__kinetic='a = "«m*sqrt(1 - x\'^2)"\nb = "theta\'^2"'),
        "second derivatives",
    ),
    "kinetic energy without velocities": (
        "kinetic-degree",
        "warning",
        "energy.kinetic.b",
        model(energy='potential = "k*x"', energy__kinetic='a = "x\'^2 + theta\'^2"\nb = "«m*x^2"'),
        "x'",
    ),
    "dissipation without velocities": (
        "dissipation",
        "warning",
        "energy.dissipation",
        model(energy=E + 'dissipation = "«1/2*k*x^2"'),
        "x'",
    ),
    "guess beside a start": (
        "guess",
        "warning",
        "coordinates.x",
        model(coordinates="«x = { start = 1, guess = 2 }\ntheta = {}"),
        "delete",
    ),
    "unused parameter": ("unused", "warning", "parameters.c", model(parameters=P + "«c = 1"), "delete"),
    "unused definition": ("unused", "warning", "definitions.d", model(definitions='«d = "x"'), "delete"),
    "unused input": ("unused", "warning", "inputs.u", model(inputs='«u = "sin(t)"'), "delete"),
    "unknown section": (
        "unknown-key",
        "error",
        "coordinate",
        model(coordinate="a = {}").replace("[coordinate]", "«[coordinate]"),
        "`coordinates`",
    ),
    "section that belongs elsewhere": (
        "unknown-key",
        "error",
        "dissipation",
        model(dissipation='D = "1/2*x\'^2"').replace("[dissipation]", "«[dissipation]"),
        "[energy.dissipation]",
    ),
    "section of a motor that comes as an FMU": (
        "unknown-key",
        "error",
        "fmus",
        model(fmus__motor='file = "motor.fmu"').replace("[fmus.motor]", "«[fmus.motor]"),
        "export MODEL --to fmu3",
    ),
    "negative mass of a body": (
        "body-value",
        "error",
        "bodies.rod.mass",
        model(
            parameters=P + "\nmb = -1",
            bodies="space = 2",
            bodies__rod='mass = "«mb"\ninertia = 1\nplace = { at = ["x", 0], angle = "theta" }',
        ),
        "mb",
    ),
    "turns of an angle between −π and π": (
        "half-turn",
        "error",
        "events.round.when",
        model(
            bodies='space = 3\ncoordinates = "body"',
            bodies__rotor="mass = 1\ninertia = 1",
            joints__O='kind = "pin"\nbetween = ["ground", "rotor"]\ncoordinate = "turned"',
            events__round='when = "«turned - 5"',
        ),
        'coordinates = "joint"',
    ),
    "unknown key": (
        "unknown-key",
        "error",
        "coordinates.x.strat",
        model(coordinates="x = { «strat = 1 }\ntheta = {}"),
        "`start`",
    ),
    "unknown key of energy": (
        "unknown-key",
        "error",
        "energy.potental",
        model(energy=KINETIC + '\n«potental = "k*x"'),
        "`potential`",
    ),
    "unknown kind of constraint": (
        "unknown-key",
        "error",
        "constraints.flw",
        model(constraints='«flw = { c = "x\'" }'),
        "`flow`",
    ),
    "unknown setting": ("unknown-key", "error", "simulate.t_ende", model(simulate="«t_ende = 4"), "`t_end`"),
    "missing rate": ("missing-key", "error", "states.s", model(states="«s = { start = 0 }"), "rate"),
    "missing gap": ("missing-key", "error", "contacts.c", model(contacts="«c = { restitution = 0 }"), "gap"),
    "restitution that makes energy": (
        "contact",
        "error",
        "contacts.c.restitution",
        model(contacts='c = { gap = "x", restitution = «1.1 }'),
        "0 to 1",
    ),
    "slip without a velocity": (
        "slip",
        "error",
        "contacts.c.slip",
        model(contacts='c = { gap = "x", restitution = 0, friction = 0.1, slip = "«theta" }'),
        "theta'",
    ),
    "gap without a coordinate": (
        "gap",
        "error",
        "contacts.c.gap",
        model(contacts='c = { gap = "«m*t", restitution = 0 }'),
        "distance",
    ),
    "start inside a contact": (
        "start",
        "structure",
        "contacts.c",
        model(contacts='«c = { gap = "x - m", restitution = 0 }'),
        "write start = 1 or more for `x`",
    ),
    "start in a pressed contact": (
        "start",
        "note",
        "contacts.c",
        model(contacts='«c = { gap = "x - m", law = "spring", stiffness = 100 }'),
        "correct if it carries a load",
    ),
    "start without a gap": (
        "start",
        "structure",
        "contacts.c",
        model(contacts='«c = { gap = "log(theta) + x", restitution = 0 }'),
        "division by zero",
    ),
    "two meanings of speed": (
        "ambiguous",
        "error",
        "contacts.c.restitution",
        model(parameters=P + "speed = 2", contacts='c = { gap = "x", restitution = "exp(-«speed)" }'),
        "speed1",
    ),
    "missing when": ("missing-key", "error", "events.e", model(events='«e = { action = "stop" }'), "when"),
    "missing column": (
        "missing-key",
        "error",
        "inputs.u",
        model(inputs='«u = { table = "a.csv", time = "t" }', work='x = "u"'),
        "column",
    ),
    "wrong direction": (
        "value",
        "error",
        "events.e.direction",
        model(events='e = { when = "x", «direction = "down" }'),
        '"both"',
    ),
    "coordinate that is no table": (
        "value",
        "error",
        "coordinates.x",
        model(coordinates="«x = 3\ntheta = {}"),
        "{",
    ),
    "samples that are none": ("value", "error", "simulate.samples", model(simulate="«samples = 0"), "1000"),
    "tolerance that is none": ("value", "error", "simulate.rtol", model(simulate="«rtol = -1"), "rtol"),
    "title that is no text": ("value", "error", "title", model(head="«title = 3\n"), '"'),
    "truth as a value": ("value", "error", "parameters.c", model(parameters=P + "c = «true"), "1/2"),
    "name that is none": ("name", "error", "parameters.2a", model(parameters=P + '«"2a" = 1'), "x2a"),
    "name with a dash": ("name", "error", "parameters.a-b", model(parameters=P + "«a-b = 1"), "a_b"),
    "unit that is none": (
        "unit",
        "error",
        "parameters.c.unit",
        model(parameters=P + 'c = { value = 1, unit = "N*«metr" }'),
        "N*m",
    ),
    "unit of two readings": (
        "unit",
        "error",
        "parameters.c.unit",
        model(parameters=P + 'c = { value = 1, unit = "J/kg «K" }'),
        "write J/(kg*K) or J*K/kg",
    ),
    "letters that are no unit": (
        "unit",
        "error",
        "parameters.c.unit",
        model(parameters=P + 'c = { value = 1, unit = "«KN/m" }'),
        "did you mean kN/m or K*N/m?",
    ),
    "number of an input in a unit and an expression": (
        "unit",
        "error",
        "inputs.F.value",
        model(inputs='F = { unit = "kN", «value = "2*t" }'),
        "number in that unit",
    ),
    "expression in degrees": (
        "unit",
        "error",
        "coordinates.theta.start",
        model(coordinates='x = {}\ntheta = { unit = "deg", «start = "pi/4" }'),
        "number in that unit",
    ),
    "tab for a letter": (
        "control-character",
        "error",
        "coordinates.theta.symbol",
        model(coordinates='x = {}\ntheta = { symbol = "«\\theta" }'),
        "'\\theta'",
    ),
    "constant without a value": (
        "constant",
        "error",
        "energy.potential",
        model(energy=KINETIC + '\npotential = "x*«sqrt(-1)"'),
        "constant",
    ),
    "table elsewhere": (
        "path",
        "error",
        "inputs.u.table",
        model(inputs='u = { «table = "../a.csv", time = "t", column = "h" }', work='x = "u"'),
        "beside",
    ),
    "table without a name": (
        "value",
        "error",
        "inputs.u.table",
        model(inputs='u = { «table = "", time = "t", column = "h" }', work='x = "u"'),
        "",
    ),
    "wrong format": ("format", "error", "format", model().replace("format = 1", "«format = 2"), "format = 1"),
    "missing format": (
        "format",
        "warning",
        "format",
        "«" + model().replace("format = 1\n", ""),
        "format = 1",
    ),
    "syntax": (
        "syntax",
        "error",
        "energy.potential",
        model(energy=KINETIC + '\npotential = "1/2 «k*x^2"'),
        "2*k",
    ),
    "arguments": ("arguments", "error", "outputs.o", model(outputs='o = "1 + «atan2(x)"'), "atan2(y, x)"),
    "unknown function": ("unknown-function", "error", "outputs.o", model(outputs='o = "«sinn(x)"'), "sin("),
    "quotes forgotten": ("toml", "error", "", model(outputs="o = «x + 1"), "quotes"),
    "key twice": ("toml", "error", "", model(parameters=P + "m = 2«"), "twice"),
    "units that do not add": (
        "units",
        "error",
        "outputs.o",
        model(
            parameters='m = 1.0\nk = 2.0\na = { value = 1, unit = "m" }\nb = { value = 1, unit = "kg" }',
            outputs='o = "a + «b"',
        ),
        "units",
    ),
    "units of an energy": (
        "units",
        "error",
        "energy.potential",
        model(
            parameters='m = 1.0\nk = 2.0\na = { value = 1, unit = "m" }',
            energy=KINETIC + '\npotential = "«a*a"',
        ),
        "powers",
    ),
    "decimal without a unit": (
        "units",
        "warning",
        "energy.potential",
        model(
            parameters='m = { value = 1, unit = "kg" }',
            coordinates='x = { unit = "m", start = 0 }',
            energy='kinetic = "1/2*m*x\'^2"\npotential = "«9.81*m*x"',
        ),
        "parameter with a unit",
    ),
    "integrand with a bend": (
        "integral",
        "error",
        "energy.potential",
        model(energy=KINETIC + '\npotential = "«integral(k*max(u, u^2), u, 0, x)"\n'),
        "split the integral",
    ),
    "signal with a shape that moves": (
        "signal-constant",
        "error",
        "work.x",
        model(work='x = "square(t, «x)"'),
        "varies first",
    ),
    "signal out of its range": ("signal", "error", "work.x", model(work='x = "square(t, «0)"'), "number"),
    "table in a value": (
        "table-place",
        "error",
        "parameters.j",
        model(parameters=P + 'j = "«f(1)"', work='x = "j*f(x)"', tables__f=TABLE),
        "number",
    ),
    "table that nothing uses": (
        "unused-table",
        "warning",
        "tables.f",
        model(tables='«f = { x = [0, 1], value = [0, 1], beyond = "hold" }'),
        "delete",
    ),
    "table that does not increase": (
        "table",
        "error",
        "tables.f",
        model(work='x = "f(x)"', tables='«f = { x = [1, 0], value = [0, 1], beyond = "hold" }'),
        "increase",
    ),
    "slope of a table in a constraint": (
        "table-slope",
        "error",
        "constraints.displacement.c",
        model(constraints__displacement='c = "«x - f(theta)"', tables__f=TABLE),
        "monotone",
    ),
}


def verdict(text, tmp_path):
    """The verdict on a text without its mark, and the line and column of the mark."""
    at = text.index("«")
    text = text.replace("«", "")
    path = tmp_path / "model.toml"
    path.write_text(text, encoding="utf-8")
    line = text.count("\n", 0, at) + 1
    return dalembert.check(path), line, at - (text.rfind("\n", 0, at) + 1) + 1


@pytest.mark.parametrize("name", CASES)
def test_rule(name, tmp_path):
    """The flaw is found with its rule, severity, path, line, column and the right hint."""
    rule, severity, where, text, hint = CASES[name]
    found, line, column = verdict(text, tmp_path)
    matching = [
        flaw
        for flaw in found.flaws
        if flaw.rule == rule and flaw.where == where and flaw.severity == severity
    ]
    assert matching, [(f.rule, f.severity, f.where, f.message) for f in found.flaws]
    flaw = matching[0]
    assert hint in flaw.hint
    assert flaw.message
    assert flaw.file == "model.toml"
    assert (flaw.line, flaw.column) == (line, column)
    assert found.ok == (severity in ("warning", "note"))
    letter = str(flaw)
    assert f"model.toml:{line}:{column}" in letter
    assert "^" in letter


def test_every_rule_has_a_test():
    """Each rule function is shown to find something by a case of this file or by the hostile files."""
    elsewhere = {"empty", "budget", "no-kinetic", "mesh"}  # a mesh is a file: tests/meshes
    shown = {case[0] for case in CASES.values()} | elsewhere
    assert len(FIRST) + len(SECOND) + len(THEN) + len(ENERGIES) <= len(shown)


def test_a_good_model_has_no_flaws(tmp_path):
    """The model on which the cases are built has no flaw at all."""
    found, _, _ = verdict("«" + model(), tmp_path)
    assert found.flaws == ()
    assert found.ok
    assert str(found) == "no problems found"


def test_a_model_without_coordinates_is_an_error(tmp_path):
    """A model without coordinates and states is refused with an example of a coordinate."""
    found, _, _ = verdict("«format = 1\n", tmp_path)
    assert [(flaw.rule, flaw.severity, flaw.where) for flaw in found.flaws] == [
        ("empty", "error", "coordinates")
    ]
    assert "[coordinates]" in found.flaws[0].hint


def test_states_alone_are_a_model(tmp_path):
    """A model of first-order states only needs no coordinates."""
    found, _, _ = verdict('«format = 1\n[states]\ns = { rate = "-2*s", start = 1 }\n', tmp_path)
    assert found.ok


def test_all_flaws_are_told_at_once(tmp_path):
    """Ten mistakes in one file give ten flaws, errors first and in the order of the lines."""
    text = model(
        parameters=P + 'sin = 1\n2a = 3\nc = { unit = "metr" }\n',
        coordinates=C + "y = { strat = 1 }\n",
        energy=KINETIC + '\npotential = "1/2*kk*x^2 + (x"\n',
        work='tehta = "1"\n',
        outputs='a = "sinn(x)"\nb = "2x"\nc = "zz + yy"\nd = "x = 1"\n',
        simulate="t_ende = 3\nrtol = 0\n",
    ).replace("2a =", '"2a" =')
    found, _, _ = verdict("«" + text, tmp_path)
    errors = [flaw for flaw in found.flaws if flaw.severity == "error"]
    rules = [flaw.rule for flaw in errors]
    for rule, count in {
        "reserved": 1,
        "name": 1,
        "unit": 1,
        "unknown-key": 2,
        "syntax": 3,
        "work": 1,
        "unknown-function": 1,
        "unknown-name": 2,
        "value": 1,
    }.items():
        assert rules.count(rule) == count, (rule, rules)
    assert [flaw.line for flaw in errors] == sorted(flaw.line for flaw in errors)


def test_read_raises_what_check_finds(tmp_path):
    """`read` and `derive` refuse a file with errors by an exception that carries them all."""
    path = tmp_path / "model.toml"
    path.write_text(
        model(energy=KINETIC + '\npotential = "2x + (y"').replace('"2x', '"2 x'), encoding="utf-8"
    )
    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.read(path)
    assert caught.value.flaws
    path.write_text(model(energy=KINETIC + '\npotential = "kk*x"', outputs='o = "zz"'), encoding="utf-8")
    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.derive(path)
    assert [flaw.rule for flaw in caught.value.flaws] == ["unknown-name", "unknown-name"]
    assert "did you mean `k`" in str(caught.value)


@pytest.mark.parametrize("rule", [*FIRST, *SECOND, *THEN, *ENERGIES])
def test_rules_say_what_must_hold(rule):
    """Every rule says in one sentence what must hold."""
    assert rule.__doc__
    assert rule.__doc__.strip().endswith(".")


def test_mistakes_in_the_python_door_have_a_column():
    """A mistake in an expression given in Python is shown with its text and column."""
    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.model(coordinates={"x": {}}, energy={"kinetic": "1/2 x'^2"})
    (flaw,) = caught.value.flaws
    assert flaw.where == "energy.kinetic"
    assert flaw.column == 5
    assert "1/2 x'^2" in str(flaw)


def test_an_output_has_a_name_of_its_own():
    """An output called like a coordinate is refused, unless it is that coordinate: results have names."""
    sections = {
        "coordinates": {"x": {"start": 1, "speed": 0}},
        "energy": {"kinetic": "1/2*x'^2", "potential": "1/2*x^2"},
    }
    wrong = dalembert.check(dalembert.model(**sections, outputs={"x": "2*x"}))
    assert [(flaw.rule, flaw.where) for flaw in wrong.flaws] == [("shadowed", "outputs.x")]
    assert dalembert.check(dalembert.model(**sections, outputs={"x": "x", "twice": "2*x"})).ok


def test_a_case_of_something_else_is_answered_with_what_there_is():
    """`--set`, `--start` and cases of unknown names list the names that the model has."""
    made = dalembert.model(
        coordinates={"x": {"start": 1}}, energy={"kinetic": "x'^2/2", "potential": "x^2/2"}
    )
    for values, hint in (
        ({"parameters": {"k": 3}}, "the model has none"),
        ({"start": {"y": 3}}, "the model has x"),
    ):
        with pytest.raises(dalembert.ModelError) as caught:
            dalembert.vary(made, **values)
        assert caught.value.flaws[0].hint == hint
