/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A netlist of lookup tables, flops and memories with one clock, as fpga/netlist_text.py writes it.
 * Only what changes is evaluated, so a cycle without events costs a few hundred nanoseconds.
 */
#ifndef LP_TB_NETLIST_H
#define LP_TB_NETLIST_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct netlist;

/* All flops have their initial values. NULL after an error, whose one line is in `why`. */
struct netlist *netlist_read(FILE *file, char why[static 128]);
void netlist_close(struct netlist *list);

/* The net of a port, such as "rx_i"; 0: there is none. */
unsigned netlist_port(const struct netlist *list, const char *name);
void netlist_set(struct netlist *list, unsigned net, bool value);
bool netlist_get(const struct netlist *list, unsigned net);
/* A rising edge of the clock and all that follows from it. */
void netlist_tick(struct netlist *list);

#endif
