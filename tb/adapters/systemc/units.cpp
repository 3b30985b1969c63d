/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A unit's pins in SystemC under the traffic of its lock-step bench: stalls, resets in the middle,
 * and outputs compared with the functional C. The pins belong to the cycle model or the Verilated
 * RTL, which must not affect the trace: every pin in every cycle after the first reset.
 *
 *   units UNIT model|rtl [--set NAME=VALUE,...] [--seed N] [--cycles N] [--trace FILE]
 *   units --list
 *
 * Exit status 0 good, 1 a pin or the data is wrong, 2 bad use.
 */
#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <systemc>

extern "C" {
#include "units/cosim/lockstep.h"
#include "kit/streams.h"
}
#include "../../../adapters/systemc/instance.h"
#include "units.h"

namespace {

constexpr double stall = 0.3;
constexpr uint32_t reset_mean = 300;         /* cycles, times the unit's calm */
constexpr uint64_t most_cycles = 1000000000; /* two time units each, of which there are 2^64 */

struct {
    const struct lp_unit *unit;
    std::vector<unsigned> widths;
    std::FILE *file; /* or NULL */
    uint64_t digest = 0xcbf29ce484222325u, rows = 0, resets = 0;
    std::string line;
} trace;

[[noreturn]] void fail(const std::string &why)
{
    std::fprintf(stderr, "systemc units: %s\n", why.c_str());
    std::exit(2);
}

/* FNV-1a of the trace's text. */
void emit()
{
    trace.line += '\n';
    for (unsigned char c : trace.line)
        trace.digest = (trace.digest ^ c) * 0x100000001b3u;
    if (trace.file)
        std::fwrite(trace.line.data(), 1, trace.line.size(), trace.file);
    trace.line.clear();
}

void add_hex(const uint32_t *words, unsigned width)
{
    for (unsigned digit = (width + 3) / 4; digit-- > 0;)
        trace.line += "0123456789abcdef"[words[digit / 8] >> digit % 8 * 4 & 15];
}

void row(const lp_sc_cycle &cycle)
{
    trace.line = cycle.rst_n ? '1' : '0';
    for (std::size_t i = 0; i < trace.unit->nports; i++) {
        const struct lp_port *port = &trace.unit->ports[i];
        trace.line += ' ';
        add_hex(lp_port_words_const(port->dir == LP_IN ? cycle.in : cycle.out, port),
                trace.widths[i]);
    }
    emit();
    trace.rows++;
    trace.resets += !cycle.rst_n;
}

void begin_trace(const struct lp_run &run, const char *path)
{
    trace.unit = run.unit;
    trace.file = path ? std::fopen(path, "w") : nullptr;
    if (path && !trace.file)
        fail(std::string(path) + ": " + std::strerror(errno));
    trace.line = "rst_ni";
    for (std::size_t i = 0; i < run.unit->nports; i++) {
        const struct lp_port *port = &run.unit->ports[i];
        trace.widths.push_back(lp_unit_width(run.unit, port, run.values));
        trace.line += std::string(" ") + port->name + (port->dir == LP_IN ? "_i" : "_o");
    }
    emit();
}

void end_trace(const char *path)
{
    if (trace.file && (std::ferror(trace.file) || std::fclose(trace.file) != 0))
        fail(std::string(path) + ": " + std::strerror(errno));
}

uint64_t number(const std::string &option, const char *text)
{
    char *end;
    errno = 0;
    unsigned long long value = std::strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || errno)
        fail(option + " takes a number, not '" + text + "'");
    return value;
}

uint64_t cycle_count(const std::string &option, const char *text)
{
    uint64_t value = number(option, text);
    if (value < 1 || value > most_cycles)
        fail(option + " takes 1 to " + std::to_string(most_cycles) + ", not '" + text + "'");
    return value;
}

