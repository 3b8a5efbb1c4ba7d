"""The names of units: a closed table, in which upper and lower case differ.

A number in a unit is in SI: ratio · π^pi · number + offset. Every ratio is exact, by the definitions of the
SI (BIPM), of the customary units (NIST SP 811: inch, pound, standard gravity) and of ISO 80000.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction

BASE = ("m", "kg", "s", "A", "K", "mol", "cd")
Exponent = int | Fraction
Dimension = tuple[Exponent, ...]
NONE: Dimension = (0,) * len(BASE)
PI = Fraction("3.14159265358979323846264338327950288419716939937510")


@dataclass(frozen=True, slots=True)
class Unit:
    """ratio · π^pi · number + offset is the number in SI; the exponents of the base units."""

    ratio: Fraction
    dimension: Dimension
    pi: Exponent = 0
    offset: Fraction = Fraction(0)  # in K, for temperatures only
    factor: float = field(init=False, compare=False, repr=False)  # ratio · π^pi, rounded once
    zero: float = field(init=False, compare=False, repr=False)  # the offset, rounded

    def __post_init__(self) -> None:
        """Round factor and offset."""
        if self.pi.denominator == 1:
            factor = float(self.ratio * PI ** int(self.pi))
        else:
            factor = float(self.ratio) * math.pi ** float(self.pi)
        object.__setattr__(self, "factor", factor)
        object.__setattr__(self, "zero", float(self.offset))

    @property
    def coherent(self) -> bool:
        """Whether numbers in it are already SI."""
        return self.ratio == 1 and self.pi == 0 and self.offset == 0

    @property
    def rate(self) -> Unit:
        """The unit of differences, for rates: the unit itself, and K for temperatures with an offset."""
        return self if not self.offset else SIMPLE["K"]

    def si(self, number: float | Fraction) -> float:
        """A typed number in this unit converted to SI: exact, then rounded once."""
        if self.pi.denominator != 1 or (isinstance(number, float) and not math.isfinite(number)):
            return float(number) * self.factor + self.zero
        exact = Fraction(repr(number)) if isinstance(number, float) else Fraction(number)
        made = exact * self.ratio * PI ** int(self.pi) + self.offset
        try:
            return float(made)
        except OverflowError:
            return math.inf if made > 0 else -math.inf

    def from_si(self, number: float) -> float:
        """An SI number in this unit: the one that is read back as it, where there is such a double.

        Of several, one with fewer digits: 30, not 30.000000000000004.
        """
        near = (number - self.zero) / self.factor
        if not math.isfinite(near):
            return near
        below, above = math.nextafter(near, -math.inf), math.nextafter(near, math.inf)
        outer = math.nextafter(below, -math.inf), math.nextafter(above, math.inf)
        around = (float(f"{near:.15g}"), near, below, above, *outer)
        return next((one for one in around if self.si(one) == number), near)


def _unit(ratio: str | int | Fraction = 1, pi: int = 0, /, **powers: int) -> Unit:
    return Unit(Fraction(ratio), tuple(powers.get(name, 0) for name in BASE), pi)


DIMENSIONLESS = _unit()
POWERS = {
    **{"f": -15, "p": -12, "n": -9, "µ": -6, "u": -6, "m": -3, "c": -2, "d": -1},
    **{"da": 1, "h": 2, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18},
}
PREFIXES = {name: Fraction(10) ** power for name, power in POWERS.items()}
GRAVITY = Fraction("9.80665")  # m/s², of the kilogram-force
POUND = Fraction("0.45359237")  # kg
INCH = Fraction("0.0254")  # m
FOOT = 12 * INCH
LBF = POUND * GRAVITY  # N
PSI = LBF / INCH**2  # Pa

# Each unit, its allowed prefixes, and its spellings.
_FORCE, _ENERGY, _POWER = ({"kg": 1, "m": m, "s": s} for m, s in ((1, -2), (2, -2), (2, -3)))
_PRESSURE, _TIME = {"kg": 1, "m": -1, "s": -2}, {"s": 1}
_OHM = {"kg": 1, "m": 2, "s": -3, "A": -2}
MARKED: tuple[tuple[Unit, str, tuple[str, ...]], ...] = (
    # SI base units and the gram
    (_unit(m=1), "f p n µ u m c d k", ("m",)),
    (_unit("0.001", kg=1), "p n µ u m k M", ("g",)),
    (_unit(s=1), "f p n µ u m", ("s",)),
    (_unit(A=1), "f p n µ u m k M", ("A",)),
    (_unit(K=1), "n µ u m", ("K",)),
    (_unit(mol=1), "n µ u m k", ("mol",)),
    (_unit(cd=1), "m k", ("cd",)),
    # SI units with special names
    (_unit(), "n µ u m", ("rad",)),
    (_unit(), "m", ("sr",)),
    (_unit(s=-1), "µ u m k M G T", ("Hz",)),
    (_unit(**_FORCE), "n µ u m c da k M G", ("N",)),
    (_unit(**_PRESSURE), "µ u m da h k M G T", ("Pa",)),
    (_unit(**_ENERGY), "f p n µ u m k M G T P E", ("J",)),
    (_unit(**_POWER), "f p n µ u m k M G T P", ("W",)),
    (_unit(A=1, s=1), "f p n µ u m k", ("C",)),
    (_unit(kg=1, m=2, s=-3, A=-1), "n µ u m k M", ("V",)),
    (_unit(kg=-1, m=-2, s=4, A=2), "f p n µ u m", ("F",)),
    (_unit(**_OHM), "n µ u m k M G T", ("Ohm", "ohm", "Ω")),
    (_unit(kg=-1, m=-2, s=3, A=2), "p n µ u m k", ("S",)),
    (_unit(kg=1, m=2, s=-2, A=-1), "n µ u m", ("Wb",)),
    (_unit(kg=1, s=-2, A=-1), "p n µ u m", ("T",)),
    (_unit(kg=1, m=2, s=-2, A=-2), "f p n µ u m", ("H",)),
    (_unit(cd=1), "k", ("lm",)),
    (_unit(cd=1, m=-2), "k", ("lx",)),
    (_unit(s=-1), "m k M G T", ("Bq",)),
    (_unit(m=2, s=-2), "µ u m c k", ("Gy",)),
    (_unit(m=2, s=-2), "µ u m", ("Sv",)),
    (_unit(mol=1, s=-1), "n µ u m", ("kat",)),
    # accepted besides the SI
    (_unit(60, **_TIME), "", ("min",)),
    (_unit(3600, **_TIME), "", ("h",)),
    (_unit(86400, **_TIME), "", ("d",)),
    (_unit(Fraction(1, 180), 1), "", ("deg", "°")),
    (_unit(Fraction(1, 10800), 1), "", ("arcmin",)),
    (_unit(Fraction(1, 648000), 1), "", ("arcsec",)),
    (_unit(Fraction(1, 200), 1), "", ("gon",)),
    (_unit(2, 1), "", ("rev", "turn", "U", "r", "tr")),
    (_unit(Fraction(1, 30), 1, s=-1), "", ("rpm",)),
    (_unit("0.01"), "", ("%",)),
    (_unit("0.001"), "", ("‰",)),
    (_unit("0.000001"), "", ("ppm",)),
    (_unit("0.001", m=3), "µ u m c d h", ("l", "L")),
    (_unit(1000, kg=1), "", ("t",)),
    (_unit(100000, **_PRESSURE), "µ u m d k", ("bar",)),
    (_unit(101325, **_PRESSURE), "", ("atm",)),
    (_unit(Fraction(101325, 760), **_PRESSURE), "m", ("Torr",)),
    (_unit("133.322387415", **_PRESSURE), "", ("mmHg",)),
    (_unit(Fraction("1.602176634") / 10**19, **_ENERGY), "µ u m k M G T", ("eV",)),
    (_unit(Fraction(1, 10**10), m=1), "", ("Å",)),
    (_unit(**_POWER), "k M", ("var",)),
    (_unit("0.000001", m=2, s=-1), "", ("cSt",)),
    (_unit("0.001", kg=1, m=-1, s=-1), "", ("cP",)),
    (_unit("0.00001", **_FORCE), "", ("dyn",)),
    (_unit("0.0000001", **_ENERGY), "", ("erg",)),
    (_unit(GRAVITY, **_FORCE), "", ("kgf", "kp")),
    (_unit(GRAVITY / 1000, **_FORCE), "", ("gf",)),
    (_unit(75 * GRAVITY, **_POWER), "", ("PS", "CV", "cv")),  # 75 kgf·m/s
    # customary
    (_unit(INCH, m=1), "", ("in", "inch")),
    (_unit(FOOT, m=1), "", ("ft",)),
    (_unit(3 * FOOT, m=1), "", ("yd",)),
    (_unit(5280 * FOOT, m=1), "", ("mi",)),
    (_unit(5280 * FOOT / 3600, m=1, s=-1), "", ("mph",)),
    (_unit(POUND, kg=1), "", ("lb", "lbm")),
    (_unit(LBF / FOOT, kg=1), "", ("slug",)),
    (_unit(LBF, **_FORCE), "", ("lbf",)),
    (_unit(1000 * LBF, **_FORCE), "", ("kip",)),
    (_unit(PSI, **_PRESSURE), "", ("psi",)),
    (_unit(1000 * PSI, **_PRESSURE), "", ("ksi",)),
    (_unit(550 * FOOT * LBF, **_POWER), "", ("hp",)),
    # temperatures with an offset
    (Unit(Fraction(1), _unit(K=1).dimension, 0, Fraction("273.15")), "", ("degC", "°C", "℃")),
    (
        Unit(Fraction(5, 9), _unit(K=1).dimension, 0, Fraction("459.67") * Fraction(5, 9)),
        "",
        ("degF", "°F", "℉"),
    ),
)


def _with_prefix(unit: Unit, prefix: str) -> Unit:
    return Unit(unit.ratio * PREFIXES[prefix], unit.dimension, unit.pi)


SIMPLE: dict[str, Unit] = {name: unit for unit, _, names in MARKED for name in names}
WITH_PREFIX: dict[str, tuple[str, str]] = {
    f"{prefix}{name}": (prefix, name)
    for _, marked, names in MARKED
    for prefix in marked.split()
    for name in names
}
NAMES: dict[str, Unit] = SIMPLE | {
    whole: _with_prefix(SIMPLE[name], prefix) for whole, (prefix, name) in WITH_PREFIX.items()
}

# The only products that may be written without a sign; a power belongs to the last factor.
COMPOUNDS: dict[str, tuple[str, ...]] = (
    {
        "".join(parts): parts
        for above, below in (
            ("µN mN cN N daN kN MN GN", "m"),
            ("mN N kN", "mm"),
            ("N kN", "cm"),
            ("mN N kN", "s"),
            ("µN mN N kN", "m s"),
            ("µV mV V", "s"),
            ("µA mA A kA", "s"),
            ("µA mA A kA", "h"),
            ("mW W kW MW", "s"),
            ("mW W kW MW GW TW", "h"),
            ("mV V kV MV", "A"),
            ("µPa mPa Pa kPa MPa", "s"),
            ("J", "s"),
            ("kg", "m"),
            ("kg", "K"),
            ("mol", "K"),
            ("Ω", "m"),
            ("Ω", "cm"),
            ("Ω", "mm"),
        )
        for parts in ((one, *below.split()) for one in above.split())
    }
    | {name: (name[:-2], "cm") for name in ("gcm", "kgcm")}
    | {name: (name[:-2], "mm") for name in ("gmm", "kgmm")}
)
COMPOUNDS |= {
    f"u{name[1:]}": (f"u{first[1:]}", *others)
    for name, (first, *others) in COMPOUNDS.items()
    if name[0] == "µ"
}
SQUARED = frozenset(
    {"gcm", "kgcm", "gmm", "kgmm"}
)  # inertias: without the square they are torques in old books
TURNS = frozenset({"U", "r", "tr"})  # a turn in U/min, r/min, mm/U; no units by themselves
DEGREES = frozenset(name for name, unit in SIMPLE.items() if unit.offset)

# Common texts that are no units here, and what to write.
KELVIN_STEP = "a difference of temperatures is in K"
CALORIES = "there are several: write 4.184 J (thermochemical) or 4.1868 J (International Table)"
CURES: dict[str, str] = {
    word: cure
    for words, cure in (
        ("sec secs second seconds Sek Sekunde Sekunden segundo segundos seg", "write s"),
        ("mins minute minutes Minute Minuten minuto minutos", "write min"),
        ("hr hrs hour hours Std Stunde Stunden hora horas", "write h"),
        ("day days Tag Tage dia dias día días", "write d"),
        ("a yr year years Jahr Jahre año ano", "a year is 365.25 d: give the number in d"),
        ("meter metre meters metres metro metros Meter mtr mts", "write m"),
        ("kilogram kilograms kilogramm kilogramme quilograma kilogramo kilo kilos kgs", "write kg"),
        ("gram grams gramm gramme grama gramo gms gr", "write g"),
        ("ton tons tonne tonnes tonelada to", "a tonne of 1000 kg is written t"),
        ("newton newtons Newton", "write N"),
        ("joule joules Joule julio", "write J"),
        ("watt watts Watt vatio", "write W"),
        ("pascal Pascal pascals", "write Pa"),
        ("hertz Hertz", "write Hz"),
        ("ampere amperes amp amps Ampere amperio", "write A"),
        ("volt volts Volt voltio", "write V"),
        (
            "coulomb Coulomb farad henry weber tesla siemens kelvin Kelvin mole",
            "write its sign: C F H Wb T S K mol",
        ),
        ("degree degrees grado grados grau graus", "write deg"),
        ("grad Grad gra gradian", "write deg for 1/360 of a turn, gon for 1/400"),
        ("radian radians Radiant radianes radianos", "write rad"),
        (
            "revolution revolutions revs Umdr Umdrehung Umdrehungen vuelta vueltas volta voltas rpt",
            "write rev",
        ),
        ("RPM Rpm upm Upm UPM r.p.m. r.p.m rev.p.m. revolutions_per_minute", "write rpm"),
        ("krpm kRPM", "write rpm (1 krpm = 1000 rpm)"),
        ("rps RPS", "write rev/s"),
        ("kph kmh kmph Kmh KMH", "write km/h"),
        ("mps", "write m/s"),
        ("kn kt kts knot knots nudo nudos nó Knoten", "write kN for kilonewton; a knot is 1.852 km/h"),
        ("liter litre liters litres Liter litro litros lt lts ltr", "write l or L"),
        ("cc ccm", "write cm^3"),
        ("cbm", "write m^3"),
        ("qm sqm", "write m^2"),
        ("qmm", "write mm^2"),
        ("micron microns", "write µm"),
        ("µ u", "write µm for micrometre, µ before another unit for 1e-6 of it"),
        ("percent Prozent", "write %"),
        ("Zoll inches pulgada polegada pol", "write in"),
        ("foot feet pie pies pé pés Fuß", "write ft"),
        ("mile miles milla milha Meile", "write mi"),
        ("pound pounds lbs libra libras", "write lb for mass, lbf for force"),
        ("oz ounce", "write lb (1 oz = 1/16 lb) for mass, lbf (1/16 lbf) for force"),
        ("ftlb ftlbs lbft", "write ft*lbf or lbf*ft"),
        ("inlb inlbs lbin", "write in*lbf or lbf*in"),
        ("psf", "write lbf/ft^2"),
        ("pcf", "write lb/ft^3"),
        ("pli", "write lbf/in"),
        ("psia", "write psi"),
        ("psig barg", "a pressure above the atmosphere: add that, and write psi or bar"),
        ("bara", "write bar"),
        ("tf Mp", "write kgf (1 tf = 1000 kgf)"),
        ("at ata", "a technical atmosphere is 1 kgf/cm^2: write kgf/cm^2, or atm for 101325 Pa"),
        ("HP Hp horsepower bhp", "write hp (550 ft*lbf/s), or PS (75 kgf*m/s)"),
        ("Ps ch", "write PS (75 kgf*m/s)"),
        ("mmH2O mmWS mmWC mmca mmCA", "write Pa (1 mm of water is 9.80665 Pa)"),
        ("mH2O mWS mca mCA cmH2O cmWS", "write kPa (1 m of water is 9.80665 kPa)"),
        ("inHg inH2O", "write Pa"),
        ("cal kcal Kcal Cal", CALORIES),
        ("BTU Btu btu MBtu", "there are several: write J (1 BTU = 1055.06 J, International Table)"),
        ("gal gallon gallons", "write l (1 US gallon = 3.785411784 l, 1 imperial gallon = 4.54609 l)"),
        ("cfm", "write ft^3/min"),
        ("lpm", "write l/min"),
        ("gpm", "write l/min"),
        ("dB dBA Np", "a level is not a unit: write its ratio without a unit, -"),
        ("G gn gee", "write m/s^2 (1 g = 9.80665 m/s^2)"),
        ("Gs gauss", "write T (1 G = 1e-4 T)"),
        ("P", "write Pa*s or cP (1 P = 0.1 Pa*s)"),
        ("St", "write m^2/s or cSt (1 St = 1e-4 m^2/s)"),
        ("Celsius celsius", "write degC"),
        ("Fahrenheit fahrenheit", "write degF"),
        ("degK °K", "write K"),
        ("degR °R", "write K (1 °R = 5/9 K)"),
        ("per pro por je", "write /"),
        ("sq sqr", "write m^2"),
        ("cu cub", "write m^3"),
        ("e E", "a unit has no number in it: put it into the value of the entry"),
        ("k", "write K for kelvin; k before a unit is 1000 of it: kN, km"),
        ("M", "write m for metre; M before a unit is 1e6 of it: MN, MPa"),
        ("bit byte Byte", "a number of bits has no unit: write -"),
        ("sqrt", "write a root as a power: Hz^(1/2)"),
        ("ha acre", "write m^2"),
    )
    for word in words.split()
}
