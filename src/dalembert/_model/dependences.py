"""What expressions depend on, as bits: a chain of n definitions costs n²/2 bits, not n²/2 records.

Every name that is no definition has four bits, one for each order of its time derivative; the last stands for
the third and all higher ones. The rate of a definition moves all bits up by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

ORDERS = 4  # 0, 1, 2, and 3 for all higher ones
ALL = (1 << ORDERS) - 1
LAST = 1 << (ORDERS - 1)
Place = tuple[str, int]  # a name and the order of its derivative


class Bits:
    """Which bits belong to which name, and to which kind of names."""

    def __init__(self, kinds: dict[str, str]) -> None:
        self._kinds = kinds
        self._first: dict[str, int] = {}
        self._names: list[str] = []
        self._of_kind: dict[str, int] = {}
        self.lowest = self._highest = 0  # the first and the last bit of every name

    def of(self, name: str, order: int) -> int:
        """The bit of a name and an order."""
        first = self._first.get(name)
        if first is None:
            first = self._first[name] = ORDERS * len(self._names)
            self._names.append(name)
            kind = "time" if name == "t" else self._kinds.get(name, "")
            self._of_kind[kind] = self._of_kind.get(kind, 0) | ALL << first
            self.lowest |= 1 << first
            self._highest |= LAST << first
        return 1 << (first + min(order, ORDERS - 1))

    def find(self, name: str, order: int) -> int:
        """The bit of a name and an order, nothing where no expression has the name."""
        return self.of(name, order) if name in self._first else 0

    def differentiate(self, mask: int, order: int) -> int:
        """The bits of derivatives by time."""
        for _ in range(min(order, ORDERS)):
            last = mask & self._highest
            mask = (mask ^ last) << 1 | last
        return mask

    def of_kinds(self, kinds: Iterable[str], least: int = 0) -> int:
        """The bits of all names of some kinds, from an order on."""
        mask = 0
        for kind in kinds:
            mask |= self._of_kind.get(kind, 0)
        for order in range(least):
            mask &= ~(self.lowest << order)
        return mask

    def kinds_in(self, mask: int) -> set[str]:
        """The kinds of the names that bits stand for: those of entries, time; else the empty word."""
        return {kind for kind, own in self._of_kind.items() if mask & own}

    def places(self, mask: int) -> Iterator[Place]:
        """The names and orders that bits stand for."""
        while mask:
            lowest = mask & -mask
            bit = lowest.bit_length() - 1
            yield self._names[bit // ORDERS], bit % ORDERS
            mask ^= lowest


class Dependences:
    """What something depends on: names with orders of their time derivatives, definitions looked through."""

    __slots__ = ("bits", "mask")

    def __init__(self, bits: Bits, mask: int) -> None:
        self.bits = bits
        self.mask = mask

    def __contains__(self, place: object) -> bool:
        """Whether a name and an order are among them."""
        return isinstance(place, tuple) and self.mask & self.bits.find(*place) != 0

    def __iter__(self) -> Iterator[Place]:
        """The names and orders, each once."""
        return self.bits.places(self.mask)

    def __len__(self) -> int:
        """How many there are."""
        return self.mask.bit_count()

    @property
    def rates(self) -> bool:
        """Whether any name is differentiated."""
        return self.mask & ~self.bits.lowest != 0

    def kinds(self) -> set[str]:
        """The kinds of the names in it: those of entries, time; the empty word for constants."""
        return self.bits.kinds_in(self.mask)

    def names_of(self, *kinds: str, least: int = 0) -> list[str]:
        """The names of some kinds in it, differentiated so often or more, in the order of the alphabet."""
        found = self.mask & self.bits.of_kinds(kinds, least) if kinds else self.mask
        return sorted({name for name, _ in self.bits.places(found)})

    def has(self, *kinds: str, least: int = 0) -> bool:
        """Whether a name of these kinds is in it, differentiated so often or more."""
        return self.mask & self.bits.of_kinds(kinds, least) != 0
