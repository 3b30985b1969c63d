/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle models as instances, and their parameters by name. */
#include "../../lib/unit.h"

#include "../../../cmodel/units/common/common_cycle.h"
#include "../../../cmodel/units/common/instance.h"
#include "../../../cmodel/units/common/params.h"
#include "../../../cmodel/base/wide.h"
#include "../../../cmodel/units/zvc/zvc_cycle.h"
#include <linepress/linepress.h>

enum { CYCLES = 2000 };

/* One line through the encoder, as a user of the library would step it; returns the sectors. */
static unsigned encode(const uint8_t *line, int elem, uint8_t *entry)
{
    struct lp_instance enc;
    struct lp_zvc_enc_in in = {.s_mem = 1, .m_ready = 1};
    struct lp_zvc_enc_out out = {0};
    int values[LP_MAX_PARAMS];
    unsigned in_sectors = 0, out_sectors = 0;

    lp_unit_defaults(&lp_zvc_enc_unit, values);
    assert_int_equal(lp_unit_set(&lp_zvc_enc_unit, "ELEM", elem, values), LP_OK);
    assert_int_equal(lp_model_open(&lp_zvc_enc_unit, values, &enc), LP_OK);
    lp_instance_reset(&enc);
    while (!(out.m_valid && out.m_last)) {
        in.s_valid = in_sectors < LP_LINE_SECTORS;
        if (in.s_valid)
            lpi_words_of_bytes(in.s_data, line + in_sectors * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
        lp_instance_eval(&enc, 1, &in, &out);
        in_sectors += in.s_valid && out.s_ready;
        if (out.m_valid)
            lpi_bytes_of_words(entry + out_sectors++ * LP_SECTOR_BYTES, out.m_data,
                               LP_SECTOR_BYTES);
        lp_instance_tick(&enc);
    }
    lp_instance_close(&enc);
    return out.m_sectors > 0 ? out_sectors : 0;
}

static void a_line_is_encoded(void **state)
{
    (void)state;
    static const int widths[] = {8, 16, 32};
    for (unsigned i = 0; i < 300; i++) {
        int elem = widths[i % 3];
        uint8_t line[LP_LINE_BYTES], record[LP_ZVC_RECORD_MAX(8)], entry[LP_LINE_BYTES] = {0};
        size_t bytes;
        unit_line(i / 3 % UNIT_LINE_CLASSES, line);
        unsigned sectors = encode(line, elem, entry);
        assert_int_equal(
            lp_zvc_encode_line((enum lp_elem)elem, line, record, sizeof record, &bytes), LP_OK);
        if (lp_line_is_zero(line)) {
            assert_int_equal(sectors, 0);
        } else if (bytes > 3 * LP_SECTOR_BYTES) {
            assert_int_equal(sectors, LP_LINE_SECTORS);
            assert_memory_equal(entry, line, sizeof line);
        } else {
            assert_int_equal(sectors, (bytes + LP_SECTOR_BYTES - 1) / LP_SECTOR_BYTES);
            assert_memory_equal(entry, record, bytes);
        }
    }
}

/* Random bits within each input's width. */
static void fill_inputs(const struct lp_unit *unit, void *in)
{
    for (size_t i = 0; i < unit->nports; i++) {
        const struct lp_port *port = &unit->ports[i];
        uint32_t *words = (uint32_t *)(void *)((char *)in + port->offset);
        for (unsigned left = port->width; port->dir == LP_IN && left > 0; words++) {
            unsigned bits = left < 32 ? left : 32;
            *words = (uint32_t)unit_random() & (bits < 32 ? (1u << bits) - 1 : UINT32_MAX);
            left -= bits;
        }
    }
}

/* One clock edge of a model whose functions are called directly. */
static void edge(const struct lp_unit *unit, void *model, int rst_n, const void *in)
{
    if (!rst_n && unit->reset)
        unit->reset(model);
    else if (unit->tick)
        unit->tick(model, in);
}

/* Two concurrent instances behave like the same model called directly. */
static void check_unit(const struct lp_unit *unit)
{
    void *model[2], *in = calloc(1, unit->in_size), *out = calloc(1, unit->out_size);
    void *expected = calloc(1, unit->out_size);
    struct lp_instance instance[2];
    int values[LP_MAX_PARAMS];
    assert_true(unit->nparams <= LP_MAX_PARAMS);
    lp_unit_defaults(unit, values);
    for (unsigned k = 0; k < 2; k++) {
        assert_int_equal(lp_model_open(unit, values, &instance[k]), LP_OK);
        model[k] = calloc(1, unit->state_size);
        assert_int_equal(lp_unit_init(unit, model[k], values), LP_OK);
    }
    for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
        unsigned k = (unsigned)unit_random() % 2;
        int rst_n = unit_random() % 50 != 0;
        if (unit_random() % 100 == 0) {
            lp_instance_reset(&instance[k]);
            if (unit->reset)
                unit->reset(model[k]);
        }
        memset(in, 0, unit->in_size);
        if (rst_n)
            fill_inputs(unit, in);
        lp_instance_eval(&instance[k], rst_n, in, out);
        unit->eval(model[k], in, expected);
        assert_memory_equal(out, expected, unit->out_size);
        lp_instance_tick(&instance[k]);
        edge(unit, model[k], rst_n, in);
    }
    for (unsigned k = 0; k < 2; k++) {
        lp_instance_close(&instance[k]);
        lp_instance_close(&instance[k]); /* it is no longer open */
        free(model[k]);
    }
    free(in);
    free(out);
    free(expected);
}

