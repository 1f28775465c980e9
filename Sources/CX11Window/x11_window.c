#include "CX11Window.h"

#include "../CGTK/Backends.h"

#ifdef GDK_WINDOWING_X11

#include "x11_calls.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>

// The window's surface, if it has one and that is X11's.
static GdkSurface *surface_of(GtkWindow *window) {
    if (!gtk_widget_get_realized(GTK_WIDGET(window))) return NULL;
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    return surface != NULL && cgtk_surface_is_x11(surface) ? surface : NULL;
}

static Display *display_of(GdkSurface *surface) {
    return gdk_x11_display_get_xdisplay(gdk_surface_get_display(surface));
}

// The thickness of what the window manager draws at the left and at the top.
static void get_frame(Display *display, Window window, int *left, int *top) {
    FIND(XInternAtom);
    FIND(XGetWindowProperty);
    FIND(XFree);
    *left = *top = 0;
    if (XInternAtom_ == NULL || XGetWindowProperty_ == NULL || XFree_ == NULL) return;
    Atom name = XInternAtom_(display, "_NET_FRAME_EXTENTS", False);
    Atom type = None;
    int format = 0;
    unsigned long count = 0, rest = 0;
    unsigned char *bytes = NULL;
    int status = XGetWindowProperty_(
        display, window, name, 0, 4, False, XA_CARDINAL, &type, &format, &count, &rest, &bytes);
    if (status == Success && type == XA_CARDINAL && format == 32 && count == 4) {
        // Left, right, top, bottom.
        const long *widths = (const long *)(void *)bytes;
        *left = (int)widths[0];
        *top = (int)widths[2];
    }
    if (bytes != NULL) XFree_(bytes);
}

gboolean x11_window_get_position(GtkWindow *window, int *x, int *y) {
    GdkSurface *surface = surface_of(window);
    FIND(XTranslateCoordinates);
    FIND(XDefaultRootWindow);
    if (surface == NULL || XTranslateCoordinates_ == NULL || XDefaultRootWindow_ == NULL) return FALSE;
    Display *display = display_of(surface);
    GdkDisplay *gdk = gdk_surface_get_display(surface);
    Window own = gdk_x11_surface_get_xid(surface), child = None;
    int left = 0, top = 0, scale = gdk_surface_get_scale_factor(surface);
    // The window may be gone at any time: that is no reason to end the program.
    gdk_x11_display_error_trap_push(gdk);
    gboolean isKnown =
        XTranslateCoordinates_(display, own, XDefaultRootWindow_(display), 0, 0, x, y, &child);
    if (isKnown) get_frame(display, own, &left, &top);
    if (gdk_x11_display_error_trap_pop(gdk) != 0) return FALSE;
    *x = (*x - left) / scale;
    *y = (*y - top) / scale;
    return isKnown;
}

gboolean x11_window_get_workspace(GtkWindow *window, guint *workspace) {
    GdkSurface *surface = surface_of(window);
    if (surface == NULL) return FALSE;
    // All bits are set for a window that is on all of them.
    *workspace = gdk_x11_surface_get_desktop(surface);
    return *workspace != G_MAXUINT32;
}

void x11_window_set_initial_position(GtkWindow *window, int x, int y) {
    GdkSurface *surface = surface_of(window);
    FIND(XGetWMNormalHints);
    FIND(XSetWMNormalHints);
    FIND(XMoveWindow);
    if (surface == NULL || XGetWMNormalHints_ == NULL || XSetWMNormalHints_ == NULL || XMoveWindow_ == NULL)
        return;
    Display *display = display_of(surface);
    GdkDisplay *gdk = gdk_surface_get_display(surface);
    Window own = gdk_x11_surface_get_xid(surface);
    int scale = gdk_surface_get_scale_factor(surface);
    XSizeHints hints = {0};
    long supplied = 0;
    gdk_x11_display_error_trap_push(gdk);
    XGetWMNormalHints_(display, own, &hints, &supplied);
    // Without saying that the position is wanted, a window manager places the window as it likes.
    hints.flags |= USPosition | PPosition;
    hints.x = x * scale;
    hints.y = y * scale;
    XSetWMNormalHints_(display, own, &hints);
    XMoveWindow_(display, own, hints.x, hints.y);
    gdk_x11_display_error_trap_pop_ignored(gdk);
}

