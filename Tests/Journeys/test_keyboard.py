"""Everything that works with the keyboard alone."""

from harness.accessibility import LIST_ITEMS, MENU_ITEMS
from harness.journey import Journey
from harness.waiting import wait_until, wait_until_there


class Keyboard(Journey):
    """Keys that belong to no page."""

    def test_f10_opens_the_main_menu_at_its_first_press(self):
        window = self.start()
        window.key("F10")
        wait_until_there(
            lambda: window.frame.find_all(MENU_ITEMS, "About Hawk Notes"), "the main menu to open"
        )

    def test_control_z_brings_back_what_was_deleted(self):
        window = self.start()
        for text in ("one", "two"):
            window.save_note(text)
        for text in ("one", "two"):
            window.click(window.find(LIST_ITEMS, f"Note: {text}"))
            window.key("Delete")
            wait_until(
                lambda name=f"Note: {text}": not window.visible(LIST_ITEMS, name),
                f"{text!r} to be deleted",
            )
        window.key("z", "Control_L")
        for text in ("one", "two"):
            window.find(LIST_ITEMS, f"Note: {text}")
