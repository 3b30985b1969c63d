/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Internals of the golden-model kit: runs in several threads are independent, a case survives a
 * round trip through text, and any answer of a unit can be parsed.
 */
#include "../lib/unit.h"

#include "../../cmodel/kit/run.h"
#include <linepress/linepress.h>
#include <pthread.h>

#define CASES 400
#define THREADS 4

static uint64_t seed;

static uint64_t mixed(uint64_t digest, const void *data, size_t bytes)
{
    const uint8_t *at = data;
    for (size_t i = 0; i < bytes; i++)
        digest = (digest ^ at[i]) * 0x100000001b3u;
    return digest;
}

static struct lpi_case_head head_of(const struct lpi_kit_unit *unit)
{
    struct lpi_case_head head = {.unit = unit, .seed = seed};
    lpi_kit_defaults(unit, head.values);
    return head;
}

/* A digest of the text of all cases of all kinds. */
static void *all_cases(void *result)
{
    uint64_t digest = 0xcbf29ce484222325u;

    for (size_t k = 0; k < lpi_kit_nunits; k++) {
        struct lpi_case_head head = head_of(lpi_kit_units[k]);
        struct lpi_kit_run run;
        char *text = malloc(lpi_case_room(head.unit));
        if (text == NULL || !lpi_kit_run_open(&run, &head, 2))
            abort();
        for (unsigned i = 0; i < CASES; i++) {
            lpi_kit_run_make(&run);
            if (lpi_kit_run_expect(&run) != NULL)
                abort();
            char *end = lpi_case_put(head.unit->in, run.nin, &run.in, text);
            digest = mixed(digest, text, (size_t)(end - text));
            end = lpi_case_put(head.unit->out, run.nout, &run.due, text);
            digest = mixed(digest, text, (size_t)(end - text));
        }
        lpi_kit_run_close(&run);
        free(text);
    }
    *(uint64_t *)result = digest;
    return NULL;
}

static void test_threads(void **state)
{
    uint64_t alone, digest[THREADS];
    pthread_t thread[THREADS];

    (void)state;
    all_cases(&alone);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, all_cases, &digest[i]), 0);
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        assert_true(digest[i] == alone);
    }
}

static void assert_same(const struct lpi_kit_field *fields, const struct lpi_kit_side *a,
                        const struct lpi_kit_side *b, size_t count)
{
    assert_int_equal(lpi_kit_differ(fields, a, b, count), count);
}

static void test_text(void **state)
{
    (void)state;
    for (size_t k = 0; k < lpi_kit_nunits; k++) {
        struct lpi_case_head head = head_of(lpi_kit_units[k]), again;
        struct lpi_kit_side back = {
            .room = malloc(lpi_kit_room(head.unit->in, head.unit->nin) + 1)};
        char *text = malloc(lpi_case_room(head.unit)), why[LPI_CASE_HEAD];
        struct lpi_kit_run run;

        assert_true(lpi_kit_run_open(&run, &head, 1));
        lpi_case_put_head(&head, why);
        strcpy(text, why);
        assert_true(lpi_case_get_head(text, &again, why));
        assert_ptr_equal(again.unit, head.unit);
        assert_true(again.seed == head.seed);
        for (unsigned i = 0; i < CASES; i++) {
            const char *at = text;
            lpi_kit_run_make(&run);
            *lpi_case_put(head.unit->in, run.nin, &run.in, text) = '\0';
            assert_true(strlen(text) < lpi_case_room(head.unit));
            assert_true(lpi_case_get(head.unit->in, run.nin, &at, &back, why));
            assert_int_equal(*at, '\0');
            assert_same(head.unit->in, &run.in, &back, run.nin);
        }
        lpi_kit_run_close(&run);
        free(back.room);
        free(text);
    }
}

/* Any answer of the right kinds of fields: mostly the right one with a small change. */
static void random_answer(struct lp_rng *rng, const struct lpi_kit_run *run,
                          struct lpi_kit_side *got)
{
    const struct lpi_kit_unit *unit = run->head.unit;

    lpi_kit_clear(got);
    for (size_t i = 0; i < run->nout; i++) {
        const struct lpi_kit_field *field = &unit->out[i];
        const struct lpi_kit_value *due = &run->due.field[i];
        size_t bytes = lp_below(rng, 2) ? due->bytes : lp_below(rng, (uint32_t)field->most + 1);
        if (field->bits != 0) {
            lpi_kit_number(got, i,
                           lp_below(rng, 2) ? due->number : lp_random(rng) >> (64 - field->bits));
            continue;
        }
        uint8_t *to = lpi_kit_bytes(got, i, NULL, bytes);
        for (size_t b = 0; b < bytes; b++)
            to[b] = b < due->bytes && lp_below(rng, 16) ? due->data[b] : (uint8_t)lp_random(rng);
    }
}

