"""The export room: what other programs read."""
