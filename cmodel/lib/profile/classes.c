/* SPDX-License-Identifier: Apache-2.0 */
#include "classes.h"

#include "../buddy/stored.h"
#include "../frame/pipeline.h"
#include "groups.h"
#include <linepress/buddy.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/*
 * Lines that a thread reads at once, few enough to stay in the second-level cache while they are
 * counted.
 */
#define CHUNK_LINES 2048u
#define CHUNK ((size_t)CHUNK_LINES * LP_LINE_BYTES)
#define NEVER 255u /* in place of the sectors of a line that was not live */

const unsigned lpi_sizes[LPI_SIZES] = {0, 8, 16, 32, 64, 80, 96, 128};

/* ---- sums ---- */

uint64_t lpi_classes_sectors(const struct lpi_classes *c, unsigned sectors)
{
    static const unsigned first[] = {0, 1, 4, 5, 7, LPI_SIZES};
    uint64_t sum = 0;
    for (unsigned i = first[sectors]; i < first[sectors + 1]; i++)
        sum += c->sizes[i];
    return sum;
}

uint64_t lpi_classes_over8(const struct lpi_classes *c)
{
    return c->lines - c->sizes[0] - c->sizes[1];
}

void lpi_classes_add(struct lpi_classes *sum, const struct lpi_classes *more)
{
    sum->lines += more->lines;
    sum->bits += more->bits;
    for (unsigned i = 0; i < LPI_SIZES; i++)
        sum->sizes[i] += more->sizes[i];
}

/* ---- lines ---- */

/* The index in lpi_sizes for a record's size in bytes; lines of zeros are excluded. */
static uint8_t class_of[LP_LINE_BYTES + 1];
static const uint8_t sectors_of[LPI_SIZES] = {0, 1, 1, 1, 2, 3, 3, 4};
static pthread_once_t classes_once = PTHREAD_ONCE_INIT;

static void fill_classes(void)
{
    for (unsigned bytes = 0, class = 1; bytes <= LP_LINE_BYTES; bytes++) {
        class += bytes > lpi_sizes[class];
        class_of[bytes] = (uint8_t) class;
    }
}

static void measure_ebd(const uint8_t *data, size_t lines, uint16_t *bits)
{
    uint8_t bytes[64];
    for (size_t at = 0, n; at < lines; at += n) {
        n = lines - at < sizeof bytes ? lines - at : sizeof bytes;
        lp_ebd_sizes(data + at * LP_LINE_BYTES, n, bytes);
        for (size_t i = 0; i < n; i++)
            bits[at + i] = (uint16_t)(8 * bytes[i]);
    }
}

static void measure_best(const uint8_t *data, size_t lines, uint16_t *bits)
{
    for (size_t i = 0; i < lines; i++) {
        enum lp_auto_codec codec;
        size_t of_line = 0;
        (void)lp_auto_choose(LP_ELEM_16, LP_AUTO_ALL, data + i * LP_LINE_BYTES, &codec, &of_line);
        bits[i] = (uint16_t)of_line;
    }
}

/*
 * Bits of each line's record, exactly up to 768. `grp` belongs to groups, of which the data has whole
 * ones.
 */
static void measure(unsigned codec, const struct lp_grp *grp, const uint8_t *data, size_t lines,
                    uint16_t *bits)
{
    const struct lpi_codec *row = codec < LP_PAGE_CODECS ? lpi_page_codecs[codec] : NULL;
    if (row == NULL)
        lpi_groups_bits(grp, data, lines, bits);
    else if (codec == LP_PAGE_BPC)
        lp_bpc_sizes(data, lines, bits);
    else if (codec == LP_PAGE_EBD)
        measure_ebd(data, lines, bits);
    else if (codec == LP_PAGE_AUTO)
        measure_best(data, lines, bits);
    else
        for (size_t i = 0; i < lines; i++)
            bits[i] = (uint16_t)row->line_bits(row->elem, data + i * LP_LINE_BYTES);
}

