"""Events that set values: closed forms, other ways to write the same, the claim of accuracy, the ledger."""

from __future__ import annotations

import numpy as np
import pytest
from small_models import refusal

import dalembert

EPS = 2.220446049250313e-16
FALL = {
    "parameters": {"m": 2, "g": 9.81, "e": 0.8},
    "coordinates": {"y": {"start": 1.0, "speed": 0}},
    "energy": {"kinetic": "1/2*m*y'^2", "potential": "m*g*y"},
}
SPRING = {
    "parameters": {"m": 1, "k": 4, "r": 0.9},
    "coordinates": {"x": {"start": 1.0, "speed": 0}},
    "energy": {"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
}


def within_claim(motion, **truths):
    """The true error of columns is no more than three times what is claimed of them."""
    claims = {one.name.replace("'", "_d"): one.error for one in motion.accuracy.columns}
    columns = {name.replace("'", "_d"): values for name, values in motion.columns().items()}
    for name, truth in truths.items():
        size = np.maximum.accumulate(np.abs(truth))
        size = np.maximum(size, 1e-6 * size.max())
        error = np.max(np.abs(columns[name] - truth) / size)
        assert error <= 3 * claims[name] + 8 * EPS, (name, error, claims[name])


def bouncing(set_to, **settings):
    """A ball that an event throws back."""
    event = {"when": "y", "direction": "falling", "set": {"y'": set_to}}
    return dalembert.model(**FALL, events={"bounce": event}, simulate={"t_end": 3, "samples": 300} | settings)


def test_a_ball_that_an_event_throws_back_is_one_that_a_contact_throws_back():
    """A ball that an event throws back is one that a contact throws back."""
    by_event = dalembert.simulate(bouncing("-e*y'"), rtol=1e-9)
    contact = dalembert.model(
        **FALL,
        contacts={"floor": {"gap": "y", "restitution": "e"}},
        simulate={"t_end": 3, "samples": 300, "rtol": 1e-9},
    )
    by_contact = dalembert.simulate(contact)
    assert by_event.status == "ok"
    for name in ("y", "y'"):
        assert np.max(np.abs(by_event[name] - by_contact[name])) < 1e-10
    assert [one.t for one in by_event.jumps] == pytest.approx(
        [one.t for one in by_contact.impacts], abs=1e-12
    )
    assert by_event.ledger.events == pytest.approx(-by_contact.ledger.impacts, abs=1e-10)
    assert by_event.ledger.error < 1e-12
    assert [one.name for one in by_event.events] == ["bounce"] * len(by_event.jumps)


def test_flights_that_end_in_a_zeno_point_end_the_run_there():
    """Flights that end in a zeno point end the run there."""
    motion = dalembert.simulate(bouncing("-e*y'", t_end=5))
    zeno = np.sqrt(2 / 9.81) * (1 + 0.8) / (1 - 0.8)
    assert motion.status == "failed"
    assert motion.reached == pytest.approx(zeno, rel=1e-7)
    assert "the event `bounce` would fire again at once" in str(motion.message)
    assert np.min(motion["y"]) > -1e-12


@pytest.mark.parametrize("set_to", ["0", "-1e-9*y'", "-1e-12*y'"])
def test_what_an_event_leaves_at_rest_on_its_zero_does_not_fall_through(set_to):
    """What an event leaves at rest on its zero does not fall through."""
    motion = dalembert.simulate(bouncing(set_to))
    assert motion.status == "failed"
    assert "`bounce`" in str(motion.message)
    assert motion.reached == pytest.approx(np.sqrt(2 / 9.81), rel=1e-6)


@pytest.mark.parametrize("rtol", [1e-6, 1e-9])
@pytest.mark.parametrize("method", ["auto", "rk54", "radau"])
def test_a_spring_that_loses_speed_where_it_passes_the_middle(rtol, method):
    """A spring that loses speed where it passes the middle."""
    event = {"when": "x", "set": {"x'": "r*x'"}}  # in both directions; it goes on through zero
    model = dalembert.model(**SPRING, events={"pass": event}, simulate={"t_end": 12, "samples": 397})
    motion = dalembert.simulate(model, rtol=rtol, method=method)
    passed = np.floor(2 * motion.t / np.pi + 0.5)
    truth = 0.9**passed * np.cos(2 * motion.t)
    assert motion.status == "ok"
    assert len(motion.jumps) == 8
    within_claim(motion, x=truth, x_d=-2 * 0.9**passed * np.sin(2 * motion.t))
    assert motion.ledger.error < 100 * rtol
    assert motion.ledger.events[-1] == pytest.approx(2 * (0.9**16 - 1), rel=10 * rtol)


@pytest.mark.parametrize("rtol", [1e-6, 1e-9])
def test_a_neuron_that_integrates_and_fires(rtol):
    """A neuron that integrates and fires."""
    model = dalembert.model(
        parameters={"tau": 0.1, "I": 1.7},
        states={"v": {"rate": "(I - v)/tau", "start": 0}, "n": {"rate": "0", "start": 0}},
        events={"spike": {"when": "v - 1", "direction": "rising", "set": {"v": 0, "n": "n + 1"}}},
        simulate={"t_end": 1.55, "samples": 310, "rtol": rtol},
    )
    motion = dalembert.simulate(model)
    period = 0.1 * np.log(1.7 / 0.7)
    since = np.mod(motion.t, period)
    assert motion.status == "ok"
    within_claim(motion, v=1.7 * (1 - np.exp(-since / 0.1)), n=np.floor(motion.t / period))
    for k, event in enumerate(motion.events):
        assert abs(event.t - (k + 1) * period) <= 3 * (event.error or 0) + 1e-14
    assert len(motion.events) == int(1.55 / period)


def test_right_sides_read_the_values_before_all_at_once():
    """Right sides read the values before all at once."""
    model = dalembert.model(
        states={
            "a": {"rate": "0", "start": 1},
            "b": {"rate": "0", "start": 5},
            "c": {"rate": "1", "start": 0},
        },
        events={"swap": {"when": "c - 0.5", "set": {"a": "b", "b": "a", "c": "c + 1"}}},
        simulate={"t_end": 1, "samples": 4},
    )
    motion = dalembert.simulate(model)
    assert list(motion["a"]) == [1, 1, 5, 5, 5]
    assert list(motion["b"]) == [5, 5, 1, 1, 1]
    assert motion["c"][-1] == pytest.approx(2, abs=1e-12)


def test_events_of_one_instant_set_in_the_order_of_the_model_and_set_off_others():
    """Events of one instant set in the order of the model and set off others."""
    model = dalembert.model(
        states={"s": {"rate": "1", "start": 0}, "n": {"rate": "0", "start": 0}},
        events={
            "late": {"when": "s - 5", "set": {"n": "10*n"}},
            "first": {"when": "s - 0.5", "set": {"s": "s + 6", "n": "n + 1"}},
            "second": {"when": "t - 0.5", "set": {"n": "2*n"}},
        },
        simulate={"t_end": 1, "samples": 2},
    )
    motion = dalembert.simulate(model)
    assert motion["n"][-1] == 20  # 0 + 1, then twice, then tenfold by what `first` has jumped over
    assert [one.name for one in motion.jumps] == ["first", "second", "late"]


@pytest.mark.parametrize("at", ["0.3", "1/3"])
@pytest.mark.parametrize(
    "one, two", [("q - {}^2/2", "s - {}"), ("s^2 - {}^2", "q - {}^2/2"), ("t - {}", "exp(s) - exp({})")]
)
def test_times_that_differ_by_rounding_are_one_instant(one, two, at):
    """With s = t and q = t²/2 both events are at one time, reached by other arithmetic: the first is first."""
    for order in (("one", "two"), ("two", "one")):
        both = {
            "one": {"when": one.format(at), "set": {"n": "n + 1"}},
            "two": {"when": two.format(at), "set": {"n": "10*n"}},
        }
        model = dalembert.model(
            coordinates={"q": {"start": 0, "speed": 0}},
            energy={"kinetic": "1/2*q'^2", "potential": "-q"},
            states={"s": {"rate": "1", "start": 0}, "n": {"rate": "0", "start": 1}},
            events={name: both[name] for name in order},
            simulate={"t_end": 1, "samples": 2},
        )
        motion = dalembert.simulate(model)
        assert tuple(jump.name for jump in motion.jumps) == order
        assert motion["n"][-1] == (20 if order[0] == "one" else 11)
        assert motion.status == "ok"


def test_events_of_a_family_set_members():
    """Each of two free masses is thrown back at its own time: x(2) = −e v (2 + 1/v) for v = −1 and −2."""
    model = dalembert.model(
        parameters={"N": 2, "e": 0.5},
        coordinates={"x[i]": {"for": "i = 1..N", "start": 1, "speed": "-i"}},
        energy={"kinetic": "sum(i = 1..N, 1/2*x[i]'^2)"},
        events={
            "hit[i]": {
                "for": "i = 1..N",
                "when": "x[i]",
                "direction": "falling",
                "set": {"x[i]'": "-e*x[i]'"},
            }
        },
        simulate={"t_end": 2},
    )
    motion = dalembert.simulate(model)
    assert [jump.name for jump in motion.jumps] == ["hit[2]", "hit[1]"]
    assert [motion["x[1]"][-1], motion["x[2]"][-1]] == pytest.approx([0.5, 1.5], rel=1e-12)


def test_events_that_set_one_another_off_without_end_end_the_run():
    """Events that set one another off without end end the run."""
    model = dalembert.model(
        states={"s": {"rate": "1", "start": -0.5}},
        events={
            "up": {"when": "s", "direction": "rising", "set": {"s": -1}},
            "down": {"when": "s + 0.9", "direction": "falling", "set": {"s": 1}},
        },
        simulate={"t_end": 2},
    )
    motion = dalembert.simulate(model)
    assert motion.status == "failed"
    assert motion.reached == pytest.approx(0.5)
    assert "fire again at once" in str(motion.message)


PENDULUM = {
    "parameters": {"m": 1.5, "l": 0.7, "g": 9.81},
    "coordinates": {
        "x": {"start": "l*sin(1)", "speed": 0},
        "y": {"guess": "-l*cos(1)"},
    },
    "energy": {"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y"},
    "constraints": {"displacement": {"rod": "x^2 + y^2 - l^2"}},
}
ANGLE = {
    "parameters": {"m": 1.5, "l": 0.7, "g": 9.81},
    "coordinates": {"a": {"start": 1, "speed": 0}},
    "energy": {"kinetic": "1/2*m*l^2*a'^2", "potential": "-m*g*l*cos(a)"},
    "outputs": {"px": "l*sin(a)", "py": "-l*cos(a)"},
}


def test_what_is_set_is_moved_onto_the_constraints_in_the_norm_of_inertia():
    """What is set is moved onto the constraints in the norm of inertia."""
    # x' alone is set where the angle passes 0.4: what is along the rod is taken away again
    event = {"when": "x - l*sin(0.4)", "direction": "falling"}
    times = {"t_end": 2, "samples": 100, "rtol": 1e-9}
    rough = dalembert.simulate(
        dalembert.model(**PENDULUM, events={"hit": event | {"set": {"x'": "x' - 1"}}}, simulate=times)
    )
    turned = {"when": "a - 0.4", "direction": "falling", "set": {"a'": "a' - cos(a)/l"}}
    angle = dalembert.simulate(dalembert.model(**ANGLE, events={"hit": turned}, simulate=times))
    assert len(rough.jumps) == len(angle.jumps) > 0
    assert np.max(np.abs(rough["x"] - angle["px"])) < 1e-8
    assert np.max(np.abs(rough["y"] - angle["py"])) < 1e-8
    assert rough.ledger.events == pytest.approx(angle.ledger.events, abs=1e-8)
    assert max(rough.residual.position) < 1e-12
    assert any("`hit`" in str(remark) and "moved" in str(remark) for remark in rough.remarks)


def test_positions_that_are_set_are_moved_onto_the_constraints_first():
    """Positions that are set are moved onto the constraints first."""
    event = {"when": "t - 0.3", "set": {"x": "1.1*x", "y": "1.1*y", "x'": 0, "y'": 0}}
    model = dalembert.model(**PENDULUM, events={"pull": event}, simulate={"t_end": 0.6, "samples": 60})
    motion = dalembert.simulate(model)
    jump = motion.jumps[0]
    assert jump.after[:2] == pytest.approx(jump.before[:2], rel=1e-9)  # along the rod there and back
    assert jump.after[2:] == pytest.approx([0, 0], abs=1e-12)
    assert motion.status == "ok"


def test_a_state_that_no_constraint_allows_ends_the_run_in_the_users_names():
    """A state that no constraint allows ends the run in the user's names."""
    event = {"when": "t - 0.3", "set": {"x": 0, "y": 0}}
    model = dalembert.model(**PENDULUM, events={"pull": event}, simulate={"t_end": 0.6})
    motion = dalembert.simulate(model)
    assert motion.status == "failed"
    assert "`pull`" in str(motion.message)


def test_an_event_lifts_a_ball_from_the_floor_it_rests_on():
    """An event lifts a ball from the floor it rests on."""
    resting = FALL | {"coordinates": {"y": {"start": 0, "speed": 0}}}
    model = dalembert.model(
        **resting,
        contacts={"floor": {"gap": "y", "restitution": 0}},
        events={"lift": {"when": "t - 0.5", "set": {"y'": 2}}},
        simulate={"t_end": 2, "samples": 80, "rtol": 1e-9},
    )
    motion = dalembert.simulate(model)
    since = np.maximum(motion.t - 0.5, 0)
    truth = np.maximum(2 * since - 9.81 / 2 * since**2, 0)
    assert motion["y"] == pytest.approx(truth, abs=1e-10)
    assert motion.ledger.events[-1] == pytest.approx(4)
    assert motion.ledger.error < 1e-12


def test_an_event_that_puts_bodies_into_each_other_is_named():
    """An event that puts bodies into each other is named."""
    model = dalembert.model(
        **FALL,
        contacts={"floor": {"gap": "y", "restitution": "e"}},
        events={"sink": {"when": "t - 0.1", "set": {"y": -0.2}}},
        simulate={"t_end": 1},
    )
    motion = dalembert.simulate(model)
    assert motion.status == "failed"
    assert "`sink`" in str(motion.message)
    assert "`floor`" in str(motion.message)


def test_a_value_that_is_no_number_is_named():
    """A value that is not a number is named."""
    model = dalembert.model(
        **SPRING, events={"odd": {"when": "x - 0.5", "set": {"x'": "1/(x - x)"}}}, simulate={"t_end": 1}
    )
    motion = dalembert.simulate(model)
    assert "`odd` sets `x'`" in str(motion.message)


def test_dry_friction_is_looked_at_anew_after_an_event():
    """Dry friction is looked at anew after an event."""
    model = dalembert.model(
        parameters={"m": 1, "mu": 2},
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2"},
        work={"x": "-mu*sign(x')"},
        events={"push": {"when": "t - 1", "set": {"x'": 3}}},
        simulate={"t_end": 4, "samples": 40, "rtol": 1e-9},
    )
    motion = dalembert.simulate(model)
    since = np.clip(motion.t - 1, 0, 1.5)
    assert motion["x"] == pytest.approx(3 * since - since**2, abs=1e-9)
    assert motion.ledger.events[-1] == pytest.approx(4.5)


@pytest.mark.parametrize("method", ["newmark", "galpha", "rattle", "moreau", "cvodes", "ida"])
def test_methods_that_cannot_follow_a_jump_say_so(method):
    """Methods that cannot follow a jump say so."""
    event = {"when": "x", "set": {"x'": "r*x'"}}
    steps = {} if method in ("cvodes", "ida") else {"dt": 0.01}
    model = dalembert.model(**SPRING, events={"pass": event}, simulate={"t_end": 1, "method": method} | steps)
    with pytest.raises(dalembert.ModelError, match=f"the method {method} cannot follow a state that jumps"):
        dalembert.simulate(model)


def test_a_general_dae_says_that_it_cannot_jump():
    """A general dae says that it cannot jump."""
    model = dalembert.model(
        parameters={"c": 1, "k": 2},
        coordinates={"x": {"start": 1}},
        energy={"potential": "1/2*k*x^2", "dissipation": "1/2*c*x'^2"},
        events={"half": {"when": "x - 0.5", "set": {"x": 1}}},
        simulate={"t_end": 1},
    )
    assert "`half`" in refusal(model)


@pytest.mark.parametrize("t_start", [-1.5, 0.0, 2.3])
def test_an_impulse_comes_before_the_event_and_the_sample_after_it(t_start):
    """What happens at one time, to rounding, has its order: impulse, event, sample; a row is after them all."""
    rng = np.random.default_rng(7)
    for step in rng.choice(np.arange(1, 20), 6, replace=False):
        when = t_start + 0.1 * float(step) + (0.0 if step % 3 else 0.03)
        model = dalembert.model(
            parameters={"when": when},
            coordinates={"x": {"start": 0, "speed": 1}},
            energy={"kinetic": "1/2*x'^2"},
            impulses={"hammer": {"at": "when", "work": {"x": "3"}}},
            events={"double": {"when": "t - when", "set": {"x'": "2*x'"}}},
            sampled={"seen": {"every": 0.1, "value": "x'"}},
            simulate={"t_start": t_start, "t_end": t_start + 2, "samples": 20},
        )
        motion = dalembert.simulate(model)
        assert [one.name for one in motion.jumps] == ["hammer", "double"], when
        after = motion.t > when - 1e-9
        assert motion["x'"] == pytest.approx(np.where(after, 8, 1), abs=1e-12)
        assert motion["seen"] == pytest.approx(motion["x'"], abs=1e-12)


def test_rows_at_samples_show_the_value_after_the_sample_from_any_start_time():
    """A row whose time is that of a sample but for rounding shows what is held from there on."""
    for t_start in (-1.5, -0.7, 0.0, 3.1, 1e3):
        model = dalembert.model(
            states={"s": {"rate": "1", "start": 0}},
            sampled={"held": {"every": 0.1, "value": "s"}},
            simulate={"t_start": t_start, "t_end": t_start + 2, "samples": 200},
        )
        motion = dalembert.simulate(model)
        steps = np.floor((np.arange(201) + 0.5) / 10)
        assert motion["held"] == pytest.approx(0.1 * steps, abs=1e-10)


def struck_block(m=0.681, **sections):
    """A block that slides on a floor and is struck towards it at one second."""
    return dalembert.model(
        parameters={"m": m, "g": 9.81},
        coordinates={"x": {"start": 0, "speed": 1.75}, "y": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y"},
        impulses={"hammer": {"at": 1, "work": {"y": "-2.5752736"}}},
        contacts={"floor": {"gap": "y", "restitution": 0.3}},
        simulate={"t_end": 2, "samples": 20},
        **sections,
    )


def test_a_block_on_a_floor_that_is_struck_towards_it_is_not_flagged():
    """What is left of a speed that an impulse and the floor gave and took at once is no violation."""
    for m in np.linspace(0.6, 0.7, 12):
        motion = dalembert.simulate(struck_block(m=float(m)))
        assert motion.status == "ok"
        assert not motion["y'"].any()


@pytest.mark.parametrize("event", [{}, {"events": {"brake": {"when": "t - 1", "set": {"x'": "x'/2"}}}}])
def test_a_blow_and_a_force_that_lifts_at_one_instant(event):
    """A closed contact has no restitution at a blow, whatever else happens then; the force lifts after it."""
    lift = {"inputs": {"lift": "10*step(t - 1)"}, "work": {"y": "lift"}}
    motion = dalembert.simulate(struck_block(**lift, **event))
    late = np.maximum(motion.t - 1, 0)
    assert motion["y"] == pytest.approx((10 / 0.681 - 9.81) * late**2 / 2, abs=1e-9)
