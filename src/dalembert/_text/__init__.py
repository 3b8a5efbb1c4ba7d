"""The text room: from characters to expression trees and back, and readers and writers of model files.

Safety against hostile files is ensured here: no evaluation of text, iterative parsing, budgets enforced
before and while reading.
"""
