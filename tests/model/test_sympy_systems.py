"""Systems of `sympy.physics.mechanics` against SymPy's own equations of motion."""

import numpy as np
import pytest
import sympy
from sympy.physics.mechanics import (
    KanesMethod,
    LagrangesMethod,
    Lagrangian,
    LinearPathway,
    LinearSpring,
    Particle,
    PinJoint,
    Point,
    PrismaticJoint,
    ReferenceFrame,
    RigidBody,
    System,
    dynamicsymbols,
    inertia,
)

import dalembert

t = dynamicsymbols._t
POINTS = 4


def accelerations(model, values, q, qd):
    """The accelerations of a model at a state."""
    functions = dalembert.functions(model)
    p = [values[entry.name] for entry in model.parameters]
    M, h = functions.M(0.3, q, qd, p), functions.h(0.3, q, qd, p)
    G = np.vstack([functions.Phi_q(0.3, q, qd, p), functions.Psi_qd(0.3, q, qd, p)])
    n, c = len(q), len(G)
    A = np.block([[M, G.T], [G, np.zeros((c, c))]])
    return np.linalg.solve(A, np.concatenate([h, functions.gamma(0.3, q, qd, p)]))[:n]


def states(count):
    """Seeded states."""
    random = np.random.default_rng(4)
    return [(random.uniform(-0.8, 0.8, count), random.uniform(-1, 1, count)) for _ in range(POINTS)]


def values_of(model):
    """Seeded values of the parameters."""
    random = np.random.default_rng(8)
    return {entry.name: float(random.uniform(0.5, 2.0)) for entry in model.parameters}


def numbers(expression, values, extra):
    """An expression of SymPy as numbers."""
    table = {sympy.Symbol(name): value for name, value in values.items()} | extra
    return np.array(expression.subs(extra).subs(table).evalf(), dtype=float)


def gyroscope():
    """A body on a universal joint: its rotation, its inertia and its energies."""
    m, g, r, A, C = sympy.symbols("m g r A C", positive=True)
    a, b, c = dynamicsymbols("a b c")
    N = ReferenceFrame("N")
    B = N.orientnew("B", "Body", (a, b, c), "123")
    origin, G = Point("O"), Point("G")
    origin.set_vel(N, 0)
    G.set_pos(origin, r * B.z)
    G.v2pt_theory(origin, N, B)
    body = RigidBody("body", G, B, m, (inertia(B, A, A, C), G))
    body.potential_energy = m * g * G.pos_from(origin).dot(N.z)
    return N, body, (a, b, c), (G, B)


def test_energies_of_a_body_give_the_equations_of_lagrange_and_kane():
    """A rotation, an inertia, the energies of a body: M, h and accelerations are those of SymPy."""
    N, body, q, (G, B) = gyroscope()
    model = dalembert.model(
        parameters={name: {} for name in ["A", "C", "g", "m", "r"]},
        coordinates={one: {} for one in q},
        energy={"kinetic": body.kinetic_energy(N), "potential": body.potential_energy},
    )
    lagrange = LagrangesMethod(Lagrangian(N, body), q)
    lagrange.form_lagranges_equations()
    u = dynamicsymbols("u1:4")
    speeds = dict(zip([one.diff(t) for one in q], u, strict=True))
    G.set_vel(N, G.vel(N).subs(speeds))
    B.set_ang_vel(N, B.ang_vel_in(N).subs(speeds))
    kane = KanesMethod(N, q, u, [b - a for a, b in zip(u, speeds, strict=True)])
    m, g = sympy.symbols("m g", positive=True)
    kane.kanes_equations([body], [(G, -m * g * N.z)])
    values = values_of(model)
    other = {sympy.Symbol(name, positive=True): value for name, value in values.items()}
    for at, rate in states(3):
        own = accelerations(model, values, at, rate)
        rates = {one.diff(t): float(v) for one, v in zip(q, rate, strict=True)}
        place = rates | {one: float(x) for one, x in zip(q, at, strict=True)} | other
        M, f = (np.array(part.subs(place), dtype=float) for part in (lagrange.mass_matrix, lagrange.forcing))
        assert np.allclose(np.linalg.solve(M, f).ravel(), own, rtol=1e-9, atol=1e-9)
        place |= {one: float(v) for one, v in zip(u, rate, strict=True)}
        M, f = (np.array(part.subs(place), dtype=float) for part in (kane.mass_matrix, kane.forcing))
        assert np.allclose(np.linalg.solve(M, f).ravel(), own, rtol=1e-9, atol=1e-9)


