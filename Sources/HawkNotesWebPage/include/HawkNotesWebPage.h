// The interface of the web page library: a table of functions over the web engine.
//
// The program loads the library when a web page is first shown, and looks up the table by name. So
// it starts without the engine, and runs where there is none. The library makes no decisions: the
// caller determines which pages may load, what is stored, and the messages.
//
// All calls, in both directions, are on the main thread. Texts are UTF-8 and borrowed for the
// duration of the call, unless stated otherwise.

#ifndef HAWK_NOTES_WEB_PAGE_H
#define HAWK_NOTES_WEB_PAGE_H

#include <stdbool.h>
#include <stddef.h>

// Incremented with every change below: the program rejects a library of another version.
#define HAWK_WEB_INTERFACE_VERSION 2

// The only function that is looked up by name; its type is HawkWebEntry.
#define HAWK_WEB_ENTRY_NAME "hawk_web_functions"

// Why a load failed.
typedef enum {
    HAWK_WEB_FAILURE_OTHER,
    // The load was stopped deliberately: by the user, by another load, or by the caller's decision.
    HAWK_WEB_FAILURE_CANCELLED,
    // The engine itself closed the connection. It sometimes does so when it rejects a certificate,
    // and reports the reason the next time.
    HAWK_WEB_FAILURE_INTERRUPTED,
    // The host does not exist, or the lookup failed.
    HAWK_WEB_FAILURE_NAME_NOT_FOUND,
    HAWK_WEB_FAILURE_CONNECTION_REFUSED,
    HAWK_WEB_FAILURE_UNREACHABLE,
    HAWK_WEB_FAILURE_TIMED_OUT,
    // The certificate is not trusted; `message` has its errors.
    HAWK_WEB_FAILURE_CERTIFICATE,
    // The server answered with an error and without a page; `message` has the status code, such as
    // 500.
    HAWK_WEB_FAILURE_STATUS,
    HAWK_WEB_FAILURE_CRASHED,
    HAWK_WEB_FAILURE_OUT_OF_MEMORY,
} HawkWebFailure;

// How a page requests a navigation.
typedef enum {
    HAWK_WEB_IN_PLACE = 0,
    // In a new window.
    HAWK_WEB_NEW_WINDOW = 1 << 0,
    // Caused by a click or key press of the user.
    HAWK_WEB_BY_PERSON = 1 << 1,
} HawkWebNavigation;

// The events of a view, each with the context that it was created with.
typedef struct {
    // Whether the page, or a frame in it, may navigate to the address in this view.
    bool (*allows)(void *context, const char *address, HawkWebNavigation navigation);
    // The page offers a download instead of content.
    void (*download)(void *context, const char *address);
    // The address, title, progress, loading state or history position has changed.
    void (*changed)(void *context);
    // The first bytes of another page have arrived: that page is shown from now on.
    void (*committed)(void *context);
    // The load has ended, completely or not.
    void (*finished)(void *context);
    void (*failed)(
        void *context, HawkWebFailure failure, const char *address, const char *message);
    // The user or the page has scrolled; in CSS pixels.
    void (*scrolled)(void *context, double x, double y);
    // `scroll_to` has ended: it succeeded, failed, or was interrupted by the user.
    void (*scroll_ended)(void *context);
    // The number of matches of a search.
    void (*found)(void *context, unsigned count);
    // Called once, as the last event.
    void (*release)(void *context);
} HawkWebEvents;

typedef struct {
    int interface_version;
    // Why there is no web engine here: everything below is NULL then. NULL if there is one.
    const char *missing;
    // The engine's name and version.
    const char *name;

    // Starts the engine; call this before everything below. The engine reads now whether its
    // sandbox is disabled in the environment, and never again.
    void (*start)(void);

    // A store of cookies and caches (a GObject, owned by the caller): in the two folders, or only
    // in memory if they are NULL.
    void *(*new_session)(const char *data_folder, const char *cache_folder);

    // A floating GtkWidget that shows pages. `events` must stay valid forever.
    void *(*new_view)(void *session, const HawkWebEvents *events, void *context);
    // Ends all calls to `events`, and all work of the view.
    void (*close)(void *view);

    void (*load)(void *view, const char *address);
    void (*reload)(void *view);
    void (*stop)(void *view);
    // Goes back (-1) or forward (1) in the history; 0 loads the current entry.
    void (*go)(void *view, int steps);
    bool (*can_go)(void *view, int steps);

    // Borrowed until the next iteration of the main loop; NULL if there is none.
    const char *(*address)(void *view);
    const char *(*title)(void *view);
    // From 0 to 1.
    double (*progress)(void *view);
    bool (*is_loading)(void *view);
    double (*zoom)(void *view);
    void (*set_zoom)(void *view, double zoom);

    // The history as bytes for `set_history`; calls `take` once, before it returns.
    void (*history)(void *view, void *context, void (*take)(void *, const void *, size_t));
    // Restores a history without loading anything; for a view that has shown nothing yet. False if
    // the bytes are not a history.
    bool (*set_history)(void *view, const void *bytes, size_t count);
    // Calls `take` with every address of the history.
    void (*addresses)(void *view, void *context, void (*take)(void *, const char *));

    // Scrolls the loading page to an earlier position, as soon as it is long enough.
    void (*scroll_to)(void *view, double x, double y);

    // Highlights all matches of the text and shows the first one; an empty text ends the search.
    void (*find)(void *view, const char *text);
    // Shows the next (1) or previous (-1) match.
    void (*find_next)(void *view, int steps);
} HawkWebFunctions;

typedef const HawkWebFunctions *(*HawkWebEntry)(void);

#endif
