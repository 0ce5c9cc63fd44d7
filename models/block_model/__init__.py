"""The trained block model: a value for each block of a page, 0 to 1, of being content."""

from typing import Final

# Boards that trained what ships, all with a text that people reviewed.
TRAINING_BOARDS: Final = (
    "wcxb-dev", "news424", "magic-article", "magic-forum", "harvest-forum", "readability",
)  # fmt: skip
