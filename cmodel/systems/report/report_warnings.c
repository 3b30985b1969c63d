/* SPDX-License-Identifier: Apache-2.0 */
#include "report_warnings.h"
#include "../../lib/io/looks.h"
#include <linepress/file.h>
#include <inttypes.h>
#include <stdio.h>

static void warn_unsteady(const struct lpi_plan *plan, size_t a, json_t *list)
{
    unsigned worst = lpi_plan_wish(plan, a, LPI_RULE_WORST),
             pooled = lpi_plan_wish(plan, a, LPI_RULE_POOLED);
    if (worst != pooled)
        json_array_append_new(list,
                              json_sprintf("unsteady: target %s by the worst point, %s by all "
                                           "points together",
                                           lp_target_name(worst), lp_target_name(pooled)));
}

static void warn_misaligned(const struct lpi_allocation *allocation, json_t *list)
{
    if (allocation->address % LP_LINE_BYTES != 0)
        json_array_append_new(list, json_sprintf("misaligned: address 0x%" PRIx64
                                                 " is byte %u of a line; its lines were counted "
                                                 "from its first byte",
                                                 allocation->address,
                                                 (unsigned)(allocation->address % LP_LINE_BYTES)));
}

/* A container that was taken as raw bytes, since the files of a folder are not taken apart. */
static const char *container(const uint8_t *head, size_t count)
{
    size_t header_bytes;
    enum lpi_look look = lpi_looks("", head, count);
    if (look == LPI_LOOK_PLAIN && lp_npy_header_bytes(head, count, &header_bytes) == LP_OK)
        return "an .npy file";
    return look == LPI_LOOK_ZIP ? "a ZIP archive, as .npz and .pt files are" : lpi_look_name(look);
}

/* Looks at the first point at which the allocation is live. */
static int warn_container(const struct profile_job *job, size_t a, json_t *list,
                          struct lpi_fault *fault)
{
    uint8_t bytes[LPI_LOOKS_BYTES];
    size_t p = 0;
    while (lpi_set_piece(job->set, a, p)->file == NULL)
        p++;
    const struct lpi_piece *piece = lpi_set_piece(job->set, a, p);
    size_t count = piece->bytes < sizeof bytes ? (size_t)piece->bytes : sizeof bytes;
    if (lpi_piece_read(piece, 0, bytes, count, fault) != LP_OK)
        return fault->code;
    const char *name = container(bytes, count);
    if (name != NULL)
        json_array_append_new(list, json_sprintf("looks like %s and was taken as raw bytes, its "
                                                 "header included",
                                                 name));
    return 0;
}

json_t *report_warnings(const struct profile_job *job, size_t a, struct lpi_fault *fault)
{
    json_t *list = json_array();
    warn_unsteady(profile_plan(job), a, list);
    warn_misaligned(&job->set->allocations[a], list);
    if (warn_container(job, a, list, fault) == 0)
        return list;
    json_decref(list);
    return NULL;
}
