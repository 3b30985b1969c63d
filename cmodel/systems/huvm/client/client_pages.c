/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pages of a program's memory: which are mapped, and their access rights. A chunk is free when none
 * of its pages is mapped.
 */
#define _GNU_SOURCE
#include "client_state.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

enum { PLAIN = HUVM_PAGE_MAPPED | PROT_READ | PROT_WRITE };

static size_t page_bytes(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t pages_of(const struct huvm_client *c)
{
    return c->chunk_bytes / page_bytes();
}

static uint8_t *page_at(const struct huvm_client *c, size_t page)
{
    return c->base + page * page_bytes();
}

size_t huvm_client_page(const struct huvm_client *c, const void *at)
{
    return (size_t)((const uint8_t *)at - c->base) / page_bytes();
}

static size_t end_of(const struct huvm_client *c, const void *at, size_t bytes)
{
    return bytes == 0 ? huvm_client_page(c, at)
                      : huvm_client_page(c, (const uint8_t *)at + bytes - 1) + 1;
}

/* ---- the caller holds `lock` ---- */

static int allowed(const struct huvm_client *c, size_t page)
{
    int may = c->page[page] & HUVM_PAGE_ACCESS, open = PROT_READ | PROT_WRITE;
    if (c->kind != CLIENT_USERFAULTFD)
        open = c->open[page / pages_of(c)];
    if (open == PROT_NONE)
        return PROT_NONE;
    return (open & PROT_WRITE) != 0 ? may : may & ~PROT_WRITE;
}

/* Rights of a chunk that is not odd: a free chunk has none. */
static int plain_access(const struct huvm_client *c, uint32_t chunk)
{
    if (c->page[chunk * pages_of(c)] == 0)
        return PROT_NONE;
    return c->kind == CLIENT_USERFAULTFD ? PROT_READ | PROT_WRITE : c->open[chunk];
}

bool huvm_client_apply(struct huvm_client *c, uint32_t chunk)
{
    size_t first = chunk * pages_of(c), end = first + pages_of(c), next;
    if (!c->odd[chunk])
        return huvm_client_access(page_at(c, first), c->chunk_bytes, plain_access(c, chunk)) == 0;
    for (; first < end; first = next) {
        int access = allowed(c, first);
        for (next = first + 1; next < end && allowed(c, next) == access;)
            next++;
        if (huvm_client_access(page_at(c, first), (next - first) * page_bytes(), access) != 0)
            return false;
    }
    return true;
}

static bool is_odd(const struct huvm_client *c, uint32_t chunk)
{
    size_t first = chunk * pages_of(c);
    for (size_t i = first; i < first + pages_of(c); i++)
        if ((c->page[i] & HUVM_PAGE_CUT) != 0 ||
            ((c->page[i] & HUVM_PAGE_MAPPED) != 0 &&
             (c->page[i] & (HUVM_PAGE_MAPPED | HUVM_PAGE_ACCESS)) != PLAIN))
            return true;
    return false;
}

static bool is_empty(const struct huvm_client *c, uint32_t chunk)
{
    size_t first = chunk * pages_of(c);
    for (size_t i = first; i < first + pages_of(c); i++)
        if ((c->page[i] & HUVM_PAGE_MAPPED) != 0)
            return false;
    return true;
}

static bool fit(struct huvm_client *c, uint32_t chunk)
{
    bool was = c->odd[chunk];
    c->odd[chunk] = is_odd(c, chunk);
    return (!was && !c->odd[chunk]) || huvm_client_apply(c, chunk);
}

/* ---- the caller holds `shape` ---- */

uint8_t huvm_client_lend(struct huvm_client *c, size_t page, uint8_t what)
{
    uint8_t was = c->page[page];
    if (what == was)
        return was;
    uint64_t held = huvm_client_hold(&c->lock, false);
    c->page[page] = what;
    fit(c, (uint32_t)(page / pages_of(c)));
    huvm_client_unhold(&c->lock, held);
    return was;
}

static void zero_page(struct huvm_client *c, size_t page, size_t from, size_t to)
{
    uint8_t was = huvm_client_lend(c, page, c->page[page] | PLAIN);
    memset(page_at(c, page) + from, 0, to - from);
    huvm_client_lend(c, page, was);
}

/* Zeroes bytes of the memory; whole chunks are released, and so become zero. */
static void zero(struct huvm_client *c, size_t from, size_t to)
{
    while (from < to) {
        size_t in_chunk = from % c->chunk_bytes, in_page = from % page_bytes();
        size_t chunks = (to - from) / c->chunk_bytes, end = from - in_page + page_bytes();
        if (in_chunk == 0 && chunks > 0) {
            huvm_client_release(c, (uint32_t)(from / c->chunk_bytes), (uint32_t)chunks);
            from += chunks * c->chunk_bytes;
            continue;
        }
        end = end < to ? end : to;
        if ((c->page[from / page_bytes()] & HUVM_PAGE_MAPPED) != 0)
            zero_page(c, from / page_bytes(), in_page, in_page + end - from);
        from = end;
    }
}

static void note_used(struct huvm_client *c, uint32_t end)
{
    if (c->kind == CLIENT_RECORD && end > atomic_load(&c->record->used))
        atomic_store(&c->record->used, end);
}

/* Starts using a free chunk, from a page of it on. */
static void begin_chunk(struct huvm_client *c, uint32_t chunk, size_t page)
{
    size_t first = chunk * pages_of(c);
    uint64_t held = huvm_client_hold(&c->lock, false);
    c->used[chunk] = 1;
    note_used(c, chunk + 1);
    memset(c->page + first, HUVM_PAGE_CUT, page - first);
    c->page[page] = PLAIN;
    c->odd[chunk] = page > first;
    if (c->odd[chunk] || c->kind == CLIENT_USERFAULTFD || c->open[chunk] != PROT_NONE)
        huvm_client_apply(c, chunk);
    huvm_client_unhold(&c->lock, held);
}

/* Pages that were unmapped from a chunk still in use may have old contents, and are zeroed. */
void huvm_client_take_pages(struct huvm_client *c, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        uint32_t chunk = (uint32_t)(i / pages_of(c));
        if (c->used[chunk] == 0) {
            begin_chunk(c, chunk, i);
            continue;
        }
        bool stale = c->page[i] != 0;
        if (c->odd[chunk])
            huvm_client_lend(c, i, PLAIN);
        else
            c->page[i] = PLAIN;
        if (stale)
            memset(page_at(c, i), 0, page_bytes());
    }
}

