/* SPDX-License-Identifier: Apache-2.0 */
/* The policy of HUVM: compared with its reference for random events, and tested by hand in cases
   that the paper defines. */
#include "huvm_events.h"
#include "../lib/unit.h"

static uint32_t huvm_draw(uint32_t below)
{
    return (uint32_t)(unit_random() % below);
}

static void random_run(uint32_t most, unsigned events)
{
    struct huvm_pair pair;
    huvm_pair_open(&pair, most);
    for (unsigned i = 0; i < events && pair.wrong == NULL; i++)
        huvm_pair_step(&pair);
    if (pair.wrong != NULL)
        fail_msg("event %llu: %s", (unsigned long long)pair.events, pair.wrong);
    huvm_pair_close(&pair);
}

static void follows_the_reference(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 1500; i++)
        random_run(8 + huvm_draw(40), 150);
    for (unsigned i = 0; i < 12; i++)
        random_run(400, 1200);
}

/* ---- by hand: GPU 0 harvests what GPU 1, and maybe GPU 2, leave ---- */

enum { OWN = 12 };

struct bench {
    struct huvm_policy *p;
    uint8_t home[3 * OWN];
    struct huvm_action actions[64];
    unsigned count;
};

static const struct huvm_switches all = {true, true, true, true, HUVM_PREFETCH_PATHS};

/* In memory with other contents before. */
static struct huvm_policy *make_policy(const struct huvm_config *config)
{
    size_t bytes = huvm_policy_bytes(config);
    uint8_t *memory = malloc(bytes);
    assert_true(bytes > 0 && memory != NULL);
    for (size_t i = 0; i < bytes; i++)
        memory[i] = (uint8_t)(i + 1);
    return huvm_policy_init(memory, config);
}

static void open_bench(struct bench *b, unsigned gpus, uint32_t local, uint32_t spare,
                       struct huvm_switches on)
{
    struct huvm_config c = {.gpus = gpus,
                            .chunks = gpus * OWN,
                            .home = b->home,
                            .chunk_granules = 1,
                            .base_pages = 512,
                            .on = on};
    for (unsigned i = 0; i < c.chunks; i++)
        b->home[i] = (uint8_t)(i / OWN);
    c.gpu[0] = (struct huvm_gpu_config){local, false};
    c.gpu[1] = c.gpu[2] = (struct huvm_gpu_config){spare, true};
    c.prefetch = on.prefetch != HUVM_NO_PREFETCH ? 3 : 0;
    c.threshold = 1;
    b->p = make_policy(&c);
    b->count = 0;
}

static void take_actions(struct bench *b)
{
    b->count = 0;
    while (huvm_next(b->p, &b->actions[b->count]))
        b->count++;
    assert_null(huvm_check(b->p));
}

static void faults(struct bench *b, unsigned gpu, uint32_t first, unsigned count)
{
    uint32_t chunks[HUVM_BATCH_MAX];
    for (unsigned i = 0; i < count; i++)
        chunks[i] = first + i;
    assert_true(huvm_faults(b->p, gpu, chunks, count));
    take_actions(b);
}

static void done(struct bench *b, uint32_t chunk)
{
    assert_true(huvm_done(b->p, chunk));
    take_actions(b);
}

static void is_copy(const struct bench *b, unsigned i, uint32_t chunk, unsigned from, unsigned to,
                    enum huvm_why why)
{
    assert_true(i < b->count);
    assert_int_equal(b->actions[i].kind, HUVM_COPY);
    assert_int_equal(b->actions[i].chunk, chunk);
    assert_int_equal(b->actions[i].from, from);
    assert_int_equal(b->actions[i].to, to);
    assert_int_equal(b->actions[i].why, why);
}

static void is_only(const struct bench *b, enum huvm_kind kind)
{
    assert_int_equal(b->count, 1);
    assert_int_equal(b->actions[0].kind, kind);
}

/* Fills GPU 0 with its chunks from `first` on, one batch each. */
static void fill(struct bench *b, uint32_t first, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        faults(b, 0, first + i, 1);
        is_copy(b, 0, first + i, HUVM_HOST, 0, HUVM_FAULT);
        done(b, first + i);
    }
}

