/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Block input and output on streams. The C library passes data longer than a stream's buffer to the
 * kernel directly, by its own system call.
 */
#define _GNU_SOURCE
#include "bounce.h"
#include "preload.h"
#include <stdio.h>
#include <string.h>

/* Bytes moved per step, so that the replacement memory does not grow with a block. */
static const size_t PART = 64 << 20;

typedef size_t (*reader)(void *, size_t, size_t, FILE *);
typedef size_t (*writer)(const void *, size_t, size_t, FILE *);

static long read_bytes(long to, long bytes, long file, long function, long e, long f, long g)
{
    (void)e, (void)f, (void)g;
    return (long)((reader)function)((void *)to, 1, (size_t)bytes, (FILE *)file);
}

static long write_bytes(long from, long bytes, long file, long function, long e, long f, long g)
{
    (void)e, (void)f, (void)g;
    return (long)((writer)function)((const void *)from, 1, (size_t)bytes, (FILE *)file);
}

/* Locks the stream, unless the caller has locked it. */
static size_t move_bytes(lpi_function mover, const char *arguments, uint8_t *at, size_t bytes,
                         FILE *file, long function)
{
    size_t done = 0, want;
    do {
        want = bytes - done < PART ? bytes - done : PART;
        const long values[LPI_ARGUMENTS] = {(long)(at + done), (long)want, (long)file, function};
        long moved = lpi_bounce(mover, -1, arguments, values);
        if (moved <= 0)
            break;
        done += (size_t)moved;
        if ((size_t)moved < want)
            break;
    } while (done < bytes);
    return done;
}

static size_t read_block(reader next, bool locks, void *to, size_t size, size_t count, FILE *file)
{
    size_t bytes;
    if (!lpi_has(to) || size == 0 || count == 0 || __builtin_mul_overflow(size, count, &bytes))
        return next(to, size, count, file);
    if (locks)
        flockfile(file);
    size_t done = move_bytes(read_bytes, "o@1", to, bytes, file, (long)next);
    if (locks)
        funlockfile(file);
    return done / size;
}

static size_t write_block(writer next, bool locks, const void *from, size_t size, size_t count,
                          FILE *file)
{
    size_t bytes;
    if (!lpi_has(from) || size == 0 || count == 0 || __builtin_mul_overflow(size, count, &bytes))
        return next(from, size, count, file);
    if (locks)
        flockfile(file);
    size_t done = move_bytes(write_bytes, "i@1", (uint8_t *)from, bytes, file, (long)next);
    if (locks)
        funlockfile(file);
    return done / size;
}

/* The symbol is the C library's name, which may be a macro here. */
#define READS(name, locks)                                                                         \
    LPI_EXPORT size_t entry_##name(void *, size_t, size_t, FILE *) __asm__(#name);                 \
    size_t entry_##name(void *to, size_t size, size_t count, FILE *file)                           \
    {                                                                                              \
        static reader next;                                                                        \
        LPI_FIND(next, #name);                                                                     \
        return read_block(next, locks, to, size, count, file);                                     \
    }
#define WRITES(name, locks)                                                                        \
    LPI_EXPORT size_t entry_##name(const void *, size_t, size_t, FILE *) __asm__(#name);           \
    size_t entry_##name(const void *from, size_t size, size_t count, FILE *file)                   \
    {                                                                                              \
        static writer next;                                                                        \
        LPI_FIND(next, #name);                                                                     \
        return write_block(next, locks, from, size, count, file);                                  \
    }
READS(fread, true)
READS(fread_unlocked, false)
READS(_IO_fread, true)
WRITES(fwrite, true)
WRITES(fwrite_unlocked, false)
WRITES(_IO_fwrite, true)

/* If the size exceeds the object, the C library itself reports the error. */
#define CHECKED(name, unchecked)                                                                   \
    LPI_EXPORT size_t name(void *to, size_t room, size_t size, size_t count, FILE *file);          \
    size_t name(void *to, size_t room, size_t size, size_t count, FILE *file)                      \
    {                                                                                              \
        static size_t (*next)(void *, size_t, size_t, size_t, FILE *);                             \
        size_t bytes;                                                                              \
        LPI_FIND(next, #name);                                                                     \
        if (!lpi_has(to) || __builtin_mul_overflow(size, count, &bytes) || bytes > room)           \
            return next(to, room, size, count, file);                                              \
        return unchecked(to, size, count, file);                                                   \
    }
CHECKED(__fread_chk, entry_fread)
CHECKED(__fread_unlocked_chk, entry_fread_unlocked)
