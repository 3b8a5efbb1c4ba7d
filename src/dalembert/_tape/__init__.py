"""The tape room: straight-line code as a frozen record, and one printer per language."""
