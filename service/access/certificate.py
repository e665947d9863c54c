"""The machine's own certificate: a browser opens a camera for a page over HTTPS alone.

It is signed by itself, so that the phone asks once whether to trust it. The key never leaves the data folder.
"""

from __future__ import annotations

import ipaddress
import os
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from filelock import FileLock

from service.access.addresses import local_address, own_names
from service.access.file_modes import BINARY

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from service.settings import Settings

KEY: Final = "network-key.pem"
CERTIFICATE: Final = "network-certificate.pem"
LOCK: Final = "network-key.lock"
LASTS: Final = timedelta(days=397)
"""Browsers trust none that lasts much longer."""
SPARE: Final = timedelta(days=30)
"""A certificate that ends sooner is made anew."""


class CertificateUnusable(Exception):  # noqa: N818 - reads as the sentence it is
    """The certificate for the network cannot be made or read; the text is one line."""


def certificate(folder: Path, names: Sequence[str]) -> tuple[Path, Path]:
    """The files of a certificate for these names and addresses, and of its key. They are made where they are missing,
    spoilt, soon out of date or for other names. Raises `OSError` where they cannot be written."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    cert, key = folder / CERTIFICATE, folder / KEY
    if not _serves(cert, key, names):
        with FileLock(folder / LOCK, mode=0o600):  # the table's door and the phone's may both find it old
            if not _serves(cert, key, names):
                _make(cert, key, names)
    return cert, key


def fingerprint(cert: Path) -> str:
    """The SHA-256 of a certificate as browsers show it: `AB:CD:…`."""
    known = x509.load_pem_x509_certificate(cert.read_bytes())
    return known.fingerprint(hashes.SHA256()).hex(":").upper()


def files(settings: Settings) -> tuple[Path, Path]:
    """The certificate that this machine shows in the network and its key: those that were given, or its own.

    Raises `CertificateUnusable`, with one line.
    """
    if settings.certificate is not None:
        return settings.certificate, settings.certificate_key or settings.certificate
    folder = settings.data.expanduser()
    try:
        return certificate(folder, own_names(local_address()))
    except OSError as wrong:
        raise CertificateUnusable(f"cannot write the certificate to {folder}: {wrong.strerror}") from wrong


def _serves(cert: Path, key: Path, names: Sequence[str]) -> bool:
    try:
        known = x509.load_pem_x509_certificate(cert.read_bytes())
        secret = serialization.load_pem_private_key(key.read_bytes(), None)
        names_there = known.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, TypeError, x509.ExtensionNotFound):
        return False
    fits = secret.public_key() == known.public_key() and set(_subjects(names)) <= set(names_there)
    return fits and known.not_valid_after_utc - SPARE > datetime.now(UTC)


def _make(cert: Path, key: Path, names: Sequence[str]) -> None:
    secret = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tableside on this network")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(secret.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # the phone's clock may be behind
        .not_valid_after(now + LASTS)
        .add_extension(x509.SubjectAlternativeName(_subjects(names)), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(secret, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    form = serialization.PrivateFormat.PKCS8
    _write(key, secret.private_bytes(serialization.Encoding.PEM, form, plain), 0o600)
    _write(cert, made.public_bytes(serialization.Encoding.PEM), 0o644)


def _subjects(names: Sequence[str]) -> list[x509.GeneralName]:
    return [_subject(name) for name in names]


def _subject(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _write(path: Path, data: bytes, mode: int) -> None:
    """Write a file that was never readable for others than `mode` says."""
    unfinished = path.with_name(path.name + ".part")
    unfinished.unlink(missing_ok=True)
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, mode), "wb") as file:
        file.write(data)
    unfinished.replace(path)
