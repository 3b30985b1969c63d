/* SPDX-License-Identifier: Apache-2.0 */
/* The memory model: latency, bandwidth, orders, errors, and rules that a master may break. */
#include "../lib/unit.h"

#include "../../cmodel/base/wide.h"
#include "../../cmodel/dma/memory/memory_port.h"

enum { IDS = 8, SIZE = 1 << 16 };

static struct lpi_memory *open_memory(struct lpi_memory_config config)
{
    if (config.bytes == 0)
        config.bytes = SIZE;
    struct lpi_memory *memory = lpi_memory_open(&config);
    assert_non_null(memory);
    return memory;
}

/* A cycle of a master that takes every answer. */
static struct lpi_memory_side cycle(struct lpi_memory *memory, struct lpi_axi_engine port,
                                    struct lpi_memory_moves *moves)
{
    struct lpi_memory_side side = lpi_memory_offers(memory);
    port.rready = port.bready = 1;
    port.arsize = port.awsize = 5;
    port.arburst = port.awburst = 1;
    assert_null(lpi_memory_clock(memory, &port, moves));
    return side;
}

static struct lpi_axi_engine want_read(uint32_t id, uint64_t addr, uint32_t beats)
{
    return (struct lpi_axi_engine){.arvalid = 1,
                                   .arid = id,
                                   .arlen = beats - 1,
                                   .araddr = {(uint32_t)addr, (uint32_t)(addr >> 32)}};
}

static struct lpi_axi_engine want_write(uint32_t id, uint64_t addr, uint32_t beats)
{
    return (struct lpi_axi_engine){.awvalid = 1,
                                   .awid = id,
                                   .awlen = beats - 1,
                                   .awaddr = {(uint32_t)addr, (uint32_t)(addr >> 32)}};
}

static void latency_is_as_set(void **state)
{
    (void)state;
    for (unsigned latency = 1; latency < 40; latency += 7) {
        struct lpi_memory *memory = open_memory(
            (struct lpi_memory_config){.latency = latency, .sectors = 1, .cycles = 1});
        struct lpi_memory_moves moves;
        unsigned waited = 0;
        cycle(memory, want_read(3, 64, 1), &moves);
        assert_true(moves.ar);
        do {
            waited++;
            cycle(memory, (struct lpi_axi_engine){0}, &moves);
        } while (!moves.any);
        assert_int_equal(waited, latency);
        lpi_memory_close(memory);
    }
}

/* Cycles that `sectors` sectors of reads take after the first, with the memory kept busy. */
static uint64_t streaming_cycles(struct lpi_memory_config config, unsigned sectors)
{
    struct lpi_memory *memory = open_memory(config);
    uint64_t first = 0, now = 0;
    unsigned asked = 0, came = 0;
    for (; came < sectors; now++) {
        struct lpi_memory_moves moves;
        struct lpi_axi_engine port = {0};
        if (asked < sectors)
            port = want_read(asked % IDS, asked % 32 * 128, 4);
        if (cycle(memory, port, &moves).r != NULL && came++ == 0)
            first = now;
        asked += moves.ar ? 4 : 0;
    }
    lpi_memory_close(memory);
    return now - 1 - first;
}

static void bandwidth_is_as_set(void **state)
{
    (void)state;
    static const struct {
        uint32_t sectors, cycles;
    } rates[] = {{1, 1}, {2, 3}, {50, 224}, {150, 224}, {200, 224}, {1, 7}, {900, 224}};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        struct lpi_memory_config config = {
            .latency = 9, .sectors = rates[i].sectors, .cycles = rates[i].cycles};
        double rate = (double)rates[i].sectors / rates[i].cycles;
        double least = 999 / (rate < 1 ? rate : 1);
        uint64_t cycles = streaming_cycles(config, 1000);
        assert_true((double)cycles >= least - 1 && (double)cycles <= least + 1);
    }
}

