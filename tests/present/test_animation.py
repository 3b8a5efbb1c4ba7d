"""Pictures, drawings, pages and films: geometry follows the mechanics, numbers survive, text is harmless."""

import base64
import io
import json
import re
from dataclasses import replace
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

import dalembert
from dalembert import library
from dalembert._present.animation import film
from dalembert._present.animation.animation import Animation
from dalembert._present.animation.camera import view
from dalembert._present.animation.frame_drawing import drawing_of
from dalembert._present.animation.label_places import extent
from dalembert._present.animation.making import picture_of
from dalembert._present.animation.player import fragment, fragment_assets, note_on_speed, player
from dalembert._present.animation.primitives import COLOURS, Line, Polygon, Text
from dalembert._present.animation.still import WIDER, still, still_shapes
from dalembert._words.languages import LANGUAGES, words_of

WORDS = words_of("en")
SHORT = {
    "bricard": 0.01,
    "rocking_block": 1.0,
    "blending_tank": 50,
    "elastic_beam:3": 0.5,
    "drive_train": 0.1,
}  # seconds of a run
CONTACT: set[str] = set()
ILL_POSED = {"blending_tank_printed", "pneumatic_positioner_printed"}
NAMES = [f"{s.name}:3" if s.size else s.name for s in library.SYSTEMS]
RUNNING = [name for name in NAMES if name not in CONTACT | ILL_POSED]
DRAWN = [name for name in RUNNING if dalembert.read(name).scene]
# Displacements are drawn larger than they are, or blades are seen from the side: links seem to change
ENLARGED = {"sprung_rod", "electro_mechanical", "pneumatic_positioner", "blending_tank"}


@cache
def picture(name):
    """The picture of a short run of a library system."""
    return picture_of(dalembert.simulate(name, samples=60, t_end=SHORT.get(name)))


@cache
def bare(name):
    """The picture of a short run of a library system without its scene."""
    motion = dalembert.simulate(name, samples=60, t_end=SHORT.get(name))
    return picture_of(replace(motion, model=replace(motion.model, scene=())))


