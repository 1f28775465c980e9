"""The data that a drag offers to other programs, as requested on X11."""

import select
import time

from Xlib import X, Xatom, display

PATIENCE = 5
"""Seconds within which the program answers."""


def drag_formats(session):
    """The formats that the drag which is on offers."""
    connection = display.Display(session.display_name)
    try:
        window = connection.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        answer = connection.get_atom("FORMATS")
        window.convert_selection(
            connection.get_atom("XdndSelection"), connection.get_atom("TARGETS"), answer,
            X.CurrentTime,
        )
        connection.flush()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            select.select([connection], [], [], 0.1)
            while connection.pending_events():
                event = connection.next_event()
                if event.type == X.SelectionNotify:
                    value = window.get_full_property(answer, Xatom.ATOM)
                    return {connection.get_atom_name(one) for one in value.value}
        raise AssertionError("nothing is dragged")
    finally:
        connection.close()
