"""Motions as moving pictures: a picture in numbers, its drawings, a page that plays it, films."""
