#!/usr/bin/python3
"""Another program: a window on which text can be dropped, which it prints.

usage: text_taker.py TITLE
"""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GObject, Gtk  # noqa: E402


def take(_target, text, _x, _y):
    print(text, flush=True)
    return True


def show(application):
    window = Gtk.ApplicationWindow(application=application, title=sys.argv[1])
    window.set_default_size(200, 150)
    label = Gtk.Label(label="Drop text here")
    target = Gtk.DropTarget.new(GObject.TYPE_STRING, Gdk.DragAction.COPY)
    target.connect("drop", take)
    label.add_controller(target)
    window.set_child(label)
    window.present()


if __name__ == "__main__":
    taker = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
    taker.connect("activate", show)
    taker.run([])
