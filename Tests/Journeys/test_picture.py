"""Covers and pictures of characters are looked at from close by, also after a kill."""

import time

from harness.accessibility import BUTTONS
from harness.journey import Journey, WaylandJourney
from harness.pointer import DRAG_PACE, DRAG_STEPS
from harness.state_files import stored_values
from harness.waiting import wait_until

COVER = "Cover of The Good Hawk"


class Looking:
    """The dialog of a picture, in every kind of session."""

    def open(self, window):
        window.press(COVER)
        return self.program.dialog(COVER)

    def open_enlarged(self):
        """The dialog with a picture twice as large as its view, and the middle of that."""
        dialog = self.open(self.start())
        for size in ("150%", "200%"):
            dialog.find(BUTTONS, "Zoom In").do_action()
            wait_until(lambda text=size: dialog.says(text), f"a size of {size}")
        return dialog, self.middle(dialog)

    def middle(self, dialog):
        return dialog.on_screen((dialog.frame.extents[2] // 2, dialog.frame.extents[3] // 2))

    def shown_point(self):
        """Which point of the picture is in the middle, as it is kept."""
        self.program.wait_until_saved()
        (path,) = (path for path in self.program.state_files() if path.endswith(".state"))
        values = stored_values(path)
        ends = ("dialog:picture/x", "dialog:picture/y")
        found = [[values[name] for name in values if name and name.endswith(end)] for end in ends]
        return tuple(values[0] if values else 0.5 for values in found)

    def expect_pushed_and_back(self, push):
        """`push` moves the content of the screen to the right and down."""
        push(100, 60)
        x, y = self.shown_point()
        self.assertLess(x, 0.45)
        self.assertLess(y, 0.5)
        push(-100, -60)
        again = self.shown_point()
        for number in again:
            self.assertAlmostEqual(number, 0.5, delta=0.01)

    def test_the_pointer_pushes_what_is_larger_than_the_view(self):
        _, middle = self.open_enlarged()
        self.expect_pushed_and_back(
            lambda x, y: self.session.input.drag(middle, (middle[0] + x, middle[1] + y))
        )


class Picture(Looking, Journey):
    """The dialog behind a picture."""

    def restart(self):
        self.program.kill()
        self.program.launch()
        return self.program.dialog(COVER)

    def test_what_is_looked_at_is_there_again_after_a_kill(self):
        window = self.start()
        dialog = self.open(window)
        dialog.find(BUTTONS, "Best Fit")
        for _ in range(2):
            dialog.key("equal")
        wait_until(lambda: dialog.says("200%"), "the picture to be twice as large")
        self.program.wait_until_saved()

        dialog = self.restart()
        wait_until(lambda: dialog.says("200%"), "the size that it had")
        dialog.key("0")
        wait_until(lambda: dialog.says("100%"), "all of the picture")
        dialog.close()
        self.program.wait_until_saved()

        self.program.kill()
        self.program.start()
        self.assertEqual(self.program.dialogs(), [], "what was closed stays closed")

    def test_the_wheel_and_a_double_click_come_closer(self):
        window = self.start()
        dialog = self.open(window)
        middle = dialog.on_screen((dialog.frame.extents[2] // 2, dialog.frame.extents[3] // 2))
        self.session.input.move(*middle)
        self.session.input.raw_scroll(-4)
        wait_until(lambda: dialog.says("200%"), "the picture to be twice as large")
        def is_so_large_after_a_double_click(size):
            # On a busy machine two clicks may be too far apart for one.
            for _ in range(2):
                self.session.input.click(middle)
            return wait_until(lambda: dialog.says(size), size)

        for size in ("100%", "200%"):
            wait_until(lambda wanted=size: is_so_large_after_a_double_click(wanted), size)


class PictureOnWayland(Looking, WaylandJourney):
    """Fingers, which only a compositor can have without a screen that is touched."""

    def move_fingers(self, ways, see=lambda arrive: None):
        """Move each finger along its way.

        `see` is called before they are lifted, with what moves them to their ends once more.
        """
        fingers = self.session.input

        def arrive():
            for number, (_, (x, y)) in enumerate(ways):
                fingers.move_touch(number, x, y + 1)
                fingers.move_touch(number, x, y)

        for number, (start, _) in enumerate(ways):
            fingers.touch(number, *start)
        time.sleep(DRAG_PACE)
        for step in range(1, DRAG_STEPS + 1):
            for number, (start, end) in enumerate(ways):
                part = step / DRAG_STEPS
                fingers.move_touch(
                    number, *(one + (other - one) * part for one, other in zip(start, end))
                )
            time.sleep(DRAG_PACE)
        see(arrive)
        for number in range(len(ways)):
            fingers.lift(number)
        time.sleep(DRAG_PACE)

    def test_one_finger_pushes_what_is_larger_than_the_view(self):
        _, (left, top) = self.open_enlarged()
        self.expect_pushed_and_back(
            lambda x, y: self.move_fingers([((left, top), (left + x, top + y))])
        )

    def test_two_fingers_come_closer_and_push(self):
        dialog = self.open(self.start())
        dialog.find(BUTTONS, "Best Fit")
        left, top = self.middle(dialog)

        def pinch(before, after, across=0, see=lambda arrive: None):
            ways = [((left + side * before, top), (left + across + side * after, top))
                    for side in (-1, 1)]
            self.move_fingers(ways, see)

        def is_three_times_as_large(arrive=lambda: None):
            wait_until(lambda: dialog.says("300%") or arrive(), "the picture to be three times as large")

        # A compositor on a busy machine may leave out the last movement.
        pinch(50, 150, see=is_three_times_as_large)
        is_three_times_as_large()
        x, _ = self.shown_point()
        pinch(50, 50, across=60)
        self.assertLess(self.shown_point()[0], x - 0.02)
        pinch(150, 20)
        wait_until(lambda: dialog.says("100%"), "all of the picture")
