"""The problems of a sheet, with the important figures in bold: 900 missing, 421 instead of 412."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.messages import Message, say
from tournament.translation.formats import READERS

register = template.Library()
BOLD = frozenset({"amount", "right"})


@register.filter
def sentence_in_bold(problem: Message) -> SafeString:
    """A problem's sentence in the reader's language, escaped, with the amount and the likely figure in bold."""
    # The templates are ours and translated; what people typed comes in through params, which format_html escapes.
    template = problem.template(READERS)
    params = {name: _param(name, value) for name, value in problem.params.items()}
    return format_html(template, **params) if params else format_html("{}", template)


def _param(name: str, value: object) -> object:
    if isinstance(value, Message):
        return sentence_in_bold(value)
    return format_html("<strong>{}</strong>", say(value, READERS)) if name in BOLD else say(value, READERS)
