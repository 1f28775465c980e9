/* The yardstick: as many windows as the argument says, each a header bar and a scrolled text view.
   With a second argument it names the renderer that GTK uses, and ends. */
#include <gtk/gtk.h>
#include <stdlib.h>

static gboolean tells_renderer;

static void open_windows(GtkApplication *application, gpointer count)
{
    for (int index = 0; index < GPOINTER_TO_INT(count); index++) {
        GtkWidget *window = gtk_application_window_new(application);
        GtkWidget *scrolled = gtk_scrolled_window_new();
        GtkWidget *text = gtk_text_view_new();
        gtk_accessible_update_property(GTK_ACCESSIBLE(text), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "New note", -1);
        gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), text);
        gtk_window_set_titlebar(GTK_WINDOW(window), gtk_header_bar_new());
        gtk_window_set_child(GTK_WINDOW(window), scrolled);
        gtk_window_set_default_size(GTK_WINDOW(window), 980, 720);
        gtk_window_present(GTK_WINDOW(window));
        if (tells_renderer) {
            g_print("%s\n", G_OBJECT_TYPE_NAME(gtk_native_get_renderer(GTK_NATIVE(window))));
            g_application_quit(G_APPLICATION(application));
        }
    }
}

int main(int argc, char **argv)
{
    GtkApplication *application = gtk_application_new("io.github.hawknotes.PlainWindow", 0);
    tells_renderer = argc > 2;
    int count = argc > 1 ? atoi(argv[1]) : 1;
    g_signal_connect(application, "activate", G_CALLBACK(open_windows), GINT_TO_POINTER(count));
    return g_application_run(G_APPLICATION(application), 1, argv);
}
