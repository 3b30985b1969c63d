/* SPDX-License-Identifier: Apache-2.0 */
/* How fast streams go through lp_cdma_host, both directions concurrently: cycles of its model with
 * a memory. */
#include "../lib/unit.h"

#include <linepress/linepress.h>

#include "../../cmodel/units/cdma/cdma_host_cycle.h"
#include "../../cmodel/units/common/instance.h"
#include "../../cmodel/base/wide.h"
#include "../../cmodel/dma/memory/memory_port.h"

enum { BEATS = 4096, LATENCY = 350, PATIENCE = 100000 };

struct stream {
    unsigned moved;
    unsigned first, last; /* cycles of the first beat and of the last */
};

struct rig {
    struct lp_instance host;
    struct lpi_memory *memory;
    struct lp_cdma_host_in in;
    struct lp_cdma_host_out out;
    struct stream write, read;
    unsigned now;
    bool answered;
};

static void drive(struct rig *r)
{
    struct lp_cdma_host_in *e = &r->in;
    struct lpi_axi_memory p;

    memset(e, 0, sizeof *e);
    lpi_memory_drive(r->memory, &p);
    LPI_AXI_TO_ENGINE()
    e->out_avalid = e->in_avalid = r->now == 0;
    lpi_put64(e->in_aaddr, BEATS * 32);
    lpi_put64(e->in_abeats, BEATS);
    e->out_tvalid = r->write.moved < BEATS;
    e->out_tlast = r->write.moved == BEATS - 1;
    e->out_tdata[0] = r->write.moved;
    e->out_bready = e->in_tready = e->ring_rready = e->ring_bready = 1;
}

static void count(struct stream *s, unsigned now)
{
    if (s->moved++ == 0)
        s->first = now;
    s->last = now;
}

static void take(struct rig *r)
{
    const struct lp_cdma_host_out *out = &r->out;
    struct lpi_axi_engine port = {.arvalid = out->arvalid,
                                  .arid = out->arid,
                                  .arlen = out->arlen,
                                  .arsize = 5,
                                  .arburst = 1,
                                  .rready = out->rready,
                                  .awvalid = out->awvalid,
                                  .awid = out->awid,
                                  .awlen = out->awlen,
                                  .awsize = 5,
                                  .awburst = 1,
                                  .wvalid = out->wvalid,
                                  .wstrb = out->wstrb,
                                  .wlast = out->wlast,
                                  .bready = out->bready};
    struct lpi_memory_moves moves;

    memcpy(port.araddr, out->araddr, sizeof port.araddr);
    memcpy(port.awaddr, out->awaddr, sizeof port.awaddr);
    memcpy(port.wdata, out->wdata, sizeof port.wdata);
    assert_null(lpi_memory_clock(r->memory, &port, &moves));
    if (r->in.out_tvalid && out->out_tready)
        count(&r->write, r->now);
    if (out->in_tvalid)
        count(&r->read, r->now);
    r->answered |= out->out_bvalid;
}

/* Both streams once. */
static struct rig run(int burst, int read)
{
    struct rig r = {.now = 0};
    const int values[] = {burst, read};
    struct lpi_memory_config config = {
        .bytes = 2 * BEATS * 32, .latency = LATENCY, .sectors = 1, .cycles = 1, .duplex = 1};

    r.memory = lpi_memory_open(&config);
    assert_non_null(r.memory);
    assert_int_equal(lp_model_open(&lp_cdma_host_unit, values, &r.host), LP_OK);
    lp_instance_reset(&r.host);
    while (r.now < PATIENCE && (!r.answered || r.read.moved < BEATS)) {
        drive(&r);
        lp_instance_eval(&r.host, 1, &r.in, &r.out);
        take(&r);
        lp_instance_tick(&r.host);
        r.now++;
    }
    assert_int_equal(r.write.moved, BEATS);
    assert_int_equal(r.read.moved, BEATS);
    lp_instance_close(&r.host);
    lpi_memory_close(r.memory);
    return r;
}

static double rate(const struct stream *s)
{
    return (double)(s->moved - 1) / (s->last - s->first);
}

static void streams_keep_the_port_busy(void **state)
{
    struct rig r = run(16, 512);

    (void)state;
    print_message("# BURST=16 READ=512: %.3f beats per cycle out, %.3f in\n", rate(&r.write),
                  rate(&r.read));
    assert_true(rate(&r.write) >= 0.99);
    assert_true(rate(&r.read) >= 0.99);
}

/* Room for n beats allows n beats per latency of a beat, for whole bursts. */
static void the_store_bounds_the_in_stream(void **state)
{
    static const int reads[] = {32, 64, 128, 256};

    (void)state;
    for (size_t i = 0; i < sizeof reads / sizeof *reads; i++) {
        struct rig r = run(16, reads[i]);
        double bound = (double)reads[i] / (LATENCY + 16);

        print_message("# BURST=16 READ=%d: %.3f beats per cycle in\n", reads[i], rate(&r.read));
        assert_true(rate(&r.read) >= 0.9 * bound && rate(&r.read) <= 1.1 * bound);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_keep_the_port_busy),
        cmocka_unit_test(the_store_bounds_the_in_stream),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
