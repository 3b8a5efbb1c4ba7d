"""The folder of a run: its files, when it is made again, and files that are never lost."""

import hashlib
import json
import os
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from report_records import SVG, needs_tex, small_picture

import dalembert
from dalembert import ModelError
from dalembert._present import figure_pool, programs
from dalembert._present.figures.registry import figures_of
from dalembert._present.report import pdf
from dalembert._present.report.data import ReportFigure
from dalembert._simulate.motion import Status
from dalembert._words.languages import LANGUAGES, words_of
from dalembert._words.message import say
from dalembert.verbs import folder, publish

STIFF = dalembert.Variation(case="stiff")
LAGEQ = b"""No. of Constant Variables :=0
No. of Displacement Coordinates :=1
x
No. of Flow Coordinates :=1
dotx
Kinetic Coenergy :=1.0/2.0*power(dotx, 2)
Potential Energy :=2.0*power(x, 2)
Dissipation Function :=0
Virtual Work :
W1=+0
No. of Displacement Constraint Equations :=0
No. of Flow Constraint Equations :=0
No. of Effort Constraint Equations :=0
"""
OSCILLATOR = """format = 1
title = "An oscillator"
[parameters]
m = { value = 2.0, unit = "kg" }
k = { value = 50.0, unit = "N/m" }
[coordinates]
x = { unit = "m", start = 0.1, speed = 0 }
[energy]
kinetic = "1/2*m*x'^2"
potential = "1/2*k*x^2"
[cases.stiff]
parameters = { k = 200 }
[simulate]
t_end = 0.4
samples = 20
"""
PUSHED = (
    OSCILLATOR
    + """[work]
x = "push"
[inputs]
push = { table = "data/push.csv", time = "t", column = "F", unit = "N" }
"""
)
KEYS = {
    *(
        "made_by",
        "key",
        "title",
        "language",
        "case",
        "values",
        "status",
        "findings",
        "remarks",
        "seconds",
        "motion",
        "joints",
        "derivations",
    ),
    *("equilibria", "modes", "check", "files"),
}


# -- a whole folder ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The folder of a closed chain, with everything in it."""
    stages = []
    place = tmp_path_factory.mktemp("runs") / "four_bar_run"
    published = dalembert.run(
        "four_bar", place, t_end=0.3, samples=40, options=dalembert.ReportOptions(progress=stages.append)
    )
    return published, stages


def test_a_closed_chain_gives_every_file(made):
    """Model, equations, motion, figures, animation, report and summary are there, and none is empty."""
    published, _ = made
    place = published.folder
    expected = {"model.toml", "motion.nc", "animation.html", "report.html", "report.tex", "summary.json"}
    expected |= {f"equations.{suffix}" for suffix in ("txt", "tex", "json")}
    expected |= {"figures/drawing.svg"}
    kinds = ("coordinates", "multipliers", "reactions", "phase", "paths", "energy", "ledger")
    expected |= {f"figures/{kind}.{suffix}" for kind in kinds for suffix in ("svg", "png", "pdf")}
    expected |= {f"figures/pairs.{suffix}" for suffix in ("svg", "png")}
    assert "pairs" not in (place / "report.tex").read_text(encoding="utf-8")
    there = {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()}
    assert expected <= there
    assert there == {*published.files, "summary.json"}
    assert all((place / name).stat().st_size > 100 for name in there)


@needs_tex
def test_the_report_is_typeset(made):
    """The report is there as PDF, and nothing of TeX's own is left beside it."""
    place = made[0].folder
    assert (place / "report.pdf").read_bytes().startswith(b"%PDF")
    assert not [path for path in place.iterdir() if path.suffix in (".aux", ".log", ".toc", ".out")]


def test_the_summary_says_what_was_found(made):
    """summary.json has the promised keys, five lines, the seconds of each stage and a fingerprint per file."""
    published, stages = made
    summary = json.loads((published.folder / "summary.json").read_text(encoding="utf-8"))
    assert set(summary) == KEYS
    assert summary["status"] == "ok"
    assert len(summary["findings"]) == 5
    assert tuple(summary["findings"]) == published.findings
    assert str(published).count("\n") == 4
    assert [stage for stage in summary["seconds"] if stage != "total"] == stages
    assert summary["seconds"]["total"] >= sum(summary["seconds"][stage] for stage in stages) - 1e-3
    assert summary["check"]["structure"]["dof"] == 1
    for name, own in summary["files"].items():
        assert hashlib.sha256((published.folder / name).read_bytes()).hexdigest() == own


