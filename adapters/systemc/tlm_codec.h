/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The codecs as a TLM-2.0 target: a store of compressed lines. A written line passes through
 * lp_codec_enc and is stored as its entry; a read line is decoded from its entry by lp_codec_dec.
 * Address map, for `lines` lines:
 *
 *   0            line i at 128 i; read and written in whole lines
 *   128 lines    entry i at 128 lines + 128 i: the stored bytes, zero after its sectors; read and
 *                written in whole entries, without conversion
 *   256 lines    a byte for each line: sectors of its entry (0 zero line, 4 raw) in bits 2..0,
 *                codec in bits 6..4
 *
 * Writes use the codec of the target, unless the transaction has the optional extension
 * lp_tlm_line, which also returns the sectors. A line whose entry is malformed is answered
 * TLM_GENERIC_ERROR_RESPONSE. Transactions on the same lines are executed in order.
 *
 * transport_dbg uses the functional codecs instead of the units, at any time, for any bytes.
 */
#ifndef LP_SYSTEMC_TLM_CODEC_H
#define LP_SYSTEMC_TLM_CODEC_H

#include <algorithm>
#include <cstring>
#include <vector>

#include <linepress/codec/codec_ports.h>
#include <linepress/linepress.h>

#include "instance.h"
#include "tlm_target.h"

/* An ignorable extension. */
struct lp_tlm_line : tlm::tlm_extension<lp_tlm_line> {
    unsigned codec = LP_CODEC_PORT_ZVC; /* of a write, enum lp_codec_port */
    unsigned sectors = 0;               /* total of its lines' entries, set on completion */

    tlm_extension_base *clone() const override { return new lp_tlm_line(*this); }
    void copy_from(const tlm_extension_base &other) override
    {
        *this = static_cast<const lp_tlm_line &>(other);
    }
};

struct lp_tlm_codec_config {
    uint32_t lines = 1024;
    int elem = 32;                      /* bits of ZVC's elements */
    unsigned codec = LP_CODEC_PORT_ZVC; /* for writes without the extension */
    sc_core::sc_time period{1, sc_core::SC_NS};
    lp_open_fn *open = lp_sc_open_copyable; /* opens both units: cycle models, or RTL */
};

class lp_tlm_codec : public lp_tlm_clocked, private lp_tlm_owner {
public:
    lp_tlm_port port;

    /* Throws invalid_argument: no codec, no lines, or an elem that the units do not support. */
    lp_tlm_codec(const sc_core::sc_module_name &name, const lp_tlm_codec_config &config = {})
        : lp_tlm_clocked(name, config.period), port("socket", *this), config(config),
          enc(LP_UNIT(codec_enc), {config.elem}, config.open),
          dec(LP_UNIT(codec_dec), {config.elem}, config.open), store(config.lines)
    {
        if (config.codec >= LP_CODEC_PORTS || config.lines == 0)
            throw std::invalid_argument("lp_tlm_codec: no such codec, or no lines");
    }

    uint64_t entries_at() const { return uint64_t{config.lines} * LP_LINE_BYTES; }
    uint64_t sizes_at() const { return 2 * entries_at(); }
    uint64_t bytes() const { return sizes_at() + config.lines; }

private:
    struct entry {
        unsigned char bytes[LP_LINE_BYTES] = {};
        unsigned sectors = 0, codec = LP_CODEC_PORT_ZVC;
    };
    /* A line passing through a unit: beats sent and received. */
    struct flight {
        lp_tlm_job *job;
        bool last;        /* last line of the job */
        std::size_t line; /* index in the store */
        unsigned char *raw;
        entry kept;
        unsigned codec, in = 0, out = 0;
        bool over = false; /* its output is complete */
    };
    struct path {
        std::deque<flight> lines;
        std::size_t fed = 0; /* lines that are completely sent */

        flight *feeding() { return fed < lines.size() ? &lines[fed] : nullptr; }
        flight &coming()
        {
            return *std::find_if(lines.begin(), lines.end(), [](flight &f) { return !f.over; });
        }
    };

    const lp_tlm_codec_config config;
    lp_sc_instance enc, dec;
    std::vector<entry> store;
    path write, read;
    std::list<lp_tlm_job *> active; /* started and not finished */

    /* ---- transactions ---- */