static void without_neighbours(void **state)
{
    struct bench b;
    (void)state;
    open_bench(&b, 2, 2, 4, (struct huvm_switches){0});
    fill(&b, 0, 2);
    faults(&b, 0, 2, 1);
    is_copy(&b, 0, 0, 0, HUVM_HOST, HUVM_EVICT);
    assert_int_equal(b.actions[0].pages, 512);
    assert_int_equal(b.count, 1); /* the fault waits for the eviction */
    done(&b, 0);
    is_copy(&b, 0, 2, HUVM_HOST, 0, HUVM_FAULT);
    done(&b, 2);
    is_only(&b, HUVM_SERVED);
    assert_int_equal(huvm_state(b.p, 0), HUVM_AT_HOST);
    free(b.p);
}

/* Section 4.2: to the neighbour, then to the host, then removable; back from there. */
static void victim_goes_to_the_neighbour(void **state)
{
    struct bench b;
    (void)state;
    open_bench(&b, 2, 2, 4, (struct huvm_switches){.harvest = true, .large_pages = true});
    fill(&b, 0, 2);
    faults(&b, 0, 2, 1);
    is_copy(&b, 0, 0, 0, 1, HUVM_EVICT);
    assert_int_equal(b.actions[0].pages, 0);
    done(&b, 0);
    assert_int_equal(b.count, 2);
    is_copy(&b, 0, 2, HUVM_HOST, 0, HUVM_FAULT);
    is_copy(&b, 1, 0, 1, HUVM_HOST, HUVM_WRITE_BACK);
    assert_int_equal(b.actions[1].pages, 1);
    done(&b, 0);
    assert_int_equal(b.count, 0);
    assert_int_equal(huvm_state(b.p, 0), HUVM_REMOVABLE);
    done(&b, 2);
    faults(&b, 0, 0, 1);
    is_copy(&b, 0, 1, 0, 1, HUVM_EVICT);
    done(&b, 1);
    is_copy(&b, 0, 0, 1, 0, HUVM_FAULT);
    free(b.p);
}

/* A lender takes the place of a removable chunk immediately, and waits for the write-back
 * otherwise. */
static void lender_comes_first(void **state)
{
    struct bench b;
    (void)state;
    open_bench(&b, 2, 1, 1, (struct huvm_switches){.harvest = true});
    fill(&b, 0, 1);
    faults(&b, 0, 1, 1);
    done(&b, 0); /* at GPU 1, which is full of them */
    faults(&b, 1, OWN, 1);
    assert_int_equal(b.count, 0);
    assert_int_equal(huvm_head(b.p, 1), HUVM_HEAD_LENT);
    done(&b, 0); /* written back */
    assert_int_equal(b.count, 2);
    assert_int_equal(b.actions[0].kind, HUVM_DROP);
    is_copy(&b, 1, OWN, HUVM_HOST, 1, HUVM_FAULT);
    done(&b, OWN);
    done(&b, 1);
    faults(&b, 0, 2, 1); /* no spare memory is left */
    is_copy(&b, 0, 1, 0, HUVM_HOST, HUVM_EVICT);
    free(b.p);
}

/* Figure 4c: A at the head comes to the GPU while B at the tail goes to the neighbour. */
static void batch_from_both_ends(void **state)
{
    struct bench b;
    (void)state;
    open_bench(&b, 3, 8, 4, (struct huvm_switches){.harvest = true, .parallel = true});
    faults(&b, 0, 0, 4);
    assert_int_equal(b.count, 3);
    is_copy(&b, 0, 0, HUVM_HOST, 0, HUVM_FAULT);
    is_copy(&b, 1, 3, HUVM_HOST, 1, HUVM_PARALLEL);
    is_copy(&b, 2, 2, HUVM_HOST, 2, HUVM_PARALLEL);
    done(&b, 3);
    assert_int_equal(huvm_state(b.p, 3), HUVM_REMOVABLE);
    is_copy(&b, 0, 1, HUVM_HOST, 1, HUVM_PARALLEL);
    done(&b, 0);
    done(&b, 2);
    assert_int_equal(b.count, 0); /* the tail is not done */
    done(&b, 1);
    is_only(&b, HUVM_SERVED);
    faults(&b, 0, 1, 3);
    is_copy(&b, 0, 1, 1, 0, HUVM_FAULT);
    free(b.p);
}

/* Figure 5a: after A and B, of C, D and E those at the host go to the neighbour, and E, which the
   neighbour has, comes to the GPU. A demand fault ends it (section 5.3). */
