/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_shadow.h"

#include <stdlib.h>
#include <string.h>

#include "units/buddy/buddy_ports.h"
#include "base/wide.h"
#include "units/traffic/codec/mixed_lines.h"

#define STATES (LP_STATE_EIGHT + 1)
#define DRAWS 8     /* lines searched for one in a wanted state */
#define FILE_LAG 16 /* lines of a file between the write and the read of a line */
#define META_GRAIN 32
/* Bits of a byte address, and its low bits, which are 0 in bases. */
#define ADDR_BITS 40
#define BASE_BITS 12
/* Metadata this many slots further on maps to the same set of a cache with 8 sets. */
#define SET_SLOTS 32
#define GOOD_PAGES 9 /* the others fault, each differently */

static size_t page_lines(const struct lp_shadow *q)
{
    return (size_t)lp_gbbr_lines(&q->geometry) << q->geometry.slices_log2;
}

static void name_tally(struct lp_tally *t)
{
    static const char *const from[] = {
        "1x, 0",    "1x, 1",    "1x, 2",    "1x, 3",    "1x, 4",  "1x, 5", "1.33x, 0", "1.33x, 1",
        "1.33x, 2", "1.33x, 3", "1.33x, 4", "1.33x, 5", "2x, 0",  "2x, 1", "2x, 2",    "2x, 3",
        "2x, 4",    "2x, 5",    "4x, 0",    "4x, 1",    "4x, 2",  "4x, 3", "4x, 4",    "4x, 5",
        "16x, 0",   "16x, 1",   "16x, 2",   "16x, 3",   "16x, 4", "16x, 5"};
    static const char *const to[STATES] = {"0", "1", "2", "3", "4", "5"};

    *t = (struct lp_tally){.what = "lines written, by target, state before and after",
                           .row = from,
                           .column = to,
                           .rows = LP_TARGETS * STATES,
                           .columns = STATES};
}

bool lp_shadow_open(struct lp_shadow *q, const int *values, unsigned slices_log2,
                    const struct lp_lines *file, uint64_t seed)
{
    enum { SHARE_W = 0, FRAME_W = 1, SLOT_W = 2, ELEM = 10, MIXED = 12 };
    static const enum lp_shadow_traffic traffic[] = {LP_SHADOW_GOOD,   LP_SHADOW_GOOD,
                                                     LP_SHADOW_GOOD,   LP_SHADOW_GOOD,
                                                     LP_SHADOW_SPOILT, LP_SHADOW_WILD};

    memset(q, 0, sizeof *q);
    q->rng.state = seed;
    q->as = (struct lp_stored_as){(unsigned)values[MIXED], (enum lp_elem)values[ELEM]};
    q->lines = values[MIXED] != 0 ? lp_mixed_lines(file, seed, (unsigned)values[MIXED])
                                  : lp_codec_lines(file, seed, (unsigned)values[ELEM]);
    q->geometry = (struct lp_gbbr_geometry){
        .share_log2 = (unsigned)values[SHARE_W], .slices_log2 = slices_log2, .fold = UINT64_MAX};
    q->frame_bits = (unsigned)values[FRAME_W];
    q->slot_bits = (unsigned)values[SLOT_W];
    q->traffic = file ? LP_SHADOW_GOOD : traffic[lp_below(&q->rng, 6)];
    q->littered = q->traffic == LP_SHADOW_WILD && lp_below(&q->rng, 2);
    name_tally(&q->tally);
    q->line = calloc(LP_SHADOW_PAGES * page_lines(q), sizeof *q->line);
    q->state = calloc(LP_SHADOW_PAGES * page_lines(q), sizeof *q->state);
    q->kept = calloc(LP_SHADOW_PAGES * page_lines(q), sizeof *q->kept);
    q->known = calloc(LP_SHADOW_PAGES * page_lines(q), sizeof *q->known);
    if (!q->line || !q->state || !q->kept || !q->known) {
        lp_shadow_close(q);
        return false;
    }
    lp_shadow_start(q);
    return true;
}

void lp_shadow_close(struct lp_shadow *q)
{
    free(q->line);
    free(q->state);
    free(q->kept);
    free(q->known);
}

