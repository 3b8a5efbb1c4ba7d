"""Contact problems with closed forms: each gives how far a motion is from its form, over the bound it keeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import dalembert

G = 9.81


def off(*pairs: tuple[Any, Any, float]) -> float:
    """The largest difference of what is found and what is true, over its bound."""
    return max(
        float(np.max(np.abs(np.asarray(found, dtype=float) - true), initial=0.0)) / bound
        for found, true, bound in pairs
    )


def bouncing_ball() -> float:
    """Impacts at √(2h/g)·(1 + 2e + 2e² + …), rest after the Zeno point, the whole energy lost."""
    e, fall = 0.5, np.sqrt(2 / G)
    motion = dalembert.simulate(
        dalembert.model(
            coordinates={"y": {"start": 1, "speed": 0}},
            energy={"kinetic": "1/2*y'^2", "potential": f"{G}*y"},
            contacts={"floor": {"gap": "y", "restitution": e}},
        ),
        t_end=2.0,
        samples=50,
    )
    times = fall + 2 * fall * np.cumsum([0.0, *(e ** (k + 1) for k in range(5))])
    lost = sum(impact.energy_lost for impact in motion.impacts)
    rest = motion.touches[-1].t if motion.touches[-1].contacts else np.inf
    return off(
        ([impact.t for impact in motion.impacts[:6]], times, 1e-9),
        (rest, fall + 2 * fall * e / (1 - e), 1e-6),
        (lost, G, 1e-8),
        (motion["contact_floor"][-1], G, 1e-8),
    )


def struck_wall() -> float:
    """A mass on a spring strikes a wall with a mass of its own at arccos(d/q0)/ω, plastically."""
    motion = dalembert.simulate("mass_and_wall", t_end=3.0, samples=50)
    w, v = np.sqrt(0.7), 0.05 * np.sqrt(0.7) * np.sin(np.arccos(0.005 / -0.05))
    (impact,) = motion.impacts
    return off(
        (impact.t, np.arccos(0.005 / -0.05) / w, 1e-8),
        (impact.after, [10 / 15 * v, 10 / 15 * v], 1e-8),
        (impact.energy_lost, 0.5 * 10 * v**2 * 5 / 15, 1e-10),
    )


def two_balls() -> float:
    """Equal masses exchange their speeds; the energy stays."""
    motion = dalembert.simulate(
        dalembert.model(
            coordinates={"x": {"start": 0, "speed": 2}, "y": {"start": 1, "speed": 0}},
            energy={"kinetic": "1/2*x'^2 + 1/2*y'^2"},
            contacts={"touch": {"gap": "y - x", "restitution": 1}},
        ),
        t_end=1.0,
        samples=20,
    )
    return off(
        (motion.impacts[0].t, 0.5, 1e-10),
        ([motion["x'"][-1], motion["y'"][-1]], [0.0, 2.0], 1e-9),
        (motion.impacts[0].energy_lost, 0.0, 1e-10),
    )


def sliding_block() -> float:
    """Friction μ g stops a block after v/(μ g), where it sticks."""
    mu, v = 0.3, 2.0
    motion = dalembert.simulate(
        dalembert.model(
            coordinates={"x": {"start": 0, "speed": v}, "y": {"start": 0, "speed": 0}},
            energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": f"{G}*y"},
            contacts={"floor": {"gap": "y", "friction": mu, "slip": "x'", "restitution": 0}},
        ),
        t_end=1.0,
        samples=50,
    )
    stick = [event.t for event in motion.events if event.kind == "stick"]
    return off(
        (stick, v / (mu * G), 1e-8),
        (motion["x"][-1], v**2 / (2 * mu * G), 1e-8),
        (motion["contact_floor"], G, 1e-8),
        (motion.ledger.friction[-1], v**2 / 2, 1e-8),
    )


def oblique_impact() -> float:
    """A ball that slips through its impact loses μ (1 + e) of its normal speed along the floor."""
    mu, e, fall = 0.1, 0.6, np.sqrt(2 * G)
    motion = dalembert.simulate(
        dalembert.model(
            coordinates={"x": {"start": 0, "speed": 3}, "y": {"start": 1, "speed": 0}},
            energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": f"{G}*y"},
            contacts={"floor": {"gap": "y", "friction": mu, "slip": "x'", "restitution": e}},
        ),
        t_end=0.6,
        samples=20,
    )
    return off((motion.impacts[0].after, [3 - mu * (1 + e) * fall, e * fall], 1e-9))


def plane_slip() -> float:
    """A mass on a plane slides in two directions on a straight line, and stops after v/(μ g)."""
    mu, v = 0.2, np.array([0.6, 0.8])
    motion = dalembert.simulate(
        dalembert.model(
            coordinates={
                "x": {"start": 0, "speed": v[0]},
                "y": {"start": 0, "speed": v[1]},
                "z": {"start": 0, "speed": 0},
            },
            energy={"kinetic": "1/2*(x'^2 + y'^2 + z'^2)", "potential": f"{G}*z"},
            contacts={"floor": {"gap": "z", "friction": mu, "slip": ["x'", "y'"], "restitution": 0}},
        ),
        t_end=0.7,
        samples=50,
    )
    stick = [event.t for event in motion.events if event.kind == "stick"]
    ends = [motion["x"][-1], motion["y"][-1]]
    return off((stick, 1 / (mu * G), 1e-7), (ends, v / (2 * mu * G), 1e-7))


def dry_friction() -> float:
    """Dry friction F takes 2 F/k from every half swing; the mass stops at the fifth turn."""
    k, F, x0 = 8.0, 0.9, 1.0
    motion = dalembert.simulate(
        dalembert.model(
            coordinates={"x": {"start": x0, "speed": 0}},
            energy={"kinetic": "1/2*x'^2", "potential": f"1/2*{k}*x^2"},
            work={"x": f"-{F}*sign(x')"},
        ),
        t_end=6.0,
        samples=60,
    )
    turns = [x0]
    while abs(turns[-1]) * k > F:
        turns.append(-(abs(turns[-1]) - 2 * F / k) * np.sign(turns[-1]))
    half = np.pi / np.sqrt(k)
    first = float(np.interp(half, motion.t, motion["x"]))
    return off((motion["x"][-1], turns[-1], 1e-7), (first, turns[1], 1e-2), (motion["x'"][-1], 0.0, 1e-9))


def kinked_potential() -> float:
    """In V = F |x| a mass swings on parabolas: its period is 4 √(2 x0/F)."""
    F, x0 = 3.0, 0.5
    period = 4 * np.sqrt(2 * x0 / F)
    motion = dalembert.simulate(
        dalembert.model(
            coordinates={"x": {"start": x0, "speed": 0}},
            energy={"kinetic": "1/2*x'^2", "potential": f"{F}*abs(x)"},
        ),
        t_end=2 * period,
        samples=40,
    )
    return off((motion["x"][[20, 40]], x0, 1e-7), (motion["x"][[10, 30]], -x0, 1e-7))


def compliant_contact() -> float:
    """A mass returns from a spring that it touches for π √(m/k), with the speed it came with."""
    k, v = 1e4, 2.0
    motion = dalembert.simulate(
        dalembert.model(
            coordinates={"y": {"start": 0.1, "speed": -v}},
            energy={"kinetic": "1/2*y'^2"},
            contacts={"mat": {"gap": "y", "law": "spring", "stiffness": k}},
        ),
        t_end=0.2,
        samples=40,
    )
    touch, release = (next(e.t for e in motion.events if e.kind == kind) for kind in ("touch", "release"))
    return off(
        (touch, 0.1 / v, 1e-9),
        (release - touch, np.pi / np.sqrt(k), 1e-8),
        (motion["y'"][-1], v, 1e-8),
    )


def relay() -> float:
    """A relay s' = 1/2 − sign s brings s to zero after 2 s, and keeps it there: Filippov's sliding mode."""
    motion = dalembert.simulate(
        dalembert.model(
            coordinates={"x": {"start": 0, "speed": 1}},
            energy={"kinetic": "1/2*x'^2"},
            states={"z": {"rate": "1/2 - sign(z)", "start": 1}},
        ),
        t_end=4.0,
        samples=40,
    )
    truth = np.maximum(1 - motion.t / 2, 0.0)
    return off((motion["z"], truth, 1e-8))


def pressed_from_rest() -> float:
    """A force 3 t downwards on a mass that rests on a floor: it presses from zero on, and nothing moves."""
    motion = dalembert.simulate(
        dalembert.model(
            coordinates={"y": {"start": 0, "speed": 0}},
            energy={"kinetic": "1/2*y'^2"},
            work={"y": "-3*t"},
            contacts={"floor": {"gap": "y", "restitution": 0}},
        ),
        t_end=2.0,
        samples=20,
    )
    return off((motion["contact_floor"], 3 * motion.t, 1e-8), (motion["y"], 0.0, 1e-12))


def relay_let_go() -> float:
    """A relay z' = 1/2 + step(w) − sign z slides on z = 0 from 2 s on; w passes zero at 3 s, and z leaves."""
    motion = dalembert.simulate(
        dalembert.model(
            coordinates={"x": {"start": 0, "speed": 1}},
            energy={"kinetic": "1/2*x'^2"},
            states={
                "z": {"rate": "1/2 + step(w) - sign(z)", "start": 1},
                "w": {"rate": "1", "start": -3},
            },
        ),
        t_end=4.0,
        samples=40,
    )
    truth = np.maximum(1 - motion.t / 2, 0.0) + np.maximum((motion.t - 3) / 2, 0.0)
    return off((motion["z"], truth, 1e-8))


PROBLEMS: dict[str, Callable[[], float]] = {
    one.__name__: one
    for one in (
        bouncing_ball,
        struck_wall,
        two_balls,
        sliding_block,
        oblique_impact,
        plane_slip,
        dry_friction,
        kinked_potential,
        compliant_contact,
        relay,
        pressed_from_rest,
        relay_let_go,
    )
}
