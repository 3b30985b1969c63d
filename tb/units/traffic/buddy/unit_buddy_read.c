/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_buddy_read: reads of random lines on pages of every kind, a metadata cache and two
 * memories that answer late and in any order, and sometimes a fault, an impossible state, a memory
 * error or a damaged line. Each response must be the line or the right code.
 */
#include <stdlib.h>
#include <string.h>

#include "units/buddy/buddy_ports.h"
#include "units/traffic/buddy/stored_as.h"
#include "units/traffic/codec/codec_lines.h"
#include "units/traffic/codec/mixed_lines.h"
#include "base/wide.h"
#include "units/cosim/registry.h"

#define MAX_ENTRIES 64
enum stream { S, Q, A, MISS, DEV, DEVD, BUD, BUDD, M };

/* Progress of one side of a read: sectors wanted, requested, given. */
struct side {
    uint64_t addr;
    unsigned due, asked, given; /* due: sectors that the line needs */
    uint32_t err;               /* bit i: sector i is in error */
    uint8_t bytes[LP_LINE_BYTES];
};

struct read {
    bool live, asked, told, answered, misses, shown;
    unsigned fault, compressed, target, codec, state;
    uint64_t meta_addr;
    bool md_err, no_sectors;
    struct side dev, bud;
    int code; /* expected response */
    uint8_t line[LP_LINE_BYTES];
    unsigned beats; /* code of the response */
};

struct reads {
    struct lp_traffic base;
    struct lp_enc_lines lines;
    struct lp_rng rng;
    uint64_t index;
    struct lp_stored_as as;
    unsigned entries, lanes;
    bool parallel, hostile;
    uint64_t strays[2], told_strays[2]; /* of devd and budd: given, reported */
    unsigned held[2]; /* the entry, from 1 on, whose request is held at dev or bud; 0: none */
    struct read read[MAX_ENTRIES]; /* by entry, until done */
    struct read by_id[256];        /* by id, until the response */
    int m_id;                      /* response under way, -1 none */
};

static uint64_t sector_addr(struct reads *q)
{
    return lp_random(&q->rng) & 0xffffffffe0u;
}

/* The rest of the sector with the 8 bytes of the record belongs to other lines. */
static void store_eight(struct reads *q, struct read *r, const uint8_t *entry)
{
    r->dev.addr += 8 * lp_below(&q->rng, 4);
    for (unsigned i = 0; i < LP_SECTOR_BYTES; i++)
        r->dev.bytes[i] = (uint8_t)lp_random(&q->rng);
    memcpy(r->dev.bytes + r->dev.addr % LP_SECTOR_BYTES, entry, LP_EIGHT_BYTES);
}

/* A state of another codec for as many sectors: the record is decoded by that codec. */
static void misname(struct reads *q, struct read *r, const uint8_t *entry)
{
    struct lpi_gbbr_entry is;
    unsigned codec = lp_below(&q->rng, LP_MIXED_CODECS);

    if (!(q->as.mixed >> codec & 1) || r->state == LP_STATE_ZERO || r->state == LP_STATE_RAW ||
        !lpi_gbbr_entry(q->as.mixed, r->state, 0, &is) || is.eight)
        return;
    r->state = lpi_gbbr_state(q->as.mixed, r->target, codec, is.sectors, SIZE_MAX);
    if (lp_load_as(&q->as, r->codec, r->state, entry, r->line) != LP_OK)
        r->code = LP_ANSWER_CORRUPT;
}

static void damage(struct reads *q, struct read *r, const struct lp_gbbr_split *split,
                   uint8_t *entry)
{
    unsigned size = split->eight ? LP_EIGHT_BYTES
                                 : LP_SECTOR_BYTES * (split->dev_sectors + split->spill_sectors);

    if (size != 0 && lp_below(&q->rng, 8) == 0)
        misname(q, r, entry);
    if (size == 0 || lp_below(&q->rng, 4) != 0)
        return;
    for (unsigned n = 1 + lp_below(&q->rng, 8); n > 0; n--)
        entry[lp_below(&q->rng, size)] ^= (uint8_t)(1u << lp_below(&q->rng, 8));
    r->code = LP_ANSWER_OK;
    if (lp_load_as(&q->as, r->codec, r->state, entry, r->line) != LP_OK)
        r->code = LP_ANSWER_CORRUPT;
}

/* Another writer may have left a state that takes more room than the line needs. */
static void waste(struct reads *q, struct read *r, uint8_t *entry)
{
    if (lp_below(&q->rng, 8) != 0)
        return;
    if (r->state == LP_STATE_EIGHT) {
        r->state = 1;
    } else if (r->state != LP_STATE_ZERO) {
        r->state = LP_STATE_RAW;
        memcpy(entry, r->line, LP_LINE_BYTES);
    }
}

