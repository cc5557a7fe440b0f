"""The ceremony as a show: prizes among the steps, a screen that goes back and becomes dark, what everybody may read."""

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.events.rows import kept
from tests.factories import make_staff
from tests.tournament.archive.event_file.events import there_and_back
from tests.tournament.hanchan.test_ceremony import ACT, code_of, frozen_event, press
from tests.tournament.hanchan.test_ceremony_corrections import at_place, go_on
from tests.tournament.standings.tables import punish, small_event, vouch
from tournament.core.models import AuditEntry, Role, Tournament, Verb
from tournament.events.models import PrizeKind
from tournament.hanchan.ceremony import Move, end_ceremony, start_ceremony
from tournament.players.models import Player
from tournament.standings.ceremony_steps import StepKind
from tournament.standings.prizes.actions import remove_prize, set_newcomers, set_prize
from tournament.standings.prizes.ceremony_show import show_of
from tournament.standings.prizes.certificates import certificates_of
from tournament.standings.queries import forget, standings_of

pytestmark = pytest.mark.django_db
SHOWN = ("screen_ceremony", "public_ceremony", "public_report")


@kept
def with_prizes(**changes):
    """A ceremony of eight players with a prize of every kind, one of them without a winner; nothing is shown yet."""
    tournament, people = frozen_event(**changes)
    tournament.players.filter(number__lte=4).update(country="NL", team="Felt")
    tournament.players.filter(number__gt=4).update(country="JP", team="Ivory")
    for kind, place in (("place", 1), ("hanchan", 1), ("newcomer", 1), ("country", 2), ("country", 1), ("team", 5)):
        set_prize(tournament=tournament, kind=kind, place=place, what=f"Prize for {kind} {place}", act=ACT)
    set_newcomers(tournament=tournament, numbers=[one.number for one in people], act=ACT)
    tournament.refresh_from_db()
    start_ceremony(tournament=tournament, act=ACT)
    return tournament


def screen(tournament):
    return Client().get(reverse("screen_ceremony", args=[tournament.slug])).content.decode()


def phone(tournament):
    """What a phone shows: the ceremony, and after its end the report."""
    return Client().get(reverse("public_ceremony", args=[tournament.slug]), follow=True).content.decode()


def steps_of(tournament):
    return show_of(tournament, public=False).steps


def press_to(tournament, kind, place=None):
    """Press until the screen shows a step of this kind, and at this place."""
    while True:
        press(tournament)
        step = show_of(tournament).step
        if step.kind == kind and place in (None, step.prize.place if step.prize else step.rows[0].place):
            return step


def test_prizes_that_are_for_no_place_come_before_the_third():
    tournament = with_prizes()
    kinds = [step.kind for step in steps_of(tournament)]
    assert kinds == [StepKind.SINGLE] * 5 + [StepKind.PRIZE] * 4 + [StepKind.ALONE] * 2 + [StepKind.WINNER]
    told = [(step.prize.kind, step.prize.place) for step in steps_of(tournament) if step.prize]
    assert told == [
        (PrizeKind.HANCHAN, 1),
        (PrizeKind.NEWCOMER, 1),
        (PrizeKind.COUNTRY, 2),
        (PrizeKind.COUNTRY, 1),
    ]


def test_a_prize_is_told_from_its_step_on_and_gives_no_place_away():
    tournament = with_prizes()
    winner = at_place(tournament, 1)
    press_to(tournament, StepKind.PRIZE)
    assert "Prize for newcomer 1" not in screen(tournament) + phone(tournament)
    press(tournament)
    total = f"{standings_of(tournament).ranked[0].standing.total / 1000:+.1f}"
    for text in (screen(tournament), phone(tournament)):
        assert "Prize for newcomer 1" in text and winner.name in text and total not in text
    assert "Prize for hanchan 1" in phone(tournament) and "Prize for hanchan 1" not in screen(tournament)
    line = AuditEntry.objects.filter(tournament=tournament).latest("id")
    assert (line.verb, line.about) == (Verb.ANNOUNCED_PRIZE, "new player 1")


