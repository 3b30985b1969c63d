/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traffic of lp_card: software that drives its engine (cdma/dma_software.h), in host mode with
 * rings at the host, in local mode with everything in card memory; and beside it a bridge at the
 * window
 * and software at the card's own registers, which resets the card now and then with all of that
 * under way. Card memory is one memory at one port.
 */
#include <stdlib.h>
#include <string.h>

#include "card_user.h"
#include "card_window.h"
#include "units/cdma/axi_fields.h"
#include "units/cosim/registry.h"
#include "dma/memory/memory_port.h"
#include "units/traffic/cdma/dma_software.h"

#define ENGINE_PAGE 0x4000u
#define PARAMS 13                /* parameters of lp_card */
#define HALF (LP_JOBS_SPARE / 4) /* spare bytes for the self-test; the window uses the rest */

struct card {
    struct lp_traffic base;
    struct lp_software software;
    struct lp_window window;
    struct lp_user user;
    struct lpi_memory *memory; /* card memory */
    struct lp_rng rng;
    int values[PARAMS];
    bool full;    /* no memory left */
    bool restart; /* the card was reset, and its software starts again once no transfer is in
                   * flight */
    bool reading; /* registers are used by the engine's software in this cycle */
    struct lp_cdma_core_in in; /* parameters of the engine, as if it were a core */
    struct lp_cdma_core_out out;
};

/* ---- start ---- */

static bool open_memory(struct card *q)
{
    const struct lpi_rig_config *rig = &q->software.config;
    struct lp_jobs *jobs = &q->software.jobs;
    const struct lpi_memory_config config = {
        .base = jobs->setup.device_base,
        .bytes = LP_JOBS_CARD,
        .contents = jobs->own,
        .latency = rig->latency,
        .sectors = 1,
        .cycles = 1,
        .duplex = !rig->shared,
        .shuffle = lp_below(&q->rng, 2) == 0,
        .stall = rig->stall,
        .error = rig->device_error,
        .torn = 1,
        .seed = lp_random(&q->rng),
    };

    lpi_memory_close(q->memory);
    q->memory = lpi_memory_open(&config);
    return q->memory != NULL;
}

/* Starts the software of an engine that has just been reset. */
static bool begin(struct card *q)
{
    struct lp_jobs *jobs = &q->software.jobs;
    uint64_t spare;

    jobs->local = q->user.local;
    if (!lp_software_restart(&q->software) || !open_memory(q))
        return false;
    spare = jobs->setup.device_base + LP_JOBS_DEVICE + LP_JOBS_HOST;
    q->user.base = spare;
    q->window.base = spare + HALF;
    q->user.errors = q->window.errors = jobs->errors;
    q->restart = false;
    return true;
}

/* The rig drives the streams' ports itself. */
static bool beat(struct lp_traffic *self, unsigned stream, void *in)
{
    (void)self;
    (void)stream;
    (void)in;
    return false;
}

/* ---- before a cycle ---- */

#define T_N_(P, name) to->T(name) = from->F(name);
#define T_V_(P, name) memcpy(to->T(name), from->F(name), sizeof to->T(name));
#define HOST_(name) host_##name
#define RING_(name) ring_##name

static void drive_engine(struct card *q, struct lp_card_in *to)
{
    const struct lp_cdma_core_in *from = &q->in;

    memset(&q->in, 0, sizeof q->in);
    if (q->reading)
        lp_software_act(&q->software);
    lpi_rig_drive(q->software.rig, &q->in);
#define T HOST_
#define F RING_
    LPI_AXI_SEEN(T_N_, T_V_, )
    LPI_AXI_IDS_SEEN(T_N_, )
#undef T
#undef F
    if (!q->reading)
        return;
    to->csr_awvalid = from->csr_awvalid;
    to->csr_wvalid = from->csr_wvalid;
    to->csr_arvalid = from->csr_arvalid;
    to->csr_awaddr = from->csr_awaddr | ENGINE_PAGE;
    to->csr_araddr = from->csr_araddr | ENGINE_PAGE;
    to->csr_wdata = from->csr_wdata;
    to->csr_wstrb = from->csr_wstrb;
    to->csr_bready = from->csr_bready;
    to->csr_rready = from->csr_rready;
}

static void drive_memory(struct card *q, struct lp_card_in *in)
{
    struct lpi_axi_memory p;
    struct lp_card_in *e = in;

    lpi_memory_drive(q->memory, &p);
    LPI_AXI_TO_ENGINE(mem_)
}

