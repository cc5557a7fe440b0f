"""How places are decided, as the organiser says it: chain, cuts, best n of m, with what that would change."""

import pytest

from scoring.standings.cut import HALF, NOTHING, Cut, Rounding
from scoring.standings.rules import PLAIN, Per, StandingRules, TeamRules
from scoring.standings.ties import Breaker
from tests.events.rows import kept
from tests.factories import MORNING, PASSWORD, make_staff, make_tournament
from tests.tournament.standings.tables import USUAL, play, small_event
from tests.tournament.standings.test_public_views import text_of
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.messages import Refused
from tournament.core.models import AuditEntry, Tournament
from tournament.standings.actions import change_standing_rules
from tournament.standings.forms import StandingRulesForm

pytestmark = pytest.mark.django_db
PAGE = "/manage/spring-open/standings/rules/"
EMPTY_CUT = {"after": "", "sizes": "", "above": "1", "below": "1", "rounding": "up"}
PLAIN_FORM = {
    **{f"order_{one.value}": "" for one in Breaker},
    **{f"{prefix}_1_{part}": value for prefix in ("cut", "team_cut") for part, value in EMPTY_CUT.items()},
    "best": "",
    "of": "",
    "lot_seed": "",
    "teams_per": "total",
    "teams_best": "",
    "countries_per": "total",
    "countries_best": "",
}


@kept
def played():
    """Two hanchan at two tables: Aiko and Noor share the first place."""
    tournament, people = small_event(hanchan_count=4)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    play(tournament, 2, {1: (40_000, 32_000, 28_000, 20_000), 2: (40_000, 32_000, 28_000, 20_000)})
    tournament.refresh_from_db()
    return tournament, people


@pytest.fixture
def event(client):
    tournament, people = played()
    client.force_login(make_staff(tournament, "organiser", name="Ola Berg", password=PASSWORD))
    return tournament, people


def send(client, act="save", **values):
    return client.post(PAGE, {**PLAIN_FORM, "act": act, "password": PASSWORD, **values})


def kept() -> StandingRules:
    return Tournament.objects.get(slug="spring-open").ranked_by


def mark(response) -> str:
    return response.context["preview"].mark


def test_the_page_shows_what_holds_in_words(client, event):
    page = text_of(client.get(PAGE))
    assert "Every hanchan counts. Players with equal totals share a place." in page
    assert "No place or total changes." in page


def test_a_chain_is_shown_with_what_it_moves_before_it_is_saved(client, event):
    answer = send(client, order_seed="1")
    page = text_of(answer)
    assert answer.status_code == 200 and kept() == PLAIN
    assert "Not saved yet." in page and "Noor van Dijk 1= becomes → 2" in page
    assert send(client, order_seed="1", mark=mark(answer)).status_code == 302
    assert kept().breakers == (Breaker.SEED,)
    entry = AuditEntry.objects.latest("id")
    assert (entry.verb, entry.detail) == ("changed how places are decided", {"changes": {"breakers": [[], ["seed"]]}})


def test_rules_that_move_somebody_in_standings_that_are_out_ask_for_the_password(client, event):
    typed = {"order_seed": "1"}
    shown = send(client, **typed)
    assert "Not saved yet" in text_of(shown) and 'name="password"' in shown.content.decode()
    typed["mark"] = mark(shown)
    for wrong, sentence in (("", "enter your password to reissue them"), ("east wind", "This is not your password.")):
        refused = send(client, **typed, password=wrong)
        assert refused.status_code == 422 and sentence in text_of(refused)
    assert kept() == PLAIN
    assert send(client, **typed).status_code == 302
    assert kept().breakers == (Breaker.SEED,)


def in_groups(people, field: str, *names: str) -> None:
    """Everybody in one of the teams or countries, in turn."""
    for at, person in enumerate(people):
        setattr(person, field, names[at % len(names)])
        person.save(update_fields=[field])


@pytest.mark.parametrize(
    ("field", "names", "typed", "line"),
    [
        ("team", ("Red", "Blue"), {"teams_best": "1"}, "Red: place 1 with +41.8 → place 1 with +30.2"),
        ("country", ("NL", "DE"), {"countries_best": "1"}, "Netherlands: place 1 with +41.8 → place 1 with +30.2"),
    ],
)
def test_rules_that_move_only_groups_in_standings_that_are_out_name_them_and_ask_for_the_password(
    client, field, names, typed, line
):
    tournament, people = small_event()
    in_groups(people, field, *names)
    play(tournament, 1, {1: USUAL, 2: USUAL})
    client.force_login(make_staff(tournament, "organiser", password=PASSWORD))
    shown = send(client, **typed)
    assert kept() == PLAIN and 'name="password"' in shown.content.decode()
    assert line in text_of(shown) and "No place or total changes." not in text_of(shown)
    refused = send(client, **typed, mark=mark(shown), password="")
    assert refused.status_code == 422 and kept() == PLAIN
    assert send(client, **typed, mark=mark(shown)).status_code == 302
    assert kept() != PLAIN


