/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "tier.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

bool real_tier_open(struct real_tier *t, int file, uint32_t chunks, size_t chunk_bytes)
{
    t->chunk_bytes = chunk_bytes;
    t->has = calloc(chunks, sizeof *t->has);
    t->file = file;
    if (file >= 0 || t->has == NULL)
        return t->has != NULL;
    t->file = memfd_create("linepress-huvm-host", MFD_CLOEXEC);
    t->own = t->file >= 0;
    return t->own && ftruncate(t->file, (off_t)(chunks * chunk_bytes)) == 0;
}

void real_tier_close(struct real_tier *t)
{
    if (t->own)
        close(t->file);
    free(t->has);
}

static uint64_t place_of(const struct real_tier *t, uint32_t chunk)
{
    return chunk * (uint64_t)t->chunk_bytes;
}

int real_tier_read(const struct real_tier *t, uint32_t chunk, uint8_t *to, uint64_t bytes)
{
    for (uint64_t done = 0; done < bytes;) {
        ssize_t n = pread(t->file, to + done, bytes - done, (off_t)(place_of(t, chunk) + done));
        if (n > 0)
            done += (uint64_t)n;
        else if (n == 0 || errno != EINTR)
            return n < 0 ? errno : -1;
    }
    return 0;
}

/* Frees whole pages; where the file system cannot, only room is lost. */
static void punch(const struct real_tier *t, uint32_t chunk, uint64_t from)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    from = (from + page - 1) / page * page;
    if (t->own && from < t->chunk_bytes)
        (void)!fallocate(t->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                         (off_t)(place_of(t, chunk) + from), (off_t)(t->chunk_bytes - from));
}

int real_tier_write(const struct real_tier *t, uint32_t chunk, const uint8_t *from, uint64_t bytes)
{
    for (uint64_t done = 0; done < bytes;) {
        ssize_t n = pwrite(t->file, from + done, bytes - done, (off_t)(place_of(t, chunk) + done));
        if (n > 0)
            done += (uint64_t)n;
        else if (n == 0 || errno != EINTR)
            return n < 0 ? errno : -1;
    }
    if (bytes < t->has[chunk])
        punch(t, chunk, bytes);
    return 0;
}

void real_tier_note(struct real_tier *t, uint32_t chunk, uint64_t bytes)
{
    t->bytes += bytes - t->has[chunk];
    if (t->bytes > t->peak)
        t->peak = t->bytes;
    t->has[chunk] = bytes;
}

void real_tier_clear(struct real_tier *t, uint32_t chunk)
{
    if (t->has[chunk] > 0)
        punch(t, chunk, 0);
    real_tier_note(t, chunk, 0);
}
