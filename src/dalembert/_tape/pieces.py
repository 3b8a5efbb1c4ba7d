"""Tapes as C for the compiler: what depends on parameters alone is computed once, the rest in pieces.

A compiler's time grows faster than the length of a function, so a long tape becomes several functions of
about a thousand instructions; values that a later piece needs are passed on in `work`. All names are indices.
Where EXTENDED is defined, intermediate values are `long double`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from dalembert._tape.c import FORMS, SIGN_OF, entry
from dalembert._tape.printer_lines import Form, Language, number_text
from dalembert._tape.tape import ARGUMENT, CONSTANT, Tape

PIECE = 1000  # instructions
SLOT = Language(forms=FORMS, entry=entry, infinity="INFINITY", nan="NAN")
HEAD = f"""\
#ifdef EXTENDED
#include <tgmath.h>
#define REAL long double
#else
#include <math.h>
#define REAL double
#endif
#if defined(__GNUC__)
#define PIECE static __attribute__((noinline)) void
#elif defined(_MSC_VER)
#define PIECE static __declspec(noinline) void
#else
#define PIECE static void
#endif
#ifdef _WIN32
#define EXPORT(type) __declspec(dllexport) type
#else
#define EXPORT(type) type
#endif

{SIGN_OF.replace("double", "REAL")}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """C functions NAME(model, t, y, u, c, out, health, work) and prepare(p, c), and the memory they need.

    size() gives the number of bytes of each number in c and work.
    """

    source: str
    constants: int
    work: int
    instructions: int
    level: str = "-O1"  # optimisation of the compiler


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """How a type of numbers is written: operations, entries of arguments, and constants."""

    forms: Mapping[str, Form]
    entry: str = "(REAL){}"
    constant: str = "(REAL)({})"


SINGLE = Kind(forms=FORMS)


def program(tapes: Mapping[str, Tape], *, local: bool = False) -> Program:
    """The C functions of tapes with arguments (t, y, u, p) and results (out, health).

    With `local` they are static, and numbers are doubles.
    """
    constants = work = 0
    prepared: list[str] = []
    parts = [HEAD]
    for name, tape in tapes.items():
        made = _SortedTape(tape, name, constants)
        constants += len(made.kept)
        work = max(work, made.work)
        prepared += [f"    prepare_{name}(p, c);"]
        parts += [made.preparation(), made.function()]
    parts.append("\n".join(["EXPORT(void) prepare(const double *p, void *c)", "{", *prepared, "}", ""]))
    if local:
        instead = {"EXPORT(void)": "static void", " void *c": " double *c", " void *work": " double *work"}
        for old, new in instead.items():
            parts = [part.replace(old, new) for part in parts]
        parts[0] = f"#define REAL double\n#define PIECE static void\n\n{SIGN_OF}"
    else:
        parts.append("EXPORT(int) size(void)\n{\n    return (int)sizeof(REAL);\n}\n")
    count = sum(len(tape.instructions) for tape in tapes.values())
    return Program(source="\n".join(parts), constants=constants, work=work, instructions=count)


def functions_of_kind(tapes: Mapping[str, Tape], wanted: Sequence[str], kind: Kind) -> tuple[str, int]:
    """The functions of a program for another type of numbers, and the length of `work` that they need.

    They read the constants that `prepare` of the program computes, at the same indices.
    """
    constants = work = 0
    parts: list[str] = []
    for name, tape in tapes.items():
        made = _SortedTape(tape, name, constants, kind)
        constants += len(made.kept)
        if name in wanted:
            parts.append(made.function())
            work = max(work, made.work)
    return "\n".join(parts), work


