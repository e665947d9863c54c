"""Requests that a machine made up from the OpenAPI document: no server error, and every answer as it is described."""

import subprocess
import sys
from pathlib import Path

import pytest
from service_help import API

SCHEMATHESIS = Path(sys.executable).parent / "schemathesis"
EXAMPLES = 3
"""Requests made up for each operation: enough for every operation to be met, in about ten seconds."""
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
CONFIG = """
parameters = {{ "path.id" = "{game}", "path.n" = 1, "query.game" = "stackernoos" }}
[[operations]]
include-path-regex = "/tables"
parameters = {{ "path.id" = "1" }}
"""


@pytest.mark.skipif(not SCHEMATHESIS.exists(), reason="schemathesis is not installed")
def test_made_up_requests_are_answered_as_described(client, started, tmp_path):
    config = tmp_path / "schemathesis.toml"
    config.write_text(CONFIG.format(game=started.rpartition("/")[2]), encoding="utf-8")
    streams = ["--exclude-path-regex", "(events|live)$"]  # they never end
    budget = ["--phases", "fuzzing", "--max-examples", str(EXAMPLES), "--generation-deterministic"]
    where = f"{str(client.base_url).rstrip('/')}/openapi.json"
    words = [SCHEMATHESIS, "--config-file", config, "run", where, "--checks", CHECKS, *streams, *budget]
    done = subprocess.run([*words, "--no-color"], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
    assert client.get(started).status_code == 200
    assert client.get(f"{API}/games").json()["games"]
