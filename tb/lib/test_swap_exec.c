/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The executor: tensors that leave and come back are the same whatever the codec, the memories and
 * the order; its counters are consistent; tensors removed in mid-way are gone; a host pool that is
 * full, truncated, changed or removed, and an arena that is too small, give errors and never a
 * wrong tensor; writing or unmapping memory while a tensor leaves is detected.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "unit.h"

#include "../../cmodel/lib/swap/swap_space.h"
#include <errno.h>
#include <fcntl.h>
#include <linepress/swap.h>
#include <sys/mman.h>
#include <unistd.h>

#define TENSORS 24u
#define MIB (1024u * 1024u)

static char path[64];

/* A name that does not exist. */
static const char *new_path(void)
{
    snprintf(path, sizeof path, "/tmp/linepress-swap-%ld-%x", (long)getpid(),
             (unsigned)unit_random());
    return path;
}

static struct lp_swap_setting any_setting(void)
{
    return (struct lp_swap_setting){(int)(unit_random() % LP_SWAP_CODECS),
                                    1 + (unsigned)unit_random() % 40, unit_random() % 2 ? 64 : 128};
}

/* Offloads with the codec before the link, or after it: *after = 0 or 1. */
static int offload(struct lp_swap *s, unsigned id, const struct lp_swap_setting *setting,
                   int *after)
{
    *after = setting->codec != LP_SWAP_RAW && unit_random() % 3 == 0;
    return *after ? lp_swap_offload_behind(s, id, setting) : lp_swap_offload(s, id, setting);
}

/* ---- random use ---- */

struct one {
    uint8_t *due, *data; /* data: without an arena, the memory that the executor sees */
    size_t bytes;
    unsigned id;
    int away;
};

static void check(struct lp_swap *s, const struct one *t)
{
    assert_int_equal(lp_swap_where(s, t->id), LP_SWAP_RESIDENT);
    if (t->bytes > 0)
        assert_memory_equal(lp_swap_data(s, t->id), t->due, t->bytes);
}

static void begin(struct lp_swap *s, struct one *t, int arena)
{
    t->bytes = unit_random() % 8 ? unit_random() % 60000 : 0;
    t->due = malloc(t->bytes + 1);
    t->data = arena ? NULL : malloc(t->bytes + 1);
    unit_fill(t->due, t->bytes);
    if (!arena)
        memcpy(t->data, t->due, t->bytes);
    assert_int_equal(lp_swap_add(s, t->data, t->bytes, &t->id), LP_OK);
    if (arena && t->bytes > 0)
        memcpy(lp_swap_data(s, t->id), t->due, t->bytes);
    t->away = 0;
}

static void leave(struct lp_swap *s, struct one *t, int arena)
{
    struct lp_swap_setting setting = any_setting();
    struct lp_swap_facts facts;
    int behind;
    assert_int_equal(offload(s, t->id, &setting, &behind), LP_OK);
    assert_int_equal(lp_swap_wait(s, t->id), LP_OK);
    assert_int_equal(lp_swap_where(s, t->id), LP_SWAP_AWAY);
    assert_int_equal(lp_swap_facts(s, t->id, &facts), LP_OK);
    assert_true(facts.stored <= t->bytes);
    assert_true(facts.codec == setting.codec || facts.codec == LP_SWAP_RAW);
    assert_true((facts.codec == LP_SWAP_RAW || behind) == (facts.stored == t->bytes));
    if (!arena) {
        memset(t->data, 0xcc, t->bytes);
        assert_int_equal(lp_swap_drop(s, t->id), LP_OK);
    }
    assert_null(lp_swap_data(s, t->id));
    t->away = 1;
}

static void come(struct lp_swap *s, struct one *t)
{
    assert_int_equal(lp_swap_prefetch(s, t->id, t->data), LP_OK);
    assert_int_equal(lp_swap_wait(s, t->id), LP_OK);
    check(s, t);
    t->away = 0;
}

static void end(struct lp_swap *s, struct one *t)
{
    assert_int_equal(lp_swap_remove(s, t->id), LP_OK);
    free(t->due);
    free(t->data);
    t->due = NULL;
}

/* Device memory in use is exactly that of the resident tensors. */
static void check_books(struct lp_swap *s, const struct one *list)
{
    struct lp_swap_stats stats;
    uint64_t held = 0;
    for (unsigned i = 0; i < TENSORS; i++)
        held += list[i].due != NULL && !list[i].away ? list[i].bytes : 0;
    lp_swap_stats(s, &stats);
    assert_int_equal(stats.device, held);
    assert_true(stats.device_peak >= held && stats.host <= stats.host_peak);
}

