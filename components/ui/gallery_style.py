"""How the tiles of the gallery look and react; nothing from a file ever gets in here."""

from __future__ import annotations

# The area of the button is spread over its tile, so that the picture opens the case as well; it stays a button for
# the keyboard and for screen readers.
TILES = """<style>
[class*="st-key-tile_"] { position: relative; gap: 0.25rem; }
[class*="st-key-tile_"] [data-testid="stElementContainer"], [class*="st-key-tile_"] .stButton { position: static; }
[class*="st-key-tile_"] [data-testid="stElementToolbar"] { display: none; }
[class*="st-key-tile_"] img { aspect-ratio: 1; object-fit: contain; background: #000; }
[class*="st-key-tile_"] .stButton button { padding: 0; min-height: 0; text-align: left; justify-content: flex-start; }
[class*="st-key-tile_"] .stButton button p { font-size: 0.8rem; line-height: 1.25; overflow-wrap: anywhere; }
[class*="st-key-tile_"] .stButton button::after { content: ""; position: absolute; inset: 0; cursor: pointer; }
[class*="st-key-tile_"]:has(.stButton button:hover) img { outline: 2px solid currentColor; outline-offset: 2px; }
[class*="st-key-tile_"]:has(.stButton button:focus-visible) img { outline: 3px solid #3FA7F0; outline-offset: 2px; }
</style>"""
