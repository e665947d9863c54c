"""Requests that Schemathesis makes up from the OpenAPI document, held to what the document says."""

import os
import subprocess
import sys
from pathlib import Path

from service_help import LIMIT

SCHEMATHESIS = Path(sys.executable).parent / "schemathesis"
CHECKS = Path(__file__).with_name("made_up_checks.py")
LETTERS = {"HYPOTHESIS_STORAGE_DIRECTORY": str(Path(__file__).parents[2] / ".hypothesis")}
"""Where the tables of all letters are kept: in a folder of its own, each run made them anew for seconds."""
CONFIG = """
hooks = "{checks}"
checks.positive_data_acceptance.expected-statuses = {taken}
parameters = {{ "path.id" = "{game}", "path.n" = 1, "query.game" = "stackernoos" }}
[[operations]]
include-name = "DELETE /api/v1/games/{{id}}"
parameters = {{ "path.id" = "0000000000000000" }}
[[operations]]
include-path-regex = "/tables"
parameters = {{ "path.id" = "1" }}
"""
TAKEN = ["2xx", "401", "403", "404", "409", "410", "415", "422", "429"]
"""What data of the described shape may be answered by; `made_up_checks.py` looks why it is refused."""


def made_up(where, game, folder, *, phases, examples, header):
    """Run it; it fails with what it said where an answer is not as it is described."""
    config = folder / "schemathesis.toml"
    config.write_text(CONFIG.format(game=game, checks=CHECKS, taken=TAKEN), encoding="utf-8")
    streams = ["--exclude-path-regex", "(events|live|leave)$"]  # they never end; that ends the token they come with
    budget = ["--phases", phases, "--max-examples", str(examples), "--generation-deterministic"]
    words = [SCHEMATHESIS, "--config-file", config, "run", f"{where}/openapi.json", "--checks", "all"]
    patience = ["--request-timeout", str(LIMIT), "--max-response-time", str(LIMIT)]  # a first photo loads networks
    words += [*streams, *budget, *patience, "--header", header, "--no-color"]
    kept = os.environ | LETTERS
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=folder, env=kept)
    assert done.returncode == 0, done.stdout[-40000:] + done.stderr[-1000:]
