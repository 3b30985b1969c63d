/* SPDX-License-Identifier: Apache-2.0 */
/* Players of a scenario: a lost byte of their data is detected, and they wait for each other, but
   not for one that has ended. */
#include "../../cmodel/systems/huvm/wire/play.h"
#include "../../cmodel/systems/huvm/player/words.h"
#include "../lib/unit.h"
#include <pthread.h>
#include <time.h>

enum { BYTES = 16384, CHUNKS = 5, WORDS = BYTES / 8 };

static uint64_t data[2 * WORDS];

/* With chunks that players generate, and with chunks from a file. */
static struct player_words words_of(bool from_data, uint64_t owner)
{
    return (struct player_words){BYTES, owner, from_data ? data : NULL, from_data ? 2 : 0};
}

static void lost_bytes(void **state)
{
    uint64_t chunk[WORDS];
    (void)state;
    for (unsigned i = 0; i < 400; i++) {
        struct player_words w = words_of(i % 2, unit_random() % 16);
        uint32_t number = unit_random() % CHUNKS, uses = unit_random() % 700;
        size_t at = unit_random() % BYTES;
        player_words_fill(&w, chunk, number, uses);
        assert_true(player_words_good(&w, chunk, number, uses));
        assert_true(player_words_sampled(&w, chunk, number, uses));
        ((uint8_t *)chunk)[at] ^= (uint8_t)(1 + unit_random() % 255);
        assert_false(player_words_good(&w, chunk, number, uses));
    }
}

/* Each word is checked in some use. */
static void samples(void **state)
{
    struct player_words w = words_of(false, 1);
    uint64_t chunk[WORDS];
    (void)state;
    for (size_t at = 0; at < WORDS; at += 1 + unit_random() % 60) {
        unsigned seen = 0;
        for (uint32_t uses = 1; uses <= 511; uses++) {
            player_words_fill(&w, chunk, 3, uses);
            chunk[at]++;
            seen += !player_words_sampled(&w, chunk, 3, uses);
        }
        assert_int_equal(seen, at % 512 == 0 ? 511 : 1);
    }
}

static void uses_by_one(void **state)
{
    uint64_t chunk[WORDS] = {0}, due[WORDS];
    (void)state;
    for (unsigned from_data = 0; from_data < 2; from_data++) {
        struct player_words w = words_of(from_data, 2);
        memset(chunk, 0, sizeof chunk);
        for (uint32_t uses = 0; uses < 5; uses++) {
            assert_true(player_words_good(&w, chunk, 4, uses));
            player_words_use(&w, chunk, 4, uses);
            player_words_fill(&w, due, 4, uses + 1);
            assert_memory_equal(chunk, due, BYTES);
        }
        /* An older copy, another chunk, and a chunk of another GPU. */
        struct player_words other = words_of(from_data, 3);
        assert_false(player_words_sampled(&w, chunk, 4, 4));
        assert_false(player_words_sampled(&w, chunk, 4, 6));
        assert_false(player_words_sampled(&w, chunk, 2, 5));
        assert_false(player_words_sampled(&other, chunk, 4, 5));
    }
    /* Except for the counter words, the file's second chunk. */
    for (size_t i = 0; i < WORDS; i++)
        assert_true(i % 512 == 0 || due[i] == data[4 % 2 * WORDS + i]);
}

/* ---- waits ---- */

static struct huvm_play play;
static _Atomic unsigned passed[4];

struct one {
    uint32_t task;
    unsigned passes;
    bool good;
    bool leaves; /* when these are done, without a message */
};

static void *play_one(void *context)
{
    struct one *o = context;
    huvm_play_wait_begin(&play, o->task);
    for (unsigned i = 0; i < o->passes && o->good; i++) {
        atomic_fetch_add(&passed[o->task], 1);
        o->good = huvm_play_meet(&play, o->task);
        /* No task of the application is more than one pass late. */
        for (unsigned k = 0; k < play.tasks; k++)
            if (o->good && play.task[k].app == play.task[o->task].app)
                o->good = atomic_load(&passed[k]) > i;
    }
    if (o->good && !o->leaves) {
        huvm_play_over(&play, o->task);
        huvm_play_wait_check(&play);
    }
    return NULL;
}

/* Two applications, of two GPUs and one; and one that repeats. */
static void set_up(void)
{
    memset(&play, 0, sizeof play);
    memset((void *)passed, 0, sizeof passed);
    play.tasks = play.players = 4;
    atomic_store(&play.running, 3);
    for (unsigned i = 0; i < 4; i++)
        play.task[i] = (struct huvm_play_task){
            .app = (unsigned[]){0, 0, 1, 2}[i], .chunks = 1, .repeats = i == 3};
    play.app[0].gpus = 2;
    play.app[1].gpus = play.app[2].gpus = 1;
}

/* Waits until a condition holds; false: it does not within 20 s. */
static bool comes_true(bool (*is)(const struct huvm_play *))
{
    static const struct timespec nap = {0, 1000000};
    for (unsigned i = 0; i < 20000; i++) {
        if (is(&play))
            return true;
        nanosleep(&nap, NULL);
    }
    return false;
}

static void together(void **state)
{
    struct one one[4] = {
        {0, 50, true, false}, {1, 50, true, false}, {2, 3, true, false}, {3, 200, true, false}};
    pthread_t thread[4];
    (void)state;
    set_up();
    assert_false(huvm_play_is_ready(&play));
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, play_one, &one[i]), 0);
    assert_true(comes_true(huvm_play_is_ready));
    assert_int_equal(atomic_load(&passed[2]), 0);
    huvm_play_begin(&play);
    assert_false(huvm_play_is_ready(&play));
    assert_true(comes_true(huvm_play_is_over));
    assert_int_equal(atomic_load(&passed[0]) + atomic_load(&passed[1]) + atomic_load(&passed[2]),
                     103);
    huvm_play_check(&play);
    assert_false(huvm_play_is_over(&play));
    for (unsigned i = 0; i < 4; i++) {
        pthread_join(thread[i], NULL);
        assert_true(one[i].good);
    }
}

/* Task 1 ends in the middle, or before it was ready; task 0 does not wait for it. */
static void without_one(void **state)
{
    (void)state;
    for (unsigned ready = 0; ready < 2; ready++) {
        struct one one[3] = {{0, 50, true, false}, {1, 7, true, true}, {2, 3, true, false}};
        pthread_t thread[3];
        set_up();
        for (unsigned i = 0; i < 3; i++)
            if (i != 1 || ready)
                assert_int_equal(pthread_create(&thread[i], NULL, play_one, &one[i]), 0);
        huvm_play_gone(&play, 3);
        if (!ready)
            huvm_play_gone(&play, 1);
        assert_true(comes_true(huvm_play_is_ready));
        huvm_play_begin(&play);
        if (ready) {
            pthread_join(thread[1], NULL);
            huvm_play_gone(&play, 1);
        }
        pthread_join(thread[0], NULL);
        assert_false(one[0].good);
        assert_false(huvm_play_is_over(&play));
        huvm_play_gone(&play, 0);
        assert_true(comes_true(huvm_play_is_over));
        huvm_play_check(&play);
        pthread_join(thread[2], NULL);
        assert_true(one[2].good);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lost_bytes), cmocka_unit_test(samples),     cmocka_unit_test(uses_by_one),
        cmocka_unit_test(together),   cmocka_unit_test(without_one),
    };
    unit_seed();
    for (size_t i = 0; i < 2 * WORDS; i++)
        data[i] = unit_random();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
