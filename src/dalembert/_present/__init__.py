"""The presentation room: how equations look, in text, Unicode, LaTeX (and later figures and reports)."""
