/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The engines cycle and rtl: lp_buddy_slice, its cycle model or its RTL, clocked by the event queue
 * while it has something to do. Its lines are samples of their class (gpu_class.h); its metadata are
 * those of the program's lines.
 */
#include "../../../base/wide.h"
#include "../../../lib/memory/store.h"
#include "../../../units/buddy/buddy_cycle.h"
#include "../../../units/common/instance.h"
#include "../../../units/common/params.h"
#include "gpu_asked.h"
#include "gpu_class.h"
#include "gpu_engine.h"
#include "gpu_port.h"

#include <inttypes.h>
#include <linepress/gbbr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IDS 256u
#define BEATS 4u
#define FRAME_W 23u /* bits of a frame's number, and of a slot's: as the RTL that is built */
#define SLOT_W 21u
#define METADATA (UINT64_C(1) << 39) /* its base: half of the addresses that the slice has */
#define SETTLE 32u                   /* idle cycles after which its clock stops */
#define PATIENCE 100000u            /* cycles in which nothing moves though nothing is waited for */
#define NIBBLES 64u                 /* of a sector */
#define PAGE_CODECS 2u              /* that the slice has: ZVC, BPC */
#define OF_WRITE LPI_GPU_PORT_DEPTH /* in a memory's tag, above a request's number */

/* A request that the slice was offered and has not answered. */
struct flight {
    struct lpi_gpu_line line;
    struct lp_gbbr_line at;
    const struct lpi_gpu_sample *sample;
    bool open;
};

struct sectors {
    uint64_t device[2], buddy[2]; /* read, written */
};

struct cycle {
    struct lpi_gpu_slice slice;
    struct lp_instance engine;
    struct lp_buddy_slice_in in;
    struct lp_buddy_slice_out out;
    struct lpi_gpu_port dev, bud;
    struct lp_gbbr_geometry share;
    struct lp_gbbr_regs regs;
    uint64_t ticks;     /* of a cycle */
    uint64_t moved_out; /* the metadata's base outside, less that of the slice */
    struct lpi_gpu_asked asked;
    struct flight flights[IDS];
    uint8_t free_ids[IDS], sending[IDS]; /* sending: writes whose data is not sent, a ring */
    unsigned free_count, sending_first, sending_count, sent;
    bool runs, flushes;
    unsigned idle, stuck;            /* cycles */
    struct lpi_store states, loaded; /* loaded: a byte for each sector of metadata */
    struct lpi_gpu_sample samples[PAGE_CODECS][LPI_GPU_STATES];
    bool sampled[PAGE_CODECS][LPI_GPU_STATES];
    struct sectors asked_for, moved; /* of lines */
    uint64_t reads, writes, spilled;
    char why[160];
};

static void stop(struct cycle *c, const char *why)
{
    if (c->why[0] == '\0')
        snprintf(c->why, sizeof c->why, "%s", why);
}

/* ---- contents ---- */

/* Reads the sector of the line's state from the program's memory, once. */
static void load_states(struct cycle *c, uint64_t nibble)
{
    uint64_t sector = nibble / NIBBLES, first = sector * NIBBLES - 2 * METADATA;
    uint32_t lines = lp_gbbr_lines(&c->share);
    uint8_t bytes[LP_SECTOR_BYTES] = {0}, known = 0;
    lpi_store_read(&c->loaded, sector, &known, 1);
    if (known != 0 || c->slice.state == NULL)
        return;
    for (unsigned n = 0; n < NIBBLES; n++)
        bytes[n / 2] |= (uint8_t)(c->slice.state(c->slice.memory, c->slice.number,
                                                 (uint32_t)((first + n) / lines),
                                                 (uint32_t)((first + n) % lines))
                                  << n % 2 * 4);
    known = 1;
    if (!lpi_store_reserve(&c->loaded, sector, 1) ||
        !lpi_store_reserve(&c->states, sector * LP_SECTOR_BYTES, LP_SECTOR_BYTES)) {
        stop(c, "no memory");
        return;
    }
    lpi_store_write(&c->loaded, sector, &known, 1);
    lpi_store_write(&c->states, sector * LP_SECTOR_BYTES, bytes, sizeof bytes);
}

