"""Lists for the desk, the referees and the wall: check-in, fouls, payments."""

from typing import Any

from django.http import HttpResponse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.sentences.fouls import case_texts
from scoring.sentences.sources import public_source
from tournament.core.messages import READERS, sentence
from tournament.core.paper import LARGE, PROPORTION, Paper, paper_of
from tournament.core.requests import TournamentRequest
from tournament.core.roles import in_event_language, staff_page
from tournament.events.ruleset_display import Rule, RulesPart
from tournament.players.models import PlayerStatus
from tournament.players.name_order import name_key
from tournament.players.queries import registered
from tournament.printing.pages import paper_page
from tournament.printing.papers import in_even_pages
from tournament.printing.payment_table import honba, payment_tables
from tournament.printing.rule_pages import foul_height, rule_pages
from tournament.printing.tables import CheckInTable
from tournament.referee.penalties.pages import foul_groups
from tournament.translation.formats import clauses

CHECK_IN_ROWS = {Paper.A4: 32, Paper.LETTER: 29}


@staff_page("work_at")
@in_event_language
def check_in_list(request: TournamentRequest) -> HttpResponse:
    """Everybody who is expected, by name, with a box to tick."""
    people = registered(request.tournament).filter(status=PlayerStatus.PLAYING)
    ordered = sorted(people, key=name_key)
    context: dict[str, Any] = {
        "title": _("Check-in list"),
        "pages": in_even_pages(ordered, CHECK_IN_ROWS[paper_of(request)]),
        "people": len(ordered),
        "table": CheckInTable(ordered),
    }
    return paper_page(request, "printing/check_in.html", **context)


@staff_page("work_at")
@in_event_language
def fouls(request: TournamentRequest) -> HttpResponse:
    """The penalty schedule for the wall and the referees: each foul with its outcomes, by severity."""
    size = paper_of(request)
    schedule = request.tournament.schedule
    outcomes = {foul.code: [sentence(text) for text in case_texts(foul)] for foul in schedule.fouls}
    sources = {foul.code: public_source(foul.source, READERS) for foul in schedule.fouls}
    parts = [
        RulesPart(
            capfirst(title),
            tuple(Rule(one.code, one.title, sources[one.code], clauses(outcomes[one.code])) for one in options),
        )
        for title, options in foul_groups(schedule.fouls)
    ]
    pages = rule_pages(parts, size, foul_height)
    context: dict[str, Any] = {"title": _("Penalties"), "schedule": schedule, "pages": pages, "head": ""}
    return paper_page(request, "printing/fouls.html", **context)


@staff_page("work_at")
@in_event_language
def payments(request: TournamentRequest) -> HttpResponse:
    """Print the values of hands under the rules of the tournament."""
    rules = request.tournament.ruleset
    discard, drawn = honba(rules)
    size = paper_of(request, LARGE)
    context: dict[str, Any] = {
        "title": _("Payments"),
        "head": "",
        "pages": [payment_tables(rules)],
        "ruleset": rules,
        "honba_discard": discard,
        "honba_drawn": drawn,
        "usual": PROPORTION.get(size, size),
    }
    return paper_page(request, "printing/payments.html", sizes=LARGE, **context)
