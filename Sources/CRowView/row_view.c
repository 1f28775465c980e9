#include "CRowView.h"

typedef struct {
    GtkWidget parent;
    RowViewFunctions functions;
    gpointer data;
    GDestroyNotify release;
    GtkAdjustment *adjustments[2];
    GtkScrollablePolicy policies[2];
    gulong handler;
    gboolean is_configuring;
} RowView;

typedef struct {
    GtkWidgetClass parent_class;
} RowViewClass;

enum { PROP_0, PROP_HADJUSTMENT, PROP_VADJUSTMENT, PROP_HSCROLL_POLICY, PROP_VSCROLL_POLICY };
enum { HORIZONTAL, VERTICAL };

G_DEFINE_TYPE_WITH_CODE(
    RowView, row_view, GTK_TYPE_WIDGET, G_IMPLEMENT_INTERFACE(GTK_TYPE_SCROLLABLE, NULL))

static void value_changed(GtkAdjustment *adjustment, gpointer user_data) {
    RowView *self = user_data;
    (void)adjustment;
    if (!self->is_configuring && self->functions.scrolled != NULL)
        self->functions.scrolled(self->data);
}

static void set_adjustment(RowView *self, int axis, GtkAdjustment *adjustment) {
    if (adjustment != NULL && adjustment == self->adjustments[axis]) return;
    if (adjustment == NULL) adjustment = gtk_adjustment_new(0, 0, 0, 0, 0, 0);
    g_object_ref_sink(adjustment);
    if (self->adjustments[axis] != NULL) {
        if (axis == VERTICAL) g_signal_handler_disconnect(self->adjustments[axis], self->handler);
        g_object_unref(self->adjustments[axis]);
    }
    self->adjustments[axis] = adjustment;
    if (axis == VERTICAL)
        self->handler = g_signal_connect(adjustment, "value-changed", G_CALLBACK(value_changed), self);
    gtk_widget_queue_allocate(GTK_WIDGET(self));
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
    RowView *self = (RowView *)object;
    switch (id) {
    case PROP_HADJUSTMENT: set_adjustment(self, HORIZONTAL, g_value_get_object(value)); break;
    case PROP_VADJUSTMENT: set_adjustment(self, VERTICAL, g_value_get_object(value)); break;
    case PROP_HSCROLL_POLICY: self->policies[HORIZONTAL] = g_value_get_enum(value); break;
    case PROP_VSCROLL_POLICY: self->policies[VERTICAL] = g_value_get_enum(value); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
    RowView *self = (RowView *)object;
    switch (id) {
    case PROP_HADJUSTMENT: g_value_set_object(value, self->adjustments[HORIZONTAL]); break;
    case PROP_VADJUSTMENT: g_value_set_object(value, self->adjustments[VERTICAL]); break;
    case PROP_HSCROLL_POLICY: g_value_set_enum(value, self->policies[HORIZONTAL]); break;
    case PROP_VSCROLL_POLICY: g_value_set_enum(value, self->policies[VERTICAL]); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
    }
}

static GtkSizeRequestMode request_mode(GtkWidget *widget) {
    (void)widget;
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void measure(
    GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
    int *minimum_baseline, int *natural_baseline) {
    RowView *self = (RowView *)widget;
    *minimum = *natural = 0;
    *minimum_baseline = *natural_baseline = -1;
    if (self->functions.measure != NULL)
        self->functions.measure(self->data, orientation, for_size, minimum, natural);
}

// Keeps the rows where they are. A page that fades out is still drawn after its data is gone, and
// GTK does not draw rows that have changed without being placed again.
static void keep_rows(GtkWidget *widget) {
    for (GtkWidget *row = gtk_widget_get_first_child(widget); row != NULL;
         row = gtk_widget_get_next_sibling(row)) {
        GtkAllocation frame;
        int smallest;
        if (!gtk_widget_should_layout(row)) continue;
        gtk_widget_get_allocation(row, &frame);
        if (frame.width == 0) {
            // It has no place yet.
            gtk_widget_set_child_visible(row, FALSE);
            continue;
        }
        gtk_widget_measure(row, GTK_ORIENTATION_HORIZONTAL, -1, &smallest, NULL, NULL, NULL);
        frame.width = MAX(frame.width, smallest);
        gtk_widget_measure(row, GTK_ORIENTATION_VERTICAL, frame.width, &smallest, NULL, NULL, NULL);
        frame.height = MAX(frame.height, smallest);
        gtk_widget_size_allocate(row, &frame, -1);
    }
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline) {
    RowView *self = (RowView *)widget;
    (void)baseline;
    if (self->functions.allocate == NULL || !self->functions.allocate(self->data, width, height))
        keep_rows(widget);
}

static gboolean focus(GtkWidget *widget, GtkDirectionType direction) {
    RowView *self = (RowView *)widget;
    return self->functions.focus != NULL && self->functions.focus(self->data, direction);
}

static void set_focus_child(GtkWidget *widget, GtkWidget *child) {
    RowView *self = (RowView *)widget;
    GTK_WIDGET_CLASS(row_view_parent_class)->set_focus_child(widget, child);
    if (child != NULL && self->functions.focus_child != NULL)
        self->functions.focus_child(self->data, child);
}

static void dispose(GObject *object) {
    RowView *self = (RowView *)object;
    GtkWidget *child;
    self->functions = (RowViewFunctions){NULL};
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(self))) != NULL) gtk_widget_unparent(child);
    if (self->adjustments[VERTICAL] != NULL)
        g_signal_handler_disconnect(self->adjustments[VERTICAL], self->handler);
    g_clear_object(&self->adjustments[VERTICAL]);
    g_clear_object(&self->adjustments[HORIZONTAL]);
    G_OBJECT_CLASS(row_view_parent_class)->dispose(object);
}

