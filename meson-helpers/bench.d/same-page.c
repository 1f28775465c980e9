/* The yardstick: as many windows as the first argument says, each with the page that Hawk Notes
 * shows of a book, made of the same kinds of widgets in the same number, with the same texts,
 * pictures and style sheet. What is shown stands in the file of the second argument, a line for each
 * thing: its kind and its fields, with tabs between. With a third argument it names the renderer
 * that GTK uses, and ends.
 *
 * Nothing is restored, read from a library, kept, or done when something is pressed; the accents of
 * the books are left out. All notes have widgets, also those that are out of view. */
#include <gtk/gtk.h>
#include <stdlib.h>
#include <string.h>

static gboolean tells_renderer;
static char **lines;
static const char *data_folder;
static GHashTable *textures;

/* The fields of the next line of a kind from `*line` on; null after the last one. */
static char **next(const char *kind, int *line)
{
    while (lines[*line]) {
        char **fields = g_strsplit(lines[(*line)++], "\t", -1);
        if (g_strcmp0(fields[0], kind) == 0) return fields;
        g_strfreev(fields);
    }
    return NULL;
}

static GtkWidget *box(GtkOrientation orientation, int spacing, const char *class)
{
    GtkWidget *box = gtk_box_new(orientation, spacing);
    if (class) gtk_widget_add_css_class(box, class);
    return box;
}

static GtkWidget *append(GtkWidget *box, GtkWidget *child)
{
    gtk_box_append(GTK_BOX(box), child);
    return child;
}

static GtkWidget *label(const char *text, const char *class)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    if (class) gtk_widget_add_css_class(label, class);
    return label;
}

static GtkWidget *wrapping(GtkWidget *label)
{
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    return label;
}

static GtkWidget *with_line_height(GtkWidget *label, double factor)
{
    PangoAttrList *attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_line_height_new(factor));
    gtk_label_set_attributes(GTK_LABEL(label), attributes);
    pango_attr_list_unref(attributes);
    return label;
}

static GtkWidget *centered(GtkWidget *label)
{
    gtk_label_set_xalign(GTK_LABEL(label), 0.5);
    gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
    return label;
}

static GtkWidget *ellipsizing(GtkWidget *label)
{
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
    return label;
}

static GtkWidget *icon_button(const char *icon, const char *class)
{
    GtkWidget *button = gtk_button_new_from_icon_name(icon);
    gtk_widget_add_css_class(button, "flat");
    if (class) gtk_widget_add_css_class(button, class);
    return button;
}

/* All windows share the picture of a file, as those of Hawk Notes do. */
static GtkWidget *picture(const char *file, int width, int height, const char *class)
{
    GdkTexture *texture = g_hash_table_lookup(textures, file);
    if (!texture) {
        char *path = g_build_filename(data_folder, file, NULL);
        GdkPixbuf *pixbuf = gdk_pixbuf_new_from_file_at_size(path, width, height, NULL);
        if (!pixbuf) g_error("no picture %s", path);
        texture = gdk_texture_new_for_pixbuf(pixbuf);
        g_hash_table_insert(textures, g_strdup(file), texture);
        g_object_unref(pixbuf);
        g_free(path);
    }
    GtkWidget *picture = gtk_picture_new_for_paintable(GDK_PAINTABLE(texture));
    gtk_widget_set_size_request(picture, width, height);
    gtk_widget_set_halign(picture, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(picture, GTK_ALIGN_CENTER);
    gtk_widget_add_css_class(picture, class);
    return picture;
}

static GtkWidget *scrolled(GtkWidget *child)
{
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER,
                                   GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), child);
    gtk_widget_set_vexpand(scrolled, TRUE);
    return scrolled;
}

static GtkWidget *header(void)
{
    GtkWidget *header = gtk_header_bar_new(), *tabs = box(GTK_ORIENTATION_HORIZONTAL, 6, NULL);
    GtkWidget *first = NULL;
    gtk_widget_add_css_class(tabs, "tab-switcher");
    int line = 0;
    for (char **tab; (tab = next("tab", &line)); g_strfreev(tab)) {
        GtkWidget *content = box(GTK_ORIENTATION_HORIZONTAL, 6, NULL);
        append(content, gtk_image_new_from_icon_name(tab[2]));
        append(content, ellipsizing(label(tab[1], "tab-title")));
        gtk_widget_set_halign(content, GTK_ALIGN_CENTER);
        GtkWidget *button = gtk_toggle_button_new();
        gtk_button_set_child(GTK_BUTTON(button), content);
        gtk_widget_add_css_class(button, "flat");
        gtk_widget_add_css_class(button, "tab");
        gtk_widget_set_tooltip_text(button, tab[1]);
        if (first)
            gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(button), GTK_TOGGLE_BUTTON(first));
        else
            gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(first = button), TRUE);
        append(tabs, button);
    }
    gtk_header_bar_set_title_widget(GTK_HEADER_BAR(header), tabs);
    gtk_header_bar_pack_end(GTK_HEADER_BAR(header), icon_button("hawknotes-menu-symbolic", NULL));
    return header;
}

