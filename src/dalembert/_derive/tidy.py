"""A bounded simplification for printing: expand, join sin² + cos² and products of sines, collect.

An expression is stored as  Σ c Π bᵉ.  Three rules act on pairs of such terms with equal other factors X:

    c X sin²a + c X cos²a                =  c X        (and for higher powers of the sine)
    c X cos a cos b ± c X sin a sin b    =  c X cos(a ∓ b)
    c X sin a cos b ± c X cos a sin b    =  c X sin(a ± b)

Then terms that differ only in parameters are collected, and the common factor of the parameters is taken out
of the bracket. Where the expansion would be too large the expression is returned as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import symengine as se

from dalembert._derive.factors import brackets_opened, common_number, squares_joined
from dalembert._derive.to_symengine import Symbolic

MOST_TERMS = 5_000
MOST_NODES = 300_000
MOST_FACTORS = 60  # in a term; such products are not made shorter by joining
GROWTH, SHORT = 2, 100  # a tidy form may be this much longer than the expression
MOST_WAVES = 8  # the most sines and cosines of a term that are tried in pairs
PASSES = 6
Key = frozenset[tuple[Symbolic, Symbolic]]  # of (base, exponent) pairs
Terms = dict[Key, Symbolic]
ONE = se.Integer(1)


def tidy(
    expression: Symbolic,
    is_parameter: Callable[[Symbolic], bool],
    most: int = MOST_TERMS,
    sizes: dict[Symbolic, int] | None = None,
) -> Symbolic:
    """The expression in a tidy form, or as it is where that would have more than `most` terms.

    `sizes` remembers the sizes of expressions from one call to the next.
    """
    sizes = {} if sizes is None else sizes
    size = expanded_size(expression, most)
    if size > most or (size == 1 and type(expression) is not se.Add):
        return expression
    terms = _terms(expression)
    if max(map(len, terms), default=0) > MOST_FACTORS or _weight(terms, sizes) > MOST_NODES:
        return expression
    for _ in range(PASSES):
        if not _join(terms):
            break
    made = _collect(terms, is_parameter)
    longer = size_of(made, sizes) > GROWTH * size_of(expression, sizes) + SHORT
    return brackets_opened(expression, is_parameter) if longer else made


def _weight(terms: Terms, sizes: dict[Symbolic, int]) -> int:
    """The number of nodes of the expanded sum: a chain rule repeats its inner functions in every term."""
    return sum(sizes.get(base) or size_of(base, sizes) for key in terms for base, _ in key)


def size_of(expression: Symbolic, known: dict[Symbolic, int]) -> int:
    """The number of nodes of an expression, written out; `known` caches those of its parts."""
    stack = [expression]
    while stack:
        node = stack[-1]
        waiting = [a for a in node.args if a not in known]
        if node in known or not waiting:
            stack.pop()
            known.setdefault(node, 1 + sum(known[a] for a in node.args))
        else:
            stack.extend(waiting)
    return known[expression]


def expanded_size(expression: Symbolic, most: int) -> int:
    """An upper bound of the number of terms after expansion, up to about `most`."""
    sizes: dict[Symbolic, int] = {}
    stack = [expression]
    while stack:
        node = stack[-1]
        if node in sizes:
            stack.pop()
            continue
        sums: tuple[Symbolic, ...] = ()
        kind = type(node)
        if kind in (se.Add, se.Mul, se.Pow):
            sums = node.args[:1] if kind is se.Pow else node.args
        waiting = [a for a in sums if a not in sizes]
        if waiting:
            stack.extend(waiting)
            continue
        stack.pop()
        size = 1
        if kind is se.Add:
            size = sum(sizes[a] for a in sums)
        elif kind is se.Mul:
            for a in sums:
                size = min(size * sizes[a], most + 1)
        elif kind is se.Pow and sizes[sums[0]] > 1 and node.args[1].is_Integer and node.args[1] > 0:
            power = int(node.args[1])
            size = most + 1 if power > 12 else min(sizes[sums[0]] ** power, most + 1)
        sizes[node] = min(size, most + 1)
    return sizes[expression]


def _terms(expression: Symbolic) -> Terms:
    """The terms of the expanded sum; the arguments of functions and roots are not expanded."""
    shut = _unexpandable_parts(expression)
    symbols = {node: se.Symbol(f"#{i}") for i, node in enumerate(shut)}
    opened = {made: node for node, made in symbols.items()}
    expanded = se.expand(expression.xreplace(symbols) if symbols else expression)
    terms: Terms = {}
    for term in expanded.args if type(expanded) is se.Add else (expanded,):
        factor, key = _split(term)
        inside = [pair for pair in key if pair[0] in opened] if opened else []
        if inside:
            pairs = []
            for made, e in inside:
                node = opened[made]
                base, exponent = node.args if type(node) is se.Pow else (node, ONE)
                pairs.append((base, exponent if e == 1 else exponent * e))
            key = _times(key.difference(inside), pairs)
        _add(terms, key, factor)
    return terms


def _unexpandable_parts(expression: Symbolic) -> list[Symbolic]:
    """Parts of an expression that expansion must not enter: all but sums, products, whole powers, symbols."""
    parts: dict[Symbolic, None] = {}
    seen = {expression}
    stack = [expression]
    while stack:
        node = stack.pop()
        if type(node) in (se.Add, se.Mul):
            below = node.args
        elif type(node) is se.Pow and node.args[1].is_Integer and node.args[1] > 0:
            below = node.args[:1]
        else:
            if node.args:
                parts[node] = None
            continue
        for part in below:
            if part not in seen:
                seen.add(part)
                stack.append(part)
    return list(parts)


def _split(term: Symbolic) -> tuple[Symbolic, Key]:
    """A term as numeric coefficient and the pairs (base, exponent) of the rest."""
    factor = ONE
    pairs = []
    for part in term.args if type(term) is se.Mul else (term,):
        if part.is_Number:
            factor *= part
        elif type(part) is se.Pow:
            pairs.append((part.args[0], part.args[1]))
        else:
            pairs.append((part, ONE))
    return factor, frozenset(pairs)


def _add(terms: Terms, key: Key, factor: Symbolic) -> None:
    if key not in terms:
        terms[key] = factor
        return
    total = terms[key] + factor
    if total == 0:
        del terms[key]
    else:
        terms[key] = total


def _join(terms: Terms) -> bool:
    """Apply the rules once to every term; whether anything changed."""
    changed = False
    for key in list(terms):
        if key not in terms:
            continue
        join = next(_partners(key, terms), None)
        if join is not None:
            partner, remainder, joined = join
            factor = terms.pop(key)
            del terms[partner]
            sign, extra = _split(joined)  # SymEngine may write sin(b - a) as -sin(a - b)
            _add(terms, _times(remainder, extra), sign * factor)
            changed = True
    return changed


Found = Iterator[tuple[Key, Key, Symbolic]]


def _partners(key: Key, terms: Terms) -> Found:
    """Terms that join with this one: the partner, the common factors, and what the pair becomes."""
    coefficient = terms[key]
    waves = [(base, e) for base, e in key if type(base) in (se.sin, se.cos)]
    if len(waves) > MOST_WAVES:
        return
    for base, e in waves:
        if type(base) is se.sin and e.is_Integer and e >= 2:
            remainder = _times(key, [(base, se.Integer(-2))])
            partner = _times(remainder, [(se.cos(base.args[0]), se.Integer(2))])
            if partner in terms and terms[partner] == coefficient:
                yield partner, remainder, ONE
    for i, (first, e) in enumerate(waves):
        for second, f in waves[i + 1 :]:
            if e == 1 and f == 1:
                yield from _pairs(key, terms, first, second)


def _pairs(key: Key, terms: Terms, first: Symbolic, second: Symbolic) -> Found:
    remainder = key - {(first, ONE), (second, ONE)}
    a, b = first.args[0], second.args[0]
    both = type(first) is type(second)
    if both and type(first) is not se.cos:
        return
    if not both and type(first) is se.cos:
        a, b = b, a  # now the term is sin(a) cos(b)
    partner = _times(remainder, [((se.sin if both else se.cos)(a), ONE), (se.sin(b), ONE)])
    if partner == key or partner not in terms:
        return
    wave = se.cos if both else se.sin
    if terms[partner] == terms[key]:
        yield partner, remainder, wave(se.expand(a - b if both else a + b))
    elif terms[partner] == -terms[key]:
        yield partner, remainder, wave(se.expand(a + b if both else a - b))


def _times(key: Key, pairs: Iterable[tuple[Symbolic, Symbolic]]) -> Key:
    """The key of a product: exponents of equal bases add."""
    exponents = dict(key)
    for base, e in pairs:
        if base not in exponents:
            exponents[base] = e
            continue
        total = exponents.pop(base) + e
        if total != 0:
            exponents[base] = total
    return frozenset(exponents.items())


def _collect(terms: Terms, is_parameter: Callable[[Symbolic], bool]) -> Symbolic:
    """The sum of the terms: those that differ only in parameters collected, common parameters taken out."""
    groups: dict[Key, list[tuple[Symbolic, dict[Symbolic, Symbolic]]]] = {}
    for key, factor in terms.items():
        parameters = {base: e for base, e in key if is_parameter(base)}
        motion = frozenset(pair for pair in key if pair[0] not in parameters)
        groups.setdefault(motion, []).append((factor, parameters))
    out = []
    for motion, members in groups.items():
        common = dict(members[0][1])
        for _, parameters in members[1:]:
            common = {b: e for b, e in common.items() if b in parameters and parameters[b] == e}
        bare = not motion and len(groups) > 1  # a number would only separate these terms
        number = common_number([factor for factor, _ in members]) if len(members) > 1 and not bare else ONE
        inner = se.Add(
            *(
                factor / number * _product(b**e for b, e in powers.items() if b not in common)
                for factor, powers in members
            )
        )
        inner = squares_joined(inner)
        outer = number * _product(b**e for b, e in common.items())
        out.append(inner * outer * _product(b**e for b, e in motion))
    return se.Add(*out)


def _product(factors: Iterable[Symbolic]) -> Symbolic:
    return se.Mul(*factors)
