"""Exercises: worksheets with solutions from a model, variants for a class, and marks of answers.

Rooms that are slow to load are imported only when they are needed.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, overload

from dalembert import library
from dalembert._expression.computing import one_at_a_time
from dalembert._expression.source import Flaw, ModelError
from dalembert._model.records import Model, RunSettings, Value
from dalembert._model.run_numbers import run_numbers
from dalembert._model.translation import in_language
from dalembert._text.printer import print_tree
from dalembert.verbs.derive import derive
from dalembert.verbs.folder import (
    before_in,
    copies_for,
    edited_in,
    fingerprint,
    open_folder,
    put,
    refuse_foreign,
    refuse_unwritable,
)
from dalembert.verbs.models import check, read, vary
from dalembert.verbs.options import Variation
from dalembert.verbs.publish import typeset
from dalembert.verbs.simulate import simulate

if TYPE_CHECKING:
    from dalembert._exercise.records import Exercise, Marks
    from dalembert._present.report.data import ReportData
    from dalembert._present.report.document import Sheet
    from dalembert._simulate.motion import Motion
    from dalembert._words.languages import Words

Files = dict[str, bytes]
MOST = 500  # the most variants at once
BEGINNING = 1e-3  # the part of a run that is simulated: only the start is needed
CLASS = "class.csv"


@dataclass(frozen=True, slots=True, kw_only=True)
class Handout:
    """A folder of worksheets: its exercises, its files, and remarks on them."""

    folder: Path
    exercises: tuple[Exercise, ...]
    files: tuple[str, ...]
    remarks: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Where it is, and how many."""
        return f"Handout({self.folder}: {len(self.exercises)} exercises)"


@overload
def exercise(
    source: Model | str | Path,
    out: str | Path | None = None,
    *,
    variant: int | None = None,
    count: int = 0,
    seed: int | None = None,
    language: str = "en",
    again: bool = False,
    answers: None = None,
) -> Handout: ...


@overload
def exercise(
    source: Model | str | Path,
    out: None = None,
    *,
    variant: int | None = None,
    count: int = 0,
    seed: int | None = None,
    language: str = "en",
    again: bool = False,
    answers: str | Path,
) -> Marks: ...


@one_at_a_time
def exercise(
    source: Model | str | Path,
    out: str | Path | None = None,
    *,
    variant: int | None = None,
    count: int = 0,
    seed: int | None = None,
    language: str = "en",
    again: bool = False,
    answers: str | Path | None = None,
) -> Handout | Marks:
    """Write a worksheet of a model into the folder `out`: worksheet, solution, a file for answers.

    `variant` has other numbers, 0 those of the model; `count` makes the variants from 1 on for a class, each
    in a folder of its own, with a table of all. Another `seed` gives other variants. With a file of `answers`
    nothing is written: its marks are returned, with hints that do not give the answers away.
    """
    if answers is not None:
        return _marks(source, answers, variant, seed, language)
    numbers = range(1, count + 1) if count else (variant or 0,)
    _refuse_counts(variant or 0, count, seed or 0)
    return _handout(source, out, numbers, seed or 0, language, again=again)


