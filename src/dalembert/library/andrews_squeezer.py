"""Andrews' squeezing mechanism: seven bodies in a plane, driven by a constant torque, held by a spring.

A standard test of programs for differential-algebraic equations. The published state at 0.03 s was computed
numerically (PSIDE, tolerance 1e-14) and is right to 3e-10 in the angles, 5e-8 in their speeds and 1e-6 in
accelerations and multipliers. With one degree of freedom and a constant torque the time is an integral over
beta; the numbers below are that integral in 40 digits.
"""

from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector, numbers_at

_TEXT = r"""format = 1
title = "Andrews' squeezing mechanism"
text = "Seven bodies in a plane. At the point P meet K2 from the crank, K3 from B, K4 and K6 from A."

[parameters]
# Masses, and moments of inertia about the mass centres
m1 = { value = 0.04325, unit = "kg",      text = "mass of K1, the crank" }
m2 = { value = 0.00365, unit = "kg",      text = "mass of K2, from the crank to P" }
m3 = { value = 0.02373, unit = "kg",      text = "mass of K3, on B, with the spring" }
m4 = { value = 0.00706, unit = "kg",      text = "mass of K4, from K5 to P" }
m5 = { value = 0.07050, unit = "kg",      text = "mass of K5, on A" }
m6 = { value = 0.00706, unit = "kg",      text = "mass of K6, from K7 to P" }
m7 = { value = 0.05498, unit = "kg",      text = "mass of K7, on A" }
I1 = { value = 2.194e-6, unit = "kg*m^2", text = "inertia of K1" }
I2 = { value = 4.410e-7, unit = "kg*m^2", text = "inertia of K2" }
I3 = { value = 5.255e-6, unit = "kg*m^2", text = "inertia of K3" }
I4 = { value = 5.667e-7, unit = "kg*m^2", text = "inertia of K4" }
I5 = { value = 1.169e-5, unit = "kg*m^2", text = "inertia of K5" }
I6 = { value = 5.667e-7, unit = "kg*m^2", text = "inertia of K6" }
I7 = { value = 1.912e-5, unit = "kg*m^2", text = "inertia of K7" }
# Fixed points: A, B, and C where the spring ends
xa = { value = -0.06934, unit = "m",      text = "point A, along x" }
ya = { value = -0.00227, unit = "m",      text = "point A, along y" }
xb = { value = -0.03635, unit = "m",      text = "point B, along x" }
yb = { value = 0.03273,  unit = "m",      text = "point B, along y" }
xc = { value = 0.014,    unit = "m",      text = "point C, along x" }
yc = { value = 0.072,    unit = "m",      text = "point C, along y" }
# Lengths
rr = { value = 0.007,    unit = "m",      text = "K1: length of the crank" }
ra = { value = 0.00092,  unit = "m",      text = "K1: from O to its mass centre" }
d  = { value = 0.028,    unit = "m",      text = "K2: from the crank to P" }
da = { value = 0.0115,   unit = "m",      text = "K2: from the crank to its mass centre" }
ss = { value = 0.035,    unit = "m",      text = "K3: from B to P" }
sa = { value = 0.01874,  unit = "m",      text = "K3: from B to its mass centre, along" }
sb = { value = 0.01043,  unit = "m",      text = "K3: from B to its mass centre, across" }
sc = { value = 0.018,    unit = "m",      text = "K3: from B to the spring, along" }
sd = { value = 0.02,     unit = "m",      text = "K3: from B to the spring, across" }
e  = { value = 0.02,     unit = "m",      text = "K4: length" }
ea = { value = 0.01421,  unit = "m",      text = "K4: from P to its mass centre" }
zt = { value = 0.04,     unit = "m",      text = "K5: from A to K4" }
ta = { value = 0.02308,  unit = "m",      text = "K5: from A to its mass centre, along" }
tb = { value = 0.00916,  unit = "m",      text = "K5: from A to its mass centre, across" }
zf = { value = 0.02,     unit = "m",      text = "K6: length" }
fa = { value = 0.01421,  unit = "m",      text = "K6: from P to its mass centre" }
u  = { value = 0.04,     unit = "m",      text = "K7: from A to K6" }
ua = { value = 0.01228,  unit = "m",      text = "K7: from A to its mass centre, along" }
ub = { value = 0.00449,  unit = "m",      text = "K7: from A to its mass centre, across" }
# Spring and drive
c0 = { value = 4530,     unit = "N/m",    text = "stiffness of the spring" }
l0 = { value = 0.07785,  unit = "m",      text = "natural length of the spring" }
mom = { value = 0.033,   unit = "N*m",    text = "torque on the crank" }

[coordinates]
# At rest with theta = 0; the other angles follow from the constraints, near the guesses.
beta    = { unit = "rad", guess = -0.06, text = "angle of K1" }
theta   = { unit = "rad", start = 0, speed = 0, text = "angle of K2 relative to K1" }
gamma   = { unit = "rad", guess = 0.46, text = "angle of K3" }
phi     = { unit = "rad", guess = 0.22, text = "angle of K4 relative to K5" }
delta   = { unit = "rad", guess = 0.49, text = "angle of K5" }
omega   = { unit = "rad", guess = -0.22, text = "angle of K6 relative to K7" }
epsilon = { unit = "rad", guess = 1.23, text = "angle of K7" }

[definitions]
# The point P, reached over the crank
xP = "rr*cos(beta) - d*cos(beta + theta)"
yP = "rr*sin(beta) - d*sin(beta + theta)"
# Mass centres of the bodies that do not turn about a fixed point
x2 = "rr*cos(beta) - da*cos(beta + theta)"
y2 = "rr*sin(beta) - da*sin(beta + theta)"
x4 = "xa + zt*cos(delta) + (e - ea)*sin(phi + delta)"
y4 = "ya + zt*sin(delta) - (e - ea)*cos(phi + delta)"
x6 = "xa + u*sin(epsilon) + (zf - fa)*cos(omega + epsilon)"
y6 = "ya - u*cos(epsilon) + (zf - fa)*sin(omega + epsilon)"
# The spring, from D on K3 to C
xD = "xb + sd*cos(gamma) + sc*sin(gamma)"
yD = "yb + sd*sin(gamma) - sc*cos(gamma)"
stretch = "sqrt((xD - xc)^2 + (yD - yc)^2) - l0"

[energy.kinetic]
K1 = "1/2*(m1*ra^2 + I1)*beta'^2"
K2 = "1/2*m2*(x2'^2 + y2'^2) + 1/2*I2*(beta' + theta')^2"
K3 = "1/2*(m3*(sa^2 + sb^2) + I3)*gamma'^2"
K4 = "1/2*m4*(x4'^2 + y4'^2) + 1/2*I4*(phi' + delta')^2"
K5 = "1/2*(m5*(ta^2 + tb^2) + I5)*delta'^2"
K6 = "1/2*m6*(x6'^2 + y6'^2) + 1/2*I6*(omega' + epsilon')^2"
K7 = "1/2*(m7*(ua^2 + ub^2) + I7)*epsilon'^2"

[energy.potential]
spring = "1/2*c0*stretch^2"

[work]
beta = "mom"

[constraints.displacement]
# P is also the end of K3 ...
phi1 = { value = "xP - ss*sin(gamma) - xb", text = "K3 ends at P, along x" }
phi2 = { value = "yP + ss*cos(gamma) - yb", text = "K3 ends at P, along y" }
# ... of K4 ...
phi3 = { value = "xP - e*sin(phi + delta) - zt*cos(delta) - xa", text = "K4 ends at P, along x" }
phi4 = { value = "yP + e*cos(phi + delta) - zt*sin(delta) - ya", text = "K4 ends at P, along y" }
# ... and of K6.
phi5 = { value = "xP - zf*cos(omega + epsilon) - u*sin(epsilon) - xa", text = "K6 ends at P, along x" }
phi6 = { value = "yP - zf*sin(omega + epsilon) + u*cos(epsilon) - ya", text = "K6 ends at P, along y" }

[outputs]
P_x = "xP"
P_y = "yP"

[scene]
springs = [["D", "C"]]
links   = [
  { points = ["O", "E"], text = "K1" },
  { points = ["E", "P"], text = "K2" },
  { points = ["B", "P", "D"], closed = true, text = "K3" },
  { points = ["F", "P"], text = "K4" },
  { points = ["A", "F"], text = "K5" },
  { points = ["H", "P"], text = "K6" },
  { points = ["A", "H"], text = "K7" },
]
ground  = ["O", "A", "B", "C"]
traces  = ["P"]

[scene.points]
O = [0, 0]
A = ["xa", "ya"]
B = ["xb", "yb"]
C = ["xc", "yc"]
D = ["xD", "yD"]
E = ["rr*cos(beta)", "rr*sin(beta)"]
P = ["xP", "yP"]
F = ["xa + zt*cos(delta)", "ya + zt*sin(delta)"]
H = ["xa + u*sin(epsilon)", "ya - u*cos(epsilon)"]

[simulate]
t_end   = 0.03
samples = 1000
"""

