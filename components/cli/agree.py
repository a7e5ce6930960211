"""The command that compares two sources beyond the paper."""

from __future__ import annotations

from pathlib import Path

import click

from components.cli.common import (
    IN_FILE,
    Inputs,
    one_line_errors,
    out_option,
    replicates_option,
    seed_option,
    strict_option,
    write_tables,
)
from components.tables import agreement, areas, presence
from data_access.adapters.chexlocalize_names import describe_id


@click.command("agree")
@click.option("--a", "path_a", type=IN_FILE, required=True, help="First source, in the place of the ground truth.")
@click.option("--b", "path_b", type=IN_FILE, required=True, help="Second source, in the place of the prediction.")
@click.option(
    "--slice",
    "cases",
    type=click.Choice(["tp", "full", "common"]),
    default="tp",
    show_default=True,
    help="tp: pairs in which both drew. full: pairs in which either drew, a missing X-ray being an empty mask. "
    "common: as full, on the X-rays that both files list.",
)
@click.option(
    "--resample",
    "resampling",
    type=click.Choice(["image", "patient"]),
    default="image",
    show_default=True,
    help="What the bootstrap draws: X-rays, as in the paper, or patients with all their X-rays.",
)
@seed_option
@replicates_option
@strict_option
@out_option
@one_line_errors
def agree(
    path_a: Path,
    path_b: Path,
    cases: agreement.Cases,
    resampling: agreement.Resampling,
    seed: int,
    replicates: int,
    strict: bool,
    out_dir: Path,
) -> None:
    """Compare two sources: five measures with intervals, presence, areas and size strata.

    agreement.csv: mean IoU and Dice, precision, recall and specificity of pooled pixels, n and what became of the
    other pairs.

    presence.csv: whether both drew at all, as a two-by-two table with Cohen's kappa.

    bland_altman.csv: area share, b - a, with bias and 95 % limits; cases with both masks empty are left out and
    counted.

    strata.csv: mean IoU and Dice in thirds of the area share of a.
    """
    inputs = Inputs(strict)
    set_a, set_b = inputs.masks(path_a), inputs.masks(path_b)
    case_ids = {*set_a.case_ids(), *set_b.case_ids()}
    comparison = agreement.compare(
        set_a,
        set_b,
        {case_id: describe_id(case_id)["patient"] for case_id in case_ids},
        inputs.problems,
        cases=cases,
        resampling=resampling,
        n_replicates=replicates,
        seed=seed,
    )
    tables = {
        "agreement.csv": agreement.agreement_table(comparison),
        "presence.csv": presence.presence_table(comparison),
        "bland_altman.csv": areas.bland_altman_table(comparison),
        "strata.csv": areas.strata_table(comparison),
    }
    inputs.settle()
    write_tables(out_dir, tables)
    click.echo(tables["agreement.csv"].to_string(index=False, na_rep="-", float_format="{:.3f}".format))
