"""Forms of the equations, one file each."""
