/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared by all code paths of BPC: the codes of the symbols, the records, and the walk through a
 * stream. A path adds the conversion between a line and its planes. The order of a plane is its
 * position in the stream: plane 32 has order 0, plane 0 has order 32.
 */
#ifndef LPI_BPC_CODE_H
#define LPI_BPC_CODE_H

#include "bpc_kernel.h"
#include <string.h>

#define PLANES 33u
#define ALL_ONES 0x7fffffffu

/* The longest stream that a memory entry holds. */
#define LPI_BPC_ENTRY_BYTES (3 * LP_SECTOR_BYTES)

LPI_INLINE uint64_t big_endian(uint64_t x)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    x = __builtin_bswap64(x);
#endif
    return x;
}

LPI_INLINE uint32_t little_endian(uint32_t x)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    x = __builtin_bswap32(x);
#endif
    return x;
}

LPI_INLINE size_t whole_bytes(size_t bits)
{
    return (bits + 7) / 8;
}

/* ---- encoding ---- */

/* A code: the low `bits` bits of `value`. */
struct lpi_bpc_code {
    uint64_t value;
    unsigned bits;
};

LPI_INLINE unsigned base_class(uint32_t base)
{
    uint32_t folded = base ^ (0 - (base >> 31));
    return (unsigned)((base != 0) + (folded >= 8) + (folded >= 128) + (folded >= 32768));
}

static const uint8_t lpi_bpc_base_bits[5] = {3, 7, 11, 19, 33};

LPI_INLINE struct lpi_bpc_code base_code(uint32_t base)
{
    static const uint64_t prefix[5] = {0, 1u << 4, 2u << 8, 3u << 16, UINT64_C(1) << 32};
    static const uint32_t mask[5] = {0, 0xf, 0xff, 0xffff, 0xffffffff};
    unsigned class = base_class(base);
    return (struct lpi_bpc_code){prefix[class] | (base & mask[class]), lpi_bpc_base_bits[class]};
}

/* The code of a run of n planes, n > 0. */
LPI_INLINE struct lpi_bpc_code run_code(unsigned n)
{
    uint64_t value = n == 1 ? 1 : 1u << 5 | (n - 2);
    return (struct lpi_bpc_code){value, n == 1 ? 3 : 7};
}

/* The code of a plane that is not zero; `dbp` is the plane before the xor. */
LPI_INLINE struct lpi_bpc_code plane_code(uint32_t dbx, uint32_t dbp)
{
    uint32_t low = dbx & (0 - dbx), k = (uint32_t)__builtin_ctz(dbx), value = 1u << 31 | dbx;
    unsigned bits = 32;
    if (dbx == low)
        value = 3u << 5 | k, bits = 10;
    if (dbx == 3 * low)
        value = 2u << 5 | k, bits = 10;
    if (dbp == 0)
        value = 1, bits = 5;
    if (dbx == ALL_ONES)
        value = 0, bits = 5;
    return (struct lpi_bpc_code){value, bits};
}

/*
 * Total length of the run symbols of planes 32 to 0. Bit i of `zeros`: the plane of order i is
 * zero; higher bits are 0.
 */
LPI_INLINE unsigned run_bits(uint64_t zeros)
{
    uint64_t starts = zeros & ~(zeros << 1), longer = starts & zeros >> 1;
    return 3 * (unsigned)__builtin_popcountll(starts) + 4 * (unsigned)__builtin_popcountll(longer);
}

/* A stream that is written in words of 64 bits. `open` is the partial word, filled from its top. */
struct lpi_bpc_writer {
    uint8_t *stream;
    size_t bits;
    uint64_t open;
};

/* Appends `bits` bits at the top of value, 0 to 64. Words are rewritten until they are full. */
LPI_INLINE void append(struct lpi_bpc_writer *w, uint64_t value, size_t bits)
{
    uint64_t shift = w->bits % 64, word = w->open | value >> shift, swapped = big_endian(word);
    /* Shifts in two steps, since `shift` may be 0. */
    uint64_t rest = value << 1 << (63 - shift);
    memcpy(w->stream + w->bits / 64 * 8, &swapped, sizeof swapped);
    /* A mask, since a branch would mispredict whether a word is full. */
    uint64_t full = 0 - (uint64_t)((shift + bits) / 64);
    w->open = (word & ~full) | (rest & full);
    w->bits += bits;
}

