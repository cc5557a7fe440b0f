"""What PostgreSQL has and SQLite does not: these tests run on PostgreSQL alone."""

from io import StringIO

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.core.management.commands.migrate import Command as DjangoCommand
from django.db import connection, connections, transaction

from tests.factories import MORNING, make_players, make_staff, make_tournament, make_user
from tests.tournament.archive.event_file.events import everything
from tests.tournament.rankings.rows import make_person, make_ranking
from tournament.core.locks import Lock, held, hold_until_commit
from tournament.core.models import Role, Tournament
from tournament.events.clubs import first_club
from tournament.events.models import ClubEvent
from tournament.management.commands import migrate
from tournament.management.commands.serve import Command
from tournament.persons.models import PersonLink
from tournament.qualifiers.models import QualifierSource
from tournament.standings.commits import LOG, ServerCommits, _logging, log_commits, path_to_tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def processes():
    """What two server processes ask with."""
    both = ServerCommits(), ServerCommits()
    yield both
    for one in both:
        one.close()


class Watch(ServerCommits):
    """A server process, and the time on its clock."""

    def __init__(self):
        self.now = 100.0
        super().__init__(clock=lambda: self.now)


@pytest.fixture
def watch():
    one = Watch()
    yield one
    one.close()


def locks():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND granted AND database ="
            " (SELECT oid FROM pg_database WHERE datname = current_database())"
        )
        return [lock for (lock,) in cursor.fetchall()]


def test_all_processes_see_that_something_was_committed_and_nothing_else_while_a_write_waits(processes):
    tournament = make_tournament()
    before = [one.newest() for one in processes]
    assert [one.newest() for one in processes] == before
    with transaction.atomic():
        Tournament.objects.filter(pk=tournament.pk).update(place="Leiden")
        assert [one.newest() for one in processes] == before
    assert [one.newest() for one in processes] == [number + 1 for number in before]


def by_hand(sql):
    with connection.cursor() as cursor:
        cursor.execute(sql)


def elsewhere():
    """A transaction that changes nothing of ours, as one in another database of the server."""
    by_hand("SELECT pg_current_xact_id()")


def test_what_other_databases_of_the_server_commit_changes_nothing(watch):
    before = watch.newest()
    for _commit in range(3):
        elsewhere()
        assert watch.newest() == before
    make_tournament()
    assert watch.newest() != before


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tournament_tournament SET place = 'Leiden'",
        "DELETE FROM tournament_membership",
        "TRUNCATE tournament_tournament CASCADE",
        "SET session_replication_role = replica; UPDATE tournament_player SET name = 'Aiko'; RESET ALL",
    ],
)
def test_what_is_changed_by_hand_is_seen_by_the_next_request(watch, change):
    tournament = make_tournament()
    make_players(tournament, 1)
    make_staff(tournament, Role.ORGANISER)
    before = watch.newest()
    by_hand(change)
    assert watch.newest() != before


def test_a_write_that_began_before_others_is_seen_when_it_ends(watch):
    make_tournament()
    slow = connections.create_connection("default")
    slow.set_autocommit(False)
    with slow.cursor() as cursor:
        cursor.execute("UPDATE tournament_tournament SET place = 'Leiden'")
    elsewhere()
    before = watch.newest()
    elsewhere()
    assert watch.newest() == before
    slow.commit()
    slow.close()
    assert watch.newest() != before


def test_a_write_of_one_tournament_that_ends_after_later_ones_of_another_is_one_of_the_first_alone(watch):
    first, second = make_tournament(), make_tournament("Autumn Open")
    slow = connections.create_connection("default")
    slow.set_autocommit(False)
    with slow.cursor() as cursor:
        cursor.execute("UPDATE tournament_tournament SET place = 'Leiden' WHERE id = %s", [first.pk])
    before = watch.newest()
    for _write in range(2):
        Tournament.objects.filter(pk=second.pk).update(place="Leiden")
        watch.newest()
    assert not watch.is_changed(first.pk, since=before)
    middle = watch.newest()
    slow.commit()
    slow.close()
    watch.newest()
    assert watch.is_changed(first.pk, since=before) and not watch.is_changed(second.pk, since=middle)


