/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The executor on tensors in a GPU's memory. If that is emulated, an access from the host ends the
 * program. Tensors leave, their memory is freed, and they come back unchanged, together with
 * tensors of the host; the link moves as many bytes as for those; a changed pool is an error.
 */
#include "../../lib/unit.h"

#include "../../../cmodel/lib/swap/swap_cuda.h"
#include "codecs.h"
#include "emulated/emulator.h"
#include <fcntl.h>
#include <unistd.h>

#define TENSORS 10u
#define BYTES_MAX 30000u
#define MIB (1024u * 1024u)

static struct lpi_cuda *cuda; /* of the test */
static char path[64];

static const char *new_path(void)
{
    snprintf(path, sizeof path, "/tmp/linepress-gpu-%ld-%x", (long)getpid(),
             (unsigned)unit_random());
    return path;
}

static struct lp_swap *open_swap(const char *file)
{
    struct lp_swap_config config = {.host_path = file, .host_bytes = 8 * MIB, .threads = 2};
    struct lp_swap *s;
    assert_int_equal(lp_swap_open(&config, &s), LP_OK);
    assert_int_equal(lp_swap_set_device(s, &lpi_cuda_device), LP_OK);
    return s;
}

/* A tensor of either memory. */
struct one {
    uint8_t *due;
    void *data;
    size_t bytes;
    unsigned id;
    int on_device, away;
};

static void *new_memory(const struct one *t)
{
    void *memory;
    if (!t->on_device)
        return malloc(t->bytes + 1);
    assert_int_equal(lpi_cuda_alloc(t->bytes, &memory), LP_OK);
    return memory;
}

static void free_memory(struct one *t)
{
    if (t->on_device)
        lpi_cuda_free(t->data);
    else
        free(t->data);
    t->data = NULL;
}

static void begin(struct lp_swap *s, struct one *t)
{
    t->on_device = unit_random() % 4 != 0;
    t->bytes = unit_random() % 8 ? unit_random() % BYTES_MAX : 0;
    t->due = malloc(t->bytes + 1);
    unit_fill(t->due, t->bytes);
    t->data = new_memory(t);
    if (t->on_device)
        assert_int_equal(lpi_cuda_to_device(cuda, t->data, t->due, t->bytes), LP_OK);
    else
        memcpy(t->data, t->due, t->bytes);
    assert_int_equal(
        (t->on_device ? lp_swap_add_device : lp_swap_add)(s, t->data, t->bytes, &t->id), LP_OK);
    t->away = 0;
}

static void leave(struct lp_swap *s, struct one *t)
{
    struct lp_swap_setting setting = {some_codec(unit_random()), 1 + (unsigned)unit_random() % 9,
                                      unit_random() % 2 ? 64 : 128};
    int behind = setting.codec != LP_SWAP_RAW && unit_random() % 4 == 0;
    struct lp_swap_facts facts;
    assert_int_equal((behind ? lp_swap_offload_behind : lp_swap_offload)(s, t->id, &setting),
                     LP_OK);
    assert_int_equal(lp_swap_wait(s, t->id), LP_OK);
    assert_int_equal(lp_swap_facts(s, t->id, &facts), LP_OK);
    assert_true((facts.codec == LP_SWAP_RAW || behind) == (facts.stored == t->bytes));
    assert_int_equal(lp_swap_drop(s, t->id), LP_OK);
    free_memory(t);
    t->away = 1;
}

static void come(struct lp_swap *s, struct one *t)
{
    uint8_t *back = malloc(t->bytes + 1);
    t->data = new_memory(t);
    assert_int_equal(lp_swap_prefetch(s, t->id, t->data), LP_OK);
    assert_int_equal(lp_swap_wait(s, t->id), LP_OK);
    if (t->on_device)
        assert_int_equal(lpi_cuda_to_host(cuda, back, t->data, t->bytes), LP_OK);
    else
        memcpy(back, t->data, t->bytes);
    assert_memory_equal(back, t->due, t->bytes);
    free(back);
    t->away = 0;
}

static void end(struct lp_swap *s, struct one *t)
{
    assert_int_equal(lp_swap_remove(s, t->id), LP_OK);
    if (t->data != NULL)
        free_memory(t);
    free(t->due);
    t->due = NULL;
}

