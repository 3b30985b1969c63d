/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Common parts of the TLM-2.0 targets: a clock that runs while there is work, and a target socket
 * of the base protocol (IEEE 1666-2011, clauses 14 and 15).
 *
 * lp_tlm_port implements all four transport calls. A transaction is checked on arrival; a bad one
 * ends immediately, without time: b_transport returns, nb_transport_fw returns TLM_COMPLETED. A
 * good one becomes a job, which its owner accepts and finishes cycle by cycle:
 *
 *   b_transport   waits for the annotated delay, then until the job is finished; delay is then 0
 *   nb_transport  BEGIN_REQ: TLM_ACCEPTED; END_REQ when the unit has accepted the request;
 *                 BEGIN_RESP when it is finished, one at a time; END_RESP as a call, or as
 *                 TLM_UPDATED or TLM_COMPLETED to BEGIN_RESP. A payload must have a memory
 *                 manager; it is held from BEGIN_REQ to END_RESP.
 *   DMI           never
 */
#ifndef LP_SYSTEMC_TLM_TARGET_H
#define LP_SYSTEMC_TLM_TARGET_H

#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>

#include <systemc>
#include <tlm>
#include <tlm_utils/peq_with_cb_and_phase.h>

/* A module clocked like its unit: at multiples of the period, while there is work. */
class lp_tlm_clocked : public sc_core::sc_module {
public:
    uint64_t cycles() const { return count; }

protected:
    lp_tlm_clocked(const sc_core::sc_module_name &name, const sc_core::sc_time &period)
        : sc_module(name), period(period)
    {
        SC_HAS_PROCESS(lp_tlm_clocked);
        SC_METHOD(edge);
        sensitive << next;
        dont_initialize();
    }
    /* One clock cycle of the unit; busy: another cycle must follow. */
    virtual void cycle() = 0;
    virtual bool busy() const = 0;

    /* Starts the clock at the next edge. */
    void wake()
    {
        if (running)
            return;
        uint64_t p = period.value(), now = sc_core::sc_time_stamp().value();
        uint64_t at = (now + p - 1) / p * p;
        if (count > 0 && at <= last)
            at = last + p;
        running = true;
        next.notify(sc_core::sc_time::from_value(at - now));
    }

private:
    const sc_core::sc_time period;
    sc_core::sc_event next;
    bool running = false;
    uint64_t last = 0, count = 0; /* time of the last edge; number of edges */

    void edge()
    {
        last = sc_core::sc_time_stamp().value();
        count++;
        cycle();
        running = busy();
        if (running)
            next.notify(period);
    }
};

/* A transaction being executed. */
struct lp_tlm_job {
    tlm::tlm_generic_payload *payload;
    bool blocking;
    bool accepted = false;
    bool over = false;
    sc_core::sc_event done;
    std::size_t begun = 0, left = 0; /* used by the owner: parts begun, parts not finished */
    bool failed = false;             /* used by the owner */
    unsigned code = 0;               /* used by the owner */

    lp_tlm_job(tlm::tlm_generic_payload &payload, bool blocking)
        : payload(&payload), blocking(blocking)
    {
    }
    bool is_write() const { return payload->is_write(); }
    uint64_t address() const { return payload->get_address(); }
    std::size_t length() const { return payload->get_data_length(); }
    unsigned char *data() const { return payload->get_data_ptr(); }
};

class lp_tlm_port;

/* The owner of a port. */
class lp_tlm_owner {
public:
    virtual ~lp_tlm_owner() = default;
    /* TLM_OK_RESPONSE, or why the transaction is refused. */
    virtual tlm::tlm_response_status check(const lp_tlm_port &port,
                                           const tlm::tlm_generic_payload &payload) const = 0;
    /* Executes a debug access; returns the bytes read or written. */
    virtual unsigned debug(const lp_tlm_port &port, tlm::tlm_generic_payload &payload) = 0;
    /* Called when there is a new job. */
    virtual void arrived() = 0;
};

/* Checks a transaction on a region of `bytes` bytes that is accessed in whole units. */
inline tlm::tlm_response_status lp_tlm_check(const tlm::tlm_generic_payload &p, uint64_t bytes,
                                             uint64_t unit, bool byte_enables = false)
{
    if (!p.is_read() && !p.is_write())
        return tlm::TLM_COMMAND_ERROR_RESPONSE;
    if (!p.get_data_ptr() || p.get_data_length() == 0 || p.get_data_length() % unit != 0 ||
        p.get_streaming_width() < p.get_data_length())
        return tlm::TLM_BURST_ERROR_RESPONSE;
    if (p.get_byte_enable_ptr() && (!byte_enables || p.get_byte_enable_length() == 0))
        return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    if (p.get_address() >= bytes || p.get_data_length() > bytes - p.get_address() ||
        p.get_address() % unit != 0)
        return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    return tlm::TLM_OK_RESPONSE;
}

/* Whether byte i of the data is enabled. */
inline bool lp_tlm_enabled(const tlm::tlm_generic_payload &p, std::size_t i)
{
    const unsigned char *enable = p.get_byte_enable_ptr();
    return !enable || enable[i % p.get_byte_enable_length()] == TLM_BYTE_ENABLED;
}

class lp_tlm_port : public tlm::tlm_fw_transport_if<> {
public:
    tlm::tlm_target_socket<> socket;

    lp_tlm_port(const char *name, lp_tlm_owner &owner)
        : socket(name), owner(owner), queue(this, &lp_tlm_port::due)
    {
        socket.bind(*this);
    }

    /* The oldest job that is not accepted; NULL: none. */
    lp_tlm_job *front() const { return waiting.empty() ? nullptr : waiting.front(); }
    /* Whether there are no jobs and no responses in progress. */
    bool idle() const { return jobs.empty() && blocked == 0; }