/* A base above `from` from which `bytes` fit. */
static uint64_t base_above(struct lp_rng *rng, uint64_t from, uint64_t bytes)
{
    uint64_t room = ((UINT64_C(1) << ADDR_BITS) - bytes - from) >> BASE_BITS;

    return ((from >> BASE_BITS) + 1 + lp_below(rng, (uint32_t)room - 1)) << BASE_BITS;
}

/*
 * Pages are consecutive, the first one anywhere. Their slots are consecutive too, or so far apart
 * that each page's metadata evicts the others' from the cache.
 */
static void lay_out(struct lp_shadow *q)
{
    uint32_t frame = lp_below(&q->rng, (1u << q->frame_bits) - 16 * LP_SHADOW_PAGES);
    uint32_t slot = lp_below(&q->rng, (1u << q->slot_bits) - SET_SLOTS * LP_SHADOW_PAGES);
    uint32_t gap = lp_below(&q->rng, 2) ? SET_SLOTS - 1 : 0;
    uint64_t share = UINT64_C(1) << q->geometry.share_log2;

    for (unsigned p = 0; p < LP_SHADOW_PAGES; p++) {
        struct lp_shadow_page *page = &q->page[p];
        unsigned target = p % (LP_TARGETS + 1);

        memset(page, 0, sizeof *page);
        page->attr = (struct lp_gbbr_page){.compressed = target < LP_TARGETS,
                                           .target = (uint8_t)(target % LP_TARGETS),
                                           .slot = slot,
                                           .frame = frame};
        frame += lp_gbbr_frames(page->attr.target);
        if (page->attr.compressed) {
            slot += lp_gbbr_slots(page->attr.target);
            q->regs.slots = slot;
            slot += gap;
        }
    }
    q->regs.frames = frame;
    q->regs.gbbr = base_above(&q->rng, 0, q->regs.slots * share);
    q->regs.mdbase = base_above(&q->rng, frame * (share / 16),
                                q->regs.slots * lp_gbbr_lines(&q->geometry));
    q->page[9].attr = (struct lp_gbbr_page){.compressed = 1, .target = 5};
    q->page[10].attr = (struct lp_gbbr_page){
        .compressed = 1, .target = 4, .slot = (uint32_t)q->regs.slots - 1};
    q->page[11].attr = (struct lp_gbbr_page){.compressed = 0, .frame = frame - 15};
    for (unsigned p = GOOD_PAGES; p < LP_SHADOW_PAGES; p++)
        q->page[p].fault = (int)(p - GOOD_PAGES) + LP_ANSWER_TARGET;
    for (unsigned p = 0; p < GOOD_PAGES; p++)
        q->page[p].lossy = q->traffic == LP_SHADOW_WILD ||
                           (q->traffic == LP_SHADOW_SPOILT && (p == 1 || p == 2));
}

/* Any codec for each page; for a file, the codecs alternate. */
static void draw_codecs(struct lp_shadow *q)
{
    for (unsigned p = 0; p < LP_SHADOW_PAGES; p++) {
        uint32_t way = q->lines.file ? p : lp_below(&q->rng, LP_CODEC_PORTS);

        q->page[p].attr.codec = (uint8_t)(way % LP_CODEC_PORTS);
    }
}

void lp_shadow_start(struct lp_shadow *q)
{
    static const unsigned often[] = {1, 3, 24, 24};

    lay_out(q);
    q->often = often[lp_below(&q->rng, 4)];
    draw_codecs(q);
    q->of_file = 0;
    memset(q->line, 0, LP_SHADOW_PAGES * page_lines(q) * sizeof *q->line);
    memset(q->state, 0, LP_SHADOW_PAGES * page_lines(q) * sizeof *q->state);
    memset(q->kept, 0, LP_SHADOW_PAGES * page_lines(q) * sizeof *q->kept);
    for (size_t i = 0; i < LP_SHADOW_PAGES * page_lines(q); i++)
        q->known[i] = !q->littered;
    memset(q->read, 0, sizeof q->read);
    memset(q->write, 0, sizeof q->write);
    q->registers = 0;
}

