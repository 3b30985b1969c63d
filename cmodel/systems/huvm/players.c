/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "players.h"
#include "clock/pattern.h"
#include "data.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE 4096u

/* ---- the shared file ---- */

/*
 * Data written after the tasks: traces and data of applications, each beginning at a page boundary.
 */
struct extras {
    struct huvm_data data[HUVM_GPUS_MAX];
    uint64_t trace_at[HUVM_GPUS_MAX], data_at[HUVM_GPUS_MAX]; /* offsets in the file, in bytes */
    uint64_t end;
};

static uint64_t take_room(struct extras *e, uint64_t bytes)
{
    uint64_t at = e->end;
    e->end += (bytes + PAGE - 1) / PAGE * PAGE;
    return at;
}

static int gather(const struct huvm_settings *o, const struct huvm_scenario *s, struct extras *e,
                  struct lpi_fault *fault)
{
    int code = 0;
    memset(e, 0, sizeof *e);
    take_room(e, sizeof(struct huvm_play));
    for (unsigned i = 0; code == 0 && i < s->apps; i++) {
        const struct huvm_app *app = &s->app[i];
        const char *path = app->data != NULL ? app->data : o->data;
        if (app->program != NULL)
            continue;
        e->trace_at[i] = take_room(e, app->trace_length * sizeof *app->trace);
        if (path != NULL)
            code = huvm_data_read(path, s->chunk_bytes, &e->data[i], fault);
        e->data_at[i] = take_room(e, e->data[i].chunks * s->chunk_bytes);
    }
    return code;
}

static void drop(struct extras *e)
{
    for (unsigned i = 0; i < HUVM_GPUS_MAX; i++)
        free(e->data[i].bytes);
}

