/* SPDX-License-Identifier: Apache-2.0 */
#include "profile_job.h"
#include "../../base/codecs.h"
#include "../../lib/buddy/stored.h"
#include "../../lib/io/json_rows.h"
#include "../../lib/io/json_text.h"
#include <stdlib.h>
#include <string.h>

const char *const profile_step_names[PROFILE_STEPS] = {"naive_floor", "naive_threshold",
                                                       "allocation", "zero"};
const char *const profile_pages[2] = {"64k", "2m"};
const char *const profile_rules[2] = {"worst", "pooled"};

const char *profile_codec_name(unsigned codec)
{
    return codec == PROFILE_BY_TARGET ? lpi_by_target.name
           : codec == PROFILE_BY_TYPE ? lpi_by_type.name
           : codec == LPI_TABLE_GRP16 ? lpi_codec_name_grp16
                                      : lpi_codec_numbered(LPI_PAGE, (int)codec)->word;
}

const char *profile_codec_word(unsigned codec)
{
    return codec == PROFILE_BY_TARGET ? lpi_by_target.word : profile_codec_name(codec);
}

/* ---- shared figures ---- */

const struct lpi_plan *profile_plan(const struct profile_job *job)
{
    return job->applied != NULL ? job->applied : job->steps[PROFILE_ZERO];
}

double profile_quotient(uint64_t a, uint64_t b)
{
    return b > 0 ? (double)a / (double)b : 0;
}

double profile_ratio(const struct lpi_plan *plan)
{
    return profile_quotient(16 * plan->pages, plan->frames);
}

uint64_t profile_size_bytes(const struct lpi_classes *classes)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < LPI_SIZES; i++)
        sum += classes->sizes[i] * lpi_sizes[i];
    return sum;
}

uint64_t profile_sectors(const struct lpi_classes *classes)
{
    uint64_t sum = 0;
    for (unsigned s = 1; s <= LP_LINE_SECTORS; s++)
        sum += s * lpi_classes_sectors(classes, s);
    return sum;
}

/* ---- plans ---- */

static int check_memory(int error, struct lpi_fault *fault)
{
    if (error == LP_OK)
        return 0;
    return lpi_fault_set(fault, LPI_BAD, "profile: no memory for the targets");
}

static int open_plan(const struct profile_job *job, const struct lpi_goal *goal,
                     struct lpi_plan **plan, struct lpi_fault *fault)
{
    return check_memory(lpi_plan_open(job->tables, goal, plan), fault);
}

/* Codecs are searched for unless one is named or a file's are used. */
static int finds_codecs(const struct profile_ask *ask)
{
    return ask->codec == PROFILE_BY_TARGET && ask->apply == NULL;
}

static int make_steps(struct profile_job *job, struct lpi_fault *fault)
{
    for (unsigned s = 0; s < PROFILE_STEPS; s++)
        if (open_plan(job, &job->goal, &job->steps[s], fault) != 0)
            return fault->code;
    lpi_plan_floor(job->steps[PROFILE_FLOOR]);
    lpi_plan_threshold(job->steps[PROFILE_THRESHOLD]);
    lpi_plan_allocations(job->steps[PROFILE_ALLOCATION]);
    if (check_memory(lpi_plan_zero(job->steps[PROFILE_ZERO]), fault) != 0 ||
        !finds_codecs(job->ask))
        return fault->code;
    if (open_plan(job, &job->goal, &job->own, fault) == 0)
        check_memory(lpi_plan_own(job->own), fault);
    return fault->code;
}

int profile_at_threshold(const struct profile_job *job, uint32_t threshold, struct lpi_plan **plan,
                         struct lpi_fault *fault)
{
    struct lpi_goal goal = job->goal;
    goal.threshold = threshold;
    if (!job->ask->zero_given)
        goal.zero_threshold = threshold;
    if (finds_codecs(job->ask) && check_memory(lpi_goal_codecs(job->tables, &goal), fault) != 0)
        return fault->code;
    if (open_plan(job, &goal, plan, fault) != 0)
        return fault->code;
    if (check_memory(lpi_plan_zero(*plan), fault) != 0)
        lpi_plan_close(*plan);
    return fault->code;
}

static int make_sweep(struct profile_job *job, struct lpi_fault *fault)
{
    for (unsigned i = 0; i < PROFILE_SWEEP; i++) {
        struct lpi_plan *plan;
        if (profile_at_threshold(job, 100000 + 50000 * i, &plan, fault) != 0)
            break;
        job->sweep[i] = (struct profile_sweep){plan->goal.threshold, plan->pages, plan->frames,
                                               plan->flow.lines, plan->flow.buddy_lines};
        lpi_plan_close(plan);
    }
    return fault->code;
}

/*
 * Finds the codec with the fewest sectors, whose transitions are shown, and the total size if each
 * line took only its own sectors.
 */
