/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The file's bytes through the DMA engine, out to the host and in again, with and without an index;
 * both memories and the completions must then match the functional engine.
 */
#ifndef LP_SYSTEMC_TLM_RUN_DMA_H
#define LP_SYSTEMC_TLM_RUN_DMA_H

#include <linepress/cdma.h>
#include <linepress/cdma_regs.h>

#include "../../../adapters/systemc/tlm_dma.h"
#include "tlm_run.h"

class dma_run : public tlm_run {
public:
    /* values: parameters of lp_cdma. */
    dma_run(const sc_core::sc_module_name &name, const run_options &options,
            const std::vector<int> &values)
        : tlm_run(name, options), raw(options.data.size() / 32 * 32), codecs(values[2]),
          dma("dma", lp_tlm_dma_config{values, sc_core::sc_time(1, sc_core::SC_NS), options.open}),
          driver("driver"), device(2 * part() + LP_DMA_GROUP),
          host(host_rings + 2 * part() + LP_DMA_GROUP),
          host_memory("host", memory(host_base, host, 100)),
          index_memory("index", memory(device_base, device, 40))
    {
        driver.socket.bind(dma.regs.socket);
        dma.host.socket.bind(host_memory.port.socket);
        dma.index.socket.bind(index_memory.port.socket);
        for (std::size_t c = 0; c < dma.dev.size(); c++) {
            channels.push_back(std::make_unique<lp_tlm_memory>(
                ("channel" + std::to_string(c)).c_str(), memory(device_base, device, 40)));
            dma.dev[c]->socket.bind(channels[c]->port.socket);
        }
        dma.irq(irq);
    }

private:
    static constexpr uint64_t device_base = 0x10000, host_base = 0x80000000;
    static constexpr unsigned log2 = 2; /* of the places in a ring */
    static constexpr uint64_t descriptors = LP_DMA_DESCRIPTOR_BYTES << log2,
                              completions = LP_DMA_COMPLETION_BYTES << log2,
                              host_rings = 2 * (descriptors + completions);

    const std::size_t raw;
    const int codecs;
    lp_tlm_dma dma;
    lp_tlm_initiator driver;
    bytes device, host;
    lp_tlm_memory host_memory, index_memory;
    std::vector<std::unique_ptr<lp_tlm_memory>> channels;
    sc_core::sc_signal<bool> irq;
    unsigned transfers = 0;
    unsigned turns[2] = {0, 0};

    /* Room for the data with its index, or for its stream; in whole groups. */
    std::size_t part() const
    {
        std::size_t stream = lp_dma_bound(LP_DMA_ZVC, LP_ELEM_32, raw);
        return (std::max(raw + lp_dma_index_bytes(raw), stream) / LP_DMA_GROUP + 2) * LP_DMA_GROUP;
    }
    static lp_tlm_memory_config memory(uint64_t base, bytes &contents, unsigned latency)
    {
        lp_tlm_memory_config c;
        c.base = base;
        c.bytes = contents.size();
        c.latency = latency;
        c.contents = contents.data();
        c.bad = {{bad_group(base, contents), LP_DMA_GROUP}};
        return c;
    }

    /* The last of a memory, which answers with errors. */
    static uint64_t bad_group(uint64_t base, const bytes &contents)
    {
        return base + contents.size() - LP_DMA_GROUP;
    }

    void set(unsigned offset, uint32_t value)
    {
        unsigned char data[4];
        lp_tlm_from_words(data, &value, sizeof data);
        expect_good(driver, true, offset, data, sizeof data);
    }
    uint32_t get(unsigned offset)
    {
        unsigned char data[4];
        uint32_t value;
        expect_good(driver, false, offset, data, sizeof data);
        lp_tlm_to_words(&value, data, sizeof data);
        return value;
    }
    static constexpr unsigned ring_at(unsigned direction)
    {
        return direction == LP_DMA_OUT ? offsetof(lp_cdma_regs_t, off)
                                       : offsetof(lp_cdma_regs_t, pre);
    }
    static uint64_t ring_base(unsigned direction)
    {
        return host_base + direction * (descriptors + completions);
    }

    void start()
    {
        for (unsigned d : {LP_DMA_OUT, LP_DMA_IN}) {
            uint64_t base = ring_base(d), done = base + descriptors;
            set(ring_at(d) + offsetof(lp_cdma_ring_t, base_lo), static_cast<uint32_t>(base));
            set(ring_at(d) + offsetof(lp_cdma_ring_t, done_lo), static_cast<uint32_t>(done));
            set(ring_at(d) + offsetof(lp_cdma_ring_t, size), log2);
        }
        set(offsetof(lp_cdma_regs_t, dev_lo), device_base);
        set(offsetof(lp_cdma_regs_t, dev_size),
            static_cast<uint32_t>(device.size() / LP_DMA_GROUP));
        set(offsetof(lp_cdma_regs_t, host_lo), static_cast<uint32_t>(host_base));
        set(offsetof(lp_cdma_regs_t, host_size), static_cast<uint32_t>(host.size() / LP_DMA_GROUP));
        set(offsetof(lp_cdma_regs_t, irq_enable), 0x3f);
        set(offsetof(lp_cdma_regs_t, ctrl), 3);
    }

