/* SPDX-License-Identifier: Apache-2.0 */
/* The host tier: a file in which each chunk has its place, in memory if nobody gave one. */
#define _GNU_SOURCE
#include "real_state.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

bool real_host_open(struct huvm_real *r)
{
    r->host = r->config.host;
    if (r->host >= 0)
        return true;
    r->host = memfd_create("linepress-huvm-host", MFD_CLOEXEC);
    r->own_host = r->host >= 0;
    return r->own_host && ftruncate(r->host, (off_t)(r->chunks * r->config.chunk_bytes)) == 0;
}

static uint64_t place_of(const struct huvm_real *r, uint32_t chunk)
{
    return chunk * (uint64_t)r->config.chunk_bytes;
}

static bool fail(struct huvm_real *r, const char *what, ssize_t n)
{
    real_fail(r, false, "the host tier cannot be %s: %s", what,
              n < 0 ? strerror(errno) : "it ends too early");
    return false;
}

bool real_host_read(struct huvm_real *r, uint32_t chunk, uint8_t *to, uint64_t bytes)
{
    for (uint64_t done = 0; done < bytes;) {
        ssize_t n = pread(r->host, to + done, bytes - done, (off_t)(place_of(r, chunk) + done));
        if (n > 0)
            done += (uint64_t)n;
        else if (n == 0 || errno != EINTR)
            return fail(r, "read", n);
    }
    return true;
}

/* Gives whole pages back, where memory does not do so nothing is lost. */
static void punch(struct huvm_real *r, uint32_t chunk, uint64_t from)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    from = (from + page - 1) / page * page;
    if (r->own_host && from < r->config.chunk_bytes)
        (void)!fallocate(r->host, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                         (off_t)(place_of(r, chunk) + from),
                         (off_t)(r->config.chunk_bytes - from));
}

void real_host_write(struct huvm_real *r, uint32_t chunk, const uint8_t *from, uint64_t bytes)
{
    for (uint64_t done = 0; done < bytes;) {
        ssize_t n = pwrite(r->host, from + done, bytes - done,
                           (off_t)(place_of(r, chunk) + done));
        if (n > 0)
            done += (uint64_t)n;
        else if (n == 0 || errno != EINTR) {
            fail(r, "written", n);
            return;
        }
    }
    if (bytes < r->chunk[chunk].host_bytes)
        punch(r, chunk, bytes);
}

void real_host_has(struct huvm_real *r, uint32_t chunk, uint64_t bytes)
{
    r->host_bytes += bytes - r->chunk[chunk].host_bytes;
    if (r->host_bytes > r->host_peak)
        r->host_peak = r->host_bytes;
    r->chunk[chunk].host_bytes = bytes;
}

void real_host_clear(struct huvm_real *r, uint32_t chunk)
{
    if (r->chunk[chunk].host_bytes > 0)
        punch(r, chunk, 0);
    real_host_has(r, chunk, 0);
    r->chunk[chunk].crc = r->zeros_crc;
}
