"""A private session of GNOME: its session manager and its shell, headless, for an ordinary user.

The shell runs in unsafe mode, in which it evaluates JavaScript for us: so it is known where windows are.
"""

import json
import os
import subprocess
import tempfile

import gi
from gi.repository import Gio, GLib

from .actions import APPLICATION_ID
from .pointer import SUPER
from .series import REPOSITORY
from .session_wayland import SCREEN, SETTINGS, SOCKET, MutterInput, WaylandSession, compositor_command
from .waiting import wait_until, wait_until_equal

gi.require_version("GdkPixbuf", "2.0")
from gi.repository import GdkPixbuf  # noqa: E402

SHELL = "org.gnome.Shell"
SESSION_MANAGER = "org.gnome.SessionManager"
SYSTEM_BUS = "system-bus"

# The pointer is driven into the corner in which it would open the overview.
OWN_SETTINGS = """
[org/gnome/desktop/interface]
enable-animations=false
enable-hot-corners=false

[org/gnome/shell]
welcome-dialog-last-shown-version='999'

[org/gnome/desktop/session]
idle-delay=uint32 0

[org/gnome/desktop/lockdown]
disable-lock-screen=true
"""

SESSION = """[GNOME Session]
Name=Journeys
RequiredComponents=journeys.shell;
"""

SHELL_ENTRY = f"""[Desktop Entry]
Type=Application
Name=GNOME Shell
Exec=gnome-shell --headless --unsafe-mode --no-x11 --wayland-display={SOCKET} --virtual-monitor {SCREEN[0]}x{SCREEN[1]}
X-GNOME-Autostart-Phase=DisplayServer
X-GNOME-Autostart-Notify=true
NoDisplay=true
"""

FOCUS = "global.stage.key_focus?.label ?? ''"
"""The label of the shell's focused button."""

FOUND = "Main.overview.searchController._searchResults._defaultResult?.metaInfo?.name ?? ''"
"""What Enter opens in the overview."""


