"""The rules of an event that is being played or over are changed: who moves, what is refused, what is kept."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.rules import preset
from scoring.rules.files import PRESETS
from scoring.rules.rule_file import write_rules
from scoring.rules.values import Bust, EqualPoints
from scoring.standings.cut import Cut
from scoring.standings.rules import StandingRules
from scoring.standings.ties import Breaker
from tests.events.rows import kept
from tests.factories import MORNING, make_staff
from tests.tournament.events.sent import sent
from tests.tournament.standings.tables import USUAL, begin, hanchan, play, punish, put_in, small_event, vouch
from tests.tournament.standings.test_public_views import text_of
from tournament.core.audit import Act
from tournament.core.audit_check import findings
from tournament.core.messages import Conflict, Refused
from tournament.core.models import AuditEntry, EntryMode, Tournament
from tournament.events.queries import rule_versions
from tournament.results.models import Sheet, SheetLine, SheetVersion
from tournament.results.sheets.actions import change
from tournament.results.sheets.checks import TypedSheet
from tournament.results.sheets.queries import accepted_version
from tournament.standings.actions import change_standing_rules, decide_tie
from tournament.standings.inputs import read_inputs
from tournament.standings.queries import standings_of
from tournament.standings.rule_correction.actions import correct_rules
from tournament.standings.rule_correction.checks import unfit_sheets
from tournament.standings.rule_correction.consequences import rule_consequences
from tournament.standings.rule_correction.effect import RuleEffect, is_in

pytestmark = pytest.mark.django_db
RULES, PAGE = "/manage/spring-open/rules/", "/manage/spring-open/rules/correction/"
WRC = preset("wrc-2022")
CLUB = WRC.replace(uma=(30_000, 10_000, -10_000, -30_000))
THREE = next(rules for rules in map(preset, PRESETS) if rules.players == 3)


@pytest.fixture
@kept
def event():
    """Two hanchan at two tables are closed; table 1 was won by more."""
    tournament, people = small_event(hanchan_count=3)
    play(tournament, 1, {1: USUAL, 2: (40_000, 35_000, 25_000, 20_000)})
    play(tournament, 2, {1: (18_000, 45_200, 31_100, 25_700), 2: (40_000, 35_000, 25_000, 20_000)})
    tournament.refresh_from_db()
    return tournament, people


@pytest.fixture
def organiser(client, event):
    user = make_staff(event[0], "organiser", name="Ola Berg")
    user.set_password("tsumo-tsumo-7")
    user.save()
    client.force_login(user)
    return user


def act(reason="The club plays 30-10.", base=0, **fields) -> Act:
    return Act(by=None, at=MORNING, reason=reason, base=base, **fields)


def again(tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def codes(refused) -> list[str]:
    return [one.code for one in refused.value.messages]


# --- the act -------------------------------------------------------------------------------------------------------


def test_every_result_is_scored_by_the_new_rules_and_the_old_ones_are_kept_with_who_when_and_why(event):
    tournament, people = event
    vouch(tournament)
    before = {row.player.id: row.standing.total for row in standings_of(tournament).rows}
    correct_rules(tournament=tournament, rules=CLUB, act=act())
    rows = {row.player.id: row.standing.total for row in standings_of(again(tournament)).rows}
    assert rows[people[4].pk] == before[people[4].pk] + 2 * 15_000
    (version,) = rule_versions(again(tournament))
    assert (version.number, version.rules, version.reason) == (1, WRC, "The club plays 30-10.")
    assert version.replaced_at == MORNING and list(version.changes) == ["uma"]
    assert findings(again(tournament)) == []


def test_rules_that_were_replaced_can_come_back_and_both_versions_stay(event):
    tournament, _people = event
    correct_rules(tournament=tournament, rules=CLUB, act=act())
    correct_rules(tournament=tournament, rules=rule_versions(tournament)[0].rules, act=act("A mistake.", base=1))
    assert again(tournament).ruleset == WRC
    assert [one.rules.uma for one in rule_versions(tournament)] == [WRC.uma, CLUB.uma]


def test_planned_hanchan_get_the_new_time_limit_and_closed_ones_keep_theirs(event):
    tournament, _people = event
    correct_rules(tournament=tournament, rules=WRC.replace(time={"minutes": 60}), act=act())
    limits = list(tournament.hanchan.order_by("number").values_list("minutes", flat=True))
    assert limits == [WRC.minutes, WRC.minutes, 60]


def test_the_penalties_keep_their_amounts(event):
    tournament, people = event
    punish(people[0], 30_000)
    correct_rules(tournament=tournament, rules=WRC.replace(chonbo=20_000), act=act())
    assert [one.amount for one in tournament.penalties.all()] == [30_000]
    assert again(tournament).schedule.to_json() == again(tournament).fouls


def test_sheets_whose_sum_is_wrong_by_the_new_rules_are_named_and_nothing_changes(event):
    tournament, _people = event
    with pytest.raises(Refused) as refused:
        correct_rules(tournament=tournament, rules=WRC.replace(start=25_000), act=act())
    assert "By these rules 4 sheets that are in would be wrong." in refused.value.message
    assert refused.value.sentences[1].startswith("Hanchan 1, table 1: 20,000 too many.")
    assert again(tournament).ruleset == WRC and rule_versions(tournament) == []


def test_of_many_wrong_sheets_the_first_are_named_and_the_others_counted():
    tournament, _people = small_event(hanchan_count=1, players=56)
    play(tournament, 1, dict.fromkeys(range(1, 15), USUAL))
    with pytest.raises(Refused) as refused:
        correct_rules(tournament=tournament, rules=WRC.replace(start=25_000), act=act())
    assert len(refused.value.messages) == 14 and refused.value.sentences[-1] == "… and 2 more."


def test_one_wrong_sheet_is_named_alone(event):
    tournament, people = event
    line = SheetLine.objects.filter(version__accepted_by__hanchan__number=1, player=people[0])
    line.update(yakitori=True)
    with pytest.raises(Refused, match="a sheet that is in would be wrong") as refused:
        correct_rules(tournament=tournament, rules=CLUB, act=act())
    assert codes(refused) == ["sheets-unfit", "sheet-unfit"]


def test_a_wrong_sum_that_a_referee_accepted_stays_accepted(event):
    tournament, _people = event
    version = accepted_version(hanchan(tournament, 1), 1)
    SheetVersion.objects.filter(pk=version.pk).update(overridden=True)
    found = [one.params["table"] for one in unfit_sheets(tournament, WRC.replace(start=25_000))]
    assert found == [2, 1, 2]


def test_who_was_bust_by_a_wind_is_checked_where_the_rules_play_it(event):
    tournament, people = event
    SheetLine.objects.filter(version__accepted_by__hanchan__number=1, player=people[3]).update(busted_by="E")
    (problem,) = unfit_sheets(tournament, WRC)
    assert problem.params["problem"].code == "bust-not-played"


def test_versions_that_do_not_count_any_more_are_not_asked_and_readings_that_wait_are(event):
    tournament, people = event
    one = hanchan(tournament, 1)
    lines = [("E", people[0].pk, 46_200), ("S", people[1].pk, 30_100), ("W", people[2].pk, 25_700)]
    typed = TypedSheet.of([*lines, ("N", people[3].pk, 18_000)], 0)
    change(hanchan=one, table=1, typed=typed, confirmed_warnings=True, act=act("Misread.", base=1))
    assert len(list(unfit_sheets(tournament, WRC.replace(start=25_000)))) == 4
    Tournament.objects.update(entry_mode=EntryMode.BLIND)
    tournament.refresh_from_db()
    begin(tournament, 3)
    put_in(tournament, 3, 1, USUAL)
    assert Sheet.objects.get(hanchan__number=3).first_reading
    assert len(list(unfit_sheets(tournament, WRC.replace(start=25_000)))) == 5


def test_the_number_of_players_at_a_table_never_changes_once_they_are_seated(event):
    tournament, _people = event
    with pytest.raises(Refused) as refused:
        correct_rules(tournament=tournament, rules=THREE, act=act())
    assert codes(refused) == ["players-locked"]


def test_official_results_are_reopened_first(event):
    tournament, _people = event
    tournament.hanchan.filter(number__lt=3).update(official_at=MORNING)
    with pytest.raises(Refused, match=r"hanchan 1–2\. Reopen them"):
        correct_rules(tournament=tournament, rules=CLUB, act=act())
    assert again(tournament).ruleset == WRC


def test_a_change_needs_a_reason_and_a_change(event):
    tournament, _people = event
    with pytest.raises(Refused) as refused:
        correct_rules(tournament=tournament, rules=CLUB, act=act(" "))
    assert (refused.value.field, codes(refused)) == ("reason", ["reason-missing"])
    with pytest.raises(Refused) as refused:
        correct_rules(tournament=tournament, rules=WRC, act=act())
    assert codes(refused) == ["rules-same"]


def test_who_looked_at_older_rules_is_told_and_a_form_sent_twice_is_one_change(event):
    tournament, _people = event
    sending = "0b0a4f5e-8a3c-4f0e-9d5e-0d6c9b0c7b11"
    correct_rules(tournament=tournament, rules=CLUB, act=act(submission=sending))
    correct_rules(tournament=tournament, rules=CLUB, act=act(submission=sending))
    assert AuditEntry.objects.filter(verb="changed the rules").count() == 1
    with pytest.raises(Conflict):
        correct_rules(tournament=tournament, rules=WRC, act=act())


def test_it_changes_what_is_public_only_where_results_are(event):
    tournament, _people = event
    tournament.hanchan.update(released_at=None)
    head = tournament.public_head
    correct_rules(tournament=tournament, rules=CLUB, act=act())
    assert again(tournament).public_head == head
    tournament.hanchan.filter(number=1).update(released_at=MORNING)
    correct_rules(tournament=tournament, rules=WRC, act=act(base=1))
    assert again(tournament).public_head not in ("", head)


# --- what it does --------------------------------------------------------------------------------------------------


def effect_of(tournament, rules) -> RuleEffect:
    return RuleEffect(tournament.pk, read_inputs(again(tournament)), rules)


def told(tournament, rules, *changed) -> list[str]:
    one = hanchan(again(tournament), 1)
    return [line.text for line in rule_consequences(one, effect_of(tournament, rules), frozenset(changed))]


def test_everybody_is_listed_with_places_and_totals_before_and_after():
    tournament, people = small_event(hanchan_count=1)
    play(tournament, 1, {1: (30_100, 30_000, 30_000, 29_900), 2: (45_000, 40_000, 20_000, 15_000)})
    effect = effect_of(tournament, WRC.replace(uma=(0, 0, 0, 0)))
    by_player = {row.shift.player.id: row for row in effect.rows}
    winner, second = by_player[people[0].pk], by_player[people[5].pk]
    assert (winner.shift.places, second.shift.places) == ((2, 3), (3, 2))
    assert (winner.shift.before.total, winner.shift.after.total) == (15_100, 100)
    assert len(effect.rows) == 8 and effect.changing_place >= 2
    still = [row for row in effect.rows if not row.moves]
    assert effect.moving == 8 - len(still) and winner not in still


def test_each_cut_says_who_is_in_before_and_after(event):
    tournament, _people = event
    by = StandingRules(cuts=(Cut(after=1, sizes=(2, 4)), Cut(after=2, sizes=(1,))))
    change_standing_rules(tournament=tournament, rules=by, act=act())
    effect = effect_of(tournament, CLUB)
    assert list(effect.cuts) == [1, 2]
    first = [is_in(row.cuts[1], effect.cuts[1].cut)[1] for row in effect.rows]
    assert sorted(first) == ["1", "1", "2", "2", "3", "3", "3", "3"]
    second = [is_in(row.cuts[2], effect.cuts[2].cut) for row in effect.rows]
    assert second.count(("in", "in")) == 1 and second.count(("out", "out")) == 7
    assert any("cut after hanchan 1 stays as it is" in text for text in told(tournament, CLUB))


def test_a_tie_at_the_line_of_a_cut_has_no_side(event):
    tournament, _people = event
    by = StandingRules(cuts=(Cut(after=2, sizes=(1,)),))
    change_standing_rules(tournament=tournament, rules=by, act=act())
    for table in (1, 2):
        SheetLine.objects.filter(version__accepted_by__table=table).update(points=30_000)
    effect = effect_of(tournament, CLUB)
    assert {is_in(row.cuts[2], effect.cuts[2].cut) for row in effect.rows} == {("", "")}


def test_a_tie_decision_that_has_nothing_to_decide_any_more_is_named():
    tournament, people = small_event(hanchan_count=2)
    play(tournament, 1, {1: (31_000, 31_000, 29_000, 29_000), 2: USUAL})
    tournament.refresh_from_db()
    decide_tie(tournament=tournament, after=1, order=[people[0], people[1]], referee="Mina", act=act("Lot."))
    rules = WRC.replace(ties=EqualPoints.SEAT)
    assert any("the referee’s decision has nothing to decide" in text for text in told(tournament, rules))
    assert any("No tie decision is affected." in text for text in told(tournament, CLUB))


def test_penalties_whose_price_changes_are_counted_and_others_are_not(event):
    tournament, people = event
    punish(people[0], 30_000)
    assert any("1 penalty keeps the amount" in text for text in told(tournament, CLUB, "chonbo"))
    punish(people[1], 20_000)
    assert any("2 penalties keep the amounts" in text for text in told(tournament, CLUB, "lateness.minutes"))
    assert not any("keep" in text for text in told(tournament, CLUB, "uma"))


def test_marks_that_the_sheets_cannot_have_yet_are_named(event):
    tournament, _people = event
    rules = WRC.replace(yakitori=10_000, bust=Bust.BELOW_ZERO, bust_prize=10_000)
    said = told(tournament, rules, "yakitori", "bust_prize")
    assert any("Nobody is marked for yakitori" in text for text in said)
    assert any("who took the last points" in text for text in said)
    assert not any("yakitori" in text for text in told(tournament, CLUB, "uma"))


def test_a_hanchan_that_is_being_played_is_named(event):
    tournament, _people = event
    begin(tournament, 3)
    assert any("Hanchan 3 is being played: tell the tables." in text for text in told(tournament, CLUB))


# --- the page ------------------------------------------------------------------------------------------------------


def shown(client, **typed):
    return client.post(PAGE, sent(client.get(RULES).content.decode(), "rules-form", **typed))


def hidden(answer) -> dict[str, str]:
    form = answer.context["form"]
    return {"act": "apply", **{name: str(form[name].value()) for name in ("submission", "base", "rules")}}


def test_the_page_of_the_rules_leads_to_what_changes_and_the_whole_table_is_shown(client, event, organiser):
    page = client.get(RULES)
    assert "A preview shows whose place changes." in text_of(page)
    assert f'action="{PAGE}"' in page.content.decode()
    answer = shown(client, **{f"uma-0-{n}": text for n, text in enumerate(("30", "10", "-10", "-30"))})
    page = text_of(answer)
    assert answer.status_code == 200
    assert "of 8 players have another place, total or side of a cut." in page
    assert "Jonas Weber" in page and again(event[0]).ruleset == WRC


def test_every_cut_has_a_column(client, event, organiser):
    by = StandingRules(cuts=(Cut(after=2, sizes=(2,)),))
    change_standing_rules(tournament=event[0], rules=by, act=act())
    page = text_of(shown(client, chonbo="20"))
    assert "Cut after 2" in page and "Noor van Dijk +50.0 in" in page and "out" in page


def test_with_reason_and_password_the_rules_change_and_the_history_says_so(client, event, organiser):
    answer = shown(client, chonbo="20")
    assert "No place and no total changes." in text_of(answer)
    sent = {**hidden(answer), "reason": "As printed."}
    refused = client.post(PAGE, sent)
    assert refused.status_code == 422 and "Enter your password to change the rules." in text_of(refused)
    assert client.post(PAGE, {**sent, "password": "wrong"}).status_code == 422
    assert again(event[0]).ruleset == WRC
    done = client.post(PAGE, {**sent, "password": "tsumo-tsumo-7"})
    assert done.status_code == 302 and done["Location"] == RULES
    assert again(event[0]).ruleset.chonbo == 20_000
    history = text_of(client.get("/manage/spring-open/history/"))
    assert "As printed." in history and "A chonbo costs: 30P → 20P" in history
    page = text_of(client.get(RULES))
    assert "Version 1, WRC 2022: replaced" in page and "by Ola Berg" in page
    back = client.post(PAGE, {"act": "version", "version": "1"})
    assert back.context["rules"] == WRC


def test_whoever_signs_in_by_links_sets_a_password_first(client, event):
    client.force_login(make_staff(event[0], "organiser"))
    answer = shown(client, chonbo="20")
    assert f'href="/account/?next={PAGE}"' in answer.content.decode()
    refused = client.post(PAGE, {**hidden(answer), "reason": "As printed.", "password": "anything"})
    assert refused.status_code == 422 and "you have none yet" in text_of(refused)
    assert again(event[0]).ruleset == WRC
    new = {"act": "save", "new": "tsumo-tsumo-7", "again": "tsumo-tsumo-7"}
    assert client.post(f"/account/?next={PAGE}", new).url == PAGE
    assert client.post("/account/?next=https://example.org/", new | {"old": "tsumo-tsumo-7"}).url == "/"


def test_a_preset_and_a_file_are_shown_like_typed_values(client, event, organiser):
    answer = client.post(PAGE, {"act": "preset", "preset": "jpml-a-2012"})
    assert answer.context["rules"].key == "jpml-a-2012"
    file = SimpleUploadedFile("club.toml", write_rules(CLUB).encode())
    answer = client.post(PAGE, {"act": "file", "file": file})
    assert answer.context["rules"].uma == CLUB.uma


@pytest.mark.parametrize(
    "sent", [{"act": "preset", "preset": "nothing"}, {"act": "preset"}, {"act": "file"}, {"start": "x"}]
)
def test_what_cannot_be_read_is_said_on_the_page_of_the_rules(client, event, organiser, sent):
    answer = client.post(PAGE, sent)
    assert answer.status_code == 422 and "rules-form" in answer.content.decode()


def test_rules_that_the_sheets_contradict_show_why_and_offer_no_button(client, event, organiser):
    answer = shown(client, start="25", goal="25")
    page = text_of(answer)
    assert "By these rules 4 sheets that are in would be wrong." in page and "Hanchan 2, table 2:" in page
    assert 'name="reason"' not in answer.content.decode()


def test_the_same_rules_change_nothing(client, event, organiser):
    assert "Nothing would change." in text_of(shown(client))


def test_without_rules_one_is_led_to_the_page_of_the_rules(client, event, organiser):
    assert client.get(PAGE)["Location"] == RULES
    for rules in ("", "{", json.dumps({**WRC.to_json(), "start": -5}), "null"):
        assert client.post(PAGE, {"act": "apply", "rules": rules})["Location"] == RULES
    assert client.post(PAGE, {"act": "version", "version": "7"}).status_code == 404


def test_ties_of_the_lot_and_other_tie_breaks_hold_by_the_new_rules_too(event):
    tournament, _people = event
    change_standing_rules(tournament=tournament, rules=StandingRules(breakers=(Breaker.SEED,)), act=act())
    correct_rules(tournament=tournament, rules=WRC.replace(uma=(0, 0, 0, 0)), act=act())
    assert not any(row.standing.shared for row in standings_of(again(tournament)).rows)
