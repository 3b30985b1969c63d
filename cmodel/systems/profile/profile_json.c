/* SPDX-License-Identifier: Apache-2.0 */
#include "profile_json.h"
#include "../../lib/io/json_text.h"
#include <stdio.h>

static json_t *whole(uint64_t value)
{
    return json_integer((json_int_t)value);
}

static double of_million(uint32_t millionths)
{
    return (double)millionths / LPI_MILLION;
}

/* ---- points ---- */

static json_t *ratios(const struct lpi_classes *c)
{
    double bytes = (double)(c->lines * LP_LINE_BYTES);
    return json_pack("{s:o, s:o, s:o}", "bits", lpi_json_ratio(8 * bytes, (double)c->bits), "sizes",
                     lpi_json_ratio(bytes, (double)profile_size_bytes(c)), "sectors",
                     lpi_json_ratio(bytes, (double)profile_sectors(c) * LP_SECTOR_BYTES));
}

static json_t *points(const struct profile_job *job)
{
    json_t *list = json_array();
    for (size_t p = 0; p < job->set->point_count; p++) {
        struct lpi_classes all = lpi_plan_classes(profile_plan(job), p);
        uint64_t bytes = 0;
        for (size_t a = 0; a < job->set->allocation_count; a++)
            bytes += lpi_set_piece(job->set, a, p)->bytes;
        json_t *point = json_pack("{s:o, s:o, s:o, s:o}", "point",
                                  lpi_json_text(job->set->points[p].name), "bytes", whole(bytes),
                                  "lines", whole(all.lines), "ratio", ratios(&all));
        if (job->set->points[p].fraction >= 0)
            json_object_set_new(point, "fraction", json_real(job->set->points[p].fraction));
        json_array_append_new(list, point);
    }
    return list;
}

/* ---- plans ---- */

static void set_flow(json_t *object, const struct lpi_flow *flow)
{
    json_object_set_new(object, "lines", whole(flow->lines));
    json_object_set_new(object, "device_sectors", whole(flow->device_sectors));
    json_object_set_new(object, "buddy_sectors", whole(flow->buddy_sectors));
    json_object_set_new(object, "buddy_lines", whole(flow->buddy_lines));
    json_object_set_new(object, "buddy_fraction",
                        lpi_json_ratio((double)flow->buddy_lines, (double)flow->lines));
}

static json_t *plan_to_json(const struct profile_job *job, const struct lpi_plan *plan)
{
    json_t *list = json_array(), *object = json_object();
    int slots_fit, fits = lpi_plan_fits(plan, &slots_fit);
    for (size_t p = 0; p < job->set->point_count; p++) {
        struct lpi_flow flow = lpi_plan_at(plan, p);
        json_t *point = json_pack("{s:o}", "point", lpi_json_text(job->set->points[p].name));
        set_flow(point, &flow);
        json_array_append_new(list, point);
    }
    json_object_set_new(object, "ratio", json_real(profile_ratio(plan)));
    json_object_set_new(object, "pages", whole(plan->pages));
    json_object_set_new(object, "frames", whole(plan->frames));
    json_object_set_new(object, "slots", whole(plan->slots));
    set_flow(object, &plan->flow);
    if (plan->goal.device > 0) {
        json_object_set_new(object, "device_fits", json_boolean(fits));
        json_object_set_new(object, "carve_out_fits", json_boolean(slots_fit));
    }
    json_object_set_new(object, "by_point", list);
    return object;
}

static json_t *steps(const struct profile_job *job)
{
    json_t *object = json_object();
    for (unsigned s = 0; s < PROFILE_STEPS; s++) {
        json_t *step = plan_to_json(job, job->steps[s]);
        if (s == PROFILE_FLOOR || s == PROFILE_THRESHOLD)
            json_object_set_new(step, "target",
                                json_string(lp_target_name(job->steps[s]->targets[0])));
        json_object_set_new(object, profile_step_names[s], step);
    }
    return object;
}

static json_t *thresholds(const struct profile_job *job)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < PROFILE_SWEEP; i++) {
        const struct profile_sweep *s = &job->sweep[i];
        json_array_append_new(
            list, json_pack("{s:f, s:f, s:f, s:o, s:o}", "threshold", of_million(s->threshold),
                            "ratio", profile_quotient(16 * s->pages, s->frames), "buddy_fraction",
                            profile_quotient(s->buddy_lines, s->lines), "frames", whole(s->frames),
                            "buddy_lines", whole(s->buddy_lines)));
    }
    return list;
}

