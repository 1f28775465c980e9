// Popovers that have closed are not below the pointer.
//
// An event that is already on its way when a popover is hidden still reaches the popover's surface, and GTK
// takes the popover for what lies below the pointer. When the popover is then removed, its surface is gone,
// but as long as something holds the popover its window asks that surface for a motion at the next layout,
// and the program ends with a segmentation fault (GTK 4.8 and later).

#ifndef CGTK_CLOSED_POPOVERS_H
#define CGTK_CLOSED_POPOVERS_H

#include <gtk/gtk.h>

#define cgtk_popover_key "cgtk-hidden-popover"

struct cgtk_popover_class {
    void (*map)(GtkWidget *popover);
    void (*unmap)(GtkWidget *popover);
};

static inline struct cgtk_popover_class *cgtk_popover_class(void) {
    static struct cgtk_popover_class class;
    return &class;
}

// GTK's own handler of a surface's events, and the one that stands before it while the popover is hidden.
struct cgtk_popover_handlers {
    gulong of_gtk;
    gulong of_hidden;
};

// Leaves out what would bring the pointer into the popover, and passes on the rest, so that the pointer
// leaves it.
static inline gboolean cgtk_hidden_popover_event(GdkSurface *surface, GdkEvent *event, gpointer data) {
    switch (gdk_event_get_event_type(event)) {
    case GDK_ENTER_NOTIFY:
    case GDK_MOTION_NOTIFY:
    case GDK_TOUCH_BEGIN:
    case GDK_TOUCH_UPDATE:
    case GDK_DRAG_ENTER:
    case GDK_DRAG_MOTION:
    case GDK_DROP_START: return FALSE;
    default: break;
    }
    struct cgtk_popover_handlers handlers = *(struct cgtk_popover_handlers *)data;
    gboolean is_handled = FALSE;
    // A surface that GTK has given up is still told of its end.
    if (!g_signal_handler_is_connected(surface, handlers.of_gtk)) return FALSE;
    g_signal_handler_block(surface, handlers.of_hidden);
    g_signal_handler_unblock(surface, handlers.of_gtk);
    g_signal_emit_by_name(surface, "event", event, &is_handled);
    // The event may have shown the popover, or have ended its surface.
    if (g_object_get_data(G_OBJECT(surface), cgtk_popover_key) != data) return is_handled;
    if (g_signal_handler_is_connected(surface, handlers.of_gtk))
        g_signal_handler_block(surface, handlers.of_gtk);
    g_signal_handler_unblock(surface, handlers.of_hidden);
    return is_handled;
}

static inline void cgtk_free_handlers(gpointer data, GClosure *closure) { g_free(data); }

static inline void cgtk_popover_did_hide(GtkWidget *popover) {
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(popover));
    if (!surface || g_object_get_data(G_OBJECT(surface), cgtk_popover_key)) return;
    GSignalMatchType match = (GSignalMatchType)(G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_DATA);
    guint event = g_signal_lookup("event", GDK_TYPE_SURFACE);
    gulong of_gtk = g_signal_handler_find(surface, match, event, 0, NULL, NULL, popover);
    if (of_gtk == 0) return;
    struct cgtk_popover_handlers *handlers = g_new0(struct cgtk_popover_handlers, 1);
    handlers->of_gtk = of_gtk;
    handlers->of_hidden = g_signal_connect_data(
        surface, "event", G_CALLBACK(cgtk_hidden_popover_event), handlers, cgtk_free_handlers,
        (GConnectFlags)0);
    g_signal_handler_block(surface, of_gtk);
    g_object_set_data(G_OBJECT(surface), cgtk_popover_key, handlers);
}

static inline void cgtk_popover_did_show(GtkWidget *popover) {
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(popover));
    struct cgtk_popover_handlers *handlers =
        surface ? g_object_steal_data(G_OBJECT(surface), cgtk_popover_key) : NULL;
    if (!handlers) return;
    g_signal_handler_unblock(surface, handlers->of_gtk);
    g_signal_handler_disconnect(surface, handlers->of_hidden);
}

static inline void cgtk_popover_map(GtkWidget *popover) {
    cgtk_popover_class()->map(popover);
    cgtk_popover_did_show(popover);
}

static inline void cgtk_popover_unmap(GtkWidget *popover) {
    cgtk_popover_class()->unmap(popover);
    cgtk_popover_did_hide(popover);
}

// For all popovers, also those that GTK makes itself. Before the first one is made: the classes derived
// from GtkPopover copy its functions. Does nothing the second time.
static inline void cgtk_keep_pointer_from_closed_popovers(void) {
    struct cgtk_popover_class *own = cgtk_popover_class();
    if (own->map) return;
    GtkWidgetClass *class = (GtkWidgetClass *)g_type_class_ref(GTK_TYPE_POPOVER);
    own->map = class->map;
    own->unmap = class->unmap;
    class->map = cgtk_popover_map;
    class->unmap = cgtk_popover_unmap;
}

#endif
