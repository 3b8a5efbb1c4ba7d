"""M, C, K, G, h … as functions with the same signature (t, q, qd, p): numpy callables and source files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert._export.function_languages import LANGUAGES
from dalembert._export.function_quantities import (
    GRAVITY,
    QUANTITIES,
    closed_expressions,
    free_symbols,
    key_of,
)
from dalembert._expression.computing import computing
from dalembert._lower.evaluator import Evaluator
from dalembert._lower.to_casadi import Scalar
from dalembert._model.put_numbers import numbers_of
from dalembert._model.records import Model, constraints_of
from dalembert._model.values import parameter_values, values_of
from dalembert._tape.from_casadi import tape_of
from dalembert._tape.legend import FunctionNote, Legend
from dalembert._text.printer import print_tree


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
    C: Quantity
    K: Quantity
    G: Quantity
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
            self.C,
            self.K,
            self.G,
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


def functions(model: Model, gravity: str = GRAVITY) -> Functions:
    """The quantities of a model, in which `check` finds no error, as numpy callables of (t, q, qd, p)."""
    parts = closed_expressions(model, gravity)
    column = ca.vertcat(*parts.arguments.values())
    given = values_of(model)
    unset = [i for i, p in enumerate(model.parameters) if p.name not in given.parameters]

    def quantity(name: str) -> Quantity:
        block, missing = parts.quantities[name], parts.missing.get(name, "")
        free = free_symbols(block)
        return Quantity(
            name=name,
            text=QUANTITIES[name][1],
            shape=_shape(name, block),
            missing=missing,
            coordinates=tuple(entry.name for entry in model.coordinates),
            parameters=tuple(p.name for p in model.parameters),
            values=given.vector(),
            unset=tuple(model.parameters[i].name for i in unset if key_of(parts.arguments["p"][i]) in free),
            function=None if missing else Evaluator(column, {name: block}),
        )

    return Functions(**{name: quantity(name) for name in QUANTITIES})


def casadi_functions(model: Model) -> dict[str, Any]:
    """The quantities that are functions of (t, q, qd, p) as CasADi functions, by name."""
    parts = closed_expressions(model, GRAVITY)
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
    model: Model,
    language: str,
    stem: str,
    quantities: Sequence[str] | None = None,
    *,
    gravity: str = GRAVITY,
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
    parts = closed_expressions(model, gravity)
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
