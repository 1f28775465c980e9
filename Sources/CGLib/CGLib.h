// GLib, once for all targets: CGTK imports this module, or Swift would have two of each of its types.

#ifndef CGLIB_H
#define CGLIB_H

#include <glib.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <locale.h>

// libdispatch's main queue, for loops that are not its own. Apple's CoreFoundation and the
// swift-corelibs use the same two calls.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

#endif