static void prefetch_by_two_paths(void **state)
{
    struct bench b;
    struct huvm_switches on = {
        .harvest = true, .large_pages = true, .prefetch = HUVM_PREFETCH_PATHS};
    (void)state;
    open_bench(&b, 2, 4, 6, on);
    uint32_t order[] = {4, 5, 6, 7};
    for (unsigned i = 0; i < 4; i++) {
        assert_true(huvm_faults(b.p, 0, &order[i], 1));
        take_actions(&b);
        for (bool again = true; again;) {
            again = false;
            for (uint32_t k = 0; k < OWN; k++)
                if (huvm_done(b.p, k)) {
                    again = true;
                    take_actions(&b);
                }
        }
    }
    assert_int_equal(huvm_state(b.p, 8), HUVM_REMOVABLE);
    const struct huvm_counts *counts = huvm_counts(b.p, 0);
    assert_true(counts->prefetch_issued > 0 && counts->parked > 0);
    uint64_t used = counts->prefetch_used;
    faults(&b, 0, 8, 1);
    is_copy(&b, 0, 4, 0, 1, HUVM_EVICT);
    done(&b, 4);
    is_copy(&b, 0, 8, 1, 0, HUVM_FAULT);
    assert_int_equal(counts->prefetch_used, used + 1);
    free(b.p);
}

/* Prefetches from the host: to neighbours, and to GPUs themselves. */
struct prefetches {
    unsigned away, home;
};

static void count_prefetches(struct huvm_policy *p, struct prefetches *sum)
{
    struct huvm_action action;
    while (huvm_next(p, &action)) {
        if (action.kind != HUVM_COPY || action.why != HUVM_PREFETCH || action.from != HUVM_HOST)
            continue;
        sum->away += action.to != action.gpu;
        sum->home += action.to == action.gpu;
    }
}

/* One fault of the GPU, and all copies that follow from it. */
static void fault_and_end(struct huvm_policy *p, unsigned gpu, uint32_t chunk, uint32_t chunks,
                          struct prefetches *sum)
{
    assert_true(huvm_faults(p, gpu, &chunk, 1));
    count_prefetches(p, sum);
    for (uint32_t k = 0, idle = 0; idle < chunks; k = (k + 1) % chunks, idle++)
        if (huvm_done(p, k)) {
            idle = 0;
            count_prefetches(p, sum);
        }
}

/* GPUs of which the first ones harvest, each a chunk at a time, and the others lend. *alone counts
   while the first one runs alone, *all_run once each of them has chunks at neighbours. */
static void count_lanes(unsigned harvesters, unsigned lenders, struct prefetches *alone,
                        struct prefetches *all_run)
{
    uint8_t home[6 * OWN];
    struct prefetches between = {0};
    struct huvm_config c = {.gpus = harvesters + lenders,
                            .chunks = (harvesters + lenders) * OWN,
                            .home = home,
                            .chunk_granules = 1,
                            .threshold = 1,
                            .prefetch = 2,
                            .on = all};
    uint32_t spare = (6 * harvesters + lenders - 1) / lenders; /* not all fits */
    for (unsigned i = 0; i < c.chunks; i++)
        home[i] = (uint8_t)(i / OWN);
    for (unsigned i = 0; i < c.gpus; i++)
        c.gpu[i] = (struct huvm_gpu_config){i < harvesters ? 4 : spare, i >= harvesters};
    struct huvm_policy *p = make_policy(&c);
    for (unsigned round = 0; round < OWN; round++)
        fault_and_end(p, 0, round % OWN, c.chunks, alone);
    for (unsigned round = OWN; round < 4 * OWN; round++)
        for (unsigned g = 0; g < harvesters; g++)
            fault_and_end(p, g, g * OWN + round % OWN, c.chunks,
                          round < 2 * OWN ? &between : all_run);
    assert_null(huvm_check(p));
    free(p);
}

/*
 * Section 6.2.1: with no more harvesters than lenders, as in Cases 1 to 3, host chunks are
 * prefetched to neighbours, and beyond that, as in Case 4, to the GPU itself.
 */
static void lanes_for_prefetches(void **state)
{
    (void)state;
    for (unsigned harvesters = 1; harvesters <= 3; harvesters++)
        for (unsigned lenders = 1; lenders <= 3; lenders++) {
            struct prefetches alone = {0}, all_run = {0};
            count_lanes(harvesters, lenders, &alone, &all_run);
            assert_true(alone.away > 0);
            assert_int_equal(alone.home, 0);
            if (harvesters <= lenders)
                assert_int_equal(all_run.home, 0);
            else
                assert_int_equal(all_run.away, 0);
            assert_true(all_run.away + all_run.home > 0);
        }
}

