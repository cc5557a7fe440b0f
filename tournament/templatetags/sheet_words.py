"""The problems of a sheet, with the important figures in bold: 900 missing, 421 instead of 412."""

from collections.abc import Mapping

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.messages import Message

register = template.Library()
BOLD = frozenset({"amount", "right"})


@register.filter
def sentence_in_bold(problem: Message) -> SafeString:
    """A problem's sentence in the reader's language, escaped, with the amount and the likely figure in bold."""
    return _filled(problem.text, problem.params)


def _filled(sentence: str, params: Mapping[str, object]) -> SafeString:
    # The templates are ours and translated; what people typed comes in through params, which format_html escapes.
    if not params:
        return format_html("{}", _(sentence))
    return format_html(_(sentence), **{name: _param(name, value) for name, value in params.items()})


def _param(name: str, value: object) -> object:
    if isinstance(value, Message):
        return _filled(value.text, value.params) if value.params else _(value.text)
    return format_html("<strong>{}</strong>", value) if name in BOLD else value
