/* SPDX-License-Identifier: Apache-2.0 */
#include "memory.h"
#include <linepress/huvm.h>
#include <stdio.h>
#include <stdlib.h>

static void *need(void *pointer)
{
    if (pointer != NULL)
        return pointer;
    fputs("huvm-programs: no memory\n", stderr);
    exit(2);
}

void memory_open(struct memory *m, size_t chunk, size_t room)
{
    *m = (struct memory){.chunk = chunk, .use_room = 1 << 16};
    m->room = (room + chunk - 1) / chunk * chunk + ARRAYS_MAX * chunk;
    m->bytes = need(lp_huvm_alloc(m->room));
    m->uses = need(malloc(m->use_room * sizeof *m->uses));
}

void memory_close(struct memory *m)
{
    lp_huvm_free(m->bytes);
    free(m->uses);
}

unsigned memory_array(struct memory *m, size_t bytes)
{
    if (m->arrays == ARRAYS_MAX || bytes > m->room - m->used)
        need(NULL);
    m->array[m->arrays] = (struct array){m->used, bytes, UINT32_MAX};
    m->used += (bytes + m->chunk - 1) / m->chunk * m->chunk;
    return m->arrays++;
}

void memory_note(struct memory *m, uint32_t chunk)
{
    if (m->use_count == m->use_room) {
        m->use_room *= 2;
        m->uses = need(realloc(m->uses, m->use_room * sizeof *m->uses));
    }
    m->uses[m->use_count++] = chunk;
}