/* Writes the partial word, with zeros after the stream. */
LPI_INLINE void finish(const struct lpi_bpc_writer *w)
{
    uint64_t open = big_endian(w->open);
    memcpy(w->stream + w->bits / 64 * 8, &open, sizeof open);
}

/*
 * A line is encoded in two steps: the path first makes a struct lpi_bpc_plan, which holds the
 * stream's length; then the stream is written from it, unless the line is stored raw.
 */
struct lpi_bpc_plan;
typedef size_t lpi_bpc_plan_fn(const uint8_t *line, struct lpi_bpc_plan *plan);
typedef void lpi_bpc_emit_fn(const struct lpi_bpc_plan *plan, uint8_t *stream);

LPI_INLINE size_t encode_one(const uint8_t *line, uint8_t *stream, struct lpi_bpc_plan *plan,
                             lpi_bpc_plan_fn *make, lpi_bpc_emit_fn *emit)
{
    size_t bits = make(line, plan);
    if (bits < LP_BPC_RAW_BITS)
        emit(plan, stream);
    return bits;
}

/* Writes the record of a line whose stream has `bits` bits; returns its end. */
LPI_INLINE uint8_t *put_record(const uint8_t *line, size_t bits, const struct lpi_bpc_plan *plan,
                               lpi_bpc_emit_fn *emit, uint8_t *out)
{
    if (bits >= LP_BPC_RAW_BITS) {
        out[0] = LPI_BPC_RECORD_RAW;
        memcpy(out + 1, line, LP_LINE_BYTES);
        return out + 1 + LP_LINE_BYTES;
    }
    if (bits == LPI_BPC_ZERO_BITS) {
        out[0] = LPI_BPC_RECORD_ZERO;
        return out + 1;
    }
    out[0] = (uint8_t)whole_bytes(bits);
    emit(plan, out + 1);
    return out + 1 + whole_bytes(bits);
}

/*
 * Encodes lines two at a time, step by step. The two lines are independent, so the CPU works on one
 * while the other's first step has not finished.
 */
LPI_INLINE size_t compress_lines(const uint8_t *src, size_t lines, uint8_t **dst,
                                 const uint8_t *dst_end, struct lpi_bpc_plan *first,
                                 struct lpi_bpc_plan *second, lpi_bpc_plan_fn *make,
                                 lpi_bpc_emit_fn *emit)
{
    uint8_t *out = *dst;
    size_t done = 0;
    while (done < lines && (size_t)(dst_end - out) > LPI_BPC_ROOM) {
        /* An odd last line is its own second. */
        const uint8_t *line = src + done * LP_LINE_BYTES;
        const uint8_t *next = lines - done > 1 ? line + LP_LINE_BYTES : line;
        size_t bits = make(line, first), next_bits = make(next, second);
        out = put_record(line, bits, first, emit, out);
        done++;
        if (next == line || (size_t)(dst_end - out) <= LPI_BPC_ROOM)
            break;
        out = put_record(next, next_bits, second, emit, out);
        done++;
    }
    *dst = out;
    return done;
}

/* ---- decoding ---- */

/* Marks a plane whose DBP is 0 in place of its DBX, which depends on the planes above. */
#define LPI_BPC_FLAT 0x80000000u

/* As a count of planes: the symbol is malformed. Its `dbx` is the part within the plane. */
#define LPI_BPC_PAST 64u

/*
 * The next plane symbol of a stream, looked up by the next 10 bits; all 0 if it is a plane stored
 * bit by bit.
 */
struct lpi_bpc_symbol {
    uint32_t dbx;   /* or LPI_BPC_FLAT */
    uint16_t bits;  /* length */
    uint16_t count; /* planes; LPI_BPC_PAST if a position is outside its plane */
};

extern const struct lpi_bpc_symbol lpi_bpc_symbols[1024];

