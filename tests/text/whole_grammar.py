"""Models that use the whole grammar: families, vectors, functions, tables, delays, instants, loads, forces."""

ALL = r"""# a comment before
format = 1
title = "All"   # title

[parameters]
N = 2            # masses
Ts = { value = 50, unit = "ms" }
"m[i]" = { for = "i = 1..N", value = [1, 2], unit = "kg" }   # a list
k = { value = 40, unit = "N/m" }
tau = { value = 0.1, unit = "s" }
p0 = { value = 0.2, unit = "N*s" }
x0 = { value = 50, unit = "mm" }
e = 0.5

[coordinates]
# a family
"x[i]" = { for = "i = 1..N", unit = "m", start = [0.1, 0.2], speed = 0, before = "start" }

[definitions]
"r[i]" = { for = "i = 1..N", value = "[x[i], 0]" }   # vectors

[functions]
half = "(a, b) -> 1/2*a*b^2"    # own

[tables.damper]
x = { values = [-200, -100, 0, 100, 200], unit = "mm/s" }
value = { values = [-50, -30, 0, 20, 30], unit = "N" }
interpolate = "monotone"
beyond = "line"

[energy]
kinetic = "sum(i = 1..N, 1/2*m[i]*dot(r[i]', r[i]'))"
potential = "half(k, x[1]) + half(k, x[2] - x[1])"

[work]
"x[1]" = "-damper(x[1]') + u"
"x[2]" = "-0.1*k*delay(x[2], tau)"

[sampled]
u = { every = "Ts", value = "-k/8*x[1]", unit = "N" }

[events."hit[i]"]
for = "i = 1..N"
when = "x[i] + x0"
direction = "falling"
set = { "x[i]'" = "-e*x[i]'" }     # throws back

[impulses.kick]
at = 0.3
work = { "x[1]" = "p0" }

[outputs]
"a[i]" = { for = "i = 1..N", value = "x[i]''" }
far = "max(i = 1..N, x[i])"

[simulate]
t_end = "10*tau"    # expression
samples = 10
"""

FORCES = r"""format = 1
[parameters]
N = 2
g = 9.81
mu = 0.2
[coordinates]
"x[i]" = { for = "i = 1..N", start = 0, speed = "i" }
"y[i]" = { for = "i = 1..N", start = 0 }
[energy]
kinetic = "sum(i = 1..N, 1/2*(x[i]'^2 + y[i]'^2))"
potential = "sum(i = 1..N, g*y[i])"
[constraints.displacement]
"floor[i]" = { for = "i = 1..N", value = "y[i] = 0" }
[functions]
rub = "(n, v) -> mu*abs(n)*sign(v)"
[work]
"x[i]" = { for = "i = 1..N", value = "-rub(lam_floor[i], x[i]')" }
[outputs]
"n[i]" = { for = "i = 1..N", value = "-lam_floor[i]" }
acc = "sum(i = 1..N, x[i]'')"
[events.stopped]
when = "x[1]'' + mu*g/2"
[simulate]
t_end = 1
samples = 10
"""

SPACE = r"""format = 1
[parameters]
m = 2
l = 0.3
A = 0.05
C = 0.02
g = 9.81
F0 = 0.5
[coordinates]
"e[i]" = { for = "i = 0..3", start = [1, 0, 0, 0], speed = [0, 0.5, 0.2, 3] }
[definitions]
R = "rot_quaternion(e[0], e[1], e[2], e[3])"
r = "R*[0, 0, l]"
w = "omega(R)"
J = "[[A, 0, 0], [0, A, 0], [0, 0, C]]"
[energy]
kinetic = "1/2*m*dot(r', r') + 1/2*dot(w, J*w)"
potential = "m*g*r.z"
[constraints.displacement]
unit = "sum(i = 0..3, e[i]^2) = 1"
[work.push]
at = "r"
force = ["F0*square(t, 0.2)", 0, 0]
[work.brake]
on = "R"
torque = "-0.01*R*w"
[outputs]
wz = "w.z"
S = "lam_unit"
[simulate]
t_end = 0.5
samples = 5
"""

WHOLE_GRAMMAR = {"all": ALL, "forces": FORCES, "space": SPACE}
