"""A game followed at a table: frames to looks, looks to entries of the ledger, questions and reports."""
