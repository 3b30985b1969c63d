/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SystemC modules from a unit's port list: the cycle model and the Verilated RTL have the same
 * pins, so that a platform selects one of them where it constructs the module.
 *
 *     #include <linepress/systemc/modules.h>
 *     #include <linepress/zvc/zvc_ports.h>
 *     #include "Vlp_zvc_enc.h"                          // verilator --sc
 *     LP_SC_UNIT(zvc_enc, LP_ZVC_ENC_PORTS)
 *     ...
 *     std::unique_ptr<lp_zvc_enc_pins> enc =
 *         lp_sc_make<lp_zvc_enc_pins, Vlp_zvc_enc>(rtl, "enc", {32});
 *     enc->clk_i(clk);
 *
 * LP_SC_UNIT(foo, LP_FOO_PORTS) defines
 *   lp_foo_pins     sc_module with clk_i, rst_ni and a pin for each port, without an implementation
 *   lp_foo_signals  a signal for each pin; bind() connects them, drive() and sample() convert
 *                   from and to the unit's C structs
 *   lp_foo_sc       the pins with the cycle model
 * and lp_sc_rtl<lp_foo_pins, Vlp_foo> has the pins with the module that verilator --sc made of the
 * RTL.
 *
 * A pin has the width of the port list, which is the largest for any parameters. Narrower pins of a
 * Verilated module are adapted: missing bits are dropped at inputs and 0 at outputs. Units without
 * clock or reset have the pins clk_i and rst_ni too.
 */
#ifndef LP_SYSTEMC_MODULES_H
#define LP_SYSTEMC_MODULES_H

#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "instance.h"
#include "pins.h"

#define LP_SC_SENSE_(name, width) list << name##_i;
#define LP_SC_READ_(name, width) lp_pin_get(in.name, name##_i.read());
#define LP_SC_WRITE_(name, width) lp_sc_write(name##_o, out.name);
#define LP_SC_JOIN_IN_(name, width) joints.in(rtl.name##_i, name##_i);
#define LP_SC_JOIN_OUT_(name, width) joints.out(rtl.name##_o, name##_o);
#define LP_SC_BIND_IN_(name, width) module.name##_i(name);
#define LP_SC_BIND_OUT_(name, width) module.name##_o(name);
#define LP_SC_DRIVE_(name, width) lp_sc_write(name, in.name);
#define LP_SC_SAMPLE_(name, width) lp_pin_get(out.name, name.read());
/* An input and an output may have the same name. */
#define LP_SC_SIGNAL_IN_(name, width) sc_core::sc_signal<lp_pin<width>> name{#name "_i"};
#define LP_SC_SIGNAL_OUT_(name, width) sc_core::sc_signal<lp_pin<width>> name{#name "_o"};

/* Writes a field of the unit's structs to a pin or a signal. */
template <class Pin, class Field> void lp_sc_write(Pin &pin, const Field &field)
{
    std::remove_const_t<std::remove_reference_t<decltype(pin.read())>> value{};
    lp_pin_put(value, field);
    pin.write(value);
}

