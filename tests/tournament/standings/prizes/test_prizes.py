"""Prizes: set, changed and removed; who wins them, ties named; page, print and file."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.events.rows import kept
from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.planning.pairing.events import played_event
from tests.tournament.standings.tables import USUAL, play, punish, small_event, vouch
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import Role
from tournament.events.models import Prize, PrizeKind
from tournament.standings.prizes.actions import remove_prize, set_newcomers, set_prize
from tournament.standings.prizes.queries import awards_of
from tournament.standings.queries import standings_of

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


def give(tournament, what, kind=PrizeKind.PLACE, place=1):
    prize = set_prize(tournament=tournament, kind=kind, place=place, what=what, act=ACT)
    tournament.refresh_from_db()
    return prize


def won(tournament):
    return {(one.prize.kind, one.prize.place): [winner.name for winner in one.winners] for one in awards_of(tournament)}


@pytest.fixture
@kept
def event():
    """Sixteen players, two hanchan, all totals apart."""
    tournament = played_event(16, 4)
    for number in range(1, 17):
        punish(tournament.players.get(number=number), 1_000 * number, number=2)
    tournament.refresh_from_db()
    return tournament


def ranked(tournament):
    return standings_of(tournament).ranked


def level(tournament, *places):
    """Make the players at these places equal, by penalties."""
    rows = [ranked(tournament)[place - 1] for place in places]
    lowest = rows[-1].standing.total
    for row in rows[:-1]:
        player = tournament.players.get(pk=row.player.id)
        punish(player, row.standing.total - lowest, number=1)
    tournament.refresh_from_db()


# --- the list --------------------------------------------------------------------------------------------------------


def test_a_prize_is_set_replaced_and_removed_and_the_history_says_so():
    tournament = make_tournament(hanchan_count=2)
    give(tournament, "Cup")
    prize = give(tournament, "  Big \u202e cup ")
    assert [(one.kind, one.place, one.what) for one in tournament.prizes.all()] == [("place", 1, "Big cup")]
    entry = tournament.audit_entries.first()
    assert (entry.verb, entry.about) == ("changed the prizes", "place 1")
    assert entry.detail == {"changes": {"prize": ["Cup", "Big cup"]}}
    remove_prize(prize=prize, act=ACT)
    assert not tournament.prizes.exists()
    assert tournament.audit_entries.first().detail == {"changes": {"prize": ["Big cup", None]}}


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"kind": "club"}, "kind"),
        ({"place": 0}, "place"),
        ({"place": 1_000}, "place"),
        ({"what": " \u202e"}, "what"),
        ({"what": "x" * 121}, "what"),
    ],
)
def test_a_prize_that_cannot_be_is_refused_at_its_field(values, field):
    tournament = make_tournament(hanchan_count=2)
    with pytest.raises(Refused) as refused:
        set_prize(tournament=tournament, act=ACT, **{"kind": "place", "place": 1, "what": "Cup"} | values)
    assert refused.value.field == field
    assert not tournament.prizes.exists()


@pytest.mark.parametrize("values", [{"what": ""}, {"place": 0, "what": "Cup"}, {"what": "Second cup"}])
def test_the_database_keeps_no_empty_and_no_second_prize(values):
    tournament = make_tournament(hanchan_count=2)
    give(tournament, "Cup")
    with pytest.raises(IntegrityError), transaction.atomic():
        Prize.objects.create(tournament=tournament, **values)


def test_prizes_for_the_first_places_are_asked_at_set_up(client):
    client.force_login(make_staff(make_tournament("Old"), Role.ORGANISER))
    typed = {
        "name": "New", "preset": "wrc-2022", "hanchan_count": "2", "wind_method": "fixed", "point_unit": "hundreds",
        "submission": "7d6b0ae2-6a0c-4d2e-9c93-52f6f7c0a102", "prizes": "Cup\n\n Medal \n",
    }  # fmt: skip
    assert client.post("/manage/new/", typed).status_code == 302
    prizes = Prize.objects.filter(tournament__name="New").order_by("place")
    assert [(one.place, one.what) for one in prizes] == [(1, "Cup"), (2, "Medal")]
    for what in (" ", "x" * 121):
        with pytest.raises(Refused, match="prize for place 2"):
            make_tournament("Third", prizes=["Cup", what])


def test_new_players_are_named_by_number_and_unknown_numbers_are_refused(event):
    set_newcomers(tournament=event, numbers=[3, 5], act=ACT)
    set_newcomers(tournament=event, numbers=[5, 7], act=ACT)
    assert sorted(event.players.filter(is_newcomer=True).values_list("number", flat=True)) == [5, 7]
    assert event.audit_entries.first().detail == {"changes": {"new_players": [[3, 5], [5, 7]]}}
    with pytest.raises(Refused, match="No player has the number 90, 91"):
        set_newcomers(tournament=event, numbers=[5, 91, 90], act=ACT)


# --- the winners -----------------------------------------------------------------------------------------------------


def test_before_the_first_results_nobody_wins():
    tournament = make_tournament(hanchan_count=2)
    give(tournament, "Cup")
    (award,) = awards_of(tournament)
    assert (award.winners, award.names, award.result, award.note) == ((), "", "", "Nobody yet")


def test_the_biggest_hanchan_of_a_player_who_reached_it_twice_is_the_first():
    tournament, _people = small_event(hanchan_count=2)
    for number in (1, 2):
        play(tournament, number, {1: USUAL, 2: (30_000,) * 4})
    give(tournament, "Tiles", PrizeKind.HANCHAN)
    (award,) = awards_of(tournament)
    assert award.result == "+30.2 in hanchan 1"


def test_places_new_players_countries_and_the_biggest_hanchan_have_their_winners(event):
    rows = ranked(event)
    set_newcomers(tournament=event, numbers=[rows[5].player.number, rows[9].player.number], act=ACT)
    give(event, "Cup", place=1)
    give(event, "Medal", place=3)
    give(event, "Book", PrizeKind.NEWCOMER)
    give(event, "Pen", PrizeKind.NEWCOMER, 2)
    give(event, "Nothing", PrizeKind.NEWCOMER, 3)
    give(event, "Tiles", PrizeKind.HANCHAN)
    give(event, "Flag", PrizeKind.COUNTRY)
    found = won(event)
    best = max(score for row in rows for score in row.scores if score is not None)
    assert found["place", 1] == [rows[0].player.name]
    assert found["place", 3] == [rows[2].player.name]
    assert found["newcomer", 1] == [rows[5].player.name]
    assert found["newcomer", 2] == [rows[9].player.name]
    assert found["newcomer", 3] == []
    assert sorted(found["hanchan", 1]) == sorted(row.player.name for row in rows if best in row.scores)
    assert found["country", 1] and len(found["country", 1][0]) > 2, "the name of a country"
    assert found.keys() == {(one.prize.kind, one.prize.place) for one in awards_of(event)}
    results = {one.prize.kind: one.result for one in awards_of(event)}
    assert " in hanchan " in results["hanchan"] and results["place"].startswith(("+", "−"))


def test_somebody_who_has_not_played_yet_has_no_biggest_hanchan(event):
    (late,) = make_players(event, 1)
    event.players.filter(pk=late.pk).update(counts_from=1)
    event.refresh_from_db()
    assert late.pk in {row.player.id for row in ranked(event)}
    give(event, "Tiles", PrizeKind.HANCHAN, 17)
    give(event, "Last tiles", PrizeKind.HANCHAN, 16)
    assert won(event)["hanchan", 17] == [] and won(event)["hanchan", 16]


def test_a_tie_at_a_prize_is_named_with_all_places_that_it_covers(event):
    level(event, 2, 3)
    give(event, "Cup", place=1)
    give(event, "Medal", place=2)
    give(event, "Ribbon", place=3)
    give(event, "Sticker", place=4)
    rows = ranked(event)
    cup, medal, ribbon, sticker = awards_of(event)
    assert {winner.name for winner in medal.winners} == {winner.name for winner in ribbon.winners}
    assert len(medal.winners) == 2 and medal.is_tied and (medal.first, medal.last) == (2, 3)
    assert medal.note == "Tie: 2 share the places 2 to 3. They share the prizes, or the referee decides."
    assert (cup.note, cup.names, sticker.names) == ("", rows[0].player.name, rows[3].player.name)


def test_teams_win_prizes_and_an_event_without_teams_has_no_winner(event):
    give(event, "Shield", PrizeKind.TEAM)
    assert won(event) == {("team", 1): []}
    for player in event.players.all():
        player.team = "Tana" if player.pk == ranked(event)[0].player.id else "Riichi Nord"
        player.save(update_fields=["team"])
    event.edition += 1
    event.save()
    assert won(event)["team", 1] in (["Tana"], ["Riichi Nord"])


def test_the_winners_cost_as_much_to_find_for_all_kinds_of_prizes(event):
    for kind in PrizeKind:
        for place in (1, 2, 3):
            give(event, f"{kind} {place}", kind, place)
    standings_of(event)
    with CaptureQueriesContext(connection) as queries:
        awards_of(event)
    assert len(queries) <= 2


# --- pages and files -------------------------------------------------------------------------------------------------


def test_the_page_sets_removes_and_shows_prizes_for_the_organiser(client, event):
    client.force_login(make_staff(event, Role.ORGANISER))
    address = f"/manage/{event.slug}/prizes/"
    assert "No prizes yet" in client.get(address).content.decode()
    typed = {"kind": "place", "place": "1", "what": "Cup 🏆"}
    html = client.post(f"{address}set/", typed, follow=True).content.decode()
    assert "Cup 🏆" in html and ranked(event)[0].player.name in html
    wrong = client.post(f"{address}set/", typed | {"what": "\u202e"})
    assert wrong.status_code == 422 and "Enter what the prize is." in wrong.content.decode()
    for place in ("x", "0", "1000", ""):
        wrong = client.post(f"{address}set/", typed | {"place": place})
        assert wrong.status_code == 422 and "Enter a place between 1 and 999." in wrong.content.decode()
    assert "Enter what the prize is." in client.post(f"{address}set/", typed | {"what": ""}).content.decode()
    assert client.post(f"{address}new-players/", {"newcomers": "1, 2"}).status_code == 302
    assert "1, 2" in client.get(address).content.decode()
    assert client.post(f"{address}new-players/", {"newcomers": "99"}).status_code == 422
    assert client.post(f"{address}new-players/", {"newcomers": "one"}).status_code == 422
    client.post(f"{address}{event.prizes.get().pk}/remove/")
    assert not event.prizes.exists()
    assert client.post(f"{address}999/remove/").status_code == 404


def test_the_desk_sees_the_prizes_and_changes_none(client, event):
    give(event, "Cup")
    client.force_login(make_staff(event, Role.DESK))
    html = client.get(f"/manage/{event.slug}/prizes/").content.decode()
    assert "Cup" in html and "/prizes/set/" not in html
    assert client.post(f"/manage/{event.slug}/prizes/set/", {}).status_code == 403


def test_the_print_names_every_prize_and_says_when_results_are_not_public(client, event):
    client.force_login(make_staff(event, Role.DESK))
    address = f"/manage/{event.slug}/print/prizes/"
    assert "There are no prizes yet." in client.get(address).content.decode()
    assert "print/prizes/" not in client.get(f"/manage/{event.slug}/print/").content.decode()
    give(event, "Cup")
    html = client.get(address).content.decode()
    assert "Cup" in html and ranked(event)[0].player.name in html
    assert "print/prizes/" in client.get(f"/manage/{event.slug}/print/").content.decode()
    event.hanchan.update(released_at=None)
    event.edition += 1
    event.save()
    assert "results that are not public yet" in client.get(address).content.decode()


def test_the_file_has_the_prizes_with_their_winners_and_only_where_there_are_some(client, event):
    client.force_login(make_staff(event, Role.DESK))
    vouch(event)
    address = f"/manage/{event.slug}/export/prizes.csv"
    assert client.get(address).status_code == 404
    level(event, 1, 2)
    give(event, "Cup")
    lines = client.get(address).content.decode("utf-8-sig").splitlines()
    assert lines[0].split(",") == ["kind", "place", "prize", "winners", "result", "tie"]
    first, second = (row.player.name for row in ranked(event)[:2])
    assert f'"{first}, {second}"' in lines[1] and "Tie: 2 share the places 1 to 2." in lines[1]
