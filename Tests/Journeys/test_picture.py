"""Covers and pictures of characters are looked at from close by, also after a kill."""

from harness.accessibility import BUTTONS
from harness.journey import Journey
from harness.waiting import wait_until

COVER = "Cover of The Good Hawk"


class Picture(Journey):
    """The dialog behind a picture."""

    def open(self, window):
        window.press(COVER)
        return self.program.dialog(COVER)

    def restart(self):
        self.program.kill()
        self.program.launch()
        return self.program.dialog(COVER)

    def test_what_is_looked_at_is_there_again_after_a_kill(self):
        window = self.start()
        dialog = self.open(window)
        dialog.find(BUTTONS, "Whole Picture")
        for _ in range(2):
            dialog.key("equal")
        wait_until(lambda: dialog.says("200 %"), "the picture to be twice as large")
        self.program.wait_until_saved()

        dialog = self.restart()
        wait_until(lambda: dialog.says("200 %"), "the size that it had")
        dialog.key("0")
        wait_until(lambda: dialog.says("100 %"), "all of the picture")
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
        wait_until(lambda: dialog.says("200 %"), "the picture to be twice as large")
        for size in ("100 %", "200 %"):
            for _ in range(2):
                self.session.input.click(middle)
            wait_until(lambda text=size: dialog.says(text), f"a size of {size}")
