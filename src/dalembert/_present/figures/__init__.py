"""Figures: records that say what is drawn, made from motions; `drawn.py` beside this folder draws them."""
