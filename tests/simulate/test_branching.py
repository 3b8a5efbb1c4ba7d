"""A motion that is not unique is never claimed to be accurate beyond the state where it branches."""

from pathlib import Path

import pytest

import dalembert

STATE = "format = 1\n[states]\nw = { start = %s, rate = '%s' }\n[simulate]\nt_end = %s\nsamples = 40\n"
MASS = (
    "format = 1\n[parameters]\nm = 1\n"
    "[coordinates]\nx = { start = %s, speed = %s }\n"
    "[energy.kinetic]\nT = \"m*x'^2/2\"\n[energy.potential]\nV = '%s'\n"
    "[simulate]\nt_end = %s\nsamples = 40\n"
)


def simulate(text: str, folder: Path, rtol: float) -> dalembert.Motion:
    """The motion of a model that is written as a file."""
    path = folder / "root.toml"
    path.write_text(text)
    return dalembert.simulate(path, rtol=rtol)


@pytest.mark.parametrize("rtol", [1e-5, 1e-9])
@pytest.mark.parametrize(
    ("text", "t", "root"),
    [
        (STATE % ("-1", "sqrt(abs(w))", "4"), 2.0, "sqrt(abs(w))"),
        (STATE % ("1", "-sqrt(abs(w))", "3"), 2.0, "sqrt(abs(w))"),
        (STATE % ("-1", "3*abs(w)^(2/3)", "2"), 1.0, "abs(w)^(2/3)"),
        (STATE % ("0", "sqrt(w)", "2"), 0.0, "sqrt(w)"),
        (STATE % ("-1", "sqrt(sqrt(abs(w))^2)", "4"), 2.0, "sqrt(abs(w))"),
        (MASS % ("0", "0", "-2*x^(3/2)/3", "2"), 0.0, "x^(3/2)"),
    ],
    ids=["rising", "falling", "two thirds", "start", "in a distance", "Norton's dome"],
)
def test_a_motion_that_branches_is_limited(
    text: str, t: float, root: str, rtol: float, tmp_path: Path
) -> None:
    """Where rates have an infinite slope that drives motions apart, the claim ends, and the root is named."""
    motion = simulate(text, tmp_path, rtol)
    assert motion.status == "limited"
    assert motion.accuracy.until is not None
    assert motion.accuracy.until == pytest.approx(t, abs=1e-2)
    assert f"`{root}`" in str(motion.message)


@pytest.mark.parametrize(
    "text",
    [
        STATE % ("1", "-sqrt(max(w, 0))", "4"),
        STATE % ("1", "-1 - sqrt(abs(w))", "2"),
        STATE % ("0", "sqrt(w^2 + 1)", "1"),
        STATE % ("0", "sqrt(w^2)", "1"),
        MASS % ("1", "0", "x^2/2 - abs(x)^(3/2)/10", "5"),
    ],
    ids=["empties", "passes", "positive", "bounded slope", "swings through"],
)
def test_a_unique_motion_is_as_before(text: str, tmp_path: Path) -> None:
    """A root that empties a tank, is passed with a rate, or has bounded slopes costs no claim."""
    motion = simulate(text, tmp_path, 1e-6)
    assert motion.status == "ok", motion.message


@pytest.mark.parametrize("rtol", [1e-6, 1e-10, 1e-13])
def test_friction_by_a_root_stops_a_motion_for_good(rtol: float) -> None:
    """Friction −sign(x') √|x'| stops it at 2 √v: on either side of the stop disturbances die away."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 1}},
        energy={"kinetic": "1/2*x'^2"},
        work={"x": "-sign(x')*sqrt(abs(x'))"},
    )
    motion = dalembert.simulate(model, t_end=4, rtol=rtol, samples=200)
    assert motion.status == "ok", motion.message
    assert motion["x"][-1] == pytest.approx(2 / 3, abs=rtol)


def test_time_steps_pass_over_roots() -> None:
    """A run in time steps claims no error, and is not searched for roots."""
    motion = dalembert.simulate("pad_on_spring_mat", method="moreau", dt=1e-3, t_end=0.01, samples=2)
    assert motion.status == "ok"
