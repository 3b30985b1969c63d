/* SPDX-License-Identifier: Apache-2.0 */
/* Events in order, bandwidth and latency of both tiers of device memory, the link's turns. */
#include "../lib/unit.h"

#include "../../cmodel/systems/gpu/event/gpu_events.h"
#include "../../cmodel/systems/gpu/memory/gpu_device.h"
#include "../../cmodel/systems/gpu/memory/gpu_link.h"
#include <math.h>

static struct lpi_gpu_config config_of(const char *name)
{
    struct lpi_gpu_config config;
    struct lpi_fault fault = {0};
    if (lpi_gpu_config_read(name, "cmodel/systems/gpu/configs", &config, &fault) != 0)
        fail_msg("%s", fault.why);
    return config;
}

/* ---- events ---- */

enum { EVENTS = 4000 };

struct fired {
    struct lpi_gpu_events *events;
    uint64_t due[EVENTS], last;
    uint32_t order[EVENTS], count, posted;
};

static void fire(void *object, uint64_t now, uint32_t number)
{
    struct fired *f = object;
    assert_true(now == f->due[number] && now >= f->last);
    assert_true(lpi_gpu_now(f->events) == now);
    f->last = now;
    f->order[f->count++] = number;
    for (unsigned more = 0; more < 2 && f->posted < EVENTS; more++) {
        uint32_t next = f->posted++;
        uint64_t far = unit_random() % 8 == 0 ? unit_random() % 200000 : unit_random() % 300;
        f->due[next] = now + far;
        lpi_gpu_post(f->events, f->due[next], fire, f, next);
    }
}

static void test_events(void **state)
{
    static struct fired f;
    (void)state;
    memset(&f, 0, sizeof f);
    f.events = lpi_gpu_events_open();
    f.posted = 1;
    f.due[0] = 5;
    lpi_gpu_post(f.events, 5, fire, &f, 0);
    while (lpi_gpu_step(f.events))
        ;
    assert_int_equal(f.count, EVENTS);
    /* Of one time, those posted first are fired first, unless one was posted far before. */
    for (unsigned i = 1; i < EVENTS; i++)
        assert_true(f.due[f.order[i]] > f.due[f.order[i - 1]] || f.order[i] > f.order[i - 1]);
    lpi_gpu_events_close(f.events);
}

/* ---- device memory ---- */

enum { REQUESTS = 3000 };

struct asked {
    uint64_t end, answers, first_of[REQUESTS];
};

static void answer(void *owner, uint32_t tag, uint64_t first, uint64_t last)
{
    struct asked *a = owner;
    assert_true(first <= last);
    a->first_of[tag] = first;
    a->end = last > a->end ? last : a->end;
    a->answers++;
}

/* Share of the slice's bandwidth, of requests that come all at one time. */
static double share(const struct lpi_gpu_config *c, enum lpi_gpu_tier tier, enum lpi_gpu_map map,
                    unsigned writes, uint64_t (*address)(unsigned), uint32_t mask,
                    struct lpi_gpu_traffic *traffic)
{
    static struct asked a;
    struct lpi_gpu_events *events = lpi_gpu_events_open();
    struct lpi_gpu_device *device = lpi_gpu_device_open(tier, map, c, events, answer, &a);
    struct lpi_gpu_clock clock = lpi_gpu_clock(c);
    unsigned sectors = (unsigned)__builtin_popcount(mask);
    memset(&a, 0, sizeof a);
    for (unsigned i = 0; i < REQUESTS; i++)
        (unit_random() % 100 < writes ? lpi_gpu_device_write
                                      : lpi_gpu_device_read)(device, 0, address(i), mask, i);
    while (lpi_gpu_step(events))
        ;
    assert_int_equal(a.answers, REQUESTS);
    *traffic = *lpi_gpu_device_traffic(device);
    assert_int_equal(traffic->read_sectors + traffic->write_sectors, REQUESTS * sectors);
    double seconds = (double)a.end / (double)clock.mhz * 1e-6;
    lpi_gpu_device_close(device);
    lpi_gpu_events_close(events);
    return REQUESTS * sectors * 32e-9 / seconds / (c->device_gbs / c->slices);
}

