"""Joining two characters or two books by the menu of a page."""

from harness.accessibility import LIST_ITEMS, MENU_ITEMS
from harness.waiting import wait_until_there


def join(journey, window, menu, item, other):
    """Join what a window shows with another one by the menu of its page."""
    window.press(menu)
    wait_until_there(
        lambda: next(iter(window.frame.find_all(MENU_ITEMS, item)), None), f"the item {item!r}"
    ).do_action()
    dialog = journey.program.dialog(item.rstrip("…"))
    journey.session.raise_window(dialog)
    journey.session.input.type(other)
    dialog.find(LIST_ITEMS, other)
    journey.session.input.key("Return")
    dialog.press("Join")
    journey.program.wait_until_closed(dialog)
