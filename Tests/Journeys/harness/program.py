"""The program under test: its process, its folders, its windows."""

import os
import shutil
import signal
import subprocess
import tempfile
import time

from gi.repository import GLib

from . import accessibility
from .accessibility import BUTTONS, FRAMES, LIST_ITEMS, MENU_ITEMS, STATE_ACTIVE, STATE_FOCUSED
from .accessibility import TABS, TEXTS
from .actions import Actions, owner_pid, window_paths
from .pointer import LEFT, RIGHT
from .waiting import INTERVAL, NeverHappened, wait_until, wait_until_equal

PROGRAM_VARIABLE = "HAWK_NOTES_PROGRAM"
DATA_VARIABLE = "HAWK_NOTES_DATA_DIR"

QUIET = 0.4
"""Seconds without any write after which everything is taken to be on disk. At most the last 0.1 s
of typing may be missing from disk; the rest is for a machine that is busy with other things."""

KEY_PACE = 0.1
"""Seconds between what was seen last and the first key. GTK drops keys that come before the first
frame of what has just been put in place or focused, which is quicker than anybody is."""

STEADY = 0.1
"""Seconds between two looks that show whether something moves: several frames of an animation."""

SCROLL_ATTEMPTS = 40
"""Turns of the wheel after which something that is not in view counts as not there."""

COMPOSER = "New note"


class Program:
    """One installation of the program: folders that outlive its processes."""

    def __init__(self, session):
        self.session = session
        self.executable = os.environ[PROGRAM_VARIABLE]
        self.folder = tempfile.mkdtemp(prefix="hawk-notes-journey-")
        self.log_path = os.path.join(self.folder, "program.log")
        self.data_folder = os.environ.get(DATA_VARIABLE)
        self.process = None
        self.actions = Actions(session.bus)
        for name in ("home", "data", "state", "config", "cache", "runtime"):
            os.mkdir(os.path.join(self.folder, name), 0o700)

    # Folders

    @property
    def state_folder(self):
        return os.path.join(self.folder, "state", "hawk-notes")

    @property
    def windows_folder(self):
        return os.path.join(self.state_folder, "windows")

    @property
    def quarantine_folder(self):
        return os.path.join(self.state_folder, "quarantine")

    def state_files(self):
        """The paths of the state files of windows."""
        return _files_below(self.windows_folder)

    def environment(self):
        """The whole environment of the program: nothing of the user's own leaks in."""
        environment = self.session.base_environment() | self.session.display_environment()
        for variable, name in (
            ("HOME", "home"),
            ("XDG_DATA_HOME", "data"),
            ("XDG_STATE_HOME", "state"),
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_CACHE_HOME", "cache"),
            ("XDG_RUNTIME_DIR", "runtime"),
        ):
            environment[variable] = os.path.join(self.folder, name)
        if self.data_folder:
            environment[DATA_VARIABLE] = self.data_folder
        return environment

    # The process

    def start(self, *arguments, windows=1):
        """Start the program and wait until it shows this many windows; None: any number."""
        assert self.process is None, "the program is already running"
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                [self.executable, *arguments],
                env=self.environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        return self.wait_for_windows(windows)

    def run(self, *arguments, environment=None):
        """Run the program beside the one that may be running, to its end: (status, output)."""
        done = subprocess.run(
            [self.executable, *arguments],
            env=environment or self.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=30,
            check=False,
        )
        return done.returncode, done.stdout.decode(errors="replace")

    def _ended(self):
        status = self.process.wait(timeout=30)
        self.process = None
        wait_until(lambda: owner_pid(self.session.bus) is None, "the program's name to be free")
        return status

    def kill(self):
        """End the program as a crash or the kernel would, once what was done is on disk."""
        self.wait_until_saved()
        self.process.kill()
        self._ended()

    def terminate(self):
        """End the program as a logout does; it must end well."""
        self.process.send_signal(signal.SIGTERM)
        return self._ended()

    def quit(self):
        """End the program by its own action; it must end well."""
        self.actions.activate("quit")
        return self._ended()

    def wait_until_gone(self):
        """Wait until the program has ended by itself; return its exit status."""
        return self._ended()

    def wait_until_saved(self):
        """Wait until nothing has been written for a while."""
        last, since = None, time.monotonic()
        end = since + 20
        while time.monotonic() < end:
            now = _signature(self.state_folder)
            if now != last:
                last, since = now, time.monotonic()
            elif time.monotonic() - since >= QUIET:
                return
            time.sleep(INTERVAL)
        raise NeverHappened("the state folder is written to although nothing changes")

    def dispose(self):
        """End the process if it still runs, and remove the folders."""
        if self.process is not None:
            self.process.kill()
            self._ended()
        shutil.rmtree(self.folder, ignore_errors=True)

    # Windows

    def root(self):
        """The program's accessible root, or None while it is not there."""
        return accessibility.application(self.session.accessibility_bus, self.process.pid)

    def frames(self):
        """The accessible frames, in the order in which they were made."""
        root = self.root()
        return [node for node in root.children() if node.role in FRAMES] if root else []

    def windows(self):
        """The windows, in the order in which they were made."""
        frames = self.frames()
        windows = []
        for path in window_paths(self.session.bus):
            title = self.session.title_of(path)
            named = [frame for frame in frames if title is None or frame.name == title]
            frame = (named or frames or [None])[0]
            if frame is None:
                break
            frames.remove(frame)
            windows.append(Window(self, frame, path))
        return windows

    def window_count(self):
        """How many windows there are, by what the program says and by what a reader sees."""
        return max(len(window_paths(self.session.bus)), len(self.frames()))

    def wait_for_windows(self, count):
        """Wait until there are exactly this many windows (None: any number but none at all), all of
        them laid out and with a title."""

        def ready():
            if self.process.poll() is not None:
                raise AssertionError(
                    f"the program ended with status {self.process.returncode}:\n{self.log_tail()}"
                )
            windows = self.windows()
            shown = all(window.title and window.frame.extents[2] > 0 for window in windows)
            enough = windows and count in (None, len(windows))
            return windows if enough and len(windows) == self.window_count() and shown else None

        return wait_until(ready, f"{count or 'some'} windows")

    def window(self, title):
        """Wait for the one window with this title."""

        def only():
            found = [window for window in self.windows() if window.title == title]
            return found[0] if len(found) == 1 else None

        return wait_until(only, f"one window titled {title!r}")

    def new_window(self, open_it):
        """Do what opens a window, and return that window."""
        before = {window.path for window in self.windows()}
        open_it()
        windows = self.wait_for_windows(len(before) + 1)
        return next(window for window in windows if window.path not in before)

    def titles(self):
        """The titles of all windows, sorted."""
        return sorted(window.title for window in self.windows())

    def active_title(self):
        """The title of the window that has the focus, or None."""
        return next((window.title for window in self.windows() if window.is_active), None)

    def log_tail(self, size=4000):
        """The end of what the program printed."""
        with open(self.log_path, "rb") as log:
            return log.read()[-size:].decode(errors="replace")


