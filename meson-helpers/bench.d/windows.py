"""Sees from outside, through the X server, when windows are mapped and painted."""

import select
import time

from Xlib import X, display, error
from Xlib.ext import damage, xtest

# Pixels of more than two colours are content; the server itself fills a new window with one.
COLORS_OF_CONTENT = 3


class Window:
    """A toplevel window of the program, as the X server sees it. Times are `time.monotonic()`."""

    def __init__(self, resource):
        self.resource = resource
        self.mapped_at = None
        self.painted_at = None


class WindowWatcher:
    """Follows all toplevel windows of a display. One program at a time may run on it."""

    def __init__(self):
        self.display = display.Display()
        self.windows = {}
        self.last_damage = None
        self.damage_event = self.display.extension_event.DamageNotify
        self.display.damage_query_version()
        self.display.screen().root.change_attributes(event_mask=X.SubstructureNotifyMask)
        self.display.sync()

    def forget(self):
        """Begins anew, for the next program."""
        self._read(0)
        self.windows = {}

    def mapped(self):
        return [window for window in self.windows.values() if window.mapped_at is not None]

    def wait_until(self, is_reached, seconds):
        """Reads events until `is_reached()`; false when it was not within the time."""
        end = time.monotonic() + seconds
        while not is_reached():
            left = end - time.monotonic()
            if left <= 0:
                return False
            self._read(min(left, 0.2))
        return True

    def wait_for_quiet(self, seconds, at_most=10.0):
        """Waits until nothing has been painted for `seconds`; false when painting never ends."""
        end = time.monotonic() + at_most
        while time.monotonic() < end:
            before = self.last_damage
            self._read_for(seconds)
            if self.last_damage == before:
                return True
        return False

    def click(self, window, x, y):
        """Clicks at a point in the coordinates of `window`."""
        root = self.display.screen().root
        place = window.resource.translate_coords(root, 0, 0)
        # Measured from the root: translate_coords answers where the root's corner is.
        xtest.fake_input(self.display, X.MotionNotify, x=x - place.x, y=y - place.y)
        xtest.fake_input(self.display, X.ButtonPress, 1)
        xtest.fake_input(self.display, X.ButtonRelease, 1)
        self.display.sync()

    def seconds_from_key_to_paint(self, keysym, seconds=5.0):
        """Presses a key and returns how long it takes until something is painted, or None."""
        keycode = self.display.keysym_to_keycode(keysym)
        self._read(0)
        self.last_damage = None
        start = time.monotonic()
        xtest.fake_input(self.display, X.KeyPress, keycode)
        self.display.flush()
        was_painted = self.wait_until(lambda: self.last_damage is not None, seconds)
        painted_at = self.last_damage
        xtest.fake_input(self.display, X.KeyRelease, keycode)
        self.display.flush()
        return painted_at - start if was_painted else None

    def _read_for(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._read(left)

    def _read(self, seconds):
        """Handles all events that are there, after waiting for the first one."""
        if not self.display.pending_events():
            select.select([self.display.fileno()], [], [], seconds)
        while self.display.pending_events():
            self._handle(self.display.next_event(), time.monotonic())

    def _handle(self, event, now):
        if event.type == X.CreateNotify and not event.override:
            self._follow(event.window, now)
        elif event.type == X.MapNotify and event.window.id in self.windows:
            self._note_mapped(self.windows[event.window.id], now)
        elif event.type == X.DestroyNotify:
            self.windows.pop(event.window.id, None)
        elif event.type == self.damage_event:
            self._note_painted(event, now)

    def _follow(self, resource, now):
        ignored = error.CatchError(error.BadWindow, error.BadDrawable, error.BadMatch)
        resource.change_attributes(event_mask=X.StructureNotifyMask, onerror=ignored)
        resource.damage_create(damage.DamageReportRawRectangles)
        window = Window(resource)
        self.windows[resource.id] = window
        try:
            # Mapped before anybody was looking: the event is not coming any more.
            if resource.get_attributes().map_state != X.IsUnmapped:
                self._note_mapped(window, now)
        except error.XError:
            self.windows.pop(resource.id, None)

    def _note_mapped(self, window, now):
        try:
            geometry = window.resource.get_geometry()
        except error.XError:
            return
        # Helper windows of the toolkit are a pixel or so in size.
        if window.mapped_at is None and min(geometry.width, geometry.height) >= 100:
            window.mapped_at = now

    def _note_painted(self, event, now):
        window = self.windows.get(event.drawable.id)
        if window is None or window.mapped_at is None:
            return
        self.last_damage = now
        if window.painted_at is None and self._has_content(window):
            window.painted_at = now

    def _has_content(self, window):
        try:
            geometry = window.resource.get_geometry()
            middle = geometry.width // 2
            image = window.resource.get_image(
                middle, 0, 1, geometry.height, X.ZPixmap, 0xFFFFFFFF)
        except error.XError:
            return False
        pixels = {image.data[start:start + 4] for start in range(0, len(image.data), 4)}
        return len(pixels) >= COLORS_OF_CONTENT
