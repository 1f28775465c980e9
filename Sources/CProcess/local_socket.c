// Sockets by which the processes of a user find each other without a session bus.

// For a Linux-only feature: the peer of a socket.
#define _GNU_SOURCE

#include "CProcess.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

// Separate packets: data sent at once arrives at once, or not at all.
static int make_socket(const char *path, struct sockaddr_un *address) {
    if (strlen(path) >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    strcpy(address->sun_path, path);
    return socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
}

static int close_failed(int descriptor) {
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
}

static bool is_of_this_user(int descriptor) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

static void set_timeout(int descriptor, int seconds) {
    struct timeval timeout = {.tv_sec = seconds};
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
}

int cprocess_listen(const char *path) {
    struct sockaddr_un address;
    int descriptor = make_socket(path, &address);
    if (descriptor < 0) return -1;
    // The process that created the existing one is gone: the caller has the lock.
    unlink(path);
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0) return close_failed(descriptor);
    if (listen(descriptor, 8) != 0) return close_failed(descriptor);
    return descriptor;
}

int cprocess_accept(int listener, int timeout) {
    int descriptor;
    do {
        descriptor = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) return -1;
    if (!is_of_this_user(descriptor)) {
        errno = EACCES;
        return close_failed(descriptor);
    }
    set_timeout(descriptor, timeout);
    return descriptor;
}

int cprocess_connect(const char *path, int timeout) {
    struct sockaddr_un address;
    int descriptor = make_socket(path, &address);
    if (descriptor < 0) return -1;
    set_timeout(descriptor, timeout);
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) return close_failed(descriptor);
    if (!is_of_this_user(descriptor)) {
        errno = EACCES;
        return close_failed(descriptor);
    }
    return descriptor;
}
