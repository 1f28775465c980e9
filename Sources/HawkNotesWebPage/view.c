// Creates sessions and views, and reports the state of a view.

#if __has_include(<webkit/webkit.h>)

#include "functions.h"

#include "listener.h"
#include "parts.h"

// MARK: Sessions

void hawk_web_start(void) {
    static bool is_done = false;
    if (is_done) return;
    is_done = true;
    WebKitWebContext *web = webkit_web_context_get_default();
    // The sandbox only includes the display's socket in the usual folder. The engine ends the
    // program if this is configured after a process was started.
    const char *socket = g_getenv("WAYLAND_DISPLAY");
    if (socket != NULL && g_path_is_absolute(socket)) {
        webkit_web_context_add_path_to_sandbox(web, socket, FALSE);
    }
}

static void session_download_started(WebKitNetworkSession *session, WebKitDownload *download) {
    (void)session;
    // The view first: a cancelled download has none.
    WebKitWebView *view = webkit_download_get_web_view(download);
    const HawkWebListener *listener = view == NULL ? NULL : hawk_web_listener(view);
    char *address = g_strdup(webkit_uri_request_get_uri(webkit_download_get_request(download)));
    webkit_download_cancel(download);
    if (listener != NULL) listener->events->download(listener->context, address);
    g_free(address);
}

void *hawk_web_new_session(const char *data_folder, const char *cache_folder) {
    bool is_kept = data_folder != NULL && cache_folder != NULL;
    WebKitNetworkSession *session = is_kept
        ? webkit_network_session_new(data_folder, cache_folder)
        : webkit_network_session_new_ephemeral();
    WebKitCookieManager *cookies = webkit_network_session_get_cookie_manager(session);
    webkit_cookie_manager_set_accept_policy(cookies, WEBKIT_COOKIE_POLICY_ACCEPT_NO_THIRD_PARTY);
    if (is_kept) {
        char *file = g_build_filename(data_folder, "cookies.sqlite", NULL);
        webkit_cookie_manager_set_persistent_storage(
            cookies, file, WEBKIT_COOKIE_PERSISTENT_STORAGE_SQLITE);
        g_free(file);
    }
    webkit_network_session_set_tls_errors_policy(session, WEBKIT_TLS_ERRORS_POLICY_FAIL);
    webkit_network_session_set_itp_enabled(session, TRUE);
    // Passwords would go to the desktop's keyring.
    webkit_network_session_set_persistent_credential_storage_enabled(session, FALSE);
    g_signal_connect(session, "download-started", G_CALLBACK(session_download_started), NULL);
    return session;
}

// MARK: Views

static WebKitSettings *new_settings(void) {
    WebKitSettings *settings = webkit_settings_new();
    webkit_settings_set_enable_developer_extras(settings, FALSE);
    // The program controls its windows' size and state.
    webkit_settings_set_enable_fullscreen(settings, FALSE);
    webkit_settings_set_enable_media_stream(settings, FALSE);
    webkit_settings_set_enable_webrtc(settings, FALSE);
    webkit_settings_set_allow_modal_dialogs(settings, FALSE);
    return settings;
}

// Releases the memory of a page that is left. The engine would keep its process for another page of
// the same site; it is never shared, because the views are not related.
static void root_changed(GtkWidget *view) {
    if (gtk_widget_get_root(view) == NULL) {
        webkit_web_view_terminate_web_process(WEBKIT_WEB_VIEW(view));
    }
}

void *hawk_web_new_view(void *session, const HawkWebEvents *events, void *context) {
    WebKitUserContentManager *scripts = hawk_web_new_scripts();
    WebKitSettings *settings = new_settings();
    GObject *view = g_object_new(
        WEBKIT_TYPE_WEB_VIEW, "network-session", session, "user-content-manager", scripts,
        "settings", settings, NULL);
    g_object_unref(scripts);
    g_object_unref(settings);
    hawk_web_set_listener(view, events, context);
    g_signal_connect(view, "notify::root", G_CALLBACK(root_changed), NULL);
    hawk_web_connect_policy(WEBKIT_WEB_VIEW(view));
    hawk_web_connect_loading(WEBKIT_WEB_VIEW(view));
    hawk_web_connect_scripts(WEBKIT_WEB_VIEW(view));
    return view;
}

void hawk_web_close(void *view) {
    hawk_web_remove_listener(view);
    webkit_web_view_stop_loading(view);
}

#endif
