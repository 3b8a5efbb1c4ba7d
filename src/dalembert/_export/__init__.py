"""The export room: results, models and programs in formats that other programs read."""
