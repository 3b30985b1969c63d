/* SPDX-License-Identifier: Apache-2.0 */
#include "gpu_lanes.h"

#define LINE 128u
#define SECTOR 32u

/* Bytes of a line that are accessed. */
struct bytes {
    uint64_t of[2];
};

static unsigned part_of(struct lpi_gpu_part *parts, struct bytes *bytes, unsigned *count,
                        uint64_t address)
{
    unsigned at = *count;
    while (at > 0 && parts[at - 1].address != address)
        at--;
    if (at > 0)
        return at - 1;
    parts[*count] = (struct lpi_gpu_part){.address = address};
    bytes[*count] = (struct bytes){{0, 0}};
    return (*count)++;
}

static void add(struct lpi_gpu_part *part, struct bytes *bytes, unsigned first, unsigned count)
{
    uint64_t ones = (UINT64_C(1) << count) - 1; /* count: 16 at most */
    bytes->of[first / 64] |= ones << first % 64;
    if (first % 64 + count > 64)
        bytes->of[1] |= ones >> (64 - first % 64);
    for (unsigned s = first / SECTOR; s <= (first + count - 1) / SECTOR; s++)
        part->mask |= (uint8_t)(1u << s);
}

static void find_whole(struct lpi_gpu_part *part, const struct bytes *bytes)
{
    for (unsigned s = 0; s < LINE / SECTOR; s++)
        if ((uint32_t)(bytes->of[s / 2] >> s % 2 * 32) == UINT32_MAX)
            part->whole |= (uint8_t)(1u << s);
}

unsigned lpi_gpu_lanes_join(const struct lp_warp_record *record,
                            struct lpi_gpu_part parts[LPI_GPU_PARTS_MAX])
{
    struct bytes bytes[LPI_GPU_PARTS_MAX];
    unsigned count = 0;
    for (uint32_t mask = record->mask; mask != 0; mask &= mask - 1) {
        uint64_t at = record->address[__builtin_ctz(mask)], line = at / LINE * LINE;
        unsigned first = (unsigned)(at - line), left = record->width;
        unsigned here = first + left > LINE ? LINE - first : left;
        unsigned part = part_of(parts, bytes, &count, line);
        add(&parts[part], &bytes[part], first, here);
        if (here < left) {
            part = part_of(parts, bytes, &count, line + LINE);
            add(&parts[part], &bytes[part], 0, left - here);
        }
    }
    for (unsigned i = 0; i < count; i++)
        find_whole(&parts[i], &bytes[i]);
    return count;
}
