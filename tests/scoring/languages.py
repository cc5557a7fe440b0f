"""Languages of a few words, to ask what a message is in another one."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.messages import English, WrittenNumber


@dataclass(frozen=True)
class Words(English):
    """A language that knows these words; of a text with a context, `context|text`. Zero has the singular."""

    words: Mapping[str, str]
    marks: Mapping[str, str] = field(default_factory=dict)

    def text(self, text: str, context: str = "") -> str:
        """Return the translation, or the text."""
        return self.words.get(f"{context}|{text}" if context else text, text)

    def plural(self, one: str, many: str, count: int, context: str = "") -> str:
        """Return the translation of the one or the other form."""
        return self.text(one if count < 2 else many, context)

    def number(self, written: WrittenNumber) -> str:
        """Return the number with the marks of the language."""
        return written.translate(str.maketrans(dict(self.marks)))