def oscillator(scene, **sections):
    """The picture of a mass on a spring with a scene."""
    model = dalembert.model(
        **{
            "title": "Oscillator",
            "parameters": {"m": 1, "k": 40},
            "coordinates": {"x": {"unit": "m", "start": 0.1, "speed": 0}},
            "energy": {"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
            "simulate": {"t_end": 2, "samples": 50},
            "scene": scene,
            **sections,
        }
    )
    return picture_of(dalembert.simulate(model))


# -- scenes of the library -------------------------------------------------------------------------


def test_every_system_has_a_scene():
    """Mechanisms, circuits and fluids of the library are drawn as what they are, not as gauges."""
    assert RUNNING == DRAWN


@pytest.mark.parametrize("name", DRAWN)
def test_links_keep_their_lengths(name):
    """The drawing of a rigid link does not stretch along the motion: points obey the constraints."""
    own = picture(name)
    for link in (shape for shape in own.shapes if shape.kind == "link" and name not in ENLARGED):
        for a, b in pairwise(link.points):
            lengths = np.linalg.norm(own.points[:, a] - own.points[:, b], axis=1)
            assert np.ptp(lengths) <= 1e-7 * lengths.max()
    assert np.isfinite(own.points).all()


def place(own, name):
    """The path of a point."""
    return own.points[:, own.names.index(name)]


def wheel(own, i):
    """The numbers of a wheel or disc."""
    return [shape for shape in own.shapes if shape.kind in ("wheel", "plate")][i].values


def test_gears_roll_on_one_another():
    """Meshing gears touch, and their rims go the same way at the point of contact."""
    own = picture("drive_train")
    for a, b, here, there in ((1, 2, "C2", "C3"), (3, 4, "C4", "C5")):
        one, other = wheel(own, a), wheel(own, b)
        distance = place(own, there)[:, 0] - place(own, here)[:, 0]
        assert distance == pytest.approx(one["radius"] + other["radius"])
        assert one["radius"] * one["angle"] == pytest.approx(-other["radius"] * other["angle"])


def test_the_disc_rolls_on_its_point_of_contact():
    """The point of contact lies on the rim: one radius from the centre, square to the axis."""
    own = picture("rolling_disc")
    values = wheel(own, 0)
    down = place(own, "P") - place(own, "G")
    axis = np.stack([values[f"axis_{k}"] for k in "xyz"], axis=1)
    assert np.linalg.norm(down, axis=1) == pytest.approx(values["radius"])
    assert np.sum(down * axis, axis=1) == pytest.approx(0, abs=1e-12)


def test_the_top_is_a_disc_on_its_axis():
    """The drawn radius of the top is square to its axis and as long as its disc."""
    own = picture("heavy_top")
    spoke, axis = place(own, "R") - place(own, "G"), place(own, "G") - place(own, "O")
    assert np.linalg.norm(spoke, axis=1) == pytest.approx(wheel(own, 0)["radius"])
    assert np.sum(spoke * axis, axis=1) == pytest.approx(0, abs=1e-9)


def test_the_spring_of_the_slider_crank_is_as_long_as_it_is():
    """The drawn spring has the length that the model computes."""
    motion = dalembert.simulate("slider_crank", samples=60)
    own = picture_of(motion)
    length = np.linalg.norm(place(own, "C") - place(own, "D"), axis=1)
    assert length == pytest.approx(motion["length"])


# -- pictures --------------------------------------------------------------------------------------


def test_axes_point_where_the_view_says():
    """With x down, a point along x is drawn below the origin, and angles grow from x towards y."""
    scene = {
        "points": {"O": [0, 0], "A": [1, 0], "B": [0, 1]},
        "wheels": [{"at": "O", "radius": 1, "angle": "pi/2"}],
        "view": {"x": "down"},
    }
    own = oscillator(scene)
    assert place(own, "A")[0] == pytest.approx([0, -1])
    assert place(own, "B")[0] == pytest.approx([1, 0])
    angle = wheel(own, 0)["angle"][0]
    assert (np.cos(angle), np.sin(angle)) == pytest.approx((1, 0))  # a quarter turn from x is y


def test_a_picture_seen_from_behind_turns_the_other_way():
    """Where x points left and y up, wheels turn clockwise on the screen for growing angles."""
    scene = {
        "points": {"O": [0, 0]},
        "wheels": [{"at": "O", "radius": 1, "angle": "t"}],
        "view": {"x": "left", "y": "up"},
    }
    angle = wheel(oscillator(scene), 0)["angle"]
    assert np.diff(angle) == pytest.approx(-np.diff(np.linspace(0, 2, 51)))


@pytest.mark.parametrize("up", ["x", "y", "z", "-x", "-y", "-z"])
def test_the_axis_that_is_up_is_up(up):
    """In space the named axis points up, and right hands stay right hands."""
    points = {"O": [0, 0, 0], "x": [1, 0, 0], "y": [0, 1, 0], "z": [0, 0, 1]}
    own = oscillator({"points": points, "view": {"up": up}})
    x, y, z = (place(own, name)[0] for name in "xyz")
    assert place(own, up[-1])[0] * (-1 if up[0] == "-" else 1) == pytest.approx([0, 0, 1])
    assert np.cross(x, y) == pytest.approx(z)


@pytest.mark.parametrize(
    ("duration", "speed"), [(1e-3, 1e-4), (0.03, 2e-3), (1.5, 1), (5, 1), (60, 1), (2000, 200), (1e5, 1e4)]
)
def test_any_run_can_be_watched(duration, speed):
    """A run of some seconds is shown as it is, any other in about ten seconds, and the page says so."""
    own = oscillator(
        {"points": {"A": ["x", 0]}},
        parameters={"m": 1, "k": 40 / duration**2},
        simulate={"t_end": duration, "samples": 20},
    )
    assert own.speed == pytest.approx(speed)
    assert 1 < own.duration / own.speed <= 60
    said = note_on_speed(own, WORDS)
    factor = f"{max(speed, 1 / speed):.3g}"
    assert "real time" in said if speed == 1 else f"{factor} times" in said


def test_frames_are_rows_of_the_motion():
    """A picture of many rows has at most 1200 frames, each of them computed, the first and last included."""
    motion = dalembert.simulate("cartesian_pendulum", samples=5000)
    own = picture_of(motion)
    assert len(own.times) <= 1200
    assert (own.times[0], own.times[-1]) == (motion.t[0], motion.t[-1])
    rows = np.searchsorted(motion.t, own.times)
    assert (motion.t[rows] == own.times).all()
    assert (place(own, "P") == motion.q[rows]).all()


def test_what_has_no_scene_is_shown_by_kind():
    """Angles become dials, lengths sliders, the rest gauges; each goes from its least to its largest value."""
    own = bare("pneumatic_positioner")
    kinds = {one.text: one.kind for one in own.panels}
    assert own.automatic
    assert {kinds[name] for name in "uyz"} == {"slider"}
    assert kinds["θ"] == "dial"
    assert kinds["V₁"] == kinds["q₀"] == kinds["P₂"] == "gauge"
    for one in own.panels:
        assert one.low <= np.nanmin(one.values) + 1e-9 * abs(one.high)
        assert one.high >= np.nanmax(one.values) - 1e-9 * abs(one.low)


def test_outputs_in_pairs_are_points():
    """Without a scene, outputs tip_x and tip_y are a point that leaves a trace."""
    own = oscillator({}, outputs={"tip_x": "x", "tip_y": "2*x", "other": "3*x"})
    assert own.names == ("tip",)
    assert place(own, "tip")[:, 1] == pytest.approx(2 * place(own, "tip")[:, 0])
    assert [shape.kind for shape in own.shapes] == ["trace", "disc"]
    assert [one.text for one in own.panels] == ["x", "other"]


def test_outputs_of_forces_and_accelerations_stand_in_no_way_of_a_drawing():
    """They are no functions of the state alone: the others are shown, and it is said that one is not."""
    own = oscillator({}, outputs={"felt": "x''", "double": "2*x"})
    assert [one.text for one in own.panels] == ["x", "double"]
    assert own.left_out == 1


def test_a_scene_of_a_sentence_is_drawn_automatically():
    """A scene without points and gauges keeps its sentence, and the drawing is automatic."""
    own = oscillator({"text": "seen from above"})
    assert (own.automatic, own.text, len(own.panels)) == (True, "seen from above", 1)


def test_units_of_the_user_are_shown():
    """A gauge in mm shows a thousand times the metres; one of a name has that name's unit."""
    own = oscillator({"points": {"A": ["x", 0]}, "gauges": ["x", {"value": "x", "unit": "mm"}]})
    metres, millimetres = own.panels
    assert (metres.unit, millimetres.unit) == ("m", "mm")
    assert millimetres.values == pytest.approx(1000 * metres.values)


def test_a_point_that_is_nowhere_is_left_out():
    """Where a point has no real place, drawings and pages leave out what hangs on it."""
    scene = {"points": {"O": [0, 0], "A": ["sqrt(x)", 0.1]}, "links": [["O", "A"]], "traces": ["A"]}
    own = oscillator(scene)
    bad = int(np.flatnonzero(np.isnan(place(own, "A")[:, 0]))[0])
    assert "nan" not in repr(drawing_of(own, bad)).lower()
    assert "NaN" not in json.dumps(data_of(player(own, WORDS)))
    assert np.isfinite([*own.low, *own.high]).all()
    assert film.gif(own, WORDS)


# -- drawings --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RUNNING)
def test_a_still_is_a_drawing_in_its_box(name):
    """The SVG is well-formed, names no other file, has colours on paper, and its texts lie inside of it."""
    drawing = still_shapes(picture(name))
    text = still(picture(name))
    root = ElementTree.fromstring(text)
    assert root.tag.endswith("svg")
    assert text.count("http") == 1  # its name space
    assert {shape.colour for shape in drawing.shapes} <= set(COLOURS)
    for shape in drawing.shapes:
        if isinstance(shape, Text):
            width, height = extent(shape.text, drawing.letter * shape.size)
            before = {"start": 0, "middle": width / 2, "end": width}[shape.anchor]
            assert drawing.low[0] <= shape.at[0] - before + 1e-9
            assert shape.at[0] - before + width <= drawing.high[0] + 1e-9
            assert drawing.low[1] <= shape.at[1] - height / 2
            assert shape.at[1] + height / 2 <= drawing.high[1]


@pytest.mark.parametrize("name", DRAWN)
def test_the_start_can_be_seen_in_a_still(name):
    """The system at its start takes a good part of the drawing, however far away it goes later."""
    own = picture(name)
    if own.dimension == 2:
        size = np.ptp(own.points[0], axis=0).max()
        drawing = still_shapes(own)
        whole = max(drawing.high[0] - drawing.low[0], drawing.high[1] - drawing.low[1])
        assert size == 0 or whole <= 1.5 * WIDER * size


@pytest.mark.parametrize("name", ["four_bar", "polar_arm", "andrews_squeezer"])
def test_names_of_points_lie_beside_the_links(name):
    """No name of a point stands on a bar, where there is room beside it."""
    own = picture(name)
    drawing = still_shapes(own)
    bars = [shape for shape in drawing.shapes if isinstance(shape, Polygon)]
    for text in (shape for shape in drawing.shapes if isinstance(shape, Text) and shape.text in own.names):
        for bar in bars:
            assert not _inside(text.at, bar.points), (text.text, name)


def _inside(spot, corners):
    """Whether a spot is inside a convex polygon: on the same side of all its edges."""
    sides = [
        (x1 - x0) * (spot[1] - y0) - (y1 - y0) * (spot[0] - x0)
        for (x0, y0), (x1, y1) in pairwise((*corners, corners[0]))
    ]
    return min(sides) > 0 or max(sides) < 0


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "triple_pendulum", "sprung_rod"])
def test_labels_do_not_cover_one_another(name):
    """Names and texts of a still lie beside one another."""
    drawing = still_shapes(picture(name))
    boxes = []
    for shape in (shape for shape in drawing.shapes if isinstance(shape, Text)):
        width, height = (0.9 * size for size in extent(shape.text, drawing.letter * shape.size))
        boxes.append((shape.at[0] - width / 2, shape.at[1] - height / 2, width, height))
    for i, (x, y, w, h) in enumerate(boxes):
        for x2, y2, w2, h2 in boxes[:i]:
            assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y


