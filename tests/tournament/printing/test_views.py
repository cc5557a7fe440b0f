"""Pages for the printer."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import MORNING, make_staff, make_tournament
from tests.tournament.desk.halls import code_on
from tests.tournament.planning.halls import begin, seated_hall
from tests.tournament.standings.tables import play, punish, small_event, vouch
from tournament.core.audit import Act
from tournament.players.actions import add_player
from tournament.players.models import Player
from tournament.printing import views
from tournament.printing.prints import ALL
from tournament.seats.queries import lineup
from tournament.seats.stand_ins import stand_in

pytestmark = pytest.mark.django_db
PAPERS = ("report-sheets", "all-last-sheets", "seating-by-table", "seating-by-player", "standings")


def get(client, tournament, page, /, **asked):
    client.force_login(
        tournament.memberships.first().user if tournament.memberships.exists() else make_staff(tournament, "organiser")
    )
    return client.get(f"/manage/{tournament.slug}/print/" + (f"{page}/" if page else ""), asked)


def text(answer) -> str:
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize("paper", PAPERS)
def test_before_there_is_anything_every_paper_says_so(client, paper):
    answer = get(client, make_tournament(), paper)
    assert answer.status_code == 200
    assert "Nothing to print" in text(answer)


def test_without_a_seating_the_page_offers_sheets_without_names(client):
    page = text(get(client, make_tournament(), ""))
    assert "No seating yet" in page
    assert '<input type="hidden" name="only_spares" value="1">' in page


def test_the_page_proposes_the_hanchan_that_comes_next(client):
    tournament, _ = small_event()
    play(tournament, 1, {1: (30_000,) * 4, 2: (30_000,) * 4})
    assert '<option value="2" selected>2</option>' in text(get(client, tournament, ""))


@pytest.mark.parametrize("paper", PAPERS[:4])
def test_the_name_of_a_hanchan_stands_on_its_papers(client, paper):
    tournament = seated_hall()
    tournament.hanchan.filter(number=2).update(name="Final <8>")
    vouch(tournament)
    assert ">Final &lt;8&gt;</bdi>" in text(get(client, tournament, paper, hanchan=2))
    assert "Final" not in text(get(client, tournament, paper, hanchan=1)).replace("Final points", "")
    assert "2 <bdi>Final" in text(get(client, tournament, "seating-by-player"))


def test_report_sheets_carry_event_hanchan_table_code_names_and_room_for_everything(client):
    tournament = seated_hall(name="Tom & <Jerry> Open")
    page = text(get(client, tournament, "report-sheets", hanchan=2))
    assert page.count('class="half"') == 4
    assert page.count("digits-sign") == 4 * 4
    assert page.count("place-box") == 4 * 4
    assert page.count("Riichi deposits left on the table") == 4
    assert page.count("Referee") == 4
    assert "120,000" in page
    assert "page 2/2" in page
    assert "Tom &amp; &lt;Jerry&gt; Open" in page
    for place in lineup(tournament, 2)[1]:
        assert place.player.name in page


def test_players_write_the_sum_and_the_referee_ticks_that_it_was_checked_in_time(client):
    page = text(get(client, seated_hall(), "report-sheets", hanchan=1))
    assert page.count('class="closing-sum"') == 4
    assert page.count("must be 120,000") == 4
    assert page.count("Checked before the sticks were reset") == page.count("tick-box") == 4


def test_a_code_opens_the_sheet_on_the_phone_of_the_staff_and_a_spare_has_none(client, monkeypatch):
    addresses = []
    monkeypatch.setattr(views, "qr_svg", lambda address, **_how: addresses.append(address) or "")
    tournament = seated_hall()
    begin(tournament, 1)
    get(client, tournament, "report-sheets", hanchan=1, spares=2)
    assert [address.split("/manage/")[1] for address in addresses] == [
        f"{tournament.slug}/sheet/{code_on(tournament, 1, table)}/" for table in (1, 2, 3, 4)
    ]
    answer = client.get("/manage/" + addresses[0].split("/manage/")[1])
    assert answer["Location"] == f"/manage/{tournament.slug}/sheets/1/1/"
    assert "staff-page" not in text(get(client, tournament, "report-sheets", only_spares=1, spares=2))


def test_the_all_last_sheet_draws_the_seats_around_the_table(client):
    tournament = seated_hall()
    page = text(get(client, tournament, "all-last-sheets", hanchan=1))
    assert page.count("ring-table") == 4
    last_east = lineup(tournament, 1)[1][3].player.name  # starts as North
    assert re.search(rf'class="ring-seat row gap-1 ring-e">.{{0,400}}?class="cut-short">{last_east}<', page)


def test_an_odd_table_is_joined_by_a_spare_and_more_spares_can_be_had(client):
    tournament = seated_hall(20)
    assert text(get(client, tournament, "report-sheets", hanchan=1)).count('class="half"') == 6
    assert text(get(client, tournament, "report-sheets", hanchan=1, spares=3)).count('class="half"') == 8
    assert text(get(client, tournament, "report-sheets", only_spares=1, spares=4)).count('class="half"') == 4
    assert text(get(client, tournament, "report-sheets", only_spares=1, spares=4000)).count('class="half"') == 40


def test_drawn_winds_leave_the_tile_blank(client):
    page = text(get(client, seated_hall(wind_method="drawn"), "report-sheets", hanchan=1))
    assert page.count("wind to be drawn") == 16
    assert 'class="tile tile-e' not in page


def test_the_all_last_sheet_counts_from_the_goal(client):
    page = text(get(client, seated_hall(), "all-last-sheets", hanchan=1))
    assert "(points − 30,000) ÷ 1,000" in page
    assert "Names are shown as seated in South 4" in page
    drawn = text(get(client, seated_hall(wind_method="drawn"), "all-last-sheets", hanchan=1))
    assert "Names are shown as seated" not in drawn


def test_one_hanchan_stands_large_in_two_columns_and_all_of_them_in_a_row(client):
    tournament = seated_hall()
    one = text(get(client, tournament, "seating-by-player", hanchan=3))
    assert one.count("<table") == 2 and "wall-one rows-12" in one
    every = text(get(client, tournament, "seating-by-player"))
    assert every.count('class="where"') == 4 + 16 * 4


@pytest.mark.parametrize(
    "asked", [{"hanchan": "99"}, {"hanchan": "x"}, {"hanchan": "٣"}, {"paper": "a3"}, {"after": "-1"}]
)
@pytest.mark.parametrize("paper", PAPERS)
def test_nonsense_in_the_address_is_no_error(client, paper, asked):
    assert get(client, seated_hall(), paper, **asked).status_code == 200


def test_letter_paper_is_the_other_class(client):
    assert "printing letter" in text(get(client, seated_hall(), "report-sheets", paper="letter"))


def test_standings_show_shared_places_penalties_and_who_is_not_ranked(client):
    tournament, (aiko, _luc, ewa, tom, *_) = small_event()
    substitute = add_player(tournament=tournament, name="Sub One", is_substitute=True, act=Act(by=None, at=MORNING))
    stand_in(
        tournament=tournament, hanchan=1, absent=tom, substitute=substitute, act=Act(by=None, at=MORNING, reason="ill")
    )
    play(tournament, 1, {1: (45_200, 31_100, 25_700, 18_000), 2: (45_200, 31_100, 25_700, 18_000)})
    punish(aiko, 30_000)
    Player.objects.filter(pk=ewa.pk).update(status="disqualified")
    page = text(get(client, tournament, "standings"))
    assert "2=" in page and "after hanchan" in page.lower() and "1 of 3" in page
    assert "provisional" in page
    assert "−30.0" in page
    assert "(−27.0)" in page and "substitute" in page
    assert "disqualified" in page


def test_only_what_is_public_is_for_the_wall_and_the_rest_says_that_it_is_not(client):
    tournament, _ = small_event()
    play(tournament, 1, {1: (45_200, 31_100, 25_700, 18_000), 2: (30_000,) * 4})
    play(tournament, 2, {1: (18_000, 25_700, 31_100, 45_200), 2: (30_000,) * 4}, released=False)
    wall = text(get(client, tournament, "standings", public=1))
    assert "1 of 3" in wall and "+30.2" in wall and "staff only" not in wall
    staff = text(get(client, tournament, "standings"))
    assert "2 of 3" in staff and "Staff only" in staff


def test_more_than_ten_hanchan_leave_the_single_scores_out(client):
    tournament, _ = small_event(hanchan_count=11)
    for number in range(1, 12):
        play(tournament, number, {1: (45_200, 31_100, 25_700, 18_000), 2: (30_000,) * 4})
    assert "score num" in text(get(client, tournament, "standings", after=10))
    assert "score num" not in text(get(client, tournament, "standings"))


def test_forty_players_cost_as_many_queries_as_sixteen(client):
    halls = [seated_hall(players, hanchan) for players, hanchan in ((40, 5), (16, 4))]
    for paper in PAPERS:
        counted = []
        for tournament in halls:
            get(client, tournament, paper)
            with CaptureQueriesContext(connection) as caught:
                client.get(f"/manage/{tournament.slug}/print/{paper}/")
            counted.append(len(caught))
        assert counted[0] == counted[1], paper


@pytest.mark.parametrize(
    ("states", "first"),
    [
        (("planned", "planned"), ["Check-in list", "Badges", "Table signs", "Report sheets", "Poster with QR code"]),
        (
            ("closed", "planned"),
            ["Report sheets", "All-last sheets", "Seating by player", "Standings", "Seating by table"],
        ),
        (("closed", "closed"), ["Standings", "Certificates", "Prizes"]),
    ],
)
def test_the_papers_of_the_moment_stand_first_and_every_paper_once(client, states, first):
    tournament = make_tournament(hanchan_count=2)
    for number, state in enumerate(states, start=1):
        at = tournament.made_at if state == "closed" else None
        tournament.hanchan.filter(number=number).update(state=state, started_at=at, closed_at=at)
    client.force_login(make_staff(tournament))
    groups = client.get(f"/manage/{tournament.slug}/print/").context["groups"]
    assert [str(one.title) for one, _missing in groups[0].items] == first
    everything = [one for group in groups for one, _missing in group.items]
    assert sorted(everything, key=repr) == sorted((one for _title, prints in ALL for one in prints), key=repr)


def test_of_a_large_event_the_sheets_of_one_hanchan_are_printed_at_a_time(client, monkeypatch):
    tournament = seated_hall(players=8, hanchan=3)

    def printed(**asked) -> set[int]:
        pages = get(client, tournament, "report-sheets", **asked).context["pages"]
        return {sheet.hanchan for page in pages for sheet in page if sheet.hanchan}

    assert printed() == printed(hanchan="") == {1, 2, 3}
    monkeypatch.setattr(views, "MOST_SHEETS", 5)
    assert printed() == printed(hanchan="") == {1}
    assert printed(hanchan=2) == {2}
    assert text(get(client, tournament, "")).count('<option value="">all</option>') == 1