    void run() override
    {
        std::copy_n(options.data.begin(), raw, device.begin());
        debug_registers();
        start();
        for (unsigned codec : {LP_DMA_ZVC, LP_DMA_BPC, LP_DMA_RAW})
            if (codec != LP_DMA_BPC || codecs > 1)
                for (bool with_index : {true, false})
                    there_and_back(codec, with_index);
        nonsense();
        broken();
        refused();
        check_initiator(driver, false);
        std::printf("dma %s: %zu bytes, %u transfers, %llu cycles, %u wrong\n",
                    options.kind.c_str(), raw, transfers,
                    static_cast<unsigned long long>(dma.cycles()), wrong);
    }

    void there_and_back(unsigned codec, bool with_index)
    {
        struct lp_dma_descriptor d = {};
        uint64_t index = device_base + (raw + LP_DMA_GROUP - 1) / LP_DMA_GROUP * LP_DMA_GROUP;

        d.flags = LP_DMA_FLAG_IRQ | (with_index ? LP_DMA_FLAG_INDEX : 0) |
                  codec << LP_DMA_FLAG_CODEC_SHIFT;
        d.device = device_base;
        d.host = host_base + host_rings;
        d.raw_bytes = raw;
        d.size = lp_dma_bound(static_cast<enum lp_dma_codec>(codec), LP_ELEM_32, raw);
        d.index = with_index ? index : 0;
        struct lp_dma_completion out = transfer(LP_DMA_OUT, d);
        expect(out.status == LP_DMA_GOOD, lp_dma_status_text(out.status));
        d.size = out.bytes;
        d.device = device_base + part();
        struct lp_dma_completion in = transfer(LP_DMA_IN, d);
        expect(in.status == LP_DMA_GOOD, lp_dma_status_text(in.status));
        expect_same(&device[part()], options.data.data(), raw, "what came back differs");
        std::fill_n(device.begin() + static_cast<long>(part()), raw, 0xee);
    }

    void await_irq(bool level)
    {
        const sc_core::sc_time limit = sc_core::sc_time_stamp() +
                                       sc_core::sc_time(1, sc_core::SC_MS);
        while (irq.read() != level && sc_core::sc_time_stamp() < limit)
            sc_core::wait(limit - sc_core::sc_time_stamp(), irq.value_changed_event());
        expect(irq.read() == level, level ? "no interrupt" : "the interrupt stays");
    }

    /* A descriptor through the engine and through the functional one: the same memories. */
    struct lp_dma_completion transfer(enum lp_dma_direction way, struct lp_dma_descriptor d)
    {
        bytes want_device = device, want_host = host;
        struct lp_dma_completion want, got;

        d.id = 1000 + transfers;
        functional(way, d, want_device, want_host, want);
        got = carry_out_descriptor(way, d);
        expect(got.id == d.id && got.status == want.status && got.bytes == want.bytes &&
                   got.zeros == want.zeros && got.bad == want.bad,
               "a completion differs");
        expect(device == want_device, "device memory differs");
        std::copy_n(host.begin(), host_rings, want_host.begin()); /* it does not use rings */
        expect(host == want_host, "host memory differs");
        return got;
    }

    struct lp_dma_completion carry_out_descriptor(enum lp_dma_direction way,
                                                  const struct lp_dma_descriptor &d)
    {
        struct lp_dma_completion got;
        uint64_t place = turns[way] % (1u << log2), base = ring_base(way) - host_base;

        lp_dma_encode_descriptor(&d, &host[base + place * LP_DMA_DESCRIPTOR_BYTES]);
        set(ring_at(way) + offsetof(lp_cdma_ring_t, tail), ++turns[way] & 0xffff);
        await_irq(true);
        lp_dma_decode_completion(&host[base + descriptors + place * LP_DMA_COMPLETION_BYTES], &got);
        set(offsetof(lp_cdma_regs_t, irq), get(offsetof(lp_cdma_regs_t, irq)));
        await_irq(false);
        transfers++;
        return got;
    }

    void functional(enum lp_dma_direction way, const struct lp_dma_descriptor &d, bytes &device,
                    bytes &host, struct lp_dma_completion &done)
    {
        struct memories {
            bytes &device, &host;
        } both = {device, host};
        struct lp_dma_setup setup = {};
        struct lp_dma_memory memory = {
            &both,
            [](void *m, uint64_t a, void *to, std::size_t n) {
                std::memcpy(to, &static_cast<memories *>(m)->device[a - device_base], n);
                return 0;
            },
            [](void *m, uint64_t a, const void *from, std::size_t n) {
                std::memcpy(&static_cast<memories *>(m)->device[a - device_base], from, n);
                return 0;
            },
            [](void *m, uint64_t a, void *to, std::size_t n) {
                std::memcpy(to, &static_cast<memories *>(m)->host[a - host_base], n);
                return 0;
            },
            [](void *m, uint64_t a, const void *from, std::size_t n) {
                std::memcpy(&static_cast<memories *>(m)->host[a - host_base], from, n);
                return 0;
            }};

        setup.codecs = static_cast<unsigned>(codecs);
        setup.elem = LP_ELEM_32;
        setup.device_base = device_base;
        setup.host_base = host_base;
        setup.device_groups = static_cast<uint32_t>(device.size() / LP_DMA_GROUP);
        setup.host_groups = static_cast<uint32_t>(host.size() / LP_DMA_GROUP);
        for (unsigned i : {LP_DMA_OUT, LP_DMA_IN})
            setup.rings[i] = {ring_base(i), ring_base(i) + descriptors, log2};
        expect(lp_dma_run(&setup, way, &d, &memory, &done) == LP_OK, "lp_dma_run refuses");
    }

