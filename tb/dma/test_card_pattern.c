/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The patterns of the card's self-test: the generator against published numbers, each class by the
 * definition of its words, and a fill and its sum by the cycle model against zlib.
 */
#include "../lib/unit.h"

#include <zlib.h>

#include <linepress/card_test_regs.h>

#include "../../cmodel/units/card/card_test_cycle.h"
#include "../../cmodel/lib/card/pattern.h"
#include "../../cmodel/units/common/params.h"

enum { LINE = 32, LINES = 4000, WORDS = LINE * LINES };

static uint32_t words[WORDS];

/* Words of a class, read byte by byte since byte order is part of the test. */
static void draw(unsigned kind, uint32_t seed)
{
    static uint8_t bytes[4 * WORDS];

    lpi_card_pattern(kind, seed, bytes, sizeof bytes);
    for (size_t i = 0; i < WORDS; i++)
        words[i] = (uint32_t)bytes[4 * i] | (uint32_t)bytes[4 * i + 1] << 8 |
                   (uint32_t)bytes[4 * i + 2] << 16 | (uint32_t)bytes[4 * i + 3] << 24;
}

static uint32_t any_seed(void)
{
    return (uint32_t)unit_random() | 1;
}

/* Multiplication by the step's matrix over GF(2), column by column, written from its definition. */
static uint32_t slow_step(uint32_t from)
{
    uint32_t to = 0;

    for (unsigned bit = 0; bit < 32; bit++) {
        uint64_t column = UINT64_C(1) << bit;
        column = (column ^ column << 13) & UINT32_MAX;
        column ^= column >> 17;
        column = (column ^ column << 5) & UINT32_MAX;
        if (from >> bit & 1)
            to ^= (uint32_t)column;
    }
    return to;
}

/* From 2463534242 on: the seed of Marsaglia's paper, and the first values of his xor32. */
static void generator_is_marsaglias(void **state)
{
    (void)state;
    draw(LPI_CARD_RANDOM, UINT32_C(2463534242));
    assert_int_equal(words[0], UINT32_C(723471715));
    assert_int_equal(words[1], UINT32_C(2497366906));
    assert_int_equal(words[2], UINT32_C(2064144800));
    draw(LPI_CARD_RANDOM, 1);
    assert_int_equal(words[0], 0x00042021);
    uint32_t x = any_seed();
    draw(LPI_CARD_RANDOM, x);
    for (size_t i = 0; i < WORDS; i++)
        assert_int_equal(words[i], x = slow_step(x));
}

static void seed_zero_counts_as_one(void **state)
{
    (void)state;
    uint8_t one[256], zero[256];
    for (unsigned kind = 0; kind < LPI_CARD_KINDS; kind++) {
        lpi_card_pattern(kind, 0, zero, sizeof zero);
        lpi_card_pattern(kind, 1, one, sizeof one);
        assert_memory_equal(one, zero, sizeof one);
        lpi_card_pattern(kind + 8 * (1 + (unsigned)unit_random() % 100), 1, zero, sizeof zero);
        assert_memory_equal(one, zero, sizeof one);
    }
}

/* A buffer that ends within a word is not written past its end, and begins as a longer one. */
static void any_length_is_filled(void **state)
{
    (void)state;
    uint8_t whole[300], cut[300];
    uint32_t seed = any_seed();
    lpi_card_pattern(LPI_CARD_RANDOM, seed, whole, sizeof whole);
    for (size_t bytes = 0; bytes < sizeof cut; bytes++) {
        memset(cut, 0xc3, sizeof cut);
        lpi_card_pattern(LPI_CARD_RANDOM, seed, cut, bytes);
        assert_memory_equal(cut, whole, bytes);
        assert_int_equal(cut[bytes], 0xc3);
    }
}

static unsigned not_zero(const uint32_t *line)
{
    unsigned n = 0;
    for (unsigned i = 0; i < LINE; i++)
        n += line[i] != 0;
    return n;
}

static int is_small(const uint32_t *line)
{
    for (unsigned i = 0; i < LINE; i++)
        if (line[i] > 127 && line[i] < UINT32_C(0xffffff80))
            return 0;
    return 1;
}

static int is_ramp(const uint32_t *line)
{
    for (unsigned i = 1; i < LINE; i++)
        if (line[i] - line[i - 1] > 15)
            return 0;
    return 1;
}

static int is_floats(const uint32_t *line)
{
    for (unsigned i = 0; i < LINE; i++)
        if (line[i] >> 23 != 127 || line[i] & 0x7ff)
            return 0;
    return 1;
}

