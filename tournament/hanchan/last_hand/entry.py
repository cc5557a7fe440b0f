"""An all-last sheet as it is typed at a table: the forms of the last hand, filled in from the sheet that is there."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import QueryDict

from scoring.points import Minus, type_back, write_p
from scoring.rules import Ruleset
from scoring.winds import Wind
from tournament.core.models import Hanchan
from tournament.hanchan.last_hand.answer import CurrentSeat, has_wrong_people, seated_as_drawn, seated_now
from tournament.hanchan.last_hand.forms import (
    POINTS,
    LastHandTableForm,
    PlayerFields,
    PointsForm,
    hand_key,
    hand_of,
    hands_at,
)
from tournament.results.all_last.actions import AllLastValues
from tournament.results.all_last.models import AllLastSheet
from tournament.results.all_last.queries import is_all_last
from tournament.results.models import WindDraw
from tournament.seats.queries import Place

OF_HAND = ("hand", "last")


@dataclass(frozen=True, slots=True)
class AllLastForms:
    """What somebody typed: the hand, the values, and who sits where then. `names_changed`: since the values were typed,
    `wrong_people`: not everybody at the table is named, each once."""

    where: LastHandTableForm
    form: PointsForm
    seats: tuple[CurrentSeat, ...]
    rows: list[PlayerFields]
    names_changed: bool
    wrong_people: bool

    @property
    def is_right(self) -> bool:
        return self.where.is_valid() and self.form.is_valid() and not (self.names_changed or self.wrong_people)

    def values(self) -> AllLastValues:
        """Return the values; only of an entry that is right."""
        where = self.where
        table = self.form.last_hand(where.played)
        marks = table.yakitori or (False,) * len(self.seats)
        players = (seat.player or 0 for seat in self.seats)
        seats = tuple(zip(table.points, marks, players, strict=True))
        return AllLastValues(table.hand, table.honba, table.deposits, seats, where.round, where.is_last)


def all_last_entry(hanchan: Hanchan, table: int, places: tuple[Place, ...], data: QueryDict) -> AllLastForms:
    """Return an entry of the typed values; three queries."""
    tournament, rules = hanchan.tournament, hanchan.tournament.ruleset
    asked = {"hanchan": str(hanchan.number), "table": str(table), **{name: data.get(name, "") for name in OF_HAND}}
    where = LastHandTableForm(asked, [hanchan], rules, any_hand=table == tournament.stream_table)
    form, is_drawn = PointsForm(data, rules, tournament.unit), tournament.winds_are_drawn
    seats = (
        seated_as_drawn(places, where.played, data, rules.winds)
        if is_drawn
        else seated_now(places, where.played, rules.winds)
    )
    return AllLastForms(
        where=where,
        form=form,
        seats=seats,
        rows=form.rows(seats, drawn=is_drawn),
        names_changed=form.is_bound and data.get("shown", where.shown) != where.shown,
        wrong_people=form.is_bound and (has_wrong_people(seats) or any(seat.place is None for seat in seats)),
    )


def typed_data(
    hanchan: Hanchan, sheet: AllLastSheet | None, table: int, places: tuple[Place, ...], chosen: str = ""
) -> QueryDict:
    """Return the values of a sheet as they are typed; of one that is old those that hold. Before the first one, who has
    which wind, where the page drew it: one query. `chosen` is another hand of a table on the stream."""
    tournament = hanchan.tournament
    rules, on_stream = tournament.ruleset, table == tournament.stream_table
    hands = dict(hands_at(rules, on_stream=on_stream))
    known = chosen if on_stream and chosen in hands else ""
    numbers = {place.player.pk: str(place.player.number) for place in places}
    key = hand_key(rules, Wind(sheet.round), sheet.hand) if sheet else ""
    if sheet is None or key not in hands or not sheet.is_of([*numbers], tournament):
        drawn = WindDraw.winds_at(hanchan, table, places) if tournament.winds_are_drawn else {}
        usual = key if on_stream and key in hands else [*hands][0 if on_stream else -1]
        return _before_the_first(drawn, numbers, rules, known or usual)
    data = QueryDict(mutable=True)
    has_values = not sheet.is_old and known in ("", key)
    data.update({"hand": known or key, "honba": str(sheet.honba if known in ("", key) else 0)})
    is_last = is_all_last(rules, *hand_of(rules, known or key)) or (sheet.is_last and known in ("", key))
    if not is_last:
        data["written"] = POINTS
    elif on_stream:
        data["last"] = "on"
    passed = int((known or key)[-1]) - sheet.hand  # how often the winds passed on
    for wind in rules.winds:
        points, yakitori, player = sheet.seats[(wind.index + passed) % len(rules.winds)]
        data[f"who_{wind}"] = numbers[player]
        if yakitori:
            data[f"yakitori_{wind}"] = "on"
        if has_values:
            value = points - (rules.goal if is_last else 0)
            as_delta = write_p(abs(value), Minus.SCREEN, plus=False)
            data[wind.value] = as_delta if is_last else type_back(abs(value), tournament.unit)
            if value < 0:  # the sign is the box beside it
                data.appendlist("minus", wind.value)
    if has_values:
        data["deposits"] = str(sheet.deposits)
    return data


def _before_the_first(drawn: Mapping[int, Wind], numbers: Mapping[int, str], rules: Ruleset, hand: str) -> QueryDict:
    """Return the hand, and who has which wind in it."""
    data, start = QueryDict(mutable=True), {wind: numbers[player] for player, wind in drawn.items()}
    data["hand"] = hand
    for wind in rules.winds:
        data[f"who_{wind}"] = start.get(rules.winds[(wind.index + int(hand[-1]) - 1) % len(rules.winds)], "")
    if not is_all_last(rules, *hand_of(rules, hand)):
        data["written"] = POINTS
    return data
