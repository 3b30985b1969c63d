/* SPDX-License-Identifier: Apache-2.0 */
/*
 * liblinepress_dpi from C: handles that are null, foreign, dead or of another unit, parameters,
 * unknown outputs, cases of every kind, and threads. tb/adapters/dpi tests the same from a
 * simulator.
 */
#include "../lib/unit.h"

#include "../../cmodel/base/wide.h"
#include "../../cmodel/kit/dpi/dpi.h"
#include "../../cmodel/units/zvc/zvc_ports.h"
#include <linepress/linepress.h>
#include <pthread.h>

enum { THREADS = 4, TURNS = 300, LINE_WORDS = 4 * LP_LINE_BYTES / 4, STORED_WORDS = 1024 };

/* Declared as in a simulator: generated, and in no header. */
int lp_dpi_zvc_enc_step(void *handle, uint32_t unknown, const uint32_t *lines, uint32_t lines_bytes,
                        uint32_t *stored, uint32_t *stored_bytes, uint32_t *sectors,
                        uint32_t *size);
int lp_dpi_zvc_enc_step_check(void *handle, uint32_t unknown, const uint32_t *lines,
                              uint32_t lines_bytes, const uint32_t *stored, uint32_t stored_bytes,
                              uint32_t sectors, uint32_t size);
int lp_dpi_zvc_enc_cycle(void *handle, uint32_t rst_ni, uint32_t s_valid, uint32_t *s_ready,
                         const uint32_t *s_data, uint32_t s_mem, uint32_t s_last, uint32_t *m_valid,
                         uint32_t m_ready, uint32_t *m_data, uint32_t *m_mem, uint32_t *m_last,
                         uint32_t *m_count, uint32_t *m_size, uint32_t *m_sectors,
                         uint32_t *l_valid, uint32_t *l_size, uint32_t *l_sectors);
int lp_dpi_zvc_enc_cycle_check(void *handle, const uint32_t *unknown, uint32_t rst_ni,
                               uint32_t s_valid, uint32_t s_ready, const uint32_t *s_data,
                               uint32_t s_mem, uint32_t s_last, uint32_t m_valid, uint32_t m_ready,
                               const uint32_t *m_data, uint32_t m_mem, uint32_t m_last,
                               uint32_t m_count, uint32_t m_size, uint32_t m_sectors,
                               uint32_t l_valid, uint32_t l_size, uint32_t l_sectors);

static unsigned number_of(const char *name)
{
    unsigned i = 0;
    while (strcmp(lp_unit_at(i)->name, name) != 0)
        i++;
    return i;
}

static void *create(const char *name, const char *parameters)
{
    void *handle = lp_dpi_create(number_of(name), parameters);
    if (handle == NULL)
        print_message("%s\n", lp_dpi_error());
    assert_non_null(handle);
    return handle;
}

static void destroy(const char *name, void *handle)
{
    assert_int_equal(lp_dpi_destroy(handle, number_of(name)), 1);
}

/* ---- handles ---- */

static void expect_dead(void *handle, const char *why)
{
    const unsigned enc = number_of("lp_zvc_enc");
    uint32_t line[LINE_WORDS] = {0}, stored[STORED_WORDS], bytes, sectors, size;
    char text[200];

    assert_int_equal(lp_dpi_mismatches(handle, enc), -1);
    snprintf(text, sizeof text, "lp_dpi_zvc_enc_mismatches: %s", why);
    assert_string_equal(lp_dpi_error(), text);
    assert_int_equal(lp_dpi_destroy(handle, enc), -1);
    assert_int_equal(lp_dpi_zvc_enc_step(handle, 0, line, 128, stored, &bytes, &sectors, &size),
                     -1);
    snprintf(text, sizeof text, "lp_dpi_zvc_enc_step: %s", why);
    assert_string_equal(lp_dpi_error(), text);
}

static void bad_handles_are_told(void **state)
{
    (void)state;
    int here = 0;
    void *dec = create("lp_zvc_dec", ""), *dead = create("lp_zvc_enc", "");

    expect_dead(NULL, "the handle is null");
    expect_dead(&here, "no create has given this handle");
    expect_dead((void *)UINTPTR_MAX, "no create has given this handle");
    for (uintptr_t bits = 1; bits != 0; bits <<= 1)
        if ((void *)bits != dead && (void *)bits != dec)
            expect_dead((void *)bits, "no create has given this handle");
    expect_dead(dec, "the handle is of lp_dpi_zvc_dec_create");
    destroy("lp_zvc_enc", dead);
    expect_dead(dead, "the handle has been destroyed");
    destroy("lp_zvc_dec", dec);
    expect_dead(dec, "the handle has been destroyed");
}

