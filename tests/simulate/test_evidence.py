"""The cause that a failed run gives is the one that the system was built with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import dalembert
from dalembert._simulate.evidence import Evidence, causes
from dalembert._simulate.outcome import failure
from dalembert._simulate.trajectory import End
from dalembert._words.languages import words as words_in

SEEDS = range(4)
NONE = Evidence(t=1.0, between=2e-16)


def particle(kinetic: str, potential: str = "0*x", work: str = "0*x", **more: Any) -> dalembert.Model:
    """A coordinate x that starts at 1 with speed −1."""
    sections = {
        "coordinates": {"x": {"start": 1.0, "speed": -1.0}},
        "energy": {"kinetic": kinetic, "potential": potential},
        "work": {"x": work},
    }
    return dalembert.model(**(sections | more))


def message(model: dalembert.Model, t_end: float = 3.0) -> str:
    """What a run says that cannot go on."""
    motion = dalembert.simulate(model, t_end=t_end, samples=200)
    assert motion.status == "failed", motion.message
    return str(motion.message)


# -- systems with a known cause -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_a_mass_matrix_that_becomes_singular_is_named(seed: int) -> None:
    """Where the inertia of one coordinate goes to zero at a place, that coordinate's inertia is the cause."""
    random = np.random.default_rng(seed)
    c, m = random.uniform(-0.5, 0.5), random.uniform(0.5, 2)
    model = particle(
        f"1/2*(x - ({c:.4f}))^2*x'^2 + 1/2*{m:.4f}*y'^2",
        coordinates={"x": {"start": 1.0, "speed": -1.0}, "y": {"start": 0.0, "speed": 0.1}},
    )
    said_there = message(model)
    assert "the inertia along `x` vanishes" in said_there
    assert "switches" not in said_there
    assert "friction" not in said_there


@pytest.mark.parametrize("seed", SEEDS)
def test_a_blow_up_in_finite_time_is_a_runaway(seed: int) -> None:
    """X'' = a x^p with p > 1 leaves in finite time: `x` or `x'` diverges, and nothing else is blamed."""
    random = np.random.default_rng(seed)
    a, p = random.uniform(1, 3), int(random.integers(2, 5))
    model = particle("1/2*x'^2", work=f"{a:.3f}*x^{p}", coordinates={"x": {"start": 1.0, "speed": 1.0}})
    said_there = message(model, 10.0)
    assert "diverges" in said_there
    assert "`x" in said_there
    assert "vanishes" not in said_there
    state = particle("1/2*x'^2", states={"s": {"rate": f"{a:.3f}*s^{p}", "start": 1.0}})
    assert "`s` diverges" in message(state, 10.0)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_divisor_or_root_that_ends_is_quoted(seed: int) -> None:
    """A force with a pole, or with a root of something that becomes negative, quotes what the user wrote."""
    c = round(np.random.default_rng(seed).uniform(0.1, 0.5), 4)
    pole = particle("1/2*x'^2", potential=f"-1/(x - {c})")
    assert f"the divisor `x - {c}` tends to zero" in message(pole)
    root = particle("1/2*x'^2", work=f"sqrt(x - {c})/10")
    assert f"`sqrt(x - {c})` is not defined beyond this point" in message(root)
    power = particle("1/2*x'^2", potential="2/3*x^(3/2)")
    assert "`x^(3/2)` is not defined beyond this point" in message(power, 5.0)


@pytest.mark.parametrize("method", ["rk853", "rk54", "radau"])
def test_what_is_emptied_through_a_root_stays_empty(method: str) -> None:
    """The level z' = −√z is (1 − t/2)², then 0: as written the run ends when it is empty, with max(z, 0) not."""
    ended = dalembert.simulate(tank("sqrt(z)"), t_end=3, method=method)
    assert ended.status == "failed"
    assert "write max(…, 0)" in ended.message
    assert ended.t[-1] == pytest.approx(2, abs=1e-5)
    for rate in ("sqrt(max(z, 0))", "sqrt(abs(z))*sign(z)"):
        motion = dalembert.simulate(tank(rate), t_end=3, method=method)
        error = np.abs(motion.s[:, 0] - np.maximum(1 - motion.t / 2, 0) ** 2)
        assert motion.status == "ok"
        assert error.max() <= 3 * motion.accuracy.achieved  # the bar of the referee


def tank(outflow: str) -> dalembert.Model:
    """A tank whose level falls with some outflow."""
    return particle("1/2*x'^2", states={"z": {"rate": f"-{outflow}", "start": 1}})


