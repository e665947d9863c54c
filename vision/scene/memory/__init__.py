"""The memory of a table: evidence per place over looks, what is hidden and since when."""
