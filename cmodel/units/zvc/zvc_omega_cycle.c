/* SPDX-License-Identifier: Apache-2.0 */
/* Cycle model of lp_zvc_omega (combinational: the state is the parameters). */
#include <string.h>

#include "zvc_cycle.h"
#include "zvc_sector.h"

typedef struct lp_zvc_omega_in LP_IN_T;
typedef struct lp_zvc_omega_out LP_OUT_T;

struct zvc_omega {
    unsigned lanes, levels, reverse;
};

static void zvc_omega_init(void *state, const int *values)
{
    struct zvc_omega *q = state;
    q->lanes = (unsigned)values[0];
    q->reverse = (unsigned)values[1];
    for (q->levels = 0; 1u << q->levels < q->lanes;)
        q->levels++;
}

/* Level `level`: lanes that differ in bit `level` are exchanged if their switch crosses. */
static void pass(const struct zvc_omega *q, unsigned level, const uint32_t *sw, uint8_t *sector)
{
    unsigned bytes = LP_SECTOR / q->lanes, at = level * q->lanes / 2;
    for (unsigned block = 0; block < q->lanes; block += 2u << level)
        for (unsigned b = 0; b < 1u << level; b++, at++) {
            uint8_t *low = sector + (block + b) * bytes, *high = low + (bytes << level);
            uint8_t kept[4];
            if (!(sw[at / 32] >> (at % 32) & 1))
                continue;
            memcpy(kept, low, bytes);
            memcpy(low, high, bytes);
            memcpy(high, kept, bytes);
        }
}

static void zvc_omega_eval(const void *state, const void *inputs, void *outputs)
{
    const struct zvc_omega *q = state;
    const LP_IN_T *in = inputs;
    LP_OUT_T *out = outputs;
    uint8_t sector[LP_SECTOR];

    lpi_bytes_of_words(sector, in->data, LP_SECTOR);
    for (unsigned n = 0; n < q->levels; n++)
        pass(q, q->reverse ? q->levels - 1 - n : n, in->sw, sector);
    lpi_words_of_bytes(out->data, sector, LP_SECTOR);
}

static unsigned zvc_omega_width(const struct lp_port *port, const int *values)
{
    unsigned lanes = (unsigned)values[0], levels = lanes == 8 ? 3 : lanes == 16 ? 4 : 5;
    return strcmp(port->name, "sw") == 0 ? levels * lanes / 2 : 256;
}

static const struct lp_param zvc_omega_params[] = {
    LP_PARAM("LANES", 8, 16, 32),
    LP_PARAM("REVERSE", 0, 1),
};

LP_UNIT_ROW(zvc_omega, LP_ZVC_OMEGA_PORTS, struct zvc_omega, LP_UNIT_PARAMS(zvc_omega_params),
            .set_up = zvc_omega_init, .eval = zvc_omega_eval, .width = zvc_omega_width);