static const struct lpi_gpu_sample *sample_of(struct cycle *c, const struct lpi_gpu_line *line)
{
    unsigned state = LP_STATE_RAW;
    if (line->codec >= PAGE_CODECS) {
        stop(c, "lp_buddy_slice has pages of ZVC and BPC");
        return NULL;
    }
    if (line->compressed)
        state = lpi_gpu_state_of(line->target, (unsigned)__builtin_popcount(line->mask),
                                 line->spill);
    if (state == LPI_GPU_STATES) {
        stop(c, "no line is stored in such sectors");
        return NULL;
    }
    struct lpi_gpu_sample *sample = &c->samples[line->codec][state];
    if (!c->sampled[line->codec][state] &&
        !lpi_gpu_sample((enum lp_page_codec)line->codec, state, sample)) {
        stop(c, "no line is known that the codec stores in so many sectors");
        return NULL;
    }
    c->sampled[line->codec][state] = true;
    return sample;
}

/* Bytes of a line in one of the memories, at most; lines of 8 bytes are read as a sector. */
static uint64_t room_of(const struct lpi_gpu_line *line, bool buddy)
{
    unsigned bytes = buddy ? lp_gbbr_spill_bytes(line->target) : lp_gbbr_device_bytes(line->target);
    return bytes < LP_SECTOR_BYTES && !buddy ? LP_SECTOR_BYTES : bytes;
}

/* The open read that the sectors belong to; NULL: none. One that is stored there comes first. */
static const struct flight *reader_of(const struct cycle *c, uint64_t addr, bool buddy)
{
    const struct flight *found = NULL;
    for (unsigned id = 0; id < IDS; id++) {
        const struct flight *f = &c->flights[id];
        uint64_t base = (buddy ? f->at.spill_addr : f->at.dev_addr) & ~UINT64_C(31);
        if (!f->open || f->line.write || addr - base >= room_of(&f->line, buddy))
            continue;
        if (buddy || f->line.mask != 0)
            return f;
        found = f;
    }
    return found;
}

static void fill_read(struct cycle *c, struct lpi_gpu_port_request *r, bool buddy)
{
    const struct flight *f = reader_of(c, r->of.addr, buddy);
    if (f == NULL) {
        stop(c, "lp_buddy_slice reads a line that was not asked for");
        return;
    }
    uint64_t at = r->of.addr - ((buddy ? f->at.spill_addr : f->at.dev_addr) & ~UINT64_C(31));
    if (buddy)
        at += (uint64_t)__builtin_popcount(f->line.mask) * LP_SECTOR_BYTES;
    for (unsigned b = 0; b < r->of.beats && at < LP_LINE_BYTES; b++, at += LP_SECTOR_BYTES)
        lpi_words_of_bytes(r->data[b], f->sample->entry + at, LP_SECTOR_BYTES);
}

/* ---- memories ---- */

static bool is_metadata(const struct lpi_gpu_port_request *request)
{
    return request->of.addr >= METADATA;
}

static void ask_device(struct cycle *c, struct lpi_gpu_port_request *r, bool write, uint64_t now)
{
    uint32_t mask = (1u << r->of.beats) - 1, tag = (uint32_t)(r - c->dev.reads.request);
    uint64_t addr = r->of.addr + (is_metadata(r) ? c->moved_out : 0);
    if (!write) {
        lpi_gpu_device_read(c->slice.device, now, addr, mask, tag);
        return;
    }
    tag = (uint32_t)(r - c->dev.writes.request) | OF_WRITE;
    lpi_gpu_device_write(c->slice.device, now, addr, mask, tag);
}

static void device_read(struct cycle *c, struct lpi_gpu_port_request *r, uint64_t now)
{
    if (is_metadata(r)) {
        uint8_t bytes[LP_SECTOR_BYTES];
        lpi_store_read(&c->states, r->of.addr, bytes, sizeof bytes);
        lpi_words_of_bytes(r->data[0], bytes, sizeof bytes);
    } else {
        c->moved.device[0] += r->of.beats;
        fill_read(c, r, false);
    }
    ask_device(c, r, false, now);
}

