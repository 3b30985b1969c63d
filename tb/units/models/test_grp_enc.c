/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cycle model of lp_grp_enc, to which lock-step compares the RTL, and lp_grp_dec connected to its
 * output: each entry is the one of the functional encoder, and each group comes back, of random
 * groups and of the bfloat16 arrays in tb/data, with random pauses at both ends; the cycles that
 * groups of each state take in the encoder. LP_SEED repeats a run.
 */
#include "../../lib/unit.h"

#include <glob.h>
#include <linepress/grp.h>
#include <linepress/linepress.h>

#include "../../../cmodel/units/common/instance.h"
#include "../../../cmodel/units/grp/grp_ports.h"
#include "../../../cmodel/kit/grp_groups.h"

extern const struct lp_unit lp_grp_enc_unit, lp_grp_dec_unit;

static struct lp_rng rng;

enum { SECTOR = 32, SECTORS = 16, INSIDE = 8, LONG = 400, PATIENCE = 1000 };

struct due {
    uint8_t table[LP_GRP_TABLE_BYTES], group[LP_GRP_BYTES], entry[LP_GRP_BYTES];
    unsigned state, beats;
};

/* Both models; groups are numbered in the order in which they go in. */
struct pair {
    struct lp_instance enc, dec;
    struct due due[INSIDE];
    unsigned in, linked, out;                   /* groups that are past each interface */
    unsigned sector_in, beat, sector_out;       /* of the next ones */
    int alone;                                  /* the encoder, whose output is always taken */
    unsigned pause;                             /* of 16 cycles, at each end */
    unsigned cycle, quiet, first_in, first_out; /* cycles; first_out: of an entry's first beat */
};

static void open_pair(struct pair *q, unsigned pause)
{
    int values[1] = {0};

    memset(q, 0, sizeof *q);
    q->pause = pause;
    assert_int_equal(lp_model_open(&lp_grp_enc_unit, values, &q->enc), LP_OK);
    assert_int_equal(lp_model_open(&lp_grp_dec_unit, values, &q->dec), LP_OK);
    lp_instance_reset(&q->enc);
    lp_instance_reset(&q->dec);
}

static void close_pair(struct pair *q)
{
    lp_instance_close(&q->enc);
    lp_instance_close(&q->dec);
}

static void make_due(struct due *due)
{
    struct lp_grp grp;
    unsigned sectors;

    assert_int_equal(lp_grp_load(due->table, &grp), LP_OK);
    memset(due->entry, 0, sizeof due->entry);
    assert_int_equal(lp_grp_encode_entry(&grp, due->group, due->entry, &due->state), LP_OK);
    assert_int_equal(lp_grp_state_sectors(due->state, &sectors), LP_OK);
    due->beats = sectors > 0 ? sectors : 1;
}

/* The beat on the link must be the functional encoder's. */
static void check_entry(struct pair *q, const struct lp_grp_enc_out *out)
{
    const struct due *due = &q->due[q->linked % INSIDE];

    assert_true(q->linked < q->in);
    assert_memory_equal(out->m_data, due->entry + SECTOR * q->beat, SECTOR);
    assert_int_equal(out->m_state, due->state);
    assert_int_equal(out->m_last, q->beat + 1 == due->beats);
    if (q->first_out == 0)
        q->first_out = q->cycle;
    if (++q->beat == due->beats) {
        q->beat = 0;
        q->linked++;
    }
}

static void check_group(struct pair *q, const struct lp_grp_dec_out *out)
{
    const struct due *due = &q->due[q->out % INSIDE];

    assert_true(q->out < q->in);
    assert_memory_equal(out->m_data, due->group + SECTOR * q->sector_out, SECTOR);
    assert_int_equal(out->m_last, q->sector_out + 1 == SECTORS);
    assert_int_equal(out->m_err, 0);
    if (++q->sector_out == SECTORS) {
        q->sector_out = 0;
        q->out++;
    }
}

static int open_now(const struct pair *q)
{
    return lp_below(&rng, 16) >= q->pause;
}

