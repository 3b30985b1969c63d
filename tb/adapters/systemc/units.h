/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the program around the units (units.cpp) and each of them (unit.cpp). */
#ifndef LP_SYSTEMC_UNITS_H
#define LP_SYSTEMC_UNITS_H

/* The pins just before a clock edge: the unit's structs. */
struct lp_sc_cycle {
    bool rst_n;
    const void *in, *out;
};

struct lp_sc_program {
    bool rtl; /* the module's inside */
    void (*row)(const lp_sc_cycle &cycle);
};
inline struct lp_sc_program lp_sc_run;

#endif
