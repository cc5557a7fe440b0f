"""Photographs as they are stored: small JPEGs re-encoded from what was uploaded, without anything but the picture.

What an upload says of itself is not believed: its type is told from its bytes, and its pixels are counted before any of
them is decoded. Measured: no upload that is let in takes more than about 110 MB, and one is decoded at a time.
"""

import struct
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from typing import IO

from django.utils.translation import gettext_noop as _
from PIL import Image, ImageOps

from tournament.core.messages import Refused
from tournament.core.turns import Turns

MOST_BYTES = 12 * 1024 * 1024
LONGEST_SIDE = 2000  # pixels: handwriting on an A4 sheet stays readable
SMALL_ENOUGH = 400_000  # bytes
STEPS = ((2000, 80), (2000, 65), (2000, 50), (1600, 50), (1200, 50))  # longest side and quality, until it is small
MOST_PIXELS = 5_000_000  # of PNG and WebP, which are decoded whole
MOST_PROGRESSIVE_PIXELS = 12_500_000  # of a progressive JPEG, whose coefficients are kept meanwhile
MOST_SCALED_PIXELS = 64_000_000  # of a baseline JPEG, which the decoder makes smaller while it reads
FORMATS = ("JPEG", "PNG", "WEBP")
HEIC = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)
UNREADABLE = (OSError, SyntaxError, ValueError, TypeError, LookupError, EOFError, ArithmeticError, struct.error)

TOO_LONG = _("The file is larger than 12 MB. Take the picture with a smaller resolution.")
TOO_MANY_PIXELS = _("The picture has too many pixels. Take it with a smaller resolution.")
NO_PHOTOGRAPH = _("This file is no photograph that can be read. Choose a JPEG, PNG or WebP file.")
NOT_SHOWN = _("Browsers cannot show HEIC files. Set the camera to “Most compatible”, or send a JPEG.")


ONE_AT_A_TIME = Turns(at_once=1, waiting=3)


@dataclass(frozen=True, slots=True)
class StoredImage:
    """A photograph as it is stored."""

    content: bytes
    width: int
    height: int

    @property
    def digest(self) -> str:
        """The SHA-256 hash of the bytes."""
        return sha256(self.content).hexdigest()


def stored_image(upload: IO[bytes]) -> StoredImage:
    """Return the uploaded photograph as it is stored: upright, at most 2,000 pixels long, a JPEG without metadata.

    Raises Refused, for the field `image`, with a sentence for everything that is no photograph or too large. The file
    is read from its start, whatever was read of it before. Raises Busy when too many wait already.
    """
    _check_bytes(upload)
    try:
        with ONE_AT_A_TIME.turn(), Image.open(upload, formats=FORMATS) as image:
            _check_pixels(image)
            image.draft("RGB", _goal(image.size))
            image.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
            picture = _plain(ImageOps.exif_transpose(image))
    except BOMBS as wrong:
        raise _refused("image-too-large", TOO_MANY_PIXELS) from wrong
    except UNREADABLE as wrong:
        raise _refused("image-unreadable", NO_PHOTOGRAPH) from wrong
    return _encoded(picture)


def check_stored(image: StoredImage) -> None:
    """Refuse what is no JPEG of these sides, of an image that was stored elsewhere; no pixel is decoded."""
    try:
        with Image.open(BytesIO(image.content), formats=["JPEG"]) as found:
            size = found.size
    except (*BOMBS, *UNREADABLE) as wrong:
        raise _refused("image-unreadable", NO_PHOTOGRAPH) from wrong
    if size != (image.width, image.height):
        raise _refused("image-unreadable", NO_PHOTOGRAPH)


def _refused(code: str, text: str) -> Refused:
    return Refused.of(code, text, field="image")


def _check_bytes(upload: IO[bytes]) -> None:
    """Check length and kind before anything looks at the picture; leaves the file at its start."""
    size = upload.seek(0, 2)
    upload.seek(0)
    start = upload.read(12)
    upload.seek(0)
    if size > MOST_BYTES:
        raise _refused("image-too-long", TOO_LONG)
    if start[4:8] == b"ftyp" and start[8:12] in HEIC:
        raise _refused("image-heic", NOT_SHOWN)


def _check_pixels(image: Image.Image) -> None:
    """Check the number of pixels that the file announces, before they are decoded."""
    most = MOST_PIXELS
    if image.format in ("JPEG", "MPO") and image.mode != "CMYK":
        most = MOST_PROGRESSIVE_PIXELS if image.info.get("progressive") else MOST_SCALED_PIXELS
    if image.width * image.height > most:
        raise _refused("image-too-large", TOO_MANY_PIXELS)


def _goal(size: tuple[int, int]) -> tuple[int, int]:
    """Return the size that a picture gets, for the decoder to come near; never more than it has.

    >>> _goal((4000, 3000)), _goal((1000, 60_000)), _goal((800, 600))
    ((2000, 1500), (33, 2000), (800, 600))
    """
    longest = max(*size, LONGEST_SIDE)
    width, height = (max(1, side * LONGEST_SIDE // longest) for side in size)
    return width, height


def _plain(image: Image.Image) -> Image.Image:
    """Return the pixels alone, in RGB, transparent ones white: nothing that the file said besides comes along."""
    plain = Image.new("RGB", image.size, "white")
    if image.has_transparency_data:
        image = image.convert("RGBA")
        plain.paste(image, mask=image.getchannel("A"))
    else:
        plain.paste(image.convert("RGB"))
    return plain


def _encoded(picture: Image.Image) -> StoredImage:
    """Return the picture as a JPEG that is small enough, or the smallest that there is."""
    content = b""
    for side, quality in STEPS:
        picture.thumbnail((side, side))
        written = BytesIO()
        picture.save(written, "JPEG", quality=quality, optimize=True)
        content = written.getvalue()
        if len(content) <= SMALL_ENOUGH:
            break
    return StoredImage(content, *picture.size)
