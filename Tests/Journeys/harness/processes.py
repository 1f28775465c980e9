"""The processes that the program has started, and what a process has opened, read from /proc."""

import os

WEB_PROCESS = "WebKitWebProces"
"""What the kernel keeps of the name of the process in which the web engine runs pages."""

SANDBOX = "bwrap"


def descendants(pid):
    """The processes below `pid` that have not ended, as a dictionary from process id to name."""
    parents, names = {}, {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        status = _status(entry)
        if status and not status["State"].startswith("Z"):
            parents[int(entry)] = int(status["PPid"])
            names[int(entry)] = status["Name"]
    return {one: names[one] for one in parents if _is_below(one, pid, parents)}


def web_processes(pid):
    """The process ids of the web processes below `pid`."""
    return [one for one, name in descendants(pid).items() if name == WEB_PROCESS]


def is_running(pid):
    status = _status(str(pid))
    return bool(status) and not status["State"].startswith("Z")


def maps(pid):
    """The files that are mapped into a process, as text."""
    with open(f"/proc/{pid}/maps", encoding="utf-8") as file:
        return file.read()


def _status(entry):
    """The fields of a process's status, or None when it has just gone."""
    try:
        with open(f"/proc/{entry}/status", encoding="utf-8", errors="replace") as file:
            return dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)
    except (FileNotFoundError, ProcessLookupError):
        return None


def _is_below(pid, ancestor, parents):
    while pid in parents:
        pid = parents[pid]
        if pid == ancestor:
            return True
    return False
