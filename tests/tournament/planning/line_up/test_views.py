"""The page that corrects who played: names, what depends on them, the reason, and the password where it is due."""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils.html import escape

from scoring.standings.cut import Cut
from scoring.standings.rules import StandingRules
from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import entered, hall, hanchan_of
from tests.tournament.planning.line_up.halls import corrected, played_hall, seated_at
from tests.tournament.rendering import unrendered
from tests.tournament.standings.tables import punish
from tournament.core.audit import Act
from tournament.core.models import EntryMode, Role, Tournament, Verb
from tournament.hanchan.actions import close, start
from tournament.planning.actions import seat_by_standings
from tournament.planning.pairing.methods import Method, PairingChoice
from tournament.players.actions import add_player, withdraw
from tournament.results.sheets.queries import accepted_version
from tournament.seats.queries import places_at
from tournament.standings.actions import change_standing_rules
from tournament.standings.queries import standings_of

pytestmark = pytest.mark.django_db
ACT = Act(by=None, at=MORNING)


@pytest.fixture
def referee(client):
    """A referee with a password, at a hall whose hanchan 1 is played."""
    tournament = played_hall()
    client.force_login(with_password(make_staff(tournament, Role.REFEREE, name="Keiko Ando")))
    return tournament


def with_password(user):
    user.set_password("two plain words")
    user.save()
    return user


def url(tournament, table=1, number=1, name="sheet_people"):
    return reverse(name, args=[tournament.slug, number, table])


def pair_of(tournament):
    return seated_at(tournament, 1)[1], seated_at(tournament, 2)[2]


def typed(client, tournament, table=1, to=(), **names):
    """Names typed over others: `seat_5` is the box beside player 5."""
    return client.get(url(tournament, table), {"to": to, **names}, follow=True)


def exchange(client, tournament):
    one, other = pair_of(tournament)
    return typed(client, tournament, **{f"seat_{one.number}": str(other.number)})


def send(client, tournament, who=None, seen=("1:1", "2:1"), **fields):
    one, other = pair_of(tournament)
    who = (f"{one.number}:{other.number}", f"{other.number}:{one.number}") if who is None else who
    values = {"to": who, "seen": seen, "reason": "They told the referee.", "submission": uuid4(), **fields}
    return client.post(url(tournament), values)


def lines(page):
    return [line.text for line in page.context["affected"]]


def looks(page):
    return [line.text for line in page.context["affected"] if not line.is_fine]


# --- the names ------------------------------------------------------------------------------------------------------


def test_the_page_shows_the_sheet_with_a_box_for_each_name(client, referee):
    page = client.get(url(referee))
    (table,) = page.context["tables"]
    assert [seat.listed for seat in table.seats] == seated_at(referee, 1)
    assert "Apply" not in page.text
    assert "31,600" in page.text


def test_naming_one_of_two_exchanged_people_pulls_in_the_other_table(client, referee):
    one, other = pair_of(referee)
    page = exchange(client, referee)
    assert page.redirect_chain[-1][0].endswith(f"?to={one.number}%3A{other.number}&to={other.number}%3A{one.number}")
    assert [table.table for table in page.context["tables"]] == [1, 2]
    changed = [(seat.listed, seat.real) for table in page.context["tables"] for seat in table.seats if seat.differs]
    assert changed == [(one, other), (other, one)]
    assert page.text.count("becomes version 2") == 2


@unrendered()
def test_a_ring_is_typed_seat_by_seat(client, referee):
    one, two, three = (seated_at(referee, table)[0] for table in (1, 2, 3))
    page = typed(client, referee, **{f"seat_{one.number}": two.name})
    page = typed(client, referee, to=page.context["to"], **{f"seat_{two.number}": three.name})
    assert page.context["to"] == [
        f"{one.number}:{two.number}", f"{two.number}:{three.number}", f"{three.number}:{one.number}",
    ]  # fmt: skip
    assert len(page.context["tables"]) == 3


