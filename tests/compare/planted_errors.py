"""Errors planted in equations of library systems, and equations rightly rewritten, from a seed."""

from dataclasses import dataclass
from random import Random

from dalembert._derive.equations import Equations
from dalembert._derive.terms import Terms
from dalembert._expression.tree import Call, Name, Negative, Node, Number, Product, Rate, Sum, with_operands
from dalembert._expression.walk import fold, names, nodes
from dalembert._model.records import multiplier_names
from dalembert._text.printer import print_tree

SYSTEMS = (
    "rod_pendulum",
    "four_bar",
    "sprung_rod",
    "drive_train",
    "triple_arm",
    "polar_arm",
    "triple_pendulum",
    "n_link_pendulum:3",
    "four_bar_pinned",
    "spring_pendulum",
    "conveyor",
    "electro_mechanical",
    "cartesian_pendulum",
    "slider_crank",
    "n_four_bar",
    "heavy_top",
    "chaplygin_sleigh",
    "rolling_disc",
    "duffing",
    "kepler",
)
LONGEST = 40  # terms of an equation that errors are planted in


@dataclass(frozen=True)
class Planted:
    """A text with one error: in which line, of which kind, the wrong term (None: lost) and the right one."""

    text: str
    line: int
    kinds: tuple[str, ...]
    wrong: Node | None
    right: Node


@dataclass(frozen=True)
class Bench:
    """The equations of a system with their terms."""

    equations: Equations
    terms: dict[str, tuple[Node, ...]]
    multipliers: frozenset[str]


def bench(equations: Equations) -> Bench:
    """The terms of all equations of a system."""
    split = Terms(equations.model)
    terms = {row.coordinate: split.of(row.left) for row in equations.coordinates}
    return Bench(equations, terms, frozenset(multiplier_names(equations.model)))


def written(terms) -> str:
    """A sum of terms as a person writes it."""
    return f"{print_tree(Sum(tuple(terms)) if len(terms) > 1 else terms[0])} = 0"


def loaded(node, own) -> set[str]:
    """The multipliers in a term."""
    return {name for name, _ in names(node)} & own.multipliers


def planted(own: Bench, random: Random) -> Planted | None:
    """One error, or none where this draw has no place for it."""
    kind = random.choice(("lost", "sign", "factor", "function", "mass", "coriolis", "multiplier"))
    if kind == "multiplier":
        return _transposed(own, random)
    name = random.choice(list(own.terms))
    terms = own.terms[name]
    if not 2 <= len(terms) <= LONGEST:
        return None
    k = random.randrange(len(terms))
    term = terms[k]
    plain = [t for t in terms if not loaded(t, own)]
    if kind == "sign" and (loaded(term, own) or len(plain) < 2):
        return None  # the other sign of a multiplier is as right
    if kind == "coriolis":
        rates = [n for n, order in names(term) if order == 1]
        if len(rates) < 2:
            return None
    changed = _changed(term, kind, own, random)
    if changed is term:
        return None
    rest = [*terms[:k], *((changed,) if changed is not None else ()), *terms[k + 1 :]]
    kinds = {
        "lost": ("missing",),
        "coriolis": ("missing",),
        "sign": ("sign",),
        "factor": ("factor",),
        "function": ("term", "factor"),
        "mass": ("factor", "term"),
    }[kind]
    return Planted(written(rest), 0, kinds, changed, term)


def _changed(term, kind, own, random):
    match kind:
        case "lost" | "coriolis":
            return None
        case "sign":
            return term.operand if isinstance(term, Negative) else Negative(term)
        case "factor":
            inner = term.operand if isinstance(term, Negative) else term
            doubled = Product((Number(2), inner))
            return Negative(doubled) if isinstance(term, Negative) else doubled
        case "function":
            return _swapped(term)
    return _other_parameter(term, own, random)


def _swapped(term):
    """The first sine a cosine, or the other way round."""
    first = next((n for n in nodes(term) if isinstance(n, Call) and n.function in ("sin", "cos")), None)
    if first is None:
        return term
    other = "cos" if first.function == "sin" else "sin"
    return fold(
        term,
        lambda node: node,
        lambda node, below: Call(other, below) if node == first else with_operands(node, below),
    )


def _other_parameter(term, own, random):
    """One parameter in place of another with the same unit."""
    parameters = {p.name: p for p in own.equations.model.parameters}
    used = sorted(name for name, order in names(term) if name in parameters and not order)
    random.shuffle(used)
    for name in used:
        others = sorted(
            p.name
            for p in own.equations.model.parameters
            if p.unit == parameters[name].unit and p.name != name and p.value != parameters[name].value
        )
        if others:
            return _with_name(term, name, random.choice(others))
    return term


def _with_name(term, old, new):
    return fold(term, lambda node: Name(new) if node == Name(old) else node, with_operands)


