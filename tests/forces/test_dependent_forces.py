"""Forces that depend on forces: friction of joints, creep, bearing loads, added inertia; how they stick and jam."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from double_pendulum import PARAMETERS, double_pendulum, truth
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

import dalembert
from dalembert._model.check import examine

Array = NDArray[np.float64]
G = 9.81


def run(model: dalembert.Model, t_end: float, **settings: Any) -> dalembert.Motion:
    """A motion as exact as it was asked to be, whose account closes."""
    motion = dalembert.simulate(model, t_end=t_end, **{"rtol": 1e-10, "samples": 100, **settings})
    assert motion.status == "ok", motion.message
    assert motion.ledger.error <= 1e-9
    return motion


def block(work: dict[str, str], speed: float = 1.0, **more: Any) -> dalembert.Model:
    """A block on an incline of 0.3 rad, kept on it by a constraint: x down the incline, y away from it."""
    parameters = {"m": 2.0, "g": G, "alpha": 0.3, "mu": 0.5, **more.pop("parameters", {})}
    return dalembert.model(
        parameters=parameters,
        coordinates={"x": {"start": 0.0, "speed": speed}, "y": {"start": 0.0}},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*(y*cos(alpha) - x*sin(alpha))"},
        constraints={"displacement": {"floor": "y"}},
        work=work,
        **{"outputs": {"N": "-lam_floor"}} | more,
    )


def pendulum(work: dict[str, str] | None = None, **more: Any) -> dalembert.Model:
    """A pendulum of 1 kg and 1 m by its place, from 0.6 m aside; lam_rod l is the force in its rod."""
    return dalembert.model(
        parameters={"m": 1.0, "g": G, "l": 1.0, "c": 0.1},
        coordinates={"x": {"start": 0.6, "speed": 0.0}, "y": {"guess": -0.8}},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y"},
        constraints={"displacement": {"rod": "(x^2 + y^2 - l^2)/2"}},
        work=work or {},
        **{"outputs": {"tension": "lam_rod*l"}} | more,
    )


def by_angle(times: Array, drag: float) -> tuple[Array, Array]:
    """The same by its angle, a force drag·tension·speed against it: angles and speeds."""

    def rates(_: float, y: Array) -> list[float]:
        tension = G * np.cos(y[0]) + y[1] ** 2
        return [y[1], -G * np.sin(y[0]) - drag * tension * y[1]]

    start = [np.arcsin(0.6), 0.0]
    found = solve_ivp(rates, (0, times[-1]), start, rtol=1e-12, atol=1e-13, t_eval=times, method="DOP853")
    return found.y[0], found.y[1]


# -- shown: outputs and events ---------------------------------------------------------------------------


def test_a_bearing_load_is_that_of_newton_and_euler() -> None:
    """Outputs of multipliers and accelerations are exact at every row: those of the pendulum by its angle."""
    definitions = {"v": "(x*y' - y*x')/l"}  # the speed along the circle
    motion = run(pendulum(definitions=definitions, outputs={"S": "lam_rod*l", "a": "x''", "turn": "v'"}), 2)
    angle = np.arctan2(motion["x"], -motion["y"])
    speed = motion["x'"] / np.cos(angle)
    turning = -G * np.sin(angle)
    assert motion["S"] == pytest.approx(G * np.cos(angle) + speed**2, abs=1e-10)
    assert motion["a"] == pytest.approx(turning * np.cos(angle) - speed**2 * np.sin(angle), abs=1e-10)
    assert motion["turn"] == pytest.approx(turning, abs=1e-10)


def test_an_event_of_a_force_is_where_the_force_is() -> None:
    """The rod is loaded with 10 N at cos θ = (10/9.81 + 2·0.8)/3."""
    stop = {"ten": {"when": "lam_rod*l - 10", "action": "stop"}}
    motion = dalembert.simulate(pendulum(events=stop), t_end=1, rtol=1e-10)
    assert motion.status == "stopped"
    (first, *_) = [event.t for event in motion.events if event.name == "ten"]
    rows = run(pendulum(), first, samples=2)
    assert -rows["y"][-1] == pytest.approx((10 / G + 1.6) / 3, abs=1e-9)


def test_the_force_of_a_contact_is_an_output() -> None:
    """A slack rope is a contact: its force, centripetal and weight while it is tight, none while it is slack."""
    model = dalembert.model(
        parameters={"m": 1.0, "g": G, "L": 1.0},
        coordinates={"x": {"start": 0.0, "speed": 6.0}, "y": {"start": -1.0, "speed": 0.0}},
        definitions={"r": "sqrt(x^2 + y^2)"},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y"},
        contacts={"rope": {"gap": "L - r", "restitution": 0}},
        outputs={"S": "contact_rope", "twice": "2*contact_rope"},
        events={"light": {"when": "contact_rope - 5"}},
    )
    motion = run(model, 0.8, samples=400, rtol=1e-9)
    tight = motion["contact_rope"] > 0
    height = -motion["y"][tight]
    speed2 = 36 - 2 * G * (1 - height)
    assert motion["S"][tight] == pytest.approx(speed2 + G * height, abs=1e-7)
    assert motion["S"] == pytest.approx(motion["contact_rope"], abs=1e-12)
    assert motion["twice"] == pytest.approx(2 * motion["S"], abs=1e-12)
    assert not tight.all()
    assert tight.any()
    first = next(event.t for event in motion.events if event.name == "light")
    at = run(model, first, samples=2, rtol=1e-9)
    assert -at["y"][-1] == pytest.approx((5 - 36 + 2 * G) / (3 * G), abs=1e-8)


# -- affine --------------------------------------------------------------------------------------------------


def test_a_force_that_is_linear_in_a_multiplier() -> None:
    """A pendulum by its place, damped by the force in its rod, is the one by its angle."""
    motion = run(pendulum({"x": "-c*lam_rod*l*x'", "y": "-c*lam_rod*l*y'"}), 3)
    angle, speed = by_angle(motion.t, 0.1)
    assert motion["x"] == pytest.approx(np.sin(angle), abs=1e-9)
    assert motion["tension"] == pytest.approx(G * np.cos(angle) + speed**2, abs=1e-8)


def test_an_acceleration_in_work_is_inertia() -> None:
    """Work −a x'' is a further mass a: alone, and beside a constraint."""
    oscillator = dalembert.model(
        parameters={"m": 1.0, "a": 0.5, "k": 6.0},
        coordinates={"x": {"start": 1.0, "speed": 0.0}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
        work={"x": "-a*x''"},
    )
    motion = run(oscillator, 4)
    assert motion["x"] == pytest.approx(np.cos(2 * motion.t), abs=1e-10)
    motion = run(pendulum({"x": "-m*x''", "y": "-m*y'' - m*g"}), 2)
    angle, _ = by_angle(motion.t, 0.0)
    assert motion["x"] == pytest.approx(np.sin(angle), abs=1e-9)


def test_a_law_of_a_state_and_an_effort_may_use_forces() -> None:
    """A state that sums up a force, and an unknown effort that is a part of it."""
    motion = run(block({}, states={"I": {"rate": "-lam_floor*cos(t)", "start": 0.0}}), 2)
    assert motion["I"] == pytest.approx(2 * G * np.cos(0.3) * np.sin(motion.t), abs=1e-9)
    drag = {
        "efforts": {"P": {"guess": 1.0}},
        "constraints": {"displacement": {"floor": "y"}, "effort": {"law": "P + mu*lam_floor"}},
    }
    model = dalembert.model(
        parameters={"m": 2.0, "g": G, "alpha": 0.3, "mu": 0.1},
        coordinates={"x": {"start": 0.0, "speed": 1.0}, "y": {"start": 0.0}},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*(y*cos(alpha) - x*sin(alpha))"},
        work={"x": "-P"},
        **drag,
    )
    motion = run(model, 2)
    assert motion["x'"] == pytest.approx(1 + G * (np.sin(0.3) - 0.1 * np.cos(0.3)) * motion.t, abs=1e-9)


# -- switches and sticking ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("friction", ["-mu*abs(lam_floor)*sign(x')", "mu*lam_floor*sign(x')"])
def test_a_block_on_an_incline_slides_to_rest_and_sticks(friction: str) -> None:
    """v²/(2 |a|) down the incline, then friction holds with m g sin α, less than μ m g cos α."""
    motion = run(block({"x": friction}, outputs={"N": "-lam_floor", "F": friction}), 2)
    a = G * (np.sin(0.3) - 0.5 * np.cos(0.3))
    t = np.minimum(motion.t, -1 / a)
    assert motion["x"] == pytest.approx(t + a * t**2 / 2, abs=1e-11)
    assert motion["N"] == pytest.approx(2 * G * np.cos(0.3), abs=1e-11)
    assert motion["F"][-1] == pytest.approx(-2 * G * np.sin(0.3), abs=1e-11)


def test_a_belt_on_a_drum_holds_up_to_the_capstan_limit() -> None:
    """Two loads over a fixed drum: at rest while S₂/S₁ ≤ exp(μ π), beyond that the belt slides with that ratio."""

    def belt(load: float) -> dalembert.Model:
        # the friction of the drum is what the looser side takes times exp(μ π) − 1
        return dalembert.model(
            parameters={"m1": 1.0, "m2": load, "g": G, "mu": 0.2},
            coordinates={"z1": {"start": 0.0, "speed": 0.0}, "z2": {"guess": 0.0}, "s": {"guess": 0.0}},
            definitions={"F": "(exp(mu*pi) - 1)*min(lam_left, lam_right)*sign(s')"},
            energy={"kinetic": "1/2*m1*z1'^2 + 1/2*m2*z2'^2", "potential": "-m1*g*z1 - m2*g*z2"},
            constraints={"displacement": {"left": "z1 + s", "right": "z2 - s"}},
            work={"s": "-F"},
            outputs={"S1": "lam_left", "S2": "lam_right"},
        )

    limit = np.exp(0.2 * np.pi)
    rest = run(belt(1.3), 1)
    assert np.abs(rest["s"]).max() <= 1e-12
    for load in (1.5 * limit, 3.0 * limit):
        motion = run(belt(load), 0.5)
        a = G * (load - limit) / (load + limit)
        assert motion["s"] == pytest.approx(a * motion.t**2 / 2, abs=1e-9)
        assert motion["S2"][1:] / motion["S1"][1:] == pytest.approx(limit, rel=1e-9)


@pytest.mark.parametrize(("k1", "k2"), [(0.06, 0.05), (0.3, 0.2)])
def test_a_double_pendulum_with_friction_in_its_joints(k1: float, k2: float) -> None:
    """Bodies, pins and friction k·|pin force| against angles, Newton and Euler, with all modes tried by hand."""
    motion = run(double_pendulum(k1=k1, k2=k2), 2.5, rtol=1e-9, samples=60)
    rows, modes = truth(motion.t, PARAMETERS | {"k1": k1, "k2": k2})
    assert any(0 in mode for mode in modes)  # a joint sticks now and then
    for i, name in enumerate(("a", "b", "a'", "b'")):
        assert motion[name] == pytest.approx(rows[:, i], abs=1e-8)


# -- nonlinear ---------------------------------------------------------------------------------------------------


def test_a_creep_law_is_solved_for() -> None:
    """A drag of |N|^(2/3): closed form where N is known, and where the drag itself changes N."""
    motion = run(block({"x": "-mu*abs(lam_floor)^(2/3)*x'"}), 2)
    k, limit = 0.5 * (2 * G * np.cos(0.3)) ** (2 / 3) / 2, G * np.sin(0.3)
    assert motion["x'"] == pytest.approx((1 - limit / k) * np.exp(-k * motion.t) + limit / k, abs=1e-10)
    # the drag also lifts the block with its third: N + F/3 = m g cos α with F = mu N^(2/3)
    motion = run(block({"x": "-mu*abs(lam_floor)^(2/3)", "y": "mu*abs(lam_floor)^(2/3)/3"}, speed=9.0), 1)
    N = 2 * G * np.cos(0.3)
    for _ in range(60):
        N = 2 * G * np.cos(0.3) - 0.5 * N ** (2 / 3) / 3
    assert motion["N"] == pytest.approx(N, rel=1e-12)
    assert motion["x'"] == pytest.approx(9 + (G * np.sin(0.3) - 0.25 * N ** (2 / 3)) * motion.t, abs=1e-10)


def test_a_saturated_drag_as_a_load() -> None:
    """A force at a point, tanh of speed by the normal force, is solved for: N + F/3 = m g cos α at high speed."""
    block_ = block(
        {"drag": {"at": ["x", "y"], "force": ["-F", "F/3"]}},
        speed=9.0,
        definitions={"F": "mu*abs(lam_floor)*tanh(100*x'/(mu*abs(lam_floor)))"},
    )
    motion = run(block_, 1)
    N = 2 * G * np.cos(0.3) / (1 + 0.5 / 3)
    assert motion["N"] == pytest.approx(N, rel=1e-12)
    assert motion["x'"] == pytest.approx(9 + (G * np.sin(0.3) - 0.25 * N) * motion.t, abs=1e-10)


# -- jamming -----------------------------------------------------------------------------------------------------


def sliding_rod(mu: float, speed: float, start: float = 1.45, turn: float = 0.0) -> dalembert.Model:
    """A rod whose lower end is kept on a floor and rubs there, falling over."""
    return dalembert.model(
        parameters={"m": 1.0, "l": 0.5, "g": G, "mu": mu},
        coordinates={
            "x": {"start": 0.0, "speed": speed},
            "y": {"guess": 0.5},
            "th": {"start": start, "speed": turn},
        },
        definitions={"J": "m*l^2/3", "v": "x' + l*sin(th)*th'", "F": "mu*lam_floor*sign(v)"},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2) + 1/2*J*th'^2", "potential": "m*g*y"},
        constraints={"displacement": {"floor": "y - l*sin(th)"}},
        work={"x": "F", "th": "l*sin(th)*F"},
    )


def test_forces_that_jam_end_the_run_with_the_cause() -> None:
    """Painlevé's rod: N grows without bound where 1 + 3 cos² θ = 3 μ sin θ cos θ, and the run ends before."""
    motion = dalembert.simulate(sliding_rod(2.0, -6.0, turn=-8.0), t_end=2, samples=200)
    assert motion.status == "failed"
    assert "lam_floor" in str(motion.message)
    assert "jam" in str(motion.message)
    th = motion["th"][-1]
    assert 1 + 3 * np.cos(th) ** 2 - 6 * np.sin(th) * np.cos(th) < 0.1
    assert dalembert.simulate(sliding_rod(0.5, -6.0), t_end=0.3, samples=20).status == "ok"


