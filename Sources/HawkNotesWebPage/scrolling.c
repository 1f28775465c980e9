// Reports the scroll position of the page, and restores it: through scripts in an isolated world,
// which the page can neither see nor call.

#if __has_include(<webkit/webkit.h>)

#include "listener.h"
#include "parts.h"
#include "functions.h"

static const char world[] = "hawk-notes";
static const char channel[] = "scroll";

// Reported at once, and then at most every 50 ms: an unreported position is lost if the program is
// killed. A page from the engine's cache is shown without a scroll event.
static const char watch_script[] =
    "(() => {\n"
    "  const say = text => webkit.messageHandlers.scroll.postMessage(text);\n"
    "  let timer = null;\n"
    "  let isBehind = false;\n"
    "  const tell = () => {\n"
    "    isBehind = false;\n"
    "    say(scrollX + ' ' + scrollY);\n"
    "    timer = setTimeout(() => { timer = null; if (isBehind) tell(); }, 50);\n"
    "  };\n"
    "  addEventListener('scroll', () => {\n"
    "    if (timer === null) tell(); else isBehind = true;\n"
    "  }, { passive: true });\n"
    "  addEventListener('pageshow', tell);\n"
    "})();\n";

// The page grows while it loads, and may first scroll to a position of its own. The user takes
// precedence.
static const char restore_script[] =
    "(() => {\n"
    "  const end = performance.now() + 10000;\n"
    "  const kinds = ['wheel', 'touchstart', 'pointerdown', 'keydown'];\n"
    "  let isOver = false;\n"
    "  let steady = 0;\n"
    "  const finish = () => {\n"
    "    if (isOver) return;\n"
    "    isOver = true;\n"
    "    for (const kind of kinds) removeEventListener(kind, finish, true);\n"
    "    webkit.messageHandlers.scroll.postMessage('end');\n"
    "  };\n"
    "  for (const kind of kinds) {\n"
    "    addEventListener(kind, finish, { capture: true, passive: true });\n"
    "  }\n"
    "  const step = () => {\n"
    "    if (isOver) return;\n"
    "    const isThere = Math.abs(scrollX - left) < 1 && Math.abs(scrollY - top) < 1;\n"
    "    if (!isThere) scrollTo({ left, top, behavior: 'instant' });\n"
    "    steady = isThere && document.readyState === 'complete' ? steady + 1 : 0;\n"
    "    if (steady > 3 || performance.now() > end) finish(); else requestAnimationFrame(step);\n"
    "  };\n"
    "  step();\n"
    "})();\n";

WebKitUserContentManager *hawk_web_new_scripts(void) {
    WebKitUserContentManager *scripts = webkit_user_content_manager_new();
    WebKitUserScript *script = webkit_user_script_new_for_world(
        watch_script, WEBKIT_USER_CONTENT_INJECT_TOP_FRAME, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_START,
        world, NULL, NULL);
    webkit_user_content_manager_add_script(scripts, script);
    webkit_user_script_unref(script);
    webkit_user_content_manager_register_script_message_handler(scripts, channel, world);
    return scripts;
}

static void message_received(
    WebKitUserContentManager *scripts, JSCValue *message, GtkWidget *view) {
    (void)scripts;
    const HawkWebListener *listener = hawk_web_listener(view);
    if (listener == NULL || !jsc_value_is_string(message)) return;
    char *text = jsc_value_to_string(message);
    if (g_str_equal(text, "end")) {
        listener->events->scroll_ended(listener->context);
    } else {
        char *rest = text;
        double x = g_ascii_strtod(text, &rest);
        listener->events->scrolled(listener->context, x, g_ascii_strtod(rest, NULL));
    }
    g_free(text);
}

void hawk_web_connect_scripts(WebKitWebView *view) {
    g_signal_connect_object(
        webkit_web_view_get_user_content_manager(view), "script-message-received::scroll",
        G_CALLBACK(message_received), view, 0);
}

void hawk_web_scroll_to(void *view, double x, double y) {
    char left[G_ASCII_DTOSTR_BUF_SIZE];
    char top[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(left, sizeof left, "%.2f", x);
    g_ascii_formatd(top, sizeof top, "%.2f", y);
    char *script =
        g_strdup_printf("{ const left = %s, top = %s;\n%s }", left, top, restore_script);
    webkit_web_view_evaluate_javascript(view, script, -1, world, NULL, NULL, NULL, NULL);
    g_free(script);
}

#endif
