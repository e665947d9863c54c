"""Tournaments: who meets whom, what came of it, who stands where; rulings with their evidence, and appeals."""
