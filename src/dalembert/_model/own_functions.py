"""[functions]: functions defined by the model itself, as ramp = "(x, a) -> if(x < 0, 0, x/a)".

They are expanded where they are called (`_text/elaborate.py`). A function may use its arguments,
parameters and other functions, but not itself, directly or through others.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from dalembert._expression.functions import CONSTANTS, FUNCTIONS, RESERVED, SIGNALS
from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._expression.tree import Name, Rate, Span
from dalembert._expression.written_tree import (
    Apply,
    Reduction,
    WrittenFunction,
    WrittenNode,
    parts,
)
from dalembert._model.survey import sort_definitions
from dalembert._text import vector_functions
from dalembert._text.budget import TOKENS
from dalembert._text.elaborate import ANGULAR, DELAY
from dalembert._text.grammar import REDUCTIONS, parse_function
from dalembert._text.lexer import TextFault, tokens
from dalembert._text.slips import of_call
from dalembert._text.written import Written
from dalembert._text.written_integrals import INTEGRAL, variable_of

EXAMPLE = 'ramp = "(x, a) -> if(x < 0, 0, x/a)"'
WORDS = {*FUNCTIONS, *vector_functions.FUNCTIONS, *ANGULAR, DELAY, INTEGRAL, *REDUCTIONS, *RESERVED}
TAKEN = frozenset(WORDS - SIGNALS.keys())
Letter = tuple[Span, str, str, str]  # range, rule, message, what to type


def functions_of(
    written: Written, names: Collection[str], parameters: Collection[str], tables: Collection[str]
) -> tuple[dict[str, WrittenFunction], tuple[Flaw, ...]]:
    """The functions of a model that can be used, and the flaws of the others."""
    table = written.values.get("functions", {})
    flaws: list[Flaw] = []
    if not isinstance(table, Mapping):
        location = written.key_source(("functions",))
        message = "`functions` must be a table of names"
        flaws.append(flaw_at(location, rule="value", message=message, hint=f"write a section with {EXAMPLE}"))
        return {}, tuple(flaws)
    functions: dict[str, WrittenFunction] = {}
    for key, value in table.items():
        name, location = str(key), written.key_source(("functions", key))
        letter = _bad_name(name, {*names, *tables})
        if letter is None and not isinstance(value, str):
            letter = f"the function `{name}` must be text in quotes", f"for example {EXAMPLE}"
        if letter is not None or not isinstance(value, str):
            message, hint = letter or ("", "")
            flaws.append(flaw_at(location, rule="function", message=message, hint=hint))
            continue
        try:
            functions[name] = parse_function(tokens(value, TOKENS))
        except TextFault as fault:
            source = written.value_source(("functions", key), value)
            flaws.append(flaw_at(source, fault.span, rule=fault.rule, message=fault.message, hint=fault.hint))
    for name in list(functions):
        source = written.value_source(("functions", name), table[name])
        for span, rule, message, hint in _strangers(name, functions, parameters, tables):
            flaws.append(flaw_at(source, span, rule=rule, message=message, hint=hint))
    return _without_circles(written, functions, flaws), tuple(flaws)


def _bad_name(name: str, names: Collection[str]) -> tuple[str, str] | None:
    if not name.isidentifier():
        return f"`{name}` is not a name (letters, digits and _, not beginning with a digit)", "rename it"
    if name in TAKEN:
        return f"`{name}` is a function or a word of the language", f"rename it, for example my_{name}"
    if name in names:
        return f"`{name}` is a name of the model and cannot be a function too", "rename one of them"
    return None


def _strangers(
    name: str,
    functions: Mapping[str, WrittenFunction],
    parameters: Collection[str],
    tables: Collection[str],
) -> list[Letter]:
    """Names in a function that are neither arguments nor parameters, and unknown functions."""
    function = functions[name]
    bound = {*function.parameters, *CONSTANTS, "t"}
    bound |= {r.index for node in _nodes(function.body) if isinstance(node, Reduction) for r in node.ranges}
    bound |= {name for node in _nodes(function.body) for name in variable_of(node)}
    letters: dict[str, Letter] = {}
    for node in _nodes(function.body):
        if isinstance(node, Name | Rate) and node.name not in bound and node.name not in parameters:
            near = nearest(node.name, (*function.parameters, *parameters))
            hint = f"did you mean `{near}`?" if near else f"hand it over as an argument of {name}"
            message = f"`{node.name}` is neither an argument of `{name}` nor a parameter"
            letters.setdefault(node.name, (node.span, "unknown-name", message, hint))
        elif isinstance(node, Apply) and node.name not in {*functions, *tables, *TAKEN, *SIGNALS}:
            near = nearest(node.name, (*functions, *TAKEN))
            hint = f"did you mean {near}(…)?" if near else f"give it under [functions] as well: {EXAMPLE}"
            hint = of_call(node, function.parameters) or hint
            message = f"there is no function `{node.name}`"
            letters.setdefault(f"{node.name}(", (node.span, "unknown-function", message, hint))
    return list(letters.values())


def _without_circles(
    written: Written, functions: dict[str, WrittenFunction], flaws: list[Flaw]
) -> dict[str, WrittenFunction]:
    """The functions without recursion; one cycle is reported."""
    below = {
        name: [
            node.name for node in _nodes(function.body) if isinstance(node, Apply) and node.name in functions
        ]
        for name, function in functions.items()
    }
    order, circle = sort_definitions(below)
    if circle:
        shown = " → ".join((*circle, circle[0]))
        source = written.value_source(("functions", circle[0]), written.values["functions"][circle[0]])
        message = f"functions call one another in a circle: {shown}"
        hint = "a function cannot call itself; sums and products are sum(i = 1..N, …) and prod(i = 1..N, …)"
        flaws.append(flaw_at(source, rule="cycle", message=message, hint=hint))
    return {name: functions[name] for name in order}


def _nodes(root: WrittenNode) -> list[WrittenNode]:
    nodes: list[WrittenNode] = []
    stack = [root]
    while stack:
        node = stack.pop()
        nodes.append(node)
        stack.extend(reversed(parts(node)))
    return nodes