static void random_use(const char *file)
{
    struct one list[TENSORS] = {{0}};
    struct lp_swap_stats stats;
    struct lp_swap *s = open_swap(file);
    for (unsigned i = 0; i < 250; i++) {
        struct one *t = &list[unit_random() % TENSORS];
        if (t->due == NULL)
            begin(s, t);
        else if (unit_random() % 8 == 0)
            end(s, t);
        else if (t->away)
            come(s, t);
        else
            leave(s, t);
    }
    for (unsigned i = 0; i < TENSORS; i++)
        if (list[i].due != NULL)
            end(s, &list[i]);
    lp_swap_stats(s, &stats);
    assert_true(stats.device == 0 && stats.host == 0 && stats.link_out < stats.moved_out);
    assert_string_equal(lp_swap_trouble(s), "");
    lp_swap_close(s);
}

static void both_memories(void **state)
{
    (void)state;
    random_use(NULL);
    random_use(new_path());
    assert_int_equal(access(path, F_OK), -1);
}

/* Concurrent transfers in both directions, and aborted ones. */
static void together(void **state)
{
    (void)state;
    struct one list[TENSORS] = {{0}};
    struct lp_swap *s = open_swap(NULL);
    for (unsigned i = 0; i < TENSORS; i++) {
        struct lp_swap_setting setting = {some_codec(i), 3, 64};
        begin(s, &list[i]);
        assert_int_equal(lp_swap_offload(s, list[i].id, &setting), LP_OK);
    }
    for (unsigned i = 0; i < TENSORS; i++) {
        assert_int_equal(lp_swap_wait(s, list[i].id), LP_OK);
        assert_int_equal(lp_swap_drop(s, list[i].id), LP_OK);
        free_memory(&list[i]);
        list[i].data = new_memory(&list[i]);
        assert_int_equal(lp_swap_prefetch(s, list[i].id, list[i].data), LP_OK);
    }
    for (unsigned i = 0; i < TENSORS; i++) {
        struct one *t = &list[i];
        uint8_t *back = malloc(t->bytes + 1);
        if (i % 3 != 0) {
            assert_int_equal(lp_swap_wait(s, t->id), LP_OK);
            if (t->on_device)
                lpi_cuda_to_host(cuda, back, t->data, t->bytes);
            else
                memcpy(back, t->data, t->bytes);
            assert_memory_equal(back, t->due, t->bytes);
        }
        free(back);
        end(s, t);
    }
    lp_swap_close(s);
}

/* With data that the codec compresses. */
static void fill(int codec, uint8_t *data)
{
    unsigned element = codec == LP_SWAP_RAW ? 4 : lp_swap_codec_element(codec);
    assert_int_equal(lp_swap_generate_elements(unit_random(), 0.7, element, data, BYTES_MAX),
                     LP_OK);
}

/* The same tensor from either memory: as many bytes on the link. */
static void same_link(void **state)
{
    (void)state;
    static uint8_t data[BYTES_MAX];
    struct lp_swap *s = open_swap(NULL);
    void *memory;
    for (int codec = LP_SWAP_ZVC; codec < LP_SWAP_CODECS; codec = next_codec(codec)) {
        struct lp_swap_setting setting = {codec, 5, 128};
        struct lp_swap_facts facts[2];
        unsigned ids[2];
        fill(codec, data);
        assert_int_equal(lpi_cuda_alloc(sizeof data, &memory), LP_OK);
        assert_int_equal(lpi_cuda_to_device(cuda, memory, data, sizeof data), LP_OK);
        assert_int_equal(lp_swap_add(s, data, sizeof data, &ids[0]), LP_OK);
        assert_int_equal(lp_swap_add_device(s, memory, sizeof data, &ids[1]), LP_OK);
        for (unsigned i = 0; i < 2; i++) {
            assert_int_equal(lp_swap_offload(s, ids[i], &setting), LP_OK);
            assert_int_equal(lp_swap_wait(s, ids[i]), LP_OK);
            assert_int_equal(lp_swap_facts(s, ids[i], &facts[i]), LP_OK);
            assert_int_equal(lp_swap_remove(s, ids[i]), LP_OK);
            assert_int_equal(facts[i].codec, codec);
        }
        assert_int_equal(facts[0].stored, facts[1].stored);
        lpi_cuda_free(memory);
    }
    lp_swap_close(s);
}

