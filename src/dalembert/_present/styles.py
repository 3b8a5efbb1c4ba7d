"""The ways of writing equations: unicode, the model language, SymPy's on several lines, LaTeX."""

STYLES = ("unicode", "text", "pretty", "latex")