def test_a_lagranges_method_is_a_model():
    """Forces, a holonomic and a nonholonomic constraint are taken over."""
    m, g, L, F = sympy.symbols("m g L F")
    x, y, s = dynamicsymbols("x y s")
    N = ReferenceFrame("N")
    origin = Point("O")
    origin.set_vel(N, 0)
    P = origin.locatenew("P", x * N.x + y * N.y)
    P.set_vel(N, x.diff(t) * N.x + y.diff(t) * N.y)
    T = m / 2 * (x.diff(t) ** 2 + y.diff(t) ** 2 + s.diff(t) ** 2)
    lagrange = LagrangesMethod(
        T - m * g * y,
        [x, y, s],
        forcelist=[(P, F * sympy.cos(s) * N.x - x.diff(t) * N.y)],
        frame=N,
        hol_coneqs=[x**2 + y**2 - L**2],
        nonhol_coneqs=[s.diff(t) - L * x.diff(t) * sympy.cos(y)],
    )
    lagrange.form_lagranges_equations()
    model = dalembert.model(lagrange, coordinates={x: {"start": 0.6}}, outputs={"o": "x*y"})
    assert [p.name for p in model.parameters] == ["F", "L", "g", "m"]
    assert [c.kind for c in model.constraints] == ["displacement", "flow"]
    assert dalembert.as_dict(model)["energy"]["potential"] == "g*m*y"
    values = values_of(model)
    assert dalembert.derive(model).verified.points > 4
    for at, rate in states(3):
        place = {sympy.Symbol(name): value for name, value in values.items()}
        rates = {one.diff(t): float(v) for one, v in zip((x, y, s), rate, strict=True)}
        place |= {one: float(v) for one, v in zip((x, y, s), at, strict=True)}
        M, f = (
            np.array(part.subs(rates).subs(place), dtype=float)
            for part in (lagrange.mass_matrix_full, lagrange.forcing_full)
        )
        other = np.linalg.solve(M, f).ravel()[3:6]
        assert np.allclose(other, accelerations(model, values, at, rate), rtol=1e-9, atol=1e-9)


def pendulum_on_a_cart():
    """A System of joints, with a spring, gravity and a push."""
    g, k, F, c = sympy.symbols("g k F c")
    wall = RigidBody("wall")
    cart = RigidBody("cart")
    rod = RigidBody("rod")
    system = System.from_newtonian(wall)
    slide = PrismaticJoint("slide", wall, cart, joint_axis=wall.x)
    pin = PinJoint(
        "pin",
        cart,
        rod,
        joint_axis=cart.z,
        child_point=sympy.Symbol("l") * rod.y,
        parent_interframe=cart.frame,
    )
    system.add_joints(slide, pin)
    system.apply_uniform_gravity(-g * wall.y)
    system.add_loads((cart.masscenter, (F - c * slide.speeds[0]) * wall.x))
    pathway = LinearPathway(wall.masscenter, cart.masscenter)
    system.add_actuators(LinearSpring(k, pathway))
    return system


def test_a_system_of_joints_is_a_model():
    """Bodies, joints, loads and actuators: the accelerations are those of Kane's method."""
    system = pendulum_on_a_cart()
    model = dalembert.model(system)
    system.form_eoms()
    values = values_of(model)
    q, u = list(system.q), list(system.u)
    for at, rate in states(2):
        at = np.abs(at) + 0.1  # the pathway has a length
        place = {sympy.Symbol(name): value for name, value in values.items()}
        place |= {one: float(v) for one, v in zip(q, at, strict=True)}
        place |= {one: float(v) for one, v in zip(u, rate, strict=True)}
        M, f = (np.array(part.subs(place), dtype=float) for part in (system.mass_matrix, system.forcing))
        other = np.linalg.solve(M, f).ravel()
        assert np.allclose(other, accelerations(model, values, at, rate), rtol=1e-9, atol=1e-9)


def test_what_is_given_twice_or_unknown_is_refused():
    """Mistakes are told in the user's words."""
    x = dynamicsymbols("x")
    lagrange = LagrangesMethod(x.diff(t) ** 2 - x**2, [x])
    with pytest.raises(dalembert.ModelError, match=r"has `energy.kinetic` already"):
        dalembert.model(lagrange, energy={"kinetic": "x'^2"})
    with pytest.raises(dalembert.ModelError, match="a `Particle` cannot be handed over as a whole"):
        dalembert.model(Particle("P", Point("P"), 1))
    added = dalembert.model(lagrange, energy={"dissipation": "x'^2/10"}, simulate={"t_end": 1})
    assert dalembert.simulate(added).status == "ok"


def test_accelerations_velocities_as_keys_and_matrices_come_from_sympy():
    """An added mass, a ball thrown back and a vector, as they are written in SymPy; and a delay is told as text."""
    x, t = dynamicsymbols("x"), sympy.Symbol("t")
    model = dalembert.model(
        coordinates={x: {"start": 1, "speed": -1}},
        definitions={"r": sympy.Matrix([x, 0])},
        energy={"kinetic": "dot(r', r')/2"},
        work={x: -x.diff(t, 2)},
        events={"wall": {"when": x, "set": {x.diff(t): -x.diff(t) / 2}}},
        outputs={"a": x.diff(t, 2)},
        simulate={"t_end": 2, "samples": 2},
    )
    motion = dalembert.simulate(model)
    assert motion["x"] == pytest.approx([1, 0, 0.5], abs=1e-12)
    assert motion["a"] == pytest.approx(0, abs=1e-12)
    assert {event.name for event in motion.events} == {"wall"}
    with pytest.raises(dalembert.ModelError, match="delayed value is written as text"):
        dalembert.model(coordinates={x: {}}, energy={"kinetic": x.diff(t) ** 2}, work={x: -x.subs(t, t - 1)})
