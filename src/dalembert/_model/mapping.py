"""A model with all of its expressions changed in one way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dalembert._expression.expression import Expression
from dalembert._expression.tree import Node
from dalembert._model.records import Contact, Delay, Model, Table, Term


def map_expressions(model: Model, change: Callable[[Node], Node]) -> Model:
    """The model with a changed tree in place of each tree of its structure; values stay as they are."""

    def change_expression(expression: Expression) -> Expression:
        root = change(expression.root)
        return expression if root is expression.root else Expression(root, expression.source)

    def terms(own: tuple[Term, ...]) -> tuple[Term, ...]:
        return tuple(replace(term, expression=change_expression(term.expression)) for term in own)

    def perhaps(expression: Expression | None) -> Expression | None:
        return change_expression(expression) if expression is not None else None

    def contact(own: Contact) -> Contact:
        return replace(
            own,
            gap=change_expression(own.gap),
            restitution=perhaps(own.restitution),
            friction=perhaps(own.friction),
            sticking=perhaps(own.sticking),
            slip=tuple(change_expression(slip) for slip in own.slip),
            stiffness=perhaps(own.stiffness),
            damping=perhaps(own.damping),
            exponent=perhaps(own.exponent),
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
            own if isinstance(own.law, Table | Delay) else replace(own, law=change_expression(own.law))
            for own in model.inputs
        ),
        states=tuple(replace(own, rate=change_expression(own.rate)) for own in model.states),
        constraints=tuple(
            replace(own, expression=change_expression(own.expression)) for own in model.constraints
        ),
        contacts=tuple(contact(own) for own in model.contacts),
        events=tuple(
            replace(
                own,
                when=change_expression(own.when),
                sets=tuple(replace(one, expression=change_expression(one.expression)) for one in own.sets),
            )
            for own in model.events
        ),
        impulses=tuple(
            replace(
                own,
                at=change_expression(own.at),
                work=tuple(replace(push, expression=change_expression(push.expression)) for push in own.work),
            )
            for own in model.impulses
        ),
        sampled=tuple(
            replace(own, every=change_expression(own.every), value=change_expression(own.value))
            for own in model.sampled
        ),
    )
