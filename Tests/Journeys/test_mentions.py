"""Characters that notes mention: offered while somebody writes, shown by their names, and found again."""

from harness.accessibility import BUTTONS, LIST_ITEMS, TEXTS, wait_until_focused
from harness.journey import AGATHA, SIGRID, Journey
from harness.pointer import CONTROL, LEFT, MIDDLE
from harness.waiting import wait_until, wait_until_equal, wait_until_there

NEW_NAME = "Agatha Hawk"


class MentionJourney(Journey):
    """Real keys in the composer and in editors."""

    def offered(self, window):
        """What can be chosen behind an @, which is said with the text field."""
        return window.composer().description

    def expect_offer(self, window, beginning):
        wait_until(
            lambda: self.offered(window).startswith(beginning), f"{beginning!r} to be offered"
        )

    def write_mention(self, window):
        """Choose Agatha with the keyboard, in the middle of a sentence."""
        window.write_draft("Where is @Ag")
        self.expect_offer(window, f"{AGATHA}, 1 of")
        self.session.input.key("Return")
        window.expect_draft(f"Where is @{AGATHA} ")
        wait_until_equal(lambda: self.offered(window), "", "nothing to be offered")

    def save_mention(self, window):
        self.write_mention(window)
        self.session.input.type("now?")
        window.expect_draft(f"Where is @{AGATHA} now?")
        window.key("Return", "Control_L")
        window.expect_draft("")
        return window.find(LIST_ITEMS, f"Note: Where is @{AGATHA} now?")

    def rename(self, window):
        """Give Agatha, whose page a window shows, her new name."""
        window.actions.activate("edit")
        dialog = self.program.dialog("Edit Character")
        self.session.raise_window(dialog)
        name = wait_until_there(
            lambda: next(iter(dialog.frame.find_all(TEXTS, "Name")), None), "the name"
        )
        wait_until_focused(lambda: name, "the focus in the name")
        self.session.input.key("End")
        self.session.input.type(NEW_NAME[len(AGATHA):])
        dialog.press("Save")
        self.program.wait_until_closed(dialog)


