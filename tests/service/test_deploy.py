"""The unit of systemd and the compose file: they name commands, settings and places that there are."""

import configparser
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from typer.main import get_command

from service.cli import app
from service.settings import Settings

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "service" / "deploy"
UNIT = DEPLOY / "tableside.service"
SETTINGS = {f"TABLESIDE_{name.upper()}" for name in Settings.model_fields}


@pytest.fixture(scope="module")
def unit():
    parser = configparser.ConfigParser(strict=True, interpolation=None)
    parser.optionxform = str
    parser.read(UNIT)
    return parser


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


def options_of(words):
    """The options that a command line of ours gives, once each is known to exist."""
    command = get_command(app).commands[words[1]]
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    assert words[0] == "tableside"
    assert {word for word in words if word.startswith("--")} <= known


def test_the_unit_starts_a_command_that_there_is(unit):
    words = unit["Service"]["ExecStart"].split()
    assert words[0] == "/usr/bin/env"
    options_of(words[1:])
    given = dict(each.split("=") for each in unit["Service"]["Environment"].split())
    assert set(given) <= SETTINGS
    assert given["TABLESIDE_DATA"] == f"/var/lib/{unit['Service']['StateDirectory']}"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_itself_finds_nothing_wrong_with_the_unit():
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(UNIT)], capture_output=True, text=True, timeout=120, check=False
    )
    said = [line for line in (done.stdout + done.stderr).splitlines() if "tableside.service" in line]
    assert (done.returncode, said) == (0, [])


EXPOSED = 35
"""What systemd may find to expose, of 100: 100 is a unit without any bound."""


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_the_unit_may_do_little_more_than_it_must():
    words = ["systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSED}", str(UNIT)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout


def test_the_compose_file_is_one_by_its_schema():
    pytest.importorskip("check_jsonschema")
    words = ["-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(DEPLOY / "compose.yaml")]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(shutil.which("docker-compose") is None, reason="docker-compose is not here")
def test_compose_itself_finds_nothing_wrong_and_asks_for_what_it_needs():
    words = ["docker-compose", "-f", str(DEPLOY / "compose.yaml"), "config"]
    named = {"POSTGRES_PASSWORD": "a word", "TABLESIDE_NAME": "tables.club.example"}
    whole = {**os.environ, **named}
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False, env=whole)
    assert (done.returncode, done.stderr) == (0, "")
    for missing in named:
        less = {name: value for name, value in whole.items() if name != missing}
        done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False, env=less)
        assert f"{missing} is missing" in done.stderr


def test_compose_names_services_volumes_and_settings_that_there_are(compose):
    assert set(compose) == {"name", "services", "volumes"}
    for service in compose["services"].values():
        assert "healthcheck" in service
        assert service["restart"] == "unless-stopped"
        assert ("image" in service) != ("build" in service)
        assert {volume.partition(":")[0] for volume in service["volumes"]} <= set(compose["volumes"])
        assert set(service.get("depends_on", {})) <= set(compose["services"])
    server = compose["services"]["server"]
    assert set(server["environment"]) <= SETTINGS
    assert (DEPLOY / server["build"]["context"]).resolve() == ROOT
    assert (ROOT / server["build"]["dockerfile"]).exists()
    given = {name: str(value) for name, value in server["environment"].items() if "$" not in str(value)}
    Settings(**{name.removeprefix("TABLESIDE_").lower(): value for name, value in given.items()})


def test_the_image_starts_a_command_that_there_is():
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    options_of(re.findall(r'"([^"]+)"', text.rpartition("CMD")[2]))
    assert set(re.findall(r"TABLESIDE_\w+", text)) <= SETTINGS
    assert "USER tableside" in text