/* The line as stored in the memories. */
static void store(struct reads *q, struct read *r)
{
    uint8_t entry[LP_LINE_BYTES];
    struct lp_gbbr_split split = {.dev_sectors = 4};

    r->state = LP_STATE_RAW;
    memcpy(entry, r->line, sizeof entry);
    if (r->compressed) {
        r->state = lp_store_as(&q->as, r->codec, r->target, r->line, entry);
        waste(q, r, entry);
        lpi_gbbr_split(q->as.mixed, r->state, r->target, &split);
        if (q->hostile)
            damage(q, r, &split, entry);
    }
    r->dev.due = split.dev_sectors + split.eight;
    r->bud.due = split.spill_sectors;
    if (split.eight)
        store_eight(q, r, entry);
    else
        memcpy(r->dev.bytes, entry, LP_SECTOR_BYTES * split.dev_sectors);
    memcpy(r->bud.bytes, entry + LP_SECTOR_BYTES * split.dev_sectors,
           LP_SECTOR_BYTES * split.spill_sectors);
}

/* A state that lines on a page of this target cannot have. */
static unsigned bad_state(struct reads *q, unsigned target)
{
    struct lp_gbbr_split split;
    unsigned state;

    do
        state = 5 + lp_below(&q->rng, 11);
    while (lpi_gbbr_split(q->as.mixed, state, target, &split) == LP_ANSWER_OK);
    return state;
}

/* Errors outside the line; the first that applies gives the code. */
static void spoil(struct reads *q, struct read *r)
{
    switch (lp_below(&q->rng, 12)) {
    case 0: r->code = (int)(r->fault = 1 + lp_below(&q->rng, 3)); break;
    case 1:
        if (r->compressed) {
            r->md_err = true;
            r->code = LP_ANSWER_MEMORY;
        }
        break;
    case 2:
        if (r->compressed) {
            r->state = bad_state(q, r->target);
            r->code = r->state == LP_STATE_POISON ? LP_ANSWER_MEMORY : LP_ANSWER_STATE;
            r->no_sectors = true;
        }
        break;
    case 3:
        r->dev.err = lp_below(&q->rng, 16);
        if (r->dev.err & ((1u << r->dev.due) - 1))
            r->code = LP_ANSWER_MEMORY;
        break;
    case 4:
        r->bud.err = lp_below(&q->rng, 16);
        if (r->bud.err & ((1u << r->bud.due) - 1))
            r->code = LP_ANSWER_MEMORY;
        break;
    default: break;
    }
    if (r->fault || r->md_err || r->no_sectors)
        r->dev.due = r->bud.due = 0;
}

static void make_read(struct reads *q, struct read *r)
{
    struct lp_enc_line line;

    *r = (struct read){.live = true, .compressed = lp_below(&q->rng, 6) != 0};
    lp_enc_line(&q->lines, q->index++, &line);
    memcpy(r->line, line.bytes, sizeof r->line);
    r->codec = line.codec;
    r->target = r->compressed ? lp_below(&q->rng, LP_TARGETS) : 0;
    r->meta_addr = lp_random(&q->rng) & 0x1ffffffffffu;
    r->misses = lp_below(&q->rng, 3) == 0;
    r->dev.addr = sector_addr(q);
    r->bud.addr = sector_addr(q);
    store(q, r);
    if (q->hostile)
        spoil(q, r);
}

static bool beat_s(struct reads *q, struct lp_buddy_read_in *in)
{
    unsigned e = lp_below(&q->rng, q->entries), id = lp_below(&q->rng, 256);
    struct read *r = &q->read[e];

    if (r->live || q->by_id[id].live)
        return false;
    make_read(q, r);
    in->s_entry = e;
    in->s_id = id;
    in->s_fault = r->fault;
    in->s_compressed = r->compressed;
    in->s_target = r->target;
    /* If states name their codecs, the codec of the page is ignored. */
    in->s_codec = q->as.mixed ? lp_below(&q->rng, LP_CODEC_PORTS) : r->codec;
    memcpy(in->s_dev_addr, &r->dev.addr, 8);
    memcpy(in->s_spill_addr, &r->bud.addr, 8);
    memcpy(in->s_meta_addr, &r->meta_addr, 8);
    q->by_id[id] = *r;
    return true;
}

/* A random entry among those that `may`; -1: none was found. */
static int choose(struct reads *q, bool (*may)(const struct reads *, const struct read *))
{
    unsigned from = lp_below(&q->rng, q->entries);

    for (unsigned i = 0; i < q->entries; i++) {
        unsigned e = (from + i) % q->entries;
        if (q->read[e].live && may(q, &q->read[e]))
            return (int)e;
    }
    return -1;
}

