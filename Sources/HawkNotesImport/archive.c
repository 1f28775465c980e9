// ZIP archives, read by libarchive through the central directory: skipped entries are never
// unpacked. Its other formats and outer compressions stay disabled: books are not nested archives.

#include "functions.h"
#include "libarchive.h"

#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>

static struct {
    HAWK_ARCHIVE_FUNCTIONS(HAWK_MEMBER)
} libarchive;

#define SYMBOL(result, name, ...) HAWK_SYMBOL(libarchive, name)
static const HawkSymbol symbols[] = {HAWK_ARCHIVE_FUNCTIONS(SYMBOL)};

HawkLibrary hawk_archive_library = {symbols, sizeof symbols / sizeof symbols[0], false};

struct HawkArchive {
    struct archive *reader;
};

static HawkArchive *new_archive(void) {
    if (!hawk_archive_library.is_loaded) return NULL;
    HawkArchive *archive = calloc(1, sizeof *archive);
    if (archive == NULL) return NULL;
    archive->reader = libarchive.archive_read_new();
    if (archive->reader == NULL
        || libarchive.archive_read_support_format_zip_seekable(archive->reader) != HAWK_LIBARCHIVE_OK) {
        hawk_archive_close(archive);
        return NULL;
    }
    return archive;
}

static HawkArchive *opened(HawkArchive *archive, int result) {
    if (result == HAWK_LIBARCHIVE_OK) return archive;
    hawk_archive_close(archive);
    return NULL;
}

HawkArchive *hawk_archive_open(int descriptor) {
    HawkArchive *archive = new_archive();
    if (archive == NULL) return NULL;
    return opened(archive, libarchive.archive_read_open_fd(archive->reader, descriptor, 64 << 10));
}

HawkArchive *hawk_archive_open_bytes(const void *bytes, size_t count) {
    HawkArchive *archive = new_archive();
    if (archive == NULL) return NULL;
    return opened(archive, libarchive.archive_read_open_memory(archive->reader, bytes, count));
}

static locale_t names_locale;

static void make_names_locale(void) { names_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", NULL); }

static HawkArchiveStep next(HawkArchive *archive, HawkArchiveEntry *entry) {
    struct archive_entry *found = NULL;
    int result = libarchive.archive_read_next_header(archive->reader, &found);
    if (result == HAWK_LIBARCHIVE_EOF) return HAWK_ARCHIVE_END;
    // Warnings concern irrelevant features, such as a name in another encoding.
    if (result != HAWK_LIBARCHIVE_OK && result != HAWK_LIBARCHIVE_WARN)
        return HAWK_ARCHIVE_DAMAGED;
    entry->name = libarchive.archive_entry_pathname_utf8(found);
    // In the encoding of the packing program; it still distinguishes the file from others.
    if (entry->name == NULL) entry->name = libarchive.archive_entry_pathname(found);
    entry->is_file = libarchive.archive_entry_filetype(found) == S_IFREG
        && libarchive.archive_entry_hardlink(found) == NULL
        && libarchive.archive_entry_symlink(found) == NULL;
    entry->is_encrypted = libarchive.archive_entry_is_encrypted(found);
    entry->size =
        libarchive.archive_entry_size_is_set(found) ? libarchive.archive_entry_size(found) : -1;
    return HAWK_ARCHIVE_ENTRY;
}

// The library converts names to the thread's locale, which may lack some characters.
HawkArchiveStep hawk_archive_next(HawkArchive *archive, HawkArchiveEntry *entry) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_names_locale);
    locale_t other = uselocale(names_locale == NULL ? LC_GLOBAL_LOCALE : names_locale);
    HawkArchiveStep step = next(archive, entry);
    uselocale(other);
    return step;
}

int64_t hawk_archive_read(HawkArchive *archive, void *buffer, size_t count) {
    ssize_t result = libarchive.archive_read_data(archive->reader, buffer, count);
    return result < 0 ? -1 : (int64_t)result;
}

void hawk_archive_close(HawkArchive *archive) {
    if (archive->reader != NULL) libarchive.archive_read_free(archive->reader);
    free(archive);
}
