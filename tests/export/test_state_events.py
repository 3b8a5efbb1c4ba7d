"""Events that set values or end a run, in C and in FMUs: the same jumps and the same end as `simulate` has."""

import shutil

import numpy as np
import pytest
from tests.export.running import compare_fmus
from tests.export.test_programs import table_of, written

import dalembert
from dalembert import ModelError

BALL = {
    "parameters": {"g": 8.0, "e": 0.8},
    "coordinates": {"y": {"start": 1.03, "speed": 0}},  # no impact at the very time of a row
    "energy": {"kinetic": "1/2*y'^2", "potential": "g*y"},
    "simulate": {"t_end": 2.0, "samples": 20, "rtol": 1e-9},
}
BOUNCE = {"when": "y", "direction": "falling", "set": {"y'": "-e*y'"}}
TWO = BALL | {
    "coordinates": {"y": {"start": 1, "speed": 0}, "z": {"start": 1, "speed": 0}},
    "energy": {"kinetic": "1/2*(y'^2 + z'^2)", "potential": "g*(y + z)"},
}
MODELS = {
    "ends": BALL | {"events": {"end": {"when": "y - 0.3", "action": "stop"}}},
    "bounces": BALL | {"events": {"hit": BOUNCE}},
    "small_function": BALL | {"events": {"hit": BOUNCE | {"when": "1e-12*y"}}},
    "at_once": TWO  # the second reads what the first has set
    | {
        "events": {
            "a": BOUNCE,
            "b": {"when": "z", "direction": "falling", "set": {"z'": "-0.5*z' + 0.1*y'"}},
        }
    },
    "chain": TWO
    | {
        "events": {
            "a": BOUNCE | {"set": {"y'": "-e*y'", "z'": "3"}},
            "b": {"when": "z' - 2", "direction": "rising", "set": {"z'": "-1"}},
        }
    },
    "state": BALL
    | {
        "states": {"s": {"rate": "-s + y", "start": 0.3}},
        "events": {
            "hit": BOUNCE | {"set": {"y'": "-e*y'", "s": "s + 1"}},
            "full": {"when": "s - 1", "direction": "rising", "set": {"s": "0"}},
        },
    },
    "switch_in_time": BALL | {"work": {"y": "3*step(t - 0.7)"}, "events": {"hit": BOUNCE}},
    "kink": BALL | {"work": {"y": "-2*abs(y - 0.4)"}, "events": {"hit": BOUNCE}},
    "constraint": {
        "coordinates": {"x": {"start": 0.6, "speed": 0}, "z": {"start": -0.8}},
        "energy": {"kinetic": "1/2*(x'^2 + z'^2)", "potential": "9.81*z"},
        "constraints": {"displacement": {"rod": "x^2 + z^2 - 1"}},
        "events": {
            "wall": {"when": "x + 0.2", "direction": "falling", "set": {"x'": "-0.7*x'", "z'": "-0.7*z'"}}
        },
        "simulate": BALL["simulate"],
    },
    "contact": BALL
    | {
        "contacts": {"floor": {"gap": "y", "restitution": 0.5}},
        "events": {"kick": {"when": "y' - 1.5", "direction": "falling", "set": {"y'": "y' + 1"}}},
    },
    "friction": {
        "coordinates": {"x": {"start": 1.03, "speed": 0}},
        "energy": {"kinetic": "1/2*x'^2", "potential": "8*x^2"},
        "work": {"x": "-1.5*sign(x')"},
        "events": {"kick": {"when": "x", "direction": "falling", "set": {"x'": "x' - 1"}}},
        "simulate": BALL["simulate"],
    },
}
HAMMER = {"hammer": {"at": 0.77, "work": {"y": 1.0}}}
SAMPLED = {"sampled": {"u": {"every": 0.13, "value": "-2*y'"}}, "work": {"y": "u"}}
AT_ONE = {"coordinates": {"y": {"start": 1, "speed": 0}}, "events": {"hit": BOUNCE}}  # y = 0 at t = 1/2
FAST = {"when": "y' - 0.5", "direction": "rising"}
HIGH = {"when": "y - 0.6", "direction": "rising", "action": "stop"}
MODELS |= {
    "impulse": BALL | {"events": {"hit": BOUNCE}, "impulses": HAMMER},
    "both": BALL | {"events": {"hit": BOUNCE}, "impulses": HAMMER} | SAMPLED,
    "impulse_at_the_event": BALL | AT_ONE | {"impulses": {"h": {"at": 0.5, "work": {"y": 1.0}}}},
    "sample_at_the_event": BALL
    | AT_ONE
    | {"sampled": {"u": {"every": 0.125, "value": "-2*y'"}}, "work": {"y": "u"}},
    "impulse_passes": BALL
    | {
        "events": {"fast": FAST | {"set": {"y'": "0.25*y'"}}},
        "impulses": {"h": {"at": 0.3, "work": {"y": 4.0}}},
        "simulate": BALL["simulate"] | {"t_end": 1.0},
    },
    "impulse_ends": BALL
    | {"events": {"fast": FAST | {"action": "stop"}}, "impulses": {"h": {"at": 0.3, "work": {"y": 4.0}}}},
    "sample_passes": BALL
    | {
        "sampled": {"u": {"every": 0.1, "value": "y"}},
        "work": {"y": "-u"},
        "events": {
            "hit": BOUNCE,
            "low": {"when": "u - 0.5", "direction": "falling", "set": {"y'": "y' + 1"}},
        },
    },
    "sample_ends": BALL
    | {
        "sampled": {"u": {"every": 0.1, "value": "y"}},
        "work": {"y": "-u"},
        "events": {"low": {"when": "u - 0.5", "direction": "falling", "action": "stop"}},
    },
    "sets_what_is_sampled": BALL
    | {
        "sampled": {"u": {"every": 0.3, "value": "y"}},
        "work": {"y": "-u"},
        "events": {"hit": BOUNCE | {"set": {"y'": "-e*y'", "u": "0"}}},
    },
    "beside_a_contact": BALL
    | {
        "contacts": {"floor": {"gap": "y", "restitution": 0.5}},
        "events": {"kick": {"when": "y' - 1.5", "direction": "falling", "set": {"y'": "y' + 1"}}},
        "impulses": HAMMER,
    }
    | SAMPLED,
    "ends_beside_a_contact": BALL
    | {
        "contacts": {"floor": {"gap": "y", "restitution": 0.5}},
        "events": {"end": HIGH},
        "impulses": {"h": {"at": 1.4, "work": {"y": 3.5}}},
    },
    "beside_friction": {
        "coordinates": {"x": {"start": 1.03, "speed": 0}},
        "energy": {"kinetic": "1/2*x'^2", "potential": "8*x^2"},
        "work": {"x": "-1.5*sign(x') + u"},
        "sampled": {"u": {"every": 0.21, "value": "-x"}},
        "impulses": {"h": {"at": 0.9, "work": {"x": 1.5}}},
        "events": {"kick": {"when": "x", "direction": "falling", "set": {"x'": "x' - 1"}}},
        "simulate": BALL["simulate"],
    },
    "at_the_start": BALL
    | {
        "events": {"hit": BOUNCE},
        "impulses": {"h": {"at": 0, "work": {"y": 1.0}}},
        "sampled": {"u": {"every": 0.5, "value": "y"}},
        "work": {"y": "u"},
    },
    "on_a_rod": {
        "coordinates": {"x": {"start": 0.6, "speed": 0}, "z": {"start": -0.8}},
        "energy": {"kinetic": "1/2*(x'^2 + z'^2)", "potential": "9.81*z"},
        "constraints": {"displacement": {"rod": "x^2 + z^2 - 1"}},
        "sampled": {"u": {"every": 0.21, "value": "-x'"}},
        "work": {"x": "u"},
        "impulses": {"h": {"at": 0.7, "work": {"x": 0.4}}},
        "events": {
            "wall": {"when": "x + 0.2", "direction": "falling", "set": {"x'": "-0.7*x'", "z'": "-0.7*z'"}}
        },
        "simulate": BALL["simulate"],
    },
}
needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")


