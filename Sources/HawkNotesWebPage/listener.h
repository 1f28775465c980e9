// The listener of a view. The base of the other files: it depends on none of them.

#ifndef HAWK_WEB_LISTENER_H
#define HAWK_WEB_LISTENER_H

#include "HawkNotesWebPage.h"

#include <webkit/webkit.h>

typedef struct {
    const HawkWebEvents *events;
    void *context;
} HawkWebListener;

// Sets the listener of a view, which keeps it until it is closed or destroyed.
void hawk_web_set_listener(GObject *view, const HawkWebEvents *events, void *context);

// Removes the listener.
void hawk_web_remove_listener(gpointer view);

// The listener, or NULL once the view is closed. Call this again after every call that may close
// the view: to the listener, or to the engine.
const HawkWebListener *hawk_web_listener(gpointer view);

#endif
