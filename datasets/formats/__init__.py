"""The truth in the layouts that training programs read."""
