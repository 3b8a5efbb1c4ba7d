"""The styles of equations: unicode, the model language, SymPy's pretty printing, LaTeX."""

STYLES = ("unicode", "text", "pretty", "latex")
