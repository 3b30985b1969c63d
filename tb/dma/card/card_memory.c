/* SPDX-License-Identifier: Apache-2.0 */
#include "card_memory.h"

static void close_port(void *self)
{
    lpi_memory_close(self);
}

static void drive_port(void *self, struct lpi_axi_memory *port)
{
    lpi_memory_drive(self, port);
}

static const char *clock_port(void *self, const struct lpi_axi_engine *port, bool *moved)
{
    struct lpi_memory_moves moves;
    const char *wrong = lpi_memory_clock(self, port, &moves);

    *moved = moves.any != 0;
    return wrong;
}

static bool port_idle(const void *self)
{
    return lpi_memory_idle(self);
}

static const struct card_memory_kind port_kind = {
    .close = close_port, .drive = drive_port, .clock = clock_port, .idle = port_idle};

bool card_memory_open(const struct lpi_memory_config *config, struct card_memory *memory)
{
    struct lpi_memory *self = lpi_memory_open(config);

    if (self)
        *memory = (struct card_memory){&port_kind, self};
    return self;
}

void card_memory_close(struct card_memory *memory)
{
    if (memory->kind)
        memory->kind->close(memory->self);
    *memory = (struct card_memory){0};
}
