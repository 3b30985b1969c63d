/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycles per line of the models of lp_mixed_enc and lp_mixed_dec where the next unit never stalls:
 * the encoder keeps the interval of 4 for every sequence of lines; how many beats of a queue the
 * decoder needs.
 * Comments of the output are the tables of docs/reference/units/codec.md.
 */
#include "../../lib/unit.h"

#include <limits.h>

#include "../../../cmodel/base/bytes.h"
#include "../../../cmodel/base/rng.h"
#include "../../../cmodel/units/codec/codec_cycle.h"
#include "../../../cmodel/units/common/instance.h"
#include "../../../cmodel/units/common/params.h"
#include <linepress/linepress.h>

/* Lines of a run, and those before the first that counts. */
enum { LINES = 2000, WARM = 200 };
enum { BEST = 4, ANY = 5, IN_TURN = 6 };

/* Kinds of lines, by what stores them best. */
enum kind { RAW, ZERO, ZVC1, XZVC2, BPC2, BPC3, EBD2, EBD3, KINDS };

static void put(uint8_t *to, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        to[i] = (uint8_t)(value >> (8 * i));
}

/* bfloat16 with one of five exponents. */
static unsigned weight(struct lp_rng *rng)
{
    return lp_below(rng, 2) << 15 | (120 + lp_below(rng, 5)) << 7 | lp_below(rng, 128);
}

/* Words that grow by less than `step`. */
static void ramp(struct lp_rng *rng, uint32_t step, uint8_t *line)
{
    uint32_t word = (uint32_t)lp_random(rng);
    for (unsigned i = 0; i < LP_LINE_BYTES / 4; i++, word += lp_below(rng, step))
        put(line + 4 * i, word, 4);
}

static void make(struct lp_rng *rng, enum kind kind, uint8_t *line)
{
    uint64_t word = lp_random(rng);

    memset(line, 0, LP_LINE_BYTES);
    switch (kind) {
    case RAW:
        for (unsigned i = 0; i < LP_LINE_BYTES; i += 8)
            put(line + i, lp_random(rng), 8);
        break;
    case ZVC1:
        for (unsigned i = 0; i < 10; i++)
            put(line + 2 * lp_below(rng, 64), 1 + lp_below(rng, 250), 2);
        break;
    case XZVC2:
        for (unsigned i = 0; i < 16; i++, word ^= 1 + lp_below(rng, 0xffff))
            put(line + 8 * i, i % 2 ? word ^ 0x5a5a0000 : word, 8);
        break;
    case BPC2: ramp(rng, 4000, line); break;
    case BPC3: ramp(rng, 400000, line); break;
    case EBD2:
    case EBD3:
        for (unsigned i = 0; i < 64; i++)
            if (kind == EBD3 || i % 32 < 17)
                put(line + 2 * i, weight(rng), 2);
        break;
    default: break;
    }
}

/* A sequence: kinds in turn, all at random if there is none. */
struct sequence {
    const char *name;
    unsigned codec, kinds;
    enum kind kind[2];
};

static void open_model(const struct lp_unit *unit, const int *values, struct lp_instance *q)
{
    assert_int_equal(lp_model_open(unit, values, q), LP_OK);
    lp_instance_reset(q);
}

/* Cycles from a line's first sector in to its first sector out. */
struct latency {
    unsigned least, most;
};

/* Cycles per line. The input is ready in every cycle. */
static double encoder_pace(const struct sequence *of, bool quick, struct latency *latency)
{
    struct lp_rng rng = {unit_random()};
    struct lp_instance enc;
    struct lp_mixed_enc_in in = {.m_ready = 1, .quick = quick};
    struct lp_mixed_enc_out out;
    uint8_t line[LP_LINE_BYTES];
    int values[LP_MAX_PARAMS];
    unsigned sector = 0, lines = 0, left = 0, cycle = 0, begun[LINES];
    bool begins = true;

    *latency = (struct latency){.least = UINT_MAX};
    lp_unit_defaults(&lp_mixed_enc_unit, values);
    open_model(&lp_mixed_enc_unit, values, &enc);
    for (; lines < LINES; cycle++) {
        if (sector == 0 && !in.s_valid) {
            make(&rng, of->kinds ? of->kind[lines % of->kinds] : lp_below(&rng, KINDS), line);
            in.s_codec = of->codec == ANY       ? lp_below(&rng, 4)
                         : of->codec == IN_TURN ? lines % 4
                                                : of->codec;
        }
        in.s_valid = 1;
        lpi_words_of_bytes(in.s_data, line + sector * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
        assert_true(cycle < 20 * LINES);
        lp_instance_eval(&enc, 1, &in, &out);
        lp_instance_tick(&enc);
        assert_true(out.s_ready);
        if (out.m_valid) {
            unsigned took = cycle - begun[left];
            if (begins && took > latency->most)
                latency->most = took;
            if (begins && took < latency->least)
                latency->least = took;
            begins = out.m_last;
            left += out.m_last;
        }
        if (sector == 0)
            begun[lines] = cycle;
        sector = (sector + 1) % LP_LINE_SECTORS;
        lines += sector == 0;
        in.s_valid = sector != 0;
    }
    lp_instance_close(&enc);
    return (double)(cycle - begun[WARM]) / (LINES - WARM);
}

static void the_encoder_keeps_pace(void **state)
{
    static const struct sequence all[] = {
        {"raw", BEST, 1, {RAW}},
        {"zero", BEST, 1, {ZERO}},
        {"one sector by ZVC", BEST, 1, {ZVC1}},
        {"two by XZVC", BEST, 1, {XZVC2}},
        {"two by EBD", BEST, 1, {EBD2}},
        {"three by EBD", BEST, 1, {EBD3}},
        {"two by BPC", BEST, 1, {BPC2}},
        {"three by BPC", BEST, 1, {BPC3}},
        {"two by XZVC, three by BPC", BEST, 2, {XZVC2, BPC3}},
        {"three by EBD, two by BPC", BEST, 2, {EBD3, BPC2}},
        {"three by EBD, one by ZVC", BEST, 2, {EBD3, ZVC1}},
        {"kinds at random", BEST, 0, {RAW}},
        {"codecs given, in turn", IN_TURN, 0, {RAW}},
        {"codecs given, at random", ANY, 0, {RAW}},
    };

    (void)state;
    printf("# lp_mixed_enc, cycles per line, latency; the same with quick\n");
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        printf("# %-26s", all[i].name);
        for (unsigned quick = 0; quick < 2; quick++) {
            struct latency latency;
            double pace = encoder_pace(&all[i], quick, &latency);
            assert_true(pace == 4);
            assert_true(latency.least >= 11 && latency.most <= 13);
            printf("  %.3f %u to %u", pace, latency.least, latency.most);
        }
        printf("\n");
    }
}

