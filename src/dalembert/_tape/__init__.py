"""The tape room: straight-line code as a record of our own, and one printer per language."""
