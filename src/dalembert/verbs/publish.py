"""From a model to a folder with all results (`run`), or with the report only (`report`).

Everything is computed first and written at the end: a run that fails or is stopped leaves no files behind,
and an earlier folder unchanged.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Any

from dalembert import library
from dalembert._expression.computing import one_at_a_time
from dalembert._expression.source import Flaw, ModelError
from dalembert._model.families import files_of
from dalembert._model.records import Model, RunSettings, Table
from dalembert._model.scene_parts import mesh_files
from dalembert._model.translation import in_language
from dalembert._model.vary import merge_settings
from dalembert._text.toml import read_text
from dalembert.verbs.compare_motions import motions_of
from dalembert.verbs.derive import derive
from dalembert.verbs.export import as_dict
from dalembert.verbs.folder import (
    before_in,
    copies_for,
    edited_in,
    fingerprint,
    open_folder,
    put,
    refuse_foreign,
    refuse_unwritable,
    whole,
)
from dalembert.verbs.models import check, with_values, write
from dalembert.verbs.options import ReportOptions, Variation
from dalembert.verbs.simulate import simulate, with_functions
from dalembert.verbs.sources import draft_of, good

if TYPE_CHECKING:
    from dalembert._analyse.body_loads import BodyLoads
    from dalembert._analyse.records import Modes
    from dalembert._derive.derivations import Derivation
    from dalembert._model.check import Verdict
    from dalembert._present.report.data import ReportData
    from dalembert._present.report.pdf import Outcome
    from dalembert._simulate.motion import Motion
    from dalembert._sweep.rows import SweepRows
    from dalembert._sweep.statistics import SweepStatistics
    from dalembert._words.languages import Words
    from dalembert._words.message import Message
    from dalembert.verbs.gather import ReportSources

Told = Callable[[str], None]
Files = dict[str, bytes]
KEYS = ("key", "title", "status", "findings", "remarks", "seconds", "files")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReportFolder:
    """A folder of results, new or unchanged from before: its findings in five lines, and its files."""

    folder: Path
    status: str
    findings: tuple[str, ...]
    files: tuple[str, ...]
    remarks: tuple[str, ...]
    seconds: Mapping[str, float]
    fresh: bool  # whether it was made now, not before
    agrees: bool  # whether all compared derivations agree
    summary: Mapping[str, Any]

    def __str__(self) -> str:
        """The findings."""
        return "\n".join(self.findings)

    __repr__ = __str__


@one_at_a_time
def run(
    source: Model | str | Path,
    out: str | Path | None = None,
    *,
    variation: Variation | None = None,
    t_end: float | str | None = None,
    samples: int | str | None = None,
    rtol: float | None = None,
    language: str = "en",
    options: ReportOptions | None = None,
) -> ReportFolder:
    """Check, derive, verify, simulate, analyse, draw and report a model into the folder `out`.

    `variation` and the settings are those of `simulate`; `options` are those of the report. A folder that
    was made before from the same model with the same options is left as it is, unless `options.again` is set.
    """
    settings = RunSettings(t_end=t_end, samples=samples, rtol=rtol)
    return _publish(source, out, _wishes(variation, settings, language, options))


@one_at_a_time
def report(
    source: Model | str | Path,
    out: str | Path | None = None,
    *,
    variation: Variation | None = None,
    t_end: float | str | None = None,
    samples: int | str | None = None,
    rtol: float | None = None,
    language: str = "en",
    options: ReportOptions | None = None,
) -> ReportFolder:
    """Write only the report of a model: a page, LaTeX with its sections, and a PDF if TeX is installed."""
    settings = RunSettings(t_end=t_end, samples=samples, rtol=rtol)
    return _publish(source, out, replace(_wishes(variation, settings, language, options), whole=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """The arguments of `run` and `report`."""

    variation: Variation
    language: str
    options: ReportOptions
    whole: bool = True  # all results, not the report alone

    @property
    def values(self) -> dict[str, dict[str, Any]]:
        """The given values by kind (parameters, start …), and by name in alphabetical order."""
        variation = self.variation
        inputs = {name: _law_in_a_word(law) for name, law in variation.inputs.items()}
        guess = dict.fromkeys(variation.guess, "guess")
        tables = {
            "parameters": variation.parameters,
            "start": variation.start,
            "speed": variation.speed,
            "inputs": inputs,
        }
        tables |= {"guess": guess} if guess else {}
        return {key: dict(sorted(table.items())) for key, table in tables.items() if table}


def _law_in_a_word(law: Any) -> Any:
    """The law of an input; one that is no number or expression as a word."""
    if callable(law):
        return "a function of t"
    return law if isinstance(law, int | float | str) else "a table"


def _wishes(
    variation: Variation | None, settings: RunSettings, language: str, options: ReportOptions | None
) -> Wishes:
    values = variation or Variation()
    values = replace(values, settings=merge_settings(values.settings, settings))
    return Wishes(variation=values, language=language, options=options or ReportOptions())


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedModel:
    """The model with its case, its text with the name of its copy, and a name for the folder."""

    model: Model
    text: str
    copy: str
    stem: str
    remarks: tuple[Message, ...] = ()  # on sampled functions
    warnings: tuple[Flaw, ...] = ()  # of the model as written


def _publish(source: Model | str | Path, folder: str | Path | None, wishes: Wishes) -> ReportFolder:
    from dalembert._words.languages import words_of

    words, clock = words_of(wishes.language), _Clock(wishes.options.progress)
    given = _given_model(source, wishes)
    kind = "run" if wishes.whole else "report"
    target = Path(folder) if folder is not None else Path(f"{given.stem}_{kind}")
    key = _key(given, wishes)
    with refuse_unwritable(target):
        before = before_in(target)
        if _is_same_folder(target, before, key) and not wishes.options.again:
            return _published_folder(target, before, fresh=False)
        refuse_foreign(target, before, (), again=wishes.options.again)
        copies = copies_for(target, edited_in(target, before))
    clock("check")
    verdict = check(given.model)
    verdict = replace(verdict, flaws=(*given.warnings, *verdict.flaws))
    if not verdict.ok:
        raise ModelError(tuple(f for f in verdict.flaws if f.severity in ("error", "structure")))
    with open_folder(target):
        made, motion, files, outcome = _work(given, verdict, wishes, words, clock)
        told_of = made.data
        summary = {
            "made_by": told_of.made_by,
            "key": key,
            "title": given.model.title,
            "language": wishes.language,
            "case": wishes.variation.case,
            "values": wishes.values,
            "status": str(motion.status),
            "findings": _findings(made, motion, target, files, outcome),
            "remarks": [
                *(f"{one.message}; {one.hint}" for one in given.warnings),
                *map(str, motion.remarks),
                *(f"{m.what}: {m.why}" for m in told_of.missing),
                *_remarks_on_pdf(outcome),
                *(
                    f"{name} had been edited; the edited file is kept as {copy}"
                    for name, copy in copies.items()
                ),
            ],
            "seconds": clock.seconds(),
            "motion": as_dict(motion),
            "joints": _joints(told_of.loads) if told_of.loads is not None else None,
            "equilibria": as_dict(told_of.equilibria) if told_of.equilibria is not None else None,
            "modes": as_dict(told_of.modes) if told_of.modes is not None else None,
            "derivations": [_derivation(one) for one in told_of.derivations] or None,
            "check": as_dict(verdict),
            "files": {name: fingerprint(content) for name, content in files.items()},
        }
        with refuse_unwritable(target):
            put(target, before, files, summary, copies)
    return _published_folder(target, summary, fresh=True)


def _joints(loads: BodyLoads) -> dict[str, dict[str, float | None]]:
    """The largest force and torque of each joint, and when they act."""
    return {
        one.name: {key: value for key, value in asdict(one).items() if key != "name"}
        for one in loads.joints()
    }


def _derivation(one: Derivation) -> dict[str, Any]:
    """The agreement of a derivation with Lagrange's equations."""
    why = str(one.why) if one.why is not None else None
    return {
        "name": one.name,
        "difference": one.difference,
        "states": one.points,
        "agrees": one.agrees,
        "why": why,
    }


