/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The CUDA kernels of GRP-16 under emulation, or on a GPU, against liblinepress: the same states and
 * entries, the same groups back, the same errors of damaged entries; nothing else is written.
 */
#include "../../lib/unit.h"

#include "../../../adapters/cuda/grp.h"
#include "../../../cmodel/kit/grp_classes.h"
#include "../../../cmodel/lib/swap/swap_cuda.h"
#include "emulated/emulator.h"

#define COUNT 150u
#define BYTES (COUNT * LP_GRP_BYTES)
#define FILL 0xa5

static struct lpi_cuda *cuda;
static struct lp_grp grp;
static uint8_t groups[BYTES], entries[BYTES], back[BYTES], wanted[BYTES];
static uint8_t states[COUNT], due[COUNT];
static uint32_t places[COUNT + 1];

/* Device memory of a call; `places` and `sectors` are set by the tests that have places. */
static struct lpi_grp_cuda call;
static uint32_t *device_places;

/* ---- groups ---- */

static const uint8_t table[LP_GRP_TABLE_BYTES] = {120, 121, 119, 122, 118, 117,
                                                  123, 116, 124, 0,   255};

static void fill_all(void)
{
    struct lp_rng rng = {unit_random()};
    for (unsigned i = 0; i < COUNT; i++) {
        uint8_t *group = groups + i * LP_GRP_BYTES;
        lp_grp_group_random(&rng, table, group);
        if (unit_random() % 16 == 0)
            memset(group, 0, LP_GRP_BYTES - 1), group[unit_random() % LP_GRP_BYTES] = 1;
        if (unit_random() % 8 == 0)
            for (unsigned k = 0; k < LP_GRP_BYTES; k += LP_LINE_BYTES)
                unit_line((unsigned)(unit_random() % UNIT_LINE_CLASSES), group + k);
    }
}

/* ---- both sides ---- */

static void send(void *device, const void *host, size_t bytes)
{
    assert_int_equal(lpi_cuda_to_device(cuda, device, host, bytes), LP_OK);
}

static void get(void *host, const void *device, size_t bytes)
{
    assert_int_equal(lpi_cuda_to_host(cuda, host, device, bytes), LP_OK);
}

static void *device_memory(size_t bytes)
{
    void *memory;
    assert_int_equal(lpi_cuda_alloc(bytes, &memory), LP_OK);
    return memory;
}

/* Entry i of the host's arrays. */
static size_t place_of(unsigned i)
{
    return LP_SECTOR_BYTES * (call.places != NULL ? places[i] : i * (size_t)LP_GRP_SECTORS);
}

/* Entries and states of all groups by liblinepress, in `wanted` and `due`. */
static void encode_here(void)
{
    memset(wanted, FILL, sizeof wanted);
    for (unsigned i = 0; i < COUNT; i++) {
        uint8_t entry[LP_GRP_BYTES];
        unsigned state, sectors;
        assert_int_equal(lp_grp_encode_entry(&grp, groups + i * LP_GRP_BYTES, entry, &state),
                         LP_OK);
        lp_grp_state_sectors(state, &sectors);
        memcpy(wanted + place_of(i), entry, sectors * LP_SECTOR_BYTES);
        due[i] = (uint8_t)state;
    }
}

/* Status of the call, once it is over; *group is the bad one. */
static int run(__typeof__(lpi_grp_cuda_encode) *kernel, size_t *group)
{
    *group = COUNT;
    call.blocks = (unsigned)(unit_random() % 8);
    assert_int_equal(kernel(&grp, &call, NULL), LP_OK);
    return lpi_grp_cuda_wait(&call, NULL, group);
}

/* Encodes in the device and compares. */
static void encode_there(void)
{
    size_t bad;
    memset(entries, FILL, sizeof entries);
    send(call.groups, groups, sizeof groups);
    send(call.entries, entries, sizeof entries);
    assert_int_equal(run(lpi_grp_cuda_encode, &bad), LP_OK);
    get(entries, call.entries, sizeof entries);
    get(states, call.states, sizeof states);
    assert_memory_equal(states, due, sizeof due);
    assert_memory_equal(entries, wanted, sizeof wanted);
}

static void decode_there(void)
{
    size_t bad;
    memset(back, FILL, sizeof back);
    send(call.groups, back, sizeof back);
    assert_int_equal(run(lpi_grp_cuda_decode, &bad), LP_OK);
    get(back, call.groups, sizeof back);
    assert_memory_equal(back, groups, sizeof groups);
}

