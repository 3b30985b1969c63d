/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functional metadata cache: its contents are compared with a plain array; data, memory traffic
 * and every counter with the unit's cycle model, one request at a time.
 */
#include <stdbool.h>

#include "unit.h"

#include "../../cmodel/units/common/params.h"
#include "../../cmodel/base/wide.h"
#include "../../cmodel/units/mdcache/mdcache_cycle.h"
#include <linepress/mdcache.h>

#define BYTES 8192u /* bytes of memory, from BASE on */
#define BASE 0x7ffff00000u
#define ENTRIES (2 * BYTES)
#define FAILS (-77)

static const unsigned geometries[][2] = {{8, 4}, {1, 1}, {1, 8}, {16, 2}, {4, 1}, {2, 4}};
#define GEOMETRIES (sizeof geometries / sizeof *geometries)

struct memory {
    uint8_t bytes[BYTES];
    unsigned reads, writes;
    uint64_t last; /* address of the last sector moved */
    bool fail, fail_reads;
};

static int memory_read(void *arg, uint64_t address, void *sector)
{
    struct memory *m = arg;

    assert_true(address >= BASE && address < BASE + BYTES && address % LP_SECTOR_BYTES == 0);
    m->reads++;
    m->last = address;
    memcpy(sector, m->bytes + (address - BASE), LP_SECTOR_BYTES);
    return m->fail || m->fail_reads ? FAILS : LP_OK;
}

static int memory_write(void *arg, uint64_t address, const void *sector)
{
    struct memory *m = arg;

    assert_true(address >= BASE && address < BASE + BYTES && address % LP_SECTOR_BYTES == 0);
    m->writes++;
    m->last = address;
    if (m->fail)
        return FAILS;
    memcpy(m->bytes + (address - BASE), sector, LP_SECTOR_BYTES);
    return LP_OK;
}

static struct lp_mdcache *open_cache(unsigned sets, unsigned ways, struct memory *memory)
{
    struct lp_mdcache_memory callbacks = {memory, memory_read, memory_write};
    struct lp_mdcache *cache;
    size_t bytes = lp_mdcache_bytes(sets, ways);
    void *storage = malloc(bytes);

    memset(memory, 0, sizeof *memory);
    for (size_t i = 0; i < BYTES; i++)
        memory->bytes[i] = (uint8_t)unit_random();
    assert_int_equal(lp_mdcache_init(storage, bytes, sets, ways, &callbacks, &cache), LP_OK);
    assert_ptr_equal(cache, storage);
    return cache;
}

static unsigned entry_of(const uint8_t *bytes, unsigned entry)
{
    return bytes[entry / 2] >> entry % 2 * 4 & 15;
}

static uint64_t draw_entry(unsigned near)
{
    static uint64_t last;

    if (unit_random() % 8 >= near)
        last = unit_random() % ENTRIES;
    else
        last = (last + unit_random() % 3) % ENTRIES;
    return last;
}

static void holds_what_was_written(void **state)
{
    static uint8_t truth[ENTRIES];
    struct memory memory;

    (void)state;
    for (size_t g = 0; g < GEOMETRIES; g++) {
        struct lp_mdcache *cache = open_cache(geometries[g][0], geometries[g][1], &memory);
        for (unsigned i = 0; i < ENTRIES; i++)
            truth[i] = (uint8_t)entry_of(memory.bytes, i);
        for (unsigned n = 0; n < 20000; n++) {
            uint64_t entry = draw_entry(g);
            unsigned got = 99, put = unit_random() % 16;
            if (unit_random() % 2) {
                assert_int_equal(lp_mdcache_write(cache, BASE * 2u + entry, put), LP_OK);
                truth[entry] = (uint8_t)put;
            } else {
                assert_int_equal(lp_mdcache_read(cache, BASE * 2u + entry, &got), LP_OK);
                assert_int_equal(got, truth[entry]);
            }
        }
        assert_int_equal(lp_mdcache_flush(cache), LP_OK);
        for (unsigned i = 0; i < ENTRIES; i++)
            assert_int_equal(entry_of(memory.bytes, i), truth[i]);
        free(cache);
    }
}

