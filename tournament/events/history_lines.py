"""A line of the history as one sentence: who did what, to what.

One text for each act, with its `{name}` and `{subject}` in the order of the language: in many the verb comes last.
"""

from collections.abc import Callable

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from tournament.core.models import AuditEntry, Verb

LINES: dict[str, str] = {
    Verb.SET_UP: _("{name} set up the tournament"),
    Verb.CHANGED_SETTINGS: _("{name} changed the settings"),
    Verb.CHANGED_HANCHAN: _("{name} changed the hanchan"),
    Verb.CHANGED_RULES: _("{name} changed the rules: {subject}"),
    Verb.CHANGED_STANDING_RULES: _("{name} changed the standings rules"),
    Verb.CHANGED_PRIZES: _("{name} changed the prizes: {subject}"),
    Verb.ADDED_SCREEN: _("{name} added a screen: {subject}"),
    Verb.CHANGED_SCREEN: _("{name} changed a screen: {subject}"),
    Verb.REMOVED_SCREEN: _("{name} removed a screen: {subject}"),
    Verb.SHOWED: _("{name} changed what screens show: {subject}"),
    Verb.ADDED_IMAGE: _("{name} added a picture for the screens: {subject}"),
    Verb.REMOVED_IMAGE: _("{name} removed a picture for the screens: {subject}"),
    Verb.ANNOUNCED: _("{name} wrote a message to everybody: {subject}"),
    Verb.WITHDREW_NOTICE: _("{name} withdrew a message to everybody: {subject}"),
    Verb.WROTE_REPORT: _("{name} wrote the event report"),
    Verb.ADDED_PHOTOGRAPH: _("{name} added a photograph to the event report: {subject}"),
    Verb.REMOVED_PHOTOGRAPH: _("{name} removed a photograph from the event report: {subject}"),
    Verb.CHANGED_PUBLIC: _("{name} changed what is public"),
    Verb.ADDED_STAFF: _("{name} added a staff member: {subject}"),
    Verb.MADE_LINK: _("{name} made a sign-in link: {subject}"),
    Verb.CHANGED_ROLE: _("{name} changed a role: {subject}"),
    Verb.REMOVED_STAFF: _("{name} removed a staff member: {subject}"),
    Verb.CHANGED_NAME: _("{name} changed their name: {subject}"),
    Verb.ADDED_PLAYER: _("{name} added a player: {subject}"),
    Verb.ADDED_PLAYERS: _("{name} added players: {subject}"),
    Verb.CHANGED_QUALIFIERS: _("{name} changed where players qualify: {subject}"),
    Verb.ADDED_QUALIFIERS: _("{name} registered qualifiers: {subject}"),
    Verb.DECLINED_QUALIFIER: _("{name} recorded that a qualifier declined: {subject}"),
    Verb.UNDID_DECLINED_QUALIFIER: _("{name} undid that a qualifier declined: {subject}"),
    Verb.IMPORTED_PLAYERS: _("{name} imported players: {subject}"),
    Verb.CHANGED_PLAYER: _("{name} edited a player: {subject}"),
    Verb.DELETED_PLAYER: _("{name} deleted a player: {subject}"),
    Verb.RENUMBERED: _("{name} renumbered the players"),
    Verb.CHECKED_IN: _("{name} checked in: {subject}"),
    Verb.UNDID_CHECK_IN: _("{name} undid a check-in: {subject}"),
    Verb.CHECKED_IN_ALL: _("{name} checked everybody in"),
    Verb.RESET_CHECK_IN: _("{name} reset the check-in"),
    Verb.CLOSED_CHECK_IN: _("{name} closed check-in: {subject}"),
    Verb.REOPENED_CHECK_IN: _("{name} reopened check-in: {subject}"),
    Verb.QUEUED: _("{name} moved to the waiting list: {subject}"),
    Verb.GAVE_PLACE: _("{name} gave a place from the waiting list: {subject}"),
    Verb.DECLINED: _("{name} recorded a declined place: {subject}"),
    Verb.CONFIRMED: _("{name} confirmed a place: {subject}"),
    Verb.UNDID_CONFIRMATION: _("{name} undid a confirmation: {subject}"),
    Verb.CHANGED_REGISTRATION: _("{name} changed the registration page"),
    Verb.REGISTERED: _("{name} registered online: {subject}"),
    Verb.CONFIRMED_NAMES: _("{name} confirmed names for public pages"),
    Verb.REMOVED_REGISTRATIONS: _("{name} removed registrations"),
    Verb.REVOKED_LINK: _("{name} revoked a personal link: {subject}"),
    Verb.RENEWED_LINK: _("{name} made a new personal link: {subject}"),
    Verb.RENEWED_ALL_LINKS: _("{name} renewed all personal links"),
    Verb.RENEWED_TABLE_CODES: _("{name} renewed the codes of the tables"),
    Verb.TOLD_APART: _("{name} marked two players as different people: {subject}"),
    Verb.UNDID_TOLD_APART: _("{name} undid marking two players as different people: {subject}"),
    Verb.MERGED_ENTRIES: _("{name} merged two entries of one person: {subject}"),
    Verb.UNDID_MERGE: _("{name} undid merging two entries: {subject}"),
    Verb.MARKED_PAID: _("{name} marked as paid: {subject}"),
    Verb.MARKED_UNPAID: _("{name} marked as unpaid: {subject}"),
    Verb.WITHDREW: _("{name} withdrew a player: {subject}"),
    Verb.REINSTATED: _("{name} reinstated a player: {subject}"),
    Verb.DISQUALIFIED: _("{name} disqualified a player: {subject}"),
    Verb.ASSIGNED_SUBSTITUTE: _("{name} assigned a substitute: {subject}"),
    Verb.REMOVED_SUBSTITUTE: _("{name} removed a substitute: {subject}"),
    Verb.ADDED_WISH: _("{name} added a seating wish: {subject}"),
    Verb.WITHDREW_WISH: _("{name} withdrew a seating wish: {subject}"),
    Verb.RESTORED_WISH: _("{name} restored a seating wish: {subject}"),
    Verb.REQUESTED_PLAN: _("{name} started planning a seating: {subject}"),
    Verb.STOPPED_PLAN: _("{name} stopped planning a seating"),
    Verb.DISCARDED_PLAN: _("{name} discarded a planned seating"),
    Verb.PLANNED: _("{name} planned the seating: {subject}"),
    Verb.IMPORTED_SEATING: _("{name} imported a seating: {subject}"),
    Verb.PAIRED: _("{name} seated a hanchan by the standings: {subject}"),
    Verb.SWAPPED_SEATS: _("{name} swapped two seats: {subject}"),
    Verb.CHANGED_SEATS: _("{name} changed seats: {subject}"),
    Verb.RECORDED_SEATS: _("{name} recorded the seats as played: {subject}"),
    Verb.REPLACED_PLAYER: _("{name} replaced a player in the seating: {subject}"),
    Verb.REPAIRED: _("{name} repaired the seating: {subject}"),
    Verb.RESTORED_SEATING: _("{name} restored an earlier seating: {subject}"),
    Verb.PUBLISHED_SEATING: _("{name} published the seating: {subject}"),
    Verb.HID_SEATING: _("{name} hid the seating: {subject}"),
    Verb.COMMITTED_DRAW: _("{name} committed to a draw: {subject}"),
    Verb.HELD_DRAW: _("{name} held a draw: {subject}"),
    Verb.CANCELLED_DRAW: _("{name} cancelled a draw: {subject}"),
    Verb.STARTED: _("{name} started a hanchan: {subject}"),
    Verb.UNDID_START: _("{name} undid the start of a hanchan: {subject}"),
    Verb.PAUSED: _("{name} paused the clock: {subject}"),
    Verb.RESUMED: _("{name} resumed the clock: {subject}"),
    Verb.CHANGED_LIMIT: _("{name} changed the time limit: {subject}"),
    Verb.CLOSED: _("{name} closed a hanchan: {subject}"),
    Verb.REOPENED: _("{name} reopened a hanchan: {subject}"),
    Verb.RELEASED: _("{name} released results: {subject}"),
    Verb.WITHHELD: _("{name} hid results: {subject}"),
    Verb.STARTED_CEREMONY: _("{name} started the ceremony"),
    Verb.REVEALED_PLACE: _("{name} revealed a place: {subject}"),
    Verb.ANNOUNCED_PRIZE: _("{name} announced a prize: {subject}"),
    Verb.MOVED_CEREMONY: _("{name} changed what the ceremony screen shows"),
    Verb.CORRECTED_CEREMONY: _("{name} used corrected places in the ceremony"),
    Verb.ENDED_CEREMONY: _("{name} ended the ceremony"),
    Verb.CANCELLED_CEREMONY: _("{name} cancelled the ceremony"),
    Verb.PLAYED_GAME: _("{name} entered a game: {subject}"),
    Verb.MADE_OFFICIAL: _("{name} made results official: {subject}"),
    Verb.SENT_PROTEST: _("{name} reported an error: {subject}"),
    Verb.ANSWERED_PROTEST: _("{name} answered a protest: {subject}"),
    Verb.CALLED_REFEREE: _("{name} called a referee: {subject}"),
    Verb.ANSWERED_CALL: _("{name} answered the call of a table: {subject}"),
    Verb.ENTERED_ALL_LAST: _("{name} entered an all-last sheet: {subject}"),
    Verb.DREW_WINDS: _("{name} drew the winds of a table: {subject}"),
    Verb.BROKE_OFF_WIND_DRAW: _("{name} broke off a draw of the winds: {subject}"),
    Verb.CANCELLED_WIND_DRAW: _("{name} cancelled a draw of the winds: {subject}"),
    Verb.REOPENED_RESULTS: _("{name} reopened official results: {subject}"),
    Verb.ENTERED_SHEET: _("{name} entered a report sheet: {subject}"),
    Verb.CHANGED_SHEET: _("{name} changed a report sheet: {subject}"),
    Verb.AGREED_SHEET: _("{name} agreed with a report sheet: {subject}"),
    Verb.SIGNED_SHEET: _("{name} signed a report sheet: {subject}"),
    Verb.READ_SHEET_OTHERWISE: _("{name} typed a report sheet differently: {subject}"),
    Verb.DECIDED_SHEET: _("{name} decided between two readings of a report sheet: {subject}"),
    Verb.WAIVED_SHEET: _("{name} accepted a report sheet that one person had read: {subject}"),
    Verb.KEPT_SHEET: _("{name} kept a disputed report sheet: {subject}"),
    Verb.TOOK_SHEET_BACK: _("{name} took a report sheet back: {subject}"),
    Verb.NOT_PLAYED: _("{name} recorded as not played: {subject}"),
    Verb.PLAYED_AFTER_ALL: _("{name} recorded as played after all: {subject}"),
    Verb.NOTED_HAND_IN: _("{name} noted the hand-in of a report sheet: {subject}"),
    Verb.DISMISSED_PROPOSAL: _("{name} dismissed a proposed penalty: {subject}"),
    Verb.ATTACHED_PHOTOGRAPH: _("{name} attached a photograph of a report sheet: {subject}"),
    Verb.DELETED_PHOTOGRAPH: _("{name} deleted a photograph of a report sheet: {subject}"),
    Verb.CORRECTED_PEOPLE: _("{name} corrected who played: {subject}"),
    Verb.GAVE_PENALTY: _("{name} gave a penalty: {subject}"),
    Verb.CANCELLED_PENALTY: _("{name} cancelled a penalty: {subject}"),
    Verb.ENTERED_LATENESS: _("{name} entered a late arrival: {subject}"),
    Verb.DECIDED_TIE: _("{name} resolved a tie: {subject}"),
    Verb.CANCELLED_TIE: _("{name} cancelled a tie decision: {subject}"),
    Verb.DECIDED_CUT: _("{name} decided which finalists count: {subject}"),
    Verb.MADE_TOKEN: _("{name} made an API token: {subject}"),
    Verb.REVOKED_TOKEN: _("{name} revoked an API token: {subject}"),
    Verb.MADE_WEBHOOK: _("{name} made a webhook: {subject}"),
    Verb.REMOVED_WEBHOOK: _("{name} removed a webhook: {subject}"),
    Verb.REMOVED_PERSON: _("{name} removed the personal data of a player: {subject}"),
    Verb.MOVED_AWAY: _("{name} moved the event to another installation"),
    Verb.TOOK_BACK: _("{name} took the event back"),
    Verb.TOOK_OVER: _("{name} took over the event from another installation"),
    Verb.OPENED_AS_OWNER: _("{name} opened the event as the owner of the installation"),
    Verb.ENDED_OWNER_ACCESS: _("{name} ended the installation owner’s access"),
    Verb.BEGAN_CHAIN: _("{name} began the audit chain"),
    Verb.EXTENDED_CHAIN: _("{name} extended the audit chain"),
}
"""The sentence of each act. Those of acts on the event as a whole have no `{subject}`."""

