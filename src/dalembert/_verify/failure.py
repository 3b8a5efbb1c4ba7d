"""The exception for equations and energies that disagree."""


class VerificationError(Exception):
    """The printed equations and the energies disagree, or could not be compared."""