def _work(
    given: NamedModel, verdict: Verdict, wishes: Wishes, words: Words, clock: Told
) -> tuple[ReportSources, Motion, Files, Outcome]:
    """The files of the folder, and the data they were made from."""
    from dalembert._present.figure_pool import figure_pool
    from dalembert._present.report.data import Length
    from dalembert.verbs.gather import figures_for, report_data, with_pictures

    many_runs = _many_runs(given.model, wishes.options.sweep) if wishes.options.sweep else None
    with figure_pool(wishes.options.workers) as begin:
        clock("derive")
        equations = derive(given.model, numbers=wishes.options.numbers)
        clock("simulate")
        motion = simulate(given.model, variation=Variation(settings=wishes.variation.settings))
        motion = motion.with_extremes().with_remarks(given.remarks)
        clock("analyse")
        case, gravity = wishes.variation.case, wishes.options.gravity
        deep = wishes.options.deep
        data = report_data(
            equations, verdict, motion, source=given.text, case=case, gravity=gravity, deep=deep
        )
        length = Length(wishes.options.length)
        data = replace(data, values=tuple(_values(wishes.values)), length=length, many_runs=many_runs)
        if wishes.options.compare:
            variation = Variation(settings=wishes.variation.settings)
            data = replace(data, compared=motions_of(given.model, variation))
        figures, data = figures_for(data, motion, words, beside=wishes.whole)
        drawn = begin(figures)
        clock("write")
        files = _equations(data, whole=wishes.whole) | (_results(motion) if wishes.whole else {})
        clock("draw")
        made = with_pictures(data, motion, drawn(), words)
    clock("report")
    files |= _documents(made, words)
    if wishes.whole:
        files |= {**_copies(given), **_animation(made, words), **_drawings(made)}
    clock("typeset")
    made_pdf, outcome = typeset(files)
    return made, motion, files | made_pdf, outcome


