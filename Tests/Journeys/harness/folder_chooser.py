"""The dialog in which a folder or file is chosen, and the preferences that open it."""

from .accessibility import BUTTONS, FRAMES


class ChoosesFolders:
    """What journeys share that choose a folder in the preferences of the library."""

    def open_preferences(self):
        """The preferences of the library."""
        self.program.actions.activate("preferences")
        preferences = self.program.dialog("Preferences")
        preferences.press("Library")
        return preferences

    def select_button(self):
        """What is pressed in the chooser of a folder or a file."""
        for node in self.program.root().children():
            if node.role in FRAMES:
                continue
            for part in node.descendants():
                if part.role in BUTTONS and part.name.endswith(("Select", "Open")):
                    return part
        return None
