"""Words for people: English templates that another layer may translate.

A template is marked with `gettext_noop`, so that it is found by the collector of translatable texts,
and is filled in `str.format` style. A param may itself be a `Text`; it is translated with the rest.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

Translate = Callable[[str], str]


def gettext_noop(text: str) -> str:
    """Mark `text` for translation and give it back unchanged."""
    return text


def render(template: str, params: Mapping[str, object], translate: Translate = gettext_noop) -> str:
    """The sentence in the language of `translate` (English when none is given).

    >>> render("{amount} missing.", {"amount": "900"})
    '900 missing.'
    """
    filled = {name: value.said(translate) if isinstance(value, Text) else value for name, value in params.items()}
    return translate(template).format(**filled)


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence, or a part of one, that can still be translated; `str()` gives the English."""

    template: str
    params: Mapping[str, object] = field(default_factory=dict, hash=False)

    def said(self, translate: Translate = gettext_noop) -> str:
        return render(self.template, self.params, translate)

    def __str__(self) -> str:
        return self.said()


def joined(texts: Sequence[Text]) -> Text:
    """The texts one after the other.

    >>> str(joined([Text("Two digits exchanged?"), Text("Read it again.")]))
    'Two digits exchanged? Read it again.'
    """
    names = [f"text{number}" for number in range(len(texts))]
    return Text(" ".join(f"{{{name}}}" for name in names), dict(zip(names, texts, strict=True)))


AND = gettext_noop("{first} and {last}")
OR = gettext_noop("{first} or {last}")
COMMA = gettext_noop("{first}, {last}")


def listed(texts: Sequence[Text], last: str = AND) -> Text:
    """Some things, at least one, named one after the other; `last` joins the last of them to the others.

    >>> str(listed([Text("four winds")])), str(listed([Text("a win"), Text("a draw"), Text("a chonbo")], OR))
    ('four winds', 'a win, a draw or a chonbo')
    """
    if len(texts) == 1:
        return texts[0]
    return Text(last, {"first": listed(texts[:-1], COMMA), "last": texts[-1]})
