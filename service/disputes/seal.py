"""Who made a bundle: an Ed25519 key of the installation signs it, so that one made anew shows another signer.

Source: RFC 8032, by the library `cryptography`.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from engine.said import Said
from service.disputes import DisputeError
from service.store.pictures import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from service.disputes.dossier import Signature

FILE: Final = "bundles.key"
UNUSED: Final = "the key {file} in the data folder cannot be used: {why}"
KEPT: Final = "the key {file} in the data folder cannot be put aside: {why}"
BEFORE: Final = "keys"
"""The folder of the keys that were replaced."""
ALGORITHM: Final = "ed25519"


class KeyUnusable(DisputeError):  # noqa: N818 - reads as the sentence it is
    """The key of the installation cannot be made or read."""


class Seal:
    """The key of an installation, made when it is first needed; only its owner may read the file. Keys that were
    replaced stay beside it. They sign the rulings alone that were made with them."""

    def __init__(self, folder: Path) -> None:
        self._file = folder.expanduser() / FILE
        self._before = folder.expanduser() / BEFORE

    @property
    def signer(self) -> str:
        """The fingerprint of the public key."""
        return fingerprint(_public(self._loaded()))

    def known(self) -> str | None:
        """The fingerprint where there is a key that can be read; none is made for it."""
        try:
            return self.signer if self._file.exists() else None
        except (KeyUnusable, OSError):
            return None

    def sign(self, data: bytes, signer: str | None = None) -> Signature:
        """Sign some bytes, with the key of that fingerprint where one is named. Raises `KeyUnusable`."""
        if signer in {None, self.known()}:
            key = self._loaded()
        elif (path := self._before / f"{signer}.key").is_file():
            key = _key(path)
        else:
            form = "the key {what}… that signed this ruling is not there any more: restore {file}"
            raise KeyUnusable(Said(form, what=str(signer)[:16], file=path.name))
        return {"algorithm": ALGORITHM, "public_key": _public(key), "signature": key.sign(data).hex()}

    def public(self) -> tuple[str, ...]:
        """The public keys in hexadecimal: the one in use, then those that were replaced. Raises `KeyUnusable`."""
        replaced = sorted(self._before.glob("*.key"), key=lambda path: path.stat().st_mtime, reverse=True)
        return tuple(map(_public, (self._loaded(), *map(_key, replaced))))

    def rotate(self) -> tuple[str, str]:
        """Put a new key in the place of the one in use; the fingerprints of both. Raises `KeyUnusable`."""
        before = self.signer
        with _from_disk(FILE, KEPT):
            self._before.mkdir(mode=0o700, exist_ok=True)
            self._file.rename(self._before / f"{before}.key")
        return before, self.signer

    def _loaded(self) -> Ed25519PrivateKey:
        """The key in use; it is made, if there is none."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        with _from_disk(FILE):
            if not self._file.exists():
                part = self._file.with_name(f"{FILE}.{os.getpid()}")
                write_whole(part, Ed25519PrivateKey.generate().private_bytes_raw())
                try:  # it is there whole or not at all, and never over a key that another process has made
                    with suppress(FileExistsError):
                        os.link(part, self._file)
                finally:
                    part.unlink()
        return _key(self._file)


@contextmanager
def _from_disk(name: str, form: str = UNUSED) -> Iterator[None]:
    """While a key is read or written: what the disk refuses is `KeyUnusable`."""
    try:
        yield
    except OSError as wrong:
        raise KeyUnusable(Said(form, file=name, why=wrong.strerror or wrong)) from wrong


def _key(path: Path) -> Ed25519PrivateKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    with _from_disk(path.name):
        data = path.read_bytes()
    try:
        return Ed25519PrivateKey.from_private_bytes(data)
    except ValueError as wrong:
        form = "{file} in the data folder is no key: move it away, and a new one is made"
        raise KeyUnusable(Said(form, file=path.name)) from wrong


def _public(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


def fits(signature: Signature, data: bytes) -> bool:
    """Whether the key that a signature names signed these bytes."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature["public_key"]))
        key.verify(bytes.fromhex(signature["signature"]), data)
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(public_key: str) -> str:
    """The SHA-256 of the 32 bytes of a public key; both in hexadecimal."""
    return hashlib.sha256(bytes.fromhex(public_key)).hexdigest()
