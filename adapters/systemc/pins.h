/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SystemC pins and signals from a unit's port list (common/unit.h). A port `name` in the list is
 * the pin name_i or name_o; its type depends on the width in the list, as in verilator --sc: bool
 * for one bit, uint32_t up to 32, uint64_t up to 64, sc_bv above.
 */
#ifndef LP_SYSTEMC_PINS_H
#define LP_SYSTEMC_PINS_H

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <systemc>

template <int W> using lp_pin_wide = std::conditional_t<W <= 64, uint64_t, sc_dt::sc_bv<W>>;
template <int W> using lp_pin_many = std::conditional_t<W <= 32, uint32_t, lp_pin_wide<W>>;
template <int W> using lp_pin = std::conditional_t<W == 1, bool, lp_pin_many<W>>;

/* For the X-macro: expands to nothing for this kind of port. */
#define LP_SC_NONE(name, width)

/* Members that declare the pins of a module. */
#define LP_SC_IN(name, width) sc_core::sc_in<lp_pin<width>> name##_i{#name "_i"};
#define LP_SC_OUT(name, width) sc_core::sc_out<lp_pin<width>> name##_o{#name "_o"};

/* Members that declare a signal for each pin. */
#define LP_SC_SIGNAL(name, width) sc_core::sc_signal<lp_pin<width>> name{#name};

/* Word i of a pin's value in 32-bit words, lowest first; 0 beyond its end. */
template <class T> uint32_t lp_pin_word(const T &value, std::size_t i)
{
    if constexpr (std::is_integral_v<T>)
        return i * 4 < sizeof(T) ? static_cast<uint32_t>(uint64_t{value} >> (32 * i)) : 0;
    else
        return static_cast<int>(i) * 32 < value.length() ? value.get_word(static_cast<int>(i)) : 0;
}

/* Sets word i of a value built from its lowest word on; bits that it lacks are dropped. */
template <class T> void lp_pin_set_word(T &value, std::size_t i, uint32_t word)
{
    if constexpr (std::is_same_v<T, bool>) {
        value = i == 0 ? word & 1 : value;
    } else if constexpr (std::is_integral_v<T>) {
        if (i * 4 < sizeof(T))
            value = (i == 0 ? 0 : value) | static_cast<T>(uint64_t{word} << (32 * i));
    } else {
        int left = value.length() - static_cast<int>(i) * 32;
        if (left > 0)
            value.set_word(static_cast<int>(i), left < 32 ? word & ((1u << left) - 1) : word);
    }
}

/* Conversion of pin values from and to the fields of the unit's C structs. */
template <class T> void lp_pin_get(uint32_t &field, const T &value)
{
    field = lp_pin_word(value, 0);
}

template <std::size_t N, class T> void lp_pin_get(uint32_t (&field)[N], const T &value)
{
    for (std::size_t i = 0; i < N; i++)
        field[i] = lp_pin_word(value, i);
}

template <class T> void lp_pin_put(T &value, uint32_t field)
{
    lp_pin_set_word(value, 0, field);
}

template <std::size_t N, class T> void lp_pin_put(T &value, const uint32_t (&field)[N])
{
    for (std::size_t i = 0; i < N; i++)
        lp_pin_set_word(value, i, field[i]);
}

/* Converts a value to another width: truncated, or zero-extended. */
template <class To, class From> To lp_pin_convert(const From &from)
{
    constexpr std::size_t words = 1 + sizeof(To) / 4; /* at least as many as To has */
    To to{};
    std::size_t count = words;

    if constexpr (!std::is_integral_v<To>)
        count = static_cast<std::size_t>((to.length() + 31) / 32);
    for (std::size_t i = 0; i < count; i++)
        lp_pin_set_word(to, i, lp_pin_word(from, i));
    return to;
}

#endif
