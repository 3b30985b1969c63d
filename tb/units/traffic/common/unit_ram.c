/* SPDX-License-Identifier: Apache-2.0 */
/* Traffic of lp_ram: addresses of existing words, and an array with their contents. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "units/common/common_ports.h"
#include "units/cosim/registry.h"
#include "base/rng.h"

#define WORDS LP_PORT_WORDS(LP_STREAM_MAX_WIDTH)

struct ram {
    struct lp_traffic base;
    unsigned width, depth, grain;
    uint32_t mem[LP_RAM_MAX_DEPTH][WORDS];
    bool known[LP_RAM_MAX_DEPTH][LP_RAM_MAX_GRAINS]; /* grains that were written */
    uint32_t data[WORDS];                            /* address of the last read */
    bool sure[LP_RAM_MAX_GRAINS];
};

static void ram_drive(struct lp_traffic *self, void *ports)
{
    struct ram *q = (struct ram *)self;
    struct lp_ram_in *in = ports;

    in->w_addr %= q->depth;
    in->r_addr %= q->depth;
}

static bool shows(const struct ram *q, const uint32_t *data)
{
    for (unsigned bit = 0; bit < q->width; bit++)
        if (q->sure[bit / q->grain] &&
            lpi_bits_word(data, bit, 1) != lpi_bits_word(q->data, bit, 1))
            return false;
    return true;
}

static void write_word(struct ram *q, const struct lp_ram_in *in)
{
    for (unsigned bit = 0; bit < q->width; bit++) {
        unsigned g = bit / q->grain;

        if (!lpi_bits_word(in->w_mask, g, 1))
            continue;
        q->known[in->w_addr][g] = true;
        lpi_bits_put_word(q->mem[in->w_addr], bit, 1, lpi_bits_word(in->w_data, bit, 1));
    }
}

static const char *ram_check(struct lp_traffic *self, uint64_t cycle, const void *in_ports,
                             const void *out_ports)
{
    struct ram *q = (struct ram *)self;
    const struct lp_ram_in *in = in_ports;
    const struct lp_ram_out *out = out_ports;

    (void)cycle;
    if (!shows(q, out->r_data))
        return "r_data_o is not the word that was read";
    if (in->r_en) {
        memcpy(q->data, q->mem[in->r_addr], sizeof q->data);
        memcpy(q->sure, q->known[in->r_addr], sizeof q->sure);
    }
    if (in->w_en)
        write_word(q, in);
    return NULL;
}

/* The unit has no reset. */
static void ram_reset(struct lp_traffic *self)
{
    (void)self;
}

static struct lp_traffic *ram_random(const int *values, uint64_t seed)
{
    struct ram *q = calloc(1, sizeof *q);

    (void)seed;
    if (!q)
        return NULL;
    q->base = (struct lp_traffic){
        .drive = ram_drive, .check = ram_check, .reset = ram_reset, .close = lp_traffic_free};
    q->width = (unsigned)values[0];
    q->depth = (unsigned)values[1];
    q->grain = (unsigned)values[2];
    return &q->base;
}

extern const struct lp_hooks lp_ram_hooks;
const struct lp_hooks lp_ram_hooks = {.random = ram_random};
