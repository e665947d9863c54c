"""The table of roles in the docs is the one in the code; run this file as a program to write it anew."""

import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "access.md"
BEGIN, END = "<!-- roles: written by tests/attacks/test_roles_page.py -->\n", "<!-- end of roles -->"


def table():
    """The table of roles as Markdown."""
    from service.access.roles import ROLES, Permission, Role

    shown = [role for role in ROLES if role is not Role.CLIENT]
    lines = ["| may | " + " | ".join(shown) + " |", "|---|" + "---|" * len(shown)]
    lines += [
        f"| {permission} | " + " | ".join("✓" if permission in ROLES[role] else "" for role in shown) + " |"
        for permission in Permission
    ]
    return "\n".join(lines) + "\n"


def written(text):
    """The page with the table as it is in the code."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


def test_the_docs_have_the_table_of_the_code():
    text = PAGE.read_text(encoding="utf-8")
    assert written(text) == text


if __name__ == "__main__":
    sys.path.insert(0, str(PAGE.parents[1]))
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
