"""All that is spoiled, one table."""

from __future__ import annotations

from tests.hostile.spoils_files import FILES
from tests.hostile.spoils_geometry import GEOMETRY
from tests.hostile.spoils_images import IMAGES
from tests.hostile.spoils_json import JSON
from tests.hostile.spoils_labels import LABELS
from tests.hostile.spoils_maps import MAPS, PICKLES

SPOILS = (*JSON, *GEOMETRY, *IMAGES, *LABELS, *MAPS, *PICKLES, *FILES)
