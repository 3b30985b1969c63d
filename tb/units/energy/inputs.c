/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ports of a unit, cycle by cycle, while raw lines pass through its cycle model at full rate: the
 * inputs of a netlist of the unit, and its outputs to compare with.
 *
 *     inputs UNIT PARAMETERS FILE MODE CYCLES
 *
 * FILE has raw lines of 128 bytes; they are memory entries of the unit's last codec. MODE: `lines`,
 * until the last line is out; `idle`, then CYCLES more without a beat; `stall`, CYCLES in which no
 * output is ready although lines wait. The unit has WARM cycles to drain, or to fill, before these.
 *
 * First a line for each port, `in NAME WIDTH` or `out NAME WIDTH`; then one hexadecimal number per
 * cycle: from the highest bit on, whether the cycle is a reset and the ports in the order of their
 * lines. Row 0 is the reset. Last `window N`: from row N on are the cycles that MODE means.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linepress/linepress.h>

#include "kit/streams.h"
#include "units/cosim/registry.h"
#include "units/xtest/rows.h"

#define WARM 64
#define LONGEST 1000000 /* cycles without the end of the lines */

enum mode { LINES, IDLE, STALL, MODES };
static const char *const mode_names[] = {"lines", "idle", "stall"};

struct drive {
    const struct lp_unit *unit;
    struct lp_streams streams;
    struct lp_instance model;
    struct lp_traffic *traffic;
    void *in, *out;
    uint64_t cycle;
};

static struct lp_row ports_row;

static void print_ports(const struct drive *d)
{
    for (size_t i = 0; i < d->unit->nports; i++)
        printf("%s %s %u\n", d->unit->ports[i].dir == LP_IN ? "in" : "out", d->unit->ports[i].name,
               d->streams.width[i]);
}

static void print_cycle(struct drive *d, uint32_t reset)
{
    lp_instance_eval(&d->model, !reset, d->in, d->out);
    lp_row_add(&ports_row, &reset, 1);
    for (size_t i = 0; i < d->unit->nports; i++) {
        const struct lp_port *port = &d->unit->ports[i];
        lp_row_add(&ports_row, lp_port_words_const(port->dir == LP_IN ? d->in : d->out, port),
                   d->streams.width[i]);
    }
    lp_row_print(&ports_row);
}

/* The next beat of each input, unless one waits, and ready of each output. */
static void drive_streams(struct drive *d, bool offers, bool takes)
{
    for (unsigned s = 0; s < d->streams.count; s++) {
        const struct lp_stream *stream = &d->streams.stream[s];
        if (!stream->input) {
            *lp_port_words(d->in, stream->ready) = takes;
            continue;
        }
        uint32_t *valid = lp_port_words(d->in, stream->valid);
        if (!*valid && offers)
            *valid = d->traffic->beat(d->traffic, s, d->in);
    }
    if (d->traffic->drive)
        d->traffic->drive(d->traffic, d->in);
}

/* One clock cycle; false with a message if an output is wrong. */
static bool cycle(struct drive *d, bool offers, bool takes)
{
    const char *wrong;

    drive_streams(d, offers, takes);
    print_cycle(d, 0);
    wrong = d->traffic->check(d->traffic, d->cycle++, d->in, d->out);
    lp_instance_tick(&d->model);
    for (unsigned s = 0; s < d->streams.count; s++) {
        const struct lp_stream *stream = &d->streams.stream[s];
        if (stream->input && *lp_port_words(d->out, stream->ready))
            *lp_port_words(d->in, stream->valid) = 0;
    }
    if (wrong)
        fprintf(stderr, "inputs: cycle %llu: %s\n", (unsigned long long)d->cycle, wrong);
    return !wrong;
}

static bool cycles(struct drive *d, uint64_t count, bool offers, bool takes)
{
    while (count-- > 0)
        if (!cycle(d, offers, takes))
            return false;
    return true;
}

