"""The memory of a table: evidence per place over looks, what is occluded and since when."""
