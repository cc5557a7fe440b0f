"""Marks beside the points: who won no hand, and who took a bust player's last points (S0 Mod.4.3, Mod.5.3)."""

from uuid import uuid4

import pytest
from django.db import IntegrityError
from django.urls import reverse

from scoring.game import score_table
from scoring.rules import preset
from scoring.winds import Wind
from tests.acts import with_act
from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of, lines, typed
from tests.tournament.rendering import unrendered
from tournament.core.audit import Act
from tournament.core.messages import Refused
from tournament.desk.tables import SheetVersionTable
from tournament.results.sheets.actions import change, enter
from tournament.results.sheets.checks import TypedSheet
from tournament.results.sheets.queries import accepted_version, tables_of

pytestmark = pytest.mark.django_db
CLUB = {"yakitori": 9_000, "bust": "below-zero", "bust_prize": 10_000}
BUST = (50_000, 40_000, 32_000, -2_000)


@pytest.fixture
@kept
def club():
    """A tournament whose rules play yakitori and a prize for a bust."""
    return with_rules(hall(), **CLUB)


def with_rules(tournament, **changes):
    tournament.rules = preset("own").replace(**changes).to_json()
    tournament.save()
    return tournament


def marked(hanchan, points=BUST, yakitori="WN", taker="E"):
    return [
        (wind, player, own, wind in yakitori, taker if own < 0 else "")
        for wind, player, own in lines(hanchan, points=points)
    ]


def enter_marked(hanchan, **fields):
    return enter(
        hanchan=hanchan,
        table=1,
        typed=TypedSheet.of(marked(hanchan, **fields), 0),
        act=Act(by=None, at=MORNING, submission=uuid4()),
        confirmed_warnings=True,
    )


def url(tournament, name="sheet"):
    return reverse(name, args=[tournament.slug, 1, 1])


def test_marks_are_kept_with_the_sheet_and_count_in_the_standings(club):
    """S0 Mod.4.3: two without a hand pay 9,000 each; the prize of 10,000 goes from North to East."""
    enter_marked(hanchan_of(club))
    (table,) = tables_of(club)
    assert [line.yakitori for line in table.lines] == [False, False, True, True]
    assert [line.busted_by for line in table.lines] == [None, None, None, Wind.EAST]
    assert [row.score for row in score_table(table, club.ruleset)] == [54_000, 24_000, -12_000, -66_000]


def test_a_mark_that_the_rules_do_not_play_is_refused(club):
    hanchan = hanchan_of(with_rules(club, bust="below-zero", bust_prize=10_000))
    with pytest.raises(Refused, match="yakitori is not played"):
        enter_marked(hanchan)
    assert accepted_version(hanchan, 1) is None


def test_nobody_takes_the_last_points_of_who_is_not_bust(club):
    hanchan = hanchan_of(club)
    found = [(wind, player, own, False, "E" if wind == "N" else "") for wind, player, own in lines(hanchan)]
    with pytest.raises(Refused, match="North has 20,000 and is not bust"):
        enter(hanchan=hanchan, table=1, typed=TypedSheet.of(found, 0), act=Act(by=None, at=MORNING, submission=uuid4()))


def test_the_database_refuses_a_player_who_busts_oneself(club):
    version = enter_marked(hanchan_of(club))
    with pytest.raises(IntegrityError):
        version.lines.filter(wind="N").update(busted_by="N")


def test_another_mark_alone_is_a_change_and_the_same_marks_are_none(club):
    hanchan = hanchan_of(club)
    enter_marked(hanchan)
    same = {"hanchan": hanchan, "table": 1, "base": 1, "reason": "W had won a hand", "by": None}
    with pytest.raises(Refused, match="This is the same as the saved sheet"):
        change(
            typed=TypedSheet.of(marked(hanchan), 0),
            confirmed_warnings=True,
            **with_act(submission=uuid4(), at=MORNING, **same),
        )
    change(
        typed=TypedSheet.of(marked(hanchan, yakitori="N"), 0),
        confirmed_warnings=True,
        **with_act(submission=uuid4(), at=MORNING, **same),
    )
    assert [line.yakitori for line in tables_of(club)[0].lines] == [False, False, False, True]


