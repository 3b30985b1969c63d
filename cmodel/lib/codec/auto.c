/* SPDX-License-Identifier: Apache-2.0 */
/* The best codec for each line: metadata states and streams with mixed codecs. */
#include <linepress/linepress.h>

#include <string.h>

#include "../bpc/bpc.h"
#include "../../base/auto_state.h"
#include "../../base/line_stream.h"
#include "../../base/null.h"
#include "../ebd/ebd.h"
#include "../zvc/xzvc.h"
#include "../zvc/zvc.h"
#include "auto.h"

#define ENTRY_MAX (3 * LP_SECTOR_BYTES)
#define EIGHT_BYTES 8u
#define RECORD_MAX (1 + LP_LINE_BYTES)
/* Number of lines measured together, since BPC's code is faster on many lines at once. */
#define BATCH ((size_t)64)

#define SAME(n, N, number)                                                                         \
    _Static_assert((int)LP_AUTO_##N == number, "lp_auto_codec has the table's numbers");
LPI_LINE_CODECS(SAME)
_Static_assert(LP_AUTO_CODECS == (int)LPI_LINE_COUNT && LP_AUTO_ALL == (1u << LPI_LINE_COUNT) - 1,
               "lp_auto_codec has the table's codecs");

/*
 * Length in bits of a line's record in each codec; larger than any record where the codec has none.
 */
struct sizes {
    uint16_t bits[LP_AUTO_CODECS];
    int zero;
};

static bool settings_valid(enum lp_elem elem, unsigned codecs)
{
    return (elem == LP_ELEM_16 || elem == LP_ELEM_32) && codecs != 0 && codecs <= LP_AUTO_ALL;
}

static bool has(unsigned codecs, enum lp_auto_codec codec)
{
    return (int)(codecs >> codec & 1);
}

static uint16_t zvc_bits(enum lp_elem elem, const uint8_t *line)
{
    size_t bytes = 0;
    (void)lp_zvc_size(elem, line, LP_LINE_BYTES, &bytes);
    return (uint16_t)(8 * bytes);
}

/* Up to BATCH lines. */
static void measure(enum lp_elem elem, unsigned codecs, const uint8_t *src, size_t lines,
                    struct sizes *sizes)
{
    uint16_t bpc[BATCH];
    uint8_t ebd[BATCH], filtered[LP_LINE_BYTES];
    if (has(codecs, LP_AUTO_BPC))
        lp_bpc_sizes(src, lines, bpc);
    if (has(codecs, LP_AUTO_EBD))
        lp_ebd_sizes(src, lines, ebd);
    for (size_t i = 0; i < lines; i++, src += LP_LINE_BYTES) {
        uint16_t *bits = sizes[i].bits;
        memset(bits, 0xff, sizeof sizes[i].bits);
        sizes[i].zero = lp_line_is_zero(src);
        if (has(codecs, LP_AUTO_ZVC))
            bits[LP_AUTO_ZVC] = zvc_bits(elem, src);
        if (has(codecs, LP_AUTO_XZVC)) {
            lpi_xzvc_filter(src, filtered);
            bits[LP_AUTO_XZVC] = zvc_bits(LP_ELEM_16, filtered);
        }
        if (has(codecs, LP_AUTO_EBD) && ebd[i] <= LP_EBD_RECORD_MAX)
            bits[LP_AUTO_EBD] = (uint16_t)(8 * ebd[i]);
        if (has(codecs, LP_AUTO_BPC) && bpc[i] < LP_BPC_RAW_BITS)
            bits[LP_AUTO_BPC] = bpc[i];
    }
}

static unsigned sectors_of(unsigned bits)
{
    return (bits + 8 * LP_SECTOR_BYTES - 1) / (8 * LP_SECTOR_BYTES);
}

/* The codec with the fewest sectors. LP_AUTO_NONE: every codec needs all four. */
static enum lp_auto_codec best_entry(const struct sizes *s)
{
    enum lp_auto_codec best = LP_AUTO_NONE;
    unsigned fewest = LP_LINE_SECTORS;
    for (unsigned i = 0; i < LP_AUTO_CODECS && !s->zero; i++) {
        unsigned sectors = sectors_of(s->bits[lpi_auto_order[i]]);
        if (sectors < fewest) {
            best = lpi_auto_order[i];
            fewest = sectors;
        }
    }
    return best;
}

/* A line's record in a stream, including its kind byte. */
struct choice {
    enum lp_auto_codec codec; /* LP_AUTO_NONE: a zero or raw line */
    unsigned bytes;
};

static unsigned record_bytes(enum lp_auto_codec codec, unsigned bits)
{
    return (codec == LP_AUTO_BPC ? 2 : 1) + (bits + 7) / 8;
}

/* The shortest record, or a raw line if no record is shorter. */
static struct choice best_record(const struct sizes *s)
{
    struct choice best = {LP_AUTO_NONE, s->zero ? 1 : RECORD_MAX};
    for (unsigned i = 0; i < LP_AUTO_CODECS && !s->zero; i++) {
        unsigned bytes = record_bytes(lpi_auto_order[i], s->bits[lpi_auto_order[i]]);
        if (bytes < best.bytes)
            best = (struct choice){lpi_auto_order[i], bytes};
    }
    return best;
}

/* ---- memory entries ---- */

int lp_auto_choose(enum lp_elem elem, unsigned codecs, const void *line, enum lp_auto_codec *codec,
                   size_t *bits)
{
    if (LPI_ANY_NULL(line, codec, bits) || !settings_valid(elem, codecs))
        return LP_ERR_ARG;
    struct sizes sizes;
    measure(elem, codecs, line, 1, &sizes);
    *codec = best_entry(&sizes);
    *bits = *codec != LP_AUTO_NONE ? sizes.bits[*codec] : sizes.zero ? 0 : 8 * LP_LINE_BYTES;
    return LP_OK;
}

static int encode_entry(enum lp_elem elem, enum lp_auto_codec codec, const void *line, void *entry,
                        unsigned *sectors)
{
    switch (codec) {
    case LP_AUTO_ZVC: return lp_zvc_encode_entry(elem, line, entry, sectors);
    case LP_AUTO_XZVC: return lp_xzvc_encode_entry(line, entry, sectors);
    case LP_AUTO_EBD: return lp_ebd_encode_entry(line, entry, sectors);
    case LP_AUTO_BPC: return lp_bpc_encode_entry(line, entry, sectors);
    case LP_AUTO_NONE: break;
    }
    memcpy(entry, line, LP_LINE_BYTES);
    *sectors = LP_LINE_SECTORS;
    return LP_OK;
}

int lp_auto_encode_entry(enum lp_elem elem, unsigned codecs, const void *line, void *entry,
                         unsigned *state)
{
    enum lp_auto_codec codec;
    size_t bits;
    unsigned sectors;
    if (LPI_ANY_NULL(entry, state))
        return LP_ERR_ARG;
    int error = lp_auto_choose(elem, codecs, line, &codec, &bits);
    if (error != LP_OK)
        return error;
    if (bits == 0) {
        *state = LP_AUTO_STATE_ZERO;
        return LP_OK;
    }
    error = encode_entry(elem, codec, line, entry, &sectors);
    *state = codec == LP_AUTO_NONE ? LP_AUTO_STATE_RAW : lpi_first_state[codec] + sectors - 1;
    return error;
}

int lp_auto_state(unsigned state, enum lp_auto_codec *codec, unsigned *sectors)
{
    if (LPI_ANY_NULL(codec, sectors) || state > LP_AUTO_STATE_POISON)
        return LP_ERR_ARG;
    *codec = LP_AUTO_NONE;
    *sectors = state == LP_AUTO_STATE_RAW ? LP_LINE_SECTORS : 0;
    if (state == LP_AUTO_STATE_EIGHT) {
        *codec = LP_AUTO_BPC;
        *sectors = 1;
    }
    for (unsigned c = 0; c < LP_AUTO_CODECS; c++)
        if (state >= lpi_first_state[c] && state < lpi_first_state[c] + 3u) {
            *codec = (enum lp_auto_codec)c;
            *sectors = state - lpi_first_state[c] + 1;
        }
    return LP_OK;
}

int lp_auto_decode_entry(enum lp_elem elem, unsigned codecs, const void *entry, unsigned state,
                         void *line)
{
    enum lp_auto_codec codec;
    unsigned sectors;
    uint8_t sector[LP_SECTOR_BYTES] = {0};
    if (line == NULL || !settings_valid(elem, codecs))
        return LP_ERR_ARG;
    int error = lp_auto_state(state, &codec, &sectors);
    if (error != LP_OK || (entry == NULL && sectors != 0))
        return LP_ERR_ARG;
    if (state == LP_AUTO_STATE_POISON || (codec != LP_AUTO_NONE && !has(codecs, codec)))
        return LP_ERR_CORRUPT;
    if (state == LP_AUTO_STATE_EIGHT)
        entry = memcpy(sector, entry, EIGHT_BYTES);
    switch (codec) {
    case LP_AUTO_XZVC: return lp_xzvc_decode_entry(entry, sectors, line);
    case LP_AUTO_EBD: return lp_ebd_decode_entry(entry, sectors, line);
    case LP_AUTO_BPC: return lp_bpc_decode_entry(entry, sectors, line);
    case LP_AUTO_ZVC:
    case LP_AUTO_NONE: break;
    }
    return lp_zvc_decode_entry(elem, entry, sectors, line);
}

/* ---- streams ---- */

size_t lp_auto_bound(size_t bytes)
{
    return lp_lines(bytes) > SIZE_MAX / RECORD_MAX ? 0 : lp_lines(bytes) * RECORD_MAX;
}

/* Writes a line's record; the caller has checked the room. */
static void put_record(enum lp_elem elem, struct choice choice, const uint8_t *line, uint8_t *dst)
{
    size_t n, room = choice.bytes - 1;
    switch (choice.codec) {
    case LP_AUTO_ZVC:
        dst[0] = LPI_KIND_ZVC;
        (void)lp_zvc_encode_line(elem, line, dst + 1, room, &n);
        return;
    case LP_AUTO_XZVC:
        dst[0] = LPI_KIND_XZVC;
        (void)lp_xzvc_encode_line(line, dst + 1, room, &n);
        return;
    case LP_AUTO_EBD:
        dst[0] = room <= LP_SECTOR_BYTES ? LPI_KIND_EBD_MASK : LPI_KIND_EBD_CODES;
        (void)lp_ebd_encode_line(line, dst + 1, room, &n);
        return;
    case LP_AUTO_BPC:
        dst[0] = LPI_KIND_BPC;
        dst[1] = (uint8_t)(room - 1);
        (void)lp_bpc_encode_line(line, dst + 2, room - 1, &n);
        return;
    case LP_AUTO_NONE: break;
    }
    dst[0] = room == 0 ? LPI_KIND_ZERO : LPI_KIND_RAW;
    memcpy(dst + 1, line, room);
}

/* Up to BATCH lines of `bytes` bytes: in place, or for a short last line a padded copy. */
static const uint8_t *next_lines(const uint8_t *src, size_t bytes, uint8_t *last, size_t *lines)
{
    *lines = bytes / LP_LINE_BYTES < BATCH ? bytes / LP_LINE_BYTES : BATCH;
    if (*lines != 0)
        return src;
    *lines = 1;
    memset(last, 0, LP_LINE_BYTES);
    return memcpy(last, src, bytes);
}

int lp_auto_compress(enum lp_elem elem, unsigned codecs, const void *src, size_t src_bytes,
                     void *dst, size_t capacity, size_t *dst_bytes)
{
    if (dst_bytes == NULL || (src == NULL && src_bytes != 0) || (dst == NULL && capacity != 0))
        return LP_ERR_ARG;
    if (!settings_valid(elem, codecs))
        return LP_ERR_ARG;
    uint8_t last[LP_LINE_BYTES], *out = dst;
    struct sizes sizes[BATCH];
    size_t used = 0;
    for (size_t at = 0, lines; at < src_bytes; at += lines * LP_LINE_BYTES) {
        const uint8_t *line = next_lines((const uint8_t *)src + at, src_bytes - at, last, &lines);
        measure(elem, codecs, line, lines, sizes);
        for (size_t i = 0; i < lines; i++, line += LP_LINE_BYTES) {
            struct choice choice = best_record(&sizes[i]);
            if (choice.bytes > capacity - used)
                return LP_ERR_SPACE;
            put_record(elem, choice, line, out + used);
            used += choice.bytes;
        }
    }
    *dst_bytes = used;
    return LP_OK;
}

int lp_auto_size(enum lp_elem elem, unsigned codecs, const void *src, size_t src_bytes,
                 size_t *dst_bytes)
{
    if (dst_bytes == NULL || (src == NULL && src_bytes != 0) || !settings_valid(elem, codecs))
        return LP_ERR_ARG;
    uint8_t last[LP_LINE_BYTES];
    struct sizes sizes[BATCH];
    size_t sum = 0;
    for (size_t at = 0, lines; at < src_bytes; at += lines * LP_LINE_BYTES) {
        const uint8_t *line = next_lines((const uint8_t *)src + at, src_bytes - at, last, &lines);
        measure(elem, codecs, line, lines, sizes);
        for (size_t i = 0; i < lines; i++)
            sum += best_record(&sizes[i]).bytes;
    }
    *dst_bytes = sum;
    return LP_OK;
}

/* Copies `bytes` bytes from the stream and pads them with zeros to a whole line. */
static int get_raw(const uint8_t **src, const uint8_t *end, size_t bytes, uint8_t *line)
{
    if ((size_t)(end - *src) < bytes)
        return LP_ERR_SHORT;
    memset(line, 0, LP_LINE_BYTES);
    memcpy(line, *src, bytes);
    *src += bytes;
    return LP_OK;
}

/* A BPC record that contradicts its own length is corrupt, no matter what follows. */
static int get_bpc(const uint8_t **src, const uint8_t *end, uint8_t *line)
{
    if (*src == end)
        return LP_ERR_SHORT;
    size_t bytes = *(*src)++;
    if (bytes == 0 || bytes > LP_LINE_BYTES)
        return LP_ERR_CORRUPT;
    if (bytes > (size_t)(end - *src))
        return LP_ERR_SHORT;
    const uint8_t *stream = *src;
    *src += bytes;
    return lpi_bpc_decode_padded(stream, bytes, 1, line) == LP_OK ? LP_OK : LP_ERR_CORRUPT;
}

int lpi_auto_next(enum lp_elem elem, unsigned codecs, const uint8_t **src, const uint8_t *end,
                  uint8_t *line)
{
    if (*src == end)
        return LP_ERR_SHORT;
    unsigned kind = *(*src)++;
    int error;
    if (kind == LPI_KIND_ZERO)
        return get_raw(src, end, 0, line);
    if (kind == LPI_KIND_RAW)
        return get_raw(src, end, LP_LINE_BYTES, line);
    if (kind == LPI_KIND_BPC && has(codecs, LP_AUTO_BPC))
        return get_bpc(src, end, line);
    if (kind == LPI_KIND_ZVC && has(codecs, LP_AUTO_ZVC))
        return lpi_zvc_next(elem, src, end, line, 1);
    if ((kind == LPI_KIND_EBD_MASK || kind == LPI_KIND_EBD_CODES) && has(codecs, LP_AUTO_EBD))
        return lpi_ebd_next(kind == LPI_KIND_EBD_MASK, src, end, line);
    if (kind != LPI_KIND_XZVC || !has(codecs, LP_AUTO_XZVC))
        return LP_ERR_CORRUPT;
    error = lpi_zvc_next(LP_ELEM_16, src, end, line, 1);
    if (error == LP_OK)
        lpi_xzvc_restore(line);
    return error;
}

struct mix {
    enum lp_elem elem;
    unsigned codecs;
};

static int decode_lines(const void *codec, const uint8_t **src, const uint8_t *src_end,
                        uint8_t *dst, size_t lines)
{
    const struct mix *mix = codec;
    int error = LP_OK;
    for (; lines != 0 && error == LP_OK; lines--, dst += LP_LINE_BYTES)
        error = lpi_auto_next(mix->elem, mix->codecs, src, src_end, dst);
    return error;
}

int lp_auto_decompress(enum lp_elem elem, unsigned codecs, const void *src, size_t src_bytes,
                       void *dst, size_t dst_bytes)
{
    struct mix mix = {elem, codecs};
    if (!settings_valid(elem, codecs))
        return LP_ERR_ARG;
    return lpi_decode_stream(decode_lines, &mix, src, src_bytes, dst, dst_bytes);
}