/* Allocates the whole file, so that no store to it fails. */
static int map_play(struct huvm_players *p, uint64_t bytes, struct lpi_fault *fault)
{
    int reason = posix_fallocate(p->file, 0, (off_t)bytes);
    if (reason == 0 && fcntl(p->file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        reason = errno;
    if (reason != 0)
        return lpi_fault_set(fault, LPI_BAD,
                             "huvm: no memory for %llu bytes of what players are told: %s",
                             (unsigned long long)bytes, strerror(reason));
    void *play = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, p->file, 0);
    if (play == MAP_FAILED)
        return lpi_fault_set(fault, LPI_BAD, "huvm: %s", strerror(errno));
    p->play = play;
    p->play_bytes = bytes;
    return 0;
}

static void write_extras(const struct huvm_scenario *s, const struct extras *e, uint8_t *file)
{
    for (unsigned i = 0; i < s->apps; i++) {
        const struct huvm_app *app = &s->app[i];
        if (app->program == NULL && app->trace_length > 0)
            memcpy(file + e->trace_at[i], app->trace, app->trace_length * sizeof *app->trace);
        for (uint32_t k = 0; k < e->data[i].chunks; k++)
            huvm_data_chunk(&e->data[i], k, s->chunk_bytes,
                            file + e->data_at[i] + k * s->chunk_bytes);
    }
}

static bool any_harvests(const struct huvm_scenario *s)
{
    bool any = false;
    for (unsigned i = 0; i < s->apps; i++)
        any |= s->app[i].harvests;
    return any;
}

/* Sets the task of GPU i, which is GPU number `k` of the application. */
static void set_task(const struct huvm_settings *o, const struct huvm_scenario *s,
                     const struct extras *e, unsigned i, unsigned k, struct huvm_play_task *t)
{
    const struct huvm_app *app = &s->app[i];
    unsigned gpu = app->gpu[k];
    t->app = i;
    t->gpu = gpu;
    if (app->program != NULL)
        return;
    t->chunks = app->chunks[k];
    t->pattern = app->pattern;
    t->trace = e->trace_at[i];
    t->trace_length = app->trace_length;
    t->data = e->data_at[i];
    t->data_chunks = e->data[i].chunks;
    t->passes = app->passes;
    t->width = app->width;
    t->compute = app->compute;
    t->seed = o->seed + gpu;
    t->repeats = !app->harvests && any_harvests(s);
    t->loaded = app->chunks[k] <= s->memory[gpu];
}

static void set_tasks(const struct huvm_settings *o, const struct huvm_scenario *s,
                      const struct extras *extras, struct huvm_players *p)
{
    unsigned running = 0;
    p->play->chunk_bytes = s->chunk_bytes;
    p->play->tasks = p->count;
    for (unsigned n = 0, i = 0; i < s->apps; i++) {
        p->play->app[i].gpus = s->app[i].gpus;
        for (unsigned k = 0; k < s->app[i].gpus; k++, n++) {
            set_task(o, s, extras, i, k, &p->play->task[n]);
            p->play->players += s->app[i].program == NULL;
            running += !p->play->task[n].repeats;
        }
    }
    atomic_store(&p->play->running, running);
}

static int set_play(const struct huvm_settings *o, const struct huvm_scenario *s,
                    struct huvm_players *p, struct lpi_fault *fault)
{
    struct extras extras;
    int code = gather(o, s, &extras, fault);
    if (code == 0)
        code = map_play(p, extras.end, fault);
    if (code == 0) {
        write_extras(s, &extras, (uint8_t *)p->play);
        set_tasks(o, s, &extras, p);
    }
    drop(&extras);
    return code;
}

/* ---- processes ---- */

static void add_program(const struct huvm_scenario *s, unsigned i, bool silent, bool later,
                        struct huvm_players *p)
{
    const struct huvm_app *app = &s->app[i];
    p->program[p->count] = (struct huvm_program){.argv = app->program,
                                                 .gpu = app->gpu[0],
                                                 .least = app->asks ? 0 : s->chunk_bytes,
                                                 .silent = silent,
                                                 .aside = true,
                                                 .later = later};
    p->app[p->count++] = i;
}

static void add_player(unsigned i, unsigned gpu, struct huvm_players *p)
{
    char **words = p->words[p->count];
    snprintf(p->number[p->count], sizeof p->number[0], "%u", p->count);
    words[0] = p->player;
    words[1] = p->file_number;
    words[2] = p->number[p->count];
    p->program[p->count] = (struct huvm_program){
        .argv = words, .gpu = gpu, .silent = true, .keeps = p->file};
    p->app[p->count++] = i;
}

static int find_player(struct huvm_players *p, const struct huvm_launch *launch,
                       struct lpi_fault *fault)
{
    p->player = huvm_launch_beside(launch, "huvm_player", fault);
    if (p->player == NULL)
        return fault->code;
    p->file = memfd_create("linepress-play", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (p->file < 0)
        return lpi_fault_set(fault, LPI_BAD, "huvm: %s", strerror(errno));
    snprintf(p->file_number, sizeof p->file_number, "%d", p->file);
    return 0;
}

int huvm_players_open(const struct huvm_settings *o, const struct huvm_scenario *s,
                      const struct huvm_launch *launch, bool silent, struct huvm_players *p,
                      struct lpi_fault *fault)
{
    bool any = false;
    memset(p, 0, sizeof *p);
    p->file = -1;
    for (unsigned i = 0; i < s->apps; i++)
        any |= s->app[i].program == NULL;
    if (any && find_player(p, launch, fault) != 0)
        return fault->code;
    for (unsigned i = 0; i < s->apps; i++)
        for (unsigned k = 0; k < s->app[i].gpus; k++) {
            if (s->app[i].program != NULL)
                add_program(s, i, silent, any, p);
            else
                add_player(i, s->app[i].gpu[k], p);
        }
    return any ? set_play(o, s, p, fault) : 0;
}

void huvm_players_close(struct huvm_players *p)
{
    free(p->player);
    if (p->play != NULL)
        munmap(p->play, p->play_bytes);
    if (p->file >= 0)
        close(p->file);
}

/* ---- results ---- */

static bool is_player(const struct huvm_players *p, unsigned n)
{
    return p->words[n][0] != NULL;
}

static void player_times(const struct huvm_play_task *t, struct huvm_gpu_result *g)
{
    uint64_t pass = huvm_pattern_length(t->pattern, t->chunks, t->trace_length);
    g->uses = atomic_load(&t->uses);
    g->time = t->time;
    g->waits.others = t->others;
    if (t->repeats && g->uses > 0)
        g->time = (uint64_t)((double)t->time * (double)(t->passes * pass) / (double)g->uses + 0.5);
}

void huvm_players_times(const struct huvm_players *p, struct huvm_result *result)
{
    for (unsigned n = 0; n < p->count; n++) {
        struct huvm_gpu_result *g = &result->gpu[p->program[n].gpu];
        uint64_t time = p->program[n].time;
        g->time = time;
        if (is_player(p, n)) {
            player_times(&p->play->task[n], g);
            time = p->play->task[n].time;
        }
        if (time > result->time)
            result->time = time;
    }
}

static void note_player(const struct lpi_tell *tell, const char *name, unsigned gpu, int status)
{
    if (status == HUVM_PLAY_NO_MEMORY)
        lpi_tell_note(tell, "huvm: '%s': there is no memory or thread for its GPU %u", name, gpu);
    else
        lpi_tell_note(tell, "huvm: '%s': the player of its GPU %u ended with status %d", name, gpu,
                      status);
}

bool huvm_players_ended(const struct huvm_players *p, const struct huvm_scenario *s,
                        const struct huvm_launch *launch, const struct lpi_tell *tell)
{
    bool good = true;
    for (unsigned n = 0; n < p->count; n++) {
        const char *name = s->app[p->app[n]].name;
        int status = p->program[n].status;
        bool alone = is_player(p, n) && WIFEXITED(status) && WEXITSTATUS(status) == HUVM_PLAY_ALONE;
        const char *why = huvm_launch_why(launch, p->program[n].gpu);
        if (status == 0 && why == NULL)
            continue;
        good = false;
        if (why != NULL)
            lpi_tell_note(tell, "huvm: '%s': %s", name, why);
        else if (WIFSIGNALED(status))
            lpi_tell_note(tell, "huvm: '%s' was ended by signal %d", name, WTERMSIG(status));
        else if (is_player(p, n) && !alone)
            note_player(tell, name, p->program[n].gpu, WEXITSTATUS(status));
        else if (!alone)
            lpi_tell_note(tell, "huvm: '%s' ended with status %d", name, WEXITSTATUS(status));
    }
    return good;
}

uint64_t huvm_players_wrong(const struct huvm_players *p, const struct huvm_scenario *s,
                            const struct lpi_tell *tell)
{
    uint64_t wrong = 0;
    for (unsigned n = 0; n < p->count && p->play != NULL; n++) {
        const struct huvm_play_task *t = &p->play->task[n];
        wrong += t->wrong;
        if (t->wrong > 0)
            lpi_tell_note(tell,
                          "huvm: '%s': chunks of GPU %u that did not hold what was written: %u; "
                          "the first is chunk %u",
                          s->app[p->app[n]].name, t->gpu, t->wrong, t->first_wrong);
    }
    return wrong;
}
