/* SPDX-License-Identifier: Apache-2.0 */
/* The command line of linepress-card-server. */
#ifndef TB_CARD_OPTIONS_H
#define TB_CARD_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "card.h"
#include "units/common/params.h"

struct options {
    int fd, timeout_ms;
    int values[LP_MAX_PARAMS];
    bool rtl, verbose;
    uint64_t cycles_per_access; /* 0: the clock runs freely */
    uint64_t gone;              /* accesses after which the card is pulled; 0: it stays */
    uint64_t back;              /* and after so many more it is back; 0: never */
    struct card_config card;
};

/* Ends the process: 0 after --help, 2 with one line on stderr if the command line is not right. */
void options_read(int argc, char **argv, struct options *options);

#endif
