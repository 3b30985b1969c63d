/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A small platform: source -> encoder -> decoder -> sink, with stalls on both ends.  The two units
 * are those of ZVC or of BPC, as cycle models or as Verilated RTL; the engine must not affect the
 * trace: every pin of both units in every cycle after reset.
 *
 *   platform zvc|bpc model|rtl TRACE FILE
 *
 * Exit status 0 all lines came back, 1 not, 2 bad use or input.
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

#include "Vlp_bpc_dec.h"
#include "Vlp_bpc_enc.h"
#include "Vlp_zvc_dec.h"
#include "Vlp_zvc_enc.h"
#include <linepress/bpc/bpc_ports.h>
#include <linepress/zvc/zvc_ports.h>

#include "../../../adapters/systemc/modules.h"
#include "base/rng.h"

LP_SC_UNIT(zvc_enc, LP_ZVC_ENC_PORTS)
LP_SC_UNIT(zvc_dec, LP_ZVC_DEC_PORTS)
LP_SC_UNIT(bpc_enc, LP_BPC_ENC_PORTS)
LP_SC_UNIT(bpc_dec, LP_BPC_DEC_PORTS)

namespace {

using sector = sc_dt::sc_bv<256>;
constexpr double stall = 0.25;

/* The m side of every decoder. */
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

/* Takes the decoded sectors and compares them with those of the file. */
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

std::string text(bool value)
{
    return value ? "1" : "0";
}
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

/* One row per cycle: the pins just before the clock edge. */
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
    void add(const std::string &name, std::function<std::string()> value)
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

#define BIND_IN(name, width) unit.name##_i(name);
#define BIND_OUT(name, width) unit.name##_o(name);
#define TRACE(pin) trace.add(side + #pin, [&unit] { return text(unit.pin.read()); });
#define TRACE_IN(name, width) TRACE(name##_i)
#define TRACE_OUT(name, width) TRACE(name##_o)

/* The signals of an encoder's pins, and everything else that depends on a codec's port lists. */
#define CODEC_SIGNALS(ENC_PORTS, DEC_PORTS)                                                        \
    ENC_PORTS(LP_SC_SIGNAL, LP_SC_SIGNAL, LP_SC_SIGNAL, LP_SC_SIGNAL)                              \
    template <class Enc> void bind_enc(Enc &unit)                                                  \
    {                                                                                              \
        ENC_PORTS(BIND_IN, BIND_OUT, BIND_IN, BIND_OUT)                                            \
    }                                                                                              \
    template <class Enc, class Dec> static void add_pins(tracer &trace, Enc &enc, Dec &dec)        \
    {                                                                                              \
        add_enc(trace, "enc.", enc);                                                               \
        add_dec(trace, "dec.", dec);                                                               \
    }                                                                                              \
    template <class Enc> static void add_enc(tracer &trace, const std::string &side, Enc &unit)    \
    {                                                                                              \
        ENC_PORTS(TRACE_IN, TRACE_OUT, TRACE_IN, TRACE_OUT)                                        \
    }                                                                                              \
    template <class Dec> static void add_dec(tracer &trace, const std::string &side, Dec &unit)    \
    {                                                                                              \
        DEC_PORTS(TRACE_IN, TRACE_OUT, TRACE_IN, TRACE_OUT)                                        \
    }

/* The decoder's s side is the encoder's m side. */
struct zvc_signals {
    CODEC_SIGNALS(LP_ZVC_ENC_PORTS, LP_ZVC_DEC_PORTS)
    sc_core::sc_signal<bool> idle{"idle"}, m_end{"m_end"};

    template <class Dec> void bind_dec(Dec &dec)
    {
        dec.s_valid_i(m_valid);
        dec.s_ready_o(m_ready);
        dec.s_data_i(m_data);
        dec.s_mem_i(m_mem);
        dec.s_last_i(m_last);
        dec.s_count_i(m_count);
        dec.s_sectors_i(m_sectors);
        dec.m_end_o(m_end);
        dec.idle_o(idle);
    }
};

struct bpc_signals {
    CODEC_SIGNALS(LP_BPC_ENC_PORTS, LP_BPC_DEC_PORTS)
    sc_core::sc_signal<bool> s_mem{"s_mem"}, s_last{"s_last"}; /* no pins: all lines are entries */
    sc_core::sc_signal<lp_pin<7>> m_byte{"m_byte"};