static void invalidate_drops(void **state)
{
    struct memory memory;
    struct lp_mdcache *cache = open_cache(8, 4, &memory);
    unsigned before = entry_of(memory.bytes, 5), got;

    (void)state;
    assert_int_equal(lp_mdcache_write(cache, BASE * 2u + 5, before ^ 15), LP_OK);
    lp_mdcache_invalidate(cache);
    assert_int_equal(lp_mdcache_read(cache, BASE * 2u + 5, &got), LP_OK);
    assert_int_equal(got, before);
    assert_int_equal(memory.writes, 0);
    free(cache);
}

static void memory_errors(void **state)
{
    struct memory memory;
    struct lp_mdcache *cache = open_cache(1, 1, &memory);
    struct lp_mdcache_counters count;
    unsigned got = 99;

    (void)state;
    memory.fail = true;
    assert_int_equal(lp_mdcache_read(cache, BASE * 2u, &got), FAILS);
    assert_int_equal(got, 99);
    assert_int_equal(lp_mdcache_write(cache, BASE * 2u, 1), FAILS);
    memory.fail = false;
    assert_int_equal(lp_mdcache_read(cache, BASE * 2u, &got), LP_OK);
    assert_int_equal(got, entry_of(memory.bytes, 0));
    assert_int_equal(lp_mdcache_write(cache, BASE * 2u, got ^ 15), LP_OK);
    memory.fail = true;
    assert_int_equal(lp_mdcache_flush(cache), FAILS);
    memory.fail = false;
    assert_int_equal(entry_of(memory.bytes, 0), got);
    memory.fail = true; /* another line: the dirty one must not be evicted */
    assert_int_equal(lp_mdcache_write(cache, BASE * 2u + 256, 1), FAILS);
    memory.fail = false;
    assert_int_equal(lp_mdcache_flush(cache), LP_OK);
    assert_int_equal(entry_of(memory.bytes, 0), got ^ 15);
    assert_int_equal(lp_mdcache_flush(cache), LP_OK); /* it is clean: nothing to do */
    lp_mdcache_count(cache, &count);
    assert_int_equal(count.accesses, 4);
    assert_int_equal(count.hits, 1);
    assert_int_equal(count.fills, 3);
    assert_int_equal(count.used, 0);
    assert_int_equal(count.writebacks, 3);
    assert_int_equal(count.wb_err, 2);
    free(cache);
}

static void bad_arguments(void **state)
{
    struct memory memory;
    struct lp_mdcache_memory callbacks = {&memory, memory_read, memory_write}, half = callbacks;
    struct lp_mdcache *cache = open_cache(2, 2, &memory), *made = NULL;
    size_t bytes = lp_mdcache_bytes(2, 2);

    (void)state;
    half.write = NULL;
    assert_int_equal(lp_mdcache_bytes(3, 4), 0);
    assert_int_equal(lp_mdcache_bytes(0, 4), 0);
    assert_int_equal(lp_mdcache_bytes(4, 0), 0);
    assert_int_equal(lp_mdcache_bytes(1u << 31, ~0u), 0);
    assert_int_equal(lp_mdcache_init(cache, bytes, 3, 2, &callbacks, &made), LP_ERR_ARG);
    assert_int_equal(lp_mdcache_init(NULL, bytes, 2, 2, &callbacks, &made), LP_ERR_ARG);
    assert_int_equal(lp_mdcache_init(cache, bytes, 2, 2, &half, &made), LP_ERR_ARG);
    assert_int_equal(lp_mdcache_init(cache, bytes - 1, 2, 2, &callbacks, &made), LP_ERR_SPACE);
    assert_null(made);
    assert_int_equal(lp_mdcache_write(cache, BASE * 2u, 16), LP_ERR_ARG);
    assert_int_equal(memory.reads, 0);
    free(cache);
}

/* ---- against the cycle model ---- */

struct unit {
    void *state;
    struct lp_mdcache_in in;
    struct lp_mdcache_out out;
    struct memory *memory;
    unsigned owed; /* write-backs to acknowledge */
    bool owed_err, filling;
};

static uint64_t address(const uint32_t words[2])
{
    return (uint64_t)words[1] << 32 | words[0];
}

