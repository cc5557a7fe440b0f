"""Parts of the penalty pages around their forms: the fouls to choose from, people, penalties in one line."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.fouls.cases import Consequence, Foul
from scoring.points import Minus
from scoring.sentences.fouls import case_texts, outcome_text
from tournament.core.messages import sentence
from tournament.core.models import Tournament
from tournament.core.requests import TournamentRequest, parse_int
from tournament.players.lookup import option
from tournament.players.models import Player
from tournament.results.models import Penalty
from tournament.seats.queries import lineup
from tournament.translation.formats import write_p

# The groups of the list, by the most severe outcome: what a referee is called for most often comes first.
GROUPS = {
    Consequence.CHONBO: gettext_lazy("up to chonbo"),
    Consequence.DEAD_HAND: gettext_lazy("up to a dead hand"),
    Consequence.WARNING: gettext_lazy("warning"),
    Consequence.POINTS: pgettext_lazy("penalty", "points"),
    Consequence.DISCRETION: gettext_lazy("the referee decides"),
    Consequence.DISQUALIFICATION: gettext_lazy("up to disqualification"),
    Consequence.NONE: gettext_lazy("no penalty"),
}


@dataclass(frozen=True, slots=True)
class FoulOption:
    """A foul in the list to choose from: its outcomes, and in `words` everything that the search looks at."""

    code: str
    title: str
    outcomes: tuple[str, ...]
    words: str
    questions: int = 0


def foul_groups(fouls: Iterable[Foul]) -> list[tuple[str, list[FoulOption]]]:
    """Return the fouls grouped by the most severe outcome, in the order of the rule book within a group."""
    order = list(GROUPS)
    by_severity = sorted(fouls, key=lambda foul: order.index(foul.consequences[-1]))
    groups = groupby(by_severity, key=lambda foul: foul.consequences[-1])
    return [(str(GROUPS[last]), [_foul_option(foul) for foul in found]) for last, found in groups]


def _foul_option(foul: Foul) -> FoulOption:
    title, note = _(foul.title), _(foul.note) if foul.note else ""
    outcomes = tuple(dict.fromkeys(sentence(outcome_text(one)) for one in foul.outcomes()))
    cases = [sentence(one) for one in case_texts(foul)] if foul.questions else []
    questions = [_(one.text) for one in foul.questions]
    words = " ".join((title, foul.code, note, *outcomes, *questions, *cases)).casefold()
    return FoulOption(foul.code, title, outcomes, words, len(foul.questions))


def person_options(people: Iterable[Player]) -> list[str]:
    """Return the choices of a field for a person."""
    return [option(player) for player in people]


def players_at(tournament: Tournament, hanchan: str, table: str) -> Sequence[Player]:
    """Return the players at a table; none unless hanchan and table were typed as numbers that exist."""
    number, at = parse_int(hanchan), parse_int(table)
    if number is None or at is None:
        return ()
    return [place.player for place in lineup(tournament, number).get(at, ())]


def penalty_line(penalty: Penalty) -> str:
    """Return a penalty in one line: who, what, how much."""
    kind = penalty.get_kind_display()
    if penalty.how_late:
        kind = _("{penalty}, {late}").format(penalty=kind, late=penalty.how_late)
    if not penalty.amount:
        return _("{player}: {penalty}").format(player=penalty.player, penalty=kind)
    points = write_p(-penalty.amount, Minus.SCREEN)
    return _("{player}: {penalty}, {points}P").format(player=penalty.player, penalty=kind, points=points)


def back_to_list(request: TournamentRequest, given: Iterable[Penalty]) -> HttpResponse:
    """Go back to the list, which begins with the penalties that were given."""
    for penalty in given:
        messages.success(request, penalty_line(penalty))
    return redirect("penalties", slug=request.tournament.slug)