static bool may_answer(const struct reads *q, const struct read *r)
{
    (void)q;
    return r->asked && !r->answered && (!r->misses || r->told);
}

static bool beat_a(struct reads *q, struct lp_buddy_read_in *in)
{
    int e = choose(q, may_answer);

    if (e < 0)
        return false;
    q->read[e].answered = true;
    in->a_entry = (unsigned)e;
    in->a_err = q->read[e].md_err;
    in->a_state = q->read[e].md_err ? lp_below(&q->rng, 16) : q->read[e].state;
    return true;
}

static bool may_miss(const struct reads *q, const struct read *r)
{
    (void)q;
    return r->asked && r->misses && !r->told;
}

static bool beat_miss(struct reads *q, struct lp_buddy_read_in *in)
{
    int e = choose(q, may_miss);
    struct read *r = &q->read[e < 0 ? 0 : e];

    if (e < 0)
        return false;
    r->told = true;
    in->miss_entry = (unsigned)e;
    return true;
}

static bool may_dev(const struct reads *q, const struct read *r)
{
    (void)q;
    return r->dev.given < r->dev.asked;
}

static bool may_bud(const struct reads *q, const struct read *r)
{
    (void)q;
    return r->bud.given < r->bud.asked;
}

static bool give(struct reads *q, int e, struct side *side, uint32_t *entry, uint32_t *data,
                 uint32_t *err)
{
    if (e < 0)
        return false;
    *entry = (unsigned)e;
    *err = side->err >> side->given & 1;
    memcpy(data, side->bytes + LP_SECTOR_BYTES * side->given++, LP_SECTOR_BYTES);
    (void)q;
    return true;
}

/*
 * Whether the unit may accept a sector for the entry. It does so from the cycle in which it makes
 * the request, which it does when the port is free: while another request is held there, none is
 * made.
 */
static bool may_take(const struct reads *q, unsigned entry, bool dev)
{
    const struct read *r = &q->read[entry];
    const struct side *side = dev ? &r->dev : &r->bud;
    unsigned held = q->held[!dev];

    if (!r->live)
        return false;
    return side->asked != 0 ? side->given < side->asked : held == 0 || held == entry + 1;
}

/* A sector for an entry that has requested none, or has all of them: the unit must reject it. */
static bool give_stray(struct reads *q, bool dev, uint32_t *entry, uint32_t *err)
{
    unsigned e = lp_below(&q->rng, q->entries);

    if (may_take(q, e, dev) || lp_below(&q->rng, 8) || !q->hostile)
        return false;
    *entry = e;
    *err = lp_below(&q->rng, 2);
    q->strays[!dev]++;
    return true;
}

static bool beat(struct lp_traffic *self, unsigned stream, void *ports)
{
    struct reads *q = (struct reads *)self;
    struct lp_buddy_read_in *in = ports;
    int e;

    switch (stream) {
    case S: return beat_s(q, in);
    case A: return beat_a(q, in);
    case MISS: return beat_miss(q, in);
    case DEVD:
        if (give_stray(q, true, &in->devd_entry, &in->devd_err))
            return true;
        e = choose(q, may_dev);
        return give(q, e, &q->read[e < 0 ? 0 : e].dev, &in->devd_entry, in->devd_data,
                    &in->devd_err);
    case BUDD:
        if (give_stray(q, false, &in->budd_entry, &in->budd_err))
            return true;
        e = choose(q, may_bud);
        return give(q, e, &q->read[e < 0 ? 0 : e].bud, &in->budd_entry, in->budd_data,
                    &in->budd_err);
    default: return false;
    }
}

static const char *check_q(struct reads *q, const struct lp_buddy_read_out *out)
{
    struct read *r = &q->read[out->q_entry];

    if (!r->live || !r->compressed || r->fault || r->asked)
        return "q: metadata that must not be requested";
    if (memcmp(out->q_addr, &r->meta_addr, 8) != 0)
        return "q: wrong address";
    r->asked = true;
    return NULL;
}

/* The share of device memory, whatever the line needs of it: the miss is reported. */
static unsigned guessed(const struct reads *q, const struct read *r, const struct side *side)
{
    if (!q->parallel || !r->told || side != &r->dev)
        return 0;
    return r->target == LP_TARGET_16 ? 1 : 4 - r->target;
}

static const char *check_want(const struct reads *q, struct read *r, struct side *side,
                              const uint32_t *addr, unsigned sectors)
{
    uint64_t due = side->addr & ~(uint64_t)31;
    bool guess = sectors == guessed(q, r, side);

    if (!r->live || side->asked || (!guess && (side->due == 0 || (r->compressed && !r->answered))))
        return "dev or bud: sectors that must not be requested";
    if (memcmp(addr, &due, 8) != 0 || (!guess && sectors != side->due))
        return "dev or bud: wrong address or number of sectors";
    side->asked = sectors;
    return NULL;
}

