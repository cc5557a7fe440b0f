"""Pictures as a phone would send them, and as nobody should."""

from io import BytesIO

from PIL import Image

ORIENTATION, MAKER, GPS = 0x0112, 0x010F, 0x8825
TURNED = 6  # the camera was held upright: the picture lies on its side


def picture(size=(400, 300), colour=(180, 30, 40)) -> Image.Image:
    """Red with a white corner on the top left, to see how it is turned."""
    image = Image.new("RGB", size, colour)
    image.paste("white", (0, 0, size[0] // 4, size[1] // 4))
    return image


def upload(image: Image.Image | None = None, form: str = "JPEG", **options) -> BytesIO:
    """A file with a picture."""
    file = BytesIO()
    (image or picture()).save(file, form, **options)
    file.seek(0)
    file.name = f"picture.{form.lower()}"
    return file


def phone_picture(size=(400, 300), colour=(180, 30, 40)) -> BytesIO:
    """A photograph with everything that a phone writes into it: how it was held, the maker, and the place."""
    exif = Image.Exif()
    exif[ORIENTATION], exif[MAKER] = TURNED, "Phone-Maker"
    exif.get_ifd(GPS)[1] = "N"
    return upload(picture(size, colour), exif=exif, comment=b"A-comment", icc_profile=b"A-profile", xmp=b"An-xmp")