/* States that are written back after the host's write are old, and not read again. */
static void device_written(struct cycle *c, struct lpi_gpu_port_request *w, uint64_t now)
{
    if (!is_metadata(w)) {
        c->moved.device[1] += w->of.beats;
    } else if (!c->flushes) {
        uint8_t bytes[LP_SECTOR_BYTES];
        lpi_bytes_of_words(bytes, w->data[0], sizeof bytes);
        if (lpi_store_reserve(&c->states, w->of.addr, sizeof bytes))
            lpi_store_write(&c->states, w->of.addr, bytes, sizeof bytes);
        else
            stop(c, "no memory");
    }
    ask_device(c, w, true, now);
}

static void ask_link(struct cycle *c, struct lpi_gpu_port_request *r, enum lpi_gpu_way way,
                     uint64_t now)
{
    bool write = way == LPI_GPU_TO;
    uint32_t tag = write ? (uint32_t)(r - c->bud.writes.request) | OF_WRITE
                         : (uint32_t)(r - c->bud.reads.request);
    c->moved.buddy[write] += r->of.beats;
    if (!write)
        fill_read(c, r, true);
    lpi_gpu_link_ask(c->slice.link, c->slice.number, way, now, r->of.beats, tag);
}

static struct lpi_gpu_port_request *request_of(struct lpi_gpu_port *port, uint32_t tag)
{
    struct lpi_gpu_port_queue *queue = tag & OF_WRITE ? &port->writes : &port->reads;
    return &queue->request[tag & (OF_WRITE - 1)];
}

static void answer(void *object, uint32_t tag, uint64_t first, uint64_t last)
{
    struct cycle *c = object;
    lpi_gpu_port_answer(request_of(&c->dev, tag), tag & OF_WRITE ? last : first, last);
}

/* Buddy memory sends sectors without a gap. */
static void link_answer(void *object, uint32_t tag, uint64_t first, uint64_t last)
{
    struct cycle *c = object;
    struct lpi_gpu_port_request *r = request_of(&c->bud, tag);
    uint64_t span = tag & OF_WRITE ? 0 : (r->of.beats - 1) * c->ticks;
    (void)first;
    lpi_gpu_port_answer(r, last > span ? last - span : 0, last);
}

static bool clock_memories(struct cycle *c, const struct lpi_axi_memory *dev,
                           const struct lpi_axi_memory *bud, uint64_t now)
{
    const struct lp_buddy_slice_out *e = &c->out;
    struct lpi_axi_engine p;
    struct lpi_gpu_port_moves moves;
    LPI_AXI_FROM_ENGINE(dev_)
    const char *broken = lpi_gpu_port_clock(&c->dev, &p, dev, &moves);
    if (moves.read >= 0)
        device_read(c, &c->dev.reads.request[moves.read], now);
    if (moves.write >= 0)
        device_written(c, &c->dev.writes.request[moves.write], now);
    LPI_AXI_FROM_ENGINE(bud_)
    const char *other = lpi_gpu_port_clock(&c->bud, &p, bud, &moves);
    if (moves.read >= 0)
        ask_link(c, &c->bud.reads.request[moves.read], LPI_GPU_FROM, now);
    if (moves.write >= 0)
        ask_link(c, &c->bud.writes.request[moves.write], LPI_GPU_TO, now);
    if (broken != NULL || other != NULL)
        stop(c, broken != NULL ? broken : other);
    return !lpi_gpu_port_idle(&c->dev) || !lpi_gpu_port_idle(&c->bud);
}

/* ---- requests ---- */

static void offer_request(struct cycle *c)
{
    struct lp_buddy_slice_in *in = &c->in;
    if (in->q_valid || c->asked.count == 0 || c->free_count == 0 || c->flushes)
        return;
    uint8_t id = c->free_ids[--c->free_count];
    struct flight *f = &c->flights[id];
    *f = (struct flight){.line = *lpi_gpu_asked_head(&c->asked), .open = true};
    lpi_gpu_asked_drop(&c->asked);
    const struct lpi_gpu_line *line = &f->line;
    struct lp_gbbr_page page = {line->compressed, line->target, line->slot, line->frame,
                                line->codec};
    f->sample = sample_of(c, line);
    if (lp_gbbr_translate(&c->share, &c->regs, &page, line->index, &f->at) != LP_ANSWER_OK)
        stop(c, "the program's memory is larger than that of lp_buddy_slice");
    in->q_valid = 1;
    in->q_write = line->write;
    in->q_id = id;
    in->q_compressed = line->compressed;
    in->q_target = line->target;
    in->q_codec = line->codec;
    in->q_slot = line->slot;
    in->q_frame = line->frame;
    in->q_index = line->index;
}

