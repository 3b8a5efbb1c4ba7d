"""The positions of the keys and values of a TOML text.

A tolerant scan in one pass, without recursion: the syntax itself is checked by tomllib afterwards.
It also refuses texts nested deeper than the budget, before tomllib reads them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dalembert._text.budget import TOML_DEPTH

Path = tuple[str | int, ...]
_BARE = re.compile(r"[\w-]+")
_PLAIN = {'"': re.compile(r'[^"\\\n]*'), "'": re.compile(r"[^'\n]*")}  # of a string without escapes
ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\", "e": "\x1b"}


class DepthFault(ValueError):
    """Arrays, tables or dotted keys are nested beyond the budget."""

    def __init__(self, offset: int) -> None:
        super().__init__("nested too deep")
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Entry:
    """Offsets of a key and of its value; for a string, of each of its characters and of its end."""

    key: int
    value: int
    end: int
    characters: tuple[int, ...] | range | None = None


class _Stop(Exception):
    """The text is not TOML here; tomllib will report it."""


def positions(text: str) -> dict[Path, Entry]:
    """The position of every key of the text."""
    scanner = _Scanner(text)
    try:
        scanner.run()
    except _Stop:
        return scanner.found
    return scanner.found


@dataclass(slots=True)
class _OpenTable:
    """An array or inline table still open."""

    bracket: str
    path: Path
    count: int = 0


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[Path, Entry] = {}
        self.counts: dict[Path, int] = {}

    def run(self) -> None:
        table: Path = ()
        while self._skip(newlines=True):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                key, start = self._key()
                self._expect("=")
                self._value(table + key, start)

    def _header(self) -> Path:
        start = self.at
        double = self.text.startswith("[[", self.at)
        self.at += 2 if double else 1
        key, _ = self._key()
        self._expect("]")
        if double:
            self._expect("]")
        path: Path = ()
        for part in key[:-1]:
            path += (part,)
            if path in self.counts:
                path += (self.counts[path] - 1,)
        path += (key[-1],)
        if double:
            self.counts[path] = self.counts.get(path, 0) + 1
            self.found.setdefault(path, Entry(start, start, self.at))
            path += (self.counts[path] - 1,)
        elif path in self.counts:
            path += (self.counts[path] - 1,)
        self.found.setdefault(path, Entry(start, start, self.at))
        return path

    def _key(self) -> tuple[Path, int]:
        """A dotted key and where it starts."""
        parts: list[str] = []
        self._skip(newlines=False)
        start = self.at
        while True:
            self._skip(newlines=False)
            if self._peek() in ('"', "'"):
                parts.append(self._string()[0])
            else:
                bare = _BARE.match(self.text, self.at)
                if bare is None:
                    raise _Stop
                parts.append(bare[0])
                self.at = bare.end()
            if len(parts) > TOML_DEPTH:
                raise DepthFault(start)
            self._skip(newlines=False)
            if self._peek() != ".":
                return tuple(parts), start
            self.at += 1

    def _value(self, path: Path, key: int) -> None:
        """A value at a path; arrays and inline tables are kept on a stack."""
        opened: list[_OpenTable] = []
        while True:
            if len(path) > 2 * TOML_DEPTH:
                raise DepthFault(self.at)
            self._skip(newlines=bool(opened))
            start, c = self.at, self._peek()
            if c in ("[", "{"):
                if len(opened) >= TOML_DEPTH:
                    raise DepthFault(start)
                self.at += 1
                self.found[path] = Entry(key, start, start + 1)
                opened.append(_OpenTable(c, path))
                entered = self._enter(opened)
                if entered is None:
                    if not opened:
                        return
                else:
                    path, key = entered
                    continue
            elif c in ('"', "'"):
                _, characters = self._string()
                self.found[path] = Entry(key, start, self.at, characters)
            else:
                while self._peek() and self._peek() not in ",]}#\n\r":
                    self.at += 1
                if self.at == start:
                    raise _Stop
                self.found[path] = Entry(key, start, self.at)
            following = self._after_value(opened)
            if following is None:
                return
            path, key = following

    def _enter(self, opened: list[_OpenTable]) -> tuple[Path, int] | None:
        """The first item of the bracket just opened; after an empty one the next item, or None."""
        self._skip(newlines=True)
        closing = {"[": "]", "{": "}"}[opened[-1].bracket]
        if self._peek() != closing:
            return self._item(opened[-1])
        self.at += 1
        opened.pop()
        return self._after_value(opened) if opened else None

    def _after_value(self, opened: list[_OpenTable]) -> tuple[Path, int] | None:
        """After a value: the next item, or None when no bracket is open any more."""
        while opened:
            self._skip(newlines=True)
            c = self._peek()
            closing = {"[": "]", "{": "}"}[opened[-1].bracket]
            if c == ",":
                self.at += 1
                self._skip(newlines=True)
                if self._peek() != closing:
                    return self._item(opened[-1])
                c = closing
            if c != closing:
                raise _Stop
            self.at += 1
            opened.pop()
        return None

    def _item(self, frame: _OpenTable) -> tuple[Path, int]:
        if frame.bracket == "[":
            frame.count += 1
            return (*frame.path, frame.count - 1), self.at
        key, start = self._key()
        self._expect("=")
        return frame.path + key, start

    def _string(self) -> tuple[str, tuple[int, ...] | range]:
        """A string's characters and the offset of each, with the offset of its end."""
        text, quote = self.text, self.text[self.at]
        fence = quote * 3 if text.startswith(quote * 3, self.at) else quote
        self.at += len(fence)
        if len(fence) == 3:
            self.at += 2 if text.startswith("\r\n", self.at) else int(text.startswith("\n", self.at))
        if len(fence) == 1:
            # the common case: no escapes
            plain = _PLAIN[quote].match(text, self.at)
            end = plain.end() if plain is not None else self.at
            if text[end : end + 1] == quote:
                start, self.at = self.at, end + 1
                return text[start:end], range(start, end + 1)
        characters: list[str] = []
        offsets: list[int] = []
        while True:
            if self.at >= len(text):
                raise _Stop
            if text.startswith(fence, self.at):
                extra = 0
                while (
                    len(fence) == 3 and extra < 2 and text[self.at + 3 + extra : self.at + 4 + extra] == quote
                ):
                    extra += 1
                characters += quote * extra
                offsets += range(self.at, self.at + extra)
                offsets.append(self.at + extra)
                self.at += len(fence) + extra
                return "".join(characters), tuple(offsets)
            start, c = self.at, text[self.at]
            self.at += 1
            if c == "\\" and quote == '"':
                decoded = self._escape()
                if decoded is None:
                    continue
                c = decoded
            elif c == "\n" and len(fence) == 1:
                raise _Stop
            elif c == "\r" and text[self.at : self.at + 1] == "\n":
                continue
            characters.append(c)
            offsets.append(start)

    def _escape(self) -> str | None:
        """The character of an escape, or None for a line joined to the next."""
        c = self._peek()
        self.at += 1
        if c in ("u", "U", "x"):
            width = {"x": 2, "u": 4, "U": 8}[c]
            digits = self.text[self.at : self.at + width]
            self.at += width
            return chr(int(digits, 16)) if _is_character(digits) else "?"
        if c in (" ", "\t", "\r", "\n"):
            while self._peek() and self._peek() in " \t\r\n":
                self.at += 1
            return None
        return ESCAPES.get(c, "?")

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _expect(self, c: str) -> None:
        self._skip(newlines=False)
        if self._peek() != c:
            raise _Stop
        self.at += 1

    def _skip(self, *, newlines: bool) -> bool:
        """Skip white space and comments; return whether any text is left."""
        blank = " \t\r\n" if newlines else " \t"
        while self.at < len(self.text):
            c = self.text[self.at]
            if c in blank:
                self.at += 1
            elif c == "#" and newlines:
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            else:
                return True
        return False


def _is_character(digits: str) -> bool:
    """Whether hexadecimal digits denote a character that a text may contain."""
    if not digits or any(d not in "0123456789abcdefABCDEF" for d in digits):
        return False
    value = int(digits, 16)
    return value < 0x110000 and not 0xD800 <= value < 0xE000
