#include "CX11Window.h"

#include "../CGTK/Backends.h"

#ifdef GDK_WINDOWING_X11

#include "x11_calls.h"

#include <X11/Xlib.h>
#include <X11/extensions/XInput2.h>

void x11_select_escape(GdkDisplay *display, gboolean is_wanted) {
    if (!cgtk_display_is_x11(display)) return;
    FIND(XDefaultRootWindow);
    FIND(XISelectEvents);
    if (XDefaultRootWindow_ == NULL || XISelectEvents_ == NULL) return;
    Display *x = gdk_x11_display_get_xdisplay(display);
    // Raw events come whoever has grabbed the keyboard. GDK selects none of them.
    unsigned char bits[XIMaskLen(XI_RawKeyPress)] = {0};
    if (is_wanted) XISetMask(bits, XI_RawKeyPress);
    XIEventMask mask = {.deviceid = XIAllMasterDevices, .mask_len = sizeof bits, .mask = bits};
    XISelectEvents_(x, XDefaultRootWindow_(x), &mask, 1);
}

gboolean x11_is_escape(GdkDisplay *display, gpointer event) {
    const XGenericEventCookie *cookie = &((XEvent *)event)->xcookie;
    if (cookie->type != GenericEvent || cookie->evtype != XI_RawKeyPress) return FALSE;
    FIND(XQueryExtension);
    FIND(XKeysymToKeycode);
    if (XQueryExtension_ == NULL || XKeysymToKeycode_ == NULL) return FALSE;
    Display *x = gdk_x11_display_get_xdisplay(display);
    int extension = 0, first_event = 0, first_error = 0;
    if (!XQueryExtension_(x, "XInputExtension", &extension, &first_event, &first_error)) return FALSE;
    // GDK has asked for the data already.
    if (cookie->extension != extension || cookie->data == NULL) return FALSE;
    return ((const XIRawEvent *)cookie->data)->detail == XKeysymToKeycode_(x, GDK_KEY_Escape);
}

#else

void x11_select_escape(GdkDisplay *display, gboolean is_wanted) {
    (void)display;
    (void)is_wanted;
}

gboolean x11_is_escape(GdkDisplay *display, gpointer event) {
    (void)display;
    (void)event;
    return FALSE;
}

#endif
