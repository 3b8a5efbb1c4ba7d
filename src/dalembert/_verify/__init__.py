"""The verification room: the printed equations are compared with the energies at seeded points."""
