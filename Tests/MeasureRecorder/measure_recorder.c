#define _GNU_SOURCE
#include "MeasureRecorder.h"

#include <dlfcn.h>
#include <gtk/gtk.h>

enum { room = 8192 };

static MeasuredSize sizes[room];
static int count;
static gboolean is_recording;

void measure_recorder_start(void) {
    count = 0;
    is_recording = TRUE;
}

int measure_recorder_stop(void) {
    is_recording = FALSE;
    return count;
}

MeasuredSize measure_recorder_get(int index) {
    return sizes[index];
}

// The program's own calls come here: its functions go before those of libraries.
void gtk_widget_measure(
    GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
    int *minimum_baseline, int *natural_baseline) {
    static void (*measure)(GtkWidget *, GtkOrientation, int, int *, int *, int *, int *);
    if (measure == NULL) *(void **)&measure = dlsym(RTLD_NEXT, "gtk_widget_measure");
    if (is_recording && count < room) {
        gboolean is_height = orientation == GTK_ORIENTATION_VERTICAL;
        sizes[count++] = (MeasuredSize){widget, is_height, for_size};
    }
    measure(widget, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
}