def with_every_row():
    """An event with a row in every table that has rows of one."""
    event = everything()
    player, one = event.players.first(), event.hanchan.first()
    event.seatings.first().byes.create(hanchan=one, player=player)
    aiko = make_user("Aiko")
    event.memberships.create(user=aiko, role=Role.DESK)
    event.owner_accesses.create(user=aiko, opened_at=MORNING, until=MORNING, reason="They asked.")
    event.api_tokens.create(name="Overlay", digest="d", made_at=MORNING)
    event.planning_jobs.create(requested_at=MORNING)
    event.tables_in_play.create(players=[], started_at=MORNING)
    event.screens.create(name="Hall", code="hall", made_at=MORNING)
    event.screen_images.create(name="Sponsor", content=b"", width=1, height=1, made_at=MORNING)
    PersonLink.objects.create(person=make_person(player.name), player=player)
    ranking = make_ranking(event, club=first_club())
    ClubEvent.objects.get_or_create(tournament=event, defaults={"club": ranking.club})
    source = QualifierSource.objects.create(tournament=event, ranking=ranking, places=2)
    source.qualifiers.create(player=player)
    return event


def test_each_row_of_a_tournament_is_logged_as_its_own_whoever_writes_it(watch):
    here, other = with_every_row(), make_tournament("Autumn Open")
    for model in apps.get_app_config("tournament").get_models(include_auto_created=True):
        path = path_to_tournament(model)
        if path is None:
            continue
        row = (
            model._base_manager.filter(**{"__".join(key.name for key in path) or "pk": here.pk}).order_by("pk").first()
        )
        assert row is not None, model
        pk = model._meta.pk.column
        before = watch.newest()
        by_hand(f"UPDATE {model._meta.db_table} SET {pk} = {pk} WHERE {pk} = {row.pk}")  # noqa: S608
        assert watch.newest() == before + 1, model
        assert watch.is_changed(here.pk, since=before) and not watch.is_changed(other.pk, since=before), model


def test_a_row_that_moves_to_another_tournament_changes_both_and_one_without_owner_changes_all(watch):
    events = here, other, _third = make_tournament(), make_tournament("Autumn Open"), make_tournament("Winter Open")
    make_players(here, 1)

    def changed_by(sql):
        before = watch.newest()
        by_hand(sql)
        watch.newest()
        return [watch.is_changed(one.pk, since=before) for one in events]

    assert changed_by(f"UPDATE tournament_player SET tournament_id = {other.pk}") == [True, True, False]  # noqa: S608
    assert changed_by("DELETE FROM tournament_player") == [False, True, False]
    assert changed_by("DELETE FROM tournament_player") == [False] * 3
    orphan = "INSERT INTO tournament_bye (seating_id, hanchan_id, player_id) VALUES (0, 0, 0)"
    assert changed_by(f"SET session_replication_role = replica; {orphan}; RESET ALL") == [True] * 3


def test_a_write_that_was_taken_back_changes_nothing(watch):
    make_tournament()
    before = watch.newest()
    with transaction.atomic():
        Tournament.objects.update(place="Leiden")
        transaction.set_rollback(True)
    assert watch.newest() == before


def without_triggers(sql):
    by_hand("ALTER TABLE tournament_tournament DISABLE TRIGGER USER")
    by_hand(sql)
    for trigger in _logging()["tournament_tournament"].triggers:
        by_hand(f"ALTER TABLE tournament_tournament ENABLE ALWAYS TRIGGER {trigger}")


def test_what_no_trigger_sees_counts_after_a_second_and_nothing_else_does(watch):
    tournament = make_tournament()
    before = watch.newest()
    without_triggers("UPDATE tournament_tournament SET place = 'Leiden'")
    watch.now += 0.9
    assert watch.newest() == before
    watch.now += 0.2
    assert watch.newest() == before + 1
    assert watch.is_changed(tournament.pk, since=before)
    watch.now += 2
    elsewhere()
    assert watch.newest() == before + 1


def test_while_a_table_has_no_trigger_every_commit_counts(watch):
    tournament = make_tournament()
    by_hand("ALTER TABLE tournament_player DISABLE TRIGGER USER")
    watch.now += 2
    before = watch.newest()
    elsewhere()
    assert watch.newest() == before + 1
    assert watch.is_changed(tournament.pk, since=before)
    log_commits()
    elsewhere()
    before = watch.newest()
    elsewhere()
    assert watch.newest() == before