static uint64_t stream(unsigned i)
{
    return i * UINT64_C(128);
}

static uint64_t random_line(unsigned i)
{
    (void)i;
    return unit_random() % (1 << 22) * 128;
}

/* Lines of one channel and one of its bank groups. */
static uint64_t one_group(unsigned i)
{
    return i * UINT64_C(128) * 2 * 4;
}

/* DRAMsim3 with its own HBM2 timings has 0.88, 0.90, 0.46, 0.46 and 0.76 of its peak. */
static void test_dram(void **state)
{
    struct lpi_gpu_config c = config_of("p100/8");
    struct lpi_gpu_traffic t;
    (void)state;
    double lines = share(&c, LPI_GPU_DRAM, LPI_GPU_MAP_ROW, 0, stream, 15, &t);
    assert_in_range(t.row_hits + t.activations, 4 * REQUESTS, 4 * REQUESTS * 11 / 10);
    double random = share(&c, LPI_GPU_DRAM, LPI_GPU_MAP_ROW, 0, random_line, 15, &t);
    double sectors = share(&c, LPI_GPU_DRAM, LPI_GPU_MAP_ROW, 0, random_line, 1, &t);
    double spread = share(&c, LPI_GPU_DRAM, LPI_GPU_MAP_SECTOR, 0, random_line, 15, &t);
    double writes = share(&c, LPI_GPU_DRAM, LPI_GPU_MAP_ROW, 30, random_line, 15, &t);
    printf("# share of peak: stream %.3f, random lines %.3f, random sectors %.3f, lines over "
           "bank groups %.3f, 30 %% writes %.3f\n",
           lines, random, sectors, spread, writes);
    assert_true(lines > 0.85 && lines <= 1);
    assert_true(random > 0.7 && random <= 1);
    assert_true(sectors > 0.25 && sectors < 0.6);
    assert_true(spread < random - 0.2);
    assert_true(writes > 0.5 && writes <= 1);
    c.t_wtr *= 10;
    double turned = share(&c, LPI_GPU_DRAM, LPI_GPU_MAP_ROW, 30, random_line, 15, &t);
    assert_true(turned < writes - 0.05);
    /* A bank group takes a column command every t_ccd_l, half of a channel's rate. */
    assert_true(share(&c, LPI_GPU_DRAM, LPI_GPU_MAP_ROW, 0, one_group, 15, &t) < 0.27);
    /* A row that stays open is hit; refresh costs its share. */
    c.t_rfc *= 4;
    double refreshed = share(&c, LPI_GPU_DRAM, LPI_GPU_MAP_ROW, 0, stream, 15, &t);
    assert_true(refreshed < lines - 0.1 && refreshed > lines - 0.35);
}

static void test_fixed(void **state)
{
    struct lpi_gpu_config c = config_of("p100/8");
    struct lpi_gpu_traffic t;
    (void)state;
    double lines = share(&c, LPI_GPU_FIXED, LPI_GPU_MAP_ROW, 0, stream, 15, &t);
    double sectors = share(&c, LPI_GPU_FIXED, LPI_GPU_MAP_ROW, 0, random_line, 1, &t);
    double writes = share(&c, LPI_GPU_FIXED, LPI_GPU_MAP_ROW, 30, random_line, 15, &t);
    assert_true(lines > 0.98 && lines <= 1);
    assert_true(sectors > 0.95 && sectors <= 1);
    assert_true(writes > 0.98 && writes <= 1);
}

/* A request alone takes the configured latency in both tiers. */
static void test_latency(void **state)
{
    struct lpi_gpu_config c = config_of("p100/8");
    struct lpi_gpu_clock clock = lpi_gpu_clock(&c);
    (void)state;
    for (unsigned tier = 0; tier < LPI_GPU_TIERS; tier++) {
        static struct asked a;
        struct lpi_gpu_events *events = lpi_gpu_events_open();
        struct lpi_gpu_device *device = lpi_gpu_device_open(
            (enum lpi_gpu_tier)tier, LPI_GPU_MAP_ROW, &c, events, answer, &a);
        memset(&a, 0, sizeof a);
        lpi_gpu_device_read(device, 10 * clock.memory, 4096, 1, 0);
        while (lpi_gpu_step(events))
            ;
        double cycles = (double)a.end / (double)clock.memory - 10;
        assert_true(fabs(cycles - c.device_latency) <= 1);
        lpi_gpu_device_close(device);
        lpi_gpu_events_close(events);
    }
}

