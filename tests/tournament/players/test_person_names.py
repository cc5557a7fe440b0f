"""First, last, legal name, reading and pronouns: how they are read, ordered, shown, hidden and corrected."""

import re

import pytest
from django.urls import reverse

from scoring.game import ScoreLine, Table
from scoring.winds import WINDS
from tests.events.rows import kept
from tests.factories import MORNING, NAMES, load_past_event, make_staff, make_tournament, make_user
from tests.tournament.players.importing.lists import apply, grid, plan_for
from tests.tournament.test_every_page import address_of, all_pages
from tournament.archive.reading import PastEvent
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.events.actions import set_public
from tournament.players.actions import add_player, edit_player, renumber
from tournament.players.names import composed, in_order, parted
from tournament.players.queries import players_of
from tournament.players.similar_names import SimilarNames
from tournament.standings.queries import standings_of

ACT = Act(by=None, at=MORNING)
SECRET = "Maximilian Quirinus"


@pytest.mark.parametrize(
    ("written", "first", "last"),
    [
        ("MÜSSIG Jörg", "Jörg", "Müssig"),
        ("Jörg MÜSSIG", "Jörg", "Müssig"),
        ("O'Brien, Siobhán", "Siobhán", "O'Brien"),
        ("O’BRIEN Siobhán", "Siobhán", "O’Brien"),
        ("FRANÇOIS Marie-Hélène", "Marie-Hélène", "François"),
        ("SAINT-EXUPÉRY Antoine", "Antoine", "Saint-Exupéry"),
        ("Jan van der BERG", "Jan", "van der Berg"),
        ("DE LA TOUR Luc", "Luc", "de la Tour"),
        ("山田　太郎", "太郎", "山田"),
        ("김 민수", "민수", "김"),
        ("Luc Moreau", "", ""),
        ("LUC MOREAU", "", ""),
        ("AIKO brandt", "", ""),
        ("von Berg Jan", "", ""),
        ("Leonardo da Vinci", "", ""),
        ("Aiko", "", ""),
        ("T. Okafor", "", ""),
        ("Moreau,", "", ""),
        ("a, b, c", "", ""),
        ("Luc MOREAU Jean", "", ""),
        ("山田太郎", "", ""),
        ("", "", ""),
    ],
)
def test_first_and_last_name_are_told_apart_only_where_the_name_says_so(written, first, last):
    assert parted(written) == (first, last)


def test_a_list_with_one_column_of_names_fills_first_and_last_name(db):
    event = make_tournament()
    apply(event, grid("Name", "MÜSSIG Jörg", "山田 太郎", "Luc Moreau"))
    assert [(one.name, one.first_name, one.last_name) for one in players_of(event)] == [
        ("Jörg Müssig", "Jörg", "Müssig"),
        ("山田 太郎", "太郎", "山田"),
        ("Luc Moreau", "", ""),
    ]
    assert composed("太郎", "山田") == "山田 太郎"


def test_names_in_kanji_are_ordered_by_their_reading(db):
    event = make_tournament()
    rows = (
        "氏名;ふりがな",
        "山田 太郎;ヤマダ タロウ",
        "佐藤 花;さとう はな",
        "安藤 健;あんどう けん",
        "鈴木 一;スズキ ハジメ",
    )
    apply(event, grid(*rows))
    ordered = sorted(players_of(event), key=lambda player: player.name_key)
    assert [player.name for player in ordered] == ["安藤 健", "佐藤 花", "鈴木 一", "山田 太郎"]
    event.players.update(last_name="")
    renumber(tournament=event, act=ACT)
    assert [player.name for player in players_of(event)] == ["安藤 健", "佐藤 花", "鈴木 一", "山田 太郎"]


def test_hiragana_and_katakana_are_ordered_alike_and_latin_letters_without_accents():
    assert in_order("サトウ") == in_order("さとう") and in_order("Édouard") == ("edouard",)


@kept
def played_event():
    tables = [
        Table(1, table, tuple(ScoreLine(wind, who, 30_000) for wind, who in zip(WINDS, seats, strict=True)))
        for table, seats in ((1, (0, 1, 2, 3)), (2, (4, 5, 6, 7)))
    ]
    event = load_past_event(PastEvent(NAMES[:8], 1, tuple(tables), (), (), ()), name="Small Open")
    set_public(tournament=event, is_public=True, referee_public=True, players_public=True, act=ACT)
    event.hanchan.update(released_at=MORNING)
    make_staff(event, Role.ORGANISER)
    return event


