// The parts of a view: each observes it, and calls its listener.

#ifndef HAWK_WEB_PARTS_H
#define HAWK_WEB_PARTS_H

#include <webkit/webkit.h>

void hawk_web_connect_policy(WebKitWebView *view);
void hawk_web_connect_loading(WebKitWebView *view);

// The scripts that report the scroll position; a view is created with them.
WebKitUserContentManager *hawk_web_new_scripts(void);
void hawk_web_connect_scripts(WebKitWebView *view);

#endif
