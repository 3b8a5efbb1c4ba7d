"""The kinds of controllers, one in each file."""
