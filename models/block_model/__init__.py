"""The trained block model: a value for each block of a page, 0 to 1, of being content."""
