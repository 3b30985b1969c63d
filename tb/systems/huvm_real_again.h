/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of a run that is recorded and then repeated without its clock. */
#ifndef HUVM_REAL_AGAIN_H
#define HUVM_REAL_AGAIN_H

#include "huvm_real_unit.h"

/* ---- recording a program ---- */

enum { RECORDED = 8, RECORDERS = 3 };

static void *use_first(void *context)
{
    (void)*(volatile uint8_t *)context;
    return NULL;
}

/* If several threads touch a chunk simultaneously, one use is recorded. They are stopped where they
   would write it; a later one finds the recorded use. */
static void records_once(void **state)
{
    struct huvm_record *record = calloc(1, sizeof *record + 2 * RECORDED * sizeof record->uses[0]);
    struct huvm_client *c = NULL;
    pthread_t threads[RECORDERS];
    (void)state;
    record->chunk_bytes = chunk_bytes;
    record->chunks = record->window = RECORDED;
    record->room = 2 * RECORDED;
    assert_int_equal(huvm_client_record(record, &c), HUVM_CLIENT_GOOD);
    uint8_t *memory = huvm_client_alloc(c, RECORDED * chunk_bytes);
    assert_int_equal(atomic_load(&record->used), RECORDED);
    for (unsigned i = 0; i < RECORDED; i++) {
        pthread_mutex_lock(&c->lock);
        for (unsigned k = 0; k < RECORDERS; k++)
            assert_int_equal(pthread_create(&threads[k], NULL, use_first, memory + i * chunk_bytes),
                             0);
        usleep(5000);
        pthread_mutex_unlock(&c->lock);
        for (unsigned k = 0; k < RECORDERS; k++)
            pthread_join(threads[k], NULL);
    }
    assert_int_equal(atomic_load(&record->count), RECORDED);
    for (unsigned i = 0; i < RECORDED; i++)
        assert_int_equal(record->uses[i], i);
    huvm_client_close(c);
    free(record);
}

/* ---- a run repeated without its clock ---- */

enum { SEEN_MAX = 1 << 17 };

struct seen {
    struct huvm_real_event event;
    uint32_t chunks[HUVM_BATCH_MAX];
};

struct film {
    struct seen *seen;
    unsigned count;
};

static void see(void *context, const struct huvm_real_event *event)
{
    struct film *film = context;
    if (film->count == SEEN_MAX)
        return;
    struct seen *s = &film->seen[film->count++];
    s->event = *event;
    if (event->count > 0)
        memcpy(s->chunks, event->chunks, event->count * sizeof *event->chunks);
}

static bool tell(struct huvm_policy *p, const struct seen *s)
{
    switch (s->event.kind) {
    case HUVM_REAL_FAULTS: return huvm_faults(p, s->event.gpu, s->chunks, s->event.count);
    case HUVM_REAL_DONE: return huvm_done(p, s->chunks[0]);
    case HUVM_REAL_FORGET: return huvm_forget(p, s->chunks[0]);
    case HUVM_REAL_SHRUNK: return huvm_shrunk(p, s->chunks[0], (unsigned)s->event.granules);
    default:
        return s->event.granules > 0 ? huvm_take(p, s->event.gpu, (uint32_t)s->event.granules)
                                     : huvm_give(p, s->event.gpu, (uint32_t)-s->event.granules);
    }
}

/* Feeds the events to a second policy, which must accept them and take the same actions. */
static void replay(const struct film *film, const struct huvm_config *config)
{
    struct huvm_policy *p = huvm_policy_init(malloc(huvm_policy_bytes(config)), config);
    struct huvm_action a;
    for (unsigned i = 0; i < film->count; i++) {
        const struct seen *s = &film->seen[i];
        const struct huvm_action *b = &s->event.action;
        assert_true(i == 0 || s->event.at >= s[-1].event.at);
        if (s->event.kind == HUVM_REAL_ACTION) {
            assert_true(huvm_next(p, &a));
            assert_true(a.kind == b->kind && a.why == b->why && a.chunk == b->chunk &&
                        a.from == b->from && a.to == b->to && a.pages == b->pages);
        } else {
            assert_true(tell(p, s));
        }
        assert_true(i % 64 != 0 || huvm_check(p) == NULL);
    }
    assert_false(huvm_next(p, &a));
    free(p);
}

static unsigned count_of(const struct film *film, unsigned kind)
{
    unsigned count = 0;
    for (unsigned i = 0; i < film->count; i++)
        count += film->seen[i].event.kind == kind;
    return count;
}

static void *touch(void *context)
{
    struct user *u = context;
    for (unsigned i = 0; i < 400; i++)
        ((volatile uint8_t *)u->memory)[(i % 5 == 0 ? draw(u) : i) % u->chunks * chunk_bytes]++;
    return NULL;
}

static void decides_the_same_again(void **state)
{
    struct film film = {calloc(SEEN_MAX, sizeof *film.seen), 0};
    uint8_t home[CHUNKS_MAX + 40 + 6];
    static const struct {
        unsigned policy;
        enum huvm_compress compress;
    } runs[] = {{1, HUVM_RAW}, {4, HUVM_VICTIM}, {7, HUVM_RAW}, {7, HUVM_TIERS}};
    (void)state;
    for (unsigned run = 0; run < sizeof runs / sizeof runs[0]; run++) {
        struct huvm_real_config config = config_of(runs[run].policy, HUVM_USERFAULTFD);
        config.compress = runs[run].compress;
        struct huvm_config again = huvm_real_policy(&config, home);
        struct huvm_client *client[3];
        struct user users[3];
        pthread_t threads[3];
        struct huvm_result result;
        struct huvm_real *r = NULL;
        film.count = 0;
        config.see = see;
        config.context = &film;
        assert_int_equal(huvm_real_open(&config, &r), LP_OK);
        for (unsigned i = 0; i < 3; i++) {
            unsigned gpu = (unsigned[]){0, 2, 3}[i];
            client[i] = join_as(r, gpu);
            users[i] = (struct user){
                .memory = huvm_client_alloc(client[i], gpus[gpu].chunks * chunk_bytes),
                .state = unit_random(),
                .chunks = gpus[gpu].chunks};
            assert_int_equal(pthread_create(&threads[i], NULL, touch, &users[i]), 0);
        }
        assert_true(huvm_real_take(r, 1, 2));
        for (unsigned i = 0; i < 3; i++)
            pthread_join(threads[i], NULL);
        assert_true(huvm_real_take(r, 1, -2));
        huvm_client_free(client[1], (void *)users[1].memory);
        for (unsigned i = 0; i < 3; i++)
            huvm_client_close(client[i]);
        huvm_real_result(r, &result);
        huvm_real_close(r);
        assert_int_equal(result.events, film.count - count_of(&film, HUVM_REAL_ACTION));
        assert_in_range(film.count, 600, SEEN_MAX - 1);
        assert_int_equal(count_of(&film, HUVM_REAL_SHRUNK) > 0, config.compress >= HUVM_VICTIM);
        replay(&film, &again);
    }
    free(film.seen);
}

#endif