    /* Descriptors that are refused leave memory unchanged. */
    void nonsense()
    {
        struct lp_dma_descriptor d = {};

        d.flags = LP_DMA_FLAG_IRQ;
        d.device = device_base;
        d.host = host_base + host_rings;
        expect(transfer(LP_DMA_OUT, d).status == LP_DMA_EMPTY, "no bytes are taken");
        d.raw_bytes = raw;
        d.size = 32;
        d.device += 32;
        expect(transfer(LP_DMA_OUT, d).status == LP_DMA_MISALIGNED, "an unaligned one is taken");
        d.device = device_base - LP_DMA_GROUP;
        expect(transfer(LP_DMA_IN, d).status == LP_DMA_OUTSIDE, "one outside is taken");
    }

    /* Errors of memory reach the completion. */
    void broken()
    {
        struct lp_dma_descriptor d = {};

        d.flags = LP_DMA_FLAG_IRQ | LP_DMA_RAW << LP_DMA_FLAG_CODEC_SHIFT;
        d.device = bad_group(device_base, device);
        d.host = host_base + host_rings;
        d.raw_bytes = d.size = LP_SECTOR_BYTES;
        expect(carry_out_descriptor(LP_DMA_OUT, d).status == LP_DMA_DEVICE_ERROR,
               "an error of device memory is lost");
        d.device = device_base;
        d.host = bad_group(host_base, host);
        expect(carry_out_descriptor(LP_DMA_IN, d).status == LP_DMA_HOST_ERROR,
               "an error of host memory is lost on the way in");
        expect(carry_out_descriptor(LP_DMA_OUT, d).status == LP_DMA_HOST_ERROR,
               "an error of host memory is lost on the way out");
    }

    void debug_registers()
    {
        unsigned char data[8] = {};
        uint32_t id;
        bool can = options.kind == "model";

        expect(debug(driver, false, 0, data, sizeof data) == (can ? sizeof data : 0),
               "debug read of registers");
        lp_tlm_to_words(&id, data, sizeof id);
        expect(!can || id == LP_CDMA_REGS__ID__VALUE_reset, "the id reads otherwise");
        expect(debug(driver, true, offsetof(lp_cdma_regs_t, policy), data, 4) == 0,
               "debug write of a register");
        expect(debug(driver, false, 4096, data, 4) == 0, "debug past the registers");
        /* Byte enables: one byte of four. */
        unsigned char ones[4] = {0xff, 0xff, 0xff, 0xff}, enable[4] = {0, 0xff, 0, 0};
        lp_tlm_access *a = driver.make(true, offsetof(lp_cdma_regs_t, policy), ones, 4);
        a->set_byte_enable_ptr(enable);
        a->set_byte_enable_length(4);
        carry_out(driver, *a);
        expect(a->is_response_ok(), "byte enables are refused");
        a->release();
        expect(get(offsetof(lp_cdma_regs_t, policy)) == 0xff00, "byte enables do not hold");
        set(offsetof(lp_cdma_regs_t, policy), 0);
    }

    void refused()
    {
        const tlm::tlm_command r = tlm::TLM_READ_COMMAND, w = tlm::TLM_WRITE_COMMAND;
        const bad_request list[] = {
            {"no command", tlm::TLM_IGNORE_COMMAND, 0, 4, 0, false,
             tlm::TLM_COMMAND_ERROR_RESPONSE},
            {"no length", r, 0, 0, 0, false, tlm::TLM_BURST_ERROR_RESPONSE},
            {"half a word", w, 0, 2, 0, false, tlm::TLM_BURST_ERROR_RESPONSE},
            {"a narrow stream", r, 0, 8, 4, false, tlm::TLM_BURST_ERROR_RESPONSE},
            {"byte enables of a read", r, 0, 4, 0, true, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE},
            {"within a word", r, 2, 4, 0, false, tlm::TLM_ADDRESS_ERROR_RESPONSE},
            {"past the registers", w, 4096, 4, 0, false, tlm::TLM_ADDRESS_ERROR_RESPONSE},
            {"across the end", r, 4092, 8, 0, false, tlm::TLM_ADDRESS_ERROR_RESPONSE},
            {"a huge length", r, 0, ~0u / 4 * 4, 0, false, tlm::TLM_ADDRESS_ERROR_RESPONSE},
        };
        for (const bad_request &bad : list)
            refuse(driver, bad);
    }
};

#endif