def test_two_of_one_table_are_exchanged_by_naming_one(client, referee):
    east, south, west, north = seated_at(referee, 1)
    names = {f"seat_{one.number}": one.name for one in (south, west, north)}
    page = typed(client, referee, **{f"seat_{east.number}": south.name}, **names)
    assert page.context["to"] == [f"{east.number}:{south.number}", f"{south.number}:{east.number}"]
    assert len(page.context["tables"]) == 1
    assert "Starting winds change" in page.text


def test_the_old_name_typed_again_takes_the_change_back(client, referee):
    one, _other = pair_of(referee)
    page = exchange(client, referee)
    page = typed(client, referee, to=page.context["to"], **{f"seat_{one.number}": one.name})
    assert page.context["to"] == []


def test_a_name_that_nobody_has_stays_in_its_box_with_the_remedy(client, referee):
    one, _other = pair_of(referee)
    page = typed(client, referee, **{f"seat_{one.number}": "Nobody Here"})
    assert 'value="Nobody Here"' in page.text
    assert "No player matches “Nobody Here”" in page.text


def test_changes_of_people_who_are_not_here_are_left_out(client, referee):
    page = client.get(url(referee), {"to": ["99:1", "x:y", "1", "3:98"]})
    assert page.context["to"] == []


def test_people_who_cannot_have_played_are_refused_before_a_reason_is_typed(client, referee):
    gone = add_player(tournament=referee, name="Max Local", act=ACT)
    withdraw(player=gone, act=Act(by=None, at=MORNING.replace(hour=1)))
    page = typed(client, referee, **{f"seat_{seated_at(referee, 1)[0].number}": "Max Local"})
    assert "was withdrawn before hanchan 1 began" in page.text
    assert "affected" not in page.context


def test_only_who_may_change_sheets_corrects_who_played(client):
    tournament = played_hall()
    client.force_login(make_staff(tournament, Role.DESK))
    assert client.get(url(tournament)).status_code == 403
    assert send(client, tournament).status_code == 403
    assert "Change who played" not in client.get(url(tournament, name="sheet")).text
    client.force_login(make_staff(tournament, Role.ORGANISER))
    assert send(client, tournament).status_code == 302


def test_the_way_there_stands_on_the_sheet_its_change_and_its_history(client, referee):
    for name in ("sheet", "sheet_change", "sheet_history"):
        assert url(referee) in client.get(url(referee, name=name)).text


def test_a_hanchan_that_has_not_started_and_a_table_there_is_not_have_no_page(client, referee):
    assert client.get(url(referee, number=2)).status_code == 404
    assert client.get(url(referee, table=9)).status_code == 404


# --- what depends on it ---------------------------------------------------------------------------------------------


@unrendered()
def test_everything_is_named_also_what_does_not_change(client, referee):
    east, west = seated_at(referee, 1)[0], seated_at(referee, 1)[2]
    page = typed(client, referee, **{f"seat_{east.number}": west.name})
    assert lines(page) == [
        "No cut depends on this hanchan.",
        "No later hanchan is seated by standings that change.",
        "Nobody meets twice because of it.",
        f"Starting winds change: {west} West → East, {east} East → West.",
        "No penalty is affected.",
        "No tie decision is affected.",
        "Players do not see the results of hanchan 1 yet.",
    ]
    other = seated_at(referee, 2)[0]
    assert "Everybody keeps the starting wind." in lines(typed(client, referee, **{f"seat_{east.number}": other.name}))


def test_a_cut_that_changes_and_the_hanchan_seated_by_it_are_named(client):
    tournament = played_hall(closed=0)
    change_standing_rules(tournament=tournament, rules=StandingRules(cuts=(Cut(after=1, sizes=(4,)),)), act=ACT)
    close(hanchan=hanchan_of(tournament), act=ACT)
    tournament.refresh_from_db()
    seat_by_standings(tournament=tournament, number=2, choice=PairingChoice(Method.FINALS, seed=5), act=ACT)
    client.force_login(make_staff(tournament, Role.REFEREE))
    one, other = seated_at(tournament, 4)[0], seated_at(tournament, 4)[2]
    page = typed(client, tournament, table=4, **{f"seat_{one.number}": other.name})
    assert "The cut after hanchan 1 changes." in looks(page)
    assert "Hanchan 2 is seated by the standings and has not started: seat it again after this." in looks(page)
    query = {"what": "standings", "hanchan": 2}
    assert escape(reverse("seating_change", args=[tournament.slug], query=query)) in page.text
    start(hanchan=hanchan_of(tournament, 2), act=ACT)
    page = typed(client, tournament, table=4, **{f"seat_{one.number}": other.name})
    assert "Hanchan 2 was seated by the standings and has started: it stays as it is played." in looks(page)