/* States of lines never written, including reserved and impossible ones. */
static bool spoil_states(struct lp_shadow *q, struct lp_far_memory *dev)
{
    uint64_t bytes = (uint64_t)lp_gbbr_lines(&q->geometry) / 2;
    uint64_t first = q->page[0].attr.slot * bytes, end = q->regs.slots * bytes;

    for (uint64_t at = first; at < end; at++) {
        uint8_t states = (uint8_t)lp_below(&q->rng, 256);

        if (!lpi_memory_poke(dev->memory, q->regs.mdbase + at, &states, 1))
            return false;
    }
    return true;
}

bool lp_shadow_memories(struct lp_shadow *q, struct lp_far_memory *dev, struct lp_far_memory *bud)
{
    struct lpi_memory_config d = lpi_memory_hbm2(20), b = lpi_memory_link(40, 150);
    enum lp_far_kind kind = q->any_order ? lp_below(&q->rng, LP_FAR_KINDS) : LP_FAR_FREE;
    bool shared = kind == LP_FAR_AW_ORDER || (q->any_order && lp_below(&q->rng, 2));
    unsigned depth = kind == LP_FAR_FREE ? LP_FAR_WAITING : 1u << lp_below(&q->rng, 6);
    double wild = q->traffic == LP_SHADOW_WILD ? 0.02 / (1 << lp_below(&q->rng, 6)) : 0;

    d.bytes = b.bytes = UINT64_C(1) << ADDR_BITS;
    d.shuffle = b.shuffle = kind != LP_FAR_ALTERNATE && kind != LP_FAR_ONE_QUEUE;
    d.seed = lp_random(&q->rng);
    b.seed = lp_random(&q->rng);
    d.error = b.error = wild;
    d.torn = b.torn = 1;
    if (q->traffic == LP_SHADOW_SPOILT) {
        /* Device memory of page 1 and spilled sectors of page 2 are in error. */
        d.error_at = (uint64_t)q->page[1].attr.frame << (q->geometry.share_log2 - 4);
        d.error_bytes = UINT64_C(12) << (q->geometry.share_log2 - 4);
        b.error_bytes = UINT64_C(3) << (q->geometry.share_log2 - 2);
        b.error_at = q->regs.gbbr + q->page[2].attr.slot * b.error_bytes;
    }
    if (!lp_far_memory_open(dev, &d, kind, depth) || !lp_far_memory_open(bud, &b, kind, depth))
        return false;
    dev->beat_error = bud->beat_error = wild;
    if (shared)
        lp_far_memory_share(bud, dev);
    return !q->littered || spoil_states(q, dev);
}

/* ---- registers ---- */

static uint64_t value_of(const struct lp_shadow *q, unsigned reg)
{
    switch (reg) {
    case LP_GBBR_GBBR: return q->regs.gbbr;
    case LP_GBBR_MDBASE: return q->regs.mdbase;
    case LP_GBBR_SLOTS: return q->regs.slots;
    default: return q->regs.frames;
    }
}

uint64_t lp_shadow_register(const struct lp_shadow *q, unsigned reg)
{
    return reg < q->registers ? value_of(q, reg) : 0;
}

bool lp_shadow_tell(struct lp_shadow *q, uint32_t *reg, uint32_t data[2])
{
    uint64_t value;

    if (q->registers < LP_GBBR_REGS) {
        value = value_of(q, q->registers);
        *reg = q->registers;
    } else if (lp_below(&q->rng, 500) == 0) {
        value = lp_random(&q->rng) & ((UINT64_C(1) << ADDR_BITS) - 1);
        *reg = LP_BUDDY_REG_EVENTS;
    } else if (lp_below(&q->rng, 2000) == 0) {
        /* The memory has no sectors there, or none that can be written. */
        value = lp_random(&q->rng) & ((UINT64_C(1) << ADDR_BITS) - 1);
        *reg = LP_BUDDY_REG_CACHE + 1 + lp_below(&q->rng, 16 - LP_BUDDY_REG_CACHE - 1);
    } else if (lp_below(&q->rng, 2000) == 0) {
        value = lp_below(&q->rng, 4);
        /* State that is invalidated must have been written back first. */
        value |= value >> 1;
        *reg = LP_BUDDY_REG_CACHE;
    } else {
        return false;
    }
    lpi_put64(data, value);
    return true;
}

