"""The text of certificates: who has which place, and what they win."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.core.models import Tournament
from tournament.events.models import PrizeKind
from tournament.standings.ceremony_steps import ceremony_steps
from tournament.standings.final_places import final_places
from tournament.standings.prizes.queries import Award, awards_of
from tournament.standings.queries import standings_of
from tournament.standings.ranking import StandingsRow
from tournament.translation.formats import enumeration

OF_GROUPS = (PrizeKind.COUNTRY, PrizeKind.TEAM)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A player with a place, and what the player wins."""

    row: StandingsRow
    prize: str


def certificates_of(tournament: Tournament) -> list[Certificate]:
    """The certificates of everybody with a place, in the order in which a ceremony announces them: the last place on
    top."""
    won, final = prizes_by_label(awards_of(tournament)), standings_of(tournament)
    rows = {row.player.id: row for row in final.ranked}
    steps = ceremony_steps(final_places(final))
    announced = (rows[one.player] for step in steps for one in reversed(step.places))
    return [Certificate(row, won.get(row.player.label, "")) for row in announced]


def prizes_by_label(awards: Iterable[Award]) -> Mapping[str, str]:
    """Return what each player wins by the label, which no two players share; it names a prize of equals as one."""
    won: dict[str, list[str]] = defaultdict(list)
    for award in awards:
        if award.prize.kind in OF_GROUPS:
            continue
        what = _("{prize} (tie)").format(prize=award.prize.what) if award.is_tied else award.prize.what
        for winner in award.winners:
            won[winner.name].append(what)
    return {label: enumeration(prizes) for label, prizes in won.items()}
