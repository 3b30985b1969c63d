/* SPDX-License-Identifier: Apache-2.0 */
#include "sass.h"

#include <stdlib.h>
#include <string.h>

/* Memory of threads begins at its base, and so much of it belongs to it. */
#define LOCAL_BYTES (UINT64_C(8) << 20)
#define LIST_MOST ((size_t)1 << 20)

enum mode { LIST = 0, STRIDE = 1, DIFFERENCES = 2, TENSOR_LIST = 3, TENSOR_DIFFERENCES = 4 };

/* The words of a line; `why` is the first error. */
struct words {
    const char *at;
    const char *why;
};

static void wrong(struct words *w, const char *why)
{
    if (w->why == NULL)
        w->why = why;
    w->at = "";
}

static void skip_blanks(struct words *w)
{
    while (*w->at == ' ' || *w->at == '\t')
        w->at++;
}

static void skip_word(struct words *w, const char *why)
{
    skip_blanks(w);
    if (*w->at == '\0')
        wrong(w, why);
    while (*w->at > ' ')
        w->at++;
}

/* The word ends where it should. */
static void check_end(struct words *w, const char *why)
{
    if (*w->at != ' ' && *w->at != '\t' && *w->at != '\0')
        wrong(w, why);
}

static uint64_t take_hex(struct words *w, const char *why)
{
    uint64_t value = 0;
    unsigned digits = 0;
    skip_blanks(w);
    if (w->at[0] == '0' && (w->at[1] == 'x' || w->at[1] == 'X'))
        w->at += 2;
    for (;; digits++, w->at++) {
        unsigned c = (unsigned char)*w->at, digit;
        if (c - '0' <= 9)
            digit = c - '0';
        else if ((c | 32) - 'a' <= 5)
            digit = (c | 32) - 'a' + 10;
        else
            break;
        if (value >> 60 != 0) {
            wrong(w, why);
            return 0;
        }
        value = value << 4 | digit;
    }
    if (digits == 0)
        wrong(w, why);
    check_end(w, why);
    return value;
}

/* Up to 18 digits, so that the value fits. */
static uint64_t take_number(struct words *w, uint64_t most, const char *why)
{
    skip_blanks(w);
    const char *begin = w->at, *at = begin;
    uint64_t value = 0;
    for (unsigned digit; (digit = (unsigned char)*at - (unsigned)'0') <= 9; at++)
        value = 10 * value + digit;
    w->at = at;
    if (at == begin || at - begin > 18 || value > most) {
        wrong(w, why);
        return 0;
    }
    check_end(w, why);
    return value;
}

static int64_t take_signed(struct words *w, const char *why)
{
    skip_blanks(w);
    bool minus = *w->at == '-';
    w->at += minus;
    int64_t value = (int64_t)take_number(w, INT64_MAX, why);
    return minus ? -value : value;
}

static unsigned take_registers(struct words *w, uint8_t *list)
{
    static const char why[] = "a register that is not R0 to R255";
    unsigned count = (unsigned)take_number(w, LPI_SASS_OPERANDS, "a number of registers above 64");
    for (unsigned i = 0; i < count && w->why == NULL; i++) {
        skip_blanks(w);
        if (*w->at != 'R')
            wrong(w, why);
        else
            w->at++;
        list[i] = (uint8_t)take_number(w, 255, why);
    }
    return w->why == NULL ? count : 0;
}

static void take_opcode(struct words *w, struct lpi_sass *s)
{
    skip_blanks(w);
    s->opcode = w->at;
    while (*w->at > ' ')
        w->at++;
    s->opcode_bytes = (size_t)(w->at - s->opcode);
    if (s->opcode_bytes == 0 || s->opcode_bytes > 128)
        wrong(w, "no opcode, or one of more than 128 bytes");
}

/* ---- addresses of lanes ---- */

static const char lane_address[] = "fewer addresses than the mask has lanes, or no address";

static void take_list(struct words *w, struct lpi_sass *s)
{
    for (unsigned lane = 0; lane < LP_WARP_LANES; lane++)
        s->address[lane] = s->mask >> lane & 1 ? take_hex(w, lane_address) : 0;
}

static void take_stride(struct words *w, struct lpi_sass *s)
{
    uint64_t base = take_hex(w, "no base address");
    int64_t stride = take_signed(w, "no stride");
    unsigned first = s->mask != 0 ? (unsigned)__builtin_ctz(s->mask) : 0;
    uint32_t run = s->mask >> first;
    if ((run & (run + 1)) != 0) {
        wrong(w, "a stride, and a mask with holes");
        return;
    }
    for (unsigned lane = 0; lane < LP_WARP_LANES; lane++)
        s->address[lane] = s->mask >> lane & 1 ? base + (uint64_t)stride * (uint64_t)(lane - first)
                                               : 0;
}