class _SortedTape:
    """One tape, divided into what depends on parameters alone and what does not."""

    def __init__(self, tape: Tape, name: str, first: int, kind: Kind = SINGLE) -> None:
        self.tape, self.name, self.kind = tape, name, kind
        self.moving = tape.moving_slots()
        used = {s for k, i in enumerate(tape.instructions) if self.moving[k] for s in self._operands(k)}
        used |= {slot for result in tape.results for slot in result.slots}
        kept = [k for k in sorted(used) if not self.moving[k] and tape.instructions[k].operation != CONSTANT]
        self.kept = {k: first + index for index, k in enumerate(kept)}
        self.order = [k for k, moves in enumerate(self.moving) if moves and not self._is_argument(k)]
        self.piece = {k: index // PIECE for index, k in enumerate(self.order)}
        self.handed, self.work = self._work_slots()

    def _is_argument(self, k: int) -> bool:
        return self.tape.instructions[k].operation == ARGUMENT

    def _operands(self, k: int) -> tuple[int, ...]:
        instruction = self.tape.instructions[k]
        return () if instruction.operation in (ARGUMENT, CONSTANT) else instruction.operands

    def _work_slots(self) -> tuple[dict[int, int], int]:
        """Indices in `work` for values that later pieces use; an index is free again after its last use."""
        last: dict[int, int] = {}
        for k in self.order:
            for slot in self._operands(k):
                if slot in self.piece:
                    last[slot] = self.piece[k]
        ends: dict[int, list[int]] = {}
        free: list[int] = []
        places: dict[int, int] = {}
        count = at = 0
        for k in self.order:
            while at < self.piece[k]:
                at += 1
                free += ends.pop(at - 1, [])
            if last.get(k, 0) > self.piece[k]:
                if free:
                    places[k] = free.pop()
                else:
                    places[k], count = count, count + 1
                ends.setdefault(last[k], []).append(places[k])
        return places, count

    def preparation(self) -> str:
        """The C function that computes what depends on parameters alone."""
        constant = [
            k
            for k, moves in enumerate(self.moving)
            if not moves and self.tape.instructions[k].operation not in (ARGUMENT, CONSTANT)
        ]
        signature = f"prepare_{self.name}(const double *p, REAL *c)"
        body = ["    (void)p; (void)c;"]
        for k in constant:
            body.append(f"    const REAL a{k} = {self._text(k, self._fixed_name)};")
        for k, index in self.kept.items():
            body.append(f"    c[{index}] = {self._fixed_name(k)};")
        return "\n".join([f"PIECE {signature}", "{", *body, "}", ""])

    def function(self) -> str:
        """The pieces, and the function that calls them in turn."""
        given = "double t, const double *y, const double *u, "
        arguments = f"{given}const REAL *c, double *out, double *health, REAL *work"
        passed = "t, y, u, (const REAL *)c, out, health, (REAL *)work"
        unused = "    (void)t; (void)y; (void)u; (void)c; (void)out; (void)health; (void)work;"
        targets: dict[int, list[str]] = {}
        for result in self.tape.results:
            for i, slot in enumerate(result.slots):
                targets.setdefault(slot, []).append(f"{result.block.name}[{i}]")
        parts, calls = [], []
        for number in range(max(self.piece.values(), default=-1) + 1):
            body = [unused]
            for k in self.order[number * PIECE : (number + 1) * PIECE]:
                text = self._text(k, partial(self._moving_name, piece=number))
                body.append(f"    const REAL a{k} = {text};")
                if k in self.handed:
                    body.append(f"    work[{self.handed[k]}] = a{k};")
                body += [f"    {target} = a{k};" for target in targets.pop(k, [])]
            parts.append("\n".join([f"PIECE {self.name}_{number}({arguments})", "{", *body, "}", ""]))
            calls.append(f"    {self.name}_{number}({passed});")
        statements = [
            f"    {target} = {self._moving_name(slot, -1)};"
            for slot, places in targets.items()
            for target in places
        ]
        named = f"const void *model, {given}const void *c, double *out, double *health, void *work"
        head = f"EXPORT(void) {self.name}({named})"
        return "\n".join([*parts, head, "{", f"    (void)model;{unused[3:]}", *calls, *statements, "}", ""])

    def _fixed_name(self, slot: int) -> str:
        return self._leaf(slot) or f"a{slot}"

    def _moving_name(self, slot: int, piece: int) -> str:
        if slot in self.kept:
            return f"c[{self.kept[slot]}]" if piece >= 0 else f"((const REAL *)c)[{self.kept[slot]}]"
        leaf = self._leaf(slot)
        if leaf:
            return leaf
        return f"a{slot}" if self.piece[slot] == piece else f"work[{self.handed[slot]}]"

    def _leaf(self, k: int) -> str:
        """An argument's entry or a number; empty for what is computed."""
        instruction = self.tape.instructions[k]
        if instruction.operation == ARGUMENT:
            block, index = instruction.operands
            return self.kind.entry.format(entry(self.tape.arguments[block], index))
        if instruction.operation == CONSTANT:
            return self.kind.constant.format(number_text(instruction.number, SLOT))
        return ""

    def _text(self, k: int, name: Callable[[int], str]) -> str:
        """An operation on the names of its operands; all are atoms, so no parentheses are needed."""
        form = self.kind.forms[self.tape.instructions[k].operation]
        return form.text.format(*(name(s) for s in self._operands(k)))
