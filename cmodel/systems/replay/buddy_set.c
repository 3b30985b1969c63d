/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_set.h"
#include "../profile/set_targets.h"
#include <linepress/linepress.h>
#include <linepress/targets.h>
#include <stdlib.h>
#include <string.h>

static int find_point(const struct lpi_set *set, const char *path, const char *name, size_t *point,
                      struct lpi_fault *fault)
{
    size_t last = set->point_count - 1;
    for (*point = name == NULL ? last : 0; *point <= last; ++*point)
        if (name == NULL || strcmp(set->points[*point].name, name) == 0)
            return 0;
    return lpi_fault_set(fault, LPI_BAD, "%s: has no point '%s'; the last is '%s'", path, name,
                         set->points[last].name);
}

/* Each allocation begins at a line boundary. */
static void place_parts(struct buddy_job *job, size_t point)
{
    for (size_t a = 0; a < job->part_count; a++) {
        uint64_t bytes = lpi_set_piece(job->set, a, point)->bytes;
        job->parts[a] = (struct lpi_replay_part){
            .first = job->lines, .lines = (bytes + LP_LINE_BYTES - 1) / LP_LINE_BYTES};
        job->lines += job->parts[a].lines;
    }
}

static int read_parts(struct buddy_job *job, size_t point, struct lpi_fault *fault)
{
    if (job->lines > SIZE_MAX / LP_LINE_BYTES)
        return lpi_fault_set(fault, LPI_BAD, "no memory for %llu lines",
                             (unsigned long long)job->lines);
    uint8_t *data = lpi_fault_alloc(fault, (size_t)job->lines * LP_LINE_BYTES);
    if (data == NULL)
        return fault->code;
    job->data = job->memory = data;
    memset(data, 0, (size_t)job->lines * LP_LINE_BYTES);
    for (size_t a = 0; a < job->part_count; a++) {
        const struct lpi_piece *piece = lpi_set_piece(job->set, a, point);
        if (piece->file != NULL &&
            lpi_piece_read(piece, 0, data + job->parts[a].first * LP_LINE_BYTES,
                           (size_t)piece->bytes, fault) != LP_OK)
            return fault->code;
    }
    return 0;
}

/* The codecs, bits of enum lp_page_codec, of the pages in the target file. */
static unsigned codecs_of(const struct lp_targets *targets, const struct lp_buddy_config *config)
{
    unsigned codecs = 0;
    for (size_t i = 0; i < lp_targets_count(targets); i++) {
        unsigned target = lp_targets_row(targets, i)->target;
        if (target != LP_BUDDY_UNCOMPRESSED)
            codecs |= 1u << config->codec[target];
    }
    return codecs;
}

/* A slice has either ZVC and BPC chosen by page, or mixed codecs in every page. */
static int take_codecs(struct buddy_ask *o, const struct lp_targets *targets,
                       const struct lp_buddy_config *config, struct lpi_fault *fault)
{
    unsigned codecs = codecs_of(targets, config), by_page = 1u << LP_PAGE_ZVC | 1u << LP_PAGE_BPC;
    if ((codecs & ~by_page) != 0) {
        o->codec = LP_PAGE_XZVC;
        while (!(codecs >> o->codec & 1))
            o->codec++;
        if (o->codec == LP_PAGE_AUTO && codecs != 1u << LP_PAGE_AUTO) {
            if (o->engine != BUDDY_ENGINES && o->engine != BUDDY_FUNCTION)
                return lpi_fault_set(fault, LPI_BAD,
                                     "%s: the slice mixes codecs in all pages or in none; "
                                     "--engine function does in some",
                                     o->targets);
            o->engine = BUDDY_FUNCTION;
        }
    }
    return buddy_set_engine(o, fault);
}

/* Opens targets and set, which must match. */
static int open_both(struct buddy_ask *o, struct buddy_job *job, struct lpi_fault *fault)
{
    struct lp_buddy_config config;
    char *operands[] = {(char *)o->file};
    size_t differences;
    if (lpi_read_targets(o->targets, &job->targets, fault) != 0 ||
        lpi_set_open(operands, 1, o->split, &job->set, fault) != LP_OK)
        return fault->code;
    lp_buddy_defaults(&config, 1);
    lp_targets_config(job->targets, &config);
    o->page_log2 = config.page_log2;
    if (take_codecs(o, job->targets, &config, fault) != 0 ||
        lpi_compare_targets(o->targets, job->set, job->targets, o->tell, &differences, fault) != 0)
        return fault->code;
    if (differences > 0 && o->strict)
        lpi_fault_set(fault, LPI_BAD, "buddy: the targets are not this set's (--strict)");
    return fault->code;
}

int buddy_set_open(struct buddy_ask *o, struct buddy_job *job, struct lpi_fault *fault)
{
    size_t point;
    if (open_both(o, job, fault) != 0)
        return fault->code;
    job->part_count = job->set->allocation_count;
    job->parts = lpi_fault_alloc(fault, job->part_count * sizeof *job->parts);
    if (job->parts == NULL || find_point(job->set, o->file, o->point, &point, fault) != 0)
        return fault->code;
    o->point = job->set->points[point].name;
    place_parts(job, point);
    if (read_parts(job, point, fault) == 0 && job->lines == 0)
        lpi_fault_set(fault, LPI_BAD, "%s: no allocation is live at point '%s'", o->file, o->point);
    return fault->code;
}