/* The stream's bits from `at` on, left-aligned; at least 57 are valid. */
LPI_INLINE uint64_t peek(const uint8_t *stream, size_t at)
{
    uint64_t x;
    memcpy(&x, stream + at / 8, sizeof x);
    return big_endian(x) << at % 8;
}

/* Reads the base symbol and moves *at past it. */
LPI_INLINE uint32_t get_base(const uint8_t *stream, size_t *at)
{
    /*
     * By the first three bits: length of the symbol, bits before the number, bits outside the
     * number.
     */
    static const struct {
        uint8_t bits, skip, rest;
    } kind[8] = {{3, 3, 63},  {7, 3, 60},  {11, 3, 56}, {19, 3, 48},
                 {33, 1, 32}, {33, 1, 32}, {33, 1, 32}, {33, 1, 32}};
    uint64_t x = peek(stream, *at);
    unsigned first = (unsigned)(x >> 61);
    *at += kind[first].bits;
    uint32_t value = (uint32_t)((int64_t)(x << kind[first].skip) >> kind[first].rest);
    return first == 0 ? 0 : value;
}

/*
 * Whether a stream of `bits` bits, at most 8 * bytes, has only zeros after it in its `bytes` bytes.
 */
LPI_INLINE int zeros_behind(const uint8_t *stream, size_t bits, size_t bytes)
{
    unsigned rest = bits % 8 != 0 ? stream[bits / 8] & 0xffu >> bits % 8 : 0;
    for (size_t i = whole_bytes(bits); i < bytes; i++)
        rest |= stream[i];
    return rest == 0;
}

/*
 * Fetches the planes that are stored bit by bit from `at` on, at most `most` and at most 16.
 * Returns their number. All that it writes after them is zero.
 */
typedef size_t lpi_bpc_whole_fn(const uint8_t *stream, size_t at, uint32_t *dbx, size_t most);

/*
 * Number of streams that are walked together, since within a stream each symbol waits for the
 * length of the one before. A stream without planes left stops until the others have none left
 * either.
 */
#define WALKS 4

struct lpi_bpc_found {
    size_t bits; /* length of the stream, 0 if it is malformed */
    uint32_t base;
    /* By order, with room for 16 more and for the overrun of a bad symbol. */
    uint32_t dbx[PLANES + LPI_BPC_PAST + 16];
};

/* Clears in pieces that compile to plain stores: one long memset costs more than the symbols do. */
LPI_INLINE void clear_planes(uint32_t dbx[PLANES])
{
#pragma GCC unroll 4
    for (unsigned i = 0; i < 32; i += 8)
        memset(dbx + i, 0, 8 * sizeof dbx[0]);
    dbx[32] = 0;
}

/* The symbol at the beginning of x. `whole`: also fills in planes that are stored bit by bit. */
LPI_INLINE struct lpi_bpc_symbol symbol_of(uint64_t x, int whole)
{
    struct lpi_bpc_symbol s = lpi_bpc_symbols[x >> 54];
    if (whole) {
        uint32_t is_whole = (uint32_t)(x >> 63);
        s.dbx |= (uint32_t)(x >> 32) & ALL_ONES & (0 - is_whole);
        s.bits = (uint16_t)(s.bits + 32 * is_whole);
        s.count = (uint16_t)(s.count + is_whole);
    }
    return s;
}

/* The position of each of several walks. */
struct lpi_bpc_walk {
    size_t at[WALKS];
    ptrdiff_t left[WALKS]; /* minus the planes left */
};

/* All ones if the walk has planes left, else 0. */
LPI_INLINE ptrdiff_t live(ptrdiff_t left)
{
    return left >> (8 * sizeof left - 1);
}

/* If every stream continues with a plane stored bit by bit, takes these planes and returns 1. */
LPI_INLINE int step_whole(const uint8_t *stream, struct lpi_bpc_walk *w,
                          struct lpi_bpc_found found[], unsigned count)
{
    uint64_t x[WALKS], every = ~UINT64_C(0);
#pragma GCC unroll 4
    for (unsigned i = 0; i < count; i++)
        every &= x[i] = peek(stream, w->at[i]);
    if (every >> 63 == 0)
        return 0;
#pragma GCC unroll 4
    for (unsigned i = 0; i < count; i++) {
        ptrdiff_t on = live(w->left[i]);
        found[i].dbx[w->left[i] + (ptrdiff_t)PLANES] = (uint32_t)(x[i] >> 32) & ALL_ONES;
        w->at[i] += 32 & (size_t)on;
        w->left[i] -= on;
    }
    return 1;
}

