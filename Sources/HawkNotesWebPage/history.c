// A view's history, as bytes.

#if __has_include(<webkit/webkit.h>)

#include "functions.h"

void hawk_web_history(void *view, void *context, void (*take)(void *, const void *, size_t)) {
    WebKitWebViewSessionState *state = webkit_web_view_get_session_state(view);
    GBytes *bytes = webkit_web_view_session_state_serialize(state);
    gsize count = 0;
    const void *start = g_bytes_get_data(bytes, &count);
    take(context, start, count);
    g_bytes_unref(bytes);
    webkit_web_view_session_state_unref(state);
}

bool hawk_web_set_history(void *view, const void *start, size_t count) {
    GBytes *bytes = g_bytes_new(start, count);
    WebKitWebViewSessionState *state = webkit_web_view_session_state_new(bytes);
    g_bytes_unref(bytes);
    if (state == NULL) return false;
    webkit_web_view_restore_session_state(view, state);
    webkit_web_view_session_state_unref(state);
    return true;
}

static void take_address(
    WebKitBackForwardListItem *item, void *context, void (*take)(void *, const char *)) {
    const char *address = webkit_back_forward_list_item_get_uri(item);
    const char *original = webkit_back_forward_list_item_get_original_uri(item);
    take(context, address == NULL ? "" : address);
    if (original != NULL && g_strcmp0(address, original) != 0) take(context, original);
}

void hawk_web_addresses(void *view, void *context, void (*take)(void *, const char *)) {
    WebKitBackForwardList *list = webkit_web_view_get_back_forward_list(view);
    WebKitBackForwardListItem *current = webkit_back_forward_list_get_current_item(list);
    if (current != NULL) take_address(current, context, take);
    GList *before = webkit_back_forward_list_get_back_list(list);
    GList *others = g_list_concat(before, webkit_back_forward_list_get_forward_list(list));
    for (GList *link = others; link != NULL; link = link->next) {
        take_address(link->data, context, take);
    }
    g_list_free(others);
}

#endif