def test_prizes_are_those_of_the_start_until_the_ceremony_ends():
    tournament = with_prizes()
    prize = tournament.prizes.get(kind="hanchan")
    for change in (
        lambda: remove_prize(prize=prize, act=ACT),
        lambda: set_prize(tournament=tournament, kind="hanchan", place=2, what="Second", act=ACT),
        lambda: set_newcomers(tournament=tournament, numbers=[], act=ACT),
    ):
        assert code_of(change) == "ceremony-running"
    press_to(tournament, StepKind.WINNER)
    before = [step.kind for step in steps_of(tournament)]
    remove_prize(prize=prize, act=ACT)
    set_prize(tournament=tournament, kind="newcomer", place=2, what="Second", act=ACT)
    tournament.refresh_from_db()
    assert [step.kind for step in steps_of(tournament)] == before
    assert "Prize for hanchan 1" in phone(tournament) and "Second" not in phone(tournament)


def test_the_page_of_prizes_says_why_they_stay_during_a_ceremony(client):
    tournament = with_prizes()
    client.force_login(make_staff(tournament, Role.ORGANISER))
    prize = tournament.prizes.get(kind="hanchan")
    for name, args, sent in (
        ("prize_set", (), {"kind": "hanchan", "place": "2", "what": "Second"}),
        ("prize_newcomers", (), {"newcomers": "1"}),
        ("prize_remove", (prize.pk,), {}),
    ):
        answer = client.post(reverse(name, args=[tournament.slug, *args]), sent, follow=True)
        assert "The ceremony has begun." in answer.content.decode(), name


def hidden_texts(tournament):
    """The names and totals that no step has shown."""
    show = show_of(tournament)
    seen = {row.player.id for step in show.steps for row in step.rows}
    seen |= {player.id for step in show.steps if step.prize for player in step.prize.players}
    return [row.player.name for row in standings_of(tournament).ranked if row.player.id not in seen]


@pytest.mark.parametrize("move", [Move.NEXT, Move.BACK, Move.BLACK])
def test_nothing_is_told_before_its_step_wherever_the_screen_goes(move):
    """The list of players is not among these: it has everybody, without results."""
    tournament = with_prizes()
    addresses = [reverse(name, args=[tournament.slug]) for name in SHOWN]
    addresses += [f"/api/v1/{tournament.slug}/final-places"]
    while show_of(tournament).at < len(steps_of(tournament)) - 1:
        press(tournament)
        if move is not Move.NEXT:
            press(tournament, move)
        texts = {address: Client().get(address).content.decode() for address in addresses}
        for name in hidden_texts(tournament):
            assert not [address for address, text in texts.items() if name in text], name
        if move is Move.BACK:
            press(tournament)


def test_going_back_and_dark_hide_nothing_on_phones():
    tournament = with_prizes()
    press_to(tournament, StepKind.ALONE, 3)
    before, third = phone(tournament), at_place(tournament, 3)
    api = json.loads(Client().get(f"/api/v1/{tournament.slug}/final-places").content)
    assert third.name in screen(tournament)
    for _key in range(4):
        press(tournament, Move.BACK)
    assert third.name not in screen(tournament) and "Prize for hanchan 1" in screen(tournament)
    press(tournament, Move.BLACK)
    assert "is-black" in screen(tournament) and "Prize for hanchan 1" not in screen(tournament)
    assert phone(tournament) == before
    assert json.loads(Client().get(f"/api/v1/{tournament.slug}/final-places").content)["rows"] == api["rows"]
    press(tournament, Move.LIGHT)
    assert "Prize for hanchan 1" in screen(tournament)
    for _key in range(4):
        press(tournament)
    assert third.name in screen(tournament) and phone(tournament) == before


