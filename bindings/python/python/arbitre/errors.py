"""The exceptions of this package."""

from __future__ import annotations


class RuleError(ValueError):
    """Something that the rules of a game do not allow.

    ``str()`` of it is a sentence, in the language of :func:`arbitre.language`.
    """

    #: What a program can compare, such as ``not-neighbours``.
    code: str
    #: What the sentence speaks of: cells, numbers, names.
    arguments: tuple[str, ...]

    def __init__(self, code: str, arguments: list[str] | tuple[str, ...], sentence: str, *more: str) -> None:
        super().__init__(code, arguments, sentence, *more)
        self.code = code
        self.arguments = tuple(arguments)
        self._sentence = sentence

    def __str__(self) -> str:
        return self._sentence


class IllegalMove(RuleError):
    """The move breaks a rule; the position is unchanged."""


class NotAMove(IllegalMove):
    """The text is not a move of the game."""


class BadParameter(RuleError):
    """A parameter that the game does not have, or a value that it cannot have."""

    #: The parameter.
    name: str

    def __init__(self, code: str, arguments: list[str] | tuple[str, ...], sentence: str, name: str) -> None:
        super().__init__(code, arguments, sentence, name)
        self.name = name