def test_every_number_of_the_result_box_is_one_of_the_summary(made):
    """Each number names its entry of summary.json, has its value, and shows it to some digits."""
    place = made[0].folder
    summary = json.loads((place / "summary.json").read_text(encoding="utf-8"))
    page = (place / "report.html").read_text(encoding="utf-8")
    box = re.search(r'<aside class="results">.*?</aside>', page, re.DOTALL)[0]
    numbers = re.findall(r'<data value="([^"]*)" data-of="([^"]*)">(.*?)</data>', box)
    assert len(numbers) > 12
    assert {of.split("/")[0] for _, of, _ in numbers} == {"check", "equilibria", "modes", "motion"}
    for value, of, shown in numbers:
        found = summary
        for key in of.split("/"):
            found = found[int(key)] if isinstance(found, list) else found[key]
        assert float(value) == found, of
        text = unescape(re.sub(r"<[^>]*>", "", shown.replace("<msup><mn>10</mn>", "e")))
        text = text.replace("·", "").replace("−", "-")
        if "π" not in text:
            assert float(text) == pytest.approx(found, rel=0.06, abs=1e-300), of
    bare = re.sub(r"<data.*?</data>", "", box)
    assert not re.search(r"<mn>[^<]*\d\.\d", bare)  # no number stands there by itself


def test_the_results_are_those_of_the_verbs(made):
    """The motion opens and equals a simulation, the equations are those derived, the model reads as itself."""
    place = made[0].folder
    opened = dalembert.open_motion(place / "motion.nc")
    again = dalembert.simulate("four_bar", t_end=0.3, samples=40)
    for name in ("t", "q", "qd", "lam"):
        assert np.array_equal(vars_of(opened, name), vars_of(again, name))
    told = json.loads((place / "equations.json").read_text(encoding="utf-8"))
    derived = dalembert.as_dict(dalembert.derive("four_bar"))
    assert {**told, "seconds": 0} == {**derived, "seconds": 0}
    assert dalembert.read(place / "model.toml") == dalembert.read("four_bar")
    assert dalembert.show(dalembert.derive("four_bar")) + "\n" == (place / "equations.txt").read_text("utf-8")


def vars_of(motion, name):
    """An array of a motion."""
    return {"t": motion.t, "q": motion.q, "qd": motion.qd, "lam": motion.lam}[name]


def test_the_figures_are_pictures(made):
    """Every SVG is XML, every PNG and PDF begins as such files do."""
    begins = {".png": b"\x89PNG", ".pdf": b"%PDF", ".svg": b"<"}
    for path in (made[0].folder / "figures").iterdir():
        assert path.read_bytes().startswith(begins[path.suffix])
        if path.suffix == ".svg":
            assert ET.fromstring(path.read_text(encoding="utf-8")).tag.endswith("svg")


def test_a_second_run_does_nothing(made, monkeypatch):
    """The same wishes leave the folder as it is, without deriving or simulating anything."""
    published, _ = made

    def never(*_, **__):
        pytest.fail("something was computed")

    for name in ("simulate", "derive", "check"):
        monkeypatch.setattr(publish, name, never)
    before = states_of(published.folder)
    again = dalembert.run("four_bar", published.folder, t_end=0.3, samples=40)
    assert not again.fresh
    assert (again.findings, again.files) == (published.findings, published.files)
    assert states_of(published.folder) == before


# -- quick folders -----------------------------------------------------------------------------------