static void request_taken(struct cycle *c)
{
    const struct lpi_gpu_line *line = &c->flights[c->in.q_id].line;
    c->asked_for.device[line->write] += (unsigned)__builtin_popcount(line->mask);
    c->asked_for.buddy[line->write] += line->spill;
    if (line->write)
        c->sending[(c->sending_first + c->sending_count++) % IDS] = (uint8_t)c->in.q_id;
    c->in.q_valid = 0;
}

static void offer_data(struct cycle *c)
{
    if (c->in.d_valid || c->sending_count == 0)
        return;
    const struct flight *f = &c->flights[c->sending[c->sending_first]];
    c->in.d_valid = 1;
    lpi_words_of_bytes(c->in.d_data, f->sample->line + c->sent * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
}

static void data_taken(struct cycle *c)
{
    c->in.d_valid = 0;
    if (++c->sent < BEATS)
        return;
    c->sent = 0;
    c->sending_first = (c->sending_first + 1) % IDS;
    c->sending_count--;
}

static void done(struct cycle *c, uint32_t id, uint32_t code, bool write, uint64_t now)
{
    struct flight *f = &c->flights[id % IDS];
    if (!f->open || f->line.write != write || code != LP_ANSWER_OK) {
        stop(c, code != LP_ANSWER_OK ? "lp_buddy_slice answers with an error"
                                     : "lp_buddy_slice answers what was not asked");
        return;
    }
    f->open = false;
    c->free_ids[c->free_count++] = (uint8_t)id;
    c->reads += !write;
    c->writes += write;
    c->spilled += f->line.spill > 0;
    c->slice.done(c->slice.owner, f->line.tag, now);
}

static bool clock_requests(struct cycle *c, uint64_t now)
{
    const struct lp_buddy_slice_in in = c->in;
    const struct lp_buddy_slice_out *out = &c->out;
    bool q = in.q_valid && out->q_ready, d = in.d_valid && out->d_ready;
    if (out->m_valid && out->m_last)
        done(c, out->m_id, out->m_code, false, now);
    if (out->k_valid)
        done(c, out->k_id, out->k_code, true, now);
    if (d)
        data_taken(c);
    if (q)
        request_taken(c);
    if (in.cfg_valid && out->cfg_ready)
        c->in.cfg_valid = c->flushes = false;
    return q || d || out->m_valid || out->k_valid;
}

/* ---- the clock ---- */

/* All that was asked has moved, and nothing else; reads in parallel may move more. */
static void check_sectors(struct cycle *c)
{
    const struct sectors *want = &c->asked_for, *moved = &c->moved;
    bool guesses = c->slice.config->parallel != 0;
    if (want->device[1] != moved->device[1] || want->buddy[0] != moved->buddy[0] ||
        want->buddy[1] != moved->buddy[1] || want->device[0] > moved->device[0] ||
        (want->device[0] < moved->device[0] && !guesses))
        stop(c, "lp_buddy_slice has moved other sectors than those of the lines");
}

static void rest(struct cycle *c)
{
    c->runs = false;
    check_sectors(c);
}

static void start_flush(struct cycle *c)
{
    if (!c->flushes || c->free_count < IDS || c->in.cfg_valid)
        return;
    c->in.cfg_valid = 1;
    c->in.cfg_reg = LP_BUDDY_REG_CACHE;
    lpi_put64(c->in.cfg_data, 3);
}

static void clock_slice(struct cycle *c)
{
    lp_instance_eval(&c->engine, 1, &c->in, &c->out);
    lp_instance_tick(&c->engine);
}

static void tick(void *object, uint64_t now, uint32_t unused)
{
    struct cycle *c = object;
    struct lp_buddy_slice_in *e = &c->in;
    struct lpi_axi_memory dev, bud, p;
    (void)unused;
    offer_request(c);
    start_flush(c);
    if (c->why[0] != '\0')
        return;
    offer_data(c);
    lpi_gpu_port_drive(&c->dev, now, &dev);
    lpi_gpu_port_drive(&c->bud, now, &bud);
    p = dev;
    LPI_AXI_TO_ENGINE(dev_)
    p = bud;
    LPI_AXI_TO_ENGINE(bud_)
    clock_slice(c);
    bool moves = clock_requests(c, now), waits = clock_memories(c, &dev, &bud, now);
    bool works = c->asked.count > 0 || c->free_count < IDS || c->flushes;
    c->idle = works || waits ? 0 : c->idle + 1;
    c->stuck = moves || waits ? 0 : c->stuck + 1;
    if (works && c->stuck > PATIENCE)
        stop(c, "nothing moves in lp_buddy_slice any more");
    if (c->why[0] != '\0')
        return;
    if (c->idle > SETTLE)
        rest(c);
    else
        lpi_gpu_post(c->slice.events, now + c->ticks, tick, c, 0);
}

static void run(struct cycle *c)
{
    uint64_t now = lpi_gpu_now(c->slice.events);
    c->idle = c->stuck = 0;
    if (c->runs || c->why[0] != '\0')
        return;
    c->runs = true;
    lpi_gpu_post(c->slice.events, (now + c->ticks - 1) / c->ticks * c->ticks, tick, c, 0);
}

/* ---- the interface ---- */

static void ask(void *self, const struct lpi_gpu_line *line)
{
    struct cycle *c = self;
    struct lp_gbbr_page page = {line->compressed, line->target, line->slot, line->frame,
                                line->codec};
    struct lp_gbbr_line at;
    if (line->compressed &&
        lp_gbbr_translate(&c->share, &c->regs, &page, line->index, &at) == LP_ANSWER_OK) {
        c->moved_out = line->meta / 2 - at.meta_addr / 2;
        load_states(c, at.meta_addr);
    }
    if (!lpi_gpu_asked_add(&c->asked, line))
        stop(c, "no memory");
    run(c);
}

/* States in the cache are those of other bytes now: it is written back and emptied. */
static void host(void *self)
{
    struct cycle *c = self;
    lpi_store_close(&c->states);
    lpi_store_close(&c->loaded);
    c->states = c->loaded = (struct lpi_store){0};
    c->flushes = true;
    run(c);
}

static const char *why(const void *self)
{
    const struct cycle *c = self;
    return c->why[0] != '\0' ? c->why : NULL;
}

static void count(const void *self, struct lpi_gpu_engine_counts *counts)
{
    const struct cycle *c = self;
    *counts = (struct lpi_gpu_engine_counts){
        .reads = c->reads,
        .writes = c->writes,
        .spilled = c->spilled,
        .accesses = c->out.md_accesses,
        .hits = c->out.md_hits,
        .fills = c->out.md_fills,
        .writebacks = c->out.md_writebacks,
        .wasted = c->moved.device[0] - c->asked_for.device[0],
    };
}

static void close_cycle(void *self)
{
    struct cycle *c = self;
    if (c == NULL)
        return;
    lp_instance_close(&c->engine);
    lpi_store_close(&c->states);
    lpi_store_close(&c->loaded);
    free(c->asked.lines);
    free(c);
}

/* ---- opening ---- */

static void write_register(struct cycle *c, uint32_t reg, uint64_t value)
{
    c->in.cfg_valid = 1;
    c->in.cfg_reg = reg;
    lpi_put64(c->in.cfg_data, value);
    for (unsigned waited = 0; waited <= PATIENCE && (waited == 0 || !c->out.cfg_ready); waited++)
        clock_slice(c);
    c->in = (struct lp_buddy_slice_in){0};
}

static void set_up(struct cycle *c)
{
    lp_instance_reset(&c->engine);
    write_register(c, LP_GBBR_GBBR, c->regs.gbbr);
    write_register(c, LP_GBBR_MDBASE, c->regs.mdbase);
    write_register(c, LP_GBBR_SLOTS, c->regs.slots);
    write_register(c, LP_GBBR_FRAMES, c->regs.frames);
    c->in.m_ready = c->in.k_ready = 1;
}

static int open_slice(struct cycle *c, lp_open_fn *open)
{
    const struct lpi_gpu_config *g = c->slice.config;
    const struct {
        const char *name;
        unsigned value;
    } chosen[] = {{"SHARE_W", c->share.share_log2},
                  {"FRAME_W", FRAME_W},
                  {"SLOT_W", SLOT_W},
                  {"ENTRIES", g->entries},
                  {"LANES", g->lanes},
                  {"PARALLEL", g->parallel},
                  {"SETS", lpi_gpu_metadata_sets(g)},
                  {"WAYS", lpi_gpu_metadata_ways(g)},
                  {"MISSES", g->misses},
                  /* As many as the slice may request, so that none delays the others. */
                  {"TARGETS", g->entries}};
    int values[LP_MAX_PARAMS], error = LP_OK;
    lp_unit_defaults(&lp_buddy_slice_unit, values);
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen && error == LP_OK; i++)
        error = lp_unit_set(&lp_buddy_slice_unit, chosen[i].name, (int)chosen[i].value, values);
    return error == LP_OK ? open(&lp_buddy_slice_unit, values, &c->engine) : error;
}

