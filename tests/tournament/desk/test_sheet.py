"""The sheet's page: typing it for the first time, reading it, and two people at one table."""

import pytest
from django.conf import settings
from django.urls import reverse

from scoring.winds import WINDS
from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of, lines, typed
from tournament.core.audit import Act
from tournament.core.models import Tournament
from tournament.desk.forms import letters_of
from tournament.hanchan.actions import close
from tournament.results.models import SheetVersion
from tournament.results.sheets.queries import accepted_version

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    tournament = hall()
    client.force_login(make_staff(tournament, name="Mina Aalto"))
    return tournament


def url(tournament, table=1, name="sheet", hanchan=1):
    return reverse(name, args=[tournament.slug, hanchan, table])


def referee(client, tournament):
    client.force_login(make_staff(tournament, "referee", name="Noah Field"))


def test_an_empty_sheet_names_its_players_its_unit_and_fills_in_no_score(client, desk):
    page = client.get(url(desk))
    assert "Aiko Brandt" in page.text
    assert "in hundreds" in page.text
    assert [row.points_field.value() for row in page.context["look"].rows] == [None] * 4
    assert page.context["form"]["deposits"].value() == 0
    assert "missing" not in page.context["look"].shown


def test_the_fourth_score_is_not_filled_in_when_three_are_typed(client, desk):
    data = typed(hanchan_of(desk), points=("412", "331", "257", ""))
    page = client.post(url(desk), data)
    assert page.status_code == 422
    assert page.context["look"].rows[3].points_field.value() == ""
    assert "The points of North are missing." in page.text
    assert not SheetVersion.objects.exists()


def test_a_clean_sheet_is_saved_and_the_next_missing_table_opens_with_a_line_about_it(client, desk):
    entered(hanchan_of(desk), table=2)
    answer = client.post(url(desk), typed(hanchan_of(desk)))
    assert answer.url == f"{url(desk, 3)}?saved=1"
    page = client.get(answer.url)
    assert "Table 1 saved:" in page.text
    assert "+26.2" in page.text
    assert "view table 1" in page.text
    assert accepted_version(hanchan_of(desk), 1).entered_by.get_full_name() == "Mina Aalto"


def test_after_the_last_table_it_wraps_and_after_all_it_says_so(client, desk):
    hanchan = hanchan_of(desk)
    assert client.post(url(desk, 4), typed(hanchan, 4)).url == f"{url(desk, 1)}?saved=4"
    for table in (1, 2):
        entered(hanchan, table)
    answer = client.post(url(desk, 3), typed(hanchan, 3))
    assert "All sheets of hanchan 1 are in" in client.get(answer.url).text


def test_a_sheet_that_misses_900_is_refused_with_its_likely_cause_and_nothing_is_saved(client, desk):
    page = client.post(url(desk), typed(hanchan_of(desk), points=("412", "331", "257", "191")))
    assert page.status_code == 422
    assert "<strong>900</strong> missing. Two digits swapped? <strong>421</strong> instead of 412 for East" in page.text
    assert 'value="412"' in page.text
    assert 'data-next="points_0"' in page.text
    assert not SheetVersion.objects.exists()


def test_everything_that_is_wrong_is_listed_at_once(client, desk):
    page = client.post(url(desk), typed(hanchan_of(desk), points=("1200", "33150", "", "x"), deposits="-1"))
    for words in (
        "is not clear",
        "33,150 for South is not a multiple of 100",
        "The points of West are missing",
        "is not a number of points",
        "−1 riichi deposits",
    ):
        assert words in page.text


def test_missing_deposits_are_asked_for_and_never_filled_in(client, desk):
    data = typed(hanchan_of(desk), points=("410", "330", "260", "180"))
    page = client.post(url(desk), data)
    assert "Riichi deposits left on the table? Count them on the sheet." in page.text
    assert 'data-next="deposits"' in page.text
    assert "data-deposits" not in page.text
    client.post(url(desk), {**data, "deposits": "2"})
    assert accepted_version(hanchan_of(desk), 1).deposits == 2


