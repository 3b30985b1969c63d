/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cases of the metadata cache, each one request after the answer of the one before. A case brings
 * what memory holds in the sector that may be fetched, so that a bench needs no memory of its own.
 */
#include <inttypes.h>
#include <linepress/mdcache.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "entry_case.h"
#include "evicted.h"
#include "kinds.h"

enum { SETS, WAYS };
enum { OP, ADDR, STATE, FILL, FILL_ERR, INS };
enum { GOT_STATE, ERR, HIT, FETCH, EVICTED, OUTS };
enum { READ, WRITE, FLUSH, INVALIDATE };

#define ADDR_BITS 41 /* of a nibble address */
#define MOST_SETS 8
#define MOST_WAYS 4
_Static_assert(LPI_EVICTED_MOST == MOST_SETS * MOST_WAYS * LP_LINE_SECTORS, "evicted.h");
#define EVICTED_BYTES LPI_EVICTED_BYTES
#define WINDOW 96 /* lines that requests go to */

static const struct lp_param params[] = {LP_PARAM("SETS", 8, 1, 2, 4), LP_PARAM("WAYS", 4, 1, 2)};
static const struct lpi_kit_field in_fields[INS] = {
    {"op", 2, 0, "0 read, 1 write, 2 flush, 3 invalidate"},
    {"addr", ADDR_BITS, 0, "nibble address: byte address x 2, + 1 for the high nibble"},
    {"state", 4, 0, "to write"},
    {"fill", 0, LP_SECTOR_BYTES, "the 32 bytes of the sector, if it is fetched"},
    {"fill_err", 1, 0, "memory answers the fetch with an error; with reads alone"},
};
static const struct lpi_kit_field out_fields[OUTS] = {
    {"state", 4, 0, "that was read; else 0"},
    {"err", 1, 0, "the sector could not be fetched"},
    {"hit", 1, 0, "the sector was there"},
    {"fetch", ADDR_BITS - 1, 0, "byte address of the sector that was fetched; 0: none"},
    {"evicted", 0, LPI_EVICTED_MOST * EVICTED_BYTES,
     "sectors written to memory, by address: 8 bytes of address, 32 of data each"},
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

static void mdcache_make(struct lpi_kit_maker *maker, void *own, const int *values,
                         struct lpi_kit_side *in)
{
    struct lp_rng *rng = &maker->rng;
    struct maker *q = own;
    uint8_t fill[LP_SECTOR_BYTES];
    uint64_t addr; /* apart: C leaves the order within an expression open */
    unsigned op;

    (void)values;
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
}

/* ---- answers ---- */

struct state {
    struct lp_mdcache *cache; /* NULL: not yet made */
    const struct lpi_kit_side *in;
    uint64_t fetched;
    struct lpi_evicted evicted;
    max_align_t storage[];
};

/* Of a cache with a little more than its lines' bytes. */
#define STORAGE (256 + MOST_SETS * MOST_WAYS * (LP_LINE_BYTES + 64))

static int memory_read(void *arg, uint64_t address, void *sector)
{
    struct state *q = arg;

    q->fetched = address;
    if (q->in->field[FILL_ERR].number)
        return LP_ERR_MEMORY;
    memcpy(sector, q->in->field[FILL].data, LP_SECTOR_BYTES);
    return LP_OK;
}

static int memory_write(void *arg, uint64_t address, const void *sector)
{
    struct state *q = arg;

    lpi_evicted_add(&q->evicted, address, sector);
    return LP_OK;
}

static void begin(struct state *q, const struct lpi_kit_side *in, const int *values)
{
    const struct lp_mdcache_memory memory = {q, memory_read, memory_write};

    if (q->cache == NULL && lp_mdcache_init(q->storage, STORAGE, (unsigned)values[SETS],
                                            (unsigned)values[WAYS], &memory, &q->cache) != LP_OK)
        abort(); /* STORAGE is too small */
    q->in = in;
    q->evicted.count = 0;
    q->fetched = 0;
}

static const char *mdcache_expect(void *state, const int *values, const struct lpi_kit_side *in,
                                  struct lpi_kit_side *out)
{
    struct state *q = state;
    uint64_t addr = in->field[ADDR].number;
    struct lp_mdcache_counters before, after;
    unsigned got = 0;
    int error = LP_OK;

    if (in->field[FILL].bytes != LP_SECTOR_BYTES)
        return "fill is not 32 bytes";
    /* What becomes of such a write is each cache's own business. */
    if (in->field[FILL_ERR].number && in->field[OP].number != READ)
        return "fill_err goes with reads alone";
    begin(q, in, values);
    lp_mdcache_count(q->cache, &before);
    switch (in->field[OP].number) {
    case READ:
        error = lp_mdcache_read(q->cache, addr, &got);
        break;
    case WRITE:
        error = lp_mdcache_write(q->cache, addr, (unsigned)in->field[STATE].number);
        break;
    case FLUSH:
        lp_mdcache_flush(q->cache);
        break;
    default:
        lp_mdcache_invalidate(q->cache);
    }
    lp_mdcache_count(q->cache, &after);
    lpi_kit_number(out, GOT_STATE, error == LP_OK ? got : 0);
    lpi_kit_number(out, ERR, error != LP_OK);
    lpi_kit_number(out, HIT, after.hits - before.hits);
    lpi_kit_number(out, FETCH, q->fetched);
    lpi_evicted_put(&q->evicted, out, EVICTED);
    return NULL;
}

static uint64_t address_of(const uint8_t *evicted)
{
    uint64_t address = 0;
    for (unsigned b = 8; b-- > 0;)
        address = address << 8 | evicted[b];
    return address;
}

static void mdcache_explain(const int *values, const struct lpi_kit_side *in,
                            const struct lpi_kit_side *due_side,
                            const struct lpi_kit_side *got_side, size_t field, char *text,
                            size_t room)
{
    const struct lpi_kit_value *due = &due_side->field[EVICTED], *got = &got_side->field[EVICTED];
    size_t at = lpi_kit_first(due, got), one = at / EVICTED_BYTES * EVICTED_BYTES;
    uint64_t sector = in->field[ADDR].number / 64;

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

const struct lpi_kit_unit lpi_kit_mdcache = {
    .name = "mdcache",
    .module = "lp_mdcache",
    .ports = &lpi_kit_mdcache_ports,
    .does = "requests to a metadata cache, in order: what it answers, fetches and writes back",
    .params = params,
    .nparams = 2,
    .in = in_fields,
    .out = out_fields,
    .nin = INS,
    .nout = OUTS,
    .cases = {1000, 100000},
    .maker_size = sizeof(struct maker),
    .state_size = sizeof(struct state) + STORAGE,
    .make = mdcache_make,
    .expect = mdcache_expect,
    .explain = mdcache_explain,
};
