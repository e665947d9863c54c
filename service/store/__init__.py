"""What is kept: games as entries in a chain, pictures of evidence, questions; on disk before it is acknowledged."""
