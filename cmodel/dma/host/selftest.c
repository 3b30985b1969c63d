/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The self-test. First inside the card, in local mode: card memory is filled by the generator, the
 * engine moves it to another address of card memory and back, and the result is read from registers
 * only. Then through host memory, with the copy call.
 */
#include "../../base/codecs.h"
#include "../../lib/card/pattern.h"
#include "../../base/null.h"
#include "card.h"
#include "stream.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whole groups and a partial one; the last line is partial. */
enum { BYTES = 16 * LP_DMA_GROUP + 5 * LP_SECTOR_BYTES };
#define CODECS 6u
#define SEED 0x11c90001u
#define RING_LOG2 1u /* pokes clear the rings, one transfer is in flight at a time */

static const enum lp_dma_codec codecs[CODECS] = {LP_DMA_RAW,  LP_DMA_ZVC, LP_DMA_BPC,
                                                 LP_DMA_XZVC, LP_DMA_EBD, LP_DMA_AUTO};
_Static_assert((int)CODECS == (int)LPI_DMA_COUNT, "all of the engine's codecs");
static const char *const kind_names[LPI_CARD_KINDS] = {"zeros", "random", "sparse", "small",
                                                       "ramp",  "floats", "alone",  "mixed"};

struct test {
    struct lp_card *card;
    lp_card_step_fn *step;
    void *context;
    unsigned number, count, failed;
    uint64_t from, to; /* device memory */
    uint64_t stream;   /* in the window; card memory in local mode */
    uint8_t *raw, *expected, *got;
    uint64_t room;
};

/* Expected result of a case. */
struct due {
    enum lp_dma_codec codec;
    unsigned kind;
    uint32_t seed, raw_crc, stream_crc;
    uint64_t bytes, zeros; /* of the stream; zero words */
    char name[64];
};

