// Asks the program for each navigation, and denies all permission requests.

#if __has_include(<webkit/webkit.h>)

#include "listener.h"
#include "parts.h"

static bool is_attachment(WebKitURIResponse *response) {
    SoupMessageHeaders *headers = webkit_uri_response_get_http_headers(response);
    if (headers == NULL) return false;
    const char *disposition = soup_message_headers_get_one(headers, "Content-Disposition");
    return disposition != NULL && g_ascii_strncasecmp(disposition, "attachment", 10) == 0;
}

// An error response without a page of its own would be shown as an empty page. Its length is read
// from the header: the engine also returns 0 for an unknown length.
static bool is_bare_error(WebKitURIResponse *response) {
    SoupMessageHeaders *headers = webkit_uri_response_get_http_headers(response);
    if (headers == NULL || webkit_uri_response_get_status_code(response) < 400) return false;
    return g_strcmp0(soup_message_headers_get_one(headers, "Content-Length"), "0") == 0;
}

static void decide_navigation(
    const HawkWebListener *listener, WebKitPolicyDecision *decision, bool is_new_window) {
    WebKitNavigationAction *action = webkit_navigation_policy_decision_get_navigation_action(
        WEBKIT_NAVIGATION_POLICY_DECISION(decision));
    HawkWebNavigation navigation = HAWK_WEB_IN_PLACE;
    if (is_new_window) navigation |= HAWK_WEB_NEW_WINDOW;
    if (webkit_navigation_action_is_user_gesture(action)) navigation |= HAWK_WEB_BY_PERSON;
    const char *address = webkit_uri_request_get_uri(webkit_navigation_action_get_request(action));
    // There is no second view for a new window.
    if (listener->events->allows(listener->context, address, navigation) && !is_new_window) {
        webkit_policy_decision_use(decision);
    } else {
        webkit_policy_decision_ignore(decision);
    }
}

static void decide_response(WebKitWebView *view, WebKitPolicyDecision *decision) {
    WebKitResponsePolicyDecision *policy = WEBKIT_RESPONSE_POLICY_DECISION(decision);
    WebKitURIResponse *response = webkit_response_policy_decision_get_response(policy);
    bool is_page = webkit_response_policy_decision_is_main_frame_main_resource(policy);
    bool has_failed = is_page && is_bare_error(response);
    if (!has_failed && webkit_response_policy_decision_is_mime_type_supported(policy)
        && !is_attachment(response)) {
        webkit_policy_decision_use(decision);
        return;
    }
    // Before the decision: it may hold the only reference to the response.
    WebKitURIRequest *request = webkit_response_policy_decision_get_request(policy);
    char *address = g_strdup(webkit_uri_request_get_uri(request));
    char *status = g_strdup_printf("%u", webkit_uri_response_get_status_code(response));
    webkit_policy_decision_ignore(decision);
    // The engine's reaction may have closed the view.
    const HawkWebListener *listener = hawk_web_listener(view);
    if (listener == NULL) {
        // There is no listener any more.
    } else if (has_failed) {
        listener->events->failed(listener->context, HAWK_WEB_FAILURE_STATUS, address, status);
    } else if (is_page) {
        listener->events->download(listener->context, address);
    }
    g_free(status);
    g_free(address);
}

static gboolean decide_policy(
    WebKitWebView *view, WebKitPolicyDecision *decision, WebKitPolicyDecisionType type) {
    const HawkWebListener *listener = hawk_web_listener(view);
    if (listener == NULL) {
        webkit_policy_decision_ignore(decision);
        return TRUE;
    }
    switch (type) {
    case WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION:
        decide_navigation(listener, decision, false);
        break;
    case WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION:
        decide_navigation(listener, decision, true);
        break;
    case WEBKIT_POLICY_DECISION_TYPE_RESPONSE:
        decide_response(view, decision);
        break;
    default:
        webkit_policy_decision_ignore(decision);
    }
    return TRUE;
}

// A script's window.open, and the context menu's *Open in New Window*.
static GtkWidget *create(WebKitWebView *view, WebKitNavigationAction *action) {
    const HawkWebListener *listener = hawk_web_listener(view);
    if (listener == NULL) return NULL;
    HawkWebNavigation navigation = HAWK_WEB_NEW_WINDOW;
    if (webkit_navigation_action_is_user_gesture(action)) navigation |= HAWK_WEB_BY_PERSON;
    listener->events->allows(
        listener->context,
        webkit_uri_request_get_uri(webkit_navigation_action_get_request(action)), navigation);
    return NULL;
}

static gboolean refuse_permission(WebKitWebView *view, WebKitPermissionRequest *request) {
    (void)view;
    webkit_permission_request_deny(request);
    return TRUE;
}

static gboolean refuse_permission_state(WebKitWebView *view, WebKitPermissionStateQuery *query) {
    (void)view;
    webkit_permission_state_query_finish(query, WEBKIT_PERMISSION_STATE_DENIED);
    return TRUE;
}

static gboolean refuse_file(WebKitWebView *view, WebKitFileChooserRequest *request) {
    (void)view;
    webkit_file_chooser_request_cancel(request);
    return TRUE;
}

static gboolean ignore(void) { return TRUE; }

void hawk_web_connect_policy(WebKitWebView *view) {
    g_signal_connect(view, "decide-policy", G_CALLBACK(decide_policy), NULL);
    g_signal_connect(view, "create", G_CALLBACK(create), NULL);
    g_signal_connect(view, "permission-request", G_CALLBACK(refuse_permission), NULL);
    g_signal_connect(view, "query-permission-state", G_CALLBACK(refuse_permission_state), NULL);
    g_signal_connect(view, "run-file-chooser", G_CALLBACK(refuse_file), NULL);
    g_signal_connect(view, "show-notification", G_CALLBACK(ignore), NULL);
    g_signal_connect(view, "print", G_CALLBACK(ignore), NULL);
}

#endif
