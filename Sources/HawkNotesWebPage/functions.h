// The functions in the table.

#ifndef HAWK_WEB_FUNCTIONS_H
#define HAWK_WEB_FUNCTIONS_H

#include "HawkNotesWebPage.h"

#include <webkit/webkit.h>

const HawkWebFunctions *hawk_web_functions(void);

void hawk_web_start(void);
void *hawk_web_new_session(const char *data_folder, const char *cache_folder);
void *hawk_web_new_view(void *session, const HawkWebEvents *events, void *context);
void hawk_web_close(void *view);

void hawk_web_scroll_to(void *view, double x, double y);

void hawk_web_history(void *view, void *context, void (*take)(void *, const void *, size_t));
bool hawk_web_set_history(void *view, const void *bytes, size_t count);
void hawk_web_addresses(void *view, void *context, void (*take)(void *, const char *));

#endif
