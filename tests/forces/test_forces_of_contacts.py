"""Forces that depend on the forces of rigid contacts, solved with the accelerations and with impacts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dalembert

G = 9.81


def block(**own: Any) -> dalembert.Model:
    """A block that moves along x and y."""
    given: dict[str, Any] = {
        "parameters": {"m": 1.0, "g": G, "f": 0.2, "e": 0.0},
        "coordinates": {"x": {"start": 0.0, "speed": 3.0}, "y": {"start": 0.0, "speed": 0.0}},
        "energy": {"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y"},
        "work": {"x": "-f*contact_floor*sign(x')"},
        "contacts": {"floor": {"gap": "y", "restitution": "e"}},
    }
    return dalembert.model(**(given | own))


def falling(height: float = 0.5, **own: Any) -> dalembert.Model:
    """A block that falls, moving on, and bounces."""
    return block(
        parameters={"m": 1.0, "g": G, "f": 0.1, "e": 0.3},
        coordinates={"x": {"start": 0.0, "speed": 3.0}, "y": {"start": height, "speed": 0.0}},
        **own,
    )


def test_a_brake_slows_in_proportion_to_the_normal_force_and_stops() -> None:
    """It goes v t − f g t²/2 until v/(f g), and stays there; what it loses is the work of the brake."""
    motion = dalembert.simulate(block(), t_end=2, samples=100)
    t = np.minimum(motion.t, 3 / (0.2 * G))
    assert motion["x"] == pytest.approx(3 * t - 0.1 * G * t**2, abs=1e-12)
    assert motion["contact_floor"] == pytest.approx(G, rel=1e-12)
    assert motion.ledger.error < 1e-12
    assert motion.ledger.efforts[-1] == pytest.approx(-4.5, rel=1e-12)


def test_rolling_resistance_stops_a_wheel_that_rolls() -> None:
    """With the torque f N against its rotation a disc has x'' = −f g/(3/2 r), until it stands."""
    r, f = 0.3, 0.01
    model = dalembert.model(
        parameters={"m": 2.0, "r": r, "g": G, "mu": 0.5, "f": f},
        coordinates={
            "x": {"start": 0.0, "speed": 1.0},
            "y": {"start": r, "speed": 0.0},
            "phi": {"start": 0.0, "speed": 1 / r},
        },
        energy={"kinetic": "1/2*m*(x'^2 + y'^2) + 1/4*m*r^2*phi'^2", "potential": "m*g*y"},
        work={"phi": "-f*contact_floor*sign(phi')"},
        contacts={"floor": {"gap": "y - r", "restitution": 0, "friction": "mu", "slip": "x' - r*phi'"}},
    )
    slowing = f * G / (1.5 * r)
    motion = dalembert.simulate(model, t_end=8, samples=40)
    t = np.minimum(motion.t, 1 / slowing)
    assert motion["x"] == pytest.approx(t - slowing * t**2 / 2, abs=1e-11)
    assert motion["phi"] == pytest.approx(motion["x"] / r, abs=1e-10)


def test_a_brake_of_the_normal_force_is_the_friction_of_the_contact_in_impacts_too() -> None:
    """Bouncing on, sliding, stopping: one motion, whether f N sign(x') is written as work or as friction."""
    rubbing = {"floor": {"gap": "y", "restitution": "e", "friction": "f", "slip": "x'"}}
    one = dalembert.simulate(falling(), t_end=4, samples=20)
    other = dalembert.simulate(falling(work={}, contacts=rubbing), t_end=4, samples=20)
    assert len(one.impacts) == len(other.impacts) > 5
    assert one["x"] == pytest.approx(other["x"], abs=1e-12)
    assert one["x'"] == pytest.approx(other["x'"], abs=1e-12)
    assert one.impacts[0].energy_lost == pytest.approx(other.impacts[0].energy_lost, rel=1e-12)


def test_a_brake_that_presses_its_own_contact_locks() -> None:
    """N = m g/(1 − c): from c = 1 on there is no such force; `check` warns, and the run ends with Painlevé."""
    for c in (0.5, 1.5):
        model = dalembert.model(
            parameters={"m": 1.0, "g": G, "c": c},
            coordinates={"y": {"start": 0.0, "speed": 0.0}},
            energy={"kinetic": "1/2*m*y'^2", "potential": "m*g*y"},
            work={"y": "-c*contact_floor"},
            contacts={"floor": {"gap": "y", "restitution": 0}},
        )
        warned = [flaw.rule for flaw in dalembert.check(model).flaws]
        motion = dalembert.simulate(model, t_end=1, samples=4)
        if c < 1:
            assert warned == []
            assert motion["contact_floor"] == pytest.approx(G / (1 - c), rel=1e-12)
            (found,) = dalembert.equilibrium(model)
            assert found.values["contact_floor"] == pytest.approx(G / (1 - c), rel=1e-9)
        else:
            assert warned == ["jamming"]
            assert motion.status == "failed"
            assert "Painlevé" in motion.message


def test_two_contacts_share_what_a_force_on_one_of_them_adds() -> None:
    """A rod on two feet, pressed at its middle by c N₁: N₁ = N₂ = m g/(2 − c), W being unsymmetric."""
    c = 0.6
    model = dalembert.model(
        parameters={"m": 2.0, "g": G, "c": c, "a": 0.5},
        coordinates={"y": {"start": 0.0, "speed": 0.0}, "phi": {"start": 0.0, "speed": 0.0}},
        energy={"kinetic": "1/2*m*y'^2 + 1/6*m*a^2*phi'^2", "potential": "m*g*y"},
        work={"y": "-c*contact_left"},
        contacts={
            "left": {"gap": "y - a*sin(phi)", "restitution": 0},
            "right": {"gap": "y + a*sin(phi)", "restitution": 0},
        },
    )
    motion = dalembert.simulate(model, t_end=1, samples=4)
    for name in ("contact_left", "contact_right"):
        assert motion[name] == pytest.approx(2 * G / (2 - c), rel=1e-12)


def test_friction_of_a_rail_goes_on_through_impacts_at_a_wall() -> None:
    """A slider on a rail with μ|λ| loses μ g t of its speed, and 1 − e of it at the wall."""
    mu, e, wall = 0.1, 0.8, 1.0
    model = block(
        parameters={"m": 1.0, "g": G, "mu": mu, "e": e, "L": wall},
        work={"x": "-mu*abs(lam_rail)*sign(x')"},
        constraints={"displacement": {"rail": "y"}},
        contacts={"wall": {"gap": "L - x", "restitution": "e"}},
    )
    motion = dalembert.simulate(model, t_end=0.8, samples=80)
    slowing = mu * G
    hit = (3 - np.sqrt(9 - 2 * slowing * wall)) / slowing
    back = e * np.sqrt(9 - 2 * slowing * wall)
    after = np.maximum(motion.t - hit, 0.0)
    x = np.where(
        motion.t <= hit,
        3 * motion.t - slowing * motion.t**2 / 2,
        wall - back * after + slowing * after**2 / 2,
    )
    assert motion["x"] == pytest.approx(x, abs=1e-11)
    assert len(motion.impacts) == 1


@pytest.mark.parametrize(
    ("speed", "e", "work"),
    [
        (0.1, 0.0, "-f*contact_floor*sign(x')"),  # it would stop, and turn round, in the impact
        (0.0, 0.0, "-f*contact_floor*sign(x')"),  # it stands, and the brake may hold it or not
        (3.0, 0.0, "-f*contact_floor*x'"),  # the force goes with a speed that jumps
        (3.0, 1.0, "f*contact_floor"),  # it drives, and no energy is lost
    ],
)
def test_impulses_that_no_law_gives_end_a_run(speed: float, e: float, work: str) -> None:
    """It ends at the impact: what depends on the force of the contact is not determined there."""
    start = {"x": {"start": 0.0, "speed": speed}, "y": {"start": 1.0, "speed": 0.0}}
    floor = {"floor": {"gap": "y", "restitution": e}}
    motion = dalembert.simulate(block(coordinates=start, work={"x": work}, contacts=floor), t_end=1)
    assert motion.status == "failed"
    assert motion.reached == pytest.approx(np.sqrt(2 / G), rel=1e-9)
    assert "forces depend on its force" in motion.message


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"work": {"x": "-f*contact_floor^2"}}, "proportional"),
        ({"work": {"x": "-f*abs(contact_floor)"}}, "needs no abs"),
        ({"work": {"x": "-f*min(contact_floor, 1)"}}, "proportional"),
        ({"work": {"x": "-f/(1 + contact_floor)"}}, "proportional"),
        ({"work": {"x": "-" + "(" * 150 + "contact_floor" + ")" * 150 + "*contact_floor"}}, "proportional"),
        ({"states": {"s": {"rate": "contact_floor^2", "start": 0}}, "work": {}}, "proportional"),
        (
            {
                "states": {"s": {"rate": "contact_floor", "start": 1}},
                "energy": {"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y + s*x^2"},
                "work": {},
            },
            "energy",
        ),
        (
            {
                "efforts": {"F": {}},
                "work": {"x": "-F^2"},
                "constraints": {"effort": {"law": "F - f*contact_floor"}},
            },
            "proportional",
        ),
        ({"contacts": {"floor": {"gap": "y", "restitution": 0.5, "law": "poisson"}}}, "poisson"),
        (
            {
                "contacts": {"floor": {"gap": "y", "restitution": 0, "friction": 0.1, "slip": "x'"}},
                "work": {"y": "0.1*friction_floor"},
            },
            "friction of a contact",
        ),
    ],
)
def test_what_has_no_impulse_is_refused_at_its_place(own: dict[str, Any], said: str) -> None:
    """`check` names the force and the contact, and a run does not begin."""
    model = block(**own)
    (flaw,) = [flaw for flaw in dalembert.check(model).flaws if flaw.rule == "impact-force"]
    assert flaw.severity == "structure"
    assert "floor" in flaw.message
    assert said in flaw.message + flaw.hint
    with pytest.raises(dalembert.ModelError, match="floor"):
        dalembert.simulate(model, t_end=1)


