/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A small platform: source -> lp_zvc_enc -> lp_zvc_dec -> sink, with stalls on both ends.  The two
 * units are the cycle models or the Verilated RTL, chosen by the first argument; all else is the
 * same, and so must be the trace: every pin of both units in every cycle after reset.
 *
 *   platform model|rtl TRACE FILE    exit status 0 all lines came back, 1 not, 2 bad use or input
 */
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <systemc>

#include <linepress/file.h>
#include <linepress/linepress.h>

#include "Vlp_zvc_dec.h"
#include "Vlp_zvc_enc.h"
extern "C" {
#include "zvc/zvc_cycle.h"
}
#include "cycle_module.h"
#include "rng.h"

LP_SC_CYCLE_MODULE(lp_zvc_enc, LP_ZVC_ENC_PORTS);
LP_SC_CYCLE_MODULE(lp_zvc_dec, LP_ZVC_DEC_PORTS);

namespace {

using sector = sc_dt::sc_bv<256>;
constexpr double stall = 0.25;

struct enc_signals {
    LP_ZVC_ENC_PORTS(LP_SC_SIGNAL, LP_SC_SIGNAL, LP_SC_SIGNAL, LP_SC_SIGNAL)
};

/* The decoder's s side is the encoder's m side. */
struct dec_signals {
    sc_core::sc_signal<bool> m_valid{"dec_valid"}, m_ready{"dec_ready"};
    sc_core::sc_signal<bool> m_last{"dec_last"}, m_err{"dec_err"};
    sc_core::sc_signal<sector> m_data{"dec_data"};
};

[[noreturn]] void fail(const std::string &subject, const char *why)
{
    std::cerr << "systemc platform: " << subject << ": " << why << "\n";
    std::exit(2);
}

std::vector<uint8_t> read_lines(const char *path)
{
    std::vector<uint8_t> bytes;
    struct lp_input *input = nullptr;
    uint8_t buffer[4096];
    std::size_t got = 1;
    int error = lp_input_open(path, &input);

    while (error == LP_OK && got > 0) {
        error = lp_input_read(input, buffer, sizeof buffer, &got);
        bytes.insert(bytes.end(), buffer, buffer + (error == LP_OK ? got : 0));
    }
    if (error != LP_OK)
        fail(path, error == LP_ERR_SYSTEM ? std::strerror(errno) : lp_strerror(error));
    lp_input_close(input);
    bytes.resize(lp_lines(bytes.size()) * LP_LINE_BYTES);
    return bytes;
}

sector sector_at(const std::vector<uint8_t> &bytes, std::size_t index)
{
    uint32_t words[8];
    sector value;

    std::memcpy(words, bytes.data() + index * LP_SECTOR_BYTES, sizeof words);
    lp_pin_put(value, words);
    return value;
}

/* Offers the file's sectors, all lines as memory entries. */
struct source : sc_core::sc_module {
    sc_core::sc_in<bool> clk{"clk"}, rst_n{"rst_n"}, ready{"ready"};
    sc_core::sc_out<bool> valid{"valid"}, mem{"mem"}, last{"last"};
    sc_core::sc_out<sector> data{"data"};

    source(sc_core::sc_module_name, const std::vector<uint8_t> &bytes) : bytes(bytes)
    {
        SC_HAS_PROCESS(source);
        SC_METHOD(edge);
        sensitive << clk.pos();
        dont_initialize();
    }

private:
    const std::vector<uint8_t> &bytes;
    std::size_t next = 0;
    lp_rng rng{1};