@pytest.fixture
def quick(monkeypatch, tmp_path):
    """Folders are made without matplotlib and TeX, in an empty place."""

    def shown(figure):
        return ReportFigure(
            name=figure.name,
            title="",
            caption=figure.caption,
            svg=SVG,
            pdf=small_picture()[1],
            png=b"\x89PNG",
        )

    monkeypatch.setattr(figure_pool, "encoded_figure", shown)
    monkeypatch.setattr(pdf, "program_path", lambda *_: None)
    monkeypatch.setattr(programs, "program_path", lambda *_: None)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def model(quick):
    """A small model file."""
    path = quick / "swing.toml"
    path.write_text(OSCILLATOR, encoding="utf-8")
    return path


def states_of(place):
    """What is in a folder, and when it was written."""
    return {
        path.relative_to(place).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(place.rglob("*"))
        if path.is_file()
    }


def test_what_is_asked_decides_whether_a_folder_is_made_again(model, quick):
    """Another model, option, language, case or --again makes a folder anew; the same wishes do not."""
    out = quick / "out"
    assert dalembert.run(model, out).fresh
    assert not dalembert.run(model, out).fresh
    for wishes in ({"t_end": 0.3}, {"language": "de"}, {"variation": STIFF}, {"samples": 10}):
        assert dalembert.run(model, out, **wishes).fresh, wishes
        assert not dalembert.run(model, out, **wishes).fresh, wishes
    assert dalembert.run(model, out).fresh
    assert dalembert.run(model, out, options=dalembert.ReportOptions(again=True)).fresh
    model.write_text(OSCILLATOR.replace("50.0", "51.0"), encoding="utf-8")
    assert dalembert.run(model, out).fresh
    assert "51.0" in (out / "model.toml").read_text(encoding="utf-8")


def test_a_table_of_an_input_belongs_to_the_model(quick):
    """The table is copied, so that the copy of the model runs; a changed table makes the folder anew."""
    model, table = quick / "pushed.toml", quick / "data" / "push.csv"
    table.parent.mkdir()
    table.write_text("t,F\n0,0\n1,1\n", encoding="utf-8")
    model.write_text(PUSHED, encoding="utf-8")
    out = dalembert.run(model, "out").folder
    assert not dalembert.run(model, out).fresh
    table.write_text("t,F\n0,0\n1,2\n", encoding="utf-8")
    assert dalembert.run(model, out).fresh
    copied = dalembert.simulate(out / "model.toml")
    assert np.array_equal(copied.q, dalembert.simulate(model).q)


def test_a_tex_that_is_found_later_makes_the_folder_anew(model, monkeypatch):
    """A folder without a PDF is not what would be made once TeX is installed."""
    dalembert.run(model, "out")
    monkeypatch.setattr(programs, "program_path", lambda *_: "/usr/bin/pdflatex")
    assert dalembert.run(model, "out").fresh


def test_without_tex_the_folder_says_so(model):
    """No PDF, and a remark with what to install."""
    made = dalembert.run(model, "out")
    assert "report.pdf" not in made.files
    assert any(remark.startswith("no PDF: none of pdflatex") for remark in made.remarks)


def test_what_tex_says_when_it_fails_is_kept(model, monkeypatch):
    """Where TeX fails there is its log, a remark with its words, and all the rest."""

    def fails(room, *_):
        (room / "report.log").write_text("! Undefined control sequence", encoding="utf-8")
        return pdf.Outcome(engine="pdflatex", why="Undefined control sequence", hint="look into report.log")

    monkeypatch.setattr(pdf, "pdf_of", fails)
    made = dalembert.run(model, "out")
    assert "report.log" in made.files
    assert any("Undefined control sequence" in remark for remark in made.remarks)
    assert (made.folder / "report.html").is_file()


# -- other people's files ----------------------------------------------------------------------------


def refused(source, out, **wishes):
    """The message and hint with which a run is refused; nothing in the folder is touched."""
    place = Path(out)
    before = states_of(place) if place.is_dir() else place.read_bytes()
    with pytest.raises(ModelError) as error:
        dalembert.run(source, out, **wishes)
    assert (states_of(place) if place.is_dir() else place.read_bytes()) == before
    (flaw,) = error.value.flaws
    assert (flaw.rule, flaw.severity) == ("folder", "error")
    assert "--out" in flaw.hint or "move" in flaw.hint
    return flaw.message