void lp_shadow_told(struct lp_shadow *q)
{
    q->registers += q->registers < LP_GBBR_REGS;
}

/* ---- requests ---- */

static unsigned state_of(const struct lp_shadow *q, const struct lp_gbbr_page *page,
                         const uint8_t *line)
{
    uint8_t stored[LP_LINE_BYTES];

    unsigned codec = q->as.mixed != 0 ? (unsigned)LP_PAGE_AUTO : page->codec;
    return lp_store_as(&q->as, codec, page->target, line, stored);
}

/* The part of a state that gives the line's room, whichever codec it names: below STATES. */
static unsigned room_of(const struct lp_shadow *q, unsigned state)
{
    struct lpi_gbbr_entry entry = {.sectors = 0};

    (void)lpi_gbbr_entry(q->as.mixed, state, 0, &entry);
    return entry.eight ? (unsigned)LP_STATE_EIGHT : entry.sectors;
}

/* Draws lines of every state, none much more often than the others. */
static void draw_line(struct lp_shadow *q, struct lp_shadow_request *r)
{
    const struct lp_shadow_page *page = &q->page[r->page];
    bool compressed = page->attr.compressed && !page->fault;
    unsigned states = page->attr.target == LP_TARGET_16 ? STATES : STATES - 1;
    unsigned want = lp_below(&q->rng, states);
    struct lp_enc_line line;

    for (unsigned i = 0; i < DRAWS; i++) {
        lp_enc_line(&q->lines, q->next_line++, &line);
        r->state = compressed ? state_of(q, &page->attr, line.bytes) : LP_STATE_RAW;
        if (!compressed || room_of(q, r->state) == want)
            break;
    }
    memcpy(r->line, line.bytes, sizeof r->line);
}

static void choose_line(struct lp_shadow *q, struct lp_shadow_request *r)
{
    uint32_t all = (uint32_t)page_lines(q), often = q->often << q->geometry.slices_log2;

    r->page = lp_below(&q->rng, LP_SHADOW_PAGES);
    /* Faults are rare. */
    if (q->page[r->page].fault && lp_below(&q->rng, 8))
        r->page = lp_below(&q->rng, GOOD_PAGES);
    r->index = lp_below(&q->rng, lp_below(&q->rng, 8) && often < all ? often : all);
}

/* Writes and reads alternate; those before the start or past the end of the file are left out. */
static bool next_of_file(struct lp_shadow *q, struct lp_shadow_request *r)
{
    const struct lp_lines *file = q->lines.file;
    uint64_t line;

    for (;; q->of_file++) {
        r->write = q->of_file % 2 == 0;
        line = q->of_file / 2 - (r->write ? 0 : FILE_LAG);
        if (line < file->count)
            break;
        if (!r->write && q->of_file / 2 >= FILE_LAG)
            return false;
    }
    r->id = q->of_file % LP_SHADOW_IDS;
    r->page = line % GOOD_PAGES;
    r->index = (uint32_t)(line / GOOD_PAGES % page_lines(q));
    lp_file_line(file, line, r->line);
    if (q->page[r->page].attr.compressed)
        r->state = state_of(q, &q->page[r->page].attr, r->line);
    return true;
}

bool lp_shadow_offer(struct lp_shadow *q)
{
    struct lp_shadow_request *r = &q->offered;

    if (q->registers < LP_GBBR_REGS)
        return false;
    if (q->lines.file) {
        if (!next_of_file(q, r) || lp_shadow_find(q, r->write, r->id))
            return false;
        q->of_file++;
        return true;
    }
    r->id = lp_below(&q->rng, LP_SHADOW_IDS);
    r->write = lp_below(&q->rng, 2);
    if (lp_shadow_find(q, r->write, r->id))
        return false;
    choose_line(q, r);
    if (r->write)
        draw_line(q, r);
    return true;
}

/* Where its sectors are, and how many there are. */
static void place(const struct lp_shadow *q, const struct lp_shadow_request *r, unsigned state,
                  struct lp_shadow_answer *a)
{
    const struct lp_gbbr_page *page = &q->page[r->page].attr;
    struct lp_gbbr_split split = {.dev_sectors = LP_LINE_SECTORS};
    struct lp_gbbr_line line;
    uint32_t local;

