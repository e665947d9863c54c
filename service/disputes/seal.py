"""Who made a bundle: an Ed25519 key of the installation signs it, so that one made anew shows another signer.

Source: RFC 8032, by the library `cryptography`.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from service.access.file_modes import BINARY
from service.disputes import DisputeError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FILE: Final = "bundles.key"
BEFORE: Final = "keys"
"""The folder of the keys that were replaced."""
ALGORITHM: Final = "ed25519"


class KeyUnusable(DisputeError):  # noqa: N818 - reads as the sentence it is
    """The key of the installation cannot be made or read."""


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature with the public key that it is checked by; both in hexadecimal."""

    public_key: str
    signature: str

    @property
    def signer(self) -> str:
        """The fingerprint of the key: the SHA-256 of its 32 bytes."""
        return fingerprint(bytes.fromhex(self.public_key))

    def fits(self, data: bytes) -> bool:
        """Whether the key signed these bytes."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.public_key)).verify(
                bytes.fromhex(self.signature), data
            )
        except (InvalidSignature, ValueError):
            return False
        return True

    def to_json(self) -> dict[str, str]:
        """The signature as JSON."""
        return {"algorithm": ALGORITHM, "public_key": self.public_key, "signature": self.signature}

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Signature:
        """The signature that `to_json` wrote, its hexadecimal as `to_json` writes it. Raises `ValueError`."""
        key, signature = document.get("public_key"), document.get("signature")
        if document.get("algorithm") != ALGORITHM or not isinstance(key, str) or not isinstance(signature, str):
            raise ValueError(f"a signature has algorithm {ALGORITHM!r}, public_key and signature")
        if len(bytes.fromhex(key)) != 32:
            raise ValueError("a public key has 32 bytes")
        return cls(bytes.fromhex(key).hex(), bytes.fromhex(signature).hex())


class Seal:
    """The key of an installation, made when it is first needed; only its owner may read the file.

    Keys that were replaced stay beside it. They sign the rulings alone that were made with them.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder.expanduser() / FILE
        self._before = folder.expanduser() / BEFORE

    @property
    def signer(self) -> str:
        """The fingerprint of the public key."""
        return _signer(self._loaded())

    def known(self) -> str | None:
        """The fingerprint where there is a key that can be read; none is made for it."""
        try:
            return self.signer if self._file.exists() else None
        except (KeyUnusable, OSError):
            return None

    def sign(self, data: bytes, signer: str | None = None) -> Signature:
        """Sign some bytes, with the key of that fingerprint where one is named. Raises `KeyUnusable`."""
        key = self._loaded() if signer in {None, self.known()} else self._replaced(str(signer))
        return Signature(key.public_key().public_bytes_raw().hex(), key.sign(data).hex())

    def public(self) -> tuple[str, ...]:
        """The public keys in hexadecimal: the one in use, then those that were replaced. Raises `KeyUnusable`."""
        replaced = (_key(path) for path in sorted(self._before.glob("*.key"), key=lambda path: path.stat().st_mtime))
        keys = [self._loaded(), *reversed(list(replaced))]
        return tuple(key.public_key().public_bytes_raw().hex() for key in keys)

    def rotate(self) -> tuple[str, str]:
        """Put a new key in the place of the one in use; the fingerprints of both. Raises `KeyUnusable`."""
        before = self.signer
        try:
            self._before.mkdir(mode=0o700, exist_ok=True)
            self._file.rename(self._before / f"{before}.key")
        except OSError as wrong:
            raise KeyUnusable(
                f"the key {FILE} in the data folder cannot be put aside: {wrong.strerror or wrong}"
            ) from wrong
        return before, self.signer

    def _loaded(self) -> Ed25519PrivateKey:
        try:
            self._make()
        except OSError as wrong:
            raise KeyUnusable(f"the key {FILE} in the data folder cannot be used: {wrong.strerror or wrong}") from wrong
        return _key(self._file)

    def _replaced(self, signer: str) -> Ed25519PrivateKey:
        path = self._before / f"{signer}.key"
        if not path.is_file():
            raise KeyUnusable(
                f"the key {signer[:16]}… that signed this ruling is not there any more: restore {path.name}"
            )
        return _key(path)

    def _make(self) -> None:
        """Make the key, if there is none."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        if self._file.exists():
            return
        self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        part = self._file.with_name(f"{FILE}.{os.getpid()}")
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(Ed25519PrivateKey.generate().private_bytes_raw())
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(part, self._file)  # whole or not at all, and never over a key that another process has made
        except FileExistsError:
            pass
        finally:
            part.unlink()


def _key(path: Path) -> Ed25519PrivateKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    try:
        return Ed25519PrivateKey.from_private_bytes(path.read_bytes())
    except OSError as wrong:
        raise KeyUnusable(
            f"the key {path.name} in the data folder cannot be used: {wrong.strerror or wrong}"
        ) from wrong
    except ValueError as wrong:
        raise KeyUnusable(f"{path.name} in the data folder is no key: move it away, and a new one is made") from wrong


def _signer(key: Ed25519PrivateKey) -> str:
    return fingerprint(key.public_key().public_bytes_raw())


def fingerprint(public_key: bytes) -> str:
    """The SHA-256 of a public key, in hexadecimal."""
    return hashlib.sha256(public_key).hexdigest()
