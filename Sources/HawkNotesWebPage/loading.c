// Reports the progress of a load, and why it failed.

#if __has_include(<webkit/webkit.h>)

#include "listener.h"
#include "parts.h"

static void tell_changed(GObject *view) {
    const HawkWebListener *listener = hawk_web_listener(view);
    if (listener != NULL) listener->events->changed(listener->context);
}

static void load_changed(WebKitWebView *view, WebKitLoadEvent event) {
    const HawkWebListener *listener = hawk_web_listener(view);
    if (listener == NULL) return;
    if (event == WEBKIT_LOAD_COMMITTED) listener->events->committed(listener->context);
    if (event == WEBKIT_LOAD_FINISHED) listener->events->finished(listener->context);
}

// MARK: Failures

static void tell_failed(
    WebKitWebView *view, HawkWebFailure failure, const char *address, const char *message) {
    const HawkWebListener *listener = hawk_web_listener(view);
    if (listener != NULL) listener->events->failed(listener->context, failure, address, message);
}

static HawkWebFailure failure_of(const GError *error) {
    if (g_error_matches(error, WEBKIT_NETWORK_ERROR, WEBKIT_NETWORK_ERROR_CANCELLED)
        || g_error_matches(error, WEBKIT_POLICY_ERROR,
            WEBKIT_POLICY_ERROR_FRAME_LOAD_INTERRUPTED_BY_POLICY_CHANGE)) {
        return HAWK_WEB_FAILURE_CANCELLED;
    }
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
        return HAWK_WEB_FAILURE_INTERRUPTED;
    }
    if (error->domain == G_RESOLVER_ERROR
        || g_error_matches(error, G_IO_ERROR, G_IO_ERROR_HOST_NOT_FOUND)) {
        return HAWK_WEB_FAILURE_NAME_NOT_FOUND;
    }
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED)) {
        return HAWK_WEB_FAILURE_CONNECTION_REFUSED;
    }
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_NETWORK_UNREACHABLE)
        || g_error_matches(error, G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE)) {
        return HAWK_WEB_FAILURE_UNREACHABLE;
    }
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT)) {
        return HAWK_WEB_FAILURE_TIMED_OUT;
    }
    return error->domain == G_TLS_ERROR ? HAWK_WEB_FAILURE_CERTIFICATE : HAWK_WEB_FAILURE_OTHER;
}

static gboolean load_failed(
    WebKitWebView *view, WebKitLoadEvent event, const char *address, const GError *error) {
    (void)event;
    tell_failed(view, failure_of(error), address, error->message);
    return TRUE;
}

// The names of the flags, such as "unknown-ca, expired"; the caller translates them.
static char *flag_names(GTlsCertificateFlags errors) {
    GString *names = g_string_new(NULL);
    GFlagsClass *flags = g_type_class_ref(G_TYPE_TLS_CERTIFICATE_FLAGS);
    for (guint index = 0; index < flags->n_values; index++) {
        const GFlagsValue *flag = &flags->values[index];
        bool is_single = (flag->value & (flag->value - 1)) == 0;
        if (!is_single || ((guint)errors & flag->value) == 0) continue;
        if (names->len > 0) g_string_append(names, ", ");
        g_string_append(names, flag->value_nick);
    }
    g_type_class_unref(flags);
    return g_string_free(names, FALSE);
}

static gboolean load_failed_with_tls_errors(
    WebKitWebView *view, const char *address, GTlsCertificate *certificate,
    GTlsCertificateFlags errors) {
    (void)certificate;
    char *message = flag_names(errors);
    tell_failed(view, HAWK_WEB_FAILURE_CERTIFICATE, address, message);
    g_free(message);
    return TRUE;
}

static void web_process_terminated(
    WebKitWebView *view, WebKitWebProcessTerminationReason reason) {
    if (reason == WEBKIT_WEB_PROCESS_TERMINATED_BY_API) return;
    HawkWebFailure failure = reason == WEBKIT_WEB_PROCESS_EXCEEDED_MEMORY_LIMIT
        ? HAWK_WEB_FAILURE_OUT_OF_MEMORY : HAWK_WEB_FAILURE_CRASHED;
    const char *address = webkit_web_view_get_uri(view);
    tell_failed(view, failure, address == NULL ? "" : address, "");
}

// MARK: Finding

static void tell_found(GtkWidget *view, guint count) {
    const HawkWebListener *listener = hawk_web_listener(view);
    if (listener != NULL) listener->events->found(listener->context, count);
}

static void found(WebKitFindController *finder, guint count, GtkWidget *view) {
    (void)finder;
    tell_found(view, count);
}

static void found_nothing(WebKitFindController *finder, GtkWidget *view) {
    (void)finder;
    tell_found(view, 0);
}

void hawk_web_connect_loading(WebKitWebView *view) {
    const char *properties[] = {"uri", "title", "estimated-load-progress", "is-loading"};
    for (gsize index = 0; index < G_N_ELEMENTS(properties); index++) {
        char *signal = g_strconcat("notify::", properties[index], NULL);
        g_signal_connect(view, signal, G_CALLBACK(tell_changed), NULL);
        g_free(signal);
    }
    g_signal_connect_object(
        webkit_web_view_get_back_forward_list(view), "changed", G_CALLBACK(tell_changed), view,
        G_CONNECT_SWAPPED);
    g_signal_connect(view, "load-changed", G_CALLBACK(load_changed), NULL);
    g_signal_connect(view, "load-failed", G_CALLBACK(load_failed), NULL);
    g_signal_connect(
        view, "load-failed-with-tls-errors", G_CALLBACK(load_failed_with_tls_errors), NULL);
    g_signal_connect(view, "web-process-terminated", G_CALLBACK(web_process_terminated), NULL);
    WebKitFindController *finder = webkit_web_view_get_find_controller(view);
    g_signal_connect_object(finder, "found-text", G_CALLBACK(found), view, 0);
    g_signal_connect_object(finder, "failed-to-find-text", G_CALLBACK(found_nothing), view, 0);
}

#endif
