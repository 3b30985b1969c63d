/* SPDX-License-Identifier: Apache-2.0 */
#include "huvm_sizes.h"
#include "../../systems/huvm/policy/chunk_time.h"
#include "../shared/fail.h"
#include "huvm_data.h"
#include "../shared/progress.h"
#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>

/* What chunks hold, and what each of these chunks is compressed. */
struct source {
    struct huvm_data data;
    struct huvm_stored *stored;
};

void huvm_check_chunk(enum huvm_compress compress, uint64_t chunk_bytes)
{
    if (compress != HUVM_RAW && chunk_bytes < HUVM_CHUNK_GRANULES * HUVM_GROUP_BYTES)
        cli_fail("huvm: chunks of less than %d KiB are not compressed",
                 HUVM_CHUNK_GRANULES * HUVM_GROUP_BYTES / 1024);
}

unsigned huvm_chunk_granules(const struct huvm_options *o)
{
    return o->compress >= HUVM_VICTIM ? HUVM_CHUNK_GRANULES : 1;
}

static uint32_t ns_of(uint32_t cycles)
{
    return (uint32_t)(1000 * cycles / HUVM_UNIT_MHZ + 0.5);
}

static struct huvm_stored measure_chunk(const struct huvm_options *o, const uint8_t *chunk,
                                        uint32_t bytes, uint8_t *codecs, uint64_t *mismatches)
{
    uint32_t granule = bytes / HUVM_CHUNK_GRANULES, stored;
    struct huvm_cycles cycles;
    stored = huvm_stored_bytes(o->codec, chunk, bytes, codecs, mismatches);
    int error = huvm_unit_cycles(chunk, bytes, codecs, HUVM_CHANNELS, &cycles, mismatches);
    if (error != LP_OK)
        cli_fail("no memory for the units of %u channels", HUVM_CHANNELS);
    return (struct huvm_stored){stored, ns_of(cycles.shrink), ns_of(cycles.expand),
                                (uint8_t)((stored + granule - 1) / granule)};
}

static void measure(const struct huvm_options *o, uint64_t chunk_bytes, struct source *s,
                    uint64_t *mismatches)
{
    uint8_t *chunk = cli_alloc(chunk_bytes), *codecs = cli_alloc(chunk_bytes / HUVM_GROUP_BYTES);
    s->stored = cli_alloc(s->data.chunks * sizeof *s->stored);
    for (uint32_t i = 0; i < s->data.chunks; i++) {
        cli_progress("huvm", i, s->data.chunks);
        huvm_data_chunk(&s->data, i, chunk_bytes, chunk);
        s->stored[i] = measure_chunk(o, chunk, (uint32_t)chunk_bytes, codecs, mismatches);
    }
    cli_progress_end();
    free(chunk);
    free(codecs);
}

static void set_gpu(uint32_t chunks, const struct source *s, struct huvm_stored *stored)
{
    for (uint32_t i = 0; i < chunks; i++)
        stored[i] = s->stored[i % s->data.chunks];
}

/* Where the chunks of a GPU begin. */
static uint32_t first_of(const struct huvm_scenario *s, unsigned gpu)
{
    uint32_t first = 0;
    for (unsigned i = 0; i < s->apps; i++)
        for (unsigned k = 0; k < s->app[i].gpus; k++)
            first += s->app[i].gpu[k] < gpu ? s->app[i].chunks[k] : 0;
    return first;
}

void huvm_sizes_open(const struct huvm_options *o, const struct huvm_scenario *s,
                     struct huvm_sizes *sizes)
{
    uint32_t chunks = first_of(s, HUVM_GPUS_MAX);
    memset(sizes, 0, sizeof *sizes);
    if (o->compress == HUVM_RAW)
        return;
    huvm_check_chunk(o->compress, s->chunk_bytes);
    sizes->stored = cli_alloc(chunks * sizeof *sizes->stored);
    for (unsigned i = 0; i < s->apps; i++) {
        const struct huvm_app *app = &s->app[i];
        const char *path = app->data != NULL ? app->data : o->data;
        struct source source;
        if (path == NULL)
            cli_fail("huvm: --compress needs --data: nothing says what '%s' has in its chunks",
                     app->name);
        huvm_data_read(path, s->chunk_bytes, &source.data);
        measure(o, s->chunk_bytes, &source, &sizes->mismatches);
        for (unsigned k = 0; k < app->gpus; k++)
            set_gpu(app->chunks[k], &source, sizes->stored + first_of(s, app->gpu[k]));
        free(source.data.bytes);
        free(source.stored);
    }
}

void huvm_sizes_close(struct huvm_sizes *sizes)
{
    free(sizes->stored);
}