@unrendered()
def test_a_cut_that_stays_and_a_cut_to_come_are_fine(client, referee):
    for after, said in ((1, "The cut after hanchan 1 stays as it is."), (2, "The cut comes later, after hanchan 2.")):
        rules = StandingRules(cuts=(Cut(after=after, sizes=(15,)),))
        change_standing_rules(tournament=Tournament.objects.get(pk=referee.pk), rules=rules, act=ACT)
        east, other = seated_at(referee, 4)[0], seated_at(referee, 3)[0]
        page = typed(client, referee, table=4, **{f"seat_{east.number}": other.name})
        assert any(line.startswith(said) for line in lines(page))
        assert not any(line.startswith(said) for line in looks(page))


def test_a_tie_that_arises_at_the_cut_is_named_with_the_way_to_decide_it(client):
    tournament = hall()
    points = {1: (40_000, 35_000, 25_000, 20_000), 2: (40_000, 33_000, 27_000, 20_000)}
    for table in range(1, 5):
        entered(hanchan_of(tournament), table, points.get(table, (30_100, 30_000, 29_900, 30_000)))
    one, other = seated_at(tournament, 1)[0], seated_at(tournament, 2)[1]
    punish(one, 5_000)
    rules = StandingRules(cuts=(Cut(after=1, sizes=(1,)),))
    change_standing_rules(tournament=Tournament.objects.get(pk=tournament.pk), rules=rules, act=ACT)
    client.force_login(make_staff(tournament, Role.REFEREE))
    page = typed(client, tournament, **{f"seat_{one.number}": other.name})
    assert any(line.startswith("The cut after hanchan 1 runs through place 1") for line in looks(page))
    assert reverse("standing_ties", args=[tournament.slug]) in page.text


def test_penalties_stay_with_the_person_and_are_named(client, referee):
    one, _other = pair_of(referee)
    punish(one, 30_000)
    said = [line for line in looks(exchange(client, referee)) if "stays with" in line]
    assert said == [
        f"point penalty of hanchan 1 stays with {one}. If somebody else committed it, cancel it and give it again."
    ]


def test_who_comes_and_who_goes_is_named(client, referee):
    listed = seated_at(referee, 1)[0]
    add_player(tournament=referee, name="Max Local", is_substitute=True, act=ACT)
    late = add_player(tournament=referee, name="Rosa Late", act=ACT)
    page = typed(client, referee, **{f"seat_{listed.number}": "Max Local"})
    assert f"{listed} did not play hanchan 1 then and has no result in it." in looks(page)
    assert "Max Local is a substitute: scored, and not ranked." in looks(page)
    page = typed(client, referee, **{f"seat_{listed.number}": "Rosa Late"})
    assert "Rosa Late had no seat in hanchan 1 and gets its result." in looks(page)
    withdraw(player=late, act=Act(by=None, at=MORNING.replace(hour=23)))
    page = typed(client, referee, **{f"seat_{listed.number}": "Rosa Late"})
    assert "Rosa Late left the event later and gets the result of hanchan 1." in looks(page)


def test_pairs_who_meet_again_are_named_with_their_hanchan(client, referee):
    one, companion = seated_at(referee, 1)[:2]
    later = next(people for table in range(1, 5) if companion in (people := seated_at(referee, table, 2)))
    other = next(player for player in later if player not in seated_at(referee, 1))
    page = typed(client, referee, **{f"seat_{one.number}": other.name})
    first, second = sorted([companion, other], key=lambda player: player.pk)
    assert any(f"{first} and {second}, hanchan 1–2" in line for line in looks(page))