    /* The unit has accepted the front job's request. */
    void accept()
    {
        lp_tlm_job &job = *waiting.front();

        waiting.pop_front();
        job.accepted = true;
        if (job.blocking)
            return;
        tlm::tlm_phase phase = tlm::END_REQ;
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
        requesting = nullptr;
        /* In the base protocol, the return value of this call has no information. */
        socket->nb_transport_bw(*job.payload, phase, delay);
    }

    /* The unit has answered an accepted job. */
    void finish(lp_tlm_job &job, tlm::tlm_response_status status)
    {
        job.payload->set_response_status(status);
        job.over = true;
        if (job.blocking) {
            job.done.notify(sc_core::SC_ZERO_TIME);
            return;
        }
        responses.push_back(&job);
        respond();
    }

private:
    lp_tlm_owner &owner;
    tlm_utils::peq_with_cb_and_phase<lp_tlm_port> queue;
    std::list<lp_tlm_job> jobs; /* jobs of nb_transport */
    std::deque<lp_tlm_job *> waiting, responses;
    const tlm::tlm_generic_payload *requesting = nullptr; /* from BEGIN_REQ to END_REQ */
    bool responding = false;                              /* from BEGIN_RESP to END_RESP */
    std::size_t blocked = 0;                              /* jobs of b_transport */

    static void wrong(const char *what) { SC_REPORT_ERROR("linepress/tlm", what); }

    void b_transport(tlm::tlm_generic_payload &payload, sc_core::sc_time &delay) override
    {
        payload.set_dmi_allowed(false);
        payload.set_response_status(owner.check(*this, payload));
        if (payload.is_response_error())
            return;
        payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        blocked++;
        sc_core::wait(delay);
        delay = sc_core::SC_ZERO_TIME;
        lp_tlm_job job(payload, true);
        waiting.push_back(&job);
        owner.arrived();
        while (!job.over)
            sc_core::wait(job.done);
        blocked--;
    }

    tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload &payload, tlm::tlm_phase &phase,
                                       sc_core::sc_time &delay) override
    {
        if (phase == tlm::BEGIN_REQ)
            return begin_request(payload, phase, delay);
        if (phase == tlm::END_RESP) {
            if (!responding || responses.front()->payload != &payload)
                wrong("END_RESP without BEGIN_RESP");
            else
                queue.notify(payload, phase, delay);
            return tlm::TLM_COMPLETED;
        }
        if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP)
            wrong("a phase that is the target's to begin");
        return tlm::TLM_ACCEPTED; /* extended phases are ignored */
    }

    tlm::tlm_sync_enum begin_request(tlm::tlm_generic_payload &payload, tlm::tlm_phase &phase,
                                     const sc_core::sc_time &delay)
    {
        payload.set_dmi_allowed(false);
        if (!payload.has_mm())
            wrong("nb_transport wants a payload with a memory manager");
        if (requesting)
            wrong("BEGIN_REQ before the END_REQ of another transaction");
        payload.set_response_status(owner.check(*this, payload));
        if (payload.is_response_error())
            return tlm::TLM_COMPLETED;
        payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        payload.acquire();
        requesting = &payload;
        queue.notify(payload, phase, delay);
        return tlm::TLM_ACCEPTED;
    }

    /* A phase's annotated delay has elapsed. */
    void due(tlm::tlm_generic_payload &payload, const tlm::tlm_phase &phase)
    {
        if (phase == tlm::BEGIN_REQ) {
            jobs.emplace_back(payload, false);
            waiting.push_back(&jobs.back());
            owner.arrived();
        } else {
            ended();
        }
    }

    void respond()
    {
        if (responding || responses.empty())
            return;
        tlm::tlm_generic_payload &payload = *responses.front()->payload;
        tlm::tlm_phase phase = tlm::BEGIN_RESP;
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;

        responding = true;
        tlm::tlm_sync_enum said = socket->nb_transport_bw(payload, phase, delay);
        if (said == tlm::TLM_UPDATED && phase != tlm::END_RESP)
            wrong("an answer to BEGIN_RESP that is not END_RESP");
        if (said != tlm::TLM_ACCEPTED)
            queue.notify(payload, tlm::END_RESP, delay);
    }

    void ended()
    {
        lp_tlm_job *job = responses.front();

        responses.pop_front();
        job->payload->release();
        jobs.remove_if([job](const lp_tlm_job &other) { return &other == job; });
        responding = false;
        respond();
    }

    bool get_direct_mem_ptr(tlm::tlm_generic_payload &, tlm::tlm_dmi &dmi) override
    {
        dmi.allow_none();
        dmi.set_start_address(0);
        dmi.set_end_address(~uint64_t{0});
        return false;
    }

    unsigned transport_dbg(tlm::tlm_generic_payload &payload) override
    {
        return owner.debug(*this, payload);
    }
};

/* Sectors are little-endian: byte 0 is the lowest of word 0. */
inline void lp_tlm_to_words(uint32_t *words, const unsigned char *bytes, std::size_t count)
{
    for (std::size_t i = 0; i < count / 4; i++)
        words[i] = bytes[4 * i] | uint32_t{bytes[4 * i + 1]} << 8 |
                   uint32_t{bytes[4 * i + 2]} << 16 | uint32_t{bytes[4 * i + 3]} << 24;
}

inline void lp_tlm_from_words(unsigned char *bytes, const uint32_t *words, std::size_t count)
{
    for (std::size_t i = 0; i < count; i++)
        bytes[i] = static_cast<unsigned char>(words[i / 4] >> (i % 4 * 8));
}

#endif