    tlm::tlm_response_status check(const lp_tlm_port &,
                                   const tlm::tlm_generic_payload &p) const override
    {
        uint64_t at = p.get_address();
        auto *line = p.get_extension<lp_tlm_line>();
        auto bad = [](unsigned char size) {
            return (size & 0x8f) > LP_LINE_SECTORS || size >> 4 >= LP_CODEC_PORTS;
        };

        if (at >= sizes_at()) {
            tlm::tlm_response_status status = lp_tlm_check(p, bytes(), 1);
            unsigned char *sizes = p.get_data_ptr();
            return status == tlm::TLM_OK_RESPONSE && p.is_write() &&
                           std::any_of(sizes, sizes + p.get_data_length(), bad)
                       ? tlm::TLM_GENERIC_ERROR_RESPONSE
                       : status;
        }
        if (p.is_write() && line && line->codec >= LP_CODEC_PORTS)
            return tlm::TLM_GENERIC_ERROR_RESPONSE;
        return lp_tlm_check(p, at < entries_at() ? entries_at() : sizes_at(), LP_LINE_BYTES);
    }

    void arrived() override { wake(); }
    bool busy() const override { return !active.empty() || port.front(); }

    /* Lines of the store that a job accesses, from first to last. */
    struct range {
        uint64_t first, last;
    };
    range lines_of(const lp_tlm_job &job) const
    {
        uint64_t at = job.address(), unit = LP_LINE_BYTES, base = 0;
        if (at >= sizes_at())
            base = sizes_at(), unit = 1;
        else if (at >= entries_at())
            base = entries_at();
        return {(at - base) / unit, (at - base + job.length() - 1) / unit};
    }
    bool must_wait(const lp_tlm_job &job) const
    {
        range mine = lines_of(job);
        return std::any_of(active.begin(), active.end(), [&](const lp_tlm_job *other) {
            range its = lines_of(*other);
            return other != &job && (job.is_write() || other->is_write()) &&
                   its.first <= mine.last && mine.first <= its.last;
        });
    }

    /* Starts the next job, if possible. */
    void begin()
    {
        lp_tlm_job *job = port.front();

        if (!job || job->begun > 0 || must_wait(*job))
            return;
        job->begun = 1;
        active.push_back(job);
        if (job->address() >= entries_at()) {
            move_kept(job->address(), job->data(), job->length(), job->is_write());
            port.accept();
            over(*job);
            return;
        }
        auto *line = job->payload->get_extension<lp_tlm_line>();
        range lines = lines_of(*job);
        path &p = job->is_write() ? write : read;
        for (uint64_t i = lines.first; i <= lines.last; i++)
            p.lines.push_back({job, i == lines.last, i,
                               job->data() + (i - lines.first) * LP_LINE_BYTES, store[i],
                               line ? line->codec : config.codec});
        job->left = lines.last - lines.first + 1;
        if (line)
            line->sectors = 0;
    }

    void over(lp_tlm_job &job)
    {
        active.remove(&job);
        port.finish(job, job.failed ? tlm::TLM_GENERIC_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE);
    }

    /* A line is completely sent; with a job's last line, its request is accepted. */
    void fed(path &p)
    {
        p.fed++;
        if (p.lines[p.fed - 1].last)
            port.accept();
    }

    /* Finishes lines that are completely sent and received. */
    void finish_lines(path &p)
    {
        for (; p.fed > 0 && p.lines.front().over; p.fed--) {
            lp_tlm_job &job = *p.lines.front().job;

            if (auto *line = job.payload->get_extension<lp_tlm_line>())
                line->sectors += store[p.lines.front().line].sectors;
            p.lines.pop_front();
            if (--job.left == 0)
                over(job);
        }
    }

    /* ---- cycles ---- */

    void cycle() override
    {
        begin();
        encode();
        decode();
        finish_lines(write);
        finish_lines(read);
    }

