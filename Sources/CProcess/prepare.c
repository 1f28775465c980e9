#define _GNU_SOURCE
#include "CProcess.h"
#include "web_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

static mode_t inherited_umask;

// Blocks of this many bytes and more go back to the system as soon as they are freed. By default the
// allocator raises the limit with each one, and the buffers of decoded pictures come to lie in the heap.
enum { LARGE_BLOCK = 1 << 20 };

// Runs in the child of a fork, where only async-signal-safe calls are allowed.
static void give_back_to_child(void) {
    umask(inherited_umask);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
}

static void open_standard_descriptors(void) {
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
        // The lowest free number is the missing one.
        if (open("/dev/null", O_RDWR) == -1) {
            // A directory cannot be written to either.
            (void)open("/", O_RDONLY | O_DIRECTORY);
        }
    }
}

void cprocess_prepare(void) {
    mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK);
    open_standard_descriptors();
    inherited_umask = umask(S_IRWXG | S_IRWXO);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    pthread_atfork(NULL, NULL, give_back_to_child);
    cprocess_reserve_web_sandbox_switch();
}

void cprocess_release_unused_memory(void) { malloc_trim(0); }
