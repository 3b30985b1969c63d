/* SPDX-License-Identifier: Apache-2.0 */
/*
 * EBD of 16-bit elements (format.md, section 13, and the stream of section 15): a warp takes a
 * line, and a lane a word of it, which is two elements.
 */
#include "../../cmodel/lib/codec/auto.h"
#include "../../cmodel/lib/ebd/ebd_form.h"
#include "kernels.h"
#include "windows.h"

#define EACH 4u /* lines that a warp takes at a time */
#define RECORD (1 + LINE)
#define NO_CODE 8u

/* Lanes' first and second elements. */
struct set {
    uint32_t of[2];
};

DEVICE struct set set_of(int first, int second)
{
    return {{__ballot_sync(ALL, first), __ballot_sync(ALL, second)}};
}

DEVICE uint32_t number(struct set set)
{
    return count(set.of[0]) + count(set.of[1]);
}

/* Those before this lane's first or second element. */
DEVICE uint32_t before(struct set set, unsigned which)
{
    uint32_t lower = below(lane());
    return count(set.of[0] & (which == 0 ? lower : up_to(lane()))) + count(set.of[1] & lower);
}

/* ---- compress ---- */

struct pair {
    uint32_t exponent[2], payload[2];
    int nonzero[2];
};

DEVICE struct pair pair_of(uint32_t word)
{
    struct pair x;
    for (unsigned k = 0; k < 2; k++, word >>= 16) {
        x.exponent[k] = word >> 7 & 255;
        x.payload[k] = (word >> 8 & 0x80) | (word & 0x7f);
        x.nonzero[k] = (word & 0xffff) != 0;
    }
    return x;
}

DEVICE uint32_t most_of(uint32_t value)
{
    for (unsigned step = WARP / 2; step > 0; step /= 2) {
        uint32_t other = __shfl_xor_sync(ALL, value, (int)step);
        value = other > value ? other : value;
    }
    return value;
}

/* The largest exponent below 255, or 0. */
DEVICE uint32_t largest_of(const struct pair *x)
{
    uint32_t largest = 0;
    for (unsigned k = 0; k < 2; k++)
        if (x->exponent[k] != LPI_EBD_INFINITE && x->exponent[k] > largest)
            largest = x->exponent[k];
    return most_of(largest);
}

/* The least exponent above 0, or 256. */
DEVICE uint32_t least_of(const struct pair *x)
{
    uint32_t off = 0;
    for (unsigned k = 0; k < 2; k++)
        if (x->exponent[k] != 0 && 256 - x->exponent[k] > off)
            off = 256 - x->exponent[k];
    return 256 - most_of(off);
}

DEVICE struct lpi_ebd_counts counts_of(const struct pair *x)
{
    struct lpi_ebd_counts c;
    int q[2], counts[2];
    c.nonzero = number(set_of(x->nonzero[0], x->nonzero[1]));
    c.infinite = number(
        set_of(x->exponent[0] == LPI_EBD_INFINITE, x->exponent[1] == LPI_EBD_INFINITE));
    c.most = lpi_ebd_most(largest_of(x), c.nonzero, c.infinite);
    c.least = (int)least_of(x);
    c.infinite = c.most == (int)LPI_EBD_INFINITE ? 0 : c.infinite;
    for (unsigned k = 0; k < 2; k++) {
        q[k] = c.most - (int)x->exponent[k];
        counts[k] = x->nonzero[k] && q[k] >= 0;
    }
    for (int k = 0; k < 3; k++)
        c.below[k] = number(set_of(counts[0] && q[0] < k, counts[1] && q[1] < k));
    for (int k = 0; k < 4; k++)
        c.from[k] = number(set_of(counts[0] && q[0] >= 6 + k, counts[1] && q[1] >= 6 + k));
    return c;
}

/* Codes and nibbles of a record, one in a byte, in shared memory. */
struct scratch {
    uint8_t codes[2 * WARP], nibbles[2 * WARP];
};

#define STAGE (EACH * RECORD + sizeof(struct scratch))

/* Byte `at` of the codes, three bits each. */
DEVICE uint32_t codes_byte(const struct scratch *s, unsigned at)
{
    uint32_t packed = 0;
    for (unsigned i = 0; i < 8; i++)
        packed |= (uint32_t)s->codes[at / 3 * 8 + i] << 3 * i;
    return packed >> at % 3 * 8;
}

DEVICE uint32_t nibble_of(uint32_t base, uint32_t exponent, uint32_t e)
{
    if (exponent > base)
        return LPI_EBD_FAR + exponent - base;
    return base - exponent <= e + LPI_EBD_FAR ? base - exponent - e : LPI_EBD_BOTTOM;
}

