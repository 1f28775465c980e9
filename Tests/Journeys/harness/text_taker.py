#!/usr/bin/python3
"""Another program: a window on which text can be dropped, or files, which it prints: the paths of files.

The first line says that the window is there. On standard error it says that it would take what is held
over it.

usage: text_taker.py TITLE [text|files]
"""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GObject, Gtk  # noqa: E402


TAKES_FILES = sys.argv[2:] == ["files"]


def take(_target, value, _x, _y):
    if TAKES_FILES:
        for file in value.get_files():
            print(file.get_path(), flush=True)
    else:
        print(value, flush=True)
    return True


def welcome(_target, _x, _y):
    print("over", file=sys.stderr, flush=True)
    return Gdk.DragAction.COPY


def show(application):
    window = Gtk.ApplicationWindow(application=application, title=sys.argv[1])
    window.set_default_size(200, 150)
    label = Gtk.Label(label="Drop text here")
    kind = Gdk.FileList if TAKES_FILES else GObject.TYPE_STRING
    target = Gtk.DropTarget.new(kind, Gdk.DragAction.COPY)
    target.connect("enter", welcome)
    target.connect("drop", take)
    label.add_controller(target)
    window.set_child(label)
    window.connect("map", lambda _window: print("shown", flush=True))
    window.present()


if __name__ == "__main__":
    taker = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
    taker.connect("activate", show)
    taker.run([])
