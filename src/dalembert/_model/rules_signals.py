"""Rules about signals: their shapes are constants within valid ranges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dalembert._expression.evaluate import evaluate
from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.tree import Call, Node
from dalembert._expression.walk import names, replace_names, uses_tables
from dalembert._model.records import Model
from dalembert._model.rules_names import KIND
from dalembert._model.signals import SIGNALS
from dalembert._model.structures import StructureCache
from dalembert._model.survey import VALUES, Survey, Use, depends, survey
from dalembert._model.values import parameter_values
from dalembert._text.printer import print_tree

Flaws = Iterator[Flaw]

_structural_calls: StructureCache[tuple[tuple[Use, Call], ...]] = StructureCache(32)


def constant_shapes(model: Model, known: Survey) -> Flaws:
    """All arguments of a signal but the first consist of numbers and parameters."""
    for use, call in _calls(known.uses):
        signal = SIGNALS[call.function]
        for parameter, argument in zip(signal.parameters[1:], call.arguments[1:], strict=False):
            moving = sorted(name for name, _ in depends(argument, known) if _moves(name, known))
            if moving:
                what = KIND[known.kinds.get(moving[0], "time")]
                form = f"{call.function}({', '.join(signal.parameters)})"
                message = f"the {parameter} of `{call.function}` must be constant, but contains"
                hint = f"write the argument that varies first: it is x in {form}, the others are constants"
                yield flaw_at(
                    use.expression.source,
                    argument.span,
                    rule="signal-constant",
                    message=f"{message} `{moving[0]}`, {what}",
                    hint=hint,
                )


def sound_shapes(model: Model, known: Survey) -> Flaws:
    """Periods, widths and the like are in their ranges; those from parameters prevent runs only."""
    whole = survey(model)
    values: dict[tuple[str, int], float] | None = None
    structural = _structural_calls.get(model, _calls_in_structure)
    for use, call in (*structural, *_calls(whole.values.uses)):
        if values is None:
            values = {(name, 0): value for name, value in parameter_values(model).items()}
            for name in whole.order:  # definitions of parameters alone
                root = whole.definitions[name].expression.root
                if _is_known(root, values):
                    values[name, 0] = evaluate(root, values)
        yield from _out_of_range(use, call, values)


def _out_of_range(use: Use, call: Call, values: dict[tuple[str, int], float]) -> Flaws:
    signal = SIGNALS[call.function]
    given = dict(signal.defaults) | dict(zip(signal.parameters, call.arguments, strict=False))
    for wanted in signal.wanted:
        root = replace_names(wanted.positive, given)
        argument = given[wanted.argument]
        if not _is_known(root, values) or not _is_known(argument, values):
            continue
        size = evaluate(root, values)
        if not (size >= 0 if wanted.zero else size > 0):
            severity = "structure" if names(root).keys() - {("pi", 0)} else "error"
            shown = f"{evaluate(argument, values):g}"
            message = f"the {wanted.argument} of `{call.function}` must be {wanted.must}, but is {shown}"
            hint = f"`{print_tree(argument)}` is given there" if names(argument) else "give another number"
            yield flaw_at(
                use.expression.source,
                argument.span or call.span,
                rule="signal",
                message=message,
                hint=hint,
                severity=severity,
            )


def _calls_in_structure(model: Model) -> tuple[tuple[Use, Call], ...]:
    """The calls of signals outside of values, which do not depend on values."""
    return tuple(_calls(use for use in survey(model).uses if use.role not in VALUES))


def _calls(uses: Iterable[Use]) -> Iterator[tuple[Use, Call]]:
    for use in uses:
        for node in use.operations:
            if isinstance(node, Call) and node.function in SIGNALS:
                yield use, node


def _moves(name: str, known: Survey) -> bool:
    return name == "t" or known.kinds.get(name) not in ("parameter", None)


def _is_known(root: Node, values: dict[tuple[str, int], float]) -> bool:
    return all(used in values or used[0] == "pi" for used in names(root)) and not uses_tables(root)