static void take_differences(struct words *w, struct lpi_sass *s)
{
    uint64_t address = take_hex(w, "no base address");
    bool first = true;
    for (unsigned lane = 0; lane < LP_WARP_LANES; lane++) {
        s->address[lane] = 0;
        if (!(s->mask >> lane & 1))
            continue;
        if (!first)
            address += (uint64_t)take_signed(w, "fewer differences than the mask has lanes");
        s->address[lane] = address;
        first = false;
    }
}

/* ---- addresses of tensor copies ---- */

static bool add_address(struct words *w, struct lpi_sass *s, uint64_t address)
{
    if (s->list_count == s->list_room) {
        size_t room = s->list_room ? 2 * s->list_room : 256;
        uint64_t *larger = realloc(s->list, room * sizeof *larger);
        if (larger == NULL) {
            wrong(w, "no memory for the addresses");
            return false;
        }
        s->list = larger;
        s->list_room = room;
    }
    s->list[s->list_count++] = address;
    return true;
}

static void take_pieces(struct words *w, struct lpi_sass *s, enum mode mode)
{
    static const char why[] = "fewer addresses than the copy has pieces";
    uint64_t base = mode == TENSOR_DIFFERENCES ? take_hex(w, why) : 0;
    size_t count = (size_t)take_number(w, LIST_MOST, "no number of pieces, or more than 2^20");
    s->list_count = 0;
    for (size_t i = 0; i < count && w->why == NULL; i++) {
        if (mode == TENSOR_LIST)
            base = take_hex(w, why);
        else if (i > 0)
            base += (uint64_t)take_signed(w, why);
        if (!add_address(w, s, base))
            return;
    }
}

/* Version 6 has the barrier, the multicast and the size of the copy. */
static void take_tensor(struct words *w, const struct lpi_sass_form *form, struct lpi_sass *s,
                        enum mode mode)
{
    s->list_bytes = 0;
    s->list_count = 0;
    if (form->version >= 6) {
        take_hex(w, "no barrier of a tensor copy");
        if (take_number(w, 1, "no 0 or 1 for multicast") == 1)
            take_hex(w, "no mask of a multicast");
        s->list_bytes = take_number(w, UINT32_MAX, "no bytes of a tensor copy");
        take_number(w, UINT32_MAX, "no bytes outside of a tensor copy");
    }
    if (mode == TENSOR_LIST || mode == TENSOR_DIFFERENCES)
        take_pieces(w, s, mode);
    else
        wrong(w, "a tensor copy whose addresses are not in mode 3 or 4");
}

static void take_memory(struct words *w, const struct lpi_sass_form *form, struct lpi_sass *s)
{
    enum mode mode = (enum mode)take_number(w, 4, "an address mode that is not 0 to 4");
    if (s->class == LPI_SASS_TENSOR) {
        take_tensor(w, form, s, mode);
        return;
    }
    switch (mode) {
    case LIST: take_list(w, s); break;
    case STRIDE: take_stride(w, s); break;
    case DIFFERENCES: take_differences(w, s); break;
    default: wrong(w, "an address mode of tensor copies, and another instruction");
    }
}

/* ---- values, version 6 ---- */

/* Values of an operand in all lanes. */
static void take_value(struct words *w, uint32_t values[LP_WARP_LANES])
{
    static const char why[] = "an operand with neither 1 nor 32 values";
    uint64_t count = take_number(w, 32, why);
    if (w->why == NULL && count != 1 && count != LP_WARP_LANES)
        wrong(w, why);
    for (unsigned lane = 0; lane < LP_WARP_LANES; lane++) {
        uint64_t value = lane < count ? take_hex(w, why) : values[0];
        if (value > UINT32_MAX)
            wrong(w, "a value of more than 32 bits");
        values[lane] = (uint32_t)value;
    }
}

/* The registers of a store's data are its last sources, one after the other. */
static bool has_data(const struct lpi_sass *s, unsigned registers)
{
    if (s->class != LPI_SASS_GLOBAL || s->kind != LP_WARP_STORE || s->sources < registers + 1)
        return false;
    for (unsigned i = 1; i < registers; i++)
        if (s->source[s->sources - i] != s->source[s->sources - i - 1] + 1)
            return false;
    return true;
}

static void put_bytes(struct lpi_sass *s, uint32_t values[][LP_WARP_LANES], unsigned registers)
{
    uint8_t *to = s->bytes;
    for (unsigned lane = 0; lane < LP_WARP_LANES; lane++)
        for (unsigned i = 0; s->mask >> lane & 1 && i < s->width; i++)
            *to++ = (uint8_t)(values[i / 4 % registers][lane] >> 8 * (i % 4));
}

