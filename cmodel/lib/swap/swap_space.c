/* SPDX-License-Identifier: Apache-2.0 */
#include "swap_space.h"
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>

int lpi_space_open(struct lpi_space *s, uint64_t bytes, uint64_t grain)
{
    *s = (struct lpi_space){.count = bytes / grain > 0, .room = 16, .grain = grain};
    s->runs = calloc(s->room, sizeof *s->runs);
    if (s->runs == NULL)
        return LP_ERR_SYSTEM;
    s->runs[0] = (struct lpi_space_run){0, bytes / grain * grain};
    return LP_OK;
}

void lpi_space_close(struct lpi_space *s)
{
    free(s->runs);
}

uint64_t lpi_space_round(const struct lpi_space *s, uint64_t bytes)
{
    uint64_t grains = bytes / s->grain + (bytes % s->grain != 0);
    return (grains > 0 ? grains : 1) * s->grain;
}

static void cut_out(struct lpi_space *s, size_t i)
{
    memmove(&s->runs[i], &s->runs[i + 1], (s->count - i - 1) * sizeof *s->runs);
    s->count--;
}

static int reserve(struct lpi_space *s, size_t more)
{
    if (s->count + more <= s->room)
        return LP_OK;
    struct lpi_space_run *runs = realloc(s->runs, 2 * (s->count + more) * sizeof *runs);
    if (runs == NULL)
        return LP_ERR_SYSTEM;
    s->runs = runs;
    s->room = 2 * (s->count + more);
    return LP_OK;
}

int lpi_space_take(struct lpi_space *s, uint64_t bytes, uint64_t *at)
{
    uint64_t length = lpi_space_round(s, bytes);
    if (length < bytes)
        return LP_ERR_SPACE;
    for (size_t i = 0; i < s->count; i++) {
        struct lpi_space_run *run = &s->runs[i];
        if (run->bytes < length)
            continue;
        *at = run->at;
        run->at += length;
        run->bytes -= length;
        if (run->bytes == 0)
            cut_out(s, i);
        return LP_OK;
    }
    return LP_ERR_SPACE;
}

void lpi_space_give(struct lpi_space *s, uint64_t at, uint64_t bytes)
{
    uint64_t length = lpi_space_round(s, bytes);
    size_t i = 0;
    while (i < s->count && s->runs[i].at < at)
        i++;
    int joins_before = i > 0 && s->runs[i - 1].at + s->runs[i - 1].bytes == at;
    int joins_behind = i < s->count && at + length == s->runs[i].at;
    if (joins_before && joins_behind) {
        s->runs[i - 1].bytes += length + s->runs[i].bytes;
        cut_out(s, i);
    } else if (joins_before) {
        s->runs[i - 1].bytes += length;
    } else if (joins_behind) {
        s->runs[i].at = at;
        s->runs[i].bytes += length;
    } else if (reserve(s, 1) == LP_OK) {
        memmove(&s->runs[i + 1], &s->runs[i], (s->count - i) * sizeof *s->runs);
        s->runs[i] = (struct lpi_space_run){at, length};
        s->count++;
    }
}
