"""What is raised where equations and energies disagree."""


class VerificationError(Exception):
    """The printed equations and the energies disagree, or could not be compared."""
