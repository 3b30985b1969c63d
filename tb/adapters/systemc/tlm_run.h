/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the runs of the TLM platform: the initiator, checks, bad requests. Not installed. */
#ifndef LP_SYSTEMC_TLM_RUN_H
#define LP_SYSTEMC_TLM_RUN_H

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <linepress/linepress.h>

#include "../../../adapters/systemc/tlm_initiator.h"
#include "../../../adapters/systemc/tlm_memory.h"

using bytes = std::vector<unsigned char>;

struct run_options {
    std::string kind; /* model or rtl */
    bool nonblocking;
    lp_open_fn *open;
    bytes data; /* whole lines */
};

/* A request that must be refused, and how. */
struct bad_request {
    const char *what;
    tlm::tlm_command command;
    uint64_t address;
    unsigned length, streaming; /* streaming 0: the length */
    bool enables;
    tlm::tlm_response_status status;
};

/* A run: a thread of accesses, by b_transport or by nb_transport, and a count of faults. */
class tlm_run : public sc_core::sc_module {
public:
    const run_options &options;
    unsigned wrong = 0;
    bool over = false;

    tlm_run(const sc_core::sc_module_name &name, const run_options &options)
        : sc_module(name), options(options)
    {
        SC_HAS_PROCESS(tlm_run);
        SC_THREAD(thread);
    }

protected:
    virtual void run() = 0;

    /* Prints the first few faults, and counts all. */
    void expect(bool good, const std::string &what)
    {
        if (!good && wrong++ < 10)
            std::fprintf(stderr, "systemc tlm: %s: %s\n", name(), what.c_str());
    }
    void expect_same(const void *got, const void *want, std::size_t count, const std::string &what)
    {
        expect(std::memcmp(got, want, count) == 0, what);
    }

    /* One access, whatever its result; the caller releases it. */
    lp_tlm_access *access(lp_tlm_initiator &by, bool write, uint64_t address, void *data,
                          std::size_t count)
    {
        lp_tlm_access *a = by.make(write, address, data, count);
        carry_out(by, *a);
        return a;
    }
    void carry_out(lp_tlm_initiator &by, lp_tlm_access &a)
    {
        if (!options.nonblocking) {
            by.blocking(a);
            return;
        }
        by.begin(a);
        by.drain();
    }
    void expect_good(lp_tlm_initiator &by, bool write, uint64_t address, void *data,
                     std::size_t count)
    {
        lp_tlm_access *a = access(by, write, address, data, count);
        expect(a->is_response_ok(), a->get_response_string() + " at " + std::to_string(address));
        a->release();
    }

    /* All of these at once, or with b_transport one after the other; then they are released. */
    void carry_out_all(lp_tlm_initiator &by, const std::vector<lp_tlm_access *> &all)
    {
        for (lp_tlm_access *a : all)
            if (options.nonblocking)
                by.begin(*a);
            else
                by.blocking(*a);
        by.drain();
        for (lp_tlm_access *a : all) {
            expect(a->is_response_ok(),
                   a->get_response_string() + " at " + std::to_string(a->get_address()));
            a->release();
        }
    }

    unsigned debug(lp_tlm_initiator &by, bool write, uint64_t address, void *data,
                   std::size_t count)
    {
        lp_tlm_access *a = by.make(write, address, data, count);
        sc_core::sc_time before = sc_core::sc_time_stamp();
        unsigned moved = by.socket->transport_dbg(*a);
        expect(sc_core::sc_time_stamp() == before, "transport_dbg took time");
        a->release();
        return moved;
    }

    void refuse(lp_tlm_initiator &by, const bad_request &bad)
    {
        static unsigned char room[1 << 16], enables[4] = {0xff, 0, 0xff, 0};
        sc_core::sc_time before = sc_core::sc_time_stamp();
        lp_tlm_access *a = by.make(false, bad.address, room, bad.length);

        a->set_command(bad.command);
        if (bad.streaming)
            a->set_streaming_width(bad.streaming);
        if (bad.enables) {
            a->set_byte_enable_ptr(enables);
            a->set_byte_enable_length(sizeof enables);
        }
        carry_out(by, *a);
        expect(a->get_response_status() == bad.status,
               std::string(bad.what) + " is answered " + a->get_response_string());
        expect(sc_core::sc_time_stamp() == before, std::string(bad.what) + " took time");
        tlm::tlm_dmi dmi;
        expect(!by.socket->get_direct_mem_ptr(*a, dmi), "DMI was offered");
        a->release();
    }

    /* At the end of a run; overlap: the target takes a request while others are in progress. */
    void check_initiator(const lp_tlm_initiator &by, bool overlap)
    {
        expect(by.wrong == 0, by.first_wrong);
        expect(!options.nonblocking || !overlap || by.deepest > 2, "requests do not overlap");
        expect(by.live() == 0, "payloads are still held");
    }

private:
    void thread()
    {
        run();
        over = true;
        sc_core::sc_stop();
    }
};

#endif