/* Takes the planes that whole() finds, then a symbol. */
LPI_INLINE void step_symbol(const uint8_t *stream, struct lpi_bpc_walk *w,
                            struct lpi_bpc_found found[], unsigned i, lpi_bpc_whole_fn *whole)
{
    const ptrdiff_t all = PLANES;
    if (whole != NULL) {
        size_t most = w->left[i] < 0 ? (size_t)-w->left[i] : 0;
        size_t n = whole(stream, w->at[i], &found[i].dbx[w->left[i] + all], most);
        w->at[i] += 32 * n;
        w->left[i] += (ptrdiff_t)n;
    }
    struct lpi_bpc_symbol s = symbol_of(peek(stream, w->at[i]), whole == NULL);
    ptrdiff_t on = live(w->left[i]);
    found[i].dbx[w->left[i] + all] = s.dbx;
    w->at[i] += s.bits & (size_t)on;
    w->left[i] += s.count & on;
}

/* Walks the streams, which begin `start` bits after `stream`. `whole` may be NULL. */
LPI_INLINE void walk(const uint8_t *stream, const size_t start[], struct lpi_bpc_found found[],
                     unsigned count, lpi_bpc_whole_fn *whole)
{
    struct lpi_bpc_walk w;
    ptrdiff_t any;
#pragma GCC unroll 4
    for (unsigned i = 0; i < count; i++) {
        w.at[i] = start[i];
        w.left[i] = -(ptrdiff_t)PLANES;
        found[i].base = get_base(stream, &w.at[i]);
        clear_planes(found[i].dbx);
    }
    do {
        int taken = whole == NULL && step_whole(stream, &w, found, count);
        any = 0;
#pragma GCC unroll 4
        for (unsigned i = 0; i < count; i++) {
            if (!taken)
                step_symbol(stream, &w, found, i, whole);
            any |= w.left[i];
        }
    } while (any < 0);
    for (unsigned i = 0; i < count; i++)
        found[i].bits = w.left[i] == 0 ? w.at[i] - start[i] : 0;
}

/* Computes the words of the line by the portable path. */
void lpi_bpc_words(const struct lpi_bpc_found *found, uint32_t words[32]);

/* Rebuilds the line from the result of a walk. */
typedef void lpi_bpc_rebuild_fn(const struct lpi_bpc_found *found, uint8_t *line);

LPI_INLINE size_t decode_one(const uint8_t *stream, uint8_t *line, lpi_bpc_rebuild_fn *rebuild,
                             lpi_bpc_whole_fn *whole)
{
    struct lpi_bpc_found found;
    size_t start = 0;
    walk(stream, &start, &found, 1, whole);
    rebuild(&found, line);
    return found.bits;
}

/* Whether a stream of `bits` bits ends in the record's last byte, with zeros after it. */
LPI_INLINE int record_holds(const uint8_t *record, size_t bits)
{
    unsigned padding = 0x100u >> ((bits - 1) % 8 + 1);
    return bits != 0 && whole_bytes(bits) == record[0] && (record[record[0]] & (padding - 1)) == 0;
}

/* Records whose streams are to be walked together. */
struct lpi_bpc_group {
    const uint8_t *record[WALKS];
    uint8_t *line[WALKS];
    unsigned count;
};

/* Returns how many records before the first bad one are good. */
LPI_INLINE unsigned decode_group(const struct lpi_bpc_group *group, lpi_bpc_rebuild_fn *rebuild,
                                 lpi_bpc_whole_fn *whole)
{
    struct lpi_bpc_found found[WALKS];
    const uint8_t *stream = group->record[0] + 1;
    size_t start[WALKS];
    for (unsigned i = 0; i < WALKS; i++)
        start[i] = i < group->count ? 8 * (size_t)(group->record[i] + 1 - stream) : 0;
    walk(stream, start, found, WALKS, whole);
    for (unsigned i = 0; i < group->count; i++) {
        if (!record_holds(group->record[i], found[i].bits))
            return i;
        rebuild(&found[i], group->line[i]);
    }
    return group->count;
}