static void find_best(struct profile_job *job)
{
    uint64_t fewest = UINT64_MAX;
    for (unsigned c = LPI_TABLE_CODECS; c-- > 0;) {
        uint64_t sectors = 0;
        if (!(job->tables->codecs >> c & 1))
            continue;
        for (size_t i = 0; i < job->set->allocation_count * job->set->point_count; i++)
            sectors += profile_sectors(&job->tables->cells[c][i]);
        if (sectors < fewest) {
            fewest = sectors;
            job->moves = c;
        }
    }
    for (size_t p = 0; p < job->set->point_count; p++) {
        struct lpi_classes all = lpi_plan_classes(profile_plan(job), p);
        job->best_sectors += profile_sectors(&all);
        job->best_lines += all.lines;
    }
}

/* ---- target files ---- */

/* Uses the page size and codecs that the targets were chosen for. */
static void take_config(struct lpi_goal *goal, const struct lp_targets *targets)
{
    struct lp_buddy_config config;
    lp_buddy_defaults(&config, 1);
    lp_targets_config(targets, &config);
    goal->page_log2 = config.page_log2;
    memcpy(goal->codec, config.codec, sizeof goal->codec);
}

static int apply(struct profile_job *job, const struct lp_targets *targets, struct lpi_fault *fault)
{
    if (open_plan(job, &job->goal, &job->applied, fault) != 0)
        return fault->code;
    for (size_t a = 0; a < job->set->allocation_count; a++) {
        const struct lp_targets_row *row = lp_targets_find(targets, job->set->allocations[a].name);
        if (row != NULL)
            job->applied->targets[a] = (uint8_t)row->target;
    }
    lpi_plan_sum(job->applied);
    return 0;
}

static json_t *target_row(const void *of, size_t a)
{
    const struct profile_job *job = of;
    const struct lpi_allocation *allocation = &job->set->allocations[a];
    return json_pack("{s:o, s:I, s:s}", "name", lpi_json_text(allocation->name), "bytes",
                     (json_int_t)allocation->bytes, "target",
                     lp_target_name(profile_plan(job)->targets[a]));
}

/* The targets' codecs, if allocations of a target do not differ in theirs. */
static int take_codecs(const struct profile_job *job, uint8_t codecs[LP_TARGETS],
                       struct lpi_fault *fault)
{
    const struct lpi_plan *plan = profile_plan(job);
    size_t first[LP_TARGETS];
    memcpy(codecs, plan->goal.codec, LP_TARGETS);
    for (unsigned t = 0; t < LP_TARGETS && plan->goal.of != NULL; t++)
        first[t] = SIZE_MAX;
    for (size_t a = 0; a < job->set->allocation_count && plan->goal.of != NULL; a++) {
        unsigned target = plan->targets[a];
        if (target == LP_BUDDY_UNCOMPRESSED)
            continue;
        if (first[target] == SIZE_MAX)
            first[target] = a;
        codecs[target] = plan->goal.of[a];
        if (plan->goal.of[first[target]] != codecs[target])
            return lpi_fault_set(fault, LPI_BAD,
                                 "profile: a target file has one codec for each target, and '%s' "
                                 "and '%s' differ in theirs: --codec names one for all",
                                 job->set->allocations[first[target]].name,
                                 job->set->allocations[a].name);
    }
    return 0;
}

struct target_file {
    lp_write_fn *write;
    void *context;
};

static int put_text(void *context, const char *text, struct lpi_fault *fault)
{
    const struct target_file *file = context;
    if (file->write(file->context, text, strlen(text)) == LP_OK)
        return 0;
    return lpi_fault_set(fault, LPI_BAD, "profile: the targets cannot be written");
}

int profile_write_targets(const struct profile_job *job, lp_write_fn *write, void *context,
                          struct lpi_fault *fault)
{
    const struct lpi_plan *plan = profile_plan(job);
    struct target_file file = {write, context};
    uint8_t of_target[LP_TARGETS];
    if (take_codecs(job, of_target, fault) != 0)
        return fault->code;
    json_t *codecs = json_object();
    int failed = 0;
    for (unsigned t = LP_TARGETS; t-- > 0;)
        failed |= json_object_set_new(codecs, lp_target_name(t),
                                      json_string(profile_codec_name(of_target[t])));
    json_t *root = json_pack("{s:i, s:s, s:o}", "linepress_targets", LP_TARGETS_VERSION, "page",
                             profile_pages[plan->goal.page_log2 == 21], "codec", codecs);
    if (failed != 0) {
        json_decref(root);
        return lpi_fault_set(fault, LPI_BAD, "no memory for the JSON text");
    }
    return lpi_json_rows(put_text, &file, root, "allocations", job->set->allocation_count,
                         target_row, job, fault);
}

/* ---- the job ---- */

static unsigned codecs_of(const struct profile_job *job)
{
    unsigned codecs = 0;
    if (job->ask->apply == NULL)
        return job->codec == PROFILE_BY_TARGET ? 1u << LP_PAGE_ZVC | 1u << LP_PAGE_BPC
               : job->codec == PROFILE_BY_TYPE ? 1u << LP_PAGE_EBD | 1u << LP_PAGE_BPC
                                               : 1u << job->codec;
    for (unsigned t = 0; t < LP_TARGETS; t++)
        codecs |= 1u << job->goal.codec[t];
    return codecs;
}

