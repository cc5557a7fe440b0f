"""A season's games from a list made elsewhere: what is read, what is refused, who is meant, and all or nothing."""

from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from random import Random
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import Workbook

from scoring.rules import preset
from tests.factories import make_staff, make_tournament
from tests.tournament.leagues.games import POINTS, make_league, play, sheet_of
from tests.tournament.rankings.rows import make_club, make_person
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.core.models import AuditEntry, Role, Tournament
from tournament.events.clubs import first_club
from tournament.leagues.actions import load_games, play_game
from tournament.leagues.game_list import LIMITS, read_games
from tournament.leagues.queries import league_of
from tournament.players.importing.known_persons import known_persons
from tournament.players.queries import players_of
from tournament.reading.files import read_pasted
from tournament.results.models import SheetLine
from tournament.seats.models import Seat

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)
HEAD = "day\tgame\tplayer\tpoints\tdeposits"


def rows(*games):
    """The list of games: each is a day, four people, and their points as written."""
    lines = [HEAD]
    for number, (day, people, points) in enumerate(games, 1):
        lines += [f"{day}\t{number}\t{who}\t{own}\t" for who, own in zip(people, points, strict=True)]
    return "\n".join(lines)


def read(text, players=(), persons=()):
    return read_games(read_pasted(text, limits=LIMITS), preset("wrc-2022"), list(players), persons)


def said(listed):
    return [str(one) for one in listed.faults]


def load(league, text, meant=None, **options):
    listed = read(text, players_of(league))
    return load_games(tournament=league, listed=listed, meant=meant or {}, act=Act(by=None, at=NOW, **options))


@pytest.mark.parametrize(
    "written", ["45200 31100 25700 18000", "452 311 257 180", "45,200 31,100 25.700 18'000", "１８０ 257 311 452"]
)
def test_points_are_read_in_full_in_hundreds_and_with_any_mark_of_thousands(written):
    (game,) = read(rows(("2026-11-26", "ABCD", written.split()))).games
    assert sorted(game.points, reverse=True) == list(POINTS)


@pytest.mark.parametrize("written", ["2026-11-26", "26.11.2026", "26/11/2026", "2026-11-26 00:00:00"])
def test_a_day_is_read_as_people_write_it(written):
    assert read(rows((written, "ABCD", (452, 311, 257, 180)))).games[0].day == date(2026, 11, 26)


def test_games_are_in_the_order_of_their_days():
    games = [("2026-11-26", "ABCD", (452, 311, 257, 180)), ("2026-11-19", "BCDA", (452, 311, 257, 180))]
    assert [game.people for game in read(rows(*games)).games] == [tuple("BCDA"), tuple("ABCD")]


def test_deposits_left_on_the_table_belong_to_the_sum():
    text = rows(("2026-11-26", "ABCD", (442, 311, 257, 180))).replace("442\t", "442\t1")
    (game,) = read(text).games
    assert (game.deposits, sum(game.points)) == (1, 119_000)


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (("2026-11-26", "ABCD", (452, 311, 257, 181)), "add up to 1,201, not to 120,000."),
        (("2026-11-26", "ABCA", (452, 311, 257, 180)), "Line 2: this game needs 4 different players."),
        (("2026-11-31", "ABCD", (452, 311, 257, 180)), "Line 2: “2026-11-31” is not a day. Write it as 2026-11-26."),
        (("2026-11-26", "ABCD", (452, 311, "?", 180)), "Line 4: “?” is not a number."),
        (("2026-11-26", "ABC", (452, 311, 257)), "Line 2: this game has 3 rows instead of 4."),
    ],
)  # fmt: skip
def test_what_cannot_be_a_game_is_named_by_its_line(game, sentence):
    (fault,) = said(read(rows(game)))
    assert fault.endswith(sentence) and fault.startswith("Line ")


def test_a_list_without_headings_or_games_says_so():
    with pytest.raises(Refused, match="No line has the headings"):
        read("A\t1\nB\t2")
    assert said(read(HEAD)) == ["The list has no game."]


def test_names_and_numbers_mean_players_and_a_similar_name_is_a_doubt():
    league, people = make_league()
    people[0].name = "Anna Rossi"
    people[0].save()
    text = rows(("2026-11-26", ("Rossi Anna", people[1].number, "Anna Rosi", "Zoe Zimmer"), (452, 311, 257, 180)))
    listed = read(text, players_of(league))
    assert {name: one.pk for name, one in listed.known.items()} == {
        "Rossi Anna": people[0].pk,
        str(people[1].number): people[1].pk,
    }
    assert [(one.text, [at.pk for at in one.similar]) for one in listed.unknown] == [
        ("Anna Rosi", [people[0].pk]),
        ("Zoe Zimmer", []),
    ]


