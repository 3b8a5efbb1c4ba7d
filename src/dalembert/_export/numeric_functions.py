"""M, h, Phi_q, gamma … as functions with the same signature (t, q, qd, p): numpy callables and source files.

M qdd + Gᵀ lam = h, G qdd = gamma with G = [Phi_q; Psi_qd]. Inputs are functions of time and parameters, so
their laws, with first and second time derivatives, are part of the functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert._export.function_languages import LANGUAGES
from dalembert._expression.computing import computing
from dalembert._lower.closed_system import closed_system
from dalembert._lower.evaluator import Evaluator
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Scalar
from dalembert._model.delays import delays_of
from dalembert._model.put_numbers import numbers_of
from dalembert._model.records import Model, constraints_of, force_names, multiplier_names
from dalembert._model.values import parameter_values, values_of
from dalembert._tape.from_casadi import tape_of
from dalembert._tape.legend import FunctionNote, Legend
from dalembert._text.printer import print_tree

# Each quantity: 0 a number, 1 a vector, 2 a matrix; and its meaning.
QUANTITIES: dict[str, tuple[int, str]] = {
    "M": (2, "M, the mass matrix of M qdd + G' lam = h, G qdd = gamma, G = [Phi_q; Psi_qd]"),
    "h": (1, "h, the right side of M qdd + G' lam = h"),
    "Phi": (1, "Phi, the displacement constraints Phi(q, t) = 0"),
    "Phi_q": (2, "Phi_q, the derivatives of Phi by q"),
    "gamma": (1, "gamma, the right side of G qdd = gamma: the rows of Phi, then those of Psi"),
    "Psi": (1, "Psi, the flow constraints Psi(q, qd, t) = 0"),
    "Psi_qd": (2, "Psi_qd, the derivatives of Psi by qd"),
    "T": (0, "T, the kinetic energy"),
    "V": (0, "V, the potential energy"),
    "D": (0, "D, the dissipation function"),
    "outputs": (1, "the outputs"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A function of (t, q, qd, p): of one state, or of many with t (N,), q (N, n), qd (N, n), p (N, m).

    p holds the parameters in the order of the model; without it the model's own values are used.
    `missing` says why the quantity cannot be computed, where it cannot.
    """

    name: str
    text: str
    shape: tuple[int, ...]
    missing: str
    coordinates: tuple[str, ...]
    parameters: tuple[str, ...]
    values: tuple[float, ...] = field(repr=False, compare=False)
    unset: tuple[str, ...]  # parameters without a value that it depends on
    function: Evaluator | None = field(repr=False, compare=False)  # of the column (t, q, qd, p)

    def __call__(
        self, t: ArrayLike, q: ArrayLike, qd: ArrayLike, p: ArrayLike | None = None
    ) -> NDArray[np.float64]:
        """The values: the rows of the arguments, then the quantity's own shape."""
        if self.function is None:
            raise ValueError(self.missing)
        if p is None and self.unset:
            message = f"{self.name} needs the parameters {', '.join(self.unset)}, which have no value; give p"
            raise ValueError(message)
        parts = (
            np.asarray(t, dtype=float)[..., np.newaxis],
            _vector("q", q, self.coordinates),
            _vector("qd", qd, self.coordinates),
            _vector("p", self.values if p is None else p, self.parameters),
        )
        rows = np.broadcast_shapes(*(part.shape[:-1] for part in parts))
        stacked = np.concatenate([np.broadcast_to(x, (*rows, x.shape[-1])) for x in parts], axis=-1)
        shape = (*rows, *self.shape)
        if 0 in shape:
            return np.zeros(shape)
        with computing:
            return self.function.evaluate_rows(stacked.reshape(-1, stacked.shape[-1])).reshape(shape)

    def __repr__(self) -> str:
        """Its name, its shape, and what is missing."""
        shape = " x ".join(str(size) for size in self.shape) or "a number"
        return f"Quantity({self.name}: {self.missing or shape})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Functions:
    """The quantities of a model; those without entries give arrays of size zero."""

    M: Quantity
    h: Quantity
    Phi: Quantity
    Phi_q: Quantity
    gamma: Quantity
    Psi: Quantity
    Psi_qd: Quantity
    T: Quantity
    V: Quantity
    D: Quantity
    outputs: Quantity

    @property
    def left_out(self) -> dict[str, str]:
        """The quantities that are no functions of (t, q, qd, p), each with the reason."""
        quantities = (
            self.M,
            self.h,
            self.Phi,
            self.Phi_q,
            self.gamma,
            self.Psi,
            self.Psi_qd,
            self.T,
            self.V,
            self.D,
        )
        return {
            quantity.name: quantity.missing for quantity in (*quantities, self.outputs) if quantity.missing
        }

    def __repr__(self) -> str:
        """Their names."""
        return f"Functions({', '.join(QUANTITIES)} of t, q, qd, p)"


