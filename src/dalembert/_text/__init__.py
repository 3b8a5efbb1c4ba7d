"""The text room: from characters to the expression tree and back, and the model file's two doors.

Safety is decided here: no evaluation of text, iterative parsing, budgets enforced before and while
reading.
"""