/* `refusal`: what is wrong if no slice has these parameters. */
static void *open_with(const struct lpi_gpu_slice *slice, lp_open_fn *open, const char *refusal)
{
    const struct lpi_gpu_config *g = slice->config;
    struct cycle *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->slice = *slice;
    c->ticks = lpi_gpu_clock(g).memory;
    c->share.share_log2 = (unsigned)__builtin_ctz(g->page_bytes / g->slices);
    c->regs = (struct lp_gbbr_regs){
        .mdbase = METADATA, .slots = UINT64_C(1) << SLOT_W, .frames = UINT64_C(1) << FRAME_W};
    for (unsigned id = 0; id < IDS; id++)
        c->free_ids[c->free_count++] = (uint8_t)(IDS - 1 - id);
    lpi_gpu_port_open(&c->dev);
    lpi_gpu_port_open(&c->bud);
    lpi_gpu_link_answers(slice->link, slice->number, link_answer, c);
    int error = open_slice(c, open);
    if (error == LP_ERR_SYSTEM) {
        close_cycle(c);
        return NULL;
    }
    if (error == LP_OK)
        set_up(c);
    else
        stop(c, refusal);
    if (g->port_bytes != LP_SECTOR_BYTES)
        stop(c, "ports of lp_buddy_slice have 32 bytes (port_bytes)");
    if (slice->free_metadata)
        stop(c, "lp_buddy_slice has no free metadata (--metadata)");
    return c;
}