static void random_use(int arena, const char *file)
{
    struct lp_swap_config config = {.device_bytes = arena ? 4 * MIB : 0,
                                    .arena = arena,
                                    .host_path = file,
                                    .host_bytes = 8 * MIB,
                                    .threads = 2};
    struct one list[TENSORS] = {{0}};
    struct lp_swap_stats stats;
    struct lp_swap *s;
    assert_int_equal(lp_swap_open(&config, &s), LP_OK);
    for (unsigned i = 0; i < 1500; i++) {
        struct one *t = &list[unit_random() % TENSORS];
        if (t->due == NULL)
            begin(s, t, arena);
        else if (unit_random() % 8 == 0)
            end(s, t);
        else if (t->away)
            come(s, t);
        else
            leave(s, t, arena);
        check_books(s, list);
    }
    for (unsigned i = 0; i < TENSORS; i++)
        if (list[i].due != NULL)
            end(s, &list[i]);
    lp_swap_stats(s, &stats);
    assert_true(stats.device == 0 && stats.host == 0 && stats.moved_out > stats.moved_in);
    assert_true(stats.link_out < stats.moved_out);
    assert_string_equal(lp_swap_trouble(s), "");
    lp_swap_close(s);
    if (file != NULL)
        assert_int_equal(access(file, F_OK), -1);
}

static void in_memory(void **state)
{
    (void)state;
    random_use(0, NULL);
    random_use(1, NULL);
}

static void in_file(void **state)
{
    (void)state;
    random_use(0, new_path());
    random_use(1, new_path());
}

/* ---- concurrency and interruption ---- */

/* All leave together and come back together, in another order, over slow links. */
static void together(void **state)
{
    (void)state;
    struct lp_swap_config config = {.host_bytes = 8 * MIB, .threads = 3, .out = 1e9, .in = 1e9};
    static uint8_t due[TENSORS][50000], data[TENSORS][50000];
    struct lp_swap *s;
    unsigned ids[TENSORS];
    int behind;
    assert_int_equal(lp_swap_open(&config, &s), LP_OK);
    for (unsigned i = 0; i < TENSORS; i++) {
        struct lp_swap_setting setting = any_setting();
        unit_fill(due[i], sizeof due[i]);
        memcpy(data[i], due[i], sizeof due[i]);
        assert_int_equal(lp_swap_add(s, data[i], sizeof data[i], &ids[i]), LP_OK);
        assert_int_equal(offload(s, ids[i], &setting, &behind), LP_OK);
    }
    for (unsigned i = 0; i < TENSORS; i++) {
        assert_int_equal(lp_swap_wait(s, ids[i]), LP_OK);
        memset(data[i], 0xcc, sizeof data[i]);
        assert_int_equal(lp_swap_drop(s, ids[i]), LP_OK);
    }
    for (unsigned i = TENSORS; i-- > 0;)
        assert_int_equal(lp_swap_prefetch(s, ids[i], data[i]), LP_OK);
    for (unsigned i = 0; i < TENSORS; i++) {
        assert_int_equal(lp_swap_wait(s, ids[i]), LP_OK);
        assert_memory_equal(data[i], due[i], sizeof due[i]);
    }
    lp_swap_close(s);
}

/* Removed in any state, over a link on which a tensor never arrives. */
static void removed_under_way(void **state)
{
    (void)state;
    struct lp_swap_config config = {.host_bytes = 64 * MIB, .threads = 2, .out = 1e6};
    uint8_t *data = calloc(4, MIB);
    struct lp_swap *s;
    struct lp_swap_stats stats;
    for (unsigned round = 0; round < 40; round++) {
        unsigned ids[4];
        int behind;
        assert_int_equal(lp_swap_open(&config, &s), LP_OK);
        for (unsigned i = 0; i < 4; i++) {
            struct lp_swap_setting setting = any_setting();
            if (round % 2)
                setting.codec = LP_SWAP_RAW;
            assert_int_equal(lp_swap_add(s, data + i * MIB, MIB, &ids[i]), LP_OK);
            assert_int_equal(offload(s, ids[i], &setting, &behind), LP_OK);
        }
        for (unsigned i = 0; i < 4 && round % 4 != 3; i++)
            assert_int_equal(lp_swap_remove(s, ids[(i + round) % 4]), LP_OK);
        lp_swap_stats(s, &stats);
        if (round % 4 != 3)
            assert_true(stats.device == 0 && stats.host == 0);
        assert_string_equal(lp_swap_trouble(s), "");
        lp_swap_close(s);
    }
    free(data);
}

