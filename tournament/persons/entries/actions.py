"""Merge two entries of one person, and undo it: rows move, nothing is copied, and an undo puts back what was there."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament, Verb
from tournament.persons.entries.checks import hanchan_in_words, refuse_merge, refuse_undo, tables_of_both
from tournament.persons.entries.fields import CHOICES, columns_taken, exchange
from tournament.persons.entries.rows import give_back_lists, give_back_rows, move_in_lists, move_rows
from tournament.planning.proposal import Origin
from tournament.planning.versions import new_version
from tournament.players.actions import distinguish, history_name
from tournament.players.checks import check_unique
from tournament.players.models import Player
from tournament.players.queries import players_of
from tournament.results.sheets.printings import old_sheets_told
from tournament.seats.models import Bye, Seat, SeatingSource
from tournament.seats.queries import started_hanchan
from tournament.seats.seat_map import Arrangement, carried, renamed

Detail = dict[str, Any]


def merge(*, kept: Player, merged: Player, chosen: Collection[str], seen: str, act: Act) -> None:
    """Let two entries be one person: `kept` gets the seats, sheets, penalties and everything else of `merged`.

    `chosen` are the CHOICES whose values are those of `merged`; `seen` is what `stamp_of` said of both when the page
    was shown: Conflict when one is another by now. Seats come in a new version of the seating. Everything else names
    the other entry in place: it is one person, and no figure changes hands. A repeated submission changes nothing.
    """
    tournament = kept.tournament
    if not act.reason.strip():
        raise Refused.of("reason-missing", _("Enter a reason for the change."), field="reason")
    subject, detail = f"{history_name(merged)} → {history_name(kept)}", Detail()
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        if act.submission and tournament.audit_entries.filter(submission=str(act.submission)).exists():
            return
        tournament.refresh_from_db(fields=["seating"])
        if not _has_seats(tournament, merged):
            with (
                old_sheets_told(tournament),
                audited_write(tournament, act, Verb.MERGED_ENTRIES, subject=subject) as entry,
            ):
                entry.detail = _merged(tournament, kept, merged, chosen, seen)
            return

        def change(old: Arrangement) -> Arrangement:
            before = tournament.seating.number if tournament.seating else 0
            detail.update(_merged(tournament, kept, merged, chosen, seen))
            detail["merge"] |= {"before": before, "version": newest_version(tournament) + 1}
            new = renamed(old, 1, {merged.pk: kept.pk})
            return Arrangement(new.draft, carried(new.byes, new.draft))

        origin = Origin(source=SeatingSource.CHANGED, verb=Verb.MERGED_ENTRIES, subject=subject)
        new_version(tournament, change, origin, act, really_played=started_hanchan(tournament), detail=detail)


def newest_version(tournament: Tournament) -> int:
    """The number of the newest version of the seating."""
    return tournament.seatings.order_by("-number").values_list("number", flat=True).first() or 0


def stamp_of(one: Player, other: Player) -> str:
    """Another whenever one of two entries is another, in whatever order they come."""
    return "-".join(f"{player.stamp}-{player.status}" for player in sorted((one, other), key=lambda player: player.pk))


def _has_seats(tournament: Tournament, player: Player) -> bool:
    rows = {"seating": tournament.seating_id, "player": player}
    return bool(tournament.seating_id) and any(model.objects.filter(**rows).exists() for model in (Seat, Bye))


def _merged(tournament: Tournament, kept: Player, merged: Player, chosen: Collection[str], seen: str) -> Detail:
    """Move everything but the seats, inside the caller's audited write; return the details of the history."""
    known = {player.pk: player for player in players_of(tournament).filter(pk__in=(kept.pk, merged.pk))}
    if len(known) < 2 or seen != stamp_of(known[kept.pk], known[merged.pk]):
        text = _("One of the two entries has changed since you opened this page. Check them again.")
        raise Conflict.of("entries-changed", text)
    one, other = known[kept.pk], known[merged.pk]
    for player in (one, other):
        player.tournament = tournament
    refuse_merge(tournament, one, other)
    _tables, theirs = tables_of_both(tournament, one, other)
    taken = columns_taken(one, other, chosen)
    own = {column for columns in CHOICES.values() for column in columns}
    changes = {column: [getattr(one, column), getattr(other, column)] for column in taken if column in own}
    lists, rows = move_in_lists(tournament, other, one), move_rows(tournament, other, one)
    exchange(one, other, taken)
    other.merged_into = one
    other.save()
    one.save()
    distinguish(players_of(tournament))
    offset = tournament.id_offset
    made = {"kept": one.pk - offset, "merged": other.pk - offset, "taken": taken, "moved": rows, "lists": lists}
    return {"hanchan": hanchan_in_words(theirs), "changes": changes, "merge": made}


def merge_of(merged: Player) -> Mapping[str, Any]:
    """Return the history's line of how an entry was merged; the last one, if it was more than once."""
    tournament = merged.tournament
    entries = tournament.audit_entries.filter(
        verb=Verb.MERGED_ENTRIES, detail__merge__merged=merged.pk - tournament.id_offset
    )
    details: list[Detail] = list(entries.order_by("-id").values_list("detail", flat=True)[:1])
    return {**details[0]["merge"], "hanchan": details[0]["hanchan"]}


def undo_merge(*, merged: Player, act: Act) -> Player:
    """Let an entry be one of its own again, with everything that it had: every row is as it was before the merge.

    What was recorded of the other entry since stays with it. Refused where seats or sheets that moved were changed
    since, or somebody else has the number by now. Conflict when it was undone already.
    """
    tournament = merged.tournament
    if not act.reason.strip():
        raise Refused.of("reason-missing", _("Enter a reason for the change."), field="reason")
    with old_sheets_told(tournament), audited_write(tournament, act, Verb.UNDID_MERGE) as entry:
        tournament.refresh_from_db(fields=["seating"])
        rows = Player.every.filter(pk=merged.pk, merged_into__merged_into=None).exclude(merged_into=None)
        other = rows.select_related("merged_into").first()
        if other is None or other.merged_into is None:
            raise Conflict.of("not-merged", _("Somebody else has undone this merge, or merged the other entry."))
        one, other.tournament = other.merged_into, tournament
        made = merge_of(other)
        refuse_undo(tournament, made, one, other)
        give_back_lists(tournament, made["lists"])
        give_back_rows(tournament, made["moved"], other)
        _give_back_seats(tournament, made)
        exchange(one, other, made["taken"])
        other.merged_into = None
        check_unique(other, [*players_of(tournament).exclude(pk=one.pk), one])
        one.save()
        other.save()
        distinguish(players_of(tournament))
        entry.subject = f"{history_name(other)}, {history_name(one)}"
    return other


def _give_back_seats(tournament: Tournament, made: Mapping[str, Any]) -> None:
    """Use the version again that was in use, and take away the one that the merge made."""
    if "version" in made:
        tournament.seating = tournament.seatings.get(number=made["before"])
        Tournament.objects.filter(pk=tournament.pk).update(seating=tournament.seating)
        tournament.seatings.get(number=made["version"]).delete()