    template <class Dec> void bind_dec(Dec &dec)
    {
        dec.s_valid_i(m_valid);
        dec.s_ready_o(m_ready);
        dec.s_data_i(m_data);
        dec.s_last_i(m_last);
        dec.s_sectors_i(m_sectors);
        dec.m_byte_o(m_byte);
    }
};

/* Enc and Dec: the codec's units, as cycle models or as RTL. */
template <class Signals, class Enc, class Dec> struct platform : sc_core::sc_module {
    sc_core::sc_clock clk{"clk", 1, sc_core::SC_NS};
    sc_core::sc_signal<bool> rst_n{"rst_n"};
    Signals e;
    dec_signals d;
    Enc enc{"enc"};
    Dec dec{"dec"};
    source from;
    sink to;
    tracer trace;

    platform(sc_core::sc_module_name, const std::vector<uint8_t> &bytes, std::ostream &file)
        : from("source", bytes), to("sink", bytes), trace("tracer", file)
    {
        bind_clocked(enc.clk_i, enc.rst_ni);
        bind_clocked(dec.clk_i, dec.rst_ni);
        bind_clocked(from.clk, from.rst_n);
        bind_clocked(to.clk, to.rst_n);
        bind_clocked(trace.clk, trace.rst_n);
        e.bind_enc(enc);
        e.bind_dec(dec);
        bind_ends();
        Signals::add_pins(trace, enc, dec);
    }

private:
    void bind_clocked(sc_core::sc_in<bool> &clk_pin, sc_core::sc_in<bool> &reset_pin)
    {
        clk_pin(clk);
        reset_pin(rst_n);
    }
    void bind_ends()
    {
        from.valid(e.s_valid);
        from.ready(e.s_ready);
        from.data(e.s_data);
        from.mem(e.s_mem);
        from.last(e.s_last);
        dec.m_valid_o(d.m_valid);
        dec.m_ready_i(d.m_ready);
        dec.m_data_o(d.m_data);
        dec.m_last_o(d.m_last);
        dec.m_err_o(d.m_err);
        to.valid(d.m_valid);
        to.ready(d.m_ready);
        to.data(d.m_data);
        to.last(d.m_last);
        to.err(d.m_err);
    }
};

using run_fn = int(const char *, const std::vector<uint8_t> &, std::ostream &);

template <class Signals, class Enc, class Dec>
int run(const char *engine, const std::vector<uint8_t> &bytes, std::ostream &file)
{
    auto top = std::make_unique<platform<Signals, Enc, Dec>>("platform", bytes, file);
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

/* The platform for the first two arguments, or NULL. */
run_fn *choose(const std::string &codec, const std::string &engine)
{
    if (codec == "zvc" && engine == "model")
        return run<zvc_signals, lp_zvc_enc_sc, lp_zvc_dec_sc>;
    if (codec == "zvc" && engine == "rtl")
        return run<zvc_signals, Vlp_zvc_enc, Vlp_zvc_dec>;
    if (codec == "bpc" && engine == "model")
        return run<bpc_signals, lp_bpc_enc_sc, lp_bpc_dec_sc>;
    if (codec == "bpc" && engine == "rtl")
        return run<bpc_signals, Vlp_bpc_enc, Vlp_bpc_dec>;
    return nullptr;
}

} // namespace

int sc_main(int argc, char **argv)
{
    run_fn *run_platform = argc == 5 ? choose(argv[1], argv[2]) : nullptr;
    if (!run_platform)
        fail("usage", "platform zvc|bpc model|rtl TRACE FILE");
    const std::vector<uint8_t> bytes = read_lines(argv[4]);
    std::ofstream file(argv[3]);
    if (!file)
        fail(argv[3], std::strerror(errno));
    int status = run_platform(argv[2], bytes, file);
    file << "\n";
    file.close();
    if (!file)
        fail(argv[3], std::strerror(errno));
    return status;
}
