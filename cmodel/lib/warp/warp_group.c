/* SPDX-License-Identifier: Apache-2.0 */
#include "warp_group.h"
#include "../../base/null.h"
#include "warp_code.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct warp {
    uint32_t number;
    uint64_t instructions;
    uint64_t begin, end;      /* in the group's bytes */
    uint64_t next;            /* the first of these bytes that is not at hand yet */
    const uint8_t *at, *stop; /* at hand */
};

struct lp_warp_group {
    struct lpi_warp_pool *pool;
    uint32_t number;
    unsigned warp_count, warp_room;
    struct warp *warps;
    uint64_t bytes; /* of all records */
    bool spilled;
    uint64_t begin; /* in the spill file */
    size_t have, room;
    uint8_t *memory; /* the records, or what of them is still to be spilled; then the windows */
};

static int resize(struct lp_warp_group *g, size_t room)
{
    uint8_t *larger = realloc(g->memory, room);
    if (larger == NULL)
        return LP_ERR_SYSTEM;
    g->memory = larger;
    g->pool->held += room - g->room;
    g->room = room;
    return LP_OK;
}

static int write_out(struct lp_warp_group *g)
{
    int error = lpi_spill_append(&g->pool->spill, g->memory, g->have);
    g->have = 0;
    return error;
}

static int spill(struct lp_warp_group *g)
{
    lpi_spill_begin(&g->pool->spill, &g->begin);
    g->spilled = true;
    int error = write_out(g);
    return error == LP_OK ? resize(g, LPI_WARP_PIECE) : error;
}

int lpi_warp_group_make(struct lpi_warp_pool *pool, uint32_t number, struct lp_warp_group **group)
{
    struct lp_warp_group *g = calloc(1, sizeof *g);
    if (g == NULL)
        return LP_ERR_SYSTEM;
    g->pool = pool;
    g->number = number;
    *group = g;
    return LP_OK;
}

int lpi_warp_group_add_warp(struct lp_warp_group *g, uint32_t number)
{
    if (g->warp_count == g->warp_room) {
        unsigned room = g->warp_room ? 2 * g->warp_room : 8;
        struct warp *larger = realloc(g->warps, room * sizeof *larger);
        if (larger == NULL)
            return LP_ERR_SYSTEM;
        g->warps = larger;
        g->warp_room = room;
    }
    g->warps[g->warp_count++] = (struct warp){.number = number, .begin = g->bytes};
    return LP_OK;
}

/* Room for a piece of records. */
static int make_room(struct lp_warp_group *g, size_t count)
{
    size_t room = g->room ? g->room : 4096;
    if (g->spilled)
        return write_out(g);
    while (room - g->have < count)
        room *= 2;
    if (g->pool->held - g->room + room <= g->pool->most)
        return resize(g, room);
    return spill(g);
}

int lpi_warp_group_add(struct lp_warp_group *g, const uint8_t *bytes, size_t count)
{
    g->bytes += count;
    while (count > 0) {
        size_t part = count < LPI_WARP_PIECE ? count : LPI_WARP_PIECE;
        int error = part > g->room - g->have ? make_room(g, part) : LP_OK;
        if (error != LP_OK)
            return error;
        memcpy(g->memory + g->have, bytes, part);
        g->have += part;
        bytes += part;
        count -= part;
    }
    return LP_OK;
}

void lpi_warp_group_end_warp(struct lp_warp_group *g, uint64_t instructions)
{
    struct warp *w = &g->warps[g->warp_count - 1];
    w->instructions = instructions;
    w->end = g->bytes;
}

static void rewind_warp(struct lp_warp_group *g, unsigned index)
{
    struct warp *w = &g->warps[index];
    w->at = g->memory + (g->spilled ? index * LPI_WARP_WINDOW : w->begin);
    w->stop = g->spilled ? w->at : g->memory + w->end;
    w->next = g->spilled ? w->begin : w->end;
}

/* Room that records do not use is given back; a spilled group's becomes the windows. */
int lpi_warp_group_finish(struct lp_warp_group *g)
{
    int error = g->spilled ? write_out(g) : LP_OK;
    if (error == LP_OK)
        error = resize(g, g->spilled ? g->warp_count * LPI_WARP_WINDOW : (size_t)g->bytes);
    for (unsigned i = 0; i < g->warp_count && error == LP_OK; i++)
        rewind_warp(g, i);
    return error;
}

int lp_warp_group_rewind(struct lp_warp_group *g, unsigned index)
{
    if (g == NULL || index >= g->warp_count)
        return LP_ERR_ARG;
    rewind_warp(g, index);
    return LP_OK;
}

/* Moves the window so that the next record is in it. */
static int look_ahead(struct lp_warp_group *g, unsigned index)
{
    struct warp *w = &g->warps[index];
    uint8_t *window = g->memory + index * LPI_WARP_WINDOW;
    size_t kept = (size_t)(w->stop - w->at), more = LPI_WARP_WINDOW - kept;
    if (more > w->end - w->next)
        more = (size_t)(w->end - w->next);
    memmove(window, w->at, kept);
    int error = lpi_spill_read(&g->pool->spill, g->begin + w->next, window + kept, more);
    w->at = window;
    w->stop = window + kept + (error == LP_OK ? more : 0);
    w->next += error == LP_OK ? more : 0;
    return error;
}

uint32_t lp_warp_group_number(const struct lp_warp_group *g)
{
    return g->number;
}

unsigned lp_warp_group_warps(const struct lp_warp_group *g)
{
    return g->warp_count;
}

uint32_t lp_warp_group_warp(const struct lp_warp_group *g, unsigned index)
{
    return index < g->warp_count ? g->warps[index].number : 0;
}

uint64_t lp_warp_group_instructions(const struct lp_warp_group *g, unsigned index)
{
    return index < g->warp_count ? g->warps[index].instructions : 0;
}

int lp_warp_group_next(struct lp_warp_group *g, unsigned index, struct lp_warp_record *record)
{
    if (LPI_ANY_NULL(g, record) || index >= g->warp_count)
        return LP_ERR_ARG;
    struct warp *w = &g->warps[index];
    if (w->next < w->end && (size_t)(w->stop - w->at) < LPI_WARP_RECORD_MAX) {
        int error = look_ahead(g, index);
        if (error != LP_OK)
            return error;
    }
    const uint8_t *at = w->at;
    lpi_warp_record(&at, w->stop, record);
    if (record->kind != LP_WARP_END)
        w->at = at;
    return LP_OK;
}

void lp_warp_group_free(struct lp_warp_group *g)
{
    if (g == NULL)
        return;
    if (g->spilled)
        lpi_spill_free(&g->pool->spill, g->begin, g->bytes);
    g->pool->held -= g->room;
    free(g->memory);
    free(g->warps);
    free(g);
}
