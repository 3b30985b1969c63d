/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A clocked unit called through function pointers: a cycle model, a Verilated unit, or any other
 * implementation with the ports of a struct lp_unit. The caller does not depend on the kind.
 *
 * A clock cycle is an eval and a tick. Example, with common/params.h and zvc/zvc_ports.h:
 *
 *     const struct lp_unit *unit = LP_UNIT(zvc_enc);
 *     struct lp_instance enc;
 *     int values[LP_MAX_PARAMS];
 *     if (unit == NULL)
 *         return 1;
 *     lp_unit_defaults(unit, values);
 *     if (lp_model_open(unit, values, &enc) != LP_OK)
 *         return 1;
 *     lp_instance_reset(&enc);
 *     for (int cycle = 0; cycle < 20; cycle++) {
 *         struct lp_zvc_enc_in in = {.s_valid = 1, .s_mem = 1, .m_ready = 1};
 *         struct lp_zvc_enc_out out;
 *         lp_instance_eval(&enc, 1, &in, &out);
 *         if (out.m_valid && out.m_sectors != 0)
 *             return 1; // every line is zero
 *         lp_instance_tick(&enc);
 *     }
 *     lp_instance_close(&enc);
 *
 * Instances share nothing, so each may be stepped in its own thread.
 */
#ifndef LP_COMMON_INSTANCE_H
#define LP_COMMON_INSTANCE_H

#include <stdbool.h>

#include "unit.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lp_instance_kind;

/* All zero: not open. */
struct lp_instance {
    const struct lp_instance_kind *kind;
    void *self; /* state, private to the kind */
};

/*
 * Opens a fresh instance of the unit with these values of its parameters (common/params.h).
 * LP_ERR_ARG: the kind does not support this unit with these values; LP_ERR_SYSTEM: no memory.
 * After an error *instance is unchanged.
 */
typedef int lp_open_fn(const struct lp_unit *unit, const int *values, struct lp_instance *instance);

/* Functions of a kind of instances; each is described at lp_instance_* below. */
struct lp_instance_kind {
    bool resets; /* it has a reset; otherwise rst_n is ignored */
    /* NULL: opened elsewhere. The kind of a Verilated parameter set opens only that set. */
    lp_open_fn *open;
    void (*close)(void *self);
    void (*reset)(void *self);
    void (*eval)(void *self, int rst_n, const void *in, void *out);
    void (*tick)(void *self);
    void (*trace)(void *self, const char *path, unsigned long long cycle); /* NULL: no waveforms */
};

/* An lp_open_fn for the unit's cycle model. */
int lp_model_open(const struct lp_unit *unit, const int *values, struct lp_instance *instance);

/* Frees it; does nothing if it is not open. */
static inline void lp_instance_close(struct lp_instance *instance)
{
    if (instance->kind)
        instance->kind->close(instance->self);
    instance->kind = 0;
}

/* One clock cycle under rst_n = 0 with every input 0; does nothing if it has no reset. */
static inline void lp_instance_reset(const struct lp_instance *instance)
{
    instance->kind->reset(instance->self);
}

/*
 * The low half of a clock cycle: computes the outputs from state and inputs. May be called several
 * times in a cycle; the last call is used. in and out are the unit's structs.
 */
static inline void lp_instance_eval(const struct lp_instance *instance, int rst_n, const void *in,
                                    void *out)
{
    instance->kind->eval(instance->self, rst_n, in, out);
}

/* The rising clock edge, with rst_n and in of the last eval; *in must not have changed since. */
static inline void lp_instance_tick(const struct lp_instance *instance)
{
    instance->kind->tick(instance->self);
}

/*
 * Starts a waveform, if the kind supports it: path is created (.fst), cycle is that of the next
 * eval.
 */
static inline void lp_instance_trace(const struct lp_instance *instance, const char *path,
                                     unsigned long long cycle)
{
    instance->kind->trace(instance->self, path, cycle);
}

#ifdef __cplusplus
}
#endif

#endif
