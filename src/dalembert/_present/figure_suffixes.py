"""The files that figures and animations are written to."""

FIGURES = (".svg", ".png", ".pdf")
ANIMATIONS = (".html", ".gif", ".mp4", ".svg", ".png")