static uint32_t whole_sectors(uint64_t bytes)
{
    return (uint32_t)((bytes + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES);
}

/* zlib's CRC-32; for a few KiB no table is needed. */
static uint32_t crc_of(const uint8_t *bytes, uint64_t count)
{
    uint32_t crc = UINT32_MAX;

    for (uint64_t i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (unsigned bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

/* Reports a step. LP_ERR_ABORTED: the caller stops the test. */
static int tell(struct test *test, const char *name, int good, const char *format, ...)
{
    char text[256];
    struct lp_card_step step = {name, text, good, ++test->number, test->count};
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    test->failed += !good;
    return test->step != NULL && test->step(test->context, &step) != 0 ? LP_ERR_ABORTED : LP_OK;
}

/* The functional engine's stream for the pattern, in test->expected. */
static struct due expect(struct test *test, unsigned codec, unsigned kind, const char *where)
{
    struct due due = {.codec = codecs[codec], .kind = kind, .seed = SEED + 977 * kind};
    struct lpi_card_due stream;

    snprintf(due.name, sizeof due.name, "%s %s %s", where,
             lpi_codec_numbered(LPI_DMA, (int)due.codec)->name, kind_names[kind]);
    lpi_card_pattern(kind, due.seed, test->raw, BYTES);
    stream = lpi_card_stream(due.codec, test->card->info.elem, test->raw, BYTES, test->expected);
    due.bytes = stream.bytes;
    due.zeros = stream.zeros;
    due.raw_crc = crc_of(test->raw, BYTES);
    due.stream_crc = crc_of(test->expected, (uint64_t)whole_sectors(due.bytes) * LP_SECTOR_BYTES);
    return due;
}

/* ---- inside the card ---- */

static int go(struct test *test, const struct due *due, enum lp_dma_direction direction,
              struct lp_dma_completion *c)
{
    struct lp_dma *dma = test->card->dma;
    struct lp_dma_transfer t = {.direction = direction, .codec = due->codec, .bytes = BYTES};
    uint64_t ticket;
    int error;

    t.device = direction == LP_DMA_OUT ? test->from : test->to;
    t.size = direction == LP_DMA_OUT ? test->room : due->bytes;
    error = lpi_dma_submit_at(dma, &t, test->stream, &ticket);
    return error == LP_OK ? lp_dma_wait(dma, ticket, c) : error;
}

/* Fills memory and checks its sum. */
static int fill(struct test *test, const struct due *due)
{
    uint32_t crc = 0;
    int error = lpi_card_fill(test->card, test->from, BYTES / LP_SECTOR_BYTES, due->kind,
                              due->seed);

    /* Other data at the destination. */
    if (error == LP_OK)
        error = lpi_card_fill(test->card, test->to, BYTES / LP_SECTOR_BYTES, LPI_CARD_RANDOM, 1);
    if (error == LP_OK)
        error = lpi_card_sum(test->card, test->from, BYTES / LP_SECTOR_BYTES, &crc);
    return error != LP_OK ? error
                          : tell(test, due->name, crc == due->raw_crc,
                                 "fill: sum 0x%08" PRIx32 " (0x%08" PRIx32 ")", crc, due->raw_crc);
}

static int there(struct test *test, const struct due *due)
{
    struct lp_dma_completion c = {0};
    uint32_t crc = 0;
    int error = go(test, due, LP_DMA_OUT, &c);

    if (error == LP_OK && c.status == LP_DMA_GOOD)
        error = lpi_card_sum(test->card, test->stream, whole_sectors(c.bytes), &crc);
    if (error != LP_OK)
        return error;
    if (c.status != LP_DMA_GOOD)
        return tell(test, due->name, 0, "out: %s", lp_dma_status_text(c.status));
    return tell(test, due->name,
                c.bytes == due->bytes && c.zeros == due->zeros && crc == due->stream_crc,
                "out: %d bytes became %" PRIu64 " (%" PRIu64 " are due), %" PRIu64 " zero words "
                "(%" PRIu64 "), sum 0x%08" PRIx32 " (0x%08" PRIx32 ")",
                BYTES, c.bytes, due->bytes, c.zeros, due->zeros, crc, due->stream_crc);
}

static int back(struct test *test, const struct due *due)
{
    struct lp_dma_completion c = {0};
    uint32_t crc = 0;
    int error = go(test, due, LP_DMA_IN, &c);

    if (error == LP_OK)
        error = lpi_card_sum(test->card, test->to, BYTES / LP_SECTOR_BYTES, &crc);
    if (error != LP_OK)
        return error;
    if (c.status != LP_DMA_GOOD)
        return tell(test, due->name, 0, "in: %s", lp_dma_status_text(c.status));
    return tell(test, due->name, crc == due->raw_crc, "in: sum 0x%08" PRIx32 " (0x%08" PRIx32 ")",
                crc, due->raw_crc);
}

static int one_inside(struct test *test, unsigned codec, unsigned kind)
{
    struct due due = expect(test, codec, kind, "inside");
    int error = fill(test, &due);

    if (error == LP_OK)
        error = there(test, &due);
    return error == LP_OK ? back(test, &due) : error;
}

/* ---- through host memory ---- */

static int one_through(struct test *test, unsigned codec, unsigned kind)
{
    struct lp_dma *dma = test->card->dma;
    struct due due = expect(test, codec, kind, "host");
    size_t bytes = 0;
    int error = lp_dma_write(dma, test->from, test->raw, BYTES), same;

    if (error == LP_OK)
        error = lp_memcpy_compressed(dma, test->got, test->room, test->from, BYTES, due.codec,
                                     &bytes);
    if (error != LP_OK)
        return error;
    same = bytes == due.bytes && memcmp(test->got, test->expected, bytes) == 0;
    error = tell(test, due.name, same, "out: %d bytes became %zu (%" PRIu64 " are due), %s", BYTES,
                 bytes, due.bytes, same ? "as they must be" : "other ones");
    if (error == LP_OK)
        error = lp_memcpy_decompressed(dma, test->to, BYTES, test->got, bytes, due.codec);
    if (error == LP_OK)
        error = lp_dma_read(dma, test->to, test->got, BYTES);
    if (error != LP_OK)
        return error;
    same = memcmp(test->got, test->raw, BYTES) == 0;
    return tell(test, due.name, same, "in: %s", same ? "the same bytes" : "other bytes");
}

/* ---- all ---- */

static bool is_built(const struct test *test, unsigned codec)
{
    return codecs[codec] == LP_DMA_RAW || (unsigned)codecs[codec] < test->card->info.codecs;
}

/* Restarts the engine in a mode, with its addresses. */
static int prepare(struct test *test, int local)
{
    struct lp_card *card = test->card;
    int error;

    lpi_card_close_dma(card);
    card->config.ring_log2 = RING_LOG2;
    error = lpi_card_begin(card, local);
    if (error == LP_OK)
        error = lpi_card_open_dma(card);
    if (error == LP_OK)
        error = lp_dma_malloc(card->dma, BYTES, &test->from);
    if (error == LP_OK)
        error = lp_dma_malloc(card->dma, BYTES, &test->to);
    if (error == LP_OK && local)
        error = lpi_heap_take(&card->dma->window, test->room, &test->stream);
    return error;
}

static int run(struct test *test, int local, int (*one)(struct test *, unsigned, unsigned))
{
    int error = prepare(test, local);

    for (unsigned codec = 0; codec < CODECS && error == LP_OK; codec++)
        for (unsigned kind = 0; kind < LPI_CARD_KINDS && error == LP_OK; kind++)
            if (is_built(test, codec))
                error = one(test, codec, kind);
    return error;
}

static int run_all(struct test *test)
{
    struct lp_card *card = test->card;
    int host = card->info.host && card->shape.window.at != NULL && !card->config.local;
    int local = (int)card->info.local, again, error;
    unsigned ring_log2 = card->config.ring_log2;

    for (unsigned codec = 0; codec < CODECS; codec++)
        test->count += is_built(test, codec) ? LPI_CARD_KINDS * (3 + 2 * (unsigned)host) : 0;
    error = run(test, 1, one_inside);
    if (error == LP_OK && host)
        error = run(test, 0, one_through);
    lpi_card_close_dma(card);
    card->config.ring_log2 = ring_log2;
    again = lpi_card_begin(card, local);
    return error != LP_OK ? error : again;
}

int lp_card_selftest(struct lp_card *card, lp_card_step_fn *step, void *context, unsigned *failed)
{
    struct test test = {.card = card, .step = step, .context = context};
    int error = LP_ERR_SYSTEM;

    if (LPI_ANY_NULL(card, failed))
        return LP_ERR_ARG;
    if (card->test == 0)
        return lpi_card_say(&card->trouble, LP_CARD_BUILT, "%s: no self-test is built in",
                            card->info.spec);
    test.room = lp_dma_bound(LP_DMA_ZVC, LP_ELEM_8, BYTES);
    test.raw = malloc(BYTES);
    test.expected = malloc(test.room);
    test.got = malloc(test.room);
    if (!LPI_ANY_NULL(test.raw, test.expected, test.got))
        error = run_all(&test);
    *failed = test.failed;
    free(test.raw);
    free(test.expected);
    free(test.got);
    return error;
}