    lp_gbbr_slice(&q->geometry, page->frame, r->index, &a->slice, &local);
    if (lp_gbbr_translate(&q->geometry, &q->regs, page, local, &line) != LP_ANSWER_OK)
        return;
    if (page->compressed)
        lpi_gbbr_split(q->as.mixed, state, page->target, &split);
    a->part[LP_SHADOW_DEV] = (struct lp_shadow_sectors){
        line.dev_addr / LP_SECTOR_BYTES * LP_SECTOR_BYTES, split.dev_sectors + split.eight, 0};
    a->part[LP_SHADOW_BUD] = (struct lp_shadow_sectors){line.spill_addr, split.spill_sectors, 0};
}

/* Requests take effect in the order in which they are taken. */
void lp_shadow_taken(struct lp_shadow *q)
{
    const struct lp_shadow_request *r = &q->offered;
    const struct lp_shadow_page *page = &q->page[r->page];
    struct lp_shadow_answer *a = &(r->write ? q->write : q->read)[r->id];
    size_t at = r->page * page_lines(q) + r->index;

    *a = (struct lp_shadow_answer){
        .live = true, .lossy = page->lossy, .code = page->fault, .at = at, .taken_at = q->cycle};
    if (r->write && !page->fault) {
        unsigned from = page->attr.target * STATES + room_of(q, q->state[at]);
        q->tally.count[from][room_of(q, r->state)] += page->attr.compressed;
        memcpy(q->line[at], r->line, sizeof r->line);
        q->state[at] = (uint8_t)r->state;
    }
    memcpy(a->line, q->line[at], sizeof a->line);
    if (!page->fault)
        place(q, r, q->state[at], a);
}

struct lp_shadow_answer *lp_shadow_find(struct lp_shadow *q, bool write, unsigned id)
{
    struct lp_shadow_answer *a = &(write ? q->write : q->read)[id];

    return a->live ? a : NULL;
}

const char *lp_shadow_beat(struct lp_shadow_answer *a, const void *data, unsigned bytes)
{
    if (a->bytes + bytes > LP_LINE_BYTES)
        return "m_last_o: wrong";
    memcpy(a->got + a->bytes, data, bytes);
    a->bytes += bytes;
    return NULL;
}

static void settle(const struct lp_shadow *q, struct lp_shadow_answer *read)
{
    if (read->settled)
        return;
    read->settled = true;
    read->known = q->known[read->at];
    memcpy(read->line, q->kept[read->at], sizeof read->line);
}

/* Reads that were taken before this write have also been carried out before it. */
static void settle_before(struct lp_shadow *q, const struct lp_shadow_answer *write)
{
    for (unsigned i = 0; i < LP_SHADOW_IDS; i++)
        if (q->read[i].live && q->read[i].at == write->at && q->read[i].taken_at < write->taken_at)
            settle(q, &q->read[i]);
}

/* A write that may have met an error, and a read that may meet its result. */
static const char *lossy_write(struct lp_shadow *q, const struct lp_shadow_answer *a, unsigned code)
{
    bool compressed = q->page[a->at / page_lines(q)].attr.compressed;

    settle_before(q, a);
    if (code == LP_ANSWER_OK) {
        memcpy(q->kept[a->at], a->line, sizeof a->line);
        q->known[a->at] = true;
    } else if (code != LP_ANSWER_MEMORY) {
        return "k_code_o: neither good nor a memory error";
    } else if (!compressed) {
        /* Such a page has no state that could mark the line as lost. */
        q->known[a->at] = false;
    }
    return NULL;
}

static const char *lossy_read(const struct lp_shadow *q, struct lp_shadow_answer *a, unsigned code)
{
    settle(q, a);
    if (!a->known)
        return NULL;
    if (code == LP_ANSWER_OK)
        return memcmp(a->got, a->line, sizeof a->got)
                   ? "m_data_o: code 0 with other bytes than those last written with code 0"
                   : NULL;
    return code == LP_ANSWER_MEMORY ? NULL : "m_code_o: neither good nor a memory error";
}