# -- pages -----------------------------------------------------------------------------------------


def data_of(page):
    """The data inside of a page."""
    return json.loads(re.search(r'class="dlb-data">(.*?)</script>', page, re.DOTALL)[1])


def unpacked(raw):
    """Whole numbers, 7 bits in a byte, the least first, the sign as last bit."""
    numbers, number, place = [], 0, 0
    for byte in raw:
        number |= (byte & 127) << place
        place += 7
        if byte < 128:
            numbers.append(-(number + 1) // 2 if number % 2 else number // 2)
            number, place = 0, 0
    return numbers


@pytest.mark.parametrize("name", ["four_bar", "bricard", "electro_mechanical", "n_link_pendulum:3"])
def test_the_numbers_of_a_page_are_those_of_the_picture(name):
    """The codes of a page give back all places of all points to a 60000th of their range."""
    own, data = picture(name), data_of(player(picture(name), WORDS))
    frames = len(own.times)
    codes = np.array(unpacked(base64.b64decode(data["numbers"]))).reshape(-1, frames)
    codes[:, 1:] = codes[:, :1] + np.cumsum(np.cumsum(codes[:, 1:], axis=1), axis=1)
    for i, columns in enumerate(data["points"]):
        for k, column in enumerate(columns):
            known = data["columns"][column]
            wanted = own.points[:, i, k]
            got = np.full(frames, known[0]) if len(known) == 1 else known[0] + known[1] * codes[known[2]]
            assert got == pytest.approx(wanted, abs=np.ptp(wanted) / 60000 + 1e-9 * np.abs(wanted).max())


def test_a_large_page_stays_small():
    """The page of a chain of a hundred links stays below 2 MB."""
    motion = dalembert.simulate("n_link_pendulum:100", samples=1500, t_end=0.05, rtol=1e-4)
    assert len(player(picture_of(motion), WORDS)) < 2_000_000


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_speaks_its_language(language):
    """A page has its language's own words, for readers of the screen as well, and says which it is."""
    words = words_of(language)
    page = player(bare("pneumatic_positioner"), words)
    assert f'<html lang="{language}">' in page
    for key in ("play", "scrub", "speed", "loop", "schematic", "noscript", "energies", "kinetic"):
        assert words(f"animation_{key}") in page
    keys = {name for name in words.messages if name.startswith("animation_")}
    assert keys == {name for name in words_of("en").messages if name.startswith("animation_")}


def test_a_page_is_one_file_and_shows_something_without_script():
    """No address stands in a page but a name space; without JavaScript there is a drawing and a word."""
    page = player(picture("four_bar"), WORDS)
    assert set(re.findall(r"https?://[^\"' ]+", page)) == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in page
    assert "<svg xmlns" in page
    assert "<noscript>" in page


def test_a_player_is_small():
    """Script and style of a player, which every page carries, take less than 64 kB."""
    style, script = fragment_assets()
    assert len(style.encode()) + len(script.encode()) < 64_000


def test_fragments_can_share_their_script():
    """A fragment without assets has no script of its own but its data; the assets are those of a full one."""
    own = picture("four_bar")
    bare = fragment(own, WORDS, assets=False)
    assert bare.count("<script") == 1
    style, script = fragment_assets()
    assert style in fragment(own, WORDS)
    assert script in fragment(own, WORDS)


# -- films -----------------------------------------------------------------------------------------


@cache
def brief(name):
    """The picture of a run that is soon over."""
    return picture_of(dalembert.simulate(name, samples=200, t_end=1.6))


@pytest.mark.parametrize("name", ["four_bar", "heavy_top", "blending_tank"])
def test_a_gif_lasts_as_long_as_it_says(name):
    """The frames of a GIF follow at a constant rate, last as long as the run at its speed, and differ."""
    from PIL import Image

    own = brief(name)
    image = Image.open(io.BytesIO(film.gif(own, WORDS)))
    frames, lasting = [], []
    for i in range(image.n_frames):
        image.seek(i)
        lasting.append(image.info["duration"])
        frames.append(np.asarray(image.convert("L"), dtype=float))
    assert {length % 40 for length in lasting} == {0}  # what does not change is kept for several frames
    assert sum(lasting) / 1000 == pytest.approx(own.duration / own.speed, abs=0.08)
    assert np.abs(frames[0] - frames[len(frames) // 3]).max() > 50
    assert frames[0][2, 2] == 255
    assert len(np.unique(frames[0])) > 20  # edges are smooth


def test_an_mp4_is_made_where_ffmpeg_is():
    """With ffmpeg a film is written."""
    if film.program_path("ffmpeg") is None:
        pytest.skip("needs ffmpeg (Debian and Ubuntu: apt install ffmpeg)")
    assert film.mp4(brief("four_bar"), WORDS)[4:8] == b"ftyp"


def test_without_ffmpeg_one_is_told_what_to_do(monkeypatch):
    """Without ffmpeg the refusal says how to get it, and that GIF and HTML do without."""
    monkeypatch.setattr(film, "program_path", lambda _: None)
    with pytest.raises(film.NoFilm, match=r"apt install ffmpeg.*GIF"):
        film.mp4(picture("four_bar"), WORDS)


def test_a_film_has_the_size_and_rate_that_was_asked_for():
    """Frames have exactly the pixels asked for; the rate is that of the film, to the hundredths of a GIF."""
    from PIL import Image

    asked = film.FilmSettings(size=(480, 270), fps=10)
    own = brief("heavy_top")
    image = Image.open(io.BytesIO(film.gif(own, WORDS, asked)))
    assert image.size == (480, 270)
    assert image.info["duration"] == 100
    assert image.n_frames == round(own.duration / own.speed * 10) + 1
    assert Image.open(io.BytesIO(film.png(own, WORDS, asked))).size == (480, 270)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"size": (1921, 1080)}, "even numbers"),
        ({"size": (20, 1080)}, "from 160 to 4096"),
        ({"fps": 0}, "1 to 120"),
        ({"fps": float("nan")}, "1 to 120"),
    ],
)
def test_a_film_that_cannot_be_is_refused(asked, said):
    """Sizes and rates that no film has are refused with what it may have."""
    with pytest.raises(ValueError, match=said):
        film.FilmSettings(**asked)


