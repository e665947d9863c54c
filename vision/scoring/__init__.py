"""How well photos are read, against labels: counts that benchmarks and `tableside eval` turn into figures."""
