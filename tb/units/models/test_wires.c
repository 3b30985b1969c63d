/* SPDX-License-Identifier: Apache-2.0 */
/* Wires between models (common/wires.h): each bit arrives, and a wrong table is refused. */
#include "../../lib/unit.h"

#include "../../../cmodel/units/buddy/buddy_cycle.h"
#include "../../../cmodel/units/buddy/buddy_wires.h"
#include "../../../cmodel/units/card/card_cycle.h"
#include "../../../cmodel/units/card/card_wires.h"
#include "../../../cmodel/units/cdma/cdma_core_cycle.h"
#include "../../../cmodel/units/cdma/cdma_core_wires.h"
#include "../../../cmodel/units/common/instance.h"
#include "../../../cmodel/units/common/params.h"
#include <linepress/linepress.h>

/* ---- the tables of the units ---- */

typedef int wires_fn(struct lpi_wires *wires, const int *values, char *why, size_t size);

/* Every value that the table of parameters lists, one parameter at a time. */
static void check_unit(const struct lp_unit *unit, wires_fn *wires_of)
{
    static struct lpi_wires wires;
    char why[200] = "";
    int values[LP_MAX_PARAMS];

    for (size_t p = 0; p < unit->nparams; p++)
        for (size_t v = 0; v < unit->params[p].nvalues; v++) {
            lp_unit_defaults(unit, values);
            values[p] = unit->params[p].values[v];
            if (wires_of(&wires, values, why, sizeof why) != LP_OK)
                fail_msg("%s=%d: %s", unit->params[p].name, values[p], why);
        }
}

/* With as many and as wide ports as it can have. */
static void check_largest_top(void)
{
    static struct lpi_wires wires;
    char why[200] = "";
    int values[LP_MAX_PARAMS];

    lp_unit_defaults(&lp_buddy_top_unit, values);
    assert_int_equal(lp_unit_set(&lp_buddy_top_unit, "SLICES", 32, values), LP_OK);
    for (int entries = 2; entries <= 64; entries *= 2) {
        assert_int_equal(lp_unit_set(&lp_buddy_top_unit, "ENTRIES", entries, values), LP_OK);
        if (lpi_buddy_top_wires(&wires, values, why, sizeof why) != LP_OK)
            fail_msg("%d entries: %s", entries, why);
    }
}

static int core_wires(struct lpi_wires *wires, const int *values, char *why, size_t size)
{
    return lpi_core_wires(wires, &lp_cdma_core_unit, values, why, size);
}

static void the_units_are_wired(void **state)
{
    (void)state;
    check_unit(&lp_cdma_core_unit, core_wires);
    check_unit(&lp_card_unit, lpi_card_wires);
    check_unit(&lp_buddy_slice_unit, lpi_buddy_slice_wires);
    check_unit(&lp_buddy_top_unit, lpi_buddy_top_wires);
    check_largest_top();
}

/* ---- a unit of three parts ---- */

/* side, back: four fields side by side; back has room for eight. */
#define LP_OUTER_PORTS(IN, OUT, INV, OUTV)                                                         \
    IN(x_valid, 1)                                                                                 \
    INV(x_data, 40)                                                                                \
    INV(side, 160)                                                                                 \
    IN(flags, 4)                                                                                   \
    OUTV(y_data, 40)                                                                               \
    OUTV(back, 320)                                                                                \
    OUT(bits, 4)
/* Three instances of four. */
#define LP_CELL_PORTS(IN, OUT, INV, OUTV)                                                          \
    INV(data, 40)                                                                                  \
    IN(flag, 1)                                                                                    \
    IN(common, 5)                                                                                  \
    OUTV(q, 40)                                                                                    \
    OUT(bit, 1)
#define LP_ONE_PORTS(IN, OUT, INV, OUTV)                                                           \
    IN(valid, 1)                                                                                   \
    INV(data, 40)                                                                                  \
    INV(lane, 40)                                                                                  \
    INV(pair, 40)                                                                                  \
    OUTV(q_data, 40)                                                                               \
    OUT(five, 5)                                                                                   \
    OUT(lo, 32)                                                                                    \
    OUT(hi, 8)

