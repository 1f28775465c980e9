/* Stands between the program and the C library, and does to its file operations what a journey asks
 * for: fails, delays, holds or shortens them, or kills the program at one. It also sets the clock.
 *
 * Environment
 *
 *     LD_PRELOAD        the path of this library. It is unset at the start, so that what the
 *                       program starts runs without the shim.
 *     HAWK_NOTES_SHIM   the path of a control file that a journey made and that both have mapped:
 *                       `struct control` below, in the byte order of the machine. Without it, every
 *                       call goes through unchanged; when it cannot be opened or mapped, the
 *                       program exits with 127.
 *
 * There are no other variables: the control file holds the rules, the offset of the clock and the
 * log. The rules and the offset may be changed at any time. Nothing is open for the shim after its
 * start, so that limits on descriptors count the program's own.
 *
 * Rules
 *
 * A rule is a line of words:
 *
 *     watch PATTERN                     log the operations on these paths
 *     on NAME OPS PATTERN ACTION ...    do something to them
 *
 * PATTERN is a shell pattern in which `*` also matches slashes. OPS are operations of the table
 * below with commas between; `*` is all that can change something or wait: not stat, close, read,
 * open, list or entry. The kernel is asked at each operation which path a descriptor has, so that a
 * pattern holds after dup, rename and O_TMPFILE. The three standard descriptors also answer to
 * <stdin>, <stdout> and <stderr>, a rename and a link to both their names. Other descriptors
 * without a path, such as sockets and pipes, fit no rule. ACTION is one of
 *
 *     fail=ERRNO     the operation fails with this number and does nothing
 *     delay=SECONDS  it takes so much longer
 *     hold           it waits until the rule is no longer there
 *     short=BYTES    a read or write moves at most so many bytes
 *     kill           SIGKILL before it
 *     tear=BYTES     a write moves at most so many bytes, then SIGKILL
 *
 * and may be followed by `from=N` (begins with the N-th operation that fits, 1 is the first),
 * `times=N` (how many of them), `seconds=S` (ends so long after the shim first saw the rule),
 * `folders` (only folders fit, which a pattern cannot say). A rule that has the same name after the
 * rules were changed goes on counting. At most 16 rules and 8 watched patterns are read.
 *
 * Intercepted functions
 *
 * Every operation can fail, be delayed, be held, and be the one at which the program is killed.
 * `short` shortens only read and write; `tear` tears only write, and with any other operation kills
 * after it. Names that end in 64 are intercepted beside those without.
 *
 *     open      open, openat, fopen, and their checked forms __open_2 and __openat_2, to read only
 *     modify    the same, and creat, of a file that is there: for writing, or with O_TRUNC
 *     create    the same, of a file that is not there, and O_TMPFILE; mkstemp, mkostemp (by the
 *               template, because the name is known only afterwards)
 *     list      opendir, and open with O_DIRECTORY
 *     entry     readdir
 *     close     close
 *     read      read, __read_chk, pread, readv (only the first piece when it is shortened)
 *     write     write, pwrite, writev (the same)
 *     sync      fsync, fdatasync, syncfs, sync_file_range
 *     truncate  truncate, ftruncate, fallocate, posix_fallocate
 *     map       mmap of a file
 *     rename    rename, renameat, renameat2
 *     link      link, linkat; symlink, symlinkat (by the link's own name)
 *     unlink    unlink, unlinkat, remove (also of a folder)
 *     mkdir     mkdir, mkdirat, mkdtemp (by the template)
 *     rmdir     rmdir, unlinkat with AT_REMOVEDIR
 *     stat      stat, lstat, fstat, fstatat, statx, access, and __xstat, __lxstat, __fxstat,
 *               __fxstatat of older programs
 *     chmod     chmod, fchmod, fchmodat
 *     lock      flock, and fcntl with F_SETLK, F_SETLKW, F_OFD_SETLK or F_OFD_SETLKW
 *
 * clock_gettime (CLOCK_REALTIME, CLOCK_REALTIME_COARSE and CLOCK_TAI), gettimeofday and time are
 * moved by the clock offset of the control file, and fit no rule. The monotonic clock stays as it
 * is.
 *
 * What the C library does within a function of its own, and system calls that a program makes
 * itself, do not come by here: the reads and writes of a FILE, for instance.
 */

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* What the journey and the shim share. Keep in step with shim.py. */
#define RULES_SIZE 65536
struct control {
    /* Odd while the journey writes the rules. */
    _Atomic uint64_t generation;
    /* Nanoseconds by which the clock of the day is ahead. */
    _Atomic int64_t clock_offset;
    /* Bytes of the log that are taken, and how much room there is. */
    _Atomic uint64_t log_used;
    uint64_t log_size;
    /* Operations that a rule holds right now. */
    _Atomic int64_t held;
    /* Operations that a rule has done something to. */
    _Atomic uint64_t acted;
    /* Nanoseconds of the monotonic clock at which the program was killed. */
    _Atomic uint64_t killed_at;
    char rules[RULES_SIZE];
    char log[];
};

