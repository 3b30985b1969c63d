/* SPDX-License-Identifier: Apache-2.0 */
/* Memory with real page faults: no byte is lost under any policy, and no more memory is resident
   than allowed. The coordinator and its programs are one process here. */
#define _GNU_SOURCE
#include "huvm_real_again.h"
#include "huvm_real_drop.h"
#include "huvm_real_leave.h"
#include "huvm_real_links.h"

/* A third of the chunks, which then do not compress; the others are zero until they are used. */
static void fill_some(uint8_t *memory, uint8_t *shadow, uint32_t chunks)
{
    for (size_t i = 0; i < chunks * chunk_bytes; i += 8) {
        uint64_t word = unit_random();
        if (i / chunk_bytes % 3 == 0)
            memcpy(shadow + i, &word, 8);
    }
    memcpy(memory, shadow, chunks * chunk_bytes);
}

static void run_policy(unsigned policy, enum huvm_faults faults, enum huvm_compress compress,
                       enum huvm_codec codec)
{
    struct huvm_real_config config = config_of(policy, faults);
    struct huvm_real *r = NULL;
    struct ledger ledger = {0};
    struct huvm_client *client[GPUS] = {NULL};
    uint8_t *memory[GPUS], *shadow[GPUS];
    struct user users[USERS];
    pthread_t threads[USERS];
    config.compress = compress;
    config.codec = codec;
    config.see = look;
    config.context = &ledger;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    pthread_mutex_lock(&r->run.lock);
    ledger.r = r;
    for (unsigned i = 0; i < REAL_LINKS; i++)
        ledger.next[i].chunk = NOBODY;
    pthread_mutex_unlock(&r->run.lock);
    for (unsigned i = 0; i < GPUS; i++) {
        if (gpus[i].chunks == 0)
            continue;
        client[i] = join_as(r, i);
        memory[i] = huvm_client_alloc(client[i], gpus[i].chunks * chunk_bytes);
        shadow[i] = calloc(gpus[i].chunks, chunk_bytes);
        assert_non_null(memory[i]);
        if (compress != HUVM_RAW)
            fill_some(memory[i], shadow[i], gpus[i].chunks);
    }
    for (unsigned i = 0; i < USERS; i++) {
        unsigned gpu = gpu_of[i], others = gpu == 3 ? 1 : 2;
        users[i] = (struct user){(uint64_t *)memory[gpu],
                                 (uint64_t *)shadow[gpu],
                                 unit_random(),
                                 i % others,
                                 others,
                                 gpus[gpu].chunks,
                                 0,
                                 gpu == 3 ? client[gpu] : NULL};
        assert_int_equal(pthread_create(&threads[i], NULL, use, &users[i]), 0);
    }
    for (unsigned i = 0; i < USERS; i++)
        pthread_join(threads[i], NULL);
    for (unsigned i = 0; i < USERS; i++)
        assert_int_equal(users[i].wrong, 0);
    for (unsigned i = 0; i < GPUS; i++) {
        if (client[i] == NULL)
            continue;
        assert_in_range(resident(memory[i], gpus[i].chunks), 1, gpus[i].local);
        assert_memory_equal(memory[i], shadow[i], gpus[i].chunks * chunk_bytes);
        assert_in_range(resident(memory[i], gpus[i].chunks), 1, gpus[i].local);
        free(shadow[i]);
    }
    check_counts(&config, r);
    for (unsigned i = 0; i < GPUS; i++)
        if (client[i] != NULL)
            huvm_client_close(client[i]);
    pthread_mutex_lock(&r->run.lock);
    bool emptied = r->links.tier.bytes == 0 && r->links.tier.peak == ledger.host_peak;
    pthread_mutex_unlock(&r->run.lock);
    assert_true(emptied);
    huvm_real_close(r);
    assert_int_equal(ledger.wrong, 0);
    assert_true(ledger.looks > 0);
}

static void no_byte_is_lost(void **state)
{
    (void)state;
    for (unsigned policy = 0; policy < HUVM_POLICIES; policy++)
        run_policy(policy, HUVM_USERFAULTFD, HUVM_RAW, HUVM_ZVC);
}

/* One in eleven of all policies, tiers, codecs and kinds of faults; chosen by the seed. */
static void nor_where_it_is_compressed(void **state)
{
    enum { TIERS = 3, CODECS = 3, KINDS = 2, ALL = HUVM_POLICIES * TIERS * CODECS * KINDS };
    (void)state;
    for (unsigned i = (unsigned)(unit_random() % 11); i < ALL; i += 11)
        run_policy(i / (TIERS * CODECS * KINDS),
                   i % KINDS == 0 ? HUVM_USERFAULTFD : HUVM_PROTECTION,
                   (enum huvm_compress)(HUVM_LINK + i / KINDS % TIERS),
                   (enum huvm_codec)(i / (TIERS * KINDS) % CODECS));
}

