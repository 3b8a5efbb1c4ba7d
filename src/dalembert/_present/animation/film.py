"""A picture as a film: GIF by Pillow, MP4 by the program ffmpeg; and a frame of it as PNG.

Frames are drawn twice as large and reduced, so that edges are smooth. The frame rate is constant, and a
second of the film shows `picture.speed` seconds of the motion.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, files
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from dalembert._present.animation.frame_drawing import drawing_of
from dalembert._present.animation.picture import Picture
from dalembert._present.animation.primitives import (
    COLOURS,
    Circle,
    Line,
    Polygon,
    Primitive,
    Spot,
    Text,
    colour_in_tone,
)
from dalembert._present.programs import program_path, run_program
from dalembert._words.languages import Words
from dalembert._words.number_format import with_mark

Image = Any  # of Pillow, which is imported only for films
WIDTH, TALLEST, HEAD, FOOT = 640.0, 520.0, 34.0, 30.0  # pixels of a film by default
FINER = 2  # oversampling factor while drawing
LINES = 1.3  # pixels of a line of width 1
LIGHTER, DARKER = 15, 6  # shades of each colour towards white and towards black, in the palette of a GIF
WHITE = 255  # index of white in that palette
GIF_RATE, GIF_FRAMES = 25.0, 300
MP4_RATE, MP4_FRAMES = 30.0, 1200
SECONDS = 600.0  # time limit of ffmpeg
BIG, SMALL = 16, 13  # letters, in pixels
FACE = "DejaVuSans.ttf"  # comes with matplotlib; it has Greek letters and indices
TITLE = 60  # the most letters of a title
SIZES = (160, 4096)  # allowed pixels across or down
RATES = (1.0, 120.0)  # frames in a second
GIF_FASTEST = 50.0  # frames per second: a GIF counts in hundredths, and players need two of them
MOST_FRAMES = 7200  # the most frames of a film


class NoFilm(RuntimeError):
    """A film cannot be made, and what to do about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmSettings:
    """The settings of a film: width and height in pixels, frames per second; None for the default."""

    size: tuple[int, int] | None = None
    fps: float | None = None

    def __post_init__(self) -> None:
        """Refuse invalid settings."""
        if self.size is not None:
            least, most = SIZES
            if any(n < least or n > most or n % 2 for n in self.size):
                message = (
                    f"the size of a film must be two even numbers of pixels from {least} to {most}, such as"
                    f" 1920x1080, but is {self.size[0]}x{self.size[1]}"
                )
                raise ValueError(message)
        if self.fps is not None and not RATES[0] <= self.fps <= RATES[1]:
            message = f"a film has {RATES[0]:g} to {RATES[1]:g} frames in a second (fps), not {self.fps:g}"
            raise ValueError(message)


USUAL = FilmSettings()


def gif(picture: Picture, words: Words, settings: FilmSettings = USUAL) -> bytes:
    """The film as an animated GIF that repeats; NoFilm without Pillow."""
    if settings.fps is not None and settings.fps > GIF_FASTEST:
        message = (
            f"a GIF has at most {GIF_FASTEST:g} frames in a second, not {settings.fps:g}; MP4 may have more"
        )
        raise ValueError(message)
    rate = _rate(picture, GIF_RATE, GIF_FRAMES, settings)
    screen = _Screen(picture, words, settings.size)
    hundredths = max(2, round(100 / rate))  # a GIF counts in them
    frames = [screen.in_palette(frame) for frame in screen.frames(100 / hundredths)]
    stream = BytesIO()
    options = {"append_images": frames[1:], "duration": 10 * hundredths, "loop": 0}
    frames[0].save(stream, format="GIF", save_all=True, optimize=False, **options)
    return stream.getvalue()


