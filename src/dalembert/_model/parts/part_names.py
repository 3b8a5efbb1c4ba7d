"""Names of a part in the model that contains it: x of the part wagon[i] is wagon[i].x.

Every name of a text that is not a word of the language gets a prefix, so that no name of a part can refer to
the model that contains it. A prefix has the location of its name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from dalembert._expression.functions import RESERVED, RESERVED_PREFIXES
from dalembert._model.bodies.records import GROUND
from dalembert._model.bodies.texts import Text

_WORD = re.compile(r"(?<!\w)[^\W\d]\w*")
_RANGE = re.compile(r"(?<!\w)([^\W\d]\w*)\s*=(?!=)")
_FORCES = ("contact_", "friction_")


_FIXED = Text(GROUND)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefix:
    """The prefix of the names of a part: its name and indices, and the connections of some of its names."""

    name: str
    indices: tuple[str, ...] = ()
    ground: Text = _FIXED  # the frame that its ground is
    ground_points: str = ""  # the body that points of its ground belong to
    nodes: Mapping[str, Text] = field(default_factory=dict)  # nodes of the model that are nodes of the part
    shared: frozenset[str] = frozenset()  # parameters common to all members of a family
    functions: frozenset[str] = frozenset()
    tables: frozenset[str] = frozenset()
    contacts: frozenset[str] = frozenset()

    @property
    def text(self) -> str:
        """The text before a name: wagon[i]. of wagon[i]."""
        return f"{self.name}[{','.join(self.indices)}]." if self.indices else f"{self.name}."

    def function(self, name: str) -> str:
        """The name of a function or a table, which have no indices and no points."""
        return f"{self.name.replace('.', '_')}_{name}"

    def local(self, name: str) -> str:
        """An index or an argument of the part, renamed where the model uses its letter."""
        return f"{name}_" if name in self.indices else name


def key_of(prefix: Prefix, key: str, locals_: Collection[str] = ()) -> str:
    """The key of an entry: wagon.x[i] of x, wagon.x[i,j] of x[j]."""
    base, bracket, index = key.partition("[")
    prefixed = [add_prefix(Text(index.rstrip()[:-1]), prefix, locals_).text] if bracket else []
    indices = () if base.strip() in prefix.shared else prefix.indices
    inner = ",".join((*indices, *prefixed))
    return f"{prefix.name}.{base.strip()}{f'[{inner}]' if inner else ''}"


def range_letters(text: str) -> set[str]:
    """The indices of a `for`, or of sums in an expression."""
    deep, at, letters = 0, 0, set()
    for one in _RANGE.finditer(text):
        deep += text.count("(", at, one.start()) - text.count(")", at, one.start())
        at = one.start()
        if deep > 0:
            letters.add(one[1])
    return letters


def add_prefix(
    text: Text,
    prefix: Prefix,
    locals_: Collection[str] = (),
    kept: Collection[str] = (),
    *,
    nodes: bool = False,
) -> Text:
    """A text with the names of a part as they are in the model; `nodes`: it names nodes of a network."""
    source = text.text
    offsets = text.offsets if len(text.offsets) == len(source) else (-1,) * len(source)
    bound = {*locals_, *range_letters(source)}
    letters: list[str] = []
    places: list[int] = []
    closing = _index_arguments(source, prefix) if prefix.indices and prefix.functions else {}
    end = 0

    def put(new: str, at: int) -> None:
        letters.append(new)
        places.extend([offsets[min(at, len(offsets) - 1)] if offsets else -1] * len(new))

    def copy(until: int) -> None:
        nonlocal end
        for stop in (*sorted(one for one in closing if end <= one < until), until):
            letters.append(source[end:stop])
            places.extend(offsets[end:stop])
            end = stop
            if stop in closing and stop < until:
                put(closing.pop(stop), stop)

    for match in _WORD.finditer(source):
        start, word = match.start(), match.group()
        if source[max(0, start - 1) : start] == "." and source[max(0, start - 2) : start] != "..":
            continue
        new = _new_name(word, source[match.end() :], prefix, bound, kept, nodes)
        if new is None:
            continue
        copy(start)
        if isinstance(new, Text):
            letters.append(new.text)
            places.extend(new.offsets if len(new.offsets) == len(new.text) else [-1] * len(new.text))
        else:
            put(new, start)
        end = match.end()
    copy(len(source))
    return Text("".join(letters), tuple(places))


def _new_name(
    word: str, behind: str, prefix: Prefix, bound: Collection[str], kept: Collection[str], nodes: bool
) -> str | Text | None:
    """The replacement of a name; None where it stays."""
    follows = behind.lstrip()[:1]
    if word in bound:
        return prefix.local(word)
    if word in kept:
        return None
    if follows == "(":
        is_global = word in prefix.functions or word in prefix.tables
        return prefix.function(word) if is_global else None
    if word in RESERVED:
        return None
    if word in ("joints", "nodes") and follows == ".":
        return f"{word}.{prefix.text[:-1]}"
    if word == GROUND and not nodes:
        return Text(prefix.ground_points) if follows == "." and prefix.ground_points else prefix.ground
    if word in prefix.nodes and (nodes or follows == "."):
        return prefix.nodes[word]
    if word == GROUND:
        return None
    for start in (*RESERVED_PREFIXES, *_FORCES):
        remainder = word.removeprefix(start)
        if (
            word.startswith(start)
            and remainder
            and (start in RESERVED_PREFIXES or remainder in prefix.contacts)
        ):
            return f"{start}{prefix.text}{remainder}"
    return f"{prefix.name}.{word}" if word in prefix.shared else f"{prefix.text}{word}"


def _index_arguments(source: str, prefix: Prefix) -> dict[int, str]:
    """The closing brackets of calls of functions of a family of parts, which get the indices as arguments."""
    letters: dict[int, str] = {}
    opened: list[bool] = []
    for i, sign in enumerate(source):
        if sign == "(":
            called = re.search(r"(?<![\w.])([^\W\d]\w*)\s*$", source[:i])
            opened.append(called is not None and called[1] in prefix.functions)
        elif sign == ")" and opened and opened.pop():
            letters[i] = "".join(f", {one}" for one in prefix.indices)
    return letters


def shared_sizes(texts: Collection[str], letters: Collection[str]) -> set[str]:
    """Names in ranges, indices and cases on indices: whole numbers on which the structure depends."""
    sizes: set[str] = set()
    for text in texts:
        pieces = re.findall(r"(?<=[\w\]])\[([^\[\]]*)\]", text)
        pieces += [one for pair in re.findall(r"=([^=,]*?)\.\.([^,)]*)", text) for one in pair]
        bound = {*letters, *range_letters(text)}
        cases = re.findall(r"(?<!\w)if\s*\(([^,]*),", text)
        pieces += [one for one in cases if bound & set(_WORD.findall(one))]
        sizes |= {word for piece in pieces for word in _WORD.findall(piece)}
    return sizes
