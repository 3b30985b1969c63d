/* SPDX-License-Identifier: Apache-2.0 */
#include "plan.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES 16u /* of a page */

/* From the largest ratio to the smallest; 16 is only for mostly-zero allocations. */
static const uint8_t by_ratio[] = {LP_TARGET_16, LP_TARGET_4, LP_TARGET_2, LP_TARGET_1_33};
#define RATIOS (sizeof by_ratio)

/* ---- shares ---- */

/* Continued fractions: no product overflows. */
int lpi_share_compare(struct lpi_share a, struct lpi_share b)
{
    for (int sign = 1;; sign = -sign) {
        uint64_t whole_a = a.part / a.all, whole_b = b.part / b.all;
        if (whole_a != whole_b)
            return whole_a < whole_b ? -sign : sign;
        struct lpi_share rest_a = {a.all, a.part % a.all}, rest_b = {b.all, b.part % b.all};
        if (rest_a.all == 0 || rest_b.all == 0)
            return sign * ((rest_a.all != 0) - (rest_b.all != 0));
        a = rest_a;
        b = rest_b;
    }
}

static bool at_most(struct lpi_share share, uint32_t millionths)
{
    return lpi_share_compare(share, (struct lpi_share){millionths, LPI_MILLION}) <= 0;
}

static struct lpi_share larger(struct lpi_share a, struct lpi_share b)
{
    return lpi_share_compare(a, b) < 0 ? b : a;
}

/* ---- lines ---- */

/* Sectors of a line in device memory. */
static unsigned room_of(unsigned target)
{
    return target == LP_BUDDY_UNCOMPRESSED ? LP_LINE_SECTORS
                                           : lp_gbbr_device_bytes(target) / LP_SECTOR_BYTES;
}

/*
 * A stored group has 10 to 12 sectors, so its lines have 2 or 3 each, and it fits three sectors per
 * line but not two.
 */
uint64_t lpi_spilled(const struct lpi_classes *classes, unsigned codec, unsigned target)
{
    uint64_t sum = 0;
    unsigned room = room_of(target);
    if (target == LP_TARGET_16)
        return lpi_classes_over8(classes);
    if (codec == LPI_TABLE_GRP16 && room == 2)
        room = 1;
    for (unsigned s = room + 1; s <= LP_LINE_SECTORS; s++)
        sum += lpi_classes_sectors(classes, s);
    return sum;
}

/*
 * On 16x pages a line of up to 8 bytes is one access of device memory; a larger line is in buddy
 * memory.
 */
static void add_mostly_zero(struct lpi_flow *flow, const struct lpi_classes *classes)
{
    uint64_t eight = classes->sizes[1];
    flow->device_sectors += eight;
    flow->buddy_sectors += lpi_classes_sectors(classes, 1) - eight;
    for (unsigned s = 2; s <= LP_LINE_SECTORS; s++)
        flow->buddy_sectors += s * lpi_classes_sectors(classes, s);
}

void lpi_flow_add(struct lpi_flow *flow, const struct lpi_classes *classes, unsigned codec,
                  unsigned target)
{
    flow->lines += classes->lines;
    flow->buddy_lines += lpi_spilled(classes, codec, target);
    if (target == LP_TARGET_16) {
        add_mostly_zero(flow, classes);
        return;
    }
    if (target == LP_BUDDY_UNCOMPRESSED) {
        flow->device_sectors += LP_LINE_SECTORS * classes->lines;
        return;
    }
    unsigned room = room_of(target);
    for (unsigned s = 1; s <= LP_LINE_SECTORS; s++) {
        uint64_t lines = lpi_classes_sectors(classes, s);
        flow->device_sectors += lines * (s < room ? s : room);
        flow->buddy_sectors += lines * (s > room ? s - room : 0);
    }
}

/* ---- an allocation ---- */

static const struct lpi_classes *cell(const struct lpi_plan *plan, size_t allocation, size_t point,
                                      unsigned codec)
{
    return lpi_tables_at(plan->tables, codec, allocation, point);
}

/* The codec of the tables, if there is only one. */
static unsigned counted(const struct lpi_plan *plan)
{
    unsigned codec = 0;
    while (!(plan->tables->codecs >> codec & 1))
        codec++;
    return codec;
}

static unsigned codec_at(const struct lpi_plan *plan, size_t allocation, unsigned target)
{
    return plan->own != NULL       ? plan->own[allocation]
           : plan->goal.of != NULL ? plan->goal.of[allocation]
                                   : plan->goal.codec[target];
}

