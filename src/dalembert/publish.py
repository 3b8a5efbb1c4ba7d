"""The main job: from a model to a folder with everything about it. `report` is the part of it that is read.

A folder belongs to dalembert if its summary.json says so and names the files in it, each with a fingerprint.
Nothing else is ever written over: not a file that is not named there, not one that was changed since.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from dalembert import library
from dalembert._expression.source import Flaw, ModelError
from dalembert._model.records import Model, Table
from dalembert.answers import as_dict, save, show
from dalembert.flow import check, read, simulate, write

if TYPE_CHECKING:
    from dalembert._present.report.pdf import Outcome
    from dalembert._simulate.motion import Motion
    from dalembert.gather import Gathered

SUMMARY = "summary.json"
Told = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Published:
    """A folder that was made, or found as it would be made: what was found, in five lines, and the files."""

    folder: Path
    status: str
    found: tuple[str, ...]
    files: tuple[str, ...]
    remarks: tuple[str, ...]
    seconds: Mapping[str, float]
    fresh: bool  # whether it was made now
    summary: Mapping[str, Any]

    def __str__(self) -> str:
        """What was found."""
        return "\n".join(self.found)


def run(
    source: Model | str | Path,
    folder: str | Path | None = None,
    *,
    language: str = "en",
    case: str = "",
    again: bool = False,
    told: Told | None = None,
    **asked: Any,
) -> Published:
    """Check, derive, verify, simulate, analyse, draw and report a model into a folder.

    `asked` is what `simulate` takes (t_end, samples, rtol, atol, method, dt). A folder that was made before
    from the same model and wishes is left as it is, unless `again`. `told` hears which stage begins.
    """
    wishes = Wishes(language=language, case=case, again=again, asked=asked)
    return _made(source, folder, wishes, told)


def report(
    source: Model | str | Path,
    folder: str | Path | None = None,
    *,
    language: str = "en",
    case: str = "",
    again: bool = False,
    told: Told | None = None,
    **asked: Any,
) -> Published:
    """The report of a model alone: a page, LaTeX with its sections, and a PDF where TeX is found."""
    wishes = Wishes(language=language, case=case, again=again, asked=asked, whole=False)
    return _made(source, folder, wishes, told)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What is asked of a folder."""

    language: str
    case: str
    again: bool
    asked: Mapping[str, Any]  # of the simulation
    whole: bool = True  # everything, not the report alone


def _made(
    source: Model | str | Path, folder: str | Path | None, wishes: Wishes, told: Told | None
) -> Published:
    from dalembert._present.language.words import words_of
    from dalembert.gather import gathered

    words, clock = words_of(wishes.language), _Clock(told)
    model, text, stem = _given(source, wishes.case)
    place = Path(folder) if folder is not None else Path(f"{stem}_{'run' if wishes.whole else 'report'}")
    key = _key(model, text, replace(wishes, again=False))
    before = _before(place)
    if before.get("key") == key and not wishes.again and not _changed(place, before):
        return _published(place, before, fresh=False)
    _refuse_foreign(place, before)
    clock("check")
    verdict = check(model)
    if not verdict.ok:
        raise ModelError(tuple(f for f in verdict.flaws if f.severity in ("error", "structure")))
    clock("simulate")
    motion = simulate(model, **wishes.asked)
    made = gathered(model, motion, words, text, wishes.case, clock)
    clock("write")
    files = {**_equations(made), **_documents(made, words)}
    if wishes.whole:
        files |= {**_source(text, source), **_animation(made, words), **_drawings(made)}
    _write(place, before, files)
    if wishes.whole:
        save(motion, place / "motion.nc")
    clock("typeset")
    outcome = _typeset(place)
    names = [*files, *(["motion.nc"] if wishes.whole else [])]
    names += ["report.pdf"] if outcome.path is not None else []
    summary = {
        "made_by": made.material.made_by,
        "key": key,
        "title": model.title,
        "status": str(motion.status),
        "found": _found(made, motion, [place / name for name in names], outcome),
        "remarks": [*motion.remarks, *(f"{m.what}: {m.why}" for m in made.material.missing), *_on(outcome)],
        "seconds": clock.seconds(),
        "motion": as_dict(motion),
        "check": as_dict(verdict),
        "files": {name: _fingerprint((place / name).read_bytes()) for name in names},
    }
    text = json.dumps(summary, ensure_ascii=False, indent=2, allow_nan=False)
    (place / SUMMARY).write_text(text + "\n", encoding="utf-8")
    return _published(place, summary, fresh=True)