def test_check_tells_where_forces_may_jam() -> None:
    """A warning with a state, or at the start; none where friction is small."""

    def told(model: dalembert.Model) -> list[str]:
        return [flaw.message for flaw in dalembert.check(model).flaws if flaw.rule == "jamming"]

    assert "at the start" in told(sliding_rod(2.0, -6.0, start=0.9))[0]
    assert "th = " in told(sliding_rod(2.0, -6.0))[0]
    assert not told(sliding_rod(0.2, -6.0))


def test_a_force_without_a_solution_at_the_start_is_refused_there() -> None:
    """A force m x'' on a mass m has no solution: `check` says so, and a run says where to look."""
    model = dalembert.model(
        coordinates={"x": {"start": 1.0}}, energy={"kinetic": "1/2*x'^2"}, work={"x": "x''"}
    )
    assert [flaw.rule for flaw in dalembert.check(model).flaws] == ["jamming"]
    with pytest.raises(dalembert.ModelError, match="a force that grows with what it makes"):
        dalembert.simulate(model, t_end=1)


# -- refusals ----------------------------------------------------------------------------------------------------

BODY = """format = 1
[parameters]
k = 2
[coordinates]
x = {{ start = 1, speed = 0 }}
y = {{ guess = 1 }}
[energy]
kinetic = "x'^2/2 + y'^2/2{kinetic}"
potential = "{potential}"
[constraints.displacement]
c = "x - y{constraint}"
{rest}
"""


