"""A window that is used with the keyboard alone."""

from harness.accessibility import MENU_ITEMS, STATE_FOCUSED
from harness.waiting import wait_until, wait_until_there

FARTHEST = 40
"""So many presses of Tab lead around a window."""


class HandsOnKeys:
    """Mixed into a journey that goes from widget to widget."""

    def go_to(self, window, name):
        """Press Tab until the button called so has the focus."""
        for _ in range(FARTHEST):
            here = self.focused(window)
            if here.name == name:
                return
            window.key("Tab")
            wait_until(lambda left=here: not left.has_state(STATE_FOCUSED), f"the focus to leave {here}")
        self.fail(f"no way to {name!r}")

    def choose_with_keys(self, window, item):
        """Choose from a menu that has just been opened."""
        sought = wait_until_there(lambda: window.frame.find_all(MENU_ITEMS, item), f"the item {item!r}")
        for _ in range(FARTHEST):
            here = self.focused(window)
            if here in sought:
                return window.key("Return")
            window.key("Down")
            wait_until(lambda left=here: not left.has_state(STATE_FOCUSED), f"the focus to leave {here}")
        return self.fail(f"no way to {item!r}")

    def make_narrow(self, window):
        """Make it 360 by 640, beside its shadow."""
        _, _, width, height = self.session.window_geometry(window)
        _, _, inner_width, inner_height = window.frame.extents
        self.session.resize_window(window, 360 + width - inner_width, 640 + height - inner_height)
