"""Stages that were trained on rendered scenes; `models/` holds their weights and cards."""
