"""Dependences of expressions, as sets of bits in blocks of names."""

from __future__ import annotations

from random import Random

from dalembert._model.dependences import NAMES, Bits, Dependences, differentiate, merge

COUNT = 3 * NAMES


def test_sets_of_bits_are_sets_of_names_and_orders() -> None:
    """Over several blocks: members, orders, kinds and counts are those of the names that were put in."""
    kinds = {f"x{i}": "coordinate" if i % 2 else "parameter" for i in range(COUNT)}
    bits, blocks = Bits(kinds), dict[int, int]()
    every = {(f"x{i}", i % 3) for i in range(0, COUNT, 5)}
    for i in range(COUNT):
        bits.of(f"x{i}", 0)
    for name, order in every:
        merge(blocks, bits.of(name, order))
    found = Dependences(bits, blocks)
    assert set(found) == every
    assert len(found) == len(every)
    assert ("x5", 2) in found
    assert ("x5", 1) not in found
    assert ("y", 0) not in found
    fast = {name for name, order in every if order >= 1 and kinds[name] == "coordinate"}
    assert set(found.names_of("coordinate", least=1)) == fast
    assert found.count_of("parameter") == sum(kinds[name] == "parameter" for name, _ in every)
    assert found.kinds() == {"coordinate", "parameter"}
    rates = Dependences(bits, differentiate(blocks, 1))
    assert set(rates) == {(name, order + 1) for name, order in every}


def test_a_few_names_of_many_have_few_blocks() -> None:
    """What depends on one name costs one block of names, however many names a model has."""
    bits = Bits({})
    for i in range(COUNT):
        bits.of(f"x{i}", 0)
    assert Dependences(bits, bits.of(f"x{COUNT - 1}", 2)).block_count == 1


def test_kinds_and_orders_are_those_of_the_names() -> None:
    """Whether a set has names of a kind from an order on is the same asked of the set or of its names."""
    kinds = {f"x{i}": ("coordinate", "parameter", "state")[i % 3] for i in range(COUNT)}
    bits, chance = Bits(kinds), Random(5)
    for i in range(COUNT):
        bits.of(f"x{i}", 0)
    for _ in range(50):
        blocks: dict[int, int] = {}
        for i in chance.sample(range(COUNT), chance.randrange(4)):
            merge(blocks, bits.of(f"x{i}", chance.randrange(6)))
        for order in range(5):
            some = Dependences(bits, differentiate(blocks, order))
            assert some.kinds() == {kinds[name] for name, _ in some}
            assert some.rates == any(raised for _, raised in some)
            for kind in {*kinds.values(), "input"}:
                for least in range(4):
                    inside = any(kinds[name] == kind and raised >= least for name, raised in some)
                    assert some.has(kind, least=least) == inside


def test_sets_share_the_blocks_that_they_have_in_common() -> None:
    """A chain of n sets, each with one more name, keeps the blocks that are full once, and not n times."""
    bits = Bits({})
    sets: list[dict[int, int]] = [{}]
    for i in range(COUNT):
        larger = dict(sets[-1])
        merge(larger, bits.of(f"x{i}", 0))
        merge(larger, sets[-1])
        sets.append(larger)
    full = {id(one[0]) for one in sets[NAMES:]}
    assert len(full) == 1
