/* SPDX-License-Identifier: Apache-2.0 */
/* The file's lines through the codec target, each entry compared with the functional codecs. */
#ifndef LP_SYSTEMC_TLM_RUN_CODEC_H
#define LP_SYSTEMC_TLM_RUN_CODEC_H

#include "../../../adapters/systemc/tlm_codec.h"
#include "tlm_run.h"

DECLARE_EXTENDED_PHASE(elsewhere);

class codec_run : public tlm_run {
public:
    codec_run(const sc_core::sc_module_name &name, const run_options &options)
        : tlm_run(name, options), lines(options.data.size() / LP_LINE_BYTES),
          codec("codec", config(options, lines)), by("by")
    {
        by.socket.bind(codec.port.socket);
    }

private:
    const std::size_t lines;
    lp_tlm_codec codec;
    lp_tlm_initiator by;

    static lp_tlm_codec_config config(const run_options &options, std::size_t lines)
    {
        lp_tlm_codec_config c;
        c.lines = static_cast<uint32_t>(lines);
        c.open = options.open;
        return c;
    }

    void run() override
    {
        for (unsigned number = 0; number < LP_CODEC_PORTS; number++)
            both_ways(number);
        several_lines();
        refused();
        corrupt();
        annotated();
        mixed();
        misused();
        check_initiator(by, true);
        std::printf("codec %s: %zu lines, %llu cycles, %u wrong\n", options.kind.c_str(), lines,
                    static_cast<unsigned long long>(codec.cycles()), wrong);
    }

    /* ZVC is the target's own codec, so that half of its writes do without the extension. */
    void both_ways(unsigned number)
    {
        std::vector<lp_tlm_access *> all;
        bytes back(options.data.size()), source = options.data;
        std::vector<lp_tlm_line *> said(lines);

        for (std::size_t i = 0; i < lines; i++) {
            lp_tlm_access *a = by.make(true, i * LP_LINE_BYTES, &source[i * LP_LINE_BYTES],
                                       LP_LINE_BYTES);
            if (number != LP_CODEC_PORT_ZVC || i % 2 == 0) {
                said[i] = new lp_tlm_line;
                said[i]->codec = number;
                a->set_extension(said[i]);
                a->acquire(); /* until its sectors are checked */
            }
            all.push_back(a);
        }
        carry_out_all(by, all);
        for (std::size_t i = 0; i < lines; i++)
            check_entry(number, i, said[i]);
        for (std::size_t i = 0; i < lines; i++)
            if (said[i])
                all[i]->release();
        all.clear();
        for (std::size_t i = 0; i < lines; i++)
            all.push_back(
                by.make(false, i * LP_LINE_BYTES, &back[i * LP_LINE_BYTES], LP_LINE_BYTES));
        carry_out_all(by, all);
        expect_same(back.data(), options.data.data(), back.size(), "lines read differ");
        std::fill(back.begin(), back.end(), 0xee);
        expect(debug(by, false, 0, back.data(), back.size()) == back.size(), "debug read is short");
        expect_same(back.data(), options.data.data(), back.size(), "debug read differs");
    }

    void check_entry(unsigned number, std::size_t i, const lp_tlm_line *said)
    {
        unsigned char want[LP_LINE_BYTES] = {}, got[LP_LINE_BYTES], size;
        const unsigned char *raw = &options.data[i * LP_LINE_BYTES];
        unsigned sectors;
        std::string line = "line " + std::to_string(i);

        if (number == LP_CODEC_PORT_BPC)
            lp_bpc_encode_entry(raw, want, &sectors);
        else
            lp_zvc_encode_entry(LP_ELEM_32, raw, want, &sectors);
        std::memset(want + sectors * LP_SECTOR_BYTES, 0, LP_LINE_BYTES - sectors * LP_SECTOR_BYTES);
        expect_good(by, false, codec.entries_at() + i * LP_LINE_BYTES, got, sizeof got);
        expect_same(got, want, sizeof got, line + ": its entry differs");
        expect_good(by, false, codec.sizes_at() + i, &size, 1);
        expect(size == (number << 4 | sectors), line + ": its size differs");
        expect(!said || said->sectors == sectors, line + ": the extension's sectors differ");
    }

    /* Transactions of several lines, and one that waits for the line of another. */
    void several_lines()
    {
        std::size_t count = std::min<std::size_t>(lines, 8) * LP_LINE_BYTES;
        bytes other(count), back(count), after(count);

        for (std::size_t i = 0; i < count; i++)
            other[i] = static_cast<unsigned char>(i % 5 == 0 ? i : 0);
        bytes source = other;
        carry_out_all(by, {by.make(false, 0, back.data(), count),
                           by.make(true, 0, source.data(), count),
                           by.make(false, 0, after.data(), count)});
        expect_same(back.data(), options.data.data(), count, "a read saw a later write");
        expect_same(after.data(), other.data(), count, "a read did not see a write before it");
    }