def test_drawn_winds_stay_with_the_seat(client):
    tournament = played_hall(wind_method="drawn")
    client.force_login(make_staff(tournament, Role.REFEREE))
    assert "Winds stay with the seat, as they were drawn." in lines(exchange(client, tournament))


def test_what_two_readers_have_to_do_again_is_named(client):
    tournament = hall(entry_mode=EntryMode.BLIND)
    entered(hanchan_of(tournament), 2, by=make_staff(tournament))
    client.force_login(make_staff(tournament, Role.REFEREE))
    said = looks(exchange(client, tournament))
    assert "Table 2 was typed once and waits: it is typed again with these names." in said
    assert "Another person compares the corrected sheets with the paper." in said


# --- applying -------------------------------------------------------------------------------------------------------


def test_a_correction_is_applied_and_can_be_undone_from_the_board(client, referee):
    one, other = pair_of(referee)
    answer = send(client, referee)
    assert answer.url == reverse("sheets", args=[referee.slug, 1])
    board = client.get(answer.url)
    assert "Tables 1 and 2 corrected." in board.text
    assert accepted_version(hanchan_of(referee), 1).reason == "They told the referee."
    back = str(next(iter(board.context["messages"]))).split('"')[1].replace("&amp;", "&")
    page = client.get(back)
    assert page.context["form"]["reason"].value() == "The correction was undone."
    assert "Undo: who played" in page.text and "Change who played" not in page.text
    same, undone = client.get(back.replace("undo=", "no=")), page
    told = [["meet" in str(line.text) for line in one.context["affected"]] for one in (same, undone)]
    assert [any(lines) for lines in told] == [True, False]
    assert send(client, referee, who=page.context["to"], seen=("1:2", "2:2")).status_code == 302
    assert (places_at(referee, 1, 1)[1].player, places_at(referee, 1, 2)[2].player) == (one, other)


def test_one_table_alone_and_three_are_named_as_well(client, referee):
    east, south = seated_at(referee, 1)[:2]
    who = (f"{east.number}:{south.number}", f"{south.number}:{east.number}")
    assert "Table 1 corrected." in client.get(send(client, referee, who=who, seen=("1:1",)).url).text
    one, two, three = (seated_at(referee, table)[0] for table in (1, 2, 3))
    who = (f"{one.number}:{two.number}", f"{two.number}:{three.number}", f"{three.number}:{one.number}")
    assert "Tables 1–3 corrected." in client.get(send(client, referee, who=who, seen=("1:2", "2:1", "3:1")).url).text


def test_without_a_reason_nothing_is_applied_and_the_names_stay(client, referee):
    page = send(client, referee, reason=" ")
    assert page.status_code == 422
    assert "Enter a reason for the change." in page.text
    assert len(page.context["to"]) == 2


def test_two_referees_at_once_see_each_others_correction(client, referee):
    one, other = pair_of(referee)
    corrected(referee, {one: other, other: one}, by=make_staff(referee, name="Noah Field"))
    who = (f"{one.number}:{other.number}", f"{other.number}:{one.number}")
    page = send(client, referee, who=who)
    assert page.status_code == 409
    assert "Noah Field changed the sheet of table 1 in the meantime." in page.text
    assert accepted_version(hanchan_of(referee), 1).number == 2


def test_names_that_changed_meanwhile_are_said_once(client, referee):
    one, other = pair_of(referee)
    third = seated_at(referee, 3)[0]
    corrected(referee, {one: third, third: one})
    page = send(client, referee, who=(f"{one.number}:{other.number}", f"{other.number}:{one.number}"))
    assert page.status_code == 409
    assert page.text.count("The people at these tables changed in the meantime") == 1


# --- results that are out -------------------------------------------------------------------------------------------


@pytest.fixture
def released(client, referee):
    """The results of hanchan 1 are public."""
    close(hanchan=hanchan_of(referee), act=ACT)
    Tournament.objects.filter(pk=referee.pk).update(is_public=True)
    return Tournament.objects.get(pk=referee.pk)


