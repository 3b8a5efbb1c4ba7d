"""Contacts in files for MATLAB and Octave: phases, events of ode45, impacts; what is not followed is refused."""

import subprocess
from math import acos, sqrt

import numpy as np
import pytest
from tests.export.running import OCTAVE, write_files

import dalembert
from dalembert import ModelError
from dalembert._export.programs.program import program_in

needs_octave = pytest.mark.skipif(OCTAVE is None, reason="Octave is not installed")
RUN = {"t_end": 2.0, "samples": 20, "rtol": 1e-9}
BALL = {
    "parameters": {"g": 8.0, "e": 0.5},
    "coordinates": {"y": {"start": 1, "speed": 0}},
    "energy": {"kinetic": "1/2*y'^2", "potential": "g*y"},
    "contacts": {"floor": {"gap": "y", "restitution": "e"}},
    "simulate": RUN,
}
ROD = {
    "coordinates": {"x": {"start": 0}, "y": {"start": 0.1}, "u": {"start": 0.6}, "v": {"start": 0.9}},
    "energy": {"kinetic": "1/2*(x'^2 + y'^2 + u'^2 + v'^2)", "potential": "9.81*(y + v)"},
    "constraints": {"displacement": {"length": "(u - x)^2 + (v - y)^2 - 1"}},
    "contacts": {"foot": {"gap": "y", "restitution": 0}, "head": {"gap": "v", "restitution": 0.4}},
    "simulate": {"t_end": 0.6, "samples": 12, "rtol": 1e-9},
}
MODELS = {
    "three masses between springs, unequal restitutions": {
        "coordinates": {
            "x": {"start": 0, "speed": 1},
            "z": {"start": 0.5, "speed": 0},
            "w": {"start": 0.9, "speed": -0.5},
        },
        "energy": {
            "kinetic": "1/2*(x'^2 + 2*z'^2 + 0.5*w'^2)",
            "potential": "5*x^2 + 2*(z - 0.5)^2 + w^2",
        },
        "contacts": {
            "a": {"gap": "z - x - 0.1", "restitution": 0.8},
            "b": {"gap": "w - z - 0.1", "restitution": 0.2},
            "c": {"gap": "1.2 - w", "restitution": 0},
        },
        "simulate": RUN,
    },
    "a skate and a wall": {
        "parameters": {"e": 0.3},
        "coordinates": {"x": {"speed": 1}, "y": {"speed": 0}, "a": {"speed": 1}},
        "energy": {"kinetic": "1/2*(x'^2 + y'^2) + 0.1*a'^2"},
        "work": {"x": "sin(3*t)"},
        "constraints": {"flow": {"blade": "x'*sin(a) - y'*cos(a)"}},
        "contacts": {"wall": {"gap": "1.2 - y", "restitution": "e"}},
        "simulate": RUN,
    },
    "a rod that falls over": ROD,
    "two laws at once": ROD
    | {
        "contacts": {
            "foot": {"gap": "y", "restitution": 0.3, "law": "poisson"},
            "head": {"gap": "v", "restitution": 0.4},
        },
        "simulate": {"t_end": 0.3, "samples": 6, "rtol": 1e-9},
    },
    "a law of speed, a state, outputs of forces, a moving floor and a force that switches": {
        "parameters": {"v0": 2.0, "l": 0.1, "a": "l/10"},
        "coordinates": {"y": {"start": 1}},
        "states": {"heat": {"rate": "y'^2", "start": 0}},
        "energy": {"kinetic": "1/2*y'^2", "potential": "9.81*y"},
        "work": {"y": "-3*pulse(t, 0.21, 0.5)"},
        "contacts": {"floor": {"gap": "y - a*sin(7*t)", "restitution": "0.9*exp(-speed/v0)"}},
        "outputs": {"push": "2*contact_floor + y''"},
        "simulate": {"t_end": 0.65, "samples": 13, "rtol": 1e-9},
    },
    "pressed and lifted in turn": {
        "coordinates": {"y": {"start": 0, "speed": 0}},
        "energy": {"kinetic": "1/2*y'^2", "potential": "9.81*y"},
        "work": {"y": "20*sin(5*t)"},
        "contacts": {"floor": {"gap": "y", "restitution": 0}},
        "simulate": RUN,
    },
}
LONG = {
    "a table on two legs comes to rest": {
        "coordinates": {"y": {"start": 0.3}, "a": {"start": 0.1, "speed": 0.3}},
        "energy": {"kinetic": "1/2*y'^2 + 1/2*0.1*a'^2", "potential": "9.81*y"},
        "contacts": {
            "left": {"gap": "y - 0.5*sin(a)", "restitution": 0.3},
            "right": {"gap": "y + 0.5*sin(a)", "restitution": 0.3},
        },
        "simulate": RUN,
    },
    "in a groove": {
        "coordinates": {"x": {"start": 0.0, "speed": 0.3}, "y": {"start": 0.5, "speed": 0}},
        "energy": {"kinetic": "1/2*(x'^2 + y'^2)", "potential": "9.81*y"},
        "contacts": {
            "left": {"gap": "y - x", "restitution": 0.5},
            "right": {"gap": "y + x", "restitution": 0.1},
        },
        "simulate": RUN,
    },
}


