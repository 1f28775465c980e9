#define _GNU_SOURCE
#include "CProcess.h"
#include "crash.h"

#include <errno.h>
#include <link.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { SIGNALS = sizeof signals / sizeof signals[0], SECONDS = 10 };

static CrashFacts facts;
static struct sigaction previous[SIGNALS];
static pid_t owner;
static atomic_int reporter;

// The stack of the handler: the main thread's own may be exhausted.
static _Alignas(16) char stack[1 << 16];

// MARK: In the handler

// A folder on a hanging disk must not keep a crashed program alive.
static void limit_time(void) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigset_t set;
    sigaction(SIGALRM, &action, NULL);
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    alarm(SECONDS);
}

// Calls the earlier handler, such as that of Swift's own backtraces, like the kernel: with the
// actions and the mask that it expects.
static void call_previous(int number, siginfo_t *info, ucontext_t *context) {
    const struct sigaction *action = NULL;
    for (int index = 0; index < SIGNALS; index++) {
        sigaction(signals[index], &previous[index], NULL);
        if (signals[index] == number) action = &previous[index];
    }
    if (action == NULL || action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN) return;
    sigset_t mask = context->uc_sigmask;
    sigorset(&mask, &mask, &action->sa_mask);
    if ((action->sa_flags & SA_NODEFER) == 0) sigaddset(&mask, number);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    if ((action->sa_flags & SA_SIGINFO) != 0) {
        action->sa_sigaction(number, info, context);
    } else {
        action->sa_handler(number);
    }
}

// Makes the signal come again when the handler returns, with the present registers and cause, and
// end the process.
static void send_again(int number, siginfo_t *info, ucontext_t *context) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    for (int index = 0; index < SIGNALS; index++) sigaction(signals[index], &action, NULL);
    sigdelset(&context->uc_sigmask, number);
    pid_t process = getpid();
    long thread = syscall(SYS_gettid);
    if (syscall(SYS_rt_tgsigqueueinfo, process, thread, number, info) != 0) {
        syscall(SYS_tgkill, process, thread, number);
    }
}

static void handle(int number, siginfo_t *info, void *context) {
    // A forked child has the handler until it executes another program, but is not the program.
    if (getpid() == owner) {
        int nobody = 0;
        if (atomic_compare_exchange_strong(&reporter, &nobody, (int)syscall(SYS_gettid))) {
            limit_time();
            crash_write_report(&facts, number, info, context);
            alarm(0);
            call_previous(number, info, context);
        } else {
            // Another thread is writing the report, and the process ends with it.
            struct timespec time = {.tv_sec = 6 * SECONDS};
            nanosleep(&time, NULL);
        }
    }
    send_again(number, info, context);
}

// MARK: Before

static void copy(char *target, size_t size, const char *source) {
    size_t length = strlen(source);
    // A truncated path would be a different one.
    if (length >= size) length = 0;
    memcpy(target, source, length);
    target[length] = '\0';
}

// Reads the build id from the notes of the program, which is the first of the modules.
static int find_build(struct dl_phdr_info *module, size_t size, void *data) {
    (void)size;
    (void)data;
    for (int index = 0; index < module->dlpi_phnum; index++) {
        const ElfW(Phdr) *header = &module->dlpi_phdr[index];
        if (header->p_type != PT_NOTE) continue;
        const char *position = (const char *)(module->dlpi_addr + header->p_vaddr);
        const char *end = position + header->p_memsz;
        while (position + sizeof(ElfW(Nhdr)) <= end) {
            const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)position;
            const char *name = position + sizeof *note;
            const unsigned char *value = (const unsigned char *)name + ((note->n_namesz + 3) & ~3u);
            if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4
                && memcmp(name, "GNU", 4) == 0 && note->n_descsz <= 32) {
                for (size_t byte = 0; byte < note->n_descsz; byte++) {
                    facts.build[2 * byte] = "0123456789abcdef"[value[byte] >> 4];
                    facts.build[2 * byte + 1] = "0123456789abcdef"[value[byte] & 0xf];
                }
                return 1;
            }
            position = (const char *)value + ((note->n_descsz + 3) & ~3u);
        }
    }
    return 1;
}

// Gives the thread a second stack, unless it has one that is large enough.
static void prepare_stack(void) {
    stack_t present;
    if (sigaltstack(NULL, &present) == 0 && (present.ss_flags & SS_DISABLE) == 0
        && present.ss_size >= sizeof stack) {
        return;
    }
    stack_t wanted = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&wanted, NULL);
}

void cprocess_report_crashes(const CProcessCrashDetails *details) {
    copy(facts.folder, sizeof facts.folder, details->folder);
    copy(facts.version, sizeof facts.version, details->version);
    copy(facts.toolkit, sizeof facts.toolkit, details->toolkit);
    copy(facts.session, sizeof facts.session, details->session);
    (void)clock_gettime(CLOCK_MONOTONIC, &facts.start);
    dl_iterate_phdr(find_build, NULL);
    owner = getpid();
    crash_prepare_frames();
    prepare_stack();
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    // A fault in the handler then finds its signal blocked, and the kernel ends the process.
    for (int index = 0; index < SIGNALS; index++) sigaddset(&action.sa_mask, signals[index]);
    for (int index = 0; index < SIGNALS; index++) {
        sigaction(signals[index], NULL, &previous[index]);
        // The parent process wants it ignored.
        if (previous[index].sa_handler == SIG_IGN) continue;
        sigaction(signals[index], &action, NULL);
    }
}