def test_a_name_is_corrected_later_and_no_result_changes(db):
    event = played_event()
    before = [(row.standing.player, row.standing.total) for row in standings_of(event).rows]
    player = players_of(event).first()
    edit_player(player=player, act=ACT, name="Aiko Brand", first_name="Aiko", last_name="Brand", pronouns="she/her")
    event.refresh_from_db()
    assert [(row.standing.player, row.standing.total) for row in standings_of(event).rows] == before
    assert "Aiko Brand" in [row.player.name for row in standings_of(event).rows]


@pytest.mark.slow("every page")
def test_the_legal_name_is_on_no_public_page_and_in_the_files_of_the_staff(client, db):
    event = played_event()
    edit_player(player=players_of(event).first(), act=ACT, legal_name=SECRET, pronouns="xe/xem", ara_id="ARA-4711")
    for page in all_pages():
        if str(page.pattern).startswith("t/") and "token" not in page.pattern.converters:
            for query in ("", "?me=Quirinus&player=1", "?q=Quirinus"):
                text = client.get(address_of(page, event) + query).content.decode(errors="replace")
                assert not [told for told in ("Maximilian", "xe/xem", "ARA-4711") if told in text], page.name
    client.force_login(make_user("owner", superuser=True))
    file = client.get(reverse("export_csv", args=[event.slug, "players"])).content.decode()
    assert SECRET in file and "xe/xem" in file and "ARA-4711" in file
    assert "xe/xem" in client.get(reverse("check_in", args=[event.slug])).content.decode()


def test_the_form_of_a_player_has_all_names(client, db):
    event = make_tournament()
    client.force_login(make_user("owner", superuser=True))
    values = {
        "name": "Max Lee",
        "legal_name": SECRET,
        "reading": "リー マックス",
        "pronouns": "they/them",
        "ara_id": " 77 ",
    }
    assert client.post(reverse("player_add", args=[event.slug]), values).status_code == 302
    player = players_of(event).get()
    assert (player.legal_name, player.reading, player.pronouns) == (SECRET, "リー マックス", "they/them")
    assert player.ara_id == "77"
    page = client.get(reverse("player_edit", args=[event.slug, player.number])).content.decode()
    assert re.search(rf'name="legal_name"[^>]*value="{SECRET}"|value="{SECRET}"[^>]*name="legal_name"', page)


# --- similar names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "alike"),
    [
        ("Anna Rosi", [0]),
        ("ROSSI Ana", [0]),
        ("Anna Rossi", []),
        ("Jonn Smith", [1]),
        ("Chiara Fontana", []),
        ("Ewa", []),
        ("Player 13", []),
    ],
)
def test_names_that_differ_by_a_letter_or_two_are_similar(name, alike):
    assert SimilarNames(["Anna Rossi", "John Smith", "Eva", "Player 12"]).like(name) == alike


def test_a_similar_name_is_told_when_a_player_is_added_and_on_the_page(client, db):
    event = make_tournament()
    client.force_login(make_user("owner", superuser=True))
    add_player(tournament=event, act=ACT, name="Anna Rossi", ema_number="05100170")
    add = reverse("player_add", args=[event.slug])
    page = client.post(add, {"name": "Anna Rosi"}, follow=True).content.decode()
    assert "Anna Rossi (number 1) has a similar name." in page
    assert "A similar name:" in client.get(reverse("player_edit", args=[event.slug, 2])).content.decode()
    page = client.post(add, {"name": "Anna Rosso", "ema_number": "05100171"}, follow=True).content.decode()
    assert "Anna Rossi (number 1)" not in page, "two EMA numbers are two people"


def test_similar_names_are_told_and_never_decided(db):
    event = make_tournament()
    add_player(tournament=event, act=ACT, name="Anna Rossi")
    plan = plan_for(event, grid("Name", "Anna Rosi", "Jon Smith", "John Smith"))
    told = {line.name: [remark.say() for remark in line.remarks] for line in plan.lines}
    assert told == {
        "Anna Rosi": ["Anna Rossi (number 1) has a similar name. Check that they are two people."],
        "Jon Smith": [],
        "John Smith": ["Jon Smith (row 3) has a similar name. Check that they are two people."],
    }
    assert len(plan.new) == 3 and not plan.asks
