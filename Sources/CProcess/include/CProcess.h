// Prepares a process before anything else, and leaves a report when it crashes by its own fault. In
// C, because a signal handler may call almost nothing: no Swift, no allocation.

#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>

// Protects a process against the conditions of its start. Call it first of all, before a file is
// opened or a thread is started.
//
// Closed standard descriptors are opened to /dev/null: otherwise the next file that is opened would
// become one of them, and receive the terminal's output. SIGPIPE and SIGXFSZ are ignored. Files
// that the process creates belong to its user alone. Programs that it starts by fork get back the
// original umask, and the defaults of both signals. Large blocks of memory do not stay in the heap.
void cprocess_prepare(void);

// Gives freed memory back to the system, of all threads. Thread-safe.
void cprocess_release_unused_memory(void);

// The environment variable that turns off WebKitGTK's sandbox.
const char *cprocess_web_sandbox_switch(void);

// Whether the variable turns it off now, set by the parent process or by `set_web_sandbox`.
bool cprocess_web_sandbox_is_off(void);

// Sets whether there is to be a sandbox. The variable is in the environment since
// `cprocess_prepare`, so that nothing there moves while other threads read.
//
// Returns false when the variable has another value now: it was set by the parent process, or the
// process was not prepared.
bool cprocess_set_web_sandbox(bool is_on);

// The facts of a report that are known before a crash. Copied.
typedef struct {
    // The folder of the reports, an absolute path. Created when needed, with its parents.
    const char *folder;
    // The version of the program.
    const char *version;
    // The version of GTK.
    const char *toolkit;
    // The kind of display.
    const char *session;
} CProcessCrashDetails;

// Leaves a report when the process dies of SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE or SIGABRT:
// where and why, but no data of its memory. Call it once, on the main thread.
//
// Then the earlier handler is called, and the process dies of the same signal, with the same exit
// status and core dump as without. A stack overflow is only reported on the main thread; the others
// have no second stack for a handler to run on.
void cprocess_report_crashes(const CProcessCrashDetails *details);

// Sockets in the file system, for packets between processes of one user. All of these return a
// descriptor, or -1 with the reason in `errno`.

// Listens at a path, replacing anything there.
int cprocess_listen(const char *path);

// Accepts the next connection, unless it comes from another user. The peer has `timeout` seconds
// for each packet.
int cprocess_accept(int listener, int timeout);

// Connects to the process of the same user that listens at a path.
int cprocess_connect(const char *path, int timeout);

#endif