static void *open_cycle(const struct lpi_gpu_slice *slice)
{
    return open_with(
        slice, lp_model_open,
        "no lp_buddy_slice has these entries, lanes, misses, page_bytes or metadata_*");
}

static int open_none(const struct lp_unit *unit, const int *values, struct lp_instance *instance)
{
    (void)unit, (void)values, (void)instance;
    return LP_ERR_ENGINE;
}

static void *open_rtl(const struct lpi_gpu_slice *slice)
{
    return open_with(
        slice, slice->rtl != NULL ? slice->rtl : open_none,
        "the RTL of lp_buddy_slice is built with 8 KiB of a page in each slice, entries "
        "16, lanes 1, misses 4 and 4 KiB of metadata cache in each slice");
}

const struct lpi_gpu_engine_kind lpi_gpu_cycle = {.name = "cycle",
                                                  .whole_lines = true,
                                                  .open = open_cycle,
                                                  .close = close_cycle,
                                                  .answer = answer,
                                                  .ask = ask,
                                                  .count = count,
                                                  .host = host,
                                                  .why = why};

const struct lpi_gpu_engine_kind lpi_gpu_rtl = {.name = "rtl",
                                                .whole_lines = true,
                                                .open = open_rtl,
                                                .close = close_cycle,
                                                .answer = answer,
                                                .ask = ask,
                                                .count = count,
                                                .host = host,
                                                .why = why};
