/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The environment of lp_cdma_core: device memory at the channels and the index port, host memory at
 * rings and link, and register accesses of software. Used by the clocked engines and the benches.
 * Not installed.
 *
 * A cycle is lpi_rig_drive, then the core's eval, lpi_rig_take, then the core's clock edge;
 * lpi_rig_step does all four with the instance that it was opened with.
 *
 * Units    Times in clock cycles. A beat is 32 bytes.
 */
#ifndef LPI_RIG_H
#define LPI_RIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../units/cdma/cdma_core_ports.h"
#include "../../units/common/instance.h"
#include "rig_link.h"

struct lpi_rig_range {
    uint64_t at, bytes;
};

struct lpi_rig_config {
    int channels, flits, codecs, elem; /* parameters of the core */
    uint8_t *device, *host;            /* memories, at these addresses */
    uint64_t device_base, host_base, device_bytes, host_bytes;
    unsigned latency, host_latency;   /* at least 1 */
    uint32_t link_beats, link_cycles; /* the link moves this many beats in this many cycles */
    double stall;                     /* probability of a pause, in each channel and cycle */
    double device_error, host_error;  /* probability that an access returns an error */
    /* Ranges that always return an error: for the channels, for the index and for the link. */
    struct lpi_rig_range bad_device, bad_index, bad_host;
    bool shared; /* the channels and the index share one memory's bandwidth */
    uint64_t seed;
};

struct lpi_rig;

/*
 * LP_ERR_SYSTEM: no memory. open: opens an instance of lp_cdma_core, a model or RTL; its errors are
 * passed on. NULL: the caller clocks one.
 */
int lpi_rig_open(lp_open_fn *open, const struct lpi_rig_config *config, struct lpi_rig **rig);
void lpi_rig_close(struct lpi_rig *rig);

void lpi_rig_drive(struct lpi_rig *rig, struct lp_cdma_core_in *in);
/* NULL, or the port rule that the core violated. */
const char *lpi_rig_take(struct lpi_rig *rig, const struct lp_cdma_core_in *in,
                         const struct lp_cdma_core_out *out);
/* A cycle; NULL or the error. */
const char *lpi_rig_step(struct lpi_rig *rig);

/* Registers: one access at a time. A read's value is valid once lpi_rig_busy is false. */
void lpi_rig_ask(struct lpi_rig *rig, bool write, unsigned addr, uint32_t value);
bool lpi_rig_busy(const struct lpi_rig *rig);
uint32_t lpi_rig_value(const struct lpi_rig *rig);

/* Complete accesses, which step the instance. *wrong: as lpi_rig_step. */
void lpi_rig_write(struct lpi_rig *rig, unsigned addr, uint32_t value, const char **wrong);
uint32_t lpi_rig_read(struct lpi_rig *rig, unsigned addr, const char **wrong);

bool lpi_rig_irq(const struct lpi_rig *rig);
uint64_t lpi_rig_cycles(const struct lpi_rig *rig);
/* Data moved by a direction since the last call. */
struct lpi_link_moved lpi_rig_moved(struct lpi_rig *rig, bool in);

/* Stops (or resumes) the link: no beat moves in either direction. */
void lpi_rig_hold(struct lpi_rig *rig, bool hold);

#endif
