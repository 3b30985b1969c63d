/* SPDX-License-Identifier: Apache-2.0 */
#include "ratio_count.h"

#include "../../base/codec.h"
#include "../../lib/frame/pipeline.h"
#include <stdlib.h>
#include <string.h>

/* A multiple of every window size. */
#define CHUNK ((size_t)1 << 20)

const unsigned ratio_sizes[RATIO_SIZES] = {0, 8, 16, 32, 64, 80, 96, 128};

/*
 * A line's class is the smallest size that holds its record, or the largest if none does. Returns
 * its sectors.
 */
static size_t classify(struct ratio_counts *counts, int zero, size_t bits)
{
    size_t bytes = zero ? 0 : (bits + 7) / 8, sectors, size = zero ? 0 : 1;
    if (bytes > LP_LINE_BYTES)
        bytes = LP_LINE_BYTES;
    sectors = (bytes + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES;
    while (bytes > ratio_sizes[size])
        size++;
    counts->sectors[sectors]++;
    counts->sizes[size]++;
    return sectors;
}

/* Counts the codec that stores a line, of which `bytes` bytes are data. */
static int count_chosen(struct ratio_counts *counts, enum lp_elem elem, const uint8_t *data,
                        size_t bytes)
{
    uint8_t line[LP_LINE_BYTES] = {0};
    enum lp_auto_codec codec;
    size_t bits;
    memcpy(line, data, bytes < LP_LINE_BYTES ? bytes : LP_LINE_BYTES);
    int error = lp_auto_choose(elem, LP_AUTO_ALL, line, &codec, &bits);
    if (error == LP_OK && codec != LP_AUTO_NONE)
        counts->chosen[codec]++;
    return error;
}

/* Counts one window; only its last line may be short. Sets *sectors unless it is NULL. */
static int count_window(struct ratio_counts *counts, const struct lpi_coder *coder,
                        const uint8_t *data, size_t bytes, uint8_t *sectors)
{
    static const uint8_t zeros[LP_LINE_BYTES];
    size_t bits;
    int zero = 0, error = lpi_coder_bits(coder, data, bytes, &bits);
    if (error != LP_OK)
        return error;
    for (size_t at = 0; at < bytes; at += LP_LINE_BYTES) {
        size_t rest = bytes - at;
        if (coder->codec == &lpi_codec_auto && error == LP_OK)
            error = count_chosen(counts, coder->elem, data + at, rest);
        zero = rest >= LP_LINE_BYTES ? lp_line_is_zero(data + at)
                                     : memcmp(data + at, zeros, rest) == 0;
        counts->zero_lines += (uint64_t)zero;
    }
    counts->bits += bits;
    counts->bytes += bytes;
    counts->lines += lp_lines(bytes);
    if (coder->window == LP_LINE_BYTES) {
        size_t of_line = classify(counts, zero, bits);
        if (sectors != NULL)
            *sectors = (uint8_t)of_line;
    }
    return error;
}

/*
 * Counts groups of lines. The sectors of a group are spread over its lines, whose sum they are; the
 * last group may be short, and its sectors count for the lines that are there.
 */
static int count_groups(struct ratio_counts *counts, const struct lpi_coder *coder,
                        const uint8_t *data, size_t bytes, uint8_t *sectors)
{
    static const uint8_t zeros[LP_LINE_BYTES];
    uint8_t of_group[CHUNK / LP_LINE_BYTES];
    size_t group = coder->codec->group;
    int error = coder->codec->group_sectors(data, bytes, of_group);
    for (size_t at = 0; at < bytes && error == LP_OK; at += LP_LINE_BYTES) {
        size_t first = at / group * group, left = bytes - first < group ? bytes - first : group;
        size_t lines = lp_lines(left), line = (at - first) / LP_LINE_BYTES;
        size_t stored = of_group[at / group], rest = bytes - at;
        stored = stored < lines * LP_LINE_SECTORS ? stored : lines * LP_LINE_SECTORS;
        size_t own = stored * (line + 1) / lines - stored * line / lines;
        int zero = memcmp(data + at, zeros, rest < LP_LINE_BYTES ? rest : LP_LINE_BYTES) == 0;
        counts->zero_lines += (uint64_t)zero;
        counts->bits += 8 * LP_SECTOR_BYTES * own;
        classify(counts, own == 0, 8 * LP_SECTOR_BYTES * own);
        if (sectors != NULL)
            sectors[at / LP_LINE_BYTES] = (uint8_t)own;
    }
    counts->bytes += bytes;
    counts->lines += lp_lines(bytes);
    return error;
}

static int count_windows(struct ratio_counts *counts, const struct lpi_coder *coder,
                         const uint8_t *data, size_t bytes, uint8_t *sectors)
{
    int error = LP_OK;
    if (coder->codec->group != 0)
        return count_groups(counts, coder, data, bytes, sectors);
    for (size_t at = 0; at < bytes && error == LP_OK; at += coder->window) {
        size_t rest = bytes - at;
        error = count_window(counts, coder, data + at, rest < coder->window ? rest : coder->window,
                             sectors != NULL ? sectors + at / LP_LINE_BYTES : NULL);
    }
    return error;
}

void ratio_add(struct ratio_counts *sum, const struct ratio_counts *more)
{
    sum->bytes += more->bytes;
    sum->lines += more->lines;
    sum->zero_lines += more->zero_lines;
    sum->bits += more->bits;
    for (size_t i = 0; i <= LP_LINE_SECTORS; i++)
        sum->sectors[i] += more->sectors[i];
    for (size_t i = 0; i < RATIO_SIZES; i++)
        sum->sizes[i] += more->sizes[i];
    for (size_t i = 0; i < LP_AUTO_CODECS; i++)
        sum->chosen[i] += more->chosen[i];
}

/* ---- chunks in progress ---- */

struct slot {
    struct lpi_coder coder;
    struct ratio_counts counts;
    size_t bytes;
    const uint8_t *from; /* `data`, or the caller's memory */
    uint8_t *data;
    uint8_t *sectors; /* of the chunk's lines, or NULL */
};

struct ratio_counter {
    unsigned threads;
    size_t slot_count;
    struct slot **slots;
    /* The current input, a file or memory. */
    struct lp_input *input;
    const uint8_t *memory;
    size_t memory_bytes, memory_at;
    uint8_t *sectors;   /* of the lines in memory, or NULL */
    uint64_t announced; /* its size in bytes, or UINT64_MAX */
    const struct lpi_tell *tell;
    struct ratio_counts *sum;
    int ended;
};

static int fill(void *context, void *place, int *more)
{
    struct ratio_counter *counter = context;
    struct slot *slot = place;
    slot->bytes = 0;
    slot->from = slot->data;
    slot->sectors = NULL;
    int error = counter->ended ? LP_OK
                               : lp_input_read(counter->input, slot->data, CHUNK, &slot->bytes);
    counter->ended = slot->bytes < CHUNK;
    *more = slot->bytes != 0;
    return error;
}

static int fill_from_memory(void *context, void *place, int *more)
{
    struct ratio_counter *counter = context;
    struct slot *slot = place;
    size_t rest = counter->memory_bytes - counter->memory_at;
    slot->bytes = rest < CHUNK ? rest : CHUNK;
    slot->from = counter->memory + counter->memory_at;
    slot->sectors = counter->sectors != NULL ? counter->sectors + counter->memory_at / LP_LINE_BYTES
                                             : NULL;
    counter->memory_at += slot->bytes;
    *more = slot->bytes != 0;
    return LP_OK;
}

static int work(void *place)
{
    struct slot *slot = place;
    slot->counts = (struct ratio_counts){0};
    return count_windows(&slot->counts, &slot->coder, slot->from, slot->bytes, slot->sectors);
}

static int drain(void *context, void *place)
{
    struct ratio_counter *counter = context;
    const struct slot *slot = place;
    ratio_add(counter->sum, &slot->counts);
    lpi_tell_progress(counter->tell, counter->sum->bytes, counter->announced);
    return LP_OK;
}

static int run(struct ratio_counter *counter, const struct lpi_steps *steps)
{
    struct lpi_pipeline pipeline = {.context = counter,
                                    .slots = (void **)counter->slots,
                                    .slot_count = counter->slot_count,
                                    .threads = counter->threads,
                                    .steps = steps};
    *counter->sum = (struct ratio_counts){0};
    return lpi_pipeline_run(&pipeline);
}

int ratio_count(struct ratio_counter *counter, struct lp_input *input, const struct lpi_tell *tell,
                struct ratio_counts *counts)
{
    static const struct lpi_steps steps = {fill, work, drain};
    counter->input = input;
    counter->announced = lp_input_bytes(input) > 0 ? lp_input_bytes(input) : UINT64_MAX;
    counter->tell = tell;
    counter->sum = counts;
    counter->ended = 0;
    return run(counter, &steps);
}

int ratio_count_memory(struct ratio_counter *counter, const void *data, size_t bytes,
                       uint8_t *sectors, struct ratio_counts *counts)
{
    static const struct lpi_steps steps = {fill_from_memory, work, drain};
    counter->memory = data;
    counter->memory_bytes = bytes;
    counter->memory_at = 0;
    counter->sectors = sectors;
    counter->announced = bytes;
    counter->tell = NULL;
    counter->sum = counts;
    return run(counter, &steps);
}

static int open_slot(const struct lpi_codec *codec, enum lp_elem elem, size_t window,
                     struct slot **opened)
{
    struct slot *slot = calloc(1, sizeof *slot);
    if (slot == NULL)
        return LP_ERR_SYSTEM;
    *opened = slot;
    slot->data = malloc(CHUNK);
    int error = lpi_coder_open(&slot->coder, codec, elem, window);
    return error == LP_OK && slot->data == NULL ? LP_ERR_SYSTEM : error;
}

int ratio_open(const struct lpi_codec *codec, enum lp_elem elem, size_t window, unsigned threads,
               struct ratio_counter **opened)
{
    struct ratio_counter *counter = calloc(1, sizeof *counter);
    if (counter == NULL)
        return LP_ERR_SYSTEM;
    counter->threads = lpi_threads(threads);
    size_t count = lpi_slots(counter->threads);
    int error = LP_ERR_SYSTEM;
    counter->slots = calloc(count, sizeof *counter->slots);
    if (counter->slots != NULL)
        error = LP_OK;
    while (error == LP_OK && counter->slot_count < count)
        error = open_slot(codec, elem, window, &counter->slots[counter->slot_count++]);
    if (error == LP_OK)
        *opened = counter;
    else
        ratio_close(counter);
    return error;
}

void ratio_close(struct ratio_counter *counter)
{
    for (size_t i = 0; i < counter->slot_count; i++) {
        struct slot *slot = counter->slots[i];
        if (slot == NULL)
            continue;
        lpi_coder_close(&slot->coder);
        free(slot->data);
        free(slot);
    }
    free(counter->slots);
    free(counter);
}
