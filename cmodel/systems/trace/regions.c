/* SPDX-License-Identifier: Apache-2.0 */
#include "regions.h"
#include <inttypes.h>
#include <linepress/linepress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t round_up(uint64_t address)
{
    return (address + LP_LINE_BYTES - 1) / LP_LINE_BYTES * LP_LINE_BYTES;
}

int regions_add(struct regions *r, const char *name, uint64_t address, uint64_t bytes, bool given,
                struct lpi_fault *fault)
{
    if (r->count == r->room) {
        size_t room = r->room ? 2 * r->room : 64;
        struct region *larger = lpi_fault_resize(fault, r->list, room * sizeof *larger);
        if (larger == NULL)
            return fault->code;
        r->list = larger;
        r->room = room;
    }
    struct region *region = &r->list[r->count++];
    *region = (struct region){.address = address, .bytes = bytes, .given = given};
    snprintf(region->name, sizeof region->name, "%s", name);
    return 0;
}

static int by_address(const void *a, const void *b)
{
    const struct region *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

int regions_sort(struct regions *r, const char *where, struct lpi_fault *fault)
{
    if (r->count > 0)
        qsort(r->list, r->count, sizeof *r->list, by_address);
    for (size_t i = 1; i < r->count; i++)
        if (r->list[i].address < r->list[i - 1].address + r->list[i - 1].bytes)
            return lpi_fault_set(fault, LPI_BAD, "%s: '%s' begins before '%s' ends", where,
                                 r->list[i].name, r->list[i - 1].name);
    return 0;
}

/* The number of the first region that ends after an address. */
static size_t first_after(const struct regions *r, uint64_t address)
{
    size_t low = 0, high = r->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->list[middle].address + r->list[middle].bytes <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Adds to `made` the parts of a range of lines that are in no region. */
static int cut(const struct regions *r, const char *kind, uint64_t at, uint64_t end,
               struct regions *made, struct lpi_fault *fault)
{
    for (size_t i = first_after(r, at); at < end && fault->code == 0; i++) {
        char name[LP_WARP_NAME_MAX + 1];
        bool last = i >= r->count || r->list[i].address >= end;
        uint64_t stop = last ? end : r->list[i].address;
        snprintf(name, sizeof name, "%s.0x%" PRIx64, kind, at);
        if (stop > at)
            regions_add(made, name, at, stop - at, false, fault);
        at = last ? end : round_up(r->list[i].address + r->list[i].bytes);
    }
    return fault->code;
}

static int merge(struct regions *r, struct regions *made, struct lpi_fault *fault)
{
    for (size_t i = 0; i < made->count && fault->code == 0; i++)
        regions_add(r, made->list[i].name, made->list[i].address, made->list[i].bytes, false,
                    fault);
    free(made->list);
    return fault->code != 0 ? fault->code : regions_sort(r, "trace", fault);
}

int regions_fill(struct regions *r, const char *kind, uint64_t address, uint64_t bytes,
                 struct lpi_fault *fault)
{
    struct regions made = {.count = 0};
    cut(r, kind, address / LP_LINE_BYTES * LP_LINE_BYTES, round_up(address + bytes), &made, fault);
    return merge(r, &made, fault);
}

static bool holds(const struct region *region, uint64_t address, uint64_t bytes)
{
    return address >= region->address && bytes <= region->bytes &&
           address - region->address <= region->bytes - bytes;
}

const struct region *regions_find(struct regions *r, uint64_t address, uint64_t bytes)
{
    if (r->found < r->count && holds(&r->list[r->found], address, bytes))
        return &r->list[r->found];
    r->found = first_after(r, address);
    return r->found < r->count && holds(&r->list[r->found], address, bytes) ? &r->list[r->found]
                                                                            : NULL;
}

/* ---- pages ---- */

static uint64_t *cell_of(uint64_t *pages, size_t room, uint64_t page)
{
    size_t i = (size_t)((page * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (room - 1);
    while (pages[i] != 0 && pages[i] != page)
        i = (i + 1) & (room - 1);
    return &pages[i];
}

/* Keeps half of the cells empty. */
static int make_room(struct regions *r, struct lpi_fault *fault)
{
    if (2 * (r->page_count + 1) <= r->page_room)
        return 0;
    size_t room = r->page_room ? 2 * r->page_room : 1024;
    uint64_t *pages = calloc(room, sizeof *pages);
    if (pages == NULL)
        return lpi_fault_set(fault, LPI_BAD, "trace: no memory for the pages of the trace");
    for (size_t i = 0; i < r->page_room; i++)
        if (r->pages[i] != 0)
            *cell_of(pages, room, r->pages[i]) = r->pages[i];
    free(r->pages);
    r->pages = pages;
    r->page_room = room;
    return 0;
}

int regions_want(struct regions *r, uint64_t address, uint64_t bytes, struct lpi_fault *fault)
{
    /* Numbers from 1 on. */
    uint64_t first = address / REGIONS_PAGE + 1, last = (address + bytes - 1) / REGIONS_PAGE + 1;
    for (uint64_t page = first; page <= last; page++) {
        if (make_room(r, fault) != 0)
            return fault->code;
        uint64_t *cell = cell_of(r->pages, r->page_room, page);
        r->page_count += *cell == 0;
        *cell = page;
    }
    return 0;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* All pages are cut along the regions that there are, and sorted once. */
int regions_make(struct regions *r, struct lpi_fault *fault)
{
    size_t pages = 0;
    struct regions made = {.count = 0};
    for (size_t i = 0; i < r->page_room; i++)
        if (r->pages[i] != 0)
            r->pages[pages++] = r->pages[i];
    if (pages > 0)
        qsort(r->pages, pages, sizeof *r->pages, by_number);
    for (size_t i = 0; i < pages && fault->code == 0; i++)
        cut(r, "page", (r->pages[i] - 1) * REGIONS_PAGE, r->pages[i] * REGIONS_PAGE, &made, fault);
    r->page_count = made.count;
    r->page_room = 0;
    return merge(r, &made, fault);
}

void regions_free(struct regions *r)
{
    free(r->list);
    free(r->pages);
    *r = (struct regions){.count = 0};
}