static void corrupt_pool(void **state)
{
    (void)state;
    for (int codec = LP_SWAP_RAW; codec < LP_SWAP_CODECS; codec = next_codec(codec))
        for (unsigned round = 0; round < 4; round++) {
            struct lp_swap *s = open_swap(new_path());
            struct lp_swap_setting setting = {codec, 4, 64};
            struct lp_swap_stats stats;
            struct one t = {.on_device = 1, .bytes = BYTES_MAX};
            static uint8_t data[BYTES_MAX];
            uint8_t byte;
            fill(codec, data);
            t.data = new_memory(&t);
            lpi_cuda_to_device(cuda, t.data, data, sizeof data);
            assert_int_equal(lp_swap_add_device(s, t.data, t.bytes, &t.id), LP_OK);
            assert_int_equal(lp_swap_offload(s, t.id, &setting), LP_OK);
            assert_int_equal(lp_swap_wait(s, t.id), LP_OK);
            assert_int_equal(lp_swap_drop(s, t.id), LP_OK);
            lp_swap_stats(s, &stats);
            off_t at = (off_t)(unit_random() % stats.host);
            int file = open(path, O_RDWR);
            assert_int_equal(pread(file, &byte, 1, at), 1);
            byte ^= (uint8_t)(1u << unit_random() % 8);
            assert_int_equal(pwrite(file, &byte, 1, at), 1);
            close(file);
            assert_int_equal(lp_swap_prefetch(s, t.id, t.data), LP_OK);
            assert_int_equal(lp_swap_wait(s, t.id), LP_ERR_CORRUPT);
            assert_non_null(strstr(lp_swap_trouble(s), path));
            lp_swap_close(s);
            free_memory(&t);
        }
}

static int no_second_handle(struct lpi_cuda **opened)
{
    static int calls;
    if (calls++ == 1)
        return LP_ERR_SYSTEM;
    return lpi_cuda_open(opened);
}

static int no_memory(size_t bytes, void **memory)
{
    return bytes > 0 && memory != NULL ? LP_ERR_SYSTEM : LP_ERR_ARG;
}

static const char *words(void)
{
    return "out of patience";
}

/* An error of CUDA ends everything with its text. */
static void refusals(void **state)
{
    (void)state;
    struct lp_swap_config config = {.host_bytes = MIB, .threads = 1};
    struct lp_swap_device device = lpi_cuda_device;
    struct lp_swap_setting zvc = {LP_SWAP_ZVC, 1, 64};
    struct one t = {.on_device = 1, .bytes = 4096};
    struct lp_swap *s;
    device.open = no_second_handle;
    device.trouble = words;
    assert_int_equal(lp_swap_open(&config, &s), LP_OK);
    assert_int_equal(lp_swap_set_device(s, &device), LP_ERR_SYSTEM);
    assert_string_equal(lp_swap_trouble(s), "CUDA: out of patience");
    lp_swap_close(s);
    device.open = lpi_cuda_open;
    device.alloc = no_memory;
    assert_int_equal(lp_swap_open(&config, &s), LP_OK);
    assert_int_equal(lp_swap_set_device(s, &device), LP_OK);
    t.data = new_memory(&t);
    assert_int_equal(lp_swap_add_device(s, t.data, t.bytes, &t.id), LP_OK);
    assert_int_equal(lp_swap_offload(s, t.id, &zvc), LP_OK);
    assert_int_equal(lp_swap_wait(s, t.id), LP_ERR_SYSTEM);
    assert_string_equal(lp_swap_trouble(s), "CUDA: out of patience");
    lp_swap_close(s);
    free_memory(&t);
}

/* The executor's allocations of GPU memory. */
static struct {
    size_t taken, most;
    unsigned refused;
    struct {
        void *at;
        size_t bytes;
    } of[8];
} lent;

