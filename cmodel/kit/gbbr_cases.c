/* SPDX-License-Identifier: Apache-2.0 */
/* Cases of GBBR translation: registers, a page's attributes, a line; format.md, section 9. */
#include <inttypes.h>
#include <linepress/gbbr.h>
#include <stdio.h>

#include "../units/common/params.h"
#include "../units/gbbr/gbbr_ports.h"
#include "kinds.h"

enum { SHARE_W, FRAME_W, SLOT_W };
enum { GBBR, MDBASE, SLOTS, FRAMES, COMPRESSED, TARGET, SLOT, FRAME, INDEX, INS };
enum { FAULT, DEV_ADDR, DEV_SECTORS, EIGHT, SPILL_ADDR, SPILL_SECTORS, META, META_ADDR, OUTS };

#define ADDR_BITS 40
#define ADDR_MASK ((UINT64_C(1) << ADDR_BITS) - 1)
#define PAGE_MASK (~UINT64_C(4095))

static const struct lp_param params[] = {
    LP_PARAM_RANGE("SHARE_W", 11, 24, 13),
    LP_PARAM_RANGE("FRAME_W", 5, 24, 23),
    LP_PARAM_RANGE("SLOT_W", 5, 24, 21),
};
static const struct lpi_kit_field in_fields[INS] = {
    {"gbbr", ADDR_BITS, 0, "the carve-out's base; its low 12 bits are not used"},
    {"mdbase", ADDR_BITS, 0, "the metadata's base; its low 12 bits are not used"},
    {"slots", 25, 0, "in the carve-out"},
    {"frames", 25, 0, "of device memory, in sixteenths of a share"},
    {"compressed", 1, 0, "of the page"},
    {"target", 3, 0, "of the page: 0 1x, 1 1.33x, 2 2x, 3 4x, 4 16x"},
    {"slot", 24, 0, "the page's first"},
    {"frame", 24, 0, "the page's first"},
    {"index", 17, 0, "of the line in the share"},
};
static const struct lpi_kit_field out_fields[OUTS] = {
    {"fault", 2, 0, "0 none, 1 target, 2 slot, 3 frame; with one all else is 0"},
    {"dev_addr", ADDR_BITS, 0, "of the line in device memory"},
    {"dev_sectors", 3, 0, "there"},
    {"eight", 1, 0, "there are 8 bytes instead"},
    {"spill_addr", ADDR_BITS, 0, "of the line in buddy memory; 0: none"},
    {"spill_sectors", 3, 0, "there"},
    {"meta", 1, 0, "the line has metadata"},
    {"meta_addr", ADDR_BITS + 1, 0, "of its nibble"},
};

/* Valid combinations of values. */
static bool fits(const int *values)
{
    const struct lp_unit *unit = LP_UNIT(gbbr_xlat);
    int all[LP_MAX_PARAMS];

    lp_unit_defaults(unit, all);
    for (size_t i = 0; i < sizeof params / sizeof *params; i++)
        lp_unit_set(unit, params[i].name, values[i], all);
    return lp_unit_check(unit, all) == LP_OK;
}

static uint64_t low(uint64_t value, int bits)
{
    return value & ((UINT64_C(1) << bits) - 1);
}

/* Around the limit, or anywhere, or an end of the range. */
static uint64_t number(struct lp_rng *rng, uint64_t limit, int bits)
{
    switch (lp_below(rng, 4)) {
    case 0: return low(lp_random(rng), bits);
    case 1: return low(lp_below(rng, 2) ? 0 : UINT64_MAX, bits);
    default: return low(limit - lp_below(rng, 20) + 2, bits);
    }
}

/* One bit, all bits, or any. */
static uint64_t base(struct lp_rng *rng)
{
    switch (lp_below(rng, 4)) {
    case 0: return UINT64_C(1) << lp_below(rng, ADDR_BITS);
    case 1: return lp_below(rng, 2) ? ADDR_MASK : 0;
    default: return lp_random(rng) & ADDR_MASK;
    }
}

/* Level 1 begins with every target, compressed or not, at the first and the last line. */
static void gbbr_make(struct lpi_kit_maker *maker, void *own, const int *values,
                      struct lpi_kit_side *in)
{
    struct lp_rng *rng = &maker->rng;
    uint64_t lines = UINT64_C(1) << (values[SHARE_W] - 7), once = maker->index;
    uint64_t slots = low(lp_random(rng), values[SLOT_W] + 1), frames;
    slots >>= lp_below(rng, 8); /* apart: C leaves the order within an expression open */
    frames = low(lp_random(rng), values[FRAME_W] + 1);
    frames >>= lp_below(rng, 8);
    bool compressed = lp_below(rng, 8) != 0;
    unsigned target = lp_below(rng, lp_below(rng, 8) ? 5 : 8);

