/* SPDX-License-Identifier: Apache-2.0 */
#include "huvm_report.h"
#include "../shared/json.h"
#include <string.h>

#define GIB 1073741824.0

double huvm_app_time(const struct huvm_app *app, const struct huvm_result *r)
{
    uint64_t time = 0;
    for (unsigned k = 0; k < app->gpus; k++)
        if (r->gpu[app->gpu[k]].time > time)
            time = r->gpu[app->gpu[k]].time;
    return (double)time / 1000;
}

/* The sum over an application's GPUs. */
static struct huvm_gpu_result sum_of(const struct huvm_app *app, const struct huvm_result *r)
{
    struct huvm_gpu_result sum = {0};
    for (unsigned k = 0; k < app->gpus; k++) {
        const struct huvm_gpu_result *g = &r->gpu[app->gpu[k]];
        sum.counts.faults += g->counts.faults;
        sum.counts.batches += g->counts.batches;
        sum.counts.evict_neighbour += g->counts.evict_neighbour;
        sum.counts.evict_host += g->counts.evict_host;
        sum.counts.fetch_neighbour += g->counts.fetch_neighbour;
        sum.counts.fetch_host += g->counts.fetch_host;
        sum.counts.prefetch_issued += g->counts.prefetch_issued;
        sum.counts.prefetch_used += g->counts.prefetch_used;
        sum.counts.prefetch_dropped += g->counts.prefetch_dropped;
        sum.waits.evict += g->waits.evict;
        sum.waits.fetch += g->waits.fetch;
        sum.waits.driver += g->waits.driver;
        sum.waits.write_back += g->waits.write_back;
        sum.waits.others += g->waits.others;
    }
    return sum;
}

static double speedup(const struct huvm_app *app, const struct huvm_outcome *o)
{
    return huvm_app_time(app, &o->base) / huvm_app_time(app, &o->result);
}

static double us(uint64_t ns)
{
    return (double)ns / 1000;
}

/* ---- JSON ---- */

static json_t *app_json(const struct huvm_app *app, const struct huvm_outcome *o)
{
    struct huvm_gpu_result s = sum_of(app, &o->result);
    const struct huvm_counts *c = &s.counts;
    json_t *gpus = json_array();
    for (unsigned k = 0; k < app->gpus; k++)
        json_array_append_new(gpus, json_integer(app->gpu[k]));
    return json_pack(
        "{s:o, s:o, s:s, s:f, s:f, s:I, s:I, s:{s:I, s:I}, s:{s:I, s:I}, s:{s:I, s:I, s:I}, "
        "s:{s:f, s:f, s:f, s:f, s:f}}",
        "name", lpi_json_text(app->name), "gpus", gpus, "role",
        app->harvests ? "harvester" : "yielder", "time_us", huvm_app_time(app, &o->result),
        "speedup", speedup(app, o), "faults", (json_int_t)c->faults, "batches",
        (json_int_t)c->batches, "evict", "neighbour", (json_int_t)c->evict_neighbour, "host",
        (json_int_t)c->evict_host, "fetch", "neighbour", (json_int_t)c->fetch_neighbour, "host",
        (json_int_t)c->fetch_host, "prefetch", "issued", (json_int_t)c->prefetch_issued, "used",
        (json_int_t)c->prefetch_used, "dropped", (json_int_t)c->prefetch_dropped, "wait_us",
        "evict", us(s.waits.evict), "fetch", us(s.waits.fetch), "driver", us(s.waits.driver),
        "writeback", us(s.waits.write_back), "others", us(s.waits.others));
}

static void add_link(json_t *list, const char *name, const struct huvm_link_result *link,
                     uint64_t time)
{
    json_array_append_new(list,
                          json_pack("{s:s, s:I, s:I, s:o}", "name", name, "raw_bytes",
                                    (json_int_t)link->raw, "bytes", (json_int_t)link->bytes, "busy",
                                    lpi_json_ratio((double)link->busy, (double)time)));
}

json_t *huvm_links_json(unsigned gpus, const struct huvm_result *r)
{
    json_t *list = json_array();
    char name[40];
    for (unsigned i = 0; i < gpus; i++) {
        snprintf(name, sizeof name, "pcie %u in", i);
        add_link(list, name, &r->pcie_in[i], r->time);
        snprintf(name, sizeof name, "pcie %u out", i);
        add_link(list, name, &r->pcie_out[i], r->time);
    }
    for (unsigned i = 0; i < gpus; i++)
        for (unsigned k = 0; k < gpus; k++) {
            if (i == k)
                continue;
            snprintf(name, sizeof name, "nvlink %u to %u", i, k);
            add_link(list, name, &r->nvlink[i][k], r->time);
        }
    return list;
}

/* Maximum of the bytes that guests occupied in a GPU. */
static double lent_bytes(enum huvm_compress compress, uint64_t chunk_bytes,
                         const struct huvm_gpu_result *g)
{
    double granule = (double)chunk_bytes / (compress >= HUVM_VICTIM ? HUVM_CHUNK_GRANULES : 1);
    return granule * g->peak_lent;
}