def test_the_page_asks_only_for_the_marks_that_are_played(client, club):
    client.force_login(make_staff(club))
    page = client.get(url(club))
    assert "Aiko Brandt won no hand" in page.text
    assert "Who took the last points of Aiko Brandt" in page.text
    plain = client.get(url(with_rules(club)))
    assert "won no hand" not in plain.text
    assert "last points" not in plain.text


def test_marks_are_typed_shown_and_come_back_for_a_change(client, club):
    client.force_login(make_staff(club, "referee"))
    data = typed(hanchan_of(club), points=("500", "400", "320", "-20"), yakitori_2="on", yakitori_3="on", taker_3="0")
    answer = client.post(url(club), data)
    assert answer.status_code == 302
    assert [line.busted_by for line in tables_of(club)[0].lines][3] is Wind.EAST
    shown = client.get(url(club)).text
    assert shown.count("no win (yakitori)") == 2
    assert "yakitori −9.0" in shown
    assert "bust +10.0" in shown
    rows = client.get(url(club, "sheet_change")).context["look"].rows
    assert [row.yakitori for row in rows] == [False, False, True, True]
    assert [row.taker_value for row in rows] == ["", "", "", "0"]


@unrendered()
def test_scores_on_the_page_follow_the_marks_while_they_are_typed(client, club):
    client.force_login(make_staff(club))
    data = typed(hanchan_of(club), points=("330", "315", "310", "245"), yakitori_0="on")
    page = client.post(reverse("sheet_check", args=[club.slug, 1, 1]), data)
    assert [row.score.place for row in page.context["look"].rows] == [4, 1, 2, 3]


def test_a_bust_nobody_is_named_for_is_asked_about(client, club):
    client.force_login(make_staff(club))
    page = client.post(url(club), typed(hanchan_of(club), points=("500", "400", "320", "-20")))
    assert page.status_code == 422
    assert "is bust, but nobody is entered as having taken the last points" in page.text


def test_two_desks_that_mark_differently_see_both(client, club):
    client.force_login(make_staff(club))
    entered(hanchan_of(club))
    page = client.post(url(club), typed(hanchan_of(club), yakitori_1="on"))
    assert page.status_code == 409
    assert "differs" in page.text


def test_a_drawn_wind_decides_whose_mark_it_is(client):
    tournament = with_rules(hall(wind_method="drawn"), **CLUB)
    client.force_login(make_staff(tournament))
    winds = {f"wind_{row}": wind for row, wind in enumerate("NWSE")}
    data = typed(hanchan_of(tournament), points=("-20", "320", "400", "500"), taker_0="3", **winds)
    answer = client.post(url(tournament), data)
    assert answer.status_code == 302, answer.context["look"].problems
    assert {line.wind: line.busted_by for line in tables_of(tournament)[0].lines}[Wind.NORTH] is Wind.EAST


def test_the_paper_asks_for_the_marks_that_are_played(client, club):
    client.force_login(make_staff(club, "organiser"))
    paper = reverse("print_report_sheets", args=[club.slug])
    assert "Won no hand" in client.get(paper).text
    assert "Won no hand" not in client.get(reverse("print_report_sheets", args=[with_rules(club).slug])).text


def test_the_workbook_keeps_the_marks(club):
    enter_marked(hanchan_of(club))
    table = SheetVersionTable(club)
    assert [column.heading for column in table.file_columns][-2:] == ["Won no hand", "Bust (by)"]
    assert [list(row)[-2:] for row in table.file_rows()] == [["W N", "N: E"]]
    assert [column.heading for column in SheetVersionTable(with_rules(club)).file_columns][-1] == "Deposits"
