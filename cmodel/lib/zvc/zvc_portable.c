/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ZVC in plain C. Nothing here depends on the host's byte order: elements are moved as bytes, and
 * masks are assembled byte by byte.
 */
#include "zvc_kernel.h"
#include <string.h>

/*
 * Branch-free: every element is stored, and the pointer advances only if it was not zero, so zeros
 * cost no mispredictions.
 */
#define DEFINE_KERNEL(bits, type)                                                                  \
    static size_t encode_##bits(const uint8_t *src, size_t lines, uint8_t **dst,                   \
                                const uint8_t *dst_end)                                            \
    {                                                                                              \
        uint8_t *out = *dst;                                                                       \
        size_t done;                                                                               \
        for (done = 0; done < lines && (size_t)(dst_end - out) >= LPI_ZVC_SLACK; done++) {         \
            uint8_t *mask = out;                                                                   \
            out += 128 / bits;                                                                     \
            for (size_t group = 0; group < 128 / bits; group++) {                                  \
                unsigned byte = 0;                                                                 \
                for (unsigned i = 0; i < 8; i++, src += sizeof(type)) {                            \
                    type value;                                                                    \
                    memcpy(&value, src, sizeof value);                                             \
                    memcpy(out, &value, sizeof value);                                             \
                    byte |= (unsigned)(value != 0) << i;                                           \
                    out += (value != 0) * sizeof value;                                            \
                }                                                                                  \
                mask[group] = (uint8_t)byte;                                                       \
            }                                                                                      \
        }                                                                                          \
        *dst = out;                                                                                \
        return done;                                                                               \
    }                                                                                              \
    static size_t decode_##bits(const uint8_t **src, const uint8_t *src_end, uint8_t *dst,         \
                                size_t lines)                                                      \
    {                                                                                              \
        const uint8_t *in = *src;                                                                  \
        size_t done;                                                                               \
        for (done = 0; done < lines && (size_t)(src_end - in) >= LPI_ZVC_SLACK; done++) {          \
            const uint8_t *mask = in;                                                              \
            in += 128 / bits;                                                                      \
            for (size_t group = 0; group < 128 / bits; group++) {                                  \
                unsigned byte = mask[group];                                                       \
                for (unsigned i = 0; i < 8; i++, dst += sizeof(type)) {                            \
                    unsigned set = byte >> i & 1;                                                  \
                    type value;                                                                    \
                    memcpy(&value, in, sizeof value);                                              \
                    value = (type)(value & (type)(0 - set));                                       \
                    memcpy(dst, &value, sizeof value);                                             \
                    in += set * sizeof value;                                                      \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        *src = in;                                                                                 \
        return done;                                                                               \
    }                                                                                              \
    static size_t nonzero_##bits(const uint8_t *src, size_t lines)                                 \
    {                                                                                              \
        size_t count = 0;                                                                          \
        for (size_t i = 0; i < lines * (LP_LINE_BYTES / sizeof(type)); i++) {                      \
            type value;                                                                            \
            memcpy(&value, src + i * sizeof value, sizeof value);                                  \
            count += value != 0;                                                                   \
        }                                                                                          \
        return count;                                                                              \
    }

DEFINE_KERNEL(8, uint8_t)
DEFINE_KERNEL(16, uint16_t)
DEFINE_KERNEL(32, uint32_t)

const struct lpi_zvc_kernel lpi_zvc_portable[3] = {
    {encode_8, decode_8, nonzero_8},
    {encode_16, decode_16, nonzero_16},
    {encode_32, decode_32, nonzero_32},
};
