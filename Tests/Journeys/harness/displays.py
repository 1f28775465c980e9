"""Display servers beside the session's own, which can be killed without ending other journeys."""

import os
import shutil
import signal
import subprocess
import tempfile

from .session_wayland import compositor_command
from .waiting import wait_until


class SecondDisplay:
    """A display server of a journey's own: its processes, and how a program reaches it."""

    environment = {}

    def __init__(self):
        self._processes = []

    def spawn(self, *command, environment, **options):
        """Start a process in a group of its own, so that its children go with it."""
        self._processes.append(
            subprocess.Popen(
                command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, start_new_session=True, **options,
            )
        )

    def kill(self):
        """Kill the server, as a crash of it would."""
        for process in self._processes:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()


class SecondServer(SecondDisplay):
    """An X server with a window manager."""

    def __init__(self, session):
        super().__init__()
        read_end, write_end = os.pipe()
        self.spawn(
            "Xvfb", "-displayfd", str(write_end), "-screen", "0", "1280x900x24", "-nolisten",
            "tcp", "-noreset", environment=session.base_environment(), pass_fds=[write_end],
        )
        os.close(write_end)
        with os.fdopen(read_end) as pipe:
            self.environment = {"DISPLAY": ":" + pipe.readline().strip()}
        self.spawn("openbox", environment=session.base_environment() | self.environment)


class SecondCompositor(SecondDisplay):
    """A headless mutter on a bus of its own: its names on the session's bus are taken."""

    def __init__(self, session):
        super().__init__()
        self.folder = tempfile.mkdtemp(prefix="hawk-notes-compositor-")
        socket, command, environment = compositor_command(
            self.folder, "dbus-run-session", "--"
        )
        environment = session.base_environment() | environment
        environment.pop("DBUS_SESSION_BUS_ADDRESS")
        self.spawn(*command, environment=environment)
        self.environment = {"WAYLAND_DISPLAY": socket, "GDK_BACKEND": "wayland"}
        wait_until(lambda: os.path.exists(socket), "the compositor's socket")

    def kill(self):
        super().kill()
        shutil.rmtree(self.folder, ignore_errors=True)