void x11_window_move(GtkWindow *window, int x, int y) {
    GdkSurface *surface = surface_of(window);
    FIND(XMoveWindow);
    if (surface == NULL || XMoveWindow_ == NULL) return;
    GdkDisplay *gdk = gdk_surface_get_display(surface);
    int scale = gdk_surface_get_scale_factor(surface);
    gdk_x11_display_error_trap_push(gdk);
    XMoveWindow_(display_of(surface), gdk_x11_surface_get_xid(surface), x * scale, y * scale);
    gdk_x11_display_error_trap_pop_ignored(gdk);
}

void x11_window_move_to_workspace(GtkWindow *window, guint workspace) {
    GdkSurface *surface = surface_of(window);
    if (surface != NULL) gdk_x11_surface_move_to_desktop(surface, workspace);
}

void x11_window_open_without_focus(GtkWindow *window) {
    GdkSurface *surface = surface_of(window);
    if (surface != NULL) gdk_x11_surface_set_user_time(surface, 0);
}

void x11_window_put_below(GtkWindow *window, GtkWindow *other) {
    GdkSurface *surface = surface_of(window), *sibling = other == NULL ? NULL : surface_of(other);
    FIND(XReconfigureWMWindow);
    if (surface == NULL || XReconfigureWMWindow_ == NULL) return;
    if (other != NULL && sibling == NULL) return;
    GdkDisplay *gdk = gdk_surface_get_display(surface);
    XWindowChanges changes = {.stack_mode = Below};
    if (sibling != NULL) changes.sibling = gdk_x11_surface_get_xid(sibling);
    gdk_x11_display_error_trap_push(gdk);
    XReconfigureWMWindow_(
        display_of(surface), gdk_x11_surface_get_xid(surface),
        gdk_x11_screen_get_screen_number(gdk_x11_display_get_screen(gdk)),
        sibling == NULL ? CWStackMode : CWSibling | CWStackMode, &changes);
    gdk_x11_display_error_trap_pop_ignored(gdk);
}

// MARK: Watching

typedef struct {
    GtkWindow *window;
    void (*changed)(gpointer data);
    gpointer data;
    GDestroyNotify release;
    Atom workspace;
} Watch;

static gboolean on_event(GdkDisplay *display, gpointer pointer, gpointer user_data) {
    (void)display;
    const XEvent *event = pointer;
    Watch *watch = user_data;
    if (event->type != ConfigureNotify && event->type != PropertyNotify) return FALSE;
    if (event->type == PropertyNotify && event->xproperty.atom != watch->workspace) return FALSE;
    GdkSurface *surface = surface_of(watch->window);
    if (surface != NULL && event->xany.window == gdk_x11_surface_get_xid(surface))
        watch->changed(watch->data);
    return FALSE;
}

static void end_watch(gpointer user_data, GClosure *closure) {
    (void)closure;
    Watch *watch = user_data;
    watch->release(watch->data);
    g_free(watch);
}

void x11_window_watch(
    GtkWindow *window, void (*changed)(gpointer data), gpointer data, GDestroyNotify release) {
    GdkDisplay *display = gtk_widget_get_display(GTK_WIDGET(window));
    if (!cgtk_display_is_x11(display)) {
        release(data);
        return;
    }
    Watch *watch = g_new0(Watch, 1);
    *watch = (Watch){
        .window = window, .changed = changed, .data = data, .release = release,
        .workspace = gdk_x11_get_xatom_by_name_for_display(display, "_NET_WM_DESKTOP"),
    };
    GClosure *closure = g_cclosure_new(G_CALLBACK(on_event), watch, end_watch);
    // The display outlives the window.
    g_object_watch_closure(G_OBJECT(window), closure);
    g_signal_connect_closure(display, "xevent", closure, FALSE);
}