def test_constraints_that_lose_their_gradient_are_named() -> None:
    """At a cusp of its curve a constraint has no gradient: it is named, and no friction is blamed."""
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": -1}, "y": {"guess": 1}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)"},
        constraints={"displacement": {"cusp": "y^2 - x^3"}},
    )
    assert "the gradient of `cusp` vanishes" in message(model)


def test_dry_friction_beside_a_massless_coordinate_is_a_switch() -> None:
    """A body that sticks where a run cannot hold it quotes the sign that switches there."""
    model = dalembert.model(
        coordinates={"x": {"start": 1.0, "speed": 0.0}, "z": {"guess": 0.0}},
        energy={
            "kinetic": "1/2*x'^2",
            "potential": "2*(x - z)^2 + 1/2*z^2",
            "dissipation": "1/2*z'^2",
        },
        work={"x": "-0.45*sign(x')"},
    )
    assert message(model, 6.0).endswith("seen there: `sign(x')` switches")


def test_an_effort_law_that_folds_back_is_named() -> None:
    """Where e² = x comes to x = 0 the equations determine `e` no more, and that is what is said."""
    model = particle(
        "1/2*x'^2", work="-e/10", efforts={"e": {"guess": 1.0}}, constraints={"effort": {"law": "e^2 - x"}}
    )
    assert "the equations no longer determine" in message(model)
    assert "`e`" in message(model)


# -- from measurements to words ---------------------------------------------------------------------------------


def test_nothing_is_said_that_was_not_seen() -> None:
    """Without evidence no cause is given, and the sentence says so."""
    for end in (End.underflow, End.chattering, End.singular, End.not_finite, End.off):
        text = failure(end, NONE)
        assert "the cause is not apparent" in text
        assert "likely" not in text


@pytest.mark.parametrize(
    ("evidence", "words"),
    [
        ({"switch": "sign(x')"}, "`sign(x')` switches"),
        ({"inertia": (1.0, 1e-12), "light": ("x", "y")}, "the inertia along `x`, `y` vanishes"),
        ({"independence": (0.5, 1e-11), "related": ("a", "b")}, "`a`, `b` become dependent"),
        ({"independence": (0.5, 1e-11), "related": ("a",)}, "the gradient of `a` vanishes"),
        (
            {"determination": (0.5, 1e-7), "undetermined": ("e",)},
            "the equations no longer determine `e`",
        ),
        ({"divisor": ("x - 1", 1e-12)}, "the divisor `x - 1` tends to zero"),
        ({"root": ("sqrt(x)", 1e-30)}, "if it is to stay there, write max(…, 0) for the argument"),
        ({"ending": ("log(x)", -1e-17)}, "`log(x)` is not defined beyond this point"),
        ({"runaway": ("x", 1e20, 1e-12)}, "`x` diverges"),
        ({"between": 1e-11, "fastest": 1e-9}, "double precision resolves time only to 1e-11 s there"),
        ({"held_back": 0.4}, "stability limits 40% of the steps"),
    ],
)
def test_each_measurement_has_its_words(evidence: dict[str, Any], words: str) -> None:
    """What was measured is said, in every language of the report, and alone."""
    seen = replace(NONE, entry="x", **evidence)
    assert len(causes(seen)) == 1
    assert words in causes(seen)[0]
    for end in (End.underflow, End.chattering, End.singular, End.not_finite, End.off):
        text = failure(end, seen)
        assert str(text).endswith(str(causes(seen)[0]))
        for language in ("de", "es", "pt"):
            assert words_in(text, language) != str(text)


def test_regular_measurements_are_no_cause() -> None:
    """Inertia and constraints that are as regular as at the start are not blamed."""
    fine = replace(NONE, inertia=(1e-2, 2e-3), light=("x",), independence=(0.3, 0.2), related=("a",))
    assert not causes(fine)
    both = replace(NONE, switch="abs(x)", held_back=0.3)
    assert len(causes(both)) == 2
    assert words_in(failure(End.chattering, both), "de").endswith(
        "`abs(x)` schaltet um; " + words_in(causes(both)[1], "de")
    )


def test_what_is_next_to_nothing_does_not_diverge() -> None:
    """A state that begins to rise from 0 as exp(-10^16 (x - a)^2) is 1e-282 when its run ends: no divergence."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 1}},
        energy={"kinetic": "1/2*x'^2"},
        states={"s": {"rate": "exp(-((x - 1.23456789)/1e-9)^2)/1e-9", "start": 0}},
        simulate={"t_end": 3, "samples": 100, "rtol": 1e-9},
    )
    motion = dalembert.simulate(model)
    assert "`s` diverges" not in str(motion.message)
    if motion.status in ("ok", "limited"):
        assert motion.s[-1, 0] == pytest.approx(np.sqrt(np.pi), rel=1e-5)
