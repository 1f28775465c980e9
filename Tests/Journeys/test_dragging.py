"""Dragging characters out of a window and from one window to another."""

from dragging import DraggingOut
from harness.partner_program import TAKER, PartnerProgram
from harness.journey import SIGRID, Journey, WaylandJourney
from harness.waiting import wait_until

DISTANCE = 12
"""Pixels between the pointer and the card, to the right and down."""

HEIGHT = 62
"""Of the card: the picture, what is around it and the border."""


class DraggingOnX11(DraggingOut, Journey):
    """Real drags on X11."""

    def test_the_active_window_comes_back_active_also_when_it_is_the_older_one(self):
        first = self.start_at_the_raven()
        self.program.new_window(lambda: self.drag_out(first, SIGRID))
        self.session.raise_window(first)
        self.restart_after_kill(windows=2)
        wait_until(
            lambda: self.program.active_title() == self.raven.title, "the older window to be active"
        )
        self.assertEqual(self.session.stacked_titles(), [SIGRID, self.raven.title])

    def test_the_icon_is_a_card_beside_the_pointer_without_black_corners(self):
        window = self.start_at_the_raven()
        start = self.grip(window, SIGRID)
        # Over the page, above the strip, so that nothing of the desktop is behind the card.
        end = start[0] + 300, start[1] - 100
        colors = []

        def look():
            left, top = end[0] + 1 + DISTANCE, end[1] + DISTANCE
            corners = [(left + 1, top + 1), (left + 1, top + HEIGHT - 2)]
            wait_until(
                lambda: self.session.pixel(left - 2, top + 9) != self.session.pixel(left, top + 9),
                "the edge of the card",
            )
            colors.extend(self.session.pixel(*corner) for corner in corners)

        self.session.input.drag(start, end, before_release=look)
        self.assertEqual([color for color in colors if sum(color) < 600], [])
        self.expect_nothing_opened(window)

    def test_onto_another_program_opens_a_window_without_control(self):
        """On X11 only: mutter does not tell a drop that nobody takes from Escape."""
        window = self.start_at_the_raven()
        self.session.make_room(window)
        taker = PartnerProgram(self, TAKER)
        second = self.program.new_window(
            lambda: self.session.input.drag(self.grip(window, SIGRID), taker.point)
        )
        second.expect_title(SIGRID)
        self.assertEqual(taker.taken, "")


class DraggingOnWayland(DraggingOut, WaylandJourney):
    """Real drags on headless mutter."""
