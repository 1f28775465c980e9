#define _GNU_SOURCE
#include "crash.h"

#include <errno.h>
#include <unistd.h>

void crash_flush(CrashText *text) {
    size_t start = 0;
    while (start < text->used) {
        ssize_t count = write(text->descriptor, text->bytes + start, text->used - start);
        if (count < 0) {
            if (errno == EINTR) continue;
            break;
        }
        start += (size_t)count;
        text->written += (size_t)count;
    }
    text->used = 0;
}

static void put_byte(CrashText *text, char byte) {
    if (text->used == sizeof text->bytes) crash_flush(text);
    text->bytes[text->used++] = byte;
}

void crash_put(CrashText *text, const char *string) {
    while (*string != '\0') put_byte(text, *string++);
}

void crash_put_name(CrashText *text, const char *string) {
    for (; *string != '\0'; string++) {
        put_byte(text, *string >= ' ' && *string <= '~' ? *string : '?');
    }
}

void crash_put_decimal(CrashText *text, uint64_t number, int digits) {
    char reversed[20];
    int count = 0;
    do {
        reversed[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    for (int missing = digits - count; missing > 0; missing--) put_byte(text, '0');
    while (count > 0) put_byte(text, reversed[--count]);
}

void crash_put_hexadecimal(CrashText *text, uint64_t number) {
    crash_put(text, "0x");
    int shift = 60;
    while (shift > 0 && (number >> shift) == 0) shift -= 4;
    for (; shift >= 0; shift -= 4) put_byte(text, "0123456789abcdef"[(number >> shift) & 0xf]);
}

void crash_put_date(CrashText *text, time_t seconds, bool is_file_name) {
    // The C library's own calendar reads time zones and takes locks. This one is Howard Hinnant's
    // `civil_from_days`, in which a year begins in March.
    int64_t clamped = seconds < 0 ? 0 : seconds;
    int64_t days = clamped / 86400 + 719468, time = clamped % 86400;
    int64_t era = days / 146097, day_of_era = days % 146097;
    int64_t year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t month = (5 * day_of_year + 2) / 153;
    int64_t day = day_of_year - (153 * month + 2) / 5 + 1;
    month = month < 10 ? month + 3 : month - 9;
    int64_t year = era * 400 + year_of_era + (month <= 2);

    const char *dash = is_file_name ? "" : "-", *colon = is_file_name ? "" : ":";
    crash_put_decimal(text, (uint64_t)year, 4);
    crash_put(text, dash);
    crash_put_decimal(text, (uint64_t)month, 2);
    crash_put(text, dash);
    crash_put_decimal(text, (uint64_t)day, 2);
    crash_put(text, is_file_name ? "T" : " ");
    crash_put_decimal(text, (uint64_t)(time / 3600), 2);
    crash_put(text, colon);
    crash_put_decimal(text, (uint64_t)(time / 60 % 60), 2);
    crash_put(text, colon);
    crash_put_decimal(text, (uint64_t)(time % 60), 2);
}
