"""An inextensible elastic beam, clamped at one end and pushed at the other: the beam of Hairer and Wanner.

n segments, each with its direction as a coordinate; the mass sits at their ends, half as much at the tip. The
clamp is half a segment away from the middle of the first segment, so its spring is twice as stiff. In the
test set everything is multiplied by n^3. Stiff and without damping: 40 segments swing at up to 6400 rad/s.
"""

from dalembert.library.facts import Facts, System, golden_vector, numbers_at

_HEAD = r"""format = 1
title = "Elastic beam of {n} segments"

[parameters]
L  = {{ value = 1,   unit = "m",     text = "length" }}
m  = {{ value = 1,   unit = "kg",    text = "mass" }}
EI = {{ value = 1,   unit = "N*m^2", text = "bending stiffness" }}
F0 = {{ value = 1.5, unit = "N",     text = "largest force on the tip, along -x and along y" }}
w  = {{ value = 1,   unit = "rad/s", text = "the force ends at t = pi/w" }}
h  = {{ value = "L/{n}", unit = "m",  text = "length of a segment" }}
mh = {{ value = "m/{n}", unit = "kg", text = "mass of a segment" }}

[inputs]
F = {{ value = "if(t <= pi/w, F0*sin(w*t)^2, 0)", unit = "N" }}
"""

_TAIL = r"""
[outputs]
tip_x = "x{n}"
tip_y = "y{n}"

[simulate]
t_end   = 5.0
samples = 500
"""


def _text(n: int) -> str:
    segments = range(1, n + 1)
    parts = (
        _HEAD.format(n=n),
        "[coordinates]",
        *(f'theta{i} = {{ unit = "rad", start = 0, speed = 0 }}' for i in segments),
        "",
        "[definitions]",
        "# The ends of the segments",
        *(_end(i) for i in segments),
        "",
        "[energy.kinetic]",
        *(f"end{i} = \"1/2*mh*(x{i}'^2 + y{i}'^2)\"" for i in range(1, n)),
        f"tip = \"1/4*mh*(x{n}'^2 + y{n}'^2)\"",
        "",
        "[energy.potential]",
        'clamp = "EI*theta1^2/h"',
        *(f'bend{i} = "1/2*EI*(theta{i + 1} - theta{i})^2/h"' for i in range(1, n)),
        "",
        "[work]",
        "# The force (-F, F) on the tip",
        *(f'theta{i} = "F*h*(cos(theta{i}) + sin(theta{i}))"' for i in segments),
        _TAIL.format(n=n),
    )
    return "\n".join(parts)


def _end(i: int) -> str:
    x, y = (f"x{i - 1} + ", f"y{i - 1} + ") if i > 1 else ("", "")
    return f'x{i} = "{x}h*cos(theta{i})"\ny{i} = "{y}h*sin(theta{i})"'


def _facts(n: int) -> Facts:
    equations = {f"theta{i}": _equation(i, n) for i in range(1, n + 1)}
    numbers = numbers_at(5, dict(_PUBLISHED), 2e-11, _HOW) if n == 40 else ()
    cite = "Test Set for IVP Solvers, beam, divided by n^3"
    return Facts(goldens=golden_vector("equation", equations, cite), numbers=numbers)


def _equation(i: int, n: int) -> str:
    """Write equation i of n: the inertias are n + 1/2 - max(i, j)."""
    inertia = [
        f"{2 * (n - max(i, j)) + 1}/2*mh*h^2*(cos(theta{i} - theta{j})*theta{j}''"
        f" + sin(theta{i} - theta{j})*theta{j}'^2)"
        for j in range(1, n + 1)
    ]
    before = f"theta{i} - theta{i - 1}" if i > 1 else "2*theta1"
    after = f"theta{i} - theta{i + 1}" if i < n else "0"
    bending = f"EI/h*(({before}) + ({after}))"
    return " + ".join([*inertia, f"{bending} - F*h*(cos(theta{i}) + sin(theta{i}))"])


_HOW = "Published; an independent run at 1e-11 agrees to 4.5e-12."
_ANGLES = """
    -0.5792366591285007e-2 -0.1695298550721735e-1 -0.2769103312973094e-1 -0.3800815655879158e-1
    -0.4790616859743763e-1 -0.5738710435274594e-1 -0.6645327313454617e-1 -0.7510730581979037e-1
    -0.8335219765414992e-1 -0.9119134654647947e-1 -0.9862858700132091e-1 -0.1056682200378002
    -0.1123150395409595 -0.1185743552727245 -0.1244520128755561 -0.1299544113264161
    -0.1350885180610398 -0.1398618819194422 -0.1442826441015242 -0.1483595472463012
    -0.1521019429001447 -0.1555197978061129 -0.1586236993420229 -0.1614248603702127
    -0.1639351238193223 -0.1661669673440852 -0.1681335081778558 -0.1698485080602243
    -0.1713263782440888 -0.1725821847462537 -0.1736316537975654 -0.1744911773840049
    -0.1751778187863392 -0.1757093178712902 -0.1761040960228576 -0.1763812607175549
    -0.1765606097564671 -0.1766626352260565 -0.1767085270807460 -0.1767201761075488
"""
_PUBLISHED = {f"theta{i}": float(value) for i, value in enumerate(_ANGLES.split(), 1)}

SYSTEM = System(
    name="elastic_beam",
    source="Test Set for IVP Solvers (Bari), beam; Hairer and Wanner, Solving ODEs II",
    summary="A clamped elastic beam of 40 segments, unless told otherwise, pushed at its tip: stiff",
    text=_text,
    facts=_facts,
    size=40,
)