/* ---- errors ---- */

static uint8_t big[2 * MIB], back[2 * MIB];

/* A tensor is away in the file `path`; its id. */
static unsigned send_one(struct lp_swap *s, int codec)
{
    int behind;
    struct lp_swap_setting setting = {codec, 8, 64};
    unsigned id;
    for (size_t i = 0; i < sizeof big; i++)
        big[i] = i % 8 < 4 ? (uint8_t)(1 + unit_random() % 255) : 0;
    assert_int_equal(lp_swap_add(s, big, sizeof big, &id), LP_OK);
    assert_int_equal(offload(s, id, &setting, &behind), LP_OK);
    return id;
}

static struct lp_swap *open_in_file(uint64_t host_bytes)
{
    struct lp_swap_config config = {
        .host_path = new_path(), .host_bytes = host_bytes, .threads = 2};
    struct lp_swap *s;
    assert_int_equal(lp_swap_open(&config, &s), LP_OK);
    return s;
}

static int fetch_one(struct lp_swap *s, unsigned id)
{
    assert_int_equal(lp_swap_drop(s, id), LP_OK);
    int error = lp_swap_prefetch(s, id, back);
    return error != LP_OK ? error : lp_swap_wait(s, id);
}

/* One bit of the pool is turned: of a stream's head, of its parts, of a raw tensor. */
static void corrupt_pool(void **state)
{
    (void)state;
    for (int codec = 0; codec < LP_SWAP_CODECS; codec++)
        for (unsigned round = 0; round < 6; round++) {
            struct lp_swap *s = open_in_file(8 * MIB);
            struct lp_swap_stats stats;
            unsigned id = send_one(s, codec);
            assert_int_equal(lp_swap_wait(s, id), LP_OK);
            lp_swap_stats(s, &stats);
            off_t at = round == 0 ? 3 : (off_t)(unit_random() % stats.host);
            int file = open(path, O_RDWR);
            uint8_t byte;
            assert_int_equal(pread(file, &byte, 1, at), 1);
            byte ^= (uint8_t)(1u << unit_random() % 8);
            assert_int_equal(pwrite(file, &byte, 1, at), 1);
            close(file);
            int error = fetch_one(s, id);
            /* LZ4 may encode the same data differently. */
            if (codec == LP_SWAP_LZ4 && error == LP_OK) {
                assert_memory_equal(back, big, sizeof big);
                lp_swap_close(s);
                continue;
            }
            assert_int_equal(error, LP_ERR_CORRUPT);
            assert_int_equal(lp_swap_where(s, id), LP_SWAP_AWAY);
            assert_non_null(strstr(lp_swap_trouble(s), path));
            lp_swap_close(s);
        }
}

/* vDNN++'s way: the link sees the raw tensor, and is held by the codec; the pool has the stream. */
static void behind_the_link(void **state)
{
    (void)state;
    struct lp_swap_config config = {.host_bytes = 8 * MIB, .threads = 2};
    struct lp_swap_setting zvc = {LP_SWAP_ZVC, 4, 64}, raw = {LP_SWAP_RAW, 1, 64};
    struct lp_swap_stats stats;
    struct lp_swap_facts facts;
    struct lp_swap *s;
    unsigned id;
    assert_int_equal(lp_swap_open(&config, &s), LP_OK);
    for (size_t i = 0; i < sizeof big; i++)
        big[i] = i % 16 < 4 ? 7 : 0;
    assert_int_equal(lp_swap_add(s, big, sizeof big, &id), LP_OK);
    assert_int_equal(lp_swap_offload_behind(s, id, &raw), LP_ERR_ARG);
    assert_int_equal(lp_swap_offload_behind(s, id, &zvc), LP_OK);
    assert_int_equal(lp_swap_wait(s, id), LP_OK);
    assert_int_equal(lp_swap_facts(s, id, &facts), LP_OK);
    lp_swap_stats(s, &stats);
    assert_true(facts.codec == LP_SWAP_ZVC && facts.stored == sizeof big);
    assert_true(stats.link_out == sizeof big && stats.host < sizeof big / 3);
    assert_true(stats.compress <= 0);
    assert_int_equal(fetch_one(s, id), LP_OK);
    assert_memory_equal(back, big, sizeof big);
    lp_swap_stats(s, &stats);
    assert_true(stats.link_in == sizeof big && stats.host == 0 && stats.expand <= 0);
    lp_swap_close(s);
}

