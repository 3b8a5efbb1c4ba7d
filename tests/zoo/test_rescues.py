"""No model of the library, and no body in Euler parameters, needs its equations solved again numerically."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import dalembert
from dalembert._simulate import native_run
from dalembert.library import SYSTEMS

ILL_POSED = {"blending_tank_printed", "pneumatic_positioner_printed"}
RESCUED: set[str] = set()  # systems in which some evaluations may lose their digits
OMEGA = {
    "w1": "2*(e0*e1' - e1*e0' - e2*e3' + e3*e2')",
    "w2": "2*(e0*e2' - e2*e0' - e3*e1' + e1*e3')",
    "w3": "2*(e0*e3' - e3*e0' - e1*e2' + e2*e1')",
}
UNIT = "e0^2 + e1^2 + e2^2 + e3^2 - 1"
RATE = "(e0*e0' + e1*e1' + e2*e2' + e3*e3')^2"  # zero on the constraint, with its derivatives by velocities


def quadrotor(extra: str = "0") -> dalembert.Model:
    """A quadrotor in positions and Euler parameters, lifted and turned by its four rotors."""
    tau = "0.02*sin(2*t)", "0.015*cos(3*t)", "0.004*sin(t)"
    lift = "9.81*m*(1 + 0.1*sin(t))"
    return dalembert.model(
        parameters={"m": 0.8, "J1": 0.0081, "J2": 0.0093, "J3": 0.0142},
        coordinates={
            **{name: {"start": 0, "speed": 0} for name in "xyz"},
            **{f"e{i}": {"start": int(i == 0), "speed": 0} for i in range(4)},
        },
        definitions=OMEGA | {"tau1": tau[0], "tau2": tau[1], "tau3": tau[2], "lift": lift},
        energy={
            "kinetic": "1/2*m*(x'^2 + y'^2 + z'^2) + 1/2*(J1*w1^2 + J2*w2^2 + J3*w3^2)" + f" + {extra}",
            "potential": "9.81*m*z",
        },
        work={
            "x": "lift*2*(e1*e3 + e0*e2)",
            "y": "lift*2*(e2*e3 - e0*e1)",
            "z": "lift*(e0^2 - e1^2 - e2^2 + e3^2)",
            "e0": "2*(-e1*tau1 - e2*tau2 - e3*tau3)",
            "e1": "2*(e0*tau1 - e3*tau2 + e2*tau3)",
            "e2": "2*(e3*tau1 + e0*tau2 - e1*tau3)",
            "e3": "2*(-e2*tau1 + e1*tau2 + e0*tau3)",
        },
        constraints={"displacement": {"unit": UNIT}},
        simulate={"t_end": 2, "samples": 20},
    )


def heavy_top(extra: str = "0") -> dalembert.Model:
    """A heavy top in Euler parameters and the coordinates of its mass centre, which the tip binds together."""
    return dalembert.model(
        parameters={"m": 15, "l": 1, "J1": 0.234375, "J3": 0.46875, "g": 9.81},
        coordinates={
            "x": {"guess": 0},
            "y": {"guess": 0},
            "z": {"guess": 1},
            "e0": {"start": "cos(pi/8)", "speed": "-sin(pi/8)*3"},
            "e1": {"start": "sin(pi/8)", "speed": "cos(pi/8)*3"},
            "e2": {"start": 0, "speed": "-20*sin(pi/8)"},
            "e3": {"start": 0, "speed": "20*cos(pi/8)"},
        },
        definitions=OMEGA,
        energy={
            "kinetic": "1/2*m*(x'^2 + y'^2 + z'^2) + 1/2*(J1*w1^2 + J1*w2^2 + J3*w3^2)" + f" + {extra}",
            "potential": "m*g*z",
        },
        constraints={
            "displacement": {
                "tip_x": "x - l*2*(e1*e3 + e0*e2)",
                "tip_y": "y - l*2*(e2*e3 - e0*e1)",
                "tip_z": "z - l*(e0^2 - e1^2 - e2^2 + e3^2)",
                "unit": UNIT,
            }
        },
        simulate={"t_end": 0.5, "samples": 20},
    )


@pytest.mark.parametrize("make", [quadrotor, heavy_top])
def test_bodies_in_euler_parameters_are_never_rescued(make: Callable[..., dalembert.Model]) -> None:
    """With a singular M the motion is that of a twin whose T has the length's rate added, without any rescue."""
    own, twin = dalembert.simulate(make()), dalembert.simulate(make(f"0.5*{RATE}"))
    assert own.status == twin.status == "ok"
    assert own.work.rescues == 0
    assert own.work.steps <= 2.2 * twin.work.steps + 5  # one may need a finer run than the other
    for name in (coordinate.name for coordinate in own.model.coordinates):
        one, other = (np.asarray(motion.columns()[name]) for motion in (own, twin))
        assert np.abs(one - other).max() <= 1e-8


WELL_POSED = [s.name for s in SYSTEMS if s.name not in ILL_POSED | RESCUED]


@pytest.mark.parametrize(
    "name",
    [
        *("elastic_beam:8" if name == "elastic_beam" else name for name in WELL_POSED),
        pytest.param("elastic_beam", marks=pytest.mark.soak),
    ],
)
def test_no_library_system_is_rescued(name: str) -> None:
    """In the first tenth of each library system's run no pivot loses its digits."""
    model = dalembert.read(name)
    first, last = model.simulate.t_start or 0.0, model.simulate.t_end
    assert last is not None
    end = first + (last - first) / 10
    motion = dalembert.simulate(model, t_end=end, samples=5)
    assert motion.reached == pytest.approx(end)
    assert motion.work.rescues == 0


def test_a_run_that_is_mostly_rescued_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where many evaluations are solved again numerically, a remark says so; where none is, there is no remark."""
    said = "of the evaluations were solved again numerically"
    assert not any(said in remark for remark in dalembert.simulate("four_bar", t_end=0.01, samples=2).remarks)
    monkeypatch.setattr(native_run, "HEALTHY", 2.0)  # every state is rescued
    motion = dalembert.simulate("four_bar", t_end=0.01, samples=2)
    assert motion.work.rescues == motion.work.rhs + motion.work.projections
    assert any(str(remark).startswith("100 % ") and said in remark for remark in motion.remarks)
