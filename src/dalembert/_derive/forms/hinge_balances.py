"""Moments about the hinges: of all bodies j beyond a hinge P, about P, in which its reaction drops out.

    Σ (rⱼ − r_P) × mⱼ aⱼ + Lⱼ' = Σ M

The mass centres are at rⱼ, Lⱼ is the angular momentum about them. Reactions of joints further out are
between two bodies beyond P and drop out as well; those of joints that close loops stay. For a joint that
slides along an axis u the balance is that of momentum, u · Σ mⱼ aⱼ = u · Σ F. No energy is used.
"""

from __future__ import annotations

from dalembert._derive.balances import symbolic_balances
from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import Form, NotAvailable, Part, Request, equations
from dalembert._model.bodies.balances import Balances
from dalembert._model.bodies.texts import canonical
from dalembert._words.message import Name, Symbol, say


def form(derived: Equations, request: Request) -> Form:  # noqa: ARG001  one signature for all forms
    """The rates of all hinges written out, and the moments and forces that these equal."""
    symbolic = symbolic_balances(derived, with_tree=True, named=True)
    refuse_without_hinges(symbolic.balances)
    bench, parts = symbolic.bench, list[Part]()
    for hinge in symbolic.hinges():
        names = row_names(hinge.name, tuple(turns for turns, _, _ in hinge.rows))
        rates = {name: bench.tree(rate) for name, (_, rate, _) in zip(names, hinge.rows, strict=True)}
        acting = {name: bench.tree(moment) for name, (_, _, moment) in zip(names, hinge.rows, strict=True)}
        if names:
            parts += [equations(hinge.name, rates), equations(f"{hinge.name}.balance", acting)]
    if symbolic.laws:
        parts.append(equations("elements", {name: bench.tree(law) for name, law in symbolic.laws.items()}))
    title = "Σ (r - r_P) × m a + L' = Σ M about every hinge P, of all bodies beyond it"
    return Form(name="hinge_balances", title=title, parts=tuple(parts), energies=False)


def refuse_without_hinges(balances: Balances) -> None:
    """Raise where a joint has no axes, or a reaction is not that of a joint."""
    if balances.hinges.without:
        names = tuple(map(Symbol, balances.hinges.without))
        raise NotAvailable(say("form_no_hinge", names=names, form=Name("--form newton_euler")))
    others = {load.name for one in balances.bodies for load in one.body.loads if balances.is_held(load)}
    if others:
        raise NotAvailable(say("form_hinges_guided", names=tuple(map(Symbol, sorted(others)))))


def row_names(hinge: str, turning: tuple[bool, ...]) -> tuple[str, ...]:
    """The names of the rates of a hinge: numbered where it has several of a kind."""
    names: list[str] = []
    for i, turns in enumerate(turning):
        word = "angular_momentum" if turns else "momentum"
        number = f"[{turning[: i + 1].count(turns)}]" if turning.count(turns) > 1 else ""
        names.append(canonical(f"{hinge}.{word}{number}") + "'")
    return tuple(names)