static void nor_by_protection(void **state)
{
    (void)state;
    for (unsigned policy = 0; policy < HUVM_POLICIES; policy += 7)
        run_policy(policy, HUVM_PROTECTION, HUVM_RAW, HUVM_ZVC);
    run_policy(5, HUVM_PROTECTION, HUVM_RAW, HUVM_ZVC);
}

/* ---- blocks ---- */

static bool is_zero(const uint8_t *at, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (at[i] != 0)
            return false;
    return true;
}

static void use_blocks(enum huvm_faults faults, enum huvm_compress compress)
{
    struct huvm_real_config config = config_of(HUVM_POLICIES - 1, faults);
    struct huvm_real *r = NULL;
    config.compress = compress;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    struct huvm_client *c = join_as(r, 2);
    uint8_t *held = huvm_client_alloc(c, 3 * chunk_bytes - 5);
    assert_int_equal(huvm_client_size(c, held), 3 * chunk_bytes - 5);
    assert_null(huvm_client_alloc(c, 38 * chunk_bytes));
    assert_null(huvm_client_alloc(c, 0));
    assert_null(huvm_client_alloc(c, SIZE_MAX));
    memset(held, 1, 3 * chunk_bytes - 5);
    for (unsigned i = 0; i < 30; i++) {
        size_t bytes = 1 + unit_random() % (37 * chunk_bytes);
        uint8_t *block = huvm_client_alloc(c, bytes);
        assert_non_null(block);
        assert_true(is_zero(block, bytes));
        memset(block, 255, bytes);
        if (i % 3 == 0) {
            size_t at = unit_random() % bytes, count = unit_random() % (bytes - at);
            huvm_client_clear(c, block + at, count);
            assert_true(is_zero(block + at, count));
            assert_true((at == 0 || block[at - 1] == 255) &&
                        (at + count == bytes || block[at + count] == 255));
        }
        if (i % 4 == 0) {
            assert_true(huvm_client_resize(c, block, (bytes + 1) / 2));
            assert_int_equal(huvm_client_size(c, block), (bytes + 1) / 2);
            assert_false(huvm_client_resize(c, block, bytes + 2 * chunk_bytes));
        }
        huvm_client_free(c, block);
    }
    assert_true(held[0] == 1 && held[3 * chunk_bytes - 6] == 1);
    assert_true(huvm_client_has(c, held) && !huvm_client_has(c, &config));
    huvm_client_free(c, held);
    assert_int_equal(resident(held, 3), 0);
    huvm_client_close(c);
    huvm_real_close(r);
}

/* A freed block has no size, can be freed again, and is found after all others. */
static void freed_blocks(void **state)
{
    struct huvm_record record = {.chunk_bytes = chunk_bytes, .chunks = 8, .window = 8};
    struct huvm_client *c = NULL;
    (void)state;
    assert_int_equal(huvm_client_record(&record, &c), HUVM_CLIENT_GOOD);
    uint8_t *first = huvm_client_alloc(c, 1), *rest = huvm_client_alloc(c, 7 * chunk_bytes);
    assert_true(first != NULL && rest == first + chunk_bytes);
    assert_int_equal(huvm_client_size(c, first), 1);
    huvm_client_free(c, first);
    assert_int_equal(huvm_client_size(c, first), 0);
    huvm_client_free(c, first);
    assert_ptr_equal(huvm_client_alloc(c, 2), first);
    assert_null(huvm_client_alloc(c, 1));
    huvm_client_close(c);
}

static void blocks(void **state)
{
    (void)state;
    use_blocks(HUVM_USERFAULTFD, HUVM_TIERS);
    use_blocks(HUVM_USERFAULTFD, HUVM_RAW);
    use_blocks(HUVM_PROTECTION, HUVM_LINK);
}

/* As many GPUs as there can be, one of which lends: no table is left. */
static void all_gpus(void **state)
{
    struct huvm_real_config config = config_of(7, HUVM_ANY_FAULTS);
    struct huvm_result result;
    struct huvm_real *r;
    int reason;
    (void)state;
    config.gpus = HUVM_GPUS_MAX;
    for (unsigned i = 0; i < HUVM_GPUS_MAX; i++)
        config.gpu[i] = (struct huvm_real_gpu){i > 0, 1, i == 0};
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    huvm_client_close(join_as(r, HUVM_GPUS_MAX - 1));
    assert_true(huvm_real_faults(r, HUVM_GPUS_MAX - 1, &reason) != HUVM_ANY_FAULTS);
    huvm_real_result(r, &result);
    assert_int_equal(result.gpu[HUVM_GPUS_MAX - 1].counts.faults, 0);
    huvm_real_close(r);
    config.gpus++;
    assert_int_equal(huvm_real_open(&config, &r), LP_ERR_ARG);
}