/* false: some pages of the chunk are still mapped. */
static bool empty(struct huvm_client *c, uint32_t chunk)
{
    if (!is_empty(c, chunk)) {
        fit(c, chunk);
        return false;
    }
    memset(c->page + chunk * pages_of(c), 0, pages_of(c));
    c->odd[chunk] = 0;
    if (c->kind == CLIENT_USERFAULTFD || c->open[chunk] != PROT_NONE)
        huvm_client_apply(c, chunk);
    return true;
}

void huvm_client_drop_pages(struct huvm_client *c, size_t first, size_t end)
{
    if (first >= end)
        return;
    uint32_t from = (uint32_t)(first / pages_of(c)), to = (uint32_t)((end - 1) / pages_of(c)) + 1;
    uint32_t run = 0;
    uint64_t held = huvm_client_hold(&c->lock, false);
    for (size_t i = first; i < end; i++)
        if ((c->page[i] & HUVM_PAGE_MAPPED) != 0)
            c->page[i] = HUVM_PAGE_CUT;
    huvm_client_unhold(&c->lock, held);
    for (uint32_t i = from; i <= to; i++) {
        held = huvm_client_hold(&c->lock, false);
        bool free = i < to && c->used[i] && empty(c, i);
        huvm_client_unhold(&c->lock, held);
        if (free) {
            run++;
            continue;
        }
        /* The chunks become free only after they are zero. */
        huvm_client_release(c, i - run, run);
        memset(c->used + i - run, 0, run);
        run = 0;
    }
}

/* ---- operations of programs ---- */

void huvm_client_clear(struct huvm_client *c, void *at, size_t bytes)
{
    size_t from = (size_t)((uint8_t *)at - c->base);
    uint64_t held = huvm_client_hold(&c->shape, true);
    zero(c, from, from + bytes);
    huvm_client_unhold(&c->shape, held);
}

static bool is_mapped(const struct huvm_client *c, size_t first, size_t end, bool wish)
{
    for (; first < end; first++)
        if (((c->page[first] & HUVM_PAGE_MAPPED) != 0) != wish)
            return false;
    return true;
}

bool huvm_client_is_mapped(struct huvm_client *c, const void *at, size_t bytes)
{
    uint64_t held = huvm_client_hold(&c->shape, true);
    bool good = is_mapped(c, huvm_client_page(c, at), end_of(c, at, bytes), true);
    huvm_client_unhold(&c->shape, held);
    return good;
}

bool huvm_client_map_at(struct huvm_client *c, void *at, size_t bytes, bool anyway)
{
    size_t first = huvm_client_page(c, at), end = end_of(c, at, bytes);
    if (end > c->chunks * pages_of(c))
        return false;
    uint64_t held = huvm_client_hold(&c->shape, true);
    bool good = anyway || is_mapped(c, first, end, false);
    if (good) {
        huvm_client_drop_pages(c, first, end);
        huvm_client_take_pages(c, first, end);
    }
    huvm_client_unhold(&c->shape, held);
    return good;
}

