/* SPDX-License-Identifier: Apache-2.0 */
#include "profile_report.h"
#include "../../systems/profile/profile_json.h"
#include "../shared/json.h"
#include "../shared/quotient.h"
#include <inttypes.h>
#include <stdio.h>

static double percent(uint64_t part, uint64_t all)
{
    return 100 * profile_quotient(part, all);
}

static void print_ratio(uint64_t a, uint64_t b)
{
    char text[CLI_QUOTIENT];
    printf(" %8s", cli_quotient((double)a, (double)b, 3, text));
}

static void print_allocation(const struct profile_job *job, size_t a)
{
    const struct lpi_plan *plan = profile_plan(job);
    unsigned target = plan->targets[a], codec = lpi_plan_codec(plan, a);
    struct lpi_share pooled = lpi_plan_share(plan, a, target, LPI_RULE_POOLED);
    struct lpi_share worst = lpi_plan_share(plan, a, target, LPI_RULE_WORST);
    struct lpi_classes all = {0};
    for (size_t p = 0; p < job->set->point_count; p++)
        lpi_classes_add(&all, lpi_tables_at(job->tables, codec, a, p));
    printf("%14" PRIu64 " %5s %4s %7.2f %7.2f%c", job->set->allocations[a].bytes,
           lp_target_name(target), profile_codec_word(codec), percent(pooled.part, pooled.all),
           percent(worst.part, worst.all),
           lpi_plan_wish(plan, a, LPI_RULE_WORST) != lpi_plan_wish(plan, a, LPI_RULE_POOLED) ? '*'
                                                                                             : ' ');
    for (unsigned s = 0; s <= LP_LINE_SECTORS; s++)
        printf(" %5.1f", percent(lpi_classes_sectors(&all, s), all.lines));
    printf("  %s\n", job->set->allocations[a].name);
}

static void print_plan(const char *name, const struct lpi_plan *plan, int one)
{
    int slots_fit, fits = lpi_plan_fits(plan, &slots_fit);
    printf("%-22s %8.3f %9.3f  %s%s%s\n", name, profile_ratio(plan),
           percent(plan->flow.buddy_lines, plan->flow.lines),
           one ? lp_target_name(plan->targets[0]) : "", fits ? "" : " device memory is too small",
           slots_fit ? "" : " the carve-out is too small");
}

static void print_steps(const struct profile_job *job)
{
    printf("\n%-22s %8s %9s\n", "targets", "ratio", "buddy %");
    print_plan("one, by the ratio", job->steps[PROFILE_FLOOR], 1);
    print_plan("one, by the threshold", job->steps[PROFILE_THRESHOLD], 1);
    print_plan("one per allocation", job->steps[PROFILE_ALLOCATION], 0);
    print_plan("and 16x", job->steps[PROFILE_ZERO], 0);
    if (job->own != NULL)
        print_plan("codec per allocation", job->own, 0);
    if (job->applied != NULL)
        print_plan("those of the file", job->applied, 0);
    printf("%-22s", "whole sectors at best");
    print_ratio(job->best_lines * LP_LINE_SECTORS, job->best_sectors);
    printf("\n\n%-22s %8s %9s\n", "threshold", "ratio", "buddy %");
    for (unsigned i = 0; i < PROFILE_SWEEP; i++)
        printf("%20.0f %% %8.3f %9.3f\n", job->sweep[i].threshold / 1e4,
               profile_quotient(16 * job->sweep[i].pages, job->sweep[i].frames),
               percent(job->sweep[i].buddy_lines, job->sweep[i].lines));
}

static void print_points(const struct profile_job *job)
{
    const struct lpi_plan *plan = profile_plan(job);
    printf("\n%14s %8s %8s %8s %9s  %s\n", "bytes", "bits", "sizes", "sectors", "buddy %", "point");
    for (size_t p = 0; p < job->set->point_count; p++) {
        struct lpi_classes all = lpi_plan_classes(plan, p);
        struct lpi_flow flow = lpi_plan_at(plan, p);
        uint64_t bytes = 0;
        for (size_t a = 0; a < job->set->allocation_count; a++)
            bytes += lpi_set_piece(job->set, a, p)->bytes;
        printf("%14" PRIu64, bytes);
        print_ratio(all.lines * LP_LINE_BYTES * 8, all.bits);
        print_ratio(all.lines * LP_LINE_BYTES, profile_size_bytes(&all));
        print_ratio(all.lines * LP_LINE_SECTORS, profile_sectors(&all));
        printf(" %9.3f  %s\n", percent(flow.buddy_lines, flow.lines), job->set->points[p].name);
    }
}

static void print_transitions(const struct profile_job *job)
{
    printf("\n%s: %% of the lines of so many sectors that have at the next point\n%8s",
           profile_codec_word(job->moves), "");
    for (unsigned to = 0; to <= LP_LINE_SECTORS; to++)
        printf(" %8u", to);
    printf(" %12s\n", "lines");
    for (unsigned from = 0; from <= LP_LINE_SECTORS; from++) {
        const uint64_t *row = job->tables->transitions[job->moves][from];
        uint64_t all = 0;
        for (unsigned to = 0; to <= LP_LINE_SECTORS; to++)
            all += row[to];
        printf("%8u", from);
        for (unsigned to = 0; to <= LP_LINE_SECTORS; to++)
            printf(" %8.2f", percent(row[to], all));
        printf(" %12" PRIu64 "\n", all);
    }
}

static void print_text(const struct profile_job *job)
{
    printf("%s: %zu allocations, %zu points, %s, threshold %g, rule %s\n", job->ask->operands[0],
           job->set->allocation_count, job->set->point_count,
           job->ask->apply != NULL ? "targets of a file" : profile_codec_word(job->codec),
           job->goal.threshold / 1e6, profile_rules[job->goal.rule]);
    printf("%14s %5s %4s %15s  %29s\n", "", "", "", "buddy %", "% of lines by sectors");
    printf("%14s %5s %4s %7s %7s  %5d %5d %5d %5d %5d  %s\n", "bytes", "target", "", "all", "worst",
           0, 1, 2, 3, 4, "allocation (*: worst and pooled differ)");
    for (size_t a = 0; a < job->set->allocation_count; a++)
        print_allocation(job, a);
    print_steps(job);
    print_points(job);
    if (job->set->point_count > 1)
        print_transitions(job);
}

void profile_report(const struct profile_options *o, const struct profile_job *job)
{
    if (o->json)
        cli_print_json_rows(profile_json(job), "allocations", job->set->allocation_count,
                            profile_json_allocation, job);
    else
        print_text(job);
}
