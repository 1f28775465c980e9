// Functions of newer versions of GTK, which are NULL if GTK is older: see `GTKBridge/Newer`. The
// declarations are those of GTK's own headers, which lack them when this is built for GTK 4.8.

#ifndef CGTK_NEWER_H
#define CGTK_NEWER_H

#include "Backends.h"

#if !GTK_CHECK_VERSION(4, 10, 0)
typedef struct _GtkFileDialog GtkFileDialog;
GtkFileDialog *gtk_file_dialog_new(void);
void gtk_file_dialog_set_title(GtkFileDialog *self, const char *title);
void gtk_file_dialog_set_default_filter(GtkFileDialog *self, GtkFileFilter *filter);
void gtk_file_dialog_set_filters(GtkFileDialog *self, GListModel *filters);
void gtk_file_dialog_set_initial_folder(GtkFileDialog *self, GFile *folder);
void gtk_file_dialog_set_initial_name(GtkFileDialog *self, const char *name);
void gtk_file_dialog_open(
    GtkFileDialog *self, GtkWindow *parent, GCancellable *cancellable, GAsyncReadyCallback callback,
    gpointer user_data);
GFile *gtk_file_dialog_open_finish(GtkFileDialog *self, GAsyncResult *result, GError **error);
void gtk_file_dialog_save(
    GtkFileDialog *self, GtkWindow *parent, GCancellable *cancellable, GAsyncReadyCallback callback,
    gpointer user_data);
GFile *gtk_file_dialog_save_finish(GtkFileDialog *self, GAsyncResult *result, GError **error);
void gtk_file_dialog_select_folder(
    GtkFileDialog *self, GtkWindow *parent, GCancellable *cancellable, GAsyncReadyCallback callback,
    gpointer user_data);
GFile *gtk_file_dialog_select_folder_finish(
    GtkFileDialog *self, GAsyncResult *result, GError **error);
GtkAccessible *gtk_accessible_get_first_accessible_child(GtkAccessible *self);
#endif

CGTK_WEAK(gtk_file_dialog_new)
CGTK_WEAK(gtk_file_dialog_set_title)
CGTK_WEAK(gtk_file_dialog_set_default_filter)
CGTK_WEAK(gtk_file_dialog_set_filters)
CGTK_WEAK(gtk_file_dialog_set_initial_folder)
CGTK_WEAK(gtk_file_dialog_set_initial_name)
CGTK_WEAK(gtk_file_dialog_open)
CGTK_WEAK(gtk_file_dialog_open_finish)
CGTK_WEAK(gtk_file_dialog_save)
CGTK_WEAK(gtk_file_dialog_save_finish)
CGTK_WEAK(gtk_file_dialog_select_folder)
CGTK_WEAK(gtk_file_dialog_select_folder_finish)
CGTK_WEAK(gtk_accessible_get_first_accessible_child)

static inline gboolean cgtk_has_file_dialog(void) { return gtk_file_dialog_new != NULL; }

#if !GTK_CHECK_VERSION(4, 14, 0)
void gtk_accessible_announce(GtkAccessible *self, const char *message, int priority);
#define CGTK_PRIORITY_MEDIUM 1
#else
#define CGTK_PRIORITY_MEDIUM GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM
#endif

CGTK_WEAK(gtk_accessible_announce)

static inline gboolean cgtk_has_announce(void) { return gtk_accessible_announce != NULL; }

#endif
