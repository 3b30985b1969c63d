/* SPDX-License-Identifier: Apache-2.0 */
/* What a copy does to a chunk on its way: compresses it where it leaves a place where it lies raw,
   expands it where it comes to one, and knows it again by its CRC. */
#include "../policy/chunk_pack.h"
#include "real_state.h"
#include <libdeflate.h>

static bool is_raw_at(const struct huvm_real *r, unsigned place, uint32_t chunk)
{
    return place == r->home[chunk] ||
           r->config.compress < (place == HUVM_HOST ? HUVM_TIERS : HUVM_VICTIM);
}

bool real_is_packed(const struct huvm_real *r, const struct real_job *j)
{
    bool blank = j->c.action.from == HUVM_HOST && j->c.host_bytes == 0;
    return !blank && !is_raw_at(r, j->c.action.from, j->chunk);
}

/* Raw chunks that only this program can reach take the link's time and no more. */
static bool has_crcs(const struct huvm_real *r)
{
    return r->config.compress != HUVM_RAW || !r->own_host;
}

static void refuse(struct huvm_real *r, struct real_job *j)
{
    uint32_t chunk = j->chunk;
    pthread_mutex_lock(&r->lock);
    r->mismatches++;
    real_fail(r, true, "chunk %u of GPU %u did not come back as it was",
              chunk - real_home(r, chunk)->first, r->home[chunk]);
    pthread_mutex_unlock(&r->lock);
    j->data = NULL;
}

static bool is_known(const struct huvm_real *r, const struct real_job *j, const uint8_t *data)
{
    return libdeflate_crc32(0, data, r->config.chunk_bytes) == j->c.crc;
}

static void expand(struct huvm_real *r, struct real_link *link, struct real_job *j)
{
    size_t bytes = r->config.chunk_bytes;
    j->stored = bytes;
    if (huvm_unpack(j->data, j->bytes, link->buffer, bytes) && is_known(r, j, link->buffer))
        j->data = link->buffer;
    else
        refuse(r, j);
}

void real_pack(struct huvm_real *r, struct real_link *link, struct real_job *j)
{
    const struct huvm_action *a = &j->c.action;
    j->stored = j->bytes;
    if (a->from == r->home[j->chunk] && has_crcs(r))
        j->c.crc = libdeflate_crc32(0, j->data, j->bytes);
    if (r->config.compress == HUVM_RAW) {
        if (a->to == r->home[j->chunk] && has_crcs(r) && !is_known(r, j, j->data))
            refuse(r, j);
        return;
    }
    if (!real_is_packed(r, j)) {
        j->bytes = huvm_pack(r->config.codec, j->data, j->bytes, link->packed);
        j->data = link->packed;
    }
    j->stored = j->bytes;
    if (is_raw_at(r, a->to, j->chunk))
        expand(r, link, j);
}
