/* SPDX-License-Identifier: Apache-2.0 */
#include "buddy_set.h"
#include "../../systems/profile/set_targets.h"
#include "../shared/fail.h"
#include <linepress/linepress.h>
#include <linepress/targets.h>
#include <stdlib.h>
#include <string.h>

static size_t find_point(const struct lpi_set *set, const char *path, const char *name)
{
    size_t last = set->point_count - 1;
    if (name == NULL)
        return last;
    for (size_t p = 0; p <= last; p++)
        if (strcmp(set->points[p].name, name) == 0)
            return p;
    cli_fail("%s: has no point '%s'; the last is '%s'", path, name, set->points[last].name);
}

/* Each allocation begins with a line of its own. */
static void read_parts(struct buddy_job *job, size_t point)
{
    struct lpi_fault fault;
    uint64_t bytes = 0;
    for (size_t a = 0; a < job->part_count; a++) {
        job->parts[a].first = job->lines;
        bytes = lpi_set_piece(job->set, a, point)->bytes;
        job->parts[a].lines = (bytes + LP_LINE_BYTES - 1) / LP_LINE_BYTES;
        job->lines += job->parts[a].lines;
    }
    if (job->lines > SIZE_MAX / LP_LINE_BYTES)
        cli_fail("no memory for %llu lines", (unsigned long long)job->lines);
    uint8_t *data = cli_alloc((size_t)job->lines * LP_LINE_BYTES);
    memset(data, 0, (size_t)job->lines * LP_LINE_BYTES);
    for (size_t a = 0; a < job->part_count; a++) {
        const struct lpi_piece *piece = lpi_set_piece(job->set, a, point);
        if (piece->file != NULL &&
            lpi_piece_read(piece, 0, data + job->parts[a].first * LP_LINE_BYTES,
                           (size_t)piece->bytes, &fault) != LP_OK)
            cli_fail("%s", fault.why);
    }
    job->data = job->memory = data;
}

/* Bits of enum lp_page_codec that pages of the file's targets have. */
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

/* A slice has ZVC and BPC by page, or mixes codecs in every page. */
static void take_codecs(struct buddy_options *o, const struct lp_targets *targets,
                        const struct lp_buddy_config *config)
{
    unsigned codecs = codecs_of(targets, config), by_page = 1u << LP_PAGE_ZVC | 1u << LP_PAGE_BPC;
    if ((codecs & ~by_page) != 0) {
        o->codec = LP_PAGE_XZVC;
        while (!(codecs >> o->codec & 1))
            o->codec++;
        if (o->codec == LP_PAGE_AUTO && codecs != 1u << LP_PAGE_AUTO) {
            if (o->engine != BUDDY_ENGINES && o->engine != BUDDY_FUNCTION)
                cli_fail("%s: the slice mixes codecs in all pages or in none; --engine function "
                         "does in some", o->targets);
            o->engine = BUDDY_FUNCTION;
        }
    }
    buddy_set_engine(o);
}

static void tell(const char *line)
{
    cli_complain("%s", line);
}

void buddy_set_open(struct buddy_options *o, struct buddy_job *job)
{
    struct lp_buddy_config config;
    struct lpi_fault fault = {0};
    size_t differences;
    char *operands[] = {(char *)o->file};
    if (lpi_read_targets(o->targets, &job->targets, &fault) != 0)
        cli_fail_for(&fault);
    if (lpi_set_open(operands, 1, o->split, &job->set, &fault) != LP_OK)
        cli_fail("%s", fault.why);
    lp_buddy_defaults(&config, 1);
    lp_targets_config(job->targets, &config);
    o->page_log2 = config.page_log2;
    take_codecs(o, job->targets, &config);
    if (lpi_compare_targets(o->targets, job->set, job->targets, tell, &differences, &fault) != 0)
        cli_fail_for(&fault);
    if (differences > 0 && o->strict)
        cli_fail("buddy: the targets are not this set's (--strict)");
    job->part_count = job->set->allocation_count;
    job->parts = cli_alloc(job->part_count * sizeof *job->parts);
    memset(job->parts, 0, job->part_count * sizeof *job->parts);
    size_t point = find_point(job->set, o->file, o->point);
    o->point = job->set->points[point].name;
    read_parts(job, point);
    if (job->lines == 0)
        cli_fail("%s: no allocation is live at point '%s'", o->file, o->point);
}
