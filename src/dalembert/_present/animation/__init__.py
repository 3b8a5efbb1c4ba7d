"""Animations of motions: a picture in numbers, its drawings, a page that plays it, films."""
