"""What the fuzzers share: seeds on disk, a bounded run, and what it tried as one line."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import atheris

FOLDER = Path(os.environ.get("FUZZ_FOLDER", Path(__file__).parents[2] / ".fuzz"))
"""Where corpora and what was found are kept; git-ignored."""


def fuzz(name: str, seeds: Iterable[bytes], try_one: Callable[[bytes], None]) -> None:
    """Run libFuzzer on a reader until the time given in `sys.argv` is over; a crash leaves its input in the folder.

    Parameters
    ----------
    name : str
        Of the corpus.
    seeds : iterable of bytes
        Inputs to begin with; earlier finds stay beside them.
    try_one : callable
        Raises on anything but a clean answer or refusal.
    """
    corpus = FOLDER / name
    corpus.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        (corpus / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)
    limits = ["-max_len=4096", "-timeout=20", "-rss_limit_mb=4096", "-print_final_stats=1", "-verbosity=0"]
    atheris.Setup([sys.argv[0], *sys.argv[1:], *limits, f"-artifact_prefix={FOLDER}/{name}-", str(corpus)], try_one)
    atheris.Fuzz()
