"""Reporting an error in released results, and answering: the only writers of protests."""

from datetime import datetime, timedelta

from django.utils.timezone import localtime
from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Hanchan, Tournament, Verb
from tournament.core.official_results import refuse_official
from tournament.core.stored_words import coded
from tournament.players.models import Player
from tournament.players.names import tidy
from tournament.results.protests.models import LONGEST_NAME, LONGEST_TEXT, Protest, ProtestAbout, ProtestOutcome
from tournament.results.protests.queries import is_corrected, line_of
from tournament.translation.formats import written

MOST_OPEN = 3
"""Reports about one player that wait for an answer: who has more to say goes to the desk."""
MOST_FROM_ADDRESS, WINDOW = 20, timedelta(minutes=10)
"""Reports from one network address. A hall behind one router is one address."""


class TooManyProtests(Refused):
    """Too many reports about one player, or from one address."""

    status = 429


class _Repeated(Exception):
    """The same form was sent before."""


def report(
    *, hanchan: Hanchan, player: Player, about: str, text: str, reporter: str, sent_from: str, act: Act
) -> Protest:
    """Report an error in the released results that a player has in a hanchan. Nobody is signed in.

    `sent_from` tells addresses apart, without being one. A repeated submission returns the first report. Raises Refused
    naming the field, after the end of the protest window, and TooManyProtests.
    """
    tournament = hanchan.tournament
    text, reporter = text.strip(), tidy(reporter)
    sent = {"submission": act.sending()}
    try:
        with audited_write(tournament, act, Verb.SENT_PROTEST) as entry:
            if tournament.protests.filter(**sent).exists():
                raise _Repeated
            hanchan.refresh_from_db(fields=["protest_until", "official_at", "released_at"])
            refuse_late(hanchan, act.at)
            _check(about, text, reporter)
            _check_rate(tournament, player, sent_from, act.at)
            line = line_of(hanchan, player.pk)
            protest = Protest.objects.create(
                tournament=tournament,
                hanchan=hanchan,
                player=player,
                table=line.version.sheet.table if line else None,
                version=line.version if line else None,
                about=about,
                text=text,
                reporter=reporter,
                sent_at=act.at,
                sent_from=sent_from,
                **sent,
            )
            _count(tournament)
            entry.subject, entry.reason = subject_of(protest), text
    except _Repeated:
        return tournament.protests.get(**sent)
    return protest


def answer(*, protest: Protest, outcome: str, text: str, act: Act) -> None:
    """Answer a protest, or correct the answer; the player's page shows `text` to everybody.

    Raises Refused naming the field, Conflict when somebody else answered after `act.base`, the `stamp_of` the protest
    as the person saw it. It is accepted once something on record is later than it, and the answer is locked with the
    official results of its hanchan.
    """
    text, tournament = text.strip(), protest.tournament
    reason, subject = text[:LONGEST_TEXT], subject_of(protest)
    with audited_write(tournament, act.because(reason), Verb.ANSWERED_PROTEST, subject=subject) as entry:
        protest.refresh_from_db(fields=["outcome", "answer", "answered_at", "answered_by"])
        if outcome not in (ProtestOutcome.ACCEPTED, ProtestOutcome.REJECTED):
            raise Refused.of("outcome-missing", _("Choose whether the report is right."), field="outcome")
        if not text:
            raise Refused.of("answer-missing", _("Enter an answer for the player."), field="answer")
        if len(text) > LONGEST_TEXT:
            raise _too_long("answer")
        if act.base != stamp_of(protest):
            now = _("{person} has answered this meanwhile: “{answer}”. Send yours again to replace it.")
            raise Conflict.of("answered-already", now, person=protest.answered_by or "–", answer=protest.answer)
        refuse_official(tournament, protest.hanchan.number)
        if outcome == ProtestOutcome.ACCEPTED and not is_corrected(protest):
            nothing = _("Nothing was corrected since the report came. Make the correction first, then answer.")
            raise Refused.of("not-corrected", nothing, field="outcome")
        entry.detail = {"outcome": [protest.outcome, outcome]}
        protest.outcome, protest.answer = outcome, text
        protest.answered_at, protest.answered_by = act.at, act.by
        protest.save(update_fields=["outcome", "answer", "answered_at", "answered_by"])
        _count(tournament)


def stamp_of(protest: Protest) -> int:
    """Return a number for the answer as it is, 0 for none: a form carries it."""
    return int(protest.answered_at.timestamp()) if protest.answered_at else 0


def refuse_late(hanchan: Hanchan, at: datetime) -> None:
    """Refuse a report after the protest window, with the way to the desk. Pages ask this before they show the form."""
    until = hanchan.protest_until
    if until is None or hanchan.official_at or hanchan.released_at is None:
        text = _("Errors of hanchan {number} cannot be reported here. Go to the desk.")
        raise Refused.of("no-window", text, number=hanchan.number)
    if at >= until:
        text = _("The time to report errors of hanchan {number} ended at {time}. Go to the desk.")
        time = written(localtime(until), "time")
        raise Refused.of("window-ended", text, number=hanchan.number, time=time)


def subject_of(protest: Protest) -> str:
    """Return the name of a protest as the history stores it."""
    where = {"hanchan": protest.hanchan.number, "player": protest.player}
    return (
        coded("protest", **where) if protest.table is None else coded("protest-at-table", table=protest.table, **where)
    )


def _check(about: str, text: str, reporter: str) -> None:
    if about not in ProtestAbout.values:
        raise Refused.of("about-missing", _("Choose what is wrong."), field="about")
    if not text:
        raise Refused.of("text-missing", _("Write what it should be."), field="text")
    if len(text) > LONGEST_TEXT:
        raise _too_long("text")
    if not reporter or len(reporter) > LONGEST_NAME:
        text = _("Enter your name, in {most} characters at most.")
        raise Refused.of("reporter-missing", text, field="reporter", most=LONGEST_NAME)


def _too_long(field: str) -> Refused:
    text = _("This is longer than {most} characters. Shorten it.")
    return Refused.of("too-long", text, field=field, most=LONGEST_TEXT)


def _check_rate(tournament: Tournament, player: Player, sent_from: str, at: datetime) -> None:
    """Asked behind the tournament's row lock: many at once do not get past it."""
    if tournament.protests.filter(player=player, outcome="").count() >= MOST_OPEN:
        text = _("{count} reports about {player} wait for an answer. For another one, go to the desk.")
        raise TooManyProtests.of("too-many-open", text, count=MOST_OPEN, player=player)
    recent = Protest.objects.filter(sent_from=sent_from, sent_at__gt=at - WINDOW)
    if recent.count() >= MOST_FROM_ADDRESS:
        text = _("Too many reports came from your network. Try again in a few minutes, or go to the desk.")
        raise TooManyProtests.of("too-many-sent", text)


def _count(tournament: Tournament) -> None:
    """Store with the tournament how many wait: every page of the staff shows it without a query."""
    tournament.open_protests = tournament.protests.filter(outcome="").count()
    tournament.save(update_fields=["open_protests"])
