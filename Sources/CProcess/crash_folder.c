#define _GNU_SOURCE
#include "crash.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Makes all missing folders of a path.
static void make_folders(const char *path) {
    char part[sizeof((CrashFacts *)0)->folder];
    for (size_t length = 1; length < sizeof part; length++) {
        if (path[length] == '/' || path[length] == '\0') {
            memcpy(part, path, length);
            part[length] = '\0';
            (void)mkdir(part, S_IRWXU);
        }
        if (path[length] == '\0') return;
    }
}

int crash_open_folder(const char *path) {
    if (path[0] == '\0') return -1;
    const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    int folder = open(path, flags);
    if (folder == -1) {
        make_folders(path);
        folder = open(path, flags);
    }
    if (folder == -1) return -1;
    struct stat status;
    bool is_own = fstat(folder, &status) == 0 && status.st_uid == geteuid();
    if (is_own && (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        is_own = fchmod(folder, S_IRWXU) == 0;
    }
    if (is_own) return folder;
    close(folder);
    return -1;
}

// The kernel's own record: the C library's directory functions allocate.
typedef struct {
    uint64_t inode;
    int64_t position;
    uint16_t size;
    uint8_t kind;
    char name[];
} Entry;

// Whether the name is that of a report: `20260131T235959Z-` and so on to `.txt`.
static bool is_report(const char *name) {
    const char *form = "00000000T000000Z-";
    size_t length = strlen(name);
    if (length > 64 || length < strlen(form) + 5) return false;
    if (strcmp(name + length - 4, ".txt") != 0) return false;
    for (size_t index = 0; form[index] != '\0'; index++) {
        bool is_digit = name[index] >= '0' && name[index] <= '9';
        if (form[index] == '0' ? !is_digit : name[index] != form[index]) return false;
    }
    return true;
}

// Counts the reports and finds the one with the first name, which is the oldest.
static int find_oldest(int folder, char oldest[65]) {
    static _Alignas(Entry) char buffer[8192];
    int count = 0;
    oldest[0] = '\0';
    if (lseek(folder, 0, SEEK_SET) == -1) return 0;
    for (;;) {
        long size = syscall(SYS_getdents64, folder, buffer, sizeof buffer);
        if (size <= 0) return count;
        for (long start = 0; start < size;) {
            const Entry *entry = (const Entry *)(buffer + start);
            start += entry->size;
            if (!is_report(entry->name)) continue;
            count++;
            if (oldest[0] == '\0' || strcmp(entry->name, oldest) < 0) strcpy(oldest, entry->name);
        }
    }
}

void crash_remove_oldest(int folder, int count) {
    char oldest[65];
    // Far more rounds than reports, as a limit in case one cannot be removed.
    for (int round = 0; round < 100; round++) {
        if (find_oldest(folder, oldest) < count) return;
        if (unlinkat(folder, oldest, 0) == -1) return;
    }
}