def test_a_name_of_several_a_number_of_nobody_and_one_player_twice_are_faults():
    league, people = make_league()
    for person in people[:2]:
        person.name = "Kim Lee"
        person.save()
    by_name = rows(("2026-11-26", ("Kim Lee", 3, 4, 99), (452, 311, 257, 180)))
    assert [one.code for one in read(by_name, players_of(league)).faults] == ["no-match", "ambiguous"]
    twice = rows(("2026-11-26", (3, people[2].name, 4, 5), (452, 311, 257, 180)))
    assert said(read(twice, players_of(league))) == ["Line 2: two names of this game mean the same player."]


def test_a_loaded_season_is_the_season_as_it_was_played():
    league, people = make_league(9, ranking="club-best-30")
    other, others = make_league(9, ranking="club-best-30")
    chance, games = Random(7), []
    for number in range(30):
        seats = chance.sample(range(9), 4)
        day = datetime(2026, 9, 1 + number // 2, 19, number % 2, tzinfo=UTC)
        typed = sheet_of([people[at] for at in seats])
        play_game(tournament=league, typed=typed, act=Act(by=None, at=day), is_another=True)
        games.append((day.date(), [others[at].number for at in seats], POINTS))
    assert load(other, rows(*games)) == 30
    tables = [league_of(Tournament.objects.get(pk=one.pk)) for one in (league, other)]
    figures = [[(row.place, row.player.number, row.total, row.games, row.moved) for row in one.rows] for one in tables]
    assert figures[0] == figures[1]
    assert tables[1].games == 30


def test_a_game_that_stands_twice_in_the_list_is_refused():
    league, _people = make_league()
    game = ("2026-11-26", "1234", POINTS)
    with pytest.raises(Refused, match="Line 6: this game is in the league already"):
        load(league, rows(game, game))
    assert not league.hanchan.exists()


def test_a_list_follows_games_that_were_played_and_altered_seats_stop_it():
    league, people = make_league()
    play(league, people[:4], at=NOW - timedelta(days=2))
    text = rows(("2026-11-27", "5678", POINTS))
    Seat.objects.filter(wind="E").update(player=people[7])
    with pytest.raises(Refused):
        load(league, text)
    Seat.objects.filter(wind="E").update(player=people[0])
    cache.clear()
    assert load(league, text) == 1
    assert [one.number for one in league.hanchan.order_by("number")] == [1, 2]


def test_who_is_new_becomes_a_player_and_who_is_meant_is_that_player():
    league, people = make_league(3)
    text = rows(("2026-11-26", ("1", "2", "Anna Rosi", "Zoe Zimmer"), POINTS))
    load(league, text, meant={"Anna Rosi": people[2]})
    assert [one.name for one in players_of(league)][3:] == ["Zoe Zimmer"]
    assert SheetLine.objects.filter(player=people[2]).count() == 1


def test_a_list_sent_twice_is_loaded_once_and_again_another_day_it_is_refused():
    league, _people = make_league()
    text = rows(("2026-11-26", "1234", POINTS))
    sending = str(uuid4())
    first = [load(league, text, submission=sending) for _time in (1, 2)]
    assert (first, league.hanchan.count()) == ([1, 1], 1)
    with pytest.raises(Refused, match="Line 2: this game is in the league already"):
        load(league, text)


def test_a_game_after_midnight_is_known_by_the_day_of_its_evening():
    league, people = make_league()
    play(league, people[:4], at=datetime(2026, 11, 27, 0, 30, tzinfo=UTC))
    with pytest.raises(Refused, match="Line 2: this game is in the league already"):
        load(league, rows(("2026-11-26", "1234", POINTS)))


@pytest.mark.parametrize(
    ("people", "meant", "day", "sentence"),
    [
        (("1", "2", "3", "New"), {}, "2026-11-29", "Line 6: 29 November 2026 has not come yet."),
        (("1", "2", "3", "New"), {"New": 0}, "2026-11-26", "Line 6: two names of this game mean the same player."),
    ],
)
def test_a_refused_list_leaves_nothing_behind(people, meant, day, sentence):
    league, players = make_league()
    text = rows(("2026-11-20", "1234", POINTS), (day, people, POINTS))
    lines = AuditEntry.objects.count()
    with pytest.raises(Refused, match=sentence):
        load(league, text, meant={name: players[at] for name, at in meant.items()})
    assert (league.hanchan.count(), len(players_of(league)), AuditEntry.objects.count()) == (0, 8, lines)
    with pytest.raises(Refused, match="add up to"):
        load(league, rows(("2026-11-20", "1234", (1, 2, 3, 4))))


# --- the page -------------------------------------------------------------------------------------------------------


@pytest.fixture
def loading(client):
    first_club()  # a test before this one may have emptied the database
    league, people = make_league()
    people[0].name = "Anna Rossi"
    people[0].save()
    client.force_login(make_staff(league, Role.ORGANISER))
    return league, reverse("league_load", args=[league.slug])


def test_a_workbook_is_read_shown_and_loaded_once_the_doubt_is_settled(client, loading):
    league, address = loading
    book = Workbook()
    for cells in (
        ["Datum", "Spiel", "Name", "Punkte"],
        *(
            [date(2026, 11, 26), 1, who, own]
            for who, own in zip(("Anna Rosi", "2", "3", "New Face"), POINTS, strict=True)
        ),
    ):
        book.active.append(cells)
    content = BytesIO()
    book.save(content)
    shown = client.post(address, {"file": SimpleUploadedFile("season.xlsx", content.getvalue())})
    form = shown.context["form"]
    assert [field.label for field in form.doubts] == ["Anna Rosi", "New Face"]
    assert (shown.status_code, "2 names match players." in shown.text) == (200, True)
    sent = {"pasted": form.data["pasted"], "submission": form.initial["submission"], "load": "1"}
    asked = client.post(address, sent)
    assert (asked.status_code, "Choose who is meant by each name below." in asked.text) == (422, True)
    anna = league.players.get(number=1)
    done = client.post(address, sent | {"who_0": anna.pk, "who_1": "new"}, follow=True)
    assert "1 game loaded." in done.text
    assert [line.player.name for line in SheetLine.objects.order_by("pk")][::3] == ["Anna Rossi", "New Face"]


def test_new_players_have_what_is_known_of_them_and_are_the_persons_that_they_are(client, loading):
    league, address = loading
    zofia = make_person("Zofia Zielińska", "PL", ema_number="05100170")
    nadia = make_person("Nadia Petit", "FR")
    text = rows(("2026-11-26", ("2", "Zofia Zielinska", "Nadia Petit", "New Face"), POINTS))
    shown = client.post(address, {"pasted": text})
    assert [field.help_text for field in shown.context["form"].doubts] == [
        "Known from other events: FR.",
        "",
        "Known from other events: PL, 05100170.",
    ]
    sent = {"pasted": text, "submission": shown.context["form"].initial["submission"], "load": "1"}
    done = client.post(address, sent, follow=True)
    assert "1 game loaded." in done.text
    assert done.redirect_chain[-1][0] == reverse("persons_of_event", args=[league.slug])
    finding = done.context["finding"]
    assert [one.name for one, _entry in finding.known] == ["Zofia Zielinska"]
    assert [one.name for one, _pair in finding.doubts] == ["Nadia Petit"]
    client.post(done.redirect_chain[-1][0])
    player = league.players.get(name="Zofia Zielinska")
    assert (player.country, player.ema_number, player.person_link.person) == ("PL", "05100170", zofia)
    assert league.players.get(name="Nadia Petit").country == nadia.country
    assert league.players.get(name="New Face").person_link.person.name == "New Face"


def test_nobody_is_asked_for_persons_without_a_new_player_or_without_the_right(client, loading):
    league, address = loading
    games = reverse("league_games", args=[league.slug])
    text = rows(("2026-11-26", "1234", POINTS))
    assert client.post(address, {"pasted": text, "load": "1"}).headers["Location"] == games
    make_club("Another")
    text = rows(("2026-11-27", ("1", "2", "3", "New Face"), POINTS))
    assert client.post(address, {"pasted": text, "load": "1", "who_0": "new"}).headers["Location"] == games


def test_who_has_the_number_of_a_known_person_may_be_meant():
    league, people = make_league(4)
    people[3].ema_number = "05100170"
    people[3].save()
    make_person("Zofia Zielińska", "PL", ema_number="05100170")
    text = rows(("2026-11-26", ("1", "2", "3", "Zofia Zielińska"), POINTS))
    (one,) = read(text, players_of(league), known_persons(league)).unknown
    assert (one.similar, one.known) == ((people[3],), "PL, 05100170")


def test_what_is_wrong_with_a_list_stands_on_the_page(client, loading):
    _league, address = loading
    assert "A row for each player and game" in client.get(address).text
    assert "Paste rows, or choose a file." in client.post(address, {"pasted": ""}).text
    assert "No line has the headings" in client.post(address, {"pasted": "A\t1"}).text
    faulty = client.post(address, {"pasted": rows(("2026-11-26", "1234", (1, 2, 3, 4)))})
    assert "Nothing can be loaded yet" in faulty.text
    far = client.post(address, {"pasted": rows(("2999-11-26", "1234", POINTS)), "load": "1"})
    assert (far.status_code, "has not come yet" in far.text) == (422, True)
    assert client.post(address, {"file": SimpleUploadedFile("a.pdf", b"%PDF-1.4 x")}).status_code == 422


def test_only_a_league_loads_games(client):
    event = make_tournament("Open")
    client.force_login(make_staff(event, Role.ORGANISER))
    assert client.get(reverse("league_load", args=[event.slug])).status_code == 404
