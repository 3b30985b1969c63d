/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cycle model of lp_grp_dec, to which lock-step compares the RTL: the golden vectors of the slow
 * twin, each good entry decoded and each bad one refused with the next group right, and the cycles
 * that groups of each state take. LP_SEED repeats a run.
 */
#include "../../lib/unit.h"

#include <linepress/grp.h>
#include <linepress/linepress.h>

#include "../../../cmodel/units/common/instance.h"
#include "../../../cmodel/units/grp/grp_ports.h"

extern const struct lp_unit lp_grp_dec_unit;

enum { SECTOR = 32, BEATS = 16, TEXT = 4096, PATIENCE = 200, LONG = 400 };

struct vector {
    uint8_t table[LP_GRP_TABLE_BYTES], entry[BEATS * SECTOR], group[LP_GRP_BYTES];
    unsigned state, beats;
    int bad;
};

static size_t from_hex(const char *text, uint8_t *bytes, size_t most)
{
    size_t n = 0;
    unsigned byte;

    while (n < most && sscanf(text + 2 * n, "%2x", &byte) == 1)
        bytes[n++] = (uint8_t)byte;
    return n;
}

/* 0: the line is a comment. */
static int parse(const char *line, struct vector *v)
{
    static char table[TEXT], entry[TEXT], group[TEXT];

    if (line[0] == '#')
        return 0;
    memset(v, 0, sizeof *v);
    assert_int_equal(sscanf(line, "%4095s %u %4095s %4095s", table, &v->state, entry, group), 4);
    assert_int_equal(from_hex(table, v->table, sizeof v->table), sizeof v->table);
    v->beats = (unsigned)from_hex(entry, v->entry, sizeof v->entry) / SECTOR;
    if (v->beats == 0)
        v->beats = 1;
    v->bad = strcmp(group, "error") == 0;
    if (!v->bad)
        assert_int_equal(from_hex(group, v->group, sizeof v->group), LP_GRP_BYTES);
    return 1;
}

/* A run of the model: its input and output so far. */
struct run {
    struct lp_instance unit;
    const struct vector *in;
    unsigned beat; /* of in that is offered; in->beats: none is */
    uint8_t group[LP_GRP_BYTES];
    unsigned sectors;
    int ended, err;
    unsigned cycle, first_at; /* of a run: cycles, and the one in which a sector is out */
};

static void offer(const struct run *r, struct lp_grp_dec_in *in)
{
    memset(in, 0, sizeof *in);
    in->m_ready = 1;
    if (r->beat == r->in->beats)
        return;
    in->s_valid = 1;
    memcpy(in->s_data, r->in->entry + SECTOR * r->beat, SECTOR);
    in->s_last = r->beat + 1 == r->in->beats;
    in->s_state = r->in->state;
    memcpy(in->s_table, r->in->table, LP_GRP_EXPONENTS);
}

static void step(struct run *r)
{
    struct lp_grp_dec_in in;
    struct lp_grp_dec_out out;

    offer(r, &in);
    lp_instance_eval(&r->unit, 1, &in, &out);
    r->ended = 0;
    if (out.m_valid) {
        assert_true(r->sectors < LP_GRP_SECTORS);
        memcpy(r->group + SECTOR * r->sectors++, out.m_data, SECTOR);
        r->ended = (int)out.m_last;
        r->err = (int)out.m_err;
        if (r->first_at == 0)
            r->first_at = r->cycle;
    }
    if (in.s_valid && out.s_ready)
        r->beat++;
    lp_instance_tick(&r->unit);
    r->cycle++;
}

static void start(struct run *r)
{
    int values[1] = {0};

    memset(r, 0, sizeof *r);
    assert_int_equal(lp_model_open(&lp_grp_dec_unit, values, &r->unit), LP_OK);
    lp_instance_reset(&r->unit);
}

static void decode(struct run *r, const struct vector *v)
{
    unsigned limit = r->cycle + PATIENCE;

    r->in = v;
    r->beat = r->sectors = 0;
    do
        step(r);
    while ((!r->ended || r->beat != v->beats) && r->cycle < limit);
    assert_true(r->cycle < limit);
    assert_int_equal(r->sectors, LP_GRP_SECTORS);
    assert_int_equal(r->err, v->bad);
    if (!v->bad)
        assert_memory_equal(r->group, v->group, LP_GRP_BYTES);
}

static void vectors_decode(void **state)
{
    const char *build = getenv("BUILD");
    char command[TEXT], *line = malloc(4 * TEXT);
    unsigned good = 0, bad = 0;
    struct vector v;
    struct run r;

    (void)state;
    assert_non_null(line);
    snprintf(command, sizeof command, "LP_SEED=%llu %s/unit/grp_vectors",
             (unsigned long long)(unit_random() >> 8), build ? build : "build");
    printf("# %s\n", command);
    FILE *file = popen(command, "r");
    assert_non_null(file);
    start(&r);
    while (fgets(line, 4 * TEXT, file)) {
        if (!parse(line, &v))
            continue;
        decode(&r, &v);
        good += !v.bad;
        bad += v.bad != 0;
    }
    assert_int_equal(pclose(file), 0);
    printf("# %u groups and %u errors\n", good, bad);
    assert_true(good > 100 && bad > 20);
    lp_instance_close(&r.unit);
    free(line);
}

/* Groups of these states in turn, without gaps: the cycles of the second half of them. */
static unsigned cycles(const char *states, unsigned *latency)
{
    static const unsigned beats[] = {1, 10, 11, 12, 16};
    unsigned count = (unsigned)strlen(states), groups = 0, started = 0, half = 0;
    struct vector v = {.beats = 0};
    struct run r;

    start(&r);
    r.in = &v;
    while (groups < LONG) {
        if (r.beat == v.beats) {
            v.state = (unsigned)(states[started++ % count] - '0');
            v.beats = beats[v.state];
            r.beat = 0;
        }
        step(&r);
        if (r.ended) {
            r.sectors = 0;
            if (++groups == LONG / 2)
                half = r.cycle;
        }
    }
    *latency = r.first_at;
    lp_instance_close(&r.unit);
    return r.cycle - half;
}

static void timing(void **state)
{
    /* Cycles of two groups. */
    static const struct {
        const char *states;
        unsigned latency, two;
    } rows[] = {{"0", 7, 32},  {"1", 8, 32},  {"2", 9, 32},  {"3", 10, 32}, {"4", 7, 32},
                {"01", 7, 32}, {"13", 8, 32}, {"14", 8, 33}, {"24", 9, 34}, {"34", 10, 35}};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned latency, all = cycles(rows[i].states, &latency);
        printf("# states %s: latency %u, %u cycles for %u groups\n", rows[i].states, latency, all,
               LONG / 2);
        assert_int_equal(latency, rows[i].latency);
        assert_int_equal(all, rows[i].two * (LONG / 4));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_decode),
        cmocka_unit_test(timing),
    };

    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