def _many_runs(model: Model, store: str | Path) -> tuple[SweepRows, SweepStatistics]:
    """The rows of a store, which must be of the same model, and their statistics."""
    from dalembert._sweep.dataset import open_store, rows_of
    from dalembert._sweep.statistics import statistics_of
    from dalembert._sweep.store import refuse_other_model

    refuse_other_model(Path(store), model)
    rows = rows_of(open_store(Path(store)))
    return rows, statistics_of(rows, (), 0, "")


def _digest(store: str | Path) -> str:
    """A digest of the content of a store: of the checksums of its blocks."""
    if not store:
        return ""
    parts = sorted((Path(store) / "checksum").glob("[0-9]*"))
    return fingerprint(b"".join(part.read_bytes() for part in parts))


class _Clock:
    """Reports the stages, and measures the time of each."""

    def __init__(self, listener: Told | None) -> None:
        self._told, self._began = listener, [("", perf_counter())]

    def __call__(self, stage: str) -> None:
        self._began.append((stage, perf_counter()))
        if self._told is not None:
            self._told(stage)

    def seconds(self) -> dict[str, float]:
        """The time of each stage so far."""
        ends = [*(at for _, at in self._began[1:]), perf_counter()]
        took = {
            stage: round(end - at, 4) for (stage, at), end in zip(self._began, ends, strict=True) if stage
        }
        return took | {"total": round(ends[-1] - self._began[0][1], 4)}


# -- the source ------------------------------------------------------------------------------------


