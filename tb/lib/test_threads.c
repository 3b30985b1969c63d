/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Everything that may run in several threads, in four concurrently: codecs while the code path
 * changes, whole frames with threads of their own, buddy memory and cycle models, a handle in each
 * thread. `make tsan` looks for races; here every thread must get the result of a single thread.
 */
#include "unit.h"

#include "../../cmodel/units/common/instance.h"
#include "../../cmodel/units/common/params.h"
#include "../dma/memory_file.h"
#include <linepress/buddy.h>
#include <linepress/frame.h>
#include <linepress/linepress.h>
#include <pthread.h>

enum {
    THREADS = 4,
    LINES = 512,
    ROUNDS = 20,
    CYCLES = 500,
    DATA = LP_FRAME_BLOCK_MAX + 4321, /* two blocks */
    ROOM = 2 * DATA + 65536
};

/* Written before the threads begin. */
static uint8_t lines[LINES][LP_LINE_BYTES];

/* A thread's part; cmocka's assertions are for the main thread alone, so a thread counts. */
struct part {
    unsigned number;
    unsigned wrong;
    uint64_t sum; /* digest of its results */
    pthread_barrier_t *start;
    void (*work)(struct part *part);
};

static void *run_part(void *argument)
{
    struct part *part = argument;
    pthread_barrier_wait(part->start);
    part->work(part);
    return NULL;
}

/* Runs `work` in all threads; none of them may count anything wrong. */
static void run_all(void (*work)(struct part *), struct part parts[THREADS])
{
    pthread_t threads[THREADS];
    pthread_barrier_t start;
    assert_int_equal(pthread_barrier_init(&start, NULL, THREADS), 0);
    for (unsigned t = 0; t < THREADS; t++) {
        parts[t] = (struct part){.number = t, .start = &start, .work = work};
        assert_int_equal(pthread_create(&threads[t], NULL, run_part, &parts[t]), 0);
    }
    for (unsigned t = 0; t < THREADS; t++)
        assert_int_equal(pthread_join(threads[t], NULL), 0);
    assert_int_equal(pthread_barrier_destroy(&start), 0);
    for (unsigned t = 0; t < THREADS; t++)
        assert_int_equal(parts[t].wrong, 0);
}

/* FNV-1a. */
static uint64_t add_bytes(uint64_t sum, const void *bytes, size_t count)
{
    const uint8_t *p = bytes;
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ p[i]) * 0x100000001b3u;
    return sum;
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 32;
}

/* The same, and each thread must get the digest of a single thread. */
static void run_all_like(const struct part *alone, void (*work)(struct part *))
{
    struct part parts[THREADS];
    run_all(work, parts);
    assert_int_equal(alone->wrong, 0);
    for (unsigned t = 0; t < THREADS; t++)
        assert_true(parts[t].sum == alone->sum);
}

/* ---- the code path ---- */

static void ask_path(struct part *part)
{
    part->sum = (uint64_t)lp_cpu();
}

/* The first use of the code path, so this has to be the first test. */
static void the_first_use_chooses_one_path(void **state)
{
    (void)state;
    struct part parts[THREADS];
    run_all(ask_path, parts);
    for (unsigned t = 0; t < THREADS; t++)
        assert_int_equal(parts[t].sum, lp_cpu());
}

static void zvc_there_and_back(struct part *part, enum lp_elem elem, const uint8_t *line)
{
    uint8_t record[LP_ZVC_RECORD_MAX(8)], entry[LP_LINE_BYTES] = {0}, back[LP_LINE_BYTES];
    unsigned sectors = 0;
    size_t bytes = 0;
    part->wrong += lp_zvc_encode_line(elem, line, record, sizeof record, &bytes) != LP_OK ||
                   lp_zvc_decode_line(elem, record, bytes, back) != LP_OK ||
                   memcmp(back, line, sizeof back) != 0;
    part->wrong += lp_zvc_encode_entry(elem, line, entry, &sectors) != LP_OK ||
                   lp_zvc_decode_entry(elem, entry, sectors, back) != LP_OK ||
                   memcmp(back, line, sizeof back) != 0;
    part->sum = add_bytes(part->sum, record, bytes);
    part->sum = add_bytes(part->sum, entry, sectors * LP_SECTOR_BYTES);
}

