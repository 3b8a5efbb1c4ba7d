"""Kinds of elements of networks, one a file."""