def test_results_that_are_out_need_the_password_again(client, released):
    page = exchange(client, released)
    assert "Apply and reissue results" in page.text
    assert "Players see the new standings at once." in lines(page)
    assert "Enter a reason" in send(client, released, reason="").text
    missing = send(client, released)
    assert (missing.status_code, "These results are out: enter your password" in missing.text) == (422, True)
    wrong = send(client, released, password="guessed")
    assert (wrong.status_code, "This is not your password." in wrong.text) == (422, True)
    assert not released.audit_entries.filter(verb=Verb.CORRECTED_PEOPLE).exists()
    assert send(client, released, password="two plain words").status_code == 302


def test_the_password_is_never_sent_back(client, released):
    assert "guessed" not in send(client, released, password="guessed").text


def test_who_signs_in_by_a_link_sets_a_password_first(client, released):
    client.force_login(make_staff(released, Role.REFEREE))
    page = exchange(client, released).text
    assert "Your password" not in page and "/account/?next=/manage/" in page
    assert "you have none yet" in send(client, released, password="anything").text


def test_final_results_need_it_also_while_they_are_hidden(client):
    tournament = played_hall(hanchan=1)
    close(hanchan=hanchan_of(tournament), act=ACT)
    tournament.hanchan.update(released_at=None)
    client.force_login(with_password(make_staff(tournament, Role.REFEREE)))
    assert "Your password" in exchange(client, tournament).text


def test_the_history_of_a_sheet_strikes_out_the_old_name(client, referee):
    one, other = pair_of(referee)
    send(client, referee)
    page = client.get(url(referee, name="sheet_history"))
    assert f"<del><bdi>{one}</bdi></del> <bdi>{other}</bdi>" in page.text
    cell = page.context["steps"][0].cells[1]
    assert (cell.is_renamed, cell.differs, cell.figures_differ) == (True, True, False)


# --- whether the hanchan counts -------------------------------------------------------------------------------------


def sat_in(client, tournament, name="Rosa Late", **fields):
    """Somebody named for the first of table 1, as a browser sends it; the boxes as the page has them."""
    listed = seated_at(tournament, 1)[0]
    page = typed(client, tournament, **{f"seat_{listed.number}": name}, **fields)
    return listed, page


def boxes_of(page):
    return [(player.name, is_ranked) for player, is_ranked in page.context["offered"]]


def sent_back(page, **fields):
    """What the form of the page sends."""
    asked = [player.number for player, _is_ranked in page.context["offered"]]
    ranked = [player.number for player, is_ranked in page.context["offered"] if is_ranked]
    seen = [f"{table.table}:{table.number}" for table in page.context["tables"] if table.differs]
    shown = {"to": page.context["to"], "seen": seen, "asked": asked, "ranked": ranked, "shown": page.context["shown"]}
    return {**shown, "reason": "They told the referee.", "submission": uuid4(), **fields}


def test_a_player_who_sat_out_is_ranked_unless_the_referee_says_otherwise(client, referee):
    rosa = add_player(tournament=referee, name="Rosa Late", act=ACT)
    listed, page = sat_in(client, referee)
    assert boxes_of(page) == [("Rosa Late", True)]
    assert "Rosa Late is ranked for this hanchan" in page.text
    page = client.get(url(referee), {"to": page.context["to"], "asked": rosa.number})
    assert boxes_of(page) == [("Rosa Late", False)]
    assert "Rosa Late is not ranked for hanchan 1: the result is scored and does not count for them." in looks(page)
    assert page.context["effect"].after.by_number[rosa.number].standing.total == 0
    answer = client.post(url(referee), sent_back(page))
    (stand_in,) = referee.stand_ins.all()
    assert (stand_in.absent, stand_in.substitute, stand_in.counts) == (listed, rosa, False)
    back = str(next(iter(client.get(answer.url).context["messages"]))).split('"')[1].replace("&amp;", "&")
    page = client.get(back)
    assert page.context["to"] == [f"{rosa.number}:{listed.number}"] and boxes_of(page) == []
    assert client.post(url(referee), sent_back(page)).status_code == 302
    assert seated_at(referee, 1)[0] == listed


