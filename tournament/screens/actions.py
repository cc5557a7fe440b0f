"""Adding screens, changing what they show, and messages to everybody: every write is audited."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import IO, Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_noop as _

from tournament.core.audit import Act, audited_write
from tournament.core.messages import Conflict, Refused
from tournament.core.models import Tournament, Verb
from tournament.core.stored_words import coded, label
from tournament.players.names import tidy
from tournament.results.paper.images import stored_image
from tournament.screens.models import ALPHABET, CODE_LENGTH, Face, Screen, ScreenImage
from tournament.screens.queries import faces_of, shows_image

MOST_SCREENS, MOST_IMAGES, MOST_PARTS = 30, 20, 12
LONGEST_NAME, LONGEST_TEXT = 40, 160
SECONDS = range(5, 601)
MOST_CENTIMETRES, MOST_METRES = 2_000, 200


def new_code() -> str:
    """Return a random code: 5 of 27 letters that do not look alike."""
    return "".join(secrets.choice(ALPHABET) for _n in range(CODE_LENGTH))


def add_screen(*, tournament: Tournament, name: str, code: str, act: Act) -> Screen:
    """Add a screen with a `code` drawn by the caller (`new_code`); it shows the clock at first, in a league the
    table. Raises Refused."""
    name = _name(name)
    with audited_write(tournament, act, Verb.ADDED_SCREEN, subject=name):
        if tournament.screens.count() >= MOST_SCREENS:
            raise Refused.of("too-many-screens", _("An event has at most {most} screens."), most=MOST_SCREENS)
        _check_free(tournament, name)
        content = [{"face": next(iter(faces_of(tournament))).value}]
        return _stored(Screen(tournament=tournament, name=name, code=code.upper(), content=content, made_at=act.at))


def change_screen(
    *, screen: Screen, name: str, picture_height: int | None, farthest_seat: int | None, act: Act
) -> None:
    """Change a screen's name and the size of its picture. Raises Refused."""
    name = _name(name)
    _check_size("picture_height", picture_height, MOST_CENTIMETRES)
    _check_size("farthest_seat", farthest_seat, MOST_METRES)
    with audited_write(screen.tournament, act, Verb.CHANGED_SCREEN, subject=name):
        if name != screen.name:
            _check_free(screen.tournament, name)
        screen.name, screen.picture_height, screen.farthest_seat = name, picture_height, farthest_seat
        screen.save(update_fields=["name", "picture_height", "farthest_seat"])


def remove_screen(*, screen: Screen, act: Act) -> None:
    """Remove a screen: its address shows nothing any more."""
    with audited_write(screen.tournament, act, Verb.REMOVED_SCREEN, subject=screen.name):
        screen.delete()


def show(
    *, tournament: Tournament, screens: Sequence[Screen], content: Sequence[Mapping[str, object]], act: Act
) -> None:
    """Show the content on these screens: one face, or several in turn. Raises Refused."""
    if not screens:
        raise Refused.of("no-screen", _("Choose at least one screen."), field="screens")
    parts = [_part(tournament, part, alone=len(content) == 1) for part in content]
    if not parts:
        raise Refused.of("nothing-to-show", _("Choose what the screens show."), field="face")
    if len(parts) > MOST_PARTS:
        raise Refused.of("too-many-parts", _("A playlist has at most {most} parts."), field="face", most=MOST_PARTS)
    names = ", ".join(screen.name for screen in screens)
    subject = coded("screens", names=names, shown=[label("face", part["face"]) for part in parts])
    with audited_write(tournament, act, Verb.SHOWED, subject=subject):
        tournament.screens.filter(pk__in=[screen.pk for screen in screens]).update(content=parts)


def _part(tournament: Tournament, part: Mapping[str, Any], *, alone: bool) -> dict[str, Any]:
    """One part as it is stored, checked."""
    face = part.get("face")
    if face not in faces_of(tournament):
        raise Refused.of("no-such-face", _("Choose what the screens show."), field="face")
    stored: dict[str, Any] = {"face": str(face)}
    if not alone:
        seconds = part.get("seconds")
        if not isinstance(seconds, int) or seconds not in SECONDS:
            text = _("Each part of a playlist stays from {least} to {most} seconds.")
            raise Refused.of("seconds-range", text, field="face", least=SECONDS[0], most=SECONDS[-1])
        stored["seconds"] = seconds
    if face == Face.MESSAGE:
        stored["text"] = _text(str(part.get("text", "")))
    if face == Face.IMAGE:
        if not tournament.screen_images.filter(pk=part.get("image") or 0).exists():
            raise Refused.of("no-image", _("Choose a picture, or add one first."), field="image")
        stored["image"] = part["image"]
    return stored