def test_a_key_that_changes_nothing_writes_nothing():
    tournament = with_prizes()
    edition = tournament.edition
    for move in (Move.BACK, Move.LIGHT):
        press(tournament, move)
    press(tournament, Move.NEXT, at=3)
    press(tournament, Move.BLACK, at=1)
    assert Tournament.objects.get(pk=tournament.pk).edition == edition
    press(tournament, Move.BLACK)
    edition = tournament.edition
    press(tournament, Move.BLACK)
    assert Tournament.objects.get(pk=tournament.pk).edition == edition
    press(tournament)
    assert (tournament.ceremony_black, tournament.ceremony_step) == (False, 1)


def test_the_winner_stays_on_the_screen_and_it_still_goes_back_after_the_end():
    tournament = with_prizes()
    press_to(tournament, StepKind.WINNER)
    winner = at_place(tournament, 1)
    tournament.refresh_from_db()
    last = len(steps_of(tournament))
    assert (tournament.revealed_from, tournament.ceremony_step, tournament.final_places) == (None, last, [])
    assert "is-winner" in screen(tournament) and winner.name in screen(tournament)
    edition = tournament.edition
    press(tournament)
    assert tournament.edition == edition
    press(tournament, Move.BACK)
    assert "is-alone" in screen(tournament)
    press(tournament)
    assert "is-winner" in screen(tournament)


def test_the_end_before_the_last_step_shows_the_winner():
    tournament = with_prizes()
    end_ceremony(tournament=tournament, act=ACT)
    assert "is-winner" in screen(tournament) and "Prize for country 1" in phone(tournament)


def test_an_event_without_a_ceremony_has_no_keys():
    tournament, _people = small_event(hanchan_count=2)
    assert code_of(lambda: press(tournament)) == "no-ceremony"
    assert "The final places are announced here." in screen(tournament)


def test_the_road_of_the_third_is_on_the_screen_and_stays_as_it_was_at_the_start():
    tournament = with_prizes()
    press_to(tournament, StepKind.ALONE, 3)
    before = screen(tournament)
    assert before.count('class="road-ring') == 2 and "in 2, best hanchan" in before
    punish(at_place(tournament, 3), 90_000, number=1)
    tournament.refresh_from_db()
    forget()
    assert screen(tournament) == before


def test_corrected_places_keep_what_was_shown_of_the_prizes():
    tournament = with_prizes()
    press_to(tournament, StepKind.PRIZE)
    press(tournament)
    shown, revealed_from = tournament.ceremony_shown, tournament.revealed_from
    punish(at_place(tournament, 2), 1_000, number=2)
    tournament.refresh_from_db()
    assert code_of(lambda: press(tournament)) == "places-corrected"
    go_on(tournament)
    assert (tournament.ceremony_shown, tournament.revealed_from) == (shown, revealed_from)
    press(tournament, Move.BACK)
    punish(at_place(tournament, 2), 1_000, number=2)
    tournament.refresh_from_db()
    press(tournament)
    assert tournament.ceremony_step == shown, "what was shown is shown again, whatever waits"


def test_corrected_places_show_no_prize_before_its_step_where_one_has_no_winner_any_more():
    tournament = with_prizes()
    press_to(tournament, StepKind.PRIZE)
    press(tournament)
    tournament.players.update(is_newcomer=False)
    vouch(tournament, Player)
    punish(at_place(tournament, 2), 1_000, number=2)
    tournament.refresh_from_db()
    go_on(tournament)
    assert [prize.kind for prize in show_of(tournament).prizes] == [PrizeKind.HANCHAN]
    press(tournament)
    assert [prize.kind for prize in show_of(tournament).prizes] == [PrizeKind.HANCHAN, PrizeKind.COUNTRY]


def test_certificates_are_in_the_order_of_the_show(client):
    tournament = with_prizes()
    announced = [row.player.id for step in steps_of(tournament) for row in reversed(step.rows)]
    assert [one.row.player.id for one in certificates_of(tournament)] == announced
    assert [one.row.standing.place for one in certificates_of(tournament)] == [*range(8, 0, -1)]


