/* SPDX-License-Identifier: Apache-2.0 */
#include "copies.h"
#include "job.h"
#include <linepress/linepress.h>
#include <stdlib.h>

#define HEADS_PART 8u                   /* part of pinned memory for heads */
#define HEADS_LEAST ((uint64_t)1 << 20) /* bytes */
#define HEADS_SLAB ((uint64_t)1 << 22)
#define FREE_PART 2u /* part of pinned memory that is kept free, or whose contents the file has */

void lpc_copies_open(struct lpc_copies *c, struct lpc_lane *out, struct lpc_lane *in,
                     uint64_t host_bytes, uint64_t slab_bytes, int node)
{
    uint64_t heads = host_bytes / HEADS_PART;
    *c = (struct lpc_copies){.out = out, .in = in};
    lpc_pinned_open(&c->pool, host_bytes, slab_bytes, node);
    lpc_pinned_open(&c->heads, heads > HEADS_LEAST ? heads : HEADS_LEAST, HEADS_SLAB, node);
}

static void free_all(struct lpc_copy *first)
{
    while (first != NULL) {
        struct lpc_copy *copy = first;
        first = copy->newer;
        free(copy);
    }
}

void lpc_copies_close(struct lpc_copies *c)
{
    lpc_spill_close(c->spill);
    free_all(c->oldest);
    free_all(c->ended);
    lpc_pinned_close(&c->pool);
    lpc_pinned_close(&c->heads);
}

uint64_t lpc_copies_bytes(const struct lpc_copy *copy)
{
    uint64_t bursts = *(const uint64_t *)(const void *)copy->head->at;
    if (copy->is_raw || bursts > copy->room / LPC_BURST)
        return copy->room;
    return LPC_BURST * bursts;
}

int lpc_copies_has(const struct lpc_copy *copy)
{
    return copy->room == 0 || (copy->block != NULL && copy->errand.kind != LPC_READ);
}

uint64_t lpc_copies_held(const struct lpc_copies *c)
{
    return c->heads.used + c->pool.used + c->filed;
}

/* ---- order ---- */

static void link_newest(struct lpc_copies *c, struct lpc_copy *copy)
{
    copy->older = c->newest;
    if (c->newest != NULL)
        c->newest->newer = copy;
    else
        c->oldest = copy;
    c->newest = copy;
    if (c->to_write == NULL)
        c->to_write = copy;
}

static void unlink_it(struct lpc_copies *c, struct lpc_copy *copy)
{
    if (c->to_write == copy)
        c->to_write = copy->newer;
    if (copy->older != NULL)
        copy->older->newer = copy->newer;
    else
        c->oldest = copy->newer;
    if (copy->newer != NULL)
        copy->newer->older = copy->older;
    else
        c->newest = copy->older;
    copy->older = copy->newer = NULL;
}

static void link_ended(struct lpc_copies *c, struct lpc_copy *copy)
{
    copy->newer = c->ended;
    if (c->ended != NULL)
        c->ended->older = copy;
    c->ended = copy;
}

static void unlink_ended(struct lpc_copies *c, struct lpc_copy *copy)
{
    if (copy->older != NULL)
        copy->older->newer = copy->newer;
    else
        c->ended = copy->newer;
    if (copy->newer != NULL)
        copy->newer->older = copy->older;
}

/* ---- blocks ---- */

/* The next owner of the memory waits for the copy's works. */
static void give(struct lpc_pinned *pool, struct lpc_block **block, const struct lpc_copy *copy)
{
    struct lpc_block *b = *block;
    if (b == NULL)
        return;
    struct lpc_ticket *ticket = &b->ticket;
    ticket->out = copy->out > ticket->out ? copy->out : ticket->out;
    ticket->in = copy->in > ticket->in ? copy->in : ticket->in;
    lpc_pinned_give(pool, b);
    *block = NULL;
}

