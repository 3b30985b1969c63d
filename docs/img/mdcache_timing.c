/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timing diagram of lp_mdcache from its cycle model: a hit, a miss, a hit under it, a second miss
 * for the same sector, and what the fill sets free.
 *
 *     mdcache_timing OUT.svg
 *
 * Exit status 1: an answer is not what memory holds; 2: bad use or the file cannot be written.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "units/common/params.h"
#include "units/mdcache/mdcache_cycle.h"
#include "waves.h"

enum { REQUESTS = 6, LATENCY = 5, WARM = 20, SHOWN = 14, NOBODY = -1 };
enum { STATES = 5 }; /* 0 to 4 are legal on every page */

/* Sector A is in the cache when the picture begins; B is not. */
static const struct {
    unsigned sector, entry;
} request[REQUESTS] = {{0, 1}, {1, 8}, {0, 2}, {1, 9}, {0, 3}, {0, 4}};
static const char label[REQUESTS][WAVES_LABEL] = {"A.1", "B.8", "A.2", "B.9", "A.3", "A.4"};
static const char sector_label[2][WAVES_LABEL] = {"A", "B"};

struct bench {
    _Alignas(64) unsigned char state[LP_MDCACHE_STATE];
    struct lp_mdcache_in in;
    struct lp_mdcache_out out;
    unsigned next, answers, now;
    int filling; /* sector on its way */
    unsigned due;
    bool wrong;
};

/* Memory contents: the sum of the entry's number and its sector's, as a state of any page. */
static unsigned truth(unsigned sector, unsigned entry)
{
    return (entry + sector) % STATES;
}

static void offer(struct bench *b, unsigned sector, unsigned entry, unsigned tag)
{
    b->in.s_valid = 1;
    b->in.s_op = LP_MDCACHE_READ;
    b->in.s_addr[0] = sector * 64 + entry;
    b->in.s_tag = tag;
}

/* Memory's side of a cycle, before the outputs are known. */
static void memory(struct bench *b)
{
    b->in.m_ready = b->in.fetch_ready = b->in.evict_ready = 1;
    b->in.fill_valid = b->filling != NOBODY && b->now >= b->due;
    memset(b->in.fill_data, 0, sizeof b->in.fill_data);
    if (b->in.fill_valid)
        for (unsigned e = 0; e < 64; e++)
            b->in.fill_data[e / 8] |= truth((unsigned)b->filling, e) << e % 8 * 4;
}

/* Memory's side of the clock edge. */
static void clock_edge(struct bench *b)
{
    if (b->out.fetch_valid) {
        b->filling = (int)(b->out.fetch_addr[0] / 32);
        b->due = b->now + LATENCY;
    } else if (b->in.fill_valid && b->out.fill_ready) {
        b->filling = NOBODY;
    }
    lp_mdcache_unit.tick(b->state, &b->in);
    if (b->out.s_ready)
        b->in.s_valid = 0;
    b->now++;
}

static void cycle(struct bench *b)
{
    memory(b);
    lp_mdcache_unit.eval(b->state, &b->in, &b->out);
}

/* Brings sector A in. */
static void warm(struct bench *b)
{
    offer(b, 0, 0, 0);
    for (unsigned c = 0; c < WARM; c++) {
        cycle(b);
        clock_edge(b);
    }
}

struct beats {
    int s[WAVES_CYCLES], m[WAVES_CYCLES], miss[WAVES_CYCLES], f[WAVES_CYCLES], r[WAVES_CYCLES];
};

static void run(struct bench *b, struct waves *waves, struct beats *beats)
{
    for (unsigned c = 0; c < SHOWN; c++) {
        if (!b->in.s_valid && b->next < REQUESTS) {
            offer(b, request[b->next].sector, request[b->next].entry, b->next);
            b->next++;
        }
        cycle(b);
        beats->s[c] = b->in.s_valid ? (int)b->in.s_tag : NOBODY;
        beats->m[c] = b->out.m_valid ? (int)b->out.m_tag : NOBODY;
        beats->miss[c] = b->out.miss ? (int)b->out.miss_tag : NOBODY;
        beats->f[c] = b->out.fetch_valid ? (int)(b->out.fetch_addr[0] / 32) : NOBODY;
        beats->r[c] = b->in.fill_valid ? b->filling : NOBODY;
        waves_record(waves, &b->in, &b->out);
        if (b->out.m_valid) {
            b->answers++;
            b->wrong |= b->out.m_state !=
                        truth(request[b->out.m_tag].sector, request[b->out.m_tag].entry);
        }
        clock_edge(b);
    }
}

static size_t port(const char *name)
{
    size_t p = 0;

    while (strcmp(lp_mdcache_unit.ports[p].name, name) != 0)
        p++;
    return p;
}

static bool draw(const char *path, const struct waves *waves, const struct beats *beats)
{
    const struct waves_row rows[] = {
        {port("s_valid"), NULL, NULL},
        {port("s_ready"), NULL, NULL},
        {port("s_addr"), beats->s, label},
        {port("m_valid"), NULL, NULL},
        {port("m_tag"), beats->m, label},
        {port("m_state"), beats->m, NULL},
        {port("miss"), NULL, NULL},
        {port("miss_tag"), beats->miss, label},
        {port("fetch_valid"), NULL, NULL},
        {port("fetch_addr"), beats->f, sector_label},
        {port("fill_valid"), NULL, NULL},
        {port("fill_ready"), NULL, NULL},
        {port("fill_data"), beats->r, sector_label},
    };

    return waves_draw(path, waves, rows, sizeof rows / sizeof *rows);
}

int main(int argc, char **argv)
{
    static struct bench bench = {.filling = NOBODY};
    static struct waves waves = {.unit = &lp_mdcache_unit, .cycle_width = 44};
    static struct beats beats;
    int values[LP_MAX_PARAMS];

    if (argc != 2) {
        fputs("usage: mdcache_timing OUT.svg\n", stderr);
        return 2;
    }
    lp_unit_defaults(&lp_mdcache_unit, values);
    if (lp_unit_init(&lp_mdcache_unit, bench.state, values) != 0) {
        fputs("mdcache_timing: the unit does not take its defaults\n", stderr);
        return 1;
    }
    warm(&bench);
    run(&bench, &waves, &beats);
    if (bench.wrong || bench.answers != REQUESTS) {
        fputs("mdcache_timing: an answer is not what memory holds\n", stderr);
        return 1;
    }
    if (!draw(argv[1], &waves, &beats)) {
        perror("mdcache_timing");
        return 2;
    }
    return 0;
}
