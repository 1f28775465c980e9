// Shared by the parts of the crash handler. Everything declared here may be called in a signal
// handler.

#ifndef CRASH_H
#define CRASH_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

// MARK: Text

// Text to be written to a file, in pieces that are never allocated.
typedef struct {
    int descriptor;
    size_t used;
    // The number of bytes written to the file.
    size_t written;
    char bytes[1024];
} CrashText;

void crash_put(CrashText *text, const char *string);
// Replaces control characters and bytes beyond ASCII by question marks.
void crash_put_name(CrashText *text, const char *string);
void crash_put_decimal(CrashText *text, uint64_t number, int digits);
void crash_put_hexadecimal(CrashText *text, uint64_t number);
// The date and time in UTC: `2026-01-31 23:59:59`, or `20260131T235959` in the name of a file.
void crash_put_date(CrashText *text, time_t seconds, bool is_file_name);
void crash_flush(CrashText *text);

// MARK: Folder

// The folder of the reports, created if missing, or -1 when there is none that belongs to the user
// alone.
int crash_open_folder(const char *path);
// Removes the oldest reports until there are fewer than this many.
void crash_remove_oldest(int folder, int count);

// MARK: Frames

enum { CRASH_FRAMES = 64 };

// A place in the program's code: the module's base name and the distance from where it was loaded.
typedef struct {
    uintptr_t address;
    uintptr_t offset;
    // Empty when the address is not in code loaded from a file.
    char module[64];
} CrashFrame;

// Prepares finding frames, so that it only needs calls that are safe in a signal handler. Not for
// handlers itself.
void crash_prepare_frames(void);
// The address of the code that caused the signal.
uintptr_t crash_address(const void *context);
// The stack pointer at the signal, or 0.
uintptr_t crash_stack_pointer(const void *context);
// The calls that led to that code, the innermost first.
int crash_find_frames(const void *context, CrashFrame frames[CRASH_FRAMES]);
// The same without the unwinder's tables. The unwinder reads the code at the address of the signal,
// which does not exist after a jump to an invalid address: then the stack begins with the place of
// the jump, and Swift's functions keep frame pointers.
int crash_follow_frame_pointers(const void *context, CrashFrame frames[CRASH_FRAMES]);
// Finds the modules of the frames.
void crash_find_modules(CrashFrame *frames, int count);

// MARK: Report

// The facts of a report that are known before a crash.
typedef struct {
    char folder[4096];
    char version[64];
    char toolkit[64];
    char session[64];
    char build[2 * 32 + 1];
    struct timespec start;
} CrashFacts;

void crash_write_report(
    const CrashFacts *facts, int number, const siginfo_t *info, const void *context);

#endif