/* The fields but for codes and nibbles, which go to `s`; returns how many escapes there are. */
DEVICE uint32_t scatter(const struct pair *x, const struct lpi_ebd_plan *plan, uint8_t *record,
                        struct scratch *s)
{
    int masked = plan->form == LPI_EBD_MASK, stored[2], escape[2];
    uint32_t e = plan->form == LPI_EBD_CODE ? LPI_EBD_E_CODE : LPI_EBD_E_FULL, code[2];
    for (unsigned k = 0; k < 2; k++) {
        uint32_t d = plan->base - x->exponent[k]; /* above E if it is negative */
        stored[k] = plan->form == LPI_EBD_FULL || x->nonzero[k];
        escape[k] = stored[k] && d >= e;
        code[k] = !stored[k] ? LPI_EBD_ZERO_CODE : escape[k] ? e : d;
    }
    struct set all = set_of(stored[0], stored[1]), escapes = set_of(escape[0], escape[1]);
    uint32_t payload = lpi_ebd_payload_at(masked, number(escapes));
    for (unsigned k = 0; k < 2; k++) {
        uint32_t place = before(all, k);
        if (stored[k])
            record[payload + place] = (uint8_t)x->payload[k];
        if (!masked || stored[k])
            s->codes[masked ? place : 2 * lane() + k] = (uint8_t)code[k];
        if (escape[k])
            s->nibbles[before(escapes, k) + !masked] = (uint8_t)nibble_of(plan->base,
                                                                          x->exponent[k], e);
    }
    if (masked && lane() < 8) {
        uint32_t bits = interleave(all.of[0] >> 4 * lane() & 15, all.of[1] >> 4 * lane() & 15);
        record[LPI_EBD_MASK_AT + lane()] = (uint8_t)bits;
    }
    return number(escapes);
}

DEVICE void put_record(const struct pair *x, const struct lpi_ebd_plan *plan, uint8_t *record,
                       struct scratch *s)
{
    int masked = plan->form == LPI_EBD_MASK;
    unsigned codes = masked ? LPI_EBD_MASK_MOST * 3 / 8 : LPI_EBD_ELEMENTS * 3 / 8;
    for (unsigned i = lane(); i < 2 * WARP; i += WARP) {
        s->codes[i] = 0;
        s->nibbles[i] = 0;
    }
    __syncwarp(ALL);
    uint32_t nibbles = scatter(x, plan, record, s) + !masked;
    if (lane() == 0) {
        record[0] = (uint8_t)plan->base;
        if (!masked)
            s->nibbles[0] = plan->form == LPI_EBD_FULL;
    }
    __syncwarp(ALL);
    if (lane() < codes)
        record[(masked ? LPI_EBD_MASK_CODES : LPI_EBD_CODES) + lane()] = (uint8_t)codes_byte(
            s, lane());
    if (2 * lane() < nibbles)
        record[(masked ? LPI_EBD_MASK_NIBBLES : LPI_EBD_NIBBLES) + lane()] =
            (uint8_t)(s->nibbles[2 * lane()] | s->nibbles[2 * lane() + 1] << 4);
    __syncwarp(ALL);
}

/* Writes the line's kind and record; returns their bytes. */
DEVICE uint32_t encode_line(uint32_t word, uint8_t *out, struct scratch *s)
{
    struct pair x = pair_of(word);
    struct lpi_ebd_counts counts = counts_of(&x);
    struct lpi_ebd_plan plan = lpi_ebd_plan(&counts);
    uint32_t kind = counts.nonzero == 0         ? LPI_KIND_ZERO
                    : plan.form == LPI_EBD_NONE ? LPI_KIND_RAW
                    : plan.form == LPI_EBD_MASK ? LPI_KIND_EBD_MASK
                                                : LPI_KIND_EBD_CODES;
    if (lane() == 0)
        out[0] = (uint8_t)kind;
    if (kind == LPI_KIND_RAW)
        put_word(out + 1 + WORD * lane(), word);
    else if (kind != LPI_KIND_ZERO)
        put_record(&x, &plan, out + 1, s);
    return 1 + (kind == LPI_KIND_ZERO ? 0 : plan.bytes);
}

static __device__ uint32_t encode_ebd(const struct window *w, uint8_t *stage)
{
    struct scratch *s = (struct scratch *)(stage + EACH * RECORD);
    uint32_t out = 0;
    for (uint32_t at = 0; at < w->words; at += WARP)
        out += encode_line(load_word(w->data, w->bytes, at + lane()), stage + out, s);
    return out;
}

