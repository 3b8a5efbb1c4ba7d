"""Plain values to the text of Suk's `LagEq.txt`; what the format cannot represent is listed as losses.

His program translates the file to C++, so whole numbers are written 2.0 (there, 1/2 is 0), powers power(x,n),
velocities as separate names, and names that the C++ already uses are avoided. Parameters without a value are
written 0, the number zero 0.0. A closing section names the unknown efforts: his program stops before it, but
`lageq.py` reads it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from typing import Any

from dalembert._expression.evaluate import evaluate
from dalembert._expression.functions import CONSTANTS
from dalembert._expression.numbers import fold_constants
from dalembert._expression.tree import (
    Call,
    Inverse,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Rate,
    type_of_number,
    with_operands,
)
from dalembert._expression.walk import fold, names
from dalembert._text.lageq import SUKS_WORDS
from dalembert._text.lageq_expand import KNOWN, Expansion, Unwritable, expansion, flat_sum
from dalembert._text.loss import LossError
from dalembert._text.parser import parse, table_arguments
from dalembert._text.printer import print_tree

Values = Mapping[str, Any]
ENERGIES = {
    "kinetic": "Kinetic Coenergy",
    "potential": "Potential Energy",
    "dissipation": "Dissipation Function",
}
CONSTRAINTS = {
    "displacement": ("phi", "Displacement"),
    "flow": ("psi", "Flow"),
    "effort": ("gamma", "Effort"),
}
# Sections that the format does not have, in the user's words.
SECTIONS = {
    "title": "the title",
    "text": "the text of the model",
    "states": "the states",
    "tables": "the tables",
    "contacts": "the contacts",
    "events": "the events",
    "impulses": "the impulses",
    "sampled": "the sampled values",
    "outputs": "the outputs",
    "scene": "the scene",
    "cases": "the cases",
    "simulate": "the settings of the run",
}
LABELS = {"unit": "units", "text": "texts", "symbol": "symbols"}
STARTS = {
    "start": "start values",
    "speed": "start speeds",
    "guess": "guesses",
    "before": "values before the start",
    "range": "ranges",
}
NUMBERED = frozenset({"lambda", "kappa", "rhs", "lhs", "cons", "eq"})
CPP = """
    asm auto bool break case catch char class const continue default delete do double else enum explicit
    extern false float for friend goto if inline int long mutable namespace new operator private protected
    public register return short signed sizeof static struct switch template this throw true try typedef
    typename union unsigned using virtual void volatile while cout endl Sum dot power pi
