"""Figures of many runs: records of what is drawn, from the rows of a sweep."""