/* The record of a line of zeros is the codec's shortest, and no other line has that length. */
static unsigned zero_bits(unsigned codec)
{
    static const uint8_t zeros[LP_LINE_BYTES];
    uint16_t bits;
    if (codec == LPI_TABLE_GRP16)
        return 0;
    measure(codec, NULL, zeros, 1, &bits);
    return bits;
}

/* Sums in 32 bits: enough for a chunk's lines, and faster. */
static void classify(const uint16_t *bits, size_t lines, unsigned zero, struct lpi_classes *sum,
                     uint8_t *sectors)
{
    uint32_t sizes[LPI_SIZES] = {0};
    uint64_t all = 0;
    for (size_t i = 0; i < lines; i++) {
        unsigned bytes = (bits[i] + 7u) / 8;
        unsigned class = bits[i] == zero ? 0
                                         : class_of[bytes < LP_LINE_BYTES ? bytes : LP_LINE_BYTES];
        all += bits[i];
        sizes[class]++;
        sectors[i] = sectors_of[class];
    }
    for (unsigned i = 0; i < LPI_SIZES; i++)
        sum->sizes[i] += sizes[i];
    sum->lines += lines;
    sum->bits += all;
}

/* ---- work: some lines of an allocation, at all points in order ---- */

struct counter {
    const struct lpi_set *set;
    const struct lpi_count *how;
    struct lpi_tables *tables;
    unsigned zero[LPI_TABLE_CODECS];
    uint64_t bytes, done; /* of all pieces */
    pthread_mutex_t lock;
    /* The work that is next. */
    size_t allocation;
    uint64_t at;
    int error;
    struct lpi_fault *fault;
};

struct worker {
    struct counter *counter;
    pthread_t thread;
    lpi_transitions transitions[LPI_TABLE_CODECS];
    struct lpi_fault fault;
    uint16_t bits[CHUNK_LINES];
    uint8_t sectors[LPI_TABLE_CODECS][2][CHUNK_LINES]; /* at a point and at the one before */
    uint8_t fewest[CHUNK_LINES];
    uint8_t data[CHUNK];
};

static void count_moves(lpi_transitions moves, const uint8_t *before, const uint8_t *now,
                        size_t lines)
{
    uint32_t seen[(LP_LINE_SECTORS + 1) * 8] = {0};
    for (size_t i = 0; i < lines; i++)
        if (before[i] != NEVER)
            seen[before[i] * 8 + now[i]]++;
    for (unsigned b = 0; b <= LP_LINE_SECTORS; b++)
        for (unsigned n = 0; n <= LP_LINE_SECTORS; n++)
            moves[b][n] += seen[b * 8 + n];
}

static void forget(struct worker *w, unsigned from, size_t lines)
{
    for (unsigned c = 0; c < LPI_TABLE_CODECS; c++)
        memset(w->sectors[c][from] + lines, NEVER, CHUNK_LINES - lines);
}

/* For each line, the sectors of the codec that needs the fewest. */
static const uint8_t *fewest(struct worker *w, unsigned now, size_t lines)
{
    memset(w->fewest, NEVER, lines);
    for (unsigned c = 0; c < LPI_TABLE_CODECS; c++)
        for (size_t i = 0; (w->counter->tables->codecs >> c & 1) && i < lines; i++)
            if (w->sectors[c][now][i] < w->fewest[i])
                w->fewest[i] = w->sectors[c][now][i];
    return w->fewest;
}

static void publish(struct worker *w, size_t allocation, size_t point, uint64_t at,
                    const struct lpi_classes *sums, unsigned now, size_t lines, size_t bytes)
{
    struct counter *counter = w->counter;
    size_t cell = allocation * counter->set->point_count + point;
    const uint8_t *least = counter->how->lines != NULL ? fewest(w, now, lines) : NULL;
    pthread_mutex_lock(&counter->lock);
    for (unsigned c = 0; c < LPI_TABLE_CODECS; c++)
        if (counter->tables->cells[c] != NULL)
            lpi_classes_add(&counter->tables->cells[c][cell], &sums[c]);
    if (least != NULL)
        counter->how->lines(counter->how->context, allocation, point, at / LP_LINE_BYTES, least,
                            lines);
    counter->done += bytes;
    pthread_mutex_unlock(&counter->lock);
}

