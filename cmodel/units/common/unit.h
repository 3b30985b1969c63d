/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The interface of every cycle model, so that one runner, one Verilator shim and one SystemC
 * wrapper serve all units.
 *
 * A unit's ports are declared once, as an X-macro of four arguments, in the order of its RTL port
 * list, without the _i/_o suffix and without clk_i/rst_ni:
 *
 *     #define LP_FOO_PORTS(IN, OUT, INV, OUTV) \
 *         IN(s_valid, 1) OUT(s_ready, 1) INV(s_data, 256) \
 *         OUT(m_valid, 1) IN(m_ready, 1) OUTV(m_data, 256)
 *
 * IN/OUT are ports of at most 32 bits (a uint32_t in the structs), INV/OUTV are wider ones (an
 * array of 32-bit words, lowest first).  LP_UNIT_STRUCTS(foo, LP_FOO_PORTS) makes struct
 * lp_foo_in and struct lp_foo_out from it; LP_UNIT_ROW makes the table of struct lp_port and the
 * struct lp_unit.
 *
 * Streams follow one naming rule that the bench relies on: X_valid, X_ready and payload X_*; in a
 * unit with one stream each way X is "s" (into the unit) and "m" (out of it).  AXI channels keep
 * their own names: dev_arvalid, dev_arready, dev_araddr.
 */
#ifndef LP_COMMON_UNIT_H
#define LP_COMMON_UNIT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum lp_dir { LP_IN, LP_OUT };

/* One port: its name without suffix, width in bits, and offset in the unit's in or out struct. */
struct lp_port {
    const char *name;
    unsigned width;
    enum lp_dir dir;
    size_t offset;
};

/*
 * One module parameter. The first of the values is the default. `most` 0: only the listed values
 * are valid; otherwise every value from `least` to `most`, the limit of the model's state, and the
 * listed ones are verified.
 */
struct lp_param {
    const char *name;
    int values[12];
    size_t nvalues;
    int least, most;
};

/* Rows of a parameter table: with listed values only, and with a range. */
#define LP_PARAM(name, ...) LP_PARAM_RANGE(name, 0, 0, __VA_ARGS__)
#define LP_PARAM_RANGE(name, least, most, ...)                                                     \
    {                                                                                              \
        name, {__VA_ARGS__}, sizeof((int[]){__VA_ARGS__}) / sizeof(int), least, most               \
    }

/*
 * A cycle model. lp_unit_init (common/params.h) initialises one: it refuses parameter values that
 * the unit does not take or the state cannot hold, and calls set_up with valid ones. set_up is
 * otherwise called only by models that contain this one, with values derived from their own.
 *
 * eval is combinational: outputs from state and inputs, no side effect. tick is the rising clock
 * edge. reset is a clock edge under rst_n = 0 with every input 0. A unit without a clock has only
 * eval and set_up; reset and tick are NULL.
 *
 * `values` are in the order of `params`. The state is state_size bytes, aligned for any type, and
 * must have been initialised by lp_unit_init before reset, eval and tick. These take inputs of any
 * value, even against the protocols of the ports: they access only the state and the structs passed
 * to them. Bits of an input above its port's width under these parameters are ignored, since the
 * RTL has no such bits; those of an output are 0.
 */
struct lp_unit {
    const char *name; /* the RTL module's name */
    const struct lp_port *ports;
    size_t nports;
    const struct lp_param *params;
    size_t nparams;
    size_t in_size, out_size, state_size;
    void (*set_up)(void *state, const int *values);
    void (*reset)(void *state);
    void (*eval)(const void *state, const void *in, void *out);
    void (*tick)(void *state, const void *in);
    /* Width of a port under these parameters; NULL: always the table's width. */
    unsigned (*width)(const struct lp_port *port, const int *values);
    /* Whether a combination of valid values is valid; NULL: always. */
    int (*fits)(const int *values);
};

#define LP_PORT_WORDS(width) (((width) + 31) / 32)

#define LP_PORT_FIELD_(name, width) uint32_t name;
#define LP_PORT_FIELDV_(name, width) uint32_t name[LP_PORT_WORDS(width)];
#define LP_PORT_NONE_(name, width)
#define LP_UNIT_STRUCTS(unit, PORTS)                                                               \
    struct lp_##unit##_in {                                                                        \
        PORTS(LP_PORT_FIELD_, LP_PORT_NONE_, LP_PORT_FIELDV_, LP_PORT_NONE_)                       \
    };                                                                                             \
    struct lp_##unit##_out {                                                                       \
        PORTS(LP_PORT_NONE_, LP_PORT_FIELD_, LP_PORT_NONE_, LP_PORT_FIELDV_)                       \
    };

/* Rows of a struct lp_port table; expects LP_IN_T and LP_OUT_T to name the two structs. */
#define LP_PORT_ROW_IN_(name, width) {#name, width, LP_IN, offsetof(LP_IN_T, name)},
#define LP_PORT_ROW_OUT_(name, width) {#name, width, LP_OUT, offsetof(LP_OUT_T, name)},
#define LP_UNIT_TABLE(PORTS)                                                                       \
    {                                                                                              \
        PORTS(LP_PORT_ROW_IN_, LP_PORT_ROW_OUT_, LP_PORT_ROW_IN_, LP_PORT_ROW_OUT_)                \
    }

/*
 * Defines struct lp_unit lp_UNIT_unit: name, ports and sizes follow from the arguments, the other
 * members are given as initializers: LP_UNIT_PARAMS(params), .set_up = init. Expects LP_IN_T and
 * LP_OUT_T as well.
 */
#define LP_UNIT_ROW(unit, PORTS, state, ...)                                                       \
    static const struct lp_port lp_##unit##_ports[] = LP_UNIT_TABLE(PORTS);                        \
    const struct lp_unit lp_##unit##_unit = {.name = "lp_" #unit,                                  \
                                             .ports = lp_##unit##_ports,                           \
                                             .nports = sizeof lp_##unit##_ports /                  \
                                                       sizeof *lp_##unit##_ports,                  \
                                             .in_size = sizeof(LP_IN_T),                           \
                                             .out_size = sizeof(LP_OUT_T),                         \
                                             .state_size = sizeof(state),                          \
                                             __VA_ARGS__}
#define LP_UNIT_PARAMS(table) .params = (table), .nparams = sizeof(table) / sizeof *(table)

/*
 * The unit of that name, such as "lp_zvc_enc". NULL: the library has none, or its structs differ in
 * size from the caller's, whose headers are then of another version.
 */
const struct lp_unit *lp_unit_named(const char *name, size_t in_size, size_t out_size);

/* LP_UNIT(zvc_enc): the unit whose structs are struct lp_zvc_enc_in and struct lp_zvc_enc_out. */
#define LP_UNIT(unit)                                                                              \
    lp_unit_named("lp_" #unit, sizeof(struct lp_##unit##_in), sizeof(struct lp_##unit##_out))

/* Unit i of the library, from 0, in order of folders; NULL past the last. */
const struct lp_unit *lp_unit_at(size_t i);

#ifdef __cplusplus
}
#endif

#endif
