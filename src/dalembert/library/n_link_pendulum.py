"""A pendulum of n equal uniform links, the x axis pointing down, angles from the vertical.

Ends of links are defined one from the other, so that the text grows in proportion to n.
"""

from dalembert.library import _chain
from dalembert.library.facts import Facts, System, golden_vector

_HEAD = r"""format = 1
title = "Pendulum of {n} links"

[parameters]
m = {{ value = 1,  unit = "kg",    text = "mass of each link" }}
L = {{ value = 1,  unit = "m",     text = "length of each link" }}
g = {{ value = 10, unit = "m/s^2", text = "gravity, along x" }}
"""

_TAIL = r"""
[outputs]
tip_x = "x{n}"
tip_y = "y{n}"

{scene}
[simulate]
t_end   = 20.0
samples = 1200                  # 60 a second
rtol    = 1e-10
atol    = 1e-10
"""


def _text(n: int) -> str:
    links = range(1, n + 1)
    parts = (
        _HEAD.format(n=n),
        "[coordinates]",
        *(f'theta{i} = {{ unit = "rad", start = "pi/2", speed = 0 }}' for i in links),
        "",
        "[definitions]",
        "# x points down: the end of each link, and its mass centre.",
        *(_places(i) for i in links),
        "",
        "[energy.kinetic]",
        *(f"link{i} = \"1/2*m*(xG{i}'^2 + yG{i}'^2) + 1/24*m*L^2*theta{i}'^2\"" for i in links),
        "",
        "[energy.potential]",
        *(f'link{i} = "-m*g*xG{i}"' for i in links),
        _TAIL.format(n=n, scene=_chain.scene_chain(n, '["A0"]', 'view   = { x = "down" }\n')),
    )
    return "\n".join(parts)


def _places(i: int) -> str:
    x, y = (f"x{i - 1} + ", f"y{i - 1} + ") if i > 1 else ("", "")
    return (
        f'x{i}  = "{x}L*cos(theta{i})"\n'
        f'y{i}  = "{y}L*sin(theta{i})"\n'
        f'xG{i} = "{x}L/2*cos(theta{i})"\n'
        f'yG{i} = "{y}L/2*sin(theta{i})"'
    )


def _facts(n: int) -> Facts:
    links = range(1, n + 1)
    equations = {
        f"theta{i}": _chain.equation(i, n, _chain.uniform_inertia, _chain.uniform_weight) for i in links
    }
    return Facts(goldens=golden_vector("equation", equations, _chain.CITE))


SYSTEM = System(
    name="n_link_pendulum",
    source="Dominguez section 3",
    summary="A pendulum of n equal uniform links, 20 unless told otherwise",
    text=_text,
    facts=_facts,
    size=20,
)