/* Counts one chunk at one point; the lines' sectors are then in side `now`. */
static int count_piece(struct worker *w, size_t allocation, size_t point, uint64_t at, unsigned now)
{
    const struct lpi_piece *piece = lpi_set_piece(w->counter->set, allocation, point);
    struct lpi_classes sums[LPI_TABLE_CODECS];
    struct lp_grp grp;
    if (piece->file == NULL || at >= piece->bytes) {
        forget(w, now, 0);
        return LP_OK;
    }
    size_t bytes = piece->bytes - at < CHUNK ? (size_t)(piece->bytes - at) : CHUNK;
    size_t lines = lp_lines(bytes);
    int error = lpi_piece_read(piece, at, w->data, bytes, &w->fault);
    if (error != LP_OK)
        return error;
    memset(w->data + bytes, 0, lpi_groups_bytes(bytes) - bytes);
    if (w->counter->tables->groups != NULL)
        (void)lp_grp_load(w->counter->tables->groups[allocation], &grp);
    memset(sums, 0, sizeof sums);
    for (unsigned c = 0; c < LPI_TABLE_CODECS; c++) {
        if (w->counter->tables->cells[c] == NULL)
            continue;
        measure(c, &grp, w->data, lines, w->bits);
        classify(w->bits, lines, w->counter->zero[c], &sums[c], w->sectors[c][now]);
        count_moves(w->transitions[c], w->sectors[c][!now], w->sectors[c][now], lines);
    }
    forget(w, now, lines);
    publish(w, allocation, point, at, sums, now, lines, bytes);
    return LP_OK;
}

/* 0: there is no more. */
static int next_work(struct counter *counter, size_t *allocation, uint64_t *at)
{
    pthread_mutex_lock(&counter->lock);
    while (counter->allocation < counter->set->allocation_count &&
           counter->at >= counter->set->allocations[counter->allocation].bytes) {
        counter->allocation++;
        counter->at = 0;
    }
    int more = counter->error == LP_OK && counter->allocation < counter->set->allocation_count;
    *allocation = counter->allocation;
    *at = counter->at;
    counter->at += CHUNK;
    pthread_mutex_unlock(&counter->lock);
    return more;
}

/* Keeps the first error. */
static void fail(struct worker *w, int error)
{
    pthread_mutex_lock(&w->counter->lock);
    if (w->counter->error == LP_OK) {
        w->counter->error = error;
        *w->counter->fault = w->fault;
    }
    pthread_mutex_unlock(&w->counter->lock);
}

/* Only the caller's thread reports progress. */
static void work(struct worker *w, int tells)
{
    struct counter *counter = w->counter;
    size_t allocation;
    uint64_t at;
    while (next_work(counter, &allocation, &at)) {
        int error = LP_OK;
        forget(w, 1, 0);
        for (size_t p = 0; p < counter->set->point_count && error == LP_OK; p++)
            error = count_piece(w, allocation, p, at, p % 2);
        if (error != LP_OK)
            fail(w, error);
        if (tells && counter->how->progress != NULL) {
            pthread_mutex_lock(&counter->lock);
            uint64_t done = counter->done;
            pthread_mutex_unlock(&counter->lock);
            counter->how->progress(counter->how->context, done, counter->bytes);
        }
    }
}

static void *run_worker(void *worker)
{
    work(worker, 0);
    return NULL;
}

