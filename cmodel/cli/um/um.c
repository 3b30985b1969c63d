/* SPDX-License-Identifier: Apache-2.0 */
#include "../shared/cli.h"
#include "../shared/fail.h"
#include "um_report.h"

/* Times at one ratio. */
static void work_out(const struct um_options *o, const struct um_result *r, double ratio,
                     struct um_row *row)
{
    struct lpi_fault fault = {0};
    if (lpi_um_pages(&r->stream, ratio, r->requests, o->constants.values, &row->moves, &fault) !=
            0 ||
        lpi_um_plan(&r->stream, ratio, &row->plan, &fault) != 0)
        cli_fail_for(&fault);
    for (unsigned f = 0; f < UM_FAULTS; f++)
        row->simulated_us[f] = lpi_um_time(&row->moves, r->ideal.us, o->fault_us[f],
                                           (double)o->page, r->link_gbs);
    row->buddy_us = lpi_um_link_time(row->plan.sectors[LPI_UM_READ],
                                     row->plan.sectors[LPI_UM_WRITE], r->ideal.us, r->link_gbs);
}

/*
 * Whole blocks are evicted, so that a smaller device is sometimes faster by chance: the result is
 * the longest time of all ratios up to this one.
 */
static void raise_times(const struct um_options *o, struct um_result *r)
{
    for (size_t i = 0; i < o->ratio_count; i++)
        for (size_t k = 0; k < o->ratio_count; k++)
            for (unsigned f = 0; f < UM_FAULTS; f++)
                if (o->ratios[k] <= o->ratios[i] && r->rows[k].simulated_us[f] > r->rows[i].us[f])
                    r->rows[i].us[f] = r->rows[k].simulated_us[f];
}

static void run(const struct um_options *o, struct um_result *r)
{
    struct lpi_fault fault = {0};
    if (lpi_um_stream_read(o->trace, &o->gpu, o->page, o->block / o->page, &r->stream, &fault) != 0)
        cli_fail_for(&fault);
    double window = o->constants.values[LPI_UM_WINDOW];
    r->requests = window > 0 ? window : (double)o->gpu.sms * o->gpu.warps;
    r->link_gbs = o->constants.values[LPI_UM_LINK] / o->gpu.scale;
    r->ideal = lpi_um_ideal(&r->stream, &o->gpu);
    if (o->ideal_us > 0)
        r->ideal.us = o->ideal_us;
    r->pinned_us = lpi_um_link_time((double)r->stream.sectors[LPI_UM_READ],
                                    (double)r->stream.sectors[LPI_UM_WRITE], r->ideal.us,
                                    r->link_gbs);
    for (size_t i = 0; i < o->ratio_count; i++)
        work_out(o, r, o->ratios[i], &r->rows[i]);
    raise_times(o, r);
}

int cli_um(int argc, char **argv)
{
    struct um_options o;
    struct um_result r = {0};
    um_parse(argc, argv, &o);
    run(&o, &r);
    um_report(&o, &r);
    for (size_t i = 0; i < o.ratio_count; i++)
        lpi_um_plan_close(&r.rows[i].plan);
    lpi_um_stream_close(&r.stream);
    cli_constants_free(&o.constants);
    return EXIT_GOOD;
}