_Q = ("beta", "theta", "gamma", "phi", "delta", "omega", "epsilon")
_CITE = "IVP test set, andrews: the mass matrix of the Fortran source"
_M11 = "m1*ra^2+m2*(rr^2-2*da*rr*cos(theta)+da^2)+I1+I2"
_M21 = "m2*(da^2-da*rr*cos(theta))+I2"
_M54 = "m4*((e-ea)^2+zt*(e-ea)*sin(phi))+I4"
_M55 = "m4*(zt^2+2*zt*(e-ea)*sin(phi)+(e-ea)^2)+m5*(ta^2+tb^2)+I4+I5"
_M76 = "m6*((zf-fa)^2-u*(zf-fa)*sin(omega))+I6"
_M77 = "m6*((zf-fa)^2-2*u*(zf-fa)*sin(omega)+u^2)+m7*(ua^2+ub^2)+I6+I7"

_GOLDENS = (
    *golden_matrix(
        "M",
        _Q,
        _Q,
        f"""
        {_M11}  {_M21}         0                  0                0       0                 0
        {_M21}  m2*da^2+I2     0                  0                0       0                 0
        0       0              m3*(sa^2+sb^2)+I3  0                0       0                 0
        0       0              0                  m4*(e-ea)^2+I4   {_M54}  0                 0
        0       0              0                  {_M54}           {_M55}  0                 0
        0       0              0                  0                0       m6*(zf-fa)^2+I6   {_M76}
        0       0              0                  0                0       {_M76}            {_M77}
        """,
        _CITE,
    ),
    *golden_vector(
        "Phi",
        {
            "phi1": "rr*cos(beta) - d*cos(beta + theta) - ss*sin(gamma) - xb",
            "phi2": "rr*sin(beta) - d*sin(beta + theta) + ss*cos(gamma) - yb",
            "phi3": "rr*cos(beta) - d*cos(beta + theta) - e*sin(phi + delta) - zt*cos(delta) - xa",
            "phi4": "rr*sin(beta) - d*sin(beta + theta) + e*cos(phi + delta) - zt*sin(delta) - ya",
            "phi5": "rr*cos(beta) - d*cos(beta + theta) - zf*cos(omega + epsilon) - u*sin(epsilon) - xa",
            "phi6": "rr*sin(beta) - d*sin(beta + theta) - zf*sin(omega + epsilon) + u*cos(epsilon) - ya",
        },
        "IVP test set, andrews",
    ),
    *golden_vector(
        "h",
        {
            "beta": "mom - m2*da*rr*theta'*(theta' + 2*beta')*sin(theta)",
            "theta": "m2*da*rr*beta'^2*sin(theta)",
            "phi": "m4*zt*(e - ea)*delta'^2*cos(phi)",
            "delta": "-m4*zt*(e - ea)*phi'*(phi' + 2*delta')*cos(phi)",
            "omega": "-m6*u*(zf - fa)*epsilon'^2*cos(omega)",
            "epsilon": "m6*u*(zf - fa)*omega'*(omega' + 2*epsilon')*cos(omega)",
        },
        "IVP test set, andrews: the forces of the Fortran source",
    ),
)