def run_octave(model, folder, *lines):
    """What Octave prints for some lines in the folder of a program called own."""
    write_files(dalembert.program_files(model, "matlab", "own"), folder)
    done = subprocess.run(
        [str(OCTAVE), "--norc", "--quiet", "--no-gui", "--eval", "; ".join(lines)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=1200,  # a guard against hanging
    )
    assert "warning" not in done.stderr
    return done


def motion_of(model, folder):
    """Rows (t, y, outputs), which contacts are closed in them, and the impacts, of a program run by Octave."""
    lines = ["[t, y, outputs, closed, impacts] = run_own()"]
    parts = {
        "rows": "[t, y, outputs]",
        "closed": "double(closed)",
        "impacts": "[zeros(1, columns(impacts)); impacts]",
    }
    lines += [f"dlmwrite('{name}.csv', {value}, 'precision', 17)" for name, value in parts.items()]
    done = run_octave(model, folder, *(f"{line};" for line in lines))
    assert (folder / "impacts.csv").exists(), done.stderr
    rows, closed, hits = (np.loadtxt(folder / f"{name}.csv", delimiter=",", ndmin=2) for name in parts)
    return rows, closed, hits[1:]


@needs_octave
def test_the_example_of_the_source_has_its_impact_and_its_release(tmp_path):
    """acos(-0.1)/√0.7 s, two thirds of the speed, the largest force and the release of the closed form."""
    rows, closed, impacts = motion_of(dalembert.read("mass_and_wall"), tmp_path)
    ((t, impulse),) = impacts
    before = 0.05 * sqrt(0.7) * sqrt(1 - 0.01)
    assert t == pytest.approx(acos(-0.1) / sqrt(0.7), rel=1e-10)
    assert t == pytest.approx(1.997183677, rel=1e-9)
    assert before == pytest.approx(0.0416233108, rel=1e-9)
    assert impulse == pytest.approx(10 * (before - 2 / 3 * before), rel=1e-9)
    held = np.flatnonzero(closed[:, 0])
    assert rows[held[[0, -1]], 0] == pytest.approx([2.0, 3.16])  # the release is at 3.161933 s
    np.testing.assert_allclose(rows[held, 2], rows[held, 1] - 0.005, rtol=0, atol=1e-15)
    force = rows[:, -1]
    assert 0.36 < force[held[0]] < 0.3636831  # 2.8 ms after the impact
    assert np.all(np.diff(force[held]) < 0)
    assert force[held[-1]] < 0.0004
    assert np.all(force[closed[:, 0] == 0] == 0)


@needs_octave
def test_the_force_jumps_to_its_largest_value_and_falls_to_zero_at_the_release(tmp_path):
    """0.3636831 N just after the impact; at 3.161933 s the force is zero, q1 = 0.0172616, q1' = -0.0012526."""
    model = dalembert.read("mass_and_wall")
    run_octave(model, tmp_path, "exit")
    values = "p = [10; 7; 5; 20.29; 7; 0.005]; s = 0.0416233108*2/3"
    impact = "[~, force] = own_motion(0, [0.005; 0; s; s], p, true)"
    rates = "f = @(t, y) own_motion(t, y, p, true)"
    solve = "[t, y] = ode45(f, [1.997183677, 3.161933], [0.005; 0; s; s], odeset('RelTol', 1e-10, 'AbsTol', 1e-12))"
    release = "[~, last] = own_motion(0, y(end, :)', p, true)"
    shown = "printf('%.12g\\n', force, y(end, 1), y(end, 3), last)"
    done = run_octave(model, tmp_path, values, impact, rates, solve, release, shown)
    force, q, speed, last = map(float, done.stdout.split())
    assert force == pytest.approx(0.3636831, rel=2e-7)
    assert q == pytest.approx(0.0172616, rel=3e-6)
    assert speed == pytest.approx(-0.0012526, rel=4e-5)
    assert last == pytest.approx(0.0, abs=1e-6)


@needs_octave
@pytest.mark.parametrize("name", [*MODELS, *(pytest.param(one, marks=pytest.mark.soak) for one in LONG)])
def test_contacts_in_octave_move_as_in_simulate(name, tmp_path):
    """States, energies, multipliers, forces and outputs over the whole run, and the times of the impacts."""
    model = dalembert.model(**(MODELS | LONG)[name])
    motion = dalembert.simulate(model)
    rows, _, impacts = motion_of(model, tmp_path)
    entries = program_in("matlab", model)
    for entry, column in zip((*entries.states, *entries.observed), rows.T[1:], strict=True):
        expected = {"T": motion.T, "V": motion.V}.get(entry.name)
        expected = motion[entry.name] if expected is None else expected
        size = max(1e-3, np.max(np.abs(expected)))
        np.testing.assert_allclose(column, expected, rtol=0, atol=1e-9 * size, err_msg=entry.name)
    known = [one.t for one in motion.impacts][: len(impacts)]
    np.testing.assert_allclose(impacts[: len(known), 0], known, rtol=0, atol=1e-8)
    assert not len(known) or len(impacts) > 0


@needs_octave
def test_a_ball_bounces_to_rest_in_octave(tmp_path):
    """Impacts at 1/2, 1, 1 1/4, 1 3/8, ... s, each with half the impulse of the one before; rest at 3/2 s."""
    rows, closed, impacts = motion_of(dalembert.model(**BALL), tmp_path)
    count = np.arange(12)
    times = 0.5 + np.concatenate([[0], np.cumsum(0.5 ** count[:-1])]) * 0.5
    np.testing.assert_allclose(impacts[:12, 0], times, rtol=0, atol=1e-10)
    np.testing.assert_allclose(impacts[:12, 1], 6 * 0.5**count, rtol=1e-8)
    still = rows[:, 0] > 1.5
    assert np.all(closed[still] == 1)
    np.testing.assert_allclose(rows[still, 1:3], 0, atol=1e-12)
    np.testing.assert_allclose(rows[still, -1], 8.0, rtol=1e-12)


@needs_octave
def test_the_events_of_a_phase_are_those_of_ode45(tmp_path):
    """A free fall by hand: ode45 stops at the event of contact 1, where √(2/8) s have passed, to its own accuracy."""
    lines = (
        "p = [8; 0.5]; open = false",
        "warning('off', 'integrate_adaptive:unexpected_termination')",
        "events = odeset('Events', @(t, y) own_events(t, y, p, open), 'MaxStep', 1e-3)",
        "[t, y, te, ye, ie] = ode45(@(t, y) own_motion(t, y, p, open), [0, 2], [1; 0], events)",
        "[~, closed, impulse] = own_next_phase(te, [0; ye(2)], p, open, true, 4)",
        "printf('%.9g ', te, ie, closed, impulse)",
    )
    te, contact, closed, impulse = map(
        float, run_octave(dalembert.model(**BALL), tmp_path, *lines).stdout.split()[-4:]
    )
    assert te == pytest.approx(0.5, abs=1e-6)
    assert (contact, closed) == (1, 0)
    assert impulse == pytest.approx(4 * 1.5, rel=1e-5)


@needs_octave
def test_a_start_inside_of_a_contact_is_told_by_octave(tmp_path):
    """A ball below the floor has no motion."""
    done = run_octave(dalembert.model(**BALL), tmp_path, "run_own([], [], [-1; 0])")
    assert "contact 1 is closed and its gap is negative" in done.stderr


@needs_octave
def test_legs_that_depend_on_one_another_carry_the_weight_together(tmp_path):
    """Three legs of a rigid bar, of which one or two would do: it rests, and their forces sum to m g evenly."""
    legs = {name: {"gap": f"y + {at}*a", "restitution": 0} for name, at in (("l", -1), ("m", 0), ("r", 1))}
    bar = dalembert.model(
        coordinates={"y": {"start": 0}, "a": {"start": 0}},
        energy={"kinetic": "1/2*(y'^2 + a'^2)", "potential": "9.81*y"},
        contacts=legs,
        simulate=RUN,
    )
    rows, _, impacts = motion_of(bar, tmp_path)
    assert not impacts.size
    np.testing.assert_allclose(rows[:, 1:5], 0, atol=1e-15)
    np.testing.assert_allclose(rows[:, -3:].sum(axis=1), 9.81, rtol=1e-12)
    np.testing.assert_allclose(rows[:, -1], rows[:, -3], atol=1e-12)


FRICTION = {"slip": "y'", "friction": 0.2}
BESIDE = {
    "floor has friction": {"contacts": {"floor": {"gap": "y", "restitution": 0} | FRICTION}},
    'floor gives way .law = "spring"': {
        "contacts": {"floor": {"gap": "y", "law": "spring", "stiffness": 1e4}}
    },
    "kick acts at an instant": {"impulses": {"kick": {"at": 1.0, "work": {"y": "2"}}}},
    "u acts at an instant": {"sampled": {"u": {"every": 0.1, "value": "y"}}},
    "kinks or jumps by the state": {"work": {"y": "abs(y - 0.5)"}},
    "dry friction": {"work": {"y": "-sign(y')"}},
    "a prescribed motion with kinks": {
        "contacts": {"floor": {"gap": "y - 0.1*abs(sin(t))", "restitution": 0}}
    },
    "forces that depend on forces": {"work": {"y": "0.1*contact_floor"}},
    "the event top sets values": {"events": {"top": {"when": "y'", "set": {"y'": "1"}}}},
}


@pytest.mark.parametrize("what", list(BESIDE))
def test_what_stands_beside_contacts_is_refused_by_name(what):
    """Before any file is written, with what can follow it where something can."""
    with pytest.raises(ModelError, match=what):
        dalembert.program_files(dalembert.model(**BALL | BESIDE[what]), "matlab", "own")


def test_names_of_a_model_are_no_identifiers():
    """Another title, other names and texts change comments and legends alone."""
    named = dalembert.model(
        title="Ball % 'quoted'",
        parameters={"gravité": {"value": 8.0, "text": "%d '"}, "ε": 0.5},
        coordinates={"höhe": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*höhe'^2", "potential": "gravité*höhe"},
        contacts={"boden": {"gap": "höhe", "restitution": "ε"}},
        simulate=RUN,
    )
    plain, other = (dalembert.program_files(m, "matlab", "own") for m in (dalembert.model(**BALL), named))
    assert list(plain) == list(other)
    for name, text in plain.items():
        code = [
            [line for line in one.splitlines() if not line.lstrip().startswith("%") and "legend(" not in line]
            for one in (text, other[name])
        ]
        assert code[0] == code[1], name


def test_other_languages_say_who_follows_contacts():
    """The hint for a model without friction names matlab, that for one with friction does not."""
    for sections, told in ((BALL, True), (BALL | BESIDE["floor has friction"], False)):
        with pytest.raises(ModelError) as error:
            dalembert.program_files(dalembert.model(**sections), "python", "own")
        assert ("matlab" in str(error.value)) is told
