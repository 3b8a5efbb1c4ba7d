"""The model room: the frozen `Model`, built from text or Python, units, and the rules of `check`."""
