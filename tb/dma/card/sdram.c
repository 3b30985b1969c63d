/* SPDX-License-Identifier: Apache-2.0 */
#include "sdram.h"

#include <linepress/linepress.h>
#include <stdlib.h>
#include <string.h>

#include "units/cdma/axi_fields.h"
#include "units/common/instance.h"
#include "units/common/params.h"
#include "units/sdram/sdram_ports.h"
#include "units/traffic/sdram/sdram_chip.h"

extern const struct lp_unit lp_sdram_unit;

#define RAS 2 /* 42 ns at 24 MHz */

struct sdram {
    struct lp_instance unit;
    struct lp_chip chip;
    struct lp_sdram_out out; /* of this cycle; all come out of flops */
    bool asked;              /* in the last cycle */
};

static unsigned value_of(const char *name, const int *values)
{
    return (unsigned)lp_unit_get(&lp_sdram_unit, name, values);
}

static void close_sdram(void *self)
{
    struct sdram *sdram = self;

    lp_instance_close(&sdram->unit);
    free(sdram);
}

#define SEE(P, name) port->name = out->P##name;
#define SEE_V(P, name) memcpy(port->name, out->P##name, sizeof port->name);

static void drive(void *self, struct lpi_axi_memory *port)
{
    struct sdram *sdram = self;
    struct lp_sdram_in none = {0};
    const struct lp_sdram_out *out = &sdram->out;

    lp_instance_eval(&sdram->unit, 1, &none, &sdram->out);
    LPI_AXI_SEEN(SEE, SEE_V, s_)
    LPI_AXI_IDS_SEEN(SEE, s_)
}

#define SHOW(P, name) in.P##name = port->name;
#define SHOW_V(P, name) memcpy(in.P##name, port->name, sizeof port->name);

static const char *clock_sdram(void *self, const struct lpi_axi_engine *port, bool *moved)
{
    struct sdram *sdram = self;
    const struct lp_sdram_out *out = &sdram->out;
    struct lp_sdram_in in = {.q = lp_chip_word(&sdram->chip)};
    const char *wrong;

    LPI_AXI_SHOWN(SHOW, SHOW_V, s_)
    LPI_AXI_IDS_SHOWN(SHOW, s_)
    lp_instance_eval(&sdram->unit, 1, &in, &sdram->out);
    wrong = lp_chip_cycle(&sdram->chip, out->cmd, out->ba, out->a, out->dqm, out->d, out->d_oe);
    *moved = (in.s_arvalid && out->s_arready) || (in.s_awvalid && out->s_awready) ||
             (in.s_wvalid && out->s_wready) || (out->s_rvalid && in.s_rready) ||
             (out->s_bvalid && in.s_bready);
    sdram->asked = in.s_arvalid || in.s_awvalid || in.s_wvalid;
    lp_instance_tick(&sdram->unit);
    return wrong;
}

static bool idle(const void *self)
{
    const struct sdram *sdram = self;

    return !sdram->asked && sdram->out.s_arready && sdram->out.s_awready;
}

static const struct card_memory_kind sdram_kind = {
    .close = close_sdram, .drive = drive, .clock = clock_sdram, .idle = idle};

bool sdram_open(unsigned bytes_log2, uint8_t *contents, uint64_t seed, struct card_memory *memory)
{
    struct sdram *sdram = calloc(1, sizeof *sdram);
    int values[LP_MAX_PARAMS], col_w = bytes_log2 < 25 ? 8 : (int)bytes_log2 - 16;

    if (!sdram)
        return false;
    /* At the least, 11 bits of a row and 8 of a column. */
    lp_unit_defaults(&lp_sdram_unit, values);
    if (lp_unit_set(&lp_sdram_unit, "COL_W", col_w, values) != LP_OK ||
        lp_unit_set(&lp_sdram_unit, "ROW_W", (int)bytes_log2 - col_w - 3, values) != LP_OK ||
        lp_model_open(&lp_sdram_unit, values, &sdram->unit) != LP_OK) {
        free(sdram);
        return false;
    }
    lp_chip_init(&sdram->chip,
                 &(struct lp_chip_is){.col_w = value_of("COL_W", values),
                                      .row_w = value_of("ROW_W", values),
                                      .cas = value_of("CAS", values),
                                      .rcd = value_of("RCD", values),
                                      .rp = value_of("RP", values),
                                      .ras = RAS,
                                      .wr = value_of("WR", values),
                                      .rfc = value_of("RFC", values),
                                      .refresh = value_of("REFRESH", values),
                                      .init = value_of("INIT", values)},
                 seed);
    sdram->chip.contents = contents;
    lp_instance_reset(&sdram->unit);
    *memory = (struct card_memory){&sdram_kind, sdram};
    return true;
}
