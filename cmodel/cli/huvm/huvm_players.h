/* SPDX-License-Identifier: Apache-2.0 */
/* Processes for a scenario on the real clock: one for each program, and a player (huvm/play.h) for
   each GPU of the other applications. Failures end the program. */
#ifndef LPI_CLI_HUVM_PLAYERS_H
#define LPI_CLI_HUVM_PLAYERS_H

#include "huvm_launch.h"
#include "huvm_options.h"
#include "huvm_state.h"

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

/* With the folder of huvm_launch.h. `silent`: nothing is seen of what programs say. */
void huvm_players_open(const struct huvm_options *options, const struct huvm_scenario *scenario,
                       bool silent, struct huvm_players *players);
void huvm_players_close(struct huvm_players *players);

/* Sets times, and waits for other GPUs, as they and their programs had them. */
void huvm_players_times(const struct huvm_players *players, struct huvm_result *result);

/* Says what did not end well. false: something did not. */
bool huvm_players_ended(const struct huvm_players *players, const struct huvm_scenario *scenario);

/* Chunks that did not hold what was written to them, which is said. */
uint64_t huvm_players_wrong(const struct huvm_players *players,
                            const struct huvm_scenario *scenario);

#endif
