"""The API, the page, the store and the commands: the only room with a clock, a disk or a network."""
