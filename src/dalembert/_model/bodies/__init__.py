"""Bodies, joints and elements: another way to write a model, expanded into ordinary sections by `build`."""
