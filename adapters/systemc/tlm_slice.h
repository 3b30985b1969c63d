/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A memory controller's slice (lp_buddy_slice) with TLM-2.0 sockets:
 *
 *   lines   target: whole lines of 128 bytes. Page n of the page table has the addresses from
 *           n << SHARE_W on. A transaction with the extension lp_tlm_page has its own attributes;
 *           of its address, only the line within the page is used.
 *   regs    target: register r at 8 r, 8 bytes (buddy.md); 0 to 3 must be written
 *           before the first line
 *   dev     initiator: device memory and metadata; bud: buddy memory over the link
 *   irq     may stay unbound
 *
 * The slice may answer lines in any order, but accesses to the same line in order. Its codes 1 to 3
 * (bad attributes) are TLM_ADDRESS_ERROR_RESPONSE, 4 to 6 TLM_GENERIC_ERROR_RESPONSE; the extension
 * has the code, enum lp_answer. The clock stops after 64 cycles without a transfer.
 *
 * transport_dbg transfers whole lines and registers without time, and accesses memories by
 * transport_dbg too: reads use a copy of the cycle model, so that its metadata cache does not
 * change, and writes the model itself. While an access is in flight, or with RTL, it returns 0
 * bytes.
 */
#ifndef LP_SYSTEMC_TLM_SLICE_H
#define LP_SYSTEMC_TLM_SLICE_H

#include <array>
#include <vector>

#include <linepress/buddy/buddy_ports.h>
#include <linepress/gbbr.h>

#include "instance.h"
#include "tlm_axi.h"

/* An ignorable extension. */
struct lp_tlm_page : tlm::tlm_extension<lp_tlm_page> {
    struct lp_gbbr_page page = {};
    unsigned code = LP_ANSWER_OK; /* the worst code of its lines, set on completion */

    tlm_extension_base *clone() const override { return new lp_tlm_page(*this); }
    void copy_from(const tlm_extension_base &other) override
    {
        *this = static_cast<const lp_tlm_page &>(other);
    }
};

struct lp_tlm_slice_config {
    std::vector<int> values; /* parameters of lp_buddy_slice, in order; the rest have defaults */
    std::vector<struct lp_gbbr_page> pages;
    sc_core::sc_time period{1, sc_core::SC_NS};
    lp_open_fn *open = lp_sc_open_copyable;
};

class lp_tlm_slice : public lp_tlm_clocked, private lp_tlm_owner {
    lp_sc_instance unit; /* before the sockets: refused parameters must throw before they exist */

public:
    lp_tlm_port lines, regs;
    lp_tlm_axi dev, bud;
    sc_core::sc_port<sc_core::sc_signal_inout_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> irq;

    /* Throws invalid_argument for parameters that the unit does not support. */
    lp_tlm_slice(const sc_core::sc_module_name &name, const lp_tlm_slice_config &config)
        : lp_tlm_clocked(name, config.period), unit(row(), config.values, config.open),
          lines("lines", *this), regs("regs", *this), dev("dev"), bud("bud"), irq("irq"),
          pages(config.pages), values(lp_sc_values(*row(), config.values)),
          share(static_cast<unsigned>(lp_unit_get(row(), "SHARE_W", values.data()))),
          lanes(static_cast<unsigned>(lp_unit_get(row(), "LANES", values.data())))
    {
        for (unsigned id = ids; id-- > 0;)
            free_ids.push_back(static_cast<uint8_t>(id));
    }

    /*
     * Sets the attributes of page n, at most one past the last; lines in flight keep their old
     * ones.
     */
    void set_page(std::size_t n, const struct lp_gbbr_page &page)
    {
        if (n >= pages.size())
            pages.resize(n + 1);
        pages[n] = page;
    }

private:
    using in_type = struct lp_buddy_slice_in;
    using out_type = struct lp_buddy_slice_out;
    static constexpr unsigned ids = 256, registers = 16, quiet = 64, register_bytes = 8;

    /* A line that the slice has accepted. */
    struct flight {
        lp_tlm_job *job = nullptr;
        unsigned char *data;
        unsigned beats = 0;
        unsigned code = 0;
    };

