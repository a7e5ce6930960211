"""What all commands share: opening inputs, telling of problems, writing several files whole or not at all."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import ParamSpec, TypeVar

import click
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from components.metrics.overlap import Outcome
from data_access import open_set
from data_access.adapters.chexlocalize_set import SetNotFoundError
from data_access.annotation_set import AnnotationSet
from data_access.problems import ProblemLog, clip_text
from data_access.writers import beside

P = ParamSpec("P")
T = TypeVar("T")

IN_FILE = click.Path(path_type=Path, dir_okay=False)
IN_DIR = click.Path(path_type=Path, file_okay=False)
IN_ANY = click.Path(path_type=Path)
OUT_DIR = click.Path(path_type=Path, file_okay=False)
OUT_FILE = click.Path(path_type=Path, dir_okay=False)

out_option = click.option("--out", "out_dir", type=OUT_DIR, required=True, help="Folder to write to; made if need be.")
strict_option = click.option("--strict", is_flag=True, help="Make a single bad item fatal instead of skipping it.")
seed_option = click.option(
    "--seed", type=click.IntRange(0, 2**32 - 1), default=0, show_default=True, help="Seed of the bootstrap's draws."
)
replicates_option = click.option(
    "--replicates", type=click.IntRange(1, 1_000_000), default=1000, show_default=True, help="Bootstrap replicates."
)


class BadInputError(click.ClickException):
    """Input that ends a command; one line that says where, what was expected and what was found."""

    exit_code = 2


def one_line_errors(command: Callable[P, T]) -> Callable[P, T]:
    """Wrap a command so that files that cannot be read or written end it with one line."""

    @functools.wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return command(*args, **kwargs)
        except SetNotFoundError as error:
            raise BadInputError(str(error)) from error
        except OSError as error:
            where = f"{clip_text(str(error.filename))}: {error.strerror}" if error.filename else str(error)
            raise BadInputError(where) from error

    return wrapped


@dataclass(frozen=True)
class Inputs:
    """The annotation sets a command opens, and what was wrong in them.

    Attributes
    ----------
    strict : bool
        Whether a single problem ends the command.
    problems : ProblemLog
        Everything skipped or repaired.
    """

    strict: bool
    problems: ProblemLog = field(default_factory=ProblemLog)

    def masks(self, path: Path, *, may_be_empty: bool = False) -> AnnotationSet:
        """Open a segmentations file, or contours to be filled; a prediction may list no case."""
        return self._opened(path, "masks or contours", lambda annotated: annotated.has_masks, may_be_empty)

    def contours(self, path: Path) -> AnnotationSet:
        """Open an annotations file."""
        return self._opened(path, "contours", lambda annotated: annotated.contour_records is not None)

    def points(self, path: Path) -> AnnotationSet:
        """Open a file of clicked points."""
        return self._opened(path, "clicked points", lambda annotated: annotated.has_points)

    def heatmaps(self, path: Path) -> AnnotationSet:
        """Open a folder of heat maps."""
        return self._opened(path, "a folder of heat maps", lambda annotated: annotated.has_heatmaps)

    def _opened(
        self, path: Path, expected: str, fits: Callable[[AnnotationSet], bool], may_be_empty: bool = False
    ) -> AnnotationSet:
        annotated = open_set(path, self.problems)
        if not fits(annotated):
            raise BadInputError(f"{path}: expected {expected}, found {', '.join(annotated.kinds)}")
        if not annotated.case_ids() and not may_be_empty:
            raise BadInputError(f"{path}: expected {expected} of at least one case, found none")
        return annotated

    def settle(self) -> None:
        """List the problems on the error stream; call this when all is computed and before anything is written.

        Raises
        ------
        BadInputError
            If there is one and `strict` was asked for.
        """
        n = len(self.problems) + self.problems.n_beyond
        if n and self.strict:
            first = next(iter(self.problems))
            raise BadInputError(f"{first}; {n} such items in all, and --strict allows none, so nothing was written")
        for problem in self.problems:
            click.echo(str(problem), err=True)
        if n:
            click.echo(f"{n} item{'s' if n > 1 else ''} skipped or repaired", err=True)


def track(items: Sequence[T], label: str) -> Iterable[T]:
    """Show a progress bar on the error stream, if that is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    with click.progressbar(items, label=label, file=sys.stderr, show_pos=True) as shown:
        yield from shown


def write_tables(out_dir: Path, tables: Mapping[str, pd.DataFrame], *, index: bool = False) -> None:
    """Write several CSV files: all are written beside their places before the first is renamed."""
    with ExitStack() as stack:
        for name, table in tables.items():
            table.to_csv(stack.enter_context(beside(out_dir / name)), index=index)
    for name in tables:
        click.echo(f"wrote {out_dir / name}")


def read_numbers(path: Path, id_column: str | None = None, columns: Sequence[str] = ()) -> pd.DataFrame:
    """Read a CSV that one of these commands wrote.

    Parameters
    ----------
    path : Path
        The file.
    id_column : str or None
        A column of text that must be there.
    columns : sequence of str
        Columns of numbers that must be there; if none is named, every column but `id_column` must hold numbers.

    Returns
    -------
    DataFrame
        The named columns, or all.

    Raises
    ------
    BadInputError
        If it cannot be read or holds something else.
    """
    try:
        table = pd.read_csv(path, encoding="utf-8-sig")
    except OSError as error:
        raise BadInputError(f"{path}: expected a CSV file, found {error.strerror}") from error
    except (ValueError, pd.errors.ParserError) as error:
        raise BadInputError(f"{path}: expected a CSV file, found {clip_text(str(error))}") from error
    wanted = [*([id_column] if id_column else []), *columns]
    missing = [column for column in wanted if column not in table]
    if missing:
        found = clip_text(", ".join(map(str, table.columns)))
        raise BadInputError(f"{path}: expected a column {missing[0]}, found {found}")
    for column in columns or [name for name in table.columns if name != id_column]:
        if not pd.api.types.is_numeric_dtype(table[column]):
            values = table[column]
            row = int(np.argmax(pd.to_numeric(values, errors="coerce").isna() & values.notna()))
            item = table[id_column].iloc[row] if id_column else f"row {row + 2}"
            found = clip_text(str(values.iloc[row]))
            raise BadInputError(f"{path}: {clip_text(str(item))} / {column}: expected a number, found {found!r}")
    return table[wanted] if columns else table


def echo_summary(
    summary: pd.DataFrame,
    outcome: NDArray[np.int8],
    pathologies: Sequence[str],
    chance: NDArray[np.float64] | None = None,
) -> None:
    """Print a summary with the cases behind each mean and what became of the others; hits beside their chance level."""
    beside: dict[str, object] = {} if chance is None else {"chance": np.round(chance, 3)}
    beside |= {kind.name.lower(): np.count_nonzero(outcome == kind, axis=0) for kind in Outcome}
    click.echo(summary.set_index("name").join(pd.DataFrame(beside, index=list(pathologies))).to_string(na_rep="-"))
