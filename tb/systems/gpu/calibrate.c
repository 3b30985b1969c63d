/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The flow engine beside the cycle model of lp_buddy_slice: saturated, over all settings of a grid,
 * one slice; and with requests as the front makes them, four slices on one link. Fixed memory. `late`:
 * the cycle model beside itself with a cycle of device latency more.
 *     calibrate saturated LINES READS [FIRST [COUNT]]
 *     calibrate arrivals [FIRST [COUNT]]
 *     calibrate late [FIRST [COUNT]]
 * Prints a row for each setting or run, then mean and worst.
 */
#include "../../lib/unit.h"

#include "arrivals.h"

#include <linepress/targets.h>
#include <math.h>

static const unsigned targets[] = {LP_TARGET_1, LP_TARGET_1_33, LP_TARGET_2, LP_TARGET_4,
                                   LP_TARGET_16};
static const unsigned links[] = {50, 100, 150, 200}, entries[] = {16, 32, 64};
static const unsigned lanes[] = {1, 2, 4}, latencies[] = {40, 100, 200};

enum { SETTINGS = 5 * 4 * 3 * 3 * 3, ARRIVALS_SETTINGS = ARRIVALS_KINDS * 8 };

/* Settings from `first` on, at most `count`. */
struct part {
    unsigned first, count;
};

static struct part part_of(int argc, char **argv, int at, unsigned all)
{
    struct part part = {0, all};
    if (argc > at)
        part.first = (unsigned)strtoul(argv[at], NULL, 0);
    if (argc > at + 1)
        part.count = (unsigned)strtoul(argv[at + 1], NULL, 0);
    if (part.first > all)
        part.first = all;
    if (part.count > all - part.first)
        part.count = all - part.first;
    return part;
}

struct errors {
    unsigned count;
    double sum, worst;
};

static void add(struct errors *e, double error)
{
    e->count++;
    e->sum += fabs(error);
    e->worst = fabs(error) > fabs(e->worst) ? error : e->worst;
}

static void print_errors(const char *what, const struct errors *e)
{
    printf("%s: mean %.2f %%, worst %+.2f %%, %u settings\n", what, 100 * e->sum / e->count,
           100 * e->worst, e->count);
}

/* ---- saturated ---- */

static struct calibrate_case setting(unsigned i)
{
    return (struct calibrate_case){.target = targets[i % 5],
                                   .link = links[i / 5 % 4],
                                   .entries = entries[i / 20 % 3],
                                   .lanes = lanes[i / 60 % 3],
                                   .latency = latencies[i / 180 % 3],
                                   .misses = 4,
                                   .cache = 4096,
                                   .codec = (enum lp_page_codec)(i / 3 % 2),
                                   .order = (enum lp_trace_order)(i % 3)};
}

static void saturated(uint64_t lines, uint64_t reads, struct part part)
{
    uint8_t *data = malloc(lines * LP_LINE_BYTES);
    struct errors cycles = {0}, hits = {0};
    assert_non_null(data);
    calibrate_fill(data, lines, 7);
    for (unsigned i = part.first; i < part.first + part.count; i++) {
        struct calibrate_case c = setting(i);
        struct calibrate_job job = {.of = &c, .data = data, .lines = lines};
        struct calibrate_result cycle = {0}, flow = {0};
        assert_int_equal(calibrate_open(&job, reads, i + 1), 0);
        assert_int_equal(calibrate_cycle(&job, &cycle), 0);
        assert_int_equal(calibrate_run(&job, &lpi_gpu_flow, &flow), 0);
        double error = (double)flow.cycles / (double)cycle.cycles - 1;
        double points = (double)flow.hits / (double)flow.accesses -
                        (double)cycle.hits / (double)cycle.accesses;
        add(&cycles, error);
        add(&hits, points);
        printf("%s order %d link %u entries %u lanes %u latency %u: %llu %llu %+.2f %% sectors "
               "%lld %lld hits %+.3f %%\n",
               lp_target_name(c.target), (int)c.order, c.link, c.entries, c.lanes, c.latency,
               (unsigned long long)cycle.cycles, (unsigned long long)flow.cycles, 100 * error,
               (long long)(flow.device_sectors - cycle.device_sectors),
               (long long)(flow.buddy_sectors - cycle.buddy_sectors), 100 * points);
        fflush(stdout);
        calibrate_close(&job);
    }
    print_errors("cycles", &cycles);
    print_errors("hits", &hits);
    free(data);
}

/* ---- arrivals ---- */

static struct lpi_gpu_ask arrivals_setting(unsigned i)
{
    struct lpi_gpu_ask ask = gpu_ask("p100/8");
    ask.image.mode = i & 1 ? LPI_GPU_BUDDY : LPI_GPU_BANDWIDTH;
    ask.config.link_gbs = (i & 2 ? 150 : 50) / 8.0;
    ask.config.entries = i & 2 ? 64 : 32;
    ask.config.parallel = i >> 2 & 1;
    return ask;
}

static void arrivals(struct part part, unsigned late)
{
    uint8_t *data = malloc(ARRIVALS_LINES * 128u);
    struct errors cycles = {0}, latency = {0}, hits = {0};
    assert_non_null(data);
    calibrate_fill(data, ARRIVALS_LINES, 7);
    for (unsigned i = part.first; i < part.first + part.count; i++) {
        struct lpi_gpu_ask ask = arrivals_setting(i % 8);
        struct gpu_trace t;
        arrivals_write(&t, (enum arrivals_kind)(i / 8), ARRIVALS_GROUPS, data, 5);
        struct arrivals_result r = arrivals_compare(&ask, &t, late);
        arrivals_print(i / 8, &ask, &r);
        assert_true(r.requests >= ARRIVALS_REQUESTS);
        add(&cycles, r.cycles);
        add(&latency, r.latency);
        add(&hits, r.hits);
        remove(t.path);
    }
    print_errors("cycles", &cycles);
    print_errors("latency", &latency);
    print_errors("hits", &hits);
    free(data);
}

int main(int argc, char **argv)
{
    if (argc >= 4 && strcmp(argv[1], "saturated") == 0)
        saturated(strtoull(argv[2], NULL, 0), strtoull(argv[3], NULL, 0),
                  part_of(argc, argv, 4, SETTINGS));
    else if (argc >= 2 && strcmp(argv[1], "arrivals") == 0)
        arrivals(part_of(argc, argv, 2, ARRIVALS_SETTINGS), 0);
    else if (argc >= 2 && strcmp(argv[1], "late") == 0)
        arrivals(part_of(argc, argv, 2, ARRIVALS_SETTINGS), 1);
    else
        return 2;
    return 0;
}
