"""Exercises: worksheets from models, variants with other numbers, solutions, and marks of answers."""
