"""The structure room: what the equations of a model determine, in which order, and what they do not."""
