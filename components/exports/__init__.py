"""A case taken away: as a picture, as a page, as masks, as numbers, each with its provenance; knows no Streamlit."""
