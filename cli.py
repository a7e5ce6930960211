"""The same tables without a browser: `python cli.py COMMAND`; each command is imported when it is called."""

from __future__ import annotations

import importlib
import sys

import click

# Importing pandas and OpenCV takes longer than most commands run, so the list of commands must not need them.
COMMANDS = {
    "evaluate": ("components.cli.scores", "evaluate", "Score masks (IoU) or pointing (hits) against the ground truth."),
    "pct-decrease": ("components.cli.scores", "pct_decrease", "How far the model stays below the human benchmark."),
    "pixels": ("components.cli.scores", "pixels", "Precision, recall and specificity of all pixels pooled."),
    "count": ("components.cli.scores", "count", "Number of X-rays with a mask, per pathology."),
    "features": ("components.cli.drivers", "features", "Number, area, elongation and rectangularity of masks."),
    "regress-features": ("components.cli.drivers", "regress_features", "Explain IoU and hits by shape."),
    "regress-confidence": ("components.cli.drivers", "regress_confidence", "Explain IoU or hits by probability."),
    "segment-heatmaps": ("components.cli.masks", "segment_heatmaps", "Turn heat maps into masks."),
    "segment-annotations": ("components.cli.masks", "segment_annotations", "Turn drawn contours into masks."),
    "tune-thresholds": ("components.cli.tuning", "tune_thresholds", "Find the best fixed thresholds of heat maps."),
    "tune-cutoffs": ("components.cli.tuning", "tune_cutoffs", "Mean IoU at each probability cut-off."),
    "agree": ("components.cli.agree", "agree", "Compare two sources beyond the paper."),
    "import-model": ("components.cli.importing", "import_model", "Add a model's masks and heat maps to a release."),
    "check": ("components.cli.release", "check", "Say what a release holds and what is wrong in it."),
    "demo": ("components.cli.release", "demo", "Write a synthetic release to try everything on."),
}


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table above."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command; None for a name that is none."""
        if cmd_name not in COMMANDS:
            return None
        module, attribute, _ = COMMANDS[cmd_name]
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their help from the table, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, _, summary) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Evaluate chest X-ray localisation as the CheXlocalize paper does, and beyond it.

    Files are in the formats of the CheXlocalize release: segmentations (run lengths), annotations (contours), points,
    and folders of heat maps (.pkl or .npz). Every command writes beside and renames, so a file with its final name is
    whole. A bad item is skipped, listed on the error stream and counted; with --strict it ends the command. Exit
    codes: 0 done, 2 bad input.
    """


if __name__ == "__main__":
    sys.exit(main())
