"""The referee: true errors of runs beside the errors they claim.

It shares nothing with the engine after the text of a model: its own reader (`text`), equations from SymPy
(`equations`), and motions in quadruple precision by Taylor series (`taylor`), by matrix exponentials in 50 digits
(`linear`) or in closed form (`families`). `python -m tests.referee` runs it.
"""
