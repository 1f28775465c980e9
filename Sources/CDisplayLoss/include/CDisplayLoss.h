// Detects the moment between the loss of the connection to the display server and the end of the
// program caused by it: GDK then calls `_exit`, so that no exit handler ever runs.

#ifndef CDISPLAYLOSS_H
#define CDISPLAYLOSS_H

#include <gtk/gtk.h>

// Calls back once, on the thread of the main loop, when the connection to the default display is
// lost, such as when the server has crashed or the user's session was ended. The program ends right
// after. The display must not be used any more. Call it once, when there is a display.
//
// Xlib reports the loss itself. Libwayland does not: its socket is checked before GDK checks it,
// and a loss that GDK meets first, while it draws, ends the program without a call.
void display_loss_watch(void (*lost)(gpointer data), gpointer data);

#endif
