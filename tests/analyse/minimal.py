"""The same systems twice: in redundant coordinates with constraints, and in as few as they need."""

from __future__ import annotations

from random import Random

import dalembert

PENDULUM = {
    "parameters": {"m": 1, "l": 10, "g": 9.81},
    "coordinates": {"theta": {"unit": "deg", "start": 45, "speed": 0}},
    "energy": {"kinetic": "1/6*m*l^2*theta'^2", "potential": "-m*g*l/2*cos(theta)"},
}

# The crank-rocker with only its crank: coupler and rocker by the law of cosines, on the open branch.
CRANK = {
    "parameters": {"L1": 1.0, "L2": 0.4, "L3": 0.9, "L4": 0.8, "m2": 0.8, "m3": 1.8, "m4": 1.6, "g": 9.81},
    "coordinates": {"theta2": {"unit": "rad", "start": "pi/3", "speed": 6}},
    "definitions": {
        "d": "sqrt(L1^2 + L2^2 - 2*L1*L2*cos(theta2))",
        "theta3": "atan2(-L2*sin(theta2), L1 - L2*cos(theta2)) + acos((d^2 + L3^2 - L4^2)/(2*d*L3))",
        "x2": "L2/2*cos(theta2)",
        "y2": "L2/2*sin(theta2)",
        "x3": "L2*cos(theta2) + L3/2*cos(theta3)",
        "y3": "L2*sin(theta2) + L3/2*sin(theta3)",
        "x4": "(L1 + L2*cos(theta2) + L3*cos(theta3))/2",
        "y4": "(L2*sin(theta2) + L3*sin(theta3))/2",
        "theta4": "atan2(2*y4, 2*x4 - 2*L1)",
    },
    "energy": {
        "kinetic": {
            "crank": "1/2*m2*(x2'^2 + y2'^2) + 1/24*m2*L2^2*theta2'^2",
            "coupler": "1/2*m3*(x3'^2 + y3'^2) + 1/24*m3*L3^2*theta3'^2",
            "rocker": "1/2*m4*(x4'^2 + y4'^2) + 1/24*m4*L4^2*theta4'^2",
        },
        "potential": "m2*g*y2 + m3*g*y3 + m4*g*y4",
    },
}

BELT = {
    "parameters": {"m": 20, "I1": 0.05, "I2": 0.05, "r1": 0.1, "r2": 0.1, "k": 5e3, "c": 50, "Tau": 5},
    "coordinates": {"x1": {"start": 0, "speed": 0}, "x2": {"start": 0, "speed": 0}},
    "energy": {
        "kinetic": "1/2*(m + I2/r2^2)*x1'^2 + 1/2*I1/r1^2*x2'^2",
        "potential": "1/2*k*(x1 - x2)^2",
        "dissipation": "1/2*c*(x1' - x2')^2",
    },
    "work": {"x2": "Tau/r1"},
}

ROTOR = {  # a mass on springs in a frame that turns
    "parameters": {"m": 2, "kx": 200, "ky": 260, "Omega": {"value": 3, "unit": "rad/s"}, "c": 0},
    "coordinates": {"x": {"start": 0.1, "speed": 0}, "y": {"start": 0, "speed": 0}},
    "energy": {
        "kinetic": "1/2*m*((x' - Omega*y)^2 + (y' + Omega*x)^2)",
        "potential": "1/2*kx*x^2 + 1/2*ky*y^2",
        "dissipation": "1/2*c*(x'^2 + y'^2)",
    },
}

FORCED = {  # two masses, two springs, a motor with its own lag, a force that is an input
    "parameters": {"m": 1.5, "k": 40, "c": 0.7, "T1": 0.2},
    "inputs": {"F": "2*cos(3*t)", "target": "1"},
    "coordinates": {
        "x": {"unit": "m", "start": 0.1, "speed": 0.2},
        "y": {"unit": "m", "start": 0, "speed": 0},
    },
    "states": {"z": {"rate": "(target - z - x)/T1", "start": 0.3}},
    "energy": {
        "kinetic": "1/2*m*x'^2 + 1/2*m*(1 + x^2)*y'^2",
        "potential": "1/2*k*x^2 + 1/2*k*(y - x)^2 + k/4*y^4",
        "dissipation": "1/2*c*(y' - x')^2",
    },
    "work": {"x": "F*(1 + y) + 3*z"},
    "outputs": {"gap": "y - x", "flow": "x'*y + F"},
}


def model(sections: dict, **changes: dict) -> dalembert.Model:
    """A model of sections, some of them changed."""
    return dalembert.model(**(sections | changes))


def twins(seed: int) -> tuple[dalembert.Model, dalembert.Model]:
    """A random conservative or damped chain in angles alone, and with the places of its masses as coordinates."""
    random = Random(f"twins {seed}")
    count = random.randint(1, 3)
    parameters = {"g": 9.81} | {f"m{i}": random.uniform(0.5, 2) for i in range(count)}
    parameters |= {f"L{i}": random.uniform(0.4, 1.2) for i in range(count)}
    parameters |= {f"k{i}": random.uniform(0, 6) for i in range(count)} | {"c": random.choice([0, 0.3])}
    angles = {f"a{i}": {"unit": "rad", "start": random.uniform(-0.4, 0.4), "speed": 0} for i in range(count)}
    places = {}
    for i in range(count):
        before = (f"x{i - 1} + ", f"y{i - 1} - ") if i else ("", "-")
        places[f"x{i}"] = f"{before[0]}L{i}*sin(a{i})"
        places[f"y{i}"] = f"{before[1]}L{i}*cos(a{i})"
    springs = {
        f"spring{i}": f"1/2*k{i}*(a{i}{f' - a{i - 1}' if i else ''} - {random.uniform(-0.5, 0.5):.3f})^2"
        for i in range(count)
    }
    energy = {
        "kinetic": {f"mass{i}": f"1/2*m{i}*(x{i}'^2 + y{i}'^2)" for i in range(count)},
        "potential": springs | {f"weight{i}": f"m{i}*g*y{i}" for i in range(count)},
        "dissipation": "1/2*c*a0'^2",
    }
    few = dalembert.model(parameters=parameters, coordinates=angles, definitions=places, energy=energy)
    names = list(places)
    random.shuffle(names)
    guesses = {name: {"unit": "m", "guess": -0.5 if name[0] == "y" else 0.1} for name in names}
    many = dalembert.model(
        parameters=parameters,
        coordinates=angles | guesses,
        energy=energy,
        constraints={"displacement": {f"at_{n}": f"{n} - ({places[n]})" for n in names}},
    )
    return few, many