/* Memory that an owner takes back comes from chunks that are written back; otherwise it waits for
 * them. */
static void owner_takes_back(void **state)
{
    struct bench b;
    (void)state;
    open_bench(&b, 2, 1, 2, (struct huvm_switches){.harvest = true});
    fill(&b, 0, 1);
    for (uint32_t i = 0; i < 2; i++) {
        faults(&b, 0, i + 1, 1);
        done(&b, i);
        done(&b, i + 1);
    }
    assert_false(huvm_take(b.p, 1, 2)); /* one chunk has to fit */
    assert_true(huvm_take(b.p, 1, 1));
    take_actions(&b);
    assert_int_equal(b.count, 0);
    assert_false(huvm_take(b.p, 1, 1));
    done(&b, 0);
    assert_int_equal(b.count, 2);
    assert_int_equal(b.actions[0].kind, HUVM_DROP);
    assert_int_equal(b.actions[1].kind, HUVM_RETURNED);
    done(&b, 1);
    assert_int_equal(huvm_state(b.p, 1), HUVM_REMOVABLE); /* it is unused */
    assert_true(huvm_give(b.p, 1, 1));
    assert_false(huvm_give(b.p, 1, 1));
    free(b.p);
}

/* Eight granules, all of which two whole chunks would take: chunks that need only one leave room
   for a third, a fourth and a fifth, until three granules are left. */
static void neighbour_of_small_chunks(void **state)
{
    struct bench b;
    struct huvm_config c = {
        .gpus = 2, .chunks = 2 * OWN, .home = b.home, .chunk_granules = 4, .on = {.harvest = true}};
    (void)state;
    for (unsigned i = 0; i < c.chunks; i++)
        b.home[i] = (uint8_t)(i / OWN);
    c.gpu[0] = (struct huvm_gpu_config){4, false};
    c.gpu[1] = (struct huvm_gpu_config){8, true};
    b.p = make_policy(&c);
    fill(&b, 0, 1);
    for (uint32_t i = 0; i < 5; i++) {
        faults(&b, 0, i + 1, 1);
        is_copy(&b, 0, i, 0, 1, HUVM_EVICT);
        assert_int_equal(huvm_lent(b.p, 1), i + 4);
        assert_false(huvm_shrunk(b.p, i, 0));
        assert_false(huvm_shrunk(b.p, i, 5));
        assert_false(huvm_shrunk(b.p, i + 1, 1)); /* which waits at the host */
        assert_true(huvm_shrunk(b.p, i, 1));
        assert_false(huvm_shrunk(b.p, i, 2));
        assert_int_equal(huvm_lent(b.p, 1), i + 1);
        done(&b, i);
        assert_false(huvm_shrunk(b.p, i, 1));
        done(&b, i + 1);
    }
    assert_int_equal(huvm_guests(b.p, 1), 5);
    faults(&b, 0, 6, 1); /* nothing is written back */
    is_copy(&b, 0, 5, 0, HUVM_HOST, HUVM_EVICT);
    assert_false(huvm_shrunk(b.p, 5, 1));
    done(&b, 5);
    done(&b, 6);
    done(&b, 0); /* is written back, so its granule and three free ones are enough */
    faults(&b, 0, 7, 1);
    assert_int_equal(b.actions[0].kind, HUVM_DROP);
    is_copy(&b, 1, 6, 0, 1, HUVM_EVICT);
    assert_int_equal(huvm_lent(b.p, 1), 8);
    assert_true(huvm_shrunk(b.p, 6, 4));
    done(&b, 6);
    free(b.p);
}

