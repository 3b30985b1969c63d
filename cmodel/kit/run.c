/* SPDX-License-Identifier: Apache-2.0 */
#include "run.h"

#include <stdlib.h>
#include <string.h>

static size_t aligned(size_t bytes)
{
    return (bytes + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
}

bool lpi_kit_run_open(struct lpi_kit_run *run, const struct lpi_case_head *head, unsigned level)
{
    const struct lpi_kit_unit *unit = head->unit;
    size_t own = aligned(unit->maker_size), state = aligned(unit->state_size);
    size_t in = aligned(lpi_kit_room(unit->in, unit->nin));
    size_t out = aligned(lpi_kit_room(unit->out, unit->nout));
    uint8_t *at = calloc(1, own + state + in + 2 * out + 1);

    if (at == NULL)
        return false;
    *run = (struct lpi_kit_run){.head = *head,
                                .maker = {.rng = {head->seed}, .level = level},
                                .nin = lpi_kit_ins(unit, head->values),
                                .nout = lpi_kit_outs(unit, head->values),
                                .own = at,
                                .state = at + own,
                                .memory = at};
    run->in.room = at + own + state;
    run->due.room = run->in.room + in;
    run->got.room = run->due.room + out;
    return true;
}

void lpi_kit_run_close(struct lpi_kit_run *run)
{
    free(run->memory);
    run->memory = NULL;
}

void lpi_kit_run_make(struct lpi_kit_run *run)
{
    lpi_kit_clear(&run->in);
    run->head.unit->make(&run->maker, run->own, run->head.values, &run->in);
    run->maker.index++;
}

const char *lpi_kit_run_expect(struct lpi_kit_run *run)
{
    lpi_kit_clear(&run->due);
    return run->head.unit->expect(run->state, run->head.values, &run->in, &run->due);
}
