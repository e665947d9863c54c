"""Every limit and place of the service, named; each is also a `TABLESIDE_…` variable (`TABLESIDE_PORT=9000`)."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from platformdirs import user_data_path
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from service.store.timeouts import Waits

MEBI = 1024 * 1024


OLD: Final = ".tableside"
"""The folder at home that earlier versions made; where it is there, it stays the one."""


def usual_data() -> Path:
    """The folder that this system has for the data of programs."""
    old = Path.home() / OLD
    return old if old.is_dir() else user_data_path("tableside", appauthor=False)


class Settings(BaseSettings):
    """What the service runs with: arguments first, then the environment, then these defaults."""

    model_config = SettingsConfigDict(env_prefix="TABLESIDE_", frozen=True)

    data: Path = Field(default_factory=usual_data, description="folder of the store, made when it is missing")
    database_url: str | None = Field(default=None, description="SQLAlchemy URL; without one, SQLite in the data folder")
    evidence_url: str | None = Field(
        default=None, description="object storage of the evidence, such as s3://bucket/path; else a folder of the data"
    )
    host: str = Field(default="127.0.0.1", description="address to listen on")
    allow_host: str = Field(default="", description="further names of this machine, with commas between")
    certificate: Path | None = Field(default=None, description="certificate for the network; without one, its own")
    certificate_key: Path | None = Field(default=None, description="key of that certificate")
    plain_http: bool = Field(default=False, description="speak HTTP in the network: all that is sent can be read there")
    announce: bool = Field(default=True, description="tell the network that a table is here, where it is served there")
    port: int = Field(default=8080, ge=0, le=65535, description="port to listen on; 0 takes a free one")

    log_format: Literal["text", "json"] = Field(default="text", description="log lines for people, or for programs")

    deck: str = Field(default="", description="name or file of your own deck")
    stones: str = Field(default="", description="name or file of your own stones")
    dominoes: str = Field(default="", description="name or file of your own dominoes")
    camera_film: Path | None = Field(default=None, description="a film that the page lists among the cameras")
    phone_port: int = Field(default=8443, ge=0, le=65535, description="port of the phone’s page; 0 takes a free one")

    max_upload_bytes: int = Field(default=32 * MEBI, gt=0, description="largest photo, in bytes as sent")
    max_megapixels: float = Field(
        default=64.0, gt=0, description="largest photo, in millions of pixels, before decoding"
    )
    max_json_bytes: int = Field(default=MEBI, gt=0, description="largest JSON body")
    max_games_listed: int = Field(default=200, gt=0, description="games in one answer of GET /games")

    max_evidence_bytes: int = Field(
        default=4096 * MEBI, gt=0, description="undisputed pictures kept as evidence; the oldest make room"
    )
    evidence_days: float | None = Field(
        default=None, gt=0, description="days after which undisputed pictures go; without it they stay till others come"
    )
    evidence_beside: Literal["keep", "blur"] = Field(
        default="blur", description="what becomes of all that lies beside the table in kept pictures"
    )
    max_bundle_bytes: int = Field(default=256 * MEBI, gt=0, description="largest bundle that is verified, unpacked")

    dispute_uphold: float = Field(
        default=0.8,
        gt=0.5,
        le=1.0,
        description="how likely the pictures must make the record for a dispute to uphold it",
    )
    dispute_overturn: float = Field(
        default=0.99, gt=0.5, le=1.0, description="how unlikely the pictures must make the record to overturn it"
    )

    hint_seconds: float = Field(default=1.0, gt=0, le=10.0, description="how long the best plays are looked for")
    hint_plies: int = Field(default=40, gt=0, le=200, description="plies of a sampled game for a hint, at most")

    max_connections: int = Field(default=512, gt=0, description="connections that are open at once")
    max_connections_each: int = Field(default=64, gt=0, description="those of one address in the network")
    max_connections_here: int = Field(default=256, gt=0, description="those of this machine itself")
    max_streams: int = Field(default=128, gt=0, description="event streams that are open at once")
    max_streams_each: int = Field(default=32, gt=0, description="those of one address or token")
    max_uploads: int = Field(default=4, gt=0, description="photos that are on their way at once; others wait")
    max_uploads_each: int = Field(default=2, gt=0, description="those of one address; more are refused")
    requests_a_minute: int = Field(default=1200, gt=0, description="requests of one address, and of one token")
    requests_a_minute_here: int = Field(default=60_000, gt=0, description="those of this machine itself")
    head_seconds: float = Field(default=10.0, gt=0, description="until the headers of a request are there")
    body_seconds: float = Field(default=60.0, gt=0, description="until its body is there")
    body_pause_seconds: float = Field(default=10.0, gt=0, description="in which nothing comes of a body")
    idle_seconds: int = Field(default=5, gt=0, description="silence between two requests of a connection")
    deaf_seconds: float = Field(default=30.0, gt=0, description="in which a client takes nothing of what it is sent")
    judges: int = Field(default=1, gt=0, description="disputes judged at the same time; others wait their turn")
    max_disputes_waiting: int = Field(default=64, gt=0, description="disputes that wait; more are refused")
    max_disputes_waiting_each: int = Field(default=16, gt=0, description="those of one address or token")
    errands: int = Field(
        default=1, gt=0, description="hints, score sheets and games as one file that are made at the same time"
    )
    max_errands_waiting: int = Field(default=32, gt=0, description="those that wait; more are refused")
    max_errands_waiting_each: int = Field(default=8, gt=0, description="those of one address or token")

    readers: int = Field(default=2, gt=0, description="photos read at the same time; others wait")
    read_seconds: float = Field(default=20.0, gt=0, description="seconds of processor that reading one photo may take")
    warm_seconds: float = Field(default=1.0, ge=0, description="how long after the start the vision is loaded")
    read_mebibytes: int = Field(default=400, gt=0, description="memory that reading one photo may take, MiB")
    command_mebibytes: int = Field(
        default=1408, gt=0, description="memory that review or verify may claim, MiB; about 400 of it is never used"
    )
    opencv_threads: int = Field(default=1, gt=0, description="threads of OpenCV within the reading of one photo")
    keepalive_seconds: float = Field(default=7.0, gt=0, description="silence on an event stream before a comment line")
    database_connections: int = Field(default=10, gt=0, description="connections of one process to PostgreSQL")
    statement_seconds: float = Field(default=30.0, gt=0, description="until PostgreSQL gives a statement up")
    busy_seconds: float = Field(default=10.0, gt=0, description="wait for another writer of the store")
    shutdown_seconds: int = Field(default=1, ge=0, description="wait for open requests once the server is told to stop")

    @property
    def url(self) -> str:
        """The SQLAlchemy URL of the store."""
        return self.database_url or f"sqlite:///{self.data.expanduser() / 'tableside.db'}"

    @property
    def waits(self) -> Waits:
        """How the store waits."""
        return Waits(self.database_connections, self.busy_seconds, self.statement_seconds)