static GtkWidget *hero(void)
{
    int line = 0;
    char **book = next("book", &line);
    GtkWidget *hero = box(GTK_ORIENTATION_VERTICAL, 18, "hero");
    gtk_widget_add_css_class(hero, "card");
    GtkWidget *top = append(hero, box(GTK_ORIENTATION_VERTICAL, 18, NULL));
    append(top, picture(book[1], 180, 270, "cover"));
    GtkWidget *texts = append(top, box(GTK_ORIENTATION_VERTICAL, 6, NULL));
    append(texts, centered(wrapping(label(book[2], "title-1"))));
    append(texts, centered(wrapping(label(book[3], "dim-label"))));
    append(texts, centered(wrapping(label(book[4], "tagline"))));
    append(hero, with_line_height(wrapping(label(book[5], "overview")), 1.35));
    GtkWidget *button = append(hero, gtk_button_new_with_label("View on Amazon"));
    gtk_widget_add_css_class(button, "pill");
    gtk_widget_add_css_class(button, "accent-button");
    gtk_widget_set_halign(button, GTK_ALIGN_CENTER);
    g_strfreev(book);
    return hero;
}

static GtkWidget *characters(void)
{
    GtkWidget *list = gtk_list_box_new();
    gtk_widget_add_css_class(list, "characters");
    int line = 0;
    for (char **character; (character = next("character", &line)); g_strfreev(character)) {
        GtkWidget *row = gtk_list_box_row_new();
        GtkWidget *content = box(GTK_ORIENTATION_HORIZONTAL, 12, NULL);
        append(content, picture(character[3], 48, 48, "avatar"));
        GtkWidget *texts = append(content, box(GTK_ORIENTATION_VERTICAL, 2, NULL));
        gtk_widget_set_hexpand(texts, TRUE);
        gtk_widget_set_valign(texts, GTK_ALIGN_CENTER);
        append(texts, ellipsizing(label(character[1], "heading")));
        GtkWidget *summary = append(texts, ellipsizing(wrapping(label(character[2], "dim-label"))));
        gtk_label_set_lines(GTK_LABEL(summary), 2);
        gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), content);
        gtk_widget_add_css_class(row, "character-row");
        gtk_list_box_append(GTK_LIST_BOX(list), row);
    }
    return list;
}

static GtkWidget *notes(void)
{
    static const char *icons[] = {
        "hawknotes-edit-symbolic", "hawknotes-copy-symbolic", "hawknotes-delete-symbolic"};
    GtkWidget *list = box(GTK_ORIENTATION_VERTICAL, 12, NULL);
    append(list, label("Study notes", "title-4"));
    int line = 0;
    for (char **note; (note = next("note", &line)); g_strfreev(note)) {
        GtkWidget *row = append(list, box(GTK_ORIENTATION_VERTICAL, 0, "note-row"));
        GtkWidget *card = append(row, box(GTK_ORIENTATION_VERTICAL, 6, "note-card"));
        append(card, with_line_height(wrapping(label(note[2], "note-text")), 1.35));
        GtkWidget *footer = append(card, box(GTK_ORIENTATION_HORIZONTAL, 0, NULL));
        GtkWidget *date = append(footer, label(note[1], "caption"));
        gtk_widget_add_css_class(date, "dim-label");
        gtk_widget_set_hexpand(date, TRUE);
        GtkWidget *actions = append(footer, box(GTK_ORIENTATION_HORIZONTAL, 0, "note-actions"));
        for (int index = 0; index < 3; index++) append(actions, icon_button(icons[index], "small"));
    }
    gtk_widget_set_margin_start(list, 24);
    gtk_widget_set_margin_end(list, 24);
    gtk_widget_set_margin_top(list, 24);
    gtk_widget_set_margin_bottom(list, 24);
    return list;
}