LP_UNIT_STRUCTS(outer, LP_OUTER_PORTS)
LP_UNIT_STRUCTS(cell, LP_CELL_PORTS)
LP_UNIT_STRUCTS(one, LP_ONE_PORTS)

#define UNIT(unit, IN_T, OUT_T)                                                                    \
    static const struct lp_unit unit = {.name = #unit,                                             \
                                        .ports = unit##_ports,                                     \
                                        .nports = sizeof unit##_ports / sizeof *unit##_ports,      \
                                        .in_size = sizeof(IN_T),                                   \
                                        .out_size = sizeof(OUT_T)};

#define LP_IN_T struct lp_outer_in
#define LP_OUT_T struct lp_outer_out
static const struct lp_port outer_ports[] = LP_UNIT_TABLE(LP_OUTER_PORTS);
UNIT(outer, LP_IN_T, LP_OUT_T)
#undef LP_IN_T
#undef LP_OUT_T
#define LP_IN_T struct lp_cell_in
#define LP_OUT_T struct lp_cell_out
static const struct lp_port cell_ports[] = LP_UNIT_TABLE(LP_CELL_PORTS);
UNIT(cell, LP_IN_T, LP_OUT_T)
#undef LP_IN_T
#undef LP_OUT_T
#define LP_IN_T struct lp_one_in
#define LP_OUT_T struct lp_one_out
static const struct lp_port one_ports[] = LP_UNIT_TABLE(LP_ONE_PORTS);
UNIT(one, LP_IN_T, LP_OUT_T)

enum { CELLS = 4 };

static unsigned outer_width(const struct lp_port *port, const int *values)
{
    (void)values;
    return port->width == 320 ? 160 : port->width;
}

struct ports {
    struct lp_one_in one_in;
    struct lp_one_out one_out;
    struct lp_cell_in cell_in[CELLS];
    struct lp_cell_out cell_out[CELLS];
    uint32_t zeros[LPI_WIRES_ZEROS];
};

static const struct lpi_wire good[] = {
    {"one.valid", ".x_valid"}, {"one.data", ".x_data"},     {"one.lane", "third.side"},
    {"one.pair[0]", "one.lo"}, {"one.pair[32]", "one.hi"},  {"cell.data", ".side"},
    {"cell.flag", ".flags"},   {"cell.common", "one.five"}, {".y_*", "one.q_*"},
    {".back", "cell.q"},       {".bits", "cell.bit"},
};
enum { WIRES = sizeof good / sizeof *good };

static struct lp_unit narrow_outer(void)
{
    struct lp_unit unit = outer;

    unit.width = outer_width;
    return unit;
}

static int resolve(struct lpi_wires *wires, const struct lpi_wire *table, size_t count,
                   const char *fit, char *why, size_t size)
{
    const struct lp_unit unit = narrow_outer();
    const struct lpi_part parts[] = {
        {.name = "", .unit = &unit, .lanes = CELLS},
        {.name = "one",
         .unit = &one,
         .in = offsetof(struct ports, one_in),
         .out = offsetof(struct ports, one_out)},
        {.name = "cell",
         .unit = &cell,
         .in = offsetof(struct ports, cell_in),
         .out = offsetof(struct ports, cell_out),
         .count = CELLS},
        LPI_VIEW("third", 0, 2),
    };
    const struct lpi_wires_step step = {table, count, fit};
    const struct lpi_netlist netlist = {"lp_outer", parts, sizeof parts / sizeof *parts,
                                        &step,      1,     offsetof(struct ports, zeros)};

    return lpi_wires_set_up(wires, &netlist, why, size);
}

static void fill(void *words, size_t bytes)
{
    uint32_t *at = words;

    for (size_t i = 0; i < bytes / sizeof *at; i++)
        at[i] = (uint32_t)unit_random();
}

static uint64_t field(const uint32_t *words, unsigned at, unsigned width)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)(words[(at + i) / 32] >> (at + i) % 32 & 1) << i;
    return value;
}

