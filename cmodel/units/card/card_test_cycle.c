/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of lp_card_test (rtl/card/lp_card_test.sv).
 *
 * RTL map of lp_card_test:
 *   state_q, kind_q, spot_q = generator.{}
 *   mix_q = generator.of_line
 */
#include "card_test_cycle.h"

#include <stdbool.h>
#include <string.h>

#include "../axi/axi_split.h"
#include "../axi/axil.h"
#include "card_test_regs_ports.h"
#include "card_test_regs_table.h"
#include "../../lib/card/pattern.h"

typedef struct lp_card_test_in LP_IN_T;
typedef struct lp_card_test_out LP_OUT_T;
typedef struct lp_card_test_regs_in REGS_IN_T;
typedef struct lp_card_test_regs_out REGS_OUT_T;

_Static_assert(sizeof card_test_regs_fields / sizeof *card_test_regs_fields <= LPI_AXIL_FIELDS,
               "fields");
_Static_assert(sizeof(REGS_OUT_T) / 4 <= LPI_AXIL_OUTS, "outputs");
/* AXI4-Lite comes first, in the unit and in its registers. */
_Static_assert(offsetof(LP_IN_T, csr_rready) == offsetof(struct lpi_axil_in, rready), "AXI4-Lite");
_Static_assert(offsetof(REGS_IN_T, rready) == offsetof(struct lpi_axil_in, rready), "AXI4-Lite");
_Static_assert(offsetof(LP_OUT_T, csr_rresp) == offsetof(struct lpi_axil_out, rresp), "AXI4-Lite");
_Static_assert(offsetof(REGS_OUT_T, rresp) == offsetof(struct lpi_axil_out, rresp), "AXI4-Lite");

#define WORDS 8 /* of a beat */
#define SECTOR_MASK ((UINT64_C(1) << 35) - 1)
#define BEATS_MASK 0xffffffu

enum command { FILL = 1, SUM = 2, POKE = 4, PEEK = 8 };
enum phase { IDLE, ASK, WORK, MOVE, ANSWER, STEP };

struct card_test {
    enum phase phase;
    uint8_t command, togo, word;
    bool err, ask;
    uint32_t left, crc, data[WORDS];
    uint64_t sector;
    struct lpi_card_words generator; /* state_q, kind_q, mix_q, spot_q */
    struct lpi_axil regs;
};

_Static_assert(sizeof(struct card_test) <= LP_CARD_TEST_STATE, "lp_card_test's state");

static bool is_read(const struct card_test *q)
{
    return q->command & (SUM | PEEK);
}

static bool is_over(const struct card_test *q)
{
    return q->err || q->left == 0;
}

/* Beats of the burst, less 1. */
static uint32_t len(const struct card_test *q)
{
    uint32_t room = ~(uint32_t)q->sector & 3, few = (q->left - 1) & 3;

    return q->left > 3 || few > room ? room : few;
}

static void eval_memory(const struct card_test *q, LP_OUT_T *out)
{
    bool read = is_read(q), move = q->phase == MOVE;

    out->m_arvalid = q->ask && read;
    out->m_awvalid = q->ask && !read;
    lpi_axi_addr(out->m_araddr, q->sector);
    lpi_axi_addr(out->m_awaddr, q->sector);
    out->m_arlen = out->m_awlen = len(q);
    out->m_arid = out->m_awid = 0;
    out->m_rready = move && read;
    out->m_wvalid = move && !read;
    memcpy(out->m_wdata, q->data, sizeof out->m_wdata);
    out->m_wstrb = UINT32_MAX;
    out->m_wlast = q->togo == 1;
    out->m_bready = q->phase == ANSWER;
}

static void eval(const void *state, const void *in, void *out_ports)
{
    const struct card_test *q = state;
    LP_OUT_T *out = out_ports;
    REGS_OUT_T regs;

    (void)in;
    lpi_axil_eval(&card_test_regs_map, &q->regs, &regs);
    memcpy(out, &regs, sizeof(struct lpi_axil_out));
    out->irq = regs.irq;
    eval_memory(q, out);
}

/* ---- a clock edge ---- */

static void tick_regs(struct card_test *q, const LP_IN_T *in)
{
    REGS_IN_T to = {.status_busy = q->phase != IDLE,
                    .status_error = q->err,
                    .status_command = q->command,
                    .crc = ~q->crc,
                    .irq_done = q->phase == ASK && is_over(q),
                    .peek0 = q->data[0],
                    .peek1 = q->data[1],
                    .peek2 = q->data[2],
                    .peek3 = q->data[3],
                    .peek4 = q->data[4],
                    .peek5 = q->data[5],
                    .peek6 = q->data[6],
                    .peek7 = q->data[7]};

    memcpy(&to, in, sizeof(struct lpi_axil_in));
    lpi_axil_tick(&card_test_regs_map, &q->regs, &to);
}