static void finalize(GObject *object) {
    RowView *self = (RowView *)object;
    if (self->release != NULL) self->release(self->data);
    G_OBJECT_CLASS(row_view_parent_class)->finalize(object);
}

static void row_view_class_init(RowViewClass *class) {
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    object_class->set_property = set_property;
    object_class->get_property = get_property;
    object_class->dispose = dispose;
    object_class->finalize = finalize;
    g_object_class_override_property(object_class, PROP_HADJUSTMENT, "hadjustment");
    g_object_class_override_property(object_class, PROP_VADJUSTMENT, "vadjustment");
    g_object_class_override_property(object_class, PROP_HSCROLL_POLICY, "hscroll-policy");
    g_object_class_override_property(object_class, PROP_VSCROLL_POLICY, "vscroll-policy");
    widget_class->get_request_mode = request_mode;
    widget_class->measure = measure;
    widget_class->size_allocate = size_allocate;
    widget_class->focus = focus;
    widget_class->set_focus_child = set_focus_child;
    gtk_widget_class_set_css_name(widget_class, "rows");
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_LIST);
}

static void row_view_init(RowView *self) {
    set_adjustment(self, HORIZONTAL, NULL);
    set_adjustment(self, VERTICAL, NULL);
    gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *row_view_new(const RowViewFunctions *functions, gpointer data, GDestroyNotify release) {
    RowView *self = g_object_new(row_view_get_type(), NULL);
    self->functions = *functions;
    self->data = data;
    self->release = release;
    return GTK_WIDGET(self);
}

GtkAdjustment *row_view_get_adjustment(GtkWidget *view) {
    return ((RowView *)view)->adjustments[VERTICAL];
}

void row_view_configure(
    GtkWidget *view, double value, double lower, double upper, double step, double page) {
    RowView *self = (RowView *)view;
    self->is_configuring = TRUE;
    gtk_adjustment_configure(
        self->adjustments[VERTICAL], value, lower, upper, step, page * 0.9, page);
    self->is_configuring = FALSE;
}