/* A cycle, in which a sector is offered, NULL: none; 1: it is taken. */
static int cycle(struct pair *q, const uint8_t *sector, const uint8_t *table)
{
    struct lp_grp_enc_in enc_in;
    struct lp_grp_dec_in dec_in;
    struct lp_grp_enc_out enc_out;
    struct lp_grp_dec_out dec_out;
    int taken;

    memset(&enc_in, 0, sizeof enc_in);
    memset(&dec_in, 0, sizeof dec_in);
    if (sector) {
        enc_in.s_valid = 1;
        memcpy(enc_in.s_data, sector, SECTOR);
        memcpy(enc_in.s_table, table, LP_GRP_EXPONENTS);
    }
    lp_instance_eval(&q->enc, 1, &enc_in, &enc_out);
    dec_in.s_valid = enc_out.m_valid;
    memcpy(dec_in.s_data, enc_out.m_data, SECTOR);
    memcpy(dec_in.s_table, q->due[q->linked % INSIDE].table, LP_GRP_EXPONENTS);
    dec_in.s_last = enc_out.m_last;
    dec_in.s_state = enc_out.m_state;
    dec_in.m_ready = open_now(q);
    lp_instance_eval(&q->dec, 1, &dec_in, &dec_out);
    enc_in.m_ready = q->alone || dec_out.s_ready;
    lp_instance_eval(&q->enc, 1, &enc_in, &enc_out);
    taken = sector && enc_out.s_ready;
    if (enc_out.m_valid && enc_in.m_ready)
        check_entry(q, &enc_out);
    if (q->alone)
        q->out = q->linked;
    else if (dec_out.m_valid && dec_in.m_ready)
        check_group(q, &dec_out);
    lp_instance_tick(&q->enc);
    lp_instance_tick(&q->dec);
    q->quiet = taken || dec_out.m_valid ? 0 : q->quiet + 1;
    assert_true(q->quiet < PATIENCE);
    q->cycle++;
    return taken;
}

static void send(struct pair *q, const uint8_t *group, const uint8_t *table)
{
    struct due *due = &q->due[q->in % INSIDE];

    assert_true(q->in - q->out < INSIDE);
    memcpy(due->group, group, LP_GRP_BYTES);
    memcpy(due->table, table, LP_GRP_TABLE_BYTES);
    make_due(due);
    for (unsigned s = 0; s < SECTORS;) {
        int offer = q->pause == 0 || open_now(q);
        if (s == 0 && q->in == 0 && q->first_in == 0 && offer)
            q->first_in = q->cycle;
        if (!offer) {
            cycle(q, NULL, NULL);
            continue;
        }
        /* A sector that is offered stays until it is taken. */
        while (!cycle(q, group + SECTOR * s, table))
            ;
        s++;
        if (s == 1)
            q->in++;
    }
}

static void drain(struct pair *q)
{
    while (q->out != q->in)
        cycle(q, NULL, NULL);
}

static void random_groups(void **state)
{
    uint8_t table[LP_GRP_TABLE_BYTES], group[LP_GRP_BYTES];
    unsigned seen[5] = {0};
    struct pair q;

    (void)state;
    for (unsigned pause = 0; pause < 12; pause += 4) {
        open_pair(&q, pause);
        for (unsigned i = 0; i < LONG; i++) {
            grp_table(&rng, table);
            grp_group(&rng, table, group);
            if (i % 16 == 5)
                memset(group, 0, sizeof group);
            if (i % 16 == 7)
                grp_counted(&rng, table, 240, lp_below(&rng, 4), lp_below(&rng, 6), group);
            send(&q, group, table);
            seen[q.due[(q.in - 1) % INSIDE].state]++;
        }
        drain(&q);
        close_pair(&q);
    }
    for (unsigned i = 0; i < 5; i++) {
        printf("# state %u: %u groups\n", i, seen[i]);
        assert_true(seen[i] > 0);
    }
}

