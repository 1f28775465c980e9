"""Where people read from right to left, everything is on the other side."""

from harness.accessibility import BUTTONS, LABELS, LIST_ITEMS, TABS, TEXTS
from harness.journey import AGATHA, JAIME, Journey
from harness.pointer import ALT
from harness.waiting import wait_until

NOTE = "From there to here"


class RightToLeft(Journey):
    """GTK can be told to turn the direction of the language around: none of the program's own has it."""

    def setUp(self):
        super().setUp()
        environment = self.program.environment
        self.program.environment = lambda: environment() | {"GTK_DEBUG": "invert-text-dir"}

    def expect_order(self, *nodes):
        """Wait until each of these begins where the one before it has ended, from the right."""

        def are_ordered():
            boxes = [node.extents for node in nodes]
            return all(one[0] >= other[0] + other[2] for one, other in zip(boxes, boxes[1:]))

        wait_until(are_ordered, f"{nodes} to stand from right to left")

    def test_pages_are_mirrored_and_lead_on_and_back(self):
        window = self.start()
        self.expect_order(*(window.find(TABS, tab.title) for tab in (self.hawk, self.raven, self.favorites)))
        self.expect_order(window.find(LABELS, "Characters"), window.find(LABELS, "Study notes"))
        window.save_note(NOTE)
        row = window.find(LIST_ITEMS, f"Note: {NOTE}")
        date = next(iter(row.find_all(LABELS, "Just now")))
        self.expect_order(date, *(window.find(BUTTONS, name) for name in ("Edit Note", "Delete Note")))
        window.open_character(AGATHA)
        library, back = (window.find(BUTTONS, name) for name in ("Library", "Back"))
        self.expect_order(back, library, window.find(BUTTONS, "Main Menu"))
        window.press(JAIME)
        window.expect_title(JAIME)
        window.key("Right", ALT)
        window.expect_title(AGATHA)
        self.session.resize_window(window, 400, 640)
        self.expect_order(window.find(BUTTONS, "Back"), window.find(BUTTONS, "Main Menu"))
        self.assertEqual(window.find(TEXTS, "New note").text, "")