static void bpc_there_and_back(struct part *part, const uint8_t *line)
{
    uint8_t stream[2 * LP_LINE_BYTES] = {0}, entry[LP_LINE_BYTES] = {0}, back[LP_LINE_BYTES];
    unsigned sectors = 0;
    size_t bits = 0;
    part->wrong += lp_bpc_encode_line(line, stream, sizeof stream, &bits) != LP_OK ||
                   lp_bpc_decode_line(stream, bits, back) != LP_OK ||
                   memcmp(back, line, sizeof back) != 0;
    part->wrong += lp_bpc_encode_entry(line, entry, &sectors) != LP_OK ||
                   lp_bpc_decode_entry(entry, sectors, back) != LP_OK ||
                   memcmp(back, line, sizeof back) != 0;
    part->wrong += bits != lp_bpc_size_bits(line);
    part->sum = add_bytes(part->sum, stream, bits / 8);
    part->sum = add_bytes(part->sum, entry, sectors * LP_SECTOR_BYTES);
}

/* Every thread changes the path while the others use it. */
static void use_codecs(struct part *part)
{
    static const enum lp_elem widths[] = {LP_ELEM_8, LP_ELEM_16, LP_ELEM_32};
    for (unsigned round = 0; round < ROUNDS; round++) {
        (void)lp_cpu_use((enum lp_cpu)((round + part->number) % LP_CPU_COUNT));
        for (unsigned l = 0; l < LINES; l++) {
            zvc_there_and_back(part, widths[(l + round) % 3], lines[l]);
            bpc_there_and_back(part, lines[l]);
        }
    }
}

static void codecs_do_not_mind_a_change_of_path(void **state)
{
    (void)state;
    enum lp_cpu best = lp_cpu();
    struct part alone = {0};
    use_codecs(&alone);
    run_all_like(&alone, use_codecs);
    assert_int_equal(lp_cpu_use(best), LP_OK);
}

/* ---- frames ---- */

static const int frame_codecs[THREADS] = {LP_CODEC_ZVC, LP_CODEC_BPC, LP_CODEC_LZ4, LP_CODEC_ZLIB};

struct frame_buffers {
    uint8_t data[DATA], frame[ROOM], back[DATA];
};

static int compress_frame(const struct frame_buffers *b, int codec, unsigned threads,
                          struct memory_file *out)
{
    struct memory_file in = {.bytes = (uint8_t *)b->data, .size = DATA};
    struct lp_frame_info info = {.codec = (uint8_t)codec, .elem = 32, .window = 4096, .index = 1};
    struct lp_frame_run run = {.threads = threads};
    struct lp_frame_writer *writer;
    int error = lp_frame_write_open(&info, NULL, memory_write, out, &writer);
    if (error != LP_OK)
        return error;
    error = lp_frame_compress(writer, memory_read, &in, &run, NULL);
    lp_frame_writer_free(writer);
    return error;
}

static int decompress_frame(struct frame_buffers *b, size_t size, unsigned threads)
{
    struct memory_file in = {.bytes = b->frame, .size = size};
    struct memory_file out = {.bytes = b->back, .size = DATA};
    struct lp_frame_run run = {.threads = threads};
    struct lp_frame_reader *reader;
    int error = lp_frame_read_open(memory_read, &in, &reader);
    if (error != LP_OK)
        return error;
    error = lp_frame_decompress(reader, memory_write, &out, &run, NULL);
    lp_frame_reader_free(reader);
    return error == LP_OK && out.at != DATA ? LP_ERR_SHORT : error;
}

/* The sum is that of the frames of all codecs. */
static void use_frames_with(struct part *part, unsigned threads)
{
    struct frame_buffers *b = malloc(sizeof *b);
    for (size_t at = 0; at < DATA; at += LP_LINE_BYTES)
        memcpy(b->data + at, lines[at / LP_LINE_BYTES * 7 % LINES],
               DATA - at < LP_LINE_BYTES ? DATA - at : LP_LINE_BYTES);
    for (unsigned c = 0; c < THREADS; c++) {
        struct memory_file out = {.bytes = b->frame, .size = ROOM};
        memset(b->back, 0, DATA);
        part->wrong += compress_frame(b, frame_codecs[c], threads, &out) != LP_OK ||
                       decompress_frame(b, out.at, threads) != LP_OK ||
                       memcmp(b->back, b->data, DATA) != 0;
        part->sum = add_bytes(part->sum, b->frame, out.at);
    }
    free(b);
}

static void use_frames(struct part *part)
{
    use_frames_with(part, 4);
}

static void frames_run_side_by_side(void **state)
{
    (void)state;
    struct part alone = {0};
    use_frames_with(&alone, 1);
    run_all_like(&alone, use_frames);
}

/* ---- buddy memory ---- */

