// The used declarations of libarchive, as in its headers: builds need no headers, and a test
// compares them.

#ifndef HAWK_IMPORT_LIBARCHIVE_H
#define HAWK_IMPORT_LIBARCHIVE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct archive;
struct archive_entry;

enum {
    HAWK_LIBARCHIVE_EOF = 1,
    HAWK_LIBARCHIVE_OK = 0,
    HAWK_LIBARCHIVE_WARN = -20,
};

#define HAWK_ARCHIVE_FUNCTIONS(FUNCTION) \
    FUNCTION(struct archive *, archive_read_new, void) \
    FUNCTION(int, archive_read_support_format_zip_seekable, struct archive *) \
    FUNCTION(int, archive_read_open_fd, struct archive *, int, size_t) \
    FUNCTION(int, archive_read_open_memory, struct archive *, const void *, size_t) \
    FUNCTION(int, archive_read_next_header, struct archive *, struct archive_entry **) \
    FUNCTION(ssize_t, archive_read_data, struct archive *, void *, size_t) \
    FUNCTION(int, archive_read_free, struct archive *) \
    FUNCTION(const char *, archive_entry_pathname_utf8, struct archive_entry *) \
    FUNCTION(const char *, archive_entry_pathname, struct archive_entry *) \
    FUNCTION(mode_t, archive_entry_filetype, struct archive_entry *) \
    FUNCTION(const char *, archive_entry_hardlink, struct archive_entry *) \
    FUNCTION(const char *, archive_entry_symlink, struct archive_entry *) \
    FUNCTION(int, archive_entry_is_encrypted, struct archive_entry *) \
    FUNCTION(int64_t, archive_entry_size, struct archive_entry *) \
    FUNCTION(int, archive_entry_size_is_set, struct archive_entry *)

#endif
