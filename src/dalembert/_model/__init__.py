"""The model room: the frozen `Model`, its two doors (text and Python), units, and the rules of `check`."""