static void check_cell(const struct lp_outer_in *in, const struct ports *p,
                       const struct lp_outer_out *out, unsigned c)
{
    assert_int_equal(field(p->cell_in[c].data, 0, 40), field(in->side, 40 * c, 40));
    assert_int_equal(p->cell_in[c].data[1] >> 8, 0);
    assert_int_equal(p->cell_in[c].flag, in->flags >> c & 1);
    assert_int_equal(p->cell_in[c].common, p->one_out.five);
    assert_int_equal(field(out->back, 40 * c, 40), field(p->cell_out[c].q, 0, 40));
    assert_int_equal(out->bits >> c & 1, p->cell_out[c].bit & 1);
}

static void bits_arrive(void **state)
{
    (void)state;
    static struct lpi_wires wires;
    char why[200] = "";

    if (resolve(&wires, good, WIRES, NULL, why, sizeof why) != LP_OK)
        fail_msg("%s", why);
    for (unsigned run = 0; run < 1000; run++) {
        struct ports p;
        struct lp_outer_in in;
        struct lp_outer_out out;

        fill(&p, offsetof(struct ports, zeros));
        memset(p.zeros, 0, sizeof p.zeros);
        fill(&in, sizeof in);
        fill(&out, sizeof out);
        p.one_out.hi &= 0xff;
        lpi_wires_take(&wires, 0, &p, &in);
        lpi_wires_run(&wires, 0, &p);
        lpi_wires_give(&wires, 0, &p, &out);
        assert_int_equal(p.one_in.valid, in.x_valid);
        assert_memory_equal(p.one_in.data, in.x_data, sizeof in.x_data);
        assert_int_equal(field(p.one_in.lane, 0, 40), field(in.side, 80, 40));
        assert_int_equal(p.one_in.pair[0], p.one_out.lo);
        assert_int_equal(p.one_in.pair[1], p.one_out.hi);
        assert_memory_equal(out.y_data, p.one_out.q_data, sizeof out.y_data);
        assert_int_equal(out.bits >> CELLS, 0);
        for (unsigned w = 5; w < 10; w++)
            assert_int_equal(out.back[w], 0);
        for (unsigned c = 0; c < CELLS; c++)
            check_cell(&in, &p, &out, c);
    }
}

/* ---- wrong tables ---- */

/* The good table with wire `at` replaced; at WIRES, with one more. */
static void must_fail(size_t at, struct lpi_wire wrong, const char *text)
{
    static struct lpi_wires wires;
    struct lpi_wire table[WIRES + 1];
    char why[200] = "";

    memcpy(table, good, sizeof good);
    table[at] = wrong;
    assert_int_equal(resolve(&wires, table, at == WIRES ? WIRES + 1 : WIRES, NULL, why, sizeof why),
                     LP_ERR_ARG);
    assert_string_equal(why, text);
}

static void wrong_tables_are_refused(void **state)
{
    (void)state;
    must_fail(0, (struct lpi_wire){"on.valid", ".x_valid"}, "lp_outer: on.valid is of no part");
    must_fail(0, (struct lpi_wire){"one.valid", "x_valid"}, "lp_outer: x_valid is of no part");
    must_fail(0, (struct lpi_wire){"one.vald", ".x_valid"},
              "lp_outer: one.vald and .x_valid have no ports to join");
    must_fail(0, (struct lpi_wire){"one.valid", ".x_vald"},
              "lp_outer: one.valid and .x_vald have no ports to join");
    must_fail(0, (struct lpi_wire){"one.valid", ".y_data"},
              "lp_outer: one.valid and .y_data have no ports to join");
    must_fail(1, (struct lpi_wire){"one.data", ".side"},
              "lp_outer: one.data has 40 bits, its driver .side 160");
    must_fail(7, (struct lpi_wire){"cell.common", "one.lo"},
              "lp_outer: cell.common has 5 bits, its driver one.lo 32");
    must_fail(8, (struct lpi_wire){".y_data", ".x_data"},
              "lp_outer: .y_data and .x_data are both ports of the unit");
    must_fail(4, (struct lpi_wire){"one.pair[33]", "one.hi"},
              "lp_outer: one.pair has 40 bits, its driver one.hi 8");
    must_fail(4, (struct lpi_wire){"one.pair[31]", "one.hi"},
              "lp_outer: two wires drive the same bits of word 5");
    must_fail(4, (struct lpi_wire){"one.pair[x]", "one.hi"},
              "lp_outer: one.pair[x] is not a name, name* or name[number]");
    must_fail(WIRES, (struct lpi_wire){"one.data", ".x_data"},
              "lp_outer: one.data is driven twice");
    must_fail(3, (struct lpi_wire){"one.pair", ".x_data[8]"},
              "lp_outer: .x_data[8]: a driver is named without bits");
    must_fail(5, (struct lpi_wire){"cell.data[0]", ".x_data"},
              "lp_outer: cell.data[0]: only one port can drive bits of one port");
    must_fail(3, (struct lpi_wire){"one.pair[0]", LPI_BY_CODE},
              "lp_outer: one.pair[0]: only one port can drive bits of one port");
    must_fail(WIRES, (struct lpi_wire){"one.q_data", ".x_data"},
              "lp_outer: one.q_data and .x_data have no ports to join");
    must_fail(4, (struct lpi_wire){"one.five", LPI_BY_CODE},
              "lp_outer: one.five and code have no ports to join");
}

