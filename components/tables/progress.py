"""How a long table says how far it is: see `data_access.progress`."""

from __future__ import annotations

from data_access.progress import Track as Track
from data_access.progress import untracked as untracked