/* Its slot is reused, and the old handle stays invalid. */
static void a_dead_handle_stays_dead(void **state)
{
    (void)state;
    void *dead[TURNS];

    for (unsigned i = 0; i < TURNS; i++) {
        dead[i] = create("lp_zvc_enc", "");
        destroy("lp_zvc_enc", dead[i]);
    }
    void *live = create("lp_zvc_enc", "");
    for (unsigned i = 0; i < TURNS; i++)
        expect_dead(dead[i], "the handle has been destroyed");
    assert_int_equal(lp_dpi_mismatches(live, number_of("lp_zvc_enc")), 0);
    destroy("lp_zvc_enc", live);
}

static void many_are_alive(void **state)
{
    (void)state;
    static void *live[3 * TURNS];

    for (unsigned i = 0; i < 3 * TURNS; i++)
        live[i] = create(i % 2 ? "lp_add" : "lp_skid", "");
    for (unsigned i = 0; i < 3 * TURNS; i++) {
        assert_int_equal(lp_dpi_mismatches(live[i], number_of(i % 2 ? "lp_add" : "lp_skid")), 0);
        assert_int_equal(lp_dpi_mismatches(live[i], number_of(i % 2 ? "lp_skid" : "lp_add")), -1);
    }
    for (unsigned i = 0; i < 3 * TURNS; i++)
        destroy(i % 2 ? "lp_add" : "lp_skid", live[i]);
}

static void interfaces_must_be_one(void **state)
{
    (void)state;
    assert_int_equal(lp_dpi_fits(lp_dpi_abi(), lp_dpi_abi()), 1);
    assert_int_equal(lp_dpi_fits(lp_dpi_abi() ^ 1, lp_dpi_abi()), -1);
    assert_non_null(strstr(lp_dpi_error(), "they are not of one installation"));
}

/* ---- parameters ---- */

static void expect_refused(const char *unit, const char *parameters, const char *why)
{
    char text[300];

    assert_null(lp_dpi_create(number_of(unit), parameters));
    snprintf(text, sizeof text, "lp_dpi_%s_create: %s", unit + 3, why);
    assert_string_equal(lp_dpi_error(), text);
}

