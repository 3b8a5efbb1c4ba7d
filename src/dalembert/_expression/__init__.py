"""The expression room: the frozen expression tree of what a user wrote, and walks over it.

Nothing here knows about models, files or third-party packages. Every walk is iterative,
so that no input can reach Python's recursion limit.
"""
