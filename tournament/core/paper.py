"""The size of paper: A4 or Letter is chosen once and remembered by the browser; larger and smaller ones each time.

The large one is twice A4 (A3), or 11 by 17 inches for those who print on Letter; the small one is A5.
"""

from collections.abc import Collection
from enum import StrEnum

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

COOKIE = "paper"
YEAR = 365 * 24 * 3600


class Paper(StrEnum):
    """A size of paper; its value is a class of the page and stands in addresses."""

    A4 = "a4"
    LETTER = "letter"
    A3 = "a3"
    TABLOID = "tabloid"
    A5 = "a5"


USUAL = (Paper.A4, Paper.LETTER)
LARGE = (*USUAL, Paper.A3, Paper.TABLOID)
SMALL = (*USUAL, Paper.A5)
LABELS = {
    Paper.A4: "A4",
    Paper.LETTER: _("Letter"),
    Paper.A3: "A3",
    Paper.TABLOID: _("11 × 17 in"),
    Paper.A5: "A5",
}
PROPORTION = {Paper.A3: Paper.A4, Paper.TABLOID: Paper.LETTER, Paper.A5: Paper.A4}
"""The usual size on whose layout each other one is based."""


def paper_of(request: HttpRequest, sizes: Collection[Paper] = USUAL) -> Paper:
    """Return the size that the address asks for, else the remembered one; of the `sizes` of this print only."""
    for asked in (request.GET.get("paper", ""), request.COOKIES.get(COOKIE, "")):
        if asked in sizes:
            return Paper(asked)
    return Paper.A4


def remember(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Let the browser remember A4 or Letter where the address asks for it."""
    asked = request.GET.get("paper", "")
    if asked in USUAL:
        answer.set_cookie(COOKIE, asked, max_age=YEAR, samesite="Lax", httponly=True, secure=request.is_secure())
    return answer


def choices(sizes: Collection[Paper]) -> list[tuple[str, str]]:
    """Return the sizes of a print with their labels."""
    return [(size.value, str(LABELS[size])) for size in sizes]