    (void)own;
    if (!compressed && lp_below(rng, 4) != 0)
        target = 0;
    lpi_kit_number(in, GBBR, base(rng));
    lpi_kit_number(in, MDBASE, base(rng));
    lpi_kit_number(in, SLOTS, slots);
    lpi_kit_number(in, FRAMES, frames);
    lpi_kit_number(in, COMPRESSED, once < 32 ? once / 8 % 2 == 0 : compressed);
    lpi_kit_number(in, TARGET, once < 32 ? once % 8 : target);
    lpi_kit_number(in, SLOT, once < 32 ? slots / 2 : number(rng, slots, values[SLOT_W]));
    lpi_kit_number(in, FRAME, once < 32 ? frames / 2 : number(rng, frames, values[FRAME_W]));
    lpi_kit_number(in, INDEX,
                   once < 32 ? (once < 16 ? 0 : lines - 1)
                             : number(rng, lines, values[SHARE_W] - 7));
}

static struct lp_gbbr_page page_of(const struct lpi_kit_side *in)
{
    return (struct lp_gbbr_page){.compressed = (uint8_t)in->field[COMPRESSED].number,
                                 .target = (uint8_t)in->field[TARGET].number,
                                 .slot = (uint32_t)in->field[SLOT].number,
                                 .frame = (uint32_t)in->field[FRAME].number};
}

static const char *gbbr_expect(void *state, const int *values, const struct lpi_kit_side *in,
                               struct lpi_kit_side *out)
{
    const struct lpi_kit_value *at = in->field;
    struct lp_gbbr_geometry geometry = {.share_log2 = (unsigned)values[SHARE_W]};
    struct lp_gbbr_regs regs = {at[GBBR].number, at[MDBASE].number, at[SLOTS].number,
                                at[FRAMES].number};
    struct lp_gbbr_page page = page_of(in);
    struct lp_gbbr_line line = {.dev_addr = 0};

    (void)state;
    if (at[SLOT].number >> values[SLOT_W] || at[FRAME].number >> values[FRAME_W])
        return "slot or frame has more bits than SLOT_W or FRAME_W";
    if (at[SLOTS].number >> (values[SLOT_W] + 1) || at[FRAMES].number >> (values[FRAME_W] + 1))
        return "slots or frames has over one bit more than SLOT_W or FRAME_W";
    if (at[INDEX].number >= lp_gbbr_lines(&geometry))
        return "index is not a line of the share";
    lpi_kit_number(
        out, FAULT,
        (uint64_t)lp_gbbr_translate(&geometry, &regs, &page, (uint32_t)at[INDEX].number, &line));
    lpi_kit_number(out, DEV_ADDR, line.dev_addr & ADDR_MASK);
    lpi_kit_number(out, DEV_SECTORS, line.dev_sectors);
    lpi_kit_number(out, EIGHT, line.eight);
    lpi_kit_number(out, SPILL_ADDR, line.spill_addr & ADDR_MASK);
    lpi_kit_number(out, SPILL_SECTORS, line.spill_sectors);
    lpi_kit_number(out, META, line.meta);
    lpi_kit_number(out, META_ADDR, line.meta_addr & (2 * ADDR_MASK + 1));
    return NULL;
}

/* Explains an address as its sum. */
static void gbbr_explain(const int *values, const struct lpi_kit_side *in,
                         const struct lpi_kit_side *due, const struct lpi_kit_side *got,
                         size_t field, char *text, size_t room)
{
    const struct lpi_kit_value *at = in->field;
    unsigned target = (unsigned)at[TARGET].number;
    uint64_t share = UINT64_C(1) << values[SHARE_W];

    (void)due;
    (void)got;
    if (field == DEV_ADDR)
        snprintf(text, room, "frame 0x%" PRIx64 " x 0x%" PRIx64 " + index 0x%" PRIx64 " x %u",
                 at[FRAME].number, share / 16, at[INDEX].number, lp_gbbr_device_bytes(target));
    else if (field == SPILL_ADDR)
        snprintf(text, room,
                 "gbbr 0x%" PRIx64 " + slot 0x%" PRIx64 " x 0x%" PRIx64 " + index 0x%" PRIx64
                 " x %u",
                 at[GBBR].number & PAGE_MASK, at[SLOT].number, share / 4 * 3, at[INDEX].number,
                 lp_gbbr_spill_bytes(target));
    else if (field == META_ADDR)
        snprintf(text, room,
                 "2 x mdbase 0x%" PRIx64 " + slot 0x%" PRIx64 " x %" PRIu64
                 " lines + index 0x%" PRIx64,
                 at[MDBASE].number & PAGE_MASK, at[SLOT].number, share / LP_LINE_BYTES,
                 at[INDEX].number);
    else if (field == FAULT)
        snprintf(text, room,
                 "target %u, slot 0x%" PRIx64 " of 0x%" PRIx64 ", frame 0x%" PRIx64
                 " of 0x%" PRIx64,
                 target, at[SLOT].number, at[SLOTS].number, at[FRAME].number, at[FRAMES].number);
}

const struct lpi_kit_unit lpi_kit_gbbr = {
    .name = "gbbr",
    .module = "lp_gbbr_xlat",
    .ports = &lpi_kit_gbbr_ports,
    .does = "page attributes and a line's index to addresses",
    .params = params,
    .nparams = 3,
    .in = in_fields,
    .out = out_fields,
    .nin = INS,
    .nout = OUTS,
    .cases = {400, 200000},
    .fits = fits,
    .make = gbbr_make,
    .expect = gbbr_expect,
    .explain = gbbr_explain,
};
