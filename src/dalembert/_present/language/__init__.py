"""The words of figures, animations and reports: one catalogue of messages per language."""