static void take_values(struct words *w, struct lpi_sass *s)
{
    uint32_t values[LP_WARP_WIDTH_MAX / 4][LP_WARP_LANES], other[LP_WARP_LANES];
    unsigned registers = s->width > 4 ? s->width / 4 : 1;
    skip_blanks(w);
    if (strncmp(w->at, "NoVal", 5) == 0) {
        w->at += 5;
        check_end(w, "neither NoVal nor Val");
        return;
    }
    if (strncmp(w->at, "Val", 3) != 0) {
        wrong(w, "neither NoVal nor Val");
        return;
    }
    w->at += 3;
    check_end(w, "neither NoVal nor Val");
    bool data = has_data(s, registers);
    for (unsigned i = 0; i < s->destinations + s->sources && w->why == NULL; i++) {
        unsigned left = s->destinations + s->sources - i;
        take_value(w, data && left <= registers ? values[registers - left] : other);
    }
    if (data && w->why == NULL) {
        put_bytes(s, values, registers);
        s->has_bytes = true;
    }
}

/* ---- the line ---- */

static void classify(const struct lpi_sass_form *form, struct lpi_sass *s,
                     const struct lpi_opcode *known)
{
    uint64_t first = s->mask != 0 ? s->address[__builtin_ctz(s->mask)] : 0;
    if (known == NULL || s->mask == 0) {
        s->class = known == NULL ? LPI_SASS_UNKNOWN : LPI_SASS_PLAIN;
        return;
    }
    if (!known->generic)
        return;
    if (first >= form->shared_base && first < form->local_base)
        s->class = LPI_SASS_PLAIN;
    else if (form->local_base != 0 && first >= form->local_base &&
             first - form->local_base < LOCAL_BYTES)
        s->class = LPI_SASS_LOCAL;
}

static void describe(struct lpi_sass *s, const struct lpi_opcode *known)
{
    s->class = known != NULL ? known->class : LPI_SASS_PLAIN;
    s->kind = known != NULL ? known->kind : LP_WARP_END;
    s->returns = known != NULL && known->returns;
    s->constant = false;
    s->has_bytes = false;
    s->width = 0;
    if (known == NULL || s->class == LPI_SASS_BARRIER)
        return;
    s->width = lpi_opcode_width(s->opcode, s->opcode_bytes);
    s->constant = s->class == LPI_SASS_GLOBAL && s->kind == LP_WARP_LOAD &&
                  lpi_opcode_has(s->opcode, s->opcode_bytes, "CONSTANT");
    /* Its parts are destination and source. */
    if (s->opcode_bytes >= 8 && memcmp(s->opcode, "UBLKCP.G", 8) == 0)
        s->kind = LP_WARP_STORE;
}

static bool has_part_gmma(const struct lpi_sass *s)
{
    for (size_t i = 0; i + 4 <= s->opcode_bytes && s->opcode[i] != '.'; i++)
        if (memcmp(s->opcode + i, "GMMA", 4) == 0)
            return true;
    return false;
}

/* Version 5 has one immediate after the memory, version 6 one or two, and values. */
static void take_rest(struct words *w, const struct lpi_sass_form *form, struct lpi_sass *s)
{
    if (form->version >= 5)
        skip_word(w, "no immediate");
    if (form->version < 6)
        return;
    skip_blanks(w);
    if (*w->at != 'N' && *w->at != 'V')
        skip_word(w, "neither NoVal nor Val");
    take_values(w, s);
}

const char *lpi_sass_parse(const char *line, const struct lpi_sass_form *form, struct lpi_sass *s)
{
    struct words w = {.at = line};
    if (form->version < 3)
        for (unsigned i = 0; i < 4; i++)
            take_number(&w, UINT32_MAX, "no thread block and warp");
    if (form->line_numbers)
        take_number(&w, UINT32_MAX, "no line number");
    take_hex(&w, "no program counter");
    uint64_t mask = take_hex(&w, "no mask");
    if (mask > UINT32_MAX)
        wrong(&w, "a mask of more than 32 lanes");
    s->mask = (uint32_t)mask;
    s->destinations = take_registers(&w, s->destination);
    take_opcode(&w, s);
    const struct lpi_opcode *known = w.why == NULL ? lpi_opcode_find(s->opcode, s->opcode_bytes)
                                                   : NULL;
    describe(s, known);
    s->sources = take_registers(&w, s->source);
    if (form->version >= 6 && w.why == NULL && has_part_gmma(s))
        take_number(&w, UINT32_MAX, "no flag of a matrix instruction");
    uint64_t accessed = take_number(&w, UINT32_MAX, "no width of the access");
    if (accessed > 0 && w.why == NULL) {
        take_memory(&w, form, s);
        classify(form, s, known);
    } else if (s->class != LPI_SASS_BARRIER) {
        s->class = LPI_SASS_PLAIN;
    }
    take_rest(&w, form, s);
    skip_blanks(&w);
    if (w.why == NULL && *w.at != '\0')
        wrong(&w, "unexpected words at the line's end");
    return w.why;
}

void lpi_sass_free(struct lpi_sass *s)
{
    free(s->list);
    s->list = NULL;
    s->list_count = s->list_room = 0;
}
