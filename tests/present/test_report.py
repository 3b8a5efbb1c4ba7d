"""The report: complete, in four languages, harmless, and inside its pages."""

import base64
import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any

import pytest
from report_records import SVG, gathered, needs_tex, of_library, small_picture

import dalembert
from dalembert._model.translation import in_language
from dalembert._present.programs import program_path
from dalembert._present.report.contents import document_of
from dalembert._present.report.data import ReportData, ReportFigure
from dalembert._present.report.document import Document, Paragraph, Plain
from dalembert._present.report.html import html_of
from dalembert._present.report.latex import latex_of
from dalembert._present.report.page import COPY, inline_svg, policy
from dalembert._present.report.pdf import pdf_of
from dalembert._present.report.references import REFERENCES
from dalembert._words.languages import LANGUAGES, words_of

SHOWN = (
    "four_bar",
    "triple_arm",
    "electro_mechanical",
    "pneumatic_positioner",
    "n_link_pendulum:20",
    "polar_arm",
)


def written(document: Document, language: str, folder: Path) -> dict[str, str | bytes]:
    """The files of a report, also in a folder."""
    files = latex_of(document, words_of(language))
    for name, body in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body if isinstance(body, bytes) else body.encode())
    return files


def test_equations_have_one_number_on_page_and_paper() -> None:
    """Numbers go up through the document, and texts refer to them."""
    document = document_of(of_library("rod_pendulum"), words_of("en"))
    page = html_of(document, words_of("en"))
    paper = latex_of(document, words_of("en"))
    tex = "".join(str(paper[f"sections/{section.name}.tex"]) for section in document.sections)
    numbers = re.findall(r'<span class="tag">\((\d+)\)</span>', page)
    assert numbers == re.findall(r"\\tag\{(\d+)\}", tex) == [str(i + 1) for i in range(len(numbers))]
    (solved,) = (section for section in document.sections if section.name == "solved")
    said = "".join(span.text for span in solved.blocks[0].spans if isinstance(span, Plain))
    left = re.search(r"\((\d+)\)", said)
    assert left is not None
    assert f'id="equation-{left[1]}"' in page


# -- contents ----------------------------------------------------------------------------------------------


def test_the_report_of_a_linkage_holds_its_sections_in_order() -> None:
    """Sections tell a story, from the system to the proof; what is looked up is in appendices."""
    document = document_of(of_library("four_bar"), words_of("en"))
    names = [section.name for section in document.sections]
    wanted = (
        "system kinematics energies derivation matrices elimination conserved equilibria small_motion modes motion"
        " loads verification ledger remarks symbols structure settings run references model-file"
    )
    assert names == wanted.split()
    numbers = [number for number, _ in document.numbers_and_sections()]
    assert numbers == [*map(str, range(1, 16)), *"ABCDEF"]


def test_a_report_of_states_alone_speaks_of_no_energies_and_coordinates() -> None:
    """A model of first-order states has no Lagrange equation, no matrices and no energy balance to show."""
    lag = dalembert.model(
        parameters={"T": 2}, states={"w": {"start": 0, "rate": "(1 - w)/T"}}, simulate={"t_end": 4}
    )
    document = document_of(gathered(lag), words_of("en"))
    shown = {one.name for one in document.sections}
    assert not shown & {"energies", "derivation", "matrices", "conserved", "ledger"}
    assert shown >= {"efforts-and-states", "equilibria", "motion", "verification", "symbols"}


def test_only_works_that_were_used_are_cited() -> None:
    """The method of the run is among the references, another is not."""
    page = html_of(document_of(of_library("four_bar"), words_of("en")), words_of("en"))
    assert "Nørsett" in page
    assert "Newmark" not in page
    assert all(re.search(r"\b1[789]\d\d\b|\b20[012]\d\b", work) for work in REFERENCES.values())


def test_a_large_model_is_shortened_and_says_so(counted: Callable[[], Any]) -> None:
    """Twenty links: what is left out is told, with the file that holds all of it, and costs no work."""
    data = of_library("n_link_pendulum:20")
    words = words_of("en")
    with counted() as work:
        document = document_of(data, words)
        files = latex_of(document, words)
        page = html_of(document, words)
    assert work.calls < 6_000_000  # two million are made
    derivation = str(files["sections/derivation.tex"])
    assert "For the remaining" in derivation
    assert "equations.txt" in derivation
    assert "equations.txt" in page
    assert sum(len(str(body)) for body in files.values()) < 1_000_000


def test_nothing_is_left_out_of_a_small_model() -> None:
    """A report of two coordinates prints every equation whole."""
    files = latex_of(document_of(of_library("polar_arm"), words_of("en")), words_of("en"))
    assert not any("equations.txt" in str(body) for body in files.values())
    derivation = str(files["sections/derivation.tex"])
    assert (
        derivation.count(r"\begin{align*}") == 5
    )  # the general equation, and two blocks for each coordinate


