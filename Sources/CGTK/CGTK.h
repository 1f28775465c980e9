// Parts of GTK that Swift's importer cannot see (macros and variadic calls), and checks of the
// window system. Everything here is static inline.

#ifndef CGTK_H
#define CGTK_H

#include "../CGLib/CGLib.h"

// For the file in which GSettings may store its values.
#define G_SETTINGS_ENABLE_BACKEND
#include <gtk/gtk.h>
#include <gio/gsettingsbackend.h>
#include <pango/pangocairo.h>
#include <cairo-pdf.h>

#include "Backends.h"
#include "Newer.h"
#include "ClosedPopovers.h"
#include "PrimarySelection.h"

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

static inline void cgtk_object_set_string(gpointer object, const char *name, const char *value) {
    g_object_set(object, name, value, NULL);
}

// The value of this state is an enumeration, which GTK 4.8 reads as an int: only variadic arguments
// suit all versions.
static inline void cgtk_accessible_set_checked(GtkAccessible *accessible, int is_checked) {
    gtk_accessible_update_state(accessible, GTK_ACCESSIBLE_STATE_CHECKED,
                                is_checked ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
}

// For a property that is an integer, an enumeration or a boolean: each is passed as an int.
static inline void cgtk_object_set_int(gpointer object, const char *name, int value) {
    g_object_set(object, name, value, NULL);
}

static inline int cgtk_object_get_int(gpointer object, const char *name) {
    int value = 0;
    g_object_get(object, name, &value, NULL);
    return value;
}

static inline gboolean cgtk_object_has(gpointer object, const char *name) {
    return g_object_class_find_property(G_OBJECT_GET_CLASS(object), name) != NULL;
}

static inline char *cgtk_object_get_string(gpointer object, const char *name) {
    char *value = NULL;
    g_object_get(object, name, &value, NULL);
    return value;
}

static inline gpointer cgtk_widget_new_with_role(GType type, GtkAccessibleRole role) {
    return g_object_new(type, "accessible-role", role, NULL);
}

static inline void cgtk_set_role(gpointer widget, GtkAccessibleRole role) {
    g_object_set(widget, "accessible-role", role, NULL);
}

static inline void cgtk_commit(GtkIMContext *context, const char *text) {
    g_signal_emit_by_name(context, "commit", text);
}

// MARK: Announcements

#define CGTK_DESCRIPTION "hawk-notes-description"
#define CGTK_ANNOUNCES "hawk-notes-announces"

static inline void cgtk_describe(gpointer widget, const char *text, gboolean announces) {
    g_object_set_data(widget, CGTK_ANNOUNCES, GINT_TO_POINTER(announces));
    gtk_accessible_update_property(
        GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

// Sets and stores a widget's description: GTK has no getter for it.
static inline void cgtk_set_description(gpointer widget, const char *text) {
    g_object_set_data_full(widget, CGTK_DESCRIPTION, g_strdup(text), g_free);
    cgtk_describe(widget, text, FALSE);
}

// A tooltip sets the description too; the last one set wins.
static inline void cgtk_set_tooltip(GtkWidget *widget, const char *text) {
    gtk_widget_set_tooltip_text(widget, text);
    g_object_set_data(G_OBJECT(widget), CGTK_DESCRIPTION, NULL);
}

// Screen readers see the entry, not the inner text widget that has the focus.
static inline GtkWidget *cgtk_described(GtkWidget *focus) {
    return GTK_IS_TEXT(focus) ? gtk_widget_get_parent(focus) : focus;
}

static inline gboolean cgtk_end_announcement(gpointer described) {
    if (g_object_get_data(described, CGTK_ANNOUNCES) == NULL) return G_SOURCE_REMOVE;
    const char *text = g_object_get_data(described, CGTK_DESCRIPTION);
    if (text == NULL) text = gtk_widget_get_tooltip_text(described);
    cgtk_describe(described, text != NULL ? text : "", FALSE);
    return G_SOURCE_REMOVE;
}

static inline void cgtk_announce(GtkWidget *widget, const char *text) {
    GtkRoot *root = gtk_widget_get_root(widget);
    if (root == NULL) return;
    if (cgtk_has_announce()) {
        gtk_accessible_announce(GTK_ACCESSIBLE(root), text, CGTK_PRIORITY_MEDIUM);
        return;
    }
    GtkWidget *focus = gtk_root_get_focus(root);
    GtkWidget *described = focus != NULL ? cgtk_described(focus) : NULL;
    if (described == NULL) return;
    cgtk_describe(described, text, TRUE);
    g_timeout_add_seconds_full(
        G_PRIORITY_DEFAULT, 2, cgtk_end_announcement, g_object_ref(described), g_object_unref);
}

// Creates the accessible objects of a label's links now, if GTK has them.
//
// GTK 4.24 creates them when the label is first exposed to a screen reader. That exposes the label
// again, inside the first call, and only one of the two is released with the label: the next
// traversal of the program reads freed memory.
static inline void cgtk_make_links_accessible(GtkWidget *label) {
    if (gtk_accessible_get_first_accessible_child == NULL) return;
    GtkAccessible *link = gtk_accessible_get_first_accessible_child(GTK_ACCESSIBLE(label));
    if (link != NULL) g_object_unref(link);
}

// What the selection of a label is as text: GTK offers the visible one to other programs, for the
// middle button and when it is dragged, and has no call to change that. The function returns a new
// text, or NULL to keep the visible one.
typedef char *(*CGTKSelectedText)(const char *visible);

struct cgtk_label_content {
    gboolean (*get_value)(GdkContentProvider *provider, GValue *value, GError **error);
    CGTKSelectedText text;
};

static inline struct cgtk_label_content *cgtk_label_content(void) {
    static struct cgtk_label_content content;
    return &content;
}

static inline gboolean cgtk_label_get_value(
    GdkContentProvider *provider, GValue *value, GError **error) {
    struct cgtk_label_content *content = cgtk_label_content();
    if (!content->get_value(provider, value, error)) return FALSE;
    const char *visible = G_VALUE_HOLDS_STRING(value) ? g_value_get_string(value) : NULL;
    char *text = visible ? content->text(visible) : NULL;
    if (text) g_value_take_string(value, text);
    return TRUE;
}

// Does nothing before there is a selectable label, and where GTK has no such type.
static inline void cgtk_set_selected_text(CGTKSelectedText text) {
    GType type = g_type_from_name("GtkLabelContent");
    if (type == 0 || !g_type_is_a(type, GDK_TYPE_CONTENT_PROVIDER)) return;
    struct cgtk_label_content *content = cgtk_label_content();
    if (content->get_value) return;
    GdkContentProviderClass *class = (GdkContentProviderClass *)g_type_class_ref(type);
    content->get_value = class->get_value;
    content->text = text;
    class->get_value = cgtk_label_get_value;
}

static inline void cgtk_show_about(
    GtkWindow *parent, const char *name, const char *version, const char *icon,
    const char *comments, const char *copyright) {
    gtk_show_about_dialog(
        parent, "program-name", name, "version", version, "logo-icon-name", icon,
        "comments", comments, "copyright", copyright, "license-type", GTK_LICENSE_MIT_X11, NULL);
    // The dialog is stored at its parent under this name. Its first text gets the focus, with
    // everything selected.
    GtkWindow *dialog = parent ? (GtkWindow *)g_object_get_data(G_OBJECT(parent), "gtk-about-dialog") : NULL;
    GtkWidget *focus = dialog ? gtk_window_get_focus(dialog) : NULL;
    if (focus && GTK_IS_LABEL(focus)) gtk_label_select_region(GTK_LABEL(focus), 0, 0);
}

static inline void cgtk_show_error(GtkWindow *parent, const char *text, const char *reason) {
    GtkWidget *dialog = (GtkWidget *)g_object_new(
        GTK_TYPE_MESSAGE_DIALOG, "transient-for", parent, "destroy-with-parent", TRUE, "modal",
        parent != NULL, "message-type", GTK_MESSAGE_ERROR, "buttons", GTK_BUTTONS_CLOSE, "text", text,
        "secondary-text", reason, NULL);
    g_signal_connect(dialog, "response", G_CALLBACK(gtk_window_destroy), NULL);
    gtk_window_present((GtkWindow *)dialog);
}

// MARK: Keys of a GtkText

static inline void cgtk_text_insert_at_cursor(gpointer text, const char *inserted) {
    g_signal_emit_by_name(text, "insert-at-cursor", inserted);
}

static inline void cgtk_text_delete_selection(gpointer text) {
    g_signal_emit_by_name(text, "delete-from-cursor", GTK_DELETE_CHARS, 1);
}

#endif
