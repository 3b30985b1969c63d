/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The file's lines through the slice target, on pages of each target and codec; the contents of
 * device and buddy memory, including metadata, are then compared with functional codecs and
 * translation.
 */
#ifndef LP_SYSTEMC_TLM_RUN_SLICE_H
#define LP_SYSTEMC_TLM_RUN_SLICE_H

#include "tlm_run.h"
#include "../../../adapters/systemc/tlm_slice.h"

class slice_run : public tlm_run {
public:
    slice_run(const sc_core::sc_module_name &name, const run_options &options)
        : tlm_run(name, options), pages(make_pages()), slice("slice", config(options, pages)),
          by("by"), driver("driver"), device("device", memory(0, mdbase + 0x10000, true)),
          buddy("buddy", memory(gbbr, 0x100000, false))
    {
        by.socket.bind(slice.lines.socket);
        driver.socket.bind(slice.regs.socket);
        slice.dev.socket.bind(device.port.socket);
        slice.bud.socket.bind(buddy.port.socket);
        slice.irq(irq);
        for (std::size_t i = 0; i < pages.size() * page_lines; i++)
            add_line(i);
    }

private:
    static constexpr unsigned share = 13, page_lines = 64, frames = 1024, slots = 64;
    static constexpr uint64_t gbbr = 0x40000000, mdbase = frames << (share - 4);
    static constexpr unsigned kinds = 1 + 2 * LP_TARGETS; /* of pages */
    static constexpr unsigned flush = 5, counts = 8;      /* registers */

    const std::vector<struct lp_gbbr_page> pages;
    lp_tlm_slice slice;
    lp_tlm_initiator by, driver;
    lp_tlm_memory device, buddy;
    sc_core::sc_signal<bool> irq;
    bytes lines;

    /* Three of eight lines are those of the file; the others end in 8 bytes, two and two, or in
     * none. */
    void add_line(std::size_t i)
    {
        uint32_t words[LP_LINE_BYTES / 4] = {}, value = 1000 + static_cast<uint32_t>(i);
        unsigned char line[LP_LINE_BYTES];

        if (i % 8 < 2)
            words[i % 32] = value;
        else if (i % 8 < 4)
            std::fill(std::begin(words), std::end(words), value);
        lp_tlm_from_words(line, words, sizeof line);
        if (i % 8 > 4)
            std::memcpy(line, &options.data[i * LP_LINE_BYTES % options.data.size()], sizeof line);
        lines.insert(lines.end(), line, line + sizeof line);
    }

    /* A page of each kind: not compressed, and every target with either codec. */
    static std::vector<struct lp_gbbr_page> make_pages()
    {
        std::vector<struct lp_gbbr_page> pages;
        uint32_t frame = 0, slot = 0;

        for (unsigned kind = 0; kind < kinds; kind++) {
            struct lp_gbbr_page page = {};
            page.compressed = kind > 0;
            page.target = kind > 0 ? static_cast<uint8_t>((kind - 1) % LP_TARGETS) : 0;
            page.codec = kind > LP_TARGETS;
            page.frame = frame;
            page.slot = page.compressed ? slot : 0;
            frame += lp_gbbr_frames(page.target);
            slot += page.compressed ? lp_gbbr_slots(page.target) : 0;
            pages.push_back(page);
        }
        return pages;
    }
    static lp_tlm_slice_config config(const run_options &options,
                                      const std::vector<struct lp_gbbr_page> &pages)
    {
        lp_tlm_slice_config c;
        c.values = {share, 23, 21, 16, 1, 0}; /* those that the RTL is built with */
        c.pages = pages;
        c.open = options.open;
        return c;
    }
    /* The last sectors of memory are bad. */
    static lp_tlm_memory_config memory(uint64_t base, uint64_t size, bool device)
    {
        lp_tlm_memory_config c;
        c.base = base;
        c.bytes = size;
        c.latency = device ? 40 : 80;
        if (device)
            c.bad = {{(frames - 16) << (share - 4), 16 << (share - 4)}};
        return c;
    }

