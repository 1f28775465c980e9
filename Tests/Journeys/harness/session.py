"""The part of a private session that X11 and Wayland have in common: buses and processes.

Nothing of the user's own session is read, reached or changed. Only processes that were started here
are ended here.
"""

import os
import shutil
import subprocess
import tempfile

from gi.repository import Gio, GLib

from . import gtk
from .waiting import wait_until

BUS_CONFIGURATION = """<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={socket}</listen>
  <servicedir>{services}</servicedir>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/>
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
"""The one service folder is empty: nothing is started behind the journey's back, unless a journey wants
it. Every user is let in because the compositor runs as somebody else when the journeys run as root."""

LIBEXEC_FOLDERS = ("/usr/libexec", "/usr/lib/at-spi2-core")


def connect(address):
    """Return a connection of our own to the message bus at `address`."""
    flags = Gio.DBusConnectionFlags
    return Gio.DBusConnection.new_for_address_sync(
        address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None
    )


class Session:
    """A session bus, an accessibility bus and a folder; subclasses add the display.

    A subclass sets `input` (see `pointer.Input`) and implements `display_environment`,
    `start_display`, `window_origin`, `raise_window`, `free_point` and `screenshot`.
    """

    name = "none"
    input = None

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="hawk-notes-journeys-")
        # The compositor may be another user, who has to get through to its own folder.
        os.chmod(self.folder, 0o711)
        self.log_path = os.path.join(self.folder, "session.log")
        self._processes = []
        self._log = open(self.log_path, "ab")
        try:
            self._start()
        except BaseException:
            self.stop()
            raise

    def _start(self):
        self._start_session_bus()
        self.start_display()
        self._start_accessibility_bus()

    # What subclasses provide

    def display_environment(self):
        """The environment variables that lead a program to this session's display."""
        raise NotImplementedError

    def start_display(self):
        """Start the display server and whatever manages its windows."""
        raise NotImplementedError

    def put_pointer_away(self):
        """Move the pointer to where it lies over no window, if it can be in the way of the keyboard."""

    # Processes

    def base_environment(self):
        """The environment of the session's own processes, and the ground for the program's."""
        kept = ("PATH", "LD_LIBRARY_PATH", "XDG_DATA_DIRS", "GSETTINGS_SCHEMA_DIR")
        environment = {key: os.environ[key] for key in kept if key in os.environ}
        environment.update(
            HOME=self.folder,
            LANG="C.UTF-8",
            XDG_RUNTIME_DIR=self.folder,
            DBUS_SESSION_BUS_ADDRESS=self.bus_address,
            # Preferences go to a file in the test's folder, not to a daemon.
            GSETTINGS_BACKEND="keyfile",
            # Software drawing: the quickest to start where there is no graphics card. Without OpenGL, a
            # seventh of what a start costs the processor goes, which is loading a compiler for it.
            GSK_RENDERER="cairo",
            LIBGL_ALWAYS_SOFTWARE="1",
        )
        return environment | gtk.without_opengl()

    def spawn(self, *command, environment=None, **options):
        """Start a process of the session; it is ended with the session."""
        process = subprocess.Popen(
            command,
            env=environment or self.base_environment(),
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            **options,
        )
        self._processes.append(process)
        return process

    def stop(self):
        """End the session's processes, the last one first, and remove its folder."""
        for process in reversed(self._processes):
            process.terminate()
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._processes.clear()
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    # Buses

    def _start_session_bus(self):
        socket = os.path.join(self.folder, "session-bus")
        configuration = os.path.join(self.folder, "session-bus.conf")
        self.services_folder = os.path.join(self.folder, "services")
        os.mkdir(self.services_folder)
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(BUS_CONFIGURATION.format(socket=socket, services=self.services_folder))
        self.bus_address = f"unix:path={socket}"
        self.spawn("dbus-daemon", "--nofork", f"--config-file={configuration}")
        wait_until(lambda: os.path.exists(socket), "the session bus")
        os.chmod(socket, 0o666)
        self.bus = wait_until(lambda: connect(self.bus_address), "a session bus connection")

    def offer_services(self, environment):
        """Have the bus start, from now on, what is in the folder of services, with this environment."""
        bus = "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus"
        for method, parameters in (
            ("UpdateActivationEnvironment", GLib.Variant("(a{ss})", (environment,))),
            ("ReloadConfig", None),
        ):
            self.bus.call_sync(
                *bus, method, parameters, None, Gio.DBusCallFlags.NONE, 10_000, None
            )

    def _start_accessibility_bus(self):
        environment = self.base_environment() | self.display_environment()
        environment["XDG_RUNTIME_DIR"] = self.folder
        launcher = _libexec("at-spi-bus-launcher")
        self.spawn(launcher, "--launch-immediately", environment=environment)

        def ask():
            reply = self.bus.call_sync(
                "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress",
                None, None, Gio.DBusCallFlags.NONE, 2000, None,
            )
            return reply.unpack()[0]

        address = wait_until(ask, "the accessibility bus")
        self.accessibility_bus = connect(address)


def _libexec(name):
    for folder in LIBEXEC_FOLDERS:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return path
    folders = ", ".join(LIBEXEC_FOLDERS)
    raise FileNotFoundError(f"{name} is in none of {folders}: install at-spi2-core")