    std::vector<struct lp_gbbr_page> pages;
    const std::vector<int> values;
    const unsigned share, lanes;
    std::array<flight, ids> flights;
    std::deque<uint8_t> free_ids;              /* the first one is offered */
    std::deque<const unsigned char *> sectors; /* of writes, not sent yet */
    unsigned still = 0;                        /* cycles without a transfer */

    static const struct lp_unit *row() { return LP_UNIT(buddy_slice); }
    uint64_t page_bytes() const { return uint64_t{1} << share; }

    /* ---- transactions ---- */

    tlm::tlm_response_status check(const lp_tlm_port &port,
                                   const tlm::tlm_generic_payload &p) const override
    {
        if (&port == &regs)
            return lp_tlm_check(p, registers * register_bytes, register_bytes);
        if (!p.get_extension<lp_tlm_page>())
            return lp_tlm_check(p, pages.size() * page_bytes(), LP_LINE_BYTES);
        /* The attributes of a page apply to that page only. */
        tlm::tlm_response_status status = lp_tlm_check(p, ~uint64_t{0}, LP_LINE_BYTES);
        return status == tlm::TLM_OK_RESPONSE &&
                       p.get_address() % page_bytes() + p.get_data_length() > page_bytes()
                   ? tlm::TLM_ADDRESS_ERROR_RESPONSE
                   : status;
    }

    void arrived() override
    {
        still = 0;
        wake();
    }

    bool working() const { return !lines.idle() || !regs.idle() || !dev.idle() || !bud.idle(); }
    bool busy() const override { return working() || still < quiet; }

    struct lp_gbbr_page page_of(const tlm::tlm_generic_payload &p, uint64_t address) const
    {
        auto *extension = p.get_extension<lp_tlm_page>();
        return extension ? extension->page : pages[address >> share];
    }

    void ask(in_type &in, const struct lp_gbbr_page &page, uint64_t address, bool write,
             unsigned id) const
    {
        in.q_valid = 1;
        in.q_write = write;
        in.q_id = id;
        in.q_compressed = page.compressed;
        in.q_target = page.target;
        in.q_codec = page.codec;
        in.q_slot = page.slot;
        in.q_frame = page.frame;
        in.q_index = static_cast<uint32_t>(address % page_bytes() / LP_LINE_BYTES);
    }

    /* ---- a cycle ---- */

    void cycle() override
    {
        in_type in = {};
        out_type out;
        lp_tlm_axi_memory device = dev.offers(), buddy = bud.offers();

        drive_lines(in);
        drive_register(in);
        see(in, device, buddy);
        unit.eval(true, &in, &out);
        unit.tick();
        bool moved = in.q_valid || in.d_valid || out.m_valid || out.k_valid || in.cfg_valid;
        still = moved || working() ? 0 : still + 1;
        take_lines(in, out);
        take_register(in, out);
        dev.take(device, shown_dev(out));
        bud.take(buddy, shown_bud(out));
        if (irq.size() > 0)
            irq->write(out.irq);
    }

    static void see(in_type &in, const lp_tlm_axi_memory &device, const lp_tlm_axi_memory &buddy)
    {
        {
            const lp_tlm_axi_memory &side = device;
            LP_TLM_AXI_SEEN(dev_)
            LP_TLM_AXI_IDS_SEEN(dev_)
        }
        {
            const lp_tlm_axi_memory &side = buddy;
            LP_TLM_AXI_SEEN(bud_)
            LP_TLM_AXI_IDS_SEEN(bud_)
        }
    }
    static lp_tlm_axi_unit shown_dev(const out_type &out)
    {
        lp_tlm_axi_unit port;
        LP_TLM_AXI_SHOWN(dev_)
        LP_TLM_AXI_IDS_SHOWN(dev_)
        return port;
    }
    static lp_tlm_axi_unit shown_bud(const out_type &out)
    {
        lp_tlm_axi_unit port;
        LP_TLM_AXI_SHOWN(bud_)
        LP_TLM_AXI_IDS_SHOWN(bud_)
        return port;
    }

