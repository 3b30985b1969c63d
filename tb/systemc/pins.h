/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SystemC pins and signals from a unit's port list (common/unit.h).  A port `name` of the list is
 * the pin name_i or name_o; its type is the one that verilator --sc gives: bool for one bit,
 * uint32_t up to 32, uint64_t up to 64, sc_bv beyond.
 */
#ifndef LP_SYSTEMC_PINS_H
#define LP_SYSTEMC_PINS_H

#include <cstdint>
#include <type_traits>

#include <systemc>

template <int W> using lp_pin_wide = std::conditional_t<W <= 64, uint64_t, sc_dt::sc_bv<W>>;
template <int W> using lp_pin_many = std::conditional_t<W <= 32, uint32_t, lp_pin_wide<W>>;
template <int W> using lp_pin = std::conditional_t<W == 1, bool, lp_pin_many<W>>;

/* For the X-macro: nothing for this kind of port. */
#define LP_SC_NONE(name, width)

/* Members that declare the pins of a module. */
#define LP_SC_IN(name, width) sc_core::sc_in<lp_pin<width>> name##_i{#name "_i"};
#define LP_SC_OUT(name, width) sc_core::sc_out<lp_pin<width>> name##_o{#name "_o"};

/* Members that declare a signal for each pin. */
#define LP_SC_SIGNAL(name, width) sc_core::sc_signal<lp_pin<width>> name{#name};

/* Pin values from and to the fields of the unit's C structs. */
inline void lp_pin_get(uint32_t &field, bool value) { field = value; }
inline void lp_pin_get(uint32_t &field, uint32_t value) { field = value; }

template <std::size_t N, class T> void lp_pin_get(uint32_t (&field)[N], const T &value)
{
    if constexpr (std::is_integral_v<T>)
        for (std::size_t i = 0; i < N; i++)
            field[i] = static_cast<uint32_t>(static_cast<uint64_t>(value) >> (32 * i));
    else
        for (std::size_t i = 0; i < N; i++)
            field[i] = value.get_word(static_cast<int>(i));
}

template <class T> void lp_pin_put(T &value, uint32_t field) { value = static_cast<T>(field); }

template <std::size_t N, class T> void lp_pin_put(T &value, const uint32_t (&field)[N])
{
    if constexpr (std::is_integral_v<T>) {
        value = 0;
        for (std::size_t i = 0; i < N; i++)
            value |= static_cast<T>(field[i]) << (32 * i);
    } else {
        for (std::size_t i = 0; i < N; i++)
            value.set_word(static_cast<int>(i), field[i]);
    }
}

#endif