static void ask(struct lpc_copies *c, struct lpc_copy *copy, enum lpc_errand_kind kind, int urgent)
{
    struct lpc_errand *e = &copy->errand;
    e->kind = kind;
    if (kind == LPC_WRITE)
        e->bytes = lpc_copies_bytes(copy);
    e->memory = copy->block != NULL ? copy->block->at : NULL;
    c->errands++;
    lpc_spill_ask(c->spill, e, urgent);
}

/* Nothing uses the copy any more, except perhaps works in flight. */
static void dispose(struct lpc_copies *c, struct lpc_copy *copy)
{
    c->filed -= copy->is_filed && copy->block == NULL ? copy->errand.bytes : 0;
    give(&c->pool, &copy->block, copy);
    if (copy->is_filed) {
        copy->is_filed = 0;
        ask(c, copy, LPC_FORGET, 0);
        return;
    }
    unlink_ended(c, copy);
    free(copy);
}

void lpc_copies_end(struct lpc_copies *c, struct lpc_copy *copy)
{
    if (!copy->was_asked)
        c->unwritten -= copy->block != NULL ? copy->block->bytes : 0;
    unlink_it(c, copy);
    link_ended(c, copy);
    give(&c->heads, &copy->head, copy);
    copy->is_ended = 1;
    if (copy->errand.kind == LPC_IDLE)
        dispose(c, copy);
    else
        lpc_spill_cancel(c->spill, &copy->errand);
}

/* ---- errands ---- */

static void see_done(struct lpc_copies *c, struct lpc_copy *copy)
{
    struct lpc_errand *e = &copy->errand;
    enum lpc_errand_kind kind = e->kind;
    e->kind = LPC_IDLE;
    c->errands--;
    if (kind == LPC_WRITE)
        copy->is_filed = e->error == LP_OK;
    if (copy->is_ended)
        dispose(c, copy);
}

static void see_all_done(struct lpc_copies *c)
{
    struct lpc_errand *e;
    while (c->errands > 0 && (e = lpc_spill_done(c->spill)) != NULL)
        see_done(c, (struct lpc_copy *)e);
}

/* Those that have left, oldest first, until at most `most` bytes are only here. */
static void write_down_to(struct lpc_copies *c, uint64_t most)
{
    while (c->to_write != NULL) {
        struct lpc_copy *copy = c->to_write;
        if (copy->room > 0 && (c->unwritten <= most || copy->out == 0 || copy->out > c->out->seen))
            return;
        copy->was_asked = 1;
        c->to_write = copy->newer;
        if (copy->room > 0) {
            c->unwritten -= copy->block->bytes;
            ask(c, copy, LPC_WRITE, 0);
        }
    }
}

int lpc_copies_tend(struct lpc_copies *c)
{
    if (c->spill == NULL)
        return LP_OK;
    int error = lpc_lane_look(c->out);
    if (error == LP_OK)
        error = lpc_lane_look(c->in);
    see_all_done(c);
    if (error == LP_OK)
        error = lpc_spill_error(c->spill);
    if (error == LP_OK)
        write_down_to(c, c->pool.most / FREE_PART);
    return error;
}

/* ---- room ---- */

/* Whether a block may be freed whose content the file has; `at_once`: and may be written. */
static int is_spare(const struct lpc_copies *c, const struct lpc_copy *copy, int at_once)
{
    return copy->block != NULL && copy->is_filed && copy->errand.kind == LPC_IDLE &&
           (!at_once || copy->in <= c->in->seen);
}

/* Frees the oldest such block; if `reader` is not NULL, of copies older than it. 0: there is none. */
static int evict(struct lpc_copies *c, const struct lpc_copy *reader)
{
    struct lpc_copy *copy = c->oldest;
    while (copy != NULL && copy != reader && !is_spare(c, copy, reader != NULL))
        copy = copy->newer;
    if (copy == NULL || copy == reader)
        return 0;
    c->filed += copy->errand.bytes;
    give(&c->pool, &copy->block, copy);
    return 1;
}