/* The class recognised from a line. */
static unsigned kind_of(const uint32_t *line)
{
    unsigned n = not_zero(line);

    if (n == 0)
        return LPI_CARD_ZEROS;
    if (n == 1)
        return LPI_CARD_ALONE;
    if (is_small(line))
        return LPI_CARD_SMALL;
    if (is_ramp(line))
        return LPI_CARD_RAMP;
    if (is_floats(line))
        return LPI_CARD_FLOATS;
    return n < LINE ? LPI_CARD_SPARSE : LPI_CARD_RANDOM;
}

/* A sparse line has 2 words or more but once in 1000 lines; all words but once in 2^64. */
static void classes_are_what_they_say(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < LPI_CARD_MIXED; kind++) {
        unsigned wrong = 0;
        draw(kind, any_seed());
        for (unsigned i = 0; i < LINES; i++)
            wrong += kind_of(&words[i * LINE]) != kind;
        assert_in_range(wrong, 0, kind == LPI_CARD_SPARSE ? LINES / 100 : 0);
    }
}

static void a_quarter_of_sparse_words_stays(void **state)
{
    (void)state;
    unsigned n = 0;
    draw(LPI_CARD_SPARSE, any_seed());
    for (unsigned i = 0; i < LINES; i++)
        n += not_zero(&words[i * LINE]);
    assert_in_range(n, WORDS / 4 - WORDS / 80, WORDS / 4 + WORDS / 80);
}

/* Each value of a byte, each step and each place comes about as often as the others. */
static void values_are_spread(void **state)
{
    (void)state;
    unsigned bytes[256] = {0}, steps[16] = {0}, places[LINE] = {0};
    draw(LPI_CARD_SMALL, any_seed());
    for (size_t i = 0; i < WORDS; i++)
        bytes[words[i] & 255]++;
    for (unsigned i = 0; i < 256; i++)
        assert_in_range(bytes[i], WORDS / 256 / 2, WORDS / 256 * 2);
    draw(LPI_CARD_RAMP, any_seed());
    for (size_t i = 1; i < WORDS; i++)
        if (i % LINE)
            steps[words[i] - words[i - 1]]++;
    for (unsigned i = 0; i < 16; i++)
        assert_in_range(steps[i], WORDS / 16 * 9 / 10, WORDS / 16 * 11 / 10);
    draw(LPI_CARD_ALONE, any_seed());
    for (size_t i = 0; i < WORDS; i++)
        places[i % LINE] += words[i] != 0;
    for (unsigned i = 0; i < LINE; i++)
        assert_in_range(places[i], LINES / LINE / 2, LINES / LINE * 2);
}

static void mixed_lines_are_of_all_classes(void **state)
{
    (void)state;
    unsigned seen[LPI_CARD_MIXED] = {0};
    draw(LPI_CARD_MIXED, any_seed());
    for (unsigned i = 0; i < LINES; i++)
        seen[kind_of(&words[i * LINE])]++;
    for (unsigned kind = 0; kind < LPI_CARD_MIXED; kind++) {
        unsigned due = LINES / 8 * (kind == LPI_CARD_SPARSE ? 2 : 1);
        assert_in_range(seen[kind], due * 3 / 4, due * 5 / 4);
    }
}

/* ---- the cycle model at its ports ---- */

#define AT(reg) ((uint32_t)offsetof(lp_card_test_regs_t, reg))
#define BEATS 300u /* of memory */

/* A card's software and memory, both of which answer immediately. */
struct card {
    uint64_t unit[LP_CARD_TEST_STATE / 8];
    struct lp_card_test_in in;
    struct lp_card_test_out out;
    uint32_t memory[BEATS][8], beat, left;
    unsigned cycles;
};

static void clock_card(struct card *q)
{
    struct lp_card_test_in *in = &q->in;
    struct lp_card_test_out *out = &q->out;

    in->m_arready = in->m_awready = in->m_wready = 1;
    in->csr_bready = in->csr_rready = 1;
    in->m_rvalid = q->left > 0;
    memcpy(in->m_rdata, q->memory[q->beat % BEATS], sizeof in->m_rdata);
    lp_card_test_unit.eval(q->unit, in, out);
    if (in->m_rvalid && out->m_rready) {
        q->beat++;
        q->left--;
    }
    if (out->m_arvalid)
        q->left = out->m_arlen + 1;
    if (out->m_arvalid || out->m_awvalid)
        q->beat = (out->m_arvalid ? out->m_araddr : out->m_awaddr)[0] / 32;
    if (out->m_wvalid)
        memcpy(q->memory[q->beat++ % BEATS], out->m_wdata, sizeof out->m_wdata);
    lp_card_test_unit.tick(q->unit, in);
    in->m_bvalid = out->m_wvalid && out->m_wlast;
    q->cycles++;
}

