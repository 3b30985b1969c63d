/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The compressing DMA engine (lp_cdma) with TLM-2.0 sockets:
 *
 *   regs     target: 4 KiB of registers (cdma_regs.md), in words of 4 bytes, with byte
 *            enables for writes; each word is a separate access at the AXI4-Lite port
 *   host     initiator: rings and streams in host memory
 *   index    initiator: indices in device memory
 *   dev[c]   initiator: data of channel c in device memory
 *   irq      a level; may stay unbound
 *
 * The clock runs from the first register access on: the simulation must be ended by its own time
 * limit or by sc_stop. transport_dbg reads registers without time, on a copy of the cycle model, at
 * any time; it does not support writes, and with RTL it returns 0 bytes.
 */
#ifndef LP_SYSTEMC_TLM_DMA_H
#define LP_SYSTEMC_TLM_DMA_H

#include <memory>
#include <array>
#include <vector>

#include <linepress/cdma/cdma_ports.h>

#include "instance.h"
#include "tlm_axi.h"

struct lp_tlm_dma_config {
    std::vector<int> values; /* parameters of lp_cdma, in order; the rest have defaults */
    sc_core::sc_time period{1, sc_core::SC_NS};
    lp_open_fn *open = lp_sc_open_copyable;
};

class lp_tlm_dma : public lp_tlm_clocked, private lp_tlm_owner {
    lp_sc_instance unit;

public:
    lp_tlm_port regs;
    lp_tlm_axi host, index;
    std::vector<std::unique_ptr<lp_tlm_axi>> dev;
    sc_core::sc_port<sc_core::sc_signal_inout_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> irq;

    /* Throws invalid_argument for parameters that the unit does not support. */
    lp_tlm_dma(const sc_core::sc_module_name &name, const lp_tlm_dma_config &config = {})
        : lp_tlm_clocked(name, config.period), unit(row(), config.values, config.open),
          regs("regs", *this), host("host"), index("index"), irq("irq")
    {
        const std::vector<int> values = lp_sc_values(*row(), config.values);
        int channels = lp_unit_get(row(), "CHANNELS", values.data());

        for (int c = 0; c < channels; c++)
            dev.push_back(std::make_unique<lp_tlm_axi>(("dev" + std::to_string(c)).c_str()));
    }

private:
    using in_type = struct lp_cdma_in;
    using out_type = struct lp_cdma_out;
    static constexpr unsigned word = 4, space = 4096;

    bool started = false;
    /* The current access: its address and its data are not accepted yet. */
    bool asking = false, giving = false;

    static const struct lp_unit *row() { return LP_UNIT(cdma); }

    tlm::tlm_response_status check(const lp_tlm_port &,
                                   const tlm::tlm_generic_payload &p) const override
    {
        return lp_tlm_check(p, space, word, p.is_write());
    }

    void arrived() override
    {
        started = true;
        wake();
    }
    bool busy() const override { return started; }

    void cycle() override
    {
        in_type in = {};
        out_type out;
        lp_tlm_axi_memory h = host.offers(), x = index.offers();
        std::array<lp_tlm_axi_memory, LP_CDMA_CHANNELS> d;

        drive_register(in);
        see_host(in, h);
        see_index(in, x);
        for (unsigned c = 0; c < dev.size(); c++) {
            d[c] = dev[c]->offers();
            see_channel(in, c, d[c]);
        }
        unit.eval(true, &in, &out);
        unit.tick();
        take_register(in, out);
        host.take(h, shown_host(out));
        index.take(x, shown_index(out));
        for (unsigned c = 0; c < dev.size(); c++)
            dev[c]->take(d[c], shown_channel(out, c));
        if (irq.size() > 0)
            irq->write(out.irq);
    }

    /* ---- memories ---- */

    static void see_host(in_type &in, const lp_tlm_axi_memory &side)
    {
        LP_TLM_AXI_SEEN(host_)
        LP_TLM_AXI_IDS_SEEN(host_)
    }
    static void see_index(in_type &in, const lp_tlm_axi_memory &side) { LP_TLM_AXI_SEEN(idx_) }
    static lp_tlm_axi_unit shown_host(const out_type &out)
    {
        lp_tlm_axi_unit port;
        LP_TLM_AXI_SHOWN(host_)
        LP_TLM_AXI_IDS_SHOWN(host_)
        return port;
    }
    static lp_tlm_axi_unit shown_index(const out_type &out)
    {
        lp_tlm_axi_unit port = {};
        LP_TLM_AXI_SHOWN(idx_)
        return port;
    }

