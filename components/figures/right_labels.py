"""Words at the right end of a figure's rows: the ticks of an axis of their own, which makes room at any width."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from components.figures.theme import label_room_px


def add_right_labels(figure: go.Figure, labels: Sequence[tuple[float, str]]) -> None:
    """Write each text at its vertical place; text is escaped already."""
    figure.add_scatter(x=[None], y=[None], yaxis="y2", showlegend=False, hoverinfo="skip")  # an axis needs a trace
    figure.update_layout(
        margin={"r": label_room_px(text for _, text in labels)},
        yaxis2={
            "overlaying": "y",
            "side": "right",
            "matches": "y",
            "tickmode": "array",
            "tickvals": [row for row, _ in labels],
            "ticktext": [text for _, text in labels],
            "showgrid": False,
            "zeroline": False,
            "automargin": True,
            "fixedrange": True,
        },
    )
