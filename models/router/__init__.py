"""What a page is for, learned: from its address, what it declares, and the shape of its blocks."""
