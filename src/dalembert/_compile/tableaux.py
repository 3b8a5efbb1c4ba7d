"""Explicit Runge-Kutta methods as data: one frozen record each, which checks itself at birth.

    k_i = f(t + c_i dt, y + dt Σ_j a_ij k_j),   y(t + dt) = y + dt Σ_j b_j k_j,   error = dt Σ_j e_j k_j

The rates at the end of the step, f(t + dt, y(t + dt)), are the stage after the last one, and the first of
the next step. With Δ = y(t + dt) − y, x = θ and z = 1 − θ the solution inside the step is

    y(t + θ dt) = y + x(F_0 + z(F_1 + x(F_2 + z(F_3 + x(F_4 + …)))))
    F_0 = Δ,  F_1 = dt k_first − Δ,  F_2 = 2Δ − dt (k_first + k_end),  F_3+r = dt Σ_j d_rj k_j

with `extra` stages computed only where it is asked for.

References: J. R. Dormand, P. J. Prince, A family of embedded Runge-Kutta formulae, J. Comp. Appl. Math. 6
(1980) 19-26. P. J. Prince, J. R. Dormand, High order embedded Runge-Kutta formulae, J. Comp. Appl. Math. 7
(1981) 67-75. E. Hairer, S. P. Nørsett, G. Wanner, Solving Ordinary Differential Equations I, Springer 1993,
sections II.4 to II.6 and the appendix, for the 8(5,3) error estimate and both continuous extensions.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

Row = dict[int, float]  # stage → coefficient; what is absent is zero
ROUNDING = 1e-14


@dataclass(frozen=True, slots=True, kw_only=True)
class Tableau:
    """An explicit method with an error estimate and a continuous extension."""

    name: str
    order: int
    a: tuple[Row, ...]
    b: Row
    errors: tuple[Row, ...]  # one row; or two, of which the second damps the first where it is unreliable
    extra: tuple[Row, ...]
    dense: tuple[Row, ...]
    stiff: float  # dt·λ beyond which steps are held back by stability, not accuracy

    def __post_init__(self) -> None:
        """Refuse weights that do not sum to one and error weights that do not sum to zero."""
        if abs(sum(self.b.values()) - 1) > ROUNDING:
            message = f"the weights of {self.name} sum to {sum(self.b.values())!r}, not to 1"
            raise ValueError(message)
        for row in self.errors:
            if abs(sum(row.values())) > ROUNDING:
                message = f"error weights of {self.name} sum to {sum(row.values())!r}, not to 0"
                raise ValueError(message)
        for i, row in enumerate((*self.a, {}, *self.extra)):
            if row and max(row) >= i:
                message = f"stage {i} of {self.name} uses a stage that is not computed before it"
                raise ValueError(message)

    @property
    def tails(self) -> Row:
        """The rounding errors of the weights: b_j plus these satisfy Σ_j b_j c_j^k = 1/(k + 1) beyond double.

        An error in the weights is the same in every step, so it does not average out as rounding does. There
        is one solution, as many powers k as weights.
        """
        nodes = {j: sum(map(Fraction, self.a[j].values()), Fraction(0)) for j in self.b}
        rows = [
            [node**k for node in nodes.values()]
            + [Fraction(1, k + 1) - sum(Fraction(b) * nodes[j] ** k for j, b in self.b.items())]
            for k in range(len(nodes))
        ]
        for i in range(len(rows)):
            pivot = next(r for r in range(i, len(rows)) if rows[r][i])
            rows[i], rows[pivot] = rows[pivot], rows[i]
            rows[i] = [x / rows[i][i] for x in rows[i]]
            for r in range(len(rows)):
                if r != i:
                    rows[r] = [x - rows[r][i] * y for x, y in zip(rows[r], rows[i], strict=True)]
        return {j: float(row[-1]) for j, row in zip(nodes, rows, strict=True)}

    @property
    def stages(self) -> int:
        """Stages of a step, without the rates at its end."""
        return len(self.a)


RK54 = Tableau(
    name="rk54",
    order=5,
    a=(
        {},
        {0: 1 / 5},
        {0: 3 / 40, 1: 9 / 40},
        {0: 44 / 45, 1: -56 / 15, 2: 32 / 9},
        {0: 19372 / 6561, 1: -25360 / 2187, 2: 64448 / 6561, 3: -212 / 729},
        {0: 9017 / 3168, 1: -355 / 33, 2: 46732 / 5247, 3: 49 / 176, 4: -5103 / 18656},
    ),
    b={0: 35 / 384, 2: 500 / 1113, 3: 125 / 192, 4: -2187 / 6784, 5: 11 / 84},
    errors=({0: 71 / 57600, 2: -71 / 16695, 3: 71 / 1920, 4: -17253 / 339200, 5: 22 / 525, 6: -1 / 40},),
    extra=(),
    dense=(
        {
            0: -12715105075 / 11282082432,
            2: 87487479700 / 32700410799,
            3: -10690763975 / 1880347072,
            4: 701980252875 / 199316789632,
            5: -1453857185 / 822651844,
            6: 69997945 / 29380423,
        },
    ),
    stiff=3.25,
)

RK853 = Tableau(
    name="rk853",
    order=8,
    a=(
        {},
        {0: 0.05260015195876773},
        {0: 0.0197250569845379, 1: 0.0591751709536137},
        {0: 0.02958758547680685, 2: 0.08876275643042054},
        {0: 0.2413651341592667, 2: -0.8845494793282861, 3: 0.924834003261792},
        {0: 0.037037037037037035, 3: 0.17082860872947386, 4: 0.12546768756682242},
        {0: 0.037109375, 3: 0.17025221101954405, 4: 0.06021653898045596, 5: -0.017578125},
        {
            0: 0.03709200011850479,
            3: 0.17038392571223998,
            4: 0.10726203044637328,
            5: -0.015319437748624402,
            6: 0.008273789163814023,
        },
        {
            0: 0.6241109587160757,
            3: -3.3608926294469414,
            4: -0.868219346841726,
            5: 27.59209969944671,
            6: 20.154067550477894,
            7: -43.48988418106996,
        },
        {
            0: 0.47766253643826434,
            3: -2.4881146199716677,
            4: -0.590290826836843,
            5: 21.230051448181193,
            6: 15.279233632882423,
            7: -33.28821096898486,
            8: -0.020331201708508627,
        },
        {
            0: -0.9371424300859873,
            3: 5.186372428844064,
            4: 1.0914373489967295,
            5: -8.149787010746927,
            6: -18.52006565999696,
            7: 22.739487099350505,
            8: 2.4936055526796523,
            9: -3.0467644718982196,
        },
        {
            0: 2.273310147516538,
            3: -10.53449546673725,
            4: -2.0008720582248625,
            5: -17.9589318631188,
            6: 27.94888452941996,
            7: -2.8589982771350235,
            8: -8.87285693353063,
            9: 12.360567175794303,
            10: 0.6433927460157636,
        },
    ),
    b={
        0: 0.054293734116568765,
        5: 4.450312892752409,
        6: 1.8915178993145003,
        7: -5.801203960010585,
        8: 0.3111643669578199,
        9: -0.1521609496625161,
        10: 0.20136540080403034,
        11: 0.04471061572777259,
    },
    errors=(
        {
            0: 0.01312004499419488,
            5: -1.2251564463762044,
            6: -0.4957589496572502,
            7: 1.6643771824549864,
            8: -0.35032884874997366,
            9: 0.3341791187130175,
            10: 0.08192320648511571,
            11: -0.022355307863886294,
        },
        {
            0: -0.18980075407240762,
            5: 4.450312892752409,
            6: 1.8915178993145003,
            7: -5.801203960010585,
            8: -0.4226823213237919,
            9: -0.1521609496625161,
            10: 0.20136540080403034,
            11: 0.02265179219836082,
        },
    ),
    extra=(
        {
            0: 0.056167502283047954,
            6: 0.25350021021662483,
            7: -0.2462390374708025,
            8: -0.12419142326381637,
            9: 0.15329179827876568,
            10: 0.00820105229563469,
            11: 0.007567897660545699,
            12: -0.008298,
        },
        {
            0: 0.03183464816350214,
            5: 0.028300909672366776,
            6: 0.053541988307438566,
            7: -0.05492374857139099,
            10: -0.00010834732869724932,
            11: 0.0003825710908356584,
            12: -0.00034046500868740456,
            13: 0.1413124436746325,
        },
        {
            0: -0.42889630158379194,
            5: -4.697621415361164,
            6: 7.683421196062599,
            7: 4.06898981839711,
            8: 0.3567271874552811,
            12: -0.0013990241651590145,
            13: 2.9475147891527724,
            14: -9.15095847217987,
        },
    ),
    dense=(
        {
            0: -8.428938276109013,
            5: 0.5667149535193777,
            6: -3.0689499459498917,
            7: 2.38466765651207,
            8: 2.117034582445028,
            9: -0.871391583777973,
            10: 2.2404374302607883,
            11: 0.6315787787694688,
            12: -0.08899033645133331,
            13: 18.148505520854727,
            14: -9.194632392478356,
            15: -4.436036387594894,
        },
        {
            0: 10.427508642579134,
            5: 242.28349177525817,
            6: 165.20045171727028,
            7: -374.5467547226902,
            8: -22.113666853125306,
            9: 7.733432668472264,
            10: -30.674084731089398,
            11: -9.332130526430229,
            12: 15.697238121770845,
            13: -31.139403219565178,
            14: -9.35292435884448,
            15: 35.81684148639408,
        },
        {
            0: 19.985053242002433,
            5: -387.0373087493518,
            6: -189.17813819516758,
            7: 527.8081592054236,
            8: -11.57390253995963,
            9: 6.8812326946963,
            10: -1.0006050966910838,
            11: 0.7777137798053443,
            12: -2.778205752353508,
            13: -60.19669523126412,
            14: 84.32040550667716,
            15: 11.99229113618279,
        },
        {
            0: -25.69393346270375,
            5: -154.18974869023643,
            6: -231.5293791760455,
            7: 357.6391179106141,
            8: 93.40532418362432,
            9: -37.45832313645163,
            10: 104.0996495089623,
            11: 29.8402934266605,
            12: -43.53345659001114,
            13: 96.32455395918828,
            14: -39.17726167561544,
            15: -149.72683625798564,
        },
    ),
    stiff=6.1,
)

TABLEAUX = {tableau.name: tableau for tableau in (RK54, RK853)}
