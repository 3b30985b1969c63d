/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Processes of a scenario on the real clock: one for each program, and a player (huvm/play.h) for
 * each GPU of the other applications.
 */
#ifndef LPI_HUVM_PLAYERS_H
#define LPI_HUVM_PLAYERS_H

#include "launch.h"
#include "scenario.h"

struct huvm_players {
    struct huvm_program program[HUVM_GPUS_MAX];
    unsigned app[HUVM_GPUS_MAX]; /* indexed by program */
    unsigned count;
    struct huvm_play *play; /* NULL: all are programs */
    size_t play_bytes;
    int file;     /* descriptor of the mapped file, which players inherit */
    char *player; /* the command of a player */
    char *words[HUVM_GPUS_MAX][4];
    char file_number[12], number[HUVM_GPUS_MAX][12];
};

/*
 * Opens the processes of an open launch. `silent`: discards the output of programs. Returns 0 or
 * the fault's code; players that failed to open must be closed too.
 */
int huvm_players_open(const struct huvm_settings *settings, const struct huvm_scenario *scenario,
                      const struct huvm_launch *launch, bool silent, struct huvm_players *players,
                      struct lpi_fault *fault);
void huvm_players_close(struct huvm_players *players);

/* Copies the run times, and the times spent waiting for other GPUs, into the result. */
void huvm_players_times(const struct huvm_players *players, struct huvm_result *result);

/* Reports processes that failed. false: at least one did. */
bool huvm_players_ended(const struct huvm_players *players, const struct huvm_scenario *scenario,
                        const struct huvm_launch *launch, const struct lpi_tell *tell);

/* Number of chunks with wrong contents, which are reported. */
uint64_t huvm_players_wrong(const struct huvm_players *players,
                            const struct huvm_scenario *scenario, const struct lpi_tell *tell);

#endif
