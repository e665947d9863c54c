"""The scripts of the pages, without a browser: each can be read, and finds what it takes from the others."""

import re
import subprocess
from pathlib import Path

import pytest

from service.page.modules import STATIC, joined

ROOT = Path(__file__).parents[1]
FOLDERS = ("service/page/static", "service/phone/html")
IMPORT = re.compile(r"^import.*", re.MULTILINE)
LINK = """
const { readFileSync } = require("node:fs");
const { resolve, dirname } = require("node:path");
const { SourceTextModule } = require("node:vm");
const read = new Map();
const script = (path) => {
  if (!read.has(path)) read.set(path, new SourceTextModule(readFileSync(path, "utf8"), { identifier: path }));
  return read.get(path);
};
(async () => {
  const all = process.argv.slice(1).map((path) => `import ${JSON.stringify(path)};`).join("");
  await new SourceTextModule(all).link((name, from) => script(resolve(dirname(from.identifier), name)));
})().catch((wrong) => { console.error(wrong.stack); process.exit(1); });
"""


@pytest.mark.parametrize("as_sent", [False, True])
def test_every_script_can_be_read_and_finds_what_it_takes_from_others(as_sent, tmp_path):
    """Two functions of one name stop a whole page, and no test of Python sees it."""
    driver = pytest.importorskip("playwright._impl._driver", reason="install playwright, which has its own Node.js")
    node, _ = driver.compute_driver_executable()
    scripts = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.js"))
    assert scripts
    if as_sent:
        scripts = [tmp_path / path.name for path in scripts if path.parent == STATIC]
        for path in scripts:
            path.write_text(joined(path.name), encoding="utf-8")
            assert set(IMPORT.findall(path.read_text())) <= {'import * as $settings from "./settings.js";'}
    words = [node, "--experimental-vm-modules", "--no-warnings", "-e", LINK, *map(str, scripts)]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
