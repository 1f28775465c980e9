#include "CRowView.h"

typedef struct {
    GtkWidget parent;
} RowItem;

typedef struct {
    GtkWidgetClass parent_class;
} RowItemClass;

G_DEFINE_TYPE(RowItem, row_item, GTK_TYPE_WIDGET)

static void dispose(GObject *object) {
    row_item_set_child(GTK_WIDGET(object), NULL);
    G_OBJECT_CLASS(row_item_parent_class)->dispose(object);
}

static void row_item_class_init(RowItemClass *class) {
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = dispose;
    gtk_widget_class_set_activate_signal(
        widget_class,
        g_signal_new(
            "activate", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST | G_SIGNAL_ACTION, 0, NULL, NULL,
            NULL, G_TYPE_NONE, 0));
    gtk_widget_class_set_css_name(widget_class, "row");
    gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
}

static void row_item_init(RowItem *self) { gtk_widget_set_focusable(GTK_WIDGET(self), TRUE); }

GtkWidget *row_item_new(void) { return g_object_new(row_item_get_type(), NULL); }

void row_item_set_child(GtkWidget *item, GtkWidget *child) {
    GtkWidget *old = gtk_widget_get_first_child(item);
    if (old == child) return;
    if (old != NULL) gtk_widget_unparent(old);
    if (child != NULL) gtk_widget_set_parent(child, item);
}

void row_item_set_position(GtkWidget *item, int position, int count) {
    gtk_accessible_update_relation(
        GTK_ACCESSIBLE(item), GTK_ACCESSIBLE_RELATION_POS_IN_SET, position,
        GTK_ACCESSIBLE_RELATION_SET_SIZE, count, -1);
}