static void parameters_are_checked(void **state)
{
    (void)state;
    static const char *const good[] = {
        "", "-", "ELEM=16", "ELEM=8,STREAM=1", "STREAM=0 EXACT=1,", ",,ELEM=32", NULL};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        destroy("lp_zvc_enc", create("lp_zvc_enc", good[i]));
    /* As in lp_bad_ELEM_none_of_8_16_32. */
    expect_refused("lp_zvc_enc", "ELEM=12",
                   "lp_zvc_enc does not take ELEM=12: ELEM none of 8 16 32");
    expect_refused("lp_zvc_enc", "STREAM=2",
                   "lp_zvc_enc does not take STREAM=2: STREAM none of 0 1");
    expect_refused("lp_zvc_enc", "LEVEL=3", "LEVEL neither 1 nor 2");
    expect_refused("lp_zvc_enc", "SEED=-1", "SEED below 0");
    expect_refused("lp_zvc_enc", "size=2", "a field of cases is neither 0 nor 1");
    expect_refused("lp_skid", "size=0", "lp_skid has no parameter size");
    expect_refused("lp_zvc_enc", "elem=8", "lp_zvc_enc has no parameter elem");
    expect_refused("lp_zvc_enc", "EXACT=2", "EXACT neither 0 nor 1");
    expect_refused("lp_skid", "WIDTH=513", "lp_skid does not take WIDTH=513: WIDTH not 1 to 512");
    expect_refused("lp_skid", "WIDTH=4294967328",
                   "lp_skid does not take WIDTH=4294967328: WIDTH not 1 to 512");
    expect_refused("lp_ram", "WIDTH=8,GRAIN=3", "lp_ram does not take these parameters together");
    static const char *const bad[] = {"ELEM",   "ELEM=",    "=8",
                                      "ELEM=x", "ELEM=8x",  "ELEM=--8",
                                      "ELEM=-", "ELEM=0x8", "ELEM=99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char why[100];
        snprintf(why, sizeof why, "'%s' is not NAME=VALUE with a whole number", bad[i]);
        expect_refused("lp_zvc_enc", bad[i], why);
    }
    char longest[300];
    memset(longest, 'A', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_null(lp_dpi_create(number_of("lp_zvc_enc"), longest));
    assert_null(lp_dpi_create(10000, ""));
}

/* A cache that is larger than that of the cases supports only cycles. */
static void cycles_without_cases(void **state)
{
    (void)state;
    const unsigned cache = number_of("lp_mdcache"), skid = number_of("lp_skid");
    void *large = create("lp_mdcache", "SETS=64"), *none = create("lp_skid", "");

    assert_null(lpi_dpi_case(large, cache, "step", 0));
    assert_string_equal(lp_dpi_error(), "lp_dpi_mdcache_step: there are no cases with SETS=64: "
                                        "SETS none of 1 2 4 8");
    assert_null(lpi_dpi_case(none, skid, "step", 0));
    assert_string_equal(lp_dpi_error(), "lp_dpi_skid_step: lp_skid has cycles alone");
    destroy("lp_mdcache", large);
    destroy("lp_skid", none);
}

/* ---- cases ---- */

static void take_in(struct lpi_dpi *q, const struct lpi_kit_run *run, uint32_t *vector)
{
    for (size_t i = 0; i < run->nin; i++) {
        const struct lpi_kit_value *value = &run->in.field[i];
        if (q->kind->in[i].bits > 0) {
            lpi_dpi_in_number(q, i, value->number);
            continue;
        }
        memset(vector, 0xa5, q->kind->in[i].most + 4);
        for (size_t b = 0; b < value->bytes; b++)
            vector[b / 4] = (vector[b / 4] & ~(0xffu << 8 * (b % 4))) | (uint32_t)value->data[b]
                                                                            << 8 * (b % 4);
        lpi_dpi_in_bytes(q, i, vector, (unsigned)value->bytes);
    }
}

/* The expected output by the kind itself, word by word; the vectors have zeros after it. */
static void compare_due(const struct lpi_dpi *q, const struct lpi_kit_run *run, uint32_t *vector)
{
    for (size_t i = 0; i < run->nout; i++) {
        const struct lpi_kit_value *value = &run->due.field[i];
        size_t words = (q->kind->out[i].most + 3) / 4;
        if (q->kind->out[i].bits > 0) {
            assert_int_equal(lpi_dpi_due_number(q, i), value->number);
            continue;
        }
        memset(vector, 0xa5, 4 * words);
        assert_int_equal(lpi_dpi_due_bytes(q, i, vector), value->bytes);
        for (size_t b = 0; b < 4 * words; b++)
            assert_int_equal(vector[b / 4] >> 8 * (b % 4) & 0xff,
                             b < value->bytes ? value->data[b] : 0);
    }
}

/* Returns the expected output, except for one error in field `wrong`, if there is such a field. */
static void give_back(struct lpi_dpi *q, const struct lpi_kit_run *run, size_t wrong,
                      uint32_t *vector)
{
    for (size_t i = 0; i < run->nout; i++) {
        const struct lpi_kit_value *value = &run->due.field[i];
        if (q->kind->out[i].bits > 0) {
            lpi_dpi_got_number(q, i, value->number ^ (i == wrong));
            continue;
        }
        for (size_t b = 0; b < value->bytes; b++)
            vector[b / 4] = (vector[b / 4] & ~(0xffu << 8 * (b % 4))) | (uint32_t)value->data[b]
                                                                            << 8 * (b % 4);
        bool has = value->bytes > 0;
        vector[0] ^= i == wrong && has;
        lpi_dpi_got_bytes(q, i, vector, (unsigned)value->bytes + (i == wrong && !has));
    }
}

static void try_kind(const struct lpi_kit_unit *kind, const int *values, const char *parameters)
{
    static uint32_t vector[STORED_WORDS * 4];
    const unsigned number = number_of(kind->module);
    struct lpi_case_head head = {.unit = kind, .seed = 5};
    struct lpi_kit_run run;
    void *step = create(kind->module, parameters), *check = create(kind->module, parameters);
    unsigned wrong = 0;

    memcpy(head.values, values, kind->nparams * sizeof *values);
    assert_true(lpi_kit_run_open(&run, &head, 1));
    for (unsigned i = 0; i < TURNS; i++) {
        lpi_kit_run_make(&run);
        assert_null(lpi_kit_run_expect(&run));
        struct lpi_dpi *q = lpi_dpi_case(step, number, "step", 0);
        assert_non_null(q);
        take_in(q, &run, vector);
        assert_int_equal(lpi_dpi_step(q), 1);
        compare_due(q, &run, vector);
        lpi_dpi_end(q);
        q = lpi_dpi_case(check, number, "step_check", 0);
        take_in(q, &run, vector);
        size_t field = i % (run.nout + 1);
        give_back(q, &run, field, vector);
        assert_int_equal(lpi_dpi_step_check(q), field == run.nout);
        wrong += field < run.nout;
        if (field < run.nout)
            assert_non_null(strstr(q->message, kind->out[field].name));
        lpi_dpi_end(q);
    }
    assert_int_equal(lp_dpi_mismatches(check, number), wrong);
    assert_int_equal(lp_dpi_mismatches(step, number), 0);
    lpi_kit_run_close(&run);
    destroy(kind->module, step);
    destroy(kind->module, check);
}

static void every_kind_of_case(void **state)
{
    (void)state;
    for (size_t k = 0; k < lpi_kit_nunits; k++) {
        int values[LP_MAX_PARAMS];
        lpi_kit_defaults(lpi_kit_units[k], values);
        try_kind(lpi_kit_units[k], values, "");
        if (lpi_kit_set(lpi_kit_units[k], "STREAM", 1, values)) {
            lpi_kit_set(lpi_kit_units[k], "ELEM", 8, values);
            try_kind(lpi_kit_units[k], values, "ELEM=8,STREAM=1");
        }
    }
}

/* ---- refused or unknown input ---- */

static void cases_that_no_unit_takes(void **state)
{
    (void)state;
    void *enc = create("lp_zvc_enc", "");
    uint32_t line[LINE_WORDS] = {0}, stored[STORED_WORDS], bytes, sectors, size;

    assert_int_equal(lp_dpi_zvc_enc_step(enc, 0, line, 128, stored, &bytes, &sectors, &size), 1);
    assert_int_equal(lp_dpi_zvc_enc_step(enc, 0, line, 127, stored, &bytes, &sectors, &size), -1);
    assert_string_equal(lp_dpi_error(), "lp_dpi_zvc_enc_step: case 1: lines is not 128 bytes");
    assert_int_equal(lp_dpi_zvc_enc_step(enc, 0, line, 100000, stored, &bytes, &sectors, &size),
                     -1);
    assert_string_equal(lp_dpi_error(),
                        "lp_dpi_zvc_enc_step: case 1: lines has more than 512 bytes");
    assert_int_equal(lp_dpi_zvc_enc_step(enc, 1, line, 128, stored, &bytes, &sectors, &size), -1);
    assert_string_equal(lp_dpi_error(), "lp_dpi_zvc_enc_step: case 1: lines is unknown (X or Z)");
    assert_int_equal(lp_dpi_zvc_enc_step(enc, 0, line, 128, stored, &bytes, &sectors, &size), 1);
    destroy("lp_zvc_enc", enc);
}

static void expect_message(void *enc, const char *due)
{
    const char *text;
    assert_int_equal(lp_dpi_message(enc, number_of("lp_zvc_enc"), &text), 1);
    assert_string_equal(text, due);
}

static void unknown_answers_are_wrong(void **state)
{
    (void)state;
    void *enc = create("lp_zvc_enc", "");
    void *less = create("lp_zvc_enc", "sectors=0,size=0");
    uint32_t line[LINE_WORDS] = {0}, stored[STORED_WORDS] = {0};

    expect_message(enc, "");
    assert_int_equal(lp_dpi_zvc_enc_step_check(enc, 0, line, 128, stored, 0, 0, 4), 1);
    assert_int_equal(lp_dpi_zvc_enc_step_check(enc, 1u << 1, line, 128, stored, 0, 0, 4), 0);
    expect_message(enc, "zvc-enc: case 1: stored is unknown (X or Z)");
    assert_int_equal(lp_dpi_zvc_enc_step_check(enc, 1u << 2, line, 128, stored, 0, 0, 4), 0);
    expect_message(enc, "zvc-enc: case 2: sectors is unknown (X or Z)");
    assert_int_equal(lp_dpi_zvc_enc_step_check(enc, 1u << 2, line, 128, stored, 32, 0, 4), 0);
    expect_message(enc, "zvc-enc: case 3: stored: 32 bytes, due 0");
    assert_int_equal(lp_dpi_zvc_enc_step_check(enc, 0, line, 128, stored, 100000, 0, 4), 0);
    expect_message(enc, "zvc-enc: case 4: stored has 100000 bytes, at most 576");
    assert_int_equal(lp_dpi_zvc_enc_step_check(enc, 0, line, 128, stored, 0, 8, 4), 1);
    assert_int_equal(lp_dpi_zvc_enc_step_check(enc, 0, line, 128, stored, 0, 3, 4), 0);
    expect_message(enc, "zvc-enc: case 6: sectors is 0x3, due 0x0");
    assert_int_equal(lp_dpi_mismatches(enc, number_of("lp_zvc_enc")), 5);
    /* Outputs that a unit does not have. */
    assert_int_equal(lp_dpi_zvc_enc_step_check(less, 3u << 2, line, 128, stored, 0, 3, 0), 1);
    assert_int_equal(lp_dpi_zvc_enc_step_check(less, 1u << 1, line, 128, stored, 0, 3, 0), 0);
    destroy("lp_zvc_enc", enc);
    destroy("lp_zvc_enc", less);
}

/* The ports of a cycle without any transfer. */
static int idle(void *enc, uint32_t unknown, unsigned rst_ni, uint32_t s_ready, uint32_t count)
{
    const uint32_t mask[LPI_DPI_UNKNOWN] = {unknown}, none[8] = {0};
    return lp_dpi_zvc_enc_cycle_check(enc, mask, rst_ni, 0, s_ready, none, 0, 0, 0, 0, none, 0, 0,
                                      count, 0, 0, 0, 0, 0);
}

static void unknown_outputs_are_wrong(void **state)
{
    (void)state;
    enum { S_READY, M_VALID, M_DATA, M_MEM, M_LAST, M_COUNT };
    void *enc = create("lp_zvc_enc", ""), *exact = create("lp_zvc_enc", "EXACT=1");

    /* All outputs are unknown before a reset. */
    assert_int_equal(idle(enc, 0x7ff, 1, 0, 0), 1);
    assert_int_equal(idle(enc, 0x7ff, 3, 0, 0), 1);
    assert_int_equal(idle(enc, 0x7ff, 0, 0, 0), 1);
    assert_int_equal(idle(enc, 0, 0, 1, 0), 1);
    assert_int_equal(idle(enc, 1u << S_READY, 1, 1, 0), 0);
    expect_message(enc, "lp_zvc_enc: cycle 4: s_ready_o is unknown (X or Z), due 0x1");
    assert_int_equal(idle(enc, 1u << M_VALID | 1u << S_READY, 1, 1, 0), 0);
    expect_message(enc, "lp_zvc_enc: cycle 5: s_ready_o is unknown (X or Z), due 0x1; "
                        "1 other port differs");
    assert_int_equal(idle(enc, 0, 1, 0, 0), 0);
    expect_message(enc, "lp_zvc_enc: cycle 6: s_ready_o is 0x0, due 0x1");
    /* Payload without a valid beat is ignored, except in the full comparison. */
    assert_int_equal(idle(enc, 1u << M_DATA | 1u << M_COUNT, 1, 1, 0), 1);
    assert_int_equal(idle(enc, 0, 1, 1, 5), 1);
    assert_int_equal(idle(exact, 0x7ff, 0, 0, 0), 1);
    assert_int_equal(idle(exact, 1u << M_DATA, 1, 1, 0), 0);
    expect_message(exact, "lp_zvc_enc: cycle 1: m_data_o is unknown (X or Z)");
    assert_int_equal(idle(exact, 0, 1, 1, 5), 0);
    expect_message(exact, "lp_zvc_enc: cycle 2: m_count_o is 0x5, due 0x0");
    /* After an unknown reset all outputs are unknown. */
    assert_int_equal(idle(enc, 0, 2, 0, 0), 1);
    assert_int_equal(idle(enc, 0, 1, 0, 0), 1);
    assert_int_equal(idle(enc, 0, 0, 0, 0), 1);
    assert_int_equal(idle(enc, 0, 1, 0, 0), 0);
    destroy("lp_zvc_enc", enc);
    destroy("lp_zvc_enc", exact);
}

/* ---- threads ---- */

struct part {
    unsigned number, wrong;
    uint64_t sum;
};

static uint64_t mix(uint64_t sum, uint64_t value)
{
    return (sum ^ value) * UINT64_C(0x100000001b3);
}

/* Cycles of one encoder, and handles that are created and destroyed concurrently. */
static void *work(void *argument)
{
    struct part *part = argument;
    const unsigned enc = number_of("lp_zvc_enc");
    struct lp_rng rng = {part->number};
    void *mine = lp_dpi_create(enc, part->number % 2 ? "ELEM=16" : "ELEM=8"), *dead = NULL;

    for (unsigned i = 0; i < 10 * TURNS; i++) {
        uint32_t line[LINE_WORDS] = {0}, o[10], m_data[8], stored[STORED_WORDS], bytes, sectors,
                 size;
        for (unsigned w = 0; w < 32; w++)
            line[w] = lp_below(&rng, 2) ? (uint32_t)lp_random(&rng) : 0;
        int done = lp_dpi_zvc_enc_cycle(mine, i > 0, 1, &o[0], line, 1, 0, &o[1], lp_below(&rng, 2),
                                        m_data, &o[2], &o[3], &o[4], &o[5], &o[6], &o[7], &o[8],
                                        &o[9]);
        part->wrong += done != 1;
        part->sum = mix(mix(part->sum, o[1]), m_data[lp_below(&rng, 8)]);
        part->wrong += lp_dpi_zvc_enc_step(mine, 0, line, 128, stored, &bytes, &sectors, &size) !=
                       1;
        part->sum = mix(part->sum, stored[1]);
        if (i % 16 != 0)
            continue;
        void *other = lp_dpi_create(enc, "");
        part->wrong += other == NULL || lp_dpi_destroy(other, enc) != 1;
        part->wrong += dead != NULL && lp_dpi_mismatches(dead, enc) != -1;
        part->wrong += dead != NULL && strncmp(lp_dpi_error(), "lp_dpi_zvc_enc_mism", 19) != 0;
        dead = other;
    }
    part->wrong += lp_dpi_destroy(mine, enc) != 1;
    return NULL;
}

static void threads_do_not_meet(void **state)
{
    (void)state;
    struct part alone[THREADS] = {0}, together[THREADS] = {0};
    pthread_t threads[THREADS];

    for (unsigned t = 0; t < THREADS; t++) {
        alone[t].number = together[t].number = t;
        work(&alone[t]);
    }
    for (unsigned t = 0; t < THREADS; t++)
        assert_int_equal(pthread_create(&threads[t], NULL, work, &together[t]), 0);
    for (unsigned t = 0; t < THREADS; t++) {
        assert_int_equal(pthread_join(threads[t], NULL), 0);
        assert_int_equal(together[t].wrong, 0);
        assert_int_equal(alone[t].wrong, 0);
        assert_true(together[t].sum == alone[t].sum);
    }
}

/* Several threads step one handle while it is destroyed: each call is executed or returns an
 * error. */
static void *until_dead(void *handle)
{
    uint32_t line[LINE_WORDS] = {1}, stored[STORED_WORDS], bytes, sectors, size;

    while (lp_dpi_zvc_enc_step(handle, 0, line, 128, stored, &bytes, &sectors, &size) == 1)
        ;
    return NULL;
}

static void a_handle_dies_under_its_users(void **state)
{
    (void)state;
    pthread_t threads[THREADS];

    for (unsigned i = 0; i < 20; i++) {
        void *enc = create("lp_zvc_enc", "");
        for (unsigned t = 0; t < THREADS; t++)
            assert_int_equal(pthread_create(&threads[t], NULL, until_dead, enc), 0);
        destroy("lp_zvc_enc", enc);
        for (unsigned t = 0; t < THREADS; t++)
            assert_int_equal(pthread_join(threads[t], NULL), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_handles_are_told),
        cmocka_unit_test(a_dead_handle_stays_dead),
        cmocka_unit_test(many_are_alive),
        cmocka_unit_test(interfaces_must_be_one),
        cmocka_unit_test(parameters_are_checked),
        cmocka_unit_test(cycles_without_cases),
        cmocka_unit_test(every_kind_of_case),
        cmocka_unit_test(cases_that_no_unit_takes),
        cmocka_unit_test(unknown_answers_are_wrong),
        cmocka_unit_test(unknown_outputs_are_wrong),
        cmocka_unit_test(threads_do_not_meet),
        cmocka_unit_test(a_handle_dies_under_its_users),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