@pytest.mark.parametrize("language", ["de", "es", "pt"])
@pytest.mark.parametrize("name", SHOWN)
def test_no_words_of_the_program_stay_english(name: str, language: str) -> None:
    """No paragraph or title of another language equals the English one."""
    english, other = (told(name, code) for code in ("en", language))
    mark = words_of(language)("in_english", sentence="").split(":")[0]
    for ours, theirs in zip(english.sections, other.sections, strict=True):
        assert ours.title != theirs.title or theirs.title in ("Elimination",)
        texts = {
            "".join(s.text for s in b.spans if isinstance(s, Plain))
            for b in ours.blocks
            if isinstance(b, Paragraph)
        }
        for block in theirs.blocks:
            if isinstance(block, Paragraph):
                text = "".join(s.text for s in block.spans if isinstance(s, Plain))
                assert mark not in text
                assert text not in texts or not re.search(r"[a-z]{3}", text), text


# -- paper ---------------------------------------------------------------------------------------------------


def in_turn() -> list[Any]:
    """Systems with languages, one for each system in turn; all pairs in the long version."""
    many = len(LANGUAGES)
    return [
        pytest.param(name, language, marks=[] if (i + 2 * j) % many == 0 else [pytest.mark.soak])
        for i, name in enumerate(SHOWN)
        for j, language in enumerate(LANGUAGES)
    ]


@cache
def told(name: str, language: str) -> Document:
    """The report of a library system in a language."""
    data = of_library(name)
    return document_of(replace(data, model=in_language(data.model, language)), words_of(language))


@needs_tex
@pytest.mark.parametrize("name, language", in_turn())
def test_the_report_compiles_without_an_overfull_line(name: str, language: str, tmp_path: Path) -> None:
    """Pdflatex makes a PDF, and no line is wider than the page."""
    written(told(name, language), language, tmp_path)
    outcome = pdf_of(tmp_path)
    assert outcome.path is not None, outcome.why
    assert outcome.pages >= 5
    assert outcome.overfull == ()


def ugly(seed: int) -> dalembert.Model:
    """A model of long names, long texts, huge numbers and deep expressions."""
    random = Random(seed)
    stems = [
        "x",
        "theta",
        "averyveryverylongnameofacoordinate",
        "W" * 12,
        "größe",
        "φ",
        "long_index_of_a_name",
        "ж",
    ]
    q = [f"{random.choice(stems)}{i}" for i in range(1, 4)]
    p = ["m", "k", "a_very_long_parameter_name_that_nobody_would_type", "Ω"]

    def drawn(depth: int) -> str:
        kind = random.random()
        if depth == 0 or kind < 0.1:
            return random.choice([*q, *p, "3.25", "123456789012", "0.3333333333333333"])
        if kind < 0.45:
            return "(" + " + ".join(drawn(depth - 1) for _ in range(random.randint(2, 6))) + ")"
        if kind < 0.65:
            return "*".join(drawn(depth - 1) for _ in range(random.randint(2, 4)))
        if kind < 0.75:
            return f"({drawn(depth - 1)})/(5 + ({drawn(depth - 2 if depth > 1 else 0)})^2)"
        if kind < 0.85:
            return f"{random.choice(['sin', 'tanh', 'atan', 'abs'])}({drawn(depth - 1)})"
        if kind < 0.93:
            return f"if({drawn(1)} > 0 and {q[0]} < 3, {drawn(depth - 1)}, {drawn(0)})"
        return f"sqrt(4 + ({drawn(depth - 1)})^2)"

    deep = q[0]
    for _ in range(24):
        deep = f"sin(1/(2 + ({deep})^2))"
    text = (
        "W" * 40 + " <script>alert(1)</script> \\input{/etc/passwd} $x$ 你好 Ж % & # _ ^ ~ {} " + "word " * 40
    )
    return dalembert.model(
        title=["\\input{/etc/passwd} $ % </script> 你好", "T" * 9000][seed % 2],
        text=text,
        parameters={name: {"value": random.choice([1.5, 1e-12, 6.02214076e23]), "text": text} for name in p},
        coordinates={name: {"start": 0.1, "speed": 0.2, "text": text if seed % 2 else ""} for name in q},
        energy={
            "kinetic": {f"a_very_long_name_of_term_{x}": f"1/2*m*{x}'^2*(2 + cos({q[0]}))" for x in q},
            "potential": {"drawn": drawn(4), "deep": deep},
        },
    )


@needs_tex
@pytest.mark.parametrize("seed", range(4))
def test_an_ugly_model_stays_inside_the_page(seed: int, tmp_path: Path) -> None:
    """Names, texts and titles of any length and any letters compile, and do no harm."""
    model = ugly(seed)
    data = ReportData(
        model=model, equations=dalembert.derive(model), verdict=dalembert.check(model), source=model.text * 3
    )
    language = list(LANGUAGES)[seed]
    document = document_of(data, words_of(language))
    files = written(document, language, tmp_path)
    assert not any(r"\input{/etc" in str(body) for body in files.values())
    outcome = pdf_of(tmp_path)
    assert outcome.path is not None, outcome.why
    assert outcome.overfull == ()
    page = html_of(document, words_of(language))
    assert "<script" not in page.replace(COPY, "")
    assert balanced(page)


