/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A unit's instance (common/instance.h) as a C++ object, and the message about parameters that the
 * unit does not support, which is the same for all classes.
 */
#ifndef LP_SYSTEMC_INSTANCE_H
#define LP_SYSTEMC_INSTANCE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <linepress/common/instance.h>
#include <linepress/common/params.h>
#include <linepress/linepress.h>

/* The range as the RTL's own checks report it: "ELEM none of 8 16 32", "FLITS not 18 to 4095". */
inline std::string lp_sc_rule(const struct lp_param &param)
{
    std::vector<int> values(param.values, param.values + param.nvalues);
    std::string text = param.name;

    if (param.most != 0)
        return text + " not " + std::to_string(param.least) + " to " + std::to_string(param.most);
    std::sort(values.begin(), values.end());
    text += " none of";
    for (int value : values)
        text += " " + std::to_string(value);
    return text;
}

/* Why the unit refuses these values, one for each of its parameters; "" if it accepts them. */
inline std::string lp_sc_refused(const struct lp_unit &unit, const std::vector<int> &values)
{
    std::vector<int> scratch(LP_MAX_PARAMS);

    if (values.size() != unit.nparams)
        return std::string(unit.name) + " has " + std::to_string(unit.nparams) + " parameters";
    for (std::size_t i = 0; i < unit.nparams; i++) {
        const struct lp_param &param = unit.params[i];
        if (lp_unit_set(&unit, param.name, values[i], scratch.data()) != LP_OK)
            return std::string(unit.name) + " does not take " + param.name + "=" +
                   std::to_string(values[i]) + ": " + lp_sc_rule(param);
    }
    if (lp_unit_check(&unit, values.data()) != LP_OK)
        return std::string(unit.name) + " does not take these parameters together";
    return "";
}

/* A value for each parameter: the given ones, then defaults. */
inline std::vector<int> lp_sc_values(const struct lp_unit &unit, std::vector<int> values = {})
{
    for (std::size_t i = values.size(); i < unit.nparams; i++)
        values.push_back(unit.params[i].values[0]);
    return values;
}

/* Overrides defaults by "NAME=value,NAME=value"; "-" or "": defaults. Throws invalid_argument. */
inline std::vector<int> lp_sc_values(const struct lp_unit &unit, const std::string &text)
{
    std::vector<int> values = lp_sc_values(unit);
    std::size_t at = 0;

    while (at < text.size() && text != "-") {
        std::size_t end = std::min(text.find(',', at), text.size());
        std::string item = text.substr(at, end - at), name = item.substr(0, item.find('='));
        std::size_t i = 0, used = 0;

        while (i < unit.nparams && name != unit.params[i].name)
            i++;
        if (i == unit.nparams)
            throw std::invalid_argument(std::string(unit.name) + " has no parameter " + name);
        std::string number = item.size() > name.size() ? item.substr(name.size() + 1) : "";
        try {
            values[i] = std::stoi(number, &used);
        } catch (const std::logic_error &) {
            used = 0;
        }
        if (used == 0 || number.find_first_not_of("-0123456789") != std::string::npos)
            throw std::invalid_argument("'" + item + "' is not NAME=VALUE with a whole number");
        at = end + 1;
    }
    return values;
}

/*
 * An lp_open_fn: opens the cycle model like lp_model_open, but in a form that can be copied, to
 * evaluate it without side effects.
 */
struct lp_sc_copyable {
    const struct lp_unit *unit;
    const void *in;
    int rst_n;
    std::vector<uint64_t> state;
};

inline int lp_sc_open_copyable(const struct lp_unit *unit, const int *values,
                               struct lp_instance *instance);

inline const struct lp_instance_kind lp_sc_copyable_kind = {
    true,
    lp_sc_open_copyable,
    [](void *self) { delete static_cast<lp_sc_copyable *>(self); },
    [](void *self) {
        lp_sc_copyable &c = *static_cast<lp_sc_copyable *>(self);
        if (c.unit->reset)
            c.unit->reset(c.state.data());
    },
    [](void *self, int rst_n, const void *in, void *out) {
        lp_sc_copyable &c = *static_cast<lp_sc_copyable *>(self);
        c.in = in;
        c.rst_n = rst_n;
        c.unit->eval(c.state.data(), in, out);
    },
    [](void *self) {
        lp_sc_copyable &c = *static_cast<lp_sc_copyable *>(self);
        if (!c.rst_n && c.unit->reset)
            c.unit->reset(c.state.data());
        else if (c.unit->tick)
            c.unit->tick(c.state.data(), c.in);
    },
    nullptr};

inline int lp_sc_open_copyable(const struct lp_unit *unit, const int *values,
                               struct lp_instance *instance)
{
    auto self = std::make_unique<lp_sc_copyable>();
    self->unit = unit;
    self->state.resize(unit->state_size / sizeof(uint64_t) + 1);
    int error = lp_unit_init(unit, self->state.data(), values);
    if (error == LP_OK)
        *instance = lp_instance{&lp_sc_copyable_kind, self.release()};
    return error;
}

/* Throws invalid_argument if the unit cannot be opened with these values. */
class lp_sc_instance {
public:
    explicit lp_sc_instance(const struct lp_unit *unit, const std::vector<int> &given = {},
                            lp_open_fn *open = lp_model_open)
    {
        if (!unit)
            throw std::invalid_argument("the library has no unit with these ports");
        const std::vector<int> values = lp_sc_values(*unit, given);
        const std::string refused = lp_sc_refused(*unit, values);
        if (!refused.empty())
            throw std::invalid_argument(refused);
        int error = open(unit, values.data(), &instance);
        if (error != LP_OK)
            throw std::invalid_argument(
                std::string(unit->name) + ": " +
                (error == LP_ERR_ARG ? "no RTL was built with these values" : lp_strerror(error)));
        lp_instance_reset(&instance);
    }
    ~lp_sc_instance() { lp_instance_close(&instance); }
    lp_sc_instance(const lp_sc_instance &) = delete;
    lp_sc_instance &operator=(const lp_sc_instance &) = delete;

    void eval(bool rst_n, const void *in, void *out)
    {
        lp_instance_eval(&instance, rst_n, in, out);
    }
    void tick() { lp_instance_tick(&instance); }
    /* A second instance in the same state; NULL if this kind cannot be copied. */
    std::unique_ptr<lp_sc_instance> copy() const
    {
        if (instance.kind != &lp_sc_copyable_kind)
            return nullptr;
        auto of = new lp_sc_copyable(*static_cast<lp_sc_copyable *>(instance.self));
        return std::unique_ptr<lp_sc_instance>(
            new lp_sc_instance(lp_instance{&lp_sc_copyable_kind, of}));
    }

private:
    struct lp_instance instance = {};

    explicit lp_sc_instance(struct lp_instance of) : instance(of) {}
};

#endif
