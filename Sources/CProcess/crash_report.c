#define _GNU_SOURCE
#include "crash.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { KEPT_REPORTS = 10 };

static const char *signal_name(int number) {
    switch (number) {
    case SIGILL: return "SIGILL";
    case SIGTRAP: return "SIGTRAP";
    case SIGSEGV: return "SIGSEGV";
    case SIGBUS: return "SIGBUS";
    case SIGFPE: return "SIGFPE";
    case SIGABRT: return "SIGABRT";
    default: return "unknown";
    }
}

// Writes the known facts about the cause. Leaves out addresses: a wrong one may consist of a text's
// bytes.
static void put_cause(CrashText *text, int number, const siginfo_t *info, const void *context) {
    if (info->si_code <= 0) {
        crash_put(
            text,
            info->si_pid == getpid() ? "raised by the program itself" : "sent by another process");
        return;
    }
    if (number == SIGSEGV || number == SIGBUS) {
        uintptr_t address = (uintptr_t)info->si_addr, stack = crash_stack_pointer(context);
        if (info->si_code == SI_KERNEL) {
            // The processor did not report which.
            crash_put(text, "memory at an impossible address, ");
        } else if (address < 0x1000) {
            crash_put(text, "memory at address ");
            crash_put_hexadecimal(text, address);
            crash_put(text, ", ");
        } else if (address + 0x100000 > stack && address < stack + 0x10000) {
            crash_put(text, "memory at the end of the stack, ");
        }
    }
    crash_put(text, "code ");
    crash_put_decimal(text, (uint64_t)info->si_code, 1);
}

static void put_line(CrashText *text, const char *key, const char *value) {
    crash_put(text, key);
    crash_put_name(text, value);
    crash_put(text, "\n");
}

static void put_facts(
    CrashText *text, const CrashFacts *facts, time_t now, int number, const siginfo_t *info,
    const void *context) {
    crash_put(text, "Hawk Notes crash report, format 1\n");
    put_line(text, "Version: ", facts->version);
    put_line(text, "Build:   ", facts->build);
    crash_put(text, "Date:    ");
    crash_put_date(text, now, false);
    crash_put(text, " UTC\n");
    put_line(text, "Signal:  ", signal_name(number));
    crash_put(text, "Cause:   ");
    put_cause(text, number, info, context);
    crash_put(text, "\n");
    char thread[17] = "main";
    if (syscall(SYS_gettid) != getpid()) prctl(PR_GET_NAME, thread);
    put_line(text, "Thread:  ", thread);
    struct timespec time;
    crash_put(text, "Uptime:  ");
    if (clock_gettime(CLOCK_MONOTONIC, &time) == 0 && time.tv_sec >= facts->start.tv_sec) {
        crash_put_decimal(text, (uint64_t)(time.tv_sec - facts->start.tv_sec), 1);
    }
    crash_put(text, " s\n");
    put_line(text, "GTK:     ", facts->toolkit);
    put_line(text, "Session: ", facts->session);
}

static void put_frame(CrashText *text, const CrashFrame *frame) {
    // An address in no module may be any data from the stack.
    crash_put_name(text, frame->module[0] == '\0' ? "?" : frame->module);
    if (frame->module[0] != '\0') {
        crash_put(text, " + ");
        crash_put_hexadecimal(text, frame->offset);
    }
    crash_put(text, "\n");
}

// Creates the file of the report; returns -1 when that fails.
static int create_file(int folder, time_t now, char name[64]) {
    static CrashText text;
    text = (CrashText){.descriptor = -1};
    crash_put_date(&text, now, true);
    crash_put(&text, "Z-");
    crash_put_decimal(&text, (uint64_t)getpid(), 1);
    crash_put(&text, ".txt");
    size_t length = 0;
    for (; length < text.used && length < 63; length++) name[length] = text.bytes[length];
    name[length] = '\0';
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    return openat(folder, name, flags, S_IRUSR | S_IWUSR);
}

void crash_write_report(
    const CrashFacts *facts, int number, const siginfo_t *info, const void *context) {
    static CrashFrame frames[CRASH_FRAMES];
    static CrashText text;
    char name[64];
    int folder = crash_open_folder(facts->folder);
    if (folder == -1) return;
    crash_remove_oldest(folder, KEPT_REPORTS);
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    int file = create_file(folder, now.tv_sec, name);
    if (file != -1) {
        text = (CrashText){.descriptor = file};
        put_facts(&text, facts, now.tv_sec, number, info, context);
        // The place itself is written before the stack is followed: that may fault again.
        frames[0].address = crash_address(context);
        crash_find_modules(frames, 1);
        crash_put(&text, "Place:   ");
        put_frame(&text, &frames[0]);
        crash_put(&text, "\n");
        crash_flush(&text);
        int count = frames[0].module[0] == '\0' ? crash_follow_frame_pointers(context, frames)
                                               : crash_find_frames(context, frames);
        crash_find_modules(frames, count);
        for (int index = 0; index < count; index++) {
            crash_put_decimal(&text, (uint64_t)index, 2);
            crash_put(&text, "  ");
            put_frame(&text, &frames[index]);
        }
        crash_put(&text, "End of the report\n");
        crash_flush(&text);
        // On a full disk.
        if (text.written == 0) (void)unlinkat(folder, name, 0);
        close(file);
    }
    close(folder);
}