@pytest.mark.parametrize("typed", [{"order_seed": "1"}, {"order_lot": "1", "lot_seed": "abc"}])
def test_ties_in_standings_that_are_out_are_shown_where_a_later_hanchan_has_none(client, typed):
    tournament, _people = small_event()
    play(tournament, 1, {1: USUAL, 2: USUAL})
    play(tournament, 2, {1: USUAL, 2: (46_000, 30_300, 25_800, 17_900)}, released=False)
    client.force_login(make_staff(tournament, "organiser", password=PASSWORD))
    shown = send(client, **typed)
    page = text_of(shown)
    assert kept() == PLAIN and 'name="password"' in shown.content.decode()
    assert "After hanchan 1" in page and "1= becomes →" in page
    assert send(client, **typed, mark=mark(shown), password="").status_code == 422
    assert send(client, **typed, mark=mark(shown)).status_code == 302


def test_rules_that_move_only_what_is_not_out_are_shown_and_ask_for_no_password(client):
    tournament, people = small_event()
    in_groups(people, "team", "Red", "Blue")
    play(tournament, 1, {1: USUAL, 2: USUAL}, released=False)
    client.force_login(make_staff(tournament, "organiser", password=PASSWORD))
    shown = send(client, teams_best="1", password="")
    assert "Red: place 1" in text_of(shown) and 'name="password"' not in shown.content.decode()
    assert send(client, teams_best="1", mark=mark(shown), password="").status_code == 302
    assert kept() == StandingRules(teams=TeamRules(best=1))


def test_ties_only_in_a_hanchan_that_is_held_back_are_shown_and_ask_for_no_password(client):
    tournament, _people = small_event()
    play(tournament, 1, {1: USUAL, 2: (46_000, 30_300, 25_800, 17_900)})
    play(tournament, 2, {1: (46_000, 30_300, 25_800, 17_900), 2: USUAL}, released=False)
    client.force_login(make_staff(tournament, "organiser", password=PASSWORD))
    shown = send(client, order_seed="1", password="")
    assert "After hanchan 2" in text_of(shown) and 'name="password"' not in shown.content.decode()
    assert send(client, order_seed="1", mark=mark(shown), password="").status_code == 302


def test_before_any_result_rules_are_saved_at_once(client):
    tournament, people = small_event()
    in_groups(people, "team", "Red", "Blue")
    client.force_login(make_staff(tournament, "organiser"))
    assert send(client, teams_best="1", order_seed="1", password="").status_code == 302
    assert kept() == StandingRules(breakers=(Breaker.SEED,), teams=TeamRules(best=1))


def test_a_preview_of_an_event_with_teams_asks_as_often_after_three_hanchan_as_after_one(
    client, django_assert_max_num_queries
):
    tournament, people = small_event(hanchan_count=4)
    in_groups(people, "team", "Red", "Blue")
    client.force_login(make_staff(tournament, "organiser"))
    for number in (1, 2, 3):
        play(tournament, number, {1: USUAL, 2: USUAL})
        findings(tournament)
        with django_assert_max_num_queries(9):
            client.post(f"{PAGE}preview/", {**PLAIN_FORM, "teams_best": "1"}, HTTP_HX_REQUEST="true")


def test_what_moves_nobody_is_saved_at_once(client, event):
    assert send(client, order_firsts="1", order_best="2").status_code == 302
    assert kept().breakers == (Breaker.FIRSTS, Breaker.BEST)


def test_gaps_between_the_questions_close(client, event):
    send(client, order_firsts="2", order_best="5")
    assert kept().breakers == (Breaker.FIRSTS, Breaker.BEST)


def test_only_looking_saves_nothing(client, event):
    page = text_of(send(client, act="preview", order_firsts="1"))
    assert "more hanchan won" in page and "Not saved yet." not in page
    assert kept() == PLAIN


