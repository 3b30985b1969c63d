/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "contents.h"
#include "areas.h"
#include "raw.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGES 4096u
#define PIECE ((size_t)64 << 10)

static struct {
    struct lpi_areas areas;
    uint64_t page;
    int memory;  /* descriptor of the program's memory; below 0: it cannot be read */
    int touched; /* /proc/self/pagemap; below 0: all pages are written */
    /* Entries returned by the last query. */
    uint64_t first, count, entries[PAGES];
    uint8_t piece[PIECE];
} us;

/* ---- parts of a block ---- */

enum source { COPY, PROGRAM_HOLE, PROGRAM_WIPED };

/* The source of the block's bytes at the address, and the end of the range it applies to. */
static enum source part_at(uint64_t address, uint64_t end, uint64_t *until, bool *swapped)
{
    const struct lpi_area *area = lpi_areas_find(&us.areas, address);
    *swapped = true;
    *until = end;
    if (area == NULL || area->begin >= end)
        return PROGRAM_HOLE;
    if (area->begin > address) {
        *until = area->begin;
        return PROGRAM_HOLE;
    }
    *until = area->end < end ? area->end : end;
    *swapped = area->swapped;
    return area->copied ? COPY : PROGRAM_WIPED;
}

/* ---- what the program has unmapped ---- */

static bool program_has(uint64_t address)
{
    uint8_t byte;
    return lpi_raw_read_at(us.memory, &byte, 1, address) == 1;
}

/* Finds an unmapped range of the block; false: there is none. */
static bool find_gone(const struct lpi_block *block, uint64_t *begin, uint64_t *end)
{
    uint64_t last = block->key + block->bytes, until;
    bool swapped;
    for (uint64_t at = block->key; at < last; at = until) {
        if (part_at(at, last, &until, &swapped) != PROGRAM_HOLE)
            continue;
        for (*begin = at; *begin < until && program_has(*begin);)
            *begin = (*begin / us.page + 1) * us.page;
        for (*end = *begin; *end < until && !program_has(*end);)
            *end = (*end / us.page + 1) * us.page;
        if (*begin < until)
            return true;
    }
    return false;
}

static bool remove_gone(void)
{
    size_t at = 0;
    for (const struct lpi_block *block; (block = lpi_table_next(&at)) != NULL;) {
        uint64_t begin, end, key = block->key;
        if (!find_gone(block, &begin, &end))
            continue;
        if (block->kind == LPI_HEAP)
            lpi_table_remove(key);
        else if (!lpi_table_unmap(begin, end - begin, UINT64_MAX))
            return false;
        at = 0;
    }
    return true;
}

static bool lacks_something(void)
{
    size_t at = 0;
    for (const struct lpi_block *block; (block = lpi_table_next(&at)) != NULL;) {
        uint64_t end = block->key + block->bytes, until;
        bool swapped;
        for (uint64_t p = block->key; p < end; p = until)
            if (part_at(p, end, &until, &swapped) != COPY)
                return true;
    }
    return false;
}

long lpi_contents_open(int memory, const char *path)
{
    us.page = (uint64_t)sysconf(_SC_PAGESIZE);
    us.touched = lpi_raw_open("/proc/self/pagemap");
    long error = lpi_areas_read(&us.areas);
    if (error < 0 || !lacks_something())
        return error;
    us.memory = memory >= 0 ? memory : lpi_raw_open(path);
    if (us.memory < 0)
        return us.memory;
    return remove_gone() ? 0 : -ENOMEM;
}

/* ---- from the copy ---- */

/* Reads the entries of a page and of the following ones, up to `last`; false: they are unknown. */
static bool look(uint64_t page, uint64_t last)
{
    uint64_t wanted = last - page + 1 < PAGES ? last - page + 1 : PAGES;
    long n = lpi_raw_read_at(us.touched, us.entries, 8 * wanted, 8 * page);
    us.first = page;
    us.count = n > 0 ? (uint64_t)n / 8 : 0;
    return us.count > 0;
}

