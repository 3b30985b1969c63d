/* SPDX-License-Identifier: Apache-2.0 */
/* Every cycle model meets its contract (common/unit.h), whatever its parameters and inputs are. */
#include "../../lib/unit.h"

#include "twins.h"
#include <limits.h>

enum { CYCLES = 10000, SETS = 4 };

/* ---- parameters ---- */

/* The unit refuses the values and leaves the state unchanged. */
static void must_refuse(const struct lp_unit *unit, const int *values)
{
    uint8_t *state = malloc(unit->state_size);
    assert_non_null(state);
    memset(state, 0xa5, unit->state_size);
    if (lp_unit_init(unit, state, values) != LP_ERR_ARG)
        fail_msg("%s accepts invalid parameters", unit->name);
    for (size_t i = 0; i < unit->state_size; i++)
        assert_int_equal(state[i], 0xa5);
    free(state);
}

static int most_of(const struct lp_param *param)
{
    int most = param->most;
    for (size_t v = 0; v < param->nvalues; v++)
        if (param->values[v] > most)
            most = param->values[v];
    return most;
}

static int least_of(const struct lp_param *param)
{
    int least = param->most != 0 ? param->least : param->values[0];
    for (size_t v = 0; v < param->nvalues; v++)
        if (param->values[v] < least)
            least = param->values[v];
    return least;
}

static void wild_parameters_are_refused(void **state)
{
    (void)state;
    const struct lp_unit *unit;
    for (size_t u = 0; (unit = lp_unit_at(u)) != NULL; u++)
        for (size_t p = 0; p < unit->nparams; p++) {
            const struct lp_param *param = &unit->params[p];
            int values[LP_MAX_PARAMS], most = most_of(param), least = least_of(param);
            const int wild[] = {least > INT_MIN ? least - 1 : least, INT_MIN,
                                most < INT_MAX ? most + 1 : most, INT_MAX, 1000};
            lp_unit_defaults(unit, values);
            for (size_t i = 0; i < sizeof wild / sizeof *wild; i++) {
                values[p] = wild[i];
                if (wild[i] < least || wild[i] > most)
                    must_refuse(unit, values);
            }
        }
}

static const struct lp_unit *unit_of(const char *name)
{
    const struct lp_unit *unit;
    for (size_t u = 0; (unit = lp_unit_at(u)) != NULL; u++)
        if (strcmp(unit->name, name) == 0)
            return unit;
    fail_msg("there is no %s", name);
    return NULL;
}

/* Whether the unit accepts its defaults with one or two of them changed. */
static int takes(const char *name, const char *first, int first_value, const char *second,
                 int second_value)
{
    const struct lp_unit *unit = unit_of(name);
    int values[LP_MAX_PARAMS];
    lp_unit_defaults(unit, values);
    if (lp_unit_set(unit, first, first_value, values) != LP_OK ||
        (second != NULL && lp_unit_set(unit, second, second_value, values) != LP_OK))
        return 0;
    int error = lp_unit_check(unit, values);
    assert_true(error == LP_OK || error == LP_ERR_ARG);
    return error == LP_OK;
}

static void a_range_ends_where_the_state_does(void **state)
{
    (void)state;
    assert_true(takes("lp_fifo", "DEPTH", 64, "WIDTH", 512));
    assert_false(takes("lp_fifo", "DEPTH", 65, NULL, 0));
    assert_false(takes("lp_fifo", "DEPTH", 1000, NULL, 0));
    assert_false(takes("lp_fifo", "DEPTH", 1, NULL, 0));
    assert_true(takes("lp_rr", "N", 33, NULL, 0));
    assert_false(takes("lp_bpc_turn", "V", 2, NULL, 0));
}

static void values_that_do_not_go_together_are_refused(void **state)
{
    (void)state;
    assert_true(takes("lp_ram", "WIDTH", 6, "GRAIN", 6));
    assert_false(takes("lp_ram", "WIDTH", 6, "GRAIN", 4));
    assert_false(takes("lp_ram", "WIDTH", 512, "GRAIN", 2)); /* more grains than w_mask has bits */
    assert_true(takes("lp_gbbr_xlat", "SHARE_W", 19, NULL, 0));
    assert_false(takes("lp_gbbr_xlat", "SHARE_W", 20, NULL, 0)); /* slots beyond the addresses */
    assert_true(takes("lp_buddy_slice", "ENTRIES", 4, "MISSES", 4));
    assert_false(takes("lp_buddy_slice", "ENTRIES", 2, "MISSES", 4));
    assert_true(takes("lp_buddy_top", "SLICES", 32, "SHARE_W", 19));
    assert_false(takes("lp_buddy_top", "SLICES", 32, "FRAME_W", 25));
}

/* ---- inputs ---- */

static int draw(const struct lp_param *param)
{
    uint64_t span = (uint64_t)((int64_t)param->most - param->least) + 1;
    if (param->most == 0 || unit_random() % 2 == 0)
        return param->values[unit_random() % param->nvalues];
    return (int)(param->least + (int64_t)(unit_random() % span));
}

/* Values that go together; the first set is the defaults. */
static void draw_values(const struct lp_unit *unit, unsigned set, int *values)
{
    lp_unit_defaults(unit, values);
    do
        for (size_t p = 0; set > 0 && p < unit->nparams; p++)
            values[p] = draw(&unit->params[p]);
    while (lp_unit_check(unit, values) != LP_OK);
}

/* New words in most of the ports; some keep theirs, as a stalled stream does. */
static void draw_inputs(const struct lp_unit *unit, unsigned calm, uint32_t *in)
{
    for (size_t p = 0; p < unit->nports; p++) {
        const struct lp_port *port = &unit->ports[p];
        if (port->dir == LP_OUT || unit_random() % 8 < calm)
            continue;
        for (unsigned w = 0; w < LP_PORT_WORDS(port->width); w++)
            in[port->offset / 4 + w] = (uint32_t)unit_random();
    }
}

static void check_set(const struct lp_unit *unit, const int *values, uint32_t *in)
{
    struct twins twins;
    assert_int_equal(twins_open(&twins, unit, values), LP_OK);
    for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
        draw_inputs(unit, cycle / 64 % 8, in);
        const char *wrong = twins_cycle(&twins, in);
        if (wrong != NULL) {
            for (size_t p = 0; p < unit->nparams; p++)
                print_message("# %s=%d\n", unit->params[p].name, values[p]);
            fail_msg("%s, cycle %u: %s", unit->name, cycle, wrong);
        }
        if (unit_random() % 512 == 0)
            twins_reset(&twins);
    }
    twins_close(&twins);
}

static void inputs_end_at_their_width(void **state)
{
    (void)state;
    const struct lp_unit *unit;
    for (size_t u = 0; (unit = lp_unit_at(u)) != NULL; u++) {
        uint32_t *in = calloc(1, unit->in_size);
        assert_non_null(in);
        for (unsigned set = 0; set < SETS; set++) {
            int values[LP_MAX_PARAMS];
            draw_values(unit, set, values);
            check_set(unit, values, in);
        }
        free(in);
    }
}

int main(void)
{
    unit_seed();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wild_parameters_are_refused),
        cmocka_unit_test(a_range_ends_where_the_state_does),
        cmocka_unit_test(values_that_do_not_go_together_are_refused),
        cmocka_unit_test(inputs_end_at_their_width),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
