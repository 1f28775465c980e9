#define _GNU_SOURCE
#include "crash.h"

#include <execinfo.h>
#include <fcntl.h>
#include <string.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

// MARK: Registers

#if defined(__x86_64__)
uintptr_t crash_address(const void *context) {
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
}

uintptr_t crash_stack_pointer(const void *context) {
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
}

static uintptr_t frame_pointer(const void *context) {
    return (uintptr_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RBP];
}
#elif defined(__aarch64__)
uintptr_t crash_address(const void *context) {
    return ((const ucontext_t *)context)->uc_mcontext.pc;
}

uintptr_t crash_stack_pointer(const void *context) {
    return ((const ucontext_t *)context)->uc_mcontext.sp;
}

static uintptr_t frame_pointer(const void *context) {
    return ((const ucontext_t *)context)->uc_mcontext.regs[29];
}
#else
uintptr_t crash_address(const void *context) {
    (void)context;
    return 0;
}

uintptr_t crash_stack_pointer(const void *context) {
    (void)context;
    return 0;
}

static uintptr_t frame_pointer(const void *context) {
    (void)context;
    return 0;
}
#endif

// MARK: Frames

// Reads memory that may be unmapped.
static bool read_memory(uintptr_t address, void *target, size_t size) {
    struct iovec local = {target, size}, remote = {(void *)address, size};
    return process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == (ssize_t)size;
}

void crash_prepare_frames(void) {
    // The first call loads the library that does the unwinding.
    void *addresses[2];
    (void)backtrace(addresses, 2);
}

int crash_follow_frame_pointers(const void *context, CrashFrame frames[CRASH_FRAMES]) {
    int count = 0;
    frames[count++].address = crash_address(context);
    uintptr_t caller;
    uintptr_t stack = crash_stack_pointer(context);
    if (read_memory(stack, &caller, sizeof caller)) frames[count++].address = caller;
    uintptr_t pointer = frame_pointer(context);
    while (count < CRASH_FRAMES && pointer >= stack) {
        struct {
            uintptr_t outer, caller;
        } record;
        if (!read_memory(pointer, &record, sizeof record)) break;
        frames[count++].address = record.caller;
        if (record.outer <= pointer) break;
        pointer = record.outer;
    }
    return count;
}

int crash_find_frames(const void *context, CrashFrame frames[CRASH_FRAMES]) {
    // The handler's own calls come first.
    static void *addresses[CRASH_FRAMES + 16];
    int all = backtrace(addresses, CRASH_FRAMES + 16), count = 0;
    uintptr_t place = crash_address(context);
    int first = 0;
    while (first < all && (uintptr_t)addresses[first] != place) first++;
    for (int index = first; index < all && count < CRASH_FRAMES; index++) {
        frames[count++].address = (uintptr_t)addresses[index];
    }
    // A released program has no such tables for Swift's own code; they end there.
    static CrashFrame others[CRASH_FRAMES];
    int other_count = crash_follow_frame_pointers(context, others);
    if (other_count <= count) return count;
    memcpy(frames, others, sizeof others);
    return other_count;
}

// MARK: Modules

// A file that is read byte by byte.
typedef struct {
    int descriptor;
    ssize_t size, position;
    char bytes[4096];
} Reader;

// The next byte, or -1 at the end.
static int next_byte(Reader *reader) {
    if (reader->position == reader->size) {
        reader->size = read(reader->descriptor, reader->bytes, sizeof reader->bytes);
        reader->position = 0;
        if (reader->size <= 0) {
            reader->size = 0;
            return -1;
        }
    }
    return (unsigned char)reader->bytes[reader->position++];
}

// A line of /proc/self/maps.
typedef struct {
    uintptr_t start, end, offset;
    bool is_executable;
    // The device and the number of the file.
    uint64_t file;
    // The last part of the path; empty for memory without one.
    char name[64];
} Mapping;

// Reads a number and returns the byte after it.
static int read_hexadecimal(Reader *reader, uintptr_t *number) {
    *number = 0;
    for (;;) {
        int byte = next_byte(reader);
        if (byte >= '0' && byte <= '9') {
            *number = *number << 4 | (uintptr_t)(byte - '0');
        } else if (byte >= 'a' && byte <= 'f') {
            *number = *number << 4 | (uintptr_t)(byte - 'a' + 10);
        } else {
            return byte;
        }
    }
}

// Reads `start-end rwxp offset device inode path`; false at the end.
static bool read_mapping(Reader *reader, Mapping *mapping) {
    memset(mapping, 0, sizeof *mapping);
    if (read_hexadecimal(reader, &mapping->start) != '-') return false;
    if (read_hexadecimal(reader, &mapping->end) != ' ') return false;
    int byte;
    while ((byte = next_byte(reader)) != ' ' && byte != -1) {
        if (byte == 'x') mapping->is_executable = true;
    }
    byte = read_hexadecimal(reader, &mapping->offset);
    for (int field = 0; field < 2; field++) {
        while ((byte = next_byte(reader)) != ' ' && byte != '\n' && byte != -1) {
            mapping->file = mapping->file * 31 + (uint64_t)byte;
        }
    }
    size_t length = 0;
    while (byte == ' ') byte = next_byte(reader);
    for (; byte != '\n' && byte != -1; byte = next_byte(reader)) {
        if (byte == '/') {
            length = 0;
        } else if (length < sizeof mapping->name - 1) {
            mapping->name[length++] = (char)byte;
        }
    }
    mapping->name[length] = '\0';
    return true;
}

void crash_find_modules(CrashFrame *frames, int count) {
    static Reader reader;
    static Mapping mapping;
    memset(&reader, 0, sizeof reader);
    for (int index = 0; index < count; index++) frames[index].module[0] = '\0';
    reader.descriptor = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (reader.descriptor == -1) return;
    uintptr_t base = 0;
    uint64_t file = 0;
    while (read_mapping(&reader, &mapping)) {
        // The parts of a module are consecutive, and the first has its beginning.
        if (mapping.file != file || mapping.offset == 0) base = mapping.start - mapping.offset;
        file = mapping.file;
        if (!mapping.is_executable || mapping.name[0] == '\0') continue;
        for (int index = 0; index < count; index++) {
            CrashFrame *frame = &frames[index];
            if (frame->address < mapping.start || frame->address >= mapping.end) continue;
            frame->offset = frame->address - base;
            strcpy(frame->module, mapping.name);
        }
    }
    close(reader.descriptor);
}
