/* Tells what the main thread of a GTK program does, without a change of the program: how long each
 * frame takes, how long each turn of the main loop, and which files it works on.
 *
 * Preloaded (LD_PRELOAD), with HAWK_NOTES_RECORD naming a file of the size of `struct record`.
 *
 * Frames are taken where the toolkit itself says that they begin and end: the signals of the frame
 * clock. An emission hook sees `before-paint` of every clock before any handler, and a handler that
 * is connected after all others sees the end of `after-paint`. A sampler of /proc would have to
 * guess what the time was used for. The work that input causes outside of frames, such as that of a
 * key, is seen as the time between two polls of the main loop.
 *
 * Time is what has passed, without what the thread has waited for a processor: that is told by the
 * kernel (schedstat), and is the fault of whatever else runs on the machine. Waiting for anything
 * else, such as the disk, counts. */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <gtk/gtk.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* Keep in step with record.py. */
#define SPANS (1 << 17)
#define CALLS (1 << 13)
#define PATH_SIZE 232
/* Turns of the main loop that are shorter are not recorded, in nanoseconds. */
#define SHORTEST_TURN 1000000

enum kind { FRAME = 1, TURN = 2 };

struct span {
    /* All in nanoseconds; when it began by the monotonic clock. */
    uint64_t began, took, waited;
    uint64_t kind;
};

struct call {
    uint64_t began, took;
    char name[16];
    char path[PATH_SIZE];
};

struct record {
    _Atomic uint64_t spans, calls;
    struct span span[SPANS];
    struct call call[CALLS];
};

static struct record *record;
static int schedstat = -1;
static pid_t main_thread;
static _Thread_local int is_inside;

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

/* How long the main thread has waited for a processor so far. */
static uint64_t waited(void)
{
    unsigned long long ran = 0, waited = 0;
    char text[96];
    is_inside++;
    ssize_t length = pread(schedstat, text, sizeof text - 1, 0);
    is_inside--;
    if (length <= 0) return 0;
    text[length] = 0;
    return sscanf(text, "%llu %llu", &ran, &waited) == 2 ? waited : 0;
}

static void keep_span(enum kind kind, uint64_t began, uint64_t waited_before)
{
    uint64_t end = now(), place = atomic_load(&record->spans);
    if (place >= SPANS) return;
    record->span[place] = (struct span){began, end - began, waited() - waited_before, kind};
    atomic_store(&record->spans, place + 1);
}

/* Frames */

static uint64_t frame_began, frame_waited;

static void frame_ended(GdkFrameClock *clock, gpointer data)
{
    (void)clock, (void)data;
    if (frame_began) keep_span(FRAME, frame_began, frame_waited);
    frame_began = 0;
}

static gboolean frame_begins(GSignalInvocationHint *hint, guint count, const GValue *values,
                             gpointer data)
{
    (void)hint, (void)count;
    GObject *clock = g_value_get_object(values);
    if (!g_object_get_data(clock, "is-recorded")) {
        g_object_set_data(clock, "is-recorded", data);
        g_signal_connect_after(clock, "after-paint", G_CALLBACK(frame_ended), NULL);
    }
    frame_waited = waited();
    frame_began = now();
    return TRUE;
}

/* Turns of the main loop */

static uint64_t turn_began, turn_waited;

static gint poll_of_main_loop(GPollFD *files, guint count, gint timeout)
{
    if (turn_began && now() - turn_began >= SHORTEST_TURN)
        keep_span(TURN, turn_began, turn_waited);
    gint result = g_poll(files, count, timeout);
    turn_waited = waited();
    turn_began = now();
    return result;
}

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("HAWK_NOTES_RECORD");
    if (!path) return;
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return;
    void *memory = mmap(NULL, sizeof *record, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    char own[64];
    snprintf(own, sizeof own, "/proc/self/task/%d/schedstat", (int)getpid());
    schedstat = open(own, O_RDONLY | O_CLOEXEC);
    if (memory == MAP_FAILED || schedstat < 0) return;
    main_thread = getpid();
    /* Programs that this one starts are not looked at. */
    unsetenv("LD_PRELOAD");
    record = memory;

    gpointer clock = g_type_class_ref(GDK_TYPE_FRAME_CLOCK);
    g_signal_add_emission_hook(g_signal_lookup("before-paint", GDK_TYPE_FRAME_CLOCK), 0,
                               frame_begins, clock, NULL);
    g_main_context_set_poll_func(NULL, poll_of_main_loop);
}

/* Files */

static void keep_call(const char *name, const char *path, uint64_t began)
{
    uint64_t place = atomic_load(&record->calls);
    if (place >= CALLS) return;
    struct call *call = &record->call[place];
    call->began = began;
    call->took = now() - began;
    snprintf(call->name, sizeof call->name, "%s", name);
    snprintf(call->path, sizeof call->path, "%s", path);
    atomic_store(&record->calls, place + 1);
}

static int is_seen(void)
{
    return record && !is_inside && gettid() == main_thread && getpid() == main_thread;
}