/* Until an errand is done, or a work that is on its way. Slabs that are all unused are given back, as
 * they may be too small. LP_ERR_HOST_FULL: there is nothing to wait for. */
static int wait_for_room(struct lpc_copies *c, uint64_t bytes)
{
    if (c->errands == 0)
        write_down_to(c, c->unwritten > bytes ? c->unwritten - bytes : 0);
    if (c->errands > 0) {
        c->file_waits++;
        lpc_spill_wait(c->spill);
        return LP_OK;
    }
    struct lpc_lane *lane = c->out->seen < c->out->asked ? c->out : c->in;
    if (lane->seen < lane->asked) {
        c->waits++;
        return lpc_lane_wait(lane);
    }
    if (c->pool.used > 0 || c->pool.held == 0)
        return LP_ERR_HOST_FULL;
    lpc_pinned_close(&c->pool);
    return LP_OK;
}

/* If `reader` is not NULL, the file's thread will write the memory: no work in flight may use it. */
static int obtain(struct lpc_copies *c, uint64_t bytes, const struct lpc_copy *reader, int may_wait,
                  struct lpc_block **block)
{
    while (bytes <= c->pool.most) {
        struct lpc_ticket seen = {c->out->seen, c->in->seen};
        int error = lpc_pinned_take(&c->pool, bytes, reader != NULL ? &seen : NULL, block);
        if (error != LP_ERR_HOST_FULL || c->spill == NULL)
            return error;
        if (evict(c, reader))
            continue;
        if (!may_wait)
            return error;
        if (reader != NULL && evict(c, NULL))
            continue;
        error = wait_for_room(c, bytes);
        if (error == LP_OK)
            error = lpc_copies_tend(c);
        if (error != LP_OK)
            return error;
    }
    return LP_ERR_HOST_FULL;
}

int lpc_copies_add(struct lpc_copies *c, struct lpc_copy *copy, uint64_t table_bytes)
{
    int error = lpc_copies_tend(c);
    if (error == LP_OK)
        error = lpc_pinned_take(&c->heads, LPC_BURST + table_bytes, NULL, &copy->head);
    if (error == LP_OK && copy->room > 0)
        error = obtain(c, copy->room, NULL, 1, &copy->block);
    if (error != LP_OK) {
        give(&c->heads, &copy->head, copy);
        return error;
    }
    link_newest(c, copy);
    c->unwritten += copy->block != NULL ? copy->block->bytes : 0;
    c->peak = lpc_copies_held(c) > c->peak ? lpc_copies_held(c) : c->peak;
    return LP_OK;
}

/* ---- back ---- */

static int start_reading(struct lpc_copies *c, struct lpc_copy *copy, int urgent)
{
    int error = obtain(c, copy->errand.bytes, copy, urgent, &copy->block);
    if (error == LP_OK) {
        c->filed -= copy->errand.bytes;
        ask(c, copy, LPC_READ, urgent);
    }
    return error;
}

int lpc_copies_expect(struct lpc_copies *c, struct lpc_copy *copy)
{
    int error = lpc_copies_tend(c);
    if (error != LP_OK || lpc_copies_has(copy) || copy->errand.kind == LPC_READ)
        return error;
    return start_reading(c, copy, 0);
}

int lpc_copies_need(struct lpc_copies *c, struct lpc_copy *copy)
{
    int error = lpc_copies_tend(c);
    if (error == LP_OK && !lpc_copies_has(copy) && copy->errand.kind == LPC_IDLE)
        error = start_reading(c, copy, 1);
    if (error == LP_OK && !lpc_copies_has(copy))
        c->file_waits++;
    while (error == LP_OK && !lpc_copies_has(copy)) {
        lpc_spill_wait(c->spill);
        error = lpc_copies_tend(c);
    }
    return error;
}
