// A scrollable widget that lays out nothing by itself: whoever makes it is asked for sizes and told when
// to place the children. GtkScrollable can only be implemented by a class, and a class only in C.

#ifndef CROWVIEW_H
#define CROWVIEW_H

#include <gtk/gtk.h>

// What a view asks and tells. The first argument is the view's data.
typedef struct {
    void (*measure)(gpointer data, GtkOrientation orientation, int for_size, int *minimum, int *natural);
    void (*allocate)(gpointer data, int width, int height);
    // Somebody has scrolled: the adjustment has another value.
    void (*scrolled)(gpointer data);
    // Moves the focus; says whether it is in the view now.
    gboolean (*focus)(gpointer data, GtkDirectionType direction);
    // The focus has come to this child, or to something in it.
    void (*focus_child)(gpointer data, GtkWidget *child);
} RowViewFunctions;

GType row_view_get_type(void);

// A view without children. `release` is called with the data when the view is finalized.
GtkWidget *row_view_new(const RowViewFunctions *functions, gpointer data, GDestroyNotify release);

// What the view is scrolled by; one of its own before it is put into a scrolled window.
GtkAdjustment *row_view_get_adjustment(GtkWidget *view);

// Configures the adjustment without telling `scrolled`.
void row_view_configure(
    GtkWidget *view, double value, double lower, double upper, double step, double page);

// A row: a child that fills it. It can have the focus, before what is in it.
GtkWidget *row_item_new(void);

// Puts something else into the row.
void row_item_set_child(GtkWidget *item, GtkWidget *child);

// Tells screen readers which row of how many it is, from 1.
void row_item_set_position(GtkWidget *item, int position, int count);

#endif
