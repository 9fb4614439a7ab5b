"""What tread raises. The texts are those that the program prints."""

from __future__ import annotations

from typing import Any, Sequence


class Error(Exception):
    """Base of everything that tread raises on purpose."""


class CaseError(Error, ValueError):
    """A case or a data file that cannot be used.

    ``problems`` lists all that was found wrong with it, each with file, line, key, reason, value
    and hint.
    """

    def __init__(self, text: str, problems: Sequence[Any] = ()) -> None:
        super().__init__(text)
        self.problems: list[Any] = list(problems)


class UnknownKeyError(CaseError, AttributeError):
    """A key that the scenario does not have; the text names the nearest one."""


class ModelError(Error, ValueError):
    """Values that are readable but describe nothing physical or solvable."""


class IoError(Error, OSError):
    """A file that cannot be opened, read or written."""
