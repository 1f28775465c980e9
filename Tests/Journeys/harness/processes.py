"""The processes that the program has started, and what a process has opened, read from /proc."""

import os
import signal
import threading
import time

from .waiting import DEADLINE, wait_until

WEB_PROCESS = "WebKitWebProces"
"""What the kernel keeps of the name of the process in which the web engine runs pages."""

SANDBOX = "bwrap"

ENGINE_FILE = "webkitgtk"
"""Part of the name of the web engine's library."""


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
    """The files that are mapped into a process, as text; none when it has ended."""
    try:
        with open(f"/proc/{pid}/maps", encoding="utf-8") as file:
            return file.read()
    except (FileNotFoundError, ProcessLookupError):
        return ""


class FirstTime:
    """Looks at a condition from `with` on; `time` is when it was first seen to hold, or None."""

    INTERVAL = 0.002

    def __init__(self, condition):
        self.time = None
        self._condition = condition
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stopping.set()
        self._thread.join()

    def _watch(self):
        while not self._stopping.wait(self.INTERVAL):
            if self._condition():
                self.time = time.monotonic()
                return


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


class ForeignProcess:
    """A process that another one has started: what `subprocess.Popen` offers of its own, as far as it can be
    known. Its exit status cannot."""

    def __init__(self, pid):
        self.pid = pid
        self.returncode = None

    def poll(self):
        if self.returncode is None and not is_running(self.pid):
            self.returncode = 0
        return self.returncode

    def wait(self, timeout=DEADLINE):
        wait_until(lambda: self.poll() is not None, f"the end of {self.pid}", deadline=timeout)
        return self.returncode

    def send_signal(self, number):
        os.kill(self.pid, number)

    def kill(self):
        self.send_signal(signal.SIGKILL)