def test_everything_there_is_comes_back_on_the_form(client, event):
    rules = StandingRules(
        breakers=(Breaker.FIRSTS, Breaker.LOT),
        lot_seed="dice 3 5 1",
        best=1,
        of=2,
        cuts=(
            Cut(after=2, sizes=(4, 6), above=HALF, below=NOTHING, rounding=Rounding.EXACT),
            Cut(after=3, sizes=(2,), below=HALF),
        ),
        teams=TeamRules(per=Per.HANCHAN, best=3, cuts=(Cut(after=3, sizes=(2,)),)),
        countries=TeamRules(best=2),
    )
    form = StandingRulesForm(rules)
    shown = {bound.html_name: bound.value() for bound in form if bound.value() is not None}
    typed = {name: ", ".join(map(str, value)) if isinstance(value, tuple) else value for name, value in shown.items()}
    again = StandingRulesForm(rules, typed)
    assert again.is_valid(), again.errors
    assert again.rules == rules
    assert (len(form.cuts), len(form.team_cuts)) == (3, 2)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"order_firsts": "1", "order_best": "1"}, "order_best"),
        ({"order_lot": "1"}, "lot_seed"),
        ({"best": "3"}, "of"),
        ({"of": "3"}, "best"),
        ({"best": "3", "of": "3"}, "best"),
        ({"best": "3", "of": "9"}, "of"),
        ({"best": "0"}, "best"),
        ({"cut_1_after": "2"}, "cut_1_sizes"),
        ({"cut_1_sizes": "4"}, "cut_1_after"),
        ({"cut_1_after": "2", "cut_1_sizes": "four"}, "cut_1_sizes"),
        ({"cut_1_after": "2", "cut_1_sizes": "4, 4"}, "cut_1_sizes"),
        ({"cut_1_after": "4", "cut_1_sizes": "4"}, "cut_1_after"),
        ({"team_cut_1_after": "2", "team_cut_1_sizes": "2"}, "teams_per"),
        ({"team_cut_1_after": "4", "team_cut_1_sizes": "2", "teams_per": "hanchan"}, "team_cut_1_after"),
        ({"teams_best": "0"}, "teams_best"),
        ({"countries_per": "day"}, "countries_per"),
    ],
)
def test_what_cannot_be_is_told_beside_its_field(client, event, values, field):
    answer = send(client, **values)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert "“cuts" not in text_of(answer)
    assert kept() == PLAIN


def test_the_second_cut_that_was_typed_is_told_in_its_own_row(client, event):
    change_standing_rules(
        tournament=event[0], rules=StandingRules(cuts=(Cut(after=2, sizes=(6,)),)), act=Act(by=None, at=MORNING)
    )
    answer = send(
        client,
        cut_1_after="",
        cut_1_sizes="",
        cut_2_after="3",
        cut_2_sizes="4, 4",
        cut_2_above="1",
        cut_2_below="1",
        cut_2_rounding="up",
    )
    assert list(answer.context["form"].errors) == ["cut_2_sizes"]


def test_a_cut_is_saved_and_its_line_is_shown(client, event):
    answer = send(client, cut_1_after="1", cut_1_sizes="4", cut_1_above="1/2", cut_1_below="0", cut_1_rounding="up")
    assert "Aiko Brandt 1= becomes → 1= +55.2 becomes → +40.1" in text_of(answer)
    send(
        client,
        cut_1_after="1",
        cut_1_sizes="4",
        cut_1_above="1/2",
        cut_1_below="0",
        cut_1_rounding="up",
        mark=mark(answer),
    )
    assert kept().cuts == (Cut(after=1, sizes=(4,), above=HALF, below=NOTHING),)
    page = text_of(client.get("/manage/spring-open/standings/"))
    assert "Cut after hanchan 1" in page and "Carried" in page
    earlier = text_of(client.get("/manage/spring-open/standings/after/1/"))
    assert "Cut: the top 4 are above this line" in earlier


def test_an_older_page_changes_only_the_rules_that_were_typed_on_it(client, event):
    seen = client.get(PAGE).context["seen"]
    change_standing_rules(tournament=event[0], rules=StandingRules(best=1, of=2), act=Act(by=None, at=MORNING))
    assert send(client, order_firsts="1", seen=seen).status_code == 302
    assert kept() == StandingRules(breakers=(Breaker.FIRSTS,), best=1, of=2)


