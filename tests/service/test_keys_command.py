"""The keys that sign bundles, as a file that others check with."""

import json

import pytest

from service.commands import Mendable
from service.commands.keys import SCHEMA, known


@pytest.mark.parametrize(
    "text", ["", "[]", json.dumps({"schema": "else", "keys": []}), json.dumps({"schema": SCHEMA, "keys": []})]
)
def test_a_file_without_keys_is_refused_for_no_signature_would_be_checked(tmp_path, text):
    (tmp_path / "keys.json").write_text(text)
    with pytest.raises(Mendable, match="holds no keys"):
        known(tmp_path / "keys.json")