/* One cycle; memory answers in the next cycle. */
static void cycle(struct unit *u)
{
    bool fill = u->filling, owed = u->owed > 0;
    uint8_t sector[LP_SECTOR_BYTES];

    u->in.fetch_ready = u->in.evict_ready = u->in.m_ready = 1;
    u->in.fill_valid = fill;
    u->in.evicted_valid = owed;
    u->in.evicted_err = owed && u->owed_err;
    lp_mdcache_unit.eval(u->state, &u->in, &u->out);
    if (fill && u->out.fill_ready)
        u->filling = false;
    if (owed)
        u->owed--;
    if (u->out.fetch_valid) {
        u->in.fill_id = u->out.fetch_id;
        u->in.fill_err = memory_read(u->memory, address(u->out.fetch_addr), sector) != LP_OK;
        if (!u->in.fill_err)
            lpi_words_of_bytes(u->in.fill_data, sector, sizeof sector);
        u->filling = true;
    }
    if (u->out.evict_valid) {
        lpi_bytes_of_words(sector, u->out.evict_data, sizeof sector);
        u->owed_err = memory_write(u->memory, address(u->out.evict_addr), sector) != LP_OK;
        u->owed++;
    }
    lp_mdcache_unit.tick(u->state, &u->in);
}

/* Runs one request until the unit is idle; the answer is in *answer. */
static void request(struct unit *u, unsigned op, uint64_t nibble, unsigned put,
                    struct lp_mdcache_out *answer)
{
    unsigned quiet = 0, answers = 0;

    u->in.s_valid = 1;
    u->in.s_op = op;
    u->in.s_addr[0] = (uint32_t)nibble;
    u->in.s_addr[1] = (uint32_t)(nibble >> 32);
    u->in.s_state = put;
    for (unsigned n = 0; quiet < 8; n++) {
        assert_true(n < 1000);
        cycle(u);
        if (u->in.s_valid && u->out.s_ready)
            u->in.s_valid = 0;
        if (u->out.m_valid) {
            *answer = u->out;
            answers++;
        }
        quiet = answers && !u->owed && !u->out.evict_valid ? quiet + 1 : 0;
    }
    assert_int_equal(answers, 1);
}

static void compare_counts(const struct lp_mdcache *cache, const struct lp_mdcache_out *out)
{
    struct lp_mdcache_counters count;

    lp_mdcache_count(cache, &count);
    assert_int_equal(out->accesses, count.accesses);
    assert_int_equal(out->hits, count.hits);
    assert_int_equal(out->merged, 0);
    assert_int_equal(out->fills, count.fills);
    assert_int_equal(out->used, count.used);
    assert_int_equal(out->writebacks, count.writebacks);
    assert_int_equal(out->wb_err, count.wb_err);
}

/* The same request to both; the memories of both must have the same final contents. */
static void both(struct lp_mdcache *cache, struct memory *memory, struct unit *u, unsigned near)
{
    struct lp_mdcache_out answer;
    uint64_t nibble = BASE * 2u + draw_entry(near);
    unsigned put = unit_random() % 16, got = 0, kind = unit_random() % 200;
    unsigned op = kind == 0   ? LP_MDCACHE_INVALIDATE
                  : kind == 1 ? LP_MDCACHE_FLUSH
                  : kind % 2  ? LP_MDCACHE_WRITE
                              : LP_MDCACHE_READ;
    int error = LP_OK;

    /* A write that fails is different: the unit repeats it. */
    memory->fail_reads = u->memory->fail_reads = op == LP_MDCACHE_READ && unit_random() % 16 == 0;
    if (op == LP_MDCACHE_READ)
        error = lp_mdcache_read(cache, nibble, &got);
    else if (op == LP_MDCACHE_WRITE)
        error = lp_mdcache_write(cache, nibble, put);
    else if (op == LP_MDCACHE_FLUSH)
        lp_mdcache_flush(cache);
    else
        lp_mdcache_invalidate(cache);
    request(u, op, nibble, put, &answer);
    assert_int_equal(answer.m_err, error != LP_OK);
    assert_int_equal(answer.m_state, got);
    assert_int_equal(u->memory->reads, memory->reads);
    assert_int_equal(u->memory->writes, memory->writes);
    assert_memory_equal(u->memory->bytes, memory->bytes, BYTES);
    compare_counts(cache, &u->out);
}

