/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "../../base/codecs.h"
#include "../../lib/card/pattern.h"
#include "../../base/clock.h"
#include "../shared/fail.h"
#include "../shared/json.h"
#include "card_cli.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH 4u /* transfers in flight */
#define SMALL_BYTES 4096u
#define MOST_SMALL 4096u /* recorded latencies at most */
#define CODECS 6u

static const char help[] =
    "Usage: linepress-card bench [-d CARD] [OPTION]...\n"
    "\n"
    "Measures the engine's throughput from host memory to card memory and back, each direction\n"
    "separately with four transfers in flight, compared with the link's limit; and the latency\n"
    "of a single transfer of 4096 bytes. The data are of all classes of the self-test. Ctrl-C\n"
    "ends the measurement and prints the figures so far.\n"
    "\n"
    "  --codec C          zvc, bpc, xzvc, ebd, mixed, none; all that it has if not given\n"
    "  --bytes BYTES      of a transfer, a multiple of 32 (1048576)\n"
    "  --seconds S        for each figure (1)\n" CARD_OPTIONS_HELP;

static const enum lp_dma_codec codecs[CODECS] = {LP_DMA_RAW,  LP_DMA_ZVC, LP_DMA_BPC,
                                                 LP_DMA_XZVC, LP_DMA_EBD, LP_DMA_AUTO};
_Static_assert((int)CODECS == (int)LPI_DMA_COUNT, "all of the engine's codecs");

struct side {
    double seconds, p50, p99; /* p50 and p99 in microseconds */
    uint64_t bytes, stream_bytes, small;
};

struct bench {
    const struct card_options *options;
    struct lp_card *card;
    struct lp_dma *dma;
    uint64_t bytes, room, device[DEPTH]; /* room: of each stream */
    uint8_t *stream[DEPTH];
};

static void must(const struct bench *b, int error)
{
    card_must(b->card, "bench", error);
}

/* Allocates buffers large enough for both the large transfers and the small ones. */
static void set_up(struct bench *b)
{
    uint64_t most = b->bytes > SMALL_BYTES ? b->bytes : SMALL_BYTES;
    uint8_t *data = cli_alloc(most);

    b->room = lp_dma_bound(LP_DMA_ZVC, LP_ELEM_8, most);
    lpi_card_pattern(LPI_CARD_MIXED, 1, data, most);
    for (unsigned i = 0; i < DEPTH; i++) {
        must(b, lp_dma_malloc(b->dma, most, &b->device[i]));
        must(b, lp_dma_write(b->dma, b->device[i], data, most));
        b->stream[i] = cli_alloc(b->room);
    }
    free(data);
}

/* Starts a transfer with buffer i; towards the device, of `stored` bytes. */
static uint64_t begin(struct bench *b, enum lp_dma_codec codec, enum lp_dma_direction direction,
                      unsigned i, uint64_t bytes, uint64_t stored)
{
    struct lp_dma_transfer t = {
        .direction = direction, .codec = codec, .device = b->device[i], .bytes = bytes};
    uint64_t ticket = 0;

    t.to = direction == LP_DMA_OUT ? b->stream[i] : NULL;
    t.from = b->stream[i];
    t.size = direction == LP_DMA_OUT ? lp_dma_bound(codec, LP_ELEM_8, bytes) : stored;
    must(b, lp_dma_submit(b->dma, &t, &ticket));
    return ticket;
}

static uint64_t end(const struct bench *b, uint64_t ticket)
{
    struct lp_dma_completion c;

    must(b, lp_dma_wait(b->dma, ticket, &c));
    if (c.status != LP_DMA_GOOD)
        cli_fail("bench: a transfer ended with: %s", lp_dma_status_text(c.status));
    return c.bytes;
}

