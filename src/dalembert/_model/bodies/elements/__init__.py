"""Elements: forces between bodies, one kind in each file."""
