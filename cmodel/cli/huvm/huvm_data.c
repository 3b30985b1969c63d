/* SPDX-License-Identifier: Apache-2.0 */
#include "huvm_data.h"
#include "../shared/fail.h"
#include "../shared/input.h"
#include <stdlib.h>
#include <string.h>

void huvm_data_read(const char *path, uint64_t chunk_bytes, struct huvm_data *d)
{
    struct lp_input *input = cli_input_open(path, 0);
    size_t bytes;
    d->bytes = cli_input_read_all(input, path, 0, &bytes);
    d->count = bytes;
    lp_input_close(input);
    if (d->count == 0)
        cli_fail("%s: has no data for chunks", path);
    d->chunks = d->count < chunk_bytes ? 1 : (uint32_t)(d->count / chunk_bytes);
}

void huvm_data_chunk(const struct huvm_data *d, uint32_t number, uint64_t chunk_bytes,
                     uint8_t *chunk)
{
    if (d->count >= chunk_bytes) {
        memcpy(chunk, d->bytes + number * chunk_bytes, chunk_bytes);
        return;
    }
    for (uint64_t at = 0; at < chunk_bytes; at += d->count)
        memcpy(chunk + at, d->bytes, chunk_bytes - at < d->count ? chunk_bytes - at : d->count);
}