/* Runs large transfers, DEPTH at a time. */
static void run_large(struct bench *b, enum lp_dma_codec codec, enum lp_dma_direction direction,
                      uint64_t stored, struct side *side)
{
    uint64_t tickets[DEPTH], count = 0, done = 0;
    double start = lpi_now();

    do {
        while (count - done < DEPTH) {
            tickets[count % DEPTH] = begin(b, codec, direction, count % DEPTH, b->bytes, stored);
            count++;
        }
        side->stream_bytes += end(b, tickets[done++ % DEPTH]);
    } while (!card_stopped && lpi_now() - start < b->options->seconds);
    for (; done < count; done++)
        side->stream_bytes += end(b, tickets[done % DEPTH]);
    side->bytes = done * b->bytes;
    side->seconds = lpi_now() - start;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Runs small transfers, one at a time. */
static void run_small(struct bench *b, enum lp_dma_codec codec, enum lp_dma_direction direction,
                      uint64_t stored, struct side *side)
{
    static double times[MOST_SMALL];
    double start = lpi_now();

    while (!card_stopped && side->small < MOST_SMALL && lpi_now() - start < b->options->seconds) {
        double begun = lpi_now();
        end(b, begin(b, codec, direction, 0, SMALL_BYTES, stored));
        times[side->small++] = (lpi_now() - begun) * 1e6;
    }
    if (side->small == 0)
        return;
    qsort(times, side->small, sizeof *times, by_size);
    side->p50 = times[side->small / 2];
    side->p99 = times[side->small * 99 / 100];
}

static void run_codec(struct bench *b, enum lp_dma_codec codec, struct side sides[2])
{
    uint64_t stored = 0;

    /* The transfer to the device needs the streams of the transfer from it. */
    for (unsigned i = 0; i < DEPTH; i++)
        stored = end(b, begin(b, codec, LP_DMA_OUT, i, b->bytes, 0));
    run_large(b, codec, LP_DMA_OUT, 0, &sides[LP_DMA_OUT]);
    if (!card_stopped)
        run_large(b, codec, LP_DMA_IN, stored, &sides[LP_DMA_IN]);
    if (!card_stopped)
        run_small(b, codec, LP_DMA_OUT, 0, &sides[LP_DMA_OUT]);
    if (!card_stopped) {
        stored = end(b, begin(b, codec, LP_DMA_OUT, 0, SMALL_BYTES, 0));
        run_small(b, codec, LP_DMA_IN, stored, &sides[LP_DMA_IN]);
    }
}

/* ---- output ---- */

/* GB/s of the link in each direction, without packet overhead; 0: unknown. */
static double ceiling(const struct lp_card_info *info)
{
    double code = info->link_gts < 8 ? 8.0 / 10 : 128.0 / 130;

    return info->link_gts * info->link_lanes * code / 8;
}

static double rate(uint64_t bytes, const struct side *side)
{
    return side->seconds > 0 ? (double)bytes / side->seconds / 1e9 : 0;
}

static json_t *side_json(const struct side *s)
{
    return json_pack("{s:f, s:f, s:f, s:f, s:I}", "raw_gbs", rate(s->bytes, s), "link_gbs",
                     rate(s->stream_bytes, s), "p50_us", s->p50, "p99_us", s->p99,
                     "small_transfers", (json_int_t)s->small);
}

static void print_side(const char *codec, const char *way, const struct side *s)
{
    if (s->bytes == 0)
        return;
    printf("%-4s %-3s %9.4f GB/s of data, %9.4f GB/s at the link", codec, way, rate(s->bytes, s),
           rate(s->stream_bytes, s));
    if (s->small > 0)
        printf("; %u bytes: %.1f us (half), %.1f us (99 of 100)", SMALL_BYTES, s->p50, s->p99);
    putchar('\n');
    fflush(stdout);
}

static void head(const struct bench *b, const struct lp_card_info *info)
{
    if (info->link_gts > 0)
        printf("%s: link %g GT/s x%u, at most %.3f GB/s each way", info->spec, info->link_gts,
               info->link_lanes, ceiling(info));
    else
        printf("%s: its link is not known", info->spec);
    printf("; transfers of %" PRIu64 " bytes\n", b->bytes);
    /* Each line is printed as soon as it is known, also through a pipe. */
    fflush(stdout);
}

int card_bench(int argc, char **argv)
{
    struct card_options o;
    struct lp_card_info info;
    struct bench b = {.options = &o};

    card_parse(argc, argv, CARD_CODEC | CARD_BYTES | CARD_SECONDS, help, &o);
    if (o.file_count > 0)
        cli_fail("bench: takes no '%s'; try 'linepress-card bench --help'", o.files[0]);
    if (o.bytes % LP_SECTOR_BYTES != 0)
        cli_fail("bench: --bytes takes a multiple of 32");
    o.seconds = o.seconds > 0 ? o.seconds : 1;
    b.bytes = o.bytes ? o.bytes : UINT64_C(1) << 20;
    b.card = card_begin(&o);
    b.dma = card_engine(b.card);
    must(&b, lp_card_info(b.card, &info));
    set_up(&b);
    json_t *results = json_array();
    if (!o.json)
        head(&b, &info);
    for (unsigned i = 0; i < CODECS && !card_stopped; i++) {
        const char *name = card_codec_name(codecs[i]);
        struct side sides[2] = {{.seconds = 0}, {.seconds = 0}};
        if ((o.codec_name != NULL && codecs[i] != o.codec) ||
            (codecs[i] != LP_DMA_RAW && (unsigned)codecs[i] >= info.codecs))
            continue;
        run_codec(&b, codecs[i], sides);
        json_array_append_new(results, json_pack("{s:s, s:o, s:o}", "codec", name, "out",
                                                 side_json(&sides[0]), "in", side_json(&sides[1])));
        if (!o.json) {
            print_side(name, "out", &sides[0]);
            print_side(name, "in", &sides[1]);
        }
    }
    if (o.json)
        cli_print_json(json_pack("{s:o, s:I, s:f, s:b, s:O}", "card", lpi_json_text(info.spec),
                                 "bytes", (json_int_t)b.bytes, "link_ceiling_gbs", ceiling(&info),
                                 "interrupted", card_stopped != 0, "results", results));
    json_decref(results);
    for (unsigned i = 0; i < DEPTH; i++)
        free(b.stream[i]);
    return EXIT_GOOD;
}
