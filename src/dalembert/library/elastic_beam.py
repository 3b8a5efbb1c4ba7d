"""An inextensible elastic beam, clamped at one end and pushed at the other: the beam of Hairer and Wanner.

N segments, each with its direction as a coordinate; the mass sits at their ends, half as much at the tip. The
clamp is half a segment away from the middle of the first segment, so its spring is twice as stiff. In the
test set everything is multiplied by n^3. Stiff and without damping: 40 segments swing at up to 6400 rad/s.
"""

from dalembert.library.facts import Facts, Number, System, golden_vector, numbers_at

_TEXT = r"""format = 1
title = "Elastic beam of N segments"

[parameters]
N  = { value = 40,                  text = "number of segments" }
L  = { value = 1,   unit = "m",     text = "length" }
m  = { value = 1,   unit = "kg",    text = "mass" }
EI = { value = 1,   unit = "N*m^2", text = "bending stiffness" }
F0 = { value = 1.5, unit = "N",     text = "amplitude of the force on the tip, along -x and along y" }
w  = { value = 1,   unit = "rad/s", text = "angular frequency of the force", symbol = '\Omega' }
h  = { value = "L/N", unit = "m",   text = "length of a segment" }
mh = { value = "m/N", unit = "kg",  text = "mass of a segment" }

[inputs]
F = { value = "if(t <= pi/w, F0*sin(w*t)^2, 0)", unit = "N" }

[coordinates]
"theta[i]" = { for = "i = 1..N", unit = "rad", start = 0, speed = 0 }

[definitions]
# The ends of the segments
"x[0]" = 0
"y[0]" = 0
"x[i]" = { for = "i = 1..N", value = "x[i-1] + h*cos(theta[i])" }
"y[i]" = { for = "i = 1..N", value = "y[i-1] + h*sin(theta[i])" }

[energy.kinetic]
"end[i]" = { for = "i = 1..N-1", value = "1/2*mh*(x[i]'^2 + y[i]'^2)" }
tip = "1/4*mh*(x[N]'^2 + y[N]'^2)"

[energy.potential]
clamp = "EI*theta[1]^2/h"
"bend[i]" = { for = "i = 1..N-1", value = "1/2*EI*(theta[i+1] - theta[i])^2/h" }

[work]
# The force (-F, F) on the tip
"theta[i]" = { for = "i = 1..N", value = "F*h*(cos(theta[i]) + sin(theta[i]))" }

[outputs]
tip_x = { value = "x[N]", symbol = 'x_{\mathrm{tip}}' }
tip_y = { value = "y[N]", symbol = 'y_{\mathrm{tip}}' }

[scene]
links  = [{ for = "i = 1..N", points = ["A[i-1]", "A[i]"] }]
ground = [["C1", "C2"]]
traces = ["A[N]"]
arrows = [{ at = "A[N]", vector = ["-F", "F"], scale = 0.15, text = "F" }]

[scene.points]
"A[i]" = { for = "i = 0..N", at = ["x[i]", "y[i]"] }
C1 = [0, "-L/10"]
C2 = [0, "L/10"]

[simulate]
t_end   = 5.0
samples = 500
"""


def _facts(n: int) -> Facts:
    equations = {f"theta[{i}]": _equation(i, n) for i in range(1, n + 1)}
    cite = "Test Set for IVP Solvers, beam, divided by n^3"
    numbers = (
        (*_published_numbers("", _ANGLES, 1e-11), *_published_numbers("'", _SPEEDS, 1e-8))
        if n == _PUBLISHED_SIZE
        else ()
    )
    return Facts(goldens=golden_vector("equation", equations, cite), numbers=numbers)


def _published_numbers(rate: str, values: str, rtol: float) -> tuple[Number, ...]:
    named = {f"theta[{i}]{rate}": float(value) for i, value in enumerate(values.split(), 1)}
    return numbers_at(5, named, rtol, "Published; independent runs agree to these digits.")


def _equation(i: int, n: int) -> str:
    """Write equation i of n: the inertias are n + 1/2 - max(i, j)."""
    inertia = [
        f"{2 * (n - max(i, j)) + 1}/2*mh*h^2*(cos(theta[{i}] - theta[{j}])*theta[{j}]''"
        f" + sin(theta[{i}] - theta[{j}])*theta[{j}]'^2)"
        for j in range(1, n + 1)
    ]
    before = f"theta[{i}] - theta[{i - 1}]" if i > 1 else "2*theta[1]"
    after = f"theta[{i}] - theta[{i + 1}]" if i < n else "0"
    bending = f"EI/h*(({before}) + ({after}))"
    return " + ".join([*inertia, f"{bending} - F*h*(cos(theta[{i}]) + sin(theta[{i}]))"])


_PUBLISHED_SIZE = 40
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
_SPEEDS = """
    0.3747362681329794e-1 0.1099117880217593 0.1798360474312799 0.2472427305442391
    0.3121293820596567 0.3744947377019500 0.4343386073492798 0.4916620354601748
    0.5464677854586807 0.5987609702624270 0.6485493611110740 0.6958435169132503
    0.7406572668520808 0.7830081747813241 0.8229176659201515 0.8604110305190560
    0.8955175502377805 0.9282708263127953 0.9587089334522034 0.9868747821728363
    0.1012816579961883e1 0.1036587736679858e1 0.1058246826481355e1 0.1077857811433353e1
    0.1095490222005369e1 0.1111219164294898e1 0.1125125269286501e1 0.1137294526609229e1
    0.1147818025153607e1 0.1156792132004482e1 0.1164318845130183e1 0.1170505992596124e1
    0.1175467424299550e1 0.1179323003228859e1 0.1182198586299667e1 0.1184226111223146e1
    0.1185543909805575e1 0.1186297084203716e1 0.1186637618908127e1 0.1186724615113034e1
"""

SYSTEM = System(
    name="elastic_beam",
    source="Test Set for IVP Solvers (Bari), beam; Hairer and Wanner, Solving ODEs II",
    summary="A clamped elastic beam, 40 segments by default, pushed at its tip: stiff",
    text=_TEXT,
    facts=_facts,
    size=40,
)