def test_a_folder_of_somebody_else_is_refused_by_name(model, quick):
    """A folder with other files, also with a summary.json of another program, is left alone."""
    out = quick / "out"
    out.mkdir()
    (out / "thesis.tex").write_text("mine")
    assert "thesis.tex" in refused(model, out)
    (out / "summary.json").write_text('{"made_by": "another program", "files": {}}')
    assert "summary.json" in refused(model, out)
    (out / "summary.json").write_text('{"made_by": "dalembert 0", "files": {"../swing.toml": "0"}}')
    assert "summary.json" in refused(model, out)


def test_a_file_in_place_of_the_folder_is_refused(model):
    """A file is not written over by a folder."""
    assert "swing.toml is a file" in refused(model, "swing.toml")


def test_the_name_of_a_file_is_no_folder(model):
    """`--out report.pdf` does not make a folder of this name; a worksheet does not, either."""
    for verb in (dalembert.run, dalembert.report, dalembert.exercise):
        with pytest.raises(dalembert.ModelError) as caught:
            verb(model, "hand/out.pdf")
        (flaw,) = caught.value.flaws
        assert "out.pdf is the name of a file" in flaw.message
        assert str(Path("hand/out")) in flaw.hint
    assert not Path("hand").exists()


def test_a_changed_file_is_refused_by_name(model):
    """A file that its user has edited since is named, and not lost; a file that is gone is made again."""
    out = dalembert.run(model, "out").folder
    (out / "report.html").unlink()
    assert dalembert.run(model, out).fresh
    with (out / "equations.txt").open("a") as stream:
        stream.write("my note\n")
    assert "equations.txt" in refused(model, out, t_end=0.2)
    assert "equations.txt" in refused(model, out)


def test_an_edited_file_is_made_again_after_a_copy(model):
    """`again` replaces files that were edited; each is kept beside the new one, and never written over."""
    again = dalembert.ReportOptions(again=True)
    out = dalembert.report(model, "out").folder
    made = (out / "equations.txt").read_bytes()
    for number, note in enumerate((b"first note", b"second note"), 1):
        (out / "equations.txt").write_bytes(note)
        done = dalembert.report(model, out, options=again)
        copy = f"equations.txt.edited{number if number > 1 else ''}"
        assert any(copy in remark for remark in done.remarks)
        assert (out / copy).read_bytes() == note
        assert (out / "equations.txt").read_bytes() == made
    assert (out / "equations.txt.edited").read_bytes() == b"first note"
    assert not dalembert.report(model, out).fresh


def test_a_foreign_file_with_a_name_of_ours_is_refused(model):
    """A report's folder has no motion.nc: one that is there belongs to somebody else."""
    out = dalembert.report(model, "out").folder
    (out / "motion.nc").write_bytes(b"mine")
    assert "motion.nc" in refused(model, out)


def test_other_files_beside_ours_stay(model):
    """What a user puts into the folder stays, and what is not made any more goes away."""
    out = dalembert.run(model, "out").folder
    (out / "notes.txt").write_text("mine")
    (out / "figures" / "mine.svg").write_text("mine")
    dalembert.report(model, out)
    assert (out / "notes.txt").read_text() == "mine"
    assert (out / "figures" / "mine.svg").read_text() == "mine"
    assert not (out / "motion.nc").exists()
    assert not (out / "figures" / "energy.png").exists()


