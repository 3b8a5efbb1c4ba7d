"""A file of answers: a line for each blank of a worksheet, in the model language or in LaTeX.

    variant = 17             # of the worksheet
    T = 1/2*m*l^2*theta'^2
    theta: m*l*theta'' + m*g*sin(theta) = 0
    omega0 = 7.25 rad/s

An indented line continues the one before; # begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dalembert._exercise.records import Exercise, Kind
from dalembert._expression.source import Document, Flaw, ModelError, Source, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._text.budget import FILE_BYTES
from dalembert._words.languages import Words

VARIANT = "variant"
SEED = "seed"
MOST_LINES = 2_000
MOST_DIGITS = 9
HEAD = re.compile(r"\s*([^\s=:][^=:]*?)\s*([=:])")
SIGNS = {Kind.equations: ":"}  # "=" for all others


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The texts by the keys of their blanks, and the variant they belong to; None where the file has none."""

    texts: Mapping[str, str]
    variant: int | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the file: its offset, and its text without the comment."""

    begin: int
    text: str


def variant_in(text: str, file: str) -> tuple[int | None, int | None]:
    """The variant and the seed in a file of answers; its other lines are ignored."""
    location = _source(text, file)
    numbers: dict[str, int] = {}
    for line in _lines(text, location):
        head = HEAD.match(line.text)
        if head is not None and head[1] in (VARIANT, SEED) and head[2] == "=":
            numbers[head[1]] = _variant_number(line, head, location)
    return numbers.get(VARIANT), numbers.get(SEED)


def answers_in(text: str, file: str, exercise: Exercise) -> Answers:
    """The answers of a file; ModelError with located flaws where a line belongs to no blank."""
    location = _source(text, file)
    known = {blank.key: SIGNS.get(blank.kind, "=") for blank in exercise.blanks}
    texts: dict[str, str] = {}
    numbers: dict[str, int] = {}
    flaws: list[Flaw] = []
    key = ""
    for line in _lines(text, location):
        if line.text[:1] in (" ", "\t") and key:
            texts[key] += f" {line.text.strip()}"
            continue
        head = HEAD.match(line.text)
        written = head[1].replace(" ", "") if head is not None else ""
        if head is not None and written in (VARIANT, SEED) and head[2] == "=" and written not in known:
            numbers[written] = _variant_number(line, head, location)
            key = ""
        elif head is None or written not in known:
            flaws.append(_stranger(line, written, known, location))
            key = ""
        elif head[2] != known[written] or written in texts:
            flaws.append(_doubtful_blank(line, head, written, known, location))
            key = ""
        else:
            key = written
            texts[key] = line.text[head.end() :].strip()
    if flaws:
        raise ModelError(tuple(flaws[:20]))
    return Answers(texts=texts, variant=numbers.get(VARIANT), seed=numbers.get(SEED))


def _source(text: str, file: str) -> Source:
    if len(text) > FILE_BYTES:
        message = f"the file has more than {FILE_BYTES} characters"
        raise ModelError((Flaw(rule="budget", severity="error", where="", message=message, file=file),))
    return Source(text, "", Document(file, text), range(len(text) + 1))


def _lines(text: str, location: Source) -> Iterator[_Line]:
    begin = 0
    for count, line in enumerate(text.split("\n")):
        if count >= MOST_LINES:
            raise ModelError(
                (
                    _flaw_at(
                        location, begin, len(line), "budget", f"more than {MOST_LINES} lines", "write fewer"
                    ),
                )
            )
        plain = line.partition("#")[0]
        if plain.strip():
            yield _Line(begin, plain.rstrip())
        begin += len(line) + 1


def _variant_number(line: _Line, head: re.Match[str], location: Source) -> int:
    """The number of a variant."""
    text = line.text[head.end() :].strip()
    if not (text.isdecimal() and text.isascii() and len(text) <= MOST_DIGITS):
        hint = f"write for example {head[1]} = 17"
        raise ModelError(
            (
                _flaw_at(
                    location, line.begin, len(line.text), "answers", f"`{head[1]}` is a whole number", hint
                ),
            )
        )
    return int(text)


def _stranger(line: _Line, written: str, known: Mapping[str, str], location: Source) -> Flaw:
    """The flaw of a line that belongs to no blank."""
    message = f"the worksheet has no blank `{written[:60]}`" if written else "this line answers no question"
    near = nearest(written, tuple(known)) if written else ""
    hint = (
        f"did you mean `{near} {known[near]}`?"
        if near
        else "write one of " + ", ".join(f"`{key} {sign}`" for key, sign in list(known.items())[:8])
    )
    return _flaw_at(
        location, line.begin, len(line.text), "answers", message, f"{hint}; indent a line that goes on"
    )


def _doubtful_blank(
    line: _Line, head: re.Match[str], written: str, known: Mapping[str, str], location: Source
) -> Flaw:
    """The flaw of a blank that is filled in twice, or with = instead of : or the reverse."""
    if head[2] != known[written]:
        what = "an equation of motion" if known[written] == ":" else "a quantity"
        message, hint = f"`{written}` is {what} here", f"write `{written} {known[written]} …`"
    else:
        message, hint = f"`{written}` is answered twice", "delete one of the two lines"
    return _flaw_at(location, line.begin, len(line.text), "answers", message, hint)


def _flaw_at(location: Source, begin: int, length: int, rule: str, message: str, hint: str) -> Flaw:
    return flaw_at(location, (begin, begin + length), rule=rule, message=message, hint=hint)


def template_of(exercise: Exercise, seed: int, words: Words) -> str:
    """The file of answers with its blanks, to be filled in."""
    title = " ".join(exercise.model.title.split()) or words("report_untitled")
    lines = [f"# {title}", *(f"# {words(f'exercise_template_{k}')}" for k in (1, 2, 3)), ""]
    lines += [f"{VARIANT} = {exercise.variant}"] + ([f"{SEED} = {seed}"] if seed else [])
    for number, question in enumerate(exercise.questions, 1):
        lines += ["", f"# {number} {words(f'exercise_{question.kind}')}"]
        lines += [f"{blank.key} {SIGNS.get(question.kind, '=')} " for blank in question.blanks]
    return "\n".join(lines) + "\n"
