#!/usr/bin/python3
"""Another program: a window with a button that starts a command, as a mail program opens a link.

The command is told that a person has asked for it, as desktops tell it. The first line says that the window
has the keyboard.

usage: link_opener.py TITLE COMMAND [ARGUMENT ...]
"""

import os
import subprocess
import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, Gtk  # noqa: E402


def start(button):
    context = button.get_display().get_app_launch_context()
    about = Gio.AppInfo.create_from_commandline(sys.argv[2], None, Gio.AppInfoCreateFlags.NONE)
    token = context.get_startup_notify_id(about, [])
    subprocess.Popen(sys.argv[2:], env=os.environ | {"XDG_ACTIVATION_TOKEN": token})


def show(application):
    window = Gtk.ApplicationWindow(application=application, title=sys.argv[1])
    window.set_default_size(200, 150)
    button = Gtk.Button(label="Open the link")
    button.connect("clicked", start)
    window.set_child(button)
    window.set_default_widget(button)
    window.connect("notify::is-active", lambda *_: print("shown", flush=True))
    window.present()


if __name__ == "__main__":
    opener = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
    opener.connect("activate", show)
    opener.run([])
