// The table of functions, and the functions of a single line.

#if __has_include(<webkit/webkit.h>)

#include "functions.h"

static void load(void *view, const char *address) { webkit_web_view_load_uri(view, address); }

static void reload(void *view) { webkit_web_view_reload(view); }

static void stop(void *view) { webkit_web_view_stop_loading(view); }

static const char *address(void *view) { return webkit_web_view_get_uri(view); }

static const char *title(void *view) { return webkit_web_view_get_title(view); }

static double progress(void *view) { return webkit_web_view_get_estimated_load_progress(view); }

static bool is_loading(void *view) { return webkit_web_view_is_loading(view); }

static double zoom(void *view) { return webkit_web_view_get_zoom_level(view); }

static void set_zoom(void *view, double zoom) { webkit_web_view_set_zoom_level(view, zoom); }

static WebKitBackForwardListItem *item(void *view, int steps) {
    return webkit_back_forward_list_get_nth_item(
        webkit_web_view_get_back_forward_list(view), steps);
}

static bool can_go(void *view, int steps) { return item(view, steps) != NULL; }

static void go(void *view, int steps) {
    WebKitBackForwardListItem *target = item(view, steps);
    if (target != NULL) webkit_web_view_go_to_back_forward_list_item(view, target);
}

static void find(void *view, const char *text) {
    WebKitFindController *finder = webkit_web_view_get_find_controller(view);
    if (text[0] == '\0') {
        webkit_find_controller_search_finish(finder);
        return;
    }
    guint32 options = WEBKIT_FIND_OPTIONS_CASE_INSENSITIVE | WEBKIT_FIND_OPTIONS_WRAP_AROUND;
    webkit_find_controller_search(finder, text, options, G_MAXUINT);
}

static void find_next(void *view, int steps) {
    WebKitFindController *finder = webkit_web_view_get_find_controller(view);
    if (steps < 0) {
        webkit_find_controller_search_previous(finder);
    } else {
        webkit_find_controller_search_next(finder);
    }
}

static HawkWebFunctions functions = {
    .interface_version = HAWK_WEB_INTERFACE_VERSION,
    .start = hawk_web_start,
    .new_session = hawk_web_new_session,
    .new_view = hawk_web_new_view,
    .close = hawk_web_close,
    .load = load,
    .reload = reload,
    .stop = stop,
    .go = go,
    .can_go = can_go,
    .address = address,
    .title = title,
    .progress = progress,
    .is_loading = is_loading,
    .zoom = zoom,
    .set_zoom = set_zoom,
    .history = hawk_web_history,
    .set_history = hawk_web_set_history,
    .addresses = hawk_web_addresses,
    .scroll_to = hawk_web_scroll_to,
    .find = find,
    .find_next = find_next,
};

const HawkWebFunctions *hawk_web_functions(void) {
    static char name[64];
    g_snprintf(
        name, sizeof name, "WebKitGTK %u.%u.%u", webkit_get_major_version(),
        webkit_get_minor_version(), webkit_get_micro_version());
    functions.name = name;
    return &functions;
}

#else

#include "HawkNotesWebPage.h"

const HawkWebFunctions *hawk_web_functions(void);

const HawkWebFunctions *hawk_web_functions(void) {
    static const HawkWebFunctions functions = {
        .interface_version = HAWK_WEB_INTERFACE_VERSION,
        .missing = "built without WebKitGTK",
        .name = "none",
    };
    return &functions;
}

#endif