#define LP_SC_UNIT(unit, PORTS)                                                                    \
    struct lp_##unit##_pins : sc_core::sc_module {                                                 \
        using in_type = struct lp_##unit##_in;                                                     \
        using out_type = struct lp_##unit##_out;                                                   \
        static const struct lp_unit *row() { return LP_UNIT(unit); }                               \
        sc_core::sc_in<bool> clk_i{"clk_i"};                                                       \
        sc_core::sc_in<bool> rst_ni{"rst_ni"};                                                     \
        PORTS(LP_SC_IN, LP_SC_OUT, LP_SC_IN, LP_SC_OUT)                                            \
                                                                                                   \
        explicit lp_##unit##_pins(const sc_core::sc_module_name &name) : sc_module(name) {}        \
        void sense(sc_core::sc_sensitive &list)                                                    \
        {                                                                                          \
            PORTS(LP_SC_SENSE_, LP_SC_NONE, LP_SC_SENSE_, LP_SC_NONE)                              \
        }                                                                                          \
        void get(in_type &in) const { PORTS(LP_SC_READ_, LP_SC_NONE, LP_SC_READ_, LP_SC_NONE) }    \
        void put(const out_type &out)                                                              \
        {                                                                                          \
            PORTS(LP_SC_NONE, LP_SC_WRITE_, LP_SC_NONE, LP_SC_WRITE_)                              \
        }                                                                                          \
        template <class Joints, class V> void join(Joints &joints, V &rtl)                         \
        {                                                                                          \
            PORTS(LP_SC_JOIN_IN_, LP_SC_JOIN_OUT_, LP_SC_JOIN_IN_, LP_SC_JOIN_OUT_)                \
        }                                                                                          \
    };                                                                                             \
    struct lp_##unit##_signals {                                                                   \
        struct {                                                                                   \
            PORTS(LP_SC_SIGNAL_IN_, LP_SC_NONE, LP_SC_SIGNAL_IN_, LP_SC_NONE)                      \
            void bind(lp_##unit##_pins &module)                                                    \
            {                                                                                      \
                PORTS(LP_SC_BIND_IN_, LP_SC_NONE, LP_SC_BIND_IN_, LP_SC_NONE)                      \
            }                                                                                      \
            void drive(const struct lp_##unit##_in &in)                                            \
            {                                                                                      \
                PORTS(LP_SC_DRIVE_, LP_SC_NONE, LP_SC_DRIVE_, LP_SC_NONE)                          \
            }                                                                                      \
        } i;                                                                                       \
        struct {                                                                                   \
            PORTS(LP_SC_NONE, LP_SC_SIGNAL_OUT_, LP_SC_NONE, LP_SC_SIGNAL_OUT_)                    \
            void bind(lp_##unit##_pins &module)                                                    \
            {                                                                                      \
                PORTS(LP_SC_NONE, LP_SC_BIND_OUT_, LP_SC_NONE, LP_SC_BIND_OUT_)                    \
            }                                                                                      \
            void sample(struct lp_##unit##_out &out) const                                         \
            {                                                                                      \
                PORTS(LP_SC_NONE, LP_SC_SAMPLE_, LP_SC_NONE, LP_SC_SAMPLE_)                        \
            }                                                                                      \
        } o;                                                                                       \
    };                                                                                             \
    using lp_##unit##_sc = lp_sc_model<lp_##unit##_pins>;

/* The pins with the cycle model. Values that the unit does not support throw invalid_argument. */
template <class Pins> struct lp_sc_model : Pins {
    explicit lp_sc_model(const sc_core::sc_module_name &name, const std::vector<int> &values = {})
        : Pins(name), model(Pins::row(), values)
    {
        SC_HAS_PROCESS(lp_sc_model);
        SC_METHOD(edge);
        this->sensitive << this->clk_i.pos();
        this->dont_initialize();
        SC_METHOD(settle);
        this->sensitive << changed;
        this->sense(this->sensitive);
    }

private:
    lp_sc_instance model;
    sc_core::sc_event changed;
    typename Pins::in_type in{};
    typename Pins::out_type out{};

    void look()
    {
        this->get(in);
        model.eval(this->rst_ni.read(), &in, &out);
    }
    void edge()
    {
        look();
        model.tick();
        changed.notify(sc_core::SC_ZERO_TIME);
    }
    void settle()
    {
        look();
        this->put(out);
    }
};

/*
 * Converts between a pin and a Verilated module's pin of another type; the signal has the latter
 * type.
 */
template <class Inner, class Outer> struct lp_sc_inward : sc_core::sc_module {
    sc_core::sc_in<Outer> from{"from"};
    sc_core::sc_signal<Inner> wire{"wire"};

    explicit lp_sc_inward(const sc_core::sc_module_name &name) : sc_module(name)
    {
        SC_HAS_PROCESS(lp_sc_inward);
        SC_METHOD(move);
        sensitive << from;
    }
    void move() { wire.write(lp_pin_convert<Inner>(from.read())); }
};
template <class Inner, class Outer> struct lp_sc_outward : sc_core::sc_module {
    sc_core::sc_signal<Inner> wire{"wire"};
    sc_core::sc_out<Outer> to{"to"};

    explicit lp_sc_outward(const sc_core::sc_module_name &name) : sc_module(name)
    {
        SC_HAS_PROCESS(lp_sc_outward);
        SC_METHOD(move);
        sensitive << wire;
    }
    void move() { to.write(lp_pin_convert<Outer>(wire.read())); }
};

/* Connects the pins of a Verilated module to the outer ones. */
class lp_sc_joints {
public:
    template <class T, class W> void in(sc_core::sc_in<T> &rtl, sc_core::sc_in<W> &pin)
    {
        if constexpr (std::is_same_v<T, W>) {
            rtl(pin);
        } else {
            auto part = make<lp_sc_inward<T, W>>();
            part->from(pin);
            rtl(part->wire);
        }
    }
    template <class T, class W> void out(sc_core::sc_out<T> &rtl, sc_core::sc_out<W> &pin)
    {
        if constexpr (std::is_same_v<T, W>) {
            rtl(pin);
        } else {
            auto part = make<lp_sc_outward<T, W>>();
            rtl(part->wire);
            part->to(pin);
        }
    }

private:
    std::vector<std::unique_ptr<sc_core::sc_module>> parts;

    template <class Part> Part *make()
    {
        auto part = new Part(sc_core::sc_gen_unique_name("pin"));
        parts.emplace_back(part);
        return part;
    }
};

/* A combinational unit has no clock, and a unit with only data flops has no reset. */
template <class V, class = void> struct lp_sc_clocked : std::false_type {
};
template <class V> struct lp_sc_clocked<V, std::void_t<decltype(V::clk_i)>> : std::true_type {
};
template <class V, class = void> struct lp_sc_resets : std::false_type {
};
template <class V> struct lp_sc_resets<V, std::void_t<decltype(V::rst_ni)>> : std::true_type {
};

/* The pins with a Verilated module, whose parameters were set when it was Verilated. */
template <class Pins, class V> struct lp_sc_rtl : Pins {
    explicit lp_sc_rtl(const sc_core::sc_module_name &name) : Pins(name)
    {
        connect(rtl);
        this->join(joints, rtl);
    }

private:
    V rtl{"rtl"};
    lp_sc_joints joints;

    template <class T> void connect(T &of)
    {
        if constexpr (lp_sc_clocked<T>::value)
            of.clk_i(this->clk_i);
        if constexpr (lp_sc_resets<T>::value)
            of.rst_ni(this->rst_ni);
    }
};

/* Constructs one or the other; the parameters' values apply to the model only. */
template <class Pins, class V>
std::unique_ptr<Pins> lp_sc_make(bool rtl, const char *name, const std::vector<int> &values = {})
{
    if (rtl)
        return std::make_unique<lp_sc_rtl<Pins, V>>(name);
    return std::make_unique<lp_sc_model<Pins>>(name, values);
}

#endif
