"""Messages: each has words in every language, with its blanks, and there are no other sentences."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import dalembert
from dalembert import library
from dalembert._expression.source import reason_of
from dalembert._simulate.evidence import Evidence
from dalembert._simulate.outcome import failure
from dalembert._simulate.trajectory import End
from dalembert._words import pt_br
from dalembert._words.languages import LANGUAGES, words, words_of
from dalembert._words.message import Message, Name, Quantity, Symbol, blanks, in_turn, pieces, say
from dalembert._words.message_data import message_of, plain

ROOT = Path(dalembert.__file__).parent
ENGLISH = words_of("en").messages
OTHERS = [code for code in LANGUAGES if code != "en"]
EVERY = [f"{system.name}:3" if system.size else system.name for system in library.SYSTEMS]
OF_PAGES = (
    "report_",
    "exercise_",
    "result_",
    "figure_",
    "animation_",
    "language_",
)  # keys of words that are no messages of the engine
SAME = {  # templates that are the same words in another language
    "de": {"report_column_name", "report_elimination", "report_status"},
    "es": set(),
    "pt": set(),
    "pt-BR": set(),
}


def letters(template: str) -> str:
    """What a template says besides its blanks."""
    return "".join(c for literal, *_ in Formatter().parse(template) for c in literal if c.isalpha())


# -- catalogues --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_is_translated_with_its_blanks(language: str) -> None:
    """A language has the same keys as English, with the same blanks, in other words."""
    own = words_of(language).messages
    assert set(own) == set(ENGLISH)
    assert {key: blanks(text) for key, text in own.items()} == {
        key: blanks(text) for key, text in ENGLISH.items()
    }
    told = {key for key in own if letters(ENGLISH[key]) and not key.startswith(("figure_", "animation_"))}
    assert {key for key in told if own[key] == ENGLISH[key]} == SAME[language]


def test_brazilian_is_portuguese_in_other_words() -> None:
    """Both Portuguese catalogues have the same keys; none of the words that Brazil spells otherwise is left."""
    european, brazilian = words_of("pt").messages, words_of("pt-BR").messages
    assert set(european) == set(brazilian)
    assert sum(european[key] != brazilian[key] for key in european) > 40
    assert not any(word in text for text in brazilian.values() for word in pt_br.WORDS)


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "pt-BR"])
def test_no_catalogue_holds_a_key_twice_or_is_long(language: str) -> None:
    """The files of a language hold different keys, and none has more than 600 lines."""
    keys: list[str] = []
    for path in (ROOT / "_words" / language).glob("*.py"):
        if path.name == "library.py":  # whose keys are the English texts
            continue
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") < 600
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Dict):
                keys += [key.value for key in node.keys if isinstance(key, ast.Constant)]
    assert sorted(keys) == sorted(words_of(language).messages)


def said_in_source() -> Iterator[tuple[str, str, set[str], bool]]:
    """Where the source says something: its place, the key, the blanks that are filled, and if that is all."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                key, place = node.args[0], f"{path.relative_to(ROOT)}:{node.lineno}"
                parts = (key.body, key.orelse) if isinstance(key, ast.IfExp) else (key,)
                filled = {one.arg for one in node.keywords if one.arg is not None}
                for part in parts:
                    if isinstance(part, ast.Constant):
                        yield place, part.value, filled, all(one.arg for one in node.keywords)
                    else:
                        assert path.parent.name == "_words", f"{place}: the key is not written out"


def test_whatever_the_source_says_has_its_template_and_all_its_blanks() -> None:
    """Each `say("key", …)` names a template of the catalogues and fills exactly its blanks; none is left over."""
    used = set()
    for place, key, filled, whole in said_in_source():
        wanted = set(blanks(ENGLISH[key]))
        assert filled == wanted if whole else filled <= wanted, place
        used.add(key)
    assert {key for key in ENGLISH if not key.startswith(OF_PAGES)} <= used


def test_templates_hold_no_marks_of_a_terminal() -> None:
    """Backticks and numbers with powers of ten are values, so that a page can set them."""
    for catalogue in (words_of(language).messages for language in LANGUAGES):
        for key, text in catalogue.items():
            assert "`" not in text, key
            assert not re.search(r"\de[+-]?\d", text), key


# -- what the engine says ----------------------------------------------------------------------------------


def inside(said: Message) -> Iterator[Message]:
    """A message and those inside it."""
    waiting: list[object] = [said]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += one
        elif isinstance(one, Message):
            yield one
            waiting += [value for _, value in one.values]