void huvm_client_unmap(struct huvm_client *c, void *at, size_t bytes)
{
    uint64_t held = huvm_client_hold(&c->shape, true);
    huvm_client_drop_pages(c, huvm_client_page(c, at), end_of(c, at, bytes));
    huvm_client_unhold(&c->shape, held);
}

bool huvm_client_protect(struct huvm_client *c, void *at, size_t bytes, int access)
{
    size_t first = huvm_client_page(c, at), end = end_of(c, at, bytes), i = first;
    uint64_t shape = huvm_client_hold(&c->shape, true), held = huvm_client_hold(&c->lock, false);
    bool good = true;
    for (; i < end && (c->page[i] & HUVM_PAGE_MAPPED) != 0; i++) {
        c->page[i] = (uint8_t)((c->page[i] & ~HUVM_PAGE_ACCESS) | (access & HUVM_PAGE_ACCESS));
        if (i + 1 == end || (i + 1) % pages_of(c) == 0 || (c->page[i + 1] & HUVM_PAGE_MAPPED) == 0)
            good &= fit(c, (uint32_t)(i / pages_of(c)));
    }
    huvm_client_unhold(&c->lock, held);
    huvm_client_unhold(&c->shape, shape);
    if (i < end)
        errno = ENOMEM;
    return good && i == end;
}

void huvm_client_inherit(struct huvm_client *c, void *at, size_t bytes, int advice)
{
    uint8_t bit = advice == MADV_DONTFORK || advice == MADV_DOFORK ? HUVM_PAGE_ALONE
                                                                   : HUVM_PAGE_WIPED;
    bool set = advice == MADV_DONTFORK || advice == MADV_WIPEONFORK;
    uint64_t shape = huvm_client_hold(&c->shape, true);
    for (size_t i = huvm_client_page(c, at); i < end_of(c, at, bytes); i++)
        if ((c->page[i] & HUVM_PAGE_MAPPED) != 0)
            c->page[i] = (uint8_t)(set ? c->page[i] | bit : c->page[i] & ~bit);
    huvm_client_unhold(&c->shape, shape);
}

void huvm_client_copy(struct huvm_client *c, void *to, const void *from, size_t bytes)
{
    uint8_t *at = to;
    bool ours = huvm_client_has(c, to);
    uint64_t shape = huvm_client_hold(&c->shape, true);
    size_t first = huvm_client_page(c, from), end = end_of(c, from, bytes);
    for (size_t i = first; i < end; i++, at += page_bytes()) {
        uint8_t was = huvm_client_lend(c, i, c->page[i] | PROT_READ);
        memcpy(at, page_at(c, i), page_bytes());
        huvm_client_lend(c, i, was);
        if (ours)
            huvm_client_lend(c, huvm_client_page(c, at), was);
    }
    huvm_client_unhold(&c->shape, shape);
}

/* Without the lock, which takes system calls, whose arguments are looked up here. */
size_t huvm_client_open_bytes(struct huvm_client *c, const void *at, size_t bytes, bool written)
{
    /* As in the kernel, a page is readable with any access right. */
    const int any = written ? PROT_WRITE : HUVM_PAGE_ACCESS;
    const volatile uint8_t *page = c->page + huvm_client_page(c, at);
    size_t open = 0, part = page_bytes() - (uintptr_t)at % page_bytes();
    for (; open < bytes && (*page & HUVM_PAGE_MAPPED) != 0 && (*page & any) != 0; page++) {
        open += part < bytes - open ? part : bytes - open;
        part = page_bytes();
    }
    return open;
}

bool huvm_client_is_uniform(struct huvm_client *c, const void *at, size_t bytes)
{
    const int all = HUVM_PAGE_ACCESS | HUVM_PAGE_ALONE | HUVM_PAGE_WIPED;
    bool same = true;
    uint64_t shape = huvm_client_hold(&c->shape, true);
    size_t first = huvm_client_page(c, at);
    for (size_t i = first; i < end_of(c, at, bytes) && same; i++)
        same = ((c->page[i] ^ c->page[first]) & all) == 0;
    huvm_client_unhold(&c->shape, shape);
    return same;
}

int huvm_client_access_of(struct huvm_client *c, const void *at)
{
    uint64_t shape = huvm_client_hold(&c->shape, true);
    int access = c->page[huvm_client_page(c, at)] & HUVM_PAGE_ACCESS;
    huvm_client_unhold(&c->shape, shape);
    return access;
}