@dataclass(frozen=True, slots=True, kw_only=True)
class _ClosedExpressions:
    """Expressions of t, q, qd and p alone; `missing` has the reasons for the others."""

    arguments: dict[str, Scalar]
    quantities: dict[str, Scalar]
    missing: dict[str, str]


def functions(model: Model) -> Functions:
    """The quantities of a model, in which `check` finds no error, as numpy callables of (t, q, qd, p)."""
    parts = _closed_expressions(model)
    column = ca.vertcat(*parts.arguments.values())
    given = values_of(model)
    unset = [i for i, p in enumerate(model.parameters) if p.name not in given.parameters]

    def quantity(name: str) -> Quantity:
        block, missing = parts.quantities[name], parts.missing.get(name, "")
        free = _free_symbols(block)
        return Quantity(
            name=name,
            text=QUANTITIES[name][1],
            shape=_shape(name, block),
            missing=missing,
            coordinates=tuple(entry.name for entry in model.coordinates),
            parameters=tuple(p.name for p in model.parameters),
            values=given.vector(),
            unset=tuple(model.parameters[i].name for i in unset if _key(parts.arguments["p"][i]) in free),
            function=None if missing else Evaluator(column, {name: block}),
        )

    return Functions(**{name: quantity(name) for name in QUANTITIES})


def casadi_functions(model: Model) -> dict[str, Any]:
    """The quantities that are functions of (t, q, qd, p) as CasADi functions, by name."""
    parts = _closed_expressions(model)
    names, symbols = list(parts.arguments), list(parts.arguments.values())
    return {
        name: ca.Function(name, symbols, [parts.quantities[name]], names, [name])
        for name in QUANTITIES
        if name not in parts.missing
    }


def stem_of(name: str) -> str:
    """A stem for `function_files` from the name of a file or a system: `chain:20` gives chain_20."""
    stem = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")[:40]
    return stem if stem[:1].isalpha() else f"model_{stem}".rstrip("_")[:40]


def function_files(
    model: Model, language: str, stem: str, quantities: Sequence[str] | None = None
) -> dict[str, str]:
    """Source files, by file name, of the quantities of a model in which `check` finds no error.

    `language` is python, c or octave; `stem` begins the names of files and functions. Without `quantities`
    all are written that are functions of (t, q, qd, p), and the files say what is left out and why.
    """
    if language not in LANGUAGES:
        message = f"function files are written in {', '.join(LANGUAGES)}, but {language!r} was asked for"
        raise ValueError(message)
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,39}", stem):
        message = (
            f"a stem is a letter and up to 39 letters, digits and _; given: {stem!r}. Try {stem_of(stem)!r}"
        )
        raise ValueError(message)
    parts = _closed_expressions(model)
    for name in quantities or ():
        if name not in QUANTITIES:
            message = f"the quantities are {', '.join(QUANTITIES)}; {name!r} is none of them"
            raise ValueError(message)
        if name in parts.missing:
            raise ValueError(parts.missing[name])
    chosen = [name for name in quantities or QUANTITIES if name not in parts.missing]
    tapes = [
        tape_of(name, parts.arguments, {"out": parts.quantities[name]}, {"t": 0, "out": QUANTITIES[name][0]})
        for name in chosen
    ]
    missing = () if quantities else tuple(f"Not written: {why}" for why in parts.missing.values())
    return LANGUAGES[language](tapes, _legend(model, missing), stem)


def _closed_expressions(model: Model) -> _ClosedExpressions:
    """The quantities of the closed system, and those that need more than t, q, qd and p."""
    system = closed_system(model)
    quantities = _blocks(system)
    missing = {name: _reason_left_out(name, value, model, system) for name, value in quantities.items()}
    return _ClosedExpressions(
        arguments={"t": system.t, "q": system.q, "qd": system.qd, "p": system.p},
        quantities=quantities,
        missing={name: why for name, why in missing.items() if why},
    )