@needs_compiler
@pytest.mark.parametrize("name", list(MODELS))
def test_events_act_in_c_as_in_simulate(name, tmp_path):
    """Rows, and the row at which an event ends the run, are those of `simulate` to 1e-10 of their largest values."""
    model = dalembert.model(**MODELS[name])
    motion = dalembert.simulate(model)
    assert motion.jumps or motion.status == "stopped"
    written(model, "c", tmp_path)
    head, rows = table_of("c", tmp_path)
    assert len(rows) == len(motion.t)
    for column, own in zip(rows.T, head, strict=True):
        expected = {"t": motion.t, "T": motion.T, "V": motion.V}.get(own)
        expected = motion[own] if expected is None else expected
        assert np.max(np.abs(column - expected)) <= 1e-10 * max(np.max(np.abs(expected)), 1.0), own


@needs_compiler
@pytest.mark.parametrize(
    ("events", "what"),
    [
        ({"hit": {"when": "y", "set": {"y'": "-0.001*y'"}}}, "comes back at once"),
        ({"hit": BOUNCE | {"set": {"y'": "sqrt(y' - 100)"}}}, "not finite"),
    ],
)
def test_events_that_cannot_go_on_end_a_program_with_words(events, what, tmp_path):
    """Where `simulate` ends with a reason, so does the program; no row follows."""
    model = dalembert.model(**BALL, events=events)
    assert dalembert.simulate(model).status == "failed"
    written(model, "c", tmp_path)
    with pytest.raises(AssertionError, match=what):
        table_of("c", tmp_path)


