/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "play.h"
#include "../../../base/clock.h"
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Shared between processes, so FUTEX_PRIVATE is not used. */
static void wake(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static void wait_while(_Atomic uint32_t *word, uint32_t value)
{
    syscall(SYS_futex, word, FUTEX_WAIT, value, NULL, NULL, 0);
}

static void set(_Atomic uint32_t *word)
{
    atomic_store(word, 1);
    wake(word);
}

static void wait_for(_Atomic uint32_t *word)
{
    while (atomic_load(word) == 0)
        wait_while(word, 0);
}

static void wake_app(struct huvm_play_app *app)
{
    atomic_fetch_add(&app->turn, 1);
    wake(&app->turn);
}

static void stop(struct huvm_play *play)
{
    set(&play->stopped);
    for (unsigned i = 0; i < HUVM_GPUS_MAX; i++)
        wake_app(&play->app[i]);
}

bool huvm_play_is_ready(const struct huvm_play *play)
{
    return atomic_load(&play->begun) == 0 && atomic_load(&play->ready) == play->players;
}

void huvm_play_begin(struct huvm_play *play)
{
    play->at = lpi_now_ns();
    set(&play->begun);
}

bool huvm_play_is_over(const struct huvm_play *play)
{
    return atomic_load(&play->stopped) != 0 && atomic_load(&play->checks) == 0;
}

void huvm_play_check(struct huvm_play *play)
{
    set(&play->checks);
}

void huvm_play_gone(struct huvm_play *play, uint32_t number)
{
    struct huvm_play_task *task = &play->task[number];
    uint32_t state = atomic_load(&task->state);
    bool plays = task->chunks > 0;
    if (plays && state == HUVM_PLAY_STARTING)
        atomic_fetch_add(&play->ready, 1);
    if (state == HUVM_PLAY_OVER)
        return;
    huvm_play_over(play, number);
    if (!plays)
        return;
    atomic_store(&play->app[task->app].broken, true);
    wake_app(&play->app[task->app]);
}

void huvm_play_wait_begin(struct huvm_play *play, uint32_t number)
{
    atomic_store(&play->task[number].state, HUVM_PLAY_READY);
    atomic_fetch_add(&play->ready, 1);
    wait_for(&play->begun);
}

bool huvm_play_meet(struct huvm_play *play, uint32_t number)
{
    struct huvm_play_app *app = &play->app[play->task[number].app];
    uint32_t turn = atomic_load(&app->turn);
    if (atomic_fetch_add(&app->arrived, 1) + 1 == app->gpus) {
        atomic_store(&app->arrived, 0);
        wake_app(app);
    } else {
        while (atomic_load(&app->turn) == turn && !atomic_load(&app->broken) &&
               atomic_load(&play->stopped) == 0)
            wait_while(&app->turn, turn);
    }
    return !atomic_load(&app->broken);
}

void huvm_play_over(struct huvm_play *play, uint32_t number)
{
    struct huvm_play_task *task = &play->task[number];
    atomic_store(&task->state, HUVM_PLAY_OVER);
    if (!task->repeats && atomic_fetch_sub(&play->running, 1) == 1)
        stop(play);
}

void huvm_play_wait_check(struct huvm_play *play)
{
    wait_for(&play->checks);
}
