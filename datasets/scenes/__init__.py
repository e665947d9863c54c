"""Tables with pieces on them, drawn from a seed: what lies where, photographed, with its truth."""
