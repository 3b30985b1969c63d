/* SPDX-License-Identifier: Apache-2.0 */
/* Options of `linepress dma`. */
#ifndef LPI_CLI_DMA_OPTIONS_H
#define LPI_CLI_DMA_OPTIONS_H

#include "../../systems/dma_run/dma_sweep.h"
#include "../shared/jobs.h"

struct dma_options {
    struct dma_ask ask;
    const char *codec_name, *codec_word; /* in JSON, and in texts */
    const char *engine_option; /* the last option that applies to the engine only; NULL: none */
    int out;                   /* report the direction to the host, as ask.in is for the way back */
    enum dma_sweep sweep;
    int json, list, stall_given, seed_given;
    struct cli_options names; /* files, and names of tensors in them */
    struct cli_jobs jobs;
};

/* Parses the options and finds the tensors; does not return if they are invalid. */
void dma_parse(int argc, char **argv, struct dma_options *options);

/* "perf" or "bw:48". */
const char *dma_policy_text(double policy, char *text, size_t size);

#endif
