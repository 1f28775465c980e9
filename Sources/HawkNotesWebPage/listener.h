// Whom a view tells. The base of the other files: it knows none of them.

#ifndef HAWK_WEB_LISTENER_H
#define HAWK_WEB_LISTENER_H

#include "HawkNotesWebPage.h"

#include <webkit/webkit.h>

typedef struct {
    const HawkWebEvents *events;
    void *context;
} HawkWebListener;

// Gives a view its listener, which it keeps until it is closed or gone.
void hawk_web_set_listener(GObject *view, const HawkWebEvents *events, void *context);

// Takes the listener away.
void hawk_web_remove_listener(gpointer view);

// The listener, or NULL once the view is closed. To be asked for again after every call that may close the
// view: to the listener, or to the engine.
const HawkWebListener *hawk_web_listener(gpointer view);

#endif
