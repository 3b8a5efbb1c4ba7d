"""The report: one document tree made from everything that is known, written as LaTeX and as HTML."""
