"""Rigid bodies in positions and Euler parameters, hanging from one another by spherical joints."""

from __future__ import annotations

import dalembert

INERTIA = (0.0004, 0.004, 0.0035)


def euler_bodies(count: int, *, t_end: float = 0.2) -> dalembert.Model:
    """Rods with their joints at x = ±l/2 of their own axes; the first hangs from the origin."""
    coordinates: dict = {}
    definitions, kinetic, potential, joints = {}, {}, {}, {}
    for k in range(count):
        a, b, c, d = (f"e{i}_{k}" for i in range(4))
        coordinates |= {f"x{k}": {"guess": 0.15 + 0.3 * k}, f"y{k}": {"guess": 0}, f"z{k}": {"guess": 0}}
        coordinates |= {a: {"start": 1, "speed": 0}, b: {"start": 0, "speed": 0}}
        coordinates |= {c: {"start": 0, "speed": 1 - k / 3}, d: {"start": 0, "speed": 1}}
        definitions |= {
            f"Rx{k}": f"{a}^2 + {b}^2 - {c}^2 - {d}^2",
            f"Ry{k}": f"2*({b}*{c} + {a}*{d})",
            f"Rz{k}": f"2*({b}*{d} - {a}*{c})",
            f"w1_{k}": f"2*(-{b}*{a}' + {a}*{b}' + {d}*{c}' - {c}*{d}')",
            f"w2_{k}": f"2*(-{c}*{a}' - {d}*{b}' + {a}*{c}' + {b}*{d}')",
            f"w3_{k}": f"2*(-{d}*{a}' + {c}*{b}' - {b}*{c}' + {a}*{d}')",
        }
        spin = " + ".join(f"{J}*w{i + 1}_{k}^2" for i, J in enumerate(INERTIA))
        kinetic[f"body{k}"] = f"1/2*m*(x{k}'^2 + y{k}'^2 + z{k}'^2) + 1/2*({spin})"
        potential[f"body{k}"] = f"m*g*z{k}"
        for axis in "xyz":
            before = f"{axis}{k - 1} + l/2*R{axis}{k - 1}" if k else "0"
            joints[f"{axis}_joint{k}"] = f"{axis}{k} - l/2*R{axis}{k} - ({before})"
        joints[f"unit{k}"] = f"{a}^2 + {b}^2 + {c}^2 + {d}^2 - 1"
    return dalembert.model(
        parameters={"m": 0.5, "l": 0.3, "g": 9.81},
        coordinates=coordinates,
        definitions=definitions,
        energy={"kinetic": kinetic, "potential": potential},
        constraints={"displacement": joints},
        simulate={"t_end": t_end, "samples": 20},
    )