@pytest.mark.parametrize(
    ("given", "rule", "words"),
    [
        ({"potential": "lam_c*x"}, "misplaced-name", "the potential energy cannot contain the force"),
        ({"kinetic": " + x''"}, "misplaced-name", "the kinetic energy cannot contain an acceleration"),
        (
            {"constraint": " + y''"},
            "misplaced-name",
            "a displacement constraint cannot contain an acceleration",
        ),
        ({"rest": '[inputs]\nu = "lam_c*t"\n[work]\nx = "u"'}, "misplaced-name", "an input cannot contain"),
        ({"rest": '[work]\nx = "lam_c\'"'}, "no-rate", "`lam_c`"),
        ({"rest": '[definitions]\nd = "x^2"\n[work]\nx = "d\'\'"'}, "no-rate", "second rate"),
        (
            {"rest": '[definitions]\nv = "x\'"\na = "v\'"\n[work]\nx = "a\'"'},
            "acceleration",
            "third derivative",
        ),
        ({"rest": '[definitions]\nf = "lam_c^2"\n[work]\nx = "f\'"'}, "no-rate", "rate of `lam_c`"),
    ],
)
def test_forces_are_refused_where_they_cannot_stand(
    given: dict[str, str], rule: str, words: str, tmp_path: Any
) -> None:
    """Each refusal names the thing and its place."""
    parts = {"kinetic": "", "potential": "0", "constraint": "", "rest": ""} | given
    path = tmp_path / "m.toml"
    path.write_text(BODY.format(**parts))
    flaws = [flaw for flaw in dalembert.check(path).flaws if flaw.severity == "error"]
    assert any(flaw.rule == rule and words in flaw.message and flaw.line for flaw in flaws), flaws


