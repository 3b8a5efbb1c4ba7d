"""A model with a function applied to all of its expressions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dalembert._expression.expression import Expression
from dalembert._expression.tree import Node
from dalembert._model.records import Contact, Delay, Model, Table, Term


def map_expressions(model: Model, change: Callable[[Node], Node]) -> Model:
    """The model with each tree of its structure changed; values stay as they are."""

    def change_expression(expression: Expression) -> Expression:
        root = change(expression.root)
        return expression if root is expression.root else Expression(root, expression.source)

    def terms(before: tuple[Term, ...]) -> tuple[Term, ...]:
        return tuple(replace(term, expression=change_expression(term.expression)) for term in before)

    def perhaps(expression: Expression | None) -> Expression | None:
        return change_expression(expression) if expression is not None else None

    def contact(before: Contact) -> Contact:
        return replace(
            before,
            gap=change_expression(before.gap),
            restitution=perhaps(before.restitution),
            friction=perhaps(before.friction),
            sticking=perhaps(before.sticking),
            slip=tuple(change_expression(slip) for slip in before.slip),
            stiffness=perhaps(before.stiffness),
            damping=perhaps(before.damping),
            exponent=perhaps(before.exponent),
        )

    return replace(
        model,
        definitions=terms(model.definitions),
        kinetic=terms(model.kinetic),
        potential=terms(model.potential),
        dissipation=terms(model.dissipation),
        work=terms(model.work),
        outputs=terms(model.outputs),
        inputs=tuple(
            entry
            if isinstance(entry.law, Table | Delay)
            else replace(entry, law=change_expression(entry.law))
            for entry in model.inputs
        ),
        states=tuple(replace(state, rate=change_expression(state.rate)) for state in model.states),
        constraints=tuple(
            replace(constraint, expression=change_expression(constraint.expression))
            for constraint in model.constraints
        ),
        contacts=tuple(contact(one) for one in model.contacts),
        events=tuple(
            replace(
                event,
                when=change_expression(event.when),
                sets=tuple(replace(one, expression=change_expression(one.expression)) for one in event.sets),
            )
            for event in model.events
        ),
        impulses=tuple(
            replace(
                impulse,
                at=change_expression(impulse.at),
                work=tuple(
                    replace(push, expression=change_expression(push.expression)) for push in impulse.work
                ),
            )
            for impulse in model.impulses
        ),
        sampled=tuple(
            replace(one, every=change_expression(one.every), value=change_expression(one.value))
            for one in model.sampled
        ),
    )