def add_image(*, tournament: Tournament, name: str, upload: IO[bytes], act: Act) -> ScreenImage:
    """Add a picture for the screens, re-encoded. Raises Refused for the field `image`."""
    stored = stored_image(upload)
    name = tidy(name)[:60] or coded("picture")
    with audited_write(tournament, act, Verb.ADDED_IMAGE, subject=name):
        if tournament.screen_images.count() >= MOST_IMAGES:
            text = _("An event has at most {most} pictures. Remove one first.")
            raise Refused.of("too-many-images", text, field="image", most=MOST_IMAGES)
        return ScreenImage.objects.create(
            tournament=tournament,
            name=name,
            content=stored.content,
            width=stored.width,
            height=stored.height,
            made_at=act.at,
        )


def remove_image(*, image: ScreenImage, act: Act) -> None:
    """Remove a picture. Raises Refused while a screen shows it."""
    with audited_write(image.tournament, act, Verb.REMOVED_IMAGE, subject=image.name):
        if shows_image(image.tournament, image.pk):
            raise Refused.of("image-shown", _("A screen shows this picture. Show something else there first."))
        image.delete()


def announce(*, tournament: Tournament, text: str, until: datetime, act: Act) -> None:
    """Show a message on the public pages and all screens until then; it takes the place of the one before.

    `act.base` is the `notice_number` of the message that the person saw: Conflict when it is another by now. Raises
    Refused for an empty or long text, and for a time that is over.
    """
    text = _text(text)
    if until <= act.at:
        raise Refused.of("until-past", _("That time is over. Choose a later one."), field="until")
    with audited_write(tournament, act, Verb.ANNOUNCED, subject=text):
        _refuse_other_notice(tournament, act)
        tournament.notice, tournament.notice_until = text, until
        tournament.save(update_fields=["notice", "notice_until"])


def withdraw_notice(*, tournament: Tournament, act: Act) -> None:
    """Withdraw the message to everybody; without one nothing is written. Raises Conflict as `announce` does."""
    if tournament.notice:
        with audited_write(tournament, act, Verb.WITHDREW_NOTICE, subject=tournament.notice):
            _refuse_other_notice(tournament, act)
            tournament.notice, tournament.notice_until = "", None
            tournament.save(update_fields=["notice", "notice_until"])


def _refuse_other_notice(tournament: Tournament, act: Act) -> None:
    tournament.refresh_from_db(fields=["notice", "notice_until"])
    if act.base is not None and act.base != tournament.notice_number:
        text = _("Somebody wrote or withdrew a message meanwhile. It is shown here now: check it, then press again.")
        raise Conflict.of("notice-changed", text)


def _text(text: str) -> str:
    text = tidy(text)
    if not text:
        raise Refused.of("text-missing", _("Write the message."), field="text")
    if len(text) > LONGEST_TEXT:
        raise Refused.of("text-long", _("The message is longer than {most} letters."), field="text", most=LONGEST_TEXT)
    return text


def _name(name: str) -> str:
    name = tidy(name)
    if not name:
        raise Refused.of("name-missing", _("Enter a name, for example where the screen hangs."), field="name")
    if len(name) > LONGEST_NAME:
        raise Refused.of("name-long", _("The name is longer than {most} letters."), field="name", most=LONGEST_NAME)
    return name


def _check_free(tournament: Tournament, name: str) -> None:
    if tournament.screens.filter(name=name).exists():
        raise Refused.of("name-taken", _("Another screen has this name."), field="name")


def _check_size(field: str, size: int | None, most: int) -> None:
    if size is not None and not 1 <= size <= most:
        raise Refused.of("size-range", _("Enter a whole number from 1 to {most}, or nothing."), field=field, most=most)


def _stored(screen: Screen) -> Screen:
    """Store a new screen; a code that another one has is drawn again, once in fourteen million times."""
    for _attempt in range(5):
        try:
            with transaction.atomic():
                screen.save()
        except IntegrityError:
            screen.code = new_code()
        else:
            return screen
    raise Refused.of("no-code", _("No free address was found. Try again."))
