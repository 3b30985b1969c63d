/* SPDX-License-Identifier: Apache-2.0 */
#include "sizes.h"
#include "policy/chunk_time.h"
#include "data.h"
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>

/* Contents of chunks, and the compressed form of each distinct chunk. */
struct source {
    struct huvm_data data;
    struct huvm_stored *stored;
};

int huvm_check_chunk(enum huvm_compress compress, uint64_t chunk_bytes, struct lpi_fault *fault)
{
    if (compress == HUVM_RAW || chunk_bytes >= HUVM_CHUNK_GRANULES * HUVM_GROUP_BYTES)
        return 0;
    return lpi_fault_set(fault, LPI_BAD, "huvm: chunks of less than %d KiB are not compressed",
                         HUVM_CHUNK_GRANULES * HUVM_GROUP_BYTES / 1024);
}

unsigned huvm_chunk_granules(const struct huvm_settings *o)
{
    return o->compress >= HUVM_VICTIM ? HUVM_CHUNK_GRANULES : 1;
}

static uint32_t ns_of(uint32_t cycles)
{
    return (uint32_t)(1000 * cycles / HUVM_UNIT_MHZ + 0.5);
}

static int measure_chunk(const struct huvm_settings *o, const uint8_t *chunk, uint32_t bytes,
                         uint8_t *codecs, struct huvm_stored *to, uint64_t *mismatches,
                         struct lpi_fault *fault)
{
    uint32_t granule = bytes / HUVM_CHUNK_GRANULES, stored;
    struct huvm_cycles cycles;
    stored = huvm_stored_bytes(o->codec, chunk, bytes, codecs, mismatches);
    int error = huvm_unit_cycles(chunk, bytes, codecs, HUVM_CHANNELS, &cycles, mismatches);
    if (error != LP_OK)
        return lpi_fault_set(fault, LPI_BAD, "no memory for the units of %u channels",
                             HUVM_CHANNELS);
    *to = (struct huvm_stored){stored, ns_of(cycles.shrink), ns_of(cycles.expand),
                               (uint8_t)((stored + granule - 1) / granule)};
    return 0;
}

static int measure(const struct huvm_settings *o, uint64_t chunk_bytes, struct source *s,
                   uint64_t *mismatches, struct lpi_fault *fault)
{
    uint8_t *chunk = lpi_fault_alloc(fault, chunk_bytes);
    uint8_t *codecs = lpi_fault_alloc(fault, chunk_bytes / HUVM_GROUP_BYTES);
    s->stored = lpi_fault_alloc(fault, s->data.chunks * sizeof *s->stored);
    int code = chunk == NULL || codecs == NULL || s->stored == NULL ? fault->code : 0;
    for (uint32_t i = 0; code == 0 && i < s->data.chunks; i++) {
        lpi_tell_progress(o->tell, i, s->data.chunks);
        huvm_data_chunk(&s->data, i, chunk_bytes, chunk);
        code = measure_chunk(o, chunk, (uint32_t)chunk_bytes, codecs, &s->stored[i], mismatches,
                             fault);
    }
    lpi_tell_progress(o->tell, 0, 0);
    free(chunk);
    free(codecs);
    return code;
}

static void set_gpu(uint32_t chunks, const struct source *s, struct huvm_stored *stored)
{
    for (uint32_t i = 0; i < chunks; i++)
        stored[i] = s->stored[i % s->data.chunks];
}

/* Number of the first chunk of a GPU. */
static uint32_t first_of(const struct huvm_scenario *s, unsigned gpu)
{
    uint32_t first = 0;
    for (unsigned i = 0; i < s->apps; i++)
        for (unsigned k = 0; k < s->app[i].gpus; k++)
            first += s->app[i].gpu[k] < gpu ? s->app[i].chunks[k] : 0;
    return first;
}

/* Measures the chunks of one application. */
static int measure_app(const struct huvm_settings *o, const struct huvm_scenario *s,
                       const struct huvm_app *app, struct huvm_sizes *sizes,
                       struct lpi_fault *fault)
{
    const char *path = app->data != NULL ? app->data : o->data;
    struct source source = {0};
    if (path == NULL)
        return lpi_fault_set(fault, LPI_BAD,
                             "huvm: --compress needs --data: nothing says what '%s' has in its "
                             "chunks",
                             app->name);
    int code = huvm_data_read(path, s->chunk_bytes, &source.data, fault);
    if (code == 0)
        code = measure(o, s->chunk_bytes, &source, &sizes->mismatches, fault);
    for (unsigned k = 0; code == 0 && k < app->gpus; k++)
        set_gpu(app->chunks[k], &source, sizes->stored + first_of(s, app->gpu[k]));
    free(source.data.bytes);
    free(source.stored);
    return code;
}

int huvm_sizes_open(const struct huvm_settings *o, const struct huvm_scenario *s,
                    struct huvm_sizes *sizes, struct lpi_fault *fault)
{
    uint32_t chunks = first_of(s, HUVM_GPUS_MAX);
    memset(sizes, 0, sizeof *sizes);
    if (o->compress == HUVM_RAW)
        return 0;
    if (huvm_check_chunk(o->compress, s->chunk_bytes, fault) != 0)
        return fault->code;
    sizes->stored = lpi_fault_alloc(fault, chunks * sizeof *sizes->stored);
    int code = sizes->stored == NULL ? fault->code : 0;
    for (unsigned i = 0; code == 0 && i < s->apps; i++)
        code = measure_app(o, s, &s->app[i], sizes, fault);
    if (code != 0)
        huvm_sizes_close(sizes);
    return code;
}

void huvm_sizes_close(struct huvm_sizes *sizes)
{
    free(sizes->stored);
    sizes->stored = NULL;
}
