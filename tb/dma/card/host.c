/* SPDX-License-Identifier: Apache-2.0 */
#include "host.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define PAGE 4096u

/* Access past the end of a mapping's file would end the process, so the file must keep its size. */
static const char *check(const struct lpi_proxy_region *r)
{
    struct stat is;
    int seals;

    if (r->address % PAGE || r->bytes % PAGE || r->offset % PAGE || r->bytes == 0)
        return "a region of memory that is not whole pages";
    if (r->address + r->bytes - 1 < r->address)
        return "a region of memory beyond the last address";
    if (fstat(r->fd, &is) != 0 || !S_ISREG(is.st_mode))
        return "a region of memory without a file";
    if (r->offset > (uint64_t)is.st_size || (uint64_t)is.st_size - r->offset < r->bytes)
        return "a region of memory larger than its file";
    seals = fcntl(r->fd, F_GET_SEALS);
    if (seals < 0 || !(seals & F_SEAL_SHRINK))
        return "a region of memory whose file can be made shorter (a memfd with F_SEAL_SHRINK "
               "cannot)";
    return NULL;
}

static bool overlap(const struct host *host, const struct lpi_proxy_region *r)
{
    for (unsigned i = 0; i < host->count; i++)
        if (r->address - host->region[i].address < host->region[i].bytes ||
            host->region[i].address - r->address < r->bytes)
            return true;
    return false;
}

const char *host_replace(struct host *host, const struct lpi_proxy_region *regions, unsigned count)
{
    struct host fresh = {.open = host->open};
    const char *wrong = NULL;

    for (unsigned i = 0; i < count && !wrong; i++) {
        const struct lpi_proxy_region *r = &regions[i];
        void *at;

        wrong = check(r);
        if (!wrong && overlap(&fresh, r))
            wrong = "regions of memory that overlap";
        if (wrong)
            break;
        at = mmap(NULL, r->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, r->fd, (off_t)r->offset);
        if (at == MAP_FAILED)
            wrong = "a region of memory that cannot be mapped";
        else
            fresh.region[fresh.count++] = (struct host_region){r->address, r->bytes, at};
    }
    host_close(wrong ? &fresh : host);
    if (!wrong)
        *host = fresh;
    return wrong;
}

void host_close(struct host *host)
{
    while (host->count > 0) {
        struct host_region *r = &host->region[--host->count];

        munmap(r->at, r->bytes);
    }
}

uint8_t *host_place(void *context, uint64_t address, uint64_t count)
{
    const struct host *host = context;

    for (unsigned i = 0; host->open && i < host->count; i++) {
        const struct host_region *r = &host->region[i];
        uint64_t at = address - r->address; /* huge below the region */

        if (at < r->bytes && r->bytes - at >= count)
            return r->at + at;
    }
    return NULL;
}