static void cut_pool(void **state)
{
    (void)state;
    struct lp_swap *s = open_in_file(8 * MIB);
    unsigned id = send_one(s, LP_SWAP_RAW);
    assert_int_equal(lp_swap_wait(s, id), LP_OK);
    assert_int_equal(truncate(path, 4096), 0);
    assert_int_equal(fetch_one(s, id), LP_ERR_CORRUPT);
    assert_non_null(strstr(lp_swap_trouble(s), "shorter"));
    lp_swap_close(s);
}

static void removed_pool(void **state)
{
    (void)state;
    for (int way = 0; way < 2; way++) {
        struct lp_swap *s = open_in_file(8 * MIB);
        unsigned id = 0;
        if (way == 1) {
            id = send_one(s, LP_SWAP_ZVC);
            assert_int_equal(lp_swap_wait(s, id), LP_OK);
        }
        assert_int_equal(unlink(path), 0);
        /* Another process's file of this name is not touched. */
        int other = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
        assert_true(other >= 0);
        if (way == 0) {
            id = send_one(s, LP_SWAP_ZVC);
            assert_int_equal(lp_swap_wait(s, id), LP_ERR_SYSTEM);
            assert_int_equal(lp_swap_where(s, id), LP_SWAP_RESIDENT);
        } else {
            assert_int_equal(fetch_one(s, id), LP_ERR_SYSTEM);
        }
        assert_non_null(strstr(lp_swap_trouble(s), "removed"));
        lp_swap_close(s);
        assert_int_equal(access(path, F_OK), 0);
        close(other);
        unlink(path);
    }
}

static void full_pool(void **state)
{
    (void)state;
    struct lp_swap *s = open_in_file(MIB);
    struct lp_swap_setting raw = {LP_SWAP_RAW, 1, 64};
    unsigned id = send_one(s, LP_SWAP_RAW), other;
    assert_int_equal(lp_swap_wait(s, id), LP_ERR_HOST_FULL);
    assert_int_equal(lp_swap_where(s, id), LP_SWAP_RESIDENT);
    assert_non_null(strstr(lp_swap_trouble(s), "no room"));
    assert_int_equal(lp_swap_add(s, back, 64, &other), LP_OK);
    assert_int_equal(lp_swap_offload(s, other, &raw), LP_ERR_HOST_FULL);
    lp_swap_close(s);
    struct lp_swap_config config = {.host_path = "/dev/full", .host_bytes = MIB};
    assert_int_equal(lp_swap_open(&config, &s), LP_ERR_SYSTEM);
    assert_int_equal(errno, EEXIST);
}

static void small_device(void **state)
{
    (void)state;
    for (int arena = 0; arena < 2; arena++) {
        struct lp_swap_config config = {
            .device_bytes = MIB, .arena = arena, .host_bytes = 8 * MIB, .threads = 1};
        struct lp_swap_setting zvc = {LP_SWAP_ZVC, 4, 64};
        struct lp_swap_stats stats;
        struct lp_swap *s;
        unsigned a, b;
        assert_int_equal(lp_swap_open(&config, &s), LP_OK);
        assert_int_equal(lp_swap_add(s, arena ? NULL : big, MIB + 1, &a), LP_ERR_DEVICE_FULL);
        assert_int_equal(lp_swap_add(s, arena ? NULL : big, MIB, &a), LP_OK);
        assert_int_equal(lp_swap_add(s, arena ? NULL : back, 1, &b), LP_ERR_DEVICE_FULL);
        assert_int_equal(lp_swap_offload(s, a, &zvc), LP_OK);
        /* With an arena the second one waits for the first to have left. */
        if (!arena)
            assert_int_equal(lp_swap_wait(s, a), LP_OK);
        if (!arena)
            assert_int_equal(lp_swap_drop(s, a), LP_OK);
        assert_int_equal(lp_swap_add(s, arena ? NULL : back, MIB, &b), LP_OK);
        assert_int_equal(lp_swap_wait(s, a), LP_OK);
        assert_int_equal(lp_swap_prefetch(s, a, arena ? NULL : big), LP_ERR_DEVICE_FULL);
        lp_swap_stats(s, &stats);
        assert_int_equal(stats.device_peak, MIB);
        lp_swap_close(s);
    }
}

