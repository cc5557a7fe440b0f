"""What is stored of an upload: a small upright JPEG, and a sentence for everything else."""

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from tests.tournament.results.paper.pictures import phone_picture, picture, upload
from tournament.core.messages import Refused
from tournament.results.paper.images import LONGEST_SIDE, MOST_BYTES, SMALL_ENOUGH, stored_image

MEGAPIXELS_64 = (8000, 8000)
PEAK = """
import resource, sys
import django
django.setup()
from tournament.results.paper.images import stored_image
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
with open(sys.argv[1], "rb") as upload:
    stored_image(upload)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


def opened(stored):
    return Image.open(BytesIO(stored.content))


def noise(size):
    small = Image.frombytes("RGB", (size[0] // 8, size[1] // 8), os.urandom(size[0] // 8 * (size[1] // 8) * 3))
    return small.resize(size)


@pytest.mark.parametrize(
    ("form", "mode"), [("JPEG", "RGB"), ("JPEG", "CMYK"), ("PNG", "P"), ("PNG", "L"), ("WEBP", "RGB")]
)
def test_every_kind_becomes_a_jpeg_of_its_size(form, mode):
    stored = stored_image(upload(picture().convert(mode), form))
    image = opened(stored)
    assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (400, 300))
    assert (stored.width, stored.height, len(stored.digest)) == (400, 300, 64)


def test_a_large_picture_is_made_smaller_in_both_bytes_and_pixels():
    stored = stored_image(upload(noise((4000, 3000)), quality=90))
    assert max(stored.width, stored.height) <= LONGEST_SIDE
    assert len(stored.content) <= SMALL_ENOUGH


def test_what_nothing_makes_small_enough_is_stored_as_small_as_it_gets():
    stored = stored_image(upload(Image.frombytes("RGB", (1300, 1300), os.urandom(1300 * 1300 * 3)), quality=90))
    assert (stored.width, stored.height) == (1200, 1200)


def test_a_picture_is_upright_and_says_nothing_of_place_maker_or_author():
    sent = phone_picture()
    assert b"Phone-Maker" in sent.getvalue()
    stored = stored_image(sent)
    image = opened(stored)
    assert image.size == (300, 400)
    assert image.getpixel((290, 10))[1] > 200, "the white corner is on the top right, as it was held"
    assert not image.getexif() and image.info.keys() <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
    for written in (b"Phone-Maker", b"A-comment", b"A-profile", b"An-xmp", b"Exif"):
        assert written not in stored.content


def test_transparent_parts_become_white():
    image = opened(stored_image(upload(Image.new("RGBA", (50, 50), (0, 0, 0, 0)), "PNG")))
    assert image.getpixel((10, 10)) == (255, 255, 255)


def test_the_same_upload_gives_the_same_bytes_wherever_it_was_read_before():
    file = phone_picture()
    first = stored_image(file)
    file.seek(100)
    assert stored_image(file).digest == first.digest


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"a",
        b"%PDF-1.7 not a picture",
        b"GIF89a" + bytes(40),
        b"\xff\xd8\xff\xe0" + bytes(40),
        b"\x89PNG\r\n\x1a\n",
    ],
)
def test_what_is_no_photograph_is_refused_whatever_it_is_called(content):
    with pytest.raises(Refused, match="no photograph that can be read"):
        stored_image(BytesIO(content))


def test_a_picture_that_ends_early_is_refused():
    whole = upload(noise((800, 600))).getvalue()
    with pytest.raises(Refused, match="no photograph"):
        stored_image(BytesIO(whole[: len(whole) // 2]))


def test_heic_has_a_sentence_of_its_own():
    with pytest.raises(Refused, match="HEIC"):
        stored_image(BytesIO(b"\0\0\0\x18ftypheic" + bytes(100)))


def test_too_many_bytes_are_refused_before_anything_is_read():
    with pytest.raises(Refused, match="larger than 12 MB"):
        stored_image(BytesIO(bytes(MOST_BYTES + 1)))


@pytest.mark.parametrize(
    ("size", "form", "options"),
    [
        ((2500, 2500), "PNG", {}),
        ((2500, 2500), "WEBP", {"quality": 10}),
        ((4000, 4000), "JPEG", {"progressive": True}),
        ((9000, 9000), "JPEG", {"quality": 10}),
        ((14_000, 13_000), "PNG", {"compress_level": 1}),
    ],
)
def test_too_many_pixels_are_refused_before_they_are_decoded(size, form, options):
    file = upload(Image.new("L", size), form, **options)
    assert len(file.getvalue()) < MOST_BYTES
    with pytest.raises(Refused, match="too many pixels"):
        stored_image(file)


def test_a_bomb_that_only_announces_its_size_is_refused():
    """A PNG of a few bytes that says it has 60,000 × 60,000 pixels."""
    small = bytearray(upload(Image.new("1", (8, 8)), "PNG").getvalue())
    small[16:24] = (60_000).to_bytes(4, "big") * 2
    small[29:33] = crc32(bytes(small[12:29])).to_bytes(4, "big")
    with pytest.raises(Refused, match="too many pixels"):
        stored_image(BytesIO(bytes(small)))


@settings(max_examples=150)
@given(data=st.data(), form=st.sampled_from(["JPEG", "PNG", "WEBP"]))
def test_altered_bytes_give_a_picture_or_a_sentence_and_nothing_else(data, form):
    content = bytearray(upload(picture((40, 30)), form, exif=Image.Exif()).getvalue())
    for _ in range(data.draw(st.integers(1, 8))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    try:
        stored = stored_image(BytesIO(bytes(content)))
    except Refused as refused:
        assert refused.field == "image"
    else:
        assert opened(stored).format == "JPEG"


def test_the_largest_picture_that_is_let_in_takes_less_than_130_megabytes(tmp_path):
    path = tmp_path / "large.jpg"
    Image.new("RGB", MEGAPIXELS_64).save(path, quality=50)
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    root = Path(__file__).parents[4]
    done = subprocess.run(
        [sys.executable, "-c", PEAK, str(path)], cwd=root, env=environment, capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < 130