/* The sanitizers check the reads of an explanation. */
static void test_explain(void **state)
{
    struct lp_rng rng = {seed};

    (void)state;
    for (size_t k = 0; k < lpi_kit_nunits; k++) {
        for (int form = 0; form < 2; form++) {
            struct lpi_case_head head = head_of(lpi_kit_units[k]);
            struct lpi_kit_run run;
            if (form == 1 && !lpi_kit_set(head.unit, "STREAM", 1, head.values))
                continue;
            assert_true(lpi_kit_run_open(&run, &head, 2));
            for (unsigned i = 0; i < CASES; i++) {
                char text[LPI_CASE_HEAD] = "";
                lpi_kit_run_make(&run);
                assert_null(lpi_kit_run_expect(&run));
                random_answer(&rng, &run, &run.got);
                size_t field = lpi_kit_differ(head.unit->out, &run.due, &run.got, run.nout);
                if (field == run.nout)
                    continue;
                head.unit->explain(head.values, &run.in, &run.due, &run.got, field, text,
                                   sizeof text);
                assert_true(strlen(text) < sizeof text);
            }
            lpi_kit_run_close(&run);
        }
    }
}

/* Two lines of one element each in a stream: the mask bit is that of its line. */
static void test_stream_words(void **state)
{
    struct lpi_case_head head = head_of(lpi_kit_named("zvc-enc"));
    uint8_t lines[2 * LP_LINE_BYTES] = {[4] = 1, [LP_LINE_BYTES + 40] = 2};
    struct lpi_kit_run run;
    char text[LPI_CASE_HEAD] = "";

    (void)state;
    assert_true(lpi_kit_set(head.unit, "STREAM", 1, head.values));
    assert_true(lpi_kit_run_open(&run, &head, 1));
    lpi_kit_clear(&run.in);
    lpi_kit_bytes(&run.in, 0, lines, sizeof lines);
    assert_null(lpi_kit_run_expect(&run));
    assert_int_equal(run.due.field[0].bytes, 16);
    lpi_kit_clear(&run.got);
    uint8_t *got = lpi_kit_bytes(&run.got, 0, run.due.field[0].data, 16);
    got[9] ^= 4; /* the second mask begins at byte 8; word 10 is bit 2 of its byte 1 */
    head.unit->explain(head.values, &run.in, &run.due, &run.got, 0, text, sizeof text);
    assert_string_equal(text, "line 1, byte 1 of its record: mask bit 10 is 0, due 1");
    got[9] ^= 4;
    got[13] ^= 1;
    head.unit->explain(head.values, &run.in, &run.due, &run.got, 0, text, sizeof text);
    assert_string_equal(text, "line 1, byte 5 of its record: element 10, its byte 1");
    lpi_kit_run_close(&run);
}

/* The explanation for a BPC decoder, computed by hand. */
static void test_words(void **state)
{
    struct lpi_case_head head = head_of(lpi_kit_named("bpc-enc"));
    uint8_t line[LP_LINE_BYTES] = {0};
    struct lpi_kit_run run;
    char text[LPI_CASE_HEAD] = "";

    (void)state;
    assert_true(lpi_kit_run_open(&run, &head, 1));
    /* Words 5, 6, 6, ...: base 0010101, planes 32..1 zero (01 11110), plane 0 a single one at 0. */
    for (unsigned i = 0; i < 32; i++)
        line[4 * i] = i == 0 ? 5 : 6;
    lpi_kit_clear(&run.in);
    lpi_kit_bytes(&run.in, 0, line, sizeof line);
    assert_null(lpi_kit_run_expect(&run));
    assert_int_equal(run.due.field[2].number, 7 + 7 + 10);
    random_answer(&(struct lp_rng){1}, &run, &run.got);
    lpi_kit_clear(&run.got);
    uint8_t *got = lpi_kit_bytes(&run.got, 0, run.due.field[0].data, LP_SECTOR_BYTES);
    lpi_kit_number(&run.got, 1, 1);
    got[2] ^= 0x10; /* bit 19 */
    head.unit->explain(head.values, &run.in, &run.due, &run.got, 0, text, sizeof text);
    assert_string_equal(text, "bit 19 of the stream: plane 0: a single one, its bit 5 of 10");
    got[2] ^= 0x10;
    got[1] ^= 0x80; /* bit 8 */
    head.unit->explain(head.values, &run.in, &run.due, &run.got, 0, text, sizeof text);
    assert_string_equal(text,
                        "bit 8 of the stream: plane 32: a run of zero planes, its bit 1 of 7");
    lpi_kit_run_close(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),      cmocka_unit_test(test_text),
        cmocka_unit_test(test_explain),      cmocka_unit_test(test_words),
        cmocka_unit_test(test_stream_words),
    };
    unit_seed();
    seed = unit_random();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