def test_rules_that_do_not_fit_what_somebody_else_saved_are_refused(client, event):
    change_standing_rules(tournament=event[0], rules=StandingRules(best=1, of=3), act=Act(by=None, at=MORNING))
    seen = client.get(PAGE).context["seen"]
    change_standing_rules(tournament=event[0], rules=StandingRules(best=2, of=3), act=Act(by=None, at=MORNING))
    answer = send(client, best="1", of="2", seen=seen)
    assert answer.status_code == 422 and kept() == StandingRules(best=2, of=3)
    assert answer.context["preview"] is None
    live = client.post(f"{PAGE}preview/", {**PLAIN_FORM, "best": "1", "of": "2", "seen": seen}, HTTP_HX_REQUEST="true")
    assert "Some entries are not valid." in text_of(live)


def test_the_part_beside_the_form_is_shown_while_one_types(client, event):
    live = client.post(f"{PAGE}preview/", {**PLAIN_FORM, "order_seed": "1"}, HTTP_HX_REQUEST="true")
    assert b"<html" not in live.content and "Noor van Dijk 1= becomes → 2" in text_of(live)
    wrong = client.post(f"{PAGE}preview/", {**PLAIN_FORM, "best": "0"}, HTTP_HX_REQUEST="true")
    assert "Some entries are not valid" in text_of(wrong)
    assert client.get(f"{PAGE}preview/").status_code == 302
    assert kept() == PLAIN


def test_a_preview_says_when_a_cut_would_wait(client, event):
    page = text_of(send(client, act="preview", cut_1_after="1", cut_1_sizes="1"))
    assert "runs through place 1: Aiko Brandt, Noor van Dijk are tied" in page


def test_a_drawn_lot_holds_still(client, event):
    rules = StandingRules(breakers=(Breaker.LOT,), lot_seed="dice 3 5 1")
    change_standing_rules(tournament=event[0], rules=rules, act=Act(by=None, at=MORNING))
    answer = send(client, act="save", order_lot="1", lot_seed="dice 6 6 6")
    answer = send(client, act="save", order_lot="1", lot_seed="dice 6 6 6", mark=mark(answer))
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["lot_seed"]
    assert kept() == rules


def test_players_read_it_with_the_other_rules_on_the_page_and_on_paper(client, event):
    rules = StandingRules(breakers=(Breaker.LOT,), lot_seed="dice 3 5 1")
    for address in ("/t/spring-open/rules/", "/manage/spring-open/print/rules/"):
        assert "Players with equal totals share a place." in text_of(client.get(address))
    change_standing_rules(tournament=event[0], rules=rules, act=Act(by=None, at=MORNING))
    for address in ("/t/spring-open/rules/", "/manage/spring-open/print/rules/"):
        assert "a lot drawn from the text “dice 3 5 1”" in text_of(client.get(address))


def test_before_any_result_the_text_of_the_lot_may_change():
    tournament = make_tournament()
    for seed in ("one", "two"):
        rules = StandingRules(breakers=(Breaker.LOT,), lot_seed=seed)
        change_standing_rules(tournament=tournament, rules=rules, act=Act(by=None, at=MORNING))
        assert kept() == rules


def test_the_same_rules_again_are_no_write():
    tournament = make_tournament()
    before = tournament.edition
    change_standing_rules(tournament=tournament, rules=PLAIN, act=Act(by=None, at=MORNING))
    assert tournament.edition == before == Tournament.objects.get(pk=tournament.pk).edition


def test_plain_rules_leave_nothing_behind():
    tournament = make_tournament()
    for rules in (StandingRules(best=5, of=8), PLAIN):
        change_standing_rules(tournament=tournament, rules=rules, act=Act(by=None, at=MORNING))
    assert Tournament.objects.get(pk=tournament.pk).standing_rules == {}


def test_a_cut_after_the_last_hanchan_is_refused():
    with pytest.raises(Refused, match="The last hanchan is 8") as refused:
        change_standing_rules(
            tournament=make_tournament(),
            rules=StandingRules(cuts=(Cut(after=8, sizes=(4,)),)),
            act=Act(by=None, at=MORNING),
        )
    assert refused.value.field == "cuts.1.after"


def test_only_the_organiser_may_change_it(client, event):
    client.force_login(make_staff(event[0], "referee", name="Mina Costa"))
    assert client.get(PAGE).status_code == 403


def test_many_moves_are_counted(client):
    tournament, _people = small_event(players=64, hanchan_count=4)
    client.force_login(make_staff(tournament, "organiser"))
    play(tournament, 1, dict.fromkeys(range(1, 17), USUAL))
    page = text_of(send(client, act="preview", order_seed="1"))
    assert "and 24 more" in page
