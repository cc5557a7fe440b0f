"""Many writers at once, on SQLite and on PostgreSQL: nobody fails, nothing is lost, and who comes second is told.

These tests want real threads, each with a connection; `transaction=True` commits as the pages do.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http.cookies import SimpleCookie
from random import Random
from uuid import uuid4

import pytest
from django.db import connections, transaction
from django.test import Client
from django.urls import reverse

from tests.factories import MORNING, make_staff, make_tournament, make_user
from tests.tournament.desk.halls import CLEAN, entered, hall, hanchan_of, typed
from tests.tournament.standings.tables import punish, small_event, vouch
from tournament.core.audit import Act, audited_write
from tournament.core.audit_check import findings
from tournament.core.messages import Conflict
from tournament.core.models import Role, Tournament, User, Verb, WindMethod
from tournament.results.models import Penalty, Sheet, SheetVersion, WindDraw
from tournament.results.penalties.actions import cancel
from tournament.results.sheets.queries import accepted_version
from tournament.results.wind_draws.actions import draw_winds
from tournament.seats.queries import places_at
from tournament.staff.actions import OWNER, add_staff, ensure_owner, make_sign_in_link

pytestmark = pytest.mark.django_db(transaction=True)
THREADS, TIMES, SHEETS = 20, 25, 40
FIRST, OTHER = ("412", "331", "257", "200"), ("331", "412", "257", "200")


def at_once(work: list[Callable[[], object]]) -> list[object]:
    """Everything in `work` started at the same moment, each in its own thread; what each returned or raised."""
    gate, results = threading.Barrier(len(work)), [None] * len(work)

    def run(number: int, act: Callable[[], object]) -> None:
        gate.wait()
        try:
            results[number] = act()
        except Exception as error:
            results[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(work)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.mark.slow("races")
def test_twenty_threads_of_25_read_then_write_transactions_meet_no_error_and_lose_nothing():
    tournament = make_tournament()
    before = Tournament.objects.get(pk=tournament.pk).edition

    def read_then_write():
        for _ in range(TIMES):
            with transaction.atomic():
                read = Tournament.objects.select_for_update().get(pk=tournament.pk)
                read.edition += 1
                read.save(update_fields=["edition"])

    assert at_once([read_then_write] * THREADS) == [None] * THREADS
    assert Tournament.objects.get(pk=tournament.pk).edition == before + THREADS * TIMES


@pytest.mark.slow("races")
def test_500_writes_of_twenty_threads_have_an_edition_and_a_link_of_the_chain_each():
    tournament = make_tournament()

    def write():
        mine = Tournament.objects.get(pk=tournament.pk)
        for _ in range(TIMES):
            with audited_write(mine, Act(by=None, at=MORNING), Verb.CHANGED_SETTINGS):
                pass

    assert at_once([write] * THREADS) == [None] * THREADS
    tournament.refresh_from_db()
    editions = tournament.audit_entries.order_by("id").values_list("edition", flat=True)
    assert tournament.edition == 501  # the set-up was the first
    assert list(editions) == list(range(1, 502))
    assert findings(tournament) == []


def test_of_two_people_who_enter_one_table_at_once_one_is_accepted_and_one_hears_of_the_other():
    tournament = hall()
    other = (33_100, 41_200, 25_700, 20_000)

    def enter(points):
        return entered(hanchan_of(Tournament.objects.get(pk=tournament.pk)), points=points)

    results = at_once([lambda: enter(CLEAN), lambda: enter(other)])
    assert sorted(type(result).__name__ for result in results) == ["AlreadyIn", "SheetVersion"]
    version = next(result for result in results if isinstance(result, SheetVersion))
    conflict = next(result for result in results if isinstance(result, Conflict))
    assert accepted_version(hanchan_of(tournament), 1) == version == conflict.version
    assert SheetVersion.objects.get(number=2) == Sheet.objects.get().other_reading


def test_a_form_sent_eight_times_at_once_makes_one_version():
    tournament, submission = hall(), uuid4()

    def enter():
        return entered(hanchan_of(Tournament.objects.get(pk=tournament.pk)), submission=submission).pk

    assert len(set(at_once([enter] * 8))) == 1
    assert SheetVersion.objects.count() == 1


@pytest.mark.slow("races")
def test_of_several_who_cancel_a_penalty_at_once_one_does():
    tournament, people = small_event()
    penalty = punish(people[0], 30_000, number=1)

    def take_back(person):
        mine = Penalty.objects.select_related("tournament", "player", "hanchan").get(pk=penalty.pk)
        return cancel(penalty=mine, act=Act(by=None, at=MORNING, reason=person)).cancelled_reason

    reasons = at_once([lambda person=person: take_back(person) for person in ("Mina", "Jonas", "Ewa", "Tom")])
    assert len(set(reasons)) == 1
    assert tournament.audit_entries.filter(verb="cancelled a penalty").count() == 1


@pytest.mark.slow("races")
def test_a_whole_hall_handed_in_at_once_is_saved_whole():
    tournament = hall(players=48)

    def enter(table):
        return entered(hanchan_of(Tournament.objects.get(pk=tournament.pk)), table).sheet.table

    results = at_once([lambda table=table: enter(table) for table in range(1, 13)])
    assert results == list(range(1, 13))


@dataclass(frozen=True)
class Sending:
    """One form that a clerk sends, and what came back."""

    clerk: str
    table: int
    form: dict[str, str]
    cookies: SimpleCookie

    def send(self, tournament):
        client = Client()
        client.cookies = self.cookies
        return client.post(reverse("sheet", args=[tournament.slug, 1, self.table]), self.form)


def sendings(tournament, clerks) -> list[Sending]:
    """Of each table four forms: one sent twice by somebody, the same figures from another, other figures from a third.

    Dealt out so that no clerk has two of one table, and neighbours in the list are sent at the same moment.
    """
    cookies = {}
    for clerk in clerks:
        client = Client()
        client.force_login(clerk)
        cookies[clerk.username] = client.cookies
    found, names = [], [clerk.username for clerk in clerks]
    for table in range(1, SHEETS + 1):
        first, same, other = (names[(table + step) % len(names)] for step in (0, 7, 13))
        form = typed(hanchan_of(tournament), table)
        for clerk, sent in (
            (first, form),
            (first, form),
            (same, form | {"submission": str(uuid4())}),
            (other, typed(hanchan_of(tournament), table, OTHER)),
        ):
            found.append(Sending(clerk, table, sent, SimpleCookie(cookies[clerk])))
    return found


def figures_of(version):
    return tuple(str(line.points // 100) for line in version.lines.order_by("pk"))


@pytest.mark.slow("races")
def test_twenty_clerks_send_forty_sheets_with_duplicates_and_conflicts_and_every_sheet_counts_once():
    tournament = hall(players=4 * SHEETS)
    clerks = [make_staff(tournament, Role.DESK, f"clerk{number}") for number in range(THREADS)]
    work = sendings(tournament, clerks)

    def clerk(number):
        return [(one, one.send(tournament)) for one in work[number::THREADS]]

    answers = [pair for pairs in at_once([partial(clerk, number) for number in range(THREADS)]) for pair in pairs]
    assert len(answers) == 4 * SHEETS
    assert Sheet.objects.count() == Sheet.objects.exclude(accepted=None).count() == SHEETS
    counts = {sheet.table: figures_of(sheet.accepted) for sheet in Sheet.objects.select_related("accepted")}
    for sending, answer in answers:
        own = tuple(sending.form[f"points_{row}"] for row in range(4))
        if own == counts[sending.table]:
            assert answer.status_code in (302, 409), answer.content.decode()
        else:  # told, with what counts
            assert answer.status_code == 409
        assert answer.status_code == 302 or 'role="alert"' in answer.content.decode()
    for table in range(1, SHEETS + 1):
        saved = [one for one, answer in answers if one.table == table and answer.status_code == 302]
        assert saved, f"nobody was told that table {table} is saved"
        versions = SheetVersion.objects.filter(sheet__table=table)
        assert {figures_of(version) for version in versions} == {FIRST, OTHER}  # evidence is kept
        assert sorted(version.number for version in versions) == list(range(1, len(versions) + 1))
    tournament.refresh_from_db()
    editions = tournament.audit_entries.order_by("id").values_list("edition", flat=True)
    assert list(editions) == list(range(1, tournament.edition + 1))
    assert findings(tournament) == []


@pytest.mark.slow("races")
def test_two_servers_that_start_at_once_make_one_owner():
    owners = at_once([ensure_owner] * 4)
    assert [owner.username for owner in owners] == [OWNER] * 4
    assert User.objects.count() == 1


@pytest.mark.slow("races")
def test_one_name_added_at_several_events_at_once_is_one_account():
    events = [make_tournament(f"Open {number}") for number in range(4)]

    def add(event, login):
        return add_staff(tournament=event, username=login, name="Mina", role=Role.DESK, act=Act(by=None, at=MORNING))

    made = at_once(
        [partial(add, event, login) for event, login in zip(events, ("mina", "Mina", "MINA", "mina"), strict=True)]
    )
    assert len({person.pk for person, _token in made}) == 1
    assert [bool(token) for _person, token in made].count(True) == 1


@pytest.mark.slow("races")
def test_a_set_up_that_is_sent_four_times_at_once_is_one_event_and_names_alike_get_addresses_of_their_own():
    submission = uuid4()
    again = at_once([lambda: make_tournament("Autumn Open", submission=submission).pk] * 4)
    assert len(set(again)) == 1
    others = at_once([lambda: make_tournament("Winter Open").slug] * 4)
    assert sorted(others) == ["winter-open", "winter-open-2", "winter-open-3", "winter-open-4"]


@pytest.mark.slow("races")
def test_of_links_made_at_once_for_one_person_one_is_good():
    person = make_user("mina")
    made = at_once([lambda: make_sign_in_link(user=person, at=MORNING)[0].pk] * 4)
    assert len(set(made)) == 4
    assert person.sign_in_links.filter(expires_at__gt=MORNING).count() == 1


def test_of_phones_that_draw_at_once_one_draws_and_all_have_its_result():
    tournament = hall(players=4, wind_method=WindMethod.PAGE)
    tournament.hanchan.update(seating_published_at=MORNING)
    people = [place.player for place in places_at(tournament, 1, 1)]

    def phone(player):
        def press():
            one = hanchan_of(Tournament.objects.get(pk=tournament.pk))
            act = Act(by=None, at=MORNING, name=str(player))
            draw_winds(hanchan=one, table=1, player=player, random=Random(player.pk).randrange, act=act)

        return press

    answers = at_once([phone(player) for player in people])
    draw = WindDraw.objects.get()
    assert [str(answer) for answer in answers if answer is not None] == [str(draw.origin)] * 3
    assert sorted(draw.wind_of.values()) == sorted("ESWN")
    tournament.refresh_from_db()
    vouch(tournament)
    assert findings(tournament) == []
