"""The texts of the data files in `rulesets/` and `schedules/`, marked here for translation.

A data file cannot mark a text itself. A test compares the two: nothing may be missing, nothing left over.
"""

from scoring.words import gettext_noop

PHRASES = (
    gettext_noop("1 or 2 tiles: warning, 5P when repeated. 3 to 6: dead hand. 7 or more: chonbo."),
    gettext_noop("1P is added to the warning or dead hand."),
    gettext_noop("1P is added to the warning or dead hand. 5P when repeated."),
    gettext_noop(
        "1P is added to the warning or dead hand. Chonbo when the hand is shown or somebody is tricked by it."
    ),
    gettext_noop("1P is added to the warning or dead hand. Dead hand when a tile was mixed into the hand."),
    gettext_noop(
        "1P is added to the warning or dead hand. Dead hand: 3 to 6 tiles of the dead wall. Chonbo: 7 or more"
        " of the dead wall or of the own hand, 3 or more of another hand, ura dora seen too early, sight of "
        "another hand."
    ),
    gettext_noop("1P is added to the warning or dead hand. Found after the discard."),
    gettext_noop("1P is added to the warning or dead hand. Fu and yaku that cannot be told apart any more are lost."),
    gettext_noop("1P is added to the warning or dead hand. The first call stands."),
    gettext_noop("1P is added to the warning or dead hand. The first declaration stands."),
    gettext_noop("1P is added to the warning or dead hand. The riichi counts."),
    gettext_noop("5P when repeated."),
    gettext_noop("A quick break between two hands is tolerated."),
    gettext_noop("A substitute plays."),
    gettext_noop("Also when the called tile was not taken before the next draw."),
    gettext_noop("Call after riichi"),
    gettext_noop("Call changed"),
    gettext_noop("Call with a hand declared dead"),
    gettext_noop("Call with a hand not yet declared dead"),
    gettext_noop("Called tile placed wrongly"),
    gettext_noop("Cheating or intentional foul"),
    gettext_noop("Chonbo when it is a quad and found after the discard."),
    gettext_noop("Chonbo when it is found at an exhaustive draw."),
    gettext_noop("Chonbo when the hand is shown or somebody is tricked by it."),
    gettext_noop(
        "Corrected or dealt again; warning when East discards too early; chonbo when it is found after South "
        "has drawn or called."
    ),
    gettext_noop("Corrected, or dealt again."),
    gettext_noop("Corrected."),
    gettext_noop("Dead hand when a tile was mixed into the hand."),
    gettext_noop(
        "Dead hand when the chii looks as if called from the player opposite, who is then furiten on that tile."
    ),
    gettext_noop(
        "Dead hand: 3 to 6 tiles of the dead wall. Chonbo: 7 or more of the dead wall or of the own hand, 3 "
        "or more of another hand, ura dora seen too early, sight of another hand."
    ),
    gettext_noop("Discard from the hand after riichi"),
    gettext_noop("Disqualification when repeated or serious."),
    gettext_noop("EMA 2016"),
    gettext_noop("EMA 2025"),
    gettext_noop("Empty call for a group"),
    gettext_noop("Empty call of a concealed quad"),
    gettext_noop("Empty riichi"),
    gettext_noop("Empty win, hand shown"),
    gettext_noop("Empty win, only called"),
    gettext_noop("Error while dealing"),
    gettext_noop("Even if the player did not know."),
    gettext_noop("For each full minute."),
    gettext_noop(
        "For each player at the table, when the sheet was handed in wrong and the sticks were reset before the check."
    ),
    gettext_noop("For each player at the table."),
    gettext_noop("Foreign objects"),
    gettext_noop("Found after the discard."),
    gettext_noop("Four Winds, end points"),
    gettext_noop("Friendly game"),
    gettext_noop("Fu and yaku that cannot be told apart any more are lost."),
    gettext_noop("Hanchan forfeited or left"),
    gettext_noop("Invalid concealed quad after riichi"),
    gettext_noop("Invalid group"),
    gettext_noop("JPML A"),
    gettext_noop("Late by 1 to 10 minutes"),
    gettext_noop("Late by more than 10 minutes"),
    gettext_noop("M.League"),
    gettext_noop("Mahjong Soul"),
    gettext_noop("Mahjong Soul, three players"),
    gettext_noop("NPM"),
    gettext_noop("No deposit is paid."),
    gettext_noop(
        "No points for the hanchan, and 30P instead of points for lateness; a substitute plays. "
        "Disqualification when intended."
    ),
    gettext_noop("Obstruction"),
    gettext_noop("Only when it has changed how the hand was played."),
    gettext_noop("Only when the tile is mixed into the hand; otherwise it is put back."),
    gettext_noop("Own rules"),
    gettext_noop("Passing information"),
    gettext_noop("Play goes on after the hand has ended"),
    gettext_noop("Points only; the call is void and the hand is not dealt again."),
    gettext_noop("Points only; the hand is not dealt again."),
    gettext_noop("R.League (Singapore)"),
    gettext_noop("RMU"),
    gettext_noop("RRC (Russia)"),
    gettext_noop("Riichi not said or not paid"),
    gettext_noop("Riichi tile not turned"),
    gettext_noop("Riichi with an open hand"),
    gettext_noop("Riichi without tenpai"),
    gettext_noop("Saikouisen"),
    gettext_noop("Smart glasses: disqualification."),
    gettext_noop("Swap-calling"),
    gettext_noop("TORI, casual"),
    gettext_noop("TORI, tournament"),
    gettext_noop("Table left during a hanchan"),
    gettext_noop("Tenhou"),
    gettext_noop("Tenhou, three players"),
    gettext_noop("Tenpai claimed wrongly"),
    gettext_noop("Tenpai declaration changed"),
    gettext_noop("Tenpai or noten said too early"),
    gettext_noop("The call is void."),
    gettext_noop("The first call stands, or counts as an empty call."),
    gettext_noop("The first call stands."),
    gettext_noop("The first declaration stands."),
    gettext_noop("The hanchan is forfeited: no points for it, 30P, a substitute plays; the minutes are not added."),
    gettext_noop("The riichi counts."),
    gettext_noop("The second call may be made."),
    gettext_noop("The source gives no amount here; 20P is our reading and can be changed."),
    gettext_noop("Tiles wrongly revealed"),
    gettext_noop("Too many or too few tiles"),
    gettext_noop("Unclear or silent call"),
    gettext_noop("Up to 8P, when it has changed how the hand was played."),
    gettext_noop("WRC 2015"),
    gettext_noop("WRC 2022"),
    gettext_noop("WRC 2022, official"),
    gettext_noop("WRC 2025"),
    gettext_noop("WRC 2025, official"),
    gettext_noop("WRC with oka"),
    gettext_noop("WRC with red fives"),
    gettext_noop("WRC, bare minimum"),
    gettext_noop("WRC, first dora only"),
    gettext_noop("WRC, higher penalties"),
    gettext_noop("WRC, lower penalties"),
    gettext_noop("Win declared with a dead hand"),
    gettext_noop("Winning tile mixed into the hand"),
    gettext_noop("Wrong all-last sheet"),
    gettext_noop("Wrong report sheet"),
    gettext_noop("Wrong tile drawn"),
)