static void an_instance_is_its_model(void **state)
{
    (void)state;
    check_unit(&lp_fifo_unit);
    check_unit(&lp_skid_unit);
    check_unit(&lp_zvc_enc_unit);
    check_unit(&lp_ram_unit);      /* no reset */
    check_unit(&lp_popcount_unit); /* no clock */
}

static void parameters_have_names(void **state)
{
    (void)state;
    const struct lp_unit *unit = &lp_fifo_unit;
    int values[LP_MAX_PARAMS], before[LP_MAX_PARAMS];
    lp_unit_defaults(unit, values);
    assert_int_equal(lp_unit_check(unit, values), LP_OK);
    for (size_t p = 0; p < unit->nparams; p++) {
        const struct lp_param *param = &unit->params[p];
        assert_int_equal(lp_unit_get(unit, param->name, values), param->values[0]);
        for (size_t v = 0; v < param->nvalues; v++) {
            assert_int_equal(lp_unit_set(unit, param->name, param->values[v], values), LP_OK);
            assert_int_equal(values[p], param->values[v]);
        }
    }
    memcpy(before, values, unit->nparams * sizeof *values);
    assert_int_equal(lp_unit_set(unit, "NOTHING", values[0], values), LP_ERR_ARG);
    assert_int_equal(lp_unit_set(unit, unit->params[0].name, -1, values), LP_ERR_ARG);
    assert_memory_equal(values, before, unit->nparams * sizeof *values);
}

static void other_values_are_refused(void **state)
{
    (void)state;
    struct lp_instance instance = {0};
    int values[LP_MAX_PARAMS];
    lp_unit_defaults(&lp_zvc_enc_unit, values);
    values[0] = 24;
    assert_int_equal(lp_unit_check(&lp_zvc_enc_unit, values), LP_ERR_ARG);
    assert_int_equal(lp_model_open(&lp_zvc_enc_unit, values, &instance), LP_ERR_ARG);
    assert_null(instance.kind);
    lp_instance_close(&instance);
}

int main(void)
{
    unit_seed();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_encoded),
        cmocka_unit_test(an_instance_is_its_model),
        cmocka_unit_test(parameters_have_names),
        cmocka_unit_test(other_values_are_refused),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