    /* Offers the next line of the oldest job, and the next sector of earlier writes. */
    void drive_lines(in_type &in)
    {
        lp_tlm_job *job = lines.front();

        if (job && !free_ids.empty()) {
            uint64_t address = job->address() + job->begun * LP_LINE_BYTES;
            ask(in, page_of(*job->payload, address), address, job->is_write(), free_ids.front());
        }
        if (!sectors.empty()) {
            in.d_valid = 1;
            lp_tlm_to_words(in.d_data, sectors.front(), LP_SECTOR_BYTES);
        }
        in.m_ready = in.k_ready = 1;
    }

    void take_lines(const in_type &in, const out_type &out)
    {
        if (in.d_valid && out.d_ready)
            sectors.pop_front();
        if (in.q_valid && out.q_ready)
            request_taken(*lines.front());
        if (out.m_valid)
            read_beat(out);
        if (out.k_valid)
            land(out.k_id, out.k_code);
    }

    void request_taken(lp_tlm_job &job)
    {
        unsigned char *data = job.data() + job.begun * LP_LINE_BYTES;

        if (job.begun == 0)
            job.left = job.length() / LP_LINE_BYTES;
        flights[free_ids.front()] = {&job, data, 0, 0};
        free_ids.pop_front();
        for (unsigned s = 0; s < LP_LINE_SECTORS && job.is_write(); s++)
            sectors.push_back(data + s * LP_SECTOR_BYTES);
        if (++job.begun == job.length() / LP_LINE_BYTES)
            lines.accept();
    }

    void read_beat(const out_type &out)
    {
        flight &f = flights[out.m_id];

        if (!f.job || f.beats + lanes > LP_LINE_SECTORS) {
            SC_REPORT_ERROR("linepress/slice", "an unexpected response");
            return;
        }
        lp_tlm_from_words(f.data + f.beats * LP_SECTOR_BYTES, out.m_data, lanes * LP_SECTOR_BYTES);
        f.beats += lanes;
        if (out.m_last)
            land(out.m_id, out.m_code);
    }

    /* A line is complete. */
    void land(unsigned id, unsigned code)
    {
        lp_tlm_job *job = flights[id].job;

        if (!job) {
            SC_REPORT_ERROR("linepress/slice", "an unexpected response");
            return;
        }
        flights[id].job = nullptr;
        free_ids.push_back(static_cast<uint8_t>(id));
        job->code = std::max(job->code, code);
        if (--job->left > 0)
            return;
        if (auto *extension = job->payload->get_extension<lp_tlm_page>())
            extension->code = job->code;
        lines.finish(*job, status_of(job->code));
    }

    static tlm::tlm_response_status status_of(unsigned code)
    {
        return code == LP_ANSWER_OK      ? tlm::TLM_OK_RESPONSE
               : code <= LP_ANSWER_FRAME ? tlm::TLM_ADDRESS_ERROR_RESPONSE
                                         : tlm::TLM_GENERIC_ERROR_RESPONSE;
    }

    /* ---- registers ---- */

    static void ask_register(in_type &in, bool write, uint64_t address, const unsigned char *data)
    {
        in.cfg_valid = write;
        in.cfg_reg = static_cast<uint32_t>(address / register_bytes);
        if (write)
            lp_tlm_to_words(in.cfg_data, data, register_bytes);
    }

    void drive_register(in_type &in) const
    {
        if (const lp_tlm_job *job = regs.front())
            ask_register(in, job->is_write(), job->address() + job->begun * register_bytes,
                         job->data() + job->begun * register_bytes);
    }

    void take_register(const in_type &in, const out_type &out)
    {
        lp_tlm_job *job = regs.front();

        if (!job || (in.cfg_valid && !out.cfg_ready))
            return;
        if (!in.cfg_valid)
            lp_tlm_from_words(job->data() + job->begun * register_bytes, out.cfg_value,
                              register_bytes);
        job->failed |= in.cfg_valid && out.cfg_err;
        if (++job->begun < job->length() / register_bytes)
            return;
        regs.accept();
        regs.finish(*job, job->failed ? tlm::TLM_GENERIC_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE);
    }

    /* ---- debug accesses ---- */

