"""What has to be said of a model's masks wherever they are shown, in a small file beside them."""

from __future__ import annotations

from data_access.annotation_json import AnnotationFileError, parse_cases
from data_access.files import FileError, Folder
from data_access.problems import ProblemLog, clip_text

KEY = "remark"


def read_about(folder: Folder, path: str, problems: ProblemLog) -> str:
    """Read the remark of `<name>_about_<split>.json`.

    Parameters
    ----------
    folder : Folder
        Where the file is.
    path : str
        The file: an object with `remark`, a text; what else it holds is for people.
    problems : ProblemLog
        Told of a file that is no such object.

    Returns
    -------
    str
        One readable line; empty if the file cannot be used.
    """
    try:
        remark = parse_cases(folder.read_bytes(path)).get(KEY)
    except (FileError, AnnotationFileError) as error:
        problems.add(path, "", "an object with a remark", str(error))
        return ""
    if not isinstance(remark, str):
        problems.add(path, "", "an object with a remark", "none that is a text")
        return ""
    return clip_text(" ".join(remark.split()))
