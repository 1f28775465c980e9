// GLib, once for all targets: CGTK imports this module, or Swift would have two of each of its types.

#ifndef CGLIB_H
#define CGLIB_H

// From 2.88 on GLib marks the enumerations that are flags. Swift imports those under other names, and with other
// types, than it does without the mark: leave it out, so that the program is written once for all releases.
#define __GLIB_H_INSIDE__
#include <glib/gmacros.h>
#undef __GLIB_H_INSIDE__
#undef G_GNUC_FLAG_ENUM
#define G_GNUC_FLAG_ENUM

#include <glib.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <locale.h>

// libdispatch's main queue, for loops that are not its own. Apple's CoreFoundation and the
// swift-corelibs use the same two calls.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

#endif