static void opened_and_closed(void **state)
{
    struct huvm_real_config config = config_of(7, HUVM_ANY_FAULTS), bad;
    struct huvm_real *r;
    (void)state;
    assert_int_equal(huvm_real_open(&config, &r), LP_OK);
    /* These do not fit 32 bits, although their lower 32 bits would be valid. */
    assert_false(huvm_real_take(r, 1, (INT64_C(1) << 32) + 1));
    assert_false(huvm_real_owes(r, 1));
    assert_true(huvm_real_take(r, 1, 1));
    assert_false(huvm_real_take(r, 1, -(INT64_C(1) << 32) - 1));
    assert_true(huvm_real_take(r, 1, -1));
    huvm_real_close(r); /* no memory was used */
    bad = config;
    bad.chunk_bytes = chunk_bytes / 2 + 1;
    assert_int_equal(huvm_real_open(&bad, &r), LP_ERR_ARG);
    bad.chunk_bytes = (size_t)sysconf(_SC_PAGESIZE) / 2;
    assert_int_equal(huvm_real_open(&bad, &r), LP_ERR_ARG);
    bad = config;
    bad.gpu[0].local = 0;
    assert_int_equal(huvm_real_open(&bad, &r), LP_ERR_ARG);
    bad = config;
    bad.gpus = HUVM_GPUS_MAX + 1;
    assert_int_equal(huvm_real_open(&bad, &r), LP_ERR_ARG);
    bad = config;
    bad.gpu[0].chunks = bad.gpu[2].chunks = bad.gpu[3].chunks = 0;
    assert_int_equal(huvm_real_open(&bad, &r), LP_ERR_ARG);
    bad.gpu[0].chunks = 1; /* the least */
    assert_int_equal(huvm_real_open(&bad, &r), LP_OK);
    huvm_real_close(r);
    bad = config;
    bad.prefetch = HUVM_AHEAD_MAX + 1; /* known only to the policy */
    assert_int_equal(huvm_real_open(&bad, &r), LP_ERR_SYSTEM);
    assert_int_equal(errno, EINVAL);
}

static void closes_what_is_open(void **state)
{
    (void)state;
    assert_int_equal(wrong_closes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opened_and_closed),
        cmocka_unit_test(all_gpus),
        cmocka_unit_test(no_byte_is_lost),
        cmocka_unit_test(nor_where_it_is_compressed),
        cmocka_unit_test(nor_by_protection),
        cmocka_unit_test(blocks),
        cmocka_unit_test(freed_blocks),
        cmocka_unit_test(one_after_the_other),
        cmocka_unit_test(nonsense),
        cmocka_unit_test(ends_before_the_next),
        cmocka_unit_test(lies),
        cmocka_unit_test(leaves_while_it_waits),
        cmocka_unit_test(leaves_nothing),
        cmocka_unit_test(unmaps_all),
        cmocka_unit_test(file_zero),
        cmocka_unit_test(all_connections),
        cmocka_unit_test(keeps_its_memory),
        cmocka_unit_test(who_does_not_hear),
        cmocka_unit_test(who_does_not_obey),
        cmocka_unit_test(who_says_nothing),
        cmocka_unit_test(who_says_what_none_says),
        cmocka_unit_test(files_that_are_none),
        cmocka_unit_test(more_than_one_file),
        cmocka_unit_test(the_next_one_has_a_place),
        cmocka_unit_test(another_user_is_not_heard),
        cmocka_unit_test(no_files_left),
        cmocka_unit_test(all_that_is_kept_is_heard),
        cmocka_unit_test(waits),
        cmocka_unit_test(forks),
        cmocka_unit_test(faults_elsewhere),
        cmocka_unit_test(messages_are_whole),
        cmocka_unit_test(child_of_a_recording),
        cmocka_unit_test(host_fails),
        cmocka_unit_test(records_once),
        cmocka_unit_test(decides_the_same_again),
        cmocka_unit_test(closes_what_is_open), /* limit for all of these */
    };
    /* As in POSIX: a pointer to an object is not cast to a function. */
    *(void **)&close_next = dlsym(RTLD_NEXT, "close");
    chunk_bytes = (size_t)sysconf(_SC_PAGESIZE) * 2;
    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