/* The presets: a slice's port bounds device memory, and G/224 sectors per cycle bound the link. */
static void presets_are_the_papers(void **state)
{
    (void)state;
    assert_int_equal(streaming_cycles(lpi_memory_hbm2(100), 1000), 999);
    for (unsigned gigabytes = 50; gigabytes <= 200; gigabytes += 50) {
        double seconds = 999 * 32 / (gigabytes * 1e9 / 8);
        double cycles = (double)streaming_cycles(lpi_memory_link(200, gigabytes), 1000);
        assert_true(cycles > seconds * 875e6 - 2 && cycles < seconds * 875e6 + 2);
    }
}

/* ---- random traffic against plain bytes ---- */

struct traffic {
    struct lpi_memory *memory;
    uint8_t bytes[SIZE];
    /* One read and one write at a time per id; each id has its own lines. */
    struct {
        int reading, writing;
        uint64_t read_at, write_at;
        uint32_t beats, got;
    } id[IDS];
    uint8_t data[IDS][LPI_MEMORY_BURST * 32];
    uint32_t strobes[IDS][LPI_MEMORY_BURST];
    unsigned order[IDS], order_count, sent; /* ids whose data is to be sent */
    unsigned reads, writes, overtaken, mixed;
    int last_id;
};

static uint64_t place_of(unsigned id)
{
    return (unit_random() % (SIZE / 4096) * 4096 + unit_random() % 4 * 1024 + id * 128);
}

static void check_read(struct traffic *t, const struct lpi_axi_answer *r)
{
    unsigned id = r->id;
    assert_true(id < IDS && t->id[id].reading);
    assert_int_equal(r->resp, LPI_AXI_OKAY);
    uint8_t sector[32];
    lpi_bytes_of_words(sector, r->data, sizeof sector);
    assert_memory_equal(sector, t->bytes + t->id[id].read_at + t->id[id].got++ * 32, 32);
    assert_int_equal(r->last, t->id[id].got == t->id[id].beats);
    t->mixed += t->last_id >= 0 && t->last_id != (int)id;
    t->last_id = r->last ? -1 : (int)id;
    if (r->last) {
        t->id[id].reading = 0;
        t->reads++;
    }
}

static void check_write(struct traffic *t, const struct lpi_axi_answer *b)
{
    unsigned id = b->id;
    uint8_t now[LPI_MEMORY_BURST * 32];
    assert_true(id < IDS && t->id[id].writing == 2);
    for (unsigned i = 0; i < 4 * 32; i++)
        if (t->strobes[id][i / 32] >> i % 32 & 1)
            t->bytes[t->id[id].write_at + i] = t->data[id][i];
    lpi_memory_peek(t->memory, t->id[id].write_at, now, 128);
    assert_memory_equal(now, t->bytes + t->id[id].write_at, 128);
    t->id[id].writing = 0;
    t->writes++;
}

static struct lpi_axi_engine next_request(struct traffic *t)
{
    unsigned id = (unsigned)(unit_random() % IDS);
    struct lpi_axi_engine port = {0};
    if (unit_random() % 2 && !t->id[id].reading && !t->id[id].writing) {
        t->id[id].read_at = place_of(id);
        t->id[id].beats = 1 + (uint32_t)unit_random() % 4;
        port = want_read(id, t->id[id].read_at, t->id[id].beats);
    } else if (!t->id[id].writing && !t->id[id].reading) {
        t->id[id].write_at = place_of(id);
        port = want_write(id, t->id[id].write_at, 4);
    }
    return port;
}

static void add_data(struct traffic *t, struct lpi_axi_engine *port)
{
    if (t->order_count == 0 || unit_random() % 4 == 0)
        return;
    unsigned id = t->order[0];
    port->wvalid = 1;
    lpi_words_of_bytes(port->wdata, t->data[id] + 32 * t->sent, 32);
    port->wstrb = t->strobes[id][t->sent];
    port->wlast = t->sent == 3;
}