    void refused()
    {
        const uint64_t all = codec.entries_at(), end = codec.bytes();
        const tlm::tlm_command r = tlm::TLM_READ_COMMAND, w = tlm::TLM_WRITE_COMMAND;
        const bad_request list[] = {
            {"no command", tlm::TLM_IGNORE_COMMAND, 0, 128, 0, false,
             tlm::TLM_COMMAND_ERROR_RESPONSE},
            {"no length", r, 0, 0, 0, false, tlm::TLM_BURST_ERROR_RESPONSE},
            {"half a line", w, 0, 64, 0, false, tlm::TLM_BURST_ERROR_RESPONSE},
            {"a narrow stream", r, 0, 256, 128, false, tlm::TLM_BURST_ERROR_RESPONSE},
            {"byte enables", w, 0, 128, 0, true, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE},
            {"within a line", r, 64, 128, 0, false, tlm::TLM_ADDRESS_ERROR_RESPONSE},
            {"past the lines", r, all - 128, 256, 0, false, tlm::TLM_ADDRESS_ERROR_RESPONSE},
            {"past the entries", r, 2 * all - 128, 256, 0, false, tlm::TLM_ADDRESS_ERROR_RESPONSE},
            {"past the end", r, end, 1, 0, false, tlm::TLM_ADDRESS_ERROR_RESPONSE},
            {"the last address", r, ~uint64_t{0}, 128, 0, false, tlm::TLM_ADDRESS_ERROR_RESPONSE},
            {"a huge length", r, 0, ~0u / 128 * 128, 0, false, tlm::TLM_ADDRESS_ERROR_RESPONSE},
        };
        for (const bad_request &bad : list)
            refuse(by, bad);
        unsigned char byte = 0;
        expect(debug(by, false, end, &byte, 1) == 0, "debug past the end");
        expect(debug(by, false, end - 1, &byte, 8) == 1, "debug beyond the end is not cut off");
    }

    /* A delay that comes with b_transport passes first, and none is left. */
    void annotated()
    {
        unsigned char data[LP_LINE_BYTES] = {};
        const sc_core::sc_time before = sc_core::sc_time_stamp(), ahead(100, sc_core::SC_NS);
        sc_core::sc_time delay = ahead;
        lp_tlm_access *a = by.make(true, 0, data, sizeof data);

        a->set_dmi_allowed(true);
        by.socket->b_transport(*a, delay);
        expect(delay == sc_core::SC_ZERO_TIME, "a delay is left");
        expect(sc_core::sc_time_stamp() - before >= ahead, "the delay did not pass");
        expect(!a->is_dmi_allowed(), "DMI is hinted at");
        a->release();
    }

    /* A blocking read while a write of the same line is in progress by nb_transport. */
    void mixed()
    {
        unsigned char data[LP_LINE_BYTES], back[LP_LINE_BYTES] = {};
        std::memset(data, 0x5a, sizeof data);
        lp_tlm_access *write = by.make(true, 0, data, sizeof data);
        lp_tlm_access *read = by.make(false, 0, back, sizeof back);

        by.begin(*write);
        by.blocking(*read);
        by.drain();
        expect(write->is_response_ok() && read->is_response_ok(), "one of two calls failed");
        expect_same(back, data, sizeof data, "a blocking read did not see a write under way");
        write->release();
        read->release();
    }

    /* Calls that break the base protocol are reported; phases of others are ignored. */
    void misused()
    {
        unsigned char data[2][LP_LINE_BYTES] = {};
        lp_tlm_access *first = by.make(true, 0, data[0], LP_LINE_BYTES);
        lp_tlm_access *second = by.make(true, 128, data[1], LP_LINE_BYTES);
        tlm::tlm_generic_payload unmanaged;

        unmanaged.set_write();
        unmanaged.set_data_ptr(data[0]);
        unmanaged.set_data_length(LP_LINE_BYTES);
        unmanaged.set_streaming_width(LP_LINE_BYTES);
        expect(reported(*first, tlm::END_RESP), "END_RESP of nothing is taken");
        expect(reported(*first, tlm::BEGIN_RESP), "BEGIN_RESP from an initiator is taken");
        expect(reported(unmanaged, tlm::BEGIN_REQ), "a payload without manager is taken");
        expect(!reported(*first, elsewhere), "another's phase is reported");
        by.begin(*first);
        expect(reported(*second, tlm::BEGIN_REQ), "a second BEGIN_REQ is taken");
        by.drain();
        first->release();
        second->release();
    }
    bool reported(tlm::tlm_generic_payload &payload, tlm::tlm_phase phase)
    {
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
        try {
            by.socket->nb_transport_fw(payload, phase, delay);
        } catch (const sc_core::sc_report &) {
            return true;
        }
        return false;
    }

    /* An entry that no codec writes, and an impossible size. */
    void corrupt()
    {
        unsigned char ones[LP_LINE_BYTES], size = 1, none = 5;
        std::memset(ones, 0xff, sizeof ones);
        expect_good(by, true, codec.entries_at(), ones, sizeof ones);
        expect_good(by, true, codec.sizes_at(), &size, 1);
        for (auto [address, write, data] :
             {std::tuple(uint64_t{0}, false, ones), {codec.sizes_at(), true, &none}}) {
            lp_tlm_access *a = access(by, write, address, data, write ? 1 : LP_LINE_BYTES);
            expect(a->get_response_status() == tlm::TLM_GENERIC_ERROR_RESPONSE,
                   "a corrupt entry is answered " + a->get_response_string());
            a->release();
        }
    }
};

#endif