/* The maximum of every parameter, and one more. */
static void limits(void **state)
{
    uint8_t home[HUVM_GPUS_MAX + 1];
    uint32_t last = HUVM_GPUS_MAX - 1;
    struct huvm_config c = {.gpus = HUVM_GPUS_MAX,
                            .chunks = HUVM_GPUS_MAX,
                            .home = home,
                            .chunk_granules = 64,
                            .prefetch = HUVM_AHEAD_MAX};
    struct huvm_action action;
    (void)state;
    for (unsigned i = 0; i < HUVM_GPUS_MAX; i++) {
        home[i] = (uint8_t)i;
        c.gpu[i].granules = 64;
    }
    struct huvm_policy *p = make_policy(&c);
    assert_true(huvm_faults(p, last, &last, 1));
    assert_true(huvm_next(p, &action));
    assert_true(huvm_done(p, last));
    assert_true(huvm_next(p, &action));
    assert_false(huvm_faults(p, HUVM_GPUS_MAX, &last, 1));
    assert_false(huvm_take(p, HUVM_GPUS_MAX, 1));
    assert_false(huvm_give(p, HUVM_GPUS_MAX, 1));
    last++;
    assert_false(huvm_faults(p, 0, &last, 1));
    assert_false(huvm_done(p, last));
    assert_false(huvm_size(p, last, 1));
    assert_false(huvm_touch(p, last));
    free(p);
    c.gpu[0].granules = 63;
    assert_int_equal(huvm_policy_bytes(&c), 0);
    c.gpu[0].granules = 65;
    c.chunk_granules = 65;
    assert_int_equal(huvm_policy_bytes(&c), 0);
    c.chunk_granules = 0;
    assert_int_equal(huvm_policy_bytes(&c), 0);
    c.chunk_granules = 64;
    c.chunks = (1u << 26) + 1;
    assert_int_equal(huvm_policy_bytes(&c), 0);
    c.chunks = 0;
    assert_int_equal(huvm_policy_bytes(&c), 0);
    c.chunks = 1;
    c.stride = (1u << 26) + 1;
    assert_int_equal(huvm_policy_bytes(&c), 0);
    c.stride = 1u << 26;
    assert_true(huvm_policy_bytes(&c) > 0);
    c.gpus = HUVM_GPUS_MAX + 1;
    assert_int_equal(huvm_policy_bytes(&c), 0);
    c.gpus = 0;
    assert_int_equal(huvm_policy_bytes(&c), 0);
    c.gpus = 1;
    c.chunks = 1u << 26;
    uint8_t *many = calloc(c.chunks, 1);
    c.home = many;
    assert_true(huvm_policy_bytes(&c) > 0);
    free(many);
}

static void what_is_refused(void **state)
{
    struct bench b;
    struct huvm_config c = {.gpus = 1, .chunks = 1, .chunk_granules = 1};
    uint8_t home[2] = {0, 1};
    uint32_t twice[] = {1, 1}, many[HUVM_BATCH_MAX + 1] = {0}, one = 0;
    struct huvm_action action;
    (void)state;
    c.home = home;
    assert_int_equal(huvm_policy_bytes(&c), 0); /* no memory */
    c.gpu[0].granules = 1;
    assert_true(huvm_policy_bytes(&c) > 0);
    c.chunks = 2; /* of a GPU that does not exist */
    assert_int_equal(huvm_policy_bytes(&c), 0);
    c.chunks = 1;
    c.prefetch = HUVM_AHEAD_MAX + 1;
    assert_int_equal(huvm_policy_bytes(&c), 0);
    open_bench(&b, 2, 2, 4, all);
    assert_false(huvm_faults(b.p, 0, many, 0));
    assert_false(huvm_faults(b.p, 0, many, HUVM_BATCH_MAX + 1));
    assert_false(huvm_faults(b.p, 2, &one, 1));
    assert_false(huvm_faults(b.p, 1, &one, 1));
    assert_false(huvm_faults(b.p, 0, twice, 2));
    assert_false(huvm_done(b.p, 0));
    assert_false(huvm_touch(b.p, 0));
    assert_false(huvm_size(b.p, 0, 0));
    assert_false(huvm_size(b.p, 0, 2));
    assert_false(huvm_give(b.p, 1, 1));
    assert_true(huvm_faults(b.p, 0, &one, 1));
    assert_false(huvm_done(b.p, 0)); /* its actions are not taken */
    assert_true(huvm_next(b.p, &action));
    assert_false(huvm_faults(b.p, 0, &one, 1)); /* not served */
    assert_true(huvm_done(b.p, 0));
    free(b.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follows_the_reference),
        cmocka_unit_test(without_neighbours),
        cmocka_unit_test(victim_goes_to_the_neighbour),
        cmocka_unit_test(lender_comes_first),
        cmocka_unit_test(batch_from_both_ends),
        cmocka_unit_test(prefetch_by_two_paths),
        cmocka_unit_test(lanes_for_prefetches),
        cmocka_unit_test(owner_takes_back),
        cmocka_unit_test(neighbour_of_small_chunks),
        cmocka_unit_test(limits),
        cmocka_unit_test(what_is_refused),
    };
    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
