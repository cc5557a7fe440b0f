"""Small papers, signs, and lists for desk and referees; and the paper that is remembered."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.rules.files import PRESETS
from scoring.sentences.sources import public_source
from tests.factories import MORNING, make_players, make_staff, make_tournament
from tests.tournament.planning.halls import seated_hall
from tests.tournament.printing.test_views import get, text
from tests.tournament.standings.tables import USUAL, play, small_event
from tournament.core.audit import Act
from tournament.core.models import Role
from tournament.events.actions import set_public
from tournament.players.actions import add_players, edit_player
from tournament.seats.queries import lineup

pytestmark = pytest.mark.django_db
CARDS = ("slips", "badges", "table-signs", "certificates", "check-in")


def words(answer) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


@pytest.mark.parametrize("paper", CARDS)
def test_before_there_is_anything_every_card_says_so(client, paper):
    answer = get(client, make_tournament(), paper)
    assert answer.status_code == 200
    assert "Nothing to print" in text(answer)


def test_a_slip_has_every_table_and_wind_of_its_player_in_order(client):
    tournament = seated_hall(hanchan=4)
    slips = text(get(client, tournament, "slips")).split("<article")[1:]
    assert len(slips) == 24  # sixteen, and blank ones to fill two pages
    (own,) = [slip for slip in slips if "Aiko Brandt" in slip]
    tables = [int(table) for table in re.findall(r'class="figure">(\d+)<', own)]
    winds = re.findall(r'class="small" aria-hidden="true">(\w)<', own)
    seats = [
        (table, place.wind.value)
        for number in range(1, 5)
        for table, places in lineup(tournament, number).items()
        for place in places
        if place.player.name == "Aiko Brandt"
    ]
    assert list(zip(tables, winds, strict=True)) == seats


def test_drawn_winds_are_on_no_slip(client):
    winds = re.compile(r'class="small" aria-hidden="true">(\w)<')
    assert winds.search(text(get(client, seated_hall(slug="fixed"), "slips")))
    assert not winds.search(text(get(client, seated_hall(slug="drawn", wind_method="drawn"), "slips")))


def test_a_badge_has_the_name_the_club_the_country_in_words_and_the_code(client):
    tournament = make_tournament("Tom & <Jerry> Open")
    rows = [{"name": "Aiko <b>Brandt</b>", "country": "DE", "club": "Isar Riichi", "pronouns": "she/her"}]
    add_players(tournament=tournament, rows=rows, act=Act(by=None, at=MORNING))
    page = text(get(client, tournament, "badges", spares=2))
    assert page.count('class="card badge"') == 10
    assert page.count('class="qr"') == 1
    assert "Aiko &lt;b&gt;Brandt&lt;/b&gt;" in page
    assert all(word in page for word in ("Isar Riichi", "Germany", "she/her", "Tom &amp; &lt;Jerry&gt; Open"))


def test_who_withdrew_gets_no_badge_and_is_not_expected(client):
    tournament = make_tournament()
    make_players(tournament, 8)
    tournament.players.filter(number=2).update(status="withdrawn")
    for paper in ("badges", "check-in"):
        page = text(get(client, tournament, paper))
        assert "Aiko Brandt" in page and "Luc Moreau" not in page


def test_a_table_sign_is_on_both_sides_of_a_fold_and_on_small_paper_once(client):
    tournament = seated_hall()
    assert text(get(client, tournament, "table-signs")).count('class="sign-number">3<') == 2
    assert text(get(client, tournament, "table-signs", paper="a5")).count('class="sign-number">3<') == 1


def test_before_the_seating_there_are_signs_for_as_many_tables_as_the_players_need(client):
    tournament = make_tournament()
    make_players(tournament, 11)
    assert [sign.table for sign in get(client, tournament, "table-signs").context["pages"]] == [1, 2, 3]


def test_the_poster_shows_the_address_and_warns_while_it_leads_nowhere(client):
    tournament = make_tournament(slug="open")
    closed = text(get(client, tournament, "poster"))
    assert "/t/open/" in closed and "public pages are closed" in closed
    type(tournament).objects.update(is_public=True)
    assert "public pages are closed" not in text(get(client, tournament, "poster"))


def test_certificates_have_places_totals_and_prizes_and_can_be_had_for_the_best_alone(client):
    tournament, people = small_event()
    tournament.prizes.create(what="🏆 Cup")
    tournament.prizes.create(kind="newcomer", what="Newcomer's book")
    edit_player(player=people[7], act=Act(by=None, at=MORNING), is_newcomer=True)
    play(tournament, 1, {1: USUAL, 2: (30_000,) * 4})
    every = get(client, tournament, "certificates")
    assert len(every.context["pages"]) == 8
    said = words(every)
    assert "Place 1 of 8" in said and "+30.2 after 1 hanchan" in said and "🏆 Cup" in said
    assert "Shared place" in said and "provisional" in said
    best = get(client, tournament, "certificates", places=2).context["pages"]
    assert [one.row.player.name for one in best] == [people[7].name, "Luc Moreau", "Aiko Brandt"]


def test_the_check_in_list_has_a_box_for_each_and_who_has_paid(client):
    tournament = make_tournament()
    make_players(tournament, 8)
    tournament.players.filter(number=1).update(is_paid=True)
    page = text(get(client, tournament, "check-in"))
    assert page.count("tick-box") == 8 + 7
    assert page.count(">yes<") == 1


def test_every_foul_of_the_schedule_is_on_paper_with_its_outcomes(client):
    tournament = make_tournament()
    said = words(get(client, tournament, "penalties"))
    assert all(foul.title in said for foul in tournament.schedule.fouls)
    assert "chonbo, 30P" in said


def test_payments_are_those_of_the_rules(client):
    page = words(get(client, make_tournament(), "payments"))
    assert "40 1,300 400/700 2,600 700/1,300 5,200 1,300/2,600" in page
    assert "40 2,000 700 all 3,900 1,300 all 7,700 2,600 all" in page
    assert "Yakuman 48,000 16,000 all" in page
    assert "Each honba adds 300 on a discard, and 100 from each player by self-draw." in page
    kiriage = make_tournament("Kiriage", preset="wrc-2025")
    assert kiriage.ruleset.hand.kiriage == ("30 1,000 300/500 2,000 500/1,000 3,900 1,000/2,000 7,700" not in page)


def test_three_players_have_payments_and_signs_too(client):
    tournament = make_tournament("Three", preset="tenhou-3")
    assert "Mangan" in words(get(client, tournament, "payments"))


def test_the_paper_is_remembered_and_every_print_takes_it(client):
    tournament = seated_hall()
    assert "printing letter" in text(get(client, tournament, "report-sheets", paper="letter"))
    assert "printing letter" in text(get(client, tournament, "badges"))
    assert "print-miniature print-letter" in text(get(client, tournament, ""))
    assert "printing a3" in text(get(client, tournament, "standings", paper="a3"))
    assert "printing letter" in text(get(client, tournament, "rules", paper="a3"))
    assert "printing letter" in text(client.get(f"/manage/{tournament.slug}/seating/report/print/"))
    assert "printing a4" in text(get(client, tournament, "slips", paper="a4"))
    assert "printing a4" in text(get(client, tournament, "report-sheets"))


def test_on_small_paper_each_sheet_has_a_page_of_its_own(client):
    tournament = seated_hall(20)
    assert len(get(client, tournament, "report-sheets", hanchan=1, paper="a5").context["pages"]) == 5


@pytest.mark.parametrize("key", PRESETS)
def test_the_penalties_name_their_documents_and_no_keys_of_them(client, key):
    tournament = make_tournament(preset=key)
    said = words(get(client, tournament, "penalties"))
    assert not re.findall(r"\bS[0-9]\b|\bMod\.", said)
    sources = {public_source(foul.source) for foul in tournament.schedule.fouls}
    assert sources and all(source in unescape(said) for source in sources)


CLOSED = "The public page is closed: the codes work once it is open."


def prints_that_say_closed(client, tournament, role=Role.ORGANISER):
    client.force_login(make_staff(tournament, role))
    page = text(client.get(f"/manage/{tournament.slug}/print/"))
    cards = [card for card in page.split("<h3>")[1:] if CLOSED in card]
    return {card.partition("<")[0]: f'href="/manage/{tournament.slug}/public/"' in card for card in cards}


def test_while_the_public_page_is_closed_the_prints_with_its_codes_say_so_and_lead_to_where_it_opens(client):
    tournament = seated_hall()
    with_link = {"Table signs": True, "Poster with QR code": True, "Badges": True}
    assert prints_that_say_closed(client, tournament) == with_link
    assert prints_that_say_closed(client, tournament, Role.DESK) == {
        "Table signs": False,
        "Poster with QR code": False,
    }
    set_public(tournament=tournament, is_public=True, act=Act(by=None, at=MORNING))
    assert prints_that_say_closed(client, tournament) == {}


def test_forty_players_cost_as_many_queries_as_sixteen(client):
    halls = [seated_hall(players, hanchan) for players, hanchan in ((40, 5), (16, 4))]
    for paper in ("", *CARDS, "poster", "penalties", "payments"):
        counted = []
        for tournament in halls:
            get(client, tournament, paper)
            with CaptureQueriesContext(connection) as caught:
                get(client, tournament, paper)
            counted.append(len(caught))
        assert counted[0] == counted[1], paper


def test_a_helper_of_another_tournament_prints_nothing(client):
    tournament = seated_hall()
    client.force_login(make_staff(make_tournament("Other")))
    assert client.get(f"/manage/{tournament.slug}/print/badges/").status_code == 403
