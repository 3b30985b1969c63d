/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_report.h"
#include "../../base/sha256.h"
#include "../shared/fail.h"
#include "../shared/json.h"
#include <linepress/linepress.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Student's t for 95 % on both sides, by degrees of freedom; then that of many. */
static const double t95[] = {0,     12.706, 4.303, 3.182, 2.776, 2.571, 2.447,
                             2.365, 2.306,  2.262, 2.228, 2.201, 2.179, 2.160,
                             2.145, 2.131,  2.120, 2.110, 2.101, 2.093, 2.086};

struct gpu_band gpu_band_of(const double *values, size_t count)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    double mean = sum / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    if (count < 2)
        return (struct gpu_band){mean, mean, mean};
    double t = count <= sizeof t95 / sizeof *t95 ? t95[count - 1] : 2.0;
    double half = t * sqrt(squares / (double)(count - 1) / (double)count);
    return (struct gpu_band){mean, mean - half, mean + half};
}

/* ---- sums ---- */

static json_t *sum_of_file(const char *path)
{
    char text[LPI_SHA256_TEXT];
    unsigned char bytes[65536];
    struct lpi_sha256 sum;
    FILE *file = path != NULL ? fopen(path, "rb") : NULL;
    if (file == NULL)
        return json_null();
    lpi_sha256_begin(&sum);
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, file)) > 0;)
        lpi_sha256_add(&sum, bytes, got);
    fclose(file);
    lpi_sha256_end(&sum, text);
    return json_string(text);
}

static json_t *sum_of_json(json_t *value)
{
    char text[LPI_SHA256_TEXT], *bytes = json_dumps(value, JSON_COMPACT);
    struct lpi_sha256 sum;
    lpi_sha256_begin(&sum);
    lpi_sha256_add(&sum, bytes, strlen(bytes));
    lpi_sha256_end(&sum, text);
    free(bytes);
    return json_string(text);
}

/* ---- a run ---- */

static json_t *number(uint64_t value)
{
    return json_integer((json_int_t)value);
}

static double share(uint64_t part, uint64_t all)
{
    return all == 0 ? 0 : (double)part / (double)all;
}

static json_t *stall_of(const struct lpi_gpu_result *r)
{
    static const char *const names[LPI_GPU_STALLS] = {"dependency", "l1", "crossbar", "barrier",
                                                      "empty"};
    json_t *stall = json_object();
    for (unsigned i = 0; i < LPI_GPU_STALLS; i++)
        json_object_set_new(stall, names[i], number(r->sm.stall[i]));
    json_object_set_new(stall, "l2", number(r->l2.blocked));
    return stall;
}

static unsigned tightest(const struct lpi_gpu_result *r)
{
    unsigned most = 0;
    for (unsigned b = 1; b < LPI_GPU_BOUNDS; b++)
        if (r->bound[b] > r->bound[most])
            most = b;
    return most;
}

static json_t *bounds_of(const struct lpi_gpu_result *r)
{
    json_t *bounds = json_object();
    for (unsigned b = 0; b < LPI_GPU_BOUNDS; b++)
        json_object_set_new(bounds, lpi_gpu_bounds[b], number(r->bound[b]));
    return bounds;
}

static json_t *caches_of(const struct lpi_gpu_result *r)
{
    return json_pack(
        "{s{sI sI} s{sI sI sI sI} sI sI sI}", "l1", "accesses", (json_int_t)r->sm.l1_accesses,
        "hits", (json_int_t)r->sm.l1_hits, "l2", "accesses", (json_int_t)r->l2.accesses, "hits",
        (json_int_t)r->l2.hits, "sector_misses", (json_int_t)r->l2.sector_misses,
        "fills_before_evict", (json_int_t)r->l2.fills_before_evict, "line_requests",
        (json_int_t)r->l2.line_requests, "sector_requests", (json_int_t)r->l2.sector_requests,
        "overfetch_sectors", (json_int_t)(r->l2.overfetch_sectors + r->slices.wasted));
}

