/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The other place for the paper's engines: in the DMA unit, after the crossbar, which then moves
 * raw sectors. The cycle model of lp_cdma_core runs with a crossbar between its channels and their
 * memory controllers, over which as many sectors pass in a cycle as it has ports.
 *
 *   central FILE...     JSON, an object a file of raw bytes: its size, the stream's, and for each
 *                       number of ports the cycles from first to last beat, and the sectors that
 *                       passed, out and in
 *
 * ZVC with 32-bit elements, 8 channels, 96 KiB, 16 GB/s at 1 GHz. The crossbar itself takes no
 * cycle. Exit status 1: the decompressed data differs from the file; 2: an error of a file or
 * memory.
 */
#include <linepress/linepress.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dma/copy/driver.h"
#include "dma/copy/engine_clocked.h"
#include "study_file.h"
#include "units/cdma/cdma_core_cycle.h"

enum { CHANNELS = 8, BUFFER = 98304 };

/* A crossbar in one direction. */
struct crossbar {
    unsigned next; /* the channel that is asked first */
    uint64_t moved;
};

/* The model of the core with two of them at its memory ports. */
struct central {
    struct lp_instance core;
    struct lp_cdma_core_in in; /* of this cycle, without what has to wait */
    struct crossbar read, write;
};

static unsigned ports;          /* of each crossbar */
static struct central *current; /* the instance that was opened last */

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "central: %s\n", what);
    exit(2);
}

/* ---- the crossbar ---- */

/* Which of the channels in `want` have a port in this cycle, in turns. */
static uint32_t granted(struct crossbar *crossbar, uint32_t want)
{
    uint32_t found = 0;
    unsigned left = ports, first = crossbar->next;

    for (unsigned i = 0; i < CHANNELS && left > 0; i++) {
        unsigned channel = (first + i) % CHANNELS;

        if (!(want >> channel & 1))
            continue;
        found |= 1u << channel;
        left--;
        crossbar->next = (channel + 1) % CHANNELS;
    }
    return found;
}

/* No output of the core depends on an input of the same cycle, so it is asked first. */
static void eval_central(void *self, int rst_n, const void *in, void *out)
{
    struct central *q = self;
    struct lp_cdma_core_out *o = out;

    q->in = *(const struct lp_cdma_core_in *)in;
    lp_instance_eval(&q->core, rst_n, &q->in, o);
    uint32_t reads = granted(&q->read, q->in.dev_rvalid & o->dev_rready);
    uint32_t writes = granted(&q->write, o->dev_wvalid & q->in.dev_wready);
    q->read.moved += (unsigned)__builtin_popcount(reads);
    q->write.moved += (unsigned)__builtin_popcount(writes);
    q->in.dev_rvalid = reads;
    q->in.dev_wready = writes;
    o->dev_rready = reads;
    o->dev_wvalid = writes;
}

static void tick_central(void *self)
{
    struct central *q = self;

    lp_instance_tick(&q->core);
}

static void reset_central(void *self)
{
    struct central *q = self;

    lp_instance_reset(&q->core);
}

static void close_central(void *self)
{
    struct central *q = self;

    lp_instance_close(&q->core);
    free(q);
}

static const struct lp_instance_kind kind = {.resets = true,
                                             .close = close_central,
                                             .reset = reset_central,
                                             .eval = eval_central,
                                             .tick = tick_central};

static int open_central(const struct lp_unit *unit, const int *values, struct lp_instance *instance)
{
    struct central *q = calloc(1, sizeof *q);
    int error = q ? lp_model_open(unit, values, &q->core) : LP_ERR_SYSTEM;

    if (error != LP_OK) {
        free(q);
        return error;
    }
    *instance = (struct lp_instance){&kind, q};
    current = q;
    return LP_OK;
}

/* ---- the engine of a handle ---- */

static int open_engine(const struct lpi_dma_machine *machine, void **state)
{
    return lpi_dma_clocked_open(open_central, machine, state);
}

static const struct lpi_dma_engine engine = {.name = "central",
                                             .open = open_engine,
                                             .close = lpi_dma_clocked_close,
                                             .write = lpi_dma_clocked_write,
                                             .read = lpi_dma_clocked_read,
                                             .run = lpi_dma_clocked_run,
                                             .span = lpi_dma_clocked_span};

/* ---- files ---- */

static uint32_t span(struct lp_dma *dma, bool in)
{
    struct lp_dma_counts counts;

    if (lp_dma_count(dma, &counts) != LP_OK)
        fail("no counts");
    return in ? counts.in.span : counts.out.span;
}

/* Out and back, with as many ports as are set; returns the stream's bytes. */
static size_t measure(const uint8_t *data, size_t bytes, uint8_t *stream, size_t room,
                      uint8_t *back)
{
    struct lp_dma_config config;
    struct lp_dma *dma;
    uint64_t at;
    size_t stored;

    lp_dma_defaults(&config);
    config.channels = CHANNELS;
    config.buffer_bytes = BUFFER;
    if (lpi_dma_open(&engine, &config, &dma) != LP_OK || lp_dma_malloc(dma, bytes, &at) != LP_OK ||
        lp_dma_write(dma, at, data, bytes) != LP_OK ||
        lp_memcpy_compressed(dma, stream, room, at, bytes, LP_DMA_ZVC, &stored) != LP_OK)
        fail("the way out");
    printf("{\"ports\": %u, \"out\": %u, \"sectors_out\": %llu", ports, span(dma, false),
           (unsigned long long)current->read.moved);
    memset(back, 0xa5, bytes);
    if (lp_dma_write(dma, at, back, bytes) != LP_OK ||
        lp_memcpy_decompressed(dma, at, bytes, stream, stored, LP_DMA_ZVC) != LP_OK ||
        lp_dma_read(dma, at, back, bytes) != LP_OK)
        fail("the way in");
    printf(", \"in\": %u, \"sectors_in\": %llu}", span(dma, true),
           (unsigned long long)current->write.moved);
    if (memcmp(back, data, bytes) != 0) {
        fprintf(stderr, "central: other bytes came back\n");
        exit(1);
    }
    lp_dma_close(dma);
    return stored;
}

static void measure_file(const char *name)
{
    size_t bytes, room, stored = 0;
    uint8_t *data = study_file(name, &bytes), *stream = malloc(room = bytes + bytes / 16 + 64);
    uint8_t *back = malloc(bytes);

    if (data == NULL)
        fail(name);
    if (stream == NULL || back == NULL)
        fail("no memory");
    printf("{\"bytes\": %zu, \"widths\": [", bytes);
    for (ports = 1; ports <= CHANNELS; ports++) {
        printf("%s", ports > 1 ? ",\n  " : "\n  ");
        stored = measure(data, bytes, stream, room, back);
    }
    printf("], \"stored\": %zu}", stored);
    free(back);
    free(stream);
    free(data);
}

int main(int count, char **words)
{
    if (count < 2)
        fail("usage: central FILE...");
    for (int i = 1; i < count; i++) {
        printf("%s", i == 1 ? "[" : ",\n");
        measure_file(words[i]);
    }
    puts("]");
    return fflush(stdout) == 0 ? 0 : 2;
}