static void moved(struct traffic *t, const struct lpi_axi_engine *port,
                  const struct lpi_memory_side *side, const struct lpi_memory_moves *moves)
{
    if (side->r != NULL && port->rready)
        check_read(t, side->r);
    if (side->b != NULL && port->bready)
        check_write(t, side->b);
    if (port->wvalid && side->wready && ++t->sent == 4) {
        t->sent = 0;
        t->id[t->order[0]].writing = 2;
        memmove(t->order, t->order + 1, --t->order_count * sizeof *t->order);
    }
    if (moves->ar) {
        t->id[moves->ar_request.id].reading = 1;
        t->id[moves->ar_request.id].got = 0;
    }
    if (moves->aw) {
        unsigned id = moves->aw_request.id;
        t->id[id].writing = 1;
        t->order[t->order_count++] = id;
        for (unsigned i = 0; i < 4; i++)
            t->strobes[id][i] = unit_random() % 2 ? ~0u : (uint32_t)unit_random();
        for (unsigned i = 0; i < 128; i++)
            t->data[id][i] = (uint8_t)unit_random();
    }
}

static void run_traffic(struct lpi_memory_config config, struct traffic *t)
{
    *t = (struct traffic){.memory = open_memory(config), .last_id = -1};
    struct lpi_axi_engine held = {0};
    int holding = 0;
    for (unsigned n = 0; n < 30000; n++) {
        struct lpi_axi_engine port = holding ? held : next_request(t);
        struct lpi_memory_moves moves;
        held = port;
        add_data(t, &port);
        port.rready = unit_random() % 4 > 0;
        port.bready = unit_random() % 4 > 0;
        port.arsize = port.awsize = 5;
        port.arburst = port.awburst = 1;
        struct lpi_memory_side side = lpi_memory_offers(t->memory);
        struct lpi_axi_answer r = side.r ? *side.r : (struct lpi_axi_answer){0};
        struct lpi_axi_answer b = side.b ? *side.b : (struct lpi_axi_answer){0};
        side.r = side.r ? &r : NULL;
        side.b = side.b ? &b : NULL;
        assert_null(lpi_memory_clock(t->memory, &port, &moves));
        holding = (port.arvalid && !moves.ar) || (port.awvalid && !moves.aw);
        moved(t, &port, &side, &moves);
        /* Offers are held stable until taken. */
        struct lpi_memory_side after = lpi_memory_offers(t->memory);
        if (side.r != NULL && !port.rready)
            assert_true(after.r != NULL && memcmp(after.r, &r, sizeof r) == 0);
        if (side.b != NULL && !port.bready)
            assert_true(after.b != NULL && memcmp(after.b, &b, sizeof b) == 0);
    }
    lpi_memory_close(t->memory);
}

static void contents_are_right_in_any_order(void **state)
{
    (void)state;
    static struct traffic t;
    struct lpi_memory_config config = {.latency = 6, .sectors = 1, .cycles = 1};
    run_traffic(config, &t);
    assert_true(t.reads > 1000 && t.writes > 1000);
    assert_int_equal(t.mixed, 0);
    config.shuffle = 1;
    config.stall = 0.2;
    config.seed = unit_random();
    run_traffic(config, &t);
    assert_true(t.reads > 500 && t.writes > 500 && t.mixed > 100);
    config.duplex = 1;
    config.sectors = 3;
    config.cycles = 4;
    run_traffic(config, &t);
    assert_true(t.reads > 300 && t.writes > 300 && t.mixed > 100);
}

/* ---- one id keeps its order; others pass ---- */

static void ids_pass_each_other_but_not_themselves(void **state)
{
    (void)state;
    struct lpi_memory *memory = open_memory((struct lpi_memory_config){
        .latency = 3, .sectors = 4, .cycles = 1, .shuffle = 1, .stall = 0.3, .seed = unit_random()});
    unsigned asked = 0, came = 0, passed = 0, last[IDS] = {0}, latest = 0;
    for (unsigned n = 0; n < SIZE / 32; n++) {
        const uint8_t number[32] = {(uint8_t)n, (uint8_t)(n >> 8), (uint8_t)(n >> 16)};
        assert_true(lpi_memory_poke(memory, n * 32, number, 32));
    }
    while (came < 2000) {
        struct lpi_memory_moves moves;
        struct lpi_axi_engine port = {0};
        if (asked < 2000)
            port = want_read(asked % 3, (asked + 1) * 32, 1);
        struct lpi_memory_side side = lpi_memory_offers(memory);
        if (side.r != NULL) {
            unsigned number = side.r->data[0];
            assert_true(number > last[side.r->id]);
            last[side.r->id] = number;
            passed += number < latest;
            latest = number > latest ? number : latest;
            came++;
        }
        cycle(memory, port, &moves);
        asked += moves.ar != 0;
    }
    assert_true(passed > 100);
    assert_true(lpi_memory_idle(memory));
    lpi_memory_close(memory);
}

