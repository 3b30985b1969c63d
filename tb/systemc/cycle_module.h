/* SPDX-License-Identifier: Apache-2.0 */
/*
 * LP_SC_CYCLE_MODULE(lp_foo, LP_FOO_PORTS) defines `struct lp_foo_sc`, an sc_module with the RTL's
 * pins around the cycle model lp_foo_unit.  Parameters are those of lp_unit.params, in order; the
 * default is each one's first value.  Values that the unit does not take throw invalid_argument.
 */
#ifndef LP_SYSTEMC_CYCLE_MODULE_H
#define LP_SYSTEMC_CYCLE_MODULE_H

#include <stdexcept>
#include <string>
#include <vector>

#include "common/params.h"
#include "pins.h"

/* The model's state and ports; aligned for any struct. */
class lp_sc_state {
public:
    lp_sc_state(const struct lp_unit &unit, std::vector<int> values)
        : unit(unit), words(unit.state_size / sizeof(uint64_t) + 1)
    {
        for (std::size_t i = values.size(); i < unit.nparams; i++)
            values.push_back(unit.params[i].values[0]);
        if (lp_unit_init(&unit, words.data(), values.data()) != 0)
            throw std::invalid_argument(std::string(unit.name) + " does not take these values");
    }
    void eval(const void *in, void *out) const { unit.eval(words.data(), in, out); }
    void edge(bool reset, const void *in)
    {
        if (reset)
            unit.reset(words.data());
        else
            unit.tick(words.data(), in);
    }

private:
    const struct lp_unit &unit;
    std::vector<uint64_t> words;
};

#define LP_SC_SENSE_(name, width) sensitive << name##_i;
#define LP_SC_READ_(name, width) lp_pin_get(in.name, name##_i.read());
#define LP_SC_WRITE_(name, width)                                                                  \
    {                                                                                              \
        lp_pin<width> value{};                                                                     \
        lp_pin_put(value, out.name);                                                               \
        name##_o.write(value);                                                                     \
    }

#define LP_SC_CYCLE_MODULE(module, PORTS)                                                          \
    struct module##_sc : sc_core::sc_module {                                                      \
        sc_core::sc_in<bool> clk_i{"clk_i"};                                                       \
        sc_core::sc_in<bool> rst_ni{"rst_ni"};                                                     \
        PORTS(LP_SC_IN, LP_SC_OUT, LP_SC_IN, LP_SC_OUT)                                            \
                                                                                                   \
        explicit module##_sc(sc_core::sc_module_name, std::vector<int> values = {})                \
            : state(module##_unit, values)                                                         \
        {                                                                                          \
            SC_HAS_PROCESS(module##_sc);                                                           \
            SC_METHOD(edge);                                                                       \
            sensitive << clk_i.pos();                                                              \
            dont_initialize();                                                                     \
            SC_METHOD(settle);                                                                     \
            sensitive << changed;                                                                  \
            PORTS(LP_SC_SENSE_, LP_SC_NONE, LP_SC_SENSE_, LP_SC_NONE)                              \
        }                                                                                          \
                                                                                                   \
    private:                                                                                       \
        lp_sc_state state;                                                                         \
        sc_core::sc_event changed;                                                                 \
                                                                                                   \
        module##_in inputs() const                                                                 \
        {                                                                                          \
            module##_in in{};                                                                      \
            PORTS(LP_SC_READ_, LP_SC_NONE, LP_SC_READ_, LP_SC_NONE)                                \
            return in;                                                                             \
        }                                                                                          \
        void edge()                                                                                \
        {                                                                                          \
            const module##_in in = inputs();                                                       \
            state.edge(!rst_ni.read(), &in);                                                       \
            changed.notify(sc_core::SC_ZERO_TIME);                                                 \
        }                                                                                          \
        void settle()                                                                              \
        {                                                                                          \
            const module##_in in = inputs();                                                       \
            module##_out out{};                                                                    \
            state.eval(&in, &out);                                                                 \
            PORTS(LP_SC_NONE, LP_SC_WRITE_, LP_SC_NONE, LP_SC_WRITE_)                              \
        }                                                                                          \
    }

#endif
