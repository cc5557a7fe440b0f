"""Players type and sign their own sheet: who may, what counts, and what the database refuses."""

from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction

from tests.factories import MORNING, make_staff
from tests.tournament.desk.halls import CLEAN, entered, hall, hanchan_of, lines
from tournament.core.audit import Act
from tournament.core.messages import Conflict, Refused
from tournament.core.models import EntryMode, Role, Verb
from tournament.hanchan.actions import close, undo_start
from tournament.players.badges.actions import revoke
from tournament.players.badges.links import personal_token
from tournament.results.models import Agreement, Sheet, SheetState, SheetVersion
from tournament.results.sheets.actions import enter
from tournament.results.sheets.agreement import confirm, sign
from tournament.results.sheets.checks import TypedSheet
from tournament.results.sheets.queries import accepted_version, tables_of, unagreed_sheets
from tournament.seats.queries import lineup

pytestmark = pytest.mark.django_db
EXCHANGED = (33_100, 41_200, 25_700, 20_000)


@pytest.fixture
def signed():
    return hall(entry_mode=EntryMode.SIGNED)


@pytest.fixture
def seated(signed):
    """The four players of table 1."""
    return [place.player for place in lineup(signed, 1)[1]]


def act(player=None, base=1, by=None):
    phone = f"Firefox, Android, {player.pk:04x}" if player else ""
    return Act(by=by, at=MORNING, name=str(player or ""), phone=phone, base=base)


def type_at_table(tournament, player, points=CLEAN, **fields):
    """As on the player's own page, opened by the badge."""
    sheet, badge = TypedSheet.of(lines(hanchan_of(tournament), 1, points), 0), personal_token(player)
    fields = {"hanchan": hanchan_of(tournament), "table": 1, "typed": sheet, "player": player, "badge": badge, **fields}
    return enter(**{"act": act(player), **fields})


def sign_at_table(tournament, player, base=1):
    return sign(hanchan=hanchan_of(tournament), table=1, badge=personal_token(player), act=act(player, base))


def sheet_of(tournament):
    return Sheet.objects.get(hanchan__tournament=tournament, hanchan__number=1, table=1)


class TestTypingAtTheTable:
    def test_what_one_player_types_waits_and_counts_for_nothing(self, signed, seated):
        version = type_at_table(signed, seated[0])
        assert sheet_of(signed).state == SheetState.ONCE
        assert (version.entered_by, version.entered_player, version.typist) == (None, seated[0], seated[0])
        assert tables_of(signed) == ()
        assert unagreed_sheets([hanchan_of(signed)]) == {1: {SheetState.ONCE: [1]}}

    def test_the_history_names_the_player_and_the_phone(self, signed, seated):
        type_at_table(signed, seated[0])
        entry = signed.audit_entries.first()
        assert (entry.verb, entry.by, entry.actor_name) == (Verb.ENTERED_SHEET, None, str(seated[0]))
        assert entry.device == f"Firefox, Android, {seated[0].pk:04x}"

    def test_who_typed_may_type_again_until_somebody_signs(self, signed, seated):
        type_at_table(signed, seated[0])
        again = type_at_table(signed, seated[0], EXCHANGED)
        assert sheet_of(signed).first_reading == again

    def test_the_same_figures_from_another_player_are_a_signature(self, signed, seated):
        first = type_at_table(signed, seated[0])
        assert type_at_table(signed, seated[1]) == first
        counted = accepted_version(hanchan_of(signed), 1)
        assert (counted, counted.agreement, counted.agreed_player) == (first, Agreement.SIGNATURE, seated[1])

    def test_other_figures_from_another_player_wait_for_a_referee(self, signed, seated):
        type_at_table(signed, seated[0])
        type_at_table(signed, seated[1], EXCHANGED)
        assert sheet_of(signed).state == SheetState.DIFFERS
        with pytest.raises(Refused, match="Call a referee"):
            type_at_table(signed, seated[2])
        with pytest.raises(Refused, match="Call a referee"):
            sign_at_table(signed, seated[2])

    def test_the_same_figures_from_who_typed_them_are_refused(self, signed, seated):
        type_at_table(signed, seated[0])
        with pytest.raises(Refused, match="Another player of the table signs it"):
            type_at_table(signed, seated[0])

    def test_a_form_sent_twice_is_one_version(self, signed, seated):
        sending = Act(by=None, at=MORNING, name="x", submission=uuid4())
        assert type_at_table(signed, seated[0], act=sending) == type_at_table(signed, seated[0], act=sending)
        assert SheetVersion.objects.count() == 1

    def test_a_sheet_that_counts_is_not_typed_over_by_a_player(self, signed, seated):
        type_at_table(signed, seated[0])
        sign_at_table(signed, seated[1])
        with pytest.raises(Conflict, match=f"{seated[0]} entered the sheet of table 1"):
            type_at_table(signed, seated[2], EXCHANGED)
        assert sheet_of(signed).state == SheetState.ACCEPTED

    def test_who_sits_elsewhere_is_refused(self, signed):
        stranger = lineup(signed, 1)[2][0].player
        with pytest.raises(Refused, match="does not sit at table 1"):
            type_at_table(signed, stranger)

    @pytest.mark.parametrize("mode", [EntryMode.SINGLE, EntryMode.CHECKED, EntryMode.BLIND])
    def test_in_every_other_mode_the_desk_types(self, mode):
        tournament = hall(entry_mode=mode)
        with pytest.raises(Refused, match="the desk types"):
            type_at_table(tournament, lineup(tournament, 1)[1][0].player)


