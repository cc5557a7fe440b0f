"""The shape of a JSON answer, told once: a command writes values by it, and docs/answer_schemas.py its schema."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Annotated, TypeAlias

from scoring.messages import Message
from scoring.points import Points
from scoring.winds import Wind

ByWind: TypeAlias = Mapping[Wind, Points]
Said: TypeAlias = Annotated[list[Message], "the answer in sentences"]


class Shape:
    """The JSON object of a value of the type `of`: its fields called `names`, and `more`.

    More fields are those with another name than in the value, by their attribute ("payment.changes"), and those that
    the value does not have, by their type, their shape or, for a list, `[shape, "description"]`; a call gives them. A
    field named as a word of Python ends in "_". Values of the type of one of the `parts` have the shape of that part.
    """

    def __init__(self, of: type | None = None, names: str = "", /, *parts: "Shape", **more: object) -> None:
        self.of, self.parts = of, {part.of: part for part in parts}
        named = {name.rstrip("_"): one for name, one in more.items()}
        renamed = {name: one for name, one in named.items() if isinstance(one, str)}
        self.read: Mapping[str, str] = {name: name for name in names.split()} | renamed
        self.given = {name: one for name, one in named.items() if name not in renamed}

    def __call__(self, value: object = None, /, **given: object) -> dict[str, object]:
        """Return the JSON object of a value and what a call gives.

        >>> from scoring.payments.values import HandValue
        >>> Shape(HandValue, "han fu", for_=str)(HandValue(3, 40), for_="the win")
        {'han': 3, 'fu': 40, 'for': 'the win'}
        """
        own = {name: self._written(attrgetter(path)(value)) for name, path in self.read.items()}
        return own | {name.rstrip("_"): one for name, one in given.items()}

    def _written(self, value: object) -> object:
        if isinstance(value, tuple):
            return [self._written(one) for one in value]
        return self.parts[type(value)](value) if type(value) in self.parts else value
