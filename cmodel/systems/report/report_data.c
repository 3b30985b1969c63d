/* SPDX-License-Identifier: Apache-2.0 */
#include "report_data.h"
#include "../../lib/io/json_rows.h"
#include "../../lib/io/json_text.h"
#include "../profile/profile_json.h"
#include "report_cells.h"
#include "report_sweep.h"
#include "report_warnings.h"
#include <string.h>

struct report {
    const struct profile_job *job;
    struct report_sweep sweep;
    lp_write_fn *write;
    void *context;
    struct lpi_fault *fault;
};

/* NULL in place of a value with a part that could not be made; lpi_json_rows reports it. */
static json_t *whole_or_none(json_t *value, int failed)
{
    if (failed == 0)
        return value;
    json_decref(value);
    return NULL;
}

/* The order of the codecs in lists: that of their numbers. */
static json_t *codec_names(const struct lpi_tables *tables)
{
    json_t *list = json_array();
    for (unsigned c = 0; c < LPI_TABLE_CODECS; c++)
        if (tables->cells[c] != NULL)
            json_array_append_new(list, json_string(profile_codec_name(c)));
    return list;
}

static json_t *sizes(void)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < LPI_SIZES; i++)
        json_array_append_new(list, json_integer(lpi_sizes[i]));
    return list;
}

static json_t *heat(const struct profile_job *job)
{
    json_t *points = json_array();
    int failed = 0;
    for (size_t p = 0; p < job->set->point_count; p++)
        failed |= json_array_append_new(points, report_ranges(job, p));
    return json_pack("{s:I, s:s, s:o}", "lines", (json_int_t)job->ranges->lines, "digits",
                     REPORT_DIGITS, "points", whole_or_none(points, failed));
}

static json_t *head(const struct report *report)
{
    return json_pack("{s:i, s:s, s:o, s:o, s:o, s:o, s:o}", "linepress_report", REPORT_VERSION,
                     "version", lp_version(), "profile", profile_json(report->job), "codec_order",
                     codec_names(report->job->tables), "sizes", sizes(), "sweep",
                     report_sweep_json(&report->sweep), "heat", heat(report->job));
}

/* ---- allocations ---- */

static const char *dtype_of(const struct profile_job *job, size_t a)
{
    for (size_t p = 0; p < job->set->point_count; p++)
        if (lpi_set_piece(job->set, a, p)->dtype != NULL)
            return lpi_set_piece(job->set, a, p)->dtype;
    return NULL;
}

static json_t *cells(const struct profile_job *job, size_t a)
{
    json_t *list = json_array();
    int failed = 0;
    for (unsigned c = 0; c < LPI_TABLE_CODECS; c++)
        if (job->tables->cells[c] != NULL)
            failed |= json_array_append_new(list, report_cells(job, a, c));
    return whole_or_none(list, failed);
}

static json_t *bytes_at(const struct profile_job *job, size_t a)
{
    json_t *list = json_array();
    for (size_t p = 0; p < job->set->point_count; p++)
        json_array_append_new(list, json_integer((json_int_t)lpi_set_piece(job->set, a, p)->bytes));
    return list;
}

/* The row of `profile --json` without its points, which the cells replace. */
static json_t *row(const void *of, size_t a)
{
    const struct report *report = of;
    const struct profile_job *job = report->job;
    json_t *object = profile_json_allocation(job, a);
    const char *dtype = dtype_of(job, a);
    int failed = json_object_del(object, "points");
    failed |= json_object_set_new(object, "dtype",
                                  dtype != NULL ? lpi_json_text(dtype) : json_null());
    failed |= json_object_set_new(object, "bytes_at", bytes_at(job, a));
    failed |= json_object_set_new(object, "warnings", report_warnings(job, a, report->fault));
    failed |= json_object_set_new(object, "sweep", report_sweep_targets(&report->sweep, a));
    failed |= json_object_set_new(object, "cells", cells(job, a));
    return whole_or_none(object, failed);
}

/* ---- text ---- */

static int put(const struct report *report, const char *text, size_t bytes, struct lpi_fault *fault)
{
    if (bytes == 0 || report->write(report->context, text, bytes) == LP_OK)
        return 0;
    return lpi_fault_set(fault, LPI_BAD, "report: the page cannot be written");
}

/* "<" is only in strings, where it has an escape. */
static int put_escaped(void *context, const char *text, struct lpi_fault *fault)
{
    static const char less[] = "\\u003c";
    const struct report *report = context;
    int code = 0;
    while (code == 0 && *text != '\0') {
        size_t plain = strcspn(text, "<");
        code = put(report, text, plain, fault);
        text += plain;
        if (code == 0 && *text == '<') {
            code = put(report, less, sizeof less - 1, fault);
            text++;
        }
    }
    return code;
}

int report_write_data(const struct profile_job *job, lp_write_fn *write, void *context,
                      struct lpi_fault *fault)
{
    struct report report = {.job = job, .write = write, .context = context, .fault = fault};
    if (report_sweep_open(job, &report.sweep, fault) == 0) {
        /* The first fault is that of a row that could not be made. */
        struct lpi_fault later = {0};
        lpi_json_rows(put_escaped, &report, head(&report), "allocations",
                      job->set->allocation_count, row, &report, &later);
        if (fault->code == 0)
            *fault = later;
    }
    report_sweep_close(&report.sweep);
    return fault->code;
}
