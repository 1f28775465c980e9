// The moment between the loss of the connection to the display server and the end of the program for it:
// GDK calls `_exit` then, so that no handler of an exit ever runs.

#ifndef CDISPLAYLOSS_H
#define CDISPLAYLOSS_H

#include <gtk/gtk.h>

// Calls back once, on the thread of the main loop, when the connection to the default display is gone,
// as when the server has crashed or the person's session was torn down. The program ends right after.
// Nothing may be asked of the display any more. To be called once, when there is a display.
//
// Xlib tells of the loss itself. Libwayland does not: its socket is looked at before GDK looks at it, and
// a loss that GDK meets first, while it draws, ends the program without a call.
void display_loss_watch(void (*lost)(gpointer data), gpointer data);

#endif