static json_t *transitions(const struct profile_job *job)
{
    json_t *rows = json_array();
    for (unsigned from = 0; from <= LP_LINE_SECTORS; from++) {
        json_t *row = json_array();
        for (unsigned to = 0; to <= LP_LINE_SECTORS; to++)
            json_array_append_new(row, whole(job->tables->transitions[job->moves][from][to]));
        json_array_append_new(rows, row);
    }
    return rows;
}

/* ---- allocations ---- */

static json_t *cell(const struct profile_job *job, const struct lpi_classes *c, size_t point)
{
    json_t *sectors = json_array(), *sizes = json_object();
    for (unsigned s = 0; s <= LP_LINE_SECTORS; s++)
        json_array_append_new(sectors, whole(lpi_classes_sectors(c, s)));
    for (unsigned i = 0; i < LPI_SIZES; i++) {
        char name[8];
        snprintf(name, sizeof name, "%u", lpi_sizes[i]);
        json_object_set_new(sizes, name, whole(c->sizes[i]));
    }
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "point",
                     lpi_json_text(job->set->points[point].name), "lines", whole(c->lines),
                     "sectors", sectors, "sizes", sizes, "over8", whole(lpi_classes_over8(c)));
}

static json_t *share(struct lpi_share of)
{
    return lpi_json_ratio((double)of.part, (double)of.all);
}

json_t *profile_json_allocation(const void *context, size_t a)
{
    const struct profile_job *job = context;
    const struct lpi_plan *plan = profile_plan(job);
    const struct lpi_allocation *of = &job->set->allocations[a];
    unsigned target = plan->targets[a], codec = lpi_plan_codec(plan, a);
    json_t *list = json_array();
    for (size_t p = 0; p < job->set->point_count; p++)
        if (lpi_set_piece(job->set, a, p)->file != NULL)
            json_array_append_new(list, cell(job, lpi_tables_at(job->tables, codec, a, p), p));
    struct lpi_share pooled = lpi_plan_share(plan, a, target, LPI_RULE_POOLED);
    json_t *object = json_pack(
        "{s:o, s:o, s:o, s:s, s:s, s:o, s:o, s:o, s:o}", "name", lpi_json_text(of->name), "bytes",
        whole(of->bytes), "pages", whole(lpi_plan_pages(plan, a)), "target", lp_target_name(target),
        "codec", profile_codec_name(codec), "buddy_fraction", share(pooled), "worst_fraction",
        share(lpi_plan_share(plan, a, target, LPI_RULE_WORST)), "unsteady",
        json_boolean(lpi_plan_wish(plan, a, LPI_RULE_WORST) !=
                     lpi_plan_wish(plan, a, LPI_RULE_POOLED)),
        "points", list);
    if (of->site != NULL)
        json_object_set_new(object, "site", lpi_json_text(of->site));
    return object;
}

static json_t *codecs(const struct profile_job *job)
{
    json_t *object = json_object();
    for (unsigned t = LP_TARGETS; t-- > 0;)
        json_object_set_new(object, lp_target_name(t),
                            json_string(profile_codec_name(
                                job->goal.of != NULL ? PROFILE_BY_TYPE : job->goal.codec[t])));
    return object;
}

json_t *profile_json(const struct profile_job *job)
{
    const struct profile_ask *o = job->ask;
    json_t *object = json_pack(
        "{s:o, s:s, s:o, s:s, s:s, s:f, s:f, s:o, s:o, s:o, s:o, s:o, s:s}", "set",
        lpi_json_text(o->operands[0]), "codec",
        o->apply != NULL ? "file" : profile_codec_name(job->codec), "codecs", codecs(job), "page",
        profile_pages[job->goal.page_log2 == 21], "rule", profile_rules[job->goal.rule],
        "threshold", of_million(job->goal.threshold), "zero_threshold",
        of_million(job->goal.zero_threshold), "points", points(job), "steps", steps(job), "best",
        lpi_json_ratio((double)(job->best_lines * LP_LINE_SECTORS), (double)job->best_sectors),
        "thresholds", thresholds(job), "transitions", transitions(job), "transitions_codec",
        profile_codec_name(job->moves));
    if (job->own != NULL)
        json_object_set_new(object, "codec_per_allocation", plan_to_json(job, job->own));
    if (job->applied != NULL)
        json_object_set_new(object, "applied", plan_to_json(job, job->applied));
    return object;
}