/* The type is that of the first point at which the allocation is live. */
static uint8_t codec_of_type(const struct lpi_set *set, size_t allocation)
{
    for (size_t p = 0; p < set->point_count; p++) {
        const struct lpi_piece *piece = lpi_set_piece(set, allocation, p);
        if (piece->file != NULL)
            return piece->dtype != NULL && strcmp(piece->dtype, "BF16") == 0 ? LP_PAGE_EBD
                                                                             : LP_PAGE_BPC;
    }
    return LP_PAGE_BPC;
}

/* PROFILE_BY_TYPE becomes a codec for all if the types agree on it. */
static int choose_by_type(struct profile_job *job, struct lpi_fault *fault)
{
    size_t count = job->set->allocation_count, same = 0;
    if (job->codec != PROFILE_BY_TYPE || job->ask->apply != NULL)
        return 0;
    job->of = malloc(count);
    if (job->of == NULL)
        return check_memory(LP_ERR_SYSTEM, fault);
    for (size_t a = 0; a < count; a++) {
        job->of[a] = codec_of_type(job->set, a);
        same += job->of[a] == job->of[0];
    }
    if (same == count) {
        job->codec = job->of[0];
        memset(job->goal.codec, job->of[0], sizeof job->goal.codec);
    } else {
        job->goal.of = job->of;
    }
    return 0;
}

/* State of the line counts, and their progress. */
struct counting {
    const struct profile_ask *ask;
    struct lpi_heat *heat;
    struct lpi_ranges *ranges;
};

static void show_progress(void *context, uint64_t done, uint64_t all)
{
    const struct counting *counting = context;
    lpi_tell_progress(counting->ask->tell, done, all);
}

static void add_to_maps(void *context, size_t allocation, size_t point, uint64_t first_line,
                        const uint8_t *sectors, size_t lines)
{
    const struct counting *counting = context;
    if (counting->heat != NULL)
        lpi_heat_add(counting->heat, allocation, point, first_line, sectors, lines);
    if (counting->ranges != NULL)
        lpi_ranges_add(counting->ranges, allocation, point, first_line, sectors, lines);
}

static int open_set(struct profile_job *job, const struct lp_targets *targets,
                    struct lpi_fault *fault)
{
    const struct profile_ask *o = job->ask;
    size_t differences = 0;
    if (lpi_set_open_some(o->operands, o->count, o->split, o->tensor, &job->set, fault) != LP_OK)
        return fault->code;
    if (targets != NULL &&
        lpi_compare_targets(o->apply, job->set, targets, o->tell, &differences, fault) != 0)
        return fault->code;
    if (differences > 0 && o->strict)
        lpi_fault_set(fault, LPI_BAD, "profile: the targets are not this set's (--strict)");
    return fault->code;
}

static int count_lines(struct profile_job *job, struct lpi_fault *fault)
{
    const struct profile_ask *o = job->ask;
    if (o->heat && check_memory(lpi_heat_open(job->set, &job->heat), fault) != 0)
        return fault->code;
    if (o->report && check_memory(lpi_ranges_open(job->set, &job->ranges), fault) != 0)
        return fault->code;
    struct counting counting = {o, job->heat, job->ranges};
    struct lpi_count count = {.threads = o->threads,
                              .also = o->report ? (1u << LP_PAGE_CODECS) - 1 : 0,
                              .lines = o->heat || o->report ? add_to_maps : NULL,
                              .progress = show_progress,
                              .context = &counting};
    lpi_tables_open(job->set, codecs_of(job), &count, &job->tables, fault);
    return fault->code;
}

static int make_plans(struct profile_job *job, const struct lp_targets *targets,
                      struct lpi_fault *fault)
{
    if (finds_codecs(job->ask) &&
        check_memory(lpi_goal_codecs(job->tables, &job->goal), fault) != 0)
        return fault->code;
    if (make_steps(job, fault) != 0 || (targets != NULL && apply(job, targets, fault) != 0))
        return fault->code;
    return make_sweep(job, fault);
}

int profile_open(const struct profile_ask *ask, struct profile_job *job, struct lpi_fault *fault)
{
    struct lp_targets *targets = NULL;
    *job = (struct profile_job){.ask = ask, .goal = ask->goal, .codec = ask->codec};
    if (ask->apply != NULL && lpi_read_targets(ask->apply, &targets, fault) != 0)
        return fault->code;
    if (targets != NULL)
        take_config(&job->goal, targets);
    if (open_set(job, targets, fault) == 0 && choose_by_type(job, fault) == 0 &&
        count_lines(job, fault) == 0 && make_plans(job, targets, fault) == 0)
        find_best(job);
    lp_targets_free(targets);
    if (fault->code != 0)
        profile_close(job);
    return fault->code;
}

void profile_close(struct profile_job *job)
{
    for (unsigned s = 0; s < PROFILE_STEPS; s++)
        lpi_plan_close(job->steps[s]);
    lpi_plan_close(job->own);
    lpi_plan_close(job->applied);
    lpi_heat_close(job->heat);
    lpi_ranges_close(job->ranges);
    lpi_tables_close(job->tables);
    lpi_set_close(job->set);
    free(job->of);
    *job = (struct profile_job){.ask = NULL};
}
