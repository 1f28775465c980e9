// The window systems of GDK. GTK can be built without one of them and then lacks its functions. All
// functions that are called are therefore weak here: NULL if missing, so that the program loads
// with any GTK. Check the window system of a display or surface before calling its functions.

#ifndef CGTK_BACKENDS_H
#define CGTK_BACKENDS_H

#include <gtk/gtk.h>

// Not `#pragma weak`, which Swift's importer does not support.
#define CGTK_WEAK(function) extern __typeof__(function) function __attribute__((weak));

#ifdef GDK_WINDOWING_X11
#include <gdk/x11/gdkx.h>
CGTK_WEAK(gdk_x11_display_error_trap_pop)
CGTK_WEAK(gdk_x11_display_error_trap_pop_ignored)
CGTK_WEAK(gdk_x11_display_error_trap_push)
CGTK_WEAK(gdk_x11_display_get_screen)
CGTK_WEAK(gdk_x11_display_get_type)
CGTK_WEAK(gdk_x11_display_get_xdisplay)
CGTK_WEAK(gdk_x11_display_get_xrootwindow)
CGTK_WEAK(gdk_x11_get_xatom_by_name_for_display)
CGTK_WEAK(gdk_x11_monitor_get_workarea)
CGTK_WEAK(gdk_x11_screen_get_screen_number)
CGTK_WEAK(gdk_x11_surface_get_desktop)
CGTK_WEAK(gdk_x11_surface_get_type)
CGTK_WEAK(gdk_x11_surface_get_xid)
CGTK_WEAK(gdk_x11_surface_move_to_desktop)
CGTK_WEAK(gdk_x11_surface_set_user_time)
#endif

#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>
CGTK_WEAK(gdk_wayland_display_get_type)
CGTK_WEAK(gdk_wayland_display_get_wl_display)
CGTK_WEAK(gdk_wayland_display_query_registry)
#endif

static inline gboolean cgtk_display_is_x11(GdkDisplay *display) {
#ifdef GDK_WINDOWING_X11
    return gdk_x11_display_get_type != NULL && GDK_IS_X11_DISPLAY(display);
#else
    (void)display;
    return FALSE;
#endif
}

static inline gboolean cgtk_surface_is_x11(GdkSurface *surface) {
#ifdef GDK_WINDOWING_X11
    return gdk_x11_surface_get_type != NULL && GDK_IS_X11_SURFACE(surface);
#else
    (void)surface;
    return FALSE;
#endif
}

static inline gboolean cgtk_display_is_wayland(GdkDisplay *display) {
#ifdef GDK_WINDOWING_WAYLAND
    return gdk_wayland_display_get_type != NULL && GDK_IS_WAYLAND_DISPLAY(display);
#else
    (void)display;
    return FALSE;
#endif
}

// Only Mutter offers `gtk_shell1`.
static inline gboolean cgtk_display_is_mutter(GdkDisplay *display) {
#ifdef GDK_WINDOWING_WAYLAND
    return cgtk_display_is_wayland(display)
        && gdk_wayland_display_query_registry(display, "gtk_shell1");
#else
    (void)display;
    return FALSE;
#endif
}

#endif