__global__ void lpc_compress_ebd16(struct lpc_job job)
{
    __shared__ uint8_t stages[LPC_WARPS_MAX][STAGE];
    __shared__ uint32_t sizes[LPC_WARPS_MAX];
    compress_windows<encode_ebd, EACH * LINE, 0>(&job, stages[warp()], {sizes, 1});
}

/* ---- expand ---- */

#define LINES (EACH * LPC_WARPS_MAX) /* that a block takes at a time */

/* Records of some lines, in shared memory. */
struct batch {
    uint8_t bytes[LINES * RECORD + 1]; /* bits_at reads a byte more than it uses */
    uint32_t from[LINES + 1];
    uint32_t whole;   /* records that have their length */
    uint32_t error;   /* of the one after them; 0 */
    uint32_t corrupt; /* one of them is not valid */
};

DEVICE uint32_t bits_at(const uint8_t *record, uint32_t at, uint32_t width)
{
    uint32_t pair = record[at / 8] | (uint32_t)record[at / 8 + 1] << 8;
    return pair >> at % 8 & below(width);
}

DEVICE uint32_t nibble_at(const uint8_t *record, uint32_t number)
{
    return record[number / 2] >> 4 * (number % 2) & 15;
}

/* A record's mask and codes, read. */
struct fields {
    uint32_t e, places;
    uint32_t code[2]; /* of the lane's elements; NO_CODE */
    struct set stored, escapes;
    uint32_t bytes; /* 0: more elements than a mask may have */
};

DEVICE struct fields fields_of(const uint8_t *record, int masked)
{
    struct fields f;
    uint32_t own = masked ? bits_at(record, 8 * LPI_EBD_MASK_AT + 2 * lane(), 2) : 3;
    uint32_t at = 8 * (masked ? LPI_EBD_MASK_CODES : LPI_EBD_CODES);
    struct set coded = set_of(own & 1, own >> 1);
    f.e = masked || (record[LPI_EBD_NIBBLES] & 1) ? LPI_EBD_E_FULL : LPI_EBD_E_CODE;
    f.places = number(coded);
    int possible = !masked || f.places <= LPI_EBD_MASK_MOST;
    for (unsigned k = 0; k < 2; k++)
        f.code[k] = possible && (own >> k & 1) ? bits_at(record, at + 3 * before(coded, k), 3)
                                               : NO_CODE;
    f.stored = set_of(f.code[0] <= f.e, f.code[1] <= f.e);
    f.escapes = set_of(f.code[0] == f.e, f.code[1] == f.e);
    f.bytes = lpi_ebd_payload_at(masked, number(f.escapes)) + number(f.stored);
    f.bytes = possible ? f.bytes : 0;
    return f;
}

/* *bytes = the length that the record after its kind says; of `have` bytes. 0 or an error. */
DEVICE uint32_t measure_fields(const uint8_t *record, int masked, uint32_t have, uint32_t *bytes)
{
    if (have < (masked ? LPI_EBD_MASK_NIBBLES : LPI_EBD_NIBBLES + 1))
        return SHORT_STREAM;
    *bytes = fields_of(record, masked).bytes;
    int fits = (*bytes <= LPI_EBD_MASK_BYTES) == masked && *bytes <= LPI_EBD_BYTES;
    return *bytes > 0 && fits ? 0 : CORRUPT_STREAM;
}

/* The same with its kind. */
DEVICE uint32_t measure(const uint8_t *record, uint32_t have, uint32_t *bytes)
{
    if (have == 0)
        return SHORT_STREAM;
    uint32_t kind = record[0], error = 0;
    *bytes = 0;
    if (kind == LPI_KIND_RAW)
        *bytes = LINE;
    else if (kind == LPI_KIND_EBD_MASK || kind == LPI_KIND_EBD_CODES)
        error = measure_fields(record + 1, kind == LPI_KIND_EBD_MASK, have - 1, bytes);
    else if (kind != LPI_KIND_ZERO)
        return CORRUPT_STREAM;
    ++*bytes;
    return error != 0 ? error : *bytes > have ? SHORT_STREAM : 0;
}

/* Finds where each of `lines` records begins, in sequence; called by a warp. */
DEVICE void walk(struct batch *r, uint32_t lines, uint32_t have)
{
    uint32_t at = 0, whole = 0, error = 0, bytes;
    while (whole < lines && error == 0) {
        if (lane() == 0)
            r->from[whole] = at;
        error = measure(r->bytes + at, have - at, &bytes);
        if (error == 0) {
            at += bytes;
            whole++;
        }
    }
    if (lane() == 0) {
        r->from[whole] = at;
        r->whole = whole;
        r->error = error;
    }
}

