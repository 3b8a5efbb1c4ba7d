"""Frequency responses, Campbell diagrams and mode shapes are those of the closed forms and of SciPy."""

import numpy as np
import pytest
from drawn_motions import pusher
from scipy import signal
from typer.testing import CliRunner

import dalembert
from dalembert._analyse.frequency_response import frequencies_of, frequency_response
from dalembert._present.figures.bode import magnitude, phase
from dalembert._present.figures.figure_options import FigureOptions
from dalembert._present.figures.kinds import KINDS, ModelKind
from dalembert._present.figures.layout import keys_of
from dalembert._present.figures.mode_shapes import FAR
from dalembert._present.figures.records import NothingToDraw
from dalembert._present.figures.registry import figure_of_model, figures_of_model
from dalembert._words.languages import LANGUAGES, words_of
from dalembert.cli import app

EN = words_of("en")
M, C, K = 2.0, 0.8, 800.0  # of the pusher
DISC = """
title = "Laval rotor with gyroscopic disc"
[parameters]
J  = { value = 0.02, unit = "kg*m^2" }
Jp = { value = 0.03, unit = "kg*m^2" }
k  = { value = 500, unit = "N*m/rad" }
Omega = { value = 100, unit = "rpm" }
[coordinates]
a = { unit = "rad", start = 0 }
b = { unit = "rad", start = 0 }
[energy]
kinetic = "J*(a'^2 + b'^2)/2 + Jp*Omega*(a*b' - b*a')/2"
potential = "k*(a^2 + b^2)/2"
[simulate]
t_end = 0.1
"""


def curve_of(figure, panel, index=0):
    """The frequencies in rad/s and the values of a curve."""
    curve = figure.panels[panel].curves[index]
    return 2 * np.pi * curve.x, curve.y


def test_the_response_of_an_oscillator_is_that_of_its_closed_form():
    """X/F = 1/(k − m ω² + i c ω) and x'/F = i ω X/F, in magnitude and unwrapped phase."""
    figure = figure_of_model("bode", pusher(), ("F", "x", "x'"), EN)
    for index, rate in enumerate((0, 1)):
        w, decibels = curve_of(figure, 0, index)
        exact = (1j * w) ** rate / (K - M * w**2 + 1j * C * w)
        assert decibels == pytest.approx(20 * np.log10(np.abs(exact)), abs=1e-5)
        angle = curve_of(figure, 1, index)[1]
        assert angle == pytest.approx(np.degrees(np.unwrap(np.angle(exact))), abs=1e-4)
    assert figure.panels[0].x.log
    assert "equilibrium" in figure.remarks[0]


def test_the_response_of_a_random_system_is_that_of_scipy():
    """G of `frequency_response` equals scipy.signal.freqresp for stable systems of several inputs and outputs."""
    random = np.random.default_rng(3)
    for n in (1, 4, 9):
        A = random.normal(size=(n, n)) - 4 * np.eye(n)
        B, C_, D = random.normal(size=(n, 2)), random.normal(size=(3, n)), random.normal(size=(3, 2))
        w = frequencies_of(A)
        G = frequency_response(A, B, C_, D, w)
        for j in range(2):
            for i in range(3):
                exact = signal.freqresp((A, B[:, [j]], C_[[i]], D[[i], [j]].reshape(1, 1)), w)[1]
                assert G[:, i, j] == pytest.approx(exact, rel=1e-6, abs=1e-9)


def test_an_undamped_resonance_is_passed_with_a_phase_that_falls_by_half_a_turn():
    """0° below, −180° above, and no other angle between; the magnitude stays finite."""
    figure = figure_of_model("bode", pusher(0.0), ("F", "x"), EN)
    w, angle = curve_of(figure, 1)
    assert np.abs(angle[w < 0.999 * np.sqrt(K / M)]).max() < 1e-3
    assert np.abs(angle[w > 1.001 * np.sqrt(K / M)] + 180).max() < 1e-3
    assert np.isfinite(curve_of(figure, 0)[1]).all()


def test_integrators_turn_by_a_quarter_each():
    """The phase of 1/sⁿ is −90° n at every frequency, without jumps."""
    w = np.geomspace(0.1, 100, 50)
    for n in (1, 2, 3):
        A = np.diag(np.ones(n - 1), 1) if n > 1 else np.zeros((1, 1))
        B = np.eye(n)[:, [-1]]
        G = frequency_response(A, B, np.eye(n)[[0]], np.zeros((1, 1)), w)[:, 0, 0]
        assert np.degrees(np.angle(G[0])) % 360 == pytest.approx((-90 * n) % 360, abs=1e-5)
        assert np.ptp(phase(G)) < 1e-5
        assert magnitude(G) == pytest.approx(-20 * n * np.log10(w), abs=1e-6)


