"""Dataset and metrics in, pandas tables out: knows neither Plotly nor Streamlit nor any adapter by name."""