/* Takes records until the group is full; decodes those without a stream. Returns 0 at an end. */
LPI_INLINE int fill_group(struct lpi_bpc_group *group, const uint8_t **src, const uint8_t *src_end,
                          uint8_t **dst, const uint8_t *dst_end)
{
    const uint8_t *in = *src;
    uint8_t *line = *dst;
    int more = 1;
    for (group->count = 0; group->count < WALKS;) {
        more = line < dst_end && (size_t)(src_end - in) > LPI_BPC_ROOM &&
               (in[0] <= LP_LINE_BYTES || in[0] == LPI_BPC_RECORD_RAW);
        if (!more)
            break;
        if (in[0] == LPI_BPC_RECORD_RAW) {
            memcpy(line, in + 1, LP_LINE_BYTES);
            in += LP_LINE_BYTES;
        } else if (in[0] == LPI_BPC_RECORD_ZERO) {
            memset(line, 0, LP_LINE_BYTES);
        } else {
            group->record[group->count] = in;
            group->line[group->count++] = line;
            in += in[0];
        }
        in++;
        line += LP_LINE_BYTES;
    }
    *src = in;
    *dst = line;
    return more;
}

LPI_INLINE size_t decompress_lines(const uint8_t **src, const uint8_t *src_end, uint8_t *dst,
                                   size_t lines, lpi_bpc_rebuild_fn *rebuild,
                                   lpi_bpc_whole_fn *whole)
{
    struct lpi_bpc_group group;
    uint8_t *line = dst, *dst_end = dst + lines * LP_LINE_BYTES;
    int more = 1;
    while (more) {
        more = fill_group(&group, src, src_end, &line, dst_end);
        unsigned right = group.count == 0 ? 0 : decode_group(&group, rebuild, whole);
        if (right < group.count) {
            *src = group.record[right];
            line = group.line[right];
            break;
        }
    }
    return (size_t)(line - dst) / LP_LINE_BYTES;
}

/* ---- the kernel ---- */

/*
 * Defines a path's kernel by its struct lpi_bpc_plan and its functions on one line: size_t
 * size_of(line), an lpi_bpc_plan_fn, an lpi_bpc_emit_fn, an lpi_bpc_rebuild_fn and an
 * lpi_bpc_whole_fn or NULL. attribute: TARGET of the path, or nothing.
 */
#define LPI_BPC_KERNEL(name, attribute, size_of, make, emit, rebuild, whole)                       \
    attribute static size_t encode(const uint8_t *line, uint8_t *stream)                           \
    {                                                                                              \
        struct lpi_bpc_plan plan;                                                                  \
        return encode_one(line, stream, &plan, make, emit);                                        \
    }                                                                                              \
    attribute static void sizes(const uint8_t *src, size_t lines, uint16_t *bits)                  \
    {                                                                                              \
        for (size_t i = 0; i < lines; i++)                                                         \
            bits[i] = (uint16_t)size_of(src + i * LP_LINE_BYTES);                                  \
    }                                                                                              \
    attribute static size_t compress(const uint8_t *src, size_t lines, uint8_t **dst,              \
                                     const uint8_t *dst_end)                                       \
    {                                                                                              \
        struct lpi_bpc_plan first, second;                                                         \
        return compress_lines(src, lines, dst, dst_end, &first, &second, make, emit);              \
    }                                                                                              \
    attribute static size_t decode(const uint8_t *stream, uint8_t *line)                           \
    {                                                                                              \
        return decode_one(stream, line, rebuild, whole);                                           \
    }                                                                                              \
    attribute static size_t decompress(const uint8_t **src, const uint8_t *src_end, uint8_t *dst,  \
                                       size_t lines)                                               \
    {                                                                                              \
        return decompress_lines(src, src_end, dst, lines, rebuild, whole);                         \
    }                                                                                              \
    const struct lpi_bpc_kernel name = {encode, sizes, compress, decode, decompress}

#endif
