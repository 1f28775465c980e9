#include "CDisplayLoss.h"

#include "../CGTK/Backends.h"

#include <dlfcn.h>
#include <poll.h>
#include <unistd.h>

static struct {
    void (*lost)(gpointer data);
    gpointer data;
} watcher;

static void tell(void) {
    void (*lost)(gpointer) = watcher.lost;
    // The callback may use the display, and meet the loss again.
    watcher.lost = NULL;
    if (lost != NULL) lost(watcher.data);
}

#ifdef GDK_WINDOWING_X11

static XIOErrorHandler handler_of_gdk;

static int on_io_error(Display *display) {
    tell();
    return handler_of_gdk == NULL ? 0 : handler_of_gdk(display);
}

static void watch_x11(void *program) {
    typedef XIOErrorHandler (*SetHandler)(XIOErrorHandler);
    SetHandler set_handler = (SetHandler)dlsym(program, "XSetIOErrorHandler");
    if (set_handler != NULL) handler_of_gdk = set_handler(on_io_error);
}

#endif

#ifdef GDK_WINDOWING_WAYLAND

typedef struct {
    GSource source;
    int socket;
    gpointer tag;
} SocketSource;

static const GIOCondition gone = G_IO_HUP | G_IO_ERR;

// Not left to GDK: as long as nothing is drawn, version 4.8 loops forever.
static void end(void) {
    tell();
    g_message("The connection to the Wayland compositor is lost.");
    _exit(1);
}

// Before GDK's source is prepared, which writes to the socket.
static gboolean prepare(GSource *source, int *timeout) {
    *timeout = -1;
    struct pollfd entry = {.fd = ((SocketSource *)source)->socket};
    if (poll(&entry, 1, 0) > 0 && (entry.revents & (POLLHUP | POLLERR)) != 0) end();
    return FALSE;
}

// Before GDK's source is checked, which reads from the socket.
static gboolean check(GSource *source) {
    if ((g_source_query_unix_fd(source, ((SocketSource *)source)->tag) & gone) != 0) end();
    return FALSE;
}

static gboolean dispatch(GSource *source, GSourceFunc callback, gpointer data) {
    (void)source;
    (void)callback;
    (void)data;
    return G_SOURCE_CONTINUE;
}

static GSourceFuncs functions = {.prepare = prepare, .check = check, .dispatch = dispatch};

// Since 4.12, GDK has a source that precedes all others and ends the program at once: it is found
// by its name, and moved right after this one.
static void go_before_gdk(GSource *source) {
    for (guint id = 1; id < g_source_get_id(source); id++) {
        GSource *other = g_main_context_find_source_by_id(NULL, id);
        const char *name = other == NULL ? NULL : g_source_get_name(other);
        if (name != NULL && g_str_has_prefix(name, "GDK Wayland Poll source"))
            g_source_set_priority(other, G_MININT + 1);
    }
    g_source_set_priority(source, G_MININT);
}

static void watch_wayland(void *program, GdkDisplay *display) {
    typedef int (*GetSocket)(struct wl_display *);
    GetSocket get_socket = (GetSocket)dlsym(program, "wl_display_get_fd");
    if (get_socket == NULL) return;
    SocketSource *source = (SocketSource *)g_source_new(&functions, sizeof(SocketSource));
    source->socket = get_socket(gdk_wayland_display_get_wl_display(display));
    source->tag = g_source_add_unix_fd(&source->source, source->socket, gone);
    g_source_set_name(&source->source, "Loss of the display");
    g_source_attach(&source->source, NULL);
    go_before_gdk(&source->source);
    g_source_unref(&source->source);
}

#endif

void display_loss_watch(void (*lost)(gpointer data), gpointer data) {
    watcher.lost = lost;
    watcher.data = data;
    // GTK loads the libraries itself; looking up their functions avoids linking this program to
    // them.
    void *program = dlopen(NULL, RTLD_LAZY);
    GdkDisplay *display = gdk_display_get_default();
    if (program == NULL || display == NULL) return;
#ifdef GDK_WINDOWING_X11
    if (cgtk_display_is_x11(display)) watch_x11(program);
#endif
#ifdef GDK_WINDOWING_WAYLAND
    if (cgtk_display_is_wayland(display)) watch_wayland(program, display);
#endif
}
