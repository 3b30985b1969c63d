/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A memory as a TLM-2.0 target, for the memory side of the slice and of the DMA engine: a latency
 * from request to response, and 32 bytes per period. Any address and length; byte enables are
 * supported. Ranges marked as bad are answered TLM_GENERIC_ERROR_RESPONSE, by transport_dbg too.
 */
#ifndef LP_SYSTEMC_TLM_MEMORY_H
#define LP_SYSTEMC_TLM_MEMORY_H

#include <cstring>
#include <utility>
#include <vector>

#include "tlm_target.h"

struct lp_tlm_memory_config {
    uint64_t base = 0, bytes = 1 << 20;
    unsigned latency = 40; /* in periods */
    sc_core::sc_time period{1, sc_core::SC_NS};
    std::vector<std::pair<uint64_t, uint64_t>> bad; /* address and length */
    unsigned char *contents = nullptr; /* owned by the caller, and shareable by memories; NULL:
                                          allocated here */
};

class lp_tlm_memory : public lp_tlm_clocked, private lp_tlm_owner {
public:
    lp_tlm_port port;

    lp_tlm_memory(const sc_core::sc_module_name &name, const lp_tlm_memory_config &config)
        : lp_tlm_clocked(name, config.period), port("socket", *this), config(config),
          own(config.contents ? 0 : config.bytes),
          contents(config.contents ? config.contents : own.data())
    {
    }
    unsigned char *at(uint64_t address) { return contents + (address - config.base); }

private:
    const lp_tlm_memory_config config;
    std::vector<unsigned char> own;
    unsigned char *const contents;
    struct answer {
        lp_tlm_job *job;
        uint64_t due; /* cycle */
    };
    std::deque<answer> answers;
    uint64_t free_at = 0; /* cycle in which the next transfer may begin */

    /* The first address is the base. */
    tlm::tlm_response_status check(const lp_tlm_port &,
                                   const tlm::tlm_generic_payload &p) const override
    {
        tlm::tlm_generic_payload here;

        here.set_command(p.get_command());
        here.set_address(p.get_address() - config.base); /* wraps below the base */
        here.set_data_ptr(p.get_data_ptr());
        here.set_data_length(p.get_data_length());
        here.set_streaming_width(p.get_streaming_width());
        here.set_byte_enable_ptr(p.get_byte_enable_ptr());
        here.set_byte_enable_length(p.get_byte_enable_length());
        return lp_tlm_check(here, config.bytes, 1, true);
    }
    void arrived() override { wake(); }
    bool busy() const override { return !answers.empty() || port.front(); }

    bool is_bad(const tlm::tlm_generic_payload &p) const
    {
        for (const auto &range : config.bad)
            if (p.get_address() < range.first + range.second &&
                range.first < p.get_address() + p.get_data_length())
                return true;
        return false;
    }

    void cycle() override
    {
        if (lp_tlm_job *job = port.front()) {
            uint64_t beats = (job->length() + 31) / 32;
            free_at = std::max(free_at, cycles() + config.latency) + beats;
            answers.push_back({job, free_at - 1});
            port.accept();
        }
        while (!answers.empty() && answers.front().due <= cycles()) {
            lp_tlm_job *job = answers.front().job;
            answers.pop_front();
            bool bad = is_bad(*job->payload);
            if (!bad)
                move(*job->payload);
            port.finish(*job, bad ? tlm::TLM_GENERIC_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE);
        }
    }

    void move(tlm::tlm_generic_payload &p)
    {
        unsigned char *here = at(p.get_address());
        for (std::size_t i = 0; i < p.get_data_length(); i++)
            if (lp_tlm_enabled(p, i))
                (p.is_write() ? here[i] : p.get_data_ptr()[i]) = p.is_write() ? p.get_data_ptr()[i]
                                                                              : here[i];
    }

    unsigned debug(const lp_tlm_port &, tlm::tlm_generic_payload &p) override
    {
        uint64_t from = p.get_address() - config.base;
        uint64_t count = from < config.bytes ? config.bytes - from : 0;

        count = std::min<uint64_t>(count, p.get_data_length());
        if (count == 0 || !p.get_data_ptr() || is_bad(p))
            return 0;
        if (p.is_write())
            std::memcpy(at(p.get_address()), p.get_data_ptr(), count);
        else if (p.is_read())
            std::memcpy(p.get_data_ptr(), at(p.get_address()), count);
        else
            return 0;
        return static_cast<unsigned>(count);
    }
};

#endif
