"""The names of the coordinates of networks."""


def default_name(letter: str, element: str) -> str:
    """The name of the coordinate of an element: q_L1 of L1, q_L[3] of L[3], cell.q_L[3] of cell.L[3]."""
    owner, dot, member = element.rpartition(".")
    return f"{owner}{dot}{letter}_{member}"