def test_what_is_typed_is_read_in_the_tournaments_unit(client):
    tournament = hall(point_unit="thousands")
    client.force_login(make_staff(tournament))
    assert "in thousands" in client.get(url(tournament)).text
    client.post(url(tournament), typed(hanchan_of(tournament), points=("41.2", "33,1", "25.7", "20")))
    assert sorted(line.points for line in accepted_version(hanchan_of(tournament), 1).lines.all())[-1] == 41_200


def test_a_minus_may_stand_before_or_after(client, desk):
    client.post(url(desk), typed(hanchan_of(desk), points=("▲28", "520", "516", "192")))
    client.post(url(desk, 2), typed(hanchan_of(desk), 2, points=("28-", "520", "516", "192")))
    for table in (1, 2):
        assert min(line.points for line in accepted_version(hanchan_of(desk), table).lines.all()) == -2_800


def test_a_warning_wants_a_tick_for_these_very_figures(client, desk):
    data = typed(hanchan_of(desk), points=("1010", "90", "70", "30"))
    page = client.post(url(desk), data)
    assert page.status_code == 422
    assert 'data-next="confirmed"' in page.text
    tick = page.context["look"].tick
    other = client.post(url(desk), {**data, "points_0": "1020", "points_1": "80", "confirmed": tick})
    assert other.status_code == 422
    assert client.post(url(desk), {**data, "confirmed": tick}).status_code == 302


def test_drawn_winds_are_typed_as_letters_figures_or_characters_and_never_twice(client):
    tournament = hall(wind_method="drawn")
    client.force_login(make_staff(tournament))
    hanchan = hanchan_of(tournament)
    twice = typed(hanchan, wind_0="s", wind_1="2", wind_2="北", wind_3="E")
    page = client.post(url(tournament), twice)
    assert page.status_code == 422
    assert "cannot both be South" in page.text
    assert 'data-next="wind_1"' in page.text
    client.post(url(tournament), {**twice, "wind_1": "3"})
    drawn = {line.player_id: line.wind for line in accepted_version(hanchan, 1).lines.all()}
    assert [drawn[player] for _, player, _ in lines(hanchan)] == ["S", "W", "N", "E"]


@pytest.mark.parametrize(
    ("language", "letters", "winds"),
    [
        ("fr", "OSNE", ["W", "S", "N", "E"]),
        ("de-ch", "OSNW", ["E", "S", "N", "W"]),
        ("es", "oesn", ["W", "E", "S", "N"]),
        ("fr", "東sw4", ["E", "S", "W", "N"]),
    ],
)
def test_the_letters_of_winds_are_those_of_the_language_of_the_page(client, language, letters, winds):
    tournament = hall(wind_method="drawn")
    client.force_login(make_staff(tournament))
    hanchan = hanchan_of(tournament)
    data = typed(hanchan, **{f"wind_{row}": letter for row, letter in enumerate(letters)})
    assert client.post(url(tournament), {**data, "letters": language}).status_code == 302  # sent later, in English
    drawn = {line.player_id: line.wind for line in accepted_version(hanchan, 1).lines.all()}
    assert [drawn[player] for _, player, _ in lines(hanchan)] == winds


@pytest.mark.parametrize("language", [code for code, _name in settings.TEXT_LANGUAGES])
def test_each_language_has_a_letter_of_its_own_for_every_wind(language):
    assert tuple(letters_of(language).values()) == WINDS


def test_an_o_is_no_wind_in_other_languages(client):
    tournament = hall(wind_method="drawn")
    client.force_login(make_staff(tournament))
    data = typed(hanchan_of(tournament), wind_0="O", wind_1="S", wind_2="N", wind_3="E")
    page = client.post(url(tournament), data)
    assert page.status_code == 422
    assert "“O” is not a wind. Type E, S, W or N, or 1 to 4 from East." in page.text


