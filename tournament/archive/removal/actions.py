"""Remove the personal data of a player, or a whole event: from the database, and from nothing else."""

import logging
from collections.abc import Iterable, Iterator
from secrets import token_hex
from typing import Any

from django.core.validators import MaxLengthValidator
from django.db import OperationalError, connection, models, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournament.archive.event_file.actions import forget_strangers
from tournament.archive.event_file.continuation import delete_rows
from tournament.archive.event_file.sections import LEFT_OUT, SECTIONS, Row, accounts_of
from tournament.archive.removal.person import PersonTexts
from tournament.core.audit import Act, audited_write
from tournament.core.chain import OF_LINE, with_texts
from tournament.core.languages import spoken_at_event
from tournament.core.messages import Refused
from tournament.core.models import AuditEntry, Hanchan, HanchanState, Tournament, Verb
from tournament.core.records import plain
from tournament.persons.actions import erase
from tournament.persons.models import Person, PersonLink
from tournament.players.actions import distinguish
from tournament.players.models import Player
from tournament.players.names import tidy
from tournament.players.queries import players_of
from tournament.players.registration.models import Registration
from tournament.seats.models import Seating
from tournament.seats.word_draws import digest_of

logger = logging.getLogger("tournament.actions")
NOT_SEARCHED = ("photographs", "photograph_data", "history")
BATCH = 200


def remove_person(*, player: Player, act: Act) -> Player:
    """Remove what tells who a player is, for good: from the player, from every text of the event, from the history.

    The player is “Player 12” from then on, in the event's language, and so is every entry that was merged into the
    player’s. Figures and places stay, and so do country, club and team, from which others are computed. The audit
    chain stays whole. Raises Refused without a reason, and while a hanchan is played.
    """
    tournament = player.tournament
    if not act.reason.strip():
        raise Refused.of("removal-reason", _("Enter a reason."), field="reason")
    with audited_write(tournament, act, Verb.REMOVED_PERSON) as entry:
        _refuse_playing()
        others = list(players_of(tournament))
        fresh = next(one for one in others if one.pk == player.pk)
        others.remove(fresh)
        entries = list(tournament.audit_entries.order_by("id"))
        with spoken_at_event(tournament):
            stand_in = gettext("Player {number}").format(number=fresh.number)
        lines, values = set[int](), dict[str, str]()
        for row in _entries_of(fresh):
            row.tournament = tournament
            person = PersonTexts.of(row, stand_in, others, entries)
            entry.reason = person.in_text(entry.reason)
            for one in _texts_of_event(tournament):
                _rewrite(one, person, tournament.id_offset)
            _rewrite_player(row, person, act)
            changed, now = _rewrite_history(tournament, entries, person)
            lines, values = lines | {*changed}, values | now
        distinguish([*others, fresh])
        entry.subject = f"{fresh.number} {stand_in}"
        entry.detail = {"lines": sorted(lines), "values": values}
        transaction.on_commit(rewrite_database)
    return fresh


def remove_everywhere(*, person: Person, act: Act) -> None:
    """Remove what tells who a person is, in every event and across them, for good. Results stay.

    Raises Refused when the account does not organise each of the events, and as `remove_person` does.
    """
    with transaction.atomic():
        links = PersonLink.objects.filter(person=person).select_related("player__tournament")
        players = [link.player for link in links if link.player.merged_into_id is None]
        for player in players:
            if act.by is not None and not act.by.has_perm("tournament.run_event", player.tournament):
                text = _("{name} plays in {event}, which you do not organise. Ask its organiser.")
                raise Refused.of("not-organiser", text, name=person.name, event=player.tournament.name)
        for player in players:
            remove_person(player=player, act=act)
        person.refresh_from_db()
        if person.erased_at is None:
            erase(person=person, act=act.step())


def _entries_of(player: Player) -> Iterator[Player]:
    """Yield everything that was merged into the entry of a player, and the entry itself."""
    for row in Player.every.filter(merged_into=player):
        yield from _entries_of(row)
    yield player


def _refuse_playing() -> None:
    """Refuse while a hanchan is played: the database is rewritten afterwards, and nobody can save meanwhile."""
    playing = Hanchan.objects.filter(state=HanchanState.PLAYING).select_related("tournament").first()
    if playing is not None:
        text = _(
            "{hanchan} of {event} is being played. Wait until it is closed: the whole database is written again, and "
            "nobody can save meanwhile."
        )
        raise Refused.of("hanchan-playing", text, hanchan=playing.title, event=playing.tournament.name)


def _texts_of_event(tournament: Tournament) -> Iterator[models.Model]:
    """Yield every row of the event that may have a text somebody typed, besides players and history."""
    yield tournament
    for section in SECTIONS:
        if section.name not in NOT_SEARCHED and _texts(section.model):
            yield from section.rows(tournament)