class _Clock:
    """Tells the stages, and how long each took."""

    def __init__(self, told: Told | None) -> None:
        self._told, self._began = told, [("", perf_counter())]

    def __call__(self, stage: str) -> None:
        self._began.append((stage, perf_counter()))
        if self._told is not None:
            self._told(stage)

    def seconds(self) -> dict[str, float]:
        """The stages so far."""
        ends = [*(at for _, at in self._began[1:]), perf_counter()]
        took = {
            stage: round(end - at, 4) for (stage, at), end in zip(self._began, ends, strict=True) if stage
        }
        return took | {"total": round(ends[-1] - self._began[0][1], 4)}


# -- what is given ---------------------------------------------------------------------------------


def _given(source: Model | str | Path, case: str) -> tuple[Model, str, str]:
    """The model with its case, the text it came from, and a name for its folder."""
    from dalembert.flow import vary

    model = source if isinstance(source, Model) else read(source)
    if isinstance(source, Model):
        text, stem = write(model), "model"
    elif Path(source).is_file():
        text, stem = Path(source).read_text(encoding="utf-8"), Path(source).stem
    else:
        text, stem = library.text_of(str(source)), str(source).replace(":", "_")
    return (vary(model, case) if case else model), text, f"{stem}_{case}" if case else stem


def _key(model: Model, text: str, wishes: Wishes) -> str:
    """A fingerprint of everything that the folder depends on."""
    from dalembert import __version__

    tables = [entry.law.path for entry in model.inputs if isinstance(entry.law, Table)]
    contents = [(model.folder or Path()) / path for path in tables]
    told = [__version__, write(model), text, repr(wishes)]
    told += [_fingerprint(path.read_bytes()) for path in contents if path.is_file()]
    return _fingerprint("\n".join(told).encode("utf-8"))


def _fingerprint(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


# -- the folder ------------------------------------------------------------------------------------


def _before(place: Path) -> dict[str, Any]:
    """The summary of a folder that was made by dalembert; nothing where it was not."""
    path = place / SUMMARY
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    ours = isinstance(found, dict) and str(found.get("made_by", "")).startswith("dalembert ")
    return found if ours and isinstance(found.get("files"), dict) else {}


def _changed(place: Path, before: Mapping[str, Any]) -> list[str]:
    """Files that are gone, or not as they were made."""
    files: dict[str, str] = before["files"]
    return [
        name
        for name, fingerprint in files.items()
        if not (place / name).is_file() or _fingerprint((place / name).read_bytes()) != fingerprint
    ]


def _refuse_foreign(place: Path, before: Mapping[str, Any]) -> None:
    """Raise if the folder holds what dalembert did not make, where it would be written over."""
    if place.exists() and not place.is_dir():
        _refuse(f"{place} is a file", "give a folder with --out")
    if place.is_dir() and any(place.iterdir()) and not before:
        _refuse(f"the folder {place} holds other files", "give a new or an empty folder with --out")
    edited = [name for name in _changed(place, before) if (place / name).is_file()] if before else []
    if edited:
        listed = ", ".join(edited[:3]) + (" …" if len(edited) > 3 else "")
        hint = "give another folder with --out, or move them away"
        _refuse(f"in {place} there are files that were changed since they were made: {listed}", hint)


def _refuse(message: str, hint: str) -> None:
    raise ModelError((Flaw(rule="folder", severity="error", where="--out", message=message, hint=hint),))


def _write(place: Path, before: Mapping[str, Any], files: Mapping[str, str | bytes]) -> None:
    """Write the files; those of an earlier run that are not made any more go away."""
    for name in files:
        if (place / name).exists() and name not in before.get("files", {}):
            _refuse(f"{place / name} is there, and was not made by dalembert", "move it away")
    for name in before.get("files", {}):
        if name not in files and ".." not in Path(name).parts and not Path(name).is_absolute():
            (place / name).unlink(missing_ok=True)
    for name, content in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))


