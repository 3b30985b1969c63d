/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A unit as SystemC modules, cycle model and Verilated RTL, in the shape of an instance, so that
 * the lock-step runner clocks its pins. The code names no unit; the build defines
 *   LP_RTL_HEADER, LP_RTL_CLASS   output of verilator --sc
 *   LP_PORTS_HEADER, LP_PORTS     the unit's port list
 *   LP_UNIT_NAME                  the unit without lp_
 *   LP_RTL_SYMBOL                 the name to export
 */
#include "units.h"

#include LP_RTL_HEADER
#include LP_PORTS_HEADER

#include "../../../adapters/systemc/modules.h"

#define LP_SC_UNIT_NAMED(unit, PORTS) LP_SC_UNIT(unit, PORTS)
#define LP_JOIN_(a, b, c) a##b##c
#define LP_NAMED(a, b, c) LP_JOIN_(a, b, c)

extern "C" {
extern const struct lp_instance_kind LP_RTL_SYMBOL;
}

namespace {

LP_SC_UNIT_NAMED(LP_UNIT_NAME, LP_PORTS)
using pins = LP_NAMED(lp_, LP_UNIT_NAME, _pins);
using signals = LP_NAMED(lp_, LP_UNIT_NAME, _signals);

/* An edge's inputs are held for a time unit with the clock low, then for one with it high. */
struct bench {
    sc_core::sc_signal<bool> clk{"clk"}, rst_n{"rst_n"};
    signals wires;
    std::unique_ptr<pins> unit;
    struct lp_sc_cycle last = {};

    explicit bench(const std::vector<int> &values)
        : unit(lp_sc_make<pins, LP_RTL_CLASS>(lp_sc_run.rtl, "unit", values))
    {
        unit->clk_i(clk);
        unit->rst_ni(rst_n);
        wires.i.bind(*unit);
        wires.o.bind(*unit);
    }
};

/* No module may be created once the simulation has begun, so a program can open only one. */
int unit_open(const struct lp_unit *unit, const int *values, struct lp_instance *instance)
{
    if (sc_core::sc_get_status() != sc_core::SC_ELABORATION)
        return LP_ERR_SYSTEM;
    *instance = lp_instance{&LP_RTL_SYMBOL,
                            new bench(std::vector<int>(values, values + unit->nparams))};
    return LP_OK;
}

void unit_close(void *self)
{
    delete static_cast<bench *>(self);
}

void unit_eval(void *self, int rst_n, const void *in, void *out)
{
    bench &b = *static_cast<bench *>(self);

    b.clk.write(false);
    b.rst_n.write(rst_n != 0);
    b.wires.i.drive(*static_cast<const pins::in_type *>(in));
    sc_core::sc_start(1, sc_core::SC_NS);
    b.wires.o.sample(*static_cast<pins::out_type *>(out));
    b.last = {rst_n != 0, in, out};
}

void unit_tick(void *self)
{
    bench &b = *static_cast<bench *>(self);

    lp_sc_run.row(b.last);
    b.clk.write(true);
    sc_core::sc_start(1, sc_core::SC_NS);
}

void unit_reset(void *self)
{
    if constexpr (lp_sc_resets<LP_RTL_CLASS>::value) {
        const pins::in_type in{};
        pins::out_type out{};
        unit_eval(self, 0, &in, &out);
        static_cast<bench *>(self)->clk.write(true);
        sc_core::sc_start(1, sc_core::SC_NS);
    }
}

} // namespace

extern "C" {
const struct lp_instance_kind LP_RTL_SYMBOL = {lp_sc_resets<LP_RTL_CLASS>::value,
                                               unit_open,
                                               unit_close,
                                               unit_reset,
                                               unit_eval,
                                               unit_tick,
                                               nullptr};
}