static void equals_the_unit(void **state)
{
    struct memory memory, twin;

    (void)state;
    for (size_t g = 0; g < GEOMETRIES; g++) {
        int values[] = {(int)geometries[g][0], (int)geometries[g][1], 4, 4, 32, 1, 5};
        struct lp_mdcache *cache = open_cache(geometries[g][0], geometries[g][1], &memory);
        struct unit u = {.state = malloc(lp_mdcache_unit.state_size), .memory = &twin};
        twin = memory;
        assert_non_null(u.state);
        assert_int_equal(lp_unit_init(&lp_mdcache_unit, u.state, values), LP_OK);
        for (unsigned n = 0; n < 20000; n++)
            both(cache, &memory, &u, n / 2500);
        free(u.state);
        free(cache);
    }
}

/* A write whose fill failed: the entry is poison when memory finally gives the sector. */
static void failed_writes_become_poison(void **state)
{
    const int values[] = {8, 4, 4, 4, 32, 1, 5};
    struct memory memory;
    struct lp_mdcache *cache = open_cache(8, 4, &memory);
    struct unit u = {.state = malloc(lp_mdcache_unit.state_size), .memory = &memory};
    struct lp_mdcache_out answer;

    (void)state;
    assert_non_null(u.state);
    assert_int_equal(lp_unit_init(&lp_mdcache_unit, u.state, values), LP_OK);
    memory.fail_reads = true;
    request(&u, LP_MDCACHE_WRITE, BASE * 2u + 3, 1, &answer);
    assert_int_equal(answer.m_err, 1);
    request(&u, LP_MDCACHE_READ, BASE * 2u + 4, 0, &answer);
    assert_int_equal(answer.m_err, 1);
    request(&u, LP_MDCACHE_FLUSH, 0, 0, &answer);
    assert_int_equal(answer.m_err, 1);
    memory.fail_reads = false;
    for (unsigned n = 0; n < 100; n++)
        cycle(&u);
    request(&u, LP_MDCACHE_READ, BASE * 2u + 3, 0, &answer);
    assert_int_equal(answer.m_err, 0);
    assert_int_equal(answer.m_state, LP_MDCACHE_POISON);
    request(&u, LP_MDCACHE_READ, BASE * 2u + 4, 0, &answer);
    assert_int_equal(answer.m_err, 0);
    assert_int_equal(answer.m_state, entry_of(memory.bytes, 4));
    request(&u, LP_MDCACHE_FLUSH, 0, 0, &answer);
    assert_int_equal(answer.m_err, 0);
    assert_int_equal(entry_of(memory.bytes, 3), LP_MDCACHE_POISON);
    free(u.state);
    free(cache);
}

/* A resident sector serves a request every cycle, each two cycles after it came. */
static void a_hit_a_cycle(void **state)
{
    const int values[] = {8, 4, 4, 4, 32, 1, 5};
    struct memory memory;
    struct lp_mdcache *cache = open_cache(8, 4, &memory);
    struct unit u = {.state = malloc(lp_mdcache_unit.state_size), .memory = &memory};
    struct lp_mdcache_out answer;

    (void)state;
    assert_non_null(u.state);
    assert_int_equal(lp_unit_init(&lp_mdcache_unit, u.state, values), LP_OK);
    request(&u, LP_MDCACHE_READ, BASE * 2u, 0, &answer);
    for (unsigned n = 0; n < 1000; n++) {
        u.in.s_valid = 1;
        u.in.s_op = LP_MDCACHE_READ;
        u.in.s_addr[0] = (uint32_t)(BASE * 2u) + n % 64;
        u.in.s_tag = n % 32;
        cycle(&u);
        assert_int_equal(u.out.s_ready, 1);
        assert_int_equal(u.out.m_valid, n >= 2);
        if (n >= 2) {
            assert_int_equal(u.out.m_tag, (n - 2) % 32);
            assert_int_equal(u.out.m_state, entry_of(memory.bytes, (n - 2) % 64));
        }
    }
    free(u.state);
    free(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holds_what_was_written), cmocka_unit_test(invalidate_drops),
        cmocka_unit_test(memory_errors),          cmocka_unit_test(bad_arguments),
        cmocka_unit_test(equals_the_unit),        cmocka_unit_test(failed_writes_become_poison),
        cmocka_unit_test(a_hit_a_cycle),
    };
    unit_seed();
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