def _texts(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    """The columns with texts that people type, or with values that may hold some; of players, the notes."""
    free: list[models.Field[Any, Any]] = [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField | models.JSONField) and not field.choices
    ]
    return [field for field in free if field.name == "note"] if model is Player else free


def _rewrite(row: models.Model, person: PersonTexts, offset: int) -> None:
    changed = []
    for field in _texts(type(row)):
        value = getattr(row, field.name)
        whose = getattr(row, "player_id", None)
        known: Row = {field.name: plain(field, value, offset), "player_id": whose and whose - offset}
        texts = dict(person.rewritten(known, "", ""))
        if texts:
            if field.name == "listed" and isinstance(row, Seating) and not row.list_digest:
                row.list_digest = digest_of(row.listed)
                changed.append("list_digest")
            rewritten = with_texts(value, f"/{field.name}", texts)
            setattr(row, field.name, rewritten[: _most(field)] if isinstance(rewritten, str) else rewritten)
            changed.append(field.name)
    if changed:
        row.save(update_fields=changed)


def _most(field: "models.Field[Any, Any]") -> int | None:
    """Return how many characters a column takes, None for any: a stand-in may be longer than the name."""
    return min((one.limit_value for one in field.validators if isinstance(one, MaxLengthValidator)), default=None)


def _rewrite_player(player: Player, person: PersonTexts, act: Act) -> None:
    """Nobody who has the personal link or the badge opens a page with it any more."""
    for name in Player.identity | Player.private:
        setattr(player, name, "")
    player.name, player.is_unlisted = person.stand_in, False
    player.link_number, player.link_revoked_at = player.link_number + 1, act.at
    player.save()
    _rewrite_links(player, act)
    Registration.objects.filter(player=player).delete()


def _rewrite_links(player: Player, act: Act) -> None:
    """No link tells any more who it was, and no person stays that played nowhere else."""
    people = list(Person.objects.filter(links__player=player))
    _forget_links(Player.every.filter(pk=player.pk))
    for person in people:
        if not person.links.exists():
            erase(person=person, act=act.step())


def _rewrite_history(
    tournament: Tournament, entries: Iterable[AuditEntry], person: PersonTexts
) -> tuple[list[int], dict[str, str]]:
    """Erase the texts of the lines; return their numbers, and the values that lines from before 0.10.0 have now."""
    lines, values = [], {}
    most = {field.name: _most(field) for field in AuditEntry._meta.concrete_fields}
    for entry in entries:
        entry.tournament = tournament
        detail = entry.detail if entry.salts else person.without_keys(entry.detail)
        if not (person.changes(entry) or detail != entry.detail):
            continue
        if not entry.salts:
            entry.detail, entry.salts = detail, {OF_LINE: token_hex(16)}
            values[str(entry.edition)] = entry.value()
        entry.erase({path: text[: most.get(path)] for path, text in person.changes(entry).items()})
        lines.append(entry.edition)
    touched = [entry for entry in entries if entry.edition in lines]
    fields = ["subject", "reason", "actor_name", "device", "detail", "figures", "salts", "erased"]
    AuditEntry.objects.bulk_update(touched, fields, batch_size=BATCH)
    return lines, values


def _forget_links(players: QuerySet[Player]) -> None:
    """Delete what tables of the server, which no event file has, say of players: which persons they are, and where they
    qualified.
    """
    for relation in Player._meta.get_fields(include_hidden=True):
        if isinstance(relation, models.ForeignObjectRel) and relation.related_model.__name__ in LEFT_OUT:
            relation.related_model._base_manager.filter(**{f"{relation.field.name}__in": players}).delete()


def delete_event(*, tournament: Tournament, typed: str, act: Act) -> None:
    """Delete an event with everything that is stored of it; `typed` is its name. Its address is free then.

    It cannot be undone. Accounts stay, but not those that came with its event file.
    Raises Refused for another name, and while a hanchan is played.
    """
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        if tidy(typed) != tidy(tournament.name):
            text = _("This is not the name of the event. Enter “{name}”.")
            raise Refused.of("other-name", text, field="name", name=tournament.name)
        _refuse_playing()
        people = set(accounts_of(tournament))
        _forget_links(Player.every.filter(tournament=tournament))
        delete_rows(tournament)
        tournament.delete()
        forget_strangers(people)
        transaction.on_commit(rewrite_database)
    logger.info("%s: deleted the event by user %s", tournament.slug, act.by and act.by.pk)


def rewrite_database() -> None:
    """Let the file of an SQLite database forget what was deleted in it; PostgreSQL does so by itself in time."""
    if connection.vendor == "sqlite":
        try:
            with connection.cursor() as cursor:
                cursor.execute("VACUUM")
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except OperationalError:
            logger.warning("Somebody was writing: removed data stay in unused parts of the file until these are used.")