json_t *huvm_tiers_json(unsigned gpus, enum huvm_compress compress, uint64_t chunk_bytes,
                        const struct huvm_result *r)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < gpus; i++) {
        double bytes = lent_bytes(compress, chunk_bytes, &r->gpu[i]);
        json_array_append_new(
            list, json_pack("{s:i, s:I, s:I, s:o}", "gpu", (int)i, "chunks",
                            (json_int_t)r->gpu[i].peak_guests, "bytes", (json_int_t)bytes, "ratio",
                            lpi_json_ratio((double)chunk_bytes * r->gpu[i].peak_guests, bytes)));
    }
    return list;
}

json_t *huvm_report_json(const struct huvm_settings *o, const struct huvm_scenario *s,
                         const struct huvm_sizes *sizes, const struct huvm_outcome *outcome)
{
    json_t *apps = json_array();
    for (unsigned i = 0; i < s->apps; i++)
        json_array_append_new(apps, app_json(&s->app[i], outcome));
    return json_pack(
        "{s:o, s:s, s:s, s:s, s:s, s:f, s:f, s:I, s:f, s:I, s:o, s:o, s:o, s:I, s:I}", "scenario",
        lpi_json_text(s->name), "policy", outcome->policy->name, "clock", huvm_clock_names[o->real],
        "compress", huvm_compress_names[o->compress], "codec", huvm_codec_name(o->codec),
        "spare_gib", (double)huvm_scenario_spare_chunks(s) * (double)s->chunk_bytes / GIB,
        "over_gib", (double)huvm_scenario_over_chunks(s) * (double)s->chunk_bytes / GIB,
        "chunk_bytes", (json_int_t)s->chunk_bytes, "time_us", us(outcome->result.time), "events",
        (json_int_t)outcome->result.events, "apps", apps, "links",
        huvm_links_json(s->gpus, &outcome->result), "tiers",
        huvm_tiers_json(s->gpus, o->compress, s->chunk_bytes, &outcome->result), "host_bytes",
        (json_int_t)outcome->result.host_bytes, "mismatches", (json_int_t)sizes->mismatches);
}

/* ---- text ---- */

static void print_app(const struct huvm_app *app, const struct huvm_outcome *o, FILE *out)
{
    struct huvm_gpu_result s = sum_of(app, &o->result);
    const struct huvm_counts *c = &s.counts;
    char gpus[64] = "";
    for (unsigned k = 0; k < app->gpus; k++) {
        size_t used = strlen(gpus);
        snprintf(gpus + used, sizeof gpus - used, "%s%u", k > 0 ? "," : "", app->gpu[k]);
    }
    fprintf(out, "%-14s %-7s %-9s %12.1f %8.3f %10llu %10llu %10llu %10llu %10llu\n", app->name,
            gpus, app->harvests ? "harvester" : "yielder", huvm_app_time(app, &o->result) / 1000,
            speedup(app, o), (unsigned long long)c->faults, (unsigned long long)c->evict_neighbour,
            (unsigned long long)c->evict_host, (unsigned long long)c->fetch_neighbour,
            (unsigned long long)c->fetch_host);
}

static void print_tiers(const struct huvm_settings *o, const struct huvm_scenario *s,
                        const struct huvm_result *r, FILE *out)
{
    for (unsigned i = 0; i < s->gpus; i++) {
        if (r->gpu[i].peak_guests == 0)
            continue;
        double bytes = lent_bytes(o->compress, s->chunk_bytes, &r->gpu[i]);
        fprintf(out, "GPU %u held up to %u chunks of its neighbours in %.3g GiB\n", i,
                r->gpu[i].peak_guests, bytes / GIB);
    }
}

void huvm_report_text(const struct huvm_settings *o, const struct huvm_scenario *s,
                      const struct huvm_sizes *sizes, const struct huvm_outcome *outcome, FILE *out)
{
    fprintf(out, "%s, policy %s: %.2f GiB to spare, %.2f GiB too much\n", s->name,
            outcome->policy->name,
            (double)huvm_scenario_spare_chunks(s) * (double)s->chunk_bytes / GIB,
            (double)huvm_scenario_over_chunks(s) * (double)s->chunk_bytes / GIB);
    if (o->compress != HUVM_RAW)
        fprintf(out, "compressed: %s, codec %s; %llu mismatches\n",
                huvm_compress_names[o->compress], huvm_codec_word(o->codec),
                (unsigned long long)sizes->mismatches);
    fprintf(out, "\n%-14s %-7s %-9s %12s %8s %10s %21s %21s\n", "", "", "", "time", "over", "",
            "evicted to", "fetched from");
    fprintf(out, "%-14s %-7s %-9s %12s %8s %10s %10s %10s %10s %10s\n", "application", "GPUs",
            "role", "ms", "base", "faults", "neighbours", "host", "neighbours", "host");
    for (unsigned i = 0; i < s->apps; i++)
        print_app(&s->app[i], outcome, out);
    fprintf(out, "\n");
    print_tiers(o, s, &outcome->result, out);
}