def test_while_winds_are_open_problems_name_people(client):
    tournament = hall(wind_method="drawn")
    client.force_login(make_staff(tournament))
    page = client.post(url(tournament), typed(hanchan_of(tournament), points=("412", "331", "257", "191")))
    assert "Which wind did Aiko Brandt draw?" in page.text
    assert "instead of 412 for Aiko Brandt" in page.text


def test_a_double_click_saves_once_and_goes_on(client, desk):
    data = typed(hanchan_of(desk))
    assert client.post(url(desk), data).url == client.post(url(desk), data).url
    assert SheetVersion.objects.count() == 1


def test_the_same_figures_from_a_second_tab_are_no_conflict(client, desk):
    client.post(url(desk), typed(hanchan_of(desk)))
    answer = client.post(url(desk), typed(hanchan_of(desk)))
    assert answer.status_code == 302
    assert "Table 1 was already entered with the same figures" in client.get(answer.url).text


def test_two_people_at_one_table_see_both_versions_and_nothing_typed_is_lost(client, desk):
    entered(hanchan_of(desk), by=make_staff(desk, name="Ayo Bello"))
    page = client.post(url(desk), typed(hanchan_of(desk), points=("331", "412", "257", "200")))
    assert page.status_code == 409
    assert "Ayo Bello entered the sheet of table 1 in the meantime." in page.text
    assert [(pair.saved.score.points, pair.typed.points, pair.differs) for pair in page.context["pairs"]] == [
        (41_200, 33_100, True),
        (33_100, 41_200, True),
        (25_700, 25_700, False),
        (20_000, 20_000, False),
    ]
    assert "show this page to a referee" in page.text
    assert "Save my entry instead" not in page.text
    assert "Your entry is kept as version 2 and does not count" in page.text
    assert "Your entry is not saved" not in page.text
    assert 'Yours <span class="entry-unit"> version 2 </span>' in " ".join(page.text.split())


def test_a_change_of_a_sheet_that_somebody_changed_meanwhile_says_that_it_is_not_saved(client, desk):
    entered(hanchan_of(desk), by=make_staff(desk, name="Ayo Bello"))
    referee(client, desk)
    stale = typed(hanchan_of(desk), points=("331", "412", "257", "200")) | {"base_version": "0", "reason": "exchanged"}
    page = client.post(url(desk, name="sheet_change"), stale)
    assert page.status_code == 409 and "Your entry is not saved." in page.text


def test_a_referee_can_change_to_what_was_typed_from_the_conflict_page(client, desk):
    entered(hanchan_of(desk), by=make_staff(desk, name="Ayo Bello"))
    referee(client, desk)
    page = client.post(url(desk), typed(hanchan_of(desk), points=("331", "412", "257", "200")))
    carried = dict(page.context["carried"]) | {"reason": "East and South were exchanged."}
    assert client.post(url(desk, name="sheet_change"), carried).status_code == 302
    version = accepted_version(hanchan_of(desk), 1)
    assert (version.number, version.reason) == (3, "East and South were exchanged.")


def test_a_seating_that_changed_while_typing_is_noticed_and_the_new_names_are_shown(client, desk):
    data = typed(hanchan_of(desk))
    data["players"] = ",".join(reversed(data["players"].split(",")))
    page = client.post(url(desk), data)
    assert page.status_code == 422
    assert "differ from the seating" in page.text
    other = {**data, "players": typed(hanchan_of(desk), table=2)["players"]}
    page = client.post(url(desk), other)
    assert "The seating of table 1 has changed since you opened it" in page.text
    assert typed(hanchan_of(desk))["players"] in page.text


def test_who_is_at_the_desk_reads_an_accepted_sheet_and_asks_a_referee(client, desk):
    entered(hanchan_of(desk))
    page = client.get(url(desk))
    assert "41,200" in page.text
    assert "ask a referee to change it" in page.text
    assert url(desk, name="sheet_change") not in page.text
    assert client.get(url(desk, name="sheet_change")).status_code == 403
    assert client.post(url(desk, name="sheet_change"), typed(hanchan_of(desk))).status_code == 403