@needs_tex
def test_tex_reads_nothing_outside_its_folder_and_runs_nothing(tmp_path: Path) -> None:
    """A file of another folder is not read, no command is run, and the complaint of TeX is told."""
    folder = tmp_path / "own"
    folder.mkdir()
    (tmp_path / "secret.tex").write_text("secret")
    begin = r"\documentclass{article}\begin{document}"
    (folder / "report.tex").write_text(begin + r"\input{../secret}\end{document}")
    assert pdf_of(folder).path is None
    (folder / "report.tex").write_text(begin + r"\immediate\write18{touch ran}x\end{document}")
    pdf_of(folder)
    assert not (folder / "ran").exists()
    (folder / "report.tex").write_text(begin + r"\nosuchcommand\end{document}")
    outcome = pdf_of(folder)
    assert outcome.path is None
    assert "Undefined control sequence" in outcome.why


def test_without_an_engine_it_is_said_how_to_get_one(tmp_path: Path) -> None:
    """Where no engine is found there is no PDF, and a hint."""
    outcome = pdf_of(tmp_path, engines=("no-such-tex",))
    assert outcome.missing
    assert "texlive" in outcome.hint


@pytest.mark.skipif(
    program_path("lualatex") is None, reason="lualatex is not there; it comes with texlive-luatex"
)
def test_the_report_compiles_with_lualatex(tmp_path: Path) -> None:
    """The same files are good for an engine with Unicode fonts."""
    written(document_of(of_library("polar_arm"), words_of("es")), "es", tmp_path)
    outcome = pdf_of(tmp_path, engines=("lualatex",))
    assert outcome.path is not None, outcome.why
    assert outcome.overfull == ()


def test_sections_are_fragments_with_figures_by_safe_names() -> None:
    """Every section is a file that the report inputs, and a figure's file has a plain name."""
    svg, pdf = small_picture()
    odd = ReportFigure(name="../../x/θ₂ & y", title="t", caption="c", svg=svg, pdf=pdf)
    model = dalembert.read("duffing")
    data = gathered(model, figures=(odd, odd))
    files = latex_of(document_of(data, words_of("en")), words_of("en"))
    report = str(files["report.tex"])
    for name in files:
        if name.startswith("sections/"):
            assert f"\\input{{{name.removesuffix('.tex')}}}" in report
    pictures = [name for name in files if name.endswith(".pdf")]
    assert len(pictures) == 2
    assert all(re.fullmatch(r"figures/[a-z0-9-]+\.pdf", name) for name in pictures)


# -- pages -----------------------------------------------------------------------------------------------------


class _Tags(HTMLParser):
    """The open tags of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids += [str(values["id"])] if "id" in values else []
        self.links += [str(v) for k, v in attrs if k in ("src", "href", "xlink:href", "action")]
        if tag not in ("meta", "br", "hr", "img", "input", "link", "wbr"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def read_page(page: str) -> _Tags:
    """The tags of a page."""
    tags = _Tags()
    tags.feed(page)
    tags.close()
    return tags


def balanced(page: str) -> bool:
    """Whether every tag that opens closes."""
    tags = read_page(page)
    return not tags.open and not tags.wrong


@pytest.mark.parametrize("name", SHOWN)
def test_the_page_is_well_formed_and_loads_nothing(name: str) -> None:
    """Tags balance, ids are unique, links stay inside the page, and its language is told."""
    page = html_of(document_of(of_library(name), words_of("pt")), words_of("pt"))
    tags = read_page(page)
    assert not tags.open
    assert not tags.wrong
    assert len(tags.ids) == len(set(tags.ids))
    assert all(link.startswith("#") and link[1:] in tags.ids for link in tags.links)
    assert '<html lang="pt">' in page
    assert "default-src 'none'" in page


def test_only_the_script_of_the_player_may_run() -> None:
    """The policy of a page names the hash of the player's script, and no other script is allowed."""
    script = "document.title = 'x'"
    fragment = f"<div><script>{script}</script></div>"
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy(fragment)
    assert "script-src 'none'" in policy("")
    data = gathered(dalembert.read("duffing"), animation=fragment)
    page = html_of(document_of(data, words_of("en")), words_of("en"))
    assert fragment in page
    assert digest in page


def test_figures_in_a_page_keep_their_references() -> None:
    """The ids of a figure get a prefix, and so do all that refer to them; those of groups nobody names go."""
    made = inline_svg(SVG, "one-")
    assert made.startswith("<svg")
    assert set(re.findall(r'id="([^"]+)"', made)) == {"one-m0", "one-cut"}
    assert 'href="#one-m0"' in made
    assert "url(#one-cut)" in made


def test_figures_in_a_page_move_by_less_than_an_eye_sees() -> None:
    """Coordinates are rounded to a hundredth of a point; scales, powers and whole numbers stay as they are."""
    body = '<path d="M 1.23456 -0.001234\nL 10 2.5"/><use x="7.005001" transform="translate(3.14159 0) scale(0.015625)"/>'
    made = inline_svg(f"<svg>\n {body}\n</svg>", "")
    assert made == (
        '<svg><path d="M 1.23 0 L 10 2.5"/><use x="7.01" transform="translate(3.14 0) scale(0.015625)"/></svg>'
    )