def _blocks(system: System) -> dict[str, Scalar]:
    return {
        "M": system.M,
        "h": system.h,
        "Phi": system.Phi,
        "Phi_q": system.Phi_q,
        "gamma": system.gamma,
        "Psi": system.Psi,
        "Psi_qd": system.Psi_qd,
        "T": system.T,
        "V": system.V,
        "D": system.D,
        "outputs": system.outputs,
    }


def _reason_left_out(name: str, value: Scalar, model: Model, system: System) -> str:
    """Why a quantity is no function of (t, q, qd, p); empty where it is one."""
    free = _free_symbols(value)

    def names_in_use(vectors: Iterable[Scalar], names: Iterable[str]) -> Iterator[str]:
        listed = tuple(vectors)
        return (n for i, n in enumerate(names) if any(_key(vector[i]) in free for vector in listed))

    delayed = {model.inputs[i].name for i in delays_of(model)}
    needs = [
        *(f"the unknown effort {n}" for n in names_in_use([system.e], (e.name for e in model.efforts))),
        *(f"the state {n}" for n in names_in_use([system.s], (s.name for s in model.states))),
        *(
            f"the delayed value {n}" if n in delayed else f"the table of the input {n}"
            for n in names_in_use([system.u, system.ud, system.udd], (i.name for i in model.inputs))
        ),
        *(f"the force {n}" for n in names_in_use([system.lam], multiplier_names(model))),
        *(f"the force {n}" for n in names_in_use([system.f], force_names(model))),
        *(f"the acceleration {n}''" for n in names_in_use([system.qdd], (c.name for c in model.coordinates))),
    ]
    if not needs:
        return ""
    them = "it" if len(needs) == 1 else "them"
    return f"{name} needs {', '.join(needs)}; functions of (t, q, qd, p) cannot give {them}"


def _free_symbols(value: Scalar) -> set[int]:
    """The symbols an expression depends on."""
    return {_key(symbol) for symbol in ca.symvar(value)}


def _key(symbol: Scalar) -> int:
    return int(symbol.element_hash())


def _shape(name: str, block: Scalar) -> tuple[int, ...]:
    shapes: Mapping[int, tuple[int, ...]] = {0: (), 1: (block.numel(),), 2: (block.size1(), block.size2())}
    return shapes[QUANTITIES[name][0]]


def _vector(name: str, given: ArrayLike, entries: tuple[str, ...]) -> NDArray[np.float64]:
    vector = np.asarray(given, dtype=float)
    if vector.shape[-1:] != (len(entries),):
        listed = ", ".join(entries[:12]) + (", …" if len(entries) > 12 else "")
        message = (
            f"{name} has {len(entries)} entries ({listed}) in its last axis; given: shape {vector.shape}"
        )
        raise ValueError(message)
    return vector


def _legend(model: Model, missing: tuple[str, ...]) -> Legend:
    """The user's names for all entries, for comments."""
    values = parameter_values(model)
    displacement, flow = (
        tuple(row.name for row in constraints_of(model, kind)) for kind in ("displacement", "flow")
    )
    rows = {
        "Phi": displacement,
        "Phi_q": displacement,
        "gamma": displacement + flow,
        "Psi": flow,
        "Psi_qd": flow,
        "outputs": tuple(_describe(o.name, o.text) for o in model.outputs),
    }
    return Legend(
        title=model.title,
        arguments={
            "t": ("time",),
            "q": tuple(_describe(entry.name, entry.text) for entry in model.coordinates),
            "qd": tuple(f"{entry.name}'" for entry in model.coordinates),
            "p": tuple(
                _describe(f"{p.name} = {values[p.name]!r}" if p.name in values else p.name, p.text)
                for p in model.parameters
            ),
        },
        functions={
            name: FunctionNote(text=text, rows=rows.get(name, ())) for name, (_, text) in QUANTITIES.items()
        },
        remarks=(
            "All numbers are in SI units, angles in radians.",
            *_fixed_parameters(model),
            *_put_in(model),
            *missing,
        ),
    )


def _fixed_parameters(model: Model) -> tuple[str, ...]:
    """Parameters that cannot be given other values."""
    return tuple(
        f"{name} keeps its value: families of the model count to it. Read the model again for another one."
        for name in model.sizes
    )


def _put_in(model: Model) -> tuple[str, ...]:
    """The numbers that stand in the functions instead of parameters."""
    numbers = ", ".join(f"{name} = {print_tree(node)}" for name, node in numbers_of(model).items())
    return (f"Put in as numbers: {numbers}",) if numbers else ()


def _describe(name: str, text: str) -> str:
    return f"{name}: {text}" if text else name
