"""Figures: records that say what is drawn, made from motions; `matplotlib_figures.py` draws them."""