/* Whether a bit that has to be 0 is set. */
DEVICE int has_dirt(const uint8_t *record, int masked, const struct fields *f)
{
    uint32_t escapes = number(f->escapes);
    uint32_t first = masked ? 2 * LPI_EBD_MASK_NIBBLES : 2 * LPI_EBD_NIBBLES + 1;
    if ((first + escapes) % 2 != 0 && nibble_at(record, first + escapes) != 0)
        return 1;
    if (!masked)
        return nibble_at(record, 2 * LPI_EBD_NIBBLES) > 1;
    return lane() >= f->places && lane() < LPI_EBD_MASK_MOST &&
           bits_at(record, 8 * LPI_EBD_MASK_CODES + 3 * lane(), 3) != 0;
}

DEVICE int exponent_of(const uint8_t *record, int masked, const struct fields *f, unsigned k)
{
    int base = record[0], e = (int)f->e;
    if (f->code[k] < f->e)
        return base - (int)f->code[k];
    uint32_t first = masked ? 2 * LPI_EBD_MASK_NIBBLES : 2 * LPI_EBD_NIBBLES + 1;
    int nibble = (int)nibble_at(record, first + before(f->escapes, k));
    if (nibble <= (int)LPI_EBD_FAR)
        return base - e - nibble;
    return nibble == (int)LPI_EBD_BOTTOM ? 0 : base + nibble - (int)LPI_EBD_FAR;
}

/* The lane's word; 1 in *bad if the record is not valid. */
DEVICE uint32_t decode_fields(const uint8_t *record, int masked, int *bad)
{
    struct fields f = fields_of(record, masked);
    uint32_t payload = lpi_ebd_payload_at(masked, number(f.escapes)), word = 0;
    *bad = has_dirt(record, masked, &f);
    for (unsigned k = 0; k < 2; k++)
        if (f.code[k] <= f.e) {
            int exponent = exponent_of(record, masked, &f, k);
            uint32_t rest = record[payload + before(f.stored, k)];
            *bad |= exponent < 0 || exponent > 255;
            word |= ((rest & 0x80) << 8 | (uint32_t)(exponent & 255) << 7 | (rest & 0x7f))
                    << 16 * k;
        }
    return word;
}

DEVICE void expand_line(struct batch *r, uint32_t number, uint8_t *data, uint64_t bytes,
                        uint64_t line)
{
    const uint8_t *record = r->bytes + r->from[number];
    uint32_t kind = record[0], word = 0;
    int bad = 0;
    if (kind == LPI_KIND_RAW)
        word = get_word(record + 1 + WORD * lane());
    else if (kind != LPI_KIND_ZERO)
        word = decode_fields(record + 1, kind == LPI_KIND_EBD_MASK, &bad);
    bad |= store_word(data, bytes, line * WARP + lane(), word) != 0;
    if (__ballot_sync(ALL, bad) != 0 && lane() == 0)
        r->corrupt = 1;
}

DEVICE void load(struct batch *r, const uint8_t *in, uint32_t have)
{
    for (uint32_t i = threadIdx.x; i < have; i += blockDim.x)
        r->bytes[i] = in[i];
}

__global__ void lpc_expand_ebd16(struct lpc_job job)
{
    __shared__ struct batch r;
    struct part p = part_of(&job);
    struct source source = source_of(&job);
    const uint8_t *in = job.stream + source.from;
    uint64_t left = source.bytes;
    uint32_t error = 0;
    if (threadIdx.x == 0)
        r.corrupt = 0;
    for (uint64_t first = 0; first < p.lines && error == 0; first += LINES) {
        uint32_t lines = (uint32_t)(p.lines - first < LINES ? p.lines - first : LINES);
        uint32_t have = (uint32_t)(left < lines * RECORD ? left : lines * RECORD);
        load(&r, in, have);
        __syncthreads();
        if (warp() == 0)
            walk(&r, lines, have);
        __syncthreads();
        for (uint32_t k = warp(); k < r.whole; k += warps())
            expand_line(&r, k, job.back + p.at, p.bytes, first + k);
        in += r.from[r.whole];
        left -= r.from[r.whole];
        __syncthreads();
        /* Of the first bad record in order. */
        error = r.corrupt ? CORRUPT_STREAM : r.error;
    }
    if (threadIdx.x == 0)
        job.errors[blockIdx.x] = error != 0 ? error : left > 0 ? LONG_STREAM : 0;
}
