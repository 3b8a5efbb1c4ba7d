"""The public verbs, by meaning; each composes the rooms and contains no mathematics."""
