// Tells the journeys where things are, under a GTK that tells assistive technology wrongly.
//
// From 4.10 on GTK's GetExtents leaves out the padding of everything around a widget, and GetAccessibleAtPoint
// finds what is hidden, scrolled away or under something else. Loaded before the program (LD_PRELOAD), this
// answers both as GTK 4.8 does: from the widget itself, by gtk_widget_pick and in the window's coordinates.
//
// It needs no headers of GTK, so that it can be built where only the program is installed.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef void *Object;
typedef void (*MethodCall)(
    Object connection, const char *sender, const char *path, const char *interface, const char *method,
    Object parameters, Object invocation, Object context);

// GDBusInterfaceVTable
typedef struct {
    MethodCall method_call;
    void *get_property, *set_property, *padding[8];
} Table;

// The beginning of GDBusInterfaceInfo
typedef struct {
    int ref_count;
    const char *name;
} Interface;

typedef unsigned (*RegisterObject)(
    Object connection, const char *path, Interface *interface, const Table *table, Object data,
    void *free_data, void *error);

#define PATH "hawk-notes-journeys-path"

// Functions of the libraries, which are loaded with the program and not before this.
static void *function(const char *name) { return dlsym(RTLD_DEFAULT, name); }

#define CALL(result, name, types, ...) (((result(*) types)function(#name))(__VA_ARGS__))

static const Table *original;

static int is_a(Object object, const char *type) {
    unsigned long id = CALL(unsigned long, g_type_from_name, (const char *), type);
    return id != 0
        && CALL(int, g_type_check_instance_is_a, (Object, unsigned long), object, id);
}

// The widget that a node of the tree stands for; NULL for what is none.
static Object widget_of(Object context) {
    Object accessible = CALL(Object, gtk_at_context_get_accessible, (Object), context);
    if (accessible != NULL && is_a(accessible, "GtkStackPage"))
        accessible = CALL(Object, gtk_stack_page_get_child, (Object), accessible);
    return accessible != NULL && is_a(accessible, "GtkWidget") ? accessible : NULL;
}

static void answer_extents(Object widget, Object invocation) {
    Object root = CALL(Object, gtk_widget_get_root, (Object), widget);
    double x = 0, y = 0;
    if (root != NULL)
        CALL(int, gtk_widget_translate_coordinates,
            (Object, Object, double, double, double *, double *), widget, root, 0.0, 0.0, &x, &y);
    int width = CALL(int, gtk_widget_get_width, (Object), widget);
    int height = CALL(int, gtk_widget_get_height, (Object), widget);
    Object reply = CALL(Object, g_variant_new, (const char *, ...), "((iiii))", (int)x, (int)y, width, height);
    CALL(void, g_dbus_method_invocation_return_value, (Object, Object), invocation, reply);
}

// The innermost node at a point: one that has been asked for before, as whoever looks for it has done.
static void answer_node(Object widget, Object connection, Object parameters, Object invocation) {
    int x = 0, y = 0;
    unsigned coordinates = 0;
    CALL(void, g_variant_get, (Object, const char *, ...), parameters, "(iiu)", &x, &y, &coordinates);
    Object hit = CALL(Object, gtk_widget_pick, (Object, double, double, int), widget, x, y, 0);
    const char *path = NULL;
    while (hit != NULL && path == NULL) {
        Object context = CALL(Object, gtk_accessible_get_at_context, (Object), hit);
        if (context != NULL) {
            path = CALL(const char *, g_object_get_data, (Object, const char *), context, PATH);
            CALL(void, g_object_unref, (Object), context);
        }
        hit = CALL(Object, gtk_widget_get_parent, (Object), hit);
    }
    const char *name = "";
    if (path == NULL) path = "/org/a11y/atspi/null";
    else name = CALL(const char *, g_dbus_connection_get_unique_name, (Object), connection);
    Object reply = CALL(Object, g_variant_new, (const char *, ...), "((so))", name, path);
    CALL(void, g_dbus_method_invocation_return_value, (Object, Object), invocation, reply);
}

static void call_component(
    Object connection, const char *sender, const char *path, const char *interface, const char *method,
    Object parameters, Object invocation, Object context) {
    Object widget = widget_of(context);
    if (widget != NULL && strcmp(method, "GetExtents") == 0)
        answer_extents(widget, invocation);
    else if (widget != NULL && strcmp(method, "GetAccessibleAtPoint") == 0)
        answer_node(widget, connection, parameters, invocation);
    else
        original->method_call(
            connection, sender, path, interface, method, parameters, invocation, context);
}

// What the program starts has no use for it, and may not even see the file.
__attribute__((constructor)) static void leave_environment(void) {
    Dl_info own;
    const char *all = getenv("LD_PRELOAD");
    if (all == NULL || dladdr((void *)leave_environment, &own) == 0) return;
    // It is the last of all that are loaded before.
    const char *found = strstr(all, own.dli_fname);
    if (found == NULL) return;
    char *others = found > all ? strndup(all, (size_t)(found - all) - 1) : NULL;
    if (others == NULL) unsetenv("LD_PRELOAD");
    else setenv("LD_PRELOAD", others, 1);
    free(others);
}

static int is_wrong(void) {
    unsigned (*minor)(void) = function("gtk_get_minor_version");
    return minor != NULL && minor() >= 10;
}

__attribute__((visibility("default"))) unsigned g_dbus_connection_register_object(
    Object connection, const char *path, Interface *interface, const Table *table, Object data,
    void *free_data, void *error) {
    static Table mended;
    static RegisterObject next;
    if (next == NULL) next = (RegisterObject)dlsym(RTLD_NEXT, "g_dbus_connection_register_object");
    if (strcmp(interface->name, "org.a11y.atspi.Component") == 0 && is_wrong()) {
        original = table;
        mended = *table;
        mended.method_call = call_component;
        table = &mended;
        CALL(void, g_object_set_data_full, (Object, const char *, Object, void *), data, PATH,
            strdup(path), free);
    }
    return next(connection, path, interface, table, data, free_data, error);
}