/* ---- errors ---- */

static uint32_t response_to(struct lpi_memory *memory, struct lpi_axi_engine port)
{
    struct lpi_memory_moves moves;
    int write = (int)port.awvalid;
    cycle(memory, port, &moves);
    for (unsigned sent = 0;;) {
        struct lpi_axi_engine next = {0};
        struct lpi_memory_side side = lpi_memory_offers(memory);
        if (write && sent <= port.awlen) {
            next.wvalid = 1;
            next.wstrb = ~0u;
            next.wdata[0] = 77;
            next.wlast = sent == port.awlen;
            sent += side.wready != 0;
        }
        const struct lpi_axi_answer *answer = write ? side.b : side.r;
        uint32_t resp = answer != NULL ? answer->resp : 0;
        int last = answer != NULL && (write || answer->last);
        cycle(memory, next, &moves);
        if (last)
            return resp;
    }
}

static void errors_come_where_they_are_set(void **state)
{
    (void)state;
    struct lpi_memory *memory = open_memory((struct lpi_memory_config){
        .latency = 3, .sectors = 1, .cycles = 1, .error_at = 8192, .error_bytes = 64});
    uint8_t byte;
    assert_int_equal(response_to(memory, want_read(1, 8192 - 32, 1)), LPI_AXI_OKAY);
    assert_int_equal(response_to(memory, want_read(1, 8192, 1)), LPI_AXI_SLVERR);
    assert_int_equal(response_to(memory, want_read(1, 8192 + 32, 4)), LPI_AXI_SLVERR);
    assert_int_equal(response_to(memory, want_read(1, 8192 + 64, 4)), LPI_AXI_OKAY);
    assert_int_equal(response_to(memory, want_read(1, SIZE - 32, 1)), LPI_AXI_OKAY);
    assert_int_equal(response_to(memory, want_read(1, SIZE, 1)), LPI_AXI_DECERR);
    assert_int_equal(response_to(memory, want_read(1, UINT64_MAX / 32 * 32, 1)), LPI_AXI_DECERR);
    assert_int_equal(response_to(memory, want_write(1, 8192 + 32, 2)), LPI_AXI_SLVERR);
    lpi_memory_peek(memory, 8192 + 64, &byte, 1);
    assert_int_equal(byte, 0);
    assert_int_equal(response_to(memory, want_write(1, 8192 + 64, 2)), LPI_AXI_OKAY);
    lpi_memory_peek(memory, 8192 + 64, &byte, 1);
    assert_int_equal(byte, 77);
    lpi_memory_close(memory);
    memory = open_memory((struct lpi_memory_config){
        .latency = 2, .sectors = 1, .cycles = 1, .error = 0.25, .seed = unit_random()});
    unsigned errors = 0;
    for (unsigned n = 0; n < 1000; n++)
        errors += response_to(memory, want_read(n % IDS, n * 32, 1)) == LPI_AXI_SLVERR;
    assert_true(errors > 150 && errors < 350);
    lpi_memory_close(memory);
}

static const char *complaint(struct lpi_axi_engine port, struct lpi_axi_engine then)
{
    struct lpi_memory *memory = open_memory(
        (struct lpi_memory_config){.latency = 3, .sectors = 1, .cycles = 1});
    struct lpi_memory_moves moves;
    const char *why = lpi_memory_clock(memory, &port, &moves);
    if (why == NULL)
        why = lpi_memory_clock(memory, &then, &moves);
    if (why == NULL)
        why = lpi_memory_clock(memory, &then, &moves);
    lpi_memory_close(memory);
    return why;
}

