/* SPDX-License-Identifier: Apache-2.0 */
#include "sass_writer.h"
#include <inttypes.h>
#include <string.h>

#define NEVER UINT64_MAX
/* Registers of loads; those below are for addresses and results. */
#define FIRST 8u
#define AFTER_LAST 248u
#define ZERO 255u
#define SOURCES_MOST 4u /* that Accel-Sim's reader takes */

/* The widest access of an instruction that an access of this width begins with. */
static unsigned part_of(unsigned width)
{
    return width >= 16 ? 16 : width >= 8 ? 8 : width >= 4 ? 4 : width >= 2 ? 2 : 1;
}

static unsigned parts_of(unsigned width)
{
    unsigned parts = 0;
    for (; width > 0; width -= part_of(width))
        parts++;
    return parts;
}

uint64_t sass_lines(const struct lp_warp_record *r)
{
    if (r->kind == LP_WARP_END)
        return r->gap > 0 ? r->gap : 1;
    return r->kind == LP_WARP_BARRIER ? 1 : parts_of(r->width);
}

void sass_begin(struct sass_writer *w, FILE *file, uint32_t lanes, struct sass_counts *counts)
{
    w->file = file;
    w->counts = counts;
    w->lanes = lanes;
    w->at = w->lines = 0;
    w->due = NEVER;
    memset(w->dues, 0, sizeof w->dues);
    w->next = FIRST;
}

/* ---- registers ---- */

/* Whether a load holds one of these registers. */
static int is_taken(const struct sass_writer *w, unsigned first, unsigned count)
{
    for (unsigned r = first / 4 * 4; r < first + count; r++)
        if (w->dues[r] != 0 && r + w->sizes[r] > first)
            return 1;
    return 0;
}

/* Registers that nothing waits for, at a multiple of their number; ZERO: there are none. */
static unsigned take_registers(struct sass_writer *w, unsigned count, uint64_t due)
{
    for (unsigned tries = 0; tries < AFTER_LAST - FIRST; tries++) {
        unsigned first = (w->next + count - 1) / count * count;
        if (first + count > AFTER_LAST)
            first = FIRST;
        w->next = first + count;
        if (is_taken(w, first, count))
            continue;
        w->dues[first] = due;
        w->sizes[first] = (uint8_t)count;
        w->due = due < w->due ? due : w->due;
        return first;
    }
    return ZERO;
}

/* Registers that the instruction `at` uses first, at most `most`; others wait for the next one. */
static unsigned give_registers(struct sass_writer *w, unsigned most, unsigned *list)
{
    unsigned count = 0;
    if (w->due > w->at)
        return 0;
    w->due = NEVER;
    for (unsigned r = FIRST; r < AFTER_LAST; r++) {
        if (w->dues[r] == 0)
            continue;
        if (w->dues[r] <= w->at && count < most) {
            list[count++] = r;
            w->dues[r] = 0;
            continue;
        }
        if (w->dues[r] <= w->at) {
            w->counts->late++;
            w->dues[r] = w->at + 1;
        }
        w->due = w->dues[r] < w->due ? w->dues[r] : w->due;
    }
    return count;
}

/* ---- lines ---- */

static char *put_text(char *to, const char *text)
{
    size_t length = strlen(text);
    memcpy(to, text, length);
    return to + length;
}

static char *put_hex(char *to, uint64_t value, unsigned digits)
{
    while (digits < 16 && value >> 4 * digits != 0)
        digits++;
    for (unsigned i = digits; i-- > 0;)
        *to++ = "0123456789abcdef"[value >> 4 * i & 15];
    return to;
}

static char *put_number(char *to, int64_t value)
{
    char digits[20];
    unsigned count = 0;
    uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
    if (value < 0)
        *to++ = '-';
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    while (count > 0)
        *to++ = digits[--count];
    return to;
}

static char *put_register(char *to, unsigned number)
{
    to = put_text(to, " R");
    return put_number(to, number);
}

/* Up to the width: the program counter follows from the line's place in the warp. */
static char *put_head(struct sass_writer *w, uint32_t mask, unsigned destination,
                      const char *opcode, const unsigned *sources, unsigned count)
{
    char *to = put_hex(w->line, w->lines++ * 16 & 0xffff, 4);
    *to++ = ' ';
    to = put_hex(to, mask, 8);
    to = put_text(to, destination <= ZERO ? " 1" : " 0");
    if (destination <= ZERO)
        to = put_register(to, destination);
    *to++ = ' ';
    to = put_text(to, opcode);
    *to++ = ' ';
    to = put_number(to, count);
    for (unsigned i = 0; i < count; i++)
        to = put_register(to, sources[i]);
    *to++ = ' ';
    return to;
}

