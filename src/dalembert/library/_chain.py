"""The equations of a hanging chain of uniform links, as text, for the systems made of one.

The sum over j of a_ij (theta_j'' cos(theta_i - theta_j) + theta_j'^2 sin(theta_i - theta_j)), plus
w_i g sin(theta_i), is zero. With s = max(i, j) and links counted from 1,

    a_ii = L_i^2 (m_i/3 + m_{i+1} + ... + m_n)
    a_ij = L_i L_j (m_s/2 + m_{s+1} + ... + m_n)
    w_i = L_i (m_i/2 + m_{i+1} + ... + m_n)
"""

from collections.abc import Callable
from textwrap import fill

CITE = "Dominguez sections 1 and 3, general form"


def inertia(i: int, j: int, n: int) -> str:
    """Write a_ij of a chain whose links have masses m1, m2, ... and lengths L1, L2, ..."""
    s = max(i, j)
    own = f"m{s}/3" if i == j else f"m{s}/2"
    return f"L{i}*L{j}*({'+'.join([own, *(f'm{k}' for k in range(s + 1, n + 1))])})"


def weight(i: int, n: int) -> str:
    """Write w_i of a chain whose links have masses m1, m2, ... and lengths L1, L2, ..."""
    return f"L{i}*({'+'.join([f'm{i}/2', *(f'm{k}' for k in range(i + 1, n + 1))])})"


def uniform_inertia(i: int, j: int, n: int) -> str:
    """Write a_ij of a chain of n equal links of mass m and length L."""
    below = n - max(i, j)
    return f"{3 * below + 1}/3*m*L^2" if i == j else f"{2 * below + 1}/2*m*L^2"


def uniform_weight(i: int, n: int) -> str:
    """Write w_i of a chain of n equal links of mass m and length L."""
    return f"{2 * (n - i) + 1}/2*m*L"


def equation(i: int, n: int, a: Callable[[int, int, int], str], w: Callable[[int, int], str]) -> str:
    """Write the left side of equation i of n, without multipliers."""
    terms = [_term(i, j, a(i, j, n)) for j in range(1, n + 1)]
    return " + ".join([*terms, f"g*{w(i, n)}*sin(theta{i})"])


def mass_grid(n: int) -> str:
    """Write the mass matrix of a chain with masses m1, ... and lengths L1, ... as a grid of entries."""
    links = range(1, n + 1)
    return "\n".join("  ".join(_mass_entry(i, j, n) for j in links) for i in links)


def scene_chain(n: int, ground: str, view: str = "") -> str:
    """Write the scene of a chain from the origin through (x1, y1), (x2, y2), ..., its end leaving a trace."""
    points = ", ".join(f'"A{i}"' for i in range(n + 1))
    links = fill(f"[{points}]", 100, initial_indent="  ", subsequent_indent="   ")
    ends = "\n".join(f'A{i} = ["x{i}", "y{i}"]' for i in range(1, n + 1))
    return (
        f'[scene]\nlinks  = [\n{links}\n]\nground = {ground}\ntraces = ["A{n}"]\n{view}'
        f"\n[scene.points]\nA0 = [0, 0]\n{ends}\n"
    )


def _term(i: int, j: int, a: str) -> str:
    if i == j:
        return f"{a}*theta{j}''"
    return f"{a}*(theta{j}''*cos(theta{i} - theta{j}) + theta{j}'^2*sin(theta{i} - theta{j}))"


def _mass_entry(i: int, j: int, n: int) -> str:
    return inertia(i, j, n) if i == j else f"{inertia(i, j, n)}*cos(theta{i}-theta{j})"
