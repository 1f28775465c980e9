// Popovers that have closed hear nothing of the pointer.
//
// An event that is already on its way when a popover is hidden still reaches the popover's surface, and GTK
// takes the popover for what lies below the pointer. When the popover is then removed, its surface is gone,
// but as long as something holds the popover its window asks that surface for a motion at the next layout,
// and the program ends with a segmentation fault (GTK 4.8 and later).

#ifndef CGTK_CLOSED_POPOVERS_H
#define CGTK_CLOSED_POPOVERS_H

#include <gtk/gtk.h>

struct cgtk_popover_class {
    void (*map)(GtkWidget *popover);
    void (*unmap)(GtkWidget *popover);
};

static inline struct cgtk_popover_class *cgtk_popover_class(void) {
    static struct cgtk_popover_class class;
    return &class;
}

// Has GTK's own handler of a popover's events run, or not. The surface is another one after each
// realization.
static inline void cgtk_popover_set_deaf(GtkWidget *popover, gboolean is_deaf) {
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(popover));
    const char *key = "cgtk-deaf";
    if (!surface || is_deaf == (g_object_get_data(G_OBJECT(surface), key) != NULL)) return;
    g_object_set_data(G_OBJECT(surface), key, is_deaf ? popover : NULL);
    GSignalMatchType match = (GSignalMatchType)(G_SIGNAL_MATCH_ID | G_SIGNAL_MATCH_DATA);
    guint event = g_signal_lookup("event", GDK_TYPE_SURFACE);
    if (is_deaf)
        g_signal_handlers_block_matched(surface, match, event, 0, NULL, NULL, popover);
    else
        g_signal_handlers_unblock_matched(surface, match, event, 0, NULL, NULL, popover);
}

static inline void cgtk_popover_map(GtkWidget *popover) {
    cgtk_popover_class()->map(popover);
    cgtk_popover_set_deaf(popover, FALSE);
}

static inline void cgtk_popover_unmap(GtkWidget *popover) {
    cgtk_popover_class()->unmap(popover);
    cgtk_popover_set_deaf(popover, TRUE);
}

// For all popovers, also those that GTK makes itself. Before the first one is made: the classes derived
// from GtkPopover copy its functions. Does nothing the second time.
static inline void cgtk_silence_closed_popovers(void) {
    struct cgtk_popover_class *own = cgtk_popover_class();
    if (own->map) return;
    GtkWidgetClass *class = (GtkWidgetClass *)g_type_class_ref(GTK_TYPE_POPOVER);
    own->map = class->map;
    own->unmap = class->unmap;
    class->map = cgtk_popover_map;
    class->unmap = cgtk_popover_unmap;
}

#endif
