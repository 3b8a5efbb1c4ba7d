"""The structures of the C headers in Python: read from the headers, and compared with every compiled library.

The header is the one description of a structure. Its fields for `ctypes` are read from it, and each library
exports the sizes and offsets that its compiler gave them, which are compared when it is loaded: a field that
lies elsewhere would be read as another one.
"""

from __future__ import annotations

import ctypes as ct
import re
from collections.abc import Iterator, Mapping
from typing import Any

LAYOUT = "dalembert_layout"
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_STRUCTURE = re.compile(r"typedef\s+struct\s*\{(.*?)\}\s*(\w+)\s*;", re.DOTALL)
_NAMES = r"[\s*]*\w+\s*"
_DECLARATION = re.compile(rf"(?:const\s+)?((?:unsigned\s+)?\w+(?:\s+long)?)\b((?:{_NAMES},)*{_NAMES})")
_PLAIN = {
    "double": ct.c_double,
    "int": ct.c_int,
    "long long": ct.c_longlong,
    "unsigned long long": ct.c_ulonglong,
}


class LayoutError(Exception):
    """A structure of a compiled library and its mirror in Python differ; the message says where."""


def structures(source: str) -> dict[str, tuple[tuple[str, str, bool], ...]]:
    """The structures that C source declares: for each field its name, its type, whether it is a pointer."""
    bare = _COMMENT.sub(" ", source)
    return {name: tuple(_fields(name, body)) for body, name in _STRUCTURE.findall(bare)}


def _fields(structure: str, body: str) -> Iterator[tuple[str, str, bool]]:
    for declaration in filter(None, map(str.strip, body.split(";"))):
        match = _DECLARATION.fullmatch(declaration)
        if match is None:
            message = f"`{declaration}` in {structure} is no declaration that can be mirrored"
            raise LayoutError(message)
        for name in match[2].split(","):
            yield name.strip(" *\n"), " ".join(match[1].split()), "*" in name


def mirror_fields(source: str, name: str, others: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The fields of a structure as `ctypes` takes them; `others` are the types of our own by their names."""
    kinds = _PLAIN | dict(others)
    return [
        (field, ct.c_void_p if pointer else kinds[kind]) for field, kind, pointer in structures(source)[name]
    ]


def with_layout(source: str) -> str:
    """C source that exports the size of each of its structures, and the offset and size of each field."""
    numbers = [
        number
        for name, fields in structures(source).items()
        for number in (f"sizeof({name})", *(_place(name, field) for field, _, _ in fields))
    ]
    table = ",\n    ".join(f"(long long){number}" for number in numbers)
    return (
        f"{source}\n#include <stddef.h>\nDALEMBERT_EXPORT const long long {LAYOUT}[] = {{\n    {table}\n}};\n"
    )


def _place(name: str, field: str) -> str:
    return f"offsetof({name}, {field}), (long long)sizeof((({name} *)0)->{field})"


def compare_layout(library: ct.CDLL, source: str, mirrors: Mapping[str, type[ct.Structure]]) -> None:
    """Raise a `LayoutError` where a structure of a library is laid out otherwise than its mirror."""
    declared = structures(source)
    count = sum(1 + 2 * len(fields) for fields in declared.values())
    numbers = iter((ct.c_longlong * count).in_dll(library, LAYOUT))
    for name, fields in declared.items():
        if name not in mirrors:
            message = f"the C structure {name} has no mirror in Python"
            raise LayoutError(message)
        mirror, size = mirrors[name], next(numbers)
        theirs = {field: (next(numbers), next(numbers)) for field, _, _ in fields}
        ours = {
            field: (vars(mirror)[field].offset, vars(mirror)[field].size) for field, *_ in mirror._fields_
        }
        for field in theirs | ours:
            if theirs.get(field) != ours.get(field):
                message = (
                    f"the field {field} of the C structure {name} is {_bytes_of(theirs, field)} in the"
                    f" compiled library, and {_bytes_of(ours, field)} in its mirror {mirror.__name__}"
                )
                raise LayoutError(message)
        if size != ct.sizeof(mirror):
            message = (
                f"the C structure {name} has {size} bytes, its mirror {mirror.__name__} {ct.sizeof(mirror)}"
            )
            raise LayoutError(message)


def _bytes_of(places: Mapping[str, tuple[int, int]], field: str) -> str:
    if field not in places:
        return "missing"
    offset, size = places[field]
    return f"at byte {offset} with {size} bytes"
