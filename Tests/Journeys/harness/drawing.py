"""When a window was first drawn, as the X server sees it.

The server's own time counts: it is right however long the journey takes to hear of it.
"""

import select
import threading
import time

from Xlib import X, display
from Xlib.error import XError
from Xlib.ext import damage

WINDOW_AREA = 300 * 200
"""Pixels from which on something that is drawn is a window's content, not a helper's."""


class FirstDrawing:
    """Watches a display from `with` on; `time` is when the first window was drawn, or None."""

    def __init__(self, session):
        self.time = None
        self._display = display.Display(session.display_name)
        self._display.damage_query_version()
        self._root = self._display.screen().root
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self):
        self._root.change_attributes(event_mask=X.SubstructureNotifyMask)
        self._display.sync()
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stopping.set()
        self._thread.join()
        self._display.close()

    def _watch(self):
        while not self._stopping.is_set() and self.time is None:
            select.select([self._display], [], [], 0.05)
            while self._display.pending_events():
                self._look_at(self._display.next_event())

    def _look_at(self, event):
        if event.type == X.CreateNotify:
            try:
                event.window.damage_create(damage.DamageReportRawRectangles)
                self._display.sync()
            except XError:
                pass  # It has gone again.
        elif event.type == self._display.extension_event.DamageNotify:
            if self.time is None and event.area.width * event.area.height >= WINDOW_AREA:
                self.time = _monotonic(event.timestamp)


def _monotonic(timestamp):
    """The `time.monotonic()` of a time of the X server: the same clock, 32 bits of milliseconds."""
    now = time.monotonic()
    return now - ((int(now * 1000) - timestamp) & 0xFFFFFFFF) / 1000