    void set(unsigned reg, uint64_t value)
    {
        unsigned char data[8];
        for (unsigned i = 0; i < 8; i++)
            data[i] = static_cast<unsigned char>(value >> 8 * i);
        expect_good(driver, true, 8 * reg, data, sizeof data);
    }
    uint64_t get(unsigned reg)
    {
        unsigned char data[8];
        uint64_t value = 0;
        expect_good(driver, false, 8 * reg, data, sizeof data);
        for (unsigned i = 8; i-- > 0;)
            value = value << 8 | data[i];
        return value;
    }

    void run() override
    {
        set(LP_GBBR_GBBR, gbbr);
        set(LP_GBBR_MDBASE, mdbase);
        set(LP_GBBR_SLOTS, slots);
        set(LP_GBBR_FRAMES, frames);
        expect(get(LP_GBBR_MDBASE) == mdbase, "a register reads otherwise than it was written");
        write_and_read();
        sc_core::wait(1, sc_core::SC_US); /* until no access is in progress */
        debug_lines();
        set(flush, 1);
        for (std::size_t i = 0; i < pages.size() * page_lines; i++)
            check_stored(i);
        attributes();
        refused();
        check_initiator(by, true);
        check_initiator(driver, false);
        std::printf("slice %s: %zu lines, %llu cycles, %u wrong\n", options.kind.c_str(),
                    lines.size() / LP_LINE_BYTES, static_cast<unsigned long long>(slice.cycles()),
                    wrong);
    }

    /* Four lines each, so that ids come back in any order. */
    void write_and_read()
    {
        const std::size_t piece = 4 * LP_LINE_BYTES;
        bytes back(lines.size()), source = lines;

        for (bool write : {true, false}) {
            std::vector<lp_tlm_access *> all;
            bytes &data = write ? source : back;
            for (std::size_t at = 0; at < lines.size(); at += piece)
                all.push_back(by.make(write, at, &data[at], piece));
            carry_out_all(by, all);
        }
        expect_same(back.data(), lines.data(), back.size(), "lines read differ");
        expect_same(source.data(), lines.data(), back.size(), "a write changed its data");
    }

    /* On a copy of the model: counters and metadata stay. RTL cannot be copied. */
    void debug_lines()
    {
        bytes back(lines.size());
        uint64_t before = get(counts);
        bool can = options.kind == "model";

        sc_core::wait(1, sc_core::SC_US);
        expect(debug(by, false, 0, back.data(), back.size()) == (can ? back.size() : 0),
               "debug read is not what it should be");
        if (can)
            expect_same(back.data(), lines.data(), back.size(), "debug read differs");
        expect(get(counts) == before, "a debug read counts");
        sc_core::wait(1, sc_core::SC_US);
        if (can)
            expect(debug(by, true, 0, lines.data(), 2 * LP_LINE_BYTES) == 2 * LP_LINE_BYTES,
                   "debug write is short");
    }

    /* The line's state, and its bytes in both memories. */
    void check_stored(std::size_t i)
    {
        const struct lp_gbbr_page &page = pages[i / page_lines];
        const struct lp_gbbr_geometry geometry = {share, 0, 0};
        const struct lp_gbbr_regs regs = {gbbr, mdbase, slots, frames};
        const unsigned char *raw = &lines[i * LP_LINE_BYTES];
        std::string name = "line " + std::to_string(i);
        struct lp_gbbr_line at;
        struct lp_gbbr_split split = {LP_LINE_SECTORS, 0, 0};
        unsigned char entry[LP_LINE_BYTES] = {};

        if (lp_gbbr_translate(&geometry, &regs, &page, i % page_lines, &at) != LP_ANSWER_OK) {
            expect(false, name + " has no place");
            return;
        }
        if (page.compressed) {
            unsigned state = store(page, raw, entry);
            unsigned nibble = *device.at(at.meta_addr / 2) >> at.meta_addr % 2 * 4 & 15;
            expect(nibble == state, name + ": its state differs");
            lp_gbbr_split(state, page.target, &split);
        } else {
            std::memcpy(entry, raw, sizeof entry);
        }
        std::size_t here = split.eight ? LP_EIGHT_BYTES : split.dev_sectors * LP_SECTOR_BYTES;
        if (here > 0)
            expect_same(device.at(at.dev_addr), entry, here, name + ": device memory differs");
        if (split.spill_sectors > 0)
            expect_same(buddy.at(at.spill_addr), entry + here,
                        split.spill_sectors * LP_SECTOR_BYTES, name + ": buddy memory differs");
    }

