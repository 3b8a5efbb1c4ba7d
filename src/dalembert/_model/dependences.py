"""The names and rates that expressions depend on, as bit sets: n definitions in a chain cost n²/2 bits.

Every name that is no definition has four bits, one for each order of its time derivative; the last stands for
the third and all higher ones. Differentiating a definition shifts all bits up by one. Bits are stored in
blocks of 1024 names, and empty blocks are omitted: an expression that depends on its neighbours alone costs
the same in a model of any size. One more block, `SUMMARY`, has such bits for kinds of names in place of
names: it tells which kinds occur, and of which orders, without a look at the names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

ORDERS = 4  # 0, 1, 2, and 3 for all higher ones
NAMES = 1024  # in a block
BYTES = ORDERS * NAMES // 8
LOWEST = sum(1 << ORDERS * i for i in range(NAMES))  # the first bit of every name
HIGHEST = LOWEST << (ORDERS - 1)
AT_LEAST = tuple(sum(LOWEST << order for order in range(least, ORDERS)) for least in range(ORDERS))
ALL = (1 << ORDERS) - 1
SUMMARY = -1  # the block of kinds
RateKey = tuple[str, int]  # a name and the order of its derivative
Blocks = dict[int, int]  # the bits of each block that has some


def merge(into: Blocks, others: Mapping[int, int]) -> None:
    """Add bits to a set, in place."""
    for block, bits in others.items():
        before = into.get(block, 0)
        if before is not bits:
            union = before | bits
            into[block] = bits if union == bits else union  # what sets have in common is one object


def differentiate(blocks: Mapping[int, int], order: int) -> Blocks:
    """The bits of time derivatives."""
    derivatives: Blocks = {}
    for block, mask in blocks.items():
        bits = mask
        for _ in range(min(order, ORDERS)):
            last = bits & HIGHEST
            bits = (bits ^ last) << 1 | last
        derivatives[block] = bits
    return derivatives


class Bits:
    """Which bits belong to which name, and to which kind of names."""

    def __init__(self, kinds: dict[str, str]) -> None:
        self._kinds = kinds
        self._places: dict[str, int] = {}
        self._names: list[str] = []
        self._of_kind: dict[str, Blocks] = {}  # the names of a kind, and in the summary the kind itself
        self._known: dict[RateKey, Blocks] = {}

    def of(self, name: str, order: int) -> Mapping[int, int]:
        """The bit of a name and an order, and that of its kind."""
        known = self._known.get((name, order))
        if known is None:
            known = self._known[name, order] = self._add(name, order)
        return known

    def _add(self, name: str, order: int) -> Blocks:
        """The bits of a name and an order that were not asked for yet; the name gets its place."""
        position = self._places.get(name)
        kind = "time" if name == "t" else self._kinds.get(name, "")
        if position is None:
            position = self._places[name] = len(self._names)
            self._names.append(name)
            block, within = divmod(position, NAMES)
            names = self._of_kind.setdefault(kind, {SUMMARY: ALL << ORDERS * len(self._of_kind)})
            merge(names, {block: ALL << ORDERS * within})
        block, within = divmod(position, NAMES)
        bit = min(order, ORDERS - 1)
        lowest = self._of_kind[kind][SUMMARY] & LOWEST
        return {SUMMARY: lowest << bit, block: 1 << (ORDERS * within + bit)}

    def find(self, name: str, order: int) -> Mapping[int, int]:
        """The bit of a name and an order; empty where no expression has the name."""
        return self.of(name, order) if name in self._places else {}

    def select(self, blocks: Mapping[int, int], kinds: Iterable[str], least: int = 0) -> Blocks:
        """The bits of names of some kinds, of at least some order."""
        of_kinds = [mask for kind in set(kinds) if (mask := self._of_kind.get(kind))]
        return {
            block: kept
            for block, bits in blocks.items()
            for kept in (bits & AT_LEAST[least] & sum(one.get(block, 0) for one in of_kinds),)
            if kept
        }

    def has(self, blocks: Mapping[int, int], kinds: Iterable[str], least: int) -> bool:
        """Whether names of some kinds are among those of some bits, from an order on."""
        summary = blocks.get(SUMMARY, 0) & AT_LEAST[least]
        return any(summary & self._of_kind[kind][SUMMARY] for kind in kinds if kind in self._of_kind)

    def kinds_in(self, blocks: Mapping[int, int]) -> set[str]:
        """The kinds of the names that bits stand for: those of entries, time; else the empty word."""
        summary = blocks.get(SUMMARY, 0)
        return {kind for kind, mask in self._of_kind.items() if summary & mask[SUMMARY]}

    def places(self, blocks: Mapping[int, int]) -> Iterator[RateKey]:
        """The names and orders that bits stand for."""
        for block in sorted(blocks.keys() - {SUMMARY}):
            bits = blocks[block]
            while bits:
                lowest = bits & -bits
                bit = lowest.bit_length() - 1
                yield self._names[block * NAMES + bit // ORDERS], bit % ORDERS
                bits ^= lowest


class Dependences:
    """The dependences of an expression, through definitions: names with orders of their time derivatives."""

    __slots__ = ("bits", "blocks")

    def __init__(self, bits: Bits, blocks: Blocks) -> None:
        self.bits = bits
        self.blocks = blocks

    def __contains__(self, key: object) -> bool:
        """Whether a name and an order are among them."""
        if not isinstance(key, tuple):
            return False
        blocks = self.bits.find(*key)
        return bool(blocks) and all(self.blocks.get(block, 0) & bit for block, bit in blocks.items())

    def __iter__(self) -> Iterator[RateKey]:
        """The names and orders, each once."""
        return self.bits.places(self.blocks)

    def __len__(self) -> int:
        """How many there are."""
        return self.count_of()

    @property
    def block_count(self) -> int:
        """How many blocks of names it takes."""
        return len(self.blocks.keys() - {SUMMARY})

    @property
    def rates(self) -> bool:
        """Whether any name is differentiated."""
        return bool(self.blocks.get(SUMMARY, 0) & AT_LEAST[1])

    def kinds(self) -> set[str]:
        """The kinds of the names in it: those of entries, time; the empty word for constants."""
        return self.bits.kinds_in(self.blocks)

    def names_of(self, *kinds: str, least: int = 0) -> list[str]:
        """The names of some kinds with at least some order, in alphabetical order."""
        selected = self.bits.select(self.blocks, kinds, least) if kinds else self.blocks
        return sorted({name for name, _ in self.bits.places(selected)})

    def has(self, *kinds: str, least: int = 0) -> bool:
        """Whether a name of these kinds is in it, differentiated so often or more."""
        return self.bits.has(self.blocks, kinds, least)

    def count_of(self, *kinds: str) -> int:
        """The number of names with orders, of some kinds or all."""
        selected = self.bits.select(self.blocks, kinds) if kinds else self.blocks
        return sum(bits.bit_count() for block, bits in selected.items() if block != SUMMARY)