static void write32(struct card *q, uint32_t address, uint32_t data)
{
    struct lp_card_test_in *in = &q->in;

    in->csr_awvalid = in->csr_wvalid = 1;
    in->csr_awaddr = address;
    in->csr_wdata = data;
    in->csr_wstrb = 15;
    clock_card(q);
    in->csr_awvalid = in->csr_wvalid = 0;
    while (!q->out.csr_bvalid)
        clock_card(q);
}

static uint32_t read32(struct card *q, uint32_t address)
{
    q->in.csr_arvalid = 1;
    q->in.csr_araddr = address;
    clock_card(q);
    q->in.csr_arvalid = 0;
    while (!q->out.csr_rvalid)
        clock_card(q);
    return q->out.csr_rdata;
}

static void open_card(struct card *q)
{
    memset(q, 0, sizeof *q);
    assert_true(lp_card_test_unit.state_size <= sizeof q->unit);
    assert_int_equal(lp_unit_init(&lp_card_test_unit, q->unit, NULL), 0);
    lp_card_test_unit.reset(q->unit);
    write32(q, AT(irq_enable), 1);
}

/* Runs a command; the cycles that it took, as software sees them. */
static unsigned run(struct card *q, uint32_t command, uint32_t first, uint32_t beats)
{
    unsigned since;

    write32(q, AT(addr_lo), first * 32);
    write32(q, AT(size), beats);
    write32(q, AT(irq), 1);
    write32(q, AT(command), command);
    since = q->cycles;
    while (!q->out.irq)
        clock_card(q);
    assert_int_equal(read32(q, AT(status)) & 3, 0);
    return q->cycles - since;
}

static void the_model_fills_and_sums(void **state)
{
    (void)state;
    static uint8_t due[32 * BEATS];
    struct card card;
    open_card(&card);
    for (unsigned kind = 0; kind < LPI_CARD_KINDS; kind++) {
        uint32_t seed = any_seed(), first = (uint32_t)unit_random() % 8;
        uint32_t beats = 1 + (uint32_t)unit_random() % (BEATS - 8);
        write32(&card, AT(kind), kind);
        write32(&card, AT(seed), seed);
        run(&card, LP_CARD_TEST_REGS__COMMAND__FILL_bm, first, beats);
        run(&card, LP_CARD_TEST_REGS__COMMAND__SUM_bm, first, beats);
        lpi_card_pattern(kind, seed, due, 32 * beats);
        assert_int_equal(read32(&card, AT(crc)), crc32(crc32(0, NULL, 0), due, 32 * beats));
        for (uint32_t i = 0; i < 8 * beats; i++)
            assert_int_equal(card.memory[first + i / 8][i % 8], due[4 * i] | due[4 * i + 1] << 8 |
                                                                    due[4 * i + 2] << 16 |
                                                                    (uint32_t)due[4 * i + 3] << 24);
    }
}

/* 39 cycles a burst of 128 bytes: what the documents say. */
static void the_rate_is_3_bytes_a_cycle(void **state)
{
    (void)state;
    struct card card;
    open_card(&card);
    for (uint32_t command = 1; command <= 2; command++) {
        unsigned few = run(&card, command, 0, 40), many = run(&card, command, 0, 240);
        assert_int_equal(many - few, 39 * 50);
    }
}

static void what_is_poked_is_peeked(void **state)
{
    (void)state;
    struct card card;
    open_card(&card);
    uint32_t data[8];
    for (unsigned i = 0; i < 8; i++)
        write32(&card, AT(poke0) + 4 * i, data[i] = (uint32_t)unit_random());
    run(&card, LP_CARD_TEST_REGS__COMMAND__POKE_bm, 7, 9);
    assert_memory_equal(card.memory[7], data, sizeof data);
    run(&card, LP_CARD_TEST_REGS__COMMAND__PEEK_bm, 8, 9);
    assert_int_equal(read32(&card, AT(peek3)), 0);
    run(&card, LP_CARD_TEST_REGS__COMMAND__PEEK_bm, 7, 9);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(read32(&card, AT(peek0) + 4 * i), data[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generator_is_marsaglias),
        cmocka_unit_test(seed_zero_counts_as_one),
        cmocka_unit_test(any_length_is_filled),
        cmocka_unit_test(classes_are_what_they_say),
        cmocka_unit_test(a_quarter_of_sparse_words_stays),
        cmocka_unit_test(values_are_spread),
        cmocka_unit_test(mixed_lines_are_of_all_classes),
        cmocka_unit_test(the_model_fills_and_sums),
        cmocka_unit_test(the_rate_is_3_bytes_a_cycle),
        cmocka_unit_test(what_is_poked_is_peeked),
    };

    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