    unsigned debug(const lp_tlm_port &port, tlm::tlm_generic_payload &p) override
    {
        unsigned unit_bytes = &port == &regs ? register_bytes : LP_LINE_BYTES;
        tlm::tlm_generic_payload whole;

        whole.deep_copy_from(p); /* with its attributes; debug accesses have no streaming width */
        whole.set_data_ptr(p.get_data_ptr());
        whole.set_streaming_width(p.get_data_length());
        whole.set_byte_enable_ptr(nullptr);
        if (check(port, whole) != tlm::TLM_OK_RESPONSE || working())
            return 0;
        std::unique_ptr<lp_sc_instance> aside = unit.copy();
        if (!aside)
            return 0;
        lp_tlm_axi_debug device(dev, p.is_write()), buddy(bud, p.is_write());
        lp_sc_instance &on = p.is_write() ? unit : *aside;
        unsigned done = 0;
        while (done < p.get_data_length() &&
               (&port == &regs ? debug_register(on, p, done, device, buddy)
                               : debug_line(on, p, done, device, buddy)))
            done += unit_bytes;
        return done;
    }

    /* Clocks the model without simulated time until `step` is done; false: it takes too long. */
    template <class Drive, class Take>
    bool run_aside(lp_sc_instance &on, lp_tlm_axi_debug &device, lp_tlm_axi_debug &buddy,
                   Drive drive, Take take)
    {
        bool over = false;
        for (unsigned cycles = 0; cycles < 100000; cycles++) {
            in_type in = {};
            out_type out;
            lp_tlm_axi_memory d = device.offers(), b = buddy.offers();

            in.m_ready = in.k_ready = 1;
            if (!over)
                drive(in);
            see(in, d, b);
            on.eval(true, &in, &out);
            on.tick();
            over = over || take(in, out);
            device.take(d, shown_dev(out));
            buddy.take(b, shown_bud(out));
            if (over && device.idle() && buddy.idle())
                return true;
        }
        return false;
    }

    bool debug_line(lp_sc_instance &on, tlm::tlm_generic_payload &p, unsigned at,
                    lp_tlm_axi_debug &device, lp_tlm_axi_debug &buddy)
    {
        uint64_t address = p.get_address() + at;
        unsigned char *data = p.get_data_ptr() + at;
        struct lp_gbbr_page page = page_of(p, address);
        bool asked = false;
        unsigned sent = p.is_write() ? 0 : LP_LINE_SECTORS, beats = 0, code = 0;

        return run_aside(
                   on, device, buddy,
                   [&](in_type &in) {
                       if (!asked)
                           ask(in, page, address, p.is_write(), 0);
                       if (sent < LP_LINE_SECTORS) {
                           in.d_valid = 1;
                           lp_tlm_to_words(in.d_data, data + sent * LP_SECTOR_BYTES,
                                           LP_SECTOR_BYTES);
                       }
                   },
                   [&](const in_type &in, const out_type &out) {
                       asked |= in.q_valid && out.q_ready;
                       sent += in.d_valid && out.d_ready;
                       if (out.m_valid) {
                           lp_tlm_from_words(data + beats * LP_SECTOR_BYTES, out.m_data,
                                             lanes * LP_SECTOR_BYTES);
                           beats += lanes;
                           code = out.m_code;
                       }
                       code = out.k_valid ? out.k_code : code;
                       return (out.m_valid && out.m_last) || out.k_valid;
                   }) &&
               code == LP_ANSWER_OK;
    }

    bool debug_register(lp_sc_instance &on, tlm::tlm_generic_payload &p, unsigned at,
                        lp_tlm_axi_debug &device, lp_tlm_axi_debug &buddy)
    {
        unsigned char *data = p.get_data_ptr() + at;
        bool good = true;

        return run_aside(
                   on, device, buddy,
                   [&](in_type &in) { ask_register(in, p.is_write(), p.get_address() + at, data); },
                   [&](const in_type &in, const out_type &out) {
                       if (!in.cfg_valid)
                           lp_tlm_from_words(data, out.cfg_value, register_bytes);
                       good = !(in.cfg_valid && out.cfg_ready && out.cfg_err);
                       return !in.cfg_valid || out.cfg_ready;
                   }) &&
               good;
    }
};

#endif
