/* SPDX-License-Identifier: Apache-2.0 */
#include "swap_sample.h"
#include "../../base/rng.h"
#include <stdlib.h>

/* CSWAP, section V-C. */
#define SPARSITY_LOW 0.2
#define SPARSITY_HIGH 0.9
#define WORD 4u

#define GRID 16u

static double uniform(struct lp_rng *rng, double low, double high)
{
    return low + (high - low) * (double)(lp_random(rng) >> 11) / 0x1p53;
}

static struct lp_swap_setting setting_of(const struct swap_sample_options *o,
                                         const struct swap_bench *bench)
{
    struct lp_swap_setting setting = o->setting;
    if (setting.grid == 0 && bench->device != NULL)
        setting.grid = SWAP_EXPERT_PARTS * swap_device_processors(bench->device);
    if (setting.grid == 0)
        setting.grid = GRID;
    return setting;
}

static int measure_one(const struct swap_sample_options *o, struct swap_sampling *s,
                       struct lp_rng *rng, struct swap_sampled *sample, struct lpi_fault *fault)
{
    size_t bytes = (size_t)uniform(rng, (double)o->least, (double)o->most) / WORD * WORD;
    double sparsity = uniform(rng, SPARSITY_LOW, SPARSITY_HIGH);
    unsigned element = lp_swap_codec_element(s->setting.codec);
    bytes = bytes < o->least ? (size_t)o->least : bytes;
    if (swap_bench_tensor(&s->bench, lp_random(rng), sparsity, element, bytes, fault) != 0 ||
        swap_bench_run(&s->bench, &s->setting, bytes, &sample->run, fault) != 0)
        return fault->code;
    sample->bytes = bytes;
    uint64_t zeros = lp_swap_element_zeros(s->bench.data, bytes, element);
    sample->sparsity = (double)(element * zeros) / (double)bytes;
    return 0;
}

int swap_sample(const struct swap_sample_options *o, struct swap_sampling *s,
                struct lpi_fault *fault)
{
    struct lp_rng rng = {o->seed};
    *s = (struct swap_sampling){.count = o->count};
    if (swap_bench_open(&o->bench, (size_t)o->most, &s->bench, fault) != 0)
        return fault->code;
    s->setting = setting_of(o, &s->bench);
    s->list = lpi_fault_alloc(fault, o->count * sizeof *s->list);
    for (size_t i = 0; i < o->count && fault->code == 0; i++)
        if (measure_one(o, s, &rng, &s->list[i], fault) == 0)
            lpi_tell_progress(o->tell, i + 1, o->count);
    if (fault->code != 0)
        swap_sample_close(s);
    return fault->code;
}

void swap_sample_close(struct swap_sampling *s)
{
    swap_bench_close(&s->bench);
    free(s->list);
    *s = (struct swap_sampling){.count = 0};
}
