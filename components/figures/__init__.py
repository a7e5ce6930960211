"""Tables in, Plotly figures out: `*_info(...)` gives plain data, `*_figure(info)` draws it; opens no file."""