BARE: dict[str, str] = {
    Verb.CHANGED_PRIZES: _("{name} changed the prizes"),
    Verb.MADE_OFFICIAL: _("{name} made results official"),
    Verb.PUBLISHED_SEATING: _("{name} published the seating"),
    Verb.REOPENED_CHECK_IN: _("{name} reopened check-in"),
    Verb.REOPENED_RESULTS: _("{name} reopened official results"),
}
"""The sentences of acts that have a subject at some events only, without it."""

SEVERAL: dict[str, Callable[[int], str]] = {
    Verb.ENTERED_SHEET: lambda n: ngettext(
        "{name} entered {n} report sheet: {subject}", "{name} entered {n} report sheets: {subject}", n
    ),
    Verb.AGREED_SHEET: lambda n: ngettext(
        "{name} agreed with {n} report sheet: {subject}", "{name} agreed with {n} report sheets: {subject}", n
    ),
    Verb.SIGNED_SHEET: lambda n: ngettext(
        "{name} signed {n} report sheet: {subject}", "{name} signed {n} report sheets: {subject}", n
    ),
    Verb.NOTED_HAND_IN: lambda n: ngettext(
        "{name} noted the hand-in of {n} report sheet: {subject}",
        "{name} noted the hand-in of {n} report sheets: {subject}",
        n,
    ),
    Verb.CHECKED_IN: lambda n: ngettext("{name} checked in {n} player", "{name} checked in {n} players", n),
}
"""The sentences of so many acts of one person that are shown as one."""


def line_of(entry: AuditEntry) -> SafeString:
    """Return a line as one sentence, with its names isolated from the direction of the text around."""
    text = LINES.get(entry.verb) if entry.subject else BARE.get(entry.verb, LINES.get(entry.verb))
    if text is None or ("{subject}" in text) != bool(entry.subject):
        action = str(entry.get_verb_display())
        text = _("{name}: {action}, {subject}") if entry.subject else _("{name}: {action}")
        return _sentence(gettext(text), entry, entry.about, action=action)
    return _sentence(gettext(text), entry, entry.about)


def line_of_several(entry: AuditEntry, count: int, about: str, action: str) -> SafeString:
    """Return the line of acts that are shown as one: `entry` is the newest, `about` what all are about."""
    text = SEVERAL[entry.verb](count)
    if ("{subject}" in text) != bool(about):
        return _sentence(gettext("{name}: {action}"), entry, about, action=action)
    return _sentence(text, entry, about, n=count)


def _sentence(text: str, entry: AuditEntry, about: str, **values: object) -> SafeString:
    name, subject = (format_html("<bdi>{}</bdi>", one) for one in (entry.actor or gettext("command line"), about))
    return format_html(text, name=name, subject=subject, **values)
