/* SPDX-License-Identifier: Apache-2.0 */
#include "../policy/chunk_pack.h"
#include "job.h"
#include <libdeflate.h>

static bool is_raw_at(const struct real_run *run, unsigned place, uint32_t chunk)
{
    return place == run->home[chunk] ||
           run->config.compress < (place == HUVM_HOST ? HUVM_TIERS : HUVM_VICTIM);
}

bool real_is_packed(const struct real_run *run, const struct real_job *j)
{
    bool blank = j->move.action.from == HUVM_HOST && j->host_bytes == 0;
    return !blank && !is_raw_at(run, j->move.action.from, j->chunk);
}

static bool is_known(const struct real_run *run, const struct real_job *j, const uint8_t *data)
{
    return libdeflate_crc32(0, data, run->config.chunk_bytes) == j->move.crc;
}

static bool expand(const struct real_run *run, struct real_job *j)
{
    size_t bytes = run->config.chunk_bytes;
    j->stored = bytes;
    bool good = huvm_unpack(j->data, j->bytes, j->buffer, bytes) && is_known(run, j, j->buffer);
    j->data = j->buffer;
    return good;
}

bool real_pack(const struct real_run *run, struct real_job *j)
{
    const struct huvm_action *a = &j->move.action;
    unsigned home = run->home[j->chunk];
    j->stored = j->bytes;
    if (a->from == home && j->checks)
        j->move.crc = libdeflate_crc32(0, j->data, j->bytes);
    if (run->config.compress == HUVM_RAW)
        return a->to != home || !j->checks || is_known(run, j, j->data);
    if (!real_is_packed(run, j)) {
        j->bytes = huvm_pack(run->config.codec, j->data, j->bytes, j->packed);
        j->data = j->packed;
    }
    j->stored = j->bytes;
    return !is_raw_at(run, a->to, j->chunk) || expand(run, j);
}
