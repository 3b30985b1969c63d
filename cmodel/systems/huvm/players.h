/* SPDX-License-Identifier: Apache-2.0 */
/* Processes for a scenario on the real clock: one for each program, and a player (huvm/play.h) for
   each GPU of the other applications. */
#ifndef LPI_HUVM_PLAYERS_H
#define LPI_HUVM_PLAYERS_H

#include "launch.h"
#include "scenario.h"

struct huvm_players {
    struct huvm_program program[HUVM_GPUS_MAX];
    unsigned app[HUVM_GPUS_MAX]; /* of each */
    unsigned count;
    struct huvm_play *play; /* NULL: all are programs */
    size_t play_bytes;
    int file;     /* what it is mapped from, which players get */
    char *player; /* the command that they are */
    char *words[HUVM_GPUS_MAX][4];
    char file_number[12], number[HUVM_GPUS_MAX][12];
};

/* For a launch that is open. `silent`: the output of programs is thrown away. 0, or the fault's
   code; players that could not be opened are to be closed too. */
int huvm_players_open(const struct huvm_settings *settings, const struct huvm_scenario *scenario,
                      const struct huvm_launch *launch, bool silent, struct huvm_players *players,
                      struct lpi_fault *fault);
void huvm_players_close(struct huvm_players *players);

/* Sets times, and waits for other GPUs, as they and their programs had them. */
void huvm_players_times(const struct huvm_players *players, struct huvm_result *result);

/* Notes what did not end well. false: something did not. */
bool huvm_players_ended(const struct huvm_players *players, const struct huvm_scenario *scenario,
                        const struct huvm_launch *launch, const struct lpi_tell *tell);

/* Chunks that did not hold what was written to them, which is noted. */
uint64_t huvm_players_wrong(const struct huvm_players *players,
                            const struct huvm_scenario *scenario, const struct lpi_tell *tell);

#endif