static json_t *memories_of(const struct lpi_gpu_result *r, const struct lpi_gpu_config *c)
{
    struct lpi_gpu_clock clock = lpi_gpu_clock(c);
    return json_pack(
        "{s{sI sI sI sI sI} s{sI sI sI} s{sI sI sI sI}}", "device", "read_sectors",
        (json_int_t)r->device.read_sectors, "write_sectors", (json_int_t)r->device.write_sectors,
        "busy", (json_int_t)(r->device.busy / clock.memory), "row_hits",
        (json_int_t)r->device.row_hits, "activations", (json_int_t)r->device.activations,
        "link_use", "to", (json_int_t)r->link.sectors[LPI_GPU_TO], "from",
        (json_int_t)r->link.sectors[LPI_GPU_FROM], "copies", (json_int_t)r->copy_sectors,
        "metadata", "accesses", (json_int_t)r->slices.accesses, "hits", (json_int_t)r->slices.hits,
        "fills", (json_int_t)r->slices.fills, "writebacks", (json_int_t)r->slices.writebacks);
}

static json_t *run_json(const struct gpu_plan *plan, const struct gpu_run *run)
{
    const struct lpi_gpu_result *r = &run->result;
    uint64_t lines = r->slices.reads + r->slices.writes;
    unsigned bound = tightest(r);
    json_t *all = json_pack("{ss sf sI sI sI sI sf so}", "mode", lpi_gpu_modes[run->mode], "link",
                            run->link, "metadata_cache", (json_int_t)run->cache, "seed",
                            (json_int_t)run->seed, "cycles", (json_int_t)r->cycles, "cycles_cold",
                            (json_int_t)r->cycles_cold, "speedup", gpu_plan_speedup(plan, run),
                            "stall", stall_of(r));
    json_t *rest = caches_of(r);
    json_object_update(all, rest);
    json_decref(rest);
    rest = memories_of(r, &plan->options->ask.config);
    json_object_update(all, rest);
    json_decref(rest);
    rest = json_pack(
        "{sf sf s{sf sI sI} ss sI so}", "buddy_fraction", share(r->slices.spilled, lines),
        "overflows_per_warp_instruction", share(r->slices.spilled, r->sm.instructions), "latency",
        "mean", share(r->load.sum, r->load.requests), "p50",
        (json_int_t)lpi_latency_percentile(&r->load, 50), "p99",
        (json_int_t)lpi_latency_percentile(&r->load, 99), "bound_by", lpi_gpu_bounds[bound],
        "lower_bound_cycles", (json_int_t)r->bound[bound], "bounds", bounds_of(r));
    json_object_update(all, rest);
    json_decref(rest);
    if (run->field < LPI_GPU_FIELD_COUNT) {
        json_object_set_new(all, "field", json_string(lpi_gpu_field_name(run->field)));
        json_object_set_new(all, "value", json_real(run->value));
    }
    return all;
}

/* ---- all runs ---- */

/* Runs that differ in nothing but the seed. */
static bool alike(const struct gpu_run *a, const struct gpu_run *b)
{
    return a->mode == b->mode && a->link == b->link && a->cache == b->cache &&
           a->field == b->field && a->value == b->value && a->hidden == b->hidden;
}

static struct gpu_band band_of(const struct gpu_plan *plan, const struct gpu_run *run)
{
    double *speedups = cli_alloc(plan->count * sizeof *speedups);
    size_t count = 0;
    for (size_t i = 0; i < plan->count; i++)
        if (alike(&plan->runs[i], run))
            speedups[count++] = gpu_plan_speedup(plan, &plan->runs[i]);
    struct gpu_band band = gpu_band_of(speedups, count);
    free(speedups);
    return band;
}

static bool is_first(const struct gpu_plan *plan, size_t number)
{
    for (size_t i = 0; i < number; i++)
        if (alike(&plan->runs[i], &plan->runs[number]))
            return false;
    return !plan->runs[number].hidden;
}