    void edge()
    {
        bool waits = valid.read() && !ready.read();

        if (!rst_n.read() || waits)
            return;
        bool offer = next < bytes.size() / LP_SECTOR_BYTES && !lp_chance(&rng, stall);
        valid.write(offer);
        mem.write(offer);
        last.write(offer);
        if (offer)
            data.write(sector_at(bytes, next++));
    }
};

/* Takes the decoded sectors and holds them against the file's. */
struct sink : sc_core::sc_module {
    sc_core::sc_in<bool> clk{"clk"}, rst_n{"rst_n"}, valid{"valid"}, last{"last"}, err{"err"};
    sc_core::sc_in<sector> data{"data"};
    sc_core::sc_out<bool> ready{"ready"};
    std::size_t sectors = 0, wrong = 0;

    sink(sc_core::sc_module_name, const std::vector<uint8_t> &bytes) : bytes(bytes)
    {
        SC_HAS_PROCESS(sink);
        SC_METHOD(edge);
        sensitive << clk.pos();
        dont_initialize();
    }

private:
    const std::vector<uint8_t> &bytes;
    lp_rng rng{2};

    void edge()
    {
        if (!rst_n.read())
            return;
        if (valid.read() && ready.read()) {
            bool fourth = sectors % LP_LINE_SECTORS == LP_LINE_SECTORS - 1;
            wrong += data.read() != sector_at(bytes, sectors);
            wrong += last.read() != fourth || err.read();
            if (++sectors == bytes.size() / LP_SECTOR_BYTES)
                sc_core::sc_stop();
        }
        ready.write(!lp_chance(&rng, stall));
    }
};

std::string text(bool value) { return value ? "1" : "0"; }
std::string text(uint32_t value)
{
    char digits[9];
    std::snprintf(digits, sizeof digits, "%x", static_cast<unsigned>(value));
    return digits;
}
template <int W> std::string text(const sc_dt::sc_bv<W> &value)
{
    std::string digits;
    char word[9];
    for (int i = (W + 31) / 32; i-- > 0;) {
        std::snprintf(word, sizeof word, "%08x", static_cast<unsigned>(value.get_word(i)));
        digits += word;
    }
    return digits;
}

/* One row a cycle: what the pins show just before the clock edge. */
struct tracer : sc_core::sc_module {
    sc_core::sc_in<bool> clk{"clk"}, rst_n{"rst_n"};
    uint64_t cycles = 0;

    tracer(sc_core::sc_module_name, std::ostream &file) : file(file)
    {
        SC_HAS_PROCESS(tracer);
        SC_METHOD(edge);
        sensitive << clk.pos();
        dont_initialize();
    }
    void add(const char *name, std::function<std::string()> value)
    {
        file << (values.empty() ? "" : " ") << name;
        values.push_back(std::move(value));
    }

private:
    std::ostream &file;
    std::vector<std::function<std::string()>> values;