struct lpi_share lpi_plan_share(const struct lpi_plan *plan, size_t allocation, unsigned target,
                                enum lpi_rule rule)
{
    struct lpi_share worst = {0, 1}, all = {0, 0};
    if (target == LP_BUDDY_UNCOMPRESSED)
        return worst;
    unsigned codec = codec_at(plan, allocation, target);
    for (size_t p = 0; p < plan->tables->set->point_count; p++) {
        const struct lpi_classes *classes = cell(plan, allocation, p, codec);
        if (classes->lines == 0)
            continue;
        struct lpi_share here = {lpi_spilled(classes, codec, target), classes->lines};
        worst = larger(worst, here);
        all.part += here.part;
        all.all += here.all;
    }
    return rule == LPI_RULE_WORST ? worst : all;
}

/* The name of target 1. */
static uint8_t no_gain(const struct lpi_plan *plan)
{
    return plan->goal.bandwidth ? (uint8_t)LP_TARGET_1 : (uint8_t)LP_BUDDY_UNCOMPRESSED;
}

/* The first target from by_ratio[first] on that the thresholds allow. */
static uint8_t choose(const struct lpi_plan *plan, size_t allocation, enum lpi_rule rule,
                      size_t first)
{
    /* A page of groups has no target of 16. */
    bool groups = counted(plan) == LPI_TABLE_GRP16;
    for (size_t i = groups && first == 0 ? 1 : first; i < RATIOS; i++) {
        uint32_t most = by_ratio[i] == LP_TARGET_16 ? plan->goal.zero_threshold
                                                    : plan->goal.threshold;
        if (at_most(lpi_plan_share(plan, allocation, by_ratio[i], rule), most))
            return by_ratio[i];
    }
    return no_gain(plan);
}

unsigned lpi_plan_wish(const struct lpi_plan *plan, size_t allocation, enum lpi_rule rule)
{
    return choose(plan, allocation, rule, 0);
}

static uint64_t sectors_of(const struct lpi_plan *plan, size_t allocation, unsigned codec)
{
    uint64_t sum = 0;
    for (size_t p = 0; p < plan->tables->set->point_count; p++)
        for (unsigned s = 1; s <= LP_LINE_SECTORS; s++)
            sum += s * lpi_classes_sectors(cell(plan, allocation, p, codec), s);
    return sum;
}

unsigned lpi_plan_codec(const struct lpi_plan *plan, size_t allocation)
{
    unsigned target = plan->targets[allocation], best = counted(plan);
    if (target != LP_BUDDY_UNCOMPRESSED || plan->goal.of != NULL)
        return codec_at(plan, allocation, target);
    for (unsigned c = best + 1; c < LPI_TABLE_CODECS; c++)
        if ((plan->tables->codecs >> c & 1) &&
            sectors_of(plan, allocation, c) <= sectors_of(plan, allocation, best))
            best = c;
    return best;
}

uint64_t lpi_plan_pages(const struct lpi_plan *plan, size_t allocation)
{
    uint64_t page = (uint64_t)1 << plan->goal.page_log2;
    return (plan->tables->set->allocations[allocation].bytes + page - 1) / page;
}

static unsigned frames_of(unsigned target)
{
    return target == LP_BUDDY_UNCOMPRESSED ? FRAMES : lp_gbbr_frames(target);
}

static unsigned slots_of(unsigned target)
{
    return target == LP_BUDDY_UNCOMPRESSED ? 0 : lp_gbbr_slots(target);
}

/* ---- all of them ---- */

int lpi_plan_open(const struct lpi_tables *tables, const struct lpi_goal *goal,
                  struct lpi_plan **opened)
{
    struct lpi_plan *plan = calloc(1, sizeof *plan);
    if (plan == NULL)
        return LP_ERR_SYSTEM;
    *plan = (struct lpi_plan){.tables = tables, .goal = *goal};
    plan->targets = malloc(tables->set->allocation_count);
    if (plan->targets == NULL) {
        free(plan);
        return LP_ERR_SYSTEM;
    }
    memset(plan->targets, LP_BUDDY_UNCOMPRESSED, tables->set->allocation_count);
    *opened = plan;
    return LP_OK;
}

void lpi_plan_close(struct lpi_plan *plan)
{
    if (plan == NULL)
        return;
    free(plan->targets);
    free(plan->own);
    free(plan);
}

/* Whether the plan exceeds the caps. */
static bool too_much(const struct lpi_plan *plan)
{
    struct lpi_share ratio = {plan->pages * FRAMES, plan->frames};
    int slots_fit;
    (void)lpi_plan_fits(plan, &slots_fit);
    return !at_most(ratio, plan->goal.max_ratio) || !slots_fit;
}

