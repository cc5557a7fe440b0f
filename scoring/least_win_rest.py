"""Whether the last hand is the last, and whether its points can be: what is said beside what each player needs."""

from scoring.game import DEPOSIT
from scoring.least_win import LastHand
from scoring.least_win_said import WIND_NAMES, Names
from scoring.points import write
from scoring.uma import STEP
from scoring.winds import Wind
from scoring.words import Text, gettext_noop

_STAYS = gettext_noop("Unless the time is up, the hanchan goes on after a win of {dealer}, who stays dealer.")
_MAY_STOP = gettext_noop(
    "Unless the time is up, the hanchan goes on after a win of {dealer}, who may end it when leading."
)
_MAY_STOP_WITH = gettext_noop(
    "Unless the time is up, the hanchan goes on after a win of {dealer}, who may end it when leading with {points} or "
    "more."
)
_AFTER_DEALER = {  # may the dealer end the hanchan, and is there an extension
    (False, False): _STAYS,
    (False, True): _STAYS,
    (True, False): _MAY_STOP,
    (True, True): _MAY_STOP_WITH,
}


def said_rest(table: LastHand, names: Names = WIND_NAMES) -> list[Text]:
    """What lengthens the hanchan beyond this hand unless the time is up: the dealer's win, an extension.

    Source: S3 Enchousen, Agariyame. Nothing where the hand is not the last of its round: it is the last by time.

    >>> from scoring.rules import preset
    >>> table = LastHand(points=(27_000, 26_000, 24_000, 23_000), rules=preset("tori-casual"), hand=4)
    >>> for sentence in said_rest(table):
    ...     print(sentence)
    Unless the time is up, the hanchan goes on after a win of East, who may end it when leading with 30,000 or more.
    Unless the time is up, the hanchan goes on into West when nobody has 30,000.
    """
    rules = table.rules
    if table.hand < rules.players:
        return []
    params: dict[str, object] = {"dealer": names[Wind.EAST], "points": write(rules.extension)}
    found = [Text(_AFTER_DEALER[rules.agari_yame, bool(rules.extension)], params)]
    if rules.extension:
        template = gettext_noop("Unless the time is up, the hanchan goes on into West when nobody has {points}.")
        found.append(Text(template, params))
    return found


def said_sum(table: LastHand) -> Text | None:
    """What is wrong with the points: with the deposits they are all that the players began with (S0 Mod.2.3).

    None when they can be. A deposit that was not counted would make every need wrong by 1,000.

    >>> from scoring.rules import preset
    >>> table = LastHand(points=(30_000, 30_000, 30_000, 29_000), rules=preset("wrc-2022"), hand=4)
    >>> str(said_sum(table))
    'The points and 0 deposits make 119,000, not 120,000: 1,000 is missing. Is a deposit not counted?'
    """
    if any(own % STEP for own in table.points):
        return Text(gettext_noop("Points are full hundreds."))
    total, found = table.rules.start * table.rules.players, sum(table.points) + table.deposits * DEPOSIT
    params = {"count": table.deposits, "found": write(found), "total": write(total), "off": write(abs(total - found))}
    if found == total:
        return None
    if found > total:
        template = gettext_noop("The points and {count} deposits make {found}, not {total}: {off} too much.")
    elif (total - found) % DEPOSIT:
        template = gettext_noop("The points and {count} deposits make {found}, not {total}: {off} is missing.")
    else:
        template = gettext_noop(
            "The points and {count} deposits make {found}, not {total}: {off} is missing. Is a deposit not counted?"
        )
    return Text(template, params)