def _handout(
    source: Model | str | Path,
    out: str | Path | None,
    numbers: Sequence[int],
    seed: int,
    language: str,
    *,
    again: bool,
) -> Handout:
    """The folder with variants by their numbers; a single one has no subfolder."""
    from dalembert._words.languages import words_of

    words, several = words_of(language), isinstance(numbers, range)
    model = source if isinstance(source, Model) else read(source)
    stem = "model" if isinstance(source, Model) else Path(str(source).replace(":", "_")).stem
    folder = Path(out) if out is not None else Path(f"{stem}_exercise")
    with refuse_unwritable(folder):
        before = before_in(folder)
        refuse_foreign(folder, before, (), again=again)
        copies = copies_for(folder, edited_in(folder, before))
    files: Files = {}
    made: list[Exercise] = []
    remarks: list[str] = []
    with open_folder(folder):
        for number in numbers:
            exercise, data = _exercise(model, _library_sentence(source, words), number, seed, words)
            prefix = f"variant_{number:0{len(str(numbers[-1]))}d}/" if several else ""
            sheets, sheet_remarks = _files(exercise, data, seed, words)
            files |= {f"{prefix}{name}": content for name, content in sheets.items()}
            made.append(exercise)
            remarks += [one for one in sheet_remarks if one not in remarks]
        if several:
            files[CLASS] = _table(made).encode("utf-8")
        from dalembert import __version__

        summary = {
            "made_by": f"dalembert {__version__}",
            "title": model.title,
            "language": language,
            "seed": seed,
            "variants": [one.variant for one in made],
            "files": {name: fingerprint(content) for name, content in files.items()},
        }
        with refuse_unwritable(folder):
            put(folder, before, files, summary, copies)
    return Handout(folder=folder, exercises=tuple(made), files=tuple(files), remarks=tuple(remarks))


def _marks(
    source: Model | str | Path, answers: str | Path, variant: int | None, seed: int | None, language: str
) -> Marks:
    """The marks of a file of answers; `variant` and `seed` are used where the file does not give them."""
    from dalembert._compare.reference import Reference
    from dalembert._exercise.answers import answers_in, variant_in
    from dalembert._exercise.marking import marks_of
    from dalembert._text.toml import read_text
    from dalembert._words.languages import words_of
    from dalembert.verbs.compare import reading_of

    path = Path(answers)
    text = read_text(path)
    variant_of_file, seed_of_file = variant_in(text, path.name)
    number = _agreed_number("variant", variant, variant_of_file)
    chosen = _agreed_number("seed", seed, seed_of_file)
    _refuse_counts(number, 0, chosen)
    model = source if isinstance(source, Model) else read(source)
    exercise, data = _exercise(model, "", number, chosen, words_of(language))
    given = answers_in(text, path.name, exercise)
    reading = reading_of(data.equations, "equation", ())
    return replace(marks_of(exercise, Reference(data.equations), given.texts, reading), language=language)


def _agreed_number(what: str, from_command: int | None, in_file: int | None) -> int:
    """The number from the command or the file, which must agree; 0 where neither gives it."""
    if from_command is not None and in_file is not None and from_command != in_file:
        message = f"the file says {what} = {in_file}, but {what} {from_command} is asked for"
        hint = f"leave --{what} out, or correct the file"
        raise ModelError(
            (Flaw(rule="answers", severity="error", where="--check", message=message, hint=hint),)
        )
    return from_command if from_command is not None else in_file or 0


def _refuse_counts(variant: int, count: int, seed: int) -> None:
    if variant < 0 or seed < 0 or not 0 <= count <= MOST:
        message = f"variants and seeds are counted from 0, and a class has at most {MOST}"
        raise ModelError((Flaw(rule="exercise", severity="error", where="", message=message),))


def _library_sentence(source: Model | str | Path, words: Words) -> str:
    """The summary of a library system, in one sentence."""
    from dalembert._words.library import text_in

    system = None if isinstance(source, Model) else library.find(str(source).partition(":")[0])
    return text_in(words.language, system.summary) if system is not None else ""


# -- one exercise ------------------------------------------------------------------------------------


def _exercise(model: Model, about: str, variant: int, seed: int, words: Words) -> tuple[Exercise, ReportData]:
    """The exercise of a variant, and the data for its sheets."""
    from dalembert._exercise.questions import questions_of, refuse_large
    from dalembert._exercise.records import Exercise
    from dalembert.verbs.gather import drawing_of, report_data

    refuse_large(model)
    varied, motion = _vary(model, variant, seed)
    translated = in_language(varied, words.language)
    equations = derive(translated, numbers="none")
    data = report_data(equations, check(translated), None)
    data = replace(data, drawing=drawing_of(replace(motion, model=translated), words))
    exercise = Exercise(model=translated, about=about, variant=variant, questions=questions_of(data, motion))
    return exercise, data