static void use_allocation(struct part *part, struct lp_buddy *buddy, unsigned target,
                           uint64_t *random)
{
    uint64_t address;
    uint8_t line[LP_LINE_BYTES];
    unsigned at[64] = {0}; /* the line last written to each place */
    if (lp_buddy_malloc(buddy, 64 * LP_LINE_BYTES, target, &address) != LP_OK) {
        part->wrong++;
        return;
    }
    for (unsigned n = 0; n < 64; n++)
        part->wrong += lp_buddy_write(buddy, address + n * LP_LINE_BYTES, lines[0]) != LP_OK;
    for (unsigned n = 0; n < 500; n++) {
        unsigned place = (unsigned)next_random(random) % 64;
        uint64_t where = address + place * LP_LINE_BYTES;
        part->wrong += lp_buddy_read(buddy, where, line) != LP_OK ||
                       memcmp(line, lines[at[place]], sizeof line) != 0;
        at[place] = (unsigned)next_random(random) % LINES;
        part->wrong += lp_buddy_write(buddy, where, lines[at[place]]) != LP_OK;
    }
    part->wrong += target % 2 == 0 && lp_buddy_free(buddy, address) != LP_OK;
}

static void use_buddy(struct part *part)
{
    struct lp_buddy_config config;
    struct lp_buddy_counts counts;
    struct lp_buddy *buddy;
    uint64_t random = 1;
    lp_buddy_defaults(&config, 1 << 20);
    if (lp_buddy_open(&config, &buddy) != LP_OK) {
        part->wrong++;
        return;
    }
    for (unsigned round = 0; round < 3; round++)
        for (unsigned target = 0; target <= LP_TARGETS; target++)
            use_allocation(part, buddy, target < LP_TARGETS ? target : LP_BUDDY_UNCOMPRESSED,
                           &random);
    lp_buddy_counts(buddy, &counts);
    part->sum = add_bytes(part->sum, &counts, sizeof counts);
    lp_buddy_close(buddy);
}

static void buddy_handles_share_nothing(void **state)
{
    (void)state;
    struct part alone = {0};
    use_buddy(&alone);
    run_all_like(&alone, use_buddy);
}

/* ---- cycle models ---- */

/* Random bits within each input's width under these parameters. */
static void fill_inputs(const struct lp_unit *unit, const int *values, void *in, uint64_t *random)
{
    for (size_t i = 0; i < unit->nports; i++) {
        const struct lp_port *port = &unit->ports[i];
        uint32_t *words = (uint32_t *)(void *)((char *)in + port->offset);
        unsigned left = unit->width != NULL ? unit->width(port, values) : port->width;
        for (; port->dir == LP_IN && left > 0; words++) {
            unsigned bits = left < 32 ? left : 32;
            *words = (uint32_t)next_random(random) & (bits < 32 ? (1u << bits) - 1 : UINT32_MAX);
            left -= bits;
        }
    }
}

static void step_model(struct part *part, const struct lp_unit *unit)
{
    void *in = calloc(1, unit->in_size), *out = calloc(1, unit->out_size);
    struct lp_instance instance = {0};
    int values[LP_MAX_PARAMS];
    uint64_t random = 2;
    lp_unit_defaults(unit, values);
    if (lp_model_open(unit, values, &instance) == LP_OK) {
        lp_instance_reset(&instance);
        for (unsigned cycle = 0; cycle < CYCLES; cycle++) {
            fill_inputs(unit, values, in, &random);
            lp_instance_eval(&instance, cycle % 100 != 99, in, out);
            part->sum = add_bytes(part->sum, out, unit->out_size);
            lp_instance_tick(&instance);
        }
    } else {
        part->wrong++;
    }
    lp_instance_close(&instance);
    free(in);
    free(out);
}

static void step_models(struct part *part)
{
    for (size_t u = 0; lp_unit_at(u) != NULL; u++)
        step_model(part, lp_unit_at(u));
}

static void cycle_models_share_nothing(void **state)
{
    (void)state;
    struct part alone = {0};
    step_models(&alone);
    run_all_like(&alone, step_models);
}

int main(void)
{
    unit_seed();
    for (unsigned l = 1; l < LINES; l++) /* line 0 is all zero */
        unit_line((unsigned)(unit_random() % UNIT_LINE_CLASSES), lines[l]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_use_chooses_one_path),
        cmocka_unit_test(codecs_do_not_mind_a_change_of_path),
        cmocka_unit_test(frames_run_side_by_side),
        cmocka_unit_test(buddy_handles_share_nothing),
        cmocka_unit_test(cycle_models_share_nothing),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