def _source(text: str, source: Model | str | Path) -> dict[str, str]:
    """The model as it was given."""
    plain = not isinstance(source, Model) and Path(source).is_file() and Path(source).suffix.lower() == ".txt"
    return {"model.txt" if plain else "model.toml": text}


def _equations(made: Gathered) -> dict[str, str]:
    equations = made.material.equations
    told = json.dumps(as_dict(equations), ensure_ascii=False, indent=2)
    return {
        "equations.txt": show(equations) + "\n",
        "equations.tex": show(equations, style="latex") + "\n",
        "equations.json": told + "\n",
    }


def _drawings(made: Gathered) -> dict[str, str | bytes]:
    """The figures as files by themselves."""
    files: dict[str, str | bytes] = {}
    for shown in made.material.figures:
        files[f"figures/{shown.name}.svg"] = shown.svg
        files[f"figures/{shown.name}.png"] = shown.png
    if made.material.drawing is not None:
        files["figures/drawing.svg"] = made.material.drawing.svg
    return files


def _documents(made: Gathered, words: Any) -> dict[str, str | bytes]:
    """The report as a page and as LaTeX."""
    from dalembert._present.report.contents import document_of
    from dalembert._present.report.html import html_of
    from dalembert._present.report.latex import latex_of

    document = document_of(made.material, words)
    return {"report.html": html_of(document, words), **latex_of(document, words)}


def _animation(made: Gathered, words: Any) -> dict[str, str | bytes]:
    from dalembert._present.animation.player import player

    return {"animation.html": player(made.picture, words)} if made.picture is not None else {}


def _typeset(place: Path) -> Outcome:
    """The PDF; what TeX leaves beside it goes away."""
    from dalembert._present.report.pdf import pdf_of

    outcome = pdf_of(place)
    for suffix in (".aux", ".toc", ".out", *((".log",) if outcome.path is not None else ())):
        (place / f"report{suffix}").unlink(missing_ok=True)
    return outcome


# -- what was found --------------------------------------------------------------------------------


def _on(outcome: Outcome) -> list[str]:
    """What is said of a PDF that is not there."""
    if outcome.path is not None:
        return []
    return [f"no PDF: {outcome.why}; {outcome.hint}"]


def _found(made: Gathered, motion: Motion, files: Sequence[Path], outcome: Outcome) -> list[str]:
    """Five lines."""
    own = made.material
    structure, verified = own.verdict.structure, own.equations.verified
    count = len(own.model.coordinates)
    about = f"{count} equations, verified at {verified.points} points to {verified.max_error:.0e}"
    if structure is not None and structure.dof is not None:
        about += f"; {structure.dof} degrees of freedom, {structure.states} states, index {structure.index}"
    proof = f"energy ledger closes to {motion.ledger.error:.0e}"
    if motion.lam.shape[1] and len(motion.t):
        proof += f", constraints hold to {motion.residual.position.max():.0e}"
    rest = "no equilibria" if own.equilibria is None else f"{len(own.equilibria)} equilibria"
    hz = [f"{mode.hz:.4g}" for mode in own.modes if mode.hz > 0] if own.modes is not None else []
    shown = ", ".join(hz[:4]) + (" …" if len(hz) > 4 else "")
    told = [str(path) for path in files if path.name in ("report.html", "animation.html")]
    told += [f"{outcome.path} ({outcome.pages} pages)"] if outcome.path is not None else []
    return [
        about,
        f"{motion.status}: {motion.message}",
        proof,
        f"{rest}; natural frequencies {shown} Hz" if hz else f"{rest}; no natural frequencies",
        f"look at {', '.join(told)}",
    ]


def _published(place: Path, summary: Mapping[str, Any], *, fresh: bool) -> Published:
    return Published(
        folder=place,
        status=summary["status"],
        found=tuple(summary["found"]),
        files=tuple(summary["files"]),
        remarks=tuple(summary["remarks"]),
        seconds=summary["seconds"],
        fresh=fresh,
        summary=summary,
    )