static int lend(size_t bytes, void **memory)
{
    unsigned i = 0;
    if (lent.taken + bytes > lent.most) {
        lent.refused++;
        return LP_ERR_SYSTEM;
    }
    while (lent.of[i].at != NULL)
        assert_true(++i < sizeof lent.of / sizeof lent.of[0]);
    assert_int_equal(lpi_cuda_alloc(bytes, memory), LP_OK);
    lent.of[i].at = *memory, lent.of[i].bytes = bytes;
    lent.taken += bytes;
    return LP_OK;
}

static void take_back(void *memory)
{
    for (unsigned i = 0; memory != NULL && i < sizeof lent.of / sizeof lent.of[0]; i++)
        if (lent.of[i].at == memory) {
            lent.taken -= lent.of[i].bytes;
            lent.of[i].at = NULL;
        }
    lpi_cuda_free(memory);
}

/* Cached memory of streams is freed if the GPU runs out. */
static void short_of_memory(void **state)
{
    (void)state;
    struct lp_swap_config config = {.host_bytes = MIB, .threads = 1};
    struct lp_swap_device device = lpi_cuda_device;
    struct lp_swap_setting zvc = {LP_SWAP_ZVC, 1, 64};
    struct lp_swap *s;
    device.alloc = lend, device.free = take_back;
    lent.most = 20000;
    assert_int_equal(lp_swap_open(&config, &s), LP_OK);
    assert_int_equal(lp_swap_set_device(s, &device), LP_OK);
    for (size_t bytes = 8192; bytes <= 16384; bytes += 4096) {
        struct one t = {.on_device = 1, .bytes = bytes, .due = calloc(bytes + 1, 1)};
        unit_fill(t.due, bytes / 2);
        t.data = new_memory(&t);
        assert_int_equal(lpi_cuda_to_device(cuda, t.data, t.due, bytes), LP_OK);
        assert_int_equal(lp_swap_add_device(s, t.data, bytes, &t.id), LP_OK);
        assert_int_equal(lp_swap_offload(s, t.id, &zvc), LP_OK);
        assert_int_equal(lp_swap_wait(s, t.id), LP_OK);
        assert_int_equal(lp_swap_drop(s, t.id), LP_OK);
        free_memory(&t);
        come(s, &t);
        end(s, &t);
    }
    assert_int_equal(lent.refused, 2);
    lp_swap_close(s);
    assert_int_equal(lent.taken, 0);
}

static void wrong_calls(void **state)
{
    (void)state;
    struct lp_swap_config config = {.host_bytes = MIB, .threads = 1};
    struct lp_swap_setting bpc = {LP_SWAP_BPC, 1, 64};
    struct lp_swap *s;
    unsigned id;
    uint8_t host[4];
    assert_int_equal(lp_swap_open(&config, &s), LP_OK);
    assert_int_equal(lp_swap_add_device(s, host, sizeof host, &id), LP_ERR_ARG);
    assert_int_equal(lp_swap_set_device(s, NULL), LP_ERR_ARG);
    assert_int_equal(lp_swap_set_device(s, &lpi_cuda_device), LP_OK);
    assert_int_equal(lp_swap_set_device(s, &lpi_cuda_device), LP_ERR_ARG);
    assert_int_equal(lp_swap_add_device(s, host, sizeof host, &id), LP_OK);
    assert_int_equal(lp_swap_offload(s, id, &bpc), LP_ERR_CODEC);
    lp_swap_close(s);
    config.arena = 1, config.device_bytes = MIB;
    assert_int_equal(lp_swap_open(&config, &s), LP_OK);
    assert_int_equal(lp_swap_set_device(s, &lpi_cuda_device), LP_ERR_ARG);
    lp_swap_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_memories), cmocka_unit_test(together),
        cmocka_unit_test(same_link),     cmocka_unit_test(corrupt_pool),
        cmocka_unit_test(refusals),      cmocka_unit_test(short_of_memory),
        cmocka_unit_test(wrong_calls),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    unit_seed();
    emulator_seed(unit_random());
    if (lpi_cuda_open(&cuda) != LP_OK)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lpi_cuda_close(cuda);
    return failed;
}
