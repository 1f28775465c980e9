"""Work beside the tests, such as a build: it is paused while a test must run alone."""

import contextlib
import os
import signal

VARIABLE = "HAWK_NOTES_TEST_BESIDE"
"""The leaders of its sessions, by their numbers, with spaces between them."""


class Beside:
    """The sessions that the environment names."""

    def __init__(self):
        self._leaders = {int(word) for word in os.environ.get(VARIABLE, "").split()}
        self._is_paused = False

    def pause(self, is_paused):
        """Let all of their processes stand still, or go on."""
        if self._is_paused != is_paused:
            self._is_paused = is_paused
            self._send(signal.SIGSTOP if is_paused else signal.SIGCONT)

    def _send(self, number):
        # By session: what builds begins a group for each of its compilers.
        for name in os.listdir("/proc") if self._leaders else ():
            with contextlib.suppress(ValueError, ProcessLookupError, PermissionError):
                if os.getsid(int(name)) in self._leaders:
                    os.kill(int(name), number)
