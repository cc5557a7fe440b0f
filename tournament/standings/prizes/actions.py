"""Set and remove prizes, and say who is a new player: the only writer of both after set-up."""

from collections.abc import Collection

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.edit_conflicts import Values, merged, refuse_overtaken
from tournament.core.messages import Refused
from tournament.core.models import Tournament, Verb
from tournament.core.stored_words import coded, label, shown
from tournament.events.checks import LONGEST_PRIZE, refuse_during_ceremony
from tournament.events.history import words_of
from tournament.events.models import Prize, PrizeKind
from tournament.players.names import tidy
from tournament.standings.prizes.queries import newcomers_of
from tournament.translation.formats import enumeration

MOST_PLACES = 999


def set_prize(
    *, tournament: Tournament, kind: str, place: int, what: str, act: Act, seen: Values | None = None
) -> Prize:
    """Set the prize for a place of a kind; it replaces the one that was there. Raises Refused naming the field,
    and during a ceremony.

    `seen` are the prizes that the page showed (`prize_values`): another one that somebody set since is refused once.
    """
    what = tidy(what)
    with audited_write(tournament, act, Verb.CHANGED_PRIZES) as entry:
        refuse_during_ceremony(tournament)
        if kind not in PrizeKind.values:
            raise Refused.of("prize-kind", _("Choose what the prize is for."), field="kind")
        if not 1 <= place <= MOST_PLACES:
            raise Refused.of("prize-place", _("Enter a place between 1 and {most}."), field="place", most=MOST_PLACES)
        if not what:
            raise Refused.of("prize-missing", _("Enter what the prize is."), field="what")
        if len(what) > LONGEST_PRIZE:
            text = _("The prize is longer than {most} characters. Shorten it.")
            raise Refused.of("prize-long", text, field="what", most=LONGEST_PRIZE)
        before = tournament.prizes.filter(kind=kind, place=place).first()
        subject = subject_of(before or Prize(kind=kind, place=place))
        refuse_overtaken(
            tournament.audit_entries.filter(verb=entry.verb, subject=subject),
            typed={"prize": what},
            seen=None if seen is None else {"prize": seen.get(f"{kind} {place}")},
            now={"prize": before and before.what},
            words=lambda _name, value: (shown(subject), value or gettext("no prize")),
        )
        prize, _made = Prize.objects.update_or_create(
            tournament=tournament, kind=kind, place=place, defaults={"what": what}
        )
        entry.subject = subject
        entry.detail = {"changes": {"prize": [before.what if before else None, what]}}
    return prize


def remove_prize(*, prize: Prize, act: Act) -> None:
    """Remove a prize. Raises Refused during a ceremony."""
    with audited_write(prize.tournament, act, Verb.CHANGED_PRIZES, subject=subject_of(prize)) as entry:
        refuse_during_ceremony(prize.tournament)
        entry.detail = {"changes": {"prize": [prize.what, None]}}
        prize.delete()


def set_newcomers(*, tournament: Tournament, numbers: Collection[int], act: Act, seen: Values | None = None) -> None:
    """Say which players, by number, are new, and no others. Raises Refused for a number that nobody has,
    and during a ceremony.

    `seen` are those that the page showed, as `new_players`.
    """
    with audited_write(tournament, act, Verb.CHANGED_PRIZES, subject=coded("new-players")) as entry:
        refuse_during_ceremony(tournament)
        players = tournament.players
        before = newcomers_of(tournament)
        lines, typed = tournament.audit_entries.filter(verb=entry.verb), {"new_players": sorted(set(numbers))}
        known = {"new_players": before}
        wanted = set(merged(lines, typed=typed, seen=seen, now=known, words=words_of)["new_players"])
        unknown = sorted(wanted - set(players.values_list("number", flat=True)))
        if unknown:
            text = _("No player has the number {numbers}.")
            raise Refused.of("no-such-player", text, field="newcomers", numbers=enumeration(unknown))
        players.exclude(number__in=wanted).update(is_newcomer=False)
        players.filter(number__in=wanted).update(is_newcomer=True)
        entry.detail = {"changes": {"new_players": [before, sorted(wanted)]}}


def subject_of(prize: Prize) -> str:
    """Return a prize as the history stores it: "country 2"."""
    return coded("prize", kind=label("prize", prize.kind), place=prize.place)
