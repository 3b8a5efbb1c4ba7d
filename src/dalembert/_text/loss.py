"""The error for a format that cannot represent all of a model."""

from __future__ import annotations


class LossError(ValueError):
    """A model cannot be written without loss; `losses` says what would be lost, a sentence each."""

    def __init__(self, losses: tuple[str, ...]) -> None:
        super().__init__("\n".join(losses))
        self.losses = losses
