"""Verification finds errors: every kind of corruption of a derived tree is refused."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import dalembert
from dalembert import Equations, VerificationError
from dalembert._expression.tree import (
    ONE,
    ZERO,
    Call,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Rate,
    Sum,
    children,
    with_operands,
)
from dalembert._lower.lower import lower
from dalembert._verify.verify import verify
from dalembert.library import SYSTEMS

sys.path.insert(0, str(Path(__file__).parents[1] / "laws"))
from random_models import random_equations, random_features, random_model

PARTS = ("T_qd", "T_qd_rate", "T_q", "V_q", "V_qd_rate", "D_qd", "Q", "displacement", "flow", "left")


def swapped(vector: tuple, i: int, made) -> tuple:
    """The tuple with one entry replaced."""
    return (*vector[:i], made, *vector[i + 1 :])


def corruptions(node: Node) -> Iterator[tuple[str, Node]]:
    """A tree with its sign flipped, each of its terms dropped or flipped, a factor changed by 1e-6."""
    if node == ZERO:
        yield "one for nothing", ONE
        return
    yield "sign", Negative(node)
    yield "factor", Product((Number(1.000001), node))
    if isinstance(node, Sum):
        for i, term in enumerate(node.terms):
            rest = (*node.terms[:i], *node.terms[i + 1 :])
            yield f"dropped term {i}", rest[0] if len(rest) == 1 else Sum(rest)
            yield f"flipped term {i}", Sum(swapped(node.terms, i, Negative(term)))


def refused(equations: Equations, system) -> bool:
    """Whether verification raises its error."""
    try:
        verify(equations, system)
    except VerificationError:
        return True
    return False


# where something jumps a branch that is never taken may be lost, so these are smooth
SMOOTH = [
    seed
    for seed in range(60)
    if "jumps" not in random_features(seed) and len(random_model(seed).coordinates) <= 3
]


@pytest.mark.parametrize("seed", SMOOTH[:8])
def test_every_corrupted_part_of_a_random_model_is_refused(seed: int) -> None:
    """A flipped sign, a lost term or a factor of 1 + 1e-6 in any printed part raises a VerificationError."""
    good, system = random_equations(seed), lower(random_model(seed))
    verify(good, system)
    for i, row in enumerate(good.coordinates):
        for part in PARTS:
            for what, node in list(corruptions(getattr(row, part)))[:6]:
                bad = replace(good, coordinates=swapped(good.coordinates, i, replace(row, **{part: node})))
                assert refused(bad, system), (row.coordinate, part, what)
    for part in ("h", "gamma", "Phi", "Psi", "effort", "states"):
        for i, entry in enumerate(getattr(good, part)):
            for what, node in list(corruptions(entry))[:6]:
                bad = replace(good, **{part: swapped(getattr(good, part), i, node)})
                assert refused(bad, system), (part, i, what)
    for part in ("M", "Phi_q", "Psi_qd"):
        rows = getattr(good, part)
        for i, row in enumerate(rows):
            for j, entry in enumerate(row):
                what, node = next(corruptions(entry))
                bad = replace(good, **{part: swapped(rows, i, swapped(row, j, node))})
                assert refused(bad, system), (part, i, j, what)


@pytest.mark.parametrize("share", [4, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", [s.name for s in SYSTEMS if s.size is None])
def test_no_term_of_a_library_equation_can_be_lost_unseen(name: str, share: int) -> None:
    """Without any one term, or with its sign flipped, an equation of the library is refused."""
    good = dalembert.derive(name)
    system = lower(good.model)
    for i, row in enumerate(good.coordinates):
        for what, node in list(corruptions(row.left))[i % share :: share]:
            bad = replace(good, coordinates=swapped(good.coordinates, i, replace(row, left=node)))
            assert refused(bad, system), (row.coordinate, what)


@pytest.mark.parametrize(
    "name",
    [
        "slider_crank",
        "triple_pendulum",
        "n_link_pendulum:4",
        pytest.param("n_link_pendulum:7", marks=pytest.mark.soak),
    ],
)
def test_no_term_of_a_shared_equation_can_be_lost_unseen(name: str) -> None:
    """Without a term, or with its sign flipped, a shared equation or a listed derivative is refused."""
    good = dalembert.derive(name, definitions="share")
    system, shared = lower(good.model), good.shared
    for i, row in enumerate(shared.coordinates):
        for what, node in corruptions(row.left):
            rows = swapped(shared.coordinates, i, replace(row, left=node))
            assert refused(replace(good, shared=replace(shared, coordinates=rows)), system), what
    for i, one in enumerate(shared.listed):
        for what, node in list(corruptions(one.node))[:3]:
            listed = swapped(shared.listed, i, replace(one, node=node))
            bad = replace(good, shared=replace(shared, listed=listed))
            assert refused(bad, system), (one.name, one.order, what)


def renamed(node: Node, old: str, new: str) -> Node:
    """The tree with the name of a coordinate exchanged, its rates too (small trees only)."""
    match node:
        case Name(name=name) if name == old:
            return Name(new)
        case Rate(name=name, order=order) if name == old:
            return Rate(new, order)
    return with_operands(node, tuple(renamed(child, old, new) for child in children(node)))


@pytest.mark.parametrize(
    "corrupt",
    [
        lambda node: renamed(node, "theta1", "theta2"),
        lambda node: Sum((node, Product((Number(1e-6), Rate("theta1", 1))))),
        lambda node: Power(node, Number(2)),
        lambda node: Call("abs", (node,)),
        lambda node: Call("log", (Product((Number(-1), Power(node, Number(2)))),)),
        lambda node: Product((Number(float("inf")), node)),
        lambda node: Product((Number(float("nan")), node)),
    ],
    ids=["wrong name", "small extra term", "squared", "abs", "not a number", "infinite", "nan factor"],
)
def test_a_corrupted_derivation_never_leaves_the_public_door(
    corrupt, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`dalembert.derive` raises when its symbolic part returns a wrong h, also one without a value."""
    from dalembert._derive import derive as room

    original = room.derive

    def wrong(model: dalembert.Model, way: str) -> Equations:
        equations = original(model, way)
        return replace(equations, h=swapped(equations.h, 0, corrupt(equations.h[0])))

    monkeypatch.setattr(room, "derive", wrong)
    with pytest.raises(VerificationError):
        dalembert.derive("triple_pendulum")


def test_a_small_equation_beside_a_large_one_is_held_to_its_own_size() -> None:
    """A micronewton equation beside one of megavolts: each is refused when a part in a million of it is wrong."""
    model = dalembert.model(
        parameters={"m": 1e-9, "k": 1e-6, "c": 1e-7, "L": 1e4, "C": 1e-6},
        coordinates={"x": {"start": 0.3, "speed": 0.2}, "q": {"start": 1, "speed": 2}},
        energy={
            "kinetic": "1/2*m*x'^2 + 1/2*L*q'^2",
            "potential": "1/2*k*x^2 + 1/2*q^2/C",
            "dissipation": "1/2*c*x'^2",
        },
    )
    good, system = dalembert.derive(model), lower(model)
    for i, row in enumerate(good.coordinates):
        for part in ("T_qd", "T_qd_rate", "V_q", "left"):
            for what, node in corruptions(getattr(row, part)):
                bad = replace(good, coordinates=swapped(good.coordinates, i, replace(row, **{part: node})))
                assert refused(bad, system), (row.coordinate, part, what)
        for what, node in corruptions(good.h[i]):
            assert refused(replace(good, h=swapped(good.h, i, node)), system), (row.coordinate, what)
