/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cases of the metadata cache: a request after the response to the previous one or, with BURST=1,
 * up to eight to one line without waiting. All go to one line, so that a cache which looks lines up
 * in order behaves the same for every fetch latency. A case contains the memory of the sectors that
 * may be fetched, so that a bench needs no memory model.
 */
#include <inttypes.h>
#include <linepress/mdcache.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "entry_case.h"
#include "evicted.h"
#include "kinds.h"
#include "mdcache_fields.h"

enum { SETS, WAYS, BURST, EVENTS };

enum { SINGLE_INS = MORE, BURST_INS = STRAY, SINGLE_OUTS = STATES, BURST_OUTS = STRAYED };

#define ADDR_BITS 41 /* of a nibble address */
#define MOST_SETS 8
#define MOST_WAYS 4
_Static_assert(LPI_EVICTED_MOST == MOST_SETS * MOST_WAYS * LP_LINE_SECTORS, "evicted.h");
#define EVICTED_BYTES LPI_EVICTED_BYTES
#define WINDOW 96 /* lines that requests go to */
#define OTHERS_BYTES (LP_LINE_BYTES - LP_SECTOR_BYTES)

static const struct lp_param params[] = {LP_PARAM("SETS", 8, 1, 2, 4), LP_PARAM("WAYS", 4, 1, 2),
                                         LP_PARAM("BURST", 0, 1), LP_PARAM("EVENTS", 0, 1)};
static const struct lpi_kit_field in_fields[INS] = {
    {"op", 2, 0, "0 read, 1 write, 2 flush, 3 invalidate"},
    {"addr", ADDR_BITS, 0, "nibble address: byte address x 2, + 1 for the high nibble"},
    {"state", 4, 0, "to write"},
    {"fill", 0, LP_SECTOR_BYTES, "the 32 bytes of the sector, if it is fetched"},
    {"fill_err", 1, 0, "memory answers the fetch with an error; with reads alone"},
    {"more", 3, 0, "further requests of this op, with reads and writes alone, not with fill_err"},
    {"step", 8, 0, "between their entries, modulo 256, and from one state to the next, modulo 16"},
    {"others", 0, OTHERS_BYTES, "the 96 bytes of the line's other sectors, if they are fetched"},
    {"evict_err", 1, 0, "memory refuses what is written; with flushes alone"},
    {"stray", 2, 0, "memory then sends an unexpected fill (bit 0) or acknowledgement (1)"},
};
static const struct lpi_kit_field out_fields[OUTS] = {
    {"state", 4, 0, "that was read; else 0"},
    {"err", 1, 0, "the sector could not be fetched, or not everything be written"},
    {"hit", 1, 0, "the sector was there, or all that were asked for"},
    {"fetch", ADDR_BITS - 1, 0,
     "byte address of the sector that was fetched, or the lowest; 0: none"},
    {"evicted", 0, LPI_EVICTED_MOST *EVICTED_BYTES,
     "sectors written to memory, by address: 8 bytes of address, 32 of data each"},
    {"states", 0, REQUESTS - 1, "that the further requests read, in their order; else 0"},
    {"fetched", 4, 0, "the line's sectors that were fetched, bit by bit"},
    {"strayed", 2, 0, "what of stray was reported"},
    {"counts", 0, COUNTERS,
     "accesses, hits, fills, used, writebacks, wb_err since the start, modulo 16"},
};

/* ---- requests ---- */

struct maker {
    uint64_t base; /* line */
    unsigned left, span, writes, errors;
    bool upkeep;
};

static void draw_phase(struct lp_rng *rng, struct maker *q)
{
    static const unsigned spans[] = {1, 3, 8, 33, WINDOW};

    if (q->base == 0 || lp_below(rng, 32) == 0)
        q->base = 1 + (lp_random(rng) >> (64 - (ADDR_BITS - 8) + 1));
    q->left = 5 + lp_below(rng, 200);
    q->span = spans[lp_below(rng, 5)];
    q->writes = lp_below(rng, 65);
    q->errors = lp_below(rng, 4) ? 0 : 1 + lp_below(rng, 16);
    q->upkeep = lp_below(rng, 2);
}

/* Steps within a sector, from one to the next, through the line and anywhere. */
static void make_burst(struct lp_rng *rng, struct lpi_kit_side *in, bool events)
{
    static const unsigned steps[] = {0, 1, 1, 63, 64, 65, 128, 192};
    unsigned op = (unsigned)in->field[OP].number;
    bool alone = op >= FLUSH || in->field[FILL_ERR].number || lp_below(rng, 4) == 0;
    unsigned more = alone ? 0 : lp_below(rng, REQUESTS);
    unsigned step = lp_below(rng, 4) ? steps[lp_below(rng, 8)] : lp_below(rng, LINE_ENTRIES);
    uint8_t others[OTHERS_BYTES];

    lpi_kit_number(in, MORE, more);
    lpi_kit_number(in, STEP, step);
    for (size_t i = 0; i < sizeof others; i++)
        others[i] = (uint8_t)lp_random(rng);
    lpi_kit_bytes(in, OTHERS, others, sizeof others);
    lpi_kit_number(in, EVICT_ERR, op == FLUSH && lp_below(rng, 2));
    if (events)
        lpi_kit_number(in, STRAY, lp_below(rng, 8) ? 0 : lp_below(rng, 4));
}