    static unsigned store(const struct lp_gbbr_page &page, const unsigned char *raw,
                          unsigned char *entry)
    {
        unsigned sectors;
        std::size_t bits;

        if (page.codec == LP_CODEC_PORT_BPC) {
            lp_bpc_encode_entry(raw, entry, &sectors);
            bits = lp_bpc_size_bits(raw);
        } else {
            unsigned char record[LP_ZVC_RECORD_MAX(LP_ELEM_32)];
            lp_zvc_encode_entry(LP_ELEM_32, raw, entry, &sectors);
            lp_zvc_encode_line(LP_ELEM_32, raw, record, sizeof record, &bits);
            bits *= 8;
        }
        return lp_gbbr_state(page.target, sectors, bits);
    }

    /* A page's attributes with the transaction: bad ones, and a place that memory refuses. */
    void attributes()
    {
        struct lp_gbbr_page good = pages[1], beyond = good, broken = {};
        beyond.frame = frames;
        broken.frame = frames - 16;
        ask_page(good, lines[page_lines * LP_LINE_BYTES], LP_ANSWER_OK, tlm::TLM_OK_RESPONSE);
        ask_page(beyond, 0, LP_ANSWER_FRAME, tlm::TLM_ADDRESS_ERROR_RESPONSE);
        ask_page(broken, 0, LP_ANSWER_MEMORY, tlm::TLM_GENERIC_ERROR_RESPONSE);
    }
    void ask_page(const struct lp_gbbr_page &page, unsigned char first, unsigned code,
                  tlm::tlm_response_status status)
    {
        unsigned char back[LP_LINE_BYTES];
        lp_tlm_access *a = by.make(false, 0, back, sizeof back);
        auto *extension = new lp_tlm_page;

        extension->page = page;
        a->set_extension(extension);
        carry_out(by, *a);
        expect(a->get_response_status() == status && extension->code == code,
               "code " + std::to_string(extension->code) + " is answered " +
                   a->get_response_string());
        expect(code != LP_ANSWER_OK || back[0] == first, "the extension's page is not used");
        a->release();
    }

    void refused()
    {
        const uint64_t end = lines.size();
        const tlm::tlm_command r = tlm::TLM_READ_COMMAND, w = tlm::TLM_WRITE_COMMAND;
        const bad_request list[] = {
            {"no command", tlm::TLM_IGNORE_COMMAND, 0, 128, 0, false,
             tlm::TLM_COMMAND_ERROR_RESPONSE},
            {"no length", w, 0, 0, 0, false, tlm::TLM_BURST_ERROR_RESPONSE},
            {"a sector", r, 0, 32, 0, false, tlm::TLM_BURST_ERROR_RESPONSE},
            {"a narrow stream", w, 0, 128, 32, false, tlm::TLM_BURST_ERROR_RESPONSE},
            {"byte enables", w, 0, 128, 0, true, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE},
            {"within a line", r, 32, 128, 0, false, tlm::TLM_ADDRESS_ERROR_RESPONSE},
            {"past the pages", r, end, 128, 0, false, tlm::TLM_ADDRESS_ERROR_RESPONSE},
            {"across the end", w, end - 128, 256, 0, false, tlm::TLM_ADDRESS_ERROR_RESPONSE},
            {"the last line", r, ~uint64_t{127}, 128, 0, false, tlm::TLM_ADDRESS_ERROR_RESPONSE},
            {"a huge length", r, 0, ~0u / 128 * 128, 0, false, tlm::TLM_ADDRESS_ERROR_RESPONSE},
        };
        const bad_request registers[] = {
            {"half a register", r, 0, 4, 0, false, tlm::TLM_BURST_ERROR_RESPONSE},
            {"within a register", r, 4, 8, 0, false, tlm::TLM_ADDRESS_ERROR_RESPONSE},
            {"past the registers", w, 128, 8, 0, false, tlm::TLM_ADDRESS_ERROR_RESPONSE},
            {"byte enables", w, 0, 8, 0, true, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE},
        };
        for (const bad_request &bad : list)
            refuse(by, bad);
        for (const bad_request &bad : registers)
            refuse(driver, bad);
    }
};

#endif