def mp4(picture: Picture, words: Words, settings: FilmSettings = USUAL) -> bytes:
    """The film as an MP4 file; NoFilm without ffmpeg or Pillow, or if ffmpeg fails."""
    program = program_path("ffmpeg")
    if program is None:
        raise NoFilm(words("animation_film_no_ffmpeg"))
    rate = _rate(picture, MP4_RATE, MP4_FRAMES, settings)
    with TemporaryDirectory() as name:
        folder = Path(name)
        for i, frame in enumerate(_Screen(picture, words, settings.size).frames(rate)):
            frame.save(folder / f"{i:05d}.png", compress_level=1)
        command = [program, "-y", "-loglevel", "error", "-framerate", f"{rate:.6g}", "-i", "%05d.png"]
        command += ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "film.mp4"]
        done = run_program(command, folder, SECONDS)
        if not done.ok:
            raise NoFilm(words("animation_film_failed", said=done.output.strip()[-500:]))
        return (folder / "film.mp4").read_bytes()


def png(picture: Picture, words: Words, settings: FilmSettings = USUAL) -> bytes:
    """The first frame of the film as PNG; NoFilm without Pillow."""
    stream = BytesIO()
    _Screen(picture, words, settings.size).frame(0).save(stream, format="PNG")
    return stream.getvalue()


def _rate(picture: Picture, usual: float, most: int, settings: FilmSettings) -> float:
    """Frames per second: as requested, else reduced where a long film would have too many."""
    seconds = picture.duration / picture.speed
    if settings.fps is None:
        return min(usual, most / seconds) if seconds > 0 else usual
    if seconds * settings.fps > MOST_FRAMES:
        message = (
            f"a film of {seconds:g} s with {settings.fps:g} frames in a second has"
            f" {seconds * settings.fps:.0f} frames; at most {MOST_FRAMES} are made,"
            f" so ask for {MOST_FRAMES / seconds:.3g} in a second"
        )
        raise ValueError(message)
    return settings.fps