class GnomeShellSession(WaylandSession):
    """GNOME as it is after a log-in; it can be logged out of, and into again."""

    name = "gnome-shell"

    def start_display(self):
        home = os.path.join(self.folder, "compositor")
        self.socket, _, environment = compositor_command(home)
        settings = os.path.join(home, ".config", "glib-2.0", "settings", "keyfile")
        with open(settings, "a", encoding="utf-8") as file:
            file.write(OWN_SETTINGS)
        self._share = os.path.join(home, "share")
        self._write("gnome-session/sessions/journeys.session", SESSION)
        self._write("applications/journeys.shell.desktop", SHELL_ENTRY)
        self._install_search()
        self._own = self.base_environment() | environment | {
            "DBUS_SYSTEM_BUS_ADDRESS": self._start_system_bus(),
            "XDG_CURRENT_DESKTOP": "GNOME",
            "XDG_DATA_DIRS": f"{self._share}:{self.base_environment().get('XDG_DATA_DIRS', '')}"
                             ":/usr/local/share:/usr/share",
            "XDG_SESSION_CLASS": "user",
            "XDG_SESSION_TYPE": "wayland",
        }
        self.spawn("pipewire", environment=self._own)
        self._begin(os.path.join(home, "autostart"), {})

    def _write(self, name, text):
        path = os.path.join(self._share, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def _install_search(self):
        """Tell the shell's search of the program, which has to be running already."""
        data = os.path.join(REPOSITORY, "data")
        for source, target in (
            (f"{APPLICATION_ID}.desktop", f"applications/{APPLICATION_ID}.desktop"),
            (f"{APPLICATION_ID}.search-provider.ini",
             f"gnome-shell/search-providers/{APPLICATION_ID}.search-provider.ini"),
        ):
            with open(os.path.join(data, source), encoding="utf-8") as file:
                text = file.read()
            program = os.environ["HAWK_NOTES_PROGRAM"]
            self._write(target, text.replace("Exec=hawk-notes", f"Exec={program}"))

    def _start_system_bus(self):
        """One on which there is nothing: no service of the machine is reached."""
        socket = os.path.join(self.folder, SYSTEM_BUS)
        address = f"unix:path={socket}"
        self.spawn(
            "dbus-daemon", "--nofork", "--session", f"--address={address}",
            environment=self.base_environment() | {"XDG_DATA_DIRS": self.folder},
        )
        wait_until(lambda: os.path.exists(socket), "the system bus")
        return address

    # The session

    def _begin(self, autostart, environment):
        os.makedirs(autostart, exist_ok=True)
        self._manager = self.spawn(
            "/usr/libexec/gnome-session-binary", "--session=journeys",
            "--disable-acceleration-check", f"--autostart={autostart}",
            environment=environment | self._own,
        )
        wait_until(lambda: os.path.exists(self.socket), "the shell's socket")
        wait_until(lambda: self.evaluate("Main.layoutManager._startingUp") is False, "the shell")
        wait_until(self._is_running, "the session")
        wait_until(self._is_at_desktop, "the desktop")
        self.input = wait_until(lambda: MutterInput(self.bus), "the shell's remote desktop")

    def _is_at_desktop(self):
        """Leave the overview, with which the shell begins; it may come once more."""
        self.evaluate("Main.overview.hide()")
        return self.evaluate("!Main.overview.visible && !Main.overview.animationInProgress"
                             " && Main.modalCount === 0")

    def _is_running(self):
        return self._call(SESSION_MANAGER, "/org/gnome/SessionManager", SESSION_MANAGER,
                          "IsSessionRunning")[0]

    def log_out(self):
        """Log out, and confirm it in the shell's dialog."""
        self._call(SESSION_MANAGER, "/org/gnome/SessionManager", SESSION_MANAGER, "Logout",
                   GLib.Variant("(u)", (0,)))
        wait_until_equal(lambda: self.evaluate(FOCUS), "Cancel", "the question")
        self.input.key("Right")
        wait_until_equal(lambda: self.evaluate(FOCUS), "Log Out", "the answer")
        self.input.key("Return")
        wait_until(lambda: self._manager.poll() is not None, "the end of the session")

    def log_in(self, autostart, environment):
        """Log in again; the session starts the entries of the folder with this environment."""
        keyfile = os.path.join(environment["XDG_CONFIG_HOME"], "glib-2.0", "settings", "keyfile")
        with open(keyfile, "r+", encoding="utf-8") as file:
            if OWN_SETTINGS not in file.read():
                file.write(SETTINGS + OWN_SETTINGS)
        wait_until(lambda: not os.path.exists(self.socket), "the old shell's end")
        # The last one went with the session.
        self._start_accessibility_bus()
        self._begin(autostart, environment)

    # The shell

    def _call(self, service, path, interface, method, parameters=None):
        return self.bus.call_sync(
            service, path, interface, method, parameters, None,
            Gio.DBusCallFlags.NONE, 10_000, None,
        ).unpack()

    def evaluate(self, expression):
        """The value of a JavaScript expression in the shell; None while it does not answer."""
        try:
            done, value = self._call(SHELL, "/org/gnome/Shell", SHELL, "Eval",
                                     GLib.Variant("(s)", (expression,)))
        except GLib.Error:
            return None
        if not done:
            raise AssertionError(f"the shell says of {expression}: {value}")
        return json.loads(value) if value else None

    def search(self, text, name):
        """Open the overview, type, wait until the first thing found has this name, and open it."""
        self.input.key(SUPER)
        wait_until(lambda: self.evaluate("Main.overview.visible && !Main.overview.animationInProgress"),
                   "the overview")
        self.input.type(text)
        wait_until_equal(lambda: self.evaluate(FOUND), name, "what is found")
        self.input.key("Return")

    def set(self, schema, key, value):
        """Change a setting of the desktop."""
        subprocess.run(["gsettings", "set", schema, key, value], env=self._own, check=True)

    def start_portal(self):
        """Start the settings portal, which a complete desktop has."""
        for name in ("xdg-desktop-portal-gtk", "xdg-desktop-portal"):
            self.spawn(f"/usr/libexec/{name}", environment=self._own | self.display_environment())

    # Windows

    def _find(self, window):
        return (
            "global.get_window_actors().map(a => a.meta_window).find(w => "
            f"w.get_gtk_window_object_path() === {json.dumps(window.path)})"
        )

    def window_origin(self, window):
        rectangle = wait_until(
            lambda: self.evaluate(
                f"(r => r && [r.x, r.y, r.width, r.height])({self._find(window)}?.get_frame_rect())"
            ),
            f"where {window} is",
        )
        x, y, width, height = rectangle
        _, _, inner_width, inner_height = window.frame.extents
        return x + (width - inner_width) // 2, y + (height - inner_height) // 2

    def raise_window(self, window):
        def is_raised():
            self.evaluate(f"{self._find(window)}?.activate(global.get_current_time())")
            return self._is_at_desktop() and window.is_active

        wait_until(is_raised, f"{window} to be active")

    def pixel(self, x, y):
        """Red, green and blue of a point of the screen, from 0 to 255."""
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            path = os.path.join(folder, "screen.png")
            self.screenshot(path)
            picture = GdkPixbuf.Pixbuf.new_from_file(path)
        offset = y * picture.get_rowstride() + x * picture.get_n_channels()
        return tuple(picture.get_pixels()[offset:offset + 3])

    def screenshot(self, path):
        self._call(f"{SHELL}", "/org/gnome/Shell/Screenshot", f"{SHELL}.Screenshot", "Screenshot",
                   GLib.Variant("(bbs)", (False, False, path)))