@needs_compiler
@pytest.mark.parametrize(
    ("version", "name"),
    [
        ("fmu2", "at_once"),
        ("fmu3", "state"),
        ("fmu2", "constraint"),
        ("fmu3", "contact"),
        ("fmu2", "small_function"),
        ("fmu3", "both"),
        ("fmu3", "sample_passes"),
        ("fmu2", "impulse_passes"),
        ("fmu3", "beside_a_contact"),
        ("fmu2", "on_a_rod"),
    ],
)
def test_both_kinds_of_fmus_set_values_at_events(version, name, tmp_path):
    """FMPy finds nothing to complain of, and the values after events are those of `simulate`."""
    pytest.importorskip("fmpy", reason="FMPy is not installed")
    model = dalembert.model(**MODELS[name])
    compare_fmus(
        model, version, tmp_path, [one.name for one in (*model.coordinates, *model.states)], by_host=1e-7
    )


@needs_compiler
@pytest.mark.parametrize("name", ["impulse_ends", "sample_ends", "ends_beside_a_contact"])
@pytest.mark.parametrize("version", ["fmu2", "fmu3"])
def test_an_event_that_a_jump_passes_ends_the_run_of_an_fmu(version, name, tmp_path):
    """Hosts of both kinds have the state of the end of the run as the last."""
    fmpy = pytest.importorskip("fmpy", reason="FMPy is not installed")
    model = dalembert.model(**MODELS[name])
    motion = dalembert.simulate(model)
    assert motion.status == "stopped"
    ((file, data),) = dalembert.program_files(model, version, "own").items()
    path = tmp_path / file
    path.write_bytes(data)
    for kind, tolerance in (("CoSimulation", 1e-9), ("ModelExchange", 1e-12)):
        found = fmpy.simulate_fmu(
            str(path),
            fmi_type=kind,
            stop_time=2.0,
            output_interval=0.1,
            relative_tolerance=tolerance,
            output=["y", "y'"],
        )
        assert found["y"][-1] == pytest.approx(motion["y"][-1], abs=1e-8)
        if kind == "CoSimulation":  # in the other kind FMPy notes the state before the jump
            assert found["y'"][-1] == pytest.approx(motion["y'"][-1], abs=1e-9)
        assert found["time"][-1] <= motion.t[-1] + 0.1  # FMPy notes the end of its own step


@needs_compiler
@pytest.mark.parametrize("version", ["fmu2", "fmu3"])
def test_an_event_ends_the_run_of_an_fmu(version, tmp_path):
    """Hosts of both kinds are told to end at the event: the last height is the one at which the run ends."""
    fmpy = pytest.importorskip("fmpy", reason="FMPy is not installed")
    model = dalembert.model(**MODELS["ends"])
    ((file, data),) = dalembert.program_files(model, version, "own").items()
    path = tmp_path / file
    path.write_bytes(data)
    for kind, tolerance in (("CoSimulation", 1e-9), ("ModelExchange", 1e-12)):
        found = fmpy.simulate_fmu(
            str(path),
            fmi_type=kind,
            stop_time=2.0,
            output_interval=0.1,
            relative_tolerance=tolerance,
            output=["y"],
        )
        assert found["y"][-1] == pytest.approx(0.3, abs=1e-9)
        assert found["time"][-1] <= np.sqrt(2 * 0.7 / 8) + 0.1  # FMPy notes the end of its own step


@pytest.mark.parametrize("language", ["python", "javascript", "matlab", "julia", "jax", "modelica", "sympy"])
@pytest.mark.parametrize("name", ["ends", "bounces"])
def test_other_languages_refuse_events_that_act(language, name):
    """Nothing is written; the message has the name of the event and what can follow it."""
    event = "end" if name == "ends" else "hit"
    with pytest.raises(ModelError, match=rf"event {event}[\s\S]*fmu2"):
        dalembert.program_files(dalembert.model(**MODELS[name]), language, "own")