def test_an_unknown_effort_that_follows_a_contact_force_is_that_force_in_impacts_too() -> None:
    """F = −f N sign(x') as an effort constraint, alone or through a second effort: the motion of the brake."""
    one = dalembert.simulate(falling(), t_end=2, samples=20)
    laws = {"pair": "2*F + P + 3*f*contact_floor*sign(x')", "half": "P - F"}
    for efforts, constraints in (
        ({"F": {}}, {"law": "F + f*contact_floor*sign(x')"}),
        ({"F": {}, "P": {}}, laws),
    ):
        model = falling(efforts=efforts, work={"x": "F"}, constraints={"effort": constraints})
        other = dalembert.simulate(model, t_end=2, samples=20)
        assert len(one.impacts) == len(other.impacts) > 5
        assert other["x"] == pytest.approx(one["x"], abs=1e-12)
        sliding = (np.abs(other["x'"]) > 1e-9) & (other["contact_floor"] > 0)
        assert other["F"][sliding] == pytest.approx(-0.1 * G, rel=1e-12)
        assert other.ledger.error < 1e-12


def test_effort_constraints_beside_contacts_are_linear_in_the_efforts() -> None:
    """Others leave what an effort is in an impact open, and are refused with what to write."""
    for law in ("F^3 + F - x", "x' - 3"):
        model = falling(efforts={"F": {}}, work={"x": "F"}, constraints={"effort": {"law": law}})
        with pytest.raises(dalembert.ModelError, match="linear in the unknown efforts"):
            dalembert.simulate(model, t_end=1)