static void wrong_calls(void **state)
{
    (void)state;
    struct lp_swap_config config = {.host_bytes = MIB};
    struct lp_swap_setting raw = {LP_SWAP_RAW, 1, 64}, bad = {LP_SWAP_ZVC, 0, 64};
    struct lp_swap *s;
    unsigned id;
    config.out = -1;
    assert_int_equal(lp_swap_open(&config, &s), LP_ERR_ARG);
    config = (struct lp_swap_config){.host_bytes = MIB, .arena = 1};
    assert_int_equal(lp_swap_open(&config, &s), LP_ERR_ARG);
    config = (struct lp_swap_config){.host_bytes = 0};
    assert_int_equal(lp_swap_open(&config, &s), LP_ERR_ARG);
    config = (struct lp_swap_config){.host_bytes = MIB};
    assert_int_equal(lp_swap_open(&config, &s), LP_OK);
    assert_int_equal(lp_swap_add(s, NULL, 8, &id), LP_ERR_ARG);
    assert_int_equal(lp_swap_offload(s, 0, &raw), LP_ERR_ARG);
    assert_int_equal(lp_swap_add(s, big, 8, &id), LP_OK);
    assert_int_equal(lp_swap_offload(s, id, &bad), LP_ERR_ARG);
    assert_int_equal(lp_swap_prefetch(s, id, big), LP_ERR_ARG);
    assert_int_equal(lp_swap_drop(s, id), LP_ERR_ARG);
    assert_int_equal(lp_swap_wait(s, id + 1), LP_ERR_ARG);
    assert_int_equal(lp_swap_remove(s, id), LP_OK);
    assert_int_equal(lp_swap_remove(s, id), LP_ERR_ARG);
    assert_int_equal(lp_swap_where(s, id), LP_SWAP_FREE);
    lp_swap_close(s);
}

/* ---- a caller that does not keep its memory as it is ---- */

/* lp_swap_compare detects any byte that differs from the tensor that left, whatever the codec. */
static void compared(void **state)
{
    (void)state;
    struct lp_swap_config config = {.host_bytes = 8 * MIB, .threads = 2};
    struct lp_swap *s;
    assert_int_equal(lp_swap_open(&config, &s), LP_OK);
    for (unsigned i = 0; i < 200; i++) {
        size_t bytes = 1 + unit_random() % 60000, at = unit_random() % bytes;
        struct lp_swap_setting setting = any_setting();
        unsigned id;
        int behind;
        unit_fill(big, bytes);
        assert_int_equal(lp_swap_add(s, big, bytes, &id), LP_OK);
        assert_int_equal(lp_swap_compare(s, id, big), LP_ERR_ARG);
        assert_int_equal(offload(s, id, &setting, &behind), LP_OK);
        assert_int_equal(lp_swap_wait(s, id), LP_OK);
        assert_int_equal(lp_swap_compare(s, id, big), LP_OK);
        assert_int_equal(lp_swap_compare(s, id, NULL), LP_ERR_ARG);
        big[at] ^= (uint8_t)(1u << unit_random() % 8);
        assert_int_equal(lp_swap_compare(s, id, big), LP_ERR_CORRUPT);
        assert_int_equal(lp_swap_remove(s, id), LP_OK);
        assert_int_equal(lp_swap_compare(s, id, big), LP_ERR_ARG);
    }
    lp_swap_close(s);
}

/* A tensor written while it leaves comes back in the state that lp_swap_compare reports, and is not
 * an error. */
static void written_under_way(void **state)
{
    (void)state;
    struct lp_swap_config config = {.host_bytes = 8 * MIB, .threads = 2, .out = 2e8};
    struct lp_swap *s;
    unsigned same = 0;
    assert_int_equal(lp_swap_open(&config, &s), LP_OK);
    for (unsigned i = 0; i < 60; i++) {
        struct lp_swap_setting setting = any_setting();
        size_t bytes = MIB / 2;
        unsigned id;
        int behind;
        unit_fill(big, bytes);
        assert_int_equal(lp_swap_add(s, big, bytes, &id), LP_OK);
        assert_int_equal(offload(s, id, &setting, &behind), LP_OK);
        for (unsigned k = unit_random() % 4000; k > 0; k--)
            ((volatile uint8_t *)big)[unit_random() % bytes] ^= 0x10;
        assert_int_equal(lp_swap_wait(s, id), LP_OK);
        int found = lp_swap_compare(s, id, big);
        assert_true(found == LP_OK || found == LP_ERR_CORRUPT);
        assert_int_equal(lp_swap_drop(s, id), LP_OK);
        assert_int_equal(lp_swap_prefetch(s, id, back), LP_OK);
        assert_int_equal(lp_swap_wait(s, id), LP_OK);
        assert_int_equal(memcmp(big, back, bytes) == 0, found == LP_OK);
        same += found == LP_OK;
        assert_int_equal(lp_swap_remove(s, id), LP_OK);
    }
    print_message("# as it was when it left: %u of 60\n", same);
    lp_swap_close(s);
}