def of_system(name: str) -> Iterator[Message]:
    """Everything the engine says about a system, short runs being enough."""
    model = dalembert.read(name)
    equations = dalembert.derive(model)
    for quantity in dalembert.conserved(equations):
        yield from (quantity.title, quantity.why)
    if len(model.coordinates) <= 12:
        elimination = dalembert.eliminate(equations)
        yield from (step.why for step in elimination.steps)
        yield from () if elimination.why is None else (elimination.why,)
    yield from dalembert.form_of(equations, "mcg").remarks
    yield from dalembert.form_of(equations, "state").remarks
    try:
        equilibria = dalembert.equilibrium(model, starts=8)
        yield from (equilibria.message, *equilibria.remarks)
        yield from (one.sentence for one in equilibria)
        modes = dalembert.modes(model)
        yield from (modes.point.about, *modes.remarks)
    except dalembert.ModelError as error:
        yield reason_of(error)
    try:
        short = 0.001 * (model.simulate.t_end or 1.0)
        motion = dalembert.simulate(model, t_end=short, samples=5)
        yield from (motion.message, *motion.moved, *motion.remarks)
    except dalembert.ModelError as error:
        yield reason_of(error)


@pytest.mark.parametrize(
    "name",
    [*EVERY[::3], *(pytest.param(one, marks=pytest.mark.soak) for one in EVERY if one not in EVERY[::3])],
)
def test_no_sentence_of_the_engine_stays_english(name: str) -> None:
    """Whatever the engine says about a library system is a message with words in every language."""
    for said in of_system(name):
        assert all(one.key != "in_english" for one in inside(said)), said
        english = str(said)
        for language in OTHERS:
            told = words(said, language)
            assert told != english or not letters(ENGLISH[said.key])
            for run in re.findall(r"(?=(\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b))", english):
                assert run not in told, told
        assert message_of(plain(said)) == said


FAILED = [
    end for end in End if end not in (End.done, End.stopped, End.interrupted, End.event)
]  # its own words


@pytest.mark.parametrize("end", FAILED)
@pytest.mark.parametrize("entry", ["", "x'"])
@pytest.mark.parametrize("stiff", [0.0, 1.0])
@pytest.mark.parametrize("switch", ["", "sign(x')"])
def test_every_failure_has_its_words(end: End, entry: str, stiff: float, switch: str) -> None:
    """However a run fails, and whatever was seen there, its sentence can be told in every language."""
    said = failure(end, Evidence(t=1.25, entry=entry, held_back=stiff, switch=switch))
    assert str(said).startswith("stopped at t = 1.25 s: ")
    apart = [language for language in LANGUAGES if language != "pt-BR"]  # which may agree with pt
    assert len({words(said, language) for language in apart}) == len(apart)
    assert words(said, "pt-BR")


# -- records -----------------------------------------------------------------------------------------------


def test_a_message_is_its_english_sentence_as_text() -> None:
    """Names stand in backticks, symbols bare, numbers with their digits, lists with commas."""
    seen = say(
        "seen_dependent", names=(Name("a"), Name("b")), now=Quantity(1.26e-7, 1), start=Quantity(1 / 3, 2)
    )
    assert str(seen) == "`a`, `b` become dependent (1e-07, at the start 0.33)"
    assert str(say("start_moved", name=Symbol("x'"), by=Quantity(-2e-9, 1, "e"))) == "x' by -2.0e-09"
    assert str(say("seen_stiff", part=46)).startswith("stability limits 46% of the steps")
    assert "become dependent" in seen
    assert "vanish" not in seen
    assert seen["names"] == (Name("a"), Name("b"))


def test_messages_in_turn_are_one() -> None:
    """Several messages are told one after another, with semicolons."""
    three = [say("seen_switch", name=Name(name)) for name in "abc"]
    assert str(in_turn(three)) == "`a` switches; `b` switches; `c` switches"
    assert in_turn(three[:1]) == three[0]


def test_values_are_kept_apart_from_words() -> None:
    """What is in a value is never read as a template, and comes out as what it was."""
    name = Name("{t} `x` {name}")
    found = list(pieces(say("seen_switch", name=name), words_of("de").messages))
    assert name in found
    assert words(say("seen_switch", name=name), "de") == "`{t} `x` {name}` schaltet um"


@pytest.mark.parametrize("data", [{}, [], "x", {"key": "run_error"}, {"key": "nothing", "values": {}}])
def test_what_is_no_message_is_refused(data: object) -> None:
    """Data that hold no key of the catalogues with all its blanks are no message."""
    with pytest.raises(ValueError, match="no message"):
        message_of(data)


def test_a_language_that_is_none_is_refused() -> None:
    """The letter names the languages there are."""
    with pytest.raises(ValueError, match="en, de, es, pt"):
        words_of("fr")


@pytest.mark.parametrize(("digits", "style"), [(18, "g"), (-1, "g"), (6, "d"), (0, "%"), (6, "")])
def test_only_known_formats_are_shown(digits: int, style: str) -> None:
    """A number has 0 to 17 digits in one of two styles."""
    with pytest.raises(ValueError, match="cannot be shown"):
        Quantity(1.0, digits, style)