static void sum_pages(struct lpi_plan *plan)
{
    plan->pages = plan->frames = plan->slots = 0;
    for (size_t a = 0; a < plan->tables->set->allocation_count; a++) {
        uint64_t pages = lpi_plan_pages(plan, a);
        plan->pages += pages;
        plan->frames += pages * frames_of(plan->targets[a]);
        plan->slots += pages * slots_of(plan->targets[a]);
    }
}

void lpi_plan_sum(struct lpi_plan *plan)
{
    sum_pages(plan);
    plan->flow = (struct lpi_flow){0};
    for (size_t p = 0; p < plan->tables->set->point_count; p++) {
        struct lpi_flow here = lpi_plan_at(plan, p);
        plan->flow.lines += here.lines;
        plan->flow.device_sectors += here.device_sectors;
        plan->flow.buddy_sectors += here.buddy_sectors;
        plan->flow.buddy_lines += here.buddy_lines;
    }
}

static void set_all(struct lpi_plan *plan, uint8_t target)
{
    memset(plan->targets, target, plan->tables->set->allocation_count);
    lpi_plan_sum(plan);
}

/* The classes of all allocations at a point, with the codecs of one target. */
static struct lpi_classes program_at(const struct lpi_plan *plan, unsigned target, size_t point)
{
    struct lpi_classes sum = {0};
    for (size_t a = 0; a < plan->tables->set->allocation_count; a++)
        lpi_classes_add(&sum, cell(plan, a, point, codec_at(plan, a, target)));
    return sum;
}

static bool floor_holds(const struct lpi_plan *plan, unsigned target)
{
    for (size_t p = 0; p < plan->tables->set->point_count; p++) {
        struct lpi_classes all = program_at(plan, target, p);
        uint64_t sectors = 0;
        for (unsigned s = 1; s <= LP_LINE_SECTORS; s++)
            sectors += s * lpi_classes_sectors(&all, s);
        if (sectors > room_of(target) * all.lines)
            return false;
    }
    return true;
}

static bool threshold_holds(const struct lpi_plan *plan, unsigned target)
{
    struct lpi_share worst = {0, 1}, all = {0, 0};
    for (size_t p = 0; p < plan->tables->set->point_count; p++) {
        struct lpi_classes program = program_at(plan, target, p);
        struct lpi_share here = {lpi_spilled(&program, counted(plan), target), program.lines};
        worst = larger(worst, here);
        all.part += here.part;
        all.all += here.all;
    }
    return at_most(plan->goal.rule == LPI_RULE_WORST ? worst : all, plan->goal.threshold);
}

static void naive(struct lpi_plan *plan, bool (*holds)(const struct lpi_plan *, unsigned))
{
    size_t i = 1; /* without 16 */
    while (i < RATIOS && !holds(plan, by_ratio[i]))
        i++;
    set_all(plan, i < RATIOS ? by_ratio[i] : no_gain(plan));
}

void lpi_plan_floor(struct lpi_plan *plan)
{
    naive(plan, floor_holds);
}

void lpi_plan_threshold(struct lpi_plan *plan)
{
    naive(plan, threshold_holds);
}

void lpi_plan_allocations(struct lpi_plan *plan)
{
    for (size_t a = 0; a < plan->tables->set->allocation_count; a++)
        plan->targets[a] = choose(plan, a, plan->goal.rule, 1);
    lpi_plan_sum(plan);
}

/* ---- caps ---- */

struct victim {
    struct lpi_share share;
    const char *name;
    size_t allocation;
};

/* Orders by share, largest first, then by name, last first. */
static int by_share(const void *a, const void *b)
{
    const struct victim *left = a, *right = b;
    int shares = lpi_share_compare(right->share, left->share);
    return shares != 0 ? shares : strcmp(right->name, left->name);
}

static int cap(struct lpi_plan *plan)
{
    const struct lpi_set *set = plan->tables->set;
    size_t count = 0;
    struct victim *victims = calloc(set->allocation_count, sizeof *victims);
    if (victims == NULL)
        return LP_ERR_SYSTEM;
    for (size_t a = 0; a < set->allocation_count; a++)
        if (plan->targets[a] == LP_TARGET_16)
            victims[count++] = (struct victim){
                lpi_plan_share(plan, a, LP_TARGET_16, plan->goal.rule), set->allocations[a].name,
                a};
    qsort(victims, count, sizeof *victims, by_share);
    sum_pages(plan);
    for (size_t i = 0; i < count && too_much(plan); i++) {
        plan->targets[victims[i].allocation] = LP_TARGET_4;
        uint64_t pages = lpi_plan_pages(plan, victims[i].allocation);
        plan->frames += pages * (frames_of(LP_TARGET_4) - frames_of(LP_TARGET_16));
        plan->slots -= pages * (slots_of(LP_TARGET_16) - slots_of(LP_TARGET_4));
    }
    free(victims);
    return LP_OK;
}

