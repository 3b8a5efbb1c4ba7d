"""A mass or a circuit that a controller drives, for each of its values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.elements.law_draw import Bench, Draw
from tests.elements.law_systems import DISPLACEMENT, EFFORT, FLOW, PLACE, SPEED, Controller, Law, Signal


def _controlled(kind: str, *, both: bool = False, **sizes: tuple[float, float]) -> Callable[[Draw], Bench]:
    """A mass whose effort, or a circuit whose source, is driven by what is measured there."""

    def bench(draw: Draw) -> Bench:
        values: dict[str, Law | tuple[Law, ...]] = {}
        for key, bounds in sizes.items():
            values[key] = (
                (draw.law(*bounds), draw.law(*bounds))
                if both and key in {"gains", "reference"}
                else draw.law(*bounds)
            )
        if both or draw.either():
            measured = (Signal(PLACE, "x"), Signal(SPEED, "x")) if both else (Signal(PLACE, "x"),)
            controller = Controller(kind, "X", measured, "work.x", values)
            near = {"own_place": Signal(PLACE, "x"), "own_speed": Signal(SPEED, "x")}
            return Bench("X", (), near, (draw.mass("x"),), controllers=(controller,))
        source = replace(draw.source("electrical", "E0", "a"), values={})
        rest = (draw.resistance("electrical", "R9", "a", "b"), draw.store("electrical", "C9", "b"))
        rest += (draw.resistance("electrical", "R8", "b"),)
        near = {
            "near_charge": Signal(DISPLACEMENT, "C9"),
            "near_effort": Signal(EFFORT, "b"),
            "near_flow": Signal(FLOW, "R8"),
        }
        controller = Controller(kind, "X", (Signal(DISPLACEMENT, "C9"),), "E0.voltage", values)
        return Bench("X", (source, *rest), near, controllers=(controller,))

    return bench


ONE = (0.6, 1.6)
FAR = (3.0, 4.0)
SHORT = (0.3, 0.5)
BEGUN = {"start": (0.1, 0.3)}
PID = {"reference": ONE, "kp": ONE, "ki": ONE, "kd": (0.1, 0.3), "filter_time": SHORT} | BEGUN
WEIGHTED = PID | {"reference_weight": ONE, "derivative_weight": ONE}
TIMED = {
    "reference": ONE,
    "kp": ONE,
    "integral_time": ONE,
    "derivative_time": (0.1, 0.3),
    "filter_time": SHORT,
} | BEGUN
FULL = PID | {"reference": FAR, "minimum": (-9.0, -8.0), "maximum": (0.5, 0.8), "tracking_time": ONE}
EMPTY = PID | {
    "reference": (-4.0, -3.0),
    "minimum": (-0.8, -0.5),
    "maximum": (8.0, 9.0),
    "tracking_time": ONE,
}
FEEDBACK = {"reference": ONE, "gains": ONE, "feedforward": ONE}
SLOW = {"gain": (30.0, 40.0), "rate": (0.3, 0.5), "time_constant": (0.1, 0.2)} | BEGUN
FAST = SLOW | {"gain": FAR, "rate": (50.0, 60.0)}
SECOND = {"angular_frequency": (2.0, 3.0), "damping_ratio": SHORT, "gain": ONE}
CONTROLLERS: dict[str, tuple[str, Callable[[Draw], Bench]]] = {
    **{
        f"pid.{key}": (key, _controlled("pid", **PID))
        for key in ("reference", "kp", "ki", "kd", "filter_time")
    },
    "pid.reference_weight": ("reference_weight", _controlled("pid", **WEIGHTED)),
    "pid.derivative_weight": ("derivative_weight", _controlled("pid", **WEIGHTED)),
    "pid.integral_time": ("integral_time", _controlled("pid", **TIMED)),
    "pid.derivative_time": ("derivative_time", _controlled("pid", **TIMED)),
    "pid.maximum": ("maximum", _controlled("pid", **FULL)),
    "pid.minimum": ("minimum", _controlled("pid", **EMPTY)),
    "pid.tracking_time": ("tracking_time", _controlled("pid", **FULL)),
    "state_feedback.gains": ("gains", _controlled("state_feedback", both=True, **FEEDBACK)),
    "state_feedback.reference": ("reference", _controlled("state_feedback", both=True, **FEEDBACK)),
    "state_feedback.feedforward": ("feedforward", _controlled("state_feedback", both=True, **FEEDBACK)),
    "low_pass.time_constant": (
        "time_constant",
        _controlled("low_pass", time_constant=SHORT, gain=ONE, **BEGUN),
    ),
    "low_pass.gain": ("gain", _controlled("low_pass", time_constant=SHORT, gain=ONE, **BEGUN)),
    **{f"low_pass_2.{key}": (key, _controlled("low_pass_2", **SECOND)) for key in SECOND},
    "high_pass.time_constant": ("time_constant", _controlled("high_pass", time_constant=SHORT, gain=ONE)),
    "high_pass.gain": ("gain", _controlled("high_pass", time_constant=SHORT, gain=ONE)),
    "integrator.gain": ("gain", _controlled("integrator", gain=ONE, **BEGUN)),
    "gain.gain": ("gain", _controlled("gain", gain=ONE)),
    "saturation.maximum": (
        "maximum",
        _controlled("saturation", gain=FAR, minimum=(-9.0, -8.0), maximum=(0.3, 0.4)),
    ),
    "saturation.minimum": (
        "minimum",
        _controlled("saturation", gain=(-4.0, -3.0), minimum=(0.3, 0.4), maximum=(8.0, 9.0)),
    ),
    "saturation.gain": (
        "gain",
        _controlled("saturation", gain=ONE, minimum=(-9.0, -8.0), maximum=(8.0, 9.0)),
    ),
    "dead_zone.width": ("width", _controlled("dead_zone", gain=FAR, width=(0.2, 0.3))),
    "dead_zone.gain": ("gain", _controlled("dead_zone", gain=FAR, width=(0.2, 0.3))),
    "rate_limit.rate": ("rate", _controlled("rate_limit", **SLOW)),
    "rate_limit.time_constant": (
        "time_constant",
        _controlled("rate_limit", **FAST),
    ),
    "rate_limit.gain": ("gain", _controlled("rate_limit", **FAST)),
}
