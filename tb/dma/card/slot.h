/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A server in another process, with this process as the machine that contains the card: memory of 1
 * MiB at address MACHINE_AT, BAR 0 enabled.
 */
#ifndef TB_CARD_SLOT_H
#define TB_CARD_SLOT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "dma/card/proxy.h"

#define MACHINE_AT 0x100000000u
#define MACHINE_BYTES (1u << 20)
#define BAR_AT 0xfe000000u

struct slot {
    struct lpi_proxy proxy;
    pid_t pid;
    int memfd, said; /* said: the server's output on stderr */
    uint8_t *memory;
};

/* arguments: those of the server, separated by blanks. False: it does not start. */
bool slot_open(struct slot *slot, const char *server, const char *arguments);
/* Closes the connection and takes the server's exit status, -1 if it has not ended within seconds
 * or was ended by a signal; text: the end of its output on stderr. */
int slot_close(struct slot *slot, char *text, size_t size);

/* A register; ends the process if the server does not answer. */
uint32_t slot_read(struct slot *slot, uint32_t offset);
void slot_write(struct slot *slot, uint32_t offset, uint32_t value);

#endif