static void drive(struct lp_traffic *self, void *ports)
{
    struct card *q = (struct card *)self;
    struct lp_card_in *in = ports;
    bool own = q->user.busy || q->user.job != LP_USER_NOTHING || lp_below(&q->rng, 50) == 0;

    if (q->full)
        return;
    memset(in, 0, sizeof *in);
    /* Accesses of the two kinds of software alternate; during a reset the engine's software makes
     * none. */
    own = !lpi_rig_busy(q->software.rig) && !q->restart &&
          (q->user.job == LP_USER_RESET || q->user.busy || (own && lp_below(&q->rng, 2)));
    q->reading = !lp_user_drive(&q->user, own, in) && !q->restart && q->user.job != LP_USER_RESET;
    drive_engine(q, in);
    drive_memory(q, in);
    lp_window_drive(&q->window, !q->restart && lp_below(&q->rng, 30) == 0, in);
}

/* ---- after a cycle ---- */

static const char *take_engine(struct card *q, const struct lp_card_out *from)
{
    struct lp_cdma_core_out *to = &q->out;
    const char *wrong;

    memset(to, 0, sizeof *to);
#define T RING_
#define F HOST_
    LPI_AXI_SHOWN(T_N_, T_V_, )
    LPI_AXI_IDS_SHOWN(T_N_, )
#undef T
#undef F
    if (q->reading) {
        to->csr_awready = from->csr_awready;
        to->csr_wready = from->csr_wready;
        to->csr_arready = from->csr_arready;
        to->csr_bvalid = from->csr_bvalid;
        to->csr_rvalid = from->csr_rvalid;
        to->csr_rdata = from->csr_rdata;
    }
    wrong = lpi_rig_take(q->software.rig, &q->in, to);
    /* Jobs aborted by a reset do not complete. */
    if (!wrong && q->user.job != LP_USER_RESET && !q->restart)
        wrong = lp_software_look(&q->software);
    return wrong;
}

static const char *take_memory(struct card *q, const struct lp_card_out *out)
{
    struct lpi_axi_engine p = {.arsize = 5, .awsize = 5, .arburst = 1, .awburst = 1};
    struct lpi_memory_moves moves;
    const struct lp_card_out *from = out;
    struct lpi_axi_engine *to = &p;

#define PLAIN(name) name
#define MEM_(name) mem_##name
#define T PLAIN
#define F MEM_
    LPI_AXI_SHOWN(T_N_, T_V_, )
    LPI_AXI_IDS_SHOWN(T_N_, )
#undef T
#undef F
    return lpi_memory_clock(q->memory, &p, &moves);
}

static const char *check(struct lp_traffic *self, uint64_t cycle, const void *in, const void *out)
{
    struct card *q = (struct card *)self;
    const char *wrong;
    bool reset;

    (void)cycle;
    if (q->full)
        return "the bench has no memory left";
    wrong = take_engine(q, out);
    if (!wrong)
        wrong = take_memory(q, out);
    if (!wrong)
        wrong = lp_window_take(&q->window, in, out);
    if (!wrong)
        wrong = lp_user_take(&q->user, in, out, &reset);
    if (!wrong && reset)
        q->restart = true;
    if (!wrong && q->restart && !q->window.busy && lpi_memory_idle(q->memory))
        q->full = !begin(q);
    q->base.lines = q->software.jobs.groups * LP_DMA_LINES;
    return wrong;
}

static void open_users(struct card *q)
{
    uint8_t *spare = lp_jobs_home(&q->software.jobs);

    lp_user_open(&q->user, &q->rng, q->values, spare, HALF);
    q->user.strobes = true;
    lp_window_open(&q->window, &q->rng, spare + HALF, LP_JOBS_SPARE - HALF);
}

static void reset(struct lp_traffic *self)
{
    struct card *q = (struct card *)self;

    open_users(q);
    q->full = !begin(q);
}

static void close_card(struct lp_traffic *self)
{
    struct card *q = (struct card *)self;

    lp_software_close(&q->software);
    lpi_memory_close(q->memory);
    free(q);
}

static struct lp_traffic *open_random(const int *values, uint64_t seed)
{
    struct card *q = calloc(1, sizeof *q);

    if (!q)
        return NULL;
    q->base = (struct lp_traffic){.beat = beat,
                                  .drive = drive,
                                  .reactive = true,
                                  .check = check,
                                  .reset = reset,
                                  .close = close_card};
    q->rng.state = seed ^ 0x6361726400000000u;
    memcpy(q->values, values, sizeof q->values);
    open_users(q);
    q->software.jobs.card = true;
    q->software.jobs.local = q->user.local;
    q->full = !lp_software_open(&q->software, values, seed) || !begin(q);
    return &q->base;
}

extern const struct lp_hooks lp_card_hooks;
const struct lp_hooks lp_card_hooks = {.random = open_random, .calm = 40};
