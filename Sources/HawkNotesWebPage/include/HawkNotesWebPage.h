// What the web page library offers the program: a table of functions over the web engine.
//
// The program opens the library when a web page is first shown and asks for the table by name, so that
// it starts without the engine, and runs where there is none. Nothing is decided in here: what may be
// loaded, what is kept and what a person is told comes from the caller.
//
// Everything is called on the main thread, and calls back there. Texts are UTF-8 and borrowed for the
// length of the call, unless it says otherwise.

#ifndef HAWK_NOTES_WEB_PAGE_H
#define HAWK_NOTES_WEB_PAGE_H

#include <stdbool.h>
#include <stddef.h>

// Raised with every change of what follows: the program refuses a library of another version.
#define HAWK_WEB_INTERFACE_VERSION 2

// The one function that is looked up by name; its type is HawkWebEntry.
#define HAWK_WEB_ENTRY_NAME "hawk_web_functions"

// Why nothing came of a load.
typedef enum {
    HAWK_WEB_FAILURE_OTHER,
    // The load was given up on purpose: by the person, by another load, by what the caller decided.
    HAWK_WEB_FAILURE_CANCELLED,
    // The engine itself gave the connection up. It does so now and then when it refuses a certificate,
    // and has the reason the next time.
    HAWK_WEB_FAILURE_INTERRUPTED,
    // There is no server of this name, or nobody could be asked.
    HAWK_WEB_FAILURE_NAME_NOT_FOUND,
    HAWK_WEB_FAILURE_CONNECTION_REFUSED,
    HAWK_WEB_FAILURE_UNREACHABLE,
    HAWK_WEB_FAILURE_TIMED_OUT,
    // The certificate is not to be trusted; `message` has what is wrong with it.
    HAWK_WEB_FAILURE_CERTIFICATE,
    // The server answered with an error and without a page; `message` has its number, such as 500.
    HAWK_WEB_FAILURE_STATUS,
    HAWK_WEB_FAILURE_CRASHED,
    HAWK_WEB_FAILURE_OUT_OF_MEMORY,
} HawkWebFailure;

// How a page asks to go somewhere.
typedef enum {
    HAWK_WEB_IN_PLACE = 0,
    // In a window of its own.
    HAWK_WEB_NEW_WINDOW = 1 << 0,
    // Because a person has clicked or pressed a key.
    HAWK_WEB_BY_PERSON = 1 << 1,
} HawkWebNavigation;

// What the view tells, each with the context that it was made with.
typedef struct {
    // Whether the page, or a frame in it, may go to the address in this view.
    bool (*allows)(void *context, const char *address, HawkWebNavigation navigation);
    // The page has something that is saved rather than shown.
    void (*download)(void *context, const char *address);
    // Address, title, progress, whether it loads, or where in its history it is.
    void (*changed)(void *context);
    // The first bytes of another page are there: from now on it is the one that is shown.
    void (*committed)(void *context);
    // Everything is there, or as much as there will be.
    void (*finished)(void *context);
    void (*failed)(
        void *context, HawkWebFailure failure, const char *address, const char *message);
    // A person has scrolled, or the page itself; CSS pixels.
    void (*scrolled)(void *context, double x, double y);
    // `scroll_to` has come to its end: it is there, cannot get there, or a person has scrolled.
    void (*scroll_ended)(void *context);
    // How often the text that was searched for is there.
    void (*found)(void *context, unsigned count);
    // Called once, for the last time.
    void (*release)(void *context);
} HawkWebEvents;

typedef struct {
    int interface_version;
    // Why there is no web engine here: then everything below is NULL. NULL when there is one.
    const char *missing;
    // The engine's name and version.
    const char *name;

    // Begins to work; to be called before all that follows. The engine looks now whether its sandbox is
    // switched off in the environment, and never again.
    void (*start)(void);

    // A store of cookies and caches (a GObject, owned by the caller): in the two folders, or in memory
    // alone when they are NULL.
    void *(*new_session)(const char *data_folder, const char *cache_folder);

    // A floating GtkWidget that shows pages. `events` must stay for ever.
    void *(*new_view)(void *session, const HawkWebEvents *events, void *context);
    // Ends all calls to `events`, and whatever the view does.
    void (*close)(void *view);

    void (*load)(void *view, const char *address);
    void (*reload)(void *view);
    void (*stop)(void *view);
    // Goes back (-1) or forward (1) in the history; 0 loads what is current there.
    void (*go)(void *view, int steps);
    bool (*can_go)(void *view, int steps);

    // Borrowed until the main loop turns; NULL when there is none.
    const char *(*address)(void *view);
    const char *(*title)(void *view);
    // From 0 to 1.
    double (*progress)(void *view);
    bool (*is_loading)(void *view);
    double (*zoom)(void *view);
    void (*set_zoom)(void *view, double zoom);

    // The history as bytes that `set_history` understands; calls `take` once, before it returns.
    void (*history)(void *view, void *context, void (*take)(void *, const void *, size_t));
    // Takes over a history without loading anything; for a view that has shown nothing yet.
    // False when the bytes are none.
    bool (*set_history)(void *view, const void *bytes, size_t count);
    // Calls `take` with every address of the history.
    void (*addresses)(void *view, void *context, void (*take)(void *, const char *));

    // Scrolls the page that is loading to where it once was, as soon as it is long enough.
    void (*scroll_to)(void *view, double x, double y);

    // Marks the text where it stands and shows the first place; an empty one ends the search.
    void (*find)(void *view, const char *text);
    // Shows the next (1) or the previous (-1) place.
    void (*find_next)(void *view, int steps);
} HawkWebFunctions;

typedef const HawkWebFunctions *(*HawkWebEntry)(void);

#endif