/* What a path or a descriptor names; empty when it is no file on a disk. */
static const char *named(int file, const char *path, char *buffer)
{
    char link[64];
    *buffer = 0;
    if (path && *path == '/') {
        snprintf(buffer, PATH_SIZE, "%s", path);
    } else {
        /* Descriptors are asked for what they name, also that of a folder. */
        snprintf(link, sizeof link, file == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", file);
        ssize_t length = readlink(link, buffer, PATH_SIZE - 1);
        buffer[length > 0 ? length : 0] = 0;
        size_t used = strlen(buffer);
        if (path && *path) snprintf(buffer + used, PATH_SIZE - used, "/%s", path);
    }
    int is_none = *buffer != '/' || !strncmp(buffer, "/proc/", 6) || !strncmp(buffer, "/dev/", 5)
        || !strncmp(buffer, "/sys/", 5) || !strncmp(buffer, "/memfd:", 7);
    return is_none ? "" : buffer;
}

#define RECORDED(name, file, path, ...) \
    REAL(name); \
    if (!is_seen()) return real(__VA_ARGS__); \
    char buffer[PATH_SIZE]; \
    is_inside++; \
    const char *what = named(file, path, buffer); \
    uint64_t began = now(); \
    __auto_type result = real(__VA_ARGS__); \
    if (*what) keep_call(#name, what, began); \
    is_inside--; \
    return result

#define OF_FILE(type, name, parameters, ...) \
    type name parameters { RECORDED(name, file, NULL, __VA_ARGS__); }
#define OF_PATH(type, name, parameters, ...) \
    type name parameters { RECORDED(name, AT_FDCWD, path, __VA_ARGS__); }
#define OF_PATH_IN(type, name, parameters, ...) \
    type name parameters { RECORDED(name, file, path, __VA_ARGS__); }

#define MODE \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
        va_list list; \
        va_start(list, flags); \
        mode = va_arg(list, mode_t); \
        va_end(list); \
    }

int open(const char *path, int flags, ...)
{
    MODE
    RECORDED(open, AT_FDCWD, path, path, flags, mode);
}
int open64(const char *path, int flags, ...)
{
    MODE
    RECORDED(open64, AT_FDCWD, path, path, flags, mode);
}
int openat(int file, const char *path, int flags, ...)
{
    MODE
    RECORDED(openat, file, path, file, path, flags, mode);
}
int openat64(int file, const char *path, int flags, ...)
{
    MODE
    RECORDED(openat64, file, path, file, path, flags, mode);
}
OF_PATH(FILE *, fopen, (const char *path, const char *mode), path, mode)
OF_PATH(FILE *, fopen64, (const char *path, const char *mode), path, mode)
OF_PATH(DIR *, opendir, (const char *path), path)

OF_FILE(ssize_t, read, (int file, void *bytes, size_t size), file, bytes, size)
OF_FILE(ssize_t, readv, (int file, const struct iovec *parts, int count), file, parts, count)
OF_FILE(ssize_t, pread, (int file, void *bytes, size_t size, off_t place), file, bytes, size, place)
OF_FILE(ssize_t, pread64, (int file, void *bytes, size_t size, off64_t place), file, bytes, size,
        place)
OF_FILE(ssize_t, write, (int file, const void *bytes, size_t size), file, bytes, size)
OF_FILE(ssize_t, writev, (int file, const struct iovec *parts, int count), file, parts, count)
OF_FILE(ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t place), file, bytes, size,
        place)
OF_FILE(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off64_t place), file, bytes,
        size, place)
OF_FILE(int, fsync, (int file), file)
OF_FILE(int, fdatasync, (int file), file)
OF_FILE(int, syncfs, (int file), file)
OF_FILE(int, ftruncate, (int file, off_t size), file, size)
OF_FILE(int, ftruncate64, (int file, off64_t size), file, size)
OF_FILE(int, flock, (int file, int operation), file, operation)
OF_FILE(int, fallocate, (int file, int mode, off_t place, off_t size), file, mode, place, size)
OF_FILE(int, fstat, (int file, struct stat *status), file, status)
OF_FILE(int, fstat64, (int file, struct stat64 *status), file, status)

OF_PATH(int, stat, (const char *path, struct stat *status), path, status)
OF_PATH(int, stat64, (const char *path, struct stat64 *status), path, status)
OF_PATH(int, lstat, (const char *path, struct stat *status), path, status)
OF_PATH(int, lstat64, (const char *path, struct stat64 *status), path, status)
OF_PATH(int, access, (const char *path, int mode), path, mode)
OF_PATH(int, rename, (const char *path, const char *to), path, to)
OF_PATH(int, link, (const char *path, const char *to), path, to)
OF_PATH(int, unlink, (const char *path), path)
OF_PATH(int, mkdir, (const char *path, mode_t mode), path, mode)
OF_PATH(int, rmdir, (const char *path), path)
OF_PATH_IN(int, renameat, (int file, const char *path, int folder, const char *to), file, path,
           folder, to)
OF_PATH_IN(int, unlinkat, (int file, const char *path, int flags), file, path, flags)
OF_PATH_IN(int, mkdirat, (int file, const char *path, mode_t mode), file, path, mode)
OF_PATH_IN(int, fstatat, (int file, const char *path, struct stat *status, int flags), file, path,
           status, flags)
