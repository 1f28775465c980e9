"""A stand-in for the desktop's web browser, which notes the addresses that it is handed."""

import os

from .waiting import wait_until_equal

DESKTOP_FILE = "journey-browser.desktop"
SCHEMES = ("http", "https", "ftp", "file", "data", "mailto", "about", "unknown")
"""Longer than the program should pass on: a test sees any violation."""


class Browser:
    """The handler of web addresses in the program's own folders."""

    def __init__(self, program):
        self.log = os.path.join(program.folder, "browser.log")
        self._environment = os.path.join(program.folder, "browser.environment")
        script = os.path.join(program.folder, "browser")
        _write(
            script,
            f"#!/bin/sh\nenv >'{self._environment}'\nprintf '%s\\n' \"$@\" >>'{self.log}'\n",
        )
        os.chmod(script, 0o755)
        types = "".join(f"x-scheme-handler/{scheme};" for scheme in SCHEMES)
        _write(
            os.path.join(program.folder, "data", "applications", DESKTOP_FILE),
            "[Desktop Entry]\nType=Application\nName=Browser of the journeys\n"
            f"Exec={script} %u\nMimeType={types}text/html;\n",
        )
        defaults = "".join(f"x-scheme-handler/{scheme}={DESKTOP_FILE}\n" for scheme in SCHEMES)
        _write(
            os.path.join(program.folder, "config", "mimeapps.list"),
            f"[Default Applications]\n{defaults}",
        )

    @property
    def addresses(self):
        """The addresses that it received, in order."""
        if not os.path.exists(self.log):
            return []
        with open(self.log, encoding="utf-8") as file:
            return file.read().splitlines()

    @property
    def environment(self):
        """The names of the variables that it was last started with."""
        with open(self._environment, encoding="utf-8") as file:
            return {line.split("=", 1)[0] for line in file.read().splitlines()}

    def expect(self, *addresses):
        """Wait until it was handed these addresses, in this order, and no others."""
        wait_until_equal(lambda: self.addresses, list(addresses), "what the browser was handed")


def _write(path, text):
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