def _values(values: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """The given values besides a case: m = 3, x(0) = 1, x'(0) = 2."""
    marks = {
        "guess": "{}(0): {}",
        "inputs": "{} = {}",
        "parameters": "{} = {}",
        "start": "{}(0) = {}",
        "speed": "{}'(0) = {}",
    }
    for key, given in values.items():
        yield from (marks[key].format(name, value) for name, value in given.items())


def _given_model(source: Model | str | Path, wishes: Wishes) -> NamedModel:
    model, form = (source, ()) if isinstance(source, Model) else draft_of(source)
    model = good(model, form)
    text, copy, stem = "", "model.toml", "model"
    if isinstance(source, Model):
        text = write(model)
    elif Path(source).is_file():
        stem, suffix = Path(source).stem, Path(source).suffix.lower()
        text = read_text(Path(source)) if suffix != ".nc" else write(model)  # a motion contains its model
        copy = "model.txt" if suffix == ".txt" else copy
    else:
        text, stem = library.text_of(str(source)), str(source).replace(":", "_")
    case, variation = wishes.variation.case, wishes.variation
    varied, remarks = with_functions(with_values(model, variation), variation, variation.settings)
    name = f"{stem}_{case}" if case else stem
    varied = in_language(varied, wishes.language)
    return NamedModel(
        model=varied, text=text, copy=copy, stem=name, remarks=remarks, warnings=_warnings(form)
    )


def _warnings(flaws: tuple[Flaw, ...]) -> tuple[Flaw, ...]:
    return tuple(one for one in flaws if one.severity == "warning")


def _tables(model: Model) -> Files:
    """The tables and meshes of a model by their paths, relative to its folder."""
    paths = {entry.law.path for entry in model.inputs if isinstance(entry.law, Table) and entry.law.path}
    paths |= {table.path for table in model.tables if table.path}
    paths |= files_of(model.written.values.get("parameters", {})) if model.written is not None else set()
    paths |= mesh_files(model)
    folder = model.folder or Path()
    models = model.written.files if model.written is not None else {}
    contents = {path: (folder / path).read_bytes() for path in sorted(paths) if (folder / path).is_file()}
    return contents | {path: text.encode() for path, text in models.items()}


def _key(given: NamedModel, wishes: Wishes) -> str:
    """A digest of everything that the folder depends on, including the installed TeX."""
    from dalembert import __version__
    from dalembert._present.programs import program_path
    from dalembert._present.report.pdf import ENGINES

    engine = next((engine for engine in ENGINES if program_path(engine)), "")
    variation = wishes.variation
    request = (
        wishes.language,
        variation.case,
        wishes.values,
        variation.units,
        variation.settings,
        wishes.options.gravity,
        wishes.options.numbers,
        wishes.options.length,
        wishes.options.deep,
        wishes.options.compare,
        _digest(wishes.options.sweep),
        wishes.whole,
    )
    parts = [__version__, engine, write(given.model), given.text, repr(request)]
    parts += [fingerprint(content) for content in _tables(given.model).values()]
    return fingerprint("\n".join(parts).encode("utf-8"))


def _is_same_folder(folder: Path, before: Mapping[str, Any], key: str) -> bool:
    """Whether the folder is up to date; with a motion that its user stopped it is not."""
    complete = all(name in before for name in KEYS) and before["status"] != "interrupted"
    return complete and before["key"] == key and whole(folder, before)


# -- the files -------------------------------------------------------------------------------------


def _copies(given: NamedModel) -> Files:
    """The model as it was given, with its tables."""
    return {**_tables(given.model), given.copy: given.text.encode("utf-8")}


def _equations(data: ReportData, *, whole: bool) -> Files:
    """The equations in full: as text, to which a shortened report refers, and for other programs."""
    from dalembert._present.listing import Extras, show

    extras = Extras(
        kinematics=data.kinematics, elimination=data.elimination, solved=data.solved, conserved=data.conserved
    )
    texts = {"equations.txt": "\n\n".join([show(data.equations, extras), *_other_derivations(data)])}
    if whole:
        texts["equations.tex"] = show(data.equations, extras, "latex")
        texts["equations.json"] = json.dumps(as_dict(data.equations), ensure_ascii=False, indent=2)
    return {name: f"{text}\n".encode() for name, text in texts.items()}


def _other_derivations(data: ReportData) -> Iterator[str]:
    """The derivations that a report shows step by step."""
    from dalembert._present.listing import Extras, show

    for one in data.derivations:
        if one.form is not None:
            yield show(data.equations, Extras(form=one.form))


def _results(motion: Motion) -> Files:
    from dalembert._export.save_motion import netcdf

    return {"motion.nc": netcdf(motion)}


def _drawings(made: ReportSources) -> Files:
    """The figures as separate files."""
    files: Files = {}
    for shown in (*made.data.figures, *made.data.compared_figures):
        files[f"figures/{shown.name}.svg"] = shown.svg.encode("utf-8")
        files[f"figures/{shown.name}.png"] = shown.png
    for report_figure in (made.data.drawing, made.data.diagrams, made.data.blocks):
        if report_figure is not None:
            files[f"figures/{report_figure.name}.svg"] = report_figure.svg.encode("utf-8")
    return files


def _documents(made: ReportSources, words: Words) -> Files:
    """The report as a page and as LaTeX."""
    from dalembert._present.report.contents import document_of
    from dalembert._present.report.html import html_of
    from dalembert._present.report.latex import latex_of

    document = document_of(made.data, words)
    files = {"report.html": html_of(document, words), **latex_of(document, words)}
    return {name: one if isinstance(one, bytes) else one.encode("utf-8") for name, one in files.items()}


def _animation(made: ReportSources, words: Words) -> Files:
    from dalembert._present.animation.player import player

    if made.picture is None:
        return {}
    return {"animation.html": player(made.picture, words, made.live).encode("utf-8")}


def typeset(files: Files, document: str = "report") -> tuple[Files, Outcome]:
    """The PDF of a document, typeset in a temporary folder; where TeX fails, its messages."""
    from dalembert._present.report.pdf import pdf_of

    with TemporaryDirectory() as name:
        room = Path(name)
        for path, content in files.items():
            if path.endswith((".tex", ".pdf")):
                (room / path).parent.mkdir(parents=True, exist_ok=True)
                (room / path).write_bytes(content)
        outcome = pdf_of(room, document)
        wanted = room / f"{document}.{'pdf' if outcome.path is not None else 'log'}"
        return ({wanted.name: wanted.read_bytes()} if wanted.is_file() else {}), outcome


# -- the findings ----------------------------------------------------------------------------------


def _remarks_on_pdf(outcome: Outcome) -> list[str]:
    """Remarks on a missing PDF."""
    if outcome.path is not None:
        return []
    return [f"no PDF: {outcome.why}; {outcome.hint}"]


def _findings(made: ReportSources, motion: Motion, folder: Path, files: Files, outcome: Outcome) -> list[str]:
    """The findings in five lines."""
    from dalembert._simulate.digits import residual_text

    data = made.data
    structure, verified = data.verdict.structure, data.equations.verified
    moves = bool(data.model.coordinates)
    equations = (
        _count_in_words(len(data.model.coordinates), "equation")
        if moves
        else _count_in_words(len(data.model.states), "first-order equation")
    )
    about = f"{equations}, verified at {verified.points} points to {verified.max_error:.0e}"
    if structure is not None and structure.dof is not None:
        dof = _count_in_words(structure.dof, "degree of freedom", "degrees of freedom")
        about += f"; {dof}, {_count_in_words(structure.states, 'state')}, index {structure.index}"
    proof = f"energy balance closes to {residual_text(motion.ledger.error, 0)}"
    if motion.lam.shape[1] and len(motion.t):
        proof += f", constraints satisfied to {residual_text(motion.residual.position.max(), 0)}"
    constraints = _count_in_words(
        len(data.equilibria) if data.equilibria is not None else 0, "equilibrium", "equilibria"
    )
    acting = data.equilibria.inputs if data.equilibria is not None else {}
    if any(acting.values()):
        constraints += f" with {', '.join(_inputs_in_words(data.model, acting))}"
    hz = (
        [f"{mode.hz:.4g}" for mode in data.modes if mode.kind == "oscillation"]
        if data.modes is not None
        else []
    )
    shown = ", ".join(hz[:4]) + (" …" if len(hz) > 4 else "")
    links = [str(folder / name) for name in ("report.html", "animation.html") if name in files]
    links += [f"{folder / 'report.pdf'} ({outcome.pages} pages)"] if outcome.path is not None else []
    return [
        about,
        *_derivations_line(data.derivations),
        f"{motion.status}: {motion.message}",
        *([proof] if moves else []),
        f"{constraints}; {_frequencies(shown, data.modes)}",
        f"see {', '.join(links)}",
    ]


def _inputs_in_words(model: Model, values: Mapping[str, float]) -> Iterator[str]:
    """The values at which inputs are held, with their SI units."""
    from dalembert._model.unit_text import printed_unit
    from dalembert._model.units import si_text

    units = {one.name: one.unit for one in model.inputs}
    for name, value in values.items():
        unit = printed_unit(si_text(units[name])) if value and units.get(name) else ""
        yield f"{name} = {value:.6g} {unit}".rstrip()


def _derivations_line(derivations: Sequence[Derivation]) -> list[str]:
    """A line with the number of derivations that agree, where they were requested."""
    differences = {one.name: one.difference for one in derivations if one.difference is not None}
    wrong = [one.name for one in derivations if not one.agrees]
    if wrong:
        return [f"the derivations {', '.join(wrong)} do not agree with Lagrange's equations"]
    agreement = f"{len(differences)} derivations agree to {max(differences.values(), default=0.0):.0e}"
    return [f"{agreement}: {', '.join(differences)}"] if derivations else []


def _frequencies(shown: str, modes: Modes | None) -> str:
    """The natural frequencies with the point they are about; or that there are none."""
    if modes is None:
        return "no natural frequencies (see the report)"
    word = "frequencies" if "," in shown else "frequency"
    return f"natural {word} {shown} Hz about {modes.point.about}" if shown else "no natural frequencies"


def _count_in_words(count: int | None, one: str, many: str = "") -> str:
    """A count with its noun: 3 equations, 1 equation, no equations."""
    return f"{count or 'no'} {one if count == 1 else many or f'{one}s'}"


def _published_folder(folder: Path, summary: Mapping[str, Any], *, fresh: bool) -> ReportFolder:
    return ReportFolder(
        folder=folder,
        status=summary["status"],
        findings=tuple(summary["findings"]),
        files=tuple(summary["files"]),
        remarks=tuple(summary["remarks"]),
        seconds=summary["seconds"],
        fresh=fresh,
        agrees=all(one["agrees"] for one in summary.get("derivations") or ()),
        summary=summary,
    )