/* ---- the link ---- */

enum { ASKERS = 4, PACKETS = 500 };

struct end {
    uint64_t at[ASKERS], answers;
};
static struct end ends;

static void moved(void *owner, uint32_t tag, uint64_t first, uint64_t last)
{
    unsigned asker = (unsigned)((uint64_t *)owner - ends.at);
    (void)tag, (void)first;
    ends.at[asker] = last > ends.at[asker] ? last : ends.at[asker];
    ends.answers++;
}

/* Asker a sends packets[a] of 4 sectors, both ways or one; the time in which all have moved. */
static uint64_t send(const struct lpi_gpu_config *c, unsigned split, const unsigned *packets,
                     unsigned ways)
{
    struct lpi_gpu_events *events = lpi_gpu_events_open();
    struct lpi_gpu_link *link = lpi_gpu_link_open(c, events, ASKERS, split);
    uint64_t sent = 0, all = 0;
    memset(&ends, 0, sizeof ends);
    for (unsigned a = 0; a < ASKERS; a++) {
        lpi_gpu_link_answers(link, a, moved, &ends.at[a]);
        for (unsigned p = 0; p < packets[a]; p++)
            for (unsigned way = 0; way < ways; way++, sent++)
                lpi_gpu_link_ask(link, a, (enum lpi_gpu_way)way, 0, 4, p);
    }
    while (lpi_gpu_step(events))
        ;
    assert_int_equal(ends.answers, sent);
    lpi_gpu_link_close(link);
    lpi_gpu_events_close(events);
    for (unsigned a = 0; a < ASKERS; a++)
        all = ends.at[a] > all ? ends.at[a] : all;
    return all - c->link_latency * lpi_gpu_clock(c).memory;
}

static void expect(uint64_t ticks, double due)
{
    if (fabs((double)ticks / due - 1) > 0.01)
        fail_msg("%llu ticks, not %.0f", (unsigned long long)ticks, due);
}

static void test_link(void **state)
{
    struct lpi_gpu_config c = config_of("p100/8");
    double packet = ldexp((double)lpi_gpu_sector_time(c.link_gbs,
                                                      &(struct lpi_gpu_clock){.mhz = 45500}),
                          -(int)LPI_GPU_FINE) *
                    4;
    static const unsigned one[ASKERS] = {PACKETS, 0, 0, 0};
    static const unsigned uneven[ASKERS] = {PACKETS, PACKETS / 2, PACKETS / 4, 0};
    (void)state;
    /* One asker has the whole link, and each way its own bandwidth. */
    expect(send(&c, 0, one, 1), PACKETS * packet);
    expect(send(&c, 0, one, 2), PACKETS * packet);
    /* In turn: an asker of less is done sooner. */
    expect(send(&c, 0, uneven, 1), PACKETS * packet * 7 / 4);
    uint64_t latency = c.link_latency * 52u;
    expect(ends.at[2] - latency, PACKETS / 4 * packet * 3);
    expect(ends.at[1] - latency, PACKETS * packet * 5 / 4);
    /* Shares that cannot be lent. */
    expect(send(&c, ASKERS, one, 1), PACKETS * packet * ASKERS);
    /* Buddy memory that is slower, then one whose ways share its bandwidth. */
    c.buddy_gbs = c.link_gbs / 2;
    expect(send(&c, 0, one, 2), PACKETS * packet * 2);
    c.buddy_half_duplex = 1;
    expect(send(&c, 0, one, 2), PACKETS * packet * 4);
}

int main(void)
{
    unit_seed();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_events), cmocka_unit_test(test_dram),
                                       cmocka_unit_test(test_fixed), cmocka_unit_test(test_latency),
                                       cmocka_unit_test(test_link)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
