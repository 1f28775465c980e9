// What the parts of the crash handler share. Everything declared here may be called in a signal handler.

#ifndef CRASH_H
#define CRASH_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

// MARK: Text

// Text on its way to a file, in pieces that are never allocated.
typedef struct {
    int descriptor;
    size_t used;
    // How much has been written to the file.
    size_t written;
    char bytes[1024];
} CrashText;

void crash_put(CrashText *text, const char *string);
// Without what could be anything but a name.
void crash_put_name(CrashText *text, const char *string);
void crash_put_decimal(CrashText *text, uint64_t number, int digits);
void crash_put_hexadecimal(CrashText *text, uint64_t number);
// The date and time of a moment, in UTC: `2026-01-31 23:59:59`, or `20260131T235959` in the name of a file.
void crash_put_date(CrashText *text, time_t seconds, bool is_file_name);
void crash_flush(CrashText *text);

// MARK: Folder

// The folder of the reports, made if need be, or -1 when there is none that is the user's own alone.
int crash_open_folder(const char *path);
// Removes the oldest reports until there are fewer than this many.
void crash_remove_oldest(int folder, int count);

// MARK: Frames

enum { CRASH_FRAMES = 64 };

// A place in the program's code: the module's base name and the distance from where it was loaded.
typedef struct {
    uintptr_t address;
    uintptr_t offset;
    // Empty when the address is in no code that came from a file.
    char module[64];
} CrashFrame;

// Sees to it that finding frames needs nothing that a signal handler may not do. Not for handlers.
void crash_prepare_frames(void);
// The place at which the signal came.
uintptr_t crash_address(const void *context);
// Where the stack ended when the signal came, or 0.
uintptr_t crash_stack_pointer(const void *context);
// The calls that led to the place at which the signal came, the innermost first.
int crash_find_frames(const void *context, CrashFrame frames[CRASH_FRAMES]);
// The same without the tables of the unwinder, which reads the code at the place of the signal, where
// after a jump to nowhere there is none: then the stack begins with the place of the jump, and Swift's
// functions keep frame pointers.
int crash_follow_frame_pointers(const void *context, CrashFrame frames[CRASH_FRAMES]);
// Finds the modules of the frames.
void crash_find_modules(CrashFrame *frames, int count);

// MARK: Report

// The parts of a report that are known beforehand.
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
