"""The report: one document tree of all results, written as LaTeX and as HTML."""