def test_a_film_is_not_made_longer_or_faster_than_its_form_allows():
    """Nothing that was asked for is changed: too many frames, too fast a GIF and a sized page are refused."""
    own = oscillator(
        {"points": {"A": ["x", 0]}},
        parameters={"m": 1, "k": 0.1},
        simulate={"t_end": 59, "samples": 20, "rtol": 1e-3},
    )
    with pytest.raises(ValueError, match="at most 50"):
        film.gif(own, WORDS, film.FilmSettings(fps=120))
    with pytest.raises(ValueError, match=r"are for \.mp4, \.gif, \.png"):
        Animation(own, WORDS).file(".html", film.FilmSettings(fps=30))


def test_light_comes_from_above():
    """Faces of a box in space that look up are lighter than those that look aside, and none is seen from behind."""
    own = picture("bricard")
    faces = [s for s in drawing_of(own, 0).shapes if isinstance(s, Polygon) and s.tone and s.fill == "c0"]
    assert len({round(face.tone, 2) for face in faces}) > 4


def test_what_is_near_is_larger_in_space():
    """Two equal lengths across the view: the nearer one is longer on the paper."""
    points = {"A": [0, 0, 0], "B": [0, 1, 0], "C": [4, 0, 0], "D": [4, 1, 0]}
    own = oscillator({"points": points, "view": {"turn": 0, "tilt": 0}})
    seen = view(own, 0)
    far, near = (
        abs(seen.spot(own.names.index(a))[0] - seen.spot(own.names.index(b))[0]) for a, b in ("AB", "CD")
    )
    assert near > 1.1 * far