enum operation {
    /* For reading only; for writing; of a file that is not there yet. */
    OPEN, MODIFY, CREATE,
    READ, WRITE, SYNC, TRUNCATE, RENAME, LINK, UNLINK, MKDIR, RMDIR, STAT, LOCK, LIST, MAP, CHMOD,
    CLOSE, ENTRY, OPERATIONS
};
static const char *const operation_names[OPERATIONS] = {
    "open", "modify", "create", "read", "write", "sync", "truncate", "rename", "link",
    "unlink", "mkdir", "rmdir", "stat", "lock", "list", "map", "chmod", "close",
    "entry",
};
#define EVERY_OPERATION \
    (((1u << OPERATIONS) - 1) \
     & ~(1u << STAT | 1u << CLOSE | 1u << READ | 1u << OPEN | 1u << LIST | 1u << ENTRY))

#define PATTERN_SIZE 1024
enum action { FAIL, DELAY, HOLD, SHORT, KILL, TEAR };

struct rule {
    char name[64];
    char pattern[PATTERN_SIZE];
    unsigned operations;
    enum action action;
    double value;
    uint64_t from, times;
    double seconds;
    int only_folders;
    /* What it has seen so far. */
    uint64_t count;
    struct timespec since;
};

#define MAXIMUM_RULES 16
#define MAXIMUM_WATCHED 8

static struct control *control;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t seen_generation = UINT64_MAX;
static struct rule rules[MAXIMUM_RULES];
static int rule_count;
static char watched[MAXIMUM_WATCHED][PATTERN_SIZE];
static int watched_count;

/* The C library's own function of this name. */
#define REAL(name) \
    ({ \
        static __typeof__(&name) function; \
        if (!function) function = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
        function; \
    })

static void now_monotonic(struct timespec *now) {
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, now);
}

static double seconds_since(const struct timespec *then) {
    struct timespec now;
    now_monotonic(&now);
    return (double)(now.tv_sec - then->tv_sec) + (double)(now.tv_nsec - then->tv_nsec) * 1e-9;
}

static void pause_for(double seconds) {
    struct timespec rest = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    while (nanosleep(&rest, &rest) != 0 && errno == EINTR) {}
}

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("HAWK_NOTES_SHIM");
    /* What the program starts is left alone. */
    unsetenv("LD_PRELOAD");
    if (!path) return;
    int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
    struct stat status;
    if (descriptor < 0 || syscall(SYS_fstat, descriptor, &status) != 0) {
        static const char message[] = "shim: the control file cannot be opened\n";
        syscall(SYS_write, 2, message, sizeof message - 1);
        _exit(127);
    }
    void *memory = (void *)syscall(
        SYS_mmap, NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    syscall(SYS_close, descriptor);
    if (memory == MAP_FAILED) _exit(127);
    control = memory;
}

/* Rules */

