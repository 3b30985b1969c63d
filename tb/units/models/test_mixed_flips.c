/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Entries with one or two bits flipped: the model of lp_mixed_dec refuses those that the functional
 * decoders refuse, and gives the same line for all others. Lock-step ties the RTL to the model.
 */
#include "../../lib/unit.h"

#include "../../../cmodel/base/bytes.h"
#include "../../../cmodel/base/rng.h"
#include "../../../cmodel/units/codec/codec_cycle.h"
#include "../../../cmodel/units/common/instance.h"
#include "../../../cmodel/units/common/params.h"
#include <linepress/linepress.h>

enum { SECTOR_BITS = 8 * LP_SECTOR_BYTES, PAIRS = 400, PENDING = 16, WAIT = 40 };

struct entry {
    uint8_t bytes[LP_LINE_BYTES];
    unsigned codec, sectors;
};

struct expected {
    uint8_t line[LP_LINE_BYTES];
    bool bad;
};

struct decoder {
    struct lp_instance unit;
    struct expected due[PENDING]; /* of the entries that went in */
    unsigned in, out, sector;
    bool bad_data; /* of the line that leaves */
    uint64_t lines, refused;
};

static int encode(unsigned codec, const uint8_t *line, struct entry *to)
{
    to->codec = codec;
    memset(to->bytes, 0, sizeof to->bytes);
    switch (codec) {
    case LP_MIXED_ZVC: return lp_zvc_encode_entry(LP_ELEM_16, line, to->bytes, &to->sectors);
    case LP_MIXED_BPC: return lp_bpc_encode_entry(line, to->bytes, &to->sectors);
    case LP_MIXED_XZVC: return lp_xzvc_encode_entry(line, to->bytes, &to->sectors);
    default: return lp_ebd_encode_entry(line, to->bytes, &to->sectors);
    }
}

static void expect(const struct entry *entry, struct expected *due)
{
    int status;

    switch (entry->codec) {
    case LP_MIXED_ZVC:
        status = lp_zvc_decode_entry(LP_ELEM_16, entry->bytes, entry->sectors, due->line);
        break;
    case LP_MIXED_BPC: status = lp_bpc_decode_entry(entry->bytes, entry->sectors, due->line); break;
    case LP_MIXED_XZVC:
        status = lp_xzvc_decode_entry(entry->bytes, entry->sectors, due->line);
        break;
    default: status = lp_ebd_decode_entry(entry->bytes, entry->sectors, due->line);
    }
    due->bad = status != LP_OK;
}

static void look(struct decoder *q, const struct lp_mixed_dec_out *out)
{
    const struct expected *due = &q->due[q->out % PENDING];
    uint8_t sector[LP_SECTOR_BYTES];

    if (!out->m_valid)
        return;
    assert_true(q->out != q->in);
    lpi_bytes_of_words(sector, out->m_data, LP_SECTOR_BYTES);
    q->bad_data |= memcmp(sector, due->line + q->sector * LP_SECTOR_BYTES, LP_SECTOR_BYTES) != 0;
    q->sector++;
    assert_int_equal(out->m_last, q->sector == LP_LINE_SECTORS);
    if (!out->m_last)
        return;
    assert_int_equal(out->m_err, due->bad);
    assert_true(due->bad || !q->bad_data);
    q->lines++;
    q->refused += due->bad;
    q->out++;
    q->sector = 0;
    q->bad_data = false;
}

/* A cycle; true: the input was taken. */
static bool cycle(struct decoder *q, struct lp_mixed_dec_in *in)
{
    struct lp_mixed_dec_out out;

    lp_instance_eval(&q->unit, 1, in, &out);
    lp_instance_tick(&q->unit);
    look(q, &out);
    return in->s_valid && out.s_ready;
}

static void decode(struct decoder *q, const struct entry *entry)
{
    assert_true(q->in - q->out < PENDING);
    expect(entry, &q->due[q->in % PENDING]);
    q->in++;
    for (unsigned beat = 0; beat < entry->sectors; beat++) {
        struct lp_mixed_dec_in in = {.s_valid = 1,
                                     .m_ready = 1,
                                     .s_codec = entry->codec,
                                     .s_sectors = entry->sectors,
                                     .s_last = beat + 1 == entry->sectors};
        unsigned cycles = 0;
        lpi_words_of_bytes(in.s_data, entry->bytes + beat * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
        while (!cycle(q, &in))
            assert_true(++cycles < WAIT);
    }
}

static void flip(struct entry *entry, unsigned bit)
{
    entry->bytes[bit / 8] ^= (uint8_t)(1u << (bit % 8));
}

/* A line that takes so many sectors by the codec; lines of few elements, of like exponents or that
 * rise slowly. */
static void make(struct lp_rng *rng, unsigned codec, unsigned sectors, struct entry *entry)
{
    uint8_t line[LP_LINE_BYTES];

    do {
        unsigned elements = 1 + lp_below(rng, LP_LINE_BYTES / 2);
        uint32_t word = (uint32_t)lp_random(rng), step = 1u << lp_below(rng, 24);
        memset(line, 0, sizeof line);
        for (unsigned i = 0; i < elements && codec != LP_MIXED_BPC; i++) {
            unsigned at = lp_below(rng, LP_LINE_BYTES / 2);
            uint32_t value = codec == LP_MIXED_EBD
                                 ? lp_below(rng, 2) << 15 | (120 + lp_below(rng, 6)) << 7 |
                                       lp_below(rng, 128)
                                 : 1 + lp_below(rng, 0xffff);
            line[2 * at] = (uint8_t)value;
            line[2 * at + 1] = (uint8_t)(value >> 8);
        }
        for (unsigned i = 0; i < LP_LINE_BYTES / 4 && codec == LP_MIXED_BPC; i++) {
            lpi_bytes_of_words(line + 4 * i, &word, 4);
            word += lp_below(rng, step);
        }
        assert_int_equal(encode(codec, line, entry), LP_OK);
    } while (entry->sectors != sectors);
}

static void flips(void **state)
{
    static const char *const names[] = {"zvc", "bpc", "xzvc", "ebd"};
    struct lp_rng rng = {unit_random()};
    struct decoder q = {0};
    int values[LP_MAX_PARAMS];

    (void)state;
    lp_unit_defaults(&lp_mixed_dec_unit, values);
    assert_int_equal(lp_model_open(&lp_mixed_dec_unit, values, &q.unit), LP_OK);
    lp_instance_reset(&q.unit);
    for (unsigned codec = 0; codec < 4; codec++)
        for (unsigned sectors = 1; sectors < LP_LINE_SECTORS; sectors++) {
            unsigned bits = sectors * SECTOR_BITS;
            struct entry entry;
            q.lines = q.refused = 0;
            make(&rng, codec, sectors, &entry);
            for (unsigned bit = 0; bit < bits; bit++) {
                flip(&entry, bit);
                decode(&q, &entry);
                flip(&entry, bit);
            }
            for (unsigned n = 0; n < PAIRS; n++) {
                struct entry twice = entry;
                flip(&twice, lp_below(&rng, bits));
                flip(&twice, lp_below(&rng, bits));
                decode(&q, &twice);
            }
            printf("# %s, %u sectors: %ju of %ju refused\n", names[codec], sectors,
                   (uintmax_t)q.refused, (uintmax_t)q.lines);
            assert_true(q.refused > 0 && q.refused < q.lines);
        }
    for (unsigned n = 0; n < WAIT; n++)
        cycle(&q, &(struct lp_mixed_dec_in){.m_ready = 1});
    assert_int_equal(q.in, q.out);
    lp_instance_close(&q.unit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(flips)};

    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