static void mdcache_make(struct lpi_kit_maker *maker, void *own, const int *values,
                         struct lpi_kit_side *in)
{
    struct lp_rng *rng = &maker->rng;
    struct maker *q = own;
    uint8_t fill[LP_SECTOR_BYTES];
    uint64_t addr; /* apart: C leaves the order within an expression open */
    unsigned op;

    if (q->left == 0)
        draw_phase(rng, q);
    q->left--;
    for (size_t i = 0; i < sizeof fill; i++)
        fill[i] = (uint8_t)lp_random(rng);
    op = lp_below(rng, 64) < q->writes ? WRITE : READ;
    if (q->upkeep && lp_below(rng, 64) == 0)
        op = lp_below(rng, 2) ? FLUSH : INVALIDATE;
    lpi_kit_number(in, OP, op);
    addr = (q->base + lp_below(rng, q->span)) * 256;
    addr += lp_below(rng, 256);
    lpi_kit_number(in, ADDR, addr);
    lpi_kit_number(in, STATE, lp_below(rng, 16));
    lpi_kit_bytes(in, FILL, fill, sizeof fill);
    lpi_kit_number(in, FILL_ERR, op == READ && lp_below(rng, 64) < q->errors);
    if (values[BURST])
        make_burst(rng, in, values[EVENTS]);
}

/* ---- answers ---- */

struct state {
    struct lp_mdcache *cache; /* NULL: not yet made */
    const struct lpi_kit_side *in;
    uint64_t fetch;
    unsigned fetched;
    struct lpi_evicted evicted;
    max_align_t storage[];
};

/* Room for a cache: its lines' bytes and a little more. */
#define STORAGE (256 + MOST_SETS * MOST_WAYS * (LP_LINE_BYTES + 64))

static int memory_read(void *arg, uint64_t address, void *sector)
{
    struct state *q = arg;
    unsigned at = address / LP_SECTOR_BYTES % LP_LINE_SECTORS;

    if (q->fetched == 0 || address < q->fetch)
        q->fetch = address;
    q->fetched |= 1u << at;
    if (q->in->field[FILL_ERR].number)
        return LP_ERR_MEMORY;
    memcpy(sector, lpi_mdcache_sector(q->in, at), LP_SECTOR_BYTES);
    return LP_OK;
}

static int memory_write(void *arg, uint64_t address, const void *sector)
{
    struct state *q = arg;

    lpi_evicted_add(&q->evicted, address, sector);
    return q->in->field[EVICT_ERR].number ? LP_ERR_MEMORY : LP_OK;
}

static void begin(struct state *q, const struct lpi_kit_side *in, const int *values)
{
    const struct lp_mdcache_memory memory = {q, memory_read, memory_write};

    if (q->cache == NULL && lp_mdcache_init(q->storage, STORAGE, (unsigned)values[SETS],
                                            (unsigned)values[WAYS], &memory, &q->cache) != LP_OK)
        abort(); /* STORAGE is too small */
    q->in = in;
    q->evicted.count = 0;
    q->fetch = q->fetched = 0;
}

/* Behaviour that is left to the cache makes no case. */
static const char *refusal(const struct lpi_kit_side *in, const int *values)
{
    uint64_t op = in->field[OP].number;

    if (in->field[FILL].bytes != LP_SECTOR_BYTES)
        return "fill is not 32 bytes";
    if (values[BURST] && in->field[OTHERS].bytes != OTHERS_BYTES)
        return "others is not 96 bytes";
    if (in->field[FILL_ERR].number && op != READ)
        return "fill_err goes with reads alone";
    if (in->field[MORE].number && (op > WRITE || in->field[FILL_ERR].number))
        return "more goes with reads and writes alone, without fill_err";
    if (in->field[EVICT_ERR].number && op != FLUSH)
        return "evict_err goes with flushes alone";
    return NULL;
}

/* The request of this number; *got is what it read. */
static int request(struct lp_mdcache *cache, const struct lpi_kit_side *in, unsigned number,
                   unsigned *got)
{
    uint64_t addr = lpi_mdcache_addr(in, number);

    switch (in->field[OP].number) {
    case READ: return lp_mdcache_read(cache, addr, got);
    case WRITE: return lp_mdcache_write(cache, addr, lpi_mdcache_state(in, number));
    case FLUSH: return lp_mdcache_flush(cache);
    default: lp_mdcache_invalidate(cache); return LP_OK;
    }
}

static void put_burst(const struct state *q, const unsigned *further, struct lpi_kit_side *out)
{
    size_t more = q->in->field[MORE].number;
    uint8_t *states = lpi_kit_bytes(out, STATES, NULL, more);

    for (size_t i = 0; i < more; i++)
        states[i] = (uint8_t)further[i];
    lpi_kit_number(out, FETCHED, q->fetched);
}