class _Screen:
    """Draws frames of one size with Pillow."""

    def __init__(self, picture: Picture, words: Words, size: tuple[int, int] | None) -> None:
        try:
            from PIL import Image, ImageDraw, ImageFont
        except ImportError:
            raise NoFilm(words("animation_film_no_pillow")) from None
        self._images: Any = Image
        self._draws: Any = ImageDraw
        self._fonts: Any = ImageFont
        self._picture, self._words = picture, words
        self._face = _face()
        self._known: dict[int, Any] = {}
        self._ways: dict[int, int] = {}
        self._palette = self._shades()
        first = drawing_of(picture, 0, whole_traces=False)
        self._low, self._high, self._letter = first.low, first.high, first.letter
        across, tall = self._high[0] - self._low[0], self._high[1] - self._low[1]
        if size is None:
            scale, self._larger = min(WIDTH / across, TALLEST / tall), 1.0
            # Even numbers, as ffmpeg requires, and wide enough for the title.
            self._size = (
                2 * round(max(400.0, across * scale) / 2),
                2 * round((tall * scale + HEAD + FOOT) / 2),
            )
        else:
            self._size, self._larger = size, min(size[0] / WIDTH, size[1] / (TALLEST + HEAD + FOOT))
            scale = min(size[0] / across, (size[1] - (HEAD + FOOT) * self._larger) / tall)
        self._scale = FINER * scale
        self._left = (FINER * self._size[0] - across * self._scale) / 2
        room = FINER * (self._size[1] - (HEAD + FOOT) * self._larger)
        self._top = FINER * HEAD * self._larger + max(0.0, room - tall * self._scale) / 2

    def frames(self, rate: float) -> Iterator[Image]:
        """Frames at equally spaced times, each the nearest row of the motion."""
        picture = self._picture
        count = round(picture.duration / picture.speed * rate) + 1
        for i in range(count):
            time = picture.times[0] + i / rate * picture.speed
            yield self.frame(int(np.argmin(np.abs(picture.times - time))))

    def in_palette(self, image: Image) -> Image:
        """A frame in the colours of the palette; the paper stays exactly white."""
        indexed = image.quantize(palette=self._palette, dither=0)
        white = (np.asarray(image) == 255).all(axis=2)
        indexed.paste(WHITE, None, self._images.fromarray((255 * white).astype(np.uint8)))
        return indexed

    def _shades(self) -> Image:
        """The palette: shades of colours towards white and black for smooth edges, without forces."""
        tones = [k / LIGHTER for k in range(LIGHTER)] + [-0.5 * (k + 1) / DARKER for k in range(DARKER)]
        values = [colour_in_tone(name, tone)[1:] for name in COLOURS if name != "force" for tone in tones]
        shades = [part for value in values for part in bytes.fromhex(value)]
        palette = self._images.new("P", (1, 1))
        palette.putpalette([*shades, *([255] * (3 * 256 - len(shades)))])
        return palette

    def frame(self, number: int) -> Image:
        """One frame of the picture."""
        picture, (width, height), larger = self._picture, self._size, FINER * self._larger
        image = self._images.new("RGB", (FINER * width, FINER * height), COLOURS["paper"])
        pen = self._draws.Draw(image)
        drawing = drawing_of(picture, number, self._ways, whole_traces=False)
        self._ways = dict(drawing.ways)
        for shape in drawing.shapes:
            self._draw(pen, shape)
        digits = max(0, 3 - int(np.ceil(np.log10(max(picture.duration, 1e-12)))))
        clock = self._words(
            "animation_film_clock", time=with_mark(f"{picture.times[number]:.{digits}f}", picture.mark)
        )
        speed = (
            self._words("animation_real_time")
            if picture.speed == 1
            else f"× {with_mark(f'{picture.speed:g}', picture.mark)}"
        )
        ink, soft = COLOURS["ink"], COLOURS["soft"]
        title = picture.title if len(picture.title) <= TITLE else f"{picture.title[:TITLE]}…"
        pen.text((larger * 10, larger * 9), title, fill=ink, font=self._font(round(larger * BIG)))
        foot = (larger * 10, FINER * height - larger * (FOOT - 6))
        pen.text(foot, f"{clock}   ({speed})", fill=soft, font=self._font(round(larger * SMALL)))
        return image.reduce(FINER)

    def _place(self, spot: Spot) -> Spot:
        x, y = spot[0] - self._low[0], self._high[1] - spot[1]
        return self._left + x * self._scale, self._top + y * self._scale

    def _draw(self, pen: Any, shape: Primitive) -> None:
        if isinstance(shape, Text):
            anchor = {"start": "lm", "middle": "mm", "end": "rm"}[shape.anchor]
            font = self._font(max(8, round(shape.size * self._letter * self._scale)))
            halo = {"stroke_width": round(2 * FINER * self._larger), "stroke_fill": COLOURS["paper"]}
            ink = COLOURS[shape.colour]
            pen.text(self._place(shape.at), shape.text, fill=ink, font=font, anchor=anchor, **halo)
            return
        edge, width = (
            colour_in_tone(shape.colour, shape.tone),
            max(1, round(shape.width * LINES * FINER * self._larger)),
        )
        if isinstance(shape, Circle):
            (x, y), radius = self._place(shape.centre), shape.radius * self._scale
            inside = colour_in_tone(shape.fill, shape.tone) if shape.fill else None
            box = (x - radius, y - radius, x + radius, y + radius)
            pen.ellipse(box, fill=inside, outline=edge if shape.width else None, width=width)
            return
        points = [self._place(p) for p in shape.points]
        if isinstance(shape, Polygon):
            if shape.fill:
                pen.polygon(points, fill=colour_in_tone(shape.fill, shape.tone))
            points.append(points[0])
        if shape.width and isinstance(shape, Line | Polygon):
            pen.line(points, fill=edge, width=width, joint="curve")

    def _font(self, size: int) -> Any:
        if size not in self._known:
            font = (
                self._fonts.truetype(str(self._face), size) if self._face else self._fonts.load_default(size)
            )
            self._known[size] = font
        return self._known[size]


def _face() -> Path | None:
    """The file of a typeface with Greek letters and indices, if it is installed."""
    try:
        files_of_face = [file for file in files("matplotlib") or () if file.name == FACE]
    except PackageNotFoundError:
        return None
    path = Path(str(files_of_face[0].locate())) if files_of_face else None
    return path if path is not None and path.is_file() else None
