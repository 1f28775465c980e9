"""Starts that fail one after another bring back less and less, and lose nothing."""

import json
import os

from harness.accessibility import BUTTONS, STATE_CHECKED
from harness.journey import AGATHA, Journey
from harness.waiting import wait_until, wait_until_there

CHECK_BOXES = frozenset({"check box", "checkbox"})


class FailedStarts(Journey):
    """The program died so many times before it had brought its windows back."""

    DRAFT = "half a thought on the hawk"

    def fail_starts(self, count):
        """Leave what so many starts leave that did not get through."""
        marker = {"incompleteLaunches": count - 1, "restored": False}
        with open(os.path.join(self.program.state_folder, "running.json"), "w") as file:
            json.dump(marker, file)

    def test_two_bring_back_drafts_and_tabs_and_the_rest_comes_with_the_next_start(self):
        window = self.start()
        window.write_draft(self.DRAFT)
        window.open_character(AGATHA)
        self.assertEqual(self.program.quit(), 0)
        self.fail_starts(2)

        window = self.start()

        window.expect_title(self.hawk.title)
        window.expect_draft(self.DRAFT)
        wait_until(lambda: window.says("2 times in a row"), "a line about what is left out")
        self.program.wait_until_saved()
        self.assertEqual(self.program.quit(), 0)
        window = self.start()
        window.expect_title(AGATHA)
        self.assertFalse(window.says("times in a row"))

    def test_three_ask_what_to_bring_back_and_keep_the_rest(self):
        window = self.start()
        window.write_draft(self.DRAFT)
        window = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        window.select_tab(self.raven)
        window.write_draft("on the raven")
        self.program.wait_until_saved()
        self.assertEqual(self.program.quit(), 0)
        self.fail_starts(3)

        chooser = self.start()

        boxes = wait_until_there(lambda: chooser.visible(CHECK_BOXES), "boxes to tick")
        self.assertEqual(len(boxes), 2)
        self.assertTrue(all(box.has_state(STATE_CHECKED) for box in boxes))
        (hawk,) = (box for box in boxes if box.name.startswith(self.hawk.title))
        self.assertIn(f"“{self.DRAFT}”", hawk.name)
        self.assertRegex(hawk.name, r"\d\d:\d\d")
        chooser.click(hawk)
        chooser.find(BUTTONS, "Restore 1 Window")
        chooser.key("Return")
        window = self.program.window(self.raven.title)
        window.expect_draft("on the raven")
        self.program.wait_for_windows(1)
        window.key("t", "Control_L", "Shift_L")
        self.program.wait_for_windows(2)
        self.program.window(self.hawk.title).expect_draft(self.DRAFT)
