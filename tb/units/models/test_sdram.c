/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycles of lp_sdram as its page has them, in the cycle model, to which lock-step compares the RTL:
 * from an address to its first beat, and from beat to beat of a burst of reads and of writes.
 */
#include "../../lib/unit.h"

#include <linepress/linepress.h>

#include "../../../cmodel/units/common/instance.h"
#include "../../../cmodel/units/common/params.h"
#include "../../../cmodel/units/sdram/sdram_ports.h"

extern const struct lp_unit lp_sdram_unit;

enum { VALUES = LP_MAX_PARAMS, BEATS = 4, PATIENCE = 40000 };

struct times {
    unsigned cas, rcd, rp, wr, rfc;
};

static void open_unit(struct lp_instance *q, const struct times *t)
{
    const struct lp_unit *unit = &lp_sdram_unit;
    int values[VALUES];

    lp_unit_defaults(unit, values);
    assert_int_equal(lp_unit_set(unit, "CAS", (int)t->cas, values), LP_OK);
    assert_int_equal(lp_unit_set(unit, "RCD", (int)t->rcd, values), LP_OK);
    assert_int_equal(lp_unit_set(unit, "RP", (int)t->rp, values), LP_OK);
    assert_int_equal(lp_unit_set(unit, "WR", (int)t->wr, values), LP_OK);
    assert_int_equal(lp_unit_set(unit, "RFC", (int)t->rfc, values), LP_OK);
    /* None comes in the way. */
    assert_int_equal(lp_unit_set(unit, "REFRESH", 1000, values), LP_OK);
    assert_int_equal(lp_model_open(unit, values, q), LP_OK);
    lp_instance_reset(q);
}

/* The cycles in which beats are taken, from the one in which the address is. */
static void burst(struct lp_instance *q, int write, unsigned at[BEATS])
{
    struct lp_sdram_in in = {.s_rready = 1, .s_bready = 1, .s_wstrb = UINT32_MAX};
    struct lp_sdram_out out;
    unsigned beats = 0, cycle = 0;
    int taken = 0;

    in.s_arvalid = !write;
    in.s_awvalid = write != 0;
    in.s_wvalid = write != 0;
    in.s_arlen = in.s_awlen = BEATS - 1;
    for (unsigned n = 0; beats < BEATS; n++) {
        assert_true(n < PATIENCE);
        in.s_wlast = beats + 1 == BEATS;
        lp_instance_eval(q, 1, &in, &out);
        if (out.s_rvalid || (in.s_wvalid & out.s_wready))
            at[beats++] = cycle;
        taken |= (in.s_arvalid & out.s_arready) | (in.s_awvalid & out.s_awready);
        lp_instance_tick(q);
        if (taken)
            in.s_arvalid = in.s_awvalid = 0;
        cycle += taken != 0;
    }
}

static void cycles_are_those_of_the_page(void **state)
{
    static const struct times cases[] = {
        {2, 1, 1, 2, 2}, {3, 3, 3, 2, 9}, {2, 2, 2, 1, 7}, {3, 15, 15, 15, 15}};

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct times *t = &cases[i];
        struct lp_instance q;
        unsigned at[BEATS];

        open_unit(&q, t);
        burst(&q, 0, at);
        assert_int_equal(at[0], t->rcd + t->cas + 17);
        for (unsigned b = 1; b < BEATS; b++)
            assert_int_equal(at[b] - at[b - 1], t->rcd + t->cas + 15 + (t->rp > 2 ? t->rp : 2));
        lp_instance_close(&q);
        open_unit(&q, t);
        burst(&q, 1, at);
        for (unsigned b = 1; b < BEATS; b++)
            assert_int_equal(at[b] - at[b - 1], t->rcd + t->wr + 15 + t->rp);
        lp_instance_close(&q);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(cycles_are_those_of_the_page)};

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