@pytest.fixture
def cleaning():
    """Each line of the log, however new, is deleted by a later one."""
    by_hand(LOG.replace("- interval '10 minutes'", ""))
    for one in _logging().values():
        by_hand(one.function.replace("random() < 0.001", "true").replace("{schema}", "public"))
    yield
    by_hand(LOG)
    for one in _logging().values():
        by_hand(one.function.replace("{schema}", "public"))


def lines():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM tournament_commit")
        return cursor.fetchone()[0]


@pytest.mark.alone  # what is deleted depends on the transactions of the whole server
def test_old_lines_of_the_log_are_deleted_and_who_did_not_read_them_takes_everything_for_changed(cleaning, watch):
    here, other = make_tournament(), make_tournament("Autumn Open")
    Tournament.objects.filter(pk=here.pk).update(place="Leiden")
    before = watch.newest()
    for _write in range(9):
        Tournament.objects.filter(pk=here.pk).update(place="Leiden")
    assert lines() < 6
    watch.newest()
    assert watch.is_changed(other.pk, since=before)
    before = watch.newest()
    Tournament.objects.filter(pk=here.pk).update(place="Leiden")
    watch.newest()
    assert watch.is_changed(here.pk, since=before) and not watch.is_changed(other.pk, since=before)


def test_lines_from_the_server_of_a_copy_change_nothing(watch):
    here = make_tournament()
    by_hand(f"INSERT INTO tournament_commit (xid, tournament) VALUES ('99999999999', {here.pk})")  # noqa: S608
    before = watch.newest()
    elsewhere()
    assert watch.newest() == before
    by_hand("DELETE FROM tournament_commit")


def test_a_connection_that_was_ended_is_made_anew_and_begins_with_another_value(processes):
    one, _other = processes
    before = one.newest()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%%current_snapshot%%'"
            " AND pid <> pg_backend_pid() AND datname = current_database()"
        )
    assert one.newest() is None
    assert one.newest() > before


def test_a_lock_lasts_until_the_end_of_its_transaction_or_block():
    with transaction.atomic():
        hold_until_commit(Lock.ADDRESSES)
        assert locks() == [Lock.ADDRESSES]
    with held(Lock.MIGRATION):
        assert locks() == [Lock.MIGRATION]
    assert locks() == []


def test_the_start_names_the_database_without_its_password():
    said = "\n".join(Command().keeping())
    assert f"PostgreSQL, database {connection.settings_dict['NAME']} on" in said
    assert "Copies in" in said
    assert not connection.settings_dict["PASSWORD"] or connection.settings_dict["PASSWORD"] not in said


@pytest.fixture
def busy():
    """Somebody who reads a table for long."""
    other = connections.create_connection("default")
    other.set_autocommit(False)
    with other.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM tournament_player")
    yield other
    other.close()


def migrate_with_a_step(monkeypatch, tries=3):
    """`migrate`, with a step that needs a table alone, and how often it was tried."""
    begun = []

    def take(_command, **_options):
        begun.append(1)
        with transaction.atomic():
            by_hand("ALTER TABLE tournament_player SET (fillfactor = 90)")
            by_hand("LOCK TABLE tournament_player")

    monkeypatch.setattr(DjangoCommand, "handle", take)
    monkeypatch.setattr(migrate, "PATIENCE", "50ms")
    monkeypatch.setattr(migrate, "TRIES", tries)
    said = StringIO()
    call_command("migrate", stderr=said)
    return len(begun), said.getvalue()


def test_a_step_waits_briefly_for_a_table_that_is_in_use_and_is_tried_again(busy, monkeypatch, tmp_path, settings):
    settings.BACKUP_DIR = tmp_path
    monkeypatch.setattr(migrate.time, "sleep", lambda _seconds: busy.rollback())
    begun, said = migrate_with_a_step(monkeypatch)
    assert (begun, said.count("A table is in use. The update goes on in 5 s")) == (2, 1)
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("0",)


def test_a_table_that_is_always_in_use_stops_the_update_with_a_sentence(busy, monkeypatch, tmp_path, settings):
    settings.BACKUP_DIR = tmp_path
    monkeypatch.setattr(migrate.time, "sleep", lambda _seconds: None)
    with pytest.raises(CommandError, match="What it did is whole"):
        migrate_with_a_step(monkeypatch, tries=2)