// MARK: Monitors

// As in <X11/extensions/Xrandr.h>, which need not be installed.
typedef struct {
    Atom name;
    Bool is_primary;
    Bool is_automatic;
    int output_count;
    int x, y, width, height, width_mm, height_mm;
    XID *outputs;
} Monitor;
typedef Monitor *(*GetMonitors)(Display *display, Window window, Bool active, int *count);
typedef void (*FreeMonitors)(Monitor *monitors);

// GDK's monitor with this geometry knows which part of it panels leave free.
static void leave_out_panels(GdkDisplay *display, GdkRectangle *area) {
    GListModel *monitors = gdk_display_get_monitors(display);
    for (guint index = 0; index < g_list_model_get_n_items(monitors); index++) {
        GdkMonitor *monitor = g_list_model_get_item(monitors, index);
        GdkRectangle geometry, free_part;
        gdk_monitor_get_geometry(monitor, &geometry);
        if (gdk_rectangle_equal(&geometry, area)) {
            gdk_x11_monitor_get_workarea(monitor, &free_part);
            gdk_rectangle_intersect(&geometry, &free_part, area);
        }
        g_object_unref(monitor);
    }
}

int x11_get_work_areas(GdkDisplay *display, GdkRectangle *areas, int limit) {
    if (!cgtk_display_is_x11(display)) return 0;
    GetMonitors get = (GetMonitors)find("XRRGetMonitors");
    FreeMonitors release = (FreeMonitors)find("XRRFreeMonitors");
    if (get == NULL || release == NULL) return 0;
    int found = 0, count = 0;
    gdk_x11_display_error_trap_push(display);
    Monitor *monitors = get(
        gdk_x11_display_get_xdisplay(display), gdk_x11_display_get_xrootwindow(display), True, &found);
    gdk_x11_display_error_trap_pop_ignored(display);
    if (monitors == NULL) return 0;
    GListModel *known = gdk_display_get_monitors(display);
    GdkMonitor *first = g_list_model_get_item(known, 0);
    int scale = first == NULL ? 1 : gdk_monitor_get_scale_factor(first);
    g_clear_object(&first);
    for (int index = 0; index < found && count < limit; index++) {
        const Monitor *monitor = &monitors[index];
        if (monitor->width <= 0 || monitor->height <= 0) continue;
        areas[count] = (GdkRectangle){
            monitor->x / scale, monitor->y / scale, monitor->width / scale, monitor->height / scale};
        leave_out_panels(display, &areas[count]);
        count += 1;
    }
    release(monitors);
    return count;
}

#else

gboolean x11_window_get_position(GtkWindow *window, int *x, int *y) {
    (void)window, (void)x, (void)y;
    return FALSE;
}

gboolean x11_window_get_workspace(GtkWindow *window, guint *workspace) {
    (void)window, (void)workspace;
    return FALSE;
}

void x11_window_set_initial_position(GtkWindow *window, int x, int y) {
    (void)window, (void)x, (void)y;
}

void x11_window_move(GtkWindow *window, int x, int y) { (void)window, (void)x, (void)y; }

void x11_window_move_to_workspace(GtkWindow *window, guint workspace) {
    (void)window, (void)workspace;
}

void x11_window_open_without_focus(GtkWindow *window) { (void)window; }

void x11_window_put_below(GtkWindow *window, GtkWindow *other) { (void)window, (void)other; }

void x11_window_watch(
    GtkWindow *window, void (*changed)(gpointer data), gpointer data, GDestroyNotify release) {
    (void)window, (void)changed;
    release(data);
}

int x11_get_work_areas(GdkDisplay *display, GdkRectangle *areas, int limit) {
    (void)display, (void)areas, (void)limit;
    return 0;
}

#endif
