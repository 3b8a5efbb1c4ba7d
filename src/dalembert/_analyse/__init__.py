"""The analysing room: what can be asked of a system without running it, one question in each file."""
