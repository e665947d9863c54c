"""What the attacks share with the tests of the service: a running server, its clients, a browser."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "service"))
