/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory side of a unit's 256-bit AXI4 port as a TLM-2.0 initiator: each burst is one
 * transaction by nb_transport, several are in flight at the same time, and the unit waits for as
 * long as the memory at the socket takes. Writes with strobes have byte enables. Responses are
 * answered with TLM_COMPLETED, or with END_RESP if BEGIN_RESP was a return value; an error is
 * SLVERR, an address error DECERR.
 *
 * Reads with the same id are answered in order, and so are writes.
 */
#ifndef LP_SYSTEMC_TLM_AXI_H
#define LP_SYSTEMC_TLM_AXI_H

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

#include "tlm_target.h"

#define LP_TLM_BEAT 32u /* bytes */

/* Signals driven by the unit in a cycle, and those driven by its memory. */
struct lp_tlm_axi_unit {
    bool arvalid, rready, awvalid, wvalid, wlast, bready;
    uint32_t arid, arlen, awid, awlen, wstrb;
    uint64_t araddr, awaddr;
    uint32_t wdata[8];
};
struct lp_tlm_axi_memory {
    bool arready, rvalid, rlast, awready, wready, bvalid;
    uint32_t rid, rresp, bid, bresp;
    uint32_t rdata[8];
};

/* Conversions from and to a port whose fields in the unit's struct begin with P. */
#define LP_TLM_AXI_SHOWN(P)                                                                        \
    port.arvalid = out.P##arvalid;                                                                 \
    port.arlen = out.P##arlen;                                                                     \
    port.araddr = out.P##araddr[0] | uint64_t{out.P##araddr[1]} << 32;                             \
    port.rready = out.P##rready;                                                                   \
    port.awvalid = out.P##awvalid;                                                                 \
    port.awlen = out.P##awlen;                                                                     \
    port.awaddr = out.P##awaddr[0] | uint64_t{out.P##awaddr[1]} << 32;                             \
    port.wvalid = out.P##wvalid;                                                                   \
    port.wstrb = out.P##wstrb;                                                                     \
    port.wlast = out.P##wlast;                                                                     \
    port.bready = out.P##bready;                                                                   \
    std::memcpy(port.wdata, out.P##wdata, sizeof port.wdata);
#define LP_TLM_AXI_SEEN(P)                                                                         \
    in.P##arready = side.arready;                                                                  \
    in.P##rvalid = side.rvalid;                                                                    \
    in.P##rresp = side.rresp;                                                                      \
    in.P##rlast = side.rlast;                                                                      \
    in.P##awready = side.awready;                                                                  \
    in.P##wready = side.wready;                                                                    \
    in.P##bvalid = side.bvalid;                                                                    \
    in.P##bresp = side.bresp;                                                                      \
    std::memcpy(in.P##rdata, side.rdata, sizeof side.rdata);
/* The same for ports with ids. */
#define LP_TLM_AXI_IDS_SHOWN(P) port.arid = out.P##arid, port.awid = out.P##awid;
#define LP_TLM_AXI_IDS_SEEN(P) in.P##rid = side.rid, in.P##bid = side.bid;

/* A burst: its transaction, its data, and the payload's memory manager. */
struct lp_tlm_burst : tlm::tlm_generic_payload, tlm::tlm_mm_interface {
    uint32_t id = 0;
    std::size_t beats = 0, moved = 0; /* transferred between unit and burst */
    bool done = false;
    bool send_end = false; /* BEGIN_RESP was a return value */
    std::vector<unsigned char> bytes, enables;

    lp_tlm_burst(bool write, uint32_t id, uint64_t address, std::size_t beats)
        : tlm_generic_payload(this), id(id), beats(beats), bytes(beats * LP_TLM_BEAT)
    {
        set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        set_address(address / LP_TLM_BEAT * LP_TLM_BEAT);
        set_data_ptr(bytes.data());
        set_data_length(static_cast<unsigned>(bytes.size()));
        set_streaming_width(static_cast<unsigned>(bytes.size()));
        set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        acquire();
    }
    void free(tlm::tlm_generic_payload *) override { delete this; }

    uint32_t resp() const
    {
        return is_response_ok()                                           ? 0
               : get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE ? 3
                                                                          : 2;
    }
    /* Without byte enables if all strobes are ones. */
    void strobe(std::size_t beat, uint32_t strb)
    {
        if (enables.empty() && strb == ~0u)
            return;
        enables.resize(bytes.size(), TLM_BYTE_ENABLED);
        for (std::size_t i = 0; i < LP_TLM_BEAT; i++)
            enables[beat * LP_TLM_BEAT + i] = strb >> i & 1 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
        set_byte_enable_ptr(enables.data());
        set_byte_enable_length(static_cast<unsigned>(enables.size()));
    }
};

/* The bursts of a port; start() handles a complete request. */
class lp_tlm_axi_side {
public:
    virtual ~lp_tlm_axi_side()
    {
        for (auto *list : {&reads, &writes})
            for (lp_tlm_burst *burst : *list)
                burst->release();
    }

    bool idle() const { return reads.empty() && writes.empty(); }

    /* The memory's signals in this cycle. */
    lp_tlm_axi_memory offers()
    {
        lp_tlm_axi_memory side = {};

        if (!reading)
            reading = choose(reads);
        if (!answering)
            answering = choose(writes);
        side.arready = reads.size() < most;
        side.awready = writes.size() < most;
        side.wready = filling() != nullptr;
        if (reading) {
            side.rvalid = true;
            side.rid = reading->id;
            side.rresp = reading->resp();
            side.rlast = reading->moved + 1 == reading->beats;
            lp_tlm_to_words(side.rdata, &reading->bytes[reading->moved * LP_TLM_BEAT], LP_TLM_BEAT);
        }
        if (answering) {
            side.bvalid = true;
            side.bid = answering->id;
            side.bresp = answering->resp();
        }
        return side;
    }

    /* The clock edge, with the signals of the memory and of the unit. */
    void take(const lp_tlm_axi_memory &side, const lp_tlm_axi_unit &port)
    {
        if (side.rvalid && port.rready)
            give_beat();
        if (side.bvalid && port.bready)
            leave(writes, answering);
        if (side.wready && port.wvalid)
            take_beat(port);
        if (side.arready && port.arvalid) {
            reads.push_back(new lp_tlm_burst(false, port.arid, port.araddr, port.arlen + 1u));
            start(*reads.back());
        }
        if (side.awready && port.awvalid)
            writes.push_back(new lp_tlm_burst(true, port.awid, port.awaddr, port.awlen + 1u));
    }

protected:
    virtual void start(lp_tlm_burst &burst) = 0;

private:
    static constexpr std::size_t most = 64; /* bursts in flight per direction */
    std::deque<lp_tlm_burst *> reads, writes;
    /* The bursts at R and B, held stable until accepted; NULL: none. */
    lp_tlm_burst *reading = nullptr, *answering = nullptr;

    static void leave(std::deque<lp_tlm_burst *> &list, lp_tlm_burst *&burst)
    {
        list.erase(std::find(list.begin(), list.end(), burst));
        burst->release();
        burst = nullptr;
    }
    /* The oldest completed burst without an earlier one of the same id. */
    static lp_tlm_burst *choose(const std::deque<lp_tlm_burst *> &list)
    {
        std::vector<uint32_t> before;
        for (lp_tlm_burst *burst : list) {
            if (burst->done && std::find(before.begin(), before.end(), burst->id) == before.end())
                return burst;
            before.push_back(burst->id);
        }
        return nullptr;
    }
    /* The write that gets the next data beat. */
    lp_tlm_burst *filling() const
    {
        for (lp_tlm_burst *burst : writes)
            if (burst->moved < burst->beats)
                return burst;
        return nullptr;
    }
    void give_beat()
    {
        if (++reading->moved == reading->beats)
            leave(reads, reading);
    }
    void take_beat(const lp_tlm_axi_unit &port)
    {
        lp_tlm_burst &burst = *filling();
        lp_tlm_from_words(&burst.bytes[burst.moved * LP_TLM_BEAT], port.wdata, LP_TLM_BEAT);
        burst.strobe(burst.moved, port.wstrb);
        if (++burst.moved == burst.beats)
            start(burst);
    }
};

/* Timed accesses through a socket. */
class lp_tlm_axi : public lp_tlm_axi_side, public tlm::tlm_bw_transport_if<> {
public:
    tlm::tlm_initiator_socket<> socket;

    explicit lp_tlm_axi(const char *name) : socket(name), queue(this, &lp_tlm_axi::due)
    {
        socket.bind(*this);
    }

private:
    tlm_utils::peq_with_cb_and_phase<lp_tlm_axi> queue;
    std::deque<lp_tlm_burst *> waiting;
    lp_tlm_burst *requesting = nullptr; /* from BEGIN_REQ to END_REQ */

    void start(lp_tlm_burst &burst) override
    {
        waiting.push_back(&burst);
        request();
    }

    void request()
    {
        while (!requesting && !waiting.empty()) {
            lp_tlm_burst &burst = *waiting.front();
            tlm::tlm_phase phase = tlm::BEGIN_REQ;
            sc_core::sc_time delay = sc_core::SC_ZERO_TIME;

            waiting.pop_front();
            requesting = &burst;
            burst.acquire(); /* released when it is done */
            tlm::tlm_sync_enum said = socket->nb_transport_fw(burst, phase, delay);
            if (said == tlm::TLM_COMPLETED)
                queue.notify(burst, tlm::BEGIN_RESP, delay);
            else if (said == tlm::TLM_UPDATED) {
                burst.send_end = phase == tlm::BEGIN_RESP;
                queue.notify(burst, phase, delay);
            }
        }
    }

    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload &payload, tlm::tlm_phase &phase,
                                       sc_core::sc_time &delay) override
    {
        if (phase != tlm::END_REQ && phase != tlm::BEGIN_RESP)
            return tlm::TLM_ACCEPTED; /* an extended phase */
        queue.notify(payload, phase, delay);
        return phase == tlm::BEGIN_RESP ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED;
    }

    void due(tlm::tlm_generic_payload &payload, const tlm::tlm_phase &phase)
    {
        lp_tlm_burst &burst = static_cast<lp_tlm_burst &>(payload);

        if (requesting == &burst)
            requesting = nullptr; /* END_REQ, or a response, which implies it */
        if (phase == tlm::BEGIN_RESP) {
            if (burst.send_end) {
                tlm::tlm_phase end = tlm::END_RESP;
                sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
                socket->nb_transport_fw(burst, end, delay);
            }
            burst.done = true;
            burst.release();
        }
        request();
    }

    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

/*
 * Debug accesses without time through the same socket; written data stays here unless `keep` is
 * set.
 */
class lp_tlm_axi_debug : public lp_tlm_axi_side {
public:
    lp_tlm_axi_debug(lp_tlm_axi &axi, bool keep) : axi(axi), keep(keep) {}

private:
    lp_tlm_axi &axi;
    const bool keep;
    std::map<uint64_t, unsigned char> written;

    void start(lp_tlm_burst &burst) override
    {
        burst.done = true;
        if (burst.is_write() && !keep) {
            for (std::size_t i = 0; i < burst.bytes.size(); i++)
                if (lp_tlm_enabled(burst, i))
                    written[burst.get_address() + i] = burst.bytes[i];
        } else if (burst.is_write()) {
            write(burst);
        } else if (axi.socket->transport_dbg(burst) == burst.bytes.size()) {
            overlay(burst);
        } else {
            burst.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
            return;
        }
        burst.set_response_status(tlm::TLM_OK_RESPONSE);
    }

    void overlay(lp_tlm_burst &burst)
    {
        auto at = written.lower_bound(burst.get_address());
        for (; at != written.end() && at->first < burst.get_address() + burst.bytes.size(); ++at)
            burst.bytes[at->first - burst.get_address()] = at->second;
    }

    /* transport_dbg has no byte enables: with strobes, each byte is a separate access. */
    void write(lp_tlm_burst &burst)
    {
        if (burst.enables.empty()) {
            axi.socket->transport_dbg(burst);
            return;
        }
        for (std::size_t i = 0; i < burst.bytes.size(); i++) {
            tlm::tlm_generic_payload one;
            if (!lp_tlm_enabled(burst, i))
                continue;
            one.set_write();
            one.set_address(burst.get_address() + i);
            one.set_data_ptr(&burst.bytes[i]);
            one.set_data_length(1);
            axi.socket->transport_dbg(one);
        }
    }
};

#endif