def test_states_that_add_up_forces_jump_with_impulses() -> None:
    """∫N dt is the change of momentum m g t + m y', ∫x'' dt that of the speed: through impacts, up to rest."""
    states = {"pressed": {"rate": "contact_floor", "start": 0}, "gained": {"rate": "x''", "start": 0}}
    for law in ("newton", "poisson"):
        floor = {"floor": {"gap": "y", "restitution": "e", "law": law}}
        brake = {"x": "-f*contact_floor*sign(x')"} if law == "newton" else {}
        motion = dalembert.simulate(falling(states=states, work=brake, contacts=floor), t_end=2, samples=20)
        assert len(motion.impacts) > 5
        assert motion["pressed"] == pytest.approx(G * motion.t + motion["y'"], abs=1e-11)
        assert motion["gained"] == pytest.approx(motion["x'"] - 3, abs=1e-11)


def test_a_rate_with_a_speed_that_jumps_ends_a_run() -> None:
    """Wear k N |x'| has no value in an impact with friction: the speed passes from one to another in it."""
    model = falling(states={"wear": {"rate": "contact_floor*abs(x')", "start": 0}})
    motion = dalembert.simulate(model, t_end=1)
    assert motion.status == "failed"
    assert "forces depend on its force" in motion.message


def rail(**own: Any) -> dalembert.Model:
    """A slider on a rail that rubs, pushed at t = 0.1."""
    return block(
        parameters={"m": 1.0, "g": G, "mu": 0.1, "P": 2.0},
        constraints={"displacement": {"rail": "y"}},
        contacts={},
        **own,
    )