def test_a_choice_whose_effect_was_not_shown_is_shown_first(client, referee):
    rosa = add_player(tournament=referee, name="Rosa Late", act=ACT)
    _listed, page = sat_in(client, referee)
    answer = client.post(url(referee), sent_back(page, ranked=[]))
    assert answer.status_code == 200 and "Not saved yet." in answer.text
    assert answer.context["effect"].after.by_number[rosa.number].standing.total == 0
    assert boxes_of(answer) == [("Rosa Late", False)]
    assert 'value="They told the referee."' in answer.text
    assert client.post(url(referee), sent_back(answer)).status_code == 302
    assert referee.stand_ins.get().counts is False


def test_the_choice_alone_can_be_changed_afterwards_and_undone(client, referee):
    rosa = add_player(tournament=referee, name="Rosa Late", act=ACT)
    corrected(referee, {seated_at(referee, 1)[0]: rosa}, ranked={rosa: False})
    page = client.get(url(referee))
    assert boxes_of(page) == [("Rosa Late", False)] and "effect" not in page.context
    refused = client.post(url(referee), sent_back(page))
    assert (refused.status_code, "Nobody changes seats." in refused.text) == (422, True)
    page = client.get(url(referee), {"asked": rosa.number, "ranked": rosa.number})
    assert "Rosa Late is ranked for hanchan 1." in looks(page)
    answer = client.post(url(referee), sent_back(page))
    board = client.get(answer.url)
    assert "Table 1 corrected." in board.text and referee.stand_ins.get(cancelled_at=None).counts is None
    back = str(next(iter(board.context["messages"]))).split('"')[1].replace("&amp;", "&")
    page = client.get(back)
    assert boxes_of(page) == [("Rosa Late", False)]
    assert client.post(url(referee), sent_back(page)).status_code == 302
    assert referee.stand_ins.get(cancelled_at=None).counts is False


def test_who_was_added_once_results_were_out_is_ranked_for_the_hanchan_if_they_sat_there(client, released):
    client.force_login(with_password(make_staff(released, Role.REFEREE, name="Ana Ruiz")))
    late = add_player(tournament=released, name="Max Local", act=ACT)
    _listed, page = sat_in(client, released, "Max Local")
    assert boxes_of(page) == [("Max Local", True)]
    assert client.post(url(released), sent_back(page, password="two plain words")).status_code == 302
    assert released.stand_ins.get().counts is True
    row = standings_of(Tournament.objects.get(pk=released.pk), 1).by_number[late.number].standing
    assert row.ranked and row.total == row.hanchan[0].score


@unrendered()
def test_nothing_is_asked_of_a_substitute_or_of_those_who_have_their_seats(client, referee):
    add_player(tournament=referee, name="Ada Sub", is_substitute=True, act=ACT)
    assert boxes_of(client.get(url(referee))) == []
    assert boxes_of(sat_in(client, referee, "Ada Sub")[1]) == []
    assert boxes_of(exchange(client, referee)) == []


def test_a_name_typed_next_keeps_the_choice(client, referee):
    rosa = add_player(tournament=referee, name="Rosa Late", act=ACT)
    _listed, page = sat_in(client, referee)
    east, south = seated_at(referee, 2)[:2]
    box = {"to": page.context["to"], "asked": rosa.number}
    page = client.get(url(referee), {**box, f"seat_{east.number}": south.name}, follow=True)
    assert f"asked={rosa.number}" in page.redirect_chain[-1][0]
    assert boxes_of(page) == [("Rosa Late", False)]
    assert f'name="asked" value="{rosa.number}"' in " ".join(page.text.split())


def test_boxes_of_people_who_are_not_here_are_left_out(client, referee):
    page = client.get(url(referee), {"asked": ["999", "x", "1"], "ranked": ["1"]})
    assert page.status_code == 200 and boxes_of(page) == [] and "effect" not in page.context
