/* SPDX-License-Identifier: Apache-2.0 */
/*
 * huvm_player PLAY TASK: plays a GPU of a scenario for `linepress huvm --clock real`, which starts
 * it with the preloaded object. PLAY is the descriptor of the file of play.h, in which players
 * report their end; they print nothing.
 */
#define _GNU_SOURCE
#include "../clock/pattern.h"
#include "../../../base/clock.h"
#include "player.h"
#include <fcntl.h>
#include <linepress/huvm.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* NULL: not a valid file. */
static struct huvm_play *map_play(int fd, size_t *bytes)
{
    struct stat st;
    if (fstat(fd, &st) != 0 || st.st_size < (off_t)sizeof(struct huvm_play))
        return NULL;
    *bytes = (size_t)st.st_size;
    void *at = mmap(NULL, *bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    return at == MAP_FAILED ? NULL : at;
}

static bool is_task(const struct huvm_play *play, size_t bytes, uint32_t number)
{
    const struct huvm_play_task *t = &play->task[number];
    return number < play->tasks && t->chunks > 0 && t->width >= 1 && t->width <= HUVM_WIDTH_MAX &&
           t->trace % 4 == 0 && t->trace <= bytes && t->trace_length <= (bytes - t->trace) / 4 &&
           t->data % 8 == 0 && t->data <= bytes &&
           t->data_chunks <= (bytes - t->data) / play->chunk_bytes;
}

static enum huvm_play_end open_player(struct player *p, int argc, char **argv)
{
    size_t bytes = 0;
    if (argc != 3)
        return HUVM_PLAY_BAD_USE;
    p->play = map_play((int)strtol(argv[1], NULL, 10), &bytes);
    p->number = (uint32_t)strtoul(argv[2], NULL, 10);
    if (p->play == NULL || !is_task(p->play, bytes, p->number))
        return HUVM_PLAY_BAD_USE;
    p->task = &p->play->task[p->number];
    p->words.chunk_bytes = p->play->chunk_bytes;
    p->words.owner = p->task->gpu;
    p->rng.state = p->task->seed;
    pthread_mutex_init(&p->lock, NULL);
    p->trace = (const uint32_t *)(const void *)((const uint8_t *)p->play + p->task->trace);
    if (p->task->data_chunks > 0)
        p->words.data = (const uint64_t *)(const void *)((const uint8_t *)p->play + p->task->data);
    p->words.data_chunks = p->task->data_chunks;
    p->uses = calloc(p->task->chunks, sizeof *p->uses);
    p->bad = calloc(p->task->chunks, sizeof *p->bad);
    p->memory = lp_huvm_alloc(p->task->chunks * p->words.chunk_bytes);
    return p->uses != NULL && p->bad != NULL && p->memory != NULL ? HUVM_PLAY_GOOD
                                                                  : HUVM_PLAY_NO_MEMORY;
}

/* Uses each chunk once, which makes it resident. */
static bool load(struct player *p)
{
    p->pattern = HUVM_SCAN;
    p->length = p->task->chunks;
    bool good = player_pass(p);
    atomic_store(&p->task->uses, 0);
    return good;
}

static bool is_over(const struct player *p)
{
    return p->task->repeats ? atomic_load(&p->play->stopped) != 0 : p->pass == p->task->passes;
}

static enum huvm_play_end play_all(struct player *p)
{
    p->pattern = p->task->pattern;
    p->length = huvm_pattern_length(p->pattern, p->task->chunks, p->task->trace_length);
    for (; !is_over(p); p->pass++) {
        if (!player_pass(p))
            return HUVM_PLAY_NO_MEMORY;
        uint64_t begun = lpi_now_ns();
        if (!huvm_play_meet(p->play, p->number))
            return HUVM_PLAY_ALONE;
        p->task->others += lpi_now_ns() - begun;
    }
    p->task->time = lpi_now_ns() - p->play->at;
    return HUVM_PLAY_GOOD;
}

int main(int argc, char **argv)
{
    static struct player p;
    enum huvm_play_end end = open_player(&p, argc, argv);
    /* Avoids the default 50 us slack of sleeps. */
    prctl(PR_SET_TIMERSLACK, 1);
    if (end == HUVM_PLAY_GOOD && p.task->loaded && !load(&p))
        end = HUVM_PLAY_NO_MEMORY;
    if (end != HUVM_PLAY_GOOD)
        return (int)end;
    huvm_play_wait_begin(p.play, p.number);
    p.free_at = 0;
    end = play_all(&p);
    if (end != HUVM_PLAY_GOOD)
        return (int)end;
    huvm_play_over(p.play, p.number);
    huvm_play_wait_check(p.play);
    player_check_all(&p);
    return HUVM_PLAY_GOOD;
}
