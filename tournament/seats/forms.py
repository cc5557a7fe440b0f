"""The choice, where a player who sits out plays for somebody else, whether they are ranked for that hanchan."""

from django.http import QueryDict

from tournament.core.requests import parse_int


def ranked_choices(sent: QueryDict) -> dict[int, bool]:
    """Return by start number what was chosen in the boxes of `seats/ranked.html`; who had no box is left out."""
    ranked = sent.getlist("ranked")
    return {number: text in ranked for text in sent.getlist("asked") if (number := parse_int(text)) is not None}