/*
 * A burst was attributed to the oldest request for these sectors; if it belonged to this one, the
 * older request still has to fetch them.
 */
static void own_sectors(struct lp_shadow_answer *all, struct lp_shadow_answer *a)
{
    for (unsigned side = 0; side < LP_SHADOW_SIDES; side++)
        for (unsigned i = 0; i < LP_SHADOW_IDS; i++) {
            struct lp_shadow_sectors *part = &a->part[side], *other = &all[i].part[side];

            if (part->seen < part->due && all[i].live && all[i].slice == a->slice &&
                other->addr == part->addr && other->due == part->due && other->seen > part->seen) {
                unsigned seen = part->seen;

                part->seen = other->seen;
                other->seen = seen;
            }
        }
}

const char *lp_shadow_answered(struct lp_shadow *q, struct lp_shadow_answer *a, unsigned code)
{
    const struct lp_shadow_sectors *dev = &a->part[LP_SHADOW_DEV], *bud = &a->part[LP_SHADOW_BUD];
    bool read = a >= q->read && a < q->read + LP_SHADOW_IDS;

    a->live = false;
    own_sectors(read ? q->read : q->write, a);
    if (a->lossy && a->code == LP_ANSWER_OK)
        return read ? lossy_read(q, a, code) : lossy_write(q, a, code);
    if (code != (unsigned)a->code)
        return read ? "m_code_o: wrong" : "k_code_o: wrong";
    if (read && code == LP_ANSWER_OK && memcmp(a->got, a->line, sizeof a->line) != 0)
        return "m_data_o: not what was written";
    if (q->traffic == LP_SHADOW_WILD)
        return NULL;
    if (bud->seen != bud->due || (dev->seen != dev->due && !(read && q->early)))
        return "answered before all of the line's sectors were asked for";
    return NULL;
}

/* ---- what the slices ask of their memories ---- */

static bool is_meta(const struct lp_shadow *q, uint64_t addr)
{
    uint64_t bytes = q->regs.slots * lp_gbbr_lines(&q->geometry) / 2;

    return addr >= q->regs.mdbase &&
           addr - q->regs.mdbase < (bytes + META_GRAIN - 1) / META_GRAIN * META_GRAIN;
}

static bool may_ask(const struct lp_shadow_answer *a, unsigned slice, enum lp_shadow_side side,
                    uint64_t addr, unsigned sectors)
{
    const struct lp_shadow_sectors *part = &a->part[side];

    return a->live && a->slice == slice && part->seen + sectors <= part->due &&
           addr == part->addr + LP_SECTOR_BYTES * (uint64_t)part->seen;
}

const char *lp_shadow_burst(struct lp_shadow *q, unsigned slice, enum lp_shadow_side side,
                            bool write, uint64_t addr, unsigned sectors)
{
    struct lp_shadow_answer *of = write ? q->write : q->read, *first = NULL;

    if (side == LP_SHADOW_DEV && is_meta(q, addr))
        return sectors == 1 ? NULL : "more than a sector of metadata";
    if (q->traffic == LP_SHADOW_WILD || (side == LP_SHADOW_DEV && !write && q->early))
        return NULL;
    /* If several requests are for one line, it belongs to the oldest. */
    for (unsigned i = 0; i < LP_SHADOW_IDS; i++)
        if (may_ask(&of[i], slice, side, addr, sectors) &&
            (!first || of[i].taken_at < first->taken_at))
            first = &of[i];
    if (!first)
        return side == LP_SHADOW_DEV ? "device memory: sectors that no request needs"
                                     : "buddy memory: sectors that no request needs";
    first->part[side].seen += sectors;
    return NULL;
}

#define LOOK_EVERY 256

const char *lp_shadow_tick(struct lp_shadow *q)
{
    if (++q->cycle % LOOK_EVERY)
        return NULL;
    for (unsigned i = 0; i < LP_SHADOW_IDS; i++)
        if ((q->read[i].live && q->cycle - q->read[i].taken_at > LP_SHADOW_LATE) ||
            (q->write[i].live && q->cycle - q->write[i].taken_at > LP_SHADOW_LATE))
            return "a request is not answered";
    return NULL;
}