/* The units that this program was built with. */
int list()
{
    for (std::size_t u = 0; u < lp_cosim_nunits; u++)
        std::puts(lp_cosim_units[u].unit->name);
    return 0;
}

struct options {
    const struct lp_cosim_unit *unit = nullptr;
    const char *set = nullptr, *trace = nullptr;
    uint64_t seed = 1, cycles = 2000;
};

options parse(int argc, char **argv)
{
    options o;

    if (argc < 3 || argc % 2 == 0)
        fail("usage: UNIT model|rtl [--set NAME=VALUE,...] [--seed N] [--cycles N] [--trace FILE]");
    o.unit = lp_cosim_find(argv[1]);
    if (!o.unit)
        fail(std::string("no unit '") + argv[1] + "' was built in");
    const std::string kind = argv[2];
    if (kind != "model" && kind != "rtl")
        fail("the implementation is 'model' or 'rtl', not '" + kind + "'");
    lp_sc_run.rtl = kind == "rtl";
    for (int i = 3; i < argc; i += 2) {
        const std::string option = argv[i];
        if (option == "--set")
            o.set = argv[i + 1];
        else if (option == "--seed")
            o.seed = number(option, argv[i + 1]);
        else if (option == "--cycles")
            o.cycles = cycle_count(option, argv[i + 1]);
        else if (option == "--trace")
            o.trace = argv[i + 1];
        else
            fail("no option '" + option + "'");
    }
    return o;
}

/* The parameters, those that the RTL was built with unless others are chosen, for the model. */
std::vector<int> chosen(const options &o)
{
    const struct lp_unit &unit = *o.unit->unit;
    const std::vector<int> built = lp_sc_values(unit, std::string(o.unit->variants[0].text));
    try {
        const std::vector<int> values = o.set ? lp_sc_values(unit, std::string(o.set)) : built;
        const std::string refused = lp_sc_refused(unit, values);
        if (!refused.empty())
            fail(refused);
        if (lp_sc_run.rtl && values != built)
            fail(std::string(unit.name) + ": RTL was built with " + o.unit->variants[0].text +
                 " alone");
        return values;
    } catch (const std::invalid_argument &wrong) {
        fail(wrong.what());
    }
}

} // namespace

int sc_main(int argc, char **argv)
{
    if (argc == 2 && std::strcmp(argv[1], "--list") == 0)
        return list();
    const options o = parse(argc, argv);
    const std::vector<int> values = chosen(o);
    struct lp_run run = {};
    struct lp_result result;
    uint32_t calm = o.unit->hooks && o.unit->hooks->calm ? o.unit->hooks->calm : 1;

    run.unit = o.unit->unit;
    run.rtl = o.unit->variants[0].rtl;
    std::copy(values.begin(), values.end(), run.values);
    run.seed = o.seed;
    run.max_cycles = o.cycles;
    run.source.style = run.sink.style = LP_STALL_RANDOM;
    run.source.p = run.sink.p = stall;
    run.reset_mean = std::min(reset_mean * calm, static_cast<uint32_t>(o.cycles / 10 + 1));
    lp_run_random(&run, o.unit);
    /* A part of a unit that has no traffic of its own gets level inputs that change although they
     * should be held. */
    run.lawless = !o.unit->hooks;
    lp_sc_run.row = row;
    begin_trace(run, o.trace);
    if (!lp_lockstep(&run, &result))
        fail(std::strerror(errno));
    end_trace(o.trace);
    std::printf("%s %s: %" PRIu64 " cycles, %" PRIu64 " under reset, %" PRIu64
                " beats, trace %016" PRIx64 "\n",
                run.unit->name, argv[2], trace.rows, trace.resets, result.beats, trace.digest);
    if (result.fault == LP_FAULT_NONE)
        return 0;
    char text[1200];
    lp_result_text(&run, &result, text, sizeof text);
    std::fprintf(stderr, "systemc units: %s: %s\n", run.unit->name, text);
    return 1;
}