    /* Channels are fields of the ports' words: channel c is field c. */
    static void see_channel(in_type &in, unsigned c, const lp_tlm_axi_memory &side)
    {
        in.dev_arready |= uint32_t{side.arready} << c;
        in.dev_rvalid |= uint32_t{side.rvalid} << c;
        in.dev_rlast |= uint32_t{side.rlast} << c;
        in.dev_awready |= uint32_t{side.awready} << c;
        in.dev_wready |= uint32_t{side.wready} << c;
        in.dev_bvalid |= uint32_t{side.bvalid} << c;
        in.dev_rresp[0] |= side.rresp << 2 * c;
        in.dev_bresp[0] |= side.bresp << 2 * c;
        std::memcpy(in.dev_rdata + 8 * c, side.rdata, sizeof side.rdata);
    }
    static uint64_t field(const uint32_t *words, unsigned from, unsigned width)
    {
        uint64_t value = 0;
        for (unsigned i = 0; i < width; i++)
            value |= uint64_t{words[(from + i) / 32] >> (from + i) % 32 & 1} << i;
        return value;
    }
    static lp_tlm_axi_unit shown_channel(const out_type &out, unsigned c)
    {
        lp_tlm_axi_unit port = {};
        port.arvalid = out.dev_arvalid >> c & 1;
        port.rready = out.dev_rready >> c & 1;
        port.awvalid = out.dev_awvalid >> c & 1;
        port.wvalid = out.dev_wvalid >> c & 1;
        port.wlast = out.dev_wlast >> c & 1;
        port.bready = out.dev_bready >> c & 1;
        if (port.arvalid) {
            port.arlen = static_cast<uint32_t>(field(out.dev_arlen, 8 * c, 8));
            port.araddr = field(out.dev_araddr, 40 * c, 40);
        }
        if (port.awvalid) {
            port.awlen = static_cast<uint32_t>(field(out.dev_awlen, 8 * c, 8));
            port.awaddr = field(out.dev_awaddr, 40 * c, 40);
        }
        port.wstrb = out.dev_wstrb[c];
        std::memcpy(port.wdata, out.dev_wdata + 8 * c, sizeof port.wdata);
        return port;
    }

    /* ---- registers ---- */

    void drive_register(in_type &in)
    {
        lp_tlm_job *job = regs.front();

        in.csr_bready = in.csr_rready = 1;
        if (!job)
            return;
        if (job->left == 0) { /* a new access: address and data of this word */
            job->left = 1;
            asking = giving = true;
        }
        std::size_t at = job->begun * word;
        in.csr_awaddr = in.csr_araddr = static_cast<uint32_t>(job->address() + at);
        in.csr_awvalid = job->is_write() && asking;
        in.csr_wvalid = job->is_write() && giving;
        in.csr_arvalid = !job->is_write() && asking;
        if (job->is_write())
            lp_tlm_to_words(&in.csr_wdata, job->data() + at, word);
        for (unsigned i = 0; i < word; i++)
            in.csr_wstrb |= uint32_t{lp_tlm_enabled(*job->payload, at + i)} << i;
    }

    void take_register(const in_type &in, const out_type &out)
    {
        lp_tlm_job *job = regs.front();

        if (!job)
            return;
        if ((in.csr_awvalid && out.csr_awready) || (in.csr_arvalid && out.csr_arready))
            asking = false;
        if (in.csr_wvalid && out.csr_wready)
            giving = false;
        if (!(job->is_write() ? out.csr_bvalid : out.csr_rvalid))
            return;
        if (!job->is_write())
            lp_tlm_from_words(job->data() + job->begun * word, &out.csr_rdata, word);
        job->failed |= (job->is_write() ? out.csr_bresp : out.csr_rresp) != 0;
        job->left = 0;
        if (++job->begun < job->length() / word)
            return;
        regs.accept();
        regs.finish(*job, job->failed ? tlm::TLM_GENERIC_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE);
    }

    /*
     * Reads from a copy, whose memories are not accessed. The current access at the port is
     * finished first.
     */
    unsigned debug(const lp_tlm_port &, tlm::tlm_generic_payload &p) override
    {
        std::unique_ptr<lp_sc_instance> aside = unit.copy();
        uint64_t at = p.get_address();
        unsigned done = 0;

        if (!aside || !p.is_read() || !p.get_data_ptr() || !regs.idle())
            return 0;
        for (; done < p.get_data_length() && at + done < space; done++) {
            uint32_t value;
            if (!read_aside(*aside, static_cast<uint32_t>(at + done) / word * word, value))
                break;
            p.get_data_ptr()[done] = static_cast<unsigned char>(value >> (at + done) % word * 8);
        }
        return done;
    }

    static bool read_aside(lp_sc_instance &on, uint32_t address, uint32_t &value)
    {
        bool ask = true;
        for (unsigned cycles = 0; cycles < 100; cycles++) {
            in_type in = {};
            out_type out;

            in.csr_arvalid = ask;
            in.csr_araddr = address;
            in.csr_rready = in.csr_bready = 1;
            on.eval(true, &in, &out);
            on.tick();
            ask = ask && !out.csr_arready;
            value = out.csr_rdata;
            if (out.csr_rvalid)
                return true;
        }
        return false;
    }
};

#endif
