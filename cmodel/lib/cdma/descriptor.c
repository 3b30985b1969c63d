/* SPDX-License-Identifier: Apache-2.0 */
#include "../../base/bytes.h"
#include <linepress/cdma.h>

void lp_dma_encode_descriptor(const struct lp_dma_descriptor *d, void *bytes)
{
    uint8_t *to = bytes;
    lpi_put_le32(to, d->flags);
    lpi_put_le32(to + 4, d->id);
    lpi_put_le64(to + 8, d->device);
    lpi_put_le64(to + 16, d->host);
    lpi_put_le64(to + 24, d->raw_bytes);
    lpi_put_le64(to + 32, d->size);
    lpi_put_le64(to + 40, d->index);
    lpi_put_le64(to + 48, d->zero[0]);
    lpi_put_le64(to + 56, d->zero[1]);
}

void lp_dma_decode_descriptor(const void *bytes, struct lp_dma_descriptor *d)
{
    const uint8_t *from = bytes;
    d->flags = lpi_get_le32(from);
    d->id = lpi_get_le32(from + 4);
    d->device = lpi_get_le64(from + 8);
    d->host = lpi_get_le64(from + 16);
    d->raw_bytes = lpi_get_le64(from + 24);
    d->size = lpi_get_le64(from + 32);
    d->index = lpi_get_le64(from + 40);
    d->zero[0] = lpi_get_le64(from + 48);
    d->zero[1] = lpi_get_le64(from + 56);
}

void lp_dma_encode_completion(const struct lp_dma_completion *c, void *bytes)
{
    uint8_t *to = bytes;
    lpi_put_le32(to, c->id);
    lpi_put_le32(to + 4, c->status | (uint32_t)(c->phase & 1) << 31);
    lpi_put_le64(to + 8, c->bytes);
    lpi_put_le64(to + 16, c->zeros);
    lpi_put_le32(to + 24, c->bad);
    lpi_put_le32(to + 28, c->cycles);
}

void lp_dma_decode_completion(const void *bytes, struct lp_dma_completion *c)
{
    const uint8_t *from = bytes;
    c->id = lpi_get_le32(from);
    c->status = from[4];
    c->phase = from[7] >> 7;
    c->bytes = lpi_get_le64(from + 8);
    c->zeros = lpi_get_le64(from + 16);
    c->bad = lpi_get_le32(from + 24);
    c->cycles = lpi_get_le32(from + 28);
}

const char *lp_dma_status_text(unsigned status)
{
    static const char *const texts[] = {"good",
                                        "empty",
                                        "misaligned",
                                        "outside the windows",
                                        "ranges overlap",
                                        "the codec is not built",
                                        "the stream is longer than the room for it",
                                        "device memory reported an error",
                                        "host memory reported an error",
                                        "a group is corrupt",
                                        "the index contradicts the stream",
                                        "aborted",
                                        "reserved bits of the descriptor are set"};
    return status < sizeof texts / sizeof texts[0] ? texts[status] : "unknown status";
}