/* ---- decoder ---- */

struct entry {
    uint8_t bytes[LP_LINE_BYTES];
    unsigned codec, sectors;
};

/* Three sectors by this codec. */
static void make_entry(struct lp_rng *rng, unsigned codec, struct entry *to)
{
    uint8_t line[LP_LINE_BYTES] = {0};

    to->codec = codec;
    do {
        make(rng, codec == LP_MIXED_BPC ? BPC3 : EBD3, line);
        if (codec == LP_MIXED_ZVC)
            memset(line + 80, 0, LP_LINE_BYTES - 80);
        assert_int_equal(codec == LP_MIXED_BPC ? lp_bpc_encode_entry(line, to->bytes, &to->sectors)
                         : codec == LP_MIXED_EBD
                             ? lp_ebd_encode_entry(line, to->bytes, &to->sectors)
                             : lp_zvc_encode_entry(LP_ELEM_16, line, to->bytes, &to->sectors),
                         LP_OK);
    } while (to->sectors != 3);
}

/* A line of BPC, then three by ZVC or, where a bit of `which` is set, EBD; and again. */
static double decoder_pace(int queue, unsigned which)
{
    struct lp_rng rng = {unit_random()};
    struct lp_instance dec;
    struct lp_mixed_dec_in in = {.m_ready = 1};
    struct lp_mixed_dec_out out;
    struct entry entry;
    int values[LP_MAX_PARAMS];
    unsigned beat = 0, lines = 0, left = 0, cycle = 0, first = 0;

    lp_unit_defaults(&lp_mixed_dec_unit, values);
    assert_int_equal(lp_unit_set(&lp_mixed_dec_unit, "EBD_QUEUE", queue, values), LP_OK);
    open_model(&lp_mixed_dec_unit, values, &dec);
    for (; left < LINES; cycle++) {
        if (beat == 0 && !in.s_valid) {
            unsigned at = lines % 4;
            make_entry(&rng,
                       at == 0                 ? LP_MIXED_BPC
                       : which >> (at - 1) & 1 ? LP_MIXED_EBD
                                               : LP_MIXED_ZVC,
                       &entry);
        }
        in.s_valid = 1;
        in.s_codec = entry.codec;
        in.s_sectors = entry.sectors;
        in.s_last = beat + 1 == entry.sectors;
        lpi_words_of_bytes(in.s_data, entry.bytes + beat * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
        assert_true(cycle < 20 * LINES);
        lp_instance_eval(&dec, 1, &in, &out);
        lp_instance_tick(&dec);
        assert_false(out.m_err);
        left += out.m_valid && out.m_last;
        if (left == WARM && out.m_last)
            first = cycle;
        if (out.s_ready) {
            beat = in.s_last ? 0 : beat + 1;
            lines += beat == 0;
            in.s_valid = beat != 0;
        }
    }
    lp_instance_close(&dec);
    return (double)(cycle - 1 - first) / (LINES - WARM);
}

static void the_decoder_needs_its_queue(void **state)
{
    (void)state;
    printf("# lp_mixed_dec, cycles per line at most\n");
    for (int queue = 3; queue <= 6; queue++) {
        double most = 0;
        for (unsigned which = 0; which < 8; which++) {
            double pace = decoder_pace(queue, which);
            most = pace > most ? pace : most;
        }
        printf("# EBD_QUEUE %d: %.3f\n", queue, most);
        if (queue >= 5)
            assert_true(most <= 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_encoder_keeps_pace),
        cmocka_unit_test(the_decoder_needs_its_queue),
    };
    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
