"""The equations of a hanging chain of uniform links, as text, for the systems made of one.

The sum over j of a_ij (theta_j'' cos(theta_i - theta_j) + theta_j'^2 sin(theta_i - theta_j)), plus
w_i g sin(theta_i), is zero. With s = max(i, j) and links counted from 1,

    a_ii = L_i^2 (m_i/3 + m_{i+1} + ... + m_n)
    a_ij = L_i L_j (m_s/2 + m_{s+1} + ... + m_n)
    w_i = L_i (m_i/2 + m_{i+1} + ... + m_n)
"""

from collections.abc import Callable, Sequence

CITE = "Dominguez sections 1 and 3, general form"
THREE = ("theta1", "theta2", "theta3")


def inertia(i: int, j: int, n: int) -> str:
    """Write a_ij of a chain whose links have masses m1, m2, ... and lengths L1, L2, ..."""
    s = max(i, j)
    share = f"m{s}/3" if i == j else f"m{s}/2"
    return f"L{i}*L{j}*({'+'.join([share, *(f'm{k}' for k in range(s + 1, n + 1))])})"


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


def equation(
    i: int, angles: Sequence[str], a: Callable[[int, int, int], str], w: Callable[[int, int], str]
) -> str:
    """Write the left side of the equation of link i, without multipliers, in the names of the angles."""
    n = len(angles)
    terms = [_term(angles[i - 1], angle, a(i, j, n)) for j, angle in enumerate(angles, 1)]
    return " + ".join([*terms, f"g*{w(i, n)}*sin({angles[i - 1]})"])


def mass_grid(n: int) -> str:
    """Write the mass matrix of a chain with masses m1, ... and lengths L1, ... as a grid of entries."""
    links = range(1, n + 1)
    return "\n".join("  ".join(_mass_entry(i, j, n) for j in links) for i in links)


def _term(angle: str, other: str, a: str) -> str:
    if angle == other:
        return f"{a}*{angle}''"
    return f"{a}*({other}''*cos({angle} - {other}) + {other}'^2*sin({angle} - {other}))"


def _mass_entry(i: int, j: int, n: int) -> str:
    return inertia(i, j, n) if i == j else f"{inertia(i, j, n)}*cos(theta{i}-theta{j})"
