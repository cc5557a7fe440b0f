"""The form of the result of each command of `python -m scoring`, as docs/answer_schemas.py writes it out."""

from docs.json_forms import (
    COUNT,
    FLAG,
    PLACE,
    POINTS,
    SAID,
    TEXT,
    WIND,
    Form,
    by_name,
    by_wind,
    fields,
    kind,
    listed,
    one_of,
    or_null,
    rule_part,
)
from scoring.draw import NUMBER_SUITS
from scoring.fouls.cases import Consequence
from scoring.lateness import Arrival
from scoring.payments.values import Limit, Yakuman
from scoring.rules import Ruleset
from scoring.rules.provenance import Mark
from scoring.rules.snapshots import VERSION as SNAPSHOT
from scoring.standings.values import Status
from scoring.time_limit import Continuation, When


def rules() -> Form:
    sources = by_name(TEXT, "the clause of each value, by its dotted name")
    snapshot = rule_part(Ruleset)["properties"]
    marks = by_name(one_of(Mark), "how sure a source is, by the name of the value; others are as their source says")
    notes = listed(fields(section=TEXT, text=TEXT, source=TEXT), "rules that no value states")
    provenance = {"sources": sources, "marks": marks, "notes": notes, "based_on": TEXT}
    rule_set = fields(version={"const": SNAPSHOT}, **snapshot, **provenance)
    sentence = fields(section=TEXT, field=TEXT, fields=listed(TEXT), text=TEXT, source=TEXT, marks=listed(one_of(Mark)))
    one = fields(rule_set=rule_set, sentences=listed(sentence))
    offered = fields(key=TEXT, title=TEXT, confirmed=COUNT, values=COUNT)
    return {"anyOf": [fields(rule_sets=listed(offered)), one], "description": "the list, or with NAME one rule set"}


def rows() -> Form:
    row = fields(
        wind=WIND,
        points=POINTS,
        yakitori=POINTS,
        collected={**POINTS, "description": "deposits left on the table that the winner gets, in points"},
        place=PLACE,
        shared=FLAG,
        uma={**POINTS, "description": "the worth of the place: uma, oka, prize; in points"},
        bust=POINTS,
        score={**POINTS, "description": "the hanchan score, in points"},
    )
    return listed(row, "by starting wind, East first")


def last_hand() -> Form:
    told = {"when": one_of(When), "south_over": FLAG, "chonbo": FLAG}
    return fields(cases=listed(fields(**told, verdict=one_of(Continuation), hands=COUNT, text=TEXT)))


def all_last() -> Form:
    changes = listed(POINTS, "by current wind, East first")
    hand = fields(han=COUNT, fu=COUNT, yakuman=COUNT)
    step = fields(hands=listed(hand), changes=changes, place=PLACE, shared=FLAG, goes_on=FLAG)
    way = fields(
        place=PLACE,
        off=or_null(WIND, "who discards; null for a self-draw"),
        least=or_null(step, "the least win that takes the place; null when none does"),
        alone=or_null(step, "the least win after which the place is not shared"),
        ending=or_null(step, "the least win that takes it and ends the hanchan, even if there is time left"),
        gaps=listed(step, "greater wins that miss the place"),
        text=TEXT,
    )
    player = fields(wind=WIND, points=POINTS, delta=POINTS, place=PLACE, shared=FLAG, ways=listed(way))
    draw = fields(
        tenpai=listed(WIND), changes=changes, places=listed(PLACE), dealer_stays=FLAG, goes_on=FLAG, text=TEXT
    )
    places_in = one_of(("table", "tournament"), "where the places are counted")
    return fields(rules=TEXT, in_=places_in, players=listed(player), draws=listed(draw), notes=listed(TEXT))


def draw() -> Form:
    seat = {"type": "integer", "minimum": 0, "maximum": 3, "description": "counted from 0"}
    tile = {"type": "string", "pattern": f"^([ESWN]|[1-9][{NUMBER_SUITS}])$"}
    taken = {
        "winds": listed(WIND, "by seat, counter-clockwise"),
        "seats": listed(seat, "where the player of each seat sits afterwards"),
        "steps": SAID,
    }
    rolled = kind("traditional", east_seat=seat, first=seat, end=tile, laid_out=listed(tile), **taken)
    return {"anyOf": [rolled, kind("direct", **taken)]}


