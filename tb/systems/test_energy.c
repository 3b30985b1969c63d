/* SPDX-License-Identifier: Apache-2.0 */
/* The energy of accesses by term, and the counts and the toggle of a small snapshot set. */
#include "../lib/unit.h"

#include "../../cmodel/systems/energy/energy_set.h"
#include <linepress/gbbr.h>
#include <math.h>
#include <sys/stat.h>

static double defaults[LPI_ENERGY_CONSTANTS];

static void near(double got, double due)
{
    if (!(fabs(got - due) <= 1e-9 * fabs(due)))
        fail_msg("%.17g is not %.17g", got, due);
}

static void test_terms(void **state)
{
    (void)state;
    struct lpi_energy_counts n = {.plain = 3,
                                  .compressed = 5,
                                  .buddy = 2,
                                  .packets = 1,
                                  .metadata = 4,
                                  .activations = 7,
                                  .metadata_activations = 6};
    double terms[LPI_ENERGY_TERMS], sum = lpi_energy_of(&n, 0.25, defaults, terms);
    near(terms[LPI_ENERGY_ACTIVATION], 7 * 909.0);
    near(terms[LPI_ENERGY_COLUMN], 8 * 256 * 1.51);
    near(terms[LPI_ENERGY_SENSING], (3 * 0.25 + 5) * 256 * 1.97);
    near(terms[LPI_ENERGY_LINK], 2 * 256 * 22.0);
    near(terms[LPI_ENERGY_HEADER], 32 * 8 * 22.0);
    near(terms[LPI_ENERGY_METADATA], 6 * 909.0 + 4 * 256 * (1.51 + 1.97));
    double all = 0;
    for (unsigned t = 0; t < LPI_ENERGY_TERMS; t++)
        all += terms[t];
    near(sum, all);
}

/* ---- a set ---- */

#define LINES 1024u

struct set {
    char folder[64], file[96];
};

static void write_set(struct set *s, const uint8_t *bytes)
{
    char point[80];
    snprintf(s->folder, sizeof s->folder, "/tmp/linepress-energy.XXXXXX");
    assert_non_null(mkdtemp(s->folder));
    snprintf(point, sizeof point, "%s/1", s->folder);
    assert_int_equal(mkdir(point, 0700), 0);
    snprintf(s->file, sizeof s->file, "%s/1/a.bin", s->folder);
    FILE *file = fopen(s->file, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, LINES * LP_LINE_BYTES, file), LINES * LP_LINE_BYTES);
    fclose(file);
}

static void remove_set(const struct set *s)
{
    char point[80];
    snprintf(point, sizeof point, "%s/1", s->folder);
    remove(s->file);
    remove(point);
    remove(s->folder);
}

static void open_job(const struct set *s, struct profile_ask *ask, struct profile_job *job)
{
    static char *operands[1];
    struct lpi_fault fault = {0};
    operands[0] = (char *)s->folder;
    *ask = (struct profile_ask){.goal = {.threshold = 300000,
                                         .zero_threshold = 300000,
                                         .max_ratio = 4 * LPI_MILLION,
                                         .page_log2 = 16},
                                .codec = LP_PAGE_ZVC,
                                .operands = operands,
                                .count = 1,
                                .threads = 1};
    memset(ask->goal.codec, LP_PAGE_ZVC, sizeof ask->goal.codec);
    if (profile_open(ask, job, &fault) != 0)
        fail_msg("%s", fault.why);
}

/* With ZVC a line of k words that are not zero has 4 bytes of mask and 4k more. */
static void fill_line(uint8_t *line, unsigned words)
{
    memset(line, 0, LP_LINE_BYTES);
    for (unsigned w = 0; w < words; w++)
        line[4 * w] = 1;
}

/* Three quarters of the lines have 2 sectors, the rest are raw: 2x spills a quarter. */
static void test_counts(void **state)
{
    (void)state;
    static uint8_t bytes[LINES * LP_LINE_BYTES];
    struct set s;
    struct profile_ask ask;
    struct profile_job job;
    for (unsigned i = 0; i < LINES; i++)
        fill_line(bytes + (size_t)i * LP_LINE_BYTES, i % 4 == 0 ? 32 : 12);
    write_set(&s, bytes);
    open_job(&s, &ask, &job);
    assert_int_equal(job.steps[PROFILE_ZERO]->targets[0], LP_TARGET_2);
    struct lpi_energy_reading reading = {.row_hits = {0.5, 0.75, 0.875}, .metadata_hits = 0.75};
    struct lpi_energy_counts n = lpi_energy_count(&job, LPI_ENERGY_UNCOMPRESSED, &reading);
    near(n.plain, 4.0 * LINES);
    near(n.activations, 2.0 * LINES);
    assert_true(n.compressed == 0 && n.buddy == 0 && n.packets == 0 && n.metadata == 0);
    n = lpi_energy_count(&job, LPI_ENERGY_BANDWIDTH, &reading);
    near(n.plain, 1.0 * LINES);
    near(n.compressed, 1.5 * LINES);
    near(n.activations, 2.5 * LINES / 4);
    assert_true(n.buddy == 0 && n.metadata == 0);
    reading.paid = 1;
    n = lpi_energy_count(&job, LPI_ENERGY_BANDWIDTH, &reading);
    near(n.metadata, LINES / 4.0);
    near(n.metadata_activations, LINES / 16.0);
    n = lpi_energy_count(&job, LPI_ENERGY_BUDDY, &reading);
    near(n.plain, 1.0 * LINES);
    near(n.compressed, 1.5 * LINES);
    near(n.buddy, 0.5 * LINES);
    near(n.packets, 0.25 * LINES);
    near(n.metadata, LINES / 4.0);
    near(n.metadata_activations, LINES / 32.0);
    profile_close(&job);
    remove_set(&s);
}

/* Bit by bit, over chunks of 64 KiB. */
static double slow_toggle(const uint8_t *bytes, size_t count, size_t beat)
{
    uint64_t flips = 0, bits = 0;
    for (size_t i = beat; i < count / beat * beat; i++)
        for (unsigned b = 0; b < 8; b++, bits++)
            flips += (uint64_t)((bytes[i] ^ bytes[i - beat]) >> b & 1);
    return (double)flips / (double)bits;
}

static void test_toggle(void **state)
{
    (void)state;
    static uint8_t bytes[LINES * LP_LINE_BYTES];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(unit_random() & unit_random());
    for (unsigned beat = 8; beat <= 32; beat *= 2) {
        struct set s;
        struct profile_ask ask;
        struct profile_job job;
        struct lpi_fault fault = {0};
        double toggle = -1;
        write_set(&s, bytes);
        open_job(&s, &ask, &job);
        assert_int_equal(lpi_energy_toggle(job.set, beat, &toggle, &fault), 0);
        near(toggle, slow_toggle(bytes, sizeof bytes, beat));
        profile_close(&job);
        remove_set(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terms),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_toggle),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    for (unsigned i = 0; i < LPI_ENERGY_CONSTANTS; i++)
        defaults[i] = lpi_energy_constants[i].value;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