def test_an_impulse_along_a_rail_passes_and_one_into_it_ends_the_run() -> None:
    """Across it the impulse of the rail would rub: that is named, never left out. A state of x'' jumps."""
    states = {"gained": {"rate": "x''", "start": 0}}
    work = {"x": "-mu*abs(lam_rail)*sign(x')"}
    along = rail(work=work, states=states, impulses={"kick": {"at": 0.1, "work": {"x": "P"}}})
    motion = dalembert.simulate(along, t_end=0.2, samples=2)
    assert motion["x'"][-1] == pytest.approx(5 - 0.1 * G * 0.2, rel=1e-12)
    assert motion["gained"] == pytest.approx(motion["x'"] - 3, abs=1e-12)
    across = rail(work=work, impulses={"kick": {"at": 0.1, "work": {"y": "-P"}}})
    motion = dalembert.simulate(across, t_end=0.2)
    assert motion.status == "failed"
    assert "while `kick` acts" in motion.message


def test_a_rate_that_is_no_multiple_of_what_an_impulse_makes_is_refused() -> None:
    """The square of an acceleration has no integral over an impulse."""
    states = {"square": {"rate": "x''^2", "start": 0}}
    model = rail(work={}, states=states, impulses={"kick": {"at": 0.1, "work": {"x": "P"}}})
    (flaw,) = [flaw for flaw in dalembert.check(model).flaws if flaw.rule == "impact-force"]
    assert "the impulse `kick`" in flaw.message


def test_sides_of_switches_are_tried_in_all_combinations() -> None:
    """Two forces that only turned together change the impact: neither alone does, and the run ends."""
    work = {"x": "-f*contact_floor*(1 + sign(a))*(1 + sign(b))"}
    coordinates = {
        "x": {"start": 0.0, "speed": 3.0},
        "y": {"start": 0.5, "speed": 0.0},
        "a": {"start": 0.0, "speed": 0.0},
        "b": {"start": 0.0, "speed": 0.0},
    }
    kinetic = "1/2*m*(x'^2 + y'^2 + a'^2 + b'^2)"
    energy = {"kinetic": kinetic, "potential": "m*g*y"}
    motion = dalembert.simulate(block(coordinates=coordinates, energy=energy, work=work), t_end=1)
    assert motion.status == "failed"
    assert "forces depend on its force" in motion.message
    many = " + ".join(f"sign(c{k})" for k in range(7))
    coordinates = {name: coordinates[name] for name in ("x", "y")}
    coordinates |= {f"c{k}": {"start": 0.0, "speed": 0.0} for k in range(7)}
    kinetic = "1/2*m*(x'^2 + y'^2" + "".join(f" + c{k}'^2" for k in range(7)) + ")"
    energy = {"kinetic": kinetic, "potential": "m*g*y"}
    model = block(coordinates=coordinates, energy=energy, work={"x": f"-f*contact_floor*({many})"})
    motion = dalembert.simulate(model, t_end=1)
    assert motion.status == "failed"
    assert "in all combinations" in motion.message


def test_a_conversion_that_knows_no_forces_of_contacts_lists_them() -> None:
    """They are a loss, not a name that nothing declares."""
    from dalembert._model.plain import plain_values
    from dalembert._model.units import unit_of
    from dalembert._text.lageq_writer import lageq_losses

    losses = lageq_losses(
        plain_values(block(work={"y": "-0.1*contact_floor"})), lambda value, unit: unit_of(unit).si(value)
    )
    assert any("contact_floor" in loss for loss in losses)