"""
TAKEN = SUKS_WORDS.union(KNOWN, CPP.split())
InSI = Callable[[float, str], float]


def lageq_text(values: Values, in_si: InSI, *, lossy: bool = False) -> str:
    """The text of the file; raises a LossError where something would be lost, unless `lossy`.

    `values` are plain values of a model (`plain_values`) and `in_si` gives a number in a unit in SI.
    """
    text, losses = _Writer(values, in_si).run()
    if losses and not lossy:
        raise LossError(losses)
    return text


def lageq_losses(values: Values, in_si: InSI) -> tuple[str, ...]:
    """The losses of writing the file, a sentence each."""
    return _Writer(values, in_si).run()[1]


class _Writer:
    def __init__(self, values: Values, in_si: InSI) -> None:
        self.values = values
        self.in_si = in_si
        self.losses: list[str] = []
        self.has_pi = False
        self.parameters: Values = values.get("parameters", {})
        self.coordinates = list(values.get("coordinates", {}))
        self.efforts = list(values.get("efforts", {}))
        self.expansion: Expansion = expansion(values)
        self.renamed: dict[str, str] = {}
        self.names, self.flows = self._chosen_names()

    def run(self) -> tuple[str, tuple[str, ...]]:
        """The text and the losses."""
        self._note_dropped()
        energies = [f"{keyword} :={self._energy(kind)}" for kind, keyword in ENERGIES.items()]
        work = ["Virtual Work :", *self._work()]
        constraints = [line for kind in CONSTRAINTS for line in self._constraints(kind)]
        constants = [
            *(f"{self.names[name]}={self._value(name)}" for name in self.parameters),
            *(f"{self.names[name]}=0" for name in self.efforts),
            *([f"pi={math.pi!r}"] if self.has_pi else []),
        ]
        lines = [f"No. of Constant Variables :={len(constants)}", *constants]
        for what, listed in (
            ("Displacement", [self.names[name] for name in self.coordinates]),
            ("Flow", [self.flows[name] for name in self.coordinates]),
        ):
            lines += [f"No. of {what} Coordinates :={len(listed)}", *([",".join(listed)] if listed else [])]
        lines += [*energies, *work, *constraints]
        if self.efforts:
            listed = [self.names[name] for name in self.efforts]
            lines += [f"No. of Unknown Efforts :={len(listed)}", ",".join(listed)]
        return "\n".join(lines) + "\n", tuple(self.losses)

    # -- losses ----------------------------------------------------------------------------------

    def _note_dropped(self) -> None:
        for section, description in SECTIONS.items():
            if self.values.get(section):
                inside = self.values[section]
                named = f" ({_enumeration(inside)})" if isinstance(inside, Mapping) else ""
                self.losses.append(description + named)
        entries = list(_entries(self.values))
        for key, description in (LABELS | STARTS).items():
            having = [name for name, entry in entries if isinstance(entry, Mapping) and key in entry]
            if having:
                self.losses.append(f"the {description} of {_enumeration(dict.fromkeys(having))}")
        for section, one in (("definitions", "definition"), ("inputs", "input")):
            for name in self.values.get(section, {}):
                why = self.expansion.failed.get(name)
                how = why if why else "it is written out in place, and its name is lost"
                self.losses.append(f"the {one} {name}: {how}")
        for old, new in self.renamed.items():
            why = "is reserved in" if old.isidentifier() else "cannot stand in"
            self.losses.append(f"the name {old}: it {why} Suk's program, and becomes {new}")

    def _chosen_names(self) -> tuple[dict[str, str], dict[str, str]]:
        """A C++ name for every parameter, effort and coordinate, and one for every velocity."""
        entries = [*self.parameters, *self.efforts, *self.coordinates]
        labels = self._labels()
        taken = TAKEN.union(entries, labels)
        for name in entries:
            if not _is_free(name) or name in labels:
                plain = name.removesuffix("]")  # x[3] becomes x_3
                new = "".join(c if c.isascii() and c.isidentifier() | c.isdigit() else "_" for c in plain)
                new = new if new[:1].isalpha() else "v" + new
                while new in taken or not _is_free(new):
                    new += "_"
                taken |= {new}
                self.renamed[name] = new
        names = {name: self.renamed.get(name, name) for name in entries}
        prefix = "dot"
        while any({prefix + names[q], "d" + prefix + names[q]} & taken for q in self.coordinates):
            prefix += "_"
        return names, {q: prefix + names[q] for q in self.coordinates}

    def _labels(self) -> frozenset[str]:
        """The names of the constraints in the file."""
        rows = self.values.get("constraints", {})
        return frozenset(
            f"{label}{i + 1}"
            for kind, (label, _) in CONSTRAINTS.items()
            for i in range(len(rows.get(kind, {})))
        )

    # -- rows ------------------------------------------------------------------------------------

    def _energy(self, kind: str) -> str:
        value = self.values.get("energy", {}).get(kind)
        if value is None:
            return "0"
        terms = value if isinstance(value, Mapping) else {"": value}
        if isinstance(value, Mapping):
            words = "the name of the term" if len(terms) == 1 else "the names of the terms"
            self.losses.append(
                f"{words} {_enumeration(terms)} of energy.{kind}: the format has one expression"
            )
        trees = []
        for name, term in terms.items():
            tree = self._tree(f"energy.{kind}.{name}".rstrip("."), term)
            if tree is not None:
                trees.append(tree)
        return self._tree_text(flat_sum(trees)) if trees else "0"

    def _work(self) -> Iterator[str]:
        work = self.values.get("work", {})
        for i, name in enumerate(self.coordinates):
            tree = self._tree(f"work.{name}", work[name]) if name in work else None
            text = self._tree_text(tree) if tree is not None else "0"
            yield f"W{i + 1}={text if text.startswith('-') else '+' + text}"

    def _constraints(self, kind: str) -> Iterator[str]:
        label, words = CONSTRAINTS[kind]
        rows: list[str] = []
        for name, value in self.values.get("constraints", {}).get(kind, {}).items():
            tree = self._tree(f"constraints.{kind}.{name}", value)
            if tree is None:
                continue
            row_name = f"{label}{len(rows) + 1}"
            if row_name != name:
                self.losses.append(f"the name of the constraint {name}: it becomes {row_name}")
            rows.append(f"{row_name}={self._tree_text(tree)}")
        yield f"No. of {words} Constraint Equations :={len(rows)}"
        yield from rows

    # -- expressions -----------------------------------------------------------------------------

    def _tree(self, description: str, value: Any) -> Node | None:
        """The tree of an expression with definitions substituted; None, with a loss, where that fails."""
        text = value["value"] if isinstance(value, Mapping) else value
        try:
            return self.expansion.written_out(
                parse(str(text), tables=table_arguments(self.values), plain=True)
            )
        except Unwritable as fault:
            self.losses.append(f"{description}: {fault}, so it is left out")
            return None

    def _tree_text(self, root: Node) -> str:
        """The text of a tree in the language of the file."""

        def leaf(node: Node) -> Node:
            match node:
                case Number(value=value):
                    return _number(value)
                case Rate(name=name):
                    return Name(self.flows[name])
                case Name(name="pi"):
                    self.has_pi = True
                    return node
                case Name(name=name):
                    return Name(self.names.get(name, name))
            raise TypeError(node)

        return print_tree(fold(root, leaf, _combine))

    def _value(self, name: str) -> str:
        """The value of a parameter in SI; 0 where it has none."""
        entry = self.parameters[name]
        value = entry.get("value") if isinstance(entry, Mapping) else entry
        if value is None:
            return "0"
        if not isinstance(value, str):
            unit = entry.get("unit", "") if isinstance(entry, Mapping) else ""
            made = self.in_si(value, unit) if unit else value
            return _digits(value if made == value else made)
        root = fold_constants(parse(value, plain=True))
        if isinstance(root, Number):
            return _digits(root.value)
        self.losses.append(f"the value of {name} as an expression ({value}): its number is written")
        number = self._numbers().get(name, math.nan)
        return _digits(number) if math.isfinite(number) else "0"

    def _numbers(self) -> dict[str, float]:
        """The numerical values of the parameters, where they can be computed."""
        roots: dict[str, Node] = {}
        for name, entry in self.parameters.items():
            value = entry.get("value") if isinstance(entry, Mapping) else entry
            unit = entry.get("unit", "") if isinstance(entry, Mapping) else ""
            if isinstance(value, str):
                roots[name] = parse(value, plain=True)
            elif value is not None:
                roots[name] = Number(self.in_si(value, unit) if unit else float(value))
        below = {name: [n for n, _ in names(root) if n in roots] for name, root in roots.items()}
        known: dict[tuple[str, int], float] = {}
        try:
            for name in TopologicalSorter(below).static_order():
                if all(n in CONSTANTS or (n, order) in known for n, order in names(roots[name])):
                    known[name, 0] = evaluate(roots[name], known)
        except CycleError:
            return {}
        return {name: number for (name, _), number in known.items()}


def _combine(node: Node, below: tuple[Node, ...]) -> Node:
    """A node with spelled operands, in the syntax of the file."""
    match node:
        case Power(exponent=exponent):
            return Call("power", (below[0], _whole_exponent(exponent) or below[1]))
        case Call(function="log"):
            return Call("ln", below)
        case Inverse():
            return Product((Name("1.0"), Inverse(below[0])))
        case Product(factors=factors):
            # a quotient in a product keeps its division sign, but never begins with a bare 1/
            plain = [
                b.factors[1] if isinstance(f, Inverse) and isinstance(b, Product) else b
                for f, b in zip(factors, below, strict=True)
            ]
            return Product((Name("1.0"), *plain) if isinstance(plain[0], Inverse) else tuple(plain))
    return with_operands(node, below)


def _whole_exponent(exponent: Node) -> Node | None:
    """A whole exponent without a point: power(x,2)."""
    match exponent:
        case Number(value=int() as value):
            return Name(str(value)) if value >= 0 else Negative(Name(str(-value)))
        case Negative(operand=Number(value=int() as value)) if value >= 0:
            return Negative(Name(str(value)))
    return None


def _number(value: type_of_number) -> Node:
    """A number for C++, with a point, so that no division is one of integers."""
    if value < 0:
        return Negative(_number(-value))
    if isinstance(value, Fraction):
        return Product((Name(f"{value.numerator}.0"), Inverse(Name(f"{value.denominator}.0"))))
    return Name(f"{value}.0" if isinstance(value, int) else repr(value))


def _digits(value: type_of_number) -> str:
    """The value of a constant; zero is 0.0, because 0 means that it has none."""
    if value == 0:
        return "0.0"
    return print_tree(_number(value)) if isinstance(value, Fraction) else repr(value)


def _is_free(name: str) -> bool:
    """Whether a name is valid in C++ and not used by the program, with or without a number."""
    plain = name.isascii() and name.isidentifier()
    return plain and name not in TAKEN and name.rstrip("0123456789") not in NUMBERED


def _entries(values: Values) -> Iterator[tuple[str, Any]]:
    """Every entry that may have labels or start values, with its name."""
    for section in ("parameters", "coordinates", "efforts", "work", "definitions", "inputs"):
        yield from values.get(section, {}).items()
    for section in ("energy", "constraints"):
        for terms in values.get(section, {}).values():
            if isinstance(terms, Mapping):
                yield from terms.items()


def _enumeration(given: Iterable[str]) -> str:
    return ", ".join(given)
