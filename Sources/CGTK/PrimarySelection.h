// Selecting text in a field of GTK claims the primary selection, also when the program does it. There
// is no other way to keep that from happening than to refuse the claim. The class of GdkClipboard
// is private; its size tells whether it is still the known one.

#ifndef CGTK_PRIMARY_SELECTION_H
#define CGTK_PRIMARY_SELECTION_H

typedef gboolean (*CGTKClaim)(GdkClipboard *clipboard, GdkContentFormats *formats, gboolean is_local,
                              GdkContentProvider *content);

typedef struct {
    GObjectClass parent_class;
    void (*changed)(GdkClipboard *clipboard);
    CGTKClaim claim;
    gpointer others[4];
} CGTKClipboardClass;

static inline gboolean cgtk_refuse_claim(GdkClipboard *clipboard, GdkContentFormats *formats,
                                         gboolean is_local, GdkContentProvider *content) {
    return FALSE;
}

// Makes the clipboard refuse claims of this process; NULL if that is not possible.
static inline gpointer cgtk_clipboard_refuse_claims(GdkClipboard *clipboard) {
    GTypeQuery query;
    g_type_query(GDK_TYPE_CLIPBOARD, &query);
    if (query.class_size != sizeof(CGTKClipboardClass)) return NULL;
    CGTKClipboardClass *class = (CGTKClipboardClass *)G_OBJECT_GET_CLASS(clipboard);
    CGTKClaim claim = class->claim;
    class->claim = cgtk_refuse_claim;
    return (gpointer)claim;
}

// Accepts claims again; `claim` is the result of the function above.
static inline void cgtk_clipboard_accept_claims(GdkClipboard *clipboard, gpointer claim) {
    if (claim == NULL) return;
    ((CGTKClipboardClass *)G_OBJECT_GET_CLASS(clipboard))->claim = (CGTKClaim)claim;
}

#endif