def test_a_response_is_in_the_units_of_the_model():
    """In mm/N the magnitude is 60 dB above that in m/N."""
    metres, millimetres = (figure_of_model("bode", pusher(C, unit), ("F", "x"), EN) for unit in ("m", "mm"))
    assert curve_of(millimetres, 0)[1] - curve_of(metres, 0)[1] == pytest.approx(60.0, abs=1e-6)
    assert "mm/N" in millimetres.panels[0].y.label.text


def test_what_does_not_respond_is_said():
    """A force on x does not move y; alone it is refused. Names are checked, models without inputs refused."""
    figure = figure_of_model("bode", pusher(), ("x", "y"), EN)
    assert len(figure.panels[0].curves) == 1
    assert any("y/F" in remark for remark in figure.remarks)
    with pytest.raises(NothingToDraw, match="do not respond"):
        figure_of_model("bode", pusher(), ("y",), EN)
    with pytest.raises(ValueError, match="did you mean `force`"):
        figure_of_model("bode", pusher(), ("forse",), EN)
    with pytest.raises(NothingToDraw, match="no inputs"):
        figure_of_model("bode", dalembert.read("sprung_rod"), (), EN)


def test_the_campbell_diagram_of_a_rotor_is_that_of_its_closed_form(tmp_path):
    """J ω² ∓ Jp Ω ω − k = 0: one whirl falls, one rises; the line 1× meets only the falling one."""
    file = tmp_path / "disc.toml"
    file.write_text(DISC)
    model = dalembert.read(file)
    rpm = np.linspace(0, 3000, 31)
    figure = figure_of_model("campbell", model, (), EN, FigureOptions(over=("Omega", tuple(rpm))))
    (panel,) = figure.panels
    omega = rpm * np.pi / 30
    half = 0.03 * omega / (2 * 0.02)
    root = np.sqrt(half**2 + 500 / 0.02)
    exact = np.sort([(root - half) / (2 * np.pi), (root + half) / (2 * np.pi)], axis=0)
    found = np.sort([panel.curves[0].y, panel.curves[1].y], axis=0)
    assert found == pytest.approx(exact, rel=1e-9)
    assert panel.curves[0].x == pytest.approx(rpm)
    assert [curve.label.text for curve in panel.curves[2:]] == ["1×", "2×"]
    assert panel.curves[2].y == pytest.approx(rpm / 60)
    assert panel.curves[3].y == pytest.approx(rpm / 30)
    assert panel.x.label.text == "Ω [rpm]"
    at = np.sqrt(500 / (0.02 + 0.03)) * 30 / np.pi  # J Ω² + Jp Ω² = k
    assert any(note.x == pytest.approx(at, rel=1e-3) for note in panel.notes)
    plain = figure_of_model("campbell", model, (), EN, FigureOptions(over=("k", (300.0, 400.0))))
    assert len(plain.panels[0].curves) == 2
    with pytest.raises(ValueError, match="--over"):
        figure_of_model("campbell", model, (), EN)


def test_mode_shapes_displace_the_points_of_the_scene():
    """The farthest point of each mode moves by a set part of the scene, and opposite ends lie about rest."""
    model = dalembert.read("sprung_rod")
    figure = figure_of_model("mode_shapes", model, (), EN)
    modes = [mode for mode in dalembert.modes(model) if mode.kind == "oscillation"]
    assert len(figure.panels) == len(modes)
    for panel, mode in zip(figure.panels, modes, strict=True):
        fixed, rest, one, other = panel.curves
        assert np.isfinite(fixed.x).sum() == 2  # the ground
        assert panel.equal
        assert np.nanmax(np.abs((one.x + other.x) / 2 - rest.x)) < 1e-9
        moved = np.hypot(one.x - rest.x, one.y - rest.y)
        size = np.ptp(fixed.x[np.isfinite(fixed.x)])  # of the ground, as wide as the points lie apart
        assert np.nanmax(moved) <= FAR * size * np.sqrt(2) * (1 + 1e-9)
        assert np.nanmax(moved) >= FAR * size * (1 - 1e-9)
        assert f"{mode.hz:.4g} Hz" in keys_of(panel)[0].label.text


def test_masses_of_a_mode_shape_are_blocks_and_diagrams_have_bars():
    """The mass on its spring is a block of its size, moved along x; charges of a circuit have no place."""
    model = dalembert.read("mass_and_wall")
    (panel,) = figure_of_model("mode_shapes", model, (), EN).panels
    _, rest, one, other = panel.curves
    block = slice(-6, -1)
    assert np.ptp(rest.x[block]) == pytest.approx(0.05)
    assert np.ptp(rest.y[block]) == pytest.approx(0.06)
    assert one.x[block] - rest.x[block] == pytest.approx(-(other.x[block] - rest.x[block]))
    assert np.abs(one.x[block] - rest.x[block]) == pytest.approx(FAR * 0.4)
    circuit = figure_of_model("mode_shapes", dalembert.read("electro_mechanical"), ("1",), EN)
    assert [panel.equal for panel in circuit.panels] == [False]


