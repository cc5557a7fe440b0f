"""Corrections during the ceremony: what people have read holds still until the organiser decides, and nothing leaks."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.archive.event_file.events import there_and_back
from tests.tournament.hanchan.test_ceremony import ACT, code_of, frozen_event, places, press, public_texts
from tests.tournament.standings.tables import hanchan, punish, vouch
from tournament.core.audit import Act
from tournament.core.messages import Conflict
from tournament.core.models import AuditEntry, Role, Tournament, Verb
from tournament.hanchan.ceremony import cancel_ceremony, correct_ceremony, end_ceremony, start_ceremony
from tournament.players.actions import edit_player
from tournament.results.penalties.actions import cancel
from tournament.results.sheets.actions import change
from tournament.results.sheets.checks import TypedSheet
from tournament.standings.final_places import final_places, list_mark, place_corrections
from tournament.standings.inputs import Inputs
from tournament.standings.queries import inputs_of, reveal_of, standings_of
from tournament.standings.visibility import revealed

pytestmark = pytest.mark.django_db


def announced(tournament) -> list[tuple[int, str, int]]:
    return [(row.place, row.player.name, row.total) for row in reveal_of(tournament).rows]


@kept
def running(until: int, **changes):
    """A ceremony that has revealed the places from `until` to the last."""
    tournament, _people = frozen_event(**changes)
    start_ceremony(tournament=tournament, act=ACT)
    while reveal_of(tournament).coming >= until:
        press(tournament)
    return tournament


def at_place(tournament, place: int):
    """Who is there now, as the staff see it."""
    row = next(row for row in standings_of(tournament).ranked if row.standing.place == place)
    return tournament.players.get(pk=row.player.id)


def correct_a_sheet(tournament, points=(22_000, 22_000, 36_000, 40_000), at=MORNING):
    """The desk turns table 1 of the last hanchan round."""
    sheet = hanchan(tournament, 2).sheets.get(table=1)
    lines = [
        (line.wind, line.player_id, own) for line, own in zip(sheet.accepted.lines.order_by("pk"), points, strict=True)
    ]
    change(
        hanchan=hanchan(tournament, 2),
        table=1,
        typed=TypedSheet.of(lines, 0),
        confirmed_warnings=True,
        act=Act(by=None, at=at, reason="read wrongly", base=sheet.accepted.number, submission=uuid4()),
    )
    tournament.refresh_from_db()


def go_on(tournament, *, again: bool = False) -> None:
    seen = list_mark(final_places(standings_of(tournament)))
    correct_ceremony(tournament=tournament, seen=seen, again=again, act=ACT)


def test_a_corrected_sheet_moves_nothing_that_people_have_read_and_changes_no_public_byte():
    tournament = running(5)
    before, texts = announced(tournament), public_texts(tournament)
    correct_a_sheet(tournament)
    assert final_places(standings_of(tournament)) != inputs_of(tournament).freeze.places
    assert announced(tournament) == before
    assert public_texts(tournament) == texts


@pytest.mark.parametrize("until", [8, *(pytest.param(n, marks=pytest.mark.slow("every page")) for n in (5, 2))])
def test_a_correction_of_a_hidden_place_changes_no_public_byte(until):
    tournament = running(until)
    texts = public_texts(tournament)
    punish(at_place(tournament, 1), 90_000, number=2)
    tournament.refresh_from_db()
    assert public_texts(tournament) == texts


def test_the_next_place_waits_for_a_decision():
    tournament = running(5)
    coming = reveal_of(tournament).coming
    correct_a_sheet(tournament)
    assert code_of(lambda: press(tournament)) == "places-corrected"
    tournament.refresh_from_db()
    assert tournament.revealed_from > coming


def test_a_correction_that_is_undone_needs_no_decision():
    tournament = running(5)
    penalty = punish(at_place(tournament, 1), 90_000, number=2)
    tournament.refresh_from_db()
    coming = reveal_of(tournament).coming
    assert code_of(lambda: press(tournament)) == "places-corrected"
    cancel(penalty=penalty, act=Act(by=None, at=MORNING, reason="wrong player"))
    tournament.refresh_from_db()
    press(tournament)
    assert min(places(reveal_of(tournament))) == coming


def test_going_on_shows_the_corrected_places_from_the_same_place_on():
    tournament = running(5)
    fallen = at_place(tournament, 1)
    punish(fallen, 200_000, number=2)
    tournament.refresh_from_db()
    first = tournament.revealed_from
    go_on(tournament)
    assert tournament.revealed_from == first
    rows = announced(tournament)
    assert rows[-1][1] == fallen.name and min(place for place, _name, _total in rows) >= first
    final = [(row.standing.place, row.player.name, row.standing.total) for row in standings_of(tournament).ranked]
    assert rows == [row for row in final if row[0] >= first]
    while reveal_of(tournament).coming is not None:
        press(tournament)
    assert announced(tournament) == final


def test_starting_again_hides_every_place():
    tournament = running(5)
    correct_a_sheet(tournament)
    go_on(tournament, again=True)
    assert announced(tournament) == []
    assert reveal_of(tournament).coming == max(row.standing.place for row in standings_of(tournament).ranked)
    line = AuditEntry.objects.filter(tournament=tournament).latest("id")
    assert line.verb == Verb.CORRECTED_CEREMONY and line.detail["again"]
    cancel_ceremony(tournament=tournament, act=ACT)
    assert tournament.final_places == []


def test_a_decision_is_about_the_places_that_the_person_saw():
    tournament = running(5)
    seen = list_mark(final_places(standings_of(tournament)))
    assert (
        code_of(lambda: correct_ceremony(tournament=tournament, seen=seen, again=True, act=ACT)) == "nothing-corrected"
    )
    correct_a_sheet(tournament)
    seen = list_mark(final_places(standings_of(tournament)))
    punish(at_place(tournament, 1), 90_000, number=2)
    tournament.refresh_from_db()
    with pytest.raises(Conflict):
        correct_ceremony(tournament=tournament, seen=seen, again=False, act=ACT)
    end_ceremony(tournament=tournament, act=ACT)
    assert code_of(lambda: correct_ceremony(tournament=tournament, seen=seen, again=False, act=ACT)) == "no-ceremony"


def test_the_end_publishes_what_the_results_give_and_forgets_the_list():
    tournament = running(5)
    correct_a_sheet(tournament)
    end_ceremony(tournament=tournament, act=ACT)
    assert (tournament.final_places, tournament.revealed_from) == ([], None)
    final = [(row.standing.place, row.player.name, row.standing.total) for row in standings_of(tournament).ranked]
    assert announced(tournament) == final


def test_a_name_that_is_corrected_is_shown_at_once():
    tournament = running(5)
    lowest = reveal_of(tournament).rows[-1].player
    edit_player(player=tournament.players.get(pk=lowest.id), name="Zoë Ødegård", act=ACT)
    tournament.refresh_from_db()
    assert reveal_of(tournament).rows[-1].player.name == "Zoë Ødegård"


def test_the_public_inputs_have_only_the_revealed_part_of_the_list():
    tournament = running(5)
    public: Inputs = inputs_of(tournament, public=True)
    assert (
        public.freeze.places
        == revealed(inputs_of(tournament))
        == inputs_of(tournament).freeze.places[-len(public.freeze.places) :]
    )
    assert {one.place for one in public.freeze.places} and min(one.place for one in public.freeze.places) >= 5
    Tournament.objects.filter(pk=tournament.pk).update(standings_public=False, edition=tournament.edition + 1)
    tournament.refresh_from_db()
    assert reveal_of(tournament).rows == ()


def test_the_page_says_what_would_change_and_takes_the_decision(client):
    tournament = running(5)
    client.force_login(make_staff(tournament, Role.ORGANISER))
    here = reverse("ceremony", args=[tournament.slug])
    fallen, riser = at_place(tournament, 1), at_place(tournament, tournament.revealed_from)
    punish(fallen, 200_000, number=2)
    tournament.refresh_from_db()
    inputs = inputs_of(tournament)
    moved = {one.player.id: one for one in place_corrections(inputs, final_places(standings_of(tournament)))}
    assert (moved[fallen.pk].was_revealed, moved[fallen.pk].is_revealed) == (False, True)
    assert (moved[riser.pk].was_revealed, moved[riser.pk].is_revealed) == (True, False)
    page = client.get(here).content.decode()
    assert "data-ceremony" not in page and "Appears on the screen" in page and "Leaves the screen for now" in page
    do = reverse("ceremony_do", args=[tournament.slug, "correct"])
    assert client.post(do, {"seen": "old"}).status_code == 409
    seen = re.search(r'name="seen" value="(\w+)"', page)[1]
    assert client.post(do, {"seen": seen}).status_code == 302
    page = client.get(here).content.decode()
    assert "data-ceremony" in page and "Appears on the screen" not in page
    assert fallen.name in Client().get(reverse("public_ceremony", args=[tournament.slug])).content.decode()


def test_a_ceremony_without_its_list_reveals_nothing_until_the_organiser_decides():
    """It was started before the list was kept, in an older program or event file."""
    tournament = running(5)
    Tournament.objects.filter(pk=tournament.pk).update(final_places=[], edition=tournament.edition + 1)
    tournament.refresh_from_db()
    assert reveal_of(tournament) is None
    assert code_of(lambda: press(tournament)) == "places-corrected"
    go_on(tournament)
    assert min(places(reveal_of(tournament))) >= 5


def test_an_event_file_takes_the_list_along_with_the_ids_of_its_players():
    tournament = running(5)
    vouch(tournament)
    before, after = there_and_back(tournament)
    assert after == before
    loaded = Tournament.objects.get(slug="from-file")
    assert announced(loaded) == announced(tournament)
