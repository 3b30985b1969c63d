/* SPDX-License-Identifier: Apache-2.0 */
/* Memory with real page faults: no byte is lost, whatever the policy, and no more is resident than
   may be. */
#define _DEFAULT_SOURCE
#include "../../cmodel/huvm/presets.h"
#include "../../cmodel/huvm/real.h"
#include "unit.h"
#include <errno.h>
#include <linepress/linepress.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CHUNKS = 60, LOCAL = 14, THREADS = 3, STEPS = 500 };

static size_t chunk_bytes;

static struct huvm_real_config config_of(unsigned policy)
{
    return (struct huvm_real_config){
        .chunk_bytes = chunk_bytes, .chunks = CHUNKS, .local = LOCAL, .lenders = 2, .spare = 5,
        .on = huvm_policies[policy].on, .threshold = 3, .prefetch = 4, .stride = 1,
        .pcie = {4e9, 1000}, .nvlink = {16e9, 300}};
}

/* A thread has every THREADSth 8 bytes, so that all use all chunks. */
struct user {
    volatile uint64_t *memory;
    uint64_t *shadow, state;
    unsigned number;
    uint64_t wrong;
};

static uint64_t draw(struct user *u)
{
    u->state = u->state * 6364136223846793005u + 1442695040888963407u;
    return u->state >> 33;
}

static void *use(void *context)
{
    struct user *u = context;
    size_t words = CHUNKS * chunk_bytes / 8, at = u->number;
    for (unsigned i = 0; i < STEPS; i++) {
        /* Runs up, and now and then elsewhere. */
        at = draw(u) % 8 == 0 ? draw(u) % (words / THREADS) * THREADS + u->number
                              : (at + THREADS * (chunk_bytes / 16)) % (words - THREADS);
        at = at / THREADS * THREADS + u->number;
        if (draw(u) % 2)
            u->memory[at] = u->shadow[at] = draw(u);
        else
            u->wrong += u->memory[at] != u->shadow[at];
    }
    return NULL;
}

static size_t resident(const struct huvm_real *r)
{
    size_t pages = CHUNKS * chunk_bytes / (size_t)sysconf(_SC_PAGESIZE), count = 0;
    unsigned char *in = malloc(pages);
    assert_int_equal(mincore(huvm_real_memory(r), CHUNKS * chunk_bytes, in), 0);
    for (size_t i = 0; i < pages; i++)
        count += in[i] & 1;
    free(in);
    return count / (pages / CHUNKS);
}

static struct huvm_real *open_real(const struct huvm_real_config *config)
{
    struct huvm_real *r = NULL;
    int error = huvm_real_open(config, &r);
    if (error == LP_ERR_SYSTEM && (errno == ENOSYS || errno == EPERM || errno == EINVAL)) {
        printf("# no userfaultfd here: %s\n", strerror(errno));
        skip();
    }
    assert_int_equal(error, LP_OK);
    return r;
}

static void run_policy(unsigned policy)
{
    struct huvm_real_config config = config_of(policy);
    struct huvm_real *r = open_real(&config);
    struct huvm_counts counts;
    uint64_t *shadow = calloc(CHUNKS, chunk_bytes);
    struct user users[THREADS];
    pthread_t threads[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        users[i] = (struct user){huvm_real_memory(r), shadow, unit_random(), i, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, use, &users[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_in_range(resident(r), 1, LOCAL);
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(users[i].wrong, 0);
    assert_memory_equal(huvm_real_memory(r), shadow, CHUNKS * chunk_bytes);
    assert_in_range(resident(r), 1, LOCAL);
    huvm_real_close(r, &counts);
    free(shadow);
    assert_true(counts.faults > CHUNKS);
    if (config.on.harvest)
        assert_true(counts.evict_neighbour > 0 && counts.written_back > 0);
    else
        assert_true(counts.evict_neighbour == 0 && counts.evict_host > 0);
    if (config.on.parallel)
        assert_true(counts.parked > 0);
    if (config.on.prefetch != HUVM_NO_PREFETCH)
        assert_true(counts.prefetch_issued > 0);
}

static void no_byte_is_lost(void **state)
{
    (void)state;
    for (unsigned policy = 0; policy < HUVM_POLICIES; policy++)
        run_policy(policy);
}

/* ---- a run again, without its clock ---- */

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

/* Feeds the events to a policy of its own, which must take them and act in the same way. */
static void replay(const struct film *film, const struct huvm_config *config)
{
    struct huvm_policy *p = huvm_policy_init(malloc(huvm_policy_bytes(config)), config);
    struct huvm_action a;
    for (unsigned i = 0; i < film->count; i++) {
        const struct seen *s = &film->seen[i];
        assert_true(i == 0 || s->event.at >= s[-1].event.at);
        if (s->event.kind == HUVM_REAL_FAULTS) {
            assert_true(huvm_faults(p, 0, s->chunks, s->event.count));
        } else if (s->event.kind == HUVM_REAL_DONE) {
            assert_true(huvm_done(p, s->chunks[0]));
        } else {
            const struct huvm_action *b = &s->event.action;
            assert_true(huvm_next(p, &a));
            assert_true(a.kind == b->kind && a.why == b->why && a.chunk == b->chunk &&
                        a.from == b->from && a.to == b->to && a.pages == b->pages);
        }
        assert_true(i % 64 != 0 || huvm_check(p) == NULL);
    }
    assert_false(huvm_next(p, &a));
    free(p);
}

static void decides_the_same_again(void **state)
{
    struct film film = {calloc(SEEN_MAX, sizeof *film.seen), 0};
    uint8_t home[CHUNKS] = {0};
    (void)state;
    for (unsigned policy = 1; policy < HUVM_POLICIES; policy += 3) {
        struct huvm_real_config config = config_of(policy);
        struct huvm_config again = huvm_real_policy(&config, home);
        film.count = 0;
        config.see = see;
        config.context = &film;
        struct huvm_real *r = open_real(&config);
        volatile uint8_t *memory = huvm_real_memory(r);
        for (unsigned i = 0; i < 600; i++)
            memory[(i % 5 == 0 ? unit_random() : i) % CHUNKS * chunk_bytes]++;
        huvm_real_close(r, NULL);
        assert_in_range(film.count, 600, SEEN_MAX - 1);
        replay(&film, &again);
    }
    free(film.seen);
}

static void opened_and_closed(void **state)
{
    struct huvm_real_config config = config_of(7), bad;
    struct huvm_real *r;
    (void)state;
    huvm_real_close(open_real(&config), NULL); /* nothing was used */
    config.lenders = 0;
    r = open_real(&config);
    memset(huvm_real_memory(r), 7, CHUNKS * chunk_bytes);
    huvm_real_close(r, NULL);
    bad = config;
    bad.chunk_bytes = chunk_bytes / 2 + 1;
    assert_int_equal(huvm_real_open(&bad, &r), LP_ERR_ARG);
    bad = config;
    bad.local = 0;
    assert_int_equal(huvm_real_open(&bad, &r), LP_ERR_ARG);
    bad = config;
    bad.lenders = HUVM_GPUS_MAX;
    assert_int_equal(huvm_real_open(&bad, &r), LP_ERR_ARG);
    bad = config;
    bad.chunks = 0;
    assert_int_equal(huvm_real_open(&bad, &r), LP_ERR_ARG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opened_and_closed),
        cmocka_unit_test(no_byte_is_lost),
        cmocka_unit_test(decides_the_same_again),
    };
    chunk_bytes = (size_t)sysconf(_SC_PAGESIZE) * 2;
    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