static unsigned parse_operations(char *words) {
    unsigned operations = 0;
    char *rest = NULL;
    for (char *word = strtok_r(words, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
        if (strcmp(word, "*") == 0) operations |= EVERY_OPERATION;
        for (int one = 0; one < OPERATIONS; one++)
            if (strcmp(word, operation_names[one]) == 0) operations |= 1u << one;
    }
    return operations;
}

static void parse_word(struct rule *rule, const char *word) {
    const char *value = strchr(word, '=');
    double number = value ? strtod(value + 1, NULL) : 0;
    static const struct {
        const char *word;
        enum action action;
    } actions[] = {{"fail=", FAIL}, {"delay=", DELAY}, {"hold", HOLD},
                   {"short=", SHORT}, {"kill", KILL}, {"tear=", TEAR}};
    for (size_t index = 0; index < sizeof actions / sizeof *actions; index++) {
        if (strncmp(word, actions[index].word, strlen(actions[index].word)) == 0) {
            rule->action = actions[index].action;
            rule->value = number;
        }
    }
    if (strncmp(word, "from=", 5) == 0) rule->from = (uint64_t)number;
    if (strncmp(word, "times=", 6) == 0) rule->times = (uint64_t)number;
    if (strncmp(word, "seconds=", 8) == 0) rule->seconds = number;
    if (strcmp(word, "folders") == 0) rule->only_folders = 1;
}

static void parse_line(char *line, const struct rule *old, int old_count) {
    char *rest = NULL;
    char *kind = strtok_r(line, " ", &rest);
    if (!kind) return;
    if (strcmp(kind, "watch") == 0 && watched_count < MAXIMUM_WATCHED) {
        snprintf(watched[watched_count++], PATTERN_SIZE, "%s", rest);
        return;
    }
    if (strcmp(kind, "on") != 0 || rule_count == MAXIMUM_RULES) return;
    struct rule *rule = &rules[rule_count];
    memset(rule, 0, sizeof *rule);
    char *name = strtok_r(NULL, " ", &rest);
    char *operations = strtok_r(NULL, " ", &rest);
    char *pattern = strtok_r(NULL, " ", &rest);
    if (!name || !operations || !pattern) return;
    snprintf(rule->name, sizeof rule->name, "%s", name);
    snprintf(rule->pattern, sizeof rule->pattern, "%s", pattern);
    rule->operations = parse_operations(operations);
    rule->from = 1;
    rule->times = UINT64_MAX;
    rule->seconds = -1;
    now_monotonic(&rule->since);
    for (char *word = strtok_r(NULL, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        parse_word(rule, word);
    for (int index = 0; index < old_count; index++) {
        if (strcmp(old[index].name, rule->name) == 0) {
            rule->count = old[index].count;
            rule->since = old[index].since;
        }
    }
    rule_count++;
}

/* Takes over the rules if they have changed. Called with the lock held. */
static void refresh(void) {
    static char text[RULES_SIZE];
    static struct rule old[MAXIMUM_RULES];
    uint64_t before = atomic_load(&control->generation);
    if (before == seen_generation) return;
    for (;; before = atomic_load(&control->generation)) {
        if (before % 2 == 0) {
            memcpy(text, control->rules, RULES_SIZE);
            if (atomic_load(&control->generation) == before) break;
        }
        sched_yield();
    }
    int old_count = rule_count;
    memcpy(old, rules, sizeof old);
    seen_generation = before;
    rule_count = watched_count = 0;
    text[RULES_SIZE - 1] = 0;
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        parse_line(line, old, old_count);
}

static int is_there(const char *name) {
    pthread_mutex_lock(&lock);
    refresh();
    int found = 0;
    for (int index = 0; index < rule_count; index++) found |= strcmp(rules[index].name, name) == 0;
    pthread_mutex_unlock(&lock);
    return found;
}


/* One operation on its way through the shim. */
struct passage {
    enum operation operation;
    int is_watched;
    /* When not 0 the operation must not take place: it fails with this number. */
    int error;
    /* At most so many bytes are to be moved. */
    size_t limit;
    int kills;
    const char *act;
    char path[PATH_MAX];
    /* The other name of the operation; empty when there is none. */
    char other[PATH_MAX];
};

/* The log: a line per operation, "NAME RESULT ERRNO WHAT-WAS-DONE PATH", two names with a tab
 * between. */
static void write_log(const struct passage *passage, long result, int error) {
    char line[PATH_MAX * 2 + 160];
    int length = snprintf(
        line, sizeof line, "%s %ld %d %s %s%s%s\n", operation_names[passage->operation], result,
        result < 0 ? error : 0, passage->act, passage->path, passage->other[0] ? "\t" : "",
        passage->other);
    uint64_t place = atomic_fetch_add(&control->log_used, (uint64_t)length);
    if (place + (uint64_t)length <= control->log_size)
        memcpy(control->log + place, line, (size_t)length);
}

__attribute__((noreturn)) static void die(struct passage *passage) {
    passage->act = "killed";
    write_log(passage, 0, 0);
    struct timespec now;
    now_monotonic(&now);
    atomic_store(&control->killed_at, (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec);
    syscall(SYS_kill, (int)syscall(SYS_getpid), SIGKILL);
    for (;;) pause();
}

static int fits(const char *pattern, const struct passage *passage) {
    return fnmatch(pattern, passage->path, 0) == 0
        || (passage->other[0] && fnmatch(pattern, passage->other, 0) == 0);
}

static int is_folder(const char *path) {
    struct stat found;
    return syscall(SYS_lstat, path, &found) == 0 && S_ISDIR(found.st_mode);
}

static int applies(struct rule *rule, const struct passage *passage) {
    if (!(rule->operations & 1u << passage->operation) || !fits(rule->pattern, passage)) return 0;
    if (rule->only_folders && !is_folder(passage->path)) return 0;
    if (rule->seconds >= 0 && seconds_since(&rule->since) > rule->seconds) return 0;
    rule->count++;
    return rule->count >= rule->from && rule->count - rule->from < rule->times;
}

static void act(struct passage *passage, enum action action, double value, const char *name) {
    atomic_fetch_add(&control->acted, 1);
    switch (action) {
    case FAIL:
        passage->error = (int)value;
        passage->act = "failed";
        break;
    case DELAY:
        pause_for(value);
        passage->act = "delayed";
        break;
    case HOLD:
        atomic_fetch_add(&control->held, 1);
        while (is_there(name)) pause_for(0.002);
        atomic_fetch_sub(&control->held, 1);
        passage->act = "held";
        break;
    case SHORT:
        passage->limit = (size_t)value;
        passage->act = "short";
        break;
    case KILL:
        die(passage);
        break;
    case TEAR:
        passage->limit = (size_t)value;
        passage->kills = 1;
        break;
    }
}

/* Does what comes before the operation. */
static void enter(struct passage *passage) {
    struct {
        enum action action;
        double value;
        char name[64];
    } found[MAXIMUM_RULES];
    int found_count = 0;
    pthread_mutex_lock(&lock);
    refresh();
    for (int index = 0; index < watched_count; index++)
        passage->is_watched |= fits(watched[index], passage);
    for (int index = 0; index < rule_count; index++) {
        if (!applies(&rules[index], passage)) continue;
        found[found_count].action = rules[index].action;
        found[found_count].value = rules[index].value;
        strcpy(found[found_count++].name, rules[index].name);
    }
    pthread_mutex_unlock(&lock);
    for (int index = 0; index < found_count; index++)
        act(passage, found[index].action, found[index].value, found[index].name);
}

static void find_path(char *found, int directory, const char *path) {
    char base[PATH_MAX] = "";
    if (!path) path = "";
    if (path[0] != '/') {
        char link[64] = "/proc/self/cwd";
        if (directory != AT_FDCWD) snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
        long length = syscall(SYS_readlinkat, AT_FDCWD, link, base, sizeof base - 1);
        base[length > 0 ? length : 0] = 0;
    }
    size_t used = strlen(base);
    memcpy(found, base, used + 1);
    if (used && path[0] && used < PATH_MAX - 1) found[used++] = '/';
    snprintf(found + used, PATH_MAX - used, "%s", path);
}

static void prepare(struct passage *passage, enum operation operation) {
    memset(passage, 0, offsetof(struct passage, path));
    passage->path[0] = passage->other[0] = 0;
    passage->operation = operation;
    passage->limit = SIZE_MAX;
    passage->act = "-";
}

static void begin(struct passage *passage, enum operation operation, int directory,
                  const char *path, int other_directory, const char *other) {
    int error = errno;
    prepare(passage, operation);
    if (!control) return;
    find_path(passage->path, directory, path);
    if (other) find_path(passage->other, other_directory, other);
    enter(passage);
    errno = error;
}

/* What is no file concerns the shim only as a standard descriptor. */
static void begin_descriptor(struct passage *passage, enum operation operation, int descriptor) {
    static const char *const standard[] = {"<stdin>", "<stdout>", "<stderr>"};
    int error = errno;
    prepare(passage, operation);
    if (!control || descriptor < 0) return;
    find_path(passage->path, descriptor, "");
    if (descriptor <= 2) strcpy(passage->other, standard[descriptor]);
    if (passage->path[0] == '/' || descriptor <= 2) enter(passage);
    errno = error;
}

static long leave(struct passage *passage, long result) {
    int error = errno;
    if (passage->kills) die(passage);
    if (passage->is_watched) write_log(passage, result, error);
    errno = error;
    return result;
}

static long refuse(struct passage *passage) {
    errno = passage->error;
    return leave(passage, -1);
}

/* The operation `call`, if it is allowed to take place. */
#define PASS(begun, call) \
    ({ \
        struct passage passage; \
        begun; \
        passage.error ? (__typeof__(call))refuse(&passage) \
                      : (__typeof__(call))leave(&passage, (long)(call)); \
    })
#define ON_PATH(operation, directory, path, call) \
    PASS(begin(&passage, operation, directory, path, 0, NULL), call)
#define ON_PATHS(operation, directory, path, other_directory, other, call) \
    PASS(begin(&passage, operation, directory, path, other_directory, other), call)
#define ON_DESCRIPTOR(operation, descriptor, call) \
    PASS(begin_descriptor(&passage, operation, descriptor), call)

/* Opening and closing */

static enum operation kind_of_opening(int directory, const char *path, int flags) {
    if ((flags & O_TMPFILE) == O_TMPFILE) return CREATE;
    if (flags & O_CREAT && syscall(SYS_faccessat, directory, path, F_OK) != 0) return CREATE;
    if ((flags & O_ACCMODE) != O_RDONLY || flags & O_TRUNC) return MODIFY;
    return flags & O_DIRECTORY ? LIST : OPEN;
}

static int pass_open(int directory, const char *path, int flags, mode_t mode) {
    int error = errno;
    enum operation operation = kind_of_opening(directory, path, flags);
    errno = error;
    return ON_PATH(operation, directory, path,
                   (int)syscall(SYS_openat, directory, path, flags, mode));
}

#define MODE_ARGUMENT(flags) \
    ({ \
        mode_t mode = 0; \
        if ((flags) & (O_CREAT | O_TMPFILE)) { \
            va_list arguments; \
            va_start(arguments, flags); \
            mode = va_arg(arguments, mode_t); \
            va_end(arguments); \
        } \
        mode; \
    })

int open(const char *path, int flags, ...) {
    return pass_open(AT_FDCWD, path, flags, MODE_ARGUMENT(flags));
}
int open64(const char *path, int flags, ...) {
    return pass_open(AT_FDCWD, path, flags, MODE_ARGUMENT(flags));
}
int openat(int directory, const char *path, int flags, ...) {
    return pass_open(directory, path, flags, MODE_ARGUMENT(flags));
}
int openat64(int directory, const char *path, int flags, ...) {
    return pass_open(directory, path, flags, MODE_ARGUMENT(flags));
}
int __open_2(const char *path, int flags) { return pass_open(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return pass_open(AT_FDCWD, path, flags, 0); }
int __openat_2(int directory, const char *path, int flags) {
    return pass_open(directory, path, flags, 0);
}
int __openat64_2(int directory, const char *path, int flags) {
    return pass_open(directory, path, flags, 0);
}
int creat(const char *path, mode_t mode) {
    return pass_open(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}
int creat64(const char *path, mode_t mode) {
    return pass_open(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

static FILE *pass_fopen(const char *path, const char *mode,
                        FILE *(*real)(const char *, const char *)) {
    int flags = strchr(mode, '+') ? O_RDWR : mode[0] == 'r' ? O_RDONLY : O_WRONLY;
    if (mode[0] != 'r') flags |= O_CREAT;
    struct passage passage;
    begin(&passage, kind_of_opening(AT_FDCWD, path, flags), AT_FDCWD, path, 0, NULL);
    if (passage.error) {
        refuse(&passage);
        return NULL;
    }
    FILE *file = real(path, mode);
    leave(&passage, file ? 0 : -1);
    return file;
}
FILE *fopen(const char *path, const char *mode) { return pass_fopen(path, mode, REAL(fopen)); }
FILE *fopen64(const char *path, const char *mode) { return pass_fopen(path, mode, REAL(fopen64)); }

DIR *opendir(const char *path) {
    struct passage passage;
    begin(&passage, LIST, AT_FDCWD, path, 0, NULL);
    if (passage.error) {
        refuse(&passage);
        return NULL;
    }
    DIR *directory = REAL(opendir)(path);
    leave(&passage, directory ? 0 : -1);
    return directory;
}

/* At the end of a folder the number of the error stays what it was. */
#define NEXT(name, type) \
    type *name(DIR *directory) { \
        struct passage passage; \
        begin_descriptor(&passage, ENTRY, dirfd(directory)); \
        if (passage.error) { \
            refuse(&passage); \
            return NULL; \
        } \
        type *entry = REAL(name)(directory); \
        leave(&passage, entry ? 1 : 0); \
        return entry; \
    }
NEXT(readdir, struct dirent)
NEXT(readdir64, struct dirent64)

/* The name of a temporary file is known only afterwards: the operation is told by its template. */
int mkostemp(char *template, int flags) {
    return ON_PATH(CREATE, AT_FDCWD, template, REAL(mkostemp)(template, flags));
}
int mkostemp64(char *template, int flags) {
    return ON_PATH(CREATE, AT_FDCWD, template, REAL(mkostemp64)(template, flags));
}
int mkstemp(char *template) { return ON_PATH(CREATE, AT_FDCWD, template, REAL(mkstemp)(template)); }
int mkstemp64(char *template) {
    return ON_PATH(CREATE, AT_FDCWD, template, REAL(mkstemp64)(template));
}
int close(int descriptor) {
    return ON_DESCRIPTOR(CLOSE, descriptor, (int)syscall(SYS_close, descriptor));
}

/* Reading and writing */

#define MOVE(operation, descriptor, size, call) \
    ({ \
        struct passage passage; \
        begin_descriptor(&passage, operation, descriptor); \
        if (size > passage.limit) size = passage.limit; \
        passage.error ? refuse(&passage) : leave(&passage, call); \
    })

ssize_t read(int descriptor, void *bytes, size_t size) {
    return MOVE(READ, descriptor, size, syscall(SYS_read, descriptor, bytes, size));
}
ssize_t __read_chk(int descriptor, void *bytes, size_t size, size_t room) {
    if (size > room) abort();
    return MOVE(READ, descriptor, size, syscall(SYS_read, descriptor, bytes, size));
}
ssize_t pread(int descriptor, void *bytes, size_t size, off_t place) {
    return MOVE(READ, descriptor, size, syscall(SYS_pread64, descriptor, bytes, size, place));
}
ssize_t pread64(int descriptor, void *bytes, size_t size, off64_t place) {
    return MOVE(READ, descriptor, size, syscall(SYS_pread64, descriptor, bytes, size, place));
}
ssize_t write(int descriptor, const void *bytes, size_t size) {
    return MOVE(WRITE, descriptor, size, syscall(SYS_write, descriptor, bytes, size));
}
ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t place) {
    return MOVE(WRITE, descriptor, size, syscall(SYS_pwrite64, descriptor, bytes, size, place));
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t place) {
    return MOVE(WRITE, descriptor, size, syscall(SYS_pwrite64, descriptor, bytes, size, place));
}

/* Only the first piece is moved, and only a part of it, when the pieces are to be shortened. */
static ssize_t move_pieces(enum operation operation, int descriptor, const struct iovec *pieces,
                           int count) {
    struct passage passage;
    begin_descriptor(&passage, operation, descriptor);
    if (passage.error) return refuse(&passage);
    struct iovec first = {0};
    if (passage.limit != SIZE_MAX && count > 0) {
        first = pieces[0];
        if (first.iov_len > passage.limit) first.iov_len = passage.limit;
        pieces = &first;
        count = 1;
    }
    long number = operation == READ ? SYS_readv : SYS_writev;
    return leave(&passage, syscall(number, descriptor, pieces, count));
}
ssize_t readv(int descriptor, const struct iovec *pieces, int count) {
    return move_pieces(READ, descriptor, pieces, count);
}
ssize_t writev(int descriptor, const struct iovec *pieces, int count) {
    return move_pieces(WRITE, descriptor, pieces, count);
}

int fsync(int descriptor) {
    return ON_DESCRIPTOR(SYNC, descriptor, (int)syscall(SYS_fsync, descriptor));
}
int fdatasync(int descriptor) {
    return ON_DESCRIPTOR(SYNC, descriptor, (int)syscall(SYS_fdatasync, descriptor));
}
int syncfs(int descriptor) {
    return ON_DESCRIPTOR(SYNC, descriptor, (int)syscall(SYS_syncfs, descriptor));
}
int sync_file_range(int descriptor, off64_t place, off64_t size, unsigned flags) {
    return ON_DESCRIPTOR(
        SYNC, descriptor, (int)syscall(SYS_sync_file_range, descriptor, place, size, flags));
}

#define ALLOCATE(name, type) \
    int name(int descriptor, type place, type size) { \
        /* It returns the number of the error rather than setting it. */ \
        int result = ON_DESCRIPTOR(TRUNCATE, descriptor, \
                                   (int)syscall(SYS_fallocate, descriptor, 0, place, size)); \
        return result == 0 ? 0 : errno; \
    }
ALLOCATE(posix_fallocate, off_t)
ALLOCATE(posix_fallocate64, off64_t)

#define TRUNCATE_BOTH(suffix, type) \
    int ftruncate##suffix(int descriptor, type size) { \
        return ON_DESCRIPTOR(TRUNCATE, descriptor, (int)syscall(SYS_ftruncate, descriptor, size)); \
    } \
    int truncate##suffix(const char *path, type size) { \
        return ON_PATH(TRUNCATE, AT_FDCWD, path, (int)syscall(SYS_truncate, path, size)); \
    } \
    int fallocate##suffix(int descriptor, int mode, type place, type size) { \
        return ON_DESCRIPTOR( \
            TRUNCATE, descriptor, (int)syscall(SYS_fallocate, descriptor, mode, place, size)); \
    }
TRUNCATE_BOTH(, off_t)
TRUNCATE_BOTH(64, off64_t)

/* SQLite's shared memory and what else is a mapped file. */
static void *pass_mmap(void *at, size_t size, int protection, int flags, int descriptor,
                       off64_t place) {
    struct passage passage;
    begin_descriptor(&passage, MAP, descriptor);
    if (passage.error) {
        refuse(&passage);
        return MAP_FAILED;
    }
    void *memory = (void *)syscall(SYS_mmap, at, size, protection, flags, descriptor, place);
    leave(&passage, memory == MAP_FAILED ? -1 : 0);
    return memory;
}
void *mmap(void *at, size_t size, int protection, int flags, int descriptor, off_t place) {
    return pass_mmap(at, size, protection, flags, descriptor, place);
}
void *mmap64(void *at, size_t size, int protection, int flags, int descriptor, off64_t place) {
    return pass_mmap(at, size, protection, flags, descriptor, place);
}

/* Names */

int rename(const char *from, const char *to) {
    return ON_PATHS(RENAME, AT_FDCWD, from, AT_FDCWD, to, (int)syscall(SYS_rename, from, to));
}
int renameat(int from_directory, const char *from, int to_directory, const char *to) {
    return ON_PATHS(RENAME, from_directory, from, to_directory, to,
                    (int)syscall(SYS_renameat2, from_directory, from, to_directory, to, 0));
}
int renameat2(int from_directory, const char *from, int to_directory, const char *to,
              unsigned flags) {
    return ON_PATHS(RENAME, from_directory, from, to_directory, to,
                    (int)syscall(SYS_renameat2, from_directory, from, to_directory, to, flags));
}
int link(const char *from, const char *to) {
    return ON_PATHS(LINK, AT_FDCWD, from, AT_FDCWD, to, (int)syscall(SYS_link, from, to));
}
int linkat(int from_directory, const char *from, int to_directory, const char *to, int flags) {
    return ON_PATHS(LINK, from_directory, from, to_directory, to,
                    (int)syscall(SYS_linkat, from_directory, from, to_directory, to, flags));
}
int symlink(const char *target, const char *path) {
    return ON_PATH(LINK, AT_FDCWD, path, (int)syscall(SYS_symlink, target, path));
}
int symlinkat(const char *target, int directory, const char *path) {
    return ON_PATH(LINK, directory, path, (int)syscall(SYS_symlinkat, target, directory, path));
}
int unlink(const char *path) {
    return ON_PATH(UNLINK, AT_FDCWD, path, (int)syscall(SYS_unlink, path));
}
int unlinkat(int directory, const char *path, int flags) {
    return ON_PATH(flags & AT_REMOVEDIR ? RMDIR : UNLINK, directory, path,
                   (int)syscall(SYS_unlinkat, directory, path, flags));
}
int rmdir(const char *path) {
    return ON_PATH(RMDIR, AT_FDCWD, path, (int)syscall(SYS_rmdir, path));
}
int remove(const char *path) { return ON_PATH(UNLINK, AT_FDCWD, path, REAL(remove)(path)); }
int mkdir(const char *path, mode_t mode) {
    return ON_PATH(MKDIR, AT_FDCWD, path, (int)syscall(SYS_mkdir, path, mode));
}
int mkdirat(int directory, const char *path, mode_t mode) {
    return ON_PATH(MKDIR, directory, path, (int)syscall(SYS_mkdirat, directory, path, mode));
}
char *mkdtemp(char *template) {
    struct passage passage;
    begin(&passage, MKDIR, AT_FDCWD, template, 0, NULL);
    if (passage.error) return (char *)(refuse(&passage) + 1);
    char *made = REAL(mkdtemp)(template);
    leave(&passage, made ? 0 : -1);
    return made;
}

/* Looking and permissions */

#define LOOK(suffix) \
    int stat##suffix(const char *restrict path, struct stat##suffix *restrict found) { \
        return ON_PATH(STAT, AT_FDCWD, path, (int)syscall(SYS_stat, path, found)); \
    } \
    int lstat##suffix(const char *restrict path, struct stat##suffix *restrict found) { \
        return ON_PATH(STAT, AT_FDCWD, path, (int)syscall(SYS_lstat, path, found)); \
    } \
    int fstat##suffix(int descriptor, struct stat##suffix *found) { \
        return ON_DESCRIPTOR(STAT, descriptor, (int)syscall(SYS_fstat, descriptor, found)); \
    } \
    int fstatat##suffix(int directory, const char *restrict path, \
                        struct stat##suffix *restrict found, int flags) { \
        return ON_PATH(STAT, directory, path, \
                       (int)syscall(SYS_newfstatat, directory, path, found, flags)); \
    } \
    /* What programs built for an older C library call. */ \
    int __xstat##suffix(int version, const char *path, struct stat##suffix *found) { \
        (void)version; \
        return stat##suffix(path, found); \
    } \
    int __lxstat##suffix(int version, const char *path, struct stat##suffix *found) { \
        (void)version; \
        return lstat##suffix(path, found); \
    } \
    int __fxstat##suffix(int version, int descriptor, struct stat##suffix *found) { \
        (void)version; \
        return fstat##suffix(descriptor, found); \
    } \
    int __fxstatat##suffix(int version, int directory, const char *path, \
                           struct stat##suffix *found, int flags) { \
        (void)version; \
        return fstatat##suffix(directory, path, found, flags); \
    }
