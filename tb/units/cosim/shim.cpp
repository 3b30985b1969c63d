/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wraps one Verilated unit and parameter set as a struct lp_instance_kind. The code names no unit;
 * the build defines
 *   LP_RTL_HEADER, LP_RTL_CLASS   the Verilated header and class
 *   LP_PORTS_HEADER, LP_PORTS     the unit's port list (an X-macro, see common/unit.h)
 *   LP_IN_T, LP_OUT_T             the structs made from that list
 *   LP_RTL_SYMBOL                 the name to export
 */
#include "units/cosim/runtime.h"

#include "units/common/instance.h"
#include "linepress/linepress.h"
#include LP_RTL_HEADER
#include LP_PORTS_HEADER

extern "C" {
extern const lp_instance_kind LP_RTL_SYMBOL;
}

namespace {

/* Ports of up to 64 bits are integers, wider ones VlWide; struct fields are uint32_t or arrays. */
template <class Port> void put(Port &port, uint32_t value)
{
    port = static_cast<Port>(value);
}

template <class Port, std::size_t N> void put(Port &port, const uint32_t (&words)[N])
{
    port = static_cast<Port>(words[0]);
    if constexpr (sizeof(Port) > 4 && N > 1)
        port |= static_cast<Port>(words[1]) << 32;
}

template <std::size_t M, std::size_t N> void put(VlWide<M> &port, const uint32_t (&words)[N])
{
    static_assert(M <= N, "the port list is narrower than the RTL port");
    for (std::size_t i = 0; i < M; i++)
        port[i] = words[i];
}

template <class Port> void get(uint32_t &value, const Port &port)
{
    static_assert(sizeof(Port) <= 4, "the port list is narrower than the RTL port");
    value = port;
}

template <class Port, std::size_t N> void get(uint32_t (&words)[N], const Port &port)
{
    for (std::size_t i = 0; i < N; i++)
        words[i] = i * 4 < sizeof(Port) ? static_cast<uint32_t>(uint64_t{port} >> (32 * i)) : 0;
}

template <std::size_t M, std::size_t N> void get(uint32_t (&words)[N], const VlWide<M> &port)
{
    static_assert(M <= N, "the port list is narrower than the RTL port");
    for (std::size_t i = 0; i < N; i++)
        words[i] = i < M ? port[i] : 0;
}

/* A combinational unit has no clock, and one of data flops alone no reset. */
template <class T, class = void> struct has_clock : std::false_type {
};
template <class T> struct has_clock<T, std::void_t<decltype(T::clk_i)>> : std::true_type {
};
template <class T, class = void> struct has_reset : std::false_type {
};
template <class T> struct has_reset<T, std::void_t<decltype(T::rst_ni)>> : std::true_type {
};

template <class T> void set_clock(T &rtl, int level)
{
    if constexpr (has_clock<T>::value)
        rtl.clk_i = level;
    else
        (void)rtl, (void)level;
}

template <class T> void set_reset(T &rtl, int level)
{
    if constexpr (has_reset<T>::value)
        rtl.rst_ni = level;
    else
        (void)rtl, (void)level;
}

struct wrapped {
    VerilatedContext context;
    LP_RTL_CLASS rtl{&context, "rtl"};
#if VM_TRACE
    VerilatedFstC *wave = nullptr;
#endif
    uint64_t time = 0;

    ~wrapped()
    {
#if VM_TRACE
        if (wave)
            wave->close();
        delete wave;
#endif
#if VM_COVERAGE
        /* A block that is Verilated apart ends with final(), which frees its counters. */
        write_coverage();
#endif
        rtl.final();
    }

#if VM_COVERAGE
    /* Each instance leaves a file of its own; verilator_coverage adds them up. */
    void write_coverage()
    {
        static unsigned count;
        const char *folder = std::getenv("LP_COVERAGE");
        if (!folder)
            return;
        std::string path = std::string(folder) + "/" + rtl.modelName();
        path += "-" + std::to_string(count++) + ".dat";
        context.coveragep()->write(path.c_str());
    }
#endif

    void settle()
    {
        rtl.eval();
#if VM_TRACE
        if (wave)
            wave->dump(time);
#endif
        time += 5;
    }
};

/* The registry opens no other unit or values than these. */
int rtl_open(const lp_unit *, const int *, lp_instance *instance)
{
    wrapped *self = new (std::nothrow) wrapped;
    if (!self)
        return LP_ERR_SYSTEM;
    *instance = lp_instance{&LP_RTL_SYMBOL, self};
    return LP_OK;
}

void rtl_close(void *handle)
{
    delete static_cast<wrapped *>(handle);
}

void rtl_eval(void *handle, int rst_n, const void *in_struct, void *out_struct)
{
    wrapped &self = *static_cast<wrapped *>(handle);
    const LP_IN_T &in = *static_cast<const LP_IN_T *>(in_struct);
    LP_OUT_T &out = *static_cast<LP_OUT_T *>(out_struct);

    set_clock(self.rtl, 0);
    set_reset(self.rtl, rst_n);
#define LP_PUT(name, width) put(self.rtl.name##_i, in.name);
#define LP_GET(name, width) get(out.name, self.rtl.name##_o);
#define LP_NONE(name, width)
    LP_PORTS(LP_PUT, LP_NONE, LP_PUT, LP_NONE)
    self.settle();
    LP_PORTS(LP_NONE, LP_GET, LP_NONE, LP_GET)
}

void rtl_tick(void *handle)
{
    wrapped &self = *static_cast<wrapped *>(handle);
    set_clock(self.rtl, 1);
    self.settle();
}

void rtl_reset(void *handle)
{
    if constexpr (has_reset<LP_RTL_CLASS>::value) {
        const LP_IN_T in{};
        LP_OUT_T out;
        rtl_eval(handle, 0, &in, &out);
        rtl_tick(handle);
    } else {
        (void)handle;
    }
}

#if VM_TRACE
void rtl_trace(void *handle, const char *path, unsigned long long cycle)
{
    wrapped &self = *static_cast<wrapped *>(handle);
    self.time = cycle * 10;
    self.context.traceEverOn(true);
    self.wave = new VerilatedFstC;
    self.rtl.trace(self.wave, 99);
    self.wave->open(path);
}
#else
constexpr auto rtl_trace = nullptr;
#endif

} // namespace

extern "C" {
const lp_instance_kind LP_RTL_SYMBOL = {
    has_reset<LP_RTL_CLASS>::value, rtl_open, rtl_close, rtl_reset, rtl_eval, rtl_tick, rtl_trace};
}