    void edge()
    {
        if (!rst_n.read())
            return;
        const char *gap = "\n";
        for (const auto &value : values) {
            file << gap << value();
            gap = " ";
        }
        cycles++;
    }
};

/* Enc and Dec: the two units, as cycle models or as RTL. */
template <class Enc, class Dec> struct platform : sc_core::sc_module {
    sc_core::sc_clock clk{"clk", 1, sc_core::SC_NS};
    sc_core::sc_signal<bool> rst_n{"rst_n"};
    enc_signals e;
    dec_signals d;
    Enc enc{"enc"};
    Dec dec{"dec"};
    source from;
    sink to;
    tracer trace;

    platform(sc_core::sc_module_name, const std::vector<uint8_t> &bytes, std::ostream &file)
        : from("source", bytes), to("sink", bytes), trace("tracer", file)
    {
        bind_enc();
        bind_dec();
        bind_ends();
        trace_pins();
    }

private:
    void bind_enc()
    {
        enc.clk_i(clk);
        enc.rst_ni(rst_n);
#define BIND_IN(name, width) enc.name##_i(e.name);
#define BIND_OUT(name, width) enc.name##_o(e.name);
        LP_ZVC_ENC_PORTS(BIND_IN, BIND_OUT, BIND_IN, BIND_OUT)
#undef BIND_IN
#undef BIND_OUT
    }
    void bind_dec()
    {
        dec.clk_i(clk);
        dec.rst_ni(rst_n);
        dec.s_valid_i(e.m_valid);
        dec.s_ready_o(e.m_ready);
        dec.s_data_i(e.m_data);
        dec.s_mem_i(e.m_mem);
        dec.s_last_i(e.m_last);
        dec.s_count_i(e.m_count);
        dec.s_sectors_i(e.m_sectors);
        dec.m_valid_o(d.m_valid);
        dec.m_ready_i(d.m_ready);
        dec.m_data_o(d.m_data);
        dec.m_last_o(d.m_last);
        dec.m_err_o(d.m_err);
    }
    void bind_ends()
    {
        from.clk(clk);
        from.rst_n(rst_n);
        from.valid(e.s_valid);
        from.ready(e.s_ready);
        from.data(e.s_data);
        from.mem(e.s_mem);
        from.last(e.s_last);
        to.clk(clk);
        to.rst_n(rst_n);
        to.valid(d.m_valid);
        to.ready(d.m_ready);
        to.data(d.m_data);
        to.last(d.m_last);
        to.err(d.m_err);
        trace.clk(clk);
        trace.rst_n(rst_n);
    }
    void trace_pins()
    {
#define TRACE(unit, pin) trace.add(#unit "." #pin, [this] { return text(unit.pin.read()); });
#define TRACE_ENC_IN(name, width) TRACE(enc, name##_i)
#define TRACE_ENC_OUT(name, width) TRACE(enc, name##_o)
#define TRACE_DEC_IN(name, width) TRACE(dec, name##_i)
#define TRACE_DEC_OUT(name, width) TRACE(dec, name##_o)
        LP_ZVC_ENC_PORTS(TRACE_ENC_IN, TRACE_ENC_OUT, TRACE_ENC_IN, TRACE_ENC_OUT)
        LP_ZVC_DEC_PORTS(TRACE_DEC_IN, TRACE_DEC_OUT, TRACE_DEC_IN, TRACE_DEC_OUT)
    }
};

template <class Enc, class Dec>
int run(const char *engine, const std::vector<uint8_t> &bytes, std::ostream &file)
{
    auto top = std::make_unique<platform<Enc, Dec>>("platform", bytes, file);
    /* Room for stalls of a hundred times the data; a platform that hangs ends here. */
    double limit = 1000.0 + 100.0 * static_cast<double>(bytes.size() / LP_SECTOR_BYTES);

    top->rst_n.write(false);
    sc_core::sc_start(2, sc_core::SC_NS);
    top->rst_n.write(true);
    sc_core::sc_start(limit, sc_core::SC_NS);
    std::size_t lines = bytes.size() / LP_LINE_BYTES;
    bool good = top->to.wrong == 0 && top->to.sectors == lines * LP_LINE_SECTORS;
    std::cout << engine << ": " << lines << " lines, " << top->trace.cycles << " cycles, "
              << top->to.sectors << " sectors came back, " << top->to.wrong << " wrong\n";
    return good ? 0 : 1;
}

} // namespace

int sc_main(int argc, char **argv)
{
    if (argc != 4 || (std::strcmp(argv[1], "model") != 0 && std::strcmp(argv[1], "rtl") != 0))
        fail("usage", "platform model|rtl TRACE FILE");
    const std::vector<uint8_t> bytes = read_lines(argv[3]);
    std::ofstream file(argv[2]);
    if (!file)
        fail(argv[2], std::strerror(errno));
    int status = std::strcmp(argv[1], "model") == 0
                     ? run<lp_zvc_enc_sc, lp_zvc_dec_sc>(argv[1], bytes, file)
                     : run<Vlp_zvc_enc, Vlp_zvc_dec>(argv[1], bytes, file);
    file << "\n";
    file.close();
    if (!file)
        fail(argv[2], std::strerror(errno));
    return status;
}