int lpi_plan_zero(struct lpi_plan *plan)
{
    for (size_t a = 0; a < plan->tables->set->allocation_count; a++)
        plan->targets[a] = choose(plan, a, plan->goal.rule, 0);
    int error = cap(plan);
    lpi_plan_sum(plan);
    return error;
}

int lpi_plan_own(struct lpi_plan *plan)
{
    size_t count = plan->tables->set->allocation_count;
    plan->own = malloc(count);
    if (plan->own == NULL)
        return LP_ERR_SYSTEM;
    for (size_t a = 0; a < count; a++) {
        unsigned best = counted(plan), fewest = FRAMES + 1;
        for (unsigned c = LPI_TABLE_CODECS; c-- > 0;) {
            if (!(plan->tables->codecs >> c & 1))
                continue;
            plan->own[a] = (uint8_t)c;
            unsigned frames = frames_of(choose(plan, a, plan->goal.rule, 0));
            best = frames < fewest ? c : best;
            fewest = frames < fewest ? frames : fewest;
        }
        plan->own[a] = (uint8_t)best;
    }
    return lpi_plan_zero(plan);
}

/* ---- codecs ---- */

/* Fewest frames, then lines that spill, then sectors that are read. */
static bool is_better(const struct lpi_plan *a, const struct lpi_plan *b)
{
    if (a->frames != b->frames)
        return a->frames < b->frames;
    if (a->flow.buddy_lines != b->flow.buddy_lines)
        return a->flow.buddy_lines < b->flow.buddy_lines;
    return a->flow.device_sectors + a->flow.buddy_sectors <
           b->flow.device_sectors + b->flow.buddy_sectors;
}

/* Bit t of the mask: target t uses ZVC; else BPC, which also wins ties. */
int lpi_goal_codecs(const struct lpi_tables *tables, struct lpi_goal *goal)
{
    struct lpi_plan *best = NULL;
    int error = LP_OK;
    for (unsigned mask = 0; mask < 1u << LP_TARGETS && error == LP_OK; mask++) {
        struct lpi_plan *plan;
        struct lpi_goal wish = *goal;
        for (unsigned t = 0; t < LP_TARGETS; t++)
            wish.codec[t] = mask >> t & 1 ? LP_PAGE_ZVC : LP_PAGE_BPC;
        error = lpi_plan_open(tables, &wish, &plan);
        if (error == LP_OK)
            error = lpi_plan_zero(plan);
        else
            break;
        if (error == LP_OK && (best == NULL || is_better(plan, best))) {
            lpi_plan_close(best);
            best = plan;
        } else {
            lpi_plan_close(plan);
        }
    }
    if (error == LP_OK)
        *goal = best->goal;
    lpi_plan_close(best);
    return error;
}

/* ---- what a plan gives ---- */

struct lpi_flow lpi_plan_at(const struct lpi_plan *plan, size_t point)
{
    struct lpi_flow flow = {0};
    for (size_t a = 0; a < plan->tables->set->allocation_count; a++) {
        unsigned target = plan->targets[a];
        unsigned codec = target == LP_BUDDY_UNCOMPRESSED ? counted(plan)
                                                         : codec_at(plan, a, target);
        lpi_flow_add(&flow, cell(plan, a, point, codec), codec, target);
    }
    return flow;
}

struct lpi_classes lpi_plan_classes(const struct lpi_plan *plan, size_t point)
{
    struct lpi_classes sum = {0};
    for (size_t a = 0; a < plan->tables->set->allocation_count; a++)
        lpi_classes_add(&sum, cell(plan, a, point, lpi_plan_codec(plan, a)));
    return sum;
}

int lpi_plan_fits(const struct lpi_plan *plan, int *slots_fit)
{
    uint64_t device = plan->goal.device;
    *slots_fit = 1;
    if (device == 0)
        return 1;
    /* A slot is 3/4 of a page and the carve-out 3 times the device memory. */
    *slots_fit = plan->slots <= device >> (plan->goal.page_log2 - 2);
    return plan->frames <= device >> (plan->goal.page_log2 - 4);
}
