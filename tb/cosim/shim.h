/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A Verilated unit seen from C.  shim.cpp is compiled once per unit and parameter set and exports
 * one struct lp_rtl; in and out are the structs of the unit's port list (common/unit.h).
 */
#ifndef LP_SHIM_H
#define LP_SHIM_H

#ifdef __cplusplus
extern "C" {
#endif

struct lp_rtl {
    int resets; /* it has a reset; without one, rst_n is not looked at */
    /* A fresh instance with every flop 0, or NULL when memory is short. */
    void *(*open)(void);
    void (*close)(void *rtl);
    /* The low half of a clock cycle: drives the inputs, settles, reads the outputs. */
    void (*eval)(void *rtl, int rst_n, const void *in, void *out);
    /* The rising clock edge, with the inputs of the last eval. */
    void (*tick)(void *rtl);
    /* Starts a waveform: path is created (.fst), cycle is the time of the next eval. */
    void (*trace)(void *rtl, const char *path, unsigned long long cycle);
};

#ifdef __cplusplus
}
#endif

#endif
