"""The views of the Agreement page by name; each shows what was chosen and returns its panels for the report."""

from __future__ import annotations

from collections.abc import Callable

from components.figures.panel import Panel
from components.ui.agreement_views import (
    areas,
    confusion,
    difference,
    leaderboard,
    means,
    presence,
    scatter,
    sizes,
    smallest,
    spread,
)
from components.ui.agreement_views.chosen import Chosen

VIEWS: dict[str, Callable[[Chosen], list[Panel]]] = {
    "Means": means.show,
    "Distribution": spread.show,
    "Difference": difference.show,
    "Case by case": scatter.show,
    "Areas": areas.show,
    "Presence": presence.show,
    "Confusion": confusion.show,
    "By size": sizes.show,
    "Small masks": smallest.show,
    "Leaderboard": leaderboard.show,
}
