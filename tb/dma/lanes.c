/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Transfers at the ports of the engine over time: one file out and in again, with an index.
 *
 *   lanes ENGINE zvc|bpc|none CYCLES FILE.npy     JSON; a bin is CYCLES cycles
 *
 * The engine's instance is wrapped, so that it is observed without changes.
 */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../cmodel/units/cdma/cdma_core_ports.h"
#include "../../cmodel/dma/copy/driver.h"
#include "../../cmodel/dma/copy/engine_clocked.h"
#include "../../cmodel/dma/copy/engine_rtl.h"

enum { READS, OUT, OUT_WAITS, IN, IN_WAITS, WRITES, LANES, BINS = 4096, MOST = 1 << 20 };
static const char *const names[LANES] = {"reads", "out", "out_waits", "in", "in_waits", "writes"};

/* One engine is watched at a time. */
static struct watched {
    struct lp_instance inner;
    const struct lp_cdma_core_in *in;
    struct lp_cdma_core_out out;
    unsigned cycles, bin; /* since the transfer began; of a bin */
    bool on;
    unsigned counts[LANES][BINS];
} watched;

static void count(unsigned lane, unsigned by)
{
    unsigned bin = watched.cycles / watched.bin;

    watched.counts[lane][bin < BINS ? bin : BINS - 1] += by;
}

/* A beat moves, or is stalled by the receiver: the link on the way out, the engine on the way
 * in. */
static void count_cycle(const struct lp_cdma_core_in *in, const struct lp_cdma_core_out *out)
{
    uint32_t reads = in->dev_rvalid & out->dev_rready, writes = out->dev_wvalid & in->dev_wready;

    count(READS, (unsigned)__builtin_popcount(reads));
    count(WRITES, (unsigned)__builtin_popcount(writes));
    count(out->out_tvalid && in->out_tready ? OUT : OUT_WAITS, out->out_tvalid);
    count(in->in_tvalid && out->in_tready ? IN : IN_WAITS, in->in_tvalid);
    watched.cycles++;
}

static void watch_close(void *self)
{
    (void)self;
    lp_instance_close(&watched.inner);
}

static void watch_reset(void *self)
{
    (void)self;
    lp_instance_reset(&watched.inner);
}

static void watch_eval(void *self, int rst_n, const void *in, void *out)
{
    (void)self;
    lp_instance_eval(&watched.inner, rst_n, in, out);
    watched.in = in;
    memcpy(&watched.out, out, sizeof watched.out);
}

static void watch_tick(void *self)
{
    (void)self;
    if (watched.on)
        count_cycle(watched.in, &watched.out);
    lp_instance_tick(&watched.inner);
}

static const struct lp_instance_kind kind = {true,       NULL,       watch_close, watch_reset,
                                             watch_eval, watch_tick, NULL};

static lp_open_fn *inner_open;

static int watch_open(const struct lp_unit *unit, const int *values, struct lp_instance *instance)
{
    int error = inner_open(unit, values, &watched.inner);

    if (error == LP_OK)
        *instance = (struct lp_instance){&kind, &watched};
    return error;
}

static int open_watched(const struct lpi_dma_machine *machine, void **state)
{
    return lpi_dma_clocked_open(watch_open, machine, state);
}

static const struct lpi_dma_engine engine = {
    .name = "watched",
    .open = open_watched,
    .close = lpi_dma_clocked_close,
    .write = lpi_dma_clocked_write,
    .read = lpi_dma_clocked_read,
    .run = lpi_dma_clocked_run,
    .span = lpi_dma_clocked_span,
};

static void must(int error, const char *what)
{
    if (error == LP_OK)
        return;
    fprintf(stderr, "lanes: %s: %s\n", what, lp_strerror(error));
    exit(2);
}

/* A transfer; its lanes by name, without the bins after its end. */
static json_t *transfer(struct lp_dma *dma, const struct lp_dma_transfer *t,
                        struct lp_dma_completion *c)
{
    json_t *lanes = json_object();
    uint64_t ticket;

    memset(watched.counts, 0, sizeof watched.counts);
    watched.cycles = 0;
    watched.on = true;
    must(lp_dma_submit(dma, t, &ticket), "lp_dma_submit");
    must(lp_dma_wait(dma, ticket, c), "lp_dma_wait");
    watched.on = false;
    must(lp_dma_status_error(c->status), "transfer");
    for (unsigned lane = 0; lane < LANES; lane++) {
        json_t *bins = json_array();

        for (unsigned i = 0; i <= watched.cycles / watched.bin && i < BINS; i++)
            json_array_append_new(bins, json_integer(watched.counts[lane][i]));
        json_object_set_new(lanes, names[lane], bins);
    }
    json_object_set_new(lanes, "cycles", json_integer(watched.cycles));
    return lanes;
}

static json_t *both_ways(struct lp_dma *dma, enum lp_dma_codec codec, const uint8_t *data,
                         size_t bytes)
{
    static uint8_t stream[2 * MOST];
    struct lp_dma_completion c;
    struct lp_dma_transfer t = {.codec = codec,
                                .bytes = bytes,
                                .to = stream,
                                .from = stream,
                                .size = lp_dma_bound(codec, LP_ELEM_32, bytes)};
    json_t *both = json_object();

    must(lp_dma_malloc(dma, bytes, &t.device), "lp_dma_malloc");
    must(lp_dma_malloc(dma, lp_dma_index_bytes(bytes), &t.index), "lp_dma_malloc");
    must(lp_dma_write(dma, t.device, data, bytes), "lp_dma_write");
    json_object_set_new(both, "out", transfer(dma, &t, &c));
    t.direction = LP_DMA_IN;
    t.size = c.bytes;
    json_object_set_new(both, "in", transfer(dma, &t, &c));
    return both;
}

/* The array's bytes, padded; the header of an .npy file gives its length. */
static size_t read_array(const char *path, uint8_t *data)
{
    uint8_t head[10];
    FILE *file = fopen(path, "rb");
    size_t bytes = 0;

    if (file && fread(head, 1, sizeof head, file) == sizeof head &&
        fseek(file, 10 + head[8] + 256L * head[9], SEEK_SET) == 0)
        bytes = fread(data, 1, MOST, file);
    if (bytes == 0) {
        fprintf(stderr, "lanes: %s cannot be read\n", path);
        exit(2);
    }
    fclose(file);
    return (bytes + 31) / 32 * 32;
}

int main(int argc, char **argv)
{
    static uint8_t data[MOST + 32];
    struct lp_dma_config config;
    struct lp_dma *dma;

    if (argc != 5 || (watched.bin = (unsigned)atoi(argv[3])) == 0)
        return 2;
    inner_open = strcmp(argv[1], "rtl") == 0 ? lpi_dma_rtl_open : lp_model_open;
    lp_dma_defaults(&config);
    config.device_bytes = config.host_bytes = 4 * MOST;
    size_t bytes = read_array(argv[4], data);
    must(lpi_dma_open(&engine, &config, &dma), argv[1]);
    json_t *both = both_ways(dma,
                             strcmp(argv[2], "bpc") == 0    ? LP_DMA_BPC
                             : strcmp(argv[2], "none") == 0 ? LP_DMA_RAW
                                                            : LP_DMA_ZVC,
                             data, bytes);
    json_dumpf(both, stdout, JSON_COMPACT);
    json_decref(both);
    lp_dma_close(dma);
    return 0;
}
