/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cycle model of 32-bit registers on AXI4-Lite (rtl/axi/lp_axil.sv, rtl/common/lp_count.sv and the
 * output of synth/regs.py), from the table of fields that synth/regs.py also writes, which
 * describes the kinds of fields.
 *
 * The structs of such a unit consist of 32-bit words, those of AXI4-Lite first.
 *
 * RTL map of lp_axil:
 *   r_data_q = out: rdata of it
 *
 * RTL map of lp_card_regs, lp_card_test_regs, lp_card_mover_regs, lp_cdma_regs:
 *   chosen_q = look_word: one-hot
 *   irq_any_q = out: the interrupt of it
 */
#ifndef LPI_AXIL_H
#define LPI_AXIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum lpi_axil_kind {
    LPI_AXIL_CONST,
    LPI_AXIL_INPUT,
    LPI_AXIL_KEEP,
    LPI_AXIL_PULSE,
    LPI_AXIL_EVENT,
    LPI_AXIL_COUNT
};

/* Ports that precede all others. */
struct lpi_axil_in {
    uint32_t awvalid, awaddr, awprot, wvalid, wdata, wstrb, bready, arvalid, araddr, arprot, rready;
};
struct lpi_axil_out {
    uint32_t awready, wready, bvalid, bresp, arready, rvalid, rdata, rresp;
};

/* Index of a port as a word of its struct, from 1; 0 in a field: it has no port. */
#define LPI_AXIL_IN(unit, port) (offsetof(struct lp_##unit##_in, port) / 4 + 1)
#define LPI_AXIL_OUT(unit, port) (offsetof(struct lp_##unit##_out, port) / 4 + 1)

struct lpi_axil_field {
    uint16_t word; /* address / 4 */
    uint8_t kind, low, width;
    uint16_t in, out;
    uint16_t enable;  /* of an event: the index of its enable field, from 1; 0: always enabled */
    uint8_t add;      /* of a count: bits of the value added per cycle */
    uint8_t largest;  /* of a count: keeps the largest value instead of the sum */
    uint8_t snapshot; /* of a pulse: it copies the counts */
    uint32_t reset;
};

/* Fields: the `events` events first, then the counts, then the pulses, then the others. */
struct lpi_axil_map {
    const struct lpi_axil_field *fields;
    unsigned nfields, events, counts, pulses;
    unsigned outs; /* words of the out struct */
};

#define LPI_AXIL_FIELDS 128
#define LPI_AXIL_OUTS 128

struct lpi_axil {
    unsigned count_w; /* largest width of a sum in bits */
    bool aw, w, b, idle, ar, look, r;
    uint16_t aw_word, ar_word, look_word;
    uint8_t w_strb;
    uint32_t w_data;
    uint32_t value[LPI_AXIL_FIELDS]; /* of counts: the copy */
    struct {
        uint32_t run, add;   /* the sum, and the value added next */
        uint32_t most, ones; /* largest sum; mask of a cycle's input */
    } count[LPI_AXIL_FIELDS];
    uint32_t out[LPI_AXIL_OUTS]; /* the out struct of this cycle */
};

void lpi_axil_set_up(const struct lpi_axil_map *map, struct lpi_axil *q, unsigned count_w);
void lpi_axil_reset(const struct lpi_axil_map *map, struct lpi_axil *q);
void lpi_axil_eval(const struct lpi_axil_map *map, const struct lpi_axil *q, void *out);
void lpi_axil_tick(const struct lpi_axil_map *map, struct lpi_axil *q, const void *in);

#endif
