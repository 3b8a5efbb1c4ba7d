"""Dependences of expressions, as sets of bits in blocks of names."""

from __future__ import annotations

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
    """What depends on one name costs one block, however many names a model has."""
    bits = Bits({})
    for i in range(COUNT):
        bits.of(f"x{i}", 0)
    assert len(bits.of(f"x{COUNT - 1}", 2)) == 1
