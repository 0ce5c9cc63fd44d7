"""Drop the sections beside a product: its reviews, other products, the seller."""

from typing import Final

from pipelines.section_labels import PRODUCT_LABELS
from pipelines.sections import find_sections
from pipelines.select.selection import Selection

STEP: Final = "product-prune"


def prune_product(selection: Selection) -> Selection:
    """Drop the sections whose heading says reviews, "you may also like" or seller."""
    if not selection.policy.prunes_product:
        return selection
    found = find_sections(selection.blocks, selection.kept(), PRODUCT_LABELS.__contains__)
    return selection.drop(STEP, {i: f"section {label}" for i, label in found.items()})