def test_who_cannot_do_it_says_so() -> None:
    """Time stepping, structural methods, efforts for a motion and the linear form refuse by name."""
    model = pendulum({"x": "-c*lam_rod*x'", "y": "-c*lam_rod*y'"})
    for method in ("moreau", "galpha"):
        with pytest.raises(dalembert.ModelError, match="lam_rod"):
            dalembert.simulate(model, t_end=1, method=method, dt=1e-3)
    with pytest.raises(dalembert.ModelError, match="lam_rod"):
        dalembert.inverse(model, {"x": "0.1*t"})
    with pytest.raises(dalembert.NotAvailable, match="lam_rod"):
        dalembert.form_of(dalembert.derive(model), "linear")
    assert "lam_rod" in str(dalembert.eliminate(dalembert.derive(model)).why)
    assert "lam_rod" in dalembert.functions(model).left_out["h"]


def test_outputs_of_forces_do_not_stand_against_analyses() -> None:
    """Modes of a pendulum that shows the force in its rod; the linear equations say what they leave out."""
    model = pendulum(outputs={"S": "lam_rod", "side": "x"})
    linear = dalembert.linearise(model)
    assert linear.state.outputs == ("side",)
    assert any("S" in str(remark) for remark in linear.remarks)
    assert dalembert.modes(model).modes[0].rad_s > 0


