// What X11 knows of a window and GTK 4 has no calls for: where it is on the screen, on which workspace,
// and below which other one; and a press of Escape that GDK does not notice. On any other window system,
// and in a GTK without X11, everything here answers that it is not known, or does nothing.
//
// Positions are those of the window's outer corner on the screen, borders included, in pixels.

#ifndef CX11WINDOW_H
#define CX11WINDOW_H

#include <gtk/gtk.h>

// Tells where the window is; FALSE when that is not known.
gboolean x11_window_get_position(GtkWindow *window, int *x, int *y);

// Tells on which workspace the window is, counted from 0; FALSE when that is not known, or on all.
gboolean x11_window_get_workspace(GtkWindow *window, guint *workspace);

// Asks the window manager to open the window here. For one that has a surface and is not shown yet.
void x11_window_set_initial_position(GtkWindow *window, int x, int y);

// Asks the window manager to move the window, which is shown. GTK may have taken the initial position
// back before the window manager has seen it.
void x11_window_move(GtkWindow *window, int x, int y);

// Asks the window manager to move the window, which is shown, to a workspace.
void x11_window_move_to_workspace(GtkWindow *window, guint workspace);

// Asks the window manager to leave the keyboard where it is when the window comes. For one that has a
// surface and is not shown yet.
void x11_window_open_without_focus(GtkWindow *window);

// Asks the window manager to put the window, which is shown, right below another one, or below all others
// when `other` is NULL.
void x11_window_put_below(GtkWindow *window, GtkWindow *other);

// Calls back when the window's place may be another one, until `release` is called with the data, which
// is at the window's end at the latest.
void x11_window_watch(
    GtkWindow *window, void (*changed)(gpointer data), gpointer data, GDestroyNotify release);

// Tells what the monitors show, without panels where that is known: so many as there are, but not more
// than `limit`. Unlike GDK it knows parts of a screen that were declared to be monitors. 0 when it is not
// known.
int x11_get_work_areas(GdkDisplay *display, GdkRectangle *areas, int limit);

// Has the X server tell of every key press, whoever has grabbed the keyboard, until it is not wanted any
// more: `x11_is_escape` knows Escape among the display's "xevent"s. Does nothing on other displays.
void x11_select_escape(GdkDisplay *display, gboolean is_wanted);

// Whether what came with "xevent" is a press of Escape that was asked for so.
gboolean x11_is_escape(GdkDisplay *display, gpointer event);

#endif