def test_the_remote_shows_what_comes_next_with_its_prize_and_follows_other_keys(client):
    tournament = with_prizes()
    client.force_login(make_staff(tournament, Role.ORGANISER))
    here = reverse("ceremony", args=[tournament.slug])
    assert at_place(tournament, 8).name in client.get(here).content.decode()
    edition = Tournament.objects.get(pk=tournament.pk).edition
    assert client.get(here, {"since": edition}).status_code == 204
    press_to(tournament, StepKind.ALONE, 2)
    page = client.get(here, {"since": edition}).content.decode()
    assert at_place(tournament, 1).name in page and "Prize: Prize for place 1" in page
    press(tournament, Move.BLACK)
    assert 'value="light"' in client.get(here).content.decode()
    press(tournament)
    page = client.get(here).content.decode()
    assert reverse("print_certificates", args=[tournament.slug]) in page and "data-ceremony" in page


def test_an_event_file_takes_prizes_roads_and_steps_along():
    tournament = with_prizes()
    press_to(tournament, StepKind.PRIZE)
    vouch(tournament, Player)
    before, after = there_and_back(tournament)
    assert after == before
    loaded = Tournament.objects.get(slug="from-file")
    names = [[step.prize.names for step in steps_of(one) if step.prize] for one in (tournament, loaded)]
    roads = [[row.road for step in steps_of(one) for row in step.rows] for one in (tournament, loaded)]
    assert names[0] == names[1] and roads[0] == roads[1] and loaded.ceremony_shown == tournament.ceremony_shown


def test_the_queries_of_the_screen_do_not_grow_with_the_steps():
    tournament, counts = with_prizes(), []
    for _step in range(7):
        press(tournament)
        forget()
        with CaptureQueriesContext(connection) as queries:
            screen(tournament)
        counts.append(len(queries))
    assert len(set(counts)) == 1 and counts[0] <= 14


@pytest.mark.parametrize("change", [-1, 1])
def test_a_correction_after_the_end_that_makes_a_step_fewer_or_more_leaves_the_winner_and_the_way_back(change):
    tournament = with_prizes()
    press_to(tournament, StepKind.WINNER)
    tournament.ceremony_shown = tournament.ceremony_step = tournament.ceremony_shown - change
    tournament.save(update_fields=["ceremony_shown", "ceremony_step"])
    vouch(tournament)
    shown = show_of(tournament)
    assert shown.step.kind is StepKind.WINNER and "is-winner" in screen(tournament)
    press(tournament, Move.BACK, at=shown.at)
    assert "is-alone" in screen(tournament)
    press(tournament, at=show_of(tournament).at)
    assert "is-winner" in screen(tournament)


def test_a_country_and_a_team_are_announced_as_they_were_at_the_start():
    tournament = with_prizes()
    before = [step.prize.names for step in steps_of(tournament) if step.prize and step.prize.kind == PrizeKind.COUNTRY]
    tournament.players.update(country="FR", team="Other")
    vouch(tournament, Player)
    forget()
    found = [step.prize for step in steps_of(tournament) if step.prize and step.prize.kind == PrizeKind.COUNTRY]
    assert [one.names for one in found] == before
    assert not any(one.players for one in found), "the mark of the screen is of what it shows"


def test_phones_name_the_next_position_and_nothing_while_a_prize_is_next():
    tournament = with_prizes()
    assert "Place" not in phone(tournament)
    told = []
    while not (show := show_of(tournament)).step or show.step.kind != StepKind.ALONE:
        press(tournament)
        text = phone(tournament)
        told.append(next((line for line in text.splitlines() if "is next" in line), ""))
    assert told[4] == told[5] == told[7] == "", told
    assert "Place 7 is next." in told[0] and "Place 2 is next." in told[-1]
