// What Swift's importer cannot see of GTK: macros, variadic calls, and the calls of a display
// backend that may be missing at build time. Everything here is static inline.

#ifndef CGTK_H
#define CGTK_H

#include <gtk/gtk.h>
#include <pango/pangocairo.h>
#include <cairo-pdf.h>
#include <glib-unix.h>
#include <dlfcn.h>
#include <glib/gi18n.h>
#include <locale.h>

#ifdef GDK_WINDOWING_X11
#include <gdk/x11/gdkx.h>
#endif
#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>
#endif

// libdispatch's main queue, for loops that are not its own. Apple's CoreFoundation and the
// swift-corelibs use the same two calls.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

// MARK: GType and GValue

static inline GType cgtk_type_string(void) { return G_TYPE_STRING; }
static inline GType cgtk_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType cgtk_type_object(void) { return G_TYPE_OBJECT; }

static inline gboolean cgtk_is_a(gpointer instance, GType type) {
    return instance != NULL && G_TYPE_CHECK_INSTANCE_TYPE(instance, type);
}

static inline const char *cgtk_type_name(gpointer instance) {
    return G_OBJECT_TYPE_NAME(instance);
}

static inline GVariantType *cgtk_variant_type_string(void) {
    return (GVariantType *)G_VARIANT_TYPE_STRING;
}

// MARK: Variadic calls

static inline void cgtk_object_set_boolean(gpointer object, const char *name, gboolean value) {
    g_object_set(object, name, value, NULL);
}

static inline gpointer cgtk_widget_new_with_role(GType type, GtkAccessibleRole role) {
    return g_object_new(type, "accessible-role", role, NULL);
}

static inline void cgtk_show_about(
    GtkWindow *parent, const char *name, const char *version, const char *icon,
    const char *comments, const char *copyright) {
    gtk_show_about_dialog(
        parent, "program-name", name, "version", version, "logo-icon-name", icon,
        "comments", comments, "copyright", copyright, "license-type", GTK_LICENSE_MIT_X11, NULL);
}

static inline void cgtk_show_error(GtkWindow *parent, const char *text, const char *reason) {
    GtkWidget *dialog = (GtkWidget *)g_object_new(
        GTK_TYPE_MESSAGE_DIALOG, "transient-for", parent, "destroy-with-parent", TRUE, "modal",
        parent != NULL, "message-type", GTK_MESSAGE_ERROR, "buttons", GTK_BUTTONS_CLOSE, "text", text,
        "secondary-text", reason, NULL);
    g_signal_connect(dialog, "response", G_CALLBACK(gtk_window_destroy), NULL);
    gtk_window_present((GtkWindow *)dialog);
}

// MARK: Display backends

static inline gboolean cgtk_display_is_x11(GdkDisplay *display) {
#ifdef GDK_WINDOWING_X11
    return GDK_IS_X11_DISPLAY(display);
#else
    (void)display;
    return FALSE;
#endif
}

static inline gboolean cgtk_display_is_wayland(GdkDisplay *display) {
#ifdef GDK_WINDOWING_WAYLAND
    return GDK_IS_WAYLAND_DISPLAY(display);
#else
    (void)display;
    return FALSE;
#endif
}

// Mutter, and it alone, offers `gtk_shell1`.
static inline gboolean cgtk_display_is_mutter(GdkDisplay *display) {
#ifdef GDK_WINDOWING_WAYLAND
    return GDK_IS_WAYLAND_DISPLAY(display)
        && gdk_wayland_display_query_registry(display, "gtk_shell1");
#else
    (void)display;
    return FALSE;
#endif
}

#endif
