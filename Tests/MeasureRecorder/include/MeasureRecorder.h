// Records which sizes this program asks GTK's widgets for. What GTK asks them for itself is not among it.

#ifndef MEASURE_RECORDER_H
#define MEASURE_RECORDER_H

typedef struct {
    const void *widget;
    int is_height;
    // The size in the other direction, or -1.
    int for_size;
} MeasuredSize;

// Begins anew.
void measure_recorder_start(void);

// Ends, and tells how many sizes were asked for; at most as many as there is room for are recorded.
int measure_recorder_stop(void);

// One that was asked for, counted from 0.
MeasuredSize measure_recorder_get(int index);

#endif
