"""Motions compared with those of other derivations, formulations or models, and with measurements."""