_START = {
    "beta": -0.0617138900142764496358948458001,
    "gamma": 0.455279819163070380255912382449,
    "phi": 0.222668390165885884674473185609,
    "delta": 0.487364979543842550225598953530,
    "omega": -0.222668390165885884674473185609,
    "epsilon": 1.23054744454982119249735015568,
}
_CLOSED = "IVP test set, andrews; closes the loops to 2e-30 in 40 digits."
_AT_START = {
    "beta''": 14222.4439199541138705911625887,
    "theta''": -10666.8329399655854029433719415,
    "lam_phi1": 98.5668703962410896057654982170,
    "lam_phi2": -6.12268834425566265503114393122,
}
_STATE = {
    "beta": 15.81077119515370709712,
    "theta": -15.75637105841183946973,
    "gamma": 0.04082224011964580485828,
    "phi": -0.5347301163420795937702,
    "delta": 0.5244099658799540693717,
    "omega": 0.5347301163420795937702,
    "epsilon": 1.048080741041937873069,
    "beta'": 1139.920302259106064198,
    "theta'": -1424.379295177540073196,
    "gamma'": 11.03291191061859374533,
    "phi'": 19.29337410503204083163,
    "delta'": 0.5735699148295024538177,
    "omega'": -19.29337410503204083163,
    "epsilon'": 0.3231791492491308749907,
}
_FORCES = {
    "beta''": -24631.76312287463447005,
    "theta''": 51850.31963646423153375,
    "gamma''": 324102.6007075786058119,
    "phi''": 566749.4220009953264933,
    "delta''": 16743.63541834544460964,
    "omega''": -566749.4220009953264933,
    "epsilon''": 9826.507801544162688491,
    "lam_phi1": 199.1753481045386281862,
    "lam_phi2": -29.75530997497176332442,
    "lam_phi3": 23.06654361162215112862,
    "lam_phi4": 31.45272527577113707538,
    "lam_phi5": 22.64249478639437857771,
    "lam_phi6": 11.6173923526112559068,
}
_INTEGRAL = "The time as an integral over beta, in 40 digits."

_NUMBERS = (
    *(Number(what=f"start.{name}", value=value, rtol=1e-13, how=_CLOSED) for name, value in _START.items()),
    *numbers_at(0, _AT_START, 1e-9, "IVP test set, andrews; reproduced from the saddle-point system."),
    *numbers_at(0.03, _STATE, 1e-15, _INTEGRAL),
    *numbers_at(0.03, _FORCES, 1e-15, "The saddle-point system at the state of that integral."),
)

SYSTEM = System(
    name="andrews_squeezer",
    source="Test Set for IVP Solvers (Bari), andrews; Schiehlen, Multibody Systems Handbook",
    summary="Andrews' squeezing mechanism: seven bodies, six constraints, one degree of freedom",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
