/* SPDX-License-Identifier: Apache-2.0 */
#include "marks.h"
#include "trouble.h"
#include <cuda_runtime_api.h>
#include <linepress/linepress.h>
#include <stdlib.h>

#define ROOM_FIRST 256u

struct lpi_marks {
    int device;
    cudaEvent_t *events;
    unsigned count, room;
};

int lpi_marks_open(int device, struct lpi_marks **marks)
{
    struct lpi_marks *m = calloc(1, sizeof *m);
    if (m == NULL)
        return lpc_refused("no memory");
    m->device = device;
    *marks = m;
    return LP_OK;
}

void lpi_marks_close(struct lpi_marks *m)
{
    if (m == NULL)
        return;
    while (m->count > 0)
        cudaEventDestroy(m->events[--m->count]);
    free(m->events);
    free(m);
}

static int make_room(struct lpi_marks *m)
{
    if (m->count < m->room)
        return LP_OK;
    unsigned room = m->room > 0 ? 2 * m->room : ROOM_FIRST;
    cudaEvent_t *events = realloc(m->events, room * sizeof *events);
    if (events == NULL)
        return lpc_refused("no memory");
    m->events = events;
    m->room = room;
    return LP_OK;
}

static int record(struct lpi_marks *m, cudaStream_t stream)
{
    cudaEvent_t *event = &m->events[m->count];
    int error = lpc_checked((int)cudaEventCreate(event));
    if (error != LP_OK)
        return error;
    error = lpc_checked((int)cudaEventRecord(*event, stream));
    if (error != LP_OK)
        cudaEventDestroy(*event);
    else
        m->count++;
    return error;
}

/* The default stream belongs to the thread's device, which PyTorch chooses. */
int lpi_marks_set(struct lpi_marks *m, void *stream, unsigned *number)
{
    int before = 0, error = make_room(m);
    if (error == LP_OK)
        error = lpc_checked((int)cudaGetDevice(&before));
    if (error == LP_OK)
        error = lpc_checked((int)cudaSetDevice(m->device));
    if (error != LP_OK)
        return error;
    *number = m->count;
    error = record(m, (cudaStream_t)stream);
    cudaSetDevice(before);
    return error;
}

int lpi_marks_at(const struct lpi_marks *m, unsigned number, double *seconds)
{
    float ms = 0;
    if (number >= m->count)
        return LP_ERR_ARG;
    int error = lpc_checked((int)cudaEventSynchronize(m->events[0]));
    if (error == LP_OK)
        error = lpc_checked((int)cudaEventSynchronize(m->events[number]));
    if (error == LP_OK)
        error = lpc_checked((int)cudaEventElapsedTime(&ms, m->events[0], m->events[number]));
    *seconds = (double)ms / 1e3;
    return error;
}

void *lpi_marks_first(const struct lpi_marks *m)
{
    return m->count > 0 ? m->events[0] : NULL;
}