static void take_transitions(struct worker *w)
{
    for (unsigned c = 0; c < LPI_TABLE_CODECS; c++)
        for (unsigned b = 0; b <= LP_LINE_SECTORS; b++)
            for (unsigned n = 0; n <= LP_LINE_SECTORS; n++)
                w->counter->tables->transitions[c][b][n] += w->transitions[c][b][n];
}

/* If a thread cannot be created, the others do its work. */
static void run(struct counter *counter, struct worker *workers, unsigned threads)
{
    unsigned started = 1;
    for (unsigned t = 0; t < threads; t++)
        workers[t].counter = counter;
    while (started < threads &&
           pthread_create(&workers[started].thread, NULL, run_worker, &workers[started]) == 0)
        started++;
    work(&workers[0], 1);
    for (unsigned t = 1; t < started; t++)
        pthread_join(workers[t].thread, NULL);
    for (unsigned t = 0; t < started; t++)
        take_transitions(&workers[t]);
}

static int open_cells(struct lpi_tables *tables, unsigned codecs)
{
    size_t cells = tables->set->allocation_count * tables->set->point_count;
    int good = 1;
    for (unsigned c = 0; c < LPI_TABLE_CODECS; c++)
        if (codecs >> c & 1) {
            tables->cells[c] = calloc(cells, sizeof **tables->cells);
            good &= tables->cells[c] != NULL;
        }
    return good;
}

static int open_groups(struct lpi_tables *tables, struct lpi_fault *fault)
{
    if (tables->cells[LPI_TABLE_GRP16] == NULL)
        return LP_OK;
    tables->groups = malloc(tables->set->allocation_count * sizeof *tables->groups);
    if (tables->groups == NULL)
        return lpi_fault_set(fault, LP_ERR_SYSTEM, "no memory for the tables of groups");
    int error = LP_OK;
    for (size_t a = 0; a < tables->set->allocation_count && error == LP_OK; a++)
        error = lpi_groups_table(tables->set, a, tables->groups[a], fault);
    return error;
}

static uint64_t all_bytes(const struct lpi_set *set)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < set->allocation_count * set->point_count; i++)
        sum += set->pieces[i].bytes;
    return sum;
}

int lpi_tables_open(const struct lpi_set *set, unsigned codecs, const struct lpi_count *how,
                    struct lpi_tables **opened, struct lpi_fault *fault)
{
    unsigned threads = lpi_threads(how->threads);
    struct lpi_tables *tables = calloc(1, sizeof *tables);
    struct worker *workers = calloc(threads, sizeof *workers);
    struct counter counter = {.set = set,
                              .how = how,
                              .tables = tables,
                              .fault = fault,
                              .lock = PTHREAD_MUTEX_INITIALIZER,
                              .bytes = all_bytes(set)};
    pthread_once(&classes_once, fill_classes);
    if (tables != NULL)
        *tables = (struct lpi_tables){.set = set, .codecs = codecs};
    if (tables == NULL || workers == NULL || !open_cells(tables, codecs | how->also))
        counter.error = lpi_fault_set(fault, LP_ERR_SYSTEM, "no memory for the class tables");
    else
        counter.error = open_groups(tables, fault);
    for (unsigned c = 0; c < LPI_TABLE_CODECS; c++)
        counter.zero[c] = zero_bits(c);
    if (counter.error == LP_OK)
        run(&counter, workers, threads);
    free(workers);
    if (counter.error == LP_OK)
        counter.error = lpi_set_check(set, fault);
    if (counter.error == LP_OK)
        *opened = tables;
    else
        lpi_tables_close(tables);
    return counter.error;
}

void lpi_tables_close(struct lpi_tables *tables)
{
    if (tables == NULL)
        return;
    for (unsigned c = 0; c < LPI_TABLE_CODECS; c++)
        free(tables->cells[c]);
    free(tables->groups);
    free(tables);
}

const struct lpi_classes *lpi_tables_at(const struct lpi_tables *tables, unsigned codec,
                                        size_t allocation, size_t point)
{
    return &tables->cells[codec][allocation * tables->set->point_count + point];
}