def test_the_desk_cannot_override_whatever_it_sends(client, desk):
    data = typed(hanchan_of(desk), points=("412", "331", "257", "191"), override="on", reason="It is so.")
    page = client.post(url(desk), data)
    assert page.status_code == 422
    assert "let it stand" not in page.text
    assert not SheetVersion.objects.exists()


def test_a_referee_overrides_with_a_reason_and_the_flag_is_seen(client, desk):
    referee(client, desk)
    data = typed(hanchan_of(desk), points=("412", "331", "257", "191"), override="on")
    page = client.post(url(desk), data)
    assert page.status_code == 422
    assert "Enter a reason for accepting a sheet" in page.text
    client.post(url(desk), {**data, "reason": "900 points were lost under the table."})
    for page in (client.get(url(desk)), client.get(reverse("sheets", args=[desk.slug, 1]))):
        assert "overridden" in page.text
    assert "900 points were lost under the table." in client.get(url(desk)).text


def test_a_sheet_is_not_entered_before_the_start_nor_after_the_close(client):
    tournament = hall(players=4)
    client.force_login(make_staff(tournament))
    assert "Hanchan 2 has not started" in client.get(url(tournament, hanchan=2)).text
    assert client.post(url(tournament, hanchan=2), typed(hanchan_of(tournament, 2))).status_code == 422
    entered(hanchan_of(tournament))
    close(hanchan=hanchan_of(tournament), act=Act(by=None, at=MORNING))
    assert "41,200" in client.get(url(tournament)).text


def test_the_all_last_sheet_is_compared_and_never_stops_the_sheet(client, desk):
    deltas = {"hand_0": "4", "delta_0_E": "62", "delta_0_S": "-22", "delta_0_W": "▲1.0", "delta_0_N": "-3.0"}
    data = typed(hanchan_of(desk), points=("278", "290", "270", "362"), **deltas)
    page = client.post(url(desk, name="sheet_check"), data)
    assert [row.change for row in page.context["look"].all_last[0].rows] == [0, 0, 0, 0]
    assert client.post(url(desk), {**data, "delta_0_E": "990"}).status_code == 302
    row = accepted_version(hanchan_of(desk), 1).all_last_rows.get()
    assert (row.hand, row.east, row.south, row.west, row.north) == (4, 99_000, -2_200, -1_000, -3_000)
    assert "The deltas add up to" in client.get(url(desk)).text


def test_the_hand_of_an_all_last_row_is_south_4_unless_another_is_chosen(client, desk):
    form = client.get(url(desk)).context["look"].form
    assert [(value, str(label)) for value, label in form.fields["hand_0"].choices][-1] == (4, "South 4")
    assert form["hand_0"].value() == 4


def test_in_an_east_only_game_it_is_east_4(client, desk):
    assert "For an East hand choose the South hand" in client.get(url(desk)).text
    Tournament.objects.update(rules=desk.ruleset.replace(length="east-only").to_json())
    page = client.get(url(desk))
    assert page.context["look"].form.fields["hand_0"].choices[-1] == (4, "East 4")
    assert "For an East hand choose" not in page.text


def test_a_row_of_the_all_last_sheet_is_typed_in_full(client, desk):
    page = client.post(url(desk), typed(hanchan_of(desk), delta_0_E="62"))
    assert page.status_code == 422
    assert "The delta of the current South is missing." in page.text


def test_a_sheet_asks_the_same_of_a_small_and_of_a_large_hall(client, django_assert_max_num_queries):
    for players in (16, 200):
        tournament = hall(players=players)
        client.force_login(make_staff(tournament))
        with django_assert_max_num_queries(12):
            client.get(url(tournament))


def test_names_are_text_wherever_they_stand(client, desk):
    desk.players.filter(number=1).update(name="<b>Aiko</b>")
    data = typed(hanchan_of(desk), points=("412", "331", "257", "1200"))
    for page in (client.get(url(desk)), client.post(url(desk), data)):
        assert "<b>Aiko" not in page.text
        assert "&lt;b&gt;Aiko" in page.text