def _transposed(own, random):
    """The whole set of equations, with the sign of a multiplier changed in one of them."""
    shared = [
        name
        for name in sorted(own.multipliers)
        if sum(any(name in loaded(t, own) for t in terms) for terms in own.terms.values()) > 2
    ]
    if not shared or any(len(terms) > LONGEST for terms in own.terms.values()):
        return None
    name = random.choice(shared)
    with_it = [q for q, terms in own.terms.items() if any(name in loaded(t, own) for t in terms)]
    q = random.choice(with_it)
    lines, line = [], 0
    for i, (other, terms) in enumerate(own.terms.items()):
        if other == q:
            line = i
            k = next(k for k, t in enumerate(terms) if name in loaded(t, own))
            term = terms[k]
            flipped = tuple(_changed(t, "sign", own, random) if name in loaded(t, own) else t for t in terms)
            lines.append(written(flipped))
        else:
            lines.append(written(terms))
    return Planted("\n".join(lines), line, ("sign",), _changed(term, "sign", own, random), term)


def rewritten(own: Bench, random: Random) -> str | None:
    """Right equations in another form."""
    way = random.choice(
        (
            "printed",
            "expanded",
            "divided",
            "multiplied",
            "moved",
            "added",
            "signs",
            "name",
            "solved",
            "half",
            "one",
            "constrained",
        )
    )
    q = random.choice(list(own.terms))
    terms, model = own.terms[q], own.equations.model
    left = next(row.left for row in own.equations.coordinates if row.coordinate == q)
    if not terms or len(terms) > 3 * LONGEST:
        return None
    parameters = [Name(p.name) for p in model.parameters if p.name not in model.sizes] or [Number(3)]
    match way:
        case "printed":
            return f"{print_tree(left)} = 0"
        case "expanded":
            return written(terms)
        case "divided":
            by = print_tree(Product((random.choice(parameters), random.choice(parameters))))
            return " + ".join(f"({print_tree(t)})/({by})" for t in terms) + " = 0"
        case "multiplied":
            by = random.choice((Rate(q, 1), Call("cos", (Name(q),)), *parameters))
            return f"{print_tree(Product((by, left)))} = 0"
        case "moved":
            k = random.randrange(len(terms))
            rest = [t for i, t in enumerate(terms) if i != k]
            return f"-({print_tree(terms[k])}) = {print_tree(Sum(tuple(rest)) if rest else Number(0))}"
        case "added":
            other = random.choice(own.equations.coordinates)
            return f"{print_tree(left)} + ({print_tree(random.choice(parameters))})*({print_tree(other.left)}) = 0"
        case "signs" | "name":
            return _convention(own, way, random)
        case "solved":
            return _solved(terms, q)
        case "half":
            return f"{print_tree(_half_angles(left))} = 0"
        case "one":
            angle = Name(q)
            return f"({print_tree(left)})*(sin({print_tree(angle)})^2 + cos({print_tree(angle)})^2) = 0"
    return _with_constraint(own, left)


def _convention(own, way, random):
    """All equations with a multiplier of the other sign, or with another name and twice as large."""
    if not own.multipliers or any(len(terms) > LONGEST for terms in own.terms.values()):
        return None
    name = random.choice(sorted(own.multipliers))
    as_written = Negative(Name(name)) if way == "signs" else Product((Number(2), Name("mu_own")))
    lines = []
    for terms in own.terms.values():
        if not terms or (way == "name" and not any(name in loaded(t, own) for t in terms)):
            continue
        changed = [fold(t, lambda n: as_written if n == Name(name) else n, with_operands) for t in terms]
        lines.append(written(changed))
    return "\n".join(lines) or None


def _solved(terms, q):
    """The acceleration on the left side, where it stands in terms of its own."""
    own = [t for t in terms if (q, 2) in names(t)]
    rest = [t for t in terms if (q, 2) not in names(t)]
    if not own or not rest:
        return None
    by = Sum(tuple(fold(t, lambda n: Number(1) if n == Rate(q, 2) else n, with_operands) for t in own))
    return f"{q}'' = -({print_tree(Sum(tuple(rest)))})/({print_tree(by)})"


def _half_angles(left):
    """Cosines by sines of half the angle."""

    def combine(node, below):
        if isinstance(node, Call) and node.function == "cos":
            half = Call("sin", (Product((Number(0.5), below[0])),))
            return Sum((Number(1), Negative(Product((Number(2), half, half)))))
        return with_operands(node, below)

    return fold(left, lambda node: node, combine)


def _with_constraint(own, left):
    """An equation and a multiple of a constraint."""
    if not own.equations.Phi:
        return None
    return f"{print_tree(left)} + 3*({print_tree(own.equations.Phi[0])}) = 0"