static bool lines(struct drive *d)
{
    while (!d->traffic->done(d->traffic)) {
        if (d->cycle == LONGEST) {
            fprintf(stderr, "inputs: lines do not come out\n");
            return false;
        }
        if (!cycle(d, true, true))
            return false;
    }
    return true;
}

/* Rows of the mode; the row from which on they are what it means is *window. */
static bool run(struct drive *d, enum mode mode, uint64_t count, uint64_t *window)
{
    bool good;

    print_cycle(d, 1);
    lp_instance_tick(&d->model);
    *window = 1;
    good = mode == STALL ? cycles(d, WARM, true, true) : lines(d);
    if (mode == LINES || !good)
        return good;
    good = cycles(d, WARM, mode == STALL, mode == IDLE);
    *window = 1 + d->cycle;
    return good && cycles(d, count, mode == STALL, mode == IDLE);
}

/* Raw lines of a file; NULL with errno. */
static uint8_t *read_lines(const char *path, size_t *count)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = NULL;
    long size = -1;

    if (file && fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= LP_LINE_BYTES &&
        size % LP_LINE_BYTES == 0 && fseek(file, 0, SEEK_SET) == 0)
        bytes = malloc((size_t)size);
    if (bytes && fread(bytes, 1, (size_t)size, file) != (size_t)size) {
        free(bytes);
        bytes = NULL;
    }
    if (file)
        fclose(file);
    *count = (size_t)size / LP_LINE_BYTES;
    return bytes;
}

/* The value for lp_lines.codec: the last of the unit's codecs. */
static unsigned last_codec(const struct lp_hooks *hooks)
{
    unsigned count = 0;

    while (hooks->codecs && hooks->codecs[count])
        count++;
    return count;
}

static bool open_drive(struct drive *d, const struct lp_cosim_unit *row, const int *values,
                       const struct lp_lines *from)
{
    d->unit = row->unit;
    lp_streams_find(&d->streams, d->unit, values);
    d->in = calloc(1, d->unit->in_size);
    d->out = calloc(1, d->unit->out_size);
    d->traffic = row->hooks->lines(values, from);
    return d->in && d->out && d->traffic && lp_model_open(d->unit, values, &d->model) == LP_OK;
}

static void close_drive(struct drive *d)
{
    lp_instance_close(&d->model);
    if (d->traffic)
        d->traffic->close(d->traffic);
    free(d->in);
    free(d->out);
}

static enum mode mode_named(const char *name)
{
    enum mode mode = LINES;

    while (mode < MODES && strcmp(mode_names[mode], name) != 0)
        mode++;
    return mode;
}

int main(int argc, char **argv)
{
    const struct lp_cosim_unit *row = argc == 6 ? lp_cosim_find(argv[1]) : NULL;
    enum mode mode = argc == 6 ? mode_named(argv[4]) : MODES;
    struct lp_lines from = {0};
    struct drive d = {0};
    int values[LP_MAX_PARAMS];
    uint64_t window = 0;
    uint8_t *bytes;
    bool good;

    if (!row || mode == MODES || !row->hooks || !row->hooks->lines ||
        !lp_variant_values(row->unit, argv[2], values)) {
        fprintf(stderr,
                "usage: inputs UNIT PARAMETERS FILE lines|idle|stall CYCLES; of a unit that "
                "takes lines\n");
        return 2;
    }
    bytes = read_lines(argv[3], &from.count);
    if (!bytes) {
        fprintf(stderr, "inputs: %s: no whole lines\n", argv[3]);
        return 2;
    }
    from.bytes = bytes;
    from.codec = last_codec(row->hooks);
    good = open_drive(&d, row, values, &from);
    if (good) {
        print_ports(&d);
        good = run(&d, mode, strtoull(argv[5], NULL, 0), &window);
        printf("window %llu\n", (unsigned long long)window);
    }
    close_drive(&d);
    free(bytes);
    if (!good || fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "inputs: no run of %s %s\n", argv[1], argv[2]);
        return 1;
    }
    return 0;
}
