"""The result of `animate`: it displays itself in a notebook, and can be written in several formats."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape

from dalembert._analyse.body_loads import body_loads
from dalembert._expression.source import ModelError
from dalembert._present.animation.film import USUAL, FilmSettings, gif, mp4, png
from dalembert._present.animation.live_page import LiveModel
from dalembert._present.animation.making import picture_of
from dalembert._present.animation.picture import Picture
from dalembert._present.animation.player import player
from dalembert._present.animation.signal_values import signal_diagram
from dalembert._present.animation.still import still
from dalembert._simulate.motion import Motion
from dalembert._words.languages import Words
from dalembert._words.message import Message

FILMS = {".mp4": mp4, ".gif": gif, ".png": png}
HEIGHT = 760  # pixels of a frame in a notebook


@dataclass(frozen=True, slots=True, eq=False)
class Animation:
    """An animated picture of a motion."""

    picture: Picture
    words: Words
    live: LiveModel | Message | None = None  # the model that its page simulates, or why it does not

    @property
    def html(self) -> str:
        """A self-contained page that plays it."""
        return player(self.picture, self.words, self.live)

    @property
    def why_recorded(self) -> Message | None:
        """Why its page plays a recorded motion although a live one was requested."""
        return self.live if isinstance(self.live, Message) else None

    def file(self, form: str, settings: FilmSettings = USUAL) -> str | bytes:
        """The content of a file in one of the formats, which are named by suffixes."""
        if form in FILMS:
            return FILMS[form](self.picture, self.words, settings)
        if settings != USUAL:
            message = f"a size and frames in a second are for {', '.join(FILMS)}, and this is {form}"
            raise ValueError(message)
        return self.html if form == ".html" else still(self.picture)

    def _repr_html_(self) -> str:
        """The page in a frame for notebooks, isolated from other scripts."""
        page = escape(self.html)
        return (
            f'<iframe srcdoc="{page}" sandbox="allow-scripts" allow="fullscreen"'
            f' style="width:100%;height:{HEIGHT}px;border:0"></iframe>'
        )

    def __repr__(self) -> str:
        """One line."""
        seconds = self.picture.duration
        return (
            f"Animation of {self.picture.title or 'a model'}: {len(self.picture.times)} frames, {seconds:g} s"
        )


def animation_of(motion: Motion, words: Words) -> Animation:
    """The animation of a motion; forces of joints can be shown where the loads are known."""
    try:
        loads = body_loads(motion)
    except ModelError:
        loads = None
    picture = picture_of(motion, words.decimal_mark, loads)
    return Animation(replace(picture, diagram=signal_diagram(motion, picture.times, words)), words)