def test_forces_of_compliant_contacts_act_as_rolling_drag() -> None:
    """A block on a stiff spring is slowed by a part of the force in it, and stops."""
    model = dalembert.model(
        parameters={"m": 1.0, "g": G, "f": 0.2},
        coordinates={"x": {"start": 0.0, "speed": 3.0}, "y": {"start": 0.0, "speed": 0.0}},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y"},
        work={"x": "-f*contact_floor*sign(x')"},
        contacts={"floor": {"gap": "y - m*g/1e4", "law": "spring", "stiffness": 1e4}},  # at rest on it
    )
    motion = dalembert.simulate(model, t_end=2, samples=100)
    t = np.minimum(motion.t, 3 / (0.2 * G))
    assert motion["x"] == pytest.approx(3 * t - 0.1 * G * t**2, abs=1e-7)


def test_forces_that_others_depend_on_have_a_budget() -> None:
    """Forty of them are solved together; one more is refused, at its place."""
    names = [f"x{i}" for i in range(41)]
    sections = {
        "coordinates": {name: {"start": 0.0, "speed": 1.0} for name in names},
        "energy": {"kinetic": " + ".join(f"{name}'^2" for name in names)},
    }

    def flaws(count: int) -> list[str]:
        work = {name: f"-0.1*{name}''" for name in names[:count]}
        return [
            flaw.message
            for flaw in examine(dalembert.model(**sections, work=work)).flaws
            if flaw.rule == "budget"
        ]

    assert not flaws(40)
    assert "more than 40" in flaws(41)[0]


def test_multipliers_of_constraints_that_depend_on_one_another_are_refused() -> None:
    """They are not determined."""
    model = dalembert.model(
        coordinates={"x": {"start": 0.0, "speed": 1.0}, "y": {"guess": 0.0}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)"},
        constraints={"displacement": {"one": "x - y", "two": "(x - y)*(1 + x^2)"}},
        outputs={"S": "lam_one"},
    )
    with pytest.raises(dalembert.ModelError, match="not determined"):
        dalembert.simulate(model, t_end=1)


def test_second_opinions_agree() -> None:
    """cvodes, ida, radau and SciPy run the same equations."""
    model = pendulum({"x": "-c*lam_rod*l*x'", "y": "-c*lam_rod*l*y'"})
    angle, _ = by_angle(np.linspace(0, 1, 11), 0.1)
    for method in ("cvodes", "ida", "radau", "scipy:DOP853"):
        motion = dalembert.simulate(model, t_end=1, samples=10, method=method, rtol=1e-8)
        assert motion["x"] == pytest.approx(np.sin(angle), abs=1e-6), method


def test_derived_equations_show_the_forces() -> None:
    """The efforts stand in the equations with the multipliers as they were written, and are verified."""
    derived = dalembert.derive(double_pendulum())
    assert derived.verified.max_error <= 1e-12
    shown = str(dalembert.show(derived))
    assert "λ_x1" in shown
    assert "sign" in shown


def test_work_of_a_spring_contact_is_shown_with_its_force() -> None:
    """Equations for eyes keep the force of a contact that gives way in the work that depends on it."""
    model = dalembert.model(
        parameters={"g": G, "k": 1e4},
        coordinates={"y": {"start": 0.3}, "x": {"start": 0.0, "speed": 2.0}},
        energy={"kinetic": "(x'^2 + y'^2)/2", "potential": "g*y"},
        contacts={"floor": {"gap": "y", "law": "spring", "stiffness": "k"}},
        work={"x": "-0.2*contact_floor*tanh(x'/0.01)"},
    )
    assert "tanh" in str(dalembert.show(dalembert.derive(model)))