def test_a_folder_that_cannot_be_written_to_is_told_before_the_work(model, quick, monkeypatch):
    """The refusal names the folder and the reason, comes before anything is computed, and leaves nothing."""

    def denied(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(folder, "TemporaryFile", denied)
    monkeypatch.setattr(publish, "simulate", lambda *_, **__: pytest.fail("something was computed"))
    with pytest.raises(ModelError, match=r"cannot write to the folder .*here: Permission denied"):
        dalembert.run(model, quick / "a" / "here")
    assert not (quick / "a").exists()


# -- failures ----------------------------------------------------------------------------------------


def test_a_flawed_model_makes_no_folder(quick):
    """A structural flaw is told before a folder is made."""
    path = quick / "loose.toml"
    path.write_text(OSCILLATOR.replace("[energy]", "y = { start = 0 }\n[energy]"), encoding="utf-8")
    with pytest.raises(ModelError) as error:
        dalembert.run(path)
    assert {flaw.severity for flaw in error.value.flaws} == {"structure"}
    assert sorted(os.listdir(quick)) == ["loose.toml"]


@pytest.mark.parametrize("stage", ["derive", "simulate", "_documents", "typeset"])
def test_what_fails_leaves_nothing_behind(model, quick, monkeypatch, stage):
    """An exception at any stage leaves no folder, and an earlier folder as it was."""

    def fails(*_, **__):
        raise MemoryError

    earlier = dalembert.run(model, "earlier").folder
    before = states_of(earlier)
    monkeypatch.setattr(publish, stage, fails)
    for out in ("new/er", "earlier"):
        with pytest.raises(MemoryError):
            dalembert.run(model, out, t_end=0.1)
    assert not (quick / "new").exists()
    assert states_of(earlier) == before
    monkeypatch.undo()


@pytest.mark.parametrize("count", [1, 4, 9])
@pytest.mark.parametrize("there", [False, True])
def test_a_folder_left_in_the_middle_is_mended(model, monkeypatch, count, there):
    """A run that is ended while it writes is not taken for complete, and the next run makes it whole."""
    if there:
        dalembert.run(model, "out", t_end=0.2)
    put = os.replace
    done = []

    def ended(part, path):
        if len(done) == count:
            raise KeyboardInterrupt
        done.append(path)
        put(part, path)

    monkeypatch.setattr(os, "replace", ended)
    with pytest.raises(KeyboardInterrupt):
        dalembert.run(model, "out")
    monkeypatch.setattr(os, "replace", put)
    assert not list(Path("out").rglob("*.part"))
    mended = dalembert.run(model, "out")
    assert mended.fresh
    assert not dalembert.run(model, "out").fresh
    assert {path.name for path in Path("out").iterdir() if path.is_file()} == {
        *(name for name in mended.files if "/" not in name),
        "summary.json",
    }


@pytest.mark.parametrize("status", [Status.failed, Status.flagged, Status.interrupted, Status.stopped])
def test_a_motion_that_did_not_end_well_still_gives_a_folder(model, monkeypatch, status):
    """Folder, summary and report tell the status; what its user stopped is run again, other ends are not."""
    motion = dalembert.simulate(model)
    ended = replace(motion, status=status, message=say("in_english", sentence="it ended early"))
    monkeypatch.setattr(publish, "simulate", lambda *_, **__: ended)
    made = dalembert.run(model, "out")
    assert made.status == status
    assert made.findings[1] == f"{status}: it ended early"
    page = (made.folder / "report.html").read_text(encoding="utf-8")
    assert words_of("en")(f"report_status_{status}") in page
    assert dalembert.run(model, "out").fresh == (status == Status.interrupted)


def test_a_motion_without_rows_still_gives_a_folder(model, monkeypatch):
    """Where nothing was computed there are no figures, and the rest is there."""
    motion = dalembert.simulate(model)
    monkeypatch.setattr(publish, "simulate", lambda *_, **__: without_rows(motion))
    made = dalembert.run(model, "out")
    assert made.status == "failed"
    assert {"report.html", "motion.nc", "equations.txt", "summary.json"} <= set(os.listdir(made.folder))
    assert not [name for name in made.files if name.endswith(".png")]
    assert len(dalembert.open_motion(made.folder / "motion.nc").t) == 0


def without_rows(motion):
    """The motion of a run that failed before its first row."""

    def cut(record):
        arrays = {
            name: value[:0]
            for name in record.__slots__
            if isinstance(value := getattr(record, name), np.ndarray)
        }
        return replace(record, **arrays)

    kept = {"ledger": cut(motion.ledger), "residual": cut(motion.residual)}
    return replace(
        cut(motion),
        status=Status.failed,
        message=say("in_english", sentence="it did not begin"),
        reached=0.0,
        **kept,
    )


def test_a_scene_with_a_mistake_costs_only_the_animation(quick):
    """The report is made, and it and the remarks say why there is no animation."""
    path = quick / "scene.toml"
    path.write_text(OSCILLATOR + '[scene]\npoints = { P = ["x", "nowhere"] }\nlinks = [["P", "Q"]]\n')
    made = dalembert.run(path)
    assert "animation.html" not in made.files
    assert any(remark.startswith("animation: ") for remark in made.remarks)
    page = (made.folder / "report.html").read_text(encoding="utf-8")
    assert words_of("en")("report_missing_animation").split("{")[0].strip() in page
    assert "nowhere" in page


# -- where models come from ---------------------------------------------------------------------------


def test_models_come_from_python_files_and_the_library(quick):
    """The folder is named after the source, its size and its case; the copy of the model is as it was given."""
    (quick / "swing.toml").write_text(OSCILLATOR, encoding="utf-8")
    (quick / "pendulum.TXT").write_bytes(LAGEQ)
    own = dalembert.read("swing.toml")
    for source, wishes, name, copy in (
        (own, {}, "model_run", "model.toml"),
        ("swing.toml", {}, "swing_run", "model.toml"),
        (quick / "swing.toml", {"variation": STIFF}, "swing_stiff_run", "model.toml"),
        ("pendulum.TXT", {"t_end": 0.1, "samples": 5}, "pendulum_run", "model.txt"),
        ("n_link_pendulum:3", {"t_end": 0.1, "samples": 5}, "n_link_pendulum_3_run", "model.toml"),
        ("swing_run/motion.nc", {}, "motion_run", "model.toml"),
    ):
        made = dalembert.run(source, **wishes)
        assert made.folder == Path(name)
        assert copy in made.files
    assert (quick / "swing_run" / "model.toml").read_text(encoding="utf-8") == OSCILLATOR
    assert (quick / "pendulum_run" / "model.txt").read_bytes() == LAGEQ
    assert dalembert.read("motion_run/model.toml") == own
    assert dalembert.read("model_run/model.toml") == own
    stiff = dalembert.open_motion("swing_stiff_run/motion.nc")
    assert np.array_equal(stiff.q, dalembert.simulate(dalembert.vary(own, "stiff")).q)


def test_a_folder_of_that_name_does_not_hide_a_library_system(quick):
    """`run duffing` works beside a folder called duffing."""
    (quick / "duffing").mkdir()
    assert dalembert.read("duffing").title


@pytest.mark.parametrize("name", ["a" * 300, "a\nb", "nul\0", "", "four_bär"])
def test_a_name_that_no_file_has_is_no_traceback(quick, name):
    """Names that no file can have are refused like those that none has."""
    with pytest.raises(ModelError):
        dalembert.run(name)
    assert os.listdir(quick) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_alone_speaks_its_language(model, quick, language):
    """A report has no motion, animation or pictures by themselves; its page and summary tell the language."""
    made = dalembert.report(model, language=language)
    assert made.folder == Path("swing_report")
    assert not {"motion.nc", "animation.html", "model.toml", "equations.tex"} & set(made.files)
    assert "equations.txt" in made.files
    page = (made.folder / "report.html").read_text(encoding="utf-8")
    assert f'<html lang="{language}">' in page
    assert words_of(language)("report_derivation") in page
    assert 'class="dlb' in page
    assert made.summary["language"] == language
    assert set(os.listdir(quick)) == {"swing.toml", "swing_report"}


def test_an_unknown_language_is_refused(model, quick):
    """The message names the languages there are, and no folder is made."""
    with pytest.raises(ValueError, match="en, de, es, pt"):
        dalembert.run(model, language="xx")
    assert os.listdir(quick) == ["swing.toml"]


# -- a figure pool -----------------------------------------------------------------------------------


def test_another_process_draws_the_same(monkeypatch):
    """A further process gives the bytes that this one gives; where it cannot work, this one does."""
    motion = dalembert.simulate("duffing", t_end=1.0, samples=30)
    figures = figures_of(motion, words_of("en"))[-4:]
    with figure_pool.figure_pool(0) as begin:
        alone = begin(figures)()
    with figure_pool.figure_pool(1) as begin:
        assert begin(figures)() == alone
    monkeypatch.setattr(figure_pool, "_ready", os.abort)
    with figure_pool.figure_pool(1) as begin:
        assert begin(figures)() == alone