class Mentions(MentionJourney):
    """What becomes of a mention."""

    def test_a_mention_is_written_with_the_keyboard_and_leads_to_the_character_and_back(self):
        window = self.start()
        row = self.save_mention(window)
        window.session.raise_window(window)
        window.steady_point(row)
        left, top, _, _ = row.extents
        self.session.input.click(window.on_screen((left + 110, top + 24)))
        window.expect_title(AGATHA)
        title = self.hawk.title
        mention = window.find(LIST_ITEMS, f"Note on {title}: Where is @{AGATHA} now?")
        window.click(mention)
        window.expect_title(title)
        note = window.find(LIST_ITEMS, f"Note: Where is @{AGATHA} now?")
        wait_until_focused(lambda: note, "the note to have the focus")

    def test_a_mention_opens_in_a_new_window_with_control_or_the_middle_button(self):
        window = self.start()
        row = self.save_mention(window)
        window.session.raise_window(window)
        window.steady_point(row)
        left, top, _, _ = row.extents
        for button, modifiers in ((LEFT, (CONTROL,)), (MIDDLE, ())):
            self.session.raise_window(window)
            point = window.on_screen((left + 110, top + 24))
            opened = self.program.new_window(
                lambda: self.session.input.click(point, button, modifiers)  # noqa: B023
            )
            opened.expect_title(AGATHA)
            window.expect_title(self.hawk.title)
            self.session.close_window(opened)
            self.program.wait_for_windows(1)
        self.assertFalse(window.says("1 selected"))

    def test_a_rename_in_one_window_is_seen_in_another(self):
        window = self.start()
        self.save_mention(window)
        other = self.program.new_window(lambda: self.program.actions.activate("new-window"))
        other.open_character(AGATHA)
        self.rename(other)
        window.find(LIST_ITEMS, f"Note: Where is @{NEW_NAME} now?")

    def test_a_draft_is_whole_after_a_kill_while_something_is_offered(self):
        window = self.start()
        window.write_draft("Where is @Ag")
        self.expect_offer(window, f"{AGATHA}, 1 of")
        (window,) = self.restart_after_kill()
        window.expect_draft("Where is @Ag", caret=12)
        # Nothing opens for who only comes back; it does for who goes on typing.
        window.focus_composer()
        self.session.input.key("End", "Control_L")
        self.session.input.type("a")
        self.expect_offer(window, f"{AGATHA}, 1 of")
        self.session.input.key("Escape")
        wait_until_equal(lambda: self.offered(window), "", "nothing to be offered")
        window.expect_draft("Where is @Aga")

    def test_an_edit_shows_names_and_keeps_the_mention(self):
        window = self.start()
        row = self.save_mention(window)
        window.click(row)
        window.key("F2")
        editor = window.find(TEXTS, "Edit note")
        wait_until_equal(lambda: editor.text, f"Where is @{AGATHA} now?", "the text to edit")
        wait_until_focused(lambda: editor, "the focus in the editor")
        self.session.input.key("End", "Control_L")
        self.session.input.type(" With @Sig")
        wait_until(lambda: editor.description.startswith(f"{SIGRID}, 1 of"), "Sigrid to be offered")
        self.session.input.key("Escape")
        wait_until_equal(lambda: editor.description, "", "nothing to be offered")
        for _ in "@Sig":
            self.session.input.key("BackSpace")
        self.session.input.type("@Sig")
        wait_until(lambda: editor.description.startswith(f"{SIGRID}, 1 of"), "Sigrid to be offered")
        self.session.input.key("Tab")
        text = f"Where is @{AGATHA} now? With @{SIGRID} "
        wait_until_equal(lambda: editor.text, text, "the text that was edited")
        window.key("Return", "Control_L")
        window.find(LIST_ITEMS, f"Note: {text.strip()}")

    def test_a_click_takes_what_is_offered(self):
        window = self.start()
        window.write_draft("Where is @a")
        self.expect_offer(window, f"{AGATHA}, 1 of")
        x, y = wait_until_there(lambda: self.session.point_at_popup(24), "the pointer on what is offered")
        # GTK sees where the pointer is by its motion, not by its arrival.
        for step in range(1, 4):
            self.session.input.wait_until_drawn()
            self.session.input.move(x + step, y)
        self.session.input.click((x, y))
        wait_until(lambda: self.session.popup() is None, "what is offered to go")
        window.expect_draft(f"Where is @{AGATHA} ")
        # The keys are still the composer's.
        self.session.input.type("now")
        window.expect_draft(f"Where is @{AGATHA} now")

    def test_somebody_new_is_made_where_they_are_mentioned(self):
        window = self.start()
        window.write_draft("Who is @Xanthe")
        self.expect_offer(window, "Create “Xanthe”")
        self.session.input.key("Down")
        self.expect_offer(window, "Create “Xanthe”, 1 of 1")
        self.session.input.key("Return")
        window.expect_draft("Who is @Xanthe ")
        window.row("Xanthe")
        window.press("Undo")
        wait_until(
            lambda: not window.frame.find_all(LIST_ITEMS, "Xanthe"), "Xanthe to be gone again"
        )
        window.expect_draft("Who is @Xanthe ")

    def test_a_name_without_a_mention_is_found_linked_and_taken_back(self):
        window = self.start()
        window.save_note("agatha keeps watch, and Agathas do not")
        window.open_character(AGATHA)
        unfold = window.find(BUTTONS, "Unlinked mentions")
        self.assertFalse(unfold.is_on)
        window.click(unfold)
        said = f"Note on {self.hawk.title}: agatha keeps watch, and Agathas do not"
        window.find(LIST_ITEMS, said)

        window = self.restart_after_kill()[0]
        self.assertTrue(window.find(BUTTONS, "Unlinked mentions").is_on)
        window.press("Link")
        linked = f"Note on {self.hawk.title}: @{AGATHA} keeps watch, and Agathas do not"
        window.find(LIST_ITEMS, linked)
        wait_until(lambda: not window.frame.find_all(LIST_ITEMS, said), "the row to be gone")
        window.press("Undo")
        window.find(LIST_ITEMS, said)
        wait_until(lambda: not window.frame.find_all(LIST_ITEMS, linked), "the mention to be gone")

    def test_a_tag_is_completed_behind_a_number_sign(self):
        window = self.start()
        window.save_note("By the #harbor at night")
        window.write_draft("Again at the #har")
        self.expect_offer(window, "#harbor")
        window.key("Tab")
        window.expect_draft("Again at the #harbor ")
