/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A block RAM of the ECP5, DP16KD, in the modes that Yosys uses: both ports with the netlist's
 * clock, no output register, zeros at first. A port that reads what the other writes at the same
 * edge gets the old bits.
 */
#ifndef LP_TB_NETLIST_RAM_H
#define LP_TB_NETLIST_RAM_H

#include <stdint.h>
#include <stdio.h>

struct netlist_ram;

struct netlist_ram_bit {
    uint32_t net;
    uint8_t value;
};

/* The rest of its line; NULL: broken. */
struct netlist_ram *netlist_ram_read(FILE *file, uint32_t nets);
void netlist_ram_close(struct netlist_ram *ram);

/* A rising edge; `value` has the nets before it. */
void netlist_ram_edge(struct netlist_ram *ram, const uint8_t *value);
/* The outputs that this edge has set. */
const struct netlist_ram_bit *netlist_ram_outs(const struct netlist_ram *ram, unsigned *count);

#endif
