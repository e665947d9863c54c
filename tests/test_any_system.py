"""What people run uses nothing that one system alone has: what is named here fails on another one's laptop."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "vision", "models", "service", "datasets")
FILES = [*(path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))), ROOT / "tableside.py"]
MODULES = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty", "posix", "syslog", "winreg", "msvcrt", "_winapi"}
NAMES = {
    "os": {"fork", "forkpty", "getppid", "getuid", "geteuid", "killpg", "mkfifo", "memfd_create", "setsid", "nice"}
    | {
        "posix_spawn",
        "register_at_fork",
        "sched_setaffinity",
        "set_blocking",
        "startfile",
        "statvfs",
        "wait",
        "waitpid",
    },
    "signal": {"alarm", "pause", "pthread_sigmask", "setitimer", "sigwait", "SIGALRM", "SIGHUP", "SIGKILL", "SIGPROF"}
    | {"SIGUSR1", "SIGUSR2", "ITIMER_PROF", "CTRL_C_EVENT"},
    "socket": {"AF_UNIX", "SO_REUSEPORT", "socketpair"},
    "subprocess": {"CREATE_NEW_PROCESS_GROUP", "STARTUPINFO"},
}
ARGUMENTS = {"pass_fds", "preexec_fn", "start_new_session", "creationflags", "process_group", "shell"}
"""What `subprocess` takes on one system alone; and `shell`, as each system has another."""
STARTS = {"Process", "Pool", "ProcessPoolExecutor", "fork", "forkserver"}
GUARDED = {
    "service/memory.py": {"resource"},  # a limit of Linux; elsewhere nothing is bounded
    "service/limits/connections.py": {"resource"},  # without it a fixed number is taken
    "service/reading/work.py": {"setitimer", "ITIMER_PROF", "SIGPROF"},  # without it the clock's seconds are counted
}
"""What is used only where it is there: the file looks first, and goes on without it."""


def used(tree):
    """What a file names of that."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            if node.module in MODULES:
                yield node.module
            yield from (alias.name for alias in node.names if alias.name in NAMES.get(node.module or "", ()))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.attr in NAMES.get(node.value.id, ()):
                yield node.attr
            if node.value.id == "multiprocessing" and node.attr in STARTS:
                yield f"multiprocessing.{node.attr}"  # by get_context("spawn") alone
        elif isinstance(node, ast.Call):
            yield from (keyword.arg for keyword in node.keywords if keyword.arg in ARGUMENTS)
            called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            if called in {"get_context", "set_start_method"} and [a.value for a in node.args] != ["spawn"]:
                yield called


@pytest.mark.parametrize("package", [*PACKAGES, "tableside.py"])
def test_nothing_is_used_that_one_system_alone_has(package):
    found = {}
    for path in FILES:
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(package):
            continue
        named = set(used(ast.parse(path.read_text(encoding="utf-8")))) - GUARDED.get(name, set())
        if named:
            found[name] = named
    assert found == {}


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("import fcntl", "fcntl"),
        ("from os import fork", "fork"),
        ("os.getppid()", "getppid"),
        ("subprocess.Popen(words, start_new_session=True)", "start_new_session"),
        ("multiprocessing.Process(target=run)", "multiprocessing.Process"),
        ("multiprocessing.get_context('fork')", "get_context"),
    ],
)
def test_what_one_system_alone_has_is_found(line, name):
    assert list(used(ast.parse(line))) == [name]


def test_what_is_guarded_is_still_used():
    for name, allowed in GUARDED.items():
        assert allowed <= set(used(ast.parse((ROOT / name).read_text(encoding="utf-8"))))