/* If memory is unmapped before the tensor has left, this tensor stays and the others move. */
static void taken_away(void **state)
{
    (void)state;
    struct lp_swap_config config = {.host_bytes = 8 * MIB, .threads = 2};
    struct lp_swap *s;
    assert_int_equal(lp_swap_open(&config, &s), LP_OK);
    for (unsigned i = 0; i < 60; i++) {
        struct lp_swap_setting setting = any_setting();
        unsigned gone, id;
        int behind;
        void *memory = mmap(NULL, MIB / 2, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                            0);
        assert_true(memory != MAP_FAILED);
        assert_int_equal(lp_swap_add(s, memory, MIB / 2, &gone), LP_OK);
        assert_int_equal(munmap((uint8_t *)memory + MIB / 4, MIB / 4), 0);
        assert_int_equal(offload(s, gone, &setting, &behind), LP_OK);
        assert_int_equal(lp_swap_wait(s, gone), LP_ERR_ADDRESS);
        assert_int_equal(lp_swap_where(s, gone), LP_SWAP_RESIDENT);
        assert_int_equal(lp_swap_remove(s, gone), LP_OK);
        munmap(memory, MIB / 4);
        assert_int_equal(lp_swap_add(s, big, 4096, &id), LP_OK);
        assert_int_equal(offload(s, id, &setting, &behind), LP_OK);
        assert_int_equal(lp_swap_wait(s, id), LP_OK);
        assert_int_equal(lp_swap_remove(s, id), LP_OK);
    }
    assert_string_equal(lp_swap_trouble(s), "");
    lp_swap_close(s);
}

/* ---- the allocator ---- */

static void spaces(void **state)
{
    (void)state;
    struct lpi_space space;
    struct {
        uint64_t at, bytes;
    } taken[64];
    static uint8_t used[4096];
    size_t count = 0;
    assert_int_equal(lpi_space_open(&space, 4096 + 7, 16), LP_OK);
    memset(used, 0, sizeof used);
    for (unsigned i = 0; i < 20000; i++) {
        uint64_t bytes = unit_random() % 300, at;
        if (count < 64 && unit_random() % 2 && lpi_space_take(&space, bytes, &at) == LP_OK) {
            uint64_t length = lpi_space_round(&space, bytes);
            assert_true(at % 16 == 0 && at + length <= 4096);
            for (uint64_t k = at; k < at + length; k++)
                assert_int_equal(used[k]++, 0);
            taken[count].at = at, taken[count++].bytes = bytes;
        } else if (count > 0) {
            size_t k = unit_random() % count;
            memset(used + taken[k].at, 0, lpi_space_round(&space, taken[k].bytes));
            lpi_space_give(&space, taken[k].at, taken[k].bytes);
            taken[k] = taken[--count];
        }
    }
    while (count > 0)
        count--, lpi_space_give(&space, taken[count].at, taken[count].bytes);
    assert_int_equal(space.count, 1);
    assert_int_equal(space.runs[0].bytes, 4096);
    lpi_space_close(&space);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spaces),
        cmocka_unit_test(in_memory),
        cmocka_unit_test(in_file),
        cmocka_unit_test(together),
        cmocka_unit_test(removed_under_way),
        cmocka_unit_test(corrupt_pool),
        cmocka_unit_test(behind_the_link),
        cmocka_unit_test(cut_pool),
        cmocka_unit_test(removed_pool),
        cmocka_unit_test(full_pool),
        cmocka_unit_test(small_device),
        cmocka_unit_test(wrong_calls),
        cmocka_unit_test(compared),
        cmocka_unit_test(written_under_way),
        cmocka_unit_test(taken_away),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
