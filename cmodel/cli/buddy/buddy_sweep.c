/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_sweep.h"
#include "../../systems/replay/buddy_study.h"
#include "buddy_report.h"
#include "../shared/fail.h"
#include "../shared/json.h"
#include "../shared/progress.h"
#include <inttypes.h>
#include <linepress/linepress.h>
#include <stdio.h>

static double hit_rate(const struct lp_buddy_counts *counts)
{
    uint64_t accesses = counts->metadata.accesses;
    return accesses > 0 ? (double)counts->metadata.hits / (double)accesses : 0;
}

static double buddy_fraction(const struct lp_buddy_counts *counts)
{
    uint64_t lines = counts->read.lines + counts->write.lines;
    return (double)(counts->read.buddy_lines + counts->write.buddy_lines) / (double)lines;
}

static void print_json(const struct buddy_options *o, const struct buddy_job *job,
                       const struct lp_buddy_counts *sizes, const struct lp_buddy_counts *targets)
{
    json_t *by_size = json_array(), *by_target = json_array();
    for (unsigned i = 0; i < BUDDY_SIZES; i++)
        json_array_append_new(by_size, json_pack("{s:I, s:I, s:I, s:I, s:f}", "bytes",
                                                 (json_int_t)BUDDY_SMALLEST << i, "accesses",
                                                 (json_int_t)sizes[i].metadata.accesses, "hits",
                                                 (json_int_t)sizes[i].metadata.hits, "writebacks",
                                                 (json_int_t)sizes[i].metadata.writebacks,
                                                 "hit_rate", hit_rate(&sizes[i])));
    for (unsigned t = 0; t < LP_TARGETS; t++)
        json_array_append_new(by_target,
                              json_pack("{s:s, s:o, s:o, s:f}", "target", buddy_targets[t], "read",
                                        buddy_traffic_json(&targets[t].read), "write",
                                        buddy_traffic_json(&targets[t].write), "buddy_fraction",
                                        buddy_fraction(&targets[t])));
    cli_print_json(json_pack(
        "{s:o, s:s, s:s, s:I, s:I, s:o, s:o}", "file", lpi_json_text(o->ask.file), "codec",
        buddy_codec_name(o), "target", buddy_target_name(o), "lines", (json_int_t)job->lines,
        "accesses", (json_int_t)job->trace.count, "metadata_cache", by_size, "targets", by_target));
}

static void print_text(const struct buddy_options *o, const struct lp_buddy_counts *sizes,
                       const struct lp_buddy_counts *targets)
{
    printf("%s: metadata cache of all slices, target %s\n", o->ask.file, buddy_target_name(o));
    for (unsigned i = 0; i < BUDDY_SIZES; i++)
        printf("%6u KiB  %6.2f %% hits  %10" PRIu64 " fills  %10" PRIu64 " write-backs\n",
               (BUDDY_SMALLEST << i) / 1024, 100 * hit_rate(&sizes[i]), sizes[i].metadata.fills,
               sizes[i].metadata.writebacks);
    printf("targets\n");
    for (unsigned t = 0; t < LP_TARGETS; t++)
        printf("%10s  %6.2f %% of the accesses go to buddy memory\n", buddy_targets[t],
               100 * buddy_fraction(&targets[t]));
}

void buddy_sweep(const struct buddy_options *o, struct buddy_job *job)
{
    struct lpi_fault fault = {0};
    struct buddy_study study;
    if (buddy_study(&o->ask, job, &study, &fault) != 0)
        cli_fail_for(&fault);
    cli_progress_end();
    if (o->json)
        print_json(o, job, study.sizes, study.targets);
    else
        print_text(o, study.sizes, study.targets);
}