def test_the_floor_is_where_the_lowest_place_is():
    """A rolling disc touches the floor and does not sink into it."""
    assert picture("rolling_disc").floor == pytest.approx(0, abs=1e-9)
    assert picture("heavy_top").floor <= picture("heavy_top").points[..., 2].min()


# -- symbols and bodies ----------------------------------------------------------------------------


def test_every_symbol_and_body_can_be_drawn():
    """What a scene may hold has a look in drawings and in the player."""
    from dalembert._model.scene_parts import BODIES, MECHANISMS, SYMBOLS
    from dalembert._present.animation import schematic_symbols

    assert {kind.kind for kind in SYMBOLS.values()} == set(schematic_symbols.SYMBOLS)
    _, script = fragment_assets()
    for kind in BODIES.values():
        assert f"{'disc' if kind.kind == 'sphere' else kind.kind}(shape,[" in script
    drawn_as = {"inertia": "meridians", "hinge": "plate", "curve": "wire", "plane": "box"}
    drawn_as |= {"bushing": "wheel", "weld": "block", "turn": "arrow", "spiral": "wire"}
    for kind in MECHANISMS.values():
        assert f"{drawn_as.get(kind.kind, kind.kind)}(s" in script


@pytest.mark.parametrize(
    "name", ["resistor", "capacitor", "coil", "voltage_source", "current_source", "motor", "valve", "pump"]
)
def test_the_leads_of_a_symbol_end_at_its_points(name):
    """A symbol between two points begins at the first and ends at the second, turned as they are."""
    from dalembert._present.animation.schematic_symbols import symbol_shapes

    ends = [(1.0, 2.0), (4.0, 6.0)]
    lines = [s for s in symbol_shapes(name, ends, (0.5, 0.2, 0.0), "ink", 1.0) if isinstance(s, Line)]
    assert lines[0].points[0] == pytest.approx(ends[0])
    assert lines[1].points[-1] == pytest.approx(ends[1])