class Window:
    """One window of the program: its accessible frame and its actions."""

    def __init__(self, program, frame, path):
        self.program = program
        self.session = program.session
        self.frame = frame
        self.path = path
        self.actions = Actions(program.session.bus, path)

    def __repr__(self):
        return f"window {self.path.rsplit('/', 1)[1]}"

    @property
    def title(self):
        return self.frame.name

    @property
    def is_active(self):
        return self.frame.has_state(STATE_ACTIVE)

    # Finding what is shown

    def visible_point(self, node):
        """A point of the window at which `node` can be hit, or None when it is not in view."""
        extents = node.safe_extents()
        if extents is None or extents[2] <= 0 or extents[3] <= 0:
            return None
        x, y, width, height = extents
        _, _, window_width, window_height = self.frame.extents
        left, right = max(x, 0), min(x + width, window_width)
        top, bottom = max(y, 0), min(y + height, window_height)
        if left >= right or top >= bottom:
            return None
        for down in (0.5, 0.25, 0.75, 0.1, 0.9):
            for across in (0.5, 0.25, 0.75):
                point = int(left + (right - left) * across), int(top + (bottom - top) * down)
                hit = self.frame.child_at(*point)
                if hit is not None and hit.is_at_or_below(node):
                    return point
        return None

    def steady_point(self, node):
        """A point at which `node` can be hit, once it is still: pages slide, lists scroll."""
        point, last = None, None

        def settled():
            nonlocal point, last
            last, point = point, self.visible_point(node)
            return point if point is not None and point == last else time.sleep(STEADY)

        return wait_until(settled, f"{node} to be in view and still")

    def visible(self, roles, name=None):
        """The things of this kind and name that can be hit right now."""
        found = self.frame.find_all(roles, name)
        return [node for node in found if self.visible_point(node) is not None]

    def find(self, roles, name):
        """Wait for the thing of this kind and name on the page that is shown, scrolling to it."""

        def look():
            nodes = self.visible(roles, name)
            if nodes:
                return nodes[0]
            candidates = self.frame.find_all(roles, name)
            return next(filter(self._scroll_to, candidates), None)

        return wait_until(look, f"{name!r} ({', '.join(sorted(roles))}) in {self}")

    def _scroll_to(self, node):
        """Turn the wheel in the column where `node` is, until it is in view."""
        extents = node.safe_extents()
        if extents is None or extents[2] <= 0 or extents[3] <= 0:
            return False
        _, _, width, height = self.frame.extents
        middle = extents[0] + extents[2] // 2
        if not 0 < middle < width or 0 < extents[1] and extents[1] + extents[3] < height:
            return False
        self.session.raise_window(self)
        self.session.input.move(*self.on_screen((middle, height // 2)))
        for _ in range(SCROLL_ATTEMPTS):
            before = node.safe_extents()
            if before is None:
                return False
            self.session.input.raw_scroll(1 if before[1] + before[3] // 2 > height // 2 else -1)
            try:
                wait_until(lambda seen=before: node.extents != seen, "scrolling", deadline=0.5)
            except NeverHappened:
                break
            if self.visible_point(node) is not None:
                return True
        return self.visible_point(node) is not None

    def on_screen(self, point):
        """The screen coordinates of a point of the window."""
        left, top = self.session.window_origin(self)
        return left + point[0], top + point[1]

    # Real input

    def click(self, node, button=LEFT, modifiers=()):
        """Click on something that is in view."""
        self.session.raise_window(self)
        point = self.steady_point(node)
        self.session.input.click(self.on_screen(point), button, modifiers)

    def press(self, name):
        """Click the button with this name."""
        self.click(self.find(BUTTONS, name))

    def key(self, keysym, *modifiers):
        """Press a key while the window has the focus, no sooner than a person could."""
        self.session.raise_window(self)
        time.sleep(KEY_PACE)
        self.session.input.key(keysym, *modifiers)

    def choose_from_menu(self, row, label):
        """Open the context menu of a row and choose an item."""
        self.click(row, button=RIGHT)
        # A popover's own position is unknown, so its item is chosen by its accessible action.
        item = wait_until(
            lambda: next(iter(self.frame.find_all(MENU_ITEMS | BUTTONS, label)), None),
            f"the menu item {label!r}",
        )
        item.do_action()

    # Pages

    @property
    def tab(self):
        """The selected tab: a book's UUID in lower case, or `favorites`."""
        state = self.actions.state("select-tab")
        return state.lower() if state else state

    @property
    def can_go_back(self):
        return self.actions.is_enabled("go-back")

    @property
    def shows_amazon_page(self):
        return bool(self.actions.state("show-amazon-page"))

    def select_tab(self, tab):
        """Click a tab (see `series.Tab`) and wait until it is selected."""
        if self.tab != tab.id:
            self.click(self.find(TABS, tab.title))
        self.expect_tab(tab)

    def expect_tab(self, tab):
        wait_until_equal(lambda: self.tab, tab.id, f"the selected tab of {self}")

    def expect_title(self, title):
        wait_until_equal(lambda: self.title, title, f"the title of {self}")

    def open_character(self, name):
        """Click a character's row and wait for the page."""
        self.click(self.row(name))
        self.expect_title(name)

    def row(self, name):
        return self.find(LIST_ITEMS, name)

    def go_back(self):
        """Press Back."""
        wait_until(lambda: self.can_go_back, f"{self} to be able to go back")
        self.press("Back")

    # Notes

    def composer(self):
        return self.find(TEXTS, COMPOSER)

    def focus_composer(self):
        """Click into the composer and wait until it takes keys."""
        composer = self.composer()
        self.click(composer)
        wait_until(lambda: composer.has_state(STATE_FOCUSED), f"focus in the composer of {self}")
        time.sleep(KEY_PACE)
        return composer

    def draft(self):
        return self.composer().text

    def expect_draft(self, text, caret=None):
        """Wait until the composer that is shown has this text, and the cursor is here."""
        wait_until_equal(self.draft, text, f"the draft in {self}")
        if caret is not None:
            wait_until_equal(lambda: self.composer().caret, caret, f"the cursor in {self}")

    def write_draft(self, text, caret=None):
        """Click into the composer and type; then step back with the arrow keys to `caret`."""
        composer = self.focus_composer()
        before = composer.text
        self.session.input.type(text)
        wait_until_equal(lambda: len(composer.text), len(before) + len(text), "what was typed")
        if caret is not None:
            for _ in range(composer.caret - caret):
                self.session.input.key("Left")
            wait_until_equal(lambda: composer.caret, caret, f"the cursor in {self}")

    def save_note(self, text):
        """Type a note and press Save Note."""
        self.write_draft(text)
        self.press("Save Note")
        self.expect_draft("")

    def says(self, text):
        """Whether anything but a composer in the window, shown or not, contains this text."""
        for node in self.frame.descendants():
            try:
                name = node.name
                if text in name:
                    return True
                if name != COMPOSER and node.role in TEXTS and text in node.text:
                    return True
            except GLib.Error:
                continue
        return False


def _files_below(folder):
    return sorted(
        os.path.join(parent, name) for parent, _, names in os.walk(folder) for name in names
    )


def _signature(folder):
    signature = []
    for path in _files_below(folder):
        try:
            status = os.stat(path)
        except FileNotFoundError:
            continue
        signature.append((path, status.st_mtime_ns, status.st_size))
    return signature