class TestSigning:
    def test_another_player_makes_it_count(self, signed, seated):
        version = type_at_table(signed, seated[0])
        assert sign_at_table(signed, seated[2]) == version
        version.refresh_from_db()
        assert (version.agreement, version.second_reader, version.agreed_at) == (
            Agreement.SIGNATURE,
            seated[2],
            MORNING,
        )
        assert [tuple(line.points for line in table.lines) for table in tables_of(signed)] == [CLEAN]
        assert signed.audit_entries.first().verb == Verb.SIGNED_SHEET

    def test_what_the_desk_typed_can_be_signed_too(self, signed, seated):
        entered(hanchan_of(signed), by=make_staff(signed))
        sign_at_table(signed, seated[0])
        assert sheet_of(signed).state == SheetState.ACCEPTED

    def test_what_a_player_typed_can_be_compared_with_the_paper_at_the_desk(self, signed, seated):
        type_at_table(signed, seated[0])
        desk = make_staff(signed)
        version = confirm(hanchan=hanchan_of(signed), table=1, act=act(base=1, by=desk))
        assert (version.agreement, version.agreed_by, version.agreed_player) == (Agreement.SIGHT, desk, None)

    def test_nobody_signs_what_they_typed(self, signed, seated):
        type_at_table(signed, seated[0])
        with pytest.raises(Refused, match="Another player of the table signs it"):
            sign_at_table(signed, seated[0])

    def test_figures_that_changed_meanwhile_are_not_signed(self, signed, seated):
        type_at_table(signed, seated[0])
        type_at_table(signed, seated[0], EXCHANGED)
        with pytest.raises(Refused, match="has changed since you opened it"):
            sign_at_table(signed, seated[1], base=1)
        sign_at_table(signed, seated[1], base=2)

    def test_a_second_signature_is_told_that_the_sheet_counts(self, signed, seated):
        type_at_table(signed, seated[0])
        sign_at_table(signed, seated[1])
        with pytest.raises(Refused, match="already accepted"):
            sign_at_table(signed, seated[2])

    def test_nothing_is_signed_before_it_is_typed_nor_outside_of_the_hanchan(self, signed, seated):
        with pytest.raises(Refused, match="is not in yet"):
            sign_at_table(signed, seated[0])
        type_at_table(signed, seated[0])
        Sheet.objects.update(first_reading=None)
        undo_start(hanchan=hanchan_of(signed), act=act())
        with pytest.raises(Refused, match="has not started"):
            sign_at_table(signed, seated[1])

    def test_who_sits_elsewhere_cannot_sign(self, signed, seated):
        type_at_table(signed, seated[0])
        with pytest.raises(Refused, match="does not sit at table 1"):
            sign_at_table(signed, lineup(signed, 1)[2][0].player)

    @pytest.mark.parametrize("badge", ["", "1.no-such-badge", "zz"])
    def test_a_name_without_the_badge_is_no_signature(self, signed, seated, badge):
        type_at_table(signed, seated[0])
        with pytest.raises(Refused, match="by the code on their badge"):
            sign(hanchan=hanchan_of(signed), table=1, badge=badge, act=act(seated[1]))
        with pytest.raises(Refused, match="by the code on their badge"):
            type_at_table(signed, seated[1], badge=badge)
        assert sheet_of(signed).state == SheetState.ONCE

    def test_a_revoked_badge_and_that_of_another_player_sign_nothing(self, signed, seated):
        type_at_table(signed, seated[0])
        with pytest.raises(Refused, match="another player’s page"):
            type_at_table(signed, seated[1], badge=personal_token(seated[2]))
        revoke(player=seated[1], act=Act(by=None, at=MORNING))
        with pytest.raises(Refused, match="by the code on their badge"):
            sign_at_table(signed, seated[1])

    def test_the_device_that_typed_does_not_sign_whoever_holds_it(self, signed, seated):
        """Also in another mode of the browser, which calls itself something else."""
        type_at_table(signed, seated[0])
        mark = f"{seated[0].pk:04x}"
        for phone in (f"Firefox, Android, {mark}", f"Chrome, Linux, {mark}"):
            same = Act(by=None, at=MORNING, phone=phone, base=1)
            with pytest.raises(Refused, match="was typed on this device"):
                sign(hanchan=hanchan_of(signed), table=1, badge=personal_token(seated[1]), act=same)
            with pytest.raises(Refused, match="was typed on this device"):
                type_at_table(signed, seated[1], act=same)
        assert sheet_of(signed).state == SheetState.ONCE

    def test_where_nobody_knows_the_device_that_typed_the_desk_compares(self, signed, seated):
        version = type_at_table(signed, seated[0])
        SheetVersion.objects.filter(pk=version.pk).update(submission=uuid4())
        with pytest.raises(Refused, match="was typed on this device"):
            sign_at_table(signed, seated[1])
        assert confirm(hanchan=hanchan_of(signed), table=1, act=act(base=1, by=make_staff(signed))).agreement == "sight"

    def test_a_hanchan_with_signed_sheets_closes(self, signed):
        for table, places in lineup(signed, 1).items():
            one, other = places[0].player, places[1].player
            sheet = TypedSheet.of(lines(hanchan_of(signed), table), 0)
            enter(hanchan=hanchan_of(signed), table=table, typed=sheet, player=one, act=act(one))
            sign(hanchan=hanchan_of(signed), table=table, badge=personal_token(other), act=act(other))
        close(hanchan=hanchan_of(signed), act=act())
        assert hanchan_of(signed).state == "closed"


class TestTheDatabase:
    def refuses(self, name, **values):
        version = SheetVersion.objects.get()
        with pytest.raises(IntegrityError, match=name), transaction.atomic():
            SheetVersion.objects.filter(pk=version.pk).update(**values)

    def test_a_player_never_signs_the_own_entry(self, signed, seated):
        type_at_table(signed, seated[0])
        self.refuses("two_players_sign", agreement=Agreement.SIGNATURE, agreed_player=seated[0], agreed_at=MORNING)

    def test_a_signature_has_its_player_and_a_player_only_signs(self, signed, seated):
        type_at_table(signed, seated[0])
        self.refuses("an_agreement_has_its_person", agreement=Agreement.SIGNATURE, agreed_at=MORNING)
        self.refuses("two_players_sign|an_agreement", agreement=Agreement.SIGHT, agreed_player=seated[1])

    def test_one_person_types(self, signed, seated):
        type_at_table(signed, seated[0])
        self.refuses("one_person_types", entered_by=make_staff(signed, Role.DESK))