def test_a_tank_is_filled_to_its_level():
    """The fluid of a tank stands as high above its foot as the level says, and is as wide as the tank."""
    own = picture("blending_tank")
    frame = 30
    fluids = [s for s in drawing_of(own, frame).shapes if isinstance(s, Polygon) and s.fill == "fluid"]
    (fluid,) = (s for s in fluids if len(s.points) == 4 and s.points[0][1] == 0)
    heights = [y for _, y in fluid.points]
    tank = next(shape for shape in own.shapes if shape.symbol == "tank")
    assert max(heights) == pytest.approx(tank.values["b"][frame])
    assert np.ptp([x for x, _ in fluid.points]) == pytest.approx(4)


def test_a_box_in_space_has_its_sizes_and_directions():
    """The corners of a drawn box lie half of its sizes along its directions, seen from above without turning."""
    half = "sqrt(1/2)"
    scene = {
        "points": {"O": [0, 0, 0]},
        "boxes": [{"at": "O", "size": [2, 1, 0.5], "x": [half, half, 0], "y": [f"-{half}", half, 0]}],
        "view": {"turn": -90, "tilt": 90},
    }
    own = oscillator(scene)
    seen = view(own, 0)
    faces = [s for s in drawing_of(own, 0).shapes if isinstance(s, Polygon) and s.fill == "c2"]
    tone = max(face.tone for face in faces)
    top = np.array([spot for face in faces if face.tone == tone for spot in face.points])
    wanted = [
        seen.on_paper(np.array([(a * 1 - b * 0.5) / 2**0.5, (a * 1 + b * 0.5) / 2**0.5, 0.25]))
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    centre = np.mean(wanted, axis=0)
    for corner in np.array(wanted):
        assert np.linalg.norm(top - corner, axis=1).min() < 1e-9
    assert np.linalg.norm(top - centre, axis=1).max() == pytest.approx(np.linalg.norm(corner - centre))
