// What a process has to see to before anything else, and what it leaves behind when it dies of its own
// fault. In C, because a handler of such a signal may call next to nothing: no Swift, no allocation.

#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>

// Makes a process sturdy against how it was started. To be called first of all, before a file is opened
// or a thread begun.
//
// Standard descriptors that are closed are opened, to /dev/null: the next file that is opened would
// become one of them, and receive what is meant for the terminal. SIGPIPE and SIGXFSZ are ignored. What the process
// makes belongs to its user alone. Programs that it starts by fork get back the umask that it was
// started with, and the defaults of both signals.
void cprocess_prepare(void);

// The environment variable by which WebKitGTK does without its sandbox.
const char *cprocess_web_sandbox_switch(void);

// Whether the variable says so now: whoever started the program has decided it, or `set_web_sandbox`.
bool cprocess_web_sandbox_is_off(void);

// Makes the variable say whether there is to be a sandbox. It stands in the environment since
// `cprocess_prepare`, so that nothing there moves while other threads read.
//
// Returns false when the variable does not say so now: it was set by whoever started the program, or
// nothing was prepared.
bool cprocess_set_web_sandbox(bool is_on);

// What a report says beside what is known only when the process dies. Copied.
typedef struct {
    // The folder for the reports, an absolute path. Made when it is needed, with those above it.
    const char *folder;
    // The version of the program.
    const char *version;
    // The version of GTK.
    const char *toolkit;
    // What kind of display it is on.
    const char *session;
} CProcessCrashDetails;

// Leaves a report when the process dies of SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE or SIGABRT: where and
// what, but nothing that is in its memory. To be called once, on the main thread.
//
// Then the handler that was there before is called, and the process dies of the same signal, with the
// same exit status and core dump as without. A stack that overflows is reported on the main thread alone; the others have no
// second stack for a handler to run on.
void cprocess_report_crashes(const CProcessCrashDetails *details);

// Sockets in the file system, for packets between processes of one user. All of these return a descriptor,
// or -1 with the reason in `errno`.

// Listens at a path, in the place of whatever is there.
int cprocess_listen(const char *path);

// Takes the next connection, unless it comes from another user. The peer has `timeout` seconds for
// each packet.
int cprocess_accept(int listener, int timeout);

// Connects to whoever of the same user listens at a path.
int cprocess_connect(const char *path, int timeout);

#endif
