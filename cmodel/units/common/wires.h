/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wires between the models inside a unit, as a table of names over their port lists:
 *
 *     {"off.g_*", "xbar.g_*"},               every input g_X of off is driven by xbar's output g_X
 *     {"off.kill", "off_ring.kill"},         one port
 *     {".dev_*", "chan.*"},                  ".": the ports of the unit itself
 *     {"ring.base[32]", "regs.base_hi"},     bits of a port, from bit 32 on
 *     {"regs.config_*", LPI_BY_CODE},        driven by the model's code
 *
 * lpi_wires_set_up resolves the table once, as a model is set up, into lists of copies between
 * structs of ports. It fails if the table names a port that does not exist, joins ports of
 * different widths, drives a bit twice, or leaves an input without a driver. Not installed.
 *
 * A part may represent several instances (count); a port with a field for each instance, side by
 * side, then joins the instances' ports, and one with a single instance's width is common to all of
 * them. A part with such ports gives their number of lanes; a view is one lane of it.
 */
#ifndef LPI_WIRES_H
#define LPI_WIRES_H

#include <stdbool.h>

#include "unit.h"

/* A model inside the unit, or the unit itself. */
struct lpi_part {
    const char *name; /* "": the unit itself */
    const struct lp_unit *unit;
    const int *values; /* of its parameters */
    /* Bytes from the base to its structs of ports; the unit's own structs are arguments. */
    size_t in, out;
    unsigned count; /* instances, their structs consecutive; 0: one, no array */
    unsigned lanes; /* fields of its side-by-side ports; 0: it has none */
    unsigned view;  /* 0: a part; else one lane of part view - 1 */
    unsigned lane;
};
#define LPI_PART(name_, unit_, values_, in_, out_)                                                 \
    {                                                                                              \
        .name = (name_), .unit = &(unit_), .values = (values_), .in = (in_), .out = (out_)         \
    }
/* clang-format off */
#define LPI_VIEW(name_, part_, lane_) {.name = (name_), .view = (part_) + 1, .lane = (lane_)}
/* clang-format on */

struct lpi_wire {
    const char *to, *from;
};
#define LPI_BY_CODE NULL

/*
 * Wires that are copied together. A port may be driven in several steps, each time completely.
 * `fit`, NULL for none: names of ports, separated by spaces, that may differ in width from their
 * drivers; they take the low bits of a wider driver, and bits without a driver are 0.
 */
struct lpi_wires_step {
    const struct lpi_wire *wires;
    size_t count;
    const char *fit;
};
/* clang-format off */
#define LPI_WIRES_STEP(wires) {(wires), sizeof(wires) / sizeof *(wires), NULL}
#define LPI_WIRES_STEP_FIT(wires, fit) {(wires), sizeof(wires) / sizeof *(wires), (fit)}
/* clang-format on */

struct lpi_netlist {
    const char *name; /* the unit's */
    const struct lpi_part *parts;
    size_t nparts;
    const struct lpi_wires_step *steps;
    size_t nsteps;
    size_t zeros; /* bytes from the base to LPI_WIRES_ZEROS words of 0 */
};
#define LPI_WIRES_ZEROS 8

#define LPI_WIRES_STEPS 12
#define LPI_WIRES_PIECES 1280
#define LPI_WIRES_COPIES 1280
#define LPI_WIRES_LANES 96
#define LPI_WIRES_SIZES 4 /* words of a copy: 8, 4, 2, 1 */

/* In words of 32 bits from the bases. */
struct lpi_copy {
    uint16_t to, from;
};

/* Bits of one word, rotated left; the first piece of a word clears the rest of it. */
struct lpi_piece {
    uint32_t mask;
    uint16_t to, from;
    uint8_t turn;
    bool first;
};

/* A port of each instance, `stride` words apart, and a word with a field for each of them. */
struct lpi_lanes {
    uint32_t mask;
    uint16_t to, from, stride, width;
};

struct lpi_copies {
    uint16_t piece, pieces, gather, gathers, scatter, scatters, copy, copies[LPI_WIRES_SIZES];
};

/* Resolved wires. Contains no pointers, so that a model's state may be moved. */
struct lpi_wires {
    struct {
        struct lpi_copies inside, in, out;
    } step[LPI_WIRES_STEPS];
    uint16_t pieces, copies, lanes;
    uint16_t instances; /* of all lanes */
    struct lpi_lanes lane[LPI_WIRES_LANES];
    struct lpi_piece piece[LPI_WIRES_PIECES];
    struct lpi_copy copy[LPI_WIRES_COPIES];
};

/* LP_OK; LP_ERR_ARG: the table is wrong, and `why`, if not NULL, gets one line that says where. */
int lpi_wires_set_up(struct lpi_wires *wires, const struct lpi_netlist *netlist, char *why,
                     size_t size);

/*
 * One step, from part to part; from the unit's inputs to parts; from parts to its outputs, which
 * are written in all words of their widest ports.
 */
void lpi_wires_run(const struct lpi_wires *wires, unsigned step, void *base);
void lpi_wires_take(const struct lpi_wires *wires, unsigned step, void *base, const void *in);
void lpi_wires_give(const struct lpi_wires *wires, unsigned step, const void *base, void *out);

#endif
