"""The command line, also where there is no display."""

from harness.journey import Journey


class CommandLine(Journey):
    """What the program says and how it ends."""

    def test_help(self):
        status, output = self.program.run("--help")
        self.assertEqual(status, 0, output)
        self.assertIn("hawk-notes", output)

    def test_version(self):
        status, output = self.program.run("--version")
        self.assertEqual(status, 0, output)
        self.assertRegex(output, r"\d")

    def test_an_unknown_option_is_named(self):
        status, output = self.program.run("--no-such-option")
        self.assertGreater(status, 0, output)
        self.assertIn("no-such-option", output)

    def test_without_a_display_says_so_and_ends(self):
        environment = self.program.environment()
        for variable in ("DISPLAY", "WAYLAND_DISPLAY", "GDK_BACKEND"):
            environment.pop(variable, None)
        status, output = self.program.run(environment=environment)
        self.assertGreater(status, 0, f"ended by signal {-status}: {output}")
        self.assertRegex(output.lower(), "display")
