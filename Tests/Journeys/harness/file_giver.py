#!/usr/bin/python3
"""Another program: a window that is full of one file, which can be dragged out of it.

It prints a line when the window is there, and one when its file is being dragged.

usage: file_giver.py TITLE FILE
"""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GObject, Gtk  # noqa: E402


def show(application):
    window = Gtk.ApplicationWindow(application=application, title=sys.argv[1])
    window.set_default_size(200, 150)
    label = Gtk.Label(label="Drag me")
    files = Gdk.FileList.new_from_list([Gio.File.new_for_path(sys.argv[2])])
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    source.set_content(Gdk.ContentProvider.new_for_value(GObject.Value(Gdk.FileList, files)))
    source.connect("drag-begin", lambda _source, _drag: print("dragged", flush=True))
    label.add_controller(source)
    window.set_child(label)
    window.connect("map", lambda _window: print("shown", flush=True))
    window.present()


if __name__ == "__main__":
    giver = Gtk.Application(flags=Gio.ApplicationFlags.NON_UNIQUE)
    giver.connect("activate", show)
    giver.run([])