static void ports_without_drivers_are_refused(void **state)
{
    (void)state;
    static struct lpi_wires wires;
    char why[200] = "", small[12];

    assert_int_equal(resolve(&wires, good, WIRES - 1, NULL, why, sizeof why), LP_ERR_ARG);
    assert_string_equal(why, "lp_outer: .bits has no driver");
    assert_int_equal(resolve(&wires, good, 4, NULL, why, sizeof why), LP_ERR_ARG);
    assert_string_equal(why, "lp_outer: 32 bits of one.pair have a driver, it has 40");
    assert_int_equal(resolve(&wires, good, WIRES - 1, NULL, NULL, 0), LP_ERR_ARG);
    assert_int_equal(resolve(&wires, good, WIRES - 1, NULL, small, sizeof small), LP_ERR_ARG);
    assert_string_equal(small, "lp_outer: .");
}

static void listed_ports_may_differ_in_width(void **state)
{
    (void)state;
    static struct lpi_wires wires;
    struct lpi_wire table[WIRES];
    struct ports p;
    struct lp_outer_in in;
    char why[200] = "";

    memcpy(table, good, sizeof good);
    table[0].from = ".flags";
    table[1].from = ".flags";
    if (resolve(&wires, table, WIRES, "one.data one.valid", why, sizeof why) != LP_OK)
        fail_msg("%s", why);
    fill(&p, sizeof p);
    fill(&in, sizeof in);
    lpi_wires_take(&wires, 0, &p, &in);
    assert_int_equal(p.one_in.valid, in.flags & 1);
    assert_int_equal(p.one_in.data[0], in.flags & 15);
    assert_int_equal(resolve(&wires, table, WIRES, "one.data one.vali", why, sizeof why),
                     LP_ERR_ARG);
}

/* ---- at open ---- */

static const struct lpi_wire *wires_in_use;
static size_t wires_count;

static int wired(const int *values)
{
    static struct lpi_wires wires;

    (void)values;
    return resolve(&wires, wires_in_use, wires_count, NULL, NULL, 0) == LP_OK;
}

static void nothing(void *state, const int *values)
{
    (void)state;
    (void)values;
}

static void open_refuses_a_wrong_table(void **state)
{
    (void)state;
    struct lp_unit unit = outer;
    struct lp_instance instance = {0};

    unit.set_up = nothing;
    unit.fits = wired;
    wires_in_use = good;
    wires_count = WIRES;
    assert_int_equal(lp_model_open(&unit, NULL, &instance), LP_OK);
    lp_instance_close(&instance);
    wires_count = WIRES - 1;
    assert_int_equal(lp_model_open(&unit, NULL, &instance), LP_ERR_ARG);
}

int main(void)
{
    unit_seed();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_units_are_wired),
        cmocka_unit_test(bits_arrive),
        cmocka_unit_test(wrong_tables_are_refused),
        cmocka_unit_test(ports_without_drivers_are_refused),
        cmocka_unit_test(listed_ports_may_differ_in_width),
        cmocka_unit_test(open_refuses_a_wrong_table),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