static void put_line(struct sass_writer *w, char *end)
{
    *end++ = '\n';
    fwrite(w->line, 1, (size_t)(end - w->line), w->file);
}

static void write_plain(struct sass_writer *w, unsigned destination, const char *opcode)
{
    unsigned sources[SOURCES_MOST];
    unsigned count = give_registers(w, SOURCES_MOST, sources);
    char *to = put_head(w, w->lanes, destination, opcode, sources, count);
    *to++ = '0';
    put_line(w, to);
    w->at++;
}

/* Whether the mask is one run of lanes whose addresses have a stride. */
static int has_stride(const struct lp_warp_record *r, unsigned first, int64_t *stride)
{
    uint32_t run = r->mask >> first;
    *stride = 0;
    if ((run & (run + 1)) != 0)
        return 0;
    if (run > 1)
        *stride = (int64_t)(r->address[first + 1] - r->address[first]);
    for (unsigned lane = first + 1; lane < LP_WARP_LANES && r->mask >> lane & 1; lane++)
        if ((int64_t)(r->address[lane] - r->address[lane - 1]) != *stride)
            return 0;
    return *stride >= INT32_MIN && *stride <= INT32_MAX;
}

static char *put_addresses(char *to, const struct lp_warp_record *r, unsigned offset)
{
    unsigned first = 0;
    int64_t stride;
    while (!(r->mask >> first & 1))
        first++;
    int strided = has_stride(r, first, &stride);
    to = put_text(to, strided ? " 1 0x" : " 2 0x");
    to = put_hex(to, r->address[first] + offset, 12);
    if (strided) {
        *to++ = ' ';
        return put_number(to, stride);
    }
    for (unsigned lane = first + 1, last = first; lane < LP_WARP_LANES; lane++) {
        if (!(r->mask >> lane & 1))
            continue;
        *to++ = ' ';
        to = put_number(to, (int64_t)(r->address[lane] - r->address[last]));
        last = lane;
    }
    return to;
}

static void name_opcode(char opcode[40], const struct lp_warp_record *r, unsigned width)
{
    static const char *const sizes[] = {
        [1] = ".U8", [2] = ".U16", [4] = "", [8] = ".64", [16] = ".128"};
    const char *name = r->kind == LP_WARP_STORE  ? "STG.E"
                       : r->kind == LP_WARP_LOAD ? (r->constant ? "LDG.E.CONSTANT" : "LDG.E")
                       : r->use != 0             ? "ATOMG.E.ADD"
                                                 : "RED.E.ADD";
    snprintf(opcode, 40, "%s%s.SYS", name, sizes[width]);
}

/* A part of an access; only the last one has the value that is used, and ends the instruction. */
static void write_part(struct sass_writer *w, const struct lp_warp_record *r, unsigned offset,
                       unsigned width)
{
    char opcode[40];
    unsigned sources[SOURCES_MOST + 2], count = 0, destination = ZERO + 1;
    int last = offset + width == r->width, returns = r->kind == LP_WARP_LOAD || r->use != 0;
    int stores = r->kind != LP_WARP_LOAD;
    count = last ? give_registers(w, SOURCES_MOST - (unsigned)stores, sources) : 0;
    if (count < SOURCES_MOST - (unsigned)stores)
        sources[count++] = 2; /* the address, which no load writes */
    if (stores)
        sources[count++] = ZERO;
    if (returns)
        destination = ZERO;
    if (last && r->use != 0) {
        destination = take_registers(w, width > 4 ? width / 4 : 1, w->at + r->use);
        w->counts->late += destination == ZERO;
    }
    name_opcode(opcode, r, width);
    char *to = put_head(w, r->mask, destination, opcode, sources, count);
    to = put_number(to, width);
    put_line(w, put_addresses(to, r, offset));
}

static void write_access(struct sass_writer *w, const struct lp_warp_record *r)
{
    unsigned offset = 0;
    w->counts->split += parts_of(r->width) > 1;
    for (unsigned width; offset < r->width; offset += width) {
        width = part_of(r->width - offset);
        write_part(w, r, offset, width);
    }
    w->at++;
}

void sass_write(struct sass_writer *w, const struct lp_warp_record *r)
{
    uint64_t plain = r->kind == LP_WARP_END && r->gap > 0 ? r->gap - 1 : r->gap;
    for (uint64_t i = 0; i < plain; i++)
        write_plain(w, 4 + (unsigned)(w->at & 3), "IMAD");
    if (r->kind == LP_WARP_END) {
        w->counts->exits += r->gap == 0;
        write_plain(w, ZERO + 1, "EXIT");
    } else if (r->kind == LP_WARP_BARRIER) {
        write_plain(w, ZERO + 1, "BAR.SYNC");
    } else {
        write_access(w, r);
    }
}