static void start(struct card_test *q, const REGS_OUT_T *regs, uint8_t command)
{
    const uint32_t poke[WORDS] = {regs->poke0, regs->poke1, regs->poke2, regs->poke3,
                                  regs->poke4, regs->poke5, regs->poke6, regs->poke7};

    q->phase = ASK;
    q->command = command;
    q->err = false;
    q->word = 0;
    q->sector = (uint64_t)regs->addr_hi << 27 | regs->addr_lo;
    q->left = command & (FILL | SUM) ? regs->size : 1;
    q->generator = lpi_card_words(regs->kind, regs->seed);
    if (command == SUM)
        q->crc = UINT32_MAX;
    if (command == POKE)
        memcpy(q->data, poke, sizeof q->data);
}

static uint32_t summed(uint32_t crc)
{
    for (unsigned i = 0; i < 32; i++)
        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    return crc;
}

/* The lowest word leaves the beat, another enters. */
static void work(struct card_test *q)
{
    uint32_t first = q->data[0];

    memmove(q->data, q->data + 1, sizeof q->data - sizeof *q->data);
    q->data[WORDS - 1] = q->command == FILL ? lpi_card_word(&q->generator) : first;
    if (q->command == SUM)
        q->crc = summed(q->crc ^ first);
    if (++q->word % WORDS == 0)
        q->phase = q->togo == 0 ? STEP : MOVE;
}

static void move(struct card_test *q, const LP_IN_T *in)
{
    bool read = is_read(q), taken = read ? in->m_rvalid & 1 : in->m_wready & 1;

    if (!taken)
        return;
    q->togo--;
    if (!read) {
        q->phase = q->togo == 0 ? ANSWER : WORK;
        return;
    }
    memcpy(q->data, in->m_rdata, sizeof q->data);
    q->err = q->err || (in->m_rresp & 2);
    q->phase = q->command == SUM && !q->err ? WORK : q->togo == 0 ? STEP : MOVE;
}

static void answer(struct card_test *q, const LP_IN_T *in)
{
    if (!(in->m_bvalid & 1))
        return;
    q->err = q->err || (in->m_bresp & 2);
    q->phase = STEP;
}

static void step(struct card_test *q)
{
    q->left = (q->left - len(q) - 1) & BEATS_MASK;
    q->sector = ((q->sector | 3) + 1) & SECTOR_MASK;
    q->phase = ASK;
}

static void ask(struct card_test *q)
{
    bool over = is_over(q);

    q->togo = (uint8_t)(len(q) + 1);
    q->ask = !over;
    q->phase = over ? IDLE : q->command == FILL ? WORK : MOVE;
}

static void tick_command(struct card_test *q, const LP_IN_T *in, const REGS_OUT_T *regs)
{
    uint8_t command = (uint8_t)(regs->command_fill | regs->command_sum << 1 |
                                regs->command_poke << 2 | regs->command_peek << 3);

    if (q->command == SUM && q->err)
        q->crc = UINT32_MAX;
    q->ask = q->ask && !((is_read(q) ? in->m_arready : in->m_awready) & 1);
    switch (q->phase) {
    case IDLE:
        if (command && (command & (command - 1)) == 0)
            start(q, regs, command);
        break;
    case ASK: ask(q); break;
    case WORK: work(q); break;
    case MOVE: move(q, in); break;
    case ANSWER: answer(q, in); break;
    default: step(q);
    }
}

static void tick(void *state, const void *in)
{
    struct card_test *q = state;
    REGS_OUT_T regs;

    lpi_axil_eval(&card_test_regs_map, &q->regs, &regs);
    tick_regs(q, in);
    tick_command(q, in, &regs);
}

/* Flops without a reset load their inputs in the cycle of the reset. */
static void reset(void *state)
{
    struct card_test *q = state;

    tick(state, &(LP_IN_T){0});
    q->phase = IDLE;
    q->command = 0;
    q->err = q->ask = false;
    q->crc = UINT32_MAX;
    memset(q->data, 0, sizeof q->data);
    lpi_axil_reset(&card_test_regs_map, &q->regs);
}

static void init(void *state, const int *values)
{
    struct card_test *q = state;

    (void)values;
    memset(q, 0, sizeof *q);
    q->crc = UINT32_MAX;
    lpi_axil_set_up(&card_test_regs_map, &q->regs, 32);
}

LP_UNIT_ROW(card_test, LP_CARD_TEST_PORTS, struct card_test, .set_up = init, .reset = reset,
            .eval = eval, .tick = tick);