static void broken_rules_are_named(void **state)
{
    (void)state;
    struct lpi_axi_engine none = {0}, port = want_read(0, 4096 - 64, 3);
    port.arsize = 5;
    port.arburst = 1;
    assert_non_null(strstr(complaint(port, none), "4 KiB"));
    port.arlen = 1;
    assert_null(complaint(port, none));
    port.arlen = LPI_MEMORY_BURST;
    assert_non_null(strstr(complaint(port, none), "more beats"));
    port.arlen = 0;
    port.arburst = 2;
    assert_non_null(strstr(complaint(port, none), "INCR"));
    port.arburst = 1;
    port.arsize = 4;
    assert_non_null(strstr(complaint(port, none), "INCR"));
    port = want_write(0, 0, 2);
    port.awsize = 5;
    port.awburst = 1;
    struct lpi_axi_engine data = {.wvalid = 1, .wlast = 1};
    assert_non_null(strstr(complaint(port, data), "too early"));
    data.wlast = 0;
    assert_non_null(strstr(complaint(port, data), "no wlast"));
}

static void accesses_are_counted_by_side(void **state)
{
    (void)state;
    struct lpi_memory *memory = open_memory(
        (struct lpi_memory_config){.latency = 2, .sectors = 1, .cycles = 1, .upper = 4096});
    response_to(memory, want_read(0, 4096 - 128, 4));
    response_to(memory, want_read(0, 4096, 2));
    response_to(memory, want_write(0, 64, 1));
    response_to(memory, want_write(0, 8192, 3));
    const struct lpi_memory_counts *counts = lpi_memory_counts(memory);
    const struct lpi_memory_counts expected = {{4, 2}, {1, 3}, {1, 1}, {1, 1}};
    assert_memory_equal(counts, &expected, sizeof expected);
    lpi_memory_close(memory);
}

/* Data written by one port is read by the other, at the address where the memory begins. */
static void ports_share_contents(void **state)
{
    static uint8_t contents[256];
    struct lpi_memory_config config = {.base = 4096,
                                       .bytes = sizeof contents,
                                       .latency = 1,
                                       .sectors = 1,
                                       .cycles = 1,
                                       .contents = contents};
    struct lpi_memory *one = open_memory(config), *other = open_memory(config);
    struct lpi_axi_data data = {.data = {7}, .strb = UINT32_MAX, .last = 1};
    struct lpi_axi_request at = {.beats = 1, .addr = 4096 + 32}, below = {.beats = 1, .addr = 4064};

    (void)state;
    assert_null(lpi_memory_take_aw(one, &at));
    assert_null(lpi_memory_take_w(one, &data));
    for (unsigned i = 0; i < 4; i++)
        assert_null(lpi_memory_pass(one));
    assert_int_equal(contents[32], 7);
    assert_null(lpi_memory_take_ar(other, &at));
    assert_null(lpi_memory_pass(other));
    assert_int_equal(lpi_memory_offers(other).r->data[0], 7);
    lpi_memory_give_r(other);
    assert_null(lpi_memory_take_ar(other, &below));
    for (unsigned i = 0; i < 4; i++)
        assert_null(lpi_memory_pass(other));
    assert_int_equal(lpi_memory_offers(other).r->resp, LPI_AXI_DECERR);
    lpi_memory_close(one);
    lpi_memory_close(other);
}

int main(void)
{
    unit_seed();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ports_share_contents),
        cmocka_unit_test(latency_is_as_set),
        cmocka_unit_test(bandwidth_is_as_set),
        cmocka_unit_test(presets_are_the_papers),
        cmocka_unit_test(contents_are_right_in_any_order),
        cmocka_unit_test(ids_pass_each_other_but_not_themselves),
        cmocka_unit_test(errors_come_where_they_are_set),
        cmocka_unit_test(broken_rules_are_named),
        cmocka_unit_test(accesses_are_counted_by_side),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