static const char *check_last(struct reads *q, struct read *r, const struct lp_buddy_read_out *out,
                              uint64_t cycle)
{
    (void)cycle;
    if (out->m_last != (r->beats == LP_LINE_SECTORS / q->lanes))
        return "m_last_o: wrong";
    if (out->m_code != (out->m_last ? (unsigned)r->code : 0))
        return "m_code_o: wrong";
    if (out->m_last) {
        r->live = false;
        q->m_id = -1;
        q->base.lines++;
    }
    return NULL;
}

static const char *check_m(struct reads *q, const struct lp_buddy_read_out *out, uint64_t cycle)
{
    struct read *r = &q->by_id[out->m_id];
    unsigned bytes = LP_SECTOR_BYTES * q->lanes;

    if (q->m_id >= 0 && q->m_id != (int)out->m_id)
        return "m_id_o: beats of another line in between";
    if (!r->live || !r->shown)
        return "m_id_o: not requested, or not complete";
    q->m_id = (int)out->m_id;
    if (r->code == LP_ANSWER_OK && memcmp(out->m_data, r->line + bytes * r->beats, bytes) != 0)
        return "m_data_o: not the line";
    r->beats++;
    return check_last(q, r, out, cycle);
}

static const char *check_free(struct reads *q, const uint32_t *free)
{
    for (uint64_t all = lpi_get64(free); all; all &= all - 1) {
        struct read *r = &q->read[__builtin_ctzll(all)];

        if (!r->live || (r->compressed && !r->fault && !r->answered) || r->dev.given < r->dev.due ||
            r->dev.given != r->dev.asked || r->bud.given != r->bud.due)
            return "free_o: the entry is not complete";
        r->live = false;
    }
    return NULL;
}

static const char *check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                         const void *out_ports)
{
    struct reads *q = (struct reads *)self;
    const struct lp_buddy_read_in *in = in_ports;
    const struct lp_buddy_read_out *out = out_ports;
    const char *wrong = NULL;

    if (in->s_valid && out->s_ready)
        q->by_id[in->s_id].shown = true;
    if (out->m_valid && in->m_ready)
        wrong = check_m(q, out, cycle);
    if (!wrong && out->q_valid && in->q_ready)
        wrong = check_q(q, out);
    if (!wrong && out->dev_valid && in->dev_ready)
        wrong = check_want(q, &q->read[out->dev_entry], &q->read[out->dev_entry].dev, out->dev_addr,
                           out->dev_sectors);
    if (!wrong && out->bud_valid && in->bud_ready)
        wrong = check_want(q, &q->read[out->bud_entry], &q->read[out->bud_entry].bud, out->bud_addr,
                           out->bud_sectors);
    if (!wrong)
        wrong = check_free(q, out->free);
    q->held[0] = out->dev_valid && !in->dev_ready ? out->dev_entry + 1 : 0;
    q->held[1] = out->bud_valid && !in->bud_ready ? out->bud_entry + 1 : 0;
    for (unsigned i = 0; i < 2; i++) {
        q->told_strays[i] += out->stray >> i & 1;
        if (!wrong && (q->told_strays[i] > q->strays[i] || q->told_strays[i] + 2 < q->strays[i]))
            wrong = "stray_o: does not match the strays that came";
    }
    return wrong;
}

static void forget(struct lp_traffic *self)
{
    struct reads *q = (struct reads *)self;

    memset(q->read, 0, sizeof q->read);
    memset(q->by_id, 0, sizeof q->by_id);
    memset(q->strays, 0, sizeof q->strays);
    memset(q->told_strays, 0, sizeof q->told_strays);
    memset(q->held, 0, sizeof q->held);
    q->m_id = -1;
}

static struct lp_traffic *open_random(const int *values, uint64_t seed)
{
    struct reads *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){
        .beat = beat, .reactive = true, .check = check, .reset = forget, .close = lp_traffic_free};
    q->rng.state = seed;
    q->lines = values[4] != 0 ? lp_mixed_lines(NULL, seed, (unsigned)values[4])
                              : lp_codec_lines(NULL, seed, (unsigned)values[3]);
    q->as = (struct lp_stored_as){(unsigned)values[4], (enum lp_elem)values[3]};
    q->entries = (unsigned)values[0];
    q->lanes = (unsigned)values[1];
    q->parallel = values[2] != 0;
    q->hostile = lp_below(&q->rng, 3) != 0;
    q->m_id = -1;
    return &q->base;
}

extern const struct lp_hooks lp_buddy_read_hooks;
const struct lp_hooks lp_buddy_read_hooks = {.random = open_random};