def test_mode_shapes_without_a_scene_are_bars():
    """Bars are the components; two colours where the shape is complex; a mode is asked for by its number."""
    figure = figure_of_model("mode_shapes", pusher(0.0), (), EN)
    assert len(figure.panels) == 2
    for panel in figure.panels:
        assert [label.text for _, label in panel.x.ticks] == ["x", "y"]
        assert np.nanmax(np.abs(panel.curves[0].y)) == pytest.approx(1.0)
    assert len(figure_of_model("mode_shapes", pusher(0.0), ("2",), EN).panels) == 1
    with pytest.raises(ValueError, match="from 1 to 2"):
        figure_of_model("mode_shapes", pusher(0.0), ("3",), EN)


def test_mode_shapes_of_solids_in_space_are_bars():
    """A disc on gimbals has points but no lines: nothing of its scene would be seen."""
    model = dalembert.model(
        bodies={
            "space": 3,
            "gravity": [0, 0, -9.81],
            "ring": {"mass": 1, "inertia": [0.03, 0.04, 0.05]},
            "rotor": {"mass": 2, "shape": {"cylinder": [0.3, 0.1]}, "centre": [0, 0, -0.1]},
        },
        joints={
            "A": {"kind": "pin", "between": ["ground", "ring"], "axis": "y", "coordinate": "a"},
            "B": {"kind": "pin", "between": ["ring", "rotor"], "axis": "x", "coordinate": "b"},
        },
    )
    figure = figure_of_model("mode_shapes", model, (), EN)
    assert len(figure.panels) == 2
    assert [[label.text for _, label in panel.x.ticks] for panel in figure.panels] == [["a", "b"]] * 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_of_models_have_words_in_every_language(language):
    """A report of a model with inputs has its response and its mode shapes, in words of its language."""
    words = words_of(language)
    modes = dalembert.modes(pusher())
    found = {figure.kind: figure for figure in figures_of_model(pusher(), words, modes)}
    assert set(found) == {"bode", "mode_shapes"}
    assert found["bode"].title == words("figure_bode_title", about="Oscillator")
    assert {name for name, kind in KINDS.items() if isinstance(kind, ModelKind)} == {*found, "campbell"}


def test_the_command_draws_without_a_run(tmp_path, monkeypatch):
    """`plot MODEL bode` and `campbell` need no motion; options of other kinds are refused."""
    monkeypatch.chdir(tmp_path)
    dalembert.write(pusher(), "pusher.toml")
    for command in (
        ["bode", "F", "x", "--lowest", "0.1", "--highest", "50"],
        ["campbell", "--over", "k=100:900:5"],
        ["mode_shapes", "--at", "equilibrium"],
    ):
        done = CliRunner().invoke(app, ["plot", "pusher.toml", *command])
        assert done.exit_code == 0, done.output
        assert (tmp_path / f"{command[0]}.svg").is_file()
    refused = CliRunner().invoke(app, ["plot", "pusher.toml", "histories", "--over", "k=1:2:3"])
    assert refused.exit_code == 2
    with pytest.raises(ValueError, match="needs a motion"):
        dalembert.plot(pusher(), "energy")


def test_outputs_of_accelerations_are_left_out_of_responses():
    """A report draws the other outputs; by name, a letter says why an output is missing and what to type."""
    felt = dalembert.model(
        parameters={"m": 2, "k": 50, "F0": 1},
        coordinates={"x": {"start": 0}},
        energy={"kinetic": "m*x'^2/2", "potential": "k*x^2/2"},
        inputs={"F": "F0*sin(t)"},
        work={"x": "F"},
        outputs={"felt": "x''", "spring": "k*x"},
    )
    figure = figures_of_model(felt, EN, dalembert.modes(felt))[0]
    assert [curve.label.text for curve in figure.panels[0].curves] == ["spring/F"]
    with pytest.raises(ValueError, match="the acceleration of a coordinate is drawn as x''"):
        figure_of_model("bode", felt, ("felt",), EN)
    assert figure_of_model("bode", felt, ("x''",), EN).kind == "bode"


def test_inputs_that_prescribe_a_motion_have_no_response():
    """Where the only input moves a constraint, there is nothing to draw, and a letter says so."""
    shaken = dalembert.model(
        parameters={"m": 2, "k": 50},
        coordinates={"x": {"start": 0}, "b": {}},
        energy={"kinetic": "m*x'^2/2", "potential": "k*(x - b)^2/2"},
        inputs={"h": "sin(t)"},
        constraints={"displacement": {"base": "b - h"}},
    )
    with pytest.raises(NothingToDraw, match="every input prescribes a motion"):
        figure_of_model("bode", shaken, (), EN)
    with pytest.raises(ValueError, match="the input `h` prescribes a motion"):
        figure_of_model("bode", shaken, ("h",), EN)