static void put_events(const struct state *q, const struct lp_mdcache_counters *count,
                       struct lpi_kit_side *out)
{
    const uint64_t all[COUNTERS] = {count->accesses, count->hits,       count->fills,
                                    count->used,     count->writebacks, count->wb_err};
    uint8_t *to = lpi_kit_bytes(out, COUNTS, NULL, COUNTERS);

    for (size_t i = 0; i < COUNTERS; i++)
        to[i] = all[i] % 16;
    lpi_kit_number(out, STRAYED, q->in->field[STRAY].number);
}

static const char *mdcache_expect(void *state, const int *values, const struct lpi_kit_side *in,
                                  struct lpi_kit_side *out)
{
    struct state *q = state;
    struct lp_mdcache_counters before, after;
    unsigned got[REQUESTS] = {0}, more = (unsigned)in->field[MORE].number;
    const char *refused = refusal(in, values);
    int error = LP_OK;

    if (refused != NULL)
        return refused;
    begin(q, in, values);
    lp_mdcache_count(q->cache, &before);
    for (unsigned i = 0; i <= more; i++)
        error = request(q->cache, in, i, &got[i]); /* an error belongs to the only request */
    lp_mdcache_count(q->cache, &after);
    lpi_kit_number(out, GOT_STATE, error == LP_OK ? got[0] : 0);
    lpi_kit_number(out, ERR, error != LP_OK);
    lpi_kit_number(out, HIT, after.hits != before.hits && q->fetched == 0);
    lpi_kit_number(out, FETCH, q->fetch);
    lpi_evicted_put(&q->evicted, out, EVICTED);
    if (values[BURST])
        put_burst(q, got + 1, out);
    if (values[EVENTS])
        put_events(q, &after, out);
    return NULL;
}

static uint64_t address_of(const uint8_t *evicted)
{
    uint64_t address = 0;
    for (unsigned b = 8; b-- > 0;)
        address = address << 8 | evicted[b];
    return address;
}

static void explain_counts(const struct lpi_kit_side *due, const struct lpi_kit_side *got,
                           char *text, size_t room)
{
    static const char *const names[COUNTERS + 1] = {"accesses",   "hits",   "fills", "used",
                                                    "writebacks", "wb_err", "length"};
    size_t at = lpi_kit_first(&due->field[COUNTS], &got->field[COUNTS]);

    snprintf(text, room, "of %s", names[at < COUNTERS ? at : COUNTERS]);
}

static void mdcache_explain(const int *values, const struct lpi_kit_side *in,
                            const struct lpi_kit_side *due_side,
                            const struct lpi_kit_side *got_side, size_t field, char *text,
                            size_t room)
{
    const struct lpi_kit_value *due = &due_side->field[EVICTED], *got = &got_side->field[EVICTED];
    size_t at = lpi_kit_first(due, got), one = at / EVICTED_BYTES * EVICTED_BYTES;
    uint64_t sector = in->field[ADDR].number / SECTOR_ENTRIES;

    if (field == COUNTS)
        explain_counts(due_side, got_side, text, room);
    if (field == FETCH || field == HIT)
        snprintf(text, room, "sector at 0x%" PRIx64 ", set %" PRIu64, sector * LP_SECTOR_BYTES,
                 sector / LP_LINE_SECTORS % (unsigned)values[SETS]);
    if (field != EVICTED)
        return;
    if (due->bytes != got->bytes)
        snprintf(text, room, "%zu bytes (%zu sectors), due %zu sectors", got->bytes,
                 got->bytes / EVICTED_BYTES, due->bytes / EVICTED_BYTES);
    else if (at - one < 8)
        snprintf(text, room, "sector %zu has address 0x%" PRIx64 ", due 0x%" PRIx64,
                 one / EVICTED_BYTES, address_of(got->data + one), address_of(due->data + one));
    else
        snprintf(text, room, "sector at 0x%" PRIx64 ": entry %zu is wrong",
                 address_of(due->data + one), 2 * (at - one - 8));
}

static bool mdcache_fits(const int *values)
{
    return values[BURST] || !values[EVENTS];
}

static size_t mdcache_ins(const int *values)
{
    return values[EVENTS] ? INS : values[BURST] ? BURST_INS : SINGLE_INS;
}

static size_t mdcache_outs(const int *values)
{
    return values[EVENTS] ? OUTS : values[BURST] ? BURST_OUTS : SINGLE_OUTS;
}

const struct lpi_kit_unit lpi_kit_mdcache = {
    .name = "mdcache",
    .module = "lp_mdcache",
    .ports = &lpi_kit_mdcache_ports,
    .does = "requests to a metadata cache, in order: what it answers, fetches and writes back",
    .params = params,
    .nparams = 4,
    .in = in_fields,
    .out = out_fields,
    .nin = INS,
    .nout = OUTS,
    .cases = {1000, 100000},
    .fits = mdcache_fits,
    .ins = mdcache_ins,
    .outs = mdcache_outs,
    .maker_size = sizeof(struct maker),
    .state_size = sizeof(struct state) + STORAGE,
    .make = mdcache_make,
    .expect = mdcache_expect,
    .explain = mdcache_explain,
};