    void encode()
    {
        struct lp_codec_enc_in in = {};
        struct lp_codec_enc_out out;
        flight *f = write.feeding();

        in.m_ready = 1;
        if (f) {
            in.s_valid = in.s_mem = 1;
            in.s_codec = f->codec;
            lp_tlm_to_words(in.s_data, f->raw + f->in * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
        }
        enc.eval(true, &in, &out);
        enc.tick();
        if (f && out.s_ready && ++f->in == LP_LINE_SECTORS)
            fed(write);
        if (out.m_valid)
            encoded(out, write.coming());
    }

    void encoded(const struct lp_codec_enc_out &out, flight &f)
    {
        if (f.out == 0)
            f.kept = entry();
        f.kept.sectors = out.m_sectors;
        f.kept.codec = out.m_codec;
        if (out.m_sectors > 0)
            lp_tlm_from_words(f.kept.bytes + f.out * LP_SECTOR_BYTES, out.m_data, LP_SECTOR_BYTES);
        f.out++;
        f.over = out.m_last;
        if (f.over)
            store[f.line] = f.kept;
    }

    void decode()
    {
        struct lp_codec_dec_in in = {};
        struct lp_codec_dec_out out;
        flight *f = read.feeding();
        unsigned beats = f && f->kept.sectors > 0 ? f->kept.sectors : 1;

        in.m_ready = 1;
        if (f) {
            in.s_valid = in.s_mem = 1;
            in.s_codec = f->kept.codec;
            in.s_sectors = f->kept.sectors;
            in.s_last = f->in + 1 == beats;
            lp_tlm_to_words(in.s_data, f->kept.bytes + f->in * LP_SECTOR_BYTES, LP_SECTOR_BYTES);
        }
        dec.eval(true, &in, &out);
        dec.tick();
        if (f && out.s_ready && ++f->in == beats)
            fed(read);
        if (out.m_valid)
            decoded(out, read.coming());
    }

    void decoded(const struct lp_codec_dec_out &out, flight &f)
    {
        lp_tlm_from_words(f.raw + f.out * LP_SECTOR_BYTES, out.m_data, LP_SECTOR_BYTES);
        f.out++;
        f.over = out.m_last;
        f.job->failed |= out.m_last && out.m_err;
    }

    /* ---- accesses without time ---- */

    /* Copies between the bytes of entries or sizes, from address `at` on, and a buffer. */
    void move_kept(uint64_t at, unsigned char *data, std::size_t count, bool writing)
    {
        for (std::size_t i = 0; i < count; i++, at++) {
            bool size = at >= sizes_at();
            entry &e = store[size ? at - sizes_at() : (at - entries_at()) / LP_LINE_BYTES];
            unsigned char &byte = e.bytes[at % LP_LINE_BYTES];

            if (size && writing)
                e.sectors = data[i] & 7, e.codec = data[i] >> 4;
            else if (size)
                data[i] = static_cast<unsigned char>(e.codec << 4 | e.sectors);
            else
                (writing ? byte : data[i]) = writing ? data[i] : byte;
        }
    }

    static int encode_entry(int elem, const unsigned char *raw, entry &e)
    {
        return e.codec == LP_CODEC_PORT_BPC
                   ? lp_bpc_encode_entry(raw, e.bytes, &e.sectors)
                   : lp_zvc_encode_entry(static_cast<enum lp_elem>(elem), raw, e.bytes, &e.sectors);
    }
    static int decode_entry(int elem, const entry &e, unsigned char *raw)
    {
        return e.codec == LP_CODEC_PORT_BPC
                   ? lp_bpc_decode_entry(e.bytes, e.sectors, raw)
                   : lp_zvc_decode_entry(static_cast<enum lp_elem>(elem), e.bytes, e.sectors, raw);
    }

    /* Copies bytes within a line, using the functional codecs; false: its entry is malformed. */
    bool move_raw(std::size_t line, std::size_t from, unsigned char *data, std::size_t count,
                  bool writing)
    {
        unsigned char raw[LP_LINE_BYTES];

        if (decode_entry(config.elem, store[line], raw) != LP_OK)
            return false;
        if (!writing) {
            std::memcpy(data, raw + from, count);
            return true;
        }
        entry e;
        std::memcpy(raw + from, data, count);
        e.codec = config.codec;
        bool good = encode_entry(config.elem, raw, e) == LP_OK;
        std::fill(e.bytes + e.sectors * LP_SECTOR_BYTES, e.bytes + LP_LINE_BYTES, 0);
        store[line] = e;
        return good;
    }

    unsigned debug(const lp_tlm_port &, tlm::tlm_generic_payload &p) override
    {
        uint64_t at = p.get_address();
        std::size_t done = 0, length = p.get_data_length();

        if ((!p.is_read() && !p.is_write()) || !p.get_data_ptr() || at >= bytes())
            return 0;
        length = std::min<uint64_t>(length, bytes() - at);
        while (done < length) {
            std::size_t from = at % LP_LINE_BYTES, count = length - done;
            if (at >= entries_at()) {
                move_kept(at, p.get_data_ptr() + done, count, p.is_write());
                return static_cast<unsigned>(length);
            }
            count = std::min<std::size_t>(count, LP_LINE_BYTES - from);
            if (!move_raw(at / LP_LINE_BYTES, from, p.get_data_ptr() + done, count, p.is_write()))
                break;
            done += count;
            at += count;
        }
        return static_cast<unsigned>(done);
    }
};

#endif
