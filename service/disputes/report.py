"""What a checked bundle turned out to be: each thing that is not as it was, in a line, by the file's name in words."""

from __future__ import annotations

from dataclasses import dataclass, field

from service.disputes import dossier


@dataclass(slots=True)
class Report:
    """What was found: `changed`, a line for each thing that is not as it was; `notes`; the ruling and who signed it."""

    changed: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    signer: str = ""
    statement: str = ""
    verdict: str = ""

    @property
    def passed(self) -> bool:
        """Whether nothing was changed and the ruling is the same."""
        return not self.changed

    def change(self, line: str) -> None:
        """Say what was changed."""
        self.changed.append(on_one_line(line))

    def file(self, name: str, what: str) -> None:
        """Say what is wrong with a file, unless something was said of it before."""
        if not self.names(name):
            self.change(f"{spoken(name)} {what}")

    def names(self, name: str) -> bool:
        """Whether something was said of a file."""
        return any(line.startswith(spoken(name)) for line in self.changed)

    def note(self, line: str) -> None:
        """Say what is no change, and may matter."""
        self.notes.append(on_one_line(line))


def spoken(name: str) -> str:
    """A file of a bundle as lines name it."""
    if name.startswith("frames/"):
        return f"the picture {name[7:19]}…"
    if name.startswith("about/"):
        return f"what was said of the picture {name[6:18]}… ({name[:18]}…)"
    return {
        dossier.RECORD: f"the record ({name})",
        dossier.RULING: f"the answer ({name})",
        dossier.VERSIONS: f"the list of models and versions ({name})",
        dossier.TIMES: f"the clock ({name})",
    }.get(name, name)


def on_one_line(text: str) -> str:
    """A text without what a bundle might have smuggled into it to change what a terminal shows."""
    return "".join(each if each.isprintable() else " " for each in text)