static json_t *summary(const struct gpu_plan *plan)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < plan->count; i++) {
        const struct gpu_run *run = &plan->runs[i];
        if (!is_first(plan, i))
            continue;
        struct gpu_band band = band_of(plan, run);
        json_t *row = json_pack("{ss sf sI s{sf sf sf}}", "mode", lpi_gpu_modes[run->mode], "link",
                                run->link, "metadata_cache", (json_int_t)run->cache, "speedup",
                                "mean", band.mean, "low", band.low, "high", band.high);
        if (run->field < LPI_GPU_FIELD_COUNT) {
            json_object_set_new(row, "field", json_string(lpi_gpu_field_name(run->field)));
            json_object_set_new(row, "value", json_real(run->value));
        }
        json_array_append_new(rows, row);
    }
    return rows;
}

static json_t *trace_json(const struct gpu_plan *plan)
{
    const struct lpi_gpu_image_ask *image = &plan->options->ask.image;
    const struct lpi_gpu_result *r = &plan->runs[0].result;
    const char *values = image->spill.share > 0 ? "made" : lpi_gpu_stores[image->stores];
    return json_pack("{ss ss ss sI sI sI sI}", "file", plan->trace, "source",
                     r->registers ? "nvbit" : "oclgrind", "values", values, "launches",
                     (json_int_t)r->launches, "warp_instructions", (json_int_t)r->sm.instructions,
                     "memory_instructions", (json_int_t)r->sm.memory_instructions, "touched_bytes",
                     (json_int_t)r->touched);
}

static void print_json(const struct gpu_plan *plan)
{
    const struct gpu_options *o = plan->options;
    json_t *gpu = lpi_gpu_config_values(&o->ask.config), *runs = json_array();
    json_t *sums = json_pack("{so so so}", "config", sum_of_json(gpu), "trace",
                             sum_of_file(plan->trace), "targets", sum_of_file(o->targets));
    json_object_set_new(gpu, "name", json_string(o->ask.config.name));
    for (size_t i = 0; i < plan->count; i++)
        if (!plan->runs[i].hidden)
            json_array_append_new(runs, run_json(plan, &plan->runs[i]));
    cli_print_json(json_pack("{si ss so so so sI ss ss ss sI so so}", "linepress_gpu", 1, "version",
                             LP_VERSION_STRING, "gpu", gpu, "hash", sums, "trace", trace_json(plan),
                             "scale", (json_int_t)o->ask.config.scale, "memory",
                             lpi_gpu_tiers[o->ask.tier], "map", lpi_gpu_maps[o->ask.map], "engine",
                             o->ask.engine->name, "seeds", (json_int_t)o->seeds, "runs", runs,
                             "summary", summary(plan)));
}

static void print_text(const struct gpu_plan *plan)
{
    const struct gpu_options *o = plan->options;
    printf("%s on %s, memory %s%s\n", plan->trace, o->ask.config.name, lpi_gpu_tiers[o->ask.tier],
           o->ask.image.spill.share > 0 ? ", classes made" : "");
    for (size_t i = 0; i < plan->count; i++) {
        const struct gpu_run *run = &plan->runs[i];
        if (!is_first(plan, i))
            continue;
        struct gpu_band band = band_of(plan, run);
        printf("%-12s link %6g GB/s  metadata %7u B  %12llu cycles  speedup %.4f",
               lpi_gpu_modes[run->mode], run->link, run->cache,
               (unsigned long long)run->result.cycles, band.mean);
        if (o->seeds > 1)
            printf(" (%.4f to %.4f)", band.low, band.high);
        printf("  bound by %s", lpi_gpu_bounds[tightest(&run->result)]);
        if (run->field < LPI_GPU_FIELD_COUNT)
            printf("  %s = %g", lpi_gpu_field_name(run->field), run->value);
        putchar('\n');
    }
}

void gpu_report(const struct gpu_plan *plan)
{
    if (plan->options->json)
        print_json(plan);
    else
        print_text(plan);
}
