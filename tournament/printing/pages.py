"""The parts that all pages for the printer share: the paper, numbers in the address, and the frame."""

from collections.abc import Collection

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from tournament.core.audit_check import last_value
from tournament.core.chain import head
from tournament.core.paper import USUAL, Paper, choices, paper_of, remember
from tournament.core.requests import TournamentRequest, parse_int
from tournament.seats.queries import numbers_seated


def paper_page(
    request: TournamentRequest, template: str, *, title: str, sizes: Collection[Paper] = USUAL, **context: object
) -> HttpResponse:
    """A page for the printer, on one of the `sizes`; its papers are headed by `paper_title`, else by the title.

    The foot has the head of the history; `for_players` the letters alone, and `head=""` leaves them out.
    """
    common = {
        "paper": paper_of(request, sizes),
        "sizes": choices(sizes),
        "printed_at": timezone.now(),
        "title": title,
        "paper_title": title,
        "head": head(last_value(request.tournament)),
    }
    return remember(request, render(request, template, {**common, **context}))


def number_in(request: TournamentRequest, name: str) -> int | None:
    """Return the number of up to four digits in the address, None without one."""
    return parse_int(request.GET.get(name, ""), most=9_999)


def hanchan_in(request: TournamentRequest) -> set[int]:
    """The hanchan that were asked for, or every one that has a seating."""
    seated = numbers_seated(request.tournament)
    number = number_in(request, "hanchan")
    return seated if number is None else seated & {number}