static GtkWidget *composer(GtkWidget **text)
{
    GtkWidget *root = box(GTK_ORIENTATION_VERTICAL, 6, "composer-box");
    *text = gtk_text_view_new();
    gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(*text), GTK_WRAP_WORD_CHAR);
    gtk_text_view_set_left_margin(GTK_TEXT_VIEW(*text), 12);
    gtk_text_view_set_top_margin(GTK_TEXT_VIEW(*text), 9);
    gtk_text_view_set_bottom_margin(GTK_TEXT_VIEW(*text), 9);
    gtk_widget_add_css_class(*text, "composer");
    gtk_accessible_update_property(GTK_ACCESSIBLE(*text), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "New note", -1);
    GtkWidget *view = scrolled(*text), *overlay = gtk_overlay_new();
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(view), TRUE);
    gtk_widget_set_vexpand(view, FALSE);
    gtk_overlay_set_child(GTK_OVERLAY(overlay), view);
    GtkWidget *placeholder = label("Write a note…", "dim-label");
    gtk_widget_add_css_class(placeholder, "composer-placeholder");
    gtk_widget_set_halign(placeholder, GTK_ALIGN_START);
    gtk_widget_set_valign(placeholder, GTK_ALIGN_START);
    gtk_widget_set_can_target(placeholder, FALSE);
    gtk_overlay_add_overlay(GTK_OVERLAY(overlay), placeholder);
    gtk_widget_add_css_class(overlay, "composer-frame");
    append(root, overlay);
    GtkWidget *actions = append(root, box(GTK_ORIENTATION_HORIZONTAL, 12, NULL));
    GtkWidget *mark = append(actions, label("Draft saved", "caption"));
    gtk_widget_add_css_class(mark, "dim-label");
    gtk_widget_set_hexpand(mark, TRUE);
    gtk_widget_set_opacity(mark, 0);
    GtkWidget *save = append(actions, gtk_button_new_with_label("Save Note"));
    gtk_widget_add_css_class(save, "accent-button");
    gtk_widget_set_sensitive(save, FALSE);
    gtk_widget_set_margin_start(root, 24);
    gtk_widget_set_margin_end(root, 24);
    gtk_widget_set_margin_top(root, 6);
    gtk_widget_set_margin_bottom(root, 18);
    return root;
}

static void open_window(GtkApplication *application)
{
    GtkWidget *window = gtk_application_window_new(application);
    GtkWidget *page = box(GTK_ORIENTATION_HORIZONTAL, 0, NULL);
    GtkWidget *left = box(GTK_ORIENTATION_VERTICAL, 24, NULL);
    append(left, hero());
    append(left, label("Characters", "title-4"));
    append(left, characters());
    gtk_widget_set_margin_start(left, 24);
    gtk_widget_set_margin_end(left, 24);
    gtk_widget_set_margin_top(left, 24);
    gtk_widget_set_margin_bottom(left, 24);
    GtkWidget *left_view = append(page, scrolled(left));
    gtk_widget_set_size_request(left_view, 428, -1);
    gtk_widget_set_hexpand(left_view, FALSE);
    gtk_widget_add_css_class(left_view, "left-column");
    GtkWidget *right = append(page, box(GTK_ORIENTATION_VERTICAL, 0, NULL)), *text;
    gtk_widget_set_hexpand(right, TRUE);
    append(right, scrolled(notes()));
    append(right, composer(&text));

    gtk_window_set_titlebar(GTK_WINDOW(window), header());
    gtk_window_set_child(GTK_WINDOW(window), page);
    gtk_widget_add_css_class(window, "main-window");
    gtk_window_set_default_size(GTK_WINDOW(window), 980, 720);
    gtk_window_present(GTK_WINDOW(window));
    if (tells_renderer) {
        g_print("%s\n", G_OBJECT_TYPE_NAME(gtk_native_get_renderer(GTK_NATIVE(window))));
        g_application_quit(G_APPLICATION(application));
    }
}

static void open_windows(GtkApplication *application, gpointer count)
{
    GdkDisplay *display = gdk_display_get_default();
    GtkCssProvider *style = gtk_css_provider_new();
    char *path = g_build_filename(data_folder, "style.css", NULL);
    gtk_css_provider_load_from_path(style, path);
    g_free(path);
    gtk_style_context_add_provider_for_display(display, GTK_STYLE_PROVIDER(style),
                                               GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    path = g_build_filename(data_folder, "icons", NULL);
    gtk_icon_theme_add_search_path(gtk_icon_theme_get_for_display(display), path);
    g_free(path);
    for (int index = 0; index < GPOINTER_TO_INT(count); index++) open_window(application);
}

int main(int argc, char **argv)
{
    char *text = NULL;
    data_folder = g_getenv("HAWK_NOTES_DATA_DIR");
    if (argc < 3 || !data_folder || !g_file_get_contents(argv[2], &text, NULL, NULL)) {
        g_printerr("usage: HAWK_NOTES_DATA_DIR=FOLDER same-page COUNT FILE [tell]\n");
        return 2;
    }
    lines = g_strsplit(text, "\n", -1);
    textures = g_hash_table_new(g_str_hash, g_str_equal);
    tells_renderer = argc > 3;
    GtkApplication *application = gtk_application_new("io.github.hawknotes.SamePage", 0);
    g_signal_connect(application, "activate", G_CALLBACK(open_windows),
                     GINT_TO_POINTER(atoi(argv[1])));
    return g_application_run(G_APPLICATION(application), 1, argv);
}