def _vary(model: Model, variant: int, seed: int) -> tuple[Model, Motion]:
    """The model with the numbers of a variant, and the beginning of its motion."""
    from dalembert._exercise.variant import variants

    if not variant:
        return model, _first_moments(model)
    why: ModelError | None = None
    for numbers in variants(model, variant, seed):
        try:
            varied = vary(model, "", numbers.parameters, numbers.start, {})
            verdict = check(varied)
            if verdict.ok:
                return varied, _first_moments(varied)
        except ModelError as error:
            why = why or error
    message = "no other numbers were found with which this model is sound"
    hint = "use its own: leave --variant out" + (f" (tried: {why.flaws[0].message})" if why else "")
    raise ModelError(
        (Flaw(rule="exercise", severity="error", where="--variant", message=message, hint=hint),)
    )


def _first_moments(model: Model) -> Motion:
    """The first moments of the motion."""
    numbers = run_numbers(model)
    first = numbers.t_start or 0.0
    last = numbers.t_end if numbers.t_end is not None else first + 1.0
    settings = RunSettings(t_end=first + BEGINNING * (last - first), samples=2)
    return simulate(model, variation=Variation(settings=settings))


# -- the files ---------------------------------------------------------------------------------------


def _files(exercise: Exercise, data: ReportData, seed: int, words: Words) -> tuple[Files, list[str]]:
    """The files of one exercise, and remarks on them."""
    from dalembert._exercise.answers import template_of
    from dalembert._exercise.solution import solution
    from dalembert._exercise.worksheet import worksheet

    files: Files = {"answers.txt": template_of(exercise, seed, words).encode("utf-8")}
    remarks: list[str] = []
    for name, sheet in (
        ("worksheet", worksheet(exercise, data, words)),
        ("solution", solution(exercise, data, words)),
    ):
        made, sheet_remarks = _sheet(name, sheet, words)
        files |= made
        remarks += sheet_remarks
    return files, remarks


def _sheet(name: str, sheet: Sheet, words: Words) -> tuple[Files, list[str]]:
    """A sheet as a page, as LaTeX, and as a PDF where TeX is found."""
    from dalembert._present.report.sheets import html_sheet, tex_sheet

    written = tex_sheet(sheet, words)
    written[f"{name}.tex"] = written.pop("sheet.tex")
    made = {path: one if isinstance(one, bytes) else one.encode("utf-8") for path, one in written.items()}
    pdf, outcome = typeset(made, name)
    remarks = [] if outcome.path is not None else [f"no {name}.pdf: {outcome.why}; {outcome.hint}"]
    return {f"{name}.html": html_sheet(sheet, words).encode("utf-8"), **made, **pdf}, remarks


def _table(made: list[Exercise]) -> str:
    """A table with a row for each variant: its numbers and the right answers."""
    file = io.StringIO()
    table = csv.writer(file, lineterminator="\n")
    first = made[0]
    given = [p.name for p in first.model.parameters]
    started = [c.name for c in first.model.coordinates]
    keys = list(dict.fromkeys(blank.key for one in made for blank in one.blanks if blank.value))
    table.writerow(["variant", *given, *(f"{name}(0)" for name in started), *keys])
    for one in made:
        parameters = {p.name: p.value for p in one.model.parameters}
        starts = {c.name: c.start for c in one.model.coordinates}
        numbers = {blank.key: f"{blank.value:.6g}" for blank in one.blanks}
        table.writerow(
            [
                one.variant,
                *(_cell(parameters[name]) for name in given),
                *(_cell(starts[name]) for name in started),
                *(numbers.get(key, "") for key in keys),
            ]
        )
    return file.getvalue()


def _cell(value: Value | None) -> str:
    """A value as it was typed in its unit, or as an expression."""
    if value is None:
        return ""
    return f"{value.typed:g}" if value.typed is not None else print_tree(value.expression.root)