/* Places without gaps, from the states in the device. */
static void place_all(void)
{
    size_t bad;
    send(call.groups, groups, sizeof groups);
    assert_int_equal(run(lpi_grp_cuda_states, &bad), LP_OK);
    get(states, call.states, sizeof states);
    for (unsigned i = 0, sectors; i < COUNT; i++) {
        assert_int_equal(lp_grp_state_sectors(states[i], &sectors), LP_OK);
        places[i + 1] = places[i] + sectors;
    }
    send(device_places, places, sizeof places);
    call.places = device_places;
    call.sectors = places[COUNT];
}

/* ---- tests ---- */

static void same_entries(void **state)
{
    (void)state;
    unsigned seen[16] = {0};
    for (unsigned n = 0; n < 4; n++) {
        fill_all();
        call.places = NULL;
        encode_here();
        encode_there();
        decode_there();
        place_all();
        assert_memory_equal(states, due, sizeof due);
        encode_here();
        encode_there();
        decode_there();
        for (unsigned i = 0; i < COUNT; i++)
            seen[due[i]]++;
    }
    call.places = NULL;
    for (unsigned s = LP_GRP_ZERO; s <= LP_GRP_RAW; s++)
        assert_true(seen[s] > 0);
}

/* Flips bits, makes other states, draws whole fields, or spoils the entry as the kit does. */
static void damage(unsigned i)
{
    uint8_t *entry = entries + i * LP_GRP_BYTES;
    unsigned bits = 8 * LP_SECTOR_BYTES * (due[i] <= 3 ? due[i] + 1u : 16u);
    struct lp_rng rng = {unit_random()};
    struct lp_grp_case spoilt;
    switch (unit_random() % 6) {
    case 0: states[i] = (uint8_t)(unit_random() % 16); break;
    case 1:
        for (unsigned k = 0; k < 128; k++)
            entry[k] = (uint8_t)unit_random();
        break;
    case 2: states[i] = (uint8_t)(1 + unit_random() % 3); break;
    case 3:
        memcpy(spoilt.table, table, sizeof table);
        lp_grp_case_make(groups + i * LP_GRP_BYTES, &spoilt);
        lp_grp_case_damage(&rng, &spoilt);
        memcpy(entry, spoilt.bytes, LP_GRP_BYTES);
        states[i] = (uint8_t)spoilt.state;
        break;
    default:
        for (unsigned k = 1 + (unsigned)(unit_random() % 2); k > 0; k--) {
            unsigned bit = (unsigned)(unit_random() % bits);
            entry[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
    }
}

/* Groups of damaged entries by liblinepress, in `wanted`; returns the first error, and its group. */
static int decode_here(size_t *group, unsigned *kinds)
{
    int first = LP_OK;
    memset(wanted, FILL, sizeof wanted);
    for (unsigned i = 0; i < COUNT; i++) {
        uint8_t out[LP_GRP_BYTES];
        int error = lp_grp_decode_entry(&grp, entries + i * LP_GRP_BYTES, states[i], out);
        kinds[-error]++;
        if (error == LP_OK)
            memcpy(wanted + i * LP_GRP_BYTES, out, sizeof out);
        if (error != LP_OK && first == LP_OK)
            first = error, *group = i;
    }
    return first;
}

static void damaged(void **state)
{
    (void)state;
    unsigned kinds[32] = {0};
    for (unsigned n = 0; n < 12; n++) {
        size_t bad, due_bad = COUNT;
        fill_all();
        encode_here();
        memcpy(entries, wanted, sizeof entries);
        memcpy(states, due, sizeof due);
        for (unsigned i = (unsigned)(unit_random() % COUNT); i < COUNT; i++)
            damage(i);
        send(call.entries, entries, sizeof entries);
        send(call.states, states, sizeof states);
        memset(back, FILL, sizeof back);
        send(call.groups, back, sizeof back);
        int error = decode_here(&due_bad, kinds);
        assert_int_equal(run(lpi_grp_cuda_decode, &bad), error);
        assert_int_equal(bad, due_bad);
        get(back, call.groups, sizeof back);
        assert_memory_equal(back, wanted, sizeof wanted);
    }
    assert_true(kinds[0] > 0 && kinds[-LP_ERR_SHORT] > 0 && kinds[-LP_ERR_LONG] > 0 &&
                kinds[-LP_ERR_CORRUPT] > 0);
}

/* Decoding refuses group `at`; those before it are as they should be. */
static void assert_unread(unsigned at)
{
    size_t bad;
    memset(back, FILL, sizeof back);
    send(call.groups, back, sizeof back);
    assert_int_equal(run(lpi_grp_cuda_decode, &bad), LP_ERR_SHORT);
    assert_int_equal(bad, at);
    get(back, call.groups, sizeof back);
    for (unsigned i = 0; i < COUNT; i++)
        if (i < at)
            assert_memory_equal(back + i * LP_GRP_BYTES, groups + i * LP_GRP_BYTES, LP_GRP_BYTES);
    for (unsigned k = 0; k < LP_GRP_BYTES; k++)
        assert_int_equal(back[at * LP_GRP_BYTES + k], FILL);
}

/* The same of encoding. */
static void assert_unwritten(unsigned at)
{
    size_t bad;
    send(call.groups, groups, sizeof groups);
    assert_int_equal(run(lpi_grp_cuda_encode, &bad), LP_ERR_SPACE);
    assert_int_equal(bad, at);
    get(entries, call.entries, sizeof entries);
    assert_memory_equal(entries, wanted, place_of(at));
}

/* A place that falls, that leaves too little room, and one past the end. */
static void wrong_places(void **state)
{
    (void)state;
    unsigned at = 0;
    fill_all();
    place_all();
    encode_here();
    encode_there();
    while (due[at] == LP_GRP_ZERO || at == 0)
        at++;
    for (unsigned n = 0; n < 3; n++) {
        uint32_t kept = places[at + 1];
        places[at + 1] = n == 0 ? places[at] - 1 : n == 1 ? kept - 1 : call.sectors + 1;
        send(device_places, places, sizeof places);
        assert_unread(at);
        if (n > 0) /* entries after a place that falls overlap */
            assert_unwritten(at);
        places[at + 1] = kept;
        send(device_places, places, sizeof places);
        encode_there();
    }
    call.sectors--;
    for (at = COUNT - 1; due[at] == LP_GRP_ZERO; at--)
        ;
    assert_unread(at);
    assert_unwritten(at);
    call.places = NULL;
}

static void refused(void **state)
{
    (void)state;
    size_t group;
    struct lpi_grp_cuda good = call;
#define REFUSES(change)                                                                            \
    do {                                                                                           \
        struct lpi_grp_cuda bad = good;                                                            \
        change;                                                                                    \
        assert_int_equal(lpi_grp_cuda_encode(&grp, &bad, NULL), LP_ERR_ARG);                       \
        assert_int_equal(lpi_grp_cuda_decode(&grp, &bad, NULL), LP_ERR_ARG);                       \
    } while (0)
    REFUSES(bad.groups = NULL);
    REFUSES(bad.groups = (uint8_t *)bad.groups + 8);
    REFUSES(bad.entries = NULL);
    REFUSES(bad.entries = (uint8_t *)bad.entries + 16);
    REFUSES(bad.states = NULL);
    REFUSES(bad.trouble = NULL);
    REFUSES(bad.count = (size_t)1 << 56);
    assert_int_equal(lpi_grp_cuda_encode(NULL, &good, NULL), LP_ERR_ARG);
    assert_int_equal(lpi_grp_cuda_states(&grp, NULL, NULL), LP_ERR_ARG);
    assert_int_equal(lpi_grp_cuda_wait(&good, NULL, NULL), LP_ERR_ARG);
    struct lpi_grp_cuda none = {.trouble = good.trouble};
    assert_int_equal(lpi_grp_cuda_decode(&grp, &none, NULL), LP_OK);
    assert_int_equal(lpi_grp_cuda_wait(&none, NULL, &group), LP_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_entries), cmocka_unit_test(damaged),
                                       cmocka_unit_test(wrong_places), cmocka_unit_test(refused)};
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    emulator_seed(unit_random());
    if (lpi_cuda_open(&cuda) != LP_OK || lp_grp_load(table, &grp) != LP_OK)
        return 1;
    call = (struct lpi_grp_cuda){.groups = device_memory(BYTES),
                                 .entries = device_memory(BYTES),
                                 .states = device_memory(COUNT),
                                 .count = COUNT,
                                 .trouble = device_memory(sizeof *call.trouble)};
    device_places = device_memory(sizeof places);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lpi_cuda_free(call.groups);
    lpi_cuda_free(call.entries);
    lpi_cuda_free(call.states);
    lpi_cuda_free(call.trouble);
    lpi_cuda_free(device_places);
    lpi_cuda_close(cuda);
    return failed;
}