/* The bytes of an array; *bytes = how many. */
static uint8_t *read_npy(const char *path, size_t *bytes)
{
    FILE *file = fopen(path, "rb");
    uint8_t head[10], *data;
    long end, begin;

    assert_non_null(file);
    assert_int_equal(fread(head, 1, sizeof head, file), sizeof head);
    begin = 10 + head[8] + 256 * head[9];
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    end = ftell(file);
    assert_true(end > begin);
    *bytes = (size_t)(end - begin);
    data = malloc(*bytes);
    assert_non_null(data);
    assert_int_equal(fseek(file, begin, SEEK_SET), 0);
    assert_int_equal(fread(data, 1, *bytes, file), *bytes);
    fclose(file);
    return data;
}

static unsigned send_array(struct pair *q, const char *path)
{
    uint8_t table[LP_GRP_TABLE_BYTES], group[LP_GRP_BYTES];
    size_t bytes;
    uint8_t *data = read_npy(path, &bytes);
    unsigned stored = 0;

    assert_int_equal(lp_grp_choose(data, bytes, table), LP_OK);
    for (size_t at = 0; at < bytes; at += LP_GRP_BYTES) {
        size_t now = bytes - at < LP_GRP_BYTES ? bytes - at : LP_GRP_BYTES;
        memset(group, 0, sizeof group);
        memcpy(group, data + at, now);
        send(q, group, table);
        stored += q->due[(q->in - 1) % INSIDE].state < LP_GRP_RAW;
    }
    free(data);
    return stored;
}

static void arrays(void **state)
{
    glob_t files;
    unsigned stored = 0;
    struct pair q;

    (void)state;
    assert_int_equal(glob("tb/data/dl/*_bf16.npy", 0, NULL, &files), 0);
    open_pair(&q, 3);
    for (size_t i = 0; i < files.gl_pathc; i++)
        stored += send_array(&q, files.gl_pathv[i]);
    drain(&q);
    printf("# %zu arrays, %u groups, %u of them in fewer than 16 sectors, %u cycles\n",
           files.gl_pathc, q.out, stored, q.cycle);
    assert_true(files.gl_pathc > 10 && stored > 100 && stored < q.out);
    globfree(&files);
    close_pair(&q);
}

/* Groups of these states in turn, without pauses: the cycles in which half of them go in. */
static unsigned cycles(const char *states, unsigned *latency)
{
    static const unsigned ones[] = {0, 0, 200, 250, 0}, twos[] = {0, 0, 10, 100, 200};
    uint8_t table[LP_GRP_TABLE_BYTES], group[LP_GRP_BYTES];
    unsigned count = (unsigned)strlen(states), half = 0;
    struct pair q;

    open_pair(&q, 0);
    q.alone = 1;
    grp_table(&rng, table);
    for (unsigned i = 0; i < LONG; i++) {
        unsigned s = (unsigned)(states[i % count] - '0');
        grp_counted(&rng, table, s == 3 ? 256 - twos[s] : ones[s], twos[s], s == 4 ? 50 : 0, group);
        if (s == 0)
            memset(group, 0, sizeof group);
        if (i == LONG / 2)
            half = q.cycle;
        send(&q, group, table);
        assert_int_equal(q.due[(q.in - 1) % INSIDE].state, s);
    }
    half = q.cycle - half;
    *latency = q.first_out - q.first_in;
    drain(&q);
    close_pair(&q);
    return half;
}

static void timing(void **state)
{
    static const char *const rows[] = {"0", "1", "2", "3", "4", "01", "03", "14", "34", "01234"};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned latency, all = cycles(rows[i], &latency);
        printf("# states %s: latency %u, %u cycles for %u groups\n", rows[i], latency, all,
               LONG / 2);
        assert_int_equal(latency, 20);
        assert_int_equal(all, SECTORS * (LONG / 2));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_groups),
        cmocka_unit_test(arrays),
        cmocka_unit_test(timing),
    };

    unit_seed();
    rng.state = unit_random();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
