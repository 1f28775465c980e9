// Stores a view's listener until the view is closed.

#if __has_include(<webkit/webkit.h>)

#include "listener.h"

static const char listener_key[] = "hawk-web-listener";

static void release(gpointer data) {
    HawkWebListener *listener = data;
    listener->events->release(listener->context);
    g_free(listener);
}

void hawk_web_set_listener(GObject *view, const HawkWebEvents *events, void *context) {
    HawkWebListener *listener = g_new(HawkWebListener, 1);
    listener->events = events;
    listener->context = context;
    g_object_set_data_full(view, listener_key, listener, release);
}

void hawk_web_remove_listener(gpointer view) {
    g_object_set_data(G_OBJECT(view), listener_key, NULL);
}

const HawkWebListener *hawk_web_listener(gpointer view) {
    return g_object_get_data(G_OBJECT(view), listener_key);
}

#endif
