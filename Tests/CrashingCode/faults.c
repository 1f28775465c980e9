#include "CrashingCode.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

__attribute__((noinline)) void crash_reading_nothing(void) {
    volatile int *nothing = (volatile int *)8;
    *nothing = 1;
}

__attribute__((noinline)) void crash_dividing(int divisor) {
    volatile int value = 1;
    volatile int zero = divisor;
#if defined(__x86_64__)
    value = value / zero;
#else
    // Other processors give a result.
    (void)zero;
    __builtin_trap();
#endif
}

__attribute__((noinline)) void crash_reading_past_the_end(const char *path) {
    int file = open(path, O_RDWR | O_CREAT, 0600);
    if (ftruncate(file, 4096) != 0) return;
    volatile char *bytes = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (bytes == MAP_FAILED || ftruncate(file, 0) != 0) return;
    bytes[0] = 1;
}

__attribute__((noinline)) void crash_jumping_nowhere(void) {
    void (*volatile nowhere)(void) = (void (*)(void))0x123456;
    nowhere();
}

__attribute__((noinline)) int crash_using_up_the_stack(int depth) {
    volatile char frame[4096];
    frame[0] = (char)depth;
    return crash_using_up_the_stack(depth + 1) + frame[0];
}

// Not on the stack, which is written over.
static const char *source;
static size_t length, position;

__attribute__((noinline)) void crash_with_overwritten_stack(const char *text) {
    volatile char here[16];
    source = text;
    length = strlen(text);
    for (position = 0; position < 1024; position++) here[position] = source[position % length];
    crash_reading_nothing();
}

void crash_name_thread(const char *name) { prctl(PR_SET_NAME, name); }