/*
 * No process has all pages of shared memory in its page table, but the kernel knows them; it gives
 * no information on pages that are swapped out.
 */
static bool look_shared(uint64_t page, uint64_t last)
{
    static uint8_t resident[PAGES];
    uint64_t wanted = last - page + 1 < PAGES ? last - page + 1 : PAGES;
    us.first = page;
    us.count = 0;
    if (lpi_raw(SYS_mincore, (long)(page * us.page), (long)(wanted * us.page), (long)resident, 0, 0,
                0) != 0)
        return false;
    us.count = wanted;
    for (uint64_t i = 0; i < wanted; i++)
        us.entries[i] = (uint64_t)(resident[i] & 1) << 63;
    return true;
}

static bool is_touched(uint64_t page, uint64_t last, bool shared)
{
    const uint64_t present_or_swapped = (uint64_t)3 << 62;
    if ((page < us.first || page >= us.first + us.count) &&
        !(shared ? look_shared(page, last) : look(page, last)))
        return true;
    return (us.entries[page - us.first] & present_or_swapped) != 0;
}

/* Memory without read permission becomes readable in this copy of the process by mprotect. */
static long write_range(int fd, uint64_t address, uint64_t bytes, uint64_t at)
{
    long answer = lpi_raw_write_at(fd, (const void *)address, bytes, at);
    if (answer == -EFAULT) {
        uint64_t begin = address / us.page * us.page;
        lpi_raw(SYS_mprotect, (long)begin, (long)(address + bytes - begin), PROT_READ, 0, 0, 0);
        answer = lpi_raw_write_at(fd, (const void *)address, bytes, at);
    }
    return answer;
}

/* Pages that were never touched are zero, and become holes of the file. */
static long write_touched(int fd, uint64_t key, uint64_t from, uint64_t to, bool shared)
{
    uint64_t last = (to - 1) / us.page;
    long error = 0;
    us.count = 0;
    for (uint64_t page = from / us.page; page <= last && error == 0;) {
        uint64_t first = page;
        while (page <= last && is_touched(page, last, shared))
            page++;
        uint64_t begin = first * us.page > from ? first * us.page : from;
        uint64_t end = page * us.page < to ? page * us.page : to;
        if (page == first)
            page++;
        else
            error = write_range(fd, begin, end - begin, begin - key);
    }
    return error;
}

/* ---- from the program ---- */

static bool is_zero(const uint8_t *bytes, size_t count)
{
    return bytes[0] == 0 && memcmp(bytes, bytes + 1, count - 1) == 0;
}

static long write_programs(int fd, uint64_t key, uint64_t from, uint64_t to)
{
    while (from < to) {
        size_t wanted = to - from < PIECE ? (size_t)(to - from) : PIECE;
        long n = lpi_raw_read_at(us.memory, us.piece, wanted, from);
        if (n <= 0)
            return LPI_CONTENTS_GONE;
        long error = is_zero(us.piece, (size_t)n)
                         ? 0
                         : lpi_raw_write_at(fd, us.piece, (size_t)n, from - key);
        if (error < 0)
            return error;
        from += (uint64_t)n;
    }
    return 0;
}

long lpi_contents_write(int fd, const struct lpi_block *block)
{
    uint64_t end = block->key + block->bytes, until;
    bool swapped, shared = block->kind == LPI_SHARED;
    long answer = lpi_raw(SYS_ftruncate, fd, (long)block->bytes, 0, 0, 0, 0);
    for (uint64_t at = block->key; at < end && answer == 0; at = until) {
        if (part_at(at, end, &until, &swapped) != COPY)
            answer = write_programs(fd, block->key, at, until);
        else if (us.touched < 0 || (shared && swapped))
            answer = write_range(fd, at, until - at, at - block->key);
        else
            answer = write_touched(fd, block->key, at, until, shared);
    }
    return answer;
}