#define LOOK_64 LOOK(64)
LOOK()
LOOK_64

int statx(int directory, const char *restrict path, int flags, unsigned mask,
          struct statx *restrict found) {
    return ON_PATH(STAT, directory, path,
                   (int)syscall(SYS_statx, directory, path, flags, mask, found));
}
int access(const char *path, int mode) {
    return ON_PATH(STAT, AT_FDCWD, path, (int)syscall(SYS_access, path, mode));
}
int chmod(const char *path, mode_t mode) {
    return ON_PATH(CHMOD, AT_FDCWD, path, (int)syscall(SYS_chmod, path, mode));
}
int fchmod(int descriptor, mode_t mode) {
    return ON_DESCRIPTOR(CHMOD, descriptor, (int)syscall(SYS_fchmod, descriptor, mode));
}
int fchmodat(int directory, const char *path, mode_t mode, int flags) {
    return ON_PATH(CHMOD, directory, path, REAL(fchmodat)(directory, path, mode, flags));
}

/* Locks. The other commands of fcntl go through, with the one argument that any of them has. */

int flock(int descriptor, int operation) {
    return ON_DESCRIPTOR(LOCK, descriptor, (int)syscall(SYS_flock, descriptor, operation));
}

static int pass_fcntl(int descriptor, int command, void *argument) {
    switch (command) {
    case F_SETLK:
    case F_SETLKW:
    case F_OFD_SETLK:
    case F_OFD_SETLKW:
        return ON_DESCRIPTOR(LOCK, descriptor,
                             (int)syscall(SYS_fcntl, descriptor, command, argument));
    default: return (int)syscall(SYS_fcntl, descriptor, command, argument);
    }
}
#define FCNTL(name) \
    int name(int descriptor, int command, ...) { \
        va_list arguments; \
        va_start(arguments, command); \
        void *argument = va_arg(arguments, void *); \
        va_end(arguments); \
        return pass_fcntl(descriptor, command, argument); \
    }
FCNTL(fcntl)
FCNTL(fcntl64)

/* The clock of the day */

static int is_clock_of_the_day(clockid_t clock) {
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

static void set_forward(struct timespec *time) {
    if (!control) return;
    int64_t offset = atomic_load(&control->clock_offset);
    int64_t nanoseconds = time->tv_nsec + offset % 1000000000;
    time->tv_sec += offset / 1000000000;
    if (nanoseconds < 0) time->tv_sec -= 1, nanoseconds += 1000000000;
    if (nanoseconds >= 1000000000) time->tv_sec += 1, nanoseconds -= 1000000000;
    time->tv_nsec = nanoseconds;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = REAL(clock_gettime)(clock, time);
    if (result == 0 && is_clock_of_the_day(clock)) set_forward(time);
    return result;
}
int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}
time_t time(time_t *seconds) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (seconds) *seconds = now.tv_sec;
    return now.tv_sec;
}
