"""The files that motions are written to."""

MOTIONS = (".nc", ".csv")
