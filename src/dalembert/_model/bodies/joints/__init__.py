"""Joints, one kind in each file: the motion of the second frame relative to the first, and its conditions."""