def foul() -> Form:
    choice = fields(answer=TEXT, text=TEXT)
    outcome = fields(
        text=TEXT,
        then=one_of(Consequence),
        points=POINTS,
        note=TEXT,
        each_player=FLAG,
        up_to=FLAG,
        dealt_again=FLAG,
        unverified=FLAG,
        said=SAID,
    )
    one = fields(
        code=TEXT,
        title=TEXT,
        source=TEXT,
        unverified=FLAG,
        answers=by_name(TEXT, "the answers given, by question"),
        open=listed(fields(question=TEXT, text=TEXT, answers=listed(choice)), "the questions that still matter"),
        outcomes=listed(outcome, "what may follow; exactly one when no question is open"),
    )
    return fields(schedule=TEXT, title=TEXT, fouls=listed(one, "all of the schedule, or one"))


def late() -> Form:
    code = {**TEXT, "description": "the foul of the schedule, empty where it has none"}
    applied = {**FLAG, "description": "false where penalties are paid at the table: then nothing of it happens"}
    verdict = {"kind": one_of(Arrival), "minutes": COUNT, "points": POINTS, "consequence": one_of(Consequence)}
    return fields(applied=applied, **verdict, foul=code, said=SAID)


def penalty() -> Form:
    changes = {**by_wind(POINTS), "description": "by current wind"}
    return fields(points=POINTS, offender=WIND, changes=changes, to_table=POINTS, said=SAID, source=TEXT)


def payment(**more: Form) -> Form:
    limit = or_null(one_of(Limit), "a floor under the value")
    named = listed(one_of(Yakuman), "the yakuman by name, where they are known")
    value = fields(han=COUNT, fu=COUNT, yakuman=COUNT, named=named, at_least=limit, said=TEXT)
    party = or_null(WIND, "by current wind; null is the middle of the table")
    part = fields(points=POINTS, for_=TEXT)
    due = fields(payer=party, receiver=party, points=POINTS, parts=listed(part))
    changes = {**by_wind(POINTS), "description": "by current wind"}
    return fields(value=value, **more, changes=changes, deposits=COUNT, dues=listed(due), said=SAID)


def hand() -> Form:
    yaku = fields(name=TEXT, han=or_null(COUNT, "null for a yakuman"))
    notes = {"corrected": listed(TEXT), "cannot": listed(TEXT, "what nobody has looked at")}
    return payment(yaku=listed(yaku), fu=listed(fields(name=TEXT, fu=COUNT)), **notes)


def replay() -> Form:
    situation = fields(round=WIND, hand=PLACE, honba=COUNT, deposits=COUNT, points=listed(POINTS, "by starting wind"))
    line = {**TEXT, "description": "the event as a line of the log"}
    changes = listed(POINTS, "by starting wind")
    step = fields(line=line, before=situation, changes=changes, after=situation, said=SAID)
    return fields(
        over=or_null(TEXT, "why the game is over; null while it is not"),
        deposits=COUNT,
        steps=listed(step),
        without_win=listed(WIND, "who has won no hand"),
        busted=by_name(WIND, "who took the last points, by the starting wind of the bust player"),
        rows=rows(),
        said=listed(TEXT, "what the scores have beside points and uma, in sentences"),
    )


STANDING: dict[str, Form] = {
    "player": TEXT,
    "place": or_null(PLACE, "null for who is not ranked"),
    "shared": FLAG,
    "status": one_of(Status),
    "total": POINTS,
}


def standings() -> Form:
    hanchan = fields(
        hanchan=PLACE, table=PLACE, wind=WIND, points=POINTS, place=PLACE, shared=FLAG, uma=POINTS, score=POINTS
    )
    row = fields(
        **STANDING,
        carried_in={**POINTS, "description": "carried from an earlier event, in points"},
        table_total=POINTS,
        penalties=POINTS,
        adjustment={**POINTS, "description": "what cuts have taken off, in points"},
        tier={**COUNT, "description": "0 is above every line"},
        places=listed(COUNT, "how often the player was first, second, third, fourth"),
        hanchan=listed(or_null(hanchan, "null where the player has not played")),
        dropped=listed(PLACE, "the hanchan that do not count"),
    )
    return fields(rows=listed(row, "best first"), said=listed(TEXT, "why equal totals are in their order"))


def cut() -> Form:
    division = {**COUNT, "description": "0 is above the first line"}
    row = fields(**STANDING, division=division, carried=POINTS)
    return fields(after=PLACE, keep=listed(PLACE), rows=listed(row, "ranked players, best first"))


def tie() -> Form:
    return fields(players=listed(fields(**STANDING), "the one above first"), said=SAID)
