"""Whether an image file is whole, without decoding those that look it: half-downloaded folders hold half images."""

from __future__ import annotations

import io

from data_access.files import FileError, Folder
from data_access.images import ImageError, make_display, read_size_hw

_TAIL_BYTES = 64
_MARKS = {b"\xff\xd8": (b"\xff\xda", b"\xff\xd9"), b"\x89P": (b"IDAT", b"IEND")}
"""By how JPEG and PNG begin: what comes before the last of their pixels, and what comes after."""


def whole_size_hw(folder: Folder, path: str, max_bytes: int) -> tuple[int, int]:
    """Return height and width in pixels of an image that is there to its end.

    Parameters
    ----------
    folder : Folder
        The release.
    path : str
        The image. Only its beginning and its end are read; one that does not end as its format does is decoded.
    max_bytes : int
        Largest file read as a whole.

    Raises
    ------
    FileError, ImageError
        If it cannot be read, is no image, or is cut short.
    """
    try:
        with folder.open(path) as stream:
            size_hw = read_size_hw(stream)
            stream.seek(0)
            begin = stream.read(2)
            n_bytes = stream.seek(0, io.SEEK_END)
            stream.seek(max(0, n_bytes - _TAIL_BYTES))
            pixels, end = _MARKS.get(begin, (b"", b""))
            looks_whole = end in stream.read()
    except OSError as error:  # a disk that fails meanwhile
        raise FileError(error.strerror or "cannot be read") from error
    if not looks_whole:  # cut short, or whole with something more behind it
        content = folder.read_bytes(path, max_bytes)
        make_display(content, max_side_px=1)
        if content.rfind(end) < content.rfind(pixels):  # decoders fill up what is missing in grey
            raise ImageError("an image cut short")
    return size_hw
