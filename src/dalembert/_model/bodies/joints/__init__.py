"""Joints, one kind in each file: how the second frame moves against the first, and what it must not do."""
