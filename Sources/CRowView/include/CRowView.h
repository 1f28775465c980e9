// A scrollable widget without a layout of its own: its owner provides the sizes and places the
// children. GtkScrollable can only be implemented by a class, and a class only in C.

#ifndef CROWVIEW_H
#define CROWVIEW_H

#include <gtk/gtk.h>

// The callbacks of a view. The first argument is the view's data.
typedef struct {
    void (*measure)(gpointer data, GtkOrientation orientation, int for_size, int *minimum, int *natural);
    // Places the rows; returns FALSE if the view's data is gone.
    gboolean (*allocate)(gpointer data, int width, int height);
    // The user or the program has scrolled: the adjustment's value has changed.
    void (*scrolled)(gpointer data);
    // Moves the focus; returns whether it is in the view now.
    gboolean (*focus)(gpointer data, GtkDirectionType direction);
    // This child or one of its descendants has gained the focus.
    void (*focus_child)(gpointer data, GtkWidget *child);
} RowViewFunctions;

GType row_view_get_type(void);

// A view without children. `release` is called with the data when the view is finalized.
GtkWidget *row_view_new(const RowViewFunctions *functions, gpointer data, GDestroyNotify release);

// The view's adjustment; one of its own before it is put into a scrolled window.
GtkAdjustment *row_view_get_adjustment(GtkWidget *view);

// Configures the adjustment without calling `scrolled`.
void row_view_configure(
    GtkWidget *view, double value, double lower, double upper, double step, double page);

// A row: a child that fills it. It can take the focus itself, before its content.
GtkWidget *row_item_new(void);

// Replaces the row's content.
void row_item_set_child(GtkWidget *item, GtkWidget *child);

// Sets the row's position and the number of rows for screen readers, counted from 1.
void row_item_set_position(GtkWidget *item, int position, int count);

#endif
