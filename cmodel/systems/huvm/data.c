/* SPDX-License-Identifier: Apache-2.0 */
#include "data.h"
#include "../../lib/io/input_all.h"
#include <stdlib.h>
#include <string.h>

int huvm_data_read(const char *path, uint64_t chunk_bytes, struct huvm_data *d,
                   struct lpi_fault *fault)
{
    *d = (struct huvm_data){0};
    struct lp_input *input = lpi_input_begin(path, 0, fault);
    if (input == NULL)
        return fault->code;
    d->bytes = lpi_input_all(input, path, 0, &d->count, fault);
    lp_input_close(input);
    if (d->bytes == NULL)
        return fault->code;
    if (d->count == 0) {
        free(d->bytes);
        d->bytes = NULL;
        return lpi_fault_set(fault, LPI_BAD, "%s: has no data for chunks", path);
    }
    d->chunks = d->count < chunk_bytes ? 1 : (uint32_t)(d->count / chunk_bytes);
    return 0;
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
