/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An example initiator: accesses by b_transport, or several concurrently by nb_transport with a
 * registered nb_transport_bw, which is required by all targets that implement nb_transport
 * themselves, including these. It follows the base protocol's rules and checks that the target
 * does.
 *
 * Responses are ended in each of three ways in turn: END_RESP as a call, 20 ns later with a delay
 * of 2 ns; TLM_UPDATED; TLM_COMPLETED.
 */
#ifndef LP_SYSTEMC_TLM_INITIATOR_H
#define LP_SYSTEMC_TLM_INITIATOR_H

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <systemc>
#include <tlm>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_initiator_socket.h>

/* A transaction and its state. */
struct lp_tlm_access : tlm::tlm_generic_payload {
    enum { IDLE, REQUEST, WAITING, RESPONSE, OVER } step = IDLE;
    sc_core::sc_time begun, ended;

    explicit lp_tlm_access(tlm::tlm_mm_interface *mm) : tlm_generic_payload(mm) {}
};

class lp_tlm_initiator : public sc_core::sc_module, private tlm::tlm_mm_interface {
public:
    tlm_utils::simple_initiator_socket<lp_tlm_initiator> socket;
    unsigned wrong = 0;   /* protocol violations of the target */
    unsigned deepest = 0; /* maximum of concurrent accesses */
    std::string first_wrong;

    explicit lp_tlm_initiator(const sc_core::sc_module_name &name, unsigned most = 16)
        : sc_module(name), socket("socket"), most(most), queue(this, &lp_tlm_initiator::due)
    {
        socket.register_nb_transport_bw(this, &lp_tlm_initiator::nb_transport_bw);
    }

    /* Takes a payload from the pool; release() returns it. */
    lp_tlm_access *make(bool write, uint64_t address, void *data, std::size_t bytes)
    {
        auto *access = new lp_tlm_access(this);

        alive++;
        access->acquire();
        access->set_command(write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
        access->set_address(address);
        access->set_data_ptr(static_cast<unsigned char *>(data));
        access->set_data_length(static_cast<unsigned>(bytes));
        access->set_streaming_width(static_cast<unsigned>(bytes));
        access->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        return access;
    }
    unsigned live() const { return alive; }

    /* Called by a thread: returns when the access is complete. */
    void blocking(lp_tlm_access &access)
    {
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;

        access.begun = sc_core::sc_time_stamp();
        socket->b_transport(access, delay);
        sc_core::wait(delay);
        access.ended = sc_core::sc_time_stamp();
        access.step = lp_tlm_access::OVER;
    }

    /* Called by a thread: begins an access, once fewer than `most` are in flight. */
    void begin(lp_tlm_access &access)
    {
        while (under_way >= most)
            sc_core::wait(changed);
        under_way++;
        access.acquire(); /* released on completion */
        waiting.push_back(&access);
        request();
    }
    /* Called by a thread: returns when no access is in flight. */
    void drain()
    {
        while (under_way > 0)
            sc_core::wait(changed);
    }

private:
    const unsigned most;
    tlm_utils::peq_with_cb_and_phase<lp_tlm_initiator> queue;
    std::deque<lp_tlm_access *> waiting;
    lp_tlm_access *requesting = nullptr, *responding = nullptr;
    unsigned alive = 0, under_way = 0, turn = 0;
    sc_core::sc_event changed;

    void free(tlm::tlm_generic_payload *payload) override
    {
        alive--;
        delete static_cast<lp_tlm_access *>(payload);
    }

    void rule(bool good, const char *what)
    {
        if (good)
            return;
        if (wrong++ == 0)
            first_wrong = what;
    }

    /* One request at a time: the next follows END_REQ, or a response, which implies it. */
    void request()
    {
        while (!requesting && !waiting.empty()) {
            lp_tlm_access &access = *waiting.front();
            tlm::tlm_phase phase = tlm::BEGIN_REQ;
            sc_core::sc_time delay = sc_core::SC_ZERO_TIME;

            waiting.pop_front();
            requesting = &access;
            access.step = lp_tlm_access::REQUEST;
            access.begun = sc_core::sc_time_stamp();
            deepest = std::max(deepest, under_way - static_cast<unsigned>(waiting.size()));
            tlm::tlm_sync_enum said = socket->nb_transport_fw(access, phase, delay);
            if (said == tlm::TLM_COMPLETED)
                finish(access);
            else if (said == tlm::TLM_UPDATED)
                queue.notify(access, phase, delay);
        }
    }

    tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload &payload, tlm::tlm_phase &phase,
                                       sc_core::sc_time &delay)
    {
        lp_tlm_access &access = static_cast<lp_tlm_access &>(payload);

        if (phase == tlm::END_REQ) {
            rule(access.step == lp_tlm_access::REQUEST, "END_REQ of no request");
            queue.notify(access, phase, delay);
            return tlm::TLM_ACCEPTED;
        }
        rule(phase == tlm::BEGIN_RESP, "a phase that is the initiator's to begin");
        rule(access.step == lp_tlm_access::REQUEST || access.step == lp_tlm_access::WAITING,
             "BEGIN_RESP of no request");
        rule(!responding, "BEGIN_RESP before the END_RESP of another transaction");
        rule(access.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE,
             "BEGIN_RESP without a response status");
        if (turn++ % 3 == 0) {
            responding = &access;
            queue.notify(access, phase, delay + sc_core::sc_time(20, sc_core::SC_NS));
            return tlm::TLM_ACCEPTED;
        }
        access.step = lp_tlm_access::RESPONSE;
        queue.notify(access, tlm::END_RESP, delay);
        if (turn % 3 == 0)
            return tlm::TLM_COMPLETED;
        phase = tlm::END_RESP;
        return tlm::TLM_UPDATED;
    }

    void due(tlm::tlm_generic_payload &payload, const tlm::tlm_phase &phase)
    {
        lp_tlm_access &access = static_cast<lp_tlm_access &>(payload);

        if (phase == tlm::END_REQ) {
            access.step = lp_tlm_access::WAITING;
            requesting = nullptr;
            request();
        } else if (phase == tlm::BEGIN_RESP) {
            tlm::tlm_phase end = tlm::END_RESP;
            sc_core::sc_time delay(2, sc_core::SC_NS);

            access.step = lp_tlm_access::RESPONSE;
            responding = nullptr;
            socket->nb_transport_fw(access, end, delay);
            queue.notify(access, tlm::END_RESP, delay);
        } else {
            finish(access);
            request();
        }
    }

    void finish(lp_tlm_access &access)
    {
        if (requesting == &access)
            requesting = nullptr;
        access.ended = sc_core::sc_time_stamp();
        access.step = lp_tlm_access::OVER;
        under_way--;
        changed.notify(sc_core::SC_ZERO_TIME);
        access.release();
    }
};

#endif
