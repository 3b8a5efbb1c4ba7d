"""Whether two expressions are identical, decided symbolically.

The difference is brought to a polynomial in its atoms: sines and cosines of sums are written out,
sin² becomes 1 − cos², denominators are multiplied away. It is zero exactly when the expressions agree
(as far as other functions are independent of one another).
"""

from __future__ import annotations

import symengine as se

from dalembert._derive.engine import Engine, Symbolic
from dalembert._expression.tree import Node
from dalembert._model.records import Model
from dalembert._model.survey import survey


def identical(a: Node, b: Node) -> bool:
    """Whether a − b is zero for all values of its names."""
    plain = Model()
    engine = Engine(plain, survey(plain))
    return is_zero(engine.build(a) - engine.build(b))


def is_zero(expression: Symbolic) -> bool:
    """Whether an expression vanishes identically."""
    whole = se.expand(_cleared(expression))
    waves = {wave: _spread(wave) for wave in whole.atoms(se.sin, se.cos)}
    whole = se.expand(whole.xreplace(waves))
    while True:
        squares = {
            power: (1 - se.cos(power.args[0].args[0]) ** 2) * power.args[0] ** (power.args[1] - 2)
            for power in whole.atoms(se.Pow)
            if isinstance(power.args[0], se.sin) and power.args[1].is_Integer and power.args[1] >= 2
        }
        if not squares:
            return bool(whole == 0)
        whole = se.expand(whole.xreplace(squares))


def _cleared(expression: Symbolic) -> Symbolic:
    """The expression times its denominators that are sums."""
    under = {
        power.args[0]
        for power in expression.atoms(se.Pow)
        if isinstance(power.args[0], se.Add) and power.args[1].is_Integer and power.args[1] < 0
    }
    if not under:
        return expression
    terms = se.expand(expression)
    for base in under:
        while any(p.args[0] == base and p.args[1].is_Integer and p.args[1] < 0 for p in terms.atoms(se.Pow)):
            terms = se.Add(*(term * base for term in (terms.args if isinstance(terms, se.Add) else (terms,))))
    return terms


def _spread(wave: Symbolic) -> Symbolic:
    """Sin or cos of a sum by the addition theorems, of a whole multiple likewise."""
    function, argument = type(wave), se.expand(wave.args[0])
    parts = list(argument.args) if isinstance(argument, se.Add) else [argument]
    pieces: list[Symbolic] = []
    for part in parts:
        count = 1
        if isinstance(part, se.Mul) and part.args[0].is_Integer and abs(int(part.args[0])) <= 12:
            count = abs(int(part.args[0]))
            part = part / count
        pieces += [part] * count
    sine, cosine = se.Integer(0), se.Integer(1)
    for piece in pieces:
        s, c = se.sin(piece), se.cos(piece)
        sine, cosine = sine * c + cosine * s, cosine * c - sine * s
    return se.expand(sine if function is se.sin else cosine)
